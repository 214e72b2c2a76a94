//! How text is shown and edited, in lines with one direction and with mixed directions.

mod accessibility;
mod caret_movement;
mod context_menu;
mod editing;
mod extreme_text;
mod field;
mod labels;
