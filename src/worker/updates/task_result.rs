//! Results of looking for a newer version.

/// The result of a look: the latest release, if there is one.
pub struct TaskResult(pub Result<Option<Release>, UpdateFailure>);

use vitrine_model::messages::{Release, UpdateFailure};
