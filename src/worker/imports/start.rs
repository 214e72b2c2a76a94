//! From Start to a run: saved immediately, compared with earlier imports of the account, then handed to the
//! engine.
//!
//! The run exists from the moment Start is pressed, so that Pause and Cancel reach it at any time.

use std::time::Duration;

use jiff::Timestamp;

use super::earlier::comparison::{Compared, Comparison, StartedReview, compare, read_again};
use super::ended::drop_ended;
use super::resuming::awaited_categories::{awaits_category, find_category, remember_folders};
use super::running::run::{Photo, Purpose, Run};
use super::state::{ImportTaskResult, Imports, Resumption};
use crate::store::PendingImport;
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::photos::{UploadedPhoto, blocking};
use crate::worker::product_form;
use crate::worker::tasks::Lifetime;
use vitrine_core::import::dedup::{AddedDraft, Decisions, decide};
use vitrine_core::import::engine::{Config, Engine, Input};
use vitrine_core::import::journal::{Entry, Record};
use vitrine_core::import::{DraftId, PlannedDraft, RunId, sku};
use vitrine_domain::{AccountKey, Draft, Problem, ProblemKind};
use vitrine_model::messages::{Event, FormEvent, ImportEvent};

/// Drafts handed to the engine at a time, so that other services get their turn.
const BATCH_SIZE: usize = 200;

/// A list that was read so recently tells what the next one should have, as far as so many of its products.
const LISTED_RECENTLY: Duration = Duration::from_hours(24);
const MAX_LISTED_BEFORE: usize = 2_000;

impl Imports {
    /// Start was pressed. `review`: the account's saved review, if the products are from it.
    pub(super) fn start(
        &mut self,
        drafts: Vec<PlannedDraft>,
        allow_duplicates: bool,
        review: Option<StartedReview>,
        cx: &mut Context,
    ) {
        let started = self.save_and_start(drafts, allow_duplicates, review, cx);
        cx.report_error(started);
    }

    fn save_and_start(
        &mut self,
        drafts: Vec<PlannedDraft>,
        allow_duplicates: bool,
        review: Option<StartedReview>,
        cx: &mut Context,
    ) -> Result<(), Problem> {
        let needed = || Problem::new(ProblemKind::SignInNeeded);
        let market = cx.session.market().map(|market| market.id.clone()).ok_or_else(needed)?;
        // Even with a refused token the import starts: it waits for the next token like any other.
        let account = match cx.authenticated() {
            Some(session) => Some(session.key()?),
            None => cx.session.shown().cloned(),
        };
        let drafts = cx.store.new_drafts(drafts.len())?.into_iter().zip(drafts).collect();
        let mut started = PendingImport { allow_duplicates, drafts };
        // The categories may have become known after the window last looked.
        remember_folders(&started, cx);
        started.drafts.iter_mut().for_each(|(_, planned)| find_category(planned, cx));
        cx.notify(Notice::products_started(started.drafts.iter().map(|(_, planned)| planned)));
        let Some(account) = account else {
            // It waits for whoever resumes it.
            cx.store.save_pending_import(&market, None, &started)?;
            return Err(needed());
        };
        let awaits_categories = started.drafts.iter().any(|(_, planned)| awaits_category(planned, cx));
        if self.restorations.is_empty() && !awaits_categories {
            return self.compare(account, started, review, false, cx);
        }
        cx.store.save_pending_import(&market, Some(&account), &started)?;
        self.replace_review(&account, review);
        let resumption = Resumption { account, without_attributes: false };
        if self.restorations.is_empty() {
            return self.resume_when_known(resumption, cx);
        }
        // It continues together with what is being read from the journal.
        self.resumption = Some(resumption);
        Ok(())
    }

