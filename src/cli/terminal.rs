//! A worker, and the words for what it says.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use serde_json::{Value, json};

use crate::auth::{AddressDifference, Side};
use crate::domain::{Account, Code, Currency, Problem, parse_flag};
use crate::i18n::{Messages, ProblemText};
use crate::worker::{self, AccountCommand, Command, Event, Handle, MarketChoice, Session};

/// How a command ended: the exit status of the outside contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    AllDone,
    SomeNotCreated,
    /// Wrong usage or input.
    Input,
    /// Nothing is lost; it waits for a sign-in.
    SignIn,
    /// Stopped before the end; can be resumed.
    Stopped,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl From<&Problem> for Exit {
    fn from(problem: &Problem) -> Self {
        match problem.code {
            Code::Unauthorized
            | Code::SignInNeeded
            | Code::SignInRefused
            | Code::SignInUnfinished
            | Code::InvalidClient
            | Code::InvalidGrant
            | Code::InvalidScope
            | Code::RedirectUriMismatch
            | Code::PortTaken
            | Code::NoKeychain
            | Code::OtherAccount => Self::SignIn,
            Code::NoMarket
            | Code::MarketFile
            | Code::InvalidField
            | Code::Sheet
            | Code::NothingFound
            | Code::NoPrice
            | Code::NoImport
            | Code::AlreadyRunning => Self::Input,
            Code::Cancelled => Self::Stopped,
            _ => Self::SomeNotCreated,
        }
    }
}

/// Who is signed in, and what prices are counted in there.
pub struct SignedIn {
    pub account: Arc<Account>,
    pub currency: Currency,
}

pub struct Terminal {
    pub messages: Arc<Messages>,
    handle: Handle,
    events: Receiver<Event>,
}

impl Terminal {
    pub fn start(messages: Arc<Messages>, options: worker::Options) -> Result<Self, Problem> {
        let (handle, events) = worker::start(options, || {})?;
        Ok(Self { messages, handle, events })
    }

    pub fn send(&self, command: Command) {
        self.handle.send(command);
    }

    /// For another thread.
    pub fn sender(&self) -> impl Fn(Command) + use<> {
        self.handle.sender()
    }

    /// The next event; a worker that has stopped counts as told to.
    pub fn next(&self) -> Event {
        self.events.recv().unwrap_or(Event::Stopped)
    }

    /// Waits until `answer` takes an event for the answer. Whatever ends the work without one ends the wait as well: no
    /// command waits for ever.
    ///
    /// # Errors
    /// What the answer itself says; else the problem that came in its place.
    pub fn wait<T>(&self, mut answer: impl FnMut(&Event) -> Option<Result<T, Problem>>) -> Result<T, Problem> {
        loop {
            let event = self.next();
            if let Some(answered) = answer(&event) {
                return answered;
            }
            match event {
                Event::Problem(problem) => return Err(problem),
                Event::Session(Session::Nobody) => return Err(Problem::new(Code::NoMarket)),
                Event::Stopped => return Err(Problem::new(Code::Cancelled)),
                _ => {}
            }
        }
    }

    /// Chooses the marketplace and signs in with the token at hand.
    pub fn sign_in(&self, market: MarketChoice) -> Result<SignedIn, Problem> {
        self.send(Command::Account(AccountCommand::UseMarket(market)));
        self.signed_in()
    }

    /// Waits until it is settled who is signed in.
    pub fn signed_in(&self) -> Result<SignedIn, Problem> {
        self.wait(|event| match event {
            Event::Session(Session::SignedIn { account, currency, .. }) => {
                Some(Ok(SignedIn { account: Arc::clone(account), currency: currency.clone() }))
            }
            event => sign_in_ended(event).map(|problem| Err(problem.unwrap_or_else(|| Problem::new(Code::SignInNeeded)))),
        })
    }

    /// Asks on standard error, and reads a line: whether it says yes, in either language.
    pub fn asks(&self, question: &str) -> bool {
        eprint!("{question} ");
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).is_ok() && parse_flag(&answer) == Ok(true)
    }

    pub fn stop(self) {
        self.handle.stop();
    }

    /// Tells on standard error what happened, why, and what to do.
    pub fn complain(&self, problem: &Problem) -> Exit {
        complain(&self.messages, problem)
    }
}

/// A sign-in came to nothing, and why. One that was to follow another ends by itself: the account signed in before stays so.
pub fn sign_in_ended(event: &Event) -> Option<Option<Problem>> {
    match event {
        Event::Session(Session::SignedOut { problem, .. }) | Event::SignInEnded(problem) => Some(problem.clone()),
        _ => None,
    }
}

pub fn complain(messages: &Messages, problem: &Problem) -> Exit {
    let words = messages.problem(problem);
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "vitrine: {}", words.title);
    for line in [&words.cause, &words.remedy] {
        if !line.is_empty() {
            let _ = writeln!(err, "  {line}");
        }
    }
    if let Some(difference) = AddressDifference::of(problem) {
        for (title, side) in [("address-sent", Side::Sent), ("address-registered", Side::Registered)] {
            let [address, marks] = difference.marked(side);
            let _ = writeln!(err, "  {}\n    {address}\n    {marks}", messages.text(title));
        }
        let _ = writeln!(err, "  {}", messages.address_parts(&difference));
    }
    if matches!(problem.code, Code::NoKeychain | Code::Keychain) {
        let _ = writeln!(err, "  {}", messages.text("cli-token-in-environment"));
    }
    Exit::from(problem)
}

/// `problem {code, field, cause, remedy}` of the JSON lines.
pub fn problem_json(words: ProblemText, problem: &Problem) -> Value {
    json!({
        "code": problem.code.key(),
        "field": problem.field,
        "cause": words.cause,
        "remedy": words.remedy,
        "subject": problem.subject,
        "expected": problem.expected,
        "said": problem.said,
        "status": problem.status,
    })
}

/// One object, one line. A reader that went away is no failure of ours.
pub fn print_json(value: &Value) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{value}").and_then(|()| out.flush());
}

pub fn shows_progress(json: bool) -> bool {
    !json && io::stderr().is_terminal()
}

/// The platform's own place for this program's data.
pub fn data_dir(given: Option<&Path>) -> Result<PathBuf, Problem> {
    match given {
        Some(dir) => Ok(dir.to_owned()),
        None => directories::ProjectDirs::from("", "", "Vitrine")
            .map(|dirs| dirs.data_local_dir().to_owned())
            .ok_or_else(|| Problem::new(Code::Storage).saying("no home directory; give --data-dir")),
    }
}
