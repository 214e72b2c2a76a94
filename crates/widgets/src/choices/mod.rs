//! Widgets for choosing: options, check boxes, lists, sliders, and groups of them.

pub mod choice;
pub mod group;
pub mod select;
pub mod slider;
