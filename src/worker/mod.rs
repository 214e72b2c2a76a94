//! The one tokio thread between the screens and everything that waits: takes [`Command`]s, sends [`Event`]s.
//!
//! [`start`] gives a [`Handle`] to send commands with and the channel events come out of. Inside, the [`bus`] hands each command
//! to the service that owns what it is about: a folder each, with its own commands, results and state. Whatever waits (a request,
//! a photo being prepared) is one of [`tasks`], which ends in a result for its service, unless its account was left or a newer
//! task has taken its place. Services hear of each other by [`notice`]s alone. So nothing is shared and nothing is locked but the
//! pace.

mod accounts;
mod bus;
mod catalog;
mod context;
mod done;
mod file_check;
mod gate;
mod guard;
mod handle;
mod imports;
mod kept_settings;
mod lanes;
mod messages;
mod notice;
mod options;
mod photos;
mod platform;
mod product_form;
#[cfg(test)]
mod sim;
#[cfg(test)]
mod simulated;
mod tasks;
mod thumbnails;
mod webhooks;

pub use crate::import::Waiting;
pub use accounts::{
    AccountCommand, AccountEntry, BrowserSignIn, ClientSecretState, FoundAccount, KeepToken, MarketChoice, MarketEntry, RedirectMode,
    Session, SignInMethods,
};
pub use catalog::{CatalogCommand, ProductsUpdate};
pub use handle::{Handle, start};
pub use imports::{ImportCommand, Progress, SaveTo, SavedProduct, SavedReview, Unfinished};
pub use messages::{Command, Event};
pub use options::{Options, SHUTDOWN_LIMIT};
pub use platform::{PasteTarget, PickTarget, PlatformCommand, Settings, Theme};
pub use product_form::{FormCommand, FormPhotoId, FormPhotoState, PhotoSource};
pub use thumbnails::{Picture, PictureKey, ThumbnailCommand};
pub use webhooks::WebhookCommand;
