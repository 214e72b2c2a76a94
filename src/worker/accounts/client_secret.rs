//! What this program proves itself with: where it is kept, and whether it is at hand.

use secrecy::SecretString;

use super::session::Market;
use crate::auth::Keychain;

/// The name under which a marketplace's client secret is kept.
pub fn secret_name(market: &str) -> String {
    format!("client secret@{market}")
}

/// What this program proves itself with: given, else kept. Not asked for where a server of the seller's holds it.
pub async fn client_secret(market: &Market, given: Option<SecretString>) -> Option<SecretString> {
    if market.client.profile().oauth.exchange_url.is_some() { given } else { own_client_secret(market, given).await }
}

/// The same, where no server stands in between.
pub async fn own_client_secret(market: &Market, given: Option<SecretString>) -> Option<SecretString> {
    if given.is_some() {
        return given;
    }
    // Without a keychain there is none in it; the marketplace says what is missing.
    Keychain::system().load(&secret_name(&market.name)).await.ok().flatten().map(|kept| kept.access)
}
