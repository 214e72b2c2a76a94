//! What stood on the screen when the person confirmed something, as the [`Ledger`] hears it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::time::Duration;

use crate::ledger::{Ledger, Shop};
use crate::ui::App;
use crate::worker::sim::network::Network;
use crate::worker::{
    AccountCommand, Command, EditCommand, Event, FormCommand, ImportCommand, MarketChoice, PhotoSource,
    PickTarget, PlatformCommand, PlatformEvent, Session, Wanted, sim_env,
};
use vitrine_core::edit::plan::{LeftOut, Preview};
use vitrine_core::edit::{RowState, StoredRow};
use vitrine_domain::origins::market_name;
use vitrine_domain::{Draft, Field, Price};
use vitrine_model::{Phase, PreviewState};

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
    /// The rows of the run of changes that wait for a decision.
    moved: BTreeMap<usize, StoredRow>,
}

pub struct Witness {
    pub seen: Seen,
    ledger: Ledger,
    pub dir: PathBuf,
    events: Sender<Event>,
    network: Arc<Network>,
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

impl Witness {
    pub fn new(dir: PathBuf, events: Sender<Event>, ledger: Ledger, network: Arc<Network>) -> Self {
        Self {
            seen: Seen::default(),
            dir,
            events,
            network,
            ledger,
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
        if self.disk_is_full {
            self.ledger.goes_on(|_| true);
        } else {
            self.ledger.keep_stops_before(sim_env::clock() - ON_DISK + ON_ITS_WAY);
        }
    }

    /// Notes what the screen shows.
    pub fn look(&mut self, app: &App, start: Option<String>) {
        let model = app.model();
        self.seen.start = start;
        self.seen.shop = shop(&model.session);
        if let Some(shop) = self.seen.shop
            && std::mem::take(&mut self.resumes)
        {
            self.ledger.goes_on(|resumed| resumed == shop);
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
        let rows = model.product_edits.run.as_ref().map_or(&[][..], |run| &run.rows);
        let moved = rows.iter().enumerate().filter(|(_, row)| row.state == RowState::Moved);
        self.seen.moved = moved.map(|(place, row)| (place, row.clone())).collect();
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
                self.confirm_form(&draft);
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
            Command::Edit(EditCommand::Decide { run, rows, overwrite }) => {
                if overwrite {
                    self.note_overwritten(&rows);
                }
                return Some(Command::Edit(EditCommand::Decide { run, rows, overwrite }));
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
                    let cell = self
                        .seen
                        .products
                        .get(&planned.source)
                        .map(|draft| (draft.name.clone(), draft.primary_price.map(Price::wire)));
                    let sent = (planned.draft.name.clone(), planned.draft.primary_price.map(Price::wire));
                    // A dialog may set the price of those that have none.
                    if let Some(cell) = cell
                        && (cell.0 != sent.0 || cell.1.is_some_and(|price| Some(price) != sent.1))
                    {
                        self.fail(format!("the cells say {cell:?}, and {sent:?} is sent"));
                    }
                    self.confirm(&planned.draft, true);
                }
            }
            ImportCommand::Retry(drafts) => drafts.iter().for_each(|(_, draft)| self.confirm(draft, false)),
            ImportCommand::Cancel => {
                if let Some(shop) = self.seen.shop.filter(|_| !self.disk_is_full) {
                    self.ledger.stop(shop, sim_env::clock() + ON_ITS_WAY);
                }
            }
            ImportCommand::Continue | ImportCommand::Resume { .. } | ImportCommand::Reopen(_) => {
                // An account that has just been signed in to is shown in a moment.
                self.resumes = self.seen.shop.is_none();
                self.ledger.goes_on(|shop| Some(shop) == self.seen.shop);
            }
            _ => {}
        }
    }

    /// `again`: once more than it was confirmed before.
    fn confirm(&mut self, draft: &Draft, again: bool) {
        let Some(shop) = self.seen.shop else {
            return self.fail(format!("{} is sent, and no shop is on the screen", draft.name));
        };
        self.ledger.goes_on(|started| started == shop);
        self.ledger.confirm(Some(shop), draft, again);
    }

    fn confirm_form(&mut self, draft: &Draft) {
        match self.seen.shop {
            Some(shop) => self.ledger.confirm_form(shop, draft),
            None => self.fail(format!("{} is sent, and no shop is on the screen", draft.name)),
        }
    }

    fn note_changes(&mut self, left_out: &LeftOut) {
        match (self.seen.shop, &self.seen.preview) {
            (Some(shop), Some(preview)) => self.ledger.change(shop, preview, left_out),
            _ => self.fail("changes are sent, and no preview is on the screen".to_owned()),
        }
    }

    fn note_overwritten(&mut self, rows: &[usize]) {
        let Some(shop) = self.seen.shop else {
            return self.fail("values are replaced, and no shop is on the screen".to_owned());
        };
        rows.iter()
            .filter_map(|row| self.seen.moved.get(row))
            .for_each(|row| self.ledger.overwrite(shop, row));
    }

    /// The shops hold what was confirmed, and nothing wrong was pressed.
    pub fn check_shops(&mut self) -> Result<(), String> {
        self.ledger.check()?;
        self.violation.take().map_or(Ok(()), Err)
    }
}

pub fn shop(session: &Session) -> Option<Shop> {
    let Session::SignedIn { market, account, .. } = session else { return None };
    let vendor = account.vendor.as_ref()?.id.to_string().parse().ok()?;
    Some((usize::from(market_name(market) != "North"), vendor))
}
