//! Results of a market check's task.

use super::messages::CheckResult;

/// The result of a check's task.
pub enum TaskResult {
    Step(CheckResult),
    Ended,
}
