//! From dropped photos to products in the shop, each exactly once.
//!
//! [`plan`](mod@plan) and [`sheet`] turn files and spreadsheets into drafts; [`dedup`] recognizes drafts of
//! earlier imports; [`engine`] turns drafts into products at the speed that [`pace`](crate::pace) allows and
//! has each step recorded in the [`journal`]; a [`Template`] holds what a seller does to every import;
//! [`report`] tells the outcome of each draft, and [`table`] is the file format of a report. None of them
//! accesses the disk, the network or the clock: the worker does, and passes the results in.

pub mod bulk;
pub mod cards;
pub mod categories;
pub mod dedup;
mod default_values;
pub mod engine;
pub mod file_name;
pub mod foreign_path;
pub mod journal;
pub mod leftovers;
pub mod limits;
pub mod naming;
pub mod natural_order;
pub mod plan;
pub mod report;
pub mod sheet;
#[cfg(test)]
mod sim;
pub mod sku;
mod state;
pub mod table;
mod template;
pub mod text_pattern;

pub use default_values::DefaultValues;
pub use engine::Engine;
pub use state::{
    Boundary, Counts, DraftId, Grouping, GroupingChoice, ImportRun, PlannedDraft, Row, RunId, State, Waiting,
};
pub use template::Template;
