//! How the prices of the shop's products spread, and on which days products were created.

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan, Zoned};

use super::list::ProductList;
use super::packed::Row;
use vitrine_domain::Price;

/// So many days are looked back, the present one included.
const DAYS: usize = 30;
/// Among prices of the same order of magnitude, about so many ranges are counted.
const RANGES: i64 = 8;

/// The products whose prices are in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceRange {
    /// The least price.
    pub from: Price,
    /// The greatest price.
    pub to: Price,
    pub count: usize,
}

/// The products that were created on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    pub date: Date,
    /// When the day begins, in the time zone of this computer.
    pub from: Timestamp,
    /// When the next one begins.
    pub until: Timestamp,
    pub count: usize,
}

/// Counts of a [`ProductList`].
#[derive(Debug, Default)]
pub struct Overview {
    /// What was counted: the edition and the length of the list, and the last day.
    counted: Option<(u64, usize, Date)>,
    prices: Vec<PriceRange>,
    days: Vec<Day>,
}

impl Overview {
    /// Ranges of prices from the least to the greatest; empty if no product has a price.
    pub fn prices(&self) -> &[PriceRange] {
        &self.prices
    }

    /// The last 30 days; empty if the list does not say when products were created.
    pub fn days(&self) -> &[Day] {
        &self.days
    }

    /// Call it before drawing. Counts only if the list or the day is another one.
    pub fn update(&mut self, list: &ProductList, now: &Zoned) {
        let of = Some((list.edition(), list.len(), now.date()));
        if self.counted == of {
            return;
        }
        let rows = list.rows();
        self.prices = price_ranges(rows.iter().filter_map(Row::price).map(Price::wire));
        let created = rows.iter().filter_map(Row::created_at);
        self.days = if created.clone().next().is_some() { days(created, now) } else { Vec::new() };
        self.counted = of;
    }
}

/// Prices are often whole hundreds or thousands, and whole toman where requests are in rial. Ranges end at
/// such a number, too: “100,000 to 149,000 toman”, not “149,999.9”.
const STEPS: [i64; 3] = [1000, 100, 10];

/// Ranges that begin at round numbers, the first at the least price, and contain all prices.
fn price_ranges(prices: impl Iterator<Item = i64> + Clone) -> Vec<PriceRange> {
    let (Some(least), Some(greatest)) = (prices.clone().min(), prices.clone().max()) else {
        return Vec::new();
    };
    let starts =
        if greatest / 10 < least.max(1) { linear(least, greatest) } else { by_magnitude(least, greatest) };
    let range = |from, to| PriceRange { from: Price::on_wire(from), to: Price::on_wire(to), count: 0 };
    let step = STEPS.into_iter().find(|step| prices.clone().all(|price| price % step == 0)).unwrap_or(1);
    let before = |next: i64| next - 1 - (next - 1).rem_euclid(step);
    let ends = starts.iter().zip(starts.iter().skip(1)).map(|(&from, &next)| before(next).max(from));
    let ends = ends.chain([greatest]);
    let mut ranges: Vec<PriceRange> = starts.iter().zip(ends).map(|(&from, to)| range(from, to)).collect();
    if let Some(first) = ranges.first_mut() {
        first.from = Price::on_wire(least);
    }
    for price in prices {
        let at = starts.partition_point(|start| *start <= price);
        ranges[at.saturating_sub(1)].count += 1;
    }
    ranges
}

/// The starts of equally wide ranges.
fn linear(least: i64, greatest: i64) -> Vec<i64> {
    let width = round_up(greatest.saturating_sub(least) / RANGES + 1);
    let first = least - least.rem_euclid(width);
    std::iter::successors(Some(first), |start| start.checked_add(width))
        .take_while(|start| *start <= greatest)
        .collect()
}

/// The starts of ranges at 1, 2, 5, 10, 20, 50…
fn by_magnitude(least: i64, greatest: i64) -> Vec<i64> {
    let mut starts: Vec<i64> = magnitudes().take_while(|start| *start <= greatest).collect();
    let below = starts.partition_point(|start| *start <= least).saturating_sub(1);
    starts.drain(..below);
    if starts.first().is_none_or(|first| *first > least) {
        starts.insert(0, least);
    }
    starts
}

/// The least of 1, 2, 5, 10, 20, 50… that is not below a number.
fn round_up(number: i64) -> i64 {
    magnitudes().find(|round| *round >= number).unwrap_or(i64::MAX)
}

fn magnitudes() -> impl Iterator<Item = i64> {
    (0..19).flat_map(|power| {
        [1, 2, 5].into_iter().filter_map(move |digit: i64| digit.checked_mul(10_i64.pow(power)))
    })
}

