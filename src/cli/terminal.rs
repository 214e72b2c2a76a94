//! The worker as a command uses it, and how its events and problems are printed.

use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::printing::{error_prefix, print_error_line, print_prompt, shows_errors};
use crate::args;
use crate::auth::{AddressDifference, Side};
use crate::i18n::{Messages, ProblemText};
use crate::worker::{
    self, AccountCommand, AccountEvent, CategoryCommand, CategoryEvent, Command, Event, Handle, MarketChoice,
    Session,
};
use vitrine_domain::origins::market_name;
use vitrine_domain::{
    Account, Advice, CreateRules, Currency, Exit, Problem, ProblemKind, Vendor, parse_flag,
};

/// How often to check for an answer while waiting for other events.
const ANSWER_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The session of a command.
pub struct SignedIn {
    /// The marketplace's id.
    pub market: String,
    /// The account that is signed in.
    pub account: Arc<Account>,
    /// The currency of the marketplace's prices.
    pub currency: Currency,
    /// What the marketplace requires of products.
    pub rules: Arc<CreateRules>,
}

impl SignedIn {
    /// The session of an event that begins one.
    pub fn of(event: &Event) -> Option<Self> {
        let Event::Session(Session::SignedIn { market, account, currency, rules, .. }) = event else {
            return None;
        };
        let (account, currency, rules) = (Arc::clone(account), currency.clone(), Arc::clone(rules));
        Some(Self { market: market.clone(), account, currency, rules })
    }

    /// The shop and its marketplace in words; `None` for an account without a shop.
    pub fn shop(&self, words: &Messages) -> Option<String> {
        let (shop, market) = (shop_name(self.account.vendor.as_ref()?), self.market.as_str());
        let (name, at) = (words.shop_name(shop, market), words.market_name(market));
        let shown = match shop == market_name(market) {
            true => words.format("cli-shop", args!["shop" => name]),
            false => words.format("cli-shop-on-market", args!["shop" => name, "market" => at]),
        };
        Some(shown.into_owned())
    }
}

/// A shop's display name: its title, else its identifier, else its id.
fn shop_name(vendor: &Vendor) -> &str {
    vendor.title.as_deref().or(vendor.identifier.as_deref()).unwrap_or(vendor.id.as_str())
}

/// What is printed besides results and problems.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutputOptions {
    /// `--quiet`: no notices about what is being done or what to do next.
    pub quiet: bool,
    /// `--no-progress`: no progress bar.
    pub no_progress: bool,
}

/// A running worker and the messages for its events.
pub struct Terminal {
    /// The messages of the user's language.
    pub messages: Arc<Messages>,
    output_options: OutputOptions,
    handle: Handle,
    events: Receiver<Event>,
}

impl Terminal {
    /// Starts a worker.
    ///
    /// # Errors
    /// The problem that kept the worker from starting, such as a data directory in use.
    pub fn start(
        messages: Arc<Messages>,
        output_options: OutputOptions,
        options: worker::Options,
    ) -> Result<Self, Problem> {
        let (handle, events) = worker::start(options, || {})?;
        Ok(Self { messages, output_options, handle, events })
    }

    /// Hands a command to the worker.
    pub fn send(&self, command: Command) {
        self.handle.send(command);
    }

    /// A function that sends commands from another thread.
    pub fn sender(&self) -> impl Fn(Command) + use<> {
        self.handle.sender()
    }

    /// Waits for the next event; `Stopped` if the worker has ended.
    pub fn next(&self) -> Event {
        let event = self.events.recv().unwrap_or(Event::Stopped);
        // Problems name the marketplace they come from.
        match &event {
            Event::Session(Session::SignedIn { market, currency, .. }) => {
                self.messages.set_market(Some(market), currency);
            }
            Event::Session(Session::SignedOut { market, .. }) => {
                self.messages.set_market(Some(market), &Currency::Unnamed);
            }
            _ => {}
        }
        event
    }

