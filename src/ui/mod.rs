//! The window: screens that show a [`Model`] and return the user's actions.
//!
//! Data flows in one direction. The worker's [`Event`](crate::worker::Event)s are applied to the model; screens draw the
//! model and push [`Action`]s; after the frame the actions change the model and become
//! [`Command`](crate::worker::Command)s. Nothing here waits, locks, or accesses the disk or the network.

mod app;
mod direction;
mod drops;
mod focus;
mod gallery;
mod icons;
mod input_splitter;
mod layout;
mod model;
mod on_screen;
mod paste_keys;
mod pictures;
mod screens;
mod scroll;
pub mod shortcuts;
pub mod text;
pub mod theme;
mod widgets;

pub use app::{App, Link};
use eframe::egui;
pub use gallery::Gallery;

use crate::i18n::Language;
use crate::worker::Theme;
pub use model::{
    Action, ApplyTo, EditorAction, FormAction, ImportAction, LeaveTarget, Model, PhotoAction, Question, Screen, SetupAction, SheetAction,
    Unpriced, WebhookAction,
};

/// How the window starts.
#[derive(Debug, Default)]
pub struct Options {
    /// Paths to import, as if they were dropped on the window.
    pub paths: Vec<std::path::PathBuf>,
    /// Overrides the system's language.
    pub language: Option<Language>,
}

/// Opens the window and blocks until it is closed. `connect` gets a function that wakes the window, to be called after each
/// event (from any thread), and returns the connection to the worker.
///
/// # Errors
/// When no window can be opened: no display, or no OpenGL.
pub fn run(options: Options, connect: impl FnOnce(Box<dyn Fn() + Send + Sync>) -> Link) -> eframe::Result {
    open(|ctx| {
        let waking = ctx.clone();
        let link = connect(Box::new(move || waking.request_repaint()));
        let mut app = App::with_system_language(ctx, link, options.language.unwrap_or_else(Language::system));
        if !options.paths.is_empty() {
            app.act(Action::Drop(options.paths));
        }
        Box::new(app)
    })
}

/// Opens the gallery of widgets and blocks until it is closed.
///
/// # Errors
/// When no window can be opened: no display, or no OpenGL.
pub fn run_gallery(language: Option<Language>) -> eframe::Result {
    let language = language.unwrap_or_else(Language::system);
    open(|ctx| Box::new(Gallery::new(ctx, language, Theme::System)))
}

fn open(make: impl FnOnce(&egui::Context) -> Box<dyn eframe::App>) -> eframe::Result {
    let viewport = egui::ViewportBuilder::default()
        .with_app_id("vitrine")
        .with_title("Vitrine")
        .with_inner_size([1100.0, 760.0])
        .with_min_inner_size([720.0, 480.0])
        .with_icon(eframe::icon_data::from_png_bytes(app::ICON).unwrap_or_default())
        .with_drag_and_drop(true);
    let native = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        event_loop_builder: Some(Box::new(prefer_x11)),
        ..Default::default()
    };
    eframe::run_native("vitrine", native, Box::new(|creation| Ok(make(&creation.egui_ctx))))
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
