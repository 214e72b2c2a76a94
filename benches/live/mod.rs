//! The window with the real worker behind it, drawn through egui without a GPU, as often as the window would
//! be drawn.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use eframe::egui::{Context, Event, PlatformOutput, RawInput, Rect, pos2, vec2};
use vitrine::i18n::Language;
use vitrine::ui::{App, Link};
use vitrine::worker::{self, AccountCommand, Command, MarketChoice};
use vitrine_sandbox::Sandbox;

use crate::frames::Clock;

/// A screen draws 60 frames a second.
const FRAME: Duration = Duration::from_micros(16_667);
/// A window that was not drawn for so long has nothing left to do.
pub const QUIET: Duration = Duration::from_secs(3);

/// When the next frame is due: asked for by the worker's events and by egui, each time for the earliest
/// moment.
#[derive(Clone, Default)]
pub struct NextFrame(Arc<(Mutex<Option<Instant>>, Condvar)>);

impl NextFrame {
    pub fn ask(&self, delay: Duration) {
        let Some(at) = Instant::now().checked_add(delay) else { return };
        let (due, asked) = &*self.0;
        let mut due = due.lock().expect("no panic");
        *due = Some(due.map_or(at, |due| due.min(at)));
        asked.notify_all();
    }

    /// Waits until a frame is due, but at least until `earliest` and not longer than `latest`. Returns
    /// whether it is due; then it is not due any more.
    pub fn wait(&self, earliest: Instant, latest: Instant) -> bool {
        let (due, asked) = &*self.0;
        let mut due = due.lock().expect("no panic");
        loop {
            let now = Instant::now();
            let at = due.map_or(latest, |due| due.max(earliest).min(latest));
            if now >= at {
                return due.take_if(|due| *due <= now).is_some();
            }
            due = asked.wait_timeout(due, at - now).expect("no panic").0;
        }
    }
}

/// The window, drawn when it asks for it.
pub struct Window {
    pub ctx: Context,
    pub app: App,
    start: Instant,
    pub next_frame: NextFrame,
    /// How long each took.
    pub frames: Vec<Duration>,
    /// What the person does in the next frame.
    pub input: Vec<Event>,
}

impl Window {
    fn new(link: Link, next_frame: NextFrame) -> Self {
        let ctx = Context::default();
        let by_egui = next_frame.clone();
        ctx.set_request_repaint_callback(move |info| by_egui.ask(info.delay));
        let app = App::with_system_language(&ctx, link, Language::English);
        Self { ctx, app, start: Instant::now(), next_frame, frames: Vec::new(), input: Vec::new() }
    }

    /// Draws a frame. Returns what it tells the system, such as its accessibility tree.
    pub fn frame(&mut self) -> PlatformOutput {
        let screen_rect = Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0)));
        let (time, events) = (Some(self.start.elapsed().as_secs_f64()), std::mem::take(&mut self.input));
        let input = RawInput { screen_rect, time, events, focused: true, ..RawInput::default() };
        let (ctx, app) = (self.ctx.clone(), &mut self.app);
        let clock = Clock::start();
        let mut output = ctx.run_ui(input, |ui| {
            app.drain(&ctx);
            app.draw(ui);
        });
        std::hint::black_box(
            ctx.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point).len(),
        );
        self.frames.push(clock.elapsed());
        output.textures_delta.clear();
        output.platform_output
    }

    /// Draws frames, at most 60 a second, until `done`. Gives up when the window is quiet.
    pub fn draw_until(&mut self, done: impl Fn(&App) -> bool) -> bool {
        let (mut earliest, mut latest) = (Instant::now(), Instant::now() + QUIET);
        while self.next_frame.wait(earliest, latest) {
            let drawn = Instant::now();
            (earliest, latest) = (drawn + FRAME, drawn + QUIET);
            self.frame();
            if done(&self.app) {
                return true;
            }
        }
        false
    }
}

/// A window with a worker that is signed in to the shop, at rest.
pub fn open(shop: &Sandbox, data: &Path) -> (Window, worker::Handle) {
    let market = data.join("market.toml");
    std::fs::write(&market, shop.market_file()).expect("a market file");
    let next_frame = NextFrame::default();
    next_frame.ask(Duration::ZERO);
    let wake = next_frame.clone();
    let options = worker::Options { token: Some(shop.token()), ..worker::Options::new(data.join("data")) };
    let (handle, events) =
        worker::start(options, move || wake.ask(Duration::ZERO)).expect("the worker starts");
    handle.send(Command::Account(AccountCommand::UseMarket(MarketChoice::File(market))));
    let mut window = Window::new(Link { send: Box::new(handle.sender()), events }, next_frame);
    assert!(!window.draw_until(|_| false), "the window comes to rest");
    window.frames.clear();
    (window, handle)
}

/// The sandbox on a thread of its own, until the process ends.
pub fn shop() -> Sandbox {
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let _ = send.send(
                vitrine_sandbox::start(vitrine_sandbox::Options::default())
                    .await
                    .expect("the practice shop starts"),
            );
            std::future::pending::<()>().await;
        });
    });
    receive.recv().expect("the practice shop starts")
}

/// The highest resident memory of this process, in MB.
pub fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").trim().parse::<f64>().ok()? / 1024.0)
}