    /// The account's pending imports, without what is being compared or in the journal already.
    pub(super) fn pending(&self, account: &AccountKey, cx: &Context) -> Result<Vec<PendingImport>, Problem> {
        let under_way: Vec<DraftId> = self
            .runs
            .iter()
            .flat_map(|run| &run.comparisons)
            .flat_map(|comparison| &comparison.started.drafts)
            .map(|(id, _)| *id)
            .collect();
        let mut pending = cx.store.pending_imports(&account.market, account)?;
        pending.iter_mut().for_each(|started| started.drafts.retain(|(draft, _)| !under_way.contains(draft)));
        let begun = cx
            .store
            .begun_drafts(pending.iter().flat_map(|started| &started.drafts).map(|(draft, _)| *draft))?;
        pending.iter_mut().for_each(|started| started.drafts.retain(|(draft, _)| !begun.contains(draft)));
        pending.retain(|started| !started.drafts.is_empty());
        Ok(pending)
    }

    /// The account's pending imports, which no run has any more, and whether the run that had them was
    /// paused.
    pub(super) fn take_pending(
        &mut self,
        account: &AccountKey,
        cx: &Context,
    ) -> Result<(Vec<PendingImport>, bool), Problem> {
        let pending = self.pending(account, cx)?;
        let is_paused =
            self.runs.iter().any(|run| !run.pending_imports.is_empty() && run.engine.is_kept_paused());
        self.runs.iter_mut().for_each(|run| run.pending_imports.clear());
        Ok((pending, is_paused))
    }

    /// The products that were started from a saved review are on disk: what is left of it takes its place.
    pub(super) fn replace_review(&mut self, account: &AccountKey, review: Option<StartedReview>) {
        if let Some(StartedReview { rest, .. }) = review {
            self.journal.review(account.clone(), rest);
        }
    }

    /// Adds the drafts to the account's import in progress, or begins one. `saved`: they are on disk.
    pub(super) fn compare(
        &mut self,
        account: AccountKey,
        started: PendingImport,
        review: Option<StartedReview>,
        saved: bool,
        cx: &mut Context,
    ) -> Result<(), Problem> {
        let run = self.joinable_run(&account, cx)?;
        self.compare_in(run, usize::MAX, account, started, (review, saved), cx);
        Ok(())
    }

    /// Retries what failed or was cancelled. What was cancelled before it was compared may have been created
    /// by an earlier import.
    pub(super) fn retry(&mut self, drafts: Vec<(DraftId, Draft)>, cx: &mut Context) -> Result<(), Problem> {
        self.updates.begin();
        let unsure = |runs: &[Run], draft| runs.iter().any(|run| run.uncompared.contains(&draft));
        let (unsure, sure): (Vec<_>, Vec<_>) =
            drafts.into_iter().partition(|(draft, _)| unsure(&self.runs, *draft));
        if !sure.is_empty() {
            self.each_import(|| Input::Retry(sure.clone()));
        }
        let planned_in = |run: &Run| -> Vec<PlannedDraft> {
            let planned = unsure.iter().filter(|(draft, _)| run.uncompared.contains(draft));
            planned
                .filter_map(|(id, draft)| {
                    Some(PlannedDraft { draft: draft.clone(), ..run.engine.planned(*id)?.clone() })
                })
                .collect()
        };
        let to_compare: Vec<_> =
            self.runs.iter().map(|run| (run.id, run.account.clone(), planned_in(run))).collect();
        for (run, account, mut planned) in
            to_compare.into_iter().filter(|(_, _, planned)| !planned.is_empty())
        {
            planned.iter_mut().for_each(|planned| find_category(planned, cx));
            let awaits_categories = planned.iter().any(|planned| awaits_category(planned, cx));
            let drafts = cx.store.new_drafts(planned.len())?.into_iter().zip(planned).collect();
            let started = PendingImport { allow_duplicates: false, drafts };
            if awaits_categories {
                cx.store.save_pending_import(&account.market, Some(&account), &started)?;
                self.resume_when_known(Resumption { account, without_attributes: false }, cx)?;
            } else {
                self.compare_in(run, usize::MAX, account, started, (None, false), cx);
            }
        }
        Ok(())
    }

