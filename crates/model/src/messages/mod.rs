//! The messages between the screens and the worker: for each service its commands and its events. Plain
//! values without behaviour.

mod accounts;
mod catalog;
mod categories;
mod edits;
mod envelope;
mod imports;
mod market_check;
mod phone;
mod plan_digests;
mod platform;
mod product_form;
mod thumbnails;
mod updates;
mod webhooks;

pub use accounts::{
    ADDRESS_FIELD, AccountCommand, AccountEntry, AccountEvent, BrowserSignIn, ClientSecretState, ClosingPage,
    FoundAccount, HelpPage, KeepToken, MarketChoice, MarketEntry, MarketFileEvent, RedirectMode, Session,
    SignInMethods,
};
pub use catalog::{CatalogCommand, CatalogEvent, Origin};
pub use categories::{CategoryCommand, CategoryEvent, CategoryPreview};
pub use edits::{
    AlbumPhoto, EditCommand, EditEvent, EditProgress, EditReading, FollowOptions, FollowedList,
    FollowedSheet, ListId, ListState, SavedCell, SavedCells, Wanted, WantedCells,
};
pub use envelope::{Command, Event};
pub use imports::{
    ArrangedProduct, ImportCommand, ImportEvent, KnownProduct, PhotoPlaces, PlanComparison, Progress, SaveTo,
    SavedProduct, SavedReview, SharesPhoto, SheetRequest, SheetSource, Unfinished,
};
pub use market_check::{CheckCommand, CheckResult, Fact};
pub use phone::{Invitation, Network, NetworkKind, PhoneCommand, PhoneEnd, PhoneEvent, PhoneState};
pub use plan_digests::PlanDigests;
pub use platform::{
    AwakeFor, PasteTarget, PickTarget, PlatformCommand, PlatformEvent, ReviewPanel, SavedDefaults, Settings,
    TableColumns, Theme, WatchedFolder,
};
pub use product_form::{
    FormCommand, FormContents, FormEvent, FormPhotoId, FormPhotoState, PhotoSource, RestoredForm,
};
pub use thumbnails::{PhotoEvent, Picture, PictureKey, ThumbnailCommand};
pub use updates::{Release, UpdateCheck, UpdateCommand, UpdateEvent, UpdateFailure, UpdateState};
pub use webhooks::{
    Delivery, ReceiverChoice, ReceiverState, RequestedWebhook, WebhookAnswer, WebhookCommand, WebhookEvent,
    WebhookRequest,
};
