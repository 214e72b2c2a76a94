//! What the screens and the worker say to each other. Plain values; nothing here does anything.

mod accounts;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;
use serde::{Deserialize, Serialize};

pub use accounts::{AccountEntry, BrowserSignIn, ClientSecretState, Found, KeepToken, MarketChoice, MarketEntry, Return, Session, Ways};

use super::KeptReview;
use crate::domain::{Currency, Draft, Edit, FileId, Problem, Product, ProductId, UserId, WebhookId};
use crate::import::report::{ReportKind, ReportRow};
use crate::import::table::Table;
use crate::import::{Counts, DraftId, Grouping, PlannedDraft, Row, RunId, Waiting};
use crate::market::{MarketDraft, NewWebhook, Tested, TokenIdentity};
use crate::media::{Facts, Likeness, Limits, Treatment};

/// Asked by a screen or the terminal. Every command is answered by events; none blocks.
#[derive(Debug)]
pub enum Command {
    /// Makes this the marketplace to work with, and signs in with a kept token when there is one.
    UseMarket(MarketChoice),
    /// Tells whether the desktop is light or dark, now and when it changes, where the window system does not.
    FollowAppearance,
    /// Checks the token with whoami and users/me, then keeps it.
    SignIn {
        token: SecretString,
        refresh: Option<SecretString>,
        keep: KeepToken,
    },
    /// Opens the marketplace's consent page in the browser and waits for it to come back.
    SignInBrowser(BrowserSignIn),
    /// The address the browser ended up at, for when it could not come back by itself.
    SignInPasted(SecretString),
    /// Gives up waiting for the browser.
    SignInCancel,
    /// Signs the program itself in, for no person, with the client secret of the options.
    SignInClientCredentials {
        keep: KeepToken,
    },
    /// Keeps what a sign-in with [`KeepToken::Ask`] brought, and goes on as that account.
    SignInConfirm {
        keep: KeepToken,
    },
    /// Shows the consent page in the browser once more.
    SignInOpenAgain,
    /// What this program proves itself with at the marketplace now chosen. Rests in the keychain.
    SaveClientSecret(SecretString),
    /// The keychain did not take it: it is used until the program ends.
    ClientSecretThisSession,
    ForgetClientSecret,
    /// Signs the current account out and keeps what waits of it.
    SignOut,
    /// Takes an account's token out of the keychain. With `drop`, what waits of its imports and forms is given up, too.
    SignOutOf {
        market: String,
        user: UserId,
        drop: bool,
    },
    /// Goes on as an account that signed in before. A product on its way is waited for.
    SwitchAccount {
        market: String,
        user: UserId,
    },
    /// Asks for one more account at the marketplace now chosen. The one signed in stays in the list.
    AddAccount,
    /// No marketplace is chosen any more.
    LeaveMarket,
    /// Reads a market file to be changed.
    MarketOpen(PathBuf),
    /// Tries each address; sends no credentials.
    MarketTest(Box<MarketDraft>),
    /// Writes a market file into the data directory and makes it the marketplace to work with. `file` is what it was read from.
    MarketSave {
        draft: Box<MarketDraft>,
        file: Option<PathBuf>,
    },
    /// Takes a marketplace off the list, its accounts' tokens out of the keychain, and its file out of the data directory.
    MarketRemove(PathBuf),
    /// Asks the marketplace whose token this is.
    WhoAmI,

    /// Loads the whole shop page by page, keeping what is shown until the new rows are in.
    LoadProducts,
    /// Wants a picture as large as its key says; asked again, it is answered again.
    LoadPicture {
        key: PictureKey,
    },
    /// The picture scrolled away before it came.
    ForgetPicture(PictureKey),
    /// Asks how much the pictures kept on this computer take.
    MeasurePictureCache,
    ClearPictureCache,

    /// Uploads a photo of the create form at once.
    FormPhotoAdd {
        id: FormPhotoId,
        source: PhotoSource,
    },
    /// Sends the photo as it is edited now instead of as it was.
    FormPhotoEdit {
        id: FormPhotoId,
        edit: Edit,
    },
    FormPhotoRetry(FormPhotoId),
    FormPhotoRemove(FormPhotoId),
    /// Creates the product of the form. `photos` in order, the cover first; all of them uploaded.
    FormSend {
        draft: Draft,
        photos: Vec<FormPhotoId>,
    },

    /// Looks through dropped files and folders; a sheet adds names, prices and other fields.
    Plan {
        paths: Vec<PathBuf>,
        grouping: Grouping,
        sheet: Option<PathBuf>,
    },
    /// Creates the products. They are on the disk, for the account signed in, before anything else happens.
    ImportStart {
        drafts: Vec<PlannedDraft>,
        /// Creates also what an earlier import created.
        again: bool,
        /// It is the account's saved review that is started, which is not kept any longer then.
        from_review: bool,
    },
    /// Keeps a review for the account signed in, or none any more.
    KeepReview(Option<Box<KeptReview>>),
    ImportPause,
    ImportContinue,
    /// Stops for good; what is under way is still settled, what is created stays.
    ImportCancel,
    /// Puts failed drafts back in the queue, with the edits made since.
    ImportRetry(Vec<(DraftId, Draft)>),
    /// Goes on with the import an earlier run of the program left behind.
    ImportResume,
    /// Shows the account's last import again, which left failed products.
    ImportReopen,
    /// A person looked in the shop for a draft in `NeedsPerson`.
    ImportDecide {
        draft: DraftId,
        exists: bool,
    },

