//! Dates: Gregorian in English, Solar Hijri (Jalali) in Persian.

use jiff::civil::{Date, DateTime};

use super::{Language, Messages, digits};
use crate::args;

/// A date of the Solar Hijri calendar, Iran's civil calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Jalali {
    /// The year of the Solar Hijri era.
    pub year: i32,
    /// 1 (Farvardin) to 12 (Esfand).
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

/// The positions of the leap years in each cycle of 33 years. The official calendar follows the equinox and
/// agrees with this cycle from 1178 to 1633 (1799 to 2255 CE). Later dates remain in order and are off by one
/// day at most.
const LEAP: [i32; 8] = [1, 5, 9, 13, 17, 22, 26, 30];
const CYCLE_YEARS: i32 = 33;
const CYCLE_DAYS: i32 = 33 * 365 + 8;
/// The number of days from the first day of the cycle's year 0 to 1970-01-01.
const EPOCH_TO_YEAR_ZERO: i32 = 492_633;

impl Jalali {
    /// Converts a Gregorian date.
    pub fn from_gregorian(date: Date) -> Self {
        let days = (date - jiff::civil::date(1970, 1, 1)).get_days() + EPOCH_TO_YEAR_ZERO;
        let (cycle, mut rest) = (days.div_euclid(CYCLE_DAYS), days.rem_euclid(CYCLE_DAYS));
        let mut year = cycle * CYCLE_YEARS;
        while rest >= year_days(year) {
            rest -= year_days(year);
            year += 1;
        }
        // Six months of 31 days, five of 30, then Esfand with 29 or 30.
        let (month, day) =
            if rest < 186 { (rest / 31, rest % 31) } else { (6 + (rest - 186) / 30, (rest - 186) % 30) };
        Self { year, month: month as u8 + 1, day: day as u8 + 1 }
    }
}

const fn year_days(year: i32) -> i32 {
    let position = year.rem_euclid(CYCLE_YEARS);
    let mut index = 0;
    while index < LEAP.len() {
        if LEAP[index] == position {
            return 366;
        }
        index += 1;
    }
    365
}

impl Messages {
    /// A date with the month's name: `21 November 2026`, `۳۰ آبان ۱۴۰۵`.
    pub fn date(&self, date: Date) -> String {
        let (year, month, day) = match self.language() {
            Language::English => {
                (i32::from(date.year()), date.month().unsigned_abs(), date.day().unsigned_abs())
            }
            Language::Persian => {
                let jalali = Jalali::from_gregorian(date);
                (jalali.year, jalali.month, jalali.day)
            }
        };
        let month_key = format!("month-{month}");
        let month = self.text(&month_key);
        // A number would get a thousands separator, so the year is passed as text.
        self.format("date", args!["day" => day, "month" => month, "year" => self.digits(&year.to_string())])
            .into_owned()
    }

    /// The time of day alone: `14:05`, `ساعت ۱۴:۰۵`.
    pub fn time_of_day(&self, at: DateTime) -> String {
        self.format("time-of-day", args!["time" => self.clock_time(at)]).into_owned()
    }

    fn clock_time(&self, at: DateTime) -> String {
        self.digits(&format!("{:02}:{:02}", at.hour(), at.minute()))
    }

    /// The date with the time of day: `21 November 2026, 14:05`.
    pub fn date_time(&self, at: DateTime) -> String {
        self.format("date-time", args!["date" => self.date(at.date()), "time" => self.clock_time(at)])
            .into_owned()
    }

    /// Date and time to the second, in a fixed width that sorts as text: `2026-11-21 14:05:09`.
    pub fn timestamp(&self, at: DateTime) -> String {
        let date = match self.language() {
            Language::English => format!("{:04}-{:02}-{:02}", at.year(), at.month(), at.day()),
            Language::Persian => {
                let Jalali { year, month, day } = Jalali::from_gregorian(at.date());
                format!("{year:04}/{month:02}/{day:02}")
            }
        };
        self.digits(&format!("{date} {:02}:{:02}:{:02}", at.hour(), at.minute(), at.second()))
    }

    /// Writes the digits of an identifier such as a year or a version in the language's own digits, without
    /// separators.
    pub fn digits(&self, text: &str) -> String {
        text.chars().map(|c| digits::localize(self.language(), c)).collect()
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn jalali(year: i32, month: u8, day: u8) -> Jalali {
        Jalali { year, month, day }
    }

    #[test]
    fn known_dates_convert_correctly() {
        for (gregorian, expected) in [
            (date(2026, 11, 21), jalali(1405, 8, 30)),
            (date(1979, 2, 11), jalali(1357, 11, 22)),
            (date(1970, 1, 1), jalali(1348, 10, 11)),
            (date(2000, 1, 1), jalali(1378, 10, 11)),
            (date(2017, 3, 20), jalali(1395, 12, 30)),
            (date(2017, 3, 21), jalali(1396, 1, 1)),
            (date(2021, 3, 20), jalali(1399, 12, 30)),
            (date(2021, 3, 21), jalali(1400, 1, 1)),
            (date(2024, 3, 19), jalali(1402, 12, 29)),
            (date(2024, 3, 20), jalali(1403, 1, 1)),
            (date(2025, 3, 20), jalali(1403, 12, 30)),
            (date(2025, 3, 21), jalali(1404, 1, 1)),
            (date(2026, 3, 21), jalali(1405, 1, 1)),
            (date(1925, 3, 31), jalali(1304, 1, 11)),
        ] {
            assert_eq!(Jalali::from_gregorian(gregorian), expected, "{gregorian}");
        }
    }

    #[test]
    fn dates_are_written_in_the_style_of_each_language() {
        let english = Messages::for_terminal(Language::English);
        let persian = Messages::for_terminal(Language::Persian);
        assert_eq!(english.date(date(2026, 11, 21)), "21 November 2026");
        assert_eq!(persian.date(date(2026, 11, 21)), "۳۰ آبان ۱۴۰۵");
        assert_eq!(english.date_time(date(2026, 3, 5).at(9, 7, 59, 0)), "5 March 2026, 09:07");
        assert_eq!(persian.date_time(date(2026, 3, 5).at(9, 7, 59, 0)), "۱۴ اسفند ۱۴۰۴، ساعت ۰۹:۰۷");
    }

    proptest! {
        #[test]
        fn consecutive_days_convert_to_consecutive_dates(day in -60_000i32..60_000) {
            let at = |day: i32| Jalali::from_gregorian(date(1970, 1, 1) + jiff::Span::new().days(day));
            let (today, tomorrow) = (at(day), at(day + 1));
            let last = match today.month { 1..=6 => 31, 7..=11 => 30, _ => 29 + u8::from(year_days(today.year) == 366) };
            let expected = match (today.month, today.day) {
                (12, d) if d == last => jalali(today.year + 1, 1, 1),
                (m, d) if d == last => jalali(today.year, m + 1, 1),
                (m, d) => jalali(today.year, m, d + 1),
            };
            prop_assert_eq!(tomorrow, expected);
        }
    }
}
