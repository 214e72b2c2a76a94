//! Shows every state of every screen with made-up content, one after another, and saves a screenshot of each.
//!
//! ```text
//! cargo run --example screens -- DIR [--lang en|fa] [--dark] [--size 1400x900] [--only PART-OF-NAME] [--stay]
//! ```
//!
//! Needs a display, such as that of `xvfb-run`.

#[allow(dead_code, reason = "parts are used by the tests only")]
#[path = "../tests/kit/window/scenes.rs"]
mod scenes;

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use eframe::egui;
use scenes::{Scene, Step};
use vitrine::i18n::Language;
use vitrine::ui::{App, Link};
use vitrine::worker::{Command, Event, PhotoEvent, PictureKey, Theme, ThumbnailCommand};

struct Options {
    folder: PathBuf,
    language: Language,
    theme: Theme,
    size: [f32; 2],
    only: String,
    /// Stay at the first scene, to use it by hand.
    stay: bool,
}

fn main() -> eframe::Result {
    let options = parse_arguments();
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_inner_size(options.size)
            .with_decorations(false)
            .with_position([0.0, 0.0]),
        renderer: eframe::Renderer::Glow,
        ..Default::default()
    };
    eframe::run_native("screens", native, Box::new(|_| Ok(Box::new(SceneViewer::new(options)))))
}

fn parse_arguments() -> Options {
    let mut arguments = std::env::args().skip(1);
    let mut options = Options {
        folder: arguments.next().map_or_else(|| PathBuf::from("."), PathBuf::from),
        language: Language::English,
        theme: Theme::Light,
        size: [1100.0, 760.0],
        only: String::new(),
        stay: false,
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--lang" => {
                options.language =
                    arguments.next().and_then(|tag| Language::from_tag(&tag)).unwrap_or_default();
            }
            "--stay" => options.stay = true,
            "--dark" => options.theme = Theme::Dark,
            "--size" => {
                let text = arguments.next().unwrap_or_default();
                let mut sides = text.split('x').filter_map(|side| side.parse().ok());
                options.size = [sides.next().unwrap_or(1100.0), sides.next().unwrap_or(760.0)];
            }
            "--only" => options.only = arguments.next().unwrap_or_default(),
            other => eprintln!("unknown argument: {other}"),
        }
    }
    options
}

/// A window that shows one scene after another.
struct SceneViewer {
    options: Options,
    left: std::vec::IntoIter<Scene>,
    now: Option<CurrentScene>,
    frames: u32,
    screenshot_sender: Sender<Arc<egui::ColorImage>>,
    screenshots: Receiver<Arc<egui::ColorImage>>,
}

/// A scene being shown.
struct CurrentScene {
    name: &'static str,
    app: App,
    event_sender: Sender<Event>,
    requested_pictures: Rc<RefCell<Vec<PictureKey>>>,
}

/// The number of frames after which a scene has settled and its pictures have arrived.
const SETTLED_FRAMES: u32 = 8;

impl SceneViewer {
    fn new(options: Options) -> Self {
        let scenes: Vec<Scene> =
            scenes::all().into_iter().filter(|scene| scene.name.contains(&options.only)).collect();
        let (screenshot_sender, screenshots) = mpsc::channel();
        Self { options, left: scenes.into_iter(), now: None, frames: 0, screenshot_sender, screenshots }
    }

    fn save_screenshot(&self, name: &str, image: &egui::ColorImage) {
        let theme = if self.options.theme == Theme::Dark { "dark" } else { "light" };
        let [wide, high] = self.options.size;
        let path = self
            .options
            .folder
            .join(format!("{name}-{}-{theme}-{wide}x{high}.png", self.options.language.tag()));
        let [width, height] = image.size;
        match image::save_buffer(&path, image.as_raw(), width as u32, height as u32, image::ColorType::Rgba8)
        {
            Ok(()) => println!("{}", path.display()),
            Err(error) => eprintln!("{}: {error}", path.display()),
        }
    }

    fn next(&mut self, ctx: &egui::Context) {
        let Some(scene) = self.left.next() else {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            self.now = None;
            return;
        };
        let (event_sender, events) = mpsc::channel();
        let requested_pictures = Rc::new(RefCell::new(Vec::new()));
        let ask = Rc::clone(&requested_pictures);
        let send = move |command| {
            if let Command::Thumbnail(ThumbnailCommand::Load { key, .. }) = command {
                ask.borrow_mut().push(key);
            }
        };
        let mut app =
            App::with_system_language(ctx, Link { send: Box::new(send), events }, self.options.language);
        let _ = event_sender.send(scenes::settings(self.options.language.tag(), self.options.theme));
        app.drain(ctx);
        for step in scene.steps {
            match step {
                Step::Event(event) => {
                    let _ = event_sender.send(event);
                    app.drain(ctx);
                }
                Step::Action(action) => app.act(action),
            }
        }
        self.now = Some(CurrentScene { name: scene.name, app, event_sender, requested_pictures });
        self.frames = 0;
    }
}

impl eframe::App for SceneViewer {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        let screenshot = self.screenshots.try_recv().ok();
        if let (Some(image), Some(current)) = (screenshot, &self.now) {
            self.save_screenshot(current.name, &image);
            self.now = None;
        }
        if self.now.is_none() {
            self.next(&ctx);
        }
        let Some(CurrentScene { app, event_sender, requested_pictures, .. }) = &mut self.now else { return };
        for key in requested_pictures.borrow_mut().drain(..) {
            let _ = event_sender.send(Event::Photo(PhotoEvent::Picture {
                result: Ok(scenes::picture(&key)),
                key,
                is_provisional: false,
            }));
        }
        app.drain(&ctx);
        app.draw(ui);
        self.frames += 1;
        if self.options.stay {
            return;
        }
        if self.frames == SETTLED_FRAMES {
            let screenshot_sender = self.screenshot_sender.clone();
            ctx.request_screenshot(move |image| drop(screenshot_sender.send(image)));
        }
        ctx.request_repaint();
    }
}
