//! The values of the gallery's widgets.

use eframe::egui::TextureHandle;

/// The values of the widgets that can be operated.
pub struct Sample {
    pub picture: TextureHandle,
    pub dialog: bool,
    pub checked: bool,
    pub chosen: u8,
    pub name: String,
    pub price: String,
    pub token: String,
    pub about: String,
}
