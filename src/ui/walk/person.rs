//! The person at random: performs the steps, and looks at the window after each of them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use eframe::egui::accesskit::{Action as Access, Role};
use eframe::egui::{Event as Input, Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};
use tempfile::TempDir;

use super::checks::{Reviews, waits_without_end};
use super::files;
use super::ledger::{Ledger, shop};
use super::program::Program;
use super::steps::{FILES, KEYS, NAMES, Step, TEXTS, Walk, weather};
use crate::sandbox::{Person as Owner, Sandbox};
use crate::ui::model::{Action, LeaveTarget, Phase};
use crate::worker::sim::network::Network;
use crate::worker::sim::world::FIRST_EDITED;
use crate::worker::{AccountCommand, Command, KeepToken, MarketChoice, Session};

pub type Result<T = ()> = std::result::Result<T, String>;

/// Buttons of the system or of this computer: a browser, its keychain, its ports; and the practice shop, which is a server.
/// The language stays, because the person reads names ([`NAMES`]).
const NOT_PRESSED: [&str; 7] =
    ["Open practice shop", "Sign in with your browser", "Test", "Copy link", "Practice shop", "Sign in as the program", "فارسی"];
/// A page without anything to press is gone after this time.
const WAY_ON: Duration = Duration::from_secs(60);
/// Everything that can end by itself has ended after this time without faults.
const REST: Duration = Duration::from_secs(40 * 60);
/// What the worker does at once is on the screen after this time.
const FRAME: Duration = Duration::from_millis(60);

#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub steps: usize,
    pub starts: usize,
    pub products: usize,
    pub requests: usize,
}

pub struct Walker<'a> {
    walk: &'a Walk,
    dir: TempDir,
    markets: Arc<[Sandbox; 2]>,
    network: Arc<Network>,
    ledger: Rc<RefCell<Ledger>>,
    program: Option<Program>,
    reviews: Reviews,
    verbose: bool,
}

impl<'a> Walker<'a> {
    pub fn new(walk: &'a Walk, verbose: bool) -> Result<Self> {
        let dir = files::scratch();
        files::write(dir.path());
        let (markets, routers) = files::markets(dir.path(), walk.categories, walk.seed);
        let markets = Arc::new(markets);
        let network = Network::install(routers, Arc::clone(&markets), walk.seed);
        let (told, events) = std::sync::mpsc::channel();
        let ledger = Rc::new(RefCell::new(Ledger::new(dir.path().to_owned(), told.clone(), &markets)));
        ledger.borrow_mut().is_verbose = verbose;
        let program = Some(Program::start(&dir.path().join("data"), (told, events), Rc::clone(&ledger))?);
        let walker = Self { walk, dir, markets, network, ledger, program, reviews: Reviews::default(), verbose };
        walker.set_weather(walk.weather);
        Ok(walker)
    }

    pub async fn go(mut self) -> Result<Tally> {
        self.wait(Duration::from_secs(1)).await?;
        self.sign_in(0, Owner::Owner).await?;
        let mut tally = Tally::default();
        for (number, step) in self.walk.steps.iter().enumerate() {
            if self.verbose {
                println!("{number} {step:?}");
            }
            let violation = Box::pin(self.perform(*step)).await.and(self.look(*step).await);
            violation.map_err(|violation| format!("after step {number}, {step:?}: {violation}"))?;
            tally.steps += 1;
        }
        self.rest().await.map_err(|violation| format!("at rest: {violation}"))?;
        tally.starts = self.ledger.borrow().starts;
        tally.products = self.markets.iter().map(|market| market.products().len()).sum();
        tally.requests = self.markets.iter().map(Sandbox::request_count).sum();
        Ok(tally)
    }

    fn program(&mut self) -> &mut Program {
        self.program.as_mut().expect("the program runs between two steps")
    }

    fn set_weather(&self, number: usize) {
        self.network.set(weather(number).0);
        self.markets.iter().for_each(|market| market.set_faults(files::faults(number, self.walk.categories, self.walk.seed)));
    }

    /// Draws what the worker told.
    fn draw(&mut self) {
        let ledger = Rc::clone(&self.ledger);
        let program = self.program();
        program.screen.step();
        let start = program.screen.query_all_by(is_start).find_map(|node| node.accesskit_node().label());
        ledger.borrow_mut().look(program.app(), start);
    }

    async fn wait(&mut self, time: Duration) -> Result {
        let parts = if time > FRAME { 3 } else { 1 };
        for _ in 0..parts {
            tokio::time::sleep(time / parts).await;
            self.draw();
            if self.program().is_dead() {
                return Err("the worker has ended".to_owned());
            }
            self.ledger.borrow_mut().check_shops(&self.markets)?;
        }
        Ok(())
    }

