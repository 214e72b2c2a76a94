//! The window: screens that show a [`model::Model`] and return what a person did.

mod drops;
pub mod icons;
pub mod layout;
pub mod model;
pub mod pictures;
pub mod text;
pub mod theme;
pub mod widgets;
