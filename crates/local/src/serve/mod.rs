//! Connections of the servers on this computer: accepted whatever happens, and watched while they are open.

mod accept;
mod stream;

pub use accept::accept;
pub use stream::{Closed, Watch, WatchedStream, when_closed};
