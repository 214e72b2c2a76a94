//! The secrets in the environment. Whatever this program or one of its libraries starts (a browser, a file
//! dialog) inherits its environment, so the secrets are taken out before anything else happens.

use std::collections::HashMap;
use std::env;
use std::sync::OnceLock;

use secrecy::{ExposeSecret, SecretString};

/// The variables that may hold a secret.
const VARIABLES: [&str; 3] = ["VITRINE_TOKEN", "VITRINE_CLIENT_SECRET", "VITRINE_SERVICE_TOKEN"];

static TAKEN: OnceLock<HashMap<&str, SecretString>> = OnceLock::new();

/// Takes the secrets out of the environment and runs the program, which must not return: putting them back
/// would race with threads that still run. Called before any thread is started.
pub fn run_without_secrets(program: impl FnOnce()) {
    let taken =
        VARIABLES.into_iter().filter_map(|name| Some((name, SecretString::from(env::var(name).ok()?))));
    let _ = TAKEN.set(taken.collect());
    temp_env::with_vars_unset(VARIABLES, program);
}

/// The value that a variable had; `None` if it was not set, or empty.
pub fn secret(variable: &str) -> Option<SecretString> {
    TAKEN.get()?.get(variable).filter(|value| !value.expose_secret().trim().is_empty()).cloned()
}

/// All secrets that were given, with their variables: for a second process of this program that does the work
/// of the first.
pub fn secrets() -> impl Iterator<Item = (&'static str, SecretString)> {
    VARIABLES.into_iter().filter_map(|name| Some((name, secret(name)?)))
}
