//! The OAuth client secret of this program: where it is stored, and whether it is available.

use secrecy::SecretString;

use crate::auth::Keychain;
use crate::worker::session::Market;

/// The keychain entry of a marketplace's client secret.
pub fn secret_name(market: &str) -> String {
    format!("client secret@{market}")
}

/// The client secret: the given one, else the saved one. The keychain is not asked if a server of the seller
/// holds the secret.
pub async fn client_secret(
    market: &Market,
    given: Option<SecretString>,
    keychain: &Keychain,
) -> Option<SecretString> {
    if market.client.profile().oauth.exchange_url.is_some() {
        given
    } else {
        own_client_secret(market, given, keychain).await
    }
}

/// The same where no such server stands in between.
pub async fn own_client_secret(
    market: &Market,
    given: Option<SecretString>,
    keychain: &Keychain,
) -> Option<SecretString> {
    if given.is_some() {
        return given;
    }
    // Without a keychain there is no saved secret; the marketplace's response says what is missing.
    keychain.load(&secret_name(&market.id)).await.ok().flatten().map(|kept| kept.access)
}
