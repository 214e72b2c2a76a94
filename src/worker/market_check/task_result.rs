//! Results of a market check's task.

/// The result of a check's task.
pub enum TaskResult {
    Step(CheckResult),
    Ended,
}

use crate::worker::messages::CheckResult;
