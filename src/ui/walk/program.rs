//! The program under the walk: the window of [`App`] without a display, and the worker, in one thread on a virtual clock.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use eframe::egui::{UiBuilder, ViewportEvent, ViewportId};
use egui_kittest::Harness;
use jiff::Zoned;
use jiff::tz::TimeZone;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::ledger::Ledger;
use crate::i18n::Language;
use crate::store::{Instance, InstanceLock, Store};
use crate::ui::{App, Link};
use crate::worker::{Bus, Event, Options, sim_env};

pub type Screen = Harness<'static, Option<App>>;

pub struct Program {
    pub screen: Screen,
    worker: JoinHandle<()>,
}

fn clock() -> Zoned {
    sim_env::clock().to_zoned(TimeZone::UTC)
}

impl Program {
    /// Starts the program on this data directory.
    pub fn start(data: &Path, channel: (Sender<Event>, Receiver<Event>), ledger: Rc<RefCell<Ledger>>) -> Result<Self, String> {
        let instance = match Instance::acquire(data).map_err(|problem| format!("{problem:?}"))? {
            InstanceLock::Acquired(instance) => instance,
            InstanceLock::HeldElsewhere(_) => return Err("the data directory is still held".to_owned()),
        };
        let store = Store::open(data).map_err(|problem| format!("{problem:?}"))?;
        let (commands, inbox) = mpsc::unbounded_channel();
        let options =
            Options { open_page: |_| Ok(()), lock_dir: None, clock: sim_env::clock, works_offline: true, ..Options::new(data.to_owned()) };
        let (told, events) = channel;
        let worker = tokio::task::spawn_local(Bus::new(options, instance, store, told, || {}).run(inbox));
        let send = move |command| {
            // Another borrow would mean that the window sends while it is looked at.
            if let Some(command) = ledger.borrow_mut().send(command) {
                let _ = commands.send(command);
            }
        };
        Ok(Self { screen: screen(Link { send: Box::new(send), events }), worker })
    }

    pub fn app(&self) -> &App {
        self.screen.state().as_ref().expect("the app is created in the first frame")
    }

    pub fn app_mut(&mut self) -> &mut App {
        self.screen.state_mut().as_mut().expect("the app is created in the first frame")
    }

    /// Whether the worker ended although nobody closed the window.
    pub fn is_dead(&self) -> bool {
        self.worker.is_finished()
    }

    /// Closes the window, and waits for the worker.
    pub async fn close(mut self) -> Result<(), String> {
        self.screen.input_mut().viewports.entry(ViewportId::ROOT).or_default().events.push(ViewportEvent::Close);
        self.screen.step();
        let ended = tokio::time::timeout(Duration::from_secs(10), &mut self.worker).await;
        sim_env::end_process();
        match ended {
            Ok(Ok(())) => Ok(()),
            other => Err(format!("the program does not stop: {other:?}")),
        }
    }
}

fn screen(link: Link) -> Screen {
    let mut link = Some(link);
    Harness::builder().with_size([1100.0, 760.0]).build_ui_state(
        move |ui, app: &mut Option<App>| {
            let ctx = ui.ctx().clone();
            if let Some(link) = link.take() {
                *app = Some(App::with_system_language(&ctx, link, Language::English).with_clock(clock));
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
