//! What several screens show of categories: the picker, and the editors for a category's attributes.

mod attributes;
mod picker;
mod status;
mod suggestions;

pub use attributes::{attribute_choices, editors, missing_attributes};
pub use picker::{Picked, Picker};
pub use status::{is_list, list_choice, list_options, list_text, list_value, status_name, value_text};
pub use suggestions::Suggestions;
