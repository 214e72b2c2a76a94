//! The program and the person before it: starts it, presses, waits, kills it, and looks in the shops.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tempfile::TempDir;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;

use super::network::{Network, PORTS};
use super::pressed::{Pressed, Shop};
use super::screen::{Screen, Want};
use super::world::{Act, FOLDERS, Then, Weather, Who, World};
use crate::domain::{Draft, UserId};
use crate::import::{DraftId, Grouping, PlannedDraft, State, Waiting};
use crate::sandbox::{self, Outcome, Person, Sandbox};
use crate::store::{Instance, InstanceLock, Store};
use crate::worker::bus::Bus;
use crate::worker::sim_env;
use crate::worker::{
    AccountCommand, CatalogCommand, Command, FormCommand, FormPhotoId, ImportCommand, KeepToken, MarketChoice, Options, PhotoSource,
    SavedProduct, SavedReview,
};

const S: Duration = Duration::from_secs(1);
/// A person who is asked looks when everything that may still come has come.
const LOOKS_AFTER: Duration = Duration::from_secs(400);
/// Without faults, and with a person who answers, everything ends within this.
const MAX_END: Duration = Duration::from_secs(4 * 3600);

pub type Result<T = ()> = std::result::Result<T, String>;

/// What a sequence came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub commands: usize,
    pub products: usize,
    pub requests: usize,
    pub faults: usize,
    pub kills: usize,
    pub seconds: u64,
}

pub struct Desk<'a> {
    world: &'a World,
    dir: TempDir,
    markets: Arc<[Sandbox; 2]>,
    network: Arc<Network>,
    screen: Arc<Mutex<Screen>>,
    program: Option<Program>,
    market: usize,
    forms: u64,
    changes: u8,
    /// Folders whose photos are others now.
    changed: BTreeSet<usize>,
    /// It was killed in the middle of something, and who comes back.
    killed: Arc<Notify>,
    comes_back: Option<Who>,
    tally: Tally,
}

struct Program {
    commands: mpsc::UnboundedSender<Command>,
    task: JoinHandle<()>,
}

fn scratch() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { TempDir::new_in(memory).unwrap() } else { TempDir::new().unwrap() }
}

fn name_of(folder: usize, product: usize) -> String {
    format!("{}{product}", ["cup", "rug", "bowl", "lamp"][folder])
}

/// Small photos, all different.
fn photo_of(kind: u8, number: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels = image::RgbImage::from_pixel(2, 2, image::Rgb([number, kind, 200]));
    pixels.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
    bytes
}

thread_local! {
    static PHOTOS: Vec<Vec<u8>> = (0..32).map(|number| photo_of(0, number)).collect();
}

fn lay_photos(dir: &Path) {
    let mut number = 0;
    for (folder, (products, photos)) in FOLDERS.into_iter().enumerate() {
        for product in 0..products {
            let place = dir.join(format!("{folder}")).join(name_of(folder, product));
            std::fs::create_dir_all(&place).unwrap();
            for photo in 0..photos {
                PHOTOS.with(|photos| std::fs::write(place.join(format!("{photo}.png")), &photos[number]).unwrap());
                number += 1;
            }
        }
    }
}

impl<'a> Desk<'a> {
    pub fn new(world: &'a World, loud: bool) -> Self {
        let dir = scratch();
        lay_photos(dir.path());
        let mut routers = Vec::new();
        let sandboxes = [0, 1].map(|market| {
            let options = sandbox::Options { port: PORTS[market], clock: Arc::new(sim_env::clock), ..sandbox::Options::default() };
            let (sandbox, router) = Sandbox::in_memory(options).unwrap();
            routers.push(router);
            let name = ["North", "South"][market];
            let file = sandbox.market_file().replace("\"Practice shop\"", &format!("\"{name}\""));
            std::fs::write(dir.path().join(format!("{name}.toml")), file).unwrap();
            sandbox
        });
        let markets = Arc::new(sandboxes);
        let (_, events) = std::sync::mpsc::channel();
        let screen = Arc::new(Mutex::new(Screen::new(events, Pressed::new(Arc::clone(&markets)), loud)));
        let network = Network::lay(routers, world.seed);
        let (killed, tally) = (Arc::default(), Tally::default());
        let desk = Self {
            world,
            dir,
            markets,
            network,
            screen,
            program: None,
            market: 0,
            forms: 0,
            changes: 0,
            changed: BTreeSet::new(),
            killed,
            comes_back: None,
            tally,
        };
        desk.set(world.weather);
        desk
    }

