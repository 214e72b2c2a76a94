//! Finds and resumes the unfinished imports of earlier sessions.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::interrupted::take_interrupted;
use super::saved_review::has_saved_review;
use crate::worker::context::Context;
use crate::worker::imports::ended::drop_ended;
use crate::worker::imports::reading::walk::Dropped;
use crate::worker::imports::restored::{Drafts, RestoredRun};
use crate::worker::imports::running::run::{Photo, Purpose, Run};
use crate::worker::imports::state::{ImportTaskResult, Imports, Resumption};
use crate::worker::photos::blocking;
use crate::worker::tasks::Lifetime;
use crate::worker::unfinished::{last_failed_import, resumable, unfinished, unfinished_at_market};
use vitrine_core::import::engine::Input;
use vitrine_core::import::{RunId, State};
use vitrine_domain::{AccountKey, Problem, ProblemKind};
use vitrine_model::messages::{Event, FormEvent, ImportEvent, Unfinished};

impl Imports {
    /// Resumes every unfinished import of this account.
    pub(in crate::worker::imports) fn resume(&mut self, without_attributes: bool, cx: &mut Context) {
        let Err(problem) = self.resume_all(without_attributes, cx) else { return };
        // Even with nobody signed in, the number of waiting products can be reported.
        if problem.kind == ProblemKind::SignInNeeded
            && let Ok(left) = unfinished_at_market(cx)
        {
            cx.send(Event::Import(ImportEvent::Unfinished(left)));
        }
        cx.send(Event::Problem(problem));
    }

    fn resume_all(&mut self, without_attributes: bool, cx: &mut Context) -> Result<(), Problem> {
        let account = cx.authenticated().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))?.key()?;
        self.drain(cx);
        // With those that belong to nobody yet: this account takes them.
        let pending = cx
            .store
            .pending_imports(&account.market, &account)?
            .iter()
            .map(|started| started.drafts.len())
            .sum();
        let of_others = unfinished_at_market(cx)?
            .counts
            .waiting
            .saturating_sub(resumable(&account, pending, cx)?.counts.waiting);
        if of_others > 0 {
            cx.send(Event::Import(ImportEvent::LeftOfOthers(of_others)));
        }
        for run in cx.store.unfinished_runs(&account)? {
            self.restore(run, &account, Purpose::Import, cx);
        }
        Self::send_kept_sheet(&account, cx);
        self.updates.begin();
        self.resumption = Some(Resumption { account, without_attributes });
        self.on_all_restored(cx);
        Ok(())
    }

    /// Shows an import of the account again, the last one unless one is named, so that failed products can be
    /// corrected and retried.
    pub(in crate::worker::imports) fn reopen(&mut self, run: Option<RunId>, cx: &mut Context) {
        let reopened = self.read_again(run, cx);
        cx.report_error(reopened);
    }

    fn read_again(&mut self, run: Option<RunId>, cx: &mut Context) -> Result<(), Problem> {
        let account = cx.authenticated().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))?.key()?;
        let asking = drop_ended(self, cx);
        let last = cx.store.last_run_of(&account)?;
        // The sheet that is kept is the one of the last import.
        if run.is_none_or(|run| Some(run) == last) {
            Self::send_kept_sheet(&account, cx);
        }
        for run in run.or(last).into_iter().chain(asking) {
            self.restore(run, &account, Purpose::Import, cx);
        }
        Ok(())
    }

    /// Reads a run from the journal and continues it. Commands about imports wait until that is done.
    pub(in crate::worker::imports) fn restore(
        &mut self,
        run: RunId,
        account: &AccountKey,
        purpose: Purpose,
        cx: &mut Context,
    ) {
        let Some(gate) = cx.session.market().map(|market| market.gate.clone()).filter(|_| !self.knows(run))
        else {
            return;
        };
        self.restorations.push((run, purpose));
        self.updates.begin();
        let (store, clock, account) = (cx.store.path(), cx.options.clock, account.clone());
        cx.tasks.spawn(Lifetime::Account, None, async move {
            let restored = blocking(move || {
                let RestoredRun { engine, drafts } =
                    RestoredRun::read(&store.connect()?, run, &account, gate.now(), clock().as_second())?;
                let mut run = Run::new(run, account, gate, purpose, engine);
                run.photos.extend(drafts.iter().map(|(id, planned)| (*id, Photo::all_of(planned))));
                let cancelled = run.engine.rows().filter(|row| row.state == State::Cancelled);
                run.uncompared = cancelled.map(|row| row.id).collect();
                run.finished_before = run.engine.counts().created + run.engine.counts().failed;
                run.changed.extend(run.engine.rows().map(|row| row.id).collect::<Vec<_>>());
                let folders = drafts.iter().filter_map(|(_, planned)| planned.source.parent());
                let folders: BTreeSet<PathBuf> = folders.map(Path::to_owned).collect();
                let dropped = Dropped::of(&folders.into_iter().collect::<Vec<_>>());
                Ok(Box::new((run, drafts, dropped)))
            });
            ImportTaskResult::Restored { run, restored: restored.await }
        });
    }

    pub(in crate::worker::imports) fn on_restored(
        &mut self,
        id: RunId,
        restored: Result<Box<(Run, Drafts, Dropped)>, Problem>,
        cx: &mut Context,
    ) {
        let Some(position) = self.restorations.iter().position(|(run, _)| *run == id) else { return };
        let (_, purpose) = self.restorations.remove(position);
        match restored {
            Ok(restored) => {
                let (mut run, drafts, dropped) = *restored;
                Arc::make_mut(&mut self.dropped).extend(dropped);
                run.engine.follow(
                    &cx.session.market().map(|market| market.client.profile().rules()).unwrap_or_default(),
                );
                if purpose == Purpose::Import {
                    cx.send(Event::Import(ImportEvent::Drafts(drafts)));
                }
                self.runs.push(run);
                self.start_engine(id, cx);
            }
            Err(problem) if purpose == Purpose::Form => cx.send(Event::Form(FormEvent::Result(Err(problem)))),
            Err(problem) => cx.send(Event::Problem(problem)),
        }
        self.on_all_restored(cx);
    }

    /// When no run is being read any more, performs what waited for that.
    fn on_all_restored(&mut self, cx: &mut Context) {
        if !self.restorations.is_empty() {
            return;
        }
        if let Some(resumption) = self.resumption.take() {
            let resumed = self.resume_when_known(resumption, cx);
            cx.report_error(resumed);
        }
        self.perform_deferred(cx);
    }

    /// Somebody signed in: waiting runs continue, and unfinished imports of earlier sessions are offered.
    pub(in crate::worker::imports) fn signed_in(&mut self, cx: &mut Context) {
        let Some(account) = cx.account() else { return };
        if !(self.runs.is_empty() && self.restorations.is_empty()) {
            for run in self.runs.iter().map(|run| run.id).collect::<Vec<_>>() {
                self.push(run, Input::SignedIn(account.clone()));
            }
            return;
        }
        let left = unfinished(&account, cx)
            .and_then(|left| left.map_or_else(|| last_failed_import(&account, cx), |left| Ok(Some(left))));
        match left {
            Ok(Some(unfinished)) => {
                // A review that waits as well is in the way: the person chooses.
                let was_left = take_interrupted(&account, cx)
                    && unfinished.counts.waiting > 0
                    && !has_saved_review(&account, cx);
                cx.send(Event::Import(ImportEvent::Unfinished(Unfinished { was_left, ..unfinished })));
            }
            Ok(None) => {}
            Err(problem) => cx.send(Event::Problem(problem)),
        }
    }
}
