//! What each event of the worker changes.

use std::sync::Arc;

use super::{Categories, FormAction, Happened, ImportAction, Model, Notification, Phase, Screen, Setup, WatchedFolderState, Webhooks};
use crate::domain::{Field, Problem, ProductId};
use crate::import::sheet::PriceUnit;
use crate::import::{Row, State};
use crate::worker::{CatalogCommand, Command, EditUpdate, Event, FormPhotoState, PasteTarget, PictureKey, Session, Settings};

impl Model {
    pub(super) fn apply_event(&mut self, event: Event) -> Vec<Command> {
        match event {
            Event::Settings(settings) => self.take_settings(settings),
            Event::Appearance(theme) => self.desktop = theme,
            // The first is requested by the command line only, the others formatted by the app.
            Event::MarketChecked(_) | Event::Report { .. } | Event::SheetResults(_) => {}
            Event::Updates(state) => self.updates.take(state),
            Event::PageNotOpened(_) | Event::CrashReport(_) | Event::NewVersion(_) | Event::TableSaved(_) => self.note(event),
            Event::WhoAmI(_)
            | Event::SignInMethods(_)
            | Event::ClientSecret(_)
            | Event::Accounts(_)
            | Event::Markets(_)
            | Event::SignInAddress(_)
            | Event::SignInPageOpened(_)
            | Event::SignInChecking
            | Event::SignInFound(_)
            | Event::SignInEnded(_)
            | Event::Leaving
            | Event::Stayed => self.apply_sign_in_event(event),
            Event::Left => return self.account_left(),
            Event::MarketOpened { draft, file } => self.setup = Some(Setup::opened(*draft, file)),
            Event::MarketTested(_) | Event::MarketFailed(_) => match (&mut self.setup, event) {
                (Some(setup), event) => setup.apply(event),
                (None, Event::MarketFailed(problem)) => self.notifications.add(Notification::Problem(problem), &self.now),
                (None, _) => {}
            },
            Event::Session(session) => return self.take_session(session),
            Event::Products(update) => self.products.apply(update),
            Event::Categories(update) => {
                self.categories.apply(update);
                self.categories_changed();
            }
            Event::Edit(update) => self.apply_edit_update(update),
            Event::FormPhoto { .. } | Event::FormChecking | Event::FormResult(_) | Event::FormRestored(_) => {
                return self.apply_form_event(event);
            }
            Event::SheetPlanned { .. }
            | Event::PlanReading { .. }
            | Event::FirstPlanned(_)
            | Event::Planned { .. }
            | Event::FilesIgnored(_)
            | Event::PlanCompared { .. }
            | Event::PhotosCompared { .. }
            | Event::PhotoCopies { .. }
            | Event::ImportSheet(_)
            | Event::ImportDrafts(_)
            | Event::ImportRows(_)
            | Event::ImportProgress(_)
            | Event::ImportEnded(_)
            | Event::ImportUnfinished(_)
            | Event::ReviewRestored(_) => return self.apply_import_event(event),
            Event::WebhookAdded(result) => self.webhooks.take_result(result),
            Event::Picked { what, paths } => return self.picked(what, paths),
            Event::Pasted { target: PasteTarget::Form, photos } => return self.form.act(FormAction::Add(photos), &self.rules()),
            Event::Pasted { target: PasteTarget::Import, photos } => return self.paste_on_import(photos),
            Event::FoundInFolder(paths) => return self.found_in_folder(paths),
            Event::WatchedFolderMissing(missing) => self.watched.missing = missing,
            Event::Dropped(paths) => {
                self.screen = Screen::Import;
                return self.import_paths(paths);
            }
            Event::Problem(problem) if self.sign_in.take_problem(&problem) => {}
            Event::Problem(problem) => {
                self.import.handle_problem();
                self.notifications.add(Notification::Problem(problem), &self.now);
            }
            Event::Stopped => self.stopped = true,
            // Textures belong to the app, and products that keep waiting are offered again.
            Event::Picture { .. } | Event::ImportLacksAttributes { .. } => {}
            Event::PictureCache { bytes } => self.picture_cache = Some(bytes),
            Event::PhotoFacts { key, facts } => self.photos.record_facts(key, facts),
            Event::PhotoFingerprint { key, fingerprint } => {
                self.import.take_fingerprint(&key, &fingerprint);
                self.photos.duplicates.insert(key, fingerprint);
            }
            Event::PhotoPrepared { key, changes: treatment } => self.photos.record_changes(key, treatment),
            Event::PhotoLimits(limits) => self.photos.limits = limits,
        }
        Vec::new()
    }

