//! Shows every widget in every state, in a window.
//!
//! ```text
//! cargo run --example gallery -- [en|fa]
//! ```

#[path = "gallery.rs"]
mod gallery;

use eframe::egui::ThemePreference;
use gallery::Gallery;
use vitrine::i18n::Language;

fn main() -> eframe::Result {
    let language =
        if std::env::args().nth(1).as_deref() == Some("fa") { Language::Persian } else { Language::English };
    eframe::run_native(
        "vitrine gallery",
        eframe::NativeOptions::default(),
        Box::new(move |creation| {
            Ok(Box::new(Gallery::new(&creation.egui_ctx, language, ThemePreference::System)))
        }),
    )
}
