//! What the window shows, as plain values, and the [`messages`] between the window and the worker.
//!
//! Comes in: what a person did ([`Action`]) and what the worker tells ([`messages::Event`]); only these
//! change the [`Model`]. Goes out: [`messages::Command`]s for the worker, and the values that screens draw.
//! Never: a disk, a network, a clock, a task, egui. [`Model::apply`] and [`Model::act`] have no side effects.

// Input from outside must not panic: a missing value, text cut inside a character. An `expect` states why it
// cannot fail.
#![cfg_attr(not(test), warn(clippy::get_unwrap, clippy::unwrap_used))]
// What is printed goes through the program's `cli::printing`.
#![cfg_attr(not(test), warn(clippy::print_stderr, clippy::print_stdout))]

mod actions;
mod activity;
mod announcement;
mod categories;
mod editor;
mod events;
mod form;
mod import;
pub mod messages;
mod notifications;
mod phone;
mod photo_sources;
mod photos;
mod products;
mod requests;
mod sign_in;
mod templates;
mod updates;
mod watched_folder;
mod webhooks;

use std::sync::Arc;

use jiff::Zoned;

pub use activity::{Activity, ActivityLine};
pub use announcement::{Announcement, LastAnnouncement};
pub use categories::Categories;
pub use editor::{ApplyTo, Editor, EditorAction};
pub use form::{Form, FormAction, FormBlocker, FormPhase, FormPhoto, Taken};
pub use import::{
    BatchFix, Compared, DraftKey, FailureGroup, Findings, Gap, INTERVAL_SECONDS, Import, ImportAction, Phase,
    PhotoAction, PhotoFindings, PriceTypo, Reason, ReviewAction, ReviewArrangement, ReviewColumn,
    ReviewFilter, ReviewFinder, RowFilter, SALE_FIELDS, SheetAction, SheetRest, TemplatePreview, Unpriced,
    UnpricedQuestion, WaitingAlike, attribute_texts, bulk_fields, cells_as_text, cells_from_text,
    changed_since_saved, count_photos, is_number, named_by, to_name,
};
pub use notifications::{NotAdded, Notification, NotificationEntry, NotificationLog, OtherFiles, ShopAt};
pub use phone::PhoneReceiving;
pub use photos::{PhotoOutcome, Photos};
pub use products::Products;
pub use products::cells::{CellAction, CellKey, Typed, TypedCell, TypedCells, shown};
pub use products::edits::{PreviewState, ProductEditAction, ProductEditRun, ProductEdits};
pub use products::preview_table::{
    PreviewArrangement, PreviewColumn, PreviewFilter, PreviewLine, PreviewPurpose, PreviewTable,
    PreviewTotal, Warning, warning,
};
pub use sign_in::setup::{Setup, SetupAction, TestState};
pub use sign_in::{LeaveTarget, Question, Reauthorization, SignIn};
pub use templates::TemplateAction;
pub use updates::Updates;
pub use watched_folder::WatchedFolderState;
pub use webhooks::{EarlierRequest, WebhookAction, WebhookState, Webhooks};

use crate::messages::{
    AccountCommand, Command, EditCommand, ImportCommand, PhoneCommand, PhotoSource, PickTarget, PictureKey,
    PlatformCommand, Session, Settings, TableColumns, Theme, ThumbnailCommand,
};
use vitrine_core::import::DraftId;
use vitrine_domain::{
    Account, AccountKey, CreateRules, Currency, PhotoEdit, Problem, ProblemKind, ProductId, Scope,
};

/// A screen of the window. Without a session the sign-in screen is shown instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    Products,
    Create,
    #[default]
    Import,
    Webhooks,
    Settings,
}

impl Screen {
    /// All screens, in the order of the navigation. Few owners need webhooks, so they are the last.
    pub const ALL: [Self; 5] = [Self::Import, Self::Create, Self::Products, Self::Settings, Self::Webhooks];
}

