//! Replacements for the wall clock and for other threads, used by the simulation (`sim`).

use std::cell::{Cell, RefCell};
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

use vitrine_domain::{Problem, ProblemKind};

thread_local! {
    /// When this thread's clock started.
    static BEGAN: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Decides how long work takes that runs on other threads outside of the simulation.
    static DELAYS: RefCell<Option<fastrand::Rng>> = const { RefCell::new(None) };
    /// Counts the starts of the program.
    static PROCESS: Cell<u64> = const { Cell::new(0) };
}

/// The simulated wall clock, which follows tokio's paused clock.
pub fn clock() -> Timestamp {
    let passed = BEGAN.get().map(|began| began.elapsed()).unwrap_or_default();
    Timestamp::from_second(1_800_000_000).unwrap() + passed
}

/// Whether this thread runs a simulation.
pub fn is_on() -> bool {
    DELAYS.with_borrow(Option::is_some)
}

/// Simulates work on another thread: it takes time, completes whether or not anybody waits for it, and dies
/// with the program.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let most = DELAYS.with_borrow_mut(|dice| {
        let dice = dice.as_mut()?;
        let most = *dice.choice(&[0, 20, 20, 200, 3000])?;
        Some(dice.u64(0..=most))
    });
    let lifetime = PROCESS.get();
    let task = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(most.unwrap_or_default())).await;
        (lifetime == PROCESS.get()).then(work)
    });
    match task.await {
        Ok(Some(result)) => result,
        _ => Err(Problem::new(ProblemKind::Internal).with_quotation("the program has ended")),
    }
}

/// Ends the program: its unfinished work is lost.
pub fn end_process() {
    PROCESS.set(PROCESS.get() + 1);
}

/// Starts a simulation on this thread. The same seed gives the same delays.
pub fn begin(seed: u64) {
    DELAYS.set(Some(fastrand::Rng::with_seed(seed)));
}

/// Starts the simulated wall clock; called inside the simulation's runtime.
pub fn start_clock() {
    BEGAN.set(Some(Instant::now()));
}

/// Ends the simulation on this thread.
pub fn end() {
    DELAYS.set(None);
}
