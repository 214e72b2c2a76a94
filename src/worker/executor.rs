//! An engine at work: it is handed one input at a time with the clock and the pace of its marketplace, is
//! woken when it asked for that, and gives back what it holds of the pace when it ends.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use tokio::time::Instant;

use super::session::gate::Gate;
use vitrine_core::pace::Pace;
use vitrine_core::{edit, import};

/// A state machine without I/O. What it wants to be done, its run performs.
pub trait Engine {
    /// What happened.
    type Input;
    /// What is to be done.
    type Effect;

    /// Applies one input at `now`, and returns what is to be done.
    fn handle(&mut self, now: Duration, input: Self::Input, pace: &mut Pace) -> Vec<Self::Effect>;

    /// Gives back the permits of its requests. Nothing is handed to it afterwards.
    fn abandon(&mut self, now: Duration, pace: &mut Pace);
}

/// Executes one engine.
pub struct Executor<E: Engine> {
    engine: E,
    /// The rate limiter of the marketplace.
    gate: Gate,
    /// When the engine wants its next tick, on its clock.
    wake_at: Option<Duration>,
}

impl<E: Engine> Executor<E> {
    /// An engine that shares the pace of this marketplace.
    pub const fn new(engine: E, gate: Gate) -> Self {
        Self { engine, gate, wake_at: None }
    }

    /// Hands the engine an input. `yields`: another run's request goes first ([`Pace::yield_slots`]).
    pub fn feed(&mut self, input: E::Input, yields: bool) -> Vec<E::Effect> {
        let mut pace = self.gate.pace();
        pace.yield_slots(yields);
        let effects = self.engine.handle(self.gate.now(), input, &mut pace);
        pace.yield_slots(false);
        drop(pace);
        self.gate.wake_waiter();
        effects
    }

    /// The engine wants a tick at this time of its clock.
    pub const fn wake_at(&mut self, at: Duration) {
        self.wake_at = Some(at);
    }

    /// Whether the tick that the engine wanted is due. It is due once.
    pub fn take_due(&mut self) -> bool {
        self.wake_at.take_if(|at| *at <= self.gate.now()).is_some()
    }

    /// When the next tick is due.
    pub fn due_at(&self) -> Option<Instant> {
        self.wake_at.map(|at| self.gate.instant(at))
    }

    /// The rate limiter of the marketplace.
    pub const fn gate(&self) -> &Gate {
        &self.gate
    }
}

impl<E: Engine> Deref for Executor<E> {
    type Target = E;

    fn deref(&self) -> &E {
        &self.engine
    }
}

impl<E: Engine> DerefMut for Executor<E> {
    fn deref_mut(&mut self) -> &mut E {
        &mut self.engine
    }
}

impl<E: Engine> Drop for Executor<E> {
    fn drop(&mut self) {
        self.engine.abandon(self.gate.now(), &mut self.gate.pace());
        self.gate.wake_waiter();
    }
}

impl Engine for import::engine::Engine {
    type Input = import::engine::Input;
    type Effect = import::engine::Effect;

    fn handle(&mut self, now: Duration, input: Self::Input, pace: &mut Pace) -> Vec<Self::Effect> {
        self.handle(now, input, pace)
    }

    fn abandon(&mut self, now: Duration, pace: &mut Pace) {
        self.abandon(now, pace);
    }
}

impl Engine for edit::Engine {
    type Input = edit::engine::Input;
    type Effect = edit::engine::Effect;

    fn handle(&mut self, now: Duration, input: Self::Input, pace: &mut Pace) -> Vec<Self::Effect> {
        self.handle(now, input, pace)
    }

    fn abandon(&mut self, now: Duration, pace: &mut Pace) {
        self.abandon(now, pace);
    }
}
