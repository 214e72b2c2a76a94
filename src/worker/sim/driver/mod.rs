//! Drives a simulation: starts the program, plays the user, kills the program, and looks in the shops.

mod editor;
mod exits;
mod keychain;
mod person;
mod photos;
mod rest;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tempfile::TempDir;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio::time::Instant;

pub use self::exits::copy;
use self::photos::{name_of, photo_of, write_photos};
use super::network::{Network, PORTS};
use super::screen::{Awaited, Screen};
use super::world::{Action, CATEGORY, CategoryAnswers, EDITED_PRODUCTS, FOLDERS, Gap, Login, World};
use crate::auth::{Keychain, SessionKeychain};
use crate::ledger::Shop;
use crate::store::{Instance, InstanceLock, Store};
use crate::worker::bus::Bus;
use crate::worker::{Options, sim_env};
use vitrine_core::import::{DraftId, Grouping, PlannedDraft, State, Waiting};
use vitrine_core::simulation::Conditions;
use vitrine_domain::{Draft, ProblemKind, UserId};
use vitrine_model::messages::{
    AccountCommand, CatalogCommand, Command, FormCommand, FormPhotoId, ImportCommand, KeepToken,
    MarketChoice, PhotoSource, SavedProduct, SavedReview, SheetRequest,
};
use vitrine_sandbox::{Categories, FaultRule, Faults, Operation, Outcome, Person, Sandbox, ShopBehaviour};

const S: Duration = Duration::from_secs(1);
/// The user looks in the shop only after everything that may still happen has happened.
const USER_DELAY: Duration = Duration::from_secs(400);
/// Without faults, and with a user who answers, everything ends within this time.
const MAX_END: Duration = Duration::from_secs(4 * 3600);

pub type Result<T = ()> = std::result::Result<T, String>;

/// Statistics of a sequence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub commands: usize,
    pub products: usize,
    pub requests: usize,
    pub faults: usize,
    pub kills: usize,
    pub seconds: u64,
    /// Products of which a change is proven, or was given up or decided against.
    pub changed: usize,
    pub left: usize,
}

pub struct Driver<'a> {
    world: &'a World,
    dir: TempDir,
    markets: Arc<[Sandbox; 2]>,
    network: Arc<Network>,
    screen: Arc<Mutex<Screen>>,
    program: Option<Program>,
    /// The keychain, which outlives the program.
    keychain: Arc<SessionKeychain>,
    /// Whether the tokens of the sign-in that is being checked are to be kept in it.
    kept: bool,
    market: usize,
    /// There are no faults any more.
    resting: bool,
    forms: u64,
    /// The number of the last preview of changes.
    previews: u64,
    changes: u8,
    /// Folders whose photos were changed.
    changed: BTreeSet<usize>,
    /// Notified when the program was killed in the middle of something; and who signs in afterwards.
    killed: Arc<Notify>,
    reopen_after_kill: Option<Login>,
    tally: Tally,
}

struct Program {
    commands: mpsc::UnboundedSender<Command>,
    task: JoinHandle<()>,
}

const fn categories_of(world: &World) -> Categories {
    if world.categories.is_some() { Categories::English } else { Categories::None }
}

fn scratch() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { TempDir::new_in(memory).unwrap() } else { TempDir::new().unwrap() }
}