/// What the user did. Screens return these; the app performs them after the frame.
#[derive(Debug)]
pub enum Action {
    /// Shows another screen.
    Go(Screen),
    /// Sends a command that changes nothing in the model.
    Ask(Command),
    /// In the create form.
    Form(FormAction),
    /// On the import screen.
    Import(ImportAction),
    /// In the photo editor.
    PhotoEditor(EditorAction),
    /// Changes products of the shop.
    EditProducts(ProductEditAction),
    /// In the cells of the products table.
    Cells(CellAction),
    /// On the webhooks screen.
    Webhook(WebhookAction),
    /// Changes the settings.
    Settings(Settings),
    /// Chooses the columns of the products table of the shop.
    ProductColumns(TableColumns),
    /// The columns of the review's table.
    ReviewColumns(TableColumns),
    /// In the marketplace form.
    Setup(SetupAction),
    /// Leaves the account that is signed in. Asks first while an import or a run of changes goes on.
    Leave(LeaveTarget),
    /// Opens a question.
    Question(Question),
    /// Answers the question with a command, or cancels it (`None`).
    Answer(Option<Command>),
    /// Signs in again to get a token with these scopes.
    Reauthorize(Vec<Scope>),
    /// Cancels signing in again and keeps the session.
    StaySignedIn,
    /// Files were dropped on the window.
    Drop(Vec<std::path::PathBuf>),
    /// Files were dropped on the window while a dialog was open that takes none.
    DropOnDialog,
    /// So many values of the review were replaced at once, by what was pasted below the selected cells or by
    /// a fix.
    ValuesReplaced(usize),
    /// So many rows of what was pasted into the review had no product to go to.
    PastedTooMuch(usize),
    /// So many rows of what was pasted into the products table had no row to go to, or came to a product that
    /// has prices and stocks in its variants.
    NotPasted { beyond: usize, in_variants: usize },
    /// So many products of the shop were copied.
    CopiedProducts(usize),
    /// So many cells of the review were copied together.
    CopiedCells(usize),
    /// Tells screen readers what the screen shows only by what has changed.
    Announce(Announcement),
    /// Looks up how a product of the shop was created.
    FindOrigin(ProductId),
    /// Shows a product in the products table.
    ShowProduct(ProductId),
    /// Lets products of a category be created although its attributes could not be read.
    DoWithoutAttributes(i64),
    /// Uses, saves or changes a template of the shop.
    Template(TemplateAction),
    /// Starts looking for new photos in a folder, to be chosen, or ends it.
    WatchFolder(bool),
    /// Receives photos from a phone.
    Phone(PhoneCommand),
    /// Opens or closes the notes of a newer version.
    ShowReleaseNotes(bool),
    /// Dismisses a notification.
    Dismiss(u64),
    /// Opens or closes the list of notifications.
    ShowNotifications(bool),
    /// Shows the list of imports and changes, or closes it.
    ShowActivity(bool),
    /// Empties the list of notifications.
    ClearNotifications,
}

/// The state that the screens show.
///
/// It is large because it has a field for each subject of the window; each of those owns its own state.
#[derive(Debug, Default)]
pub struct Model {
    /// The screen that is shown.
    pub screen: Screen,
    /// Whether and as whom the user is signed in.
    pub session: Session,
    /// The saved settings.
    pub settings: Settings,
    /// The desktop's theme, where the window system does not report it.
    pub desktop: Theme,
    /// The products table.
    pub products: Products,
    /// Changes of the shop's products.
    pub product_edits: ProductEdits,
    /// The list of imports and changes.
    pub activity: Activity,
    /// The marketplace's categories.
    pub categories: Categories,
    /// The create form.
    pub form: Form,
    /// The import screen.
    pub import: Import,
    /// The webhooks screen.
    pub webhooks: Webhooks,
    /// Newer versions of the program.
    pub updates: Updates,
    /// Notifications, shown as toasts and in a list.
    pub notifications: NotificationLog,
    /// What is told to screen readers only.
    pub announcement: LastAnnouncement,
    /// Receiving photos from a phone.
    pub phone: PhoneReceiving,
    /// What is known about photos.
    pub photos: Photos,
    /// The photo editor, while it is open in front of the screen.
    pub editor: Option<Editor>,
    /// The size of the thumbnail cache on the disk in bytes, once measured.
    pub picture_cache: Option<u64>,
    /// The current time, set by the app before each frame.
    pub now: Zoned,
    /// A market file that was picked but not used yet.
    pub market_file: Option<std::path::PathBuf>,
    /// The folder in which new photos are looked for.
    pub watched: WatchedFolderState,
    /// The sign-in screen.
    pub sign_in: SignIn,
    /// The marketplace form, while it is open.
    pub setup: Option<Setup>,
    /// The worker has stopped; the window may close.
    pub stopped: bool,
    /// The marketplace of the session.
    market: Option<String>,
    requests: requests::Requests,
    /// When an import was last paused or continued.
    paused_or_continued: Option<Zoned>,
}

impl Model {
    /// Checks what changed in the review, and requests the attributes of the categories that are used.
    fn check(&mut self) -> Vec<Command> {
        let rules = self.rules();
        let used = self.import.review.check(&rules).into_iter().chain(self.form.category());
        self.categories.request_attributes(&rules, used)
    }

    /// Goes on with checking planned products, where many changed at once. Returns the commands that follow
    /// from it, and `None` when there is nothing left to check.
    pub fn check_part(&mut self) -> Option<Vec<Command>> {
        if self.import.review.checks().are_complete() {
            return None;
        }
        let rules = self.rules();
        let used = self.import.review.check_part(&rules);
        Some(self.categories.request_attributes(&rules, used.into_iter()))
    }

