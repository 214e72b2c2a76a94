//! What each action of the user changes.

use super::*;
use std::path::PathBuf;
use vitrine_core::import::file_name::{has_other_name, has_photo_name};
use vitrine_core::import::sheet::is_sheet;

impl Model {
    /// Performs an action of the user. Returns the commands for the worker.
    pub fn act(&mut self, action: Action) -> Vec<Command> {
        let is_request = matches!(
            action,
            Action::Ask(_) | Action::Leave(_) | Action::Answer(_) | Action::Setup(SetupAction::Open(_))
        );
        if let Action::Webhook(webhook) = &action
            && webhook.delivers().is_some_and(|command| self.requests.is_repeated(&[command], &self.now))
        {
            return Vec::new();
        }
        let mut commands = self.perform(action);
        if is_request && self.requests.is_repeated(&commands, &self.now) {
            commands.clear();
        }
        commands.extend(self.compare_plan());
        commands.extend(self.import.photo_comparison_command());
        commands.extend(self.check());
        commands
    }

    fn perform(&mut self, action: Action) -> Vec<Command> {
        match action {
            Action::Go(screen) => {
                // A result that arrives while another screen is shown stays until it was seen.
                let left = std::mem::replace(&mut self.screen, screen);
                if left == Screen::Webhooks {
                    self.webhooks.screen_left();
                }
                if screen == Screen::Products && left != screen {
                    self.products.opened();
                }
                if screen == Screen::Settings {
                    return vec![Command::Thumbnail(ThumbnailCommand::MeasureCache)];
                }
            }
            Action::Ask(command) => return vec![command],
            Action::Form(action) => return self.form.act(action, &self.rules()),
            Action::Import(action) => return self.act_on_import(action),
            Action::PhotoEditor(action) => return self.edit(action),
            Action::EditProducts(action) => return self.edit_products(action),
            Action::Cells(action) => self.act_on_cells(action),
            Action::Webhook(action) => return self.webhooks.act(action),
            Action::Settings(settings) => return self.change_settings(settings),
            Action::ProductColumns(columns) => return self.choose_product_columns(columns),
            Action::ReviewColumns(columns) => return self.choose_review_columns(columns),
            Action::Setup(action) => return sign_in::setup::act(&mut self.setup, action),
            Action::Leave(leave) if goes_on(self) => {
                self.sign_in.question = Some(Question::Leave(leave));
            }
            Action::Leave(leave) => return self.save_typed_and(leave.command()),
            Action::Question(question) => self.sign_in.question = Some(question),
            Action::Answer(command) => {
                self.sign_in.question = None;
                return command.map_or_else(Vec::new, |command| self.save_typed_and(command));
            }
            Action::Reauthorize(needed) => {
                self.sign_in.reauthorization = Some(Reauthorization { needed, problem: None });
            }
            Action::StaySignedIn => {
                self.sign_in.reauthorization = None;
                return vec![Command::Account(AccountCommand::SignInCancel)];
            }
            Action::DropOnDialog => nothing_added(self, NotAdded::DialogOpen),
            Action::Drop(paths) => return drop_files(self, paths),
            Action::CopiedProducts(count) => self.notifications.add(Notification::Copied(count), &self.now),
            Action::CopiedCells(count) => self.announcement.announce(Announcement::CellsCopied(count)),
            Action::Announce(happened) => self.announcement.announce(happened),
            Action::ValuesReplaced(values) => {
                if let Some(change) = self.import.last_change() {
                    self.notifications.add(Notification::Replaced { values, change }, &self.now);
                }
            }
            Action::NotPasted { beyond, in_variants } => {
                self.notifications.add(Notification::NotPasted { beyond, in_variants }, &self.now);
            }
            Action::PastedTooMuch(rows) => {
                self.notifications.add(Notification::PastedTooMuch(rows), &self.now);
            }
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
            Action::ShowActivity(open) => return self.show_activity(open),
            Action::ShowNotifications(open) => self.notifications.show(open),
            Action::ClearNotifications => self.notifications.clear(),
        }
        Vec::new()
    }

