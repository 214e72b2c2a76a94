//! What a refusal means, and what it says.

mod error_body;
mod excerpt;
mod hints;
mod photo_limit;
mod problem;

pub use error_body::is_error_envelope;
pub use excerpt::excerpt;
pub use problem::{Context, Refusal, http_date, retry_after};
