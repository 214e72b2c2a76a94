//! Checks which assumptions of a market file hold at the marketplace itself. The report names no account and
//! no product.

mod checks;
mod service;
mod test_product;

use vitrine_model::messages::CheckResult;

pub use service::MarketCheck;

/// The result of a check's task.
pub enum CheckTaskResult {
    Step(CheckResult),
    Ended,
}