    fn apply_sign_in_event(&mut self, event: Event) {
        if let Some(problem) = self.sign_in.apply(event) {
            self.notifications.add(Notification::Problem(problem), &self.now);
        }
    }

    fn apply_edit_update(&mut self, update: EditUpdate) {
        let before = self.product_edits.unfinished().map(|run| run.id);
        if let Some(changes) = self.product_edits.take(update) {
            self.announcement.make(Happened::PreviewReady(changes));
        }
        // Reported once, wherever the person is.
        if let Some(run) = self.product_edits.unfinished().filter(|run| before != Some(run.id) && self.screen != Screen::Products) {
            self.notifications.add(Notification::EditsUnfinished(run.counts.waiting), &self.now);
        }
    }

    /// Adds the notification of an event that changes nothing else.
    fn note(&mut self, event: Event) {
        let note = match event {
            Event::PageNotOpened(address) => Notification::PageNotOpened(address),
            Event::CrashReport(report) => Notification::Crashed(report),
            Event::NewVersion(version) => Notification::NewVersion(version),
            Event::TableSaved(path) => Notification::Saved(path),
            _ => return,
        };
        self.notifications.add(note, &self.now);
    }

    fn apply_form_event(&mut self, event: Event) -> Vec<Command> {
        match event {
            Event::FormPhoto { id, state } => self.form.photo_changed(id, state),
            Event::FormChecking => self.form.start_checking(),
            Event::FormResult(result) => return self.take_form_result(result),
            Event::FormRestored(restored) => return self.form.restore(*restored, &self.rules()),
            _ => {}
        }
        Vec::new()
    }

    fn apply_import_event(&mut self, event: Event) -> Vec<Command> {
        match event {
            Event::SheetPlanned { sheets, others } => self.import.sheets_planned(sheets, others),
            Event::PlanReading { read, found } => self.import.reading = (read, found),
            Event::FirstPlanned(drafts) => self.import.first_planned = drafts,
            Event::Planned { drafts, problems, ignored, folders } => {
                self.photos.plan_changed();
                self.import.planned(drafts, problems, ignored, folders);
            }
            Event::FilesIgnored(files) => self.import.ignored_files = files,
            Event::ImportSheet(sheet) => self.import.imported_sheet = Some(*sheet),
            Event::PhotosCompared { folder, photos, products } => self.import.photos_compared(&folder, photos, products),
            Event::PhotoCopies { plan, copies } => self.import.copies_found(plan, copies),
            Event::PlanCompared { plan, mut compared } => {
                let covers = compared.as_mut().map(|compared| std::mem::take(&mut compared.covers)).unwrap_or_default();
                self.import.take_sent_covers(covers, self.photos.duplicates.fingerprints());
                self.import.plan_compared(plan, compared);
            }
            Event::ImportDrafts(drafts) => self.import.take_drafts(drafts),
            Event::ImportRows(rows) => {
                self.add_created_products(&rows);
                self.import.take_rows(rows);
            }
            Event::ImportProgress(progress) => {
                self.sign_in.set_waiting(progress.counts.waiting);
                self.import.throughput.record(progress.counts.created, self.now.timestamp());
                self.import.take_progress(progress);
            }
            Event::ImportEnded(progress) => {
                self.sign_in.set_waiting(progress.counts.waiting);
                self.import.throughput.record(progress.counts.created, self.now.timestamp());
                let created = progress.counts.created > 0;
                self.import.ended(progress);
                return self.reload_newest_if(created);
            }
            Event::ImportUnfinished(unfinished) => {
                self.import.take_unfinished(unfinished);
                if unfinished.was_left && self.import.phase == Phase::Empty {
                    self.notifications.add(Notification::ImportResumed(unfinished.counts.waiting), &self.now);
                    return self.act_on_import(ImportAction::Resume);
                }
            }
            Event::ReviewRestored(review) => return self.import.restore_saved(*review),
            _ => {}
        }
        Vec::new()
    }

