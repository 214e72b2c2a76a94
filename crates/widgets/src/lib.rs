//! The building blocks of the window: the design as tokens (`theme`), keyboard focus by one rule (`focus`),
//! layout in both directions, and the widgets. Each widget uses the theme's tokens, follows the window's
//! direction, has an accessible name, and works with the keyboard.
//!
//! Comes in: words that are translated already, and pictures as textures. Goes out: egui's responses, and
//! what the accessibility tree says. Never: a product, a message of the worker, a file, a clock.

// Input from outside must not panic: a missing value, text cut inside a character. An `expect` states why it
// cannot fail.
#![cfg_attr(not(test), warn(clippy::get_unwrap, clippy::unwrap_used))]

mod button;
mod chart;
mod choices;
pub mod click_guard;
mod dialog;
mod field;
pub mod focus;
mod heading;
pub mod icons;
pub mod input_splitter;
pub mod key_guard;
pub mod layout;
mod menu;
mod notice;
pub mod on_screen;
mod photos;
mod pill;
mod progress;
pub mod scroll;
mod table;
pub mod theme;
mod toast;
mod virtual_list;
mod zone;

pub use button::Button;
pub use chart::{Column as ChartColumn, bar_chart, column_chart, share};
pub use choices::choice::{
    Checked, check, check_box, fitting_segments, named_segments, row_check_box, segments,
};
pub use choices::group::{belonging_to, group, labelled};
pub use choices::select::{options_below, select, select_width};
pub use choices::slider::{SliderLabel, slider};
pub use dialog::{Answer, Dialog, begin_frame};
pub use field::{FormField, field_error};
pub use heading::page_heading;
pub use menu::menu;
pub use notice::Notice;
pub use photos::photo::{PictureState, photo_button, thumbnail};
pub use photos::photo_tile::PhotoTile;
pub use pill::Pill;
pub use progress::{announced_progress_bar, progress_bar};
pub use table::{
    ChosenWidths, Column, RowAct, RowWords, Table, focused_cell, forget_places, go_to_cell, go_to_row,
    leave_cells, return_to_row, row_fold,
};
pub use toast::{covered_by_toasts, foot_height, set_foot, set_toasts_height, toast, toasts_height};
pub use virtual_list::VirtualList;
pub use zone::{centred_buttons, centred_text, drop_frame, drop_zone, empty_state};