fn days(created: impl Iterator<Item = Timestamp>, now: &Zoned) -> Vec<Day> {
    let start = |date: Date| date.to_zoned(now.time_zone().clone()).map(|start| start.timestamp());
    let dates = (0..DAYS as i64).rev().filter_map(|back| now.date().checked_sub(back.days()).ok());
    let day = |date: Date| {
        Some(Day { date, from: start(date).ok()?, until: start(date.tomorrow().ok()?).ok()?, count: 0 })
    };
    let mut days: Vec<Day> = dates.filter_map(day).collect();
    for at in created {
        let place = days.partition_point(|day| day.until <= at);
        if let Some(day) = days.get_mut(place).filter(|day| day.from <= at) {
            day.count += 1;
        }
    }
    days
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::samples::product;
    use super::*;
    use vitrine_domain::Product;

    fn ranges(prices: &[i64]) -> Vec<(i64, i64, usize)> {
        price_ranges(prices.iter().copied())
            .into_iter()
            .map(|range| (range.from.wire(), range.to.wire(), range.count))
            .collect()
    }

    #[test]
    fn prices_of_one_magnitude_are_counted_in_equal_ranges() {
        assert_eq!(
            ranges(&[121, 180, 190, 320]),
            [(121, 149, 1), (150, 199, 2), (200, 249, 0), (250, 299, 0), (300, 320, 1)]
        );
        assert_eq!(
            ranges(&[120, 180, 190, 320]),
            [(120, 140, 1), (150, 190, 2), (200, 240, 0), (250, 290, 0), (300, 320, 1)],
            "no rial below a whole toman"
        );
        assert_eq!(ranges(&[500]), [(500, 500, 1)]);
        assert_eq!(ranges(&[]), []);
    }

    #[test]
    fn prices_of_several_magnitudes_are_counted_in_growing_ranges() {
        assert_eq!(
            ranges(&[15, 61, 70, 240]),
            [(15, 19, 1), (20, 49, 0), (50, 99, 2), (100, 199, 0), (200, 240, 1)]
        );
        assert_eq!(ranges(&[0, 15])[0], (0, 0, 1));
    }

    #[test]
    fn a_day_begins_and_ends_in_the_local_time_zone() {
        let tehran = jiff::tz::TimeZone::fixed(jiff::tz::Offset::from_seconds(12_600).unwrap());
        let now = "2026-11-23T08:30:00Z".parse::<Timestamp>().unwrap().to_zoned(tehran);
        let at = |time: &str| Product { created_at: Some(time.parse().unwrap()), ..product(0) };
        let mut list = ProductList::default();
        let times = [
            "2026-11-22T20:29:59Z",
            "2026-11-22T20:30:00Z",
            "2026-11-23T08:00:00Z",
            "2026-10-24T20:30:00Z",
            "2026-10-01T00:00:00Z",
        ];
        times.into_iter().map(at).enumerate().for_each(|(id, product)| {
            list.put(Product { id: vitrine_domain::ProductId::from(id as u64), ..product });
        });
        let mut overview = Overview::default();
        overview.update(&list, &now);
        let days = overview.days();
        assert_eq!((days.len(), days[0].count, days[28].count, days[29].count), (30, 1, 1, 2));
        assert_eq!(days[29].date, now.date());
        list.put(Product { id: vitrine_domain::ProductId::from(9_u64), ..at("2026-11-23T09:00:00Z") });
        overview.update(&list, &now);
        assert_eq!(overview.days()[29].count, 3);
    }

    #[test]
    fn without_times_there_are_no_days() {
        let mut overview = Overview::default();
        overview.update(&super::super::samples::list(3), &Zoned::default());
        assert_eq!((overview.days().len(), overview.prices().len()), (0, 3));
    }

    proptest! {
        #[test]
        fn each_price_is_in_exactly_one_of_few_ranges(prices in prop::collection::vec(0..=i64::MAX, 1..20), shift in 0..60_u32) {
            let prices: Vec<i64> = prices.into_iter().map(|price| price >> shift).collect();
            let ranges = price_ranges(prices.iter().copied());
            prop_assert!(ranges.len() <= 60);
            prop_assert_eq!(ranges.iter().map(|range| range.count).sum::<usize>(), prices.len());
            for range in &ranges {
                prop_assert!(range.from <= range.to);
                prop_assert_eq!(prices.iter().filter(|price| (range.from.wire()..=range.to.wire()).contains(*price)).count(), range.count);
            }
            // Between two of them is no price, where all are whole hundreds, say.
            let step = STEPS.into_iter().find(|step| prices.iter().all(|price| price % step == 0)).unwrap_or(1);
            let gap = |pair: &[PriceRange]| pair[1].from.wire() - pair[0].to.wire();
            prop_assert!(ranges.windows(2).all(|pair| (1..=step).contains(&gap(pair))));
        }
    }
}
