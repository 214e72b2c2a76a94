//! When photos were taken, and where a pause between them begins a new product.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// What is known of the time at which a photo was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// By the camera's clock.
    pub clock: Option<DateTime>,
    /// When the file was last changed, in seconds since 1970. Copying often keeps it.
    pub modified: Option<i64>,
}

/// A pause is at least this long, unless the pauses themselves show another limit; in seconds.
pub const USUAL_PAUSE: i64 = 90;

/// A longer pause always begins a new product, in seconds.
pub const LONG_PAUSE: i64 = 300;

/// A shorter pause never begins a new product, in seconds.
pub const SHORT_PAUSE: i64 = 15;

/// How many times longer than the pauses within products those between products are, where the pauses show it
/// clearly.
const CLEAR_RATIO: i64 = 3;

/// Times that can be compared, in seconds: by the cameras' clocks if all photos have one, else of the files.
pub fn comparable_times(taken: &[Taken]) -> Option<Vec<i64>> {
    clock_times(taken).or_else(|| taken.iter().map(|taken| taken.modified).collect())
}

/// Times by the cameras' clocks, if all photos have one.
pub fn clock_times(taken: &[Taken]) -> Option<Vec<i64>> {
    let clock = |taken: &Taken| Some(taken.clock?.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second());
    taken.iter().map(clock).collect()
}

/// Groups photos by the time they were taken: the indices of the photos of each product, in order of time.
pub fn split_at_pauses(times: &[i64]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_by_key(|&index| times[index]);
    let pauses: Vec<i64> =
        order.windows(2).map(|pair| times[pair[1]].saturating_sub(times[pair[0]])).collect();
    let limit = pause_between_products(&pauses);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, index) in order.into_iter().enumerate() {
        match groups.last_mut() {
            Some(group) if pauses[at - 1] < limit => group.push(index),
            _ => groups.push(vec![index]),
        }
    }
    groups
}

/// The shortest pause that begins a new product. Sorted by length, the pauses within products and those
/// between products are often far apart: then it is the first one behind the widest step.
fn pause_between_products(pauses: &[i64]) -> i64 {
    let mut sorted: Vec<i64> =
        pauses.iter().map(|pause| (*pause).clamp(SHORT_PAUSE / 3, LONG_PAUSE)).collect();
    sorted.sort_unstable();
    let steps = sorted.windows(2).filter(|pair| pair[1] >= SHORT_PAUSE);
    // The ratio in thousandths; of equal steps the one between the longer pauses.
    let widest = steps.max_by_key(|pair| pair[1] * 1000 / pair[0]);
    widest.filter(|pair| pair[1] >= CLEAR_RATIO * pair[0]).map_or(USUAL_PAUSE, |pair| pair[1])
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_pause_begins_a_new_product() {
        let times = [0, 4, 9, 200, 205, 400, 403, 409];
        assert_eq!(split_at_pauses(&times), [vec![0, 1, 2], vec![3, 4], vec![5, 6, 7]]);
    }

    #[test]
    fn a_quick_photographer_makes_short_pauses() {
        let times = [0, 2, 4, 30, 33, 60, 62, 64];
        assert_eq!(split_at_pauses(&times), [vec![0, 1, 2], vec![3, 4], vec![5, 6, 7]]);
    }

    #[test]
    fn a_night_does_not_hide_the_pauses_of_a_day() {
        let times = [0, 5, 10, 100, 104, 200, 205, 40_000, 40_004, 40_100];
        assert_eq!(split_at_pauses(&times).iter().map(Vec::len).collect::<Vec<_>>(), [3, 2, 2, 2, 1]);
    }

    #[test]
    fn photos_taken_steadily_are_one_product_until_a_pause_of_ninety_seconds() {
        assert_eq!(split_at_pauses(&[0, 20, 40, 60, 80]).len(), 1);
        assert_eq!(
            split_at_pauses(&[0, 40, 130, 170, 250, 340]).iter().map(Vec::len).collect::<Vec<_>>(),
            [2, 3, 1]
        );
    }

    #[test]
    fn clocks_are_not_compared_with_the_times_of_files() {
        let clock = Taken { clock: Some(date(2024, 6, 11).at(12, 0, 0, 0)), modified: Some(7) };
        let file = Taken { clock: None, modified: Some(9) };
        assert_eq!(comparable_times(&[clock, file]), Some(vec![7, 9]));
        assert_eq!(comparable_times(&[clock, Taken::default()]), None);
        assert_eq!(comparable_times(&[clock, clock]).map(|times| times[1] - times[0]), Some(0));
    }

    proptest! {
        #[test]
        fn every_photo_is_in_one_group_and_each_group_follows_the_one_before(times in proptest::collection::vec(0_i64..5_000, 0..40)) {
            let groups = split_at_pauses(&times);
            let mut all: Vec<usize> = groups.iter().flatten().copied().collect();
            let in_order: Vec<i64> = all.iter().map(|&index| times[index]).collect();
            prop_assert!(in_order.is_sorted());
            all.sort_unstable();
            prop_assert_eq!(all, (0..times.len()).collect::<Vec<_>>());
            let pause = |pair: &[usize]| times[pair[1]] - times[pair[0]];
            let within = groups.iter().flat_map(|group| group.windows(2).map(pause)).max().unwrap_or(0);
            let between = groups.windows(2).map(|pair| times[pair[1][0]] - times[*pair[0].last().unwrap()]).min().unwrap_or(i64::MAX);
            prop_assert!(within < between);
            prop_assert!(within < LONG_PAUSE && between >= SHORT_PAUSE);
        }

        #[test]
        fn the_hour_of_the_day_does_not_matter(times in proptest::collection::vec(0_i64..5_000, 0..40), later in 0_i64..100_000) {
            let moved: Vec<i64> = times.iter().map(|time| time + later).collect();
            prop_assert_eq!(split_at_pauses(&times), split_at_pauses(&moved));
        }
    }
}
