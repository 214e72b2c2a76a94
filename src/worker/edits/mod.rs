//! Changing products of the shop: previews, and the run that sends one.
//!
//! A [`preview`] reads the products that are meant ([`reading`], [`skus`]) and compares them with what is
//! wanted. Starting it makes it a [`run`], which owns the engine and performs its effects; [`running`] opens
//! it, feeds it and ends it, and [`returning`] undoes it on a day that was named. Its records go through
//! [`disk`]. With the lists that are [followed](following), [`lists`] keeps the shop in step.
//! What is typed into the table until then is kept by [`cells`].

mod cells;
mod disk;
mod following;
mod lists;
mod meter;
mod preview;
mod reading;
mod returning;
mod run;
mod running;
mod service;
mod skus;

use std::sync::Arc;

use following::{Following, Seen};
use preview::{Made, PreviewRequest};
use run::{Done, Opened, Run};
use vitrine_core::edit::engine::Input;
use vitrine_core::edit::follow::ListStep;
use vitrine_core::edit::plan::Preview;
use vitrine_core::edit::{EditRunId, RunPurpose};
use vitrine_domain::{Problem, ProductId, ProductState};
use vitrine_model::messages::{EditEvent, ListId};

/// A result for the service.
pub enum EditTaskResult {
    /// Something for the screens alone.
    Update(EditEvent),
    Previewed {
        request: Arc<PreviewRequest>,
        result: Result<Made, Problem>,
    },
    /// Something was seen of the file of a list that is followed.
    ListSeen {
        list: ListId,
        seen: Seen,
    },
    /// A list that is followed was compared with the shop.
    Compared {
        list: ListId,
        result: Result<Made, Problem>,
    },
    /// Everything that the shop shows of a product.
    Read {
        product: ProductId,
        result: Result<Box<ProductState>, Problem>,
    },
    /// What bringing back the old values of a run would change.
    Returning {
        run: EditRunId,
        result: Result<Made, Problem>,
    },
    /// A run was read or recorded.
    Opened(Result<Opened, Problem>),
    /// What a task of the run has led to.
    Run(Done),
    /// A run's rows were read, to be shown.
    Shown(Result<EditEvent, Problem>),
}

/// The service of changes, for the current account.
#[derive(Default)]
pub struct Edits {
    /// The last preview.
    previewed: Option<Previewed>,
    /// A preview whose token was refused; it is made again with the next one.
    unanswered: Option<Arc<PreviewRequest>>,
    /// The run that goes on.
    run: Option<Current>,
    /// The run that goes on with the next token, and whether it is paused.
    waits_for_token: Option<(EditRunId, bool)>,
    following: Following,
}

/// A preview that can be started.
struct Previewed {
    number: u64,
    preview: Arc<Preview>,
    /// What a run of it would be for.
    purpose: RunPurpose,
    /// The list that wants it, and what it means.
    of_list: Option<(ListId, Box<ListStep>)>,
}

/// The run that goes on.
enum Current {
    Opening(Opening),
    Open(Box<Run>),
}

/// A run that is being read or recorded.
struct Opening {
    /// `None` until a new run is on disk.
    run: Option<EditRunId>,
    /// What its engine is told first.
    inputs: Vec<Input>,
    is_stopping: bool,
}

impl Current {
    /// Its number; `None` until a new run is on disk.
    fn id(&self) -> Option<EditRunId> {
        match self {
            Self::Opening(opening) => opening.run,
            Self::Open(run) => Some(run.id),
        }
    }
}
