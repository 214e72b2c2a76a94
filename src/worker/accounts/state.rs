//! The state of the accounts service besides the session.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::asked_waits::KeptWait;
use super::client_secrets::ClientSecrets;
use super::credentials::grant::PendingConsent;
use super::credentials::renewer::Renewals;
use super::practice::Practice;
use super::save_tokens::TokenSaving;
use super::task_result::{InMemoryAccount, UnsavedSignIn};
use crate::auth::Closing;
use vitrine_domain::{Account, Origins, Problem};

/// The service that owns marketplaces, accounts and the session.
///
/// It is large because of every way to sign in, each in a file of its own: all of them end in one session.
#[derive(Default)]
pub struct Accounts {
    /// The sign-in that waits for the consent page.
    pub(super) pending_consent: Option<PendingConsent>,
    pub(super) closing_page: Option<Closing>,
    /// The sign-in that waits for the user to say where to save its tokens.
    pub(super) unsaved_sign_in: Option<UnsavedSignIn>,
    /// Accounts whose tokens are in memory only, by the name of their keychain entry.
    pub(super) this_session: HashMap<String, InMemoryAccount>,
    pub(super) client_secrets: ClientSecrets,
    pub(super) renewals: Renewals,
    pub(super) token_saving: TokenSaving,
    pub(super) kept_wait: KeptWait,
    pub(super) practice: Option<Practice>,
    /// What nobody has said yet about the current marketplace's file.
    pub(super) question: Option<Question>,
    /// The account, by its marketplace, that signed in and could not be noted as the current one.
    pub(super) unnoted: Option<(String, Arc<Account>)>,
}

/// What a person has not decided yet about the current marketplace.
pub struct Question {
    pub(super) file: PathBuf,
    pub(super) origins: Origins,
    /// Whose secrets the file would use, by the name or id under which they are saved.
    pub(super) from: Option<String>,
    /// Whether they may be used without being asked about: they are sent nowhere else.
    pub(super) is_safe: bool,
    pub(super) problem: Problem,
}
