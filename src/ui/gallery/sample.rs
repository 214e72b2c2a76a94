//! What the gallery's widgets hold.

use eframe::egui::TextureHandle;

/// What the widgets that can be used hold.
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
