//! Times of frames: processor time, and its percentiles.

use std::time::{Duration, Instant};

/// CPU time of this thread; wall-clock time on systems that do not report it.
pub struct Clock {
    wall: Instant,
    on_processor: Option<Duration>,
}

impl Clock {
    pub fn start() -> Self {
        Self { wall: Instant::now(), on_processor: thread_cpu_time() }
    }

    pub fn elapsed(&self) -> Duration {
        let on_processor = self.on_processor.and_then(|start| Some(thread_cpu_time()?.saturating_sub(start)));
        on_processor.unwrap_or_else(|| self.wall.elapsed())
    }
}

fn thread_cpu_time() -> Option<Duration> {
    // The kernel updates the value when it is read.
    std::thread::yield_now();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = told.split_whitespace().next()?.parse().ok()?;
    (nanoseconds > 0).then_some(Duration::from_nanos(nanoseconds))
}

pub fn milliseconds(took: Duration) -> f64 {
    took.as_secs_f64() * 1000.0
}

/// The frame time that this percentage of frames does not exceed, in milliseconds.
pub fn percentile(took: &[Duration], percent: usize) -> f64 {
    let mut sorted = took.to_vec();
    sorted.sort_unstable();
    milliseconds(sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)])
}