    /// The currency of a marketplace before anybody signs in, as far as its file says it.
    pub fn currency_of(&self, market: &MarketChoice) -> Currency {
        self.send(Command::Category(CategoryCommand::Preview(market.clone())));
        let known = self.wait(|event| match event {
            Event::Category(CategoryEvent::Preview(preview)) => Some(Ok(preview.clone())),
            Event::Category(CategoryEvent::Failed(problem)) => Some(Err(problem.clone())),
            _ => None,
        });
        known.ok().flatten().map(|known| known.currency).unwrap_or_default()
    }

    /// Waits until `answer` returns a result for an event. A problem, the end of the session or of the worker
    /// ends the wait as well, so no command waits forever.
    ///
    /// # Errors
    /// The error of the answer, else the problem that ended the wait.
    pub fn wait<T>(
        &self,
        mut answer: impl FnMut(&Event) -> Option<Result<T, Problem>>,
    ) -> Result<T, Problem> {
        loop {
            let event = self.next();
            if let Some(answered) = answer(&event) {
                return answered;
            }
            match event {
                Event::Account(AccountEvent::AskedToWait(until)) => self.print_asked_wait(until),
                Event::Problem(problem) => return Err(problem),
                Event::Session(Session::Nobody) => return Err(Problem::new(ProblemKind::NoMarket)),
                Event::Stopped => return Err(Problem::new(ProblemKind::Cancelled)),
                _ => {}
            }
        }
    }

    fn print_asked_wait(&self, until: Timestamp) {
        let at = self.messages.date_time(until.to_zoned(TimeZone::system()).datetime());
        self.print_notice(&self.messages.format("asked-to-wait", args!["at" => at]));
    }

    /// Selects the marketplace and signs in with the saved token.
    ///
    /// # Errors
    /// The problem that kept it from signing in.
    pub fn sign_in(&self, market: MarketChoice) -> Result<SignedIn, Problem> {
        self.send(Command::Account(AccountCommand::UseMarket(market)));
        match self.wait_signed_in() {
            Err(problem) if problem.kind == ProblemKind::MarketMoved && can_ask(false) => {
                print_words(&self.messages.problem(&problem));
                if !self.confirm(&self.messages.text("cli-market-moved-question"))? {
                    return Err(Problem::new(ProblemKind::SignInNeeded));
                }
                self.send(Command::Account(AccountCommand::TrustMarket));
                self.wait_signed_in()
            }
            other => other,
        }
    }

    /// Waits for the sign-in to succeed or fail.
    ///
    /// # Errors
    /// The problem that ended the sign-in.
    pub fn wait_signed_in(&self) -> Result<SignedIn, Problem> {
        self.wait(|event| match SignedIn::of(event) {
            Some(signed_in) => Some(Ok(signed_in)),
            None => failed_sign_in(event)
                .map(|problem| Err(problem.unwrap_or_else(|| Problem::new(ProblemKind::SignInNeeded)))),
        })
    }

    /// Prints a notice to standard error: what is being done, or what to do next.
    pub fn print_notice(&self, line: &str) {
        if !self.output_options.quiet {
            print_error_line(line);
        }
    }

    /// Whether to draw a progress bar: on a terminal, unless an option forbids it.
    pub fn shows_progress(&self, json: bool) -> bool {
        !json && !self.output_options.quiet && !self.output_options.no_progress && shows_errors()
    }

    /// Prints a question to standard error and reads a line. Returns whether it means yes, in either
    /// language.
    ///
    /// # Errors
    /// `Cancelled` when the program is stopped first: Ctrl-C does not interrupt reading a line.
    pub fn confirm(&self, question: &str) -> Result<bool, Problem> {
        self.confirm_hearing(question, drop)
    }

    /// The same; what happens meanwhile is heard.
    ///
    /// # Errors
    /// As [`confirm`](Self::confirm).
    pub fn confirm_hearing(&self, question: &str, mut hear: impl FnMut(Event)) -> Result<bool, Problem> {
        print_prompt(question);
        let (answer, answered) = channel();
        // Reading standard input cannot be interrupted; the thread ends with the process.
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
            match self.events.recv_timeout(ANSWER_POLL_INTERVAL) {
                Ok(Event::Stopped) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Problem::new(ProblemKind::Cancelled));
                }
                Ok(event) => hear(event),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Stops the worker and waits for it to end.
    pub fn stop(self) {
        self.handle.stop();
    }

