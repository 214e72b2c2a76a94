//! Everything the screens show, as plain values. Only events and actions change it.
//!
//! [`Model::apply`] and [`Model::act`] have no side effects: work for the worker is returned as commands.

mod announcement;
mod categories;
mod editor;
mod events;
mod form;
mod import;
mod notifications;
mod phone;
mod photos;
mod products;
mod requests;
mod sign_in;
mod templates;
mod updates;
mod watched_folder;
mod ways_in;
mod webhooks;

use std::sync::Arc;

use jiff::Zoned;

pub use announcement::{Announcement, LastAnnouncement};
pub use categories::Categories;
pub use editor::{ApplyTo, Editor, EditorAction};
pub use form::{Form, FormAction, FormBlocker, FormPhase, FormPhoto};
pub use import::{
    BatchFix, DraftKey, FailureGroup, Gap, INTERVAL_SECONDS, Import, ImportAction, Phase, PhotoAction, PhotoFindings, PriceTypo,
    ReviewAction, ReviewArrangement, ReviewColumn, ReviewFilter, ReviewFinder, RowFilter, SALE_FIELDS, SheetAction, TemplatePreview,
    Unpriced, UnpricedQuestion, WaitingAlike, attribute_texts, bulk_fields, cells_as_text, cells_from_text, count_photos, default_texts,
    is_number,
};
pub use notifications::{Notification, NotificationEntry, NotificationLog};
pub use phone::PhoneReceiving;
pub use photos::{PhotoOutcome, Photos};
pub use products::Products;
pub use products::edits::{PreviewState, ProductEditAction, ProductEditRun, ProductEdits};
pub use products::preview_table::{
    PreviewArrangement, PreviewColumn, PreviewFilter, PreviewLine, PreviewTable, PreviewTotal, Warning, warning,
};
pub use sign_in::setup::{Setup, SetupAction, TestState};
pub use sign_in::{LeaveTarget, Question, Reauthorization, SignIn};
pub use templates::TemplateAction;
pub use updates::Updates;
pub use watched_folder::WatchedFolderState;
pub use webhooks::{EarlierRequest, WebhookAction, WebhookState, Webhooks};

use crate::domain::{Account, AccountKey, CreateRules, Currency, Edit, ProductId, Scope};
use crate::import::DraftId;
use crate::worker::{
    AccountCommand, Command, Event, ImportCommand, PhoneCommand, PhotoSource, PickTarget, PictureKey, PlatformCommand, Session, Settings,
    TableColumns, Theme, ThumbnailCommand,
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
    /// Leaves the account that is signed in. Asks first while an import is running.
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
    /// So many rows of what was pasted into the review had no product to go to.
    PastedTooMuch(usize),
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
    /// Empties the list of notifications.
    ClearNotifications,
}

