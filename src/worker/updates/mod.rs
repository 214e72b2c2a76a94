//! Newer versions of the program: looked for only if the person wants that, never downloaded.

mod release;
mod saved;
mod service;
mod task_result;

pub use service::Updates;
pub use task_result::TaskResult;
