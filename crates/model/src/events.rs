//! What each event of the worker changes.

use std::sync::Arc;

use super::{
    Announcement, Categories, FormAction, ImportAction, Model, NotAdded, Notification, Phase, Screen, Setup,
    ShopAt, WatchedFolderState, Webhooks,
};
use crate::messages::{
    CatalogCommand, Command, EditEvent, Event, FormEvent, FormPhotoState, ImportEvent, MarketFileEvent,
    PasteTarget, PhotoEvent, PictureKey, PlatformEvent, Session, UpdateEvent, WebhookEvent,
};

use crate::import::{comparison_news, interrupted, left_out};
use vitrine_core::import::{Row, State};
use vitrine_domain::{Field, Problem, ProductId};

impl Model {
    /// Applies a worker event. Returns the commands that follow from it.
    pub fn apply(&mut self, event: Event) -> Vec<Command> {
        self.requests.answered();
        let mut commands = self.apply_event(event);
        commands.extend(self.compare_plan());
        commands.extend(self.import.photo_comparison_command());
        commands.extend(self.check());
        commands
    }

    fn apply_event(&mut self, event: Event) -> Vec<Command> {
        match event {
            Event::Session(session) => return self.take_session(session),
            Event::Left => return self.account_left(),
            Event::Account(event) => {
                if let Some(problem) = self.sign_in.apply(event) {
                    self.notifications.add(Notification::Problem(problem), &self.now);
                }
            }
            Event::MarketFile(event) => self.apply_market_file_event(event),
            Event::Import(event) => return self.apply_import_event(event),
            Event::Catalog(event) => self.products.apply(event),
            Event::Category(event) => {
                self.categories.apply(event);
                self.categories_changed();
            }
            Event::Edit(event) => self.apply_edit_event(event),
            // Only the command line checks a marketplace.
            Event::Check(_) => {}
            Event::Form(event) => return self.apply_form_event(event),
            Event::Photo(event) => self.apply_photo_event(event),
            Event::Webhook(event) => return apply_webhook_event(self, event),
            Event::Phone(event) => return self.apply_phone_event(event),
            Event::Platform(event) => return self.apply_platform_event(event),
            Event::Update(UpdateEvent::State(state)) => self.updates.on_state(state),
            Event::Update(UpdateEvent::NewVersion(version)) => {
                self.notifications.add(Notification::NewVersion(version), &self.now);
            }
            Event::Problem(problem) => {
                self.products.cells.not_sent();
                if !self.sign_in.take_problem(&problem) {
                    self.import.handle_problem();
                    self.notifications.add(Notification::Problem(problem), &self.now);
                }
            }
            Event::Stopped => self.stopped = true,
        }
        Vec::new()
    }

    fn apply_market_file_event(&mut self, event: MarketFileEvent) {
        match (&mut self.setup, event) {
            (Some(setup), event) => setup.apply(event),
            (None, MarketFileEvent::Opened { draft, file }) => self.setup = Some(Setup::opened(*draft, file)),
            // The dialog that tested it was closed.
            (None, MarketFileEvent::Tested(_)) => {}
            (None, MarketFileEvent::Failed(problem)) => {
                self.notifications.add(Notification::Problem(problem), &self.now);
            }
        }
    }

    fn apply_photo_event(&mut self, event: PhotoEvent) {
        match event {
            // Textures belong to the app.
            PhotoEvent::Picture { .. } => {}
            PhotoEvent::Facts { key, facts } => self.photos.record_facts(key, facts),
            PhotoEvent::Fingerprint { key, fingerprint } => {
                self.import.review.looks.fingerprint_made(&key, &fingerprint);
                self.photos.duplicates.insert(key, fingerprint);
            }
            PhotoEvent::Prepared { key, changes } => self.photos.record_changes(key, changes),
            PhotoEvent::Limits(limits) => self.photos.limits = limits,
            PhotoEvent::CacheSize { bytes } => self.picture_cache = Some(bytes),
        }
    }

