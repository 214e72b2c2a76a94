//! Measures the speed of an import and estimates the time left.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

/// Speeds are averages over this time: a shorter one fluctuates, a longer one reacts too slowly.
const SPAN: Duration = Duration::from_secs(15);
/// Of a shorter time, the number of finished drafts says nothing about the others.
const MIN_SPAN: Duration = Duration::from_secs(10);

/// Counts uploaded bytes and finished drafts.
#[derive(Default)]
pub struct Meter {
    sent: Arc<AtomicU64>,
    samples: VecDeque<Sample>,
}

#[derive(Clone, Copy)]
struct Sample {
    at: Instant,
    bytes: u64,
    /// Drafts that have reached a final state.
    finished: usize,
}

/// An average speed.
pub struct Speed {
    pub bytes_per_second: f64,
    /// 0 until it was measured long enough.
    pub finished_per_second: f64,
}

impl Meter {
    /// A callback for one upload, to be called with the number of bytes sent so far.
    pub fn counter(&self) -> impl Fn(u64) + Send + Sync + 'static {
        let (sent, before) = (Arc::clone(&self.sent), AtomicU64::new(0));
        move |so_far| {
            let earlier = before.swap(so_far, Ordering::Relaxed);
            sent.fetch_add(so_far.saturating_sub(earlier), Ordering::Relaxed);
        }
    }

    /// Nothing goes on. What was measured before says nothing about later, and this time does not count.
    pub fn rest(&mut self) {
        self.samples.clear();
    }

    /// The speed up to `now`, when `finished` drafts are finished in this session.
    pub fn measure(&mut self, now: Instant, finished: usize) -> Speed {
        self.samples.push_back(Sample { at: now, bytes: self.sent.load(Ordering::Relaxed), finished });
        while self.samples.len() > 2 && self.samples.get(1).is_some_and(|second| now - second.at >= SPAN) {
            self.samples.pop_front();
        }
        let (Some(first), Some(last)) = (self.samples.front(), self.samples.back()) else {
            return Speed { bytes_per_second: 0.0, finished_per_second: 0.0 };
        };
        let seconds = (last.at - first.at).as_secs_f64().max(0.001);
        let finished = last.finished.saturating_sub(first.finished) as f64 / seconds;
        Speed {
            bytes_per_second: (last.bytes - first.bytes) as f64 / seconds,
            finished_per_second: if last.at - first.at >= MIN_SPAN { finished } else { 0.0 },
        }
    }
}

impl Speed {
    /// The speed with at most so many products a minute; 0 is no limit. The first products of a run may be
    /// quicker than its pace.
    pub fn at_most(self, per_minute: Option<u32>) -> Self {
        let most =
            per_minute.filter(|limit| *limit > 0).map_or(f64::INFINITY, |limit| f64::from(limit) / 60.0);
        Self { finished_per_second: self.finished_per_second.min(most), ..self }
    }

    /// How long `left` drafts will take; `None` if nothing has finished lately.
    pub fn time_for(&self, left: usize) -> Option<Duration> {
        (self.finished_per_second > 0.0)
            .then(|| Duration::from_secs_f64((left as f64 / self.finished_per_second).min(1e7)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_the_last_seconds() {
        let mut meter = Meter::default();
        let begin = Instant::now();
        for second in 0..60 {
            meter.measure(begin + Duration::from_secs(second), second as usize * 2);
        }
        let speed = meter.measure(begin + Duration::from_secs(60), 120);
        assert_eq!(speed.time_for(100), Some(Duration::from_secs(50)));
    }

    #[test]
    fn the_time_left_respects_the_pace_of_the_market_file() {
        let mut meter = Meter::default();
        let begin = Instant::now();
        meter.measure(begin, 0);
        let speed = |meter: &mut Meter| meter.measure(begin + Duration::from_secs(12), 10);
        assert!(speed(&mut meter).finished_per_second * 60.0 > 40.0, "the first products");
        let paced = speed(&mut meter).at_most(Some(6));
        assert_eq!(
            (paced.finished_per_second * 60.0, paced.time_for(10)),
            (6.0, Some(Duration::from_secs(100)))
        );
        assert!(speed(&mut meter).at_most(Some(0)).finished_per_second * 60.0 > 40.0, "no limit");
    }

    #[test]
    fn in_the_first_ten_seconds_nothing_is_estimated() {
        let mut meter = Meter::default();
        let begin = Instant::now();
        let left = |meter: &mut Meter, second: u64| {
            meter.measure(begin + Duration::from_secs(second), second as usize).time_for(60)
        };
        assert_eq!([0, 1, 5, 9].map(|second| left(&mut meter, second)), [None; 4]);
        assert_eq!(left(&mut meter, 10), Some(Duration::from_secs(60)));
    }

    #[test]
    fn the_time_in_which_nothing_goes_on_does_not_count() {
        let mut meter = Meter::default();
        let begin = Instant::now();
        let mut left = |seconds: std::ops::Range<u64>, finished: usize| {
            let measured = seconds.clone().map(|second| {
                let finished = finished + (second - seconds.start) as usize;
                meter.measure(begin + Duration::from_secs(second), finished).time_for(60)
            });
            let measured: Vec<_> = measured.collect();
            meter.rest();
            (measured[0], *measured.last().unwrap())
        };
        assert_eq!(left(0..21, 0), (None, Some(Duration::from_secs(60))));
        assert_eq!(
            left(7_200..7_221, 20),
            (None, Some(Duration::from_secs(60))),
            "after two hours of rest, as before"
        );
    }

    #[test]
    fn without_finished_products_there_is_no_estimate() {
        let mut meter = Meter::default();
        assert_eq!(meter.measure(Instant::now(), 0).time_for(5), None);
    }
}
