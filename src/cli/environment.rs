//! Secrets from environment variables.

use secrecy::SecretString;

/// The value of a variable; `None` if it is not set, or empty.
pub fn secret_from_env(variable: &str) -> Option<SecretString> {
    std::env::var(variable).ok().filter(|text| !text.trim().is_empty()).map(SecretString::from)
}
