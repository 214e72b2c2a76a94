//! What several screens show of categories: the picker, and the editors for a category's attributes.

mod attributes;
mod picker;
mod status;

pub use attributes::{editors, missing_attributes};
pub use picker::{Picked, Picker};
pub use status::{status_name, unit_name};
