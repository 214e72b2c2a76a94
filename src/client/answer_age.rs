//! How old an answer was when it arrived, as its headers say.
//!
//! A cache that keeps to the rules states the age (RFC 9111). One that does not keeps the date of the
//! original answer, which the server's later answers show to be old.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use reqwest::header::{AGE, DATE, HeaderMap};
use url::Url;

use vitrine_core::market::errors::http_date;

/// Dates are in whole seconds, and answers take a while.
const TOLERANCE: Duration = Duration::from_secs(3);
/// A date that is older than this belongs to a clock that is wrong, as those of several servers of one name
/// may be.
const MAX_DATE_AGE: Duration = Duration::from_secs(600);

/// The newest date that each server has sent, and when.
#[derive(Debug, Default)]
pub struct Clocks(Mutex<HashMap<String, (Timestamp, Instant)>>);

impl Clocks {
    /// The age of an answer with these headers, which arrives at `now`.
    pub fn age(&self, url: &Url, headers: &HeaderMap, now: Instant) -> Duration {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let stated =
            text(AGE).and_then(|age| age.trim().parse().ok()).map(Duration::from_secs).unwrap_or_default();
        let dated =
            text(DATE).and_then(http_date).map(|date| self.age_by_date(url, date, now)).unwrap_or_default();
        stated.max(dated)
    }

    fn age_by_date(&self, url: &Url, date: Timestamp, now: Instant) -> Duration {
        let host = url.host_str().unwrap_or_default().to_owned();
        let mut clocks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (newest, at) = *clocks.entry(host.clone()).or_insert((date, now));
        let expected = newest.checked_add(now.saturating_duration_since(at)).unwrap_or(newest);
        let age = Duration::try_from(expected.duration_since(date)).unwrap_or_default();
        if age.is_zero() {
            clocks.insert(host, (date, now));
        }
        if age > TOLERANCE && age <= MAX_DATE_AGE { age } else { Duration::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_kept_answer_is_as_old_as_it_says_or_as_its_date_shows() {
        let (clocks, began) = (Clocks::default(), Instant::now());
        let url = Url::parse("https://market.example/v1/products").unwrap();
        let age = |after: u64, pairs: &[(&'static str, &str)]| {
            clocks.age(&url, &headers(pairs), began + Duration::from_secs(after)).as_secs()
        };
        assert_eq!(age(0, &[]), 0);
        assert_eq!(age(0, &[("age", "60")]), 60);
        assert_eq!(age(0, &[("date", "Thu, 26 Nov 2026 10:00:00 GMT")]), 0, "the first answer");
        assert_eq!(age(40, &[("date", "Thu, 26 Nov 2026 10:00:00 GMT")]), 40, "the same answer again");
        assert_eq!(age(41, &[("date", "Thu, 26 Nov 2026 10:00:39 GMT")]), 0, "within what a request takes");
        assert_eq!(age(42, &[("date", "Thu, 26 Nov 2026 10:00:50 GMT")]), 0, "a newer date");
        assert_eq!(age(43, &[("date", "Thu, 26 Nov 2026 08:00:00 GMT")]), 0, "another clock");
    }
}