    fn edit_products(&mut self, action: ProductEditAction) -> Vec<Command> {
        if let (ProductEditAction::Start, true, PreviewState::Ready { preview, .. }) =
            (&action, self.product_edits.previews_cells, &self.product_edits.preview)
        {
            self.products.cells.start(preview);
        }
        self.product_edits.act(action)
    }

    fn act_on_cells(&mut self, action: CellAction) {
        let happened = match action {
            CellAction::Undo if self.products.cells.can_undo() => Some(Announcement::Undone),
            CellAction::Redo if self.products.cells.can_redo() => Some(Announcement::Redone),
            CellAction::Undo | CellAction::Redo => Some(Announcement::NothingToUndo),
            CellAction::Leave => self.products.cells.typed_error().cloned().map(Announcement::Unusable),
            _ => None,
        };
        let changed = self.products.act(action);
        let happened = happened.or((changed > 1).then_some(Announcement::CellsChanged(changed)));
        happened.into_iter().for_each(|happened| self.announcement.announce(happened));
    }

    fn show_activity(&mut self, open: bool) -> Vec<Command> {
        self.activity.open = open;
        if !open {
            return Vec::new();
        }
        self.notifications.show(false);
        vec![Command::Import(ImportCommand::Runs), Command::Edit(EditCommand::Runs)]
    }

