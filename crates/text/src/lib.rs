//! Right-to-left text for egui: shown, edited, selected, and read by screen readers. egui shapes Arabic
//! letters but does not reorder text, so its own labels show prices reversed, and its own editor puts the
//! caret at the wrong end.
//!
//! Comes in: text in logical order, and what the window has of its own ([`Host`], [`set_rtl`],
//! [`set_menu_words`], [`NumberFormat`]). Goes out: galleys of egui, widgets, and text as it was typed.
//! Never: words of a language, a file, a clock; nothing of the program around it.
//!
//! Showing text:
//!
//! ```ignore
//! label(ui, words.text("products-title"));               // wraps or not as `ui` does
//! ui.add(Text::new(&product.title).strong().truncate()); // a table cell: an ellipsis at the logical end
//! ui.add(Text::new(&error).color(red).small());
//! ui.add(Text::new(&id).selectable());                   // can be copied
//! button(ui, words.text("close")).clicked();
//! // Any widget of egui:
//! egui::Button::new(Text::new(words.text("start")).strong().in_widget(ui)).fill(accent);
//! tooltip(response, words.text("help"));
//! ```
//!
//! Editing text:
//!
//! ```ignore
//! ui.add(line_edit("name", &mut name).hint("…").width(300.0)).labelled_by(label.id);
//! ui.add(line_edit("token", &mut token).password(true)).accessible_name(words.text("token"));
//! ui.add(paragraph_edit("description", &mut description).rows(5).error(true));
//! ```
//!
//! A paragraph has the direction of its first strong character; without one (a price) it has the direction of
//! the `Ui`'s layout. Screen readers and tests get the logical text without direction marks.

// Input from outside must not panic: a missing value, text cut inside a character. An `expect` states why it
// cannot fail.
#![cfg_attr(not(test), warn(clippy::get_unwrap, clippy::unwrap_used))]

mod edit;
mod host;
mod label;
mod layout;
mod menu;
mod select;
mod selection;
mod styled;
#[cfg(test)]
mod tests;

pub use edit::number::NumberFormat;
pub use edit::{
    Editor, edit_id, focus_and_select, forget_editors, is_menu_open, is_typing, line_edit, paragraph_edit,
};
pub use host::{Host, is_rtl, set_host, set_rtl};
pub use label::{
    announced_id, button, describe, describe_if_silent, heading, label, link, open_tooltip, paragraph,
    show_while_focused, small, small_link, strong, tooltip, tooltip_beside, weak,
};
pub use layout::fonts::{bold, install_fonts};
pub use layout::order::{Direction, is_direction_mark, without_direction_marks};
pub use menu::{MenuWords, keep_in_front, set_menu_words};
pub use styled::Text;