    fn apply_platform_event(&mut self, event: PlatformEvent) -> Vec<Command> {
        match event {
            PlatformEvent::Settings(settings) => {
                self.import.take_settings(&settings, self.account_key());
                self.settings = *settings;
                return self.apply_rial_prices();
            }
            PlatformEvent::Appearance(theme) => self.desktop = theme,
            PlatformEvent::Picked { what, paths } => return self.picked(what, paths),
            PlatformEvent::Pasted { photos, .. } if photos.is_empty() => {
                let nothing = Notification::NothingAdded(NotAdded::NothingCopied);
                self.notifications.add(nothing, &self.now);
            }
            PlatformEvent::Pasted { target: PasteTarget::Form, photos } => {
                return self.form.act(FormAction::Add(photos), &self.rules());
            }
            PlatformEvent::Pasted { target: PasteTarget::Import, photos } => {
                return self.paste_on_import(photos);
            }
            PlatformEvent::FoundInFolder(paths) => return self.found_in_folder(paths),
            PlatformEvent::WatchedFolderMissing(missing) => self.watched.missing = missing,
            PlatformEvent::Dropped(paths) => {
                self.screen = Screen::Import;
                return self.import.dropped(paths);
            }
            PlatformEvent::PageNotOpened(address) => {
                self.notifications.add(Notification::PageNotOpened(address), &self.now);
            }
            PlatformEvent::ProblemReport { report, folder } => {
                self.notifications.add(Notification::ProblemReport { report, folder }, &self.now);
                self.notifications.show(true);
            }
            PlatformEvent::CrashReport(report) => {
                self.notifications.add(Notification::Crashed(report), &self.now);
            }
        }
        Vec::new()
    }

    fn apply_edit_event(&mut self, event: EditEvent) {
        let before = self.product_edits.unfinished().map(|run| run.id);
        if let EditEvent::Following(lists) = &event
            && self.screen != Screen::Products
        {
            for list in self.product_edits.differing_now(lists) {
                let name = list.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let differs = Notification::ListDiffers { name, count: list.differing() };
                self.notifications.add(differs, &self.now);
            }
        }
        match &event {
            EditEvent::CellsRestored(saved) => self.products.cells.restore((**saved).clone()),
            EditEvent::Opened { rows, .. } => self.products.cells.sent(rows),
            _ => {}
        }
        let ended = if let EditEvent::Ended { run, progress } = &event {
            Some((*run, progress.counts))
        } else {
            None
        };
        if let Some(changes) = self.product_edits.on_event(event) {
            self.announcement.announce(Announcement::PreviewReady(changes));
        }
        if let Some(run) = &self.product_edits.run {
            self.sign_in.set_changes(run.progress.counts.waiting + run.progress.counts.moved);
        }
        if let Some((run, counts)) = ended {
            let ended = Notification::EditsEnded {
                run,
                changed: counts.changed,
                missing: counts.failed + counts.cancelled + counts.moved,
                is_undo: self.product_edits.run.as_ref().is_some_and(|run| run.is_undo),
            };
            self.notifications.keep(ended, &self.now, self.screen == Screen::Products);
        }
        // Reported once, wherever the person is.
        if let Some(run) = self
            .product_edits
            .unfinished()
            .filter(|run| before != Some(run.id) && self.screen != Screen::Products)
        {
            self.notifications.add(Notification::EditsUnfinished(run.counts.waiting), &self.now);
        }
    }

    fn apply_form_event(&mut self, event: FormEvent) -> Vec<Command> {
        match event {
            FormEvent::Photo { id, state } => {
                let is_sent = matches!(state, FormPhotoState::Uploaded(_));
                self.form.photo_changed(id, state);
                if is_sent && !self.form.is_sending_photos() {
                    self.announcement.announce(Announcement::PhotosSent(self.form.photos.len()));
                }
            }
            FormEvent::Checking => self.form.start_checking(),
            FormEvent::Result(result) => return self.take_form_result(result),
            FormEvent::Restored(restored) => return self.form.restore(*restored, &self.rules()),
        }
        Vec::new()
    }