    pub(super) fn act_on_import(&mut self, action: ImportAction) -> Vec<Command> {
        if matches!(action, ImportAction::Pause | ImportAction::Continue) && self.is_repeated_click() {
            return Vec::new();
        }
        let before = (self.import.phase == Phase::Review)
            .then(|| (self.import.review.drafts().len(), self.import.review.history().changes));
        let undoes = matches!(action, ImportAction::Undo | ImportAction::Redo);
        let happened = self.import.announcement(&action);
        let photos = match &action {
            ImportAction::Review(ReviewAction::Photos(photos)) => Some(photos.clone()),
            // Of several products: told by the number of photos alone.
            ImportAction::Review(ReviewAction::RemovePhotos(photos)) => {
                Some(PhotoAction::Remove { product: 0, photos: (0..count_photos(photos)).collect() })
            }
            _ => None,
        };
        let removes = matches!(photos, Some(PhotoAction::Remove { .. }));
        let (commands, settings) = self.import.act(action, &self.rules(), &self.settings);
        match photos {
            // Products that had no other photos are gone: their number says more.
            Some(_)
                if before.is_some_and(|(products, _)| self.import.review.drafts().len() < products)
                    && removes =>
            {
                self.note_removed(before);
            }
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

    /// Whether Pause or Continue, which take turns in one place, was pressed just before: whoever clicks
    /// several times means the first one.
    fn is_repeated_click(&mut self) -> bool {
        const SECOND: jiff::SignedDuration = jiff::SignedDuration::from_secs(1);
        if self.paused_or_continued.as_ref().is_some_and(|at| self.now.duration_since(at).abs() < SECOND) {
            return true;
        }
        self.paused_or_continued = Some(self.now.clone());
        false
    }

    fn edit(&mut self, action: EditorAction) -> Vec<Command> {
        match action {
            EditorAction::Open { photos, at } => {
                self.editor = Editor::open(photos, at, |photo| self.edit_of_photo(photo));
            }
            EditorAction::Cancel
                if self.editor.as_ref().is_some_and(|editor| editor.changed_count() == 0) =>
            {
                self.editor = None;
            }
            EditorAction::Discard => self.editor = None,
            EditorAction::Apply => {
                return self.editor.take().map_or_else(Vec::new, |editor| self.apply_edits(editor));
            }
            action => {
                if let Some(editor) = &mut self.editor {
                    editor.act(action);
                }
            }
        }
        Vec::new()
    }

    /// A photo's current edit.
    fn edit_of_photo(&self, photo: &PictureKey) -> PhotoEdit {
        match photo {
            PictureKey::Form(id) => self
                .form
                .photos
                .iter()
                .find(|photo| photo.id == *id)
                .map(|photo| photo.edit)
                .unwrap_or_default(),
            PictureKey::File(path) => self.import.review.edit(path),
            _ => PhotoEdit::default(),
        }
    }

    fn apply_edits(&mut self, editor: Editor) -> Vec<Command> {
        let files = |paths: &[PathBuf]| paths.iter().cloned().map(PictureKey::File).collect::<Vec<_>>();
        let drafts = self.import.review.drafts();
        let covers: Vec<PictureKey> =
            drafts.iter().flat_map(|draft| files(draft.photos.get(..1).unwrap_or_default())).collect();
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

    /// Tells how many products a change took out of the review. `before`: how many there were, and the number
    /// of the last change.
    fn note_removed(&mut self, before: Option<(usize, u64)>) {
        let Some((products, change)) = before else { return };
        let removed = products.saturating_sub(self.import.review.drafts().len());
        if let Some(now) = self.import.last_change().filter(|now| removed > 0 && *now != change) {
            self.notifications.add(Notification::Removed { products: removed, change: now }, &self.now);
        }
    }

    /// Tells what a change to photos took out of the review. `before`: as in
    /// [`note_removed`](Self::note_removed).
    fn note_photos(&mut self, before: Option<(usize, u64)>, action: &PhotoAction) {
        let made = self.import.last_change().filter(|now| before.is_some_and(|(_, change)| *now != change));
        let note = made.and_then(|change| match action {
            PhotoAction::Remove { photos, .. } => {
                Some(Notification::PhotosRemoved { photos: photos.len(), change })
            }
            PhotoAction::Merge { .. } => Some(Notification::ProductsMerged { change }),
            _ => None,
        });
        if let Some(note) = note {
            self.notifications.add(note, &self.now);
        }
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
        let mut commands = self.apply_rial_prices();
        commands.push(Command::Platform(PlatformCommand::SaveSettings(Box::new(settings))));
        commands
    }
}

fn nothing_added(model: &mut Model, why: NotAdded) {
    model.notifications.add(Notification::NothingAdded(why), &model.now);
}

/// Takes files that were dropped to where they belong.
fn drop_files(model: &mut Model, paths: Vec<PathBuf>) -> Vec<Command> {
    model.notifications.drop_begins();
    if !paths.is_empty() && paths.iter().all(|path| has_other_name(path)) {
        // They go nowhere, and the person stays where they are.
        let files = OtherFiles::new(paths.iter().map(PathBuf::as_path), paths.len());
        nothing_added(model, NotAdded::OtherFiles(files));
        return Vec::new();
    }
    // A list of what happened gives way to what is done now.
    if model.notifications.open || model.activity.open {
        model.notifications.show(false);
        model.activity.open = false;
    }
    let is_signed_in = model.account().is_some();
    if model.screen == Screen::Create && is_signed_in && paths.iter().all(|path| has_photo_name(path)) {
        let photos = paths.into_iter().map(PhotoSource::File).collect();
        return model.form.act(FormAction::Add(photos), &model.rules());
    }
    if model.screen == Screen::Products && model.product_edits.one.is_some() {
        model.product_edits.pick(paths);
        return Vec::new();
    }
    if changes_products(model, &paths) {
        return model.picked(PickTarget::ProductSheet, paths);
    }
    // Before a sign-in, a dropped file may be a market file instead of photos.
    if !is_signed_in && is_market_file(&paths) {
        return model.picked(PickTarget::MarketFile, paths);
    }
    // A folder, or a file that is no photo, is for the review.
    model.screen = Screen::Import;
    model.import.dropped(paths)
}

/// A spreadsheet that is dropped on the page of the products changes them, as if it was chosen there.
fn changes_products(model: &Model, dropped: &[PathBuf]) -> bool {
    model.screen == Screen::Products
        && model.product_edits.is_available
        && matches!(model.product_edits.preview, PreviewState::None)
        && matches!(dropped, [one] if is_sheet(one))
}

fn is_market_file(paths: &[PathBuf]) -> bool {
    matches!(paths, [path] if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")))
}
