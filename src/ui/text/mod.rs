//! Bidirectional text. Everything that is shown or typed goes through here: egui shapes Arabic letters but does not reorder
//! text, so its own labels show prices reversed, and its own editor puts the caret at the wrong end.
//!
//! Showing text:
//!
//! ```ignore
//! text::label(ui, words.text("products-title"));              // wraps or not as `ui` does
//! ui.add(Text::new(&product.title).strong().truncate());      // a table cell: an ellipsis at the logical end
//! ui.add(Text::new(&error).color(red).small());
//! ui.add(Text::new(&id).selectable());                       // can be copied
//! text::button(ui, words.text("close")).clicked();
//! egui::Button::new(Text::new(words.text("start")).strong().in_widget(ui)).fill(accent); // any widget of egui
//! text::tooltip(response, words.text("help"));
//! ```
//!
//! Editing text:
//!
//! ```ignore
//! ui.add(text::line_edit("name", &mut name).hint("…").width(300.0)).labelled_by(label.id);
//! ui.add(text::line_edit("token", &mut token).password(true)).accessible_name(words.text("token"));
//! ui.add(text::paragraph_edit("description", &mut description).rows(5).error(true));
//! ```
//!
//! A paragraph has the direction of its first strong character; without one (a price) it has the direction of the `Ui`'s
//! layout. Screen readers and tests get the logical text without direction marks.

mod edit;
mod label;
mod layout;
mod menu;
mod select;
mod selection;
mod styled;
#[cfg(test)]
mod tests;

pub use edit::{Edit, edit_id, focus_and_select, forget_editors, is_menu_open, is_typing, line_edit, paragraph_edit};
pub use label::{
    button, checkbox, describe, heading, label, link, open_tooltip, paragraph, show_while_focused, small, small_link, strong, tooltip,
    tooltip_beside, weak,
};
pub use layout::fonts::{bold, install_fonts};
pub use layout::order::Direction;
pub use menu::set_menu_language;
pub use styled::Text;
