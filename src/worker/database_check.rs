//! Checks the whole data file in the background, after a session that did not end cleanly.
//!
//! The store refuses writes once damage was found, so imports stop as they do on a full disk.

use super::context::Context;
use super::photos::blocking;
use super::task_result::TaskResult;
use super::tasks::Lifetime;

/// Starts the check if it is due. It ends with [`TaskResult::DatabaseChecked`].
pub fn start(cx: &mut Context) {
    if !cx.store.needs_check() {
        return;
    }
    let file = cx.store.path();
    cx.tasks.spawn(Lifetime::Program, None, async move {
        TaskResult::DatabaseChecked(blocking(move || file.check()).await)
    });
}