    /// The whole sequence, and what comes after it.
    pub async fn plays(mut self) -> Result<Tally> {
        let began = tokio::time::Instant::now();
        self.opens(Who { person: Person::Owner, renewable: true });
        self.waits(S).await?;
        for step in &self.world.steps {
            self.confirms();
            if self.screen().loud {
                println!("{:?} {step:?}", sim_env::clock());
            }
            self.does(step.act).await?;
            match step.then {
                Then::AtOnce => {}
                Then::Reached => self.reaches().await?,
                Then::After(time) => self.waits(time).await?,
            }
        }
        self.comes_to_rest().await?;
        let products = self.screen().pressed.products();
        self.tally.products = products;
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
        // Nobody else holds it, unless by mistake.
        self.screen.try_lock().unwrap()
    }

    fn set(&self, weather: Weather) {
        self.network.set(weather);
        for (market, temper) in self.markets.iter().zip(&self.world.markets) {
            market.set_faults(temper.faults(&weather, self.world.seed));
        }
    }

    fn starts(&mut self) -> Result {
        let data = self.dir.path().join("data");
        let instance = match Instance::acquire(&data).map_err(|problem| format!("{problem:?}"))? {
            InstanceLock::Acquired(instance) => instance,
            InstanceLock::HeldElsewhere(_) => return Err("the data directory is still held".to_owned()),
        };
        let store = Store::open(&data).map_err(|problem| format!("the journal after a crash: {problem:?}"))?;
        let (commands, inbox) = mpsc::unbounded_channel();
        let (told, events) = std::sync::mpsc::channel();
        self.screen().anew(events);
        let screen = Arc::clone(&self.screen);
        let options = Options { open_page: |_| Ok(()), lock_dir: None, clock: sim_env::clock, ..Options::new(data) };
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

    /// Everything pressed has reached the worker, and what it can do at once is done.
    async fn reaches(&mut self) -> Result {
        for _ in 0..4 {
            tokio::task::yield_now().await;
        }
        if self.is_dead() {
            self.comes_back().await;
        } else {
            self.screen().pressed.reached();
        }
        self.checks()
    }

    /// Killed in the middle of something.
    fn is_dead(&self) -> bool {
        self.network.cut.load(Ordering::Relaxed)
    }

    async fn comes_back(&mut self) {
        self.dies().await;
        if let Some(who) = self.comes_back.take() {
            self.opens(who);
        }
    }

    async fn waits(&mut self, time: Duration) -> Result {
        self.reaches().await?;
        if tokio::time::timeout(time, self.killed.notified()).await.is_ok() && self.is_dead() {
            self.comes_back().await;
            tokio::time::sleep(time).await;
        }
        self.checks()
    }

    /// Killed after so many more writes, in the middle of what it does then.
    fn dies_after(&mut self, writes: u8, who: Who) {
        self.comes_back = Some(who);
        let (data, left) = self.data_and_left();
        let (screen, network, killed) = (Arc::clone(&self.screen), Arc::clone(&self.network), Arc::clone(&self.killed));
        let mut to_come = writes;
        crate::store::on_write(Some(Box::new(move || {
            to_come = to_come.saturating_sub(1);
            if to_come == 0 && data.exists() && !left.exists() {
                copy(&data, &left);
                screen.try_lock().unwrap().dies();
                network.cut.store(true, Ordering::Relaxed);
                killed.notify_one();
            }
        })));
    }

    fn data_and_left(&self) -> (PathBuf, PathBuf) {
        (self.dir.path().join("data"), self.dir.path().join("left"))
    }

    fn checks(&mut self) -> Result {
        let mut screen = self.screen();
        screen.look();
        screen.pressed.check_shops()?;
        screen.violation.take().map_or(Ok(()), Err)
    }

    fn market_file(&self, market: usize) -> PathBuf {
        self.dir.path().join(["North.toml", "South.toml"][market])
    }

    fn opens(&mut self, who: Who) {
        if self.program.is_none() {
            self.starts().unwrap();
        }
        self.uses(self.market);
        self.signs_in(who);
    }

    fn uses(&mut self, market: usize) {
        self.market = market;
        self.leaves(Want::Session);
        self.send(Command::Account(AccountCommand::UseMarket(MarketChoice::File(self.market_file(market)))));
    }

    fn leaves(&mut self, want: Want) {
        let mut screen = self.screen();
        screen.leaving = true;
        screen.found = false;
        screen.want(want);
    }

    fn signs_in(&mut self, Who { person, renewable }: Who) {
        let market = &self.markets[self.market];
        let (token, refresh) = match (person, renewable) {
            (Person::Owner, true) => {
                let (token, refresh) = market.issue_pair();
                (token, Some(refresh))
            }
            _ => (market.issue_token(person, &["*"], Duration::from_secs(24 * 3600)), None),
        };
        self.screen().want(Want::SignIn);
        self.screen().found = false;
        self.send(Command::Account(AccountCommand::SignIn { token, refresh, keep: KeepToken::Ask }));
    }

    /// Whoever is asked where to keep a sign-in answers.
    fn confirms(&mut self) {
        if std::mem::take(&mut self.screen().found) {
            self.screen().leaving = true;
            self.send(Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession }));
        }
    }

    async fn does(&mut self, act: Act) -> Result {
        match act {
            Act::Drop(folder) => self.drops(folder),
            Act::Import { folder, again } => {
                self.drops(folder);
                self.waits(8 * S).await?;
                self.presses_start(again);
            }
            Act::Type(number) => self.types(number),
            Act::Forget => self.forgets(),
            Act::Start { again } => self.presses_start(again),
            Act::Pause => self.send(Command::Import(ImportCommand::Pause)),
            Act::Continue => self.send(Command::Import(ImportCommand::Continue)),
            Act::Cancel => {
                let mut screen = self.screen();
                if let Some(shop) = screen.owner {
                    screen.pressed.cancel(shop);
                }
                if screen.running {
                    screen.cancelling = true;
                    screen.want(Want::Ended);
                }
                drop(screen);
                self.send(Command::Import(ImportCommand::Cancel));
            }
            Act::Mend => self.mends(),
            Act::Decide => self.decides(Duration::from_secs(90)),
            Act::Resume => self.resumes(),
            Act::Reopen => self.send(Command::Import(ImportCommand::Reopen)),
            Act::FormPhoto(number) => self.adds_to_form(number),
            Act::FormSend => self.sends_form(),
            Act::SignIn(who) => self.signs_in(who),
            Act::Switch(number) => self.switches(number),
            Act::SignOut => {
                self.leaves(Want::Session);
                self.send(Command::Account(AccountCommand::SignOut));
            }
            Act::GiveUp => self.gives_up(),
            Act::AddAccount => {
                self.leaves(Want::Left);
                self.send(Command::Account(AccountCommand::AddAccount));
            }
            Act::Market(market) => self.uses(market),
            Act::Products => {
                self.screen().want(Want::Products);
                self.send(Command::Catalog(CatalogCommand::Load));
            }
            Act::WhoAmI => {
                self.screen().want(Want::WhoAmI);
                self.send(Command::Account(AccountCommand::WhoAmI));
            }
            Act::Close(who) => {
                self.closes().await?;
                self.opens(who);
            }
            Act::Kill(who) => {
                self.dies().await;
                self.opens(who);
            }
            Act::KillAfter { writes, who } => self.dies_after(writes, who),
            Act::Delete(folder) => self.each_cover(folder, |_, cover| drop(std::fs::remove_file(cover))),
            Act::Change(folder) => {
                self.changed.insert(folder);
                self.each_cover(folder, |desk, cover| {
                    desk.changes += 1;
                    std::fs::write(cover, photo_of(u8::MAX, desk.changes)).unwrap();
                });
            }
            Act::HandOver => self.hands_over().await?,
            Act::Weather(weather) => self.set(weather),
            Act::Wait => {}
        }
        Ok(())
    }

    fn each_cover(&mut self, folder: usize, spoil: impl Fn(&mut Self, PathBuf)) {
        for product in 0..FOLDERS[folder].0 {
            let name = name_of(folder, product);
            self.screen().pressed.change(&name);
            let cover = self.dir.path().join(folder.to_string()).join(name).join("0.png");
            spoil(self, cover);
        }
    }

    fn drops(&mut self, folder: usize) {
        let path = self.dir.path().join(folder.to_string());
        self.screen().want(Want::Planned);
        self.screen().dropped = Some(path.clone());
        self.screen().review.clear();
        self.send(Command::Import(ImportCommand::Plan { paths: vec![path], grouping: Grouping::Auto, sheet: None }));
    }

    fn types(&mut self, number: u8) {
        let Some(shop) = self.screen().reviewer() else { return };
        let Some(path) = self.screen().dropped.clone() else { return };
        let typed = BTreeMap::from([("brief".to_owned(), format!("typed {number}"))]);
        let product = SavedProduct { source: path.clone(), typed, ..SavedProduct::default() };
        let review = SavedReview { dropped: vec![path], products: vec![product], ..SavedReview::default() };
        self.screen().pressed.keep(shop, Some(review.clone()));
        self.send(Command::Import(ImportCommand::SaveReview(Some(Box::new(review)))));
    }

    fn forgets(&mut self) {
        let Some(shop) = self.screen().account() else { return };
        self.screen().dropped = None;
        self.screen().review.clear();
        self.screen().pressed.keep(shop, None);
        self.send(Command::Import(ImportCommand::SaveReview(None)));
    }

    fn presses_start(&mut self, again: bool) {
        let mut screen = self.screen();
        let mut drafts: Vec<PlannedDraft> = std::mem::take(&mut screen.review);
        if drafts.is_empty() {
            return;
        }
        screen.dropped = None;
        for (number, planned) in drafts.iter_mut().enumerate() {
            planned.draft = Draft { primary_price: Some(1000 + number as i64), stock: Some(3), ..planned.draft.clone() };
        }
        let shop = screen.reviewer();
        screen.pressed.start(shop, drafts.iter().map(|planned| planned.draft.name.clone()).collect(), again);
        screen.ended = false;
        screen.cancelling = false;
        screen.want(Want::Ended);
        drop(screen);
        self.send(Command::Import(ImportCommand::Start { drafts, allow_duplicates: again, from_review: true }));
    }

    fn mends(&mut self) {
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
        for (_, draft) in &mended {
            screen.pressed.retry(shop, &draft.name);
        }
        screen.cancelling = false;
        screen.ended = false;
        screen.want(Want::Ended);
        drop(screen);
        self.send(Command::Import(ImportCommand::Retry(mended)));
    }

    /// Looks in the shop for what has been asked about for so long.
    fn decides(&mut self, long: Duration) {
        let Some(shop) = self.screen().owner else { return };
        let asked = self.screen().asked_for(long);
        for draft in asked {
            let cover = self.screen().rows[&draft].photo_id.clone();
            let exists = self.markets[shop.0].products().iter().any(|product| {
                product.vendor == shop.1 && cover.as_ref().is_some_and(|cover| cover.to_string() == product.fields.photo.to_string())
            });
            self.screen().asked.remove(&draft);
            self.screen().ended = false;
            self.send(Command::Import(ImportCommand::Decide { draft, exists }));
        }
    }

    fn resumes(&mut self) {
        let mut screen = self.screen();
        screen.ended = false;
        screen.cancelling = false;
        screen.want(Want::Ended);
        drop(screen);
        self.send(Command::Import(ImportCommand::Resume));
    }

    fn adds_to_form(&mut self, number: usize) {
        self.forms += 1;
        let id = FormPhotoId(self.forms);
        let path = self.dir.path().join("0").join(name_of(0, number % FOLDERS[0].0)).join("0.png");
        self.screen().want(Want::FormPhoto(id));
        self.screen().form.insert(id, false);
        self.send(Command::Form(FormCommand::AddPhoto { id, source: PhotoSource::File(path) }));
    }

    fn sends_form(&mut self) {
        let name = format!("form{}", self.forms + 1);
        let mut screen = self.screen();
        let photos: Vec<FormPhotoId> = screen.form.iter().filter(|(_, up)| **up).map(|(id, _)| *id).collect();
        if photos.is_empty() {
            return;
        }
        let Some(shop) = screen.account() else { return };
        screen.pressed.form(shop, name.clone());
        screen.form.clear();
        screen.want(Want::FormResult);
        drop(screen);
        self.forms += 1;
        let draft = Draft { name, primary_price: Some(700), stock: Some(1), ..Draft::default() };
        self.send(Command::Form(FormCommand::Send { draft, photos }));
    }

    fn switches(&mut self, number: u8) {
        let accounts = self.screen().accounts.clone();
        let Some(entry) = accounts.get(usize::from(number) % accounts.len().max(1)) else { return };
        self.market = usize::from(entry.market != "North");
        self.leaves(Want::Session);
        self.send(Command::Account(AccountCommand::SwitchAccount { market: entry.market.clone(), user: entry.account.id.clone() }));
    }

    fn gives_up(&mut self) {
        let Some(shop) = self.screen().account() else { return };
        self.leaves(Want::Session);
        self.screen().pressed.gave_up(shop);
        let user = if shop.1 == 501 { Person::Owner } else { Person::OtherOwner };
        let market = ["North", "South"][shop.0].to_owned();
        self.send(Command::Account(AccountCommand::SignOutOf { market, user: UserId::from(user.id()), drop: true }));
    }

    async fn closes(&mut self) -> Result {
        self.screen().want(Want::Stopped);
        self.send(Command::Shutdown);
        let Some(Program { task, .. }) = &mut self.program else { return Ok(()) };
        let stopped = tokio::time::timeout(3 * S, task).await;
        if self.is_dead() {
            self.dies_again().await;
            return self.checks();
        }
        self.program = None;
        sim_env::end_process();
        self.screen().pressed.all_reached();
        self.checks()?;
        match stopped {
            Ok(Ok(())) if self.screen().wants.is_empty() => Ok(()),
            other => Err(format!("the program does not stop: {other:?}")),
        }
    }

    /// Killed while it was closing.
    async fn dies_again(&mut self) {
        // What has ended cannot be waited for again.
        if let Some(program) = &mut self.program {
            program.task = tokio::task::spawn_local(async {});
        }
        self.dies().await;
    }

    /// `kill -9`: what lies on the disk at this moment is all that is left.
    async fn dies(&mut self) {
        crate::store::on_write(None);
        let Some(Program { task, .. }) = self.program.take() else { return };
        self.tally.kills += 1;
        let (data, left) = self.data_and_left();
        if !left.exists() {
            copy(&data, &left);
        }
        self.screen().dies();
        self.screen().pressed.killed();
        sim_env::end_process();
        task.abort();
        let _ = task.await;
        std::fs::remove_dir_all(&data).unwrap();
        std::fs::rename(&left, &data).unwrap();
        self.network.cut.store(false, Ordering::Relaxed);
    }

    /// The only thing here that takes real time: it goes through the system, as between two processes.
    async fn hands_over(&mut self) -> Result {
        let network = Arc::clone(&self.network);
        let (data, told) = (self.dir.path().join("data"), Arc::clone(&self.screen().handed_over));
        self.screen().want(Want::Dropped);
        let before = told.load(Ordering::Relaxed);
        self.reaches().await?;
        let handed = tokio::task::spawn_blocking(move || {
            let Ok(InstanceLock::HeldElsewhere(held)) = Instance::acquire(&data) else {
                return Err("two programs hold one directory".to_owned());
            };
            held.hand_over(&["/elsewhere".into()]).map_err(|problem| format!("{problem:?}"))?;
            let began = std::time::Instant::now();
            while told.load(Ordering::Relaxed) == before && !network.cut.load(Ordering::Relaxed) {
                if began.elapsed() > 20 * S {
                    return Err("what was handed over did not come".to_owned());
                }
                std::thread::yield_now();
            }
            Ok(())
        });
        handed.await.map_err(|error| error.to_string())?
    }

    /// The faults end, and the person answers what is asked: everything comes to its end.
    async fn comes_to_rest(&mut self) -> Result {
        crate::store::on_write(None);
        self.set(Weather::default());
        // Whatever was deleted or changed is there again.
        for folder in std::mem::take(&mut self.changed) {
            self.each_cover(folder, |_, _| {});
        }
        lay_photos(self.dir.path());
        self.waits(S).await?;
        if self.program.is_none() {
            self.starts()?;
        }
        self.waits(LOOKS_AFTER).await?;
        self.confirms();
        self.waits(60 * S).await?;
        let shops = self.screen().pressed.shops();
        for shop in shops {
            self.goes_to(shop).await?;
            self.finishes(shop).await?;
            // What failed just when the account was left is shown with its last import.
            self.send(Command::Import(ImportCommand::Reopen));
            self.waits(10 * S).await?;
        }
        self.waits(10 * S).await?;
        let screen = self.screen();
        if !screen.wants.is_empty() {
            return Err(format!("never answered: {:?}", screen.wants));
        }
        screen.pressed.check_end()
    }

    async fn goes_to(&mut self, shop: Shop) -> Result {
        if self.market != shop.0 || self.screen().owner.is_none_or(|owner| owner.0 != shop.0) {
            self.uses(shop.0);
            self.waits(60 * S).await?;
        }
        let person = if shop.1 == 501 { Person::Owner } else { Person::OtherOwner };
        for _ in 0..3 {
            if self.screen().account() == Some(shop) {
                return Ok(());
            }
            self.signs_in(Who { person, renewable: false });
            self.waits(60 * S).await?;
            self.confirms();
            self.waits(60 * S).await?;
        }
        Err(format!("nobody can sign in to {shop:?}"))
    }

    async fn finishes(&mut self, shop: Shop) -> Result {
        self.resumes();
        let began = tokio::time::Instant::now();
        let mut wait = S;
        loop {
            self.waits(wait).await?;
            wait = (wait * 2).min(120 * S);
            let (ended, waiting, asked) = {
                let screen = self.screen();
                (screen.ended, screen.waiting.clone(), screen.asked.len())
            };
            if ended && asked == 0 {
                return Ok(());
            }
            if began.elapsed() > MAX_END {
                let open: Vec<_> = self.screen().rows.values().filter(|row| !row.state.is_final()).cloned().collect();
                return Err(format!("the imports of {shop:?} do not end: {waiting:?}, {open:?}"));
            }
            self.decides(LOOKS_AFTER);
            match waiting {
                Some(Waiting::Paused | Waiting::Refusals(_) | Waiting::Storage(_)) => self.send(Command::Import(ImportCommand::Continue)),
                Some(Waiting::SignIn) => self.goes_to(shop).await?,
                _ => {}
            }
        }
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.commands += other.commands;
        self.products += other.products;
        self.requests += other.requests;
        self.faults += other.faults;
        self.kills += other.kills;
        self.seconds += other.seconds;
    }
}