impl<'a> Driver<'a> {
    pub fn new(world: &'a World, verbose: bool) -> Self {
        let dir = scratch();
        write_photos(dir.path());
        let mut routers = Vec::new();
        let sandboxes = [0, 1].map(|market| {
            let initial_products = if world.edits { EDITED_PRODUCTS as usize } else { 0 };
            let clock = Arc::new(sim_env::clock);
            // The market file says where the categories are.
            let behaviour =
                ShopBehaviour { relaxed: true, categories: categories_of(world), ..ShopBehaviour::default() };
            let faults = Faults { behaviour, ..Faults::default() };
            let options = vitrine_sandbox::Options {
                port: PORTS[market],
                clock,
                initial_products,
                initial_variants: world.variants(),
                faults,
                ..vitrine_sandbox::Options::default()
            };
            let (sandbox, router) = Sandbox::in_memory(options).unwrap();
            routers.push(router);
            let name = ["North", "South"][market];
            let file = sandbox.market_file().replace("\"Practice shop\"", &format!("\"{name}\""));
            let file = if world.has_variant_addresses() {
                let path = "variant = \"/v1/products/{id}/variations/{variant_id}\"";
                file.replace("batch_variants = true", path)
            } else {
                file
            };
            std::fs::write(dir.path().join(format!("{name}.toml")), file).unwrap();
            sandbox
        });
        let markets = Arc::new(sandboxes);
        let (_, events) = std::sync::mpsc::channel();
        let screen = Arc::new(Mutex::new(Screen::new(events, &markets, verbose)));
        let network = Network::install(routers, Arc::clone(&markets), world.seed);
        let (killed, tally) = (Arc::default(), Tally::default());
        let driver = Self {
            world,
            dir,
            markets,
            network,
            screen,
            program: None,
            keychain: Arc::default(),
            kept: false,
            market: 0,
            resting: false,
            forms: 0,
            previews: 0,
            changes: 0,
            changed: BTreeSet::new(),
            killed,
            reopen_after_kill: None,
            tally,
        };
        driver.set(world.conditions);
        driver
    }

    /// Plays the whole sequence and what follows it.
    pub async fn play(mut self) -> Result<Tally> {
        let began = Instant::now();
        self.open(Login { person: Person::Owner, renewable: true, kept: false });
        self.wait(S).await?;
        for (number, step) in self.world.steps.iter().enumerate() {
            self.set_disk_full(self.world.disk_full.contains(&number));
            self.confirm_sign_in();
            if self.screen().verbose {
                println!("{:?} {step:?}", sim_env::clock());
            }
            self.perform(step.action).await?;
            match step.then {
                Gap::AtOnce => {}
                Gap::Reached => self.settle_input().await?,
                Gap::After(time) => self.wait(time).await?,
            }
        }
        self.bring_to_rest().await?;
        self.tally.products = self.markets.iter().map(|market| market.products().len()).sum();
        self.tally.seconds = began.elapsed().as_secs();
        self.tally.faults = self.network.lost.load(Ordering::Relaxed);
        for market in self.markets.iter() {
            let requests = market.requests();
            self.tally.requests += requests.len();
            let failed = |outcome| !matches!(outcome, Outcome::Answered { status: 200..300, .. });
            self.tally.faults += requests.iter().filter(|request| failed(request.outcome)).count();
        }
        Ok(self.tally)
    }