    /// Asks what an import did, from the journal. Needs nobody signed in. Without a run: what the import on the screen
    /// did, else the last one.
    Report {
        run: Option<RunId>,
        kind: ReportKind,
    },
    /// Writes a report that has been put into words.
    SaveTable {
        table: Table,
        to: SaveTo,
    },

    AddWebhook(NewWebhook),
    SaveSettings(Settings),
    /// Opens the system's file dialog.
    Pick(Picked),
    /// Reads files or a picture from the clipboard.
    Paste(PasteTarget),
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
    Ways(Ways),
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
    SignInFound(Found),
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
        better_follows: bool,
    },
    /// What a photo from this computer says of itself, told with its picture.
    PhotoFacts {
        key: PictureKey,
        facts: Facts,
    },
    /// By what a photo from this computer is found again among others, told with its picture.
    PhotoLikeness {
        key: PictureKey,
        likeness: Likeness,
    },
    /// What was done to a photo before it was sent.
    PhotoDone {
        key: PictureKey,
        treatment: Treatment,
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
    /// The drafts of an import begun or gone on with, told before their rows: what [`Command::ImportRetry`] mends, and
    /// the photos they are shown by.
    ImportDrafts(Vec<(DraftId, PlannedDraft)>),
    /// At start and after each change; a row's last word wins.
    ImportRows(Vec<Row>),
    ImportProgress(Progress),
    /// Nothing is left to do by itself. Rows may still be failed or need a person.
    ImportEnded(Progress),
    ImportUnfinished(Unfinished),
    /// A review that an earlier session of this account left.
    ReviewKept(Box<KeptReview>),
    /// Whoever asked puts it into words, and has it written with [`Command::SaveTable`].
    Report {
        kind: ReportKind,
        rows: Vec<ReportRow>,
        /// What the prices in it are counted in, as far as the marketplace's file is at hand.
        currency: Currency,
    },
    TableSaved(PathBuf),
    WebhookAdded(Result<Option<WebhookId>, Problem>),
    Picked {
        what: Picked,
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

#[derive(Clone, Debug)]
pub enum ProductsUpdate {
    /// A refresh began: keep showing the old rows.
    Started,
    /// Rows loaded so far, in the shop's order; `total` as the marketplace counts them.
    Loaded {
        rows: Arc<Vec<Product>>,
        total: Option<u64>,
        done: bool,
    },
    Failed(Problem),
}

/// A picture within [`THUMBNAIL_SIDE`](crate::media::THUMBNAIL_SIDE), but for the preview.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PictureKey {
    Url(String),
    File(PathBuf),
    Form(FormPhotoId),
    /// A photo as it is edited.
    Edited(Box<Self>, Edit),
    /// For the person who edits it: large, and with what is cropped away.
    Preview(Box<Self>, Edit),
}

impl PictureKey {
    /// This photo, edited so.
    #[must_use]
    pub fn edited(self, edit: Edit) -> Self {
        if edit.is_none() { self } else { Self::Edited(Box::new(self), edit) }
    }

    /// The photo itself.
    pub fn photo(&self) -> &Self {
        match self {
            Self::Edited(photo, _) | Self::Preview(photo, _) => photo,
            photo => photo,
        }
    }

    pub fn edit(&self) -> Edit {
        match self {
            Self::Edited(_, edit) | Self::Preview(_, edit) => *edit,
            Self::Url(_) | Self::File(_) | Self::Form(_) => Edit::default(),
        }
    }
}

/// Upright pixels: RGBA, not premultiplied, `width * height * 4` bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub rgba: Arc<[u8]>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}×{})", self.width, self.height)
    }
}

/// Chosen by the form; never used twice in one run of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormPhotoId(pub u64);

#[derive(Clone, Debug)]
pub enum PhotoSource {
    File(PathBuf),
    /// Pasted or dragged from a program that gives no file.
    Bytes {
        name: String,
        bytes: Arc<[u8]>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum FormPhotoState {
    Preparing,
    Sending { sent: u64, total: u64 },
    Uploaded(FileId),
    Failed(Problem),
}

/// What a file dialog is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    FormPhotos,
    ImportPhotos,
    ImportFolder,
    MarketFile,
}

/// Where a table is written, in the format of the file's ending. What lies there is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveTo {
    File(PathBuf),
    /// Asks with the system's dialog, proposing this name. Closing it writes nothing.
    Ask(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasteTarget {
    Form,
    Import,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    pub counts: Counts,
    pub photos_up: usize,
    pub photos: usize,
    /// Requests that carried a photo and succeeded.
    pub uploads: usize,
    pub bytes_per_second: f64,
    pub products_per_minute: f64,
    /// `None` until there is enough to go by.
    pub left: Option<Duration>,
    pub waiting: Option<Waiting>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unfinished {
    /// With nothing waiting, some failed: they can be mended.
    pub counts: Counts,
    /// Of those waiting: sent, with the answer lost.
    pub to_check: usize,
}

/// What the person chose; kept in the data directory. Holds no secret.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// A language tag (`en`, `fa`); `None` follows the system.
    pub language: Option<String>,
    pub theme: Theme,
    pub grouping: Grouping,
    /// Fields filled in for every product of an import, as typed.
    pub defaults: Draft,
    /// The market file used last.
    pub market: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}