    /// Prints what happened, why, and what to do; returns the exit status for it.
    pub fn report_problem(&self, problem: &Problem) -> Exit {
        report_problem(&self.messages, problem)
    }

    /// As [`report_problem`](Self::report_problem), for a problem with reading the product list.
    pub fn report_list_problem(&self, problem: &Problem) -> Exit {
        print_problem(&self.messages, problem, &self.messages.list_problem(problem))
    }
}

/// The outcome of a sign-in that did not succeed, with its problem if there is one. When an additional
/// sign-in ends so, the account that was signed in before stays signed in.
pub fn failed_sign_in(event: &Event) -> Option<Option<Problem>> {
    match event {
        Event::Session(Session::SignedOut { problem, .. })
        | Event::Account(AccountEvent::SignInEnded(problem)) => Some(problem.clone()),
        _ => None,
    }
}

/// As [`Terminal::report_problem`], without a worker.
pub fn report_problem(messages: &Messages, problem: &Problem) -> Exit {
    print_problem(messages, problem, &messages.problem(problem))
}

fn print_problem(messages: &Messages, problem: &Problem, words: &ProblemText) -> Exit {
    let mut lines = vec![lines_of(words)];
    if let Some(difference) = AddressDifference::of(problem) {
        for (title, side) in [("address-sent", Side::Sent), ("address-registered", Side::Registered)] {
            let [address, marks] = difference.with_markers(side);
            lines.push(format!("  {}\n    {address}\n    {marks}", messages.text(title)));
        }
        lines.push(format!("  {}", messages.address_parts(&difference)));
    }
    let more = match problem.kind.advice() {
        Advice::TokenInEnvironment => Some("cli-token-in-environment"),
        Advice::TrustMarket => Some("cli-market-moved"),
        Advice::RenameMarket => Some("cli-market-look-alike"),
        Advice::Words
        | Advice::OtherValue
        | Advice::Retry
        | Advice::PasteAddress
        | Advice::EditMarket
        | Advice::SignInAgain => None,
    };
    if let Some(more) = more {
        lines.push(format!("  {}", messages.text(more)));
    }
    print_error_line(&lines.join("\n"));
    Exit::from(problem)
}

/// Prints what happened, why, and what to do.
pub fn print_words(words: &ProblemText) {
    print_error_line(&lines_of(words));
}

fn lines_of(words: &ProblemText) -> String {
    let more = [&words.cause, &words.remedy]
        .into_iter()
        .filter(|line| !line.is_empty())
        .map(|line| format!("\n  {line}"));
    [format!("{} {}", error_prefix(), words.title)].into_iter().chain(more).collect()
}

/// The object `problem` of the JSON lines.
pub fn problem_json(words: ProblemText, problem: &Problem) -> Value {
    json!({
        "code": problem.kind.key(),
        "field": problem.field,
        "cause": words.cause,
        "remedy": words.remedy,
        "subject": problem.subject,
        "expected": problem.expected,
        "said": problem.quotation,
        "status": problem.status,
    })
}

/// Whether a question can be asked: a person sees standard error and can type.
pub fn can_ask(json: bool) -> bool {
    !json && io::stdin().is_terminal() && shows_errors()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;
    use vitrine_domain::{UserId, VendorId};

    #[test]
    fn the_practice_shop_is_named_in_the_language_of_the_user() {
        let vendor =
            Vendor { id: VendorId::from(501), identifier: None, title: Some("Practice shop".to_owned()) };
        let account =
            Account { id: UserId::from(1), hash_id: None, username: None, name: None, vendor: Some(vendor) };
        let practice = SignedIn {
            market: "Practice shop".to_owned(),
            account: Arc::new(account),
            currency: Currency::Unnamed,
            rules: Arc::default(),
        };
        for (language, expected) in
            [(Language::English, "“Practice shop”"), (Language::Persian, "«غرفهٔ تمرینی»")]
        {
            assert_eq!(practice.shop(&Messages::for_terminal(language)).as_deref(), Some(expected));
        }
    }
}