    async fn perform(&mut self, step: Step) -> Result {
        match step {
            Step::Click(number) => self.click(usize::from(number), |_| true),
            Step::Named { name, number } => self.click(usize::from(number), |of| of.starts_with(NAMES[name])),
            Step::Start => {
                self.press((Modifiers::COMMAND, Key::Num1));
                self.settle().await?;
                // What cannot be sent, such as rows without photos, is taken out.
                self.click(0, |name| name == "Remove");
                self.settle().await?;
                self.click(0, |name| name.starts_with("Create ") && name.contains(" in "));
                self.settle().await?;
                self.click(0, |name| name == "Create without a price");
            }
            Step::Reprice => self.markets[0].change(FIRST_EDITED, |fields| fields.primary_price = Some(1)),
            Step::Stop => {
                self.press((Modifiers::COMMAND, Key::Num1));
                self.settle().await?;
                self.click(0, |name| name == "Stop import…");
                self.settle().await?;
                self.click(0, |name| name == "Stop import");
            }
            Step::SignOut(number) => {
                self.press((Modifiers::COMMAND, Key::Num5));
                self.settle().await?;
                self.click(usize::from(number), |name| name.starts_with("Sign out"));
                self.settle().await?;
                self.click(0, |name| name == "Sign out" || name == "Keep and sign out");
            }
            Step::Key(number) => self.press(KEYS[number]),
            Step::Type { editor, text } => self.type_text(usize::from(editor), TEXTS[text]),
            Step::Paste(text) => self.program().screen.event(Input::Paste(TEXTS[text].to_owned())),
            Step::Drop(file) => {
                let path = self.dir.path().join(FILES[file]);
                self.program().app_mut().act(Action::Drop(vec![path]));
            }
            Step::SignIn { market, person } => self.sign_in(market, person).await?,
            Step::Weather(number) => self.set_weather(number),
            Step::Wait(milliseconds) => self.wait(Duration::from_millis(milliseconds)).await?,
            Step::Close => Box::pin(self.close_and_start()).await?,
        }
        self.settle().await
    }

    /// Lets what was pressed reach the window, the worker, and the window again.
    async fn settle(&mut self) -> Result {
        self.program().screen.step();
        self.program().screen.step();
        self.wait(FRAME).await
    }

    fn click(&mut self, number: usize, is_meant: impl Fn(&str) -> bool) {
        let verbose = self.verbose;
        let screen = &mut self.program().screen;
        let top = screen.query_all_by_role(Role::Dialog).last().unwrap_or_else(|| screen.root());
        let nodes: Vec<Node<'_>> = top.query_all_by(|node| is_pressable(node) && is_meant(&node.label().unwrap_or_default())).collect();
        let Some(node) = nodes.get(number % nodes.len().max(1)) else {
            if verbose {
                let names = top.query_all_by(is_pressable).filter_map(|node| node.accesskit_node().label());
                println!("    not there, but {:?}", names.collect::<Vec<_>>());
            }
            return;
        };
        if verbose {
            println!("    clicks {:?}", node.accesskit_node().label());
        }
        let id = node.accesskit_node().id();
        let bounds = screen.ctx.content_rect();
        if !bounds.contains(node.rect().center()) {
            node.scroll_to_me();
            screen.run_steps(2);
        }
        if let Some(node) = screen.query_all_by(|node| node.id() == id).next() {
            node.click();
        }
    }

    fn press(&mut self, (modifiers, key): (Modifiers, Key)) {
        self.program().screen.key_press_modifiers(modifiers, key);
        if key == Key::Space {
            self.program().screen.event(Input::Text(" ".to_owned()));
        }
    }

    fn type_text(&mut self, number: usize, text: &str) {
        let screen = &mut self.program().screen;
        let top = screen.query_all_by_role(Role::Dialog).last().unwrap_or_else(|| screen.root());
        let editors: Vec<Node<'_>> = top.query_all_by(|node| is_editor(node.role()) && !node.is_disabled()).collect();
        let Some(editor) = editors.get(number % editors.len().max(1)) else { return };
        editor.focus();
        screen.run_steps(1);
        screen.key_press_modifiers(Modifiers::COMMAND, Key::A);
        screen.event(Input::Text(text.to_owned()));
    }