/// The state that the screens show.
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
    /// Tells how many products a change took out of the review. `before`: how many there were, and the number of the last change.
    fn note_removed(&mut self, before: Option<(usize, u64)>) {
        let Some((products, change)) = before else { return };
        let removed = products.saturating_sub(self.import.review.drafts().len());
        if let Some(now) = self.import.last_change().filter(|now| removed > 0 && *now != change) {
            self.notifications.add(Notification::Removed { products: removed, change: now }, &self.now);
        }
    }

    /// Tells what a change to photos took out of the review. `before`: as in [`note_removed`](Self::note_removed).
    fn note_photos(&mut self, before: Option<(usize, u64)>, action: &PhotoAction) {
        let made = self.import.last_change().filter(|now| before.is_some_and(|(_, change)| *now != change));
        let note = made.and_then(|change| match action {
            PhotoAction::Remove { photos, .. } => Some(Notification::PhotosRemoved { photos: photos.len(), change }),
            PhotoAction::Merge { .. } => Some(Notification::ProductsMerged { change }),
            _ => None,
        });
        if let Some(note) = note {
            self.notifications.add(note, &self.now);
        }
    }

    /// Applies a worker event. Returns the commands that follow from it.
    pub fn apply(&mut self, event: Event) -> Vec<Command> {
        self.requests.answered();
        let mut commands = self.apply_event(event);
        commands.extend(self.compare_plan());
        commands.extend(self.import.photo_comparison_command());
        commands.extend(self.check());
        commands
    }

    /// Checks what changed in the review, and requests the attributes of the categories that are used.
    fn check(&mut self) -> Vec<Command> {
        let rules = self.rules();
        let used = self.import.review.check(&rules).into_iter().chain(self.form.category());
        self.categories.request_attributes(&rules, used)
    }

    /// Goes on with checking planned products, where many changed at once. Returns the commands that follow from it, and
    /// `None` when there is nothing left to check.
    pub fn check_some(&mut self) -> Option<Vec<Command>> {
        if self.import.review.checks().are_complete() {
            return None;
        }
        let rules = self.rules();
        let used = self.import.review.check_some(&rules);
        Some(self.categories.request_attributes(&rules, used.into_iter()))
    }

    /// The command that compares the review with the account's earlier imports, if it changed.
    fn compare_plan(&mut self) -> Option<Command> {
        let shop = self.account_key();
        self.import.comparison_command(shop)
    }

    /// The shop to which everything on the screens belongs that was read from one, also while its session is checked or renewed.
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

    fn choose_review_columns(&mut self, columns: TableColumns) -> Vec<Command> {
        let mut settings = self.settings.clone();
        settings.set_review_columns(self.account_key(), columns);
        self.change_settings(settings)
    }

    fn choose_product_columns(&mut self, columns: TableColumns) -> Vec<Command> {
        let mut settings = self.settings.clone();
        settings.set_product_columns(self.account_key(), columns);
        self.change_settings(settings)
    }

    fn change_settings(&mut self, settings: Settings) -> Vec<Command> {
        self.settings = settings.clone();
        vec![Command::Platform(PlatformCommand::SaveSettings(Box::new(settings)))]
    }

    /// Performs an action of the user. Returns the commands for the worker.
    pub fn act(&mut self, action: Action) -> Vec<Command> {
        let is_request = matches!(action, Action::Ask(_) | Action::Leave(_) | Action::Answer(_));
        let mut commands = self.perform(action);
        if is_request && self.requests.is_repeated(&commands, &self.now) {
            commands.clear();
        }
        commands.extend(self.compare_plan());
        commands.extend(self.import.photo_comparison_command());
        commands.extend(self.check());
        commands
    }

    /// Tells the form and the review what is known of categories now.
    fn categories_changed(&mut self) {
        self.form.market_categories = Arc::clone(&self.categories.market_categories);
        self.import.review.categories_changed(&self.categories);
    }

    fn perform(&mut self, action: Action) -> Vec<Command> {
        match action {
            Action::Go(screen) => {
                // A result that arrives while another screen is shown stays until it was seen.
                if std::mem::replace(&mut self.screen, screen) == Screen::Webhooks {
                    self.webhooks.screen_left();
                }
                if screen == Screen::Settings {
                    return vec![Command::Thumbnail(ThumbnailCommand::MeasureCache)];
                }
            }
            Action::Ask(command) => return vec![command],
            Action::Form(action) => return self.form.act(action, &self.rules()),
            Action::Import(action) => return self.act_on_import(action),
            Action::PhotoEditor(action) => return self.edit(action),
            Action::EditProducts(action) => return self.product_edits.act(action),
            Action::Webhook(action) => return self.webhooks.act(action),
            Action::Settings(settings) => return self.change_settings(settings),
            Action::ProductColumns(columns) => return self.choose_product_columns(columns),
            Action::ReviewColumns(columns) => return self.choose_review_columns(columns),
            Action::Setup(action) => return sign_in::setup::act(&mut self.setup, action),
            Action::Leave(leave) if self.import.phase == Phase::Running => self.sign_in.question = Some(Question::Leave(leave)),
            Action::Leave(leave) => return self.save_typed_and(leave.command()),
            Action::Question(question) => self.sign_in.question = Some(question),
            Action::Answer(command) => {
                self.sign_in.question = None;
                return command.map_or_else(Vec::new, |command| self.save_typed_and(command));
            }
            Action::Reauthorize(needed) => self.sign_in.reauthorization = Some(Reauthorization { needed, problem: None }),
            Action::StaySignedIn => {
                self.sign_in.reauthorization = None;
                return vec![Command::Account(AccountCommand::SignInCancel)];
            }
            Action::Drop(paths) if self.screen == Screen::Create && self.account().is_some() => {
                let photos = paths.into_iter().map(PhotoSource::File).collect();
                return self.form.act(FormAction::Add(photos), &self.rules());
            }
            // Before a sign-in, a dropped file may be a market file instead of photos.
            Action::Drop(paths) if self.screen == Screen::Products && self.product_edits.one.is_some() => self.product_edits.pick(paths),
            Action::Drop(paths) if self.account().is_none() && is_market_file(&paths) => {
                return self.picked(PickTarget::MarketFile, paths);
            }
            Action::Drop(paths) => {
                self.screen = Screen::Import;
                return self.import_paths(paths);
            }
            Action::CopiedProducts(count) => self.notifications.add(Notification::Copied(count), &self.now),
            Action::CopiedCells(count) => self.announcement.announce(Announcement::CellsCopied(count)),
            Action::Announce(happened) => self.announcement.announce(happened),
            Action::PastedTooMuch(rows) => self.notifications.add(Notification::PastedTooMuch(rows), &self.now),
            Action::FindOrigin(product) => return vec![self.products.ask_for_origin(product)],
            Action::ShowProduct(product) => {
                self.products.look_for(product);
                return self.perform(Action::Go(Screen::Products));
            }
            Action::DoWithoutAttributes(category) => {
                self.categories.do_without_attributes(category);
                self.categories_changed();
            }
            Action::Template(action) => return self.act_on_template(action),
            Action::WatchFolder(on) => return self.watch_folder(on),
            Action::Phone(command) => return self.act_on_phone(command),
            Action::ShowReleaseNotes(open) => {
                self.updates.notes_open = open;
                self.notifications.open &= !open;
                self.notifications.dismiss_new_version();
            }
            Action::Dismiss(id) => self.notifications.dismiss(id),
            Action::ShowNotifications(open) => self.notifications.show(open),
            Action::ClearNotifications => self.notifications.clear(),
        }
        Vec::new()
    }

    fn act_on_import(&mut self, action: ImportAction) -> Vec<Command> {
        if matches!(action, ImportAction::Pause | ImportAction::Continue) && self.is_repeated_click() {
            return Vec::new();
        }
        let before = (self.import.phase == Phase::Review).then(|| (self.import.review.drafts().len(), self.import.review.changes()));
        let undoes = matches!(action, ImportAction::Undo | ImportAction::Redo);
        let happened = self.import.happens(&action);
        let photos = match &action {
            ImportAction::Review(ReviewAction::Photos(photos)) => Some(photos.clone()),
            // Of several products: told by the number of photos alone.
            ImportAction::Review(ReviewAction::RemovePhotos(photos)) => {
                Some(PhotoAction::Remove { product: 0, photos: (0..count_photos(photos)).collect() })
            }
            _ => None,
        };
        let (commands, settings) = self.import.act(action, &self.rules(), &self.settings);
        match photos {
            Some(photos) => self.note_photos(before, &photos),
            None => self.note_removed(before.filter(|_| !undoes)),
        }
        if let Some(happened) = happened {
            self.announcement.announce(happened);
        }
        if let Some(settings) = settings {
            self.settings = settings;
        }
        commands
    }

    /// Whether Pause or Continue, which take turns in one place, was pressed just before: whoever clicks several times means the
    /// first one.
    fn is_repeated_click(&mut self) -> bool {
        const SECOND: jiff::SignedDuration = jiff::SignedDuration::from_secs(1);
        if self.paused_or_continued.as_ref().is_some_and(|at| self.now.duration_since(at).abs() < SECOND) {
            return true;
        }
        self.paused_or_continued = Some(self.now.clone());
        false
    }

    /// Whether a page without navigation is shown: signing in, and what belongs to it.
    pub fn is_standalone(&self) -> bool {
        let sign_in = &self.sign_in;
        let signed_in = matches!(self.session, Session::SignedIn { .. });
        !signed_in || sign_in.leaving || sign_in.found.is_some() || self.setup.is_some() || sign_in.reauthorization.is_some()
    }

    /// Saves what was typed before a command that leaves the account.
    fn save_typed_and(&mut self, command: Command) -> Vec<Command> {
        self.save_typed().into_iter().chain([command]).collect()
    }

    /// The commands that save the review and the create form, if they changed and a shop is signed in. While nobody is, what was
    /// dropped is kept for whoever signs in.
    pub fn save_typed(&mut self) -> Vec<Command> {
        if self.account().is_none() {
            return self.import.keep_command().into_iter().collect();
        }
        if self.account().is_none_or(|account| account.vendor.is_none()) {
            return Vec::new();
        }
        self.import.save_command().into_iter().chain(self.form.save_command()).collect()
    }

    /// Increases whenever something changes that [`save_typed`](Self::save_typed) saves.
    pub const fn typed_revision(&self) -> u64 {
        self.import.review.revision + self.form.revision
    }

    fn edit(&mut self, action: EditorAction) -> Vec<Command> {
        match action {
            EditorAction::Open { photos, at } => self.editor = Editor::open(photos, at, |photo| self.edit_of_photo(photo)),
            EditorAction::Cancel if self.editor.as_ref().is_some_and(|editor| editor.changed_count() == 0) => self.editor = None,
            EditorAction::Discard => self.editor = None,
            EditorAction::Apply => return self.editor.take().map_or_else(Vec::new, |editor| self.apply_edits(editor)),
            action => {
                if let Some(editor) = &mut self.editor {
                    editor.act(action);
                }
            }
        }
        Vec::new()
    }

    /// A photo's current edit.
    fn edit_of_photo(&self, photo: &PictureKey) -> Edit {
        match photo {
            PictureKey::Form(id) => self.form.photos.iter().find(|photo| photo.id == *id).map(|photo| photo.edit).unwrap_or_default(),
            PictureKey::File(path) => self.import.review.edit(path),
            _ => Edit::default(),
        }
    }

    fn apply_edits(&mut self, editor: Editor) -> Vec<Command> {
        let files = |paths: &[std::path::PathBuf]| paths.iter().cloned().map(PictureKey::File).collect::<Vec<_>>();
        let drafts = self.import.review.drafts();
        let covers: Vec<PictureKey> = drafts.iter().flat_map(|draft| files(draft.photos.get(..1).unwrap_or_default())).collect();
        let all: Vec<PictureKey> = drafts.iter().flat_map(|draft| files(&draft.photos)).collect();
        let (mut form, mut import) = (Vec::new(), Vec::new());
        for (photo, edit) in editor.result(covers.into_iter(), all.into_iter()) {
            match photo {
                PictureKey::Form(id) => form.push((id, edit)),
                PictureKey::File(path) => import.push((path, edit)),
                _ => {}
            }
        }
        self.import.review.set_edits(import);
        self.form.act(FormAction::Edit(form), &self.rules())
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
            Session::SignedOut { market, practice, .. } | Session::SignedIn { market, practice, .. } => Some((market, *practice)),
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

fn is_market_file(paths: &[std::path::PathBuf]) -> bool {
    matches!(paths, [path] if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")))
}

/// The user's answer whether a product of unknown outcome exists in the shop.
pub const fn decide(draft: DraftId, exists: bool) -> Action {
    Action::Ask(Command::Import(ImportCommand::Decide { draft, exists }))
}
