//! The building blocks of screens. Each uses the theme's tokens, follows the window's direction, has an
//! accessible name and works with the keyboard.

mod button;
mod chart;
mod choices;
mod dialog;
mod field;
mod heading;
mod menu;
mod notice;
mod photos;
mod pill;
mod progress;
mod table;
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
pub use notice::{Notice, problem, problem_notice, problem_text};
pub use photos::photo::{photo_button, thumbnail};
pub use photos::photo_tile::PhotoTile;
pub use pill::{Pill, state_pill};
pub use progress::{announced_progress_bar, progress_bar};
pub use table::{
    ChosenWidths, Column, RowAct, RowWords, Table, focused_cell, forget_places, go_to_cell, go_to_row,
    leave_cells, return_to_row, row_fold,
};
pub use toast::{covered_by_toasts, foot_height, set_foot, set_toasts_height, toast, toasts_height};
pub use virtual_list::VirtualList;
pub use zone::{centred_buttons, centred_text, drop_frame, drop_zone, empty_state};
