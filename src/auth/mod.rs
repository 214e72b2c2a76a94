//! Sign-in methods and the storage of secrets.
//!
//! Contract section 5 defines three methods: a personal access token that the shop owner pastes ([`token`]),
//! the authorization code flow in a browser ([`browser`] opens the page, [`RedirectListener`] receives the
//! redirect), and client credentials for system use. With each of them, tokens are stored only in the
//! system's keychain ([`Keychain`]).

mod address_difference;
mod answer;
pub mod browser;
mod callback;
mod connection_guard;
pub mod environment;
#[cfg(test)]
mod fuzz_corpus;
mod keychain;
mod peer;
mod process_lock;
pub mod redaction;
mod redirect_listener;
mod redirect_pages;
mod request_head;
mod service_token;
mod start_page;
pub mod token;

pub use address_difference::{AddressDifference, AddressPart, Run, Side};
pub use callback::{CallbackRequest, Consent, Expected, Rejected, consent_from_address, return_address};
#[cfg(test)]
pub use keychain::SessionKeychain;
pub use keychain::{Keychain, Secrets, entry_name};
pub use process_lock::ProcessLock;
pub use redirect_listener::{Closing, RedirectListener};
pub use service_token::{ServiceToken, terminal_entry};
pub use start_page::StartPage;
