//! What one service lets the others know. The bus hands each notice to every service, in order, before the next command.

use super::accounts::Session;
use super::photos::UploadedPhoto;
use crate::domain::Problem;
use crate::import::PlannedDraft;

pub enum Notice {
    /// A request was refused for want of a good token.
    TokenRefused(Problem),
    /// A good token is at hand: what was refused or waited may be asked again. `fresh`: the account was not signed in before.
    SignedIn { fresh: bool },
    /// Nobody is signed in, and no token is on its way. `session` is what the screens hear of it, after those who waited.
    SignedOut { problem: Problem, session: Option<Session> },
    /// The lists of accounts and marketplaces read differently.
    ListsChanged,
    /// The account on the screens was left: nothing of it may go on.
    AccountLeft,
    /// The form's product is to be created; its photos are at the marketplace already.
    FormSent { planned: PlannedDraft, photos: Vec<UploadedPhoto> },
}
