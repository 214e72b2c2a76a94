//! Results of the tasks that change products.

use std::sync::Arc;

use super::preview::PreviewRequest;
use super::run::{Done, Opened};
use vitrine_core::edit::plan::Preview;
use vitrine_domain::{Problem, ProductId, ProductState};
use vitrine_model::messages::EditEvent;

/// A result for the service.
pub enum TaskResult {
    /// Something for the screens alone.
    Update(EditEvent),
    Previewed {
        request: Arc<PreviewRequest>,
        result: Result<Preview, Problem>,
    },
    /// Everything that the shop shows of a product.
    Read {
        product: ProductId,
        result: Result<Box<ProductState>, Problem>,
    },
    /// A run was read or recorded.
    Opened(Result<Opened, Problem>),
    /// What a task of the run has led to.
    Run(Done),
    /// A run's rows were read, to be shown.
    Shown(Result<EditEvent, Problem>),
}
