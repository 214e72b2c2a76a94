//! The person at random: performs the steps, and looks at the window after each of them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use eframe::egui::Event as Input;
use jiff::Timestamp;
use tempfile::TempDir;

use super::checks::{Reviews, waits_without_end};
use super::files;
use super::page;
use super::program::Program;
use super::steps::{FILES, KEYS, NAMES, Step, TEXTS, Walk, weather};
use super::tally::Tally;
use super::witness::{Witness, shop};
use crate::auth::SessionKeychain;
use crate::i18n::Language;
use crate::ledger::Ledger;
use crate::worker::sim::network::Network;
use crate::worker::sim::world::FIRST_EDITED;
use crate::worker::sim_env;
use vitrine_model::{Action, Phase};
use vitrine_sandbox::{Person as Owner, Sandbox};

pub type Result<T = ()> = std::result::Result<T, String>;

/// A page without anything to press is gone after this time.
const WAY_ON: Duration = Duration::from_secs(60);
/// Everything that can end by itself has ended after this time without faults.
const REST: Duration = Duration::from_secs(40 * 60);
/// What the worker does at once is on the screen after this time.
const FRAME: Duration = Duration::from_millis(60);
/// A little longer than what was typed has to stay unchanged before it is saved.
const UNTIL_SAVED: Duration = Duration::from_millis(1200);
/// So many frames at most are drawn of one moment.
const FRAMES_AT_ONCE: usize = 2;

pub struct Walker<'a> {
    pub(super) walk: &'a Walk,
    pub(super) dir: TempDir,
    pub(super) markets: Arc<[Sandbox; 2]>,
    pub(super) network: Arc<Network>,
    pub(super) witness: Rc<RefCell<Witness>>,
    pub(super) keychain: Arc<SessionKeychain>,
    pub(super) program: Option<Program>,
    pub(super) reviews: Reviews,
    pub(super) tally: Tally,
    pub(super) verbose: bool,
    pub(super) disk_is_full: bool,
    /// Who signed in last, and where.
    pub(super) last: (usize, Owner),
    /// The products that were in each marketplace from the beginning.
    old: usize,
    /// Whether somebody signs in after the program was killed.
    pub(super) again: bool,
    /// When the program was killed in the middle of a write.
    pub(super) killed_at: Arc<Mutex<Option<Timestamp>>>,
}

impl<'a> Walker<'a> {
    pub fn new(walk: &'a Walk, verbose: bool) -> Result<Self> {
        let dir = files::scratch();
        files::write(dir.path());
        let (markets, routers) = files::markets(dir.path(), walk.categories, walk.seed);
        let markets = Arc::new(markets);
        let network = Network::install(routers, Arc::clone(&markets), walk.seed);
        let (told, _) = std::sync::mpsc::channel();
        let witness = Rc::new(RefCell::new(Witness::new(
            dir.path().to_owned(),
            told,
            Ledger::new(Arc::clone(&markets), sim_env::clock),
            Arc::clone(&network),
        )));
        witness.borrow_mut().is_verbose = verbose;
        let mut walker = Self {
            walk,
            dir,
            markets,
            network,
            witness,
            keychain: Arc::default(),
            program: None,
            reviews: Reviews::default(),
            tally: Tally::default(),
            verbose,
            disk_is_full: false,
            last: (0, Owner::Owner),
            old: 0,
            again: true,
            killed_at: Arc::default(),
        };
        walker.old = walker.markets[0].products().len();
        walker.start()?;
        walker.set_weather(walk.weather);
        Ok(walker)
    }

