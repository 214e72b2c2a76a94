//! Planning a drop: the disk is read on another thread, and the screens are told how far that is.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::messages::SheetRequest;
use super::scan::{self, ReadCount};
use super::state::{Imports, TaskResult};
use crate::import::GroupingChoice;
use crate::worker::context::Context;
use crate::worker::guard::Guard;
use crate::worker::photos::blocking;
use crate::worker::tasks::{Lifetime, Slot};

/// How often the number of files is reported at most.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

impl Imports {
    /// Plans the paths; an earlier plan is given up.
    pub(super) fn plan(paths: Vec<PathBuf>, grouping: GroupingChoice, mut sheet: SheetRequest, cx: &mut Context) {
        if Guard::Plans.holds() {
            Self::cancel_plan(cx);
        }
        sheet.market_fields = cx.session.market().map(|market| market.client.profile().rules().fields).unwrap_or_default();
        let remembered = cx.settings.get().sheets.clone();
        cx.tasks.spawn_reporting(Lifetime::Program, Slot::Plan, |reporter| async move {
            // Dropped with this task, whereupon the thread stops reading.
            let waiting = Arc::new(());
            let count = Arc::new(ReadCount::new(&waiting));
            let counted = Arc::clone(&count);
            let mut planned = std::pin::pin!(blocking(move || Ok(scan::plan_paths(&paths, &grouping, &sheet, &remembered, &counted))));
            let mut reported = (0, 0);
            loop {
                tokio::select! {
                    planned = &mut planned => break TaskResult::Planned(planned.unwrap_or_default()),
                    () = tokio::time::sleep(REPORT_INTERVAL) => {}
                }
                if std::mem::replace(&mut reported, count.get()) != reported {
                    reporter.report(TaskResult::Reading { read: reported.0, found: reported.1 });
                }
            }
        });
    }

    /// Gives up the plan that is being made.
    pub(super) fn cancel_plan(cx: &mut Context) {
        cx.tasks.cancel(&Slot::Plan);
    }
}