    fn apply_import_event(&mut self, event: ImportEvent) -> Vec<Command> {
        match event {
            ImportEvent::PlanBegun => self.import.reading.plan_begun(),
            ImportEvent::SheetPlanned { .. }
            | ImportEvent::Reading { .. }
            | ImportEvent::FirstPlanned(_)
            | ImportEvent::Planned { .. }
                if !self.import.is_plan_current() => {}
            ImportEvent::SheetPlanned { sheets, others } => self.import.sheets_planned(sheets, others),
            ImportEvent::Reading { read, found } => self.import.reading.files = (read, found),
            ImportEvent::FirstPlanned(drafts) => self.import.reading.first_products = drafts,
            ImportEvent::Planned { drafts, problems, ignored, folders } => {
                self.photos.plan_changed();
                self.import.reading.is_news &= !drafts.is_empty();
                self.import.planned(drafts, problems, ignored, folders);
                let left_out = left_out(&mut self.import);
                if let Some(why) = self.import.not_added() {
                    self.notifications.add(Notification::NothingAdded(why), &self.now);
                } else if let Some(files) = left_out {
                    self.notifications.add(Notification::FilesLeftOut(files), &self.now);
                }
            }
            ImportEvent::FilesIgnored(files) => self.import.review.take_ignored(files),
            ImportEvent::Sheet(sheet) => self.import.run.sheet = Some(*sheet),
            ImportEvent::PhotosCompared { folder, photos, products, by_cards } => {
                self.import.review.photos_compared(&folder, photos, products, by_cards);
            }
            ImportEvent::PhotoCopies { plan, copies } => self.import.review.looks.copies_found(plan, copies),
            ImportEvent::PlanCompared { plan, mut compared } => {
                let covers = compared
                    .as_mut()
                    .map(|compared| std::mem::take(&mut compared.covers))
                    .unwrap_or_default();
                self.import.review.looks.covers_sent(covers, self.photos.duplicates.fingerprints());
                if self.import.review.plan_compared(plan, compared)
                    && let Some(news) = comparison_news(&mut self.import)
                {
                    self.notifications.add(news, &self.now);
                }
            }
            ImportEvent::Drafts(drafts) => self.import.run.take_drafts(drafts),
            ImportEvent::Rows(rows) => {
                self.add_created_products(&rows);
                self.import.take_rows(rows);
            }
            ImportEvent::Progress(progress) => {
                self.sign_in.set_waiting(progress.counts.waiting);
                self.import.run.throughput.record(progress.counts.created, self.now.timestamp());
                self.import.take_progress(progress);
            }
            ImportEvent::Ended(progress) => {
                self.sign_in.set_waiting(progress.counts.waiting);
                self.import.run.throughput.record(progress.counts.created, self.now.timestamp());
                let counts = progress.counts;
                let created = counts.created > 0;
                self.import.ended(progress);
                let ended = Notification::ImportEnded {
                    done: counts.created + counts.skipped,
                    missing: counts.missing(),
                    asked: counts.needs_person,
                };
                self.notifications.keep(ended, &self.now, self.screen == Screen::Import);
                return self.reload_newest_if(created);
            }
            ImportEvent::Unfinished(unfinished) => {
                self.import.take_unfinished(unfinished);
                if unfinished.was_left && self.import.phase == Phase::Empty {
                    self.notifications.add(Notification::ImportResumed(unfinished.counts.waiting), &self.now);
                    return self.act_on_import(ImportAction::Resume);
                }
                if let Some(interrupted) = interrupted(&self.import) {
                    self.notifications.add(interrupted, &self.now);
                }
            }
            ImportEvent::ReviewRestored(review) => {
                let commands = self.import.restore_saved(*review);
                self.import.reading.is_news = !commands.is_empty();
                if let Some(interrupted) = interrupted(&self.import) {
                    self.notifications.add(interrupted, &self.now);
                }
                return commands;
            }
            ImportEvent::Runs(imports) => self.activity.imports = imports,
            ImportEvent::TableSaved(path) => self.notifications.add(Notification::Saved(path), &self.now),
            // The app puts these into words, since it knows the language.
            ImportEvent::Report { .. } | ImportEvent::SheetResults(_) => {}
            // Products that keep waiting are offered again.
            ImportEvent::LacksAttributes { .. } | ImportEvent::LeftOfOthers(_) => {}
        }
        Vec::new()
    }

