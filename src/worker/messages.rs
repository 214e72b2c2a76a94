//! The messages between the screens and the worker. Plain values without behavior.
//!
//! Each service's own messages are in its folder.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::accounts::{AccountCommand, AccountEntry, ClientSecretState, FoundAccount, MarketEntry, Session, SignInMethods};
use super::catalog::{CatalogCommand, ProductsUpdate};
use super::categories::{CategoriesUpdate, CategoryCommand};
use super::edits::{EditCommand, EditUpdate};
use super::imports::{ImportCommand, PlanComparison, Progress, SavedReview, Unfinished};
use super::market_check::{CheckCommand, CheckResult};
use super::platform::{PasteTarget, PickTarget, PlatformCommand, Settings, Theme};
use super::product_form::{FormCommand, FormPhotoId, FormPhotoState, PhotoSource, RestoredForm};
use super::thumbnails::{Picture, PictureKey, ThumbnailCommand};
use super::updates::{UpdateCommand, UpdateState};
use super::webhooks::WebhookCommand;
use crate::domain::{Currency, Problem, ProductId, WebhookId};
use crate::import::plan::FolderPlan;
use crate::import::report::{ReportKind, ReportRow};
use crate::import::sheet::{ImportedSheet, SheetOverview, SheetResults};
use crate::import::{DraftId, PlannedDraft, Row};
use crate::market::{AddressCheck, MarketDraft, TokenIdentity};
use crate::media::{Limits, PhotoChanges, PhotoFingerprint, PhotoInfo};

/// A command from a screen or the terminal to the service that it names. Commands are answered by events; none blocks.
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
    Platform(PlatformCommand),
    Update(UpdateCommand),
    /// Stops the worker.
    Shutdown,
}

