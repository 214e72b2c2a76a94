//! The one tokio thread between the screens and everything that takes time: takes [`Command`]s, sends [`Event`]s.
//!
//! [`start`] returns a [`Handle`] for sending commands and the channel of events. Inside, the [`bus`] dispatches each
//! command to the service that owns its subject: one folder per service, with its own commands, results and state.
//! Whatever takes time (a request, preparing a photo) is one of the [`tasks`], which ends with a result for its service
//! unless its account was left or a newer task replaced it. Services communicate through [`notice`]s only. So nothing
//! is shared, and nothing is locked except the rate limiter and the hashes of photos already read.

mod accounts;
mod bus;
mod catalog;
mod categories;
mod context;
mod database_check;
mod decode_pool;
mod edits;
mod gate;
pub(crate) mod guard;
mod handle;
mod imports;
mod market_check;
mod messages;
mod notice;
mod options;
mod phone;
mod photos;
mod platform;
mod product_form;
mod saved_settings;
#[cfg(test)]
pub(crate) mod sim;
#[cfg(test)]
pub(crate) mod sim_env;
mod task_result;
mod tasks;
mod thumbnails;
mod updates;
mod webhooks;

#[cfg(test)]
pub(crate) use bus::Bus;

pub use crate::import::Waiting;
pub use accounts::{
    AccountCommand, AccountEntry, AccountEvent, BrowserSignIn, ClientSecretState, FoundAccount, KeepToken, MarketChoice, MarketEntry,
    MarketFileEvent, RedirectMode, Session, SignInMethods, market_file_text,
};
pub use catalog::{CatalogCommand, CatalogEvent, Origin};
pub use categories::{CategoryCommand, CategoryEvent, CategoryPreview};
pub use edits::{AlbumPhoto, EditCommand, EditEvent, EditProgress, EditReading, Wanted};
pub use handle::{Handle, start};
pub use imports::{
    ArrangedProduct, ImportCommand, ImportEvent, KnownProduct, PlanComparison, Progress, SaveTo, SavedProduct, SavedReview, SharesPhoto,
    SheetRequest, SheetSource, Unfinished,
};
pub use market_check::{CheckCommand, CheckResult, Fact};
pub use messages::{Command, Event};
pub use options::{Options, SHUTDOWN_LIMIT};
pub use phone::{Invitation, Network, NetworkKind, PhoneCommand, PhoneEnd, PhoneEvent, PhoneState, ReceivedProduct};
pub use platform::crash_report;
pub use platform::{PasteTarget, PickTarget, PlatformCommand, PlatformEvent, ReviewPanel, Settings, TableColumns, Theme, WatchedFolder};
pub use product_form::{FormCommand, FormContents, FormEvent, FormPhotoId, FormPhotoState, PhotoSource, RestoredForm};
pub use thumbnails::{PhotoEvent, Picture, PictureKey, ThumbnailCommand};
pub use updates::{Release, UpdateCheck, UpdateCommand, UpdateEvent, UpdateFailure, UpdateState};
pub use webhooks::{Delivery, ReceiverChoice, ReceiverState, WebhookAnswer, WebhookCommand, WebhookEvent, WebhookRequest};
pub use webhooks::{Receiver, ReceiverEvent, ReceiverOptions, RequestedWebhook};
