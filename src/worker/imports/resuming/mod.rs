//! Imports and reviews of earlier sessions: what is left of them, and going on.

pub mod awaited_categories;
pub mod interrupted;
pub mod resume;
pub mod saved_review;
