//! Checks of the source itself: layering, message files, and documents.

mod documents;
mod isolation;
mod layers;
mod messages;
mod windows_packages;
