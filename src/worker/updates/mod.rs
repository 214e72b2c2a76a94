//! Newer versions of the program: looked for only if the person wants that, never downloaded.

mod release;
mod saved;
mod service;

use vitrine_model::messages::{Release, UpdateFailure};

pub use service::Updates;

/// The result of a look: the latest release, if there is one.
pub struct UpdateTaskResult(pub Result<Option<Release>, UpdateFailure>);
