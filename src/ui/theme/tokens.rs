//! Distances, type sizes, corners and heights, by name.

use eframe::egui::Margin;

/// Distances, in points. Each is about one and a half times the one before.
pub mod space {
    pub const XS: f32 = 4.0;
    pub const S: f32 = 8.0;
    pub const M: f32 = 12.0;
    pub const L: f32 = 20.0;
    pub const XL: f32 = 32.0;
}

/// Type sizes, in points.
pub mod size {
    pub const SMALL: f32 = 12.5;
    pub const BODY: f32 = 14.5;
    pub const LARGE: f32 = 17.0;
    pub const TITLE: f32 = 23.0;
}

/// Corners.
pub mod round {
    pub const SMALL: u8 = 5;
    pub const CONTROL: u8 = 8;
    pub const CARD: u8 = 12;
    pub const PILL: u8 = 99;
}

/// Heights of things that repeat.
pub mod height {
    pub const CONTROL: f32 = 36.0;
    pub const ROW: f32 = 52.0;
    pub const HEADER: f32 = 36.0;
}

/// Between the frame of a field and what is typed.
pub const EDITOR: Margin = Margin::symmetric(10, 6);
