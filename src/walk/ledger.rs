//! What stood on the screen when the person confirmed something, and whether the shops hold exactly that.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::time::Duration;

use jiff::Timestamp;

use crate::ui::App;
use crate::worker::sim::network::Network;
use crate::worker::{
    AccountCommand, Command, EditCommand, Event, FormCommand, ImportCommand, MarketChoice, PhotoSource,
    PickTarget, PlatformCommand, PlatformEvent, Session, Wanted, sim_env,
};
use vitrine_core::edit::plan::{LeftOut, Preview};
use vitrine_domain::origins::market_name;
use vitrine_domain::{Draft, Field, ProductId};
use vitrine_model::{Phase, PreviewState};
use vitrine_sandbox::Sandbox;

/// A marketplace and a shop in it.
pub type Shop = (usize, u64);
/// What stands in the cells of the review, by the folder or file of the product.
pub type Cells = BTreeMap<PathBuf, BTreeMap<Field, String>>;

/// What was on its way when an import was stopped arrives within this time.
const ON_ITS_WAY: Duration = Duration::from_secs(45);
/// What was pressed this long before the program was killed is on the disk.
const ON_DISK: Duration = Duration::from_secs(10);

/// What the person saw before the last frame.
#[derive(Default)]
pub struct Seen {
    pub shop: Option<Shop>,
    pub title: String,
    /// The name of the button that starts the import, while it is drawn.
    pub start: Option<String>,
    pub products: BTreeMap<PathBuf, Draft>,
    preview: Option<Arc<Preview>>,
}

pub struct Ledger {
    pub seen: Seen,
    pub dir: PathBuf,
    events: Sender<Event>,
    network: Arc<Network>,
    /// The name and price of each product that was confirmed.
    confirmed: BTreeMap<Shop, Vec<(String, Option<i64>)>>,
    /// The prices and names that each product of a shop may have.
    allowed: BTreeMap<(usize, u64), Vec<(Field, String)>>,
    stopped: BTreeMap<Shop, Timestamp>,
    picks: usize,
    pub violation: Option<String>,
    pub starts: usize,
    pub edits: usize,
    pub undos: usize,
    /// Whether the preview on the screen restores old values.
    restores: bool,
    /// What waited is resumed in the shop that is shown next.
    resumes: bool,
    /// What is decided now may not be on the disk.
    pub disk_is_full: bool,
    /// An account was removed with what was saved for it.
    pub removed_account: bool,
    pub is_verbose: bool,
}

impl Ledger {
    pub fn new(dir: PathBuf, events: Sender<Event>, markets: &[Sandbox; 2], network: Arc<Network>) -> Self {
        let mut allowed = BTreeMap::new();
        for (market, sandbox) in markets.iter().enumerate() {
            for product in sandbox.products() {
                allowed.insert(
                    (market, product.id),
                    variants(&product.fields.name, product.fields.primary_price),
                );
            }
        }
        Self {
            seen: Seen::default(),
            dir,
            events,
            network,
            confirmed: BTreeMap::new(),
            allowed,
            stopped: BTreeMap::new(),
            picks: 0,
            violation: None,
            starts: 0,
            edits: 0,
            undos: 0,
            restores: false,
            resumes: false,
            disk_is_full: false,
            removed_account: false,
            is_verbose: false,
        }
    }

    /// The program starts again.
    pub fn restart(&mut self, events: Sender<Event>) {
        self.events = events;
        self.seen = Seen::default();
    }

    /// The program was killed: what was pressed just before may be lost.
    pub fn killed(&mut self) {
        let (known, is_known) = (sim_env::clock() - ON_DISK, !self.disk_is_full);
        self.stopped.retain(|_, stopped| is_known && *stopped <= known);
    }

    /// Notes what the screen shows.
    pub fn look(&mut self, app: &App, start: Option<String>) {
        let model = app.model();
        self.seen.start = start;
        self.seen.shop = shop(&model.session);
        if let Some(shop) = self.seen.shop
            && std::mem::take(&mut self.resumes)
        {
            self.stopped.remove(&shop);
        }
        self.seen.title =
            model.account().and_then(|account| account.vendor.as_ref()?.title.clone()).unwrap_or_default();
        let import = &model.import;
        let drafts = if import.phase == Phase::Review { import.review.drafts() } else { &[] };
        self.seen.products = drafts
            .iter()
            .enumerate()
            .map(|(index, planned)| (planned.source.clone(), import.review.with_defaults(index)))
            .collect();
        self.seen.preview = match &model.product_edits.preview {
            PreviewState::Ready { preview, .. } => Some(Arc::clone(preview)),
            _ => None,
        };
    }

