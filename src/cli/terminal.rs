//! A worker, and the words for what it says.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

use clap::builder::Styles;
use serde_json::{Value, json};

use crate::auth::{AddressDifference, Side};
use crate::domain::{Account, Code, Currency, Problem, parse_flag};
use crate::i18n::{Messages, ProblemText};
use crate::worker::{self, AccountCommand, Command, Event, Handle, MarketChoice, Session};

/// How soon an answer is heard. A person types slower.
const LOOK_FOR_ANSWER: Duration = Duration::from_millis(50);

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

/// Who is signed in, where, and what prices are counted in there.
pub struct SignedIn {
    /// The marketplace's name.
    pub market: String,
    pub practice: bool,
    pub account: Arc<Account>,
    pub currency: Currency,
}

/// How much is told beside results and problems.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// Neither what is being done, nor what could be done next.
    pub quiet: bool,
    pub no_progress: bool,
}

pub struct Terminal {
    pub messages: Arc<Messages>,
    manner: Manner,
    handle: Handle,
    events: Receiver<Event>,
}

impl Terminal {
    pub fn start(messages: Arc<Messages>, manner: Manner, options: worker::Options) -> Result<Self, Problem> {
        let (handle, events) = worker::start(options, || {})?;
        Ok(Self { messages, manner, handle, events })
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
        let event = self.events.recv().unwrap_or(Event::Stopped);
        if let Event::Session(Session::SignedIn { market, practice, .. } | Session::SignedOut { market, practice, .. }) = &event {
            // Problems name the marketplace they come from.
            let title = self.messages.text("login-practice-title");
            self.messages.name_market(Some(if *practice { &title } else { market }));
        }
        event
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
            Event::Session(Session::SignedIn { market, practice, account, currency, .. }) => {
                let (account, currency) = (Arc::clone(account), currency.clone());
                Some(Ok(SignedIn { market: market.clone(), practice: *practice, account, currency }))
            }
            event => sign_in_ended(event).map(|problem| Err(problem.unwrap_or_else(|| Problem::new(Code::SignInNeeded)))),
        })
    }

    /// Tells on standard error what is being done, or what could be done next.
    pub fn notice(&self, line: &str) {
        if !self.manner.quiet {
            anstream::eprintln!("{line}");
        }
    }

    /// Where somebody looks at standard error while it is being written.
    pub fn shows_progress(&self, json: bool) -> bool {
        !json && !self.manner.quiet && !self.manner.no_progress && io::stderr().is_terminal()
    }

    /// Asks on standard error, and reads a line: whether it says yes, in either language.
    ///
    /// # Errors
    /// When the program is stopped meanwhile: Ctrl-C does not end the reading by itself.
    pub fn asks(&self, question: &str) -> Result<bool, Problem> {
        anstream::eprint!("{question} ");
        let (answer, answered) = channel();
        // The end of the program ends it: nothing else can stop reading standard input.
        std::thread::spawn(move || {
            let mut line = String::new();
            let read = io::stdin().read_line(&mut line);
            let _ = answer.send(read.is_ok() && parse_flag(&line) == Ok(true));
        });
        loop {
            match answered.try_recv() {
                Ok(yes) => return Ok(yes),
                Err(TryRecvError::Disconnected) => return Ok(false),
                Err(TryRecvError::Empty) => {}
            }
            match self.events.recv_timeout(LOOK_FOR_ANSWER) {
                Ok(Event::Stopped) | Err(RecvTimeoutError::Disconnected) => return Err(Problem::new(Code::Cancelled)),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
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
    let mut err = anstream::stderr().lock();
    let _ = writeln!(err, "{} {}", error_name(), words.title);
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

/// Whether a person can be asked: somebody reads standard error and types.
pub fn can_ask(json: bool) -> bool {
    !json && io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// What a complaint begins with, so that it is told from what other programs say.
pub fn error_name() -> String {
    let style = *Styles::styled().get_error();
    format!("{style}vitrine:{style:#}")
}

/// Something that went wrong, among words that did not.
pub fn marked(text: &str) -> String {
    let style = *Styles::styled().get_error();
    format!("{style}{text}{style:#}")
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
