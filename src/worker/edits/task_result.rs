//! Results of the tasks that change products.

use std::sync::Arc;

use super::preview::PreviewRequest;
use crate::domain::{Problem, Product, ProductId, ProductState};
use crate::edit::EditRunId;
use crate::edit::plan::Preview;
use crate::worker::messages::{EditEvent, EditProgress};

/// A result for the service.
pub enum TaskResult {
    /// Something for the screens alone.
    Update(EditEvent),
    Previewed {
        request: Arc<PreviewRequest>,
        result: Result<Preview, Problem>,
    },
    /// Products that a run has changed, as the shop shows them now.
    Products(Vec<Product>),
    /// Everything that the shop shows of a product.
    Read {
        product: ProductId,
        result: Result<Box<ProductState>, Problem>,
    },
    /// The token of the run was refused.
    Refused(Problem),
    /// The run's task has ended.
    Over(RunEnd),
    /// A run's rows were read, to be shown.
    Shown(Result<EditEvent, Problem>),
}

/// Why the task of a run has ended.
#[derive(Debug)]
pub enum RunEnd {
    /// Nothing is left to do automatically.
    Finished { run: EditRunId, progress: EditProgress },
    /// It goes on with the next token. `paused`: but sends nothing by itself.
    NeedsSignIn { run: EditRunId, paused: bool },
    /// It was asked to stop, for the end of the program or another account.
    Stopped,
    /// It could not begin, or not be read.
    Failed(Problem),
}
