//! What the simulated user does in the window.

use super::*;
use vitrine_core::import::categories::keep_category_open;
use vitrine_domain::Price;
use vitrine_domain::origins::market_name;

impl Driver<'_> {
    pub(super) fn each_cover(&mut self, folder: usize, spoil: impl Fn(&mut Self, PathBuf)) {
        for product in 0..FOLDERS[folder].0 {
            let name = name_of(folder, product);
            self.screen().expectations.ledger.confirm_other_photos(&name);
            let cover = self.dir.path().join(folder.to_string()).join(name).join("0.png");
            spoil(self, cover);
        }
    }

    pub(super) fn drop_folder(&mut self, folder: usize) {
        let path = self.dir.path().join(folder.to_string());
        self.screen().expect_event(Awaited::Planned);
        self.screen().dropped = Some(path.clone());
        self.screen().review.clear();
        self.send(Command::Import(ImportCommand::Plan {
            paths: vec![path],
            grouping: Grouping::Auto.into(),
            sheet: SheetRequest::default(),
        }));
    }

    pub(super) fn type_review(&mut self, number: u8) {
        let Some(shop) = self.screen().reviewer() else { return };
        let Some(path) = self.screen().dropped.clone() else { return };
        let typed = BTreeMap::from([("brief".to_owned(), format!("typed {number}"))]);
        let product = SavedProduct { source: path.clone(), typed, ..SavedProduct::default() };
        let review = SavedReview { dropped: vec![path], products: vec![product], ..SavedReview::default() };
        self.screen().expectations.keep(shop, Some(review.clone()));
        self.send(Command::Import(ImportCommand::SaveReview(Some(Box::new(review)))));
    }

    pub(super) fn discard_review(&mut self) {
        let Some(shop) = self.screen().account() else { return };
        self.screen().dropped = None;
        self.screen().review.clear();
        self.screen().expectations.keep(shop, None);
        self.send(Command::Import(ImportCommand::SaveReview(None)));
    }

    pub(super) fn press_start(&mut self, again: bool) {
        let mut screen = self.screen();
        // Without a session, the window shows how to sign in, and no review.
        if !screen.signed_in || screen.review.is_empty() {
            return;
        }
        let mut drafts: Vec<PlannedDraft> = std::mem::take(&mut screen.review);
        screen.dropped = None;
        let category = self.world.categories.map(|_| CATEGORY);
        for (number, planned) in drafts.iter_mut().enumerate() {
            planned.draft = Draft {
                primary_price: Some(Price::on_wire(1000 + number as i64)),
                stock: Some(3),
                ..planned.draft.clone()
            };
            match category {
                Some(category) if screen.has_tree => planned.draft.category_id = Some(category),
                default => keep_category_open(planned, &[], &[], default),
            }
        }
        let shop = screen.reviewer();
        screen.unseen.extend(drafts.iter().map(|planned| planned.draft.name.clone()));
        let confirmed: Vec<&Draft> = drafts.iter().map(|planned| &planned.draft).collect();
        screen.expectations.start(shop, &confirmed, again);
        screen.ended = false;
        screen.cancelling = false;
        screen.expect_event(Awaited::Ended);
        drop(screen);
        self.send(Command::Import(ImportCommand::Start {
            drafts,
            allow_duplicates: again,
            generate_skus: false,
            from_review: true,
            rest: None,
        }));
    }

    pub(super) fn retry_failed(&mut self) {
        let mut screen = self.screen();
        let Some(shop) = screen.owner else { return };
        let failed = |state| matches!(state, State::Failed | State::Cancelled);
        let mended: Vec<(DraftId, Draft)> = screen
            .rows
            .values()
            .filter(|row| failed(row.state))
            .filter_map(|row| Some((row.id, screen.drafts.get(&row.id)?.draft.clone())))
            .collect();
        if mended.is_empty() {
            return;
        }
        screen.expectations.goes_on();
        for (_, draft) in &mended {
            screen.expectations.retry(shop, &draft.name);
        }
        screen.cancelling = false;
        screen.ended = false;
        screen.expect_event(Awaited::Ended);
        drop(screen);
        self.send(Command::Import(ImportCommand::Retry(mended)));
    }

    /// Looks in the shop for products that the user has been asked about for this long.
    pub(super) fn decide(&mut self, long: Duration) {
        let Some(shop) = self.screen().owner else { return };
        let asked = self.screen().asked_for(long);
        for draft in asked {
            let cover = self.screen().rows[&draft].photo_id.clone();
            let exists = self.markets[shop.0].products().iter().any(|product| {
                product.vendor == shop.1
                    && cover
                        .as_ref()
                        .is_some_and(|cover| cover.to_string() == product.fields.photo.to_string())
            });
            self.screen().asked.remove(&draft);
            self.screen().ended = false;
            self.send(Command::Import(ImportCommand::Decide { draft, exists }));
        }
    }

    pub(super) fn resume(&mut self) {
        let mut screen = self.screen();
        screen.expectations.goes_on();
        screen.ended = false;
        screen.cancelling = false;
        screen.expect_event(Awaited::Ended);
        drop(screen);
        self.send(Command::Import(ImportCommand::Resume { without_attributes: false }));
    }

    pub(super) fn add_to_form(&mut self, number: usize) {
        self.forms += 1;
        let id = FormPhotoId(self.forms);
        let path = self.dir.path().join("0").join(name_of(0, number % FOLDERS[0].0)).join("0.png");
        self.screen().expect_event(Awaited::FormPhoto(id));
        self.screen().form.insert(id, false);
        self.send(Command::Form(FormCommand::AddPhoto { id, source: PhotoSource::File(path) }));
    }

    pub(super) fn send_form(&mut self) {
        let name = format!("form{}", self.forms + 1);
        let mut screen = self.screen();
        let photos: Vec<FormPhotoId> = screen.form.iter().filter(|(_, up)| **up).map(|(id, _)| *id).collect();
        if photos.is_empty() {
            return;
        }
        let Some(shop) = screen.account() else { return };
        let draft = Draft {
            name,
            primary_price: Some(Price::on_wire(1700)),
            stock: Some(1),
            category_id: self.world.categories.map(|_| CATEGORY),
            ..Draft::default()
        };
        screen.expectations.ledger.confirm_form(shop, &draft);
        screen.form.clear();
        screen.expect_event(Awaited::FormResult);
        drop(screen);
        self.forms += 1;
        self.send(Command::Form(FormCommand::Send { draft, photos }));
    }

    pub(super) fn switch_account(&mut self, number: u8) {
        let accounts = self.screen().accounts.clone();
        let Some(entry) = accounts.get(usize::from(number) % accounts.len().max(1)) else { return };
        self.market = usize::from(market_name(&entry.market) != "North");
        self.screen().signed_out = None;
        self.leave(Awaited::Session);
        self.send(Command::Account(AccountCommand::SwitchAccount {
            market: entry.market.clone(),
            user: entry.account.id.clone(),
        }));
    }

    pub(super) fn give_up(&mut self) {
        let Some(shop) = self.screen().account() else { return };
        self.leave(Awaited::Session);
        self.screen().expectations.gave_up(shop);
        let user = if shop.1 == 501 { Person::Owner } else { Person::OtherOwner };
        let market = self.market_id(shop.0);
        self.send(Command::Account(AccountCommand::SignOutOf {
            market,
            user: UserId::from(user.id()),
            drop: true,
        }));
    }
}