    fn fail(&mut self, violation: String) {
        self.violation.get_or_insert(violation);
    }

    /// Takes a command of the window. Returns what goes on to the worker; the rest the person or the system
    /// answers.
    pub fn send(&mut self, command: Command) -> Option<Command> {
        if self.is_verbose && !matches!(command, Command::Thumbnail(_)) {
            let told = format!("{command:?}");
            println!("    {} {}", sim_env::clock(), told.chars().take(200).collect::<String>());
        }
        if self.network.cut.load(Ordering::Relaxed) {
            // It was killed: nobody hears this.
            return None;
        }
        match command {
            Command::Platform(PlatformCommand::Pick(what)) => self.pick(what),
            Command::Platform(
                PlatformCommand::Paste { target, .. } | PlatformCommand::PasteFiles(target),
            ) => {
                let photos = vec![PhotoSource::File(self.dir.join("Gabbeh/rug0/0.png"))];
                let _ = self.events.send(Event::Platform(PlatformEvent::Pasted { target, photos }));
            }
            Command::Platform(
                PlatformCommand::OpenPage(_)
                | PlatformCommand::OpenDataFolder
                | PlatformCommand::Notify(_)
                | PlatformCommand::FollowAppearance
                | PlatformCommand::TakeCrashReport
                | PlatformCommand::ReportProblem,
            )
            | Command::Update(_) => {}
            // These are about this computer: its browser, its keychain, its ports.
            Command::Account(
                AccountCommand::SignInBrowser(_)
                | AccountCommand::SignInOpenAgain
                | AccountCommand::SaveClientSecret(_)
                | AccountCommand::MarketTest(_)
                | AccountCommand::UseMarket(MarketChoice::Practice),
            ) => {}
            Command::Account(AccountCommand::SignOutOf { market, user, drop }) => {
                self.removed_account |= drop;
                return Some(Command::Account(AccountCommand::SignOutOf { market, user, drop }));
            }
            Command::Import(command) => {
                self.note_import(&command);
                return Some(Command::Import(command));
            }
            Command::Form(FormCommand::Send { draft, photos }) => {
                self.confirm(&draft);
                return Some(Command::Form(FormCommand::Send { draft, photos }));
            }
            Command::Edit(EditCommand::Preview { preview, wanted, status_names }) => {
                self.restores = matches!(wanted, Wanted::Undo(_));
                return Some(Command::Edit(EditCommand::Preview { preview, wanted, status_names }));
            }
            Command::Edit(EditCommand::Start { preview, left_out }) => {
                self.note_changes(&left_out);
                self.edits += 1;
                self.undos += usize::from(self.restores);
                return Some(Command::Edit(EditCommand::Start { preview, left_out }));
            }
            command => return Some(command),
        }
        None
    }

    /// Answers the system's dialog, or closes it every third time.
    fn pick(&mut self, what: PickTarget) {
        self.picks += 1;
        if self.picks.is_multiple_of(3) {
            return;
        }
        let file = match what {
            PickTarget::ImportFolder | PickTarget::WatchedFolder => "Gabbeh",
            PickTarget::MarketFile => ["North.toml", "South.toml", "prices.csv"][self.picks % 3],
            PickTarget::ProductSheet => "changes.csv",
            _ => "Gabbeh/rug1/0.png",
        };
        let _ = self
            .events
            .send(Event::Platform(PlatformEvent::Picked { what, paths: vec![self.dir.join(file)] }));
    }

