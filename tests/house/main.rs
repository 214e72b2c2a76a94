//! Checks of the source itself: layering, message files, and documents.

mod documents;
mod layers;
mod messages;
