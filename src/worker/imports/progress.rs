//! Sends rows and progress to the screens, no more often than they can show them.

use tokio::time::Instant;

use super::running::run::{Purpose, Run};
use super::running::update_schedule::MIN_REPORTED_WAIT;
use super::state::Imports;
use crate::worker::context::Context;
use crate::worker::platform::keep_awake;
use vitrine_core::import::{Row, State, Waiting};
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::messages::{AwakeFor, Event, FormEvent, ImportEvent, Progress};

impl Imports {
    /// Sends rows and progress to the screens if an update is due.
    pub fn send_updates(&mut self, cx: &mut Context) {
        let now = Instant::now();
        if self.updates.is_due(now) {
            self.send_progress_now(now, cx);
        }
    }

    pub(super) fn send_progress_now(&mut self, now: Instant, cx: &mut Context) {
        self.updates.last_sent = Some(now);
        let mut rows: Vec<Row> = Vec::new();
        for run in self.runs.iter_mut().filter(|run| run.purpose == Purpose::Import) {
            rows.extend(
                std::mem::take(&mut run.changed).into_iter().filter_map(|draft| run.engine.row(draft)),
            );
        }
        if !rows.is_empty() {
            cx.send(Event::Import(ImportEvent::Rows(rows)));
        }
        let own_pace =
            cx.session.market().and_then(|market| market.client.profile().limits.products_per_minute);
        let progress = self.progress(now, cx.authenticated().is_some(), own_pace);
        let nothing_to_come = self.inputs.is_empty()
            && self.restorations.is_empty()
            && self.awaited_categories.is_none()
            && self.unreported_wait.is_none();
        let ended = nothing_to_come && self.runs_of(Purpose::Import).all(|run| run.ended());
        self.updates.ended = ended;
        let works = !ended
            && progress.counts.waiting > 0
            && !progress.waiting.as_ref().is_some_and(Waiting::is_for_person);
        keep_awake(AwakeFor::Imports, works, cx);
        if ended {
            cx.send(Event::Import(ImportEvent::Ended(progress.clone())));
            let rest =
                self.runs.iter().find(|run| !run.pending_imports.is_empty()).map(|run| run.account.clone());
            rest.into_iter().for_each(|account| self.offer_rest(&account, cx));
        } else if self.updates.last_progress.as_ref() != Some(&progress) {
            cx.send(Event::Import(ImportEvent::Progress(progress.clone())));
        }
        self.updates.last_progress = Some(progress);
    }

    /// When the screens are to be updated next, even if nothing happens.
    pub(super) fn next_update(&self) -> Option<Instant> {
        let changed = self.runs_of(Purpose::Import).any(|run| !run.changed.is_empty());
        self.updates.next(changed)
    }

    /// `own_pace`: how many products a minute the market file allows.
    fn progress(&mut self, at: Instant, signed_in: bool, own_pace: Option<u32>) -> Progress {
        let mut progress = Progress::default();
        for run in self.runs_of(Purpose::Import) {
            progress.counts += run.engine.counts();
            let (up, photos) = run.engine.photos();
            progress.photos_uploaded += up;
            progress.photos += photos;
            progress.uploads += run.engine.uploads();
            // What waits for an answer of a person alone holds up no other import.
            let waits = || run.engine.waiting(run.engine.gate().now(), &run.engine.gate().pace());
            progress.waiting = progress.waiting.take().or_else(|| waits().filter(|_| !run.ended()));
            progress.counts.waiting += run.not_begun();
            if !run.comparisons.is_empty() && !signed_in {
                progress.waiting = progress.waiting.take().or(Some(Waiting::SignIn));
            }
        }
        // A short pause between two requests is not reported; the end of a longer one is.
        let last = self.updates.last_progress.as_ref().and_then(|last| last.waiting.as_ref());
        let told = matches!(last, Some(Waiting::Pace { .. } | Waiting::OwnPace { .. }));
        let is_short = |waiting: &Waiting| matches!(waiting, Waiting::Pace { for_ } | Waiting::OwnPace { for_ } if *for_ < MIN_REPORTED_WAIT);
        progress.waiting = progress.waiting.filter(|waiting| told || !is_short(waiting));
        self.measure(&mut progress, at, own_pace);
        progress
    }

    /// Adds the speed and the time left, as far as something goes on.
    fn measure(&mut self, progress: &mut Progress, at: Instant, own_pace: Option<u32>) {
        // Of a cancelled run nothing is sent any more.
        let running = self.runs_of(Purpose::Import).filter(|run| !run.engine.is_cancelled());
        let to_do: usize = running
            .map(|run| run.engine.counts().waiting - run.engine.counts().needs_person + run.not_begun())
            .sum();
        // The previous speed says nothing about when the network will be back or the user will act.
        let moving = matches!(
            progress.waiting,
            None | Some(
                Waiting::Canary
                    | Waiting::Pace { .. }
                    | Waiting::OwnPace { .. }
                    | Waiting::Checking { .. }
                    | Waiting::Confirming { .. }
            )
        );
        if to_do == 0 || !moving {
            return self.updates.meter.rest();
        }
        let finished = self.runs_of(Purpose::Import).map(Run::finished).sum();
        let speed = self.updates.meter.measure(at, finished).at_most(own_pace);
        progress.bytes_per_second = speed.bytes_per_second;
        progress.products_per_minute = speed.finished_per_second * 60.0;
        // When the shop is looked at again is said instead.
        let looks_again =
            matches!(progress.waiting, Some(Waiting::Checking { .. } | Waiting::Confirming { .. }));
        progress.left = speed.time_for(to_do).filter(|_| !looks_again);
    }

    pub(super) fn send_form_result(&mut self, cx: &mut Context) {
        let mut told = Vec::new();
        for run in self.runs.iter_mut().filter(|run| run.purpose == Purpose::Form) {
            let changed = std::mem::take(&mut run.changed);
            let Some(row) = run.engine.rows().next() else { continue };
            match row.state {
                State::Created => {
                    told.push((Some(run.id), Event::Form(FormEvent::Result(Ok(row.product_id)))));
                }
                State::NeedsPerson => {
                    let asked = row.problem.unwrap_or_else(|| Problem::new(ProblemKind::Ambiguous));
                    told.push((Some(run.id), Event::Form(FormEvent::Result(Err(asked)))));
                }
                State::Failed | State::Cancelled | State::Skipped => {
                    told.push((
                        Some(run.id),
                        Event::Form(FormEvent::Result(Err(row
                            .problem
                            .unwrap_or_else(|| Problem::new(ProblemKind::Cancelled))))),
                    ));
                }
                State::Checking if !changed.is_empty() => told.push((None, Event::Form(FormEvent::Checking))),
                _ => {}
            }
        }
        for (run, event) in told {
            self.runs.retain(|known| Some(known.id) != run);
            cx.send(event);
        }
    }
}
