//! What earlier runs of the program left: told, and gone on with.

use std::collections::HashMap;

use super::hub::Hub;
use super::imports::wall;
use super::run::{Came, Photo, Purpose, Run, RunInput};
use super::session::Live;
use super::{Event, Unfinished};
use crate::domain::{AccountKey, Code, Problem};
use crate::import::engine::{Config, Engine, Input};
use crate::import::journal::{Knowledge, Ledger};
use crate::import::{RunId, State};

impl Hub {
    /// Goes on with every unfinished import of this account.
    pub(super) fn import_resume(&mut self) {
        let Err(problem) = self.resume_all() else { return };
        // With nobody signed in, what waits for it can be told all the same.
        if problem.code == Code::SignInNeeded
            && let Ok(left) = self.left()
        {
            self.tell(Event::ImportUnfinished(left));
        }
        self.tell(Event::Problem(problem));
    }

    fn resume_all(&mut self) -> Result<(), Problem> {
        let account = self.live.as_ref().ok_or_else(|| Problem::new(Code::SignInNeeded))?.key()?;
        let knowledge = self.store.knowledge(&account)?;
        let unfinished = self.store.unfinished_runs(&account)?;
        // One that cannot be read does not keep the end of those before it from being told.
        self.imports.ended = false;
        for run in unfinished {
            if self.imports.runs.iter().any(|known| known.id == run) {
                continue;
            }
            self.restore(run, Purpose::Import, knowledge)?;
        }
        self.resume_pending(&account)
    }

    pub(super) fn restore(&mut self, run: RunId, purpose: Purpose, knowledge: Knowledge) -> Result<(), Problem> {
        let entries = self.store.run_entries(run)?;
        let now = self.market.as_ref().map(|market| market.gate.now()).unwrap_or_default();
        let engine = Engine::restore(run, &entries, knowledge, Config::default(), now, wall())?;
        let drafts = Ledger::read(&entries, wall()).into_drafts().into_iter().filter(|known| known.run == run);
        let (mut photos, mut planned) = (HashMap::new(), Vec::new());
        for known in drafts {
            photos.insert(known.id, Photo::of(&known.planned));
            planned.push((known.id, known.planned));
        }
        if purpose == Purpose::Import {
            self.tell(Event::ImportDrafts(planned));
        }
        let mut restored = Run::new(run, purpose, engine, photos);
        restored.changed.extend(restored.engine.rows().map(|row| row.id).collect::<Vec<_>>());
        self.imports.runs.push(restored);
        self.imports.inputs.push_back(RunInput { run, came: Came::Input(Input::Start) });
        Ok(())
    }

    /// Someone signed in: what waited for it goes on, and what an earlier run of the program left is offered.
    pub(super) fn imports_signed_in(&mut self) {
        let Some(Ok(account)) = self.live.as_ref().map(Live::key) else { return };
        self.begin_compared();
        if !(self.imports.runs.is_empty() && self.imports.starting.is_empty()) {
            return self.imports_go_on();
        }
        let left = self.unfinished(&account).and_then(|left| left.map_or_else(|| self.failed_before(&account), |left| Ok(Some(left))));
        match left {
            Ok(Some(unfinished)) => self.tell(Event::ImportUnfinished(unfinished)),
            Ok(None) => {}
            Err(problem) => self.tell(Event::Problem(problem)),
        }
    }

    /// The account's last import, where products of it failed and nothing else is left to do. What failed in the create
    /// form is mended there.
    fn failed_before(&self, account: &AccountKey) -> Result<Option<Unfinished>, Problem> {
        let Some(run) = self.store.last_run_of(account)? else { return Ok(None) };
        let ledger = Ledger::read(&self.store.run_entries(run)?, wall());
        let form = ledger.run(run).is_some_and(|known| known.form);
        let counts = self.counted(vec![run])?.counts;
        let failed = counts.failed > 0 && counts.waiting == 0 && !form;
        Ok(failed.then_some(Unfinished { counts, to_check: 0 }))
    }

    /// Shows the account's last import again, so that what failed can be mended and sent.
    pub(super) fn import_reopen(&mut self) {
        if let Err(problem) = self.reopen() {
            self.tell(Event::Problem(problem));
        }
    }

    fn reopen(&mut self) -> Result<(), Problem> {
        let account = self.live.as_ref().ok_or_else(|| Problem::new(Code::SignInNeeded))?.key()?;
        let Some(run) = self.store.last_run_of(&account)? else { return Ok(()) };
        if self.imports.runs.iter().any(|known| known.id == run) {
            return Ok(());
        }
        let knowledge = self.store.knowledge(&account)?;
        self.imports.ended = false;
        self.restore(run, Purpose::Import, knowledge)
    }

    /// What stood still for want of a token goes on with the one there is.
    pub(super) fn imports_go_on(&mut self) {
        let Some(Ok(account)) = self.live.as_ref().map(Live::key) else { return };
        for run in &self.imports.runs {
            let came = Came::Input(Input::SignedIn(account.clone()));
            self.imports.inputs.push_back(RunInput { run: run.id, came });
        }
    }

    pub(super) fn unfinished(&self, account: &AccountKey) -> Result<Option<Unfinished>, Problem> {
        let mut unfinished = self.counted(self.store.unfinished_runs(account)?)?;
        unfinished.counts.waiting += self.pending_count(account)?;
        Ok((unfinished.counts.waiting > 0).then_some(unfinished))
    }

    /// What is left at this marketplace, whosever it is, with what nobody was signed in for.
    fn left(&self) -> Result<Unfinished, Problem> {
        let Some(market) = &self.market else { return Ok(Unfinished::default()) };
        let mut left = self.counted(self.store.unfinished_runs_at(&market.name)?)?;
        left.counts.waiting += self.pending_at_market()?;
        Ok(left)
    }

    fn counted(&self, runs: Vec<RunId>) -> Result<Unfinished, Problem> {
        let mut unfinished = Unfinished::default();
        for run in runs {
            for known in Ledger::read(&self.store.run_entries(run)?, wall()).into_drafts() {
                if known.run == run {
                    unfinished.counts.add(known.state);
                    unfinished.to_check += usize::from(known.state == State::Checking);
                }
            }
        }
        Ok(unfinished)
    }
}
