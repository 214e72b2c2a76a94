//! The program under the walk: the window of [`App`] without a display, and the worker, in one thread on a
//! virtual clock.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use eframe::egui::{Event as Input, UiBuilder, ViewportEvent, ViewportId};
use egui_kittest::Harness;
use jiff::Zoned;
use jiff::tz::TimeZone;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::witness::Witness;
use crate::auth::{Keychain, SessionKeychain};
use crate::i18n::Language;
use crate::store::{Instance, InstanceLock, Store};
use crate::ui::{App, Link};
use crate::worker::{Bus, Event, Options, sim_env};
use vitrine_domain::ProblemKind;

pub type Screen = Harness<'static, Option<App>>;

/// At least so much time passes on the screen between two frames, in seconds.
const FRAME_SECONDS: f64 = 0.25;

pub struct Program {
    pub screen: Screen,
    worker: JoinHandle<()>,
    /// The worker has told something since the last frame.
    told: Arc<AtomicBool>,
    drawn_at: Instant,
    /// The time on the screen, in seconds.
    time: f64,
}

fn clock() -> Zoned {
    sim_env::clock().to_zoned(TimeZone::UTC)
}

impl Program {
    /// Starts the program on this data directory.
    pub fn start(
        data: &Path,
        language: Language,
        keychain: &Arc<SessionKeychain>,
        channel: (Sender<Event>, Receiver<Event>),
        witness: Rc<RefCell<Witness>>,
    ) -> Result<Self, String> {
        let instance = match Instance::acquire(data).map_err(|problem| format!("{problem:?}"))? {
            InstanceLock::Acquired(instance) => instance,
            InstanceLock::HeldElsewhere(_) => return Err("the data directory is still held".to_owned()),
        };
        let mut store = Store::open(data);
        if matches!(&store, Err(problem) if problem.kind == ProblemKind::Storage) {
            // Told, and the person makes room.
            crate::store::set_disk_full(false);
            store = Store::open(data);
        }
        let store = store.map_err(|problem| format!("the journal: {problem:?}"))?;
        let (commands, inbox) = mpsc::unbounded_channel();
        let options = Options {
            open_page: |_| Ok(()),
            lock_dir: None,
            keychain: Keychain::Session(Arc::clone(keychain)),
            clock: sim_env::clock,
            works_offline: true,
            read_sheet: vitrine_core::import::sheet::open_named,
            take_pictures: |bytes, parts, each| {
                vitrine_core::import::sheet::unpack_pictures(bytes, parts, |picture| {
                    each(picture);
                    Ok(())
                })
            },
            ..Options::new(data.to_owned())
        };
        let (sender, events) = channel;
        let told = Arc::new(AtomicBool::new(true));
        let wake = Arc::clone(&told);
        let bus = Bus::new(options, instance, store, sender, move || wake.store(true, Ordering::Relaxed));
        let worker = tokio::task::spawn_local(bus.run(inbox));
        let send = move |command| {
            // Another borrow would mean that the window sends while it is looked at.
            if let Some(command) = witness.borrow_mut().send(command) {
                let _ = commands.send(command);
            }
        };
        let screen = screen(Link { send: Box::new(send), events }, language);
        Ok(Self { screen, worker, told, drawn_at: Instant::now(), time: 0.0 })
    }

    pub fn app(&self) -> &App {
        self.screen.state().as_ref().expect("the app is created in the first frame")
    }

    pub fn app_mut(&mut self) -> &mut App {
        self.screen.state_mut().as_mut().expect("the app is created in the first frame")
    }

    /// The language on the screen.
    pub fn language(&self) -> Language {
        self.app().words().language()
    }

    /// Draws a frame in which this input arrives.
    pub fn frame(&mut self, input: impl IntoIterator<Item = Input>) {
        self.told.store(false, Ordering::Relaxed);
        self.time += self.drawn_at.elapsed().as_secs_f64().max(FRAME_SECONDS);
        self.drawn_at = Instant::now();
        let raw = self.screen.input_mut();
        raw.time = Some(self.time);
        raw.events.extend(input);
        self.screen.step();
    }

    /// Whether there is something new to draw, as a window knows it.
    pub fn is_due(&self) -> bool {
        let delay = self
            .screen
            .output()
            .viewport_output
            .get(&ViewportId::ROOT)
            .map_or(Duration::ZERO, |root| root.repaint_delay);
        self.told.load(Ordering::Relaxed) || delay <= self.drawn_at.elapsed()
    }

    /// Whether the worker ended although nobody closed the window.
    pub fn is_dead(&self) -> bool {
        self.worker.is_finished()
    }

    /// Closes the window, and waits for the worker.
    pub async fn close(mut self) -> Result<(), String> {
        // Once more where it asks before it closes.
        for _ in 0..2 {
            self.time += 2.0;
            self.screen
                .input_mut()
                .viewports
                .entry(ViewportId::ROOT)
                .or_default()
                .events
                .push(ViewportEvent::Close);
            self.frame([]);
        }
        let ended = tokio::time::timeout(Duration::from_secs(10), &mut self.worker).await;
        sim_env::end_process();
        match ended {
            Ok(Ok(())) => Ok(()),
            other => Err(format!("the program does not stop: {other:?}")),
        }
    }

    /// `kill -9`.
    pub async fn kill(self) {
        sim_env::end_process();
        self.worker.abort();
        let _ = self.worker.await;
    }
}

fn screen(link: Link, language: Language) -> Screen {
    let mut link = Some(link);
    Harness::builder().with_size([1100.0, 760.0]).build_ui_state(
        move |ui, app: &mut Option<App>| {
            let ctx = ui.ctx().clone();
            if let Some(link) = link.take() {
                *app = Some(App::with_system_language(&ctx, link, language).with_clock(clock));
            }
            if let Some(app) = app {
                app.drain(&ctx);
                app.close(&ctx);
                let bounds = ctx.content_rect();
                let mut whole = ui.new_child(UiBuilder::new().max_rect(bounds));
                whole.set_clip_rect(bounds);
                app.draw(&mut whole);
            }
        },
        None,
    )
}