    fn screen(&self) -> MutexGuard<'_, Screen> {
        // Nobody else holds the lock, unless by mistake.
        self.screen.try_lock().unwrap()
    }

    fn set(&self, conditions: Conditions) {
        self.network.set(conditions);
        if conditions.stuck > 0 {
            self.screen().expectations.ledger.expect_stuck_requests();
        }
        self.keychain.set_trouble(Duration::from_millis(conditions.keychain_ms), conditions.keychain_refuses);
        for (market, market_traits) in self.markets.iter().zip(&self.world.markets) {
            let mut faults = market_traits.faults(&conditions, self.world.seed);
            faults.behaviour =
                ShopBehaviour { relaxed: true, categories: categories_of(self.world), ..faults.behaviour };
            if let Some(CategoryAnswers { failing, delay_ms }) =
                self.world.categories.filter(|_| !self.resting)
            {
                let of_categories = FaultRule { on: Some(Operation::Categories), ..FaultRule::default() };
                faults.rules.push(FaultRule {
                    latency_ms: delay_ms,
                    from: failing + 1,
                    ..of_categories.clone()
                });
                faults.rules.push(FaultRule {
                    status: (failing > 0).then_some(503),
                    to: Some(failing),
                    ..of_categories
                });
            }
            market.set_faults(faults);
        }
    }

    fn set_disk_full(&mut self, full: bool) {
        crate::store::set_disk_full(full);
        self.screen().expectations.set_disk_full(full);
    }

    fn start(&mut self) -> Result {
        let data = self.dir.path().join("data");
        let instance = match Instance::acquire(&data).map_err(|problem| format!("{problem:?}"))? {
            InstanceLock::Acquired(instance) => instance,
            InstanceLock::HeldElsewhere(_) => return Err("the data directory is still held".to_owned()),
        };
        let mut store = Store::open(&data);
        if matches!(&store, Err(problem) if problem.kind == ProblemKind::Storage) {
            // Told, and the person makes room.
            self.set_disk_full(false);
            store = Store::open(&data);
        }
        let store = store.map_err(|problem| format!("the journal after a crash: {problem:?}"))?;
        let (commands, inbox) = mpsc::unbounded_channel();
        let (told, events) = std::sync::mpsc::channel();
        self.screen().restart(events);
        let screen = Arc::clone(&self.screen);
        let keychain = Keychain::Session(Arc::clone(&self.keychain));
        let options = Options {
            open_page: |_| Ok(()),
            lock_dir: None,
            keychain,
            clock: sim_env::clock,
            read_sheet: vitrine_core::import::sheet::open_named,
            take_pictures: |bytes, parts, each| {
                vitrine_core::import::sheet::unpack_pictures(bytes, parts, |picture| {
                    each(picture);
                    Ok(())
                })
            },
            ..Options::new(data)
        };
        let bus = Bus::new(options, instance, store, told, move || screen.try_lock().unwrap().look());
        self.program = Some(Program { commands, task: tokio::task::spawn_local(bus.run(inbox)) });
        Ok(())
    }

    fn send(&mut self, command: Command) {
        self.tally.commands += 1;
        if let Some(program) = &self.program {
            let _ = program.commands.send(command);
        }
    }

    /// Lets everything pressed reach the worker, and everything that can be done at once be done.
    async fn settle_input(&mut self) -> Result {
        for _ in 0..4 {
            tokio::task::yield_now().await;
        }
        if self.is_dead() {
            self.reopen_after_kill().await;
        } else {
            self.screen().expectations.reached();
        }
        self.check()
    }

    /// Whether the program was killed in the middle of something.
    fn is_dead(&self) -> bool {
        self.network.cut.load(Ordering::Relaxed)
    }

    async fn wait(&mut self, time: Duration) -> Result {
        self.settle_input().await?;
        if tokio::time::timeout(time, self.killed.notified()).await.is_ok() && self.is_dead() {
            self.reopen_after_kill().await;
            tokio::time::sleep(time).await;
        }
        self.check()
    }

    fn check(&mut self) -> Result {
        let mut screen = self.screen();
        screen.look();
        screen.expectations.ledger.check()?;
        screen.check_signed_out()?;
        self.network.wrong.lock().unwrap().take().map_or(Ok(()), Err)?;
        screen.violation.take().map_or(Ok(()), Err)
    }

    fn market_file(&self, market: usize) -> PathBuf {
        self.dir.path().join(["North.toml", "South.toml"][market])
    }

    /// What the program keeps of a marketplace belongs to this.
    fn market_id(&self, market: usize) -> String {
        crate::worker::market_files::profile(&self.market_file(market)).unwrap().id()
    }

    fn open(&mut self, login: Login) {
        if self.program.is_none() {
            self.start().unwrap();
        }
        self.use_market(self.market);
        self.sign_in(login);
    }

    fn use_market(&mut self, market: usize) {
        self.market = market;
        self.screen().signed_out = None;
        self.leave(Awaited::Session);
        self.send(Command::Account(AccountCommand::UseMarket(MarketChoice::File(self.market_file(market)))));
    }

    /// Pause or Cancel was pressed.
    fn expect_stop(&self) {
        let mut screen = self.screen();
        if let Some(shop) = screen.owner.filter(|_| screen.running && !screen.leaving) {
            screen.expectations.stop(shop, self.world.under_way());
        }
    }

    fn leave(&mut self, awaited_event: Awaited) {
        let mut screen = self.screen();
        screen.leaving = true;
        screen.found = false;
        screen.expect_event(awaited_event);
    }

    fn sign_in(&mut self, Login { person, renewable, kept }: Login) {
        self.kept = kept;
        self.screen().signed_out = None;
        let market = &self.markets[self.market];
        let (token, refresh) = match (person, renewable) {
            (Person::Owner, true) => {
                let (token, refresh) = market.issue_pair();
                (token, Some(refresh))
            }
            _ => (market.issue_token(person, &["*"], Duration::from_secs(24 * 3600)), None),
        };
        self.screen().expect_event(Awaited::SignIn);
        self.screen().found = false;
        self.send(Command::Account(AccountCommand::SignIn { token, refresh, keep: KeepToken::Ask }));
    }

    /// Answers the question where to save the tokens of a sign-in.
    fn confirm_sign_in(&mut self) {
        if std::mem::take(&mut self.screen().found) {
            self.screen().leaving = true;
            self.screen().signed_out = None;
            let keep = if self.kept { KeepToken::Keychain } else { KeepToken::ThisSession };
            self.send(Command::Account(AccountCommand::SignInConfirm { keep }));
        }
    }

    async fn perform(&mut self, action: Action) -> Result {
        match action {
            Action::Drop(folder) => self.drop_folder(folder),
            Action::Import { folder, again } => {
                self.drop_folder(folder);
                self.wait(8 * S).await?;
                self.press_start(again);
            }
            Action::Type(number) => self.type_review(number),
            Action::Forget => self.discard_review(),
            Action::Start { again } => self.press_start(again),
            Action::Pause => {
                self.expect_stop();
                self.send(Command::Import(ImportCommand::Pause));
            }
            Action::Continue => {
                self.screen().expectations.goes_on();
                self.send(Command::Import(ImportCommand::Continue));
            }
            Action::Cancel => self.cancel(),
            Action::Retry => self.retry_failed(),
            Action::Decide => self.decide(Duration::from_secs(90)),
            Action::Resume => self.resume(),
            // As in the window, which resumes what waits.
            Action::Reopen if self.screen().is_waiting => self.resume(),
            Action::Reopen => self.send(Command::Import(ImportCommand::Reopen(None))),
            Action::FormPhoto(number) => self.add_to_form(number),
            Action::FormSend => self.send_form(),
            Action::SignIn(login) => self.sign_in(login),
            Action::Switch(number) => self.switch_account(number),
            Action::SignOut => {
                self.leave(Awaited::Session);
                self.screen().signed_out = Some(Instant::now());
                self.send(Command::Account(AccountCommand::SignOut));
            }
            Action::GiveUp => self.give_up(),
            Action::AddAccount => {
                self.leave(Awaited::Left);
                self.send(Command::Account(AccountCommand::AddAccount));
            }
            Action::Market(market) => self.use_market(market),
            Action::Products => {
                self.screen().expect_event(Awaited::Products);
                self.send(Command::Catalog(CatalogCommand::Load));
            }
            Action::WhoAmI => {
                self.screen().expect_event(Awaited::WhoAmI);
                self.send(Command::Account(AccountCommand::WhoAmI));
            }
            Action::Close(login) => {
                self.close().await?;
                self.open(login);
            }
            Action::Kill(login) => {
                self.kill().await;
                self.open(login);
            }
            Action::KillAfter { writes, login } => self.kill_after(writes, login),
            Action::Delete(folder) => self.each_cover(folder, |_, cover| drop(std::fs::remove_file(cover))),
            Action::Change(folder) => {
                self.changed.insert(folder);
                self.each_cover(folder, |driver, cover| {
                    driver.changes += 1;
                    std::fs::write(cover, photo_of(u8::MAX, driver.changes)).unwrap();
                });
            }
            Action::HandOver => self.hand_over_paths().await?,
            Action::Conditions(conditions) => self.set(conditions),
            Action::Edit(action) => self.edit(action).await?,
            Action::Wait => {}
        }
        Ok(())
    }

    fn cancel(&mut self) {
        self.expect_stop();
        let mut screen = self.screen();
        if let Some(shop) = screen.owner {
            screen.expectations.cancel(shop);
        }
        if screen.running {
            screen.cancelling = true;
            screen.expect_event(Awaited::Ended);
        }
        drop(screen);
        self.send(Command::Import(ImportCommand::Cancel));
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.commands += other.commands;
        self.products += other.products;
        self.requests += other.requests;
        self.faults += other.faults;
        self.kills += other.kills;
        self.changed += other.changed;
        self.left += other.left;
        self.seconds += other.seconds;
    }
}