    fn take_settings(&mut self, settings: Settings) {
        self.import.take_settings(&settings);
        self.settings = settings;
    }

    fn take_session(&mut self, session: Session) -> Vec<Command> {
        self.sign_in.session_changed(matches!(session, Session::SignedIn { .. }));
        self.setup.take_if(|setup| setup.saving);
        let mut commands = Vec::new();
        let market = match &session {
            Session::Nobody => None,
            Session::Checking { market } | Session::SignedOut { market, .. } | Session::SignedIn { market, .. } => Some(market.clone()),
        };
        let by_choice = matches!(session, Session::SignedOut { problem: None, .. }) && self.account().is_some();
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
            commands = self.form.act(FormAction::Leave, &self.rules());
            self.market = market;
        }
        let fresh = self.account().is_none();
        self.session = session;
        self.import.rules_changed();
        let Some(account) = self.account().cloned() else {
            self.editor = None;
            return commands;
        };
        self.market_file = None;
        let shop = self.account_key();
        if self.products.owner.is_some() && self.products.owner != shop {
            commands.extend(self.account_left());
        }
        self.products.owner = shop;
        commands.extend(self.import.set_shop_unit(PriceUnit::of(self.currency())));
        commands.extend(self.watch());
        commands.extend((fresh && account.vendor.is_some()).then_some(Command::Catalog(CatalogCommand::Open)));
        commands
    }

    /// The account was left; discards what belongs to it.
    fn account_left(&mut self) -> Vec<Command> {
        self.watched = WatchedFolderState::default();
        self.editor = None;
        self.import.abandon();
        self.form.abandon();
        self.products.forget();
        self.categories = Categories::default();
        self.form.catalogue = Arc::default();
        self.import.categories_changed(&self.categories);
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
            let file = cover.and_then(|photo| if let FormPhotoState::Uploaded(file) = &photo.state { Some(file.clone()) } else { None });
            let picture = cover.map(|photo| PictureKey::Form(photo.id).edited(photo.edit));
            self.products.created(id.clone(), &self.form.draft(&self.rules()).0, file, picture);
        }
        let name = self.form.text(Field::Name).trim().to_owned();
        let is_next = created && self.form.begins_next();
        let mut commands = self.form.take_result(result.clone());
        if is_next {
            self.notifications.add(Notification::ProductCreated { name, id: result.ok().flatten() }, &self.now);
        }
        commands.extend(self.reload_newest_if(created));
        commands
    }

    /// The created product is in the table already. The first pages of the shop's list, newest first, have the rest of its data.
    fn reload_newest_if(&self, created: bool) -> Vec<Command> {
        if created { vec![Command::Catalog(CatalogCommand::LoadNewest)] } else { Vec::new() }
    }

    /// Adds products that the import has created to the table.
    fn add_created_products(&mut self, rows: &[Row]) {
        for row in rows.iter().filter(|row| row.state == State::Created) {
            if let (Some(id), Some(draft)) = (&row.product_id, self.import.sent(row.id)) {
                self.products.created(id.clone(), draft, row.photo_id.clone(), self.import.cover(row.id).cloned());
            }
        }
    }
}