    /// Begins a comparison, at this place among those of the run. `review`, `saved`: as in [`Comparison`].
    fn compare_in(
        &mut self,
        run: RunId,
        place: usize,
        account: AccountKey,
        started: PendingImport,
        (review, saved): (Option<StartedReview>, bool),
        cx: &mut Context,
    ) {
        // What was handed over and created a moment ago counts as well, also while the disk accepts nothing.
        self.feed_all(cx);
        self.drain(cx);
        let unwritten = self.unwritten(&account, cx.now());
        self.comparison_count += 1;
        let comparison = self.comparison_count;
        let (store, clock, to_compare) = (cx.store.path(), cx.options.clock, started.clone());
        let task = cx.tasks.spawn_reporting(Lifetime::Account, None, |reporter| async move {
            let compared = blocking(move || {
                let store = store.connect()?;
                if !saved {
                    let result = store.save_pending_import(&account.market, Some(&account), &to_compare);
                    let failed = result.is_err();
                    reporter.report(ImportTaskResult::Saved { run, comparison, result });
                    if failed {
                        // The error was reported, and nothing of it begins.
                        return Ok(Compared::default());
                    }
                }
                compare(&store, &account, &to_compare, unwritten, clock().as_second())
            });
            let compared = match compared.await {
                Ok(compared) => Ok(read_again(compared).await),
                Err(problem) => Err(problem),
            };
            ImportTaskResult::Compared { run, comparison, compared }
        });
        let handover_count = self.handover_count;
        if let Some(run) = self.run(run) {
            let place = place.min(run.comparisons.len());
            run.comparisons
                .insert(place, Comparison::new(comparison, started, review, saved, handover_count, task));
        }
        self.updates.begin();
    }

    /// What the imports of the account have recorded, as far as the journal is not known to have it.
    fn unwritten(&self, account: &AccountKey, now: Timestamp) -> Vec<Entry> {
        let runs = self.runs.iter().filter(|run| run.account == *account);
        runs.flat_map(|run| run.engine.unsaved())
            .map(|record| Entry { at: now.as_second(), record: record.clone() })
            .collect()
    }

    pub(super) fn joinable_run(&mut self, account: &AccountKey, cx: &mut Context) -> Result<RunId, Problem> {
        if let Some(run) = self.runs.iter().find(|run| run.is_joinable()) {
            return Ok(run.id);
        }
        let Some(gate) = cx.session.market().map(|market| market.gate.clone()) else {
            return Err(Problem::new(ProblemKind::SignInNeeded));
        };
        let (id, knowledge) = (cx.store.new_run()?, cx.store.knowledge(account)?);
        let asking = drop_ended(self, cx);
        let rules = cx.session.market().map(|market| market.client.profile().rules()).unwrap_or_default();
        let mut engine = Engine::new(id, account.clone(), knowledge, Config::default());
        engine.add_products_of_others(cx.store.products_of_drafts(account)?);
        engine.follow(&rules);
        self.runs.push(Run::new(id, account.clone(), gate, Purpose::Import, engine));
        // Questions that nobody has answered stay open beside the new import.
        for run in asking {
            self.restore(run, account, Purpose::Import, cx);
        }
        Ok(id)
    }

    pub(super) fn on_saved(
        &mut self,
        id: RunId,
        comparison: u64,
        result: Result<(), Problem>,
        cx: &mut Context,
    ) {
        let Some(run) = self.run(id) else { return };
        let account = run.account.clone();
        let Some(position) = run.comparisons.iter().position(|known| known.id == comparison) else { return };
        match result {
            Ok(()) => {
                run.comparisons[position].saved = true;
                let review = run.comparisons[position].review.take();
                self.replace_review(&account, review);
            }
            // What is not on disk does not begin: the review still exists.
            Err(problem) => {
                let mut comparison = run.comparisons.remove(position);
                // A run that was made for nothing but this would wait for its first draft and never end.
                let is_empty = run.is_empty();
                self.runs.retain(|known| !is_empty || known.id != id);
                self.replace_review(&account, comparison.review.take().filter(|review| review.is_newer));
                cx.send(Event::Problem(problem));
                self.compare_early_ones(id, cx);
            }
        }
    }

