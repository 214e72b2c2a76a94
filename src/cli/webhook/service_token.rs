//! The service token of the terminal: `webhook add` puts it into a webhook, `webhook listen` accepts no
//! delivery without it.

use secrecy::ExposeSecret;

use crate::args;
use crate::auth::{Keychain, ServiceToken, environment};
use crate::cli::printing::print_error_line;
use crate::i18n::Messages;
use vitrine_domain::{Problem, ProblemKind};

/// The terminal's token, and whether it is for another marketplace than the one that was given a token first.
pub type TerminalToken = (ServiceToken, bool);

/// The token of `VITRINE_SERVICE_TOKEN`, else the saved one for the marketplace with this id, or for the
/// first one; one is made where there is none.
///
/// # Errors
/// `Internal` if the system has no random source.
pub fn service_token(market: Option<&str>) -> Result<TerminalToken, Problem> {
    if let Some(token) = environment::secret("VITRINE_SERVICE_TOKEN") {
        return Ok((ServiceToken { token, is_new: false, is_saved: true }, false));
    }
    let failed =
        |error: std::io::Error| Problem::new(ProblemKind::Internal).with_quotation(error.to_string());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(ServiceToken::of_terminal(&Keychain::system(), market))
}

/// Shows a token that was made just now.
pub fn print_token(messages: &Messages, (token, is_of_further_market): &TerminalToken) {
    if token.is_new {
        let key = match (token.is_saved, is_of_further_market) {
            (true, false) => "cli-service-token-saved",
            (true, true) => "cli-service-token-saved-further",
            (false, _) => "cli-service-token-made",
        };
        print_error_line(&messages.format(key, args!["token" => token.token.expose_secret()]));
    }
}