    /// Takes note whether the picture of a photo could be made. Returns the commands that follow from it.
    pub fn picture_made(&mut self, key: &PictureKey, problem: Option<&Problem>) -> Vec<Command> {
        self.photos.record_preview(key, problem);
        let PictureKey::File(photo) = key.photo() else { return Vec::new() };
        let reason = problem.map(|problem| problem.kind).filter(|code| *code != ProblemKind::Cancelled);
        self.import.review.picture_made(photo, reason);
        self.check()
    }

    /// The command that compares the review with the account's earlier imports, if it changed.
    fn compare_plan(&mut self) -> Option<Command> {
        let shop = self.account_key();
        self.import.comparison_command(shop)
    }

    /// The shop to which everything on the screens belongs that was read from one, also while its session is
    /// checked or renewed.
    pub const fn shop_shown(&self) -> Option<&AccountKey> {
        self.products.owner.as_ref()
    }

    /// The columns of the products table of the shop.
    pub fn product_columns(&self) -> &TableColumns {
        self.settings.product_columns_of(self.account_key().as_ref())
    }

    /// The columns of the review's table at the shop.
    pub fn review_columns(&self) -> &TableColumns {
        self.settings.review_columns_of(self.account_key().as_ref())
    }

    /// Tells the form and the review what is known of categories now.
    fn categories_changed(&mut self) {
        self.form.market_categories = Arc::clone(&self.categories.market_categories);
        self.import.review.categories_changed(&self.categories);
    }

    /// Whether a page without navigation is shown: signing in, and what belongs to it.
    pub fn is_standalone(&self) -> bool {
        let sign_in = &self.sign_in;
        let signed_in = matches!(self.session, Session::SignedIn { .. });
        !signed_in
            || sign_in.leaving
            || sign_in.found.is_some()
            || self.setup.is_some()
            || sign_in.reauthorization.is_some()
    }

    /// Saves what was typed before a command that leaves the account or ends the program.
    fn save_typed_and(&mut self, command: Command) -> Vec<Command> {
        let arrived = self.add_arrived();
        arrived.into_iter().chain(self.save_typed()).chain([command]).collect()
    }

    /// The commands that save the review, the create form and the cells of the table, if they changed and a
    /// shop is signed in. While nobody is, what was dropped is kept for whoever signs in.
    pub fn save_typed(&mut self) -> Vec<Command> {
        if self.account().is_none() {
            return self.import.keep_command().into_iter().collect();
        }
        if self.account().is_none_or(|account| account.vendor.is_none()) {
            return Vec::new();
        }
        let typed =
            [self.import.save_command(), self.form.save_command(), self.products.cells.save_command()];
        typed.into_iter().flatten().collect()
    }

    /// Increases whenever something changes that [`save_typed`](Self::save_typed) saves.
    pub const fn typed_revision(&self) -> u64 {
        self.import.review.revision() + self.form.revision + self.products.cells.revision
    }

    /// The account signed in, with or without a shop.
    pub fn account(&self) -> Option<&Arc<Account>> {
        match &self.session {
            Session::SignedIn { account, .. } => Some(account),
            _ => None,
        }
    }

    /// The marketplace's rules for products; the contract's own while nobody is signed in.
    pub fn rules(&self) -> Arc<CreateRules> {
        match &self.session {
            Session::SignedIn { rules, .. } => Arc::clone(rules),
            _ => Arc::default(),
        }
    }

    /// The marketplace's name, and whether it is the practice shop.
    pub fn market(&self) -> Option<(&str, bool)> {
        match &self.session {
            Session::Nobody => None,
            Session::Checking { market } => Some((market, false)),
            Session::SignedOut { market, practice, .. } | Session::SignedIn { market, practice, .. } => {
                Some((market, *practice))
            }
        }
    }

    /// The currency of the marketplace's prices.
    pub fn currency(&self) -> &Currency {
        match &self.session {
            Session::SignedIn { currency, .. } => currency,
            _ => &Currency::Unnamed,
        }
    }

    /// Whether the token's scopes are known and do not include `scope`.
    pub fn lacks_scope(&self, scope: &str) -> bool {
        let Session::SignedIn { scopes, .. } = &self.session else { return false };
        !scopes.is_empty() && !scopes.iter().any(|held| held.0 == scope || held.0 == "*")
    }
}

/// The user's answer whether a product of unknown outcome exists in the shop.
pub const fn decide(draft: DraftId, exists: bool) -> Action {
    Action::Ask(Command::Import(ImportCommand::Decide { draft, exists }))
}

/// Whether an import or a run of changes is sending, or will by itself.
pub fn goes_on(model: &Model) -> bool {
    model.import.goes_on() || model.product_edits.goes_on()
}

/// Whether what is dropped while a dialog is open goes where it belongs: photos to the product that is
/// changed; a list of what happened gives way.
pub const fn takes_drop_with_dialog(model: &Model) -> bool {
    let is_product = matches!(model.screen, Screen::Products) && model.product_edits.one.is_some();
    is_product || model.notifications.open || model.activity.open
}
