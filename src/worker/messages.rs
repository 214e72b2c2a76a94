//! What the screens and the worker say to each other. Plain values; nothing here does anything.
//!
//! Each service's own part lies in its folder.

use std::path::PathBuf;

use super::accounts::{AccountCommand, AccountEntry, ClientSecretState, FoundAccount, MarketEntry, Session, SignInMethods};
use super::catalog::{CatalogCommand, ProductsUpdate};
use super::imports::{ImportCommand, Progress, SavedReview, Unfinished};
use super::platform::{PasteTarget, PickTarget, PlatformCommand, Settings, Theme};
use super::product_form::{FormCommand, FormPhotoId, FormPhotoState, PhotoSource};
use super::thumbnails::{Picture, PictureKey, ThumbnailCommand};
use super::webhooks::WebhookCommand;
use crate::domain::{Currency, Problem, ProductId, WebhookId};
use crate::import::report::{ReportKind, ReportRow};
use crate::import::{DraftId, PlannedDraft, Row};
use crate::market::{MarketDraft, Tested, TokenIdentity};
use crate::media::{Limits, PhotoChanges, PhotoFingerprint, PhotoInfo};

/// Asked by a screen or the terminal, of the service it names. Every command is answered by events; none blocks.
#[derive(Debug)]
pub enum Command {
    Account(AccountCommand),
    Import(ImportCommand),
    Catalog(CatalogCommand),
    Form(FormCommand),
    Thumbnail(ThumbnailCommand),
    Webhook(WebhookCommand),
    Platform(PlatformCommand),
    /// Ends the worker.
    Shutdown,
}

/// Told by the worker. The screens fold events into their model; order is the order of happening.
#[derive(Clone, Debug)]
pub enum Event {
    Settings(Settings),
    /// What the desktop prefers; `System` when it does not say.
    Appearance(Theme),
    Session(Session),
    /// How the marketplace now chosen can be signed in to.
    SignInMethods(SignInMethods),
    /// Everyone who signed in here, the last one first.
    Accounts(Vec<AccountEntry>),
    /// The marketplaces of the data directory and those used before, by name.
    Markets(Vec<MarketEntry>),
    MarketOpened {
        draft: Box<MarketDraft>,
        file: PathBuf,
    },
    MarketTested(Result<Vec<Tested>, Problem>),
    /// A market file could not be read, written or removed.
    MarketFailed(Problem),
    ClientSecret(ClientSecretState),
    /// Somebody signed in; whether and where to keep it is to be said.
    SignInFound(FoundAccount),
    /// One more sign-in is under way, while somebody is signed in.
    SignInChecking,
    /// It came to nothing, or was given up; who was signed in still is.
    SignInEnded(Option<Problem>),
    /// Another account or marketplace was asked for: the products on their way are waited for first.
    Leaving,
    /// What was on the screens belonged to an account that was left. Its imports wait in the journal.
    Left,
    /// The consent page, which opens in the browser; to be shown, in case none is there.
    SignInAddress(String),
    /// Whether a browser took the page.
    SignInPageOpened(bool),
    WhoAmI(Result<TokenIdentity, Problem>),
    Products(ProductsUpdate),
    Picture {
        key: PictureKey,
        result: Result<Picture, Problem>,
        /// This one was quick to have; the right one is being made.
        is_provisional: bool,
    },
    /// What a photo from this computer says of itself, told with its picture.
    PhotoFacts {
        key: PictureKey,
        facts: PhotoInfo,
    },
    /// By what a photo from this computer is found again among others, told with its picture.
    PhotoFingerprint {
        key: PictureKey,
        fingerprint: PhotoFingerprint,
    },
    /// What was done to a photo before it was sent.
    PhotoPrepared {
        key: PictureKey,
        changes: PhotoChanges,
    },
    /// What the marketplace takes, as far as it is known.
    PhotoLimits(Limits),
    /// How much the pictures kept on this computer take.
    PictureCache {
        bytes: u64,
    },
    FormPhoto {
        id: FormPhotoId,
        state: FormPhotoState,
    },
    /// The form's answer was lost and the shop is being looked at; a result follows.
    FormChecking,
    FormResult(Result<Option<ProductId>, Problem>),
    /// Drafts found, files that could not be used, and how many other files were passed over.
    Planned {
        drafts: Vec<PlannedDraft>,
        problems: Vec<Problem>,
        ignored: usize,
    },
    /// The drafts of an import begun or gone on with, told before their rows: what [`ImportCommand::Retry`] mends, and
    /// the photos they are shown by.
    ImportDrafts(Vec<(DraftId, PlannedDraft)>),
    /// At start and after each change; a row's last word wins.
    ImportRows(Vec<Row>),
    ImportProgress(Progress),
    /// Nothing is left to do by itself. Rows may still be failed or need a person.
    ImportEnded(Progress),
    ImportUnfinished(Unfinished),
    /// A review that an earlier session of this account left.
    ReviewRestored(Box<SavedReview>),
    /// Whoever asked puts it into words, and has it written with [`ImportCommand::SaveTable`].
    Report {
        kind: ReportKind,
        rows: Vec<ReportRow>,
        /// What the prices in it are counted in, as far as the marketplace's file is at hand.
        currency: Currency,
    },
    TableSaved(PathBuf),
    WebhookAdded(Result<Option<WebhookId>, Problem>),
    Picked {
        what: PickTarget,
        paths: Vec<PathBuf>,
    },
    Pasted {
        target: PasteTarget,
        photos: Vec<PhotoSource>,
    },
    /// Paths handed over by a second start of the program.
    Dropped(Vec<PathBuf>),
    /// A problem that belongs to no screen.
    Problem(Problem),
    /// The worker's last word.
    Stopped,
}