    fn note_import(&mut self, command: &ImportCommand) {
        match command {
            ImportCommand::Start { drafts, .. } => {
                self.starts += 1;
                if let Some(button) = self.seen.start.take()
                    && !button.contains(&self.seen.title)
                {
                    self.fail(format!("“{button}” creates in {}", self.seen.title));
                }
                for planned in drafts {
                    let cell = self.seen.products.get(&planned.source).map(|draft| {
                        (draft.name.clone(), draft.primary_price.map(vitrine_domain::Price::wire))
                    });
                    let sent = (
                        planned.draft.name.clone(),
                        planned.draft.primary_price.map(vitrine_domain::Price::wire),
                    );
                    // A dialog may set the price of those that have none.
                    if let Some(cell) = cell
                        && (cell.0 != sent.0 || cell.1.is_some_and(|price| Some(price) != sent.1))
                    {
                        self.fail(format!("the cells say {cell:?}, and {sent:?} is sent"));
                    }
                    self.confirm(&planned.draft);
                }
            }
            ImportCommand::Retry(drafts) => drafts.iter().for_each(|(_, draft)| self.confirm(draft)),
            ImportCommand::Cancel => {
                if let Some(shop) = self.seen.shop.filter(|_| !self.disk_is_full) {
                    self.stopped.insert(shop, sim_env::clock());
                }
            }
            ImportCommand::Continue | ImportCommand::Resume { .. } | ImportCommand::Reopen(_) => {
                // An account that has just been signed in to is shown in a moment.
                self.resumes = self.seen.shop.is_none();
                if let Some(shop) = self.seen.shop {
                    self.stopped.remove(&shop);
                }
            }
            _ => {}
        }
    }

    fn confirm(&mut self, draft: &Draft) {
        let Some(shop) = self.seen.shop else {
            return self.fail(format!("{} is sent, and no shop is on the screen", draft.name));
        };
        self.stopped.remove(&shop);
        self.confirmed
            .entry(shop)
            .or_default()
            .push((draft.name.clone(), draft.primary_price.map(vitrine_domain::Price::wire)));
    }

    fn note_changes(&mut self, left_out: &LeftOut) {
        let (Some((market, _)), Some(preview)) = (self.seen.shop, self.seen.preview.clone()) else {
            return self.fail("changes are sent, and no preview is on the screen".to_owned());
        };
        for row in preview.to_send(left_out) {
            let Some(id) = number(&row.product) else { continue };
            let allowed = self.allowed.entry((market, id)).or_default();
            allowed.extend(row.changes.iter().map(|change| (change.field, change.new.to_string())));
        }
    }

    /// Each product of the shops was confirmed there, under this name and at this price.
    pub fn check_shops(&mut self, markets: &[Sandbox; 2]) -> Result<(), String> {
        for (market, sandbox) in markets.iter().enumerate() {
            let mut counts: BTreeMap<(u64, String), usize> = BTreeMap::new();
            for product in sandbox.products() {
                let shop = (market, product.vendor);
                let (name, price) = (&product.fields.name, product.fields.primary_price);
                let confirmed = self.confirmed.get(&shop).map(Vec::as_slice).unwrap_or_default();
                let known = (market, product.id);
                if !self.allowed.contains_key(&known) {
                    if !confirmed.contains(&(name.clone(), price)) {
                        return Err(format!(
                            "{name} is in {shop:?} at {price:?}; confirmed are {confirmed:?}"
                        ));
                    }
                    if let Some(stopped) = self.stopped.get(&shop)
                        && product.created_at > *stopped + ON_ITS_WAY
                    {
                        return Err(format!(
                            "{name} was created in {shop:?} at {}; its import was stopped at {stopped}",
                            product.created_at
                        ));
                    }
                    self.allowed.insert(known, variants(name, price));
                }
                let allowed = &self.allowed[&known];
                for variant in variants(name, price) {
                    if !allowed.contains(&variant) {
                        return Err(format!(
                            "{name} in {shop:?} has {variant:?}, which nobody confirmed: {allowed:?}"
                        ));
                    }
                }
                *counts.entry((product.vendor, name.clone())).or_default() += 1;
            }
            for ((vendor, name), count) in counts {
                let confirmed = self.confirmed.get(&(market, vendor)).map(Vec::as_slice).unwrap_or_default();
                let allowed = confirmed.iter().filter(|(of, _)| *of == name).count();
                if allowed > 0 && count > allowed + 1 {
                    return Err(format!(
                        "{name} is {count} times in {:?}, confirmed {allowed} times",
                        (market, vendor)
                    ));
                }
            }
        }
        self.violation.take().map_or(Ok(()), Err)
    }
}

fn variants(name: &str, price: Option<i64>) -> Vec<(Field, String)> {
    vec![
        (Field::Name, name.to_owned()),
        (Field::PrimaryPrice, price.map(|price| price.to_string()).unwrap_or_default()),
    ]
}

fn number(id: &ProductId) -> Option<u64> {
    id.to_string().parse().ok()
}

pub fn shop(session: &Session) -> Option<Shop> {
    let Session::SignedIn { market, account, .. } = session else { return None };
    let vendor = account.vendor.as_ref()?.id.to_string().parse().ok()?;
    Some((usize::from(market_name(market) != "North"), vendor))
}
