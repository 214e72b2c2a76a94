//! Design tokens: distances, type sizes, corner radii and heights.

use egui::Margin;

/// Distances in points, each about one and a half times the previous one.
pub mod space {
    /// Extra small.
    pub const XS: f32 = 4.0;
    /// Small.
    pub const S: f32 = 8.0;
    /// Medium.
    pub const M: f32 = 12.0;
    /// Large.
    pub const L: f32 = 20.0;
    /// Extra large.
    pub const XL: f32 = 32.0;
}

/// Type sizes, in points.
pub mod size {
    /// Captions and help.
    pub const SMALL: f32 = 12.5;
    /// Normal text.
    pub const BODY: f32 = 14.5;
    /// Important lines.
    pub const LARGE: f32 = 17.0;
    /// Titles of screens.
    pub const TITLE: f32 = 23.0;
}

/// Corner radii in points.
pub mod round {
    /// Small boxes.
    pub const SMALL: u8 = 5;
    /// Buttons, fields and notices.
    pub const CONTROL: u8 = 8;
    /// Cards.
    pub const CARD: u8 = 12;
    /// Fully round ends.
    pub const PILL: u8 = 99;
}

/// Heights of common elements, in points.
pub mod height {
    /// Buttons.
    pub const CONTROL: f32 = 36.0;
    /// Editors of one line, with their margin.
    pub const EDITOR: f32 = 34.0;
    /// Table rows.
    pub const ROW: f32 = 52.0;
    /// Rows of products that are compared: one line each.
    pub const COMPACT_ROW: f32 = 36.0;
    /// Table headings.
    pub const HEADER: f32 = 36.0;
    /// Headings of a table that fills its screen.
    pub const LOW_HEADER: f32 = 28.0;
}

/// The margin between a field's frame and its text.
pub const EDITOR: Margin = Margin::symmetric(10, 6);