    pub async fn go(mut self) -> Result<Tally> {
        self.wait(Duration::from_secs(1)).await?;
        self.sign_in(0, Owner::Owner).await?;
        for (number, step) in self.walk.steps.iter().enumerate() {
            if self.verbose {
                println!("{number} {step:?}");
            }
            let kills = self.tally.kills;
            let performed = Box::pin(self.perform(*step)).await;
            let was_killed = self.tally.kills > kills;
            let violation = performed.and(Box::pin(self.look(*step, was_killed)).await);
            violation.map_err(|violation| format!("after step {number}, {step:?}: {violation}"))?;
            self.tally.steps += 1;
        }
        self.rest().await.map_err(|violation| format!("at rest: {violation}"))?;
        let witness = self.witness.borrow();
        (self.tally.imports, self.tally.edits, self.tally.undos) =
            (witness.starts, witness.edits, witness.undos);
        for market in self.markets.iter() {
            let products = market.products();
            self.tally.created += products.len() - self.old;
            self.tally.changed += products.iter().filter(|product| product.changed_at.is_some()).count();
            self.tally.requests += market.request_count();
        }
        Ok(self.tally)
    }

    pub(super) fn program(&mut self) -> &mut Program {
        self.program.as_mut().expect("the program runs between two steps")
    }

    pub(super) fn language(&self) -> Language {
        self.program.as_ref().map_or(Language::English, Program::language)
    }

    pub(super) fn set_weather(&self, number: usize) {
        self.network.set(weather(number).0);
        self.markets.iter().for_each(|market| {
            market.set_faults(files::faults(number, self.walk.categories, self.walk.seed));
        });
    }

    /// Draws a frame, and notes what it shows.
    fn frame(&mut self, input: impl IntoIterator<Item = Input>) {
        let witness = Rc::clone(&self.witness);
        let program = self.program();
        program.frame(input);
        let language = program.language();
        let start = if program.app().model().import.phase == Phase::Review {
            page::start_button(&program.screen, language)
        } else {
            None
        };
        witness.borrow_mut().look(program.app(), start);
    }

    /// Something arrives in the window.
    pub(super) fn input(&mut self, events: Vec<Input>) {
        self.frame(events);
    }

    /// Draws what is new, as far as it belongs to this moment.
    fn draw(&mut self) {
        for _ in 0..FRAMES_AT_ONCE {
            if !self.program().is_due() {
                break;
            }
            self.frame([]);
        }
    }

    /// Lets time pass. The window draws soon, once more when it saves what was typed, also where it has only
    /// then noticed that something changed, and at the end.
    pub(super) async fn wait(&mut self, time: Duration) -> Result {
        let mut left = time;
        for part in [FRAME, UNTIL_SAVED, UNTIL_SAVED, Duration::MAX] {
            let part = part.min(left);
            left -= part;
            tokio::time::sleep(part).await;
            if self.network.cut.load(Ordering::Relaxed) {
                Box::pin(self.start_after_kill()).await?;
            }
            self.draw();
            if self.program().is_dead() {
                return Err("the worker has ended".to_owned());
            }
            self.witness.borrow_mut().check_shops()?;
            if left.is_zero() {
                break;
            }
        }
        Ok(())
    }

    /// Lets what was pressed reach the window, the worker, and the window again.
    pub(super) async fn settle(&mut self) -> Result {
        self.draw();
        self.wait(FRAME).await
    }

    async fn perform(&mut self, step: Step) -> Result {
        match step {
            Step::Click(number) => self.click_any(usize::from(number), None),
            Step::Named { name, number } => self.click_any(usize::from(number), Some(&[NAMES[name]])),
            Step::Import { folder, sheet } => self.import(folder, sheet).await?,
            Step::Start => self.start_import().await?,
            Step::Stop => self.stop_import().await?,
            Step::Change(text) => self.change_products(TEXTS[text]).await?,
            Step::Undo => self.undo_changes().await?,
            Step::SignOut(number) => self.sign_out(usize::from(number)).await?,
            Step::Reprice => self.markets[0].change(FIRST_EDITED, |fields| fields.primary_price = Some(1)),
            Step::Key(number) => self.press(KEYS[number]),
            Step::Type { editor, text } => self.type_text(usize::from(editor), TEXTS[text]),
            Step::Paste(text) => self.input(vec![Input::Paste(TEXTS[text].to_owned())]),
            Step::Drop(file) => self.drop_file(file),
            Step::SignIn { market, person } => self.sign_in(market, person).await?,
            Step::Weather(number) => self.set_weather(number),
            Step::Disk { full } => self.set_disk_full(full),
            Step::Wait(milliseconds) => self.wait(Duration::from_millis(milliseconds)).await?,
            Step::Close { again } => Box::pin(self.close_and_start(again)).await?,
            Step::Kill { writes, again } => Box::pin(self.kill_after(writes, again)).await?,
        }
        self.settle().await
    }

