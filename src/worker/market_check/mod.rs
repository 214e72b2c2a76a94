//! Checks which assumptions of a market file hold at the marketplace itself. The report names no account and no product.

mod checks;
mod service;
mod task_result;
mod test_product;

pub use service::MarketCheck;
pub use task_result::TaskResult;