    /// The comparison has ended. One that was cancelled meanwhile is unknown here.
    pub(super) fn on_compared(
        &mut self,
        run: RunId,
        comparison: u64,
        compared: Result<Compared, Problem>,
        cx: &mut Context,
    ) {
        let handover_count = self.handover_count;
        let Some(known) = self.run(run) else { return };
        let Some(position) = known.comparisons.iter().position(|known| known.id == comparison) else {
            return;
        };
        if position > 0 {
            // What was started earlier goes first, however long its comparison takes: otherwise what it
            // creates would not count.
            known.comparisons[position].is_early = true;
            return;
        }
        let mut comparison = known.comparisons.remove(0);
        let started = std::mem::take(&mut comparison.started);
        if compared.is_ok() && comparison.handover_count != handover_count {
            // Another start was handed over first, perhaps of the same products: a second comparison takes
            // those into account.
            let account = known.account.clone();
            return self.compare_in(run, 0, account, started, (None, true), cx);
        }
        match compared {
            Ok(mut compared) => {
                known.engine.add_names_in_shop(std::mem::take(&mut compared.names_in_shop));
                let rules =
                    cx.session.market().map(|market| market.client.profile().rules()).unwrap_or_default();
                let ids: Vec<DraftId> = started.drafts.iter().map(|(id, _)| *id).collect();
                let in_run =
                    |draft| self.runs.iter().find_map(|run| run.engine.row(draft)).map(|row| row.state);
                let Compared { earlier, hashes, .. } = compared;
                let Decisions { added, retries } =
                    decide(started.drafts, hashes, &earlier, &rules, &cx.market_categories, in_run);
                self.hand_to_engine(run, added, ids, cx);
                if !retries.is_empty() {
                    self.each_import(|| Input::Retry(retries.clone()));
                }
            }
            Err(problem) => {
                // It is still pending: resuming it is offered.
                known.pending_imports.push(started);
                self.unreported_wait = Some((known.account.clone(), problem));
            }
        }
        self.compare_early_ones(run, cx);
    }

    /// Compares anew what now comes first, if its comparison ended too early.
    fn compare_early_ones(&mut self, id: RunId, cx: &mut Context) {
        let Some(run) = self.run(id) else { return };
        if !run.comparisons.first().is_some_and(|comparison| comparison.is_early) {
            return;
        }
        let mut comparison = run.comparisons.remove(0);
        let (account, started) = (run.account.clone(), std::mem::take(&mut comparison.started));
        self.compare_in(id, 0, account, started, (None, true), cx);
    }

    /// Starts the engine of a run, and tells it what the shop's list had not long ago: a list that lacks that
    /// proves nothing.
    pub(super) fn start_engine(&mut self, id: RunId, cx: &Context) {
        let Some(account) = self.run(id).map(|run| run.account.clone()) else { return };
        let since = cx.now().checked_sub(LISTED_RECENTLY).unwrap_or(Timestamp::MIN);
        match cx.store.listed_since(&account, since, MAX_LISTED_BEFORE) {
            Ok(listed) if listed.is_empty() => {}
            Ok(listed) => self.push(id, Input::ListedBefore(listed)),
            Err(problem) => tracing::warn!(%problem, "what was listed before is not known"),
        }
        self.push(id, Input::Start);
    }

    /// Hands drafts to the engine. `ids` are their numbers as started.
    fn hand_to_engine(&mut self, id: RunId, added: Vec<AddedDraft>, ids: Vec<DraftId>, cx: &mut Context) {
        self.handover_count += 1;
        let Some(run) = self.run(id) else { return };
        run.photos.extend(added.iter().map(|added| (added.id(), Photo::all_of(added.planned()))));
        run.handed_over.extend(ids);
        // What is refused here takes no time.
        run.finished_before +=
            added.iter().filter(|added| matches!(added, AddedDraft::Refused { .. })).count();
        cx.send(Event::Import(ImportEvent::Drafts(
            added.iter().map(|added| (added.id(), added.planned().clone())).collect(),
        )));
        self.start_engine(id, cx);
        let mut rest = added.into_iter().peekable();
        while rest.peek().is_some() {
            let some = rest.by_ref().take(BATCH_SIZE).collect();
            self.push(id, Input::Add(some));
        }
        // Of the form's product, the screens hear otherwise: an import that has ended is no news again.
        if self.run(id).is_some_and(|run| run.purpose == Purpose::Import) {
            self.updates.begin();
        }
    }

