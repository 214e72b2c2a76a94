//! What the simulation (`sim`) puts in place of the clock on the wall and of other threads.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

use crate::domain::{Code, Problem};

thread_local! {
    /// When the clock of this thread began.
    static BEGAN: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Decides how long work takes that is done on other threads elsewhere.
    static SLOW: RefCell<Option<fastrand::Rng>> = const { RefCell::new(None) };
    /// Counts the starts of the program.
    static LIFE: Cell<u64> = const { Cell::new(0) };
}

/// The time on the wall, which goes with tokio's paused clock.
pub fn clock() -> Timestamp {
    let passed = BEGAN.get().map(|began| began.elapsed()).unwrap_or_default();
    Timestamp::from_second(1_800_000_000).unwrap() + passed
}

/// Whether this thread simulates.
pub fn is_on() -> bool {
    SLOW.with_borrow(Option::is_some)
}

/// Work that is done on another thread elsewhere: it takes its time, ends whether or not anybody waits for it, and dies with the
/// program.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Problem> + Send + 'static) -> Result<T, Problem> {
    let most = SLOW.with_borrow_mut(|dice| {
        let dice = dice.as_mut()?;
        let most = *dice.choice(&[0, 20, 20, 200, 3000])?;
        Some(dice.u64(0..=most))
    });
    let life = LIFE.get();
    let task = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(most.unwrap_or_default())).await;
        (life == LIFE.get()).then(work)
    });
    match task.await {
        Ok(Some(result)) => result,
        _ => Err(Problem::new(Code::Internal).saying("the program has ended")),
    }
}

/// The program has ended, and what it left undone with it.
pub fn another_life() {
    LIFE.set(LIFE.get() + 1);
}

/// From here on this thread simulates. The same seed gives the same delays.
pub fn begin(seed: u64) {
    SLOW.set(Some(fastrand::Rng::with_seed(seed)));
}

/// Inside the simulation's runtime: the time on the wall begins.
pub fn start_clock() {
    BEGAN.set(Some(Instant::now()));
}

pub fn end() {
    SLOW.set(None);
}
