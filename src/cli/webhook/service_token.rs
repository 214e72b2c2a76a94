//! The service token of the terminal: `webhook add` puts it into a webhook, `webhook listen` accepts no delivery without it.

use secrecy::ExposeSecret;

use crate::args;
use crate::auth::{Keychain, ServiceToken, environment};
use crate::cli::printing::print_error_line;
use crate::domain::{Code, Problem};
use crate::i18n::Messages;

/// Its name in the keychain.
const ENTRY: &str = "service token of the terminal";

/// The token of `VITRINE_SERVICE_TOKEN`, else the saved one; one is made where there is none.
///
/// # Errors
/// `Internal` if the system has no random source.
pub fn service_token() -> Result<ServiceToken, Problem> {
    if let Some(token) = environment::secret("VITRINE_SERVICE_TOKEN") {
        return Ok(ServiceToken { token, is_new: false, is_saved: true });
    }
    let failed = |error: std::io::Error| Problem::new(Code::Internal).with_quotation(error.to_string());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(ServiceToken::load_or_make(&Keychain::system(), ENTRY, None))
}

/// Shows a token that was made just now.
pub fn print_token(messages: &Messages, token: &ServiceToken) {
    if token.is_new {
        let key = if token.is_saved { "cli-service-token-saved" } else { "cli-service-token-made" };
        print_error_line(&messages.format(key, args!["token" => token.token.expose_secret()]));
    }
}