/// An event from the worker. The screens fold events into their model, in the order in which they were sent.
#[derive(Clone, Debug)]
pub enum Event {
    Settings(Settings),
    /// Whether the desktop prefers light or dark; `System` when it does not say.
    Appearance(Theme),
    Session(Session),
    /// How one can sign in to the chosen marketplace.
    SignInMethods(SignInMethods),
    /// Every account that signed in on this computer, the most recent one first.
    Accounts(Vec<AccountEntry>),
    /// The marketplaces of the data directory and those used before, by name.
    Markets(Vec<MarketEntry>),
    /// A market file was read, to be edited.
    MarketOpened {
        draft: Box<MarketDraft>,
        file: PathBuf,
    },
    /// The result of testing each address of a market file.
    MarketTested(Result<Vec<AddressCheck>, Problem>),
    /// A market file could not be read, written or removed.
    MarketFailed(Problem),
    ClientSecret(ClientSecretState),
    /// A sign-in succeeded; the user still has to say whether and where to save the token.
    SignInFound(FoundAccount),
    /// Another sign-in is being checked, while somebody is signed in.
    SignInChecking,
    /// That sign-in failed or was cancelled; the earlier session continues.
    SignInEnded(Option<Problem>),
    /// Another account or marketplace was requested; the worker first waits for creations in flight.
    Leaving,
    /// After [`Event::Leaving`]: the account was not left, because what was requested failed. Its import goes on.
    Stayed,
    /// The account was left: what the screens show belonged to it. Its imports wait in the journal.
    Left,
    /// The address of the consent page, which opens in the browser; shown in case no browser opens.
    SignInAddress(String),
    /// Whether a browser accepted the page.
    SignInPageOpened(bool),
    /// The owner of the token, as the marketplace reports it.
    WhoAmI(Result<TokenIdentity, Problem>),
    Products(ProductsUpdate),
    Categories(CategoriesUpdate),
    /// Changing products that are in the shop.
    Edit(EditUpdate),
    /// A step of a market check; `None` after the last one.
    MarketChecked(Option<CheckResult>),
    Picture {
        key: PictureKey,
        result: Result<Picture, Problem>,
        /// A quick, provisional picture; the final one follows.
        is_provisional: bool,
    },
    /// Properties of a photo from this computer, sent with its picture.
    PhotoFacts {
        key: PictureKey,
        facts: PhotoInfo,
    },
    /// The fingerprint by which a photo from this computer is found among others, sent with its picture.
    PhotoFingerprint {
        key: PictureKey,
        fingerprint: PhotoFingerprint,
    },
    /// What was done to a photo before it was sent.
    PhotoPrepared {
        key: PictureKey,
        changes: PhotoChanges,
    },
    /// The marketplace's photo limits, as far as they are known.
    PhotoLimits(Limits),
    /// The size of the thumbnail cache on this computer.
    PictureCache {
        bytes: u64,
    },
    /// The state of a photo of the create form changed.
    FormPhoto {
        id: FormPhotoId,
        state: FormPhotoState,
    },
    /// The create form's response was lost and the shop is being checked; a result follows.
    FormChecking,
    /// The product of the create form was created, or not.
    FormResult(Result<Option<ProductId>, Problem>),
    /// No browser opened for the page at this address.
    PageNotOpened(String),
    /// The create form as an earlier session of the account left it.
    FormRestored(Box<RestoredForm>),
    /// The sheets of the plan that follows, in the order in which they were merged, and those in the dropped folders that it does not
    /// use.
    SheetPlanned {
        sheets: Vec<SheetOverview>,
        others: Vec<PathBuf>,
    },
    /// How many files of a plan were read, of those found so far; at most ten times a second.
    PlanReading {
        read: usize,
        found: usize,
    },
    /// The first products of a plan, as they look while the rest is still read; at most once.
    FirstPlanned(Vec<PlannedDraft>),
    /// A plan: the drafts, files that could not be used, the number of other files that were ignored, and how the photos of
    /// each folder were grouped.
    Planned {
        drafts: Vec<PlannedDraft>,
        problems: Vec<Problem>,
        ignored: usize,
        folders: Vec<FolderPlan>,
    },
    /// The answer to [`ImportCommand::ComparePhotos`]: so many photos of a folder are so many products if those that look alike are
    /// together.
    PhotosCompared {
        folder: PathBuf,
        photos: usize,
        products: usize,
    },
    /// The files that the plan ignored, sent after it; of very many, the first ones.
    FilesIgnored(Vec<PathBuf>),
    /// The answer to [`ImportCommand::ComparePlan`]; `None` if nothing could be compared.
    PlanCompared {
        plan: u64,
        compared: Option<PlanComparison>,
    },
    /// Sent after [`Event::PlanCompared`]: the photos that a product has twice, all but the first one, by the places of product and
    /// photo.
    PhotoCopies {
        plan: u64,
        copies: Vec<(usize, BTreeSet<usize>)>,
    },
    /// The drafts of a started or resumed import, sent before their rows: what [`ImportCommand::Retry`] edits, and the
    /// photos to show.
    ImportDrafts(Vec<(DraftId, PlannedDraft)>),
    /// Rows, at the start and after each change; the latest version of a row counts.
    ImportRows(Vec<Row>),
    ImportProgress(Progress),
    /// Nothing is left to do automatically. Rows may still be failed or need the user.
    ImportEnded(Progress),
    /// What earlier imports of the account have left to do.
    ImportUnfinished(Unfinished),
    /// What this category asks for could not be read, and so many products of a resumed import have it.
    ImportLacksAttributes {
        category: i64,
        products: usize,
    },
    /// A review that an earlier session of this account saved.
    ReviewRestored(Box<SavedReview>),
    /// The rows of a report. The receiver puts them into words and has them written with [`ImportCommand::SaveTable`].
    Report {
        kind: ReportKind,
        rows: Vec<ReportRow>,
        /// The currency of its prices, if the marketplace's file is available.
        currency: Currency,
    },
    /// The sheet of an import of an earlier session that is resumed or shown again.
    ImportSheet(Box<ImportedSheet>),
    /// A sheet with what became of its rows, to be put into words like a report.
    SheetResults(Box<SheetResults>),
    /// A table was written to this file.
    TableSaved(PathBuf),
    WebhookAdded(Result<Option<WebhookId>, Problem>),
    /// The user chose files in a dialog.
    Picked {
        what: PickTarget,
        paths: Vec<PathBuf>,
    },
    /// The clipboard's photos.
    Pasted {
        target: PasteTarget,
        photos: Vec<PhotoSource>,
    },
    /// New photos, or folders of photos, in the watched folder.
    FoundInFolder(Vec<PathBuf>),
    /// The report of a crash of an earlier start.
    CrashReport(String),
    /// What is known of newer versions of the program. Not sent where nobody could be asked.
    Updates(UpdateState),
    /// The daily look found this version, which it had not found before.
    NewVersion(String),
    /// Whether the watched folder cannot be read.
    WatchedFolderMissing(bool),
    /// Paths that a second start of the program handed over.
    Dropped(Vec<PathBuf>),
    /// A problem that belongs to no screen.
    Problem(Problem),
    /// The last event of the worker.
    Stopped,
}