    fn take_session(&mut self, session: Session) -> Vec<Command> {
        self.sign_in.session_changed(matches!(session, Session::SignedIn { .. }));
        self.setup.take_if(|setup| setup.saving);
        let mut commands = Vec::new();
        let market = match &session {
            Session::Nobody => None,
            Session::Checking { market }
            | Session::SignedOut { market, .. }
            | Session::SignedIn { market, .. } => Some(market.clone()),
        };
        let by_choice =
            matches!(session, Session::SignedOut { problem: None, .. }) && self.account().is_some();
        if by_choice || market != self.market {
            self.import.abandon();
            self.form.abandon();
        }
        if market != self.market {
            // Another marketplace is another shop, to which no photo was uploaded yet.
            self.products.forget();
            self.photos.discard_changes();
            self.webhooks = Webhooks::default();
            self.product_edits.forget();
            self.activity = crate::Activity::default();
            commands = self.form.act(FormAction::Leave, &self.rules());
            self.market = market;
        }
        let fresh = self.account().is_none();
        self.session = session;
        self.import.review.rules_changed();
        let Some(account) = self.account().cloned() else {
            self.editor = None;
            return commands;
        };
        self.market_file = None;
        let shop = self.account_key();
        if self.products.owner.is_some() && self.products.owner != shop {
            commands.extend(self.account_left());
        }
        self.import.take_settings(&self.settings, shop.clone());
        self.products.owner = shop;
        if let Session::SignedIn { market, .. } = &self.session {
            let shop = account.vendor.as_ref().and_then(|vendor| vendor.title.clone());
            self.notifications.entered(ShopAt { shop, market: market.clone() });
        }
        commands.extend(self.apply_rial_prices());
        commands.extend(self.watch());
        commands
            .extend((fresh && account.vendor.is_some()).then_some(Command::Catalog(CatalogCommand::Open)));
        commands
    }

    /// Prices are read and written as the settings say for this marketplace, else as its file does.
    pub(super) fn apply_rial_prices(&mut self) -> Vec<Command> {
        let Session::SignedIn { market, currency, .. } = &mut self.session else { return Vec::new() };
        let chosen = self.settings.rial_prices.get(market).copied();
        *currency = std::mem::take(currency).with_rial_prices(chosen);
        let units = currency.units();
        self.import.set_shop_units(units)
    }

    /// The account was left; discards what belongs to it.
    fn account_left(&mut self) -> Vec<Command> {
        self.watched = WatchedFolderState::default();
        self.editor = None;
        self.import.abandon();
        self.form.abandon();
        self.products.forget();
        self.categories = Categories::default();
        self.form.market_categories = Arc::default();
        self.import.review.categories_changed(&self.categories);
        self.webhooks = Webhooks::default();
        self.product_edits.forget();
        self.notifications.account_left();
        self.form.act(FormAction::Leave, &self.rules())
    }

    /// Takes the form's result; a created product is added to the table.
    fn take_form_result(&mut self, result: Result<Option<ProductId>, Problem>) -> Vec<Command> {
        let created = result.is_ok();
        if let Ok(Some(id)) = &result {
            let cover = self.form.photos.first();
            let file = cover.and_then(|photo| {
                if let FormPhotoState::Uploaded(file) = &photo.state { Some(file.clone()) } else { None }
            });
            let picture = cover.map(|photo| PictureKey::Form(photo.id).edited(photo.edit));
            self.products.created(id.clone(), &self.form.draft(&self.rules()).0, file, picture);
        }
        let name = self.form.text(Field::Name).trim().to_owned();
        let is_next = created && self.form.begins_next();
        let mut commands = self.form.take_result(result.clone());
        if is_next {
            self.notifications
                .add(Notification::ProductCreated { name, id: result.ok().flatten() }, &self.now);
        }
        commands.extend(self.reload_newest_if(created));
        commands
    }

    /// The created product is in the table already. The first pages of the shop's list, newest first, have
    /// the rest of its data.
    fn reload_newest_if(&self, created: bool) -> Vec<Command> {
        if created { vec![Command::Catalog(CatalogCommand::LoadNewest)] } else { Vec::new() }
    }

    /// Adds products that the import has created to the table.
    fn add_created_products(&mut self, rows: &[Row]) {
        for row in rows.iter().filter(|row| row.state == State::Created) {
            if let (Some(id), Some(draft)) = (&row.product_id, self.import.run.sent(row.id)) {
                self.products.created(
                    id.clone(),
                    draft,
                    row.photo_id.clone(),
                    self.import.run.cover(row.id).cloned(),
                );
            }
        }
    }
}

/// Applies news of webhooks. That receiving has begun or ended is said to those who do not see it.
fn apply_webhook_event(model: &mut Model, event: WebhookEvent) -> Vec<Command> {
    let was_receiving = model.webhooks.deliveries.is_receiving();
    let commands = model.webhooks.on_event(event);
    let is_receiving = model.webhooks.deliveries.is_receiving();
    if was_receiving != is_receiving {
        model.announcement.announce(Announcement::Receiving(is_receiving));
    }
    commands
}