    pub(super) fn drop_file(&mut self, file: usize) {
        let path = self.dir.path().join(FILES[file]);
        *(if path.extension().is_some() { &mut self.tally.sheets } else { &mut self.tally.drops }) += 1;
        self.program().app_mut().act(Action::Drop(vec![path]));
        self.frame([]);
    }

    /// What must hold after every step.
    async fn look(&mut self, step: Step, was_killed: bool) -> Result {
        self.witness.borrow_mut().check_shops()?;
        let mut waited = Duration::ZERO;
        while !page::has_way_on(&self.program().screen) {
            if waited >= WAY_ON {
                return Err(format!(
                    "nothing can be pressed on the screen: {:?}",
                    page::texts(&self.program().screen)
                ));
            }
            self.wait(Duration::from_secs(6)).await?;
            waited += Duration::from_secs(6);
        }
        if matches!(step, Step::Key(3 | 4)) && !page::has_focus(&self.program().screen) {
            return Err(format!("nothing has the focus: {:?}", page::texts(&self.program().screen)));
        }
        // What the step did before the kill was saved, or was not.
        let is_uncertain = was_killed && is_harmless(step) != Some(true);
        if is_uncertain || self.disk_is_full || std::mem::take(&mut self.witness.borrow_mut().removed_account)
        {
            self.reviews.forget();
        }
        let model = self.program.as_ref().expect("the program runs").app().model();
        self.reviews.look(model, is_harmless(step))
    }

    /// Without faults, everything ends that needs no person.
    async fn rest(&mut self) -> Result {
        self.set_weather(0);
        self.set_disk_full(false);
        let mut waits = None;
        for _ in 0..10 {
            self.wait(REST / 10).await?;
            waits = waits_without_end(self.program().app().model());
            if waits.is_none() {
                break;
            }
        }
        if let Some(waits) = waits {
            return Err(format!("{waits} does not end: {:?}", page::texts(&self.program().screen)));
        }
        self.look(Step::Wait(0), false).await?;
        self.check_created()
    }

    /// What is told to be created is there.
    fn check_created(&self) -> Result {
        let model = self.program.as_ref().expect("the program runs").app().model();
        let Some((market, vendor)) =
            shop(&model.session).filter(|_| matches!(model.import.phase, Phase::Running | Phase::Ended))
        else {
            return Ok(());
        };
        let there = self.markets[market].products();
        let mut created: BTreeMap<&str, usize> = BTreeMap::new();
        for row in
            model.import.run.rows().iter().filter(|row| row.state == vitrine_core::import::State::Created)
        {
            *created.entry(&row.name).or_default() += 1;
        }
        for (name, count) in created {
            let renamed = |product: &vitrine_sandbox::CreatedProduct| product.changed_at.is_some();
            let found = there.iter().filter(|product| {
                product.vendor == vendor && (product.fields.name == name || renamed(product))
            });
            if found.count() < count {
                return Err(format!("{name} is told to be created {count} times, and is not there"));
            }
        }
        Ok(())
    }
}

/// Whether a step touches no cell; `None` if it first signs in, and then does.
const fn is_harmless(step: Step) -> Option<bool> {
    match step {
        Step::Import { .. } | Step::Start => None,
        Step::Drop(_)
        | Step::Wait(_)
        | Step::Weather(_)
        | Step::SignIn { .. }
        | Step::Close { .. }
        | Step::Kill { .. }
        | Step::Disk { .. } => Some(true),
        _ => Some(false),
    }
}
