//! The window: screens that show a [`Model`] and return the user's actions.
//!
//! Data flows in one direction. The worker's [`Event`](crate::worker::Event)s are applied to the model;
//! screens draw the model and push [`Action`]s; after the frame the actions change the model and become
//! [`Command`](crate::worker::Command)s. Nothing here waits, locks, or accesses the disk or the network.

mod app;
pub mod commands;
mod drops;
pub mod outcome;
mod paste_keys;
pub mod pictures;
mod renderer;
mod screens;
pub mod text_host;

pub use app::{App, Link, brand};
use eframe::egui;
pub use renderer::Renderer;

use crate::i18n::Language;
pub use vitrine_model::{
    Action, ApplyTo, CellAction, EditorAction, FormAction, ImportAction, LeaveTarget, Model, Phase,
    PhotoAction, Question, ReviewAction, Screen, SetupAction, SheetAction, Unpriced, WebhookAction,
};

/// What the window shows at first.
#[derive(Debug, Default)]
pub struct Options {
    /// Paths to import, as if they were dropped on the window.
    pub paths: Vec<std::path::PathBuf>,
    /// Overrides the system's language.
    pub language: Option<Language>,
}

/// How the window opens.
pub struct Opening {
    pub renderer: Renderer,
    /// Called when the first frame has been drawn: from then on the renderer counts as working.
    pub on_shown: Box<dyn FnOnce()>,
}

/// Opens the window and blocks until it is closed. `connect` gets a function that wakes the window, to be
/// called after each event (from any thread), and returns the connection to the worker.
///
/// # Errors
/// When no window can be opened: no display, or the renderer does not work here.
pub fn run(
    opening: Opening,
    options: Options,
    connect: impl FnOnce(Box<dyn Fn() + Send + Sync>) -> Link,
) -> eframe::Result {
    open(opening, |ctx| {
        let waking = ctx.clone();
        let link = connect(Box::new(move || waking.request_repaint()));
        let mut app = App::with_system_language(ctx, link, options.language.unwrap_or_else(Language::system));
        if !options.paths.is_empty() {
            app.act(Action::Drop(options.paths));
        }
        Box::new(app)
    })
}

fn open(opening: Opening, make: impl FnOnce(&egui::Context) -> Box<dyn eframe::App>) -> eframe::Result {
    let viewport = egui::ViewportBuilder::default()
        .with_app_id("vitrine")
        .with_title("Vitrine")
        .with_inner_size([1100.0, 760.0])
        .with_min_inner_size([720.0, 480.0])
        .with_icon(eframe::icon_data::from_png_bytes(app::ICON).unwrap_or_default())
        .with_drag_and_drop(true);
    let mut native = eframe::NativeOptions {
        viewport,
        event_loop_builder: Some(Box::new(prefer_x11)),
        ..Default::default()
    };
    opening.renderer.configure(&mut native);
    let on_shown = opening.on_shown;
    let make = move |creation: &eframe::CreationContext<'_>| {
        Ok(Box::new(FirstFrame { app: make(&creation.egui_ctx), on_shown: Some(on_shown) })
            as Box<dyn eframe::App>)
    };
    eframe::run_native("vitrine", native, Box::new(make))
}

/// An app that reports when its first frame has been drawn.
struct FirstFrame {
    app: Box<dyn eframe::App>,
    on_shown: Option<Box<dyn FnOnce()>>,
}

impl eframe::App for FirstFrame {
    fn logic(&mut self, ctx: &egui::Context, frame: &mut eframe::Frame) {
        self.app.logic(ctx, frame);
    }

    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        // A frame is painted when it is complete, so that the first one was painted when the second begins.
        if ui.ctx().cumulative_frame_nr() == 0 {
            ui.ctx().request_repaint();
        } else if let Some(on_shown) = self.on_shown.take() {
            on_shown();
        }
        self.app.ui(ui, frame);
    }
}

/// Prefers X11 where it is available: winit 0.30 does not support dropping files on a Wayland window.
#[cfg(all(unix, not(target_os = "macos")))]
fn prefer_x11(builder: &mut eframe::EventLoopBuilder<eframe::UserEvent>) {
    use winit::platform::x11::EventLoopBuilderExtX11 as _;
    if std::env::var_os("DISPLAY").is_some_and(|display| !display.is_empty()) {
        builder.with_x11();
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn prefer_x11(_: &mut eframe::EventLoopBuilder<eframe::UserEvent>) {}
