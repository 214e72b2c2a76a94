//! Results of a market check's task.

/// The result of a check's task.
pub enum TaskResult {
    Step(CheckResult),
    Ended,
}

use vitrine_model::messages::CheckResult;
