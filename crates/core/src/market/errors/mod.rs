//! Interprets refusals: their problem, limits and hints.

mod error_body;
mod error_hints;
mod excerpt;
mod photo_limit;
mod problem;

pub use error_body::is_error_envelope;
pub use excerpt::excerpt;
pub use problem::{Context, Refusal, http_date, retry_after};
