//! The whole data file is read behind the window, after a session that did not end cleanly.
//!
//! The store writes nothing more once damage was found, so imports end as they do on a disk that takes nothing.

use super::context::Context;
use super::done::TaskResult;
use super::photos::blocking;
use super::tasks::Life;

/// Ends in [`TaskResult::FileChecked`], if there is anything to check.
pub fn start(cx: &mut Context) {
    if !cx.store.needs_check() {
        return;
    }
    let file = cx.store.path();
    cx.tasks.spawn(Life::Program, None, async move { TaskResult::FileChecked(blocking(move || file.check()).await) });
}
