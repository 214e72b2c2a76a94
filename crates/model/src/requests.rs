//! Recognises requests that a second Enter or a double click repeats before the worker has answered.

use jiff::Zoned;
use secrecy::{ExposeSecret, SecretString};

use crate::messages::{AccountCommand, Command};

/// The request that was sent last.
#[derive(Debug, Default)]
pub struct Requests {
    last: Option<(Request, Zoned)>,
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

/// For how long the same request is a repeated key press, in seconds.
const REPETITION_SECONDS: i64 = 2;

impl Requests {
    /// The worker has answered something, so that the next request is meant.
    pub fn answered(&mut self) {
        self.last = None;
    }

    /// Whether the same was requested just before, and not answered.
    pub fn is_repeated(&mut self, commands: &[Command], now: &Zoned) -> bool {
        let request = Request::of(commands);
        let is_soon =
            |at: &Zoned| now.timestamp().as_second() - at.timestamp().as_second() < REPETITION_SECONDS;
        let is_repeated =
            self.last.as_ref().is_some_and(|(before, at)| before.is_same(&request) && is_soon(at));
        self.last = Some((request, now.clone()));
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