    /// Signs in with a token, beside the account on the screen if there is one.
    async fn sign_in(&mut self, market: usize, person: Owner) -> Result {
        let account = |command| Action::Ask(Command::Account(command));
        if matches!(self.program().app().model().session, Session::SignedIn { .. }) {
            self.program().app_mut().act(Action::Leave(LeaveTarget::Add));
            self.wait(Duration::from_secs(12)).await?;
            if self.program().app().model().account().is_some() {
                return Ok(());
            }
        }
        let file = self.dir.path().join(["North.toml", "South.toml"][market]);
        self.program().app_mut().act(account(AccountCommand::UseMarket(MarketChoice::File(file))));
        self.wait(Duration::from_secs(2)).await?;
        if self.program().app().model().account().is_some() {
            return Ok(());
        }
        let token = files::token(&self.markets[market], person);
        self.program().app_mut().act(account(AccountCommand::SignIn { token, refresh: None, keep: KeepToken::Ask }));
        self.wait(Duration::from_secs(2)).await?;
        if self.program().app().model().sign_in.found.is_some() {
            self.program().app_mut().act(account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession }));
            self.wait(Duration::from_secs(1)).await?;
        }
        Ok(())
    }

    async fn close_and_start(&mut self) -> Result {
        if let Some(program) = self.program.take() {
            Box::pin(program.close()).await?;
        }
        let (told, events) = std::sync::mpsc::channel();
        self.ledger.borrow_mut().restart(told.clone());
        self.program = Some(Program::start(&self.dir.path().join("data"), (told, events), Rc::clone(&self.ledger))?);
        self.wait(Duration::from_secs(2)).await
    }

    /// What must hold after every step.
    async fn look(&mut self, step: Step) -> Result {
        self.ledger.borrow_mut().check_shops(&self.markets)?;
        let mut waited = Duration::ZERO;
        while !self.has_way_on() {
            if waited >= WAY_ON {
                return Err(format!("nothing can be pressed on the screen: {:?}", self.texts()));
            }
            self.wait(Duration::from_secs(6)).await?;
            waited += Duration::from_secs(6);
        }
        if matches!(step, Step::Key(3 | 4)) && !self.has_focus() {
            return Err(format!("nothing has the focus: {:?}", self.texts()));
        }
        let model = self.program.as_ref().expect("the program runs").app().model();
        self.reviews.look(model, is_harmless(step))
    }

    fn has_way_on(&mut self) -> bool {
        let screen = &self.program().screen;
        let top = screen.query_all_by_role(Role::Dialog).last().unwrap_or_else(|| screen.root());
        top.query_all_by(|node| is_pressable(node) || (is_editor(node.role()) && !node.is_disabled())).next().is_some()
    }

    fn has_focus(&mut self) -> bool {
        self.program().screen.query_all_by(|node| node.is_focused() && node.role() != Role::Window).next().is_some()
    }

    fn texts(&mut self) -> Vec<String> {
        let nodes = self.program().screen.query_all_by(|node| node.label().is_some());
        nodes.filter_map(|node| node.accesskit_node().label()).take(30).collect()
    }

    /// Without faults, everything ends that needs no person.
    async fn rest(&mut self) -> Result {
        self.set_weather(0);
        let mut waits = None;
        for _ in 0..10 {
            self.wait(REST / 10).await?;
            waits = waits_without_end(self.program().app().model());
            if waits.is_none() {
                break;
            }
        }
        if let Some(waits) = waits {
            return Err(format!("{waits} does not end: {:?}", self.texts()));
        }
        self.look(Step::Wait(0)).await?;
        // What is told to be created is there.
        let model = self.program().app().model();
        if let Some((market, vendor)) = shop(&model.session)
            && matches!(model.import.phase, Phase::Running | Phase::Ended)
        {
            let there = self.markets[market].products();
            let mut created: BTreeMap<&str, usize> = BTreeMap::new();
            let program = self.program.as_ref().expect("the program runs");
            for row in program.app().model().import.rows().iter().filter(|row| row.state == crate::import::State::Created) {
                *created.entry(&row.name).or_default() += 1;
            }
            for (name, count) in created {
                let renamed = |product: &crate::sandbox::CreatedProduct| product.changed_at.is_some();
                let found = there.iter().filter(|product| product.vendor == vendor && (product.fields.name == name || renamed(product)));
                if found.count() < count {
                    return Err(format!("{name} is told to be created {count} times, and is not there"));
                }
            }
        }
        Ok(())
    }
}

/// Whether a step touches no cell.
fn is_harmless(step: Step) -> bool {
    matches!(step, Step::Drop(_) | Step::Wait(_) | Step::Weather(_) | Step::SignIn { .. } | Step::Close)
}

fn is_start(node: &egui_kittest::kittest::AccessKitNode<'_>) -> bool {
    node.role() == Role::Button && node.label().is_some_and(|name| name.starts_with("Create ") && name.contains(" in "))
}

fn is_pressable(node: &egui_kittest::kittest::AccessKitNode<'_>) -> bool {
    let name = node.label().unwrap_or_default();
    node.data().supports_action(Access::Click)
        && !node.is_disabled()
        && !is_editor(node.role())
        && !matches!(node.role(), Role::Label | Role::Window | Role::Heading)
        && !NOT_PRESSED.iter().any(|not| name.starts_with(not))
}

fn is_editor(role: Role) -> bool {
    matches!(role, Role::TextInput | Role::MultilineTextInput | Role::PasswordInput | Role::SearchInput | Role::NumberInput)
}
