//! How many products a run created, by intervals of time.

use std::collections::VecDeque;

use jiff::Timestamp;

/// The length of an interval, in seconds.
pub const INTERVAL_SECONDS: i64 = 10;
/// The number of intervals kept; the oldest are dropped.
const MAX_INTERVALS: usize = 60;

/// The products created in each of the last intervals.
#[derive(Debug, Default)]
pub struct Throughput {
    /// When the first count was recorded.
    began: Option<Timestamp>,
    counts: VecDeque<usize>,
    /// The number of intervals dropped so far.
    dropped: usize,
    /// How many products there were in all.
    recorded: usize,
    /// The first count has products that were created before.
    is_resumed: bool,
}

impl Throughput {
    /// Of a run that an earlier session began: what it created is not counted.
    pub fn of_resumed() -> Self {
        Self { is_resumed: true, ..Self::default() }
    }

    /// Records how many products were created so far.
    pub fn record(&mut self, created: usize, at: Timestamp) {
        if self.began.is_none() && self.is_resumed {
            self.recorded = created;
        }
        let began = *self.began.get_or_insert(at);
        let interval = (at.as_second() - began.as_second()).max(0) / INTERVAL_SECONDS;
        let interval = usize::try_from(interval).unwrap_or_default();
        while self.dropped + self.counts.len() <= interval {
            self.counts.push_back(0);
            if self.counts.len() > MAX_INTERVALS {
                self.counts.pop_front();
                self.dropped += 1;
            }
        }
        // A clock that was set back adds to the newest interval.
        if let Some(newest) = self.counts.back_mut() {
            *newest += created.saturating_sub(self.recorded);
        }
        self.recorded = created;
    }

    /// The products created in each interval, oldest first. The last interval is still running.
    pub fn counts(&self) -> impl ExactSizeIterator<Item = usize> {
        self.counts.iter().copied()
    }

    /// The most products created in an interval.
    pub fn peak(&self) -> usize {
        self.counts().max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(at: impl IntoIterator<Item = (i64, usize)>) -> Throughput {
        let mut throughput = Throughput::default();
        for (second, created) in at {
            throughput.record(created, Timestamp::from_second(1_800_000_000 + second).unwrap());
        }
        throughput
    }

    #[test]
    fn products_are_counted_in_the_interval_in_which_they_were_created() {
        let throughput = recorded([(0, 1), (4, 3), (12, 9), (41, 10)]);
        assert_eq!(throughput.counts().collect::<Vec<_>>(), [3, 6, 0, 0, 1], "a pause is empty intervals");
        assert_eq!(throughput.peak(), 6);
    }

    #[test]
    fn what_an_earlier_session_created_is_not_counted() {
        let mut throughput = Throughput::of_resumed();
        for (second, created) in [(0, 10), (4, 12)] {
            throughput.record(created, Timestamp::from_second(1_800_000_000 + second).unwrap());
        }
        assert_eq!(throughput.peak(), 2);
    }

    #[test]
    fn of_a_long_run_the_last_ten_minutes_are_kept() {
        let throughput = recorded((0..2000).map(|second| (second, second as usize + 1)));
        assert_eq!((throughput.counts().len(), throughput.peak()), (60, 10));
    }

    #[test]
    fn a_clock_that_is_set_back_loses_no_product() {
        let throughput = recorded([(0, 0), (15, 2), (3, 5)]);
        assert_eq!(throughput.counts().sum::<usize>(), 5);
    }
}
