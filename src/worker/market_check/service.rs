//! The service that checks market files.

use super::CheckTaskResult;
use super::checks::check;
use crate::worker::context::Context;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::messages::{CheckCommand, Event};

/// Has no state: a check is one task.
#[derive(Default)]
pub struct MarketCheck;

impl MarketCheck {
    /// Performs a command.
    pub fn perform(command: CheckCommand, cx: &mut Context) {
        let CheckCommand::Check { write } = command;
        let Some(session) = cx.authenticated().cloned() else {
            return cx.send(Event::Problem(Problem::new(ProblemKind::SignInNeeded)));
        };
        let now = cx.now();
        cx.tasks.spawn_reporting(Lifetime::Account, Slot::MarketCheck, |reporter| async move {
            check(&session, write, now, |step| _ = reporter.report(CheckTaskResult::Step(step))).await;
            CheckTaskResult::Ended
        });
    }

    /// Handles the result of a task.
    pub fn on_result(done: CheckTaskResult, cx: &mut Context) {
        match done {
            CheckTaskResult::Step(step) => cx.send(Event::Check(Some(step))),
            CheckTaskResult::Ended => cx.send(Event::Check(None)),
        }
    }
}
