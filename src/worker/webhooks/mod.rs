//! Subscriptions to the marketplace's events (contract section 6), and the receiver of deliveries on this computer.

mod deliveries;
mod receiver;
mod refresh;
mod requested;
mod requests;
mod service;
mod task_result;

pub use deliveries::token_entry;
pub use receiver::{Receiver, ReceiverEvent, ReceiverOptions, may_forward_to};
pub use service::Webhooks;
pub use task_result::TaskResult;
