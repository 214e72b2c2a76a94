//! The commands: whatever a person finds in the list of actions (Ctrl+K), in the overview of keyboard
//! shortcuts (F1), in menus and on buttons under the same name.

mod actions;
mod buttons;
mod keys;
mod spec;
mod table;

pub use keys::{ask_for, is_asked, is_pressed, pressed_commands, take_region, written};
pub use spec::{Combination, CommandSpec, Run, Section};
pub use table::UiCommand;