    /// Hands over drafts that are still being compared, or wait for categories, so that they appear in the
    /// journal and on the screen, and cancels them before anything is sent.
    pub(super) fn cancel(&mut self, cx: &mut Context) {
        for at in 0..self.runs.len() {
            let (run, account) = (self.runs[at].id, self.runs[at].account.clone());
            let comparing = std::mem::take(&mut self.runs[at].comparisons);
            let mut review = None;
            let compared = comparing.into_iter().map(|mut comparison| {
                review = comparison.review.take().or(review.take());
                std::mem::take(&mut comparison.started)
            });
            let compared: Vec<PendingImport> = compared.collect();
            let awaiting = std::mem::take(&mut self.runs[at].pending_imports);
            // Whatever is learned of categories now comes too late.
            self.awaited_categories.take_if(|_| !awaiting.is_empty());
            for PendingImport { allow_duplicates, drafts } in compared.into_iter().chain(awaiting) {
                let ids: Vec<DraftId> = drafts.iter().map(|(id, _)| *id).collect();
                if !allow_duplicates {
                    self.runs[at].uncompared.extend(&ids);
                }
                self.push(run, Input::Pause);
                self.hand_to_engine(
                    run,
                    drafts.into_iter().map(|(id, planned)| AddedDraft::New { id, planned }).collect(),
                    ids,
                    cx,
                );
            }
            self.replace_review(&account, review);
        }
        self.each_import(|| Input::Cancel);
    }

    /// Starts a run for the create form's product, whose photos are uploaded already.
    pub(super) fn start_form(&mut self, planned: &PlannedDraft, photos: &[UploadedPhoto], cx: &mut Context) {
        if let Err(problem) = self.begin_form(planned, photos, cx) {
            cx.send(Event::Form(FormEvent::Result(Err(problem))));
        }
    }

    fn begin_form(
        &mut self,
        planned: &PlannedDraft,
        photos: &[UploadedPhoto],
        cx: &mut Context,
    ) -> Result<(), Problem> {
        let session = cx.authenticated().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))?;
        let (rules, mut planned) = (session.profile().rules(), planned.clone());
        if let Some(problem) = planned.evaluate(&rules, &cx.market_categories) {
            return Err(problem.into());
        }
        let account = session.key()?;
        cx.notify(Notice::products_started([&planned]));
        let (run, draft) = (cx.store.new_run()?, cx.store.new_drafts(1)?[0]);
        let mut records = vec![
            Record::RunStarted { run, account: account.clone() },
            Record::FromForm { run },
            Record::DraftAdded { draft, run, planned },
        ];
        let uploaded = photos.iter().enumerate();
        records.extend(uploaded.map(|(index, photo)| Record::PhotoUploaded {
            draft,
            index,
            hash: photo.hash,
            edit: photo.edit,
            file: photo.file.clone(),
        }));
        cx.store.append(&records, cx.now())?;
        // The journal has it now.
        let deleted = product_form::delete_saved(&cx.store, &account);
        cx.report_error(deleted);
        self.restore(run, &account, Purpose::Form, cx);
        Ok(())
    }
}

/// Gives an SKU to products that have none. Products that are created once more get others than those that
/// exist.
///
/// # Errors
/// When the system has no random bytes.
pub(super) fn add_skus(drafts: &mut [PlannedDraft], are_copies: bool) -> Result<(), Problem> {
    let mut copy = [0; 16];
    if are_copies {
        getrandom::fill(&mut copy)
            .map_err(|error| Problem::new(ProblemKind::Internal).with_quotation(error.to_string()))?;
    }
    sku::generate(drafts, if are_copies { &copy } else { &[] });
    Ok(())
}
