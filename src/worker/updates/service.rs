//! Looks for a newer version: once a day if the settings say so, and when the person presses the button.

use std::time::Duration;

use tokio::time::Instant;
use url::Url;

use super::UpdateTaskResult;
use super::release::{self, is_newer};
use super::saved::Saved;
use crate::client::{Timeouts, read_document};
use crate::worker::context::Context;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::market::parse_address;
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::messages::{
    Event, Release, UpdateCheck, UpdateCommand, UpdateEvent, UpdateFailure, UpdateState,
};

/// The clock is read this often, because a computer that sleeps stops timers.
const MAX_TIMER: Duration = Duration::from_secs(60 * 60);

/// Owns what is known of newer versions.
#[derive(Default)]
pub struct Updates {
    /// The address of the latest release; `None` if nobody can be asked.
    source: Option<Url>,
    saved: Saved,
    check: UpdateCheck,
    /// Whether the person pressed the button for the look that is under way.
    is_wanted: bool,
}

impl Updates {
    /// Recalls what earlier sessions found.
    pub fn start(&mut self, cx: &mut Context) {
        let Some(address) = cx.options.update_address.clone() else { return };
        match parse_address(&address) {
            Ok(source) => self.source = Some(source),
            Err(_) => return tracing::warn!("the address of releases is not https"),
        }
        match Saved::load(&cx.store, &address) {
            Ok(saved) => self.saved = saved,
            Err(problem) => cx.send(Event::Problem(problem)),
        }
        self.send_state(cx);
    }

    /// Performs a command.
    pub fn perform(&mut self, command: UpdateCommand, cx: &mut Context) {
        let UpdateCommand::CheckNow = command;
        self.is_wanted = self.source.is_some();
        self.look(cx);
    }

    /// Looks if that is due; stops a daily look that is no longer wanted.
    pub fn advance(&mut self, cx: &mut Context) {
        let looks_daily = cx.settings.get().checks_for_updates;
        if self.check == UpdateCheck::Running {
            if !looks_daily && !self.is_wanted {
                cx.tasks.cancel(&Slot::UpdateCheck);
                self.check = UpdateCheck::Idle;
                self.send_state(cx);
            }
        } else if looks_daily && self.saved.due_in(cx.now()).is_zero() {
            self.look(cx);
        }
    }

    /// When [`advance`](Self::advance) has something to do.
    pub fn next_timer(&self, cx: &Context) -> Option<Instant> {
        let waits = self.source.is_some()
            && cx.settings.get().checks_for_updates
            && self.check != UpdateCheck::Running;
        let due_in = self.saved.due_in(cx.now()).unsigned_abs();
        waits.then(|| Instant::now() + due_in.min(MAX_TIMER))
    }

    /// Handles the answer.
    pub fn on_result(&mut self, UpdateTaskResult(result): UpdateTaskResult, cx: &mut Context) {
        let is_wanted = std::mem::take(&mut self.is_wanted);
        self.check = UpdateCheck::Idle;
        match result {
            Ok(release) => {
                self.saved.checked_at = Some(cx.now());
                self.saved.release = release;
                self.report_state(is_wanted, cx);
            }
            Err(failure) if is_wanted => self.check = UpdateCheck::Failed(failure),
            Err(_) => {}
        }
        self.save(cx);
        self.send_state(cx);
    }

    /// A new version is told once; the settings show it from then on.
    fn report_state(&mut self, is_wanted: bool, cx: &mut Context) {
        let Some(version) = self.newer().map(|release| release.version.clone()) else { return };
        if self.saved.told.as_ref() == Some(&version) {
            return;
        }
        self.saved.told = Some(version.clone());
        if !is_wanted {
            cx.send(Event::Update(UpdateEvent::NewVersion(version)));
        }
    }

    fn look(&mut self, cx: &mut Context) {
        let Some(source) = self.source.clone() else { return };
        if self.check == UpdateCheck::Running {
            return;
        }
        // Saved before the request, so that no restart repeats it.
        self.saved.tried_at = Some(cx.now());
        self.save(cx);
        self.check = UpdateCheck::Running;
        self.send_state(cx);
        let timeouts = cx.options.timeouts;
        cx.tasks.spawn(Lifetime::Program, Slot::UpdateCheck, async move {
            UpdateTaskResult(latest_release(source, timeouts).await)
        });
    }

    fn newer(&self) -> Option<&Release> {
        self.saved.release.as_ref().filter(|release| is_newer(release))
    }

    fn save(&self, cx: &mut Context) {
        let saved = self.saved.save(&cx.store);
        cx.report_error(saved);
    }

    fn send_state(&self, cx: &mut Context) {
        let Some(host) = self.source.as_ref().and_then(Url::host_str) else { return };
        let (checked_at, newer) = (self.saved.checked_at, self.newer().cloned());
        cx.send(Event::Update(UpdateEvent::State(UpdateState {
            host: host.to_owned(),
            checked_at,
            newer,
            check: self.check,
        })));
    }
}

async fn latest_release(source: Url, timeouts: Timeouts) -> Result<Option<Release>, UpdateFailure> {
    let answer = read_document(source.clone(), timeouts).await.map_err(|problem| {
        tracing::info!(%problem, "no newer version could be looked for");
        failure(&problem)
    })?;
    release::read(&answer, &source)
}

const fn failure(problem: &Problem) -> UpdateFailure {
    match problem.kind {
        ProblemKind::Unreachable | ProblemKind::Tls | ProblemKind::TimedOut | ProblemKind::ConnectionLost => {
            UpdateFailure::NoAnswer
        }
        _ => UpdateFailure::UnexpectedAnswer,
    }
}
