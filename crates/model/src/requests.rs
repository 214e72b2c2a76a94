//! Recognises requests that a second Enter or a double click repeats.

use jiff::{SignedDuration, Zoned};
use secrecy::{ExposeSecret, SecretString};

use crate::messages::{AccountCommand, Command};

/// The request that was sent last.
#[derive(Debug, Default)]
pub struct Requests {
    last: Option<Sent>,
}

/// A request, when it was sent, and whether the worker has answered something since.
#[derive(Debug)]
struct Sent {
    request: Request,
    at: Zoned,
    is_answered: bool,
}

/// What was requested. Printed commands hide their secrets, which a person may have corrected.
#[derive(Debug)]
struct Request {
    printed: String,
    secrets: Vec<SecretString>,
}

impl Request {
    fn of(commands: &[Command]) -> Self {
        let secrets = commands
            .iter()
            .filter_map(|command| if let Command::Account(command) = command { Some(command) } else { None });
        Self {
            printed: format!("{commands:?}"),
            secrets: secrets.flat_map(AccountCommand::secrets).cloned().collect(),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        let exposed = |request: &Self| {
            request
                .secrets
                .iter()
                .map(|secret| blake3::hash(secret.expose_secret().as_bytes()))
                .collect::<Vec<_>>()
        };
        self.printed == other.printed && exposed(self) == exposed(other)
    }
}

/// For how long the same request is a repeated key press while nothing was answered.
const REPETITION: SignedDuration = SignedDuration::from_secs(2);
/// The second click of a double click comes so soon, whatever was answered before it.
const DOUBLE_CLICK: SignedDuration = SignedDuration::from_millis(500);

impl Requests {
    /// The worker has answered something, so that the next request is meant, unless it is part of a double
    /// click.
    pub fn answered(&mut self) {
        self.last.iter_mut().for_each(|last| last.is_answered = true);
    }

    /// Whether the same was requested just before.
    pub fn is_repeated(&mut self, commands: &[Command], now: &Zoned) -> bool {
        let request = Request::of(commands);
        let is_soon = |last: &Sent| {
            now.duration_since(&last.at).abs() < if last.is_answered { DOUBLE_CLICK } else { REPETITION }
        };
        let is_repeated =
            self.last.as_ref().is_some_and(|last| last.request.is_same(&request) && is_soon(last));
        self.last = Some(Sent { request, at: now.clone(), is_answered: false });
        is_repeated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::KeepToken;

    fn sign_in(token: &str) -> Vec<Command> {
        vec![Command::Account(AccountCommand::SignIn {
            token: token.into(),
            refresh: None,
            keep: KeepToken::Ask,
        })]
    }

    #[test]
    fn the_second_click_of_a_double_click_is_no_request_although_the_first_was_answered() {
        let (mut requests, now) = (Requests::default(), Zoned::now());
        assert!(!requests.is_repeated(&sign_in("a token"), &now));
        requests.answered();
        let at = |milliseconds| &now + SignedDuration::from_millis(milliseconds);
        assert!(requests.is_repeated(&sign_in("a token"), &at(200)));
        requests.answered();
        assert!(!requests.is_repeated(&sign_in("a token"), &at(900)), "it is meant");
    }

    #[test]
    fn a_corrected_token_is_another_request_and_a_second_enter_is_not() {
        let (mut requests, now) = (Requests::default(), Zoned::now());
        assert!(!requests.is_repeated(&sign_in("mistyped"), &now));
        assert!(!requests.is_repeated(&sign_in("corrected"), &now));
        assert!(requests.is_repeated(&sign_in("corrected"), &now));
        let pasted = |address: &str| vec![Command::Account(AccountCommand::SignInPasted(address.into()))];
        assert!(!requests.is_repeated(&pasted("http://127.0.0.1/?code=1"), &now));
        assert!(!requests.is_repeated(&pasted("http://127.0.0.1/?code=2"), &now));
    }
}
