//! A command for any service, and an event of any service.

use super::accounts::{AccountCommand, AccountEvent, MarketFileEvent, Session};
use super::catalog::{CatalogCommand, CatalogEvent};
use super::categories::{CategoryCommand, CategoryEvent};
use super::edits::{EditCommand, EditEvent};
use super::imports::{ImportCommand, ImportEvent};
use super::market_check::{CheckCommand, CheckResult};
use super::phone::{PhoneCommand, PhoneEvent};
use super::platform::{PlatformCommand, PlatformEvent};
use super::product_form::{FormCommand, FormEvent};
use super::thumbnails::{PhotoEvent, ThumbnailCommand};
use super::updates::{UpdateCommand, UpdateEvent};
use super::webhooks::{WebhookCommand, WebhookEvent};
use vitrine_domain::Problem;

/// A command from a screen or the terminal to the service that it names. Commands are answered by events;
/// none blocks.
#[derive(Debug)]
pub enum Command {
    Account(AccountCommand),
    Import(ImportCommand),
    Catalog(CatalogCommand),
    Category(CategoryCommand),
    Edit(EditCommand),
    Check(CheckCommand),
    Form(FormCommand),
    Thumbnail(ThumbnailCommand),
    Webhook(WebhookCommand),
    Phone(PhoneCommand),
    Platform(PlatformCommand),
    Update(UpdateCommand),
    /// Stops the worker.
    Shutdown,
}

/// An event from the worker. The screens fold events into their model, in the order in which they were sent.
#[derive(Clone, Debug)]
pub enum Event {
    /// Who is signed in, at each change.
    Session(Session),
    /// The account was left: what the screens show belonged to it. Its imports wait in the journal.
    Left,
    Account(AccountEvent),
    MarketFile(MarketFileEvent),
    Import(ImportEvent),
    Catalog(CatalogEvent),
    Category(CategoryEvent),
    Edit(EditEvent),
    /// A step of a market check; `None` after the last one.
    Check(Option<CheckResult>),
    Form(FormEvent),
    Photo(PhotoEvent),
    Webhook(WebhookEvent),
    Phone(PhoneEvent),
    Platform(PlatformEvent),
    Update(UpdateEvent),
    /// A problem that belongs to no screen.
    Problem(Problem),
    /// The last event of the worker.
    Stopped,
}
