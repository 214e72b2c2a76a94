//! Results of looking for a newer version.

use super::release::{Release, UpdateFailure};

/// The result of a look: the latest release, if there is one.
pub struct TaskResult(pub Result<Option<Release>, UpdateFailure>);
