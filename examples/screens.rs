//! Shows every state of every screen with made-up content, one after the other, and writes each to a picture.
//!
//! ```text
//! cargo run --example screens -- DIR [--lang en|fa] [--dark] [--size 1400x900] [--only PART-OF-NAME] [--stay]
//! ```
//!
//! Needs a display; `xvfb-run` will do.

#[allow(dead_code, reason = "some of it is for the tests")]
#[path = "../tests/kit/stage/scenes.rs"]
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
use vitrine::worker::{Command, Event, PictureKey, Theme, ThumbnailCommand};

struct Choice {
    folder: PathBuf,
    language: Language,
    theme: Theme,
    size: [f32; 2],
    only: String,
    /// Stay with the first scene, to be played with by hand.
    stay: bool,
}

fn main() -> eframe::Result {
    let choice = choice();
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default().with_inner_size(choice.size).with_decorations(false).with_position([0.0, 0.0]),
        renderer: eframe::Renderer::Glow,
        ..Default::default()
    };
    eframe::run_native("screens", native, Box::new(|_| Ok(Box::new(Show::new(choice)))))
}

fn choice() -> Choice {
    let mut arguments = std::env::args().skip(1);
    let mut choice = Choice {
        folder: arguments.next().map_or_else(|| PathBuf::from("."), PathBuf::from),
        language: Language::English,
        theme: Theme::Light,
        size: [1100.0, 760.0],
        only: String::new(),
        stay: false,
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--lang" => choice.language = arguments.next().and_then(|tag| Language::from_tag(&tag)).unwrap_or_default(),
            "--stay" => choice.stay = true,
            "--dark" => choice.theme = Theme::Dark,
            "--size" => {
                let text = arguments.next().unwrap_or_default();
                let mut sides = text.split('x').filter_map(|side| side.parse().ok());
                choice.size = [sides.next().unwrap_or(1100.0), sides.next().unwrap_or(760.0)];
            }
            "--only" => choice.only = arguments.next().unwrap_or_default(),
            other => eprintln!("not understood: {other}"),
        }
    }
    choice
}

/// A window that plays one scene after the other.
struct Show {
    choice: Choice,
    left: std::vec::IntoIter<Scene>,
    now: Option<Playing>,
    frames: u32,
    taken: Sender<Arc<egui::ColorImage>>,
    shot: Receiver<Arc<egui::ColorImage>>,
}

/// A scene being shown.
struct Playing {
    name: &'static str,
    app: App,
    tell: Sender<Event>,
    wanted: Rc<RefCell<Vec<PictureKey>>>,
}

/// Frames until a scene has settled and its pictures are in.
const SETTLED: u32 = 8;

impl Show {
    fn new(choice: Choice) -> Self {
        let scenes: Vec<Scene> = scenes::all().into_iter().filter(|scene| scene.name.contains(&choice.only)).collect();
        let (taken, shot) = mpsc::channel();
        Self { choice, left: scenes.into_iter(), now: None, frames: 0, taken, shot }
    }

    fn keep(&self, name: &str, image: &egui::ColorImage) {
        let theme = if self.choice.theme == Theme::Dark { "dark" } else { "light" };
        let [wide, high] = self.choice.size;
        let path = self.choice.folder.join(format!("{name}-{}-{theme}-{wide}x{high}.png", self.choice.language.tag()));
        let [width, height] = image.size;
        match image::save_buffer(&path, image.as_raw(), width as u32, height as u32, image::ColorType::Rgba8) {
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
        let (tell, events) = mpsc::channel();
        let wanted = Rc::new(RefCell::new(Vec::new()));
        let ask = Rc::clone(&wanted);
        let send = move |command| {
            if let Command::Thumbnail(ThumbnailCommand::Load { key, .. }) = command {
                ask.borrow_mut().push(key);
            }
        };
        let mut app = App::with_system_language(ctx, Link { send: Box::new(send), events }, self.choice.language);
        let _ = tell.send(scenes::settings(self.choice.language.tag(), self.choice.theme));
        app.drain(ctx);
        for step in scene.steps {
            match step {
                Step::SliderLabel(event) => {
                    let _ = tell.send(event);
                    app.drain(ctx);
                }
                Step::Done(action) => app.act(action),
            }
        }
        self.now = Some(Playing { name: scene.name, app, tell, wanted });
        self.frames = 0;
    }
}

impl eframe::App for Show {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        let shot = self.shot.try_recv().ok();
        if let (Some(image), Some(playing)) = (shot, &self.now) {
            self.keep(playing.name, &image);
            self.now = None;
        }
        if self.now.is_none() {
            self.next(&ctx);
        }
        let Some(Playing { app, tell, wanted, .. }) = &mut self.now else { return };
        for key in wanted.borrow_mut().drain(..) {
            let _ = tell.send(Event::Picture { result: Ok(scenes::picture(&key)), key, is_provisional: false });
        }
        app.drain(&ctx);
        app.draw(ui);
        self.frames += 1;
        if self.choice.stay {
            return;
        }
        if self.frames == SETTLED {
            let taken = self.taken.clone();
            ctx.request_screenshot(move |image| drop(taken.send(image)));
        }
        ctx.request_repaint();
    }
}
