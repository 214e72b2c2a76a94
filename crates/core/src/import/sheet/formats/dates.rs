//! Dates and times, which spreadsheets keep as numbers of days.

use std::fmt::Write as _;

use super::format_part::{Calendar, Part};

/// The day from which a workbook counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Epoch {
    /// 1900-01-01 is day 1, and 1900 had a 29 February.
    #[default]
    Y1900,
    /// 1904-01-01 is day 0.
    Y1904,
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const PERSIAN_MONTHS: [&str; 12] =
    ["فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور", "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند"];
const PERSIAN_DAYS: [&str; 7] = ["شنبه", "یکشنبه", "دوشنبه", "سه‌شنبه", "چهارشنبه", "پنجشنبه", "جمعه"];
/// What programs show of a date that they cannot show.
const NOT_SHOWN: &str = "########";
const DAYS: [&str; 7] = ["Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

/// A number of days in the parts of a format; `None` for one that is no date.
pub fn show(number: f64, epoch: Epoch, parts: &[Part]) -> Option<String> {
    if !(0.0..2_958_466.0).contains(&number) {
        return None;
    }
    // Tenths of a millisecond are lost in the number.
    let millis = (number * 86_400_000.0).round();
    let (day, millis) = ((millis / 86_400_000.0).floor(), millis.rem_euclid(86_400_000.0));
    let (day, millis) = (whole(day), whole(millis));
    let calendar = parts.iter().find_map(|part| match part {
        Part::Calendar(calendar) => Some(*calendar),
        _ => None,
    });
    let is_persian = calendar == Some(Calendar::Persian);
    let (year, month, date) = match calendar {
        Some(Calendar::Other) => return Some(NOT_SHOWN.to_owned()),
        Some(Calendar::Persian) => persian(day, epoch),
        None => civil(day, epoch),
    };
    let (hour, minute, second) = (millis / 3_600_000, millis / 60_000 % 60, millis / 1000 % 60);
    let is_halved = parts.contains(&Part::HalfDay);
    let mut text = String::new();
    for (at, part) in parts.iter().enumerate() {
        let _ = match part {
            Part::Literal(literal) | Part::Currency(literal) => write!(text, "{literal}"),
            Part::Date('y', 1 | 2) => write!(text, "{:02}", year % 100),
            Part::Date('y', _) => write!(text, "{year:04}"),
            Part::Date('m', length @ (1 | 2)) if is_minute(parts, at) => write!(text, "{minute:0length$}"),
            Part::Date('m', length @ (1 | 2)) => write!(text, "{month:0length$}"),
            Part::Date('m', 3 | 4) if is_persian => write!(text, "{}", PERSIAN_MONTHS[month - 1]),
            Part::Date('m', 3) => write!(text, "{}", &MONTHS[month - 1][..3]),
            Part::Date('m', 5) => write!(text, "{}", &MONTHS[month - 1][..1]),
            Part::Date('m', _) => write!(text, "{}", MONTHS[month - 1]),
            Part::Date('d', length @ (1 | 2)) => write!(text, "{date:0length$}"),
            Part::Date('d', 3..) if is_persian => write!(text, "{}", PERSIAN_DAYS[weekday(day, epoch)]),
            Part::Date('d', 3) => write!(text, "{}", &day_name(day, epoch)[..3]),
            Part::Date('d', _) => write!(text, "{}", day_name(day, epoch)),
            Part::Date('h', length) => {
                let shown = if is_halved { (hour + 11) % 12 + 1 } else { hour };
                write!(text, "{shown:0width$}", width = (*length).min(2))
            }
            Part::Date('s', length) => write!(text, "{second:0width$}", width = (*length).min(2)),
            Part::Elapsed('h') => write!(text, "{}", day * 24 + hour),
            Part::Elapsed('m') => write!(text, "{}", (day * 24 + hour) * 60 + minute),
            Part::Elapsed(_) => write!(text, "{}", ((day * 24 + hour) * 60 + minute) * 60 + second),
            Part::HalfDay => write!(text, "{}", if hour < 12 { "AM" } else { "PM" }),
            Part::Point => write!(text, "."),
            Part::Comma => write!(text, ","),
            Part::Digit(_) => write!(text, "{}", millis % 1000 / 100),
            _ => Ok(()),
        };
    }
    Some(text.trim().to_owned())
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the bounds were checked")]
fn whole(number: f64) -> usize {
    number as usize
}

/// Whether an `m` stands for minutes: behind hours, or before seconds.
fn is_minute(parts: &[Part], at: usize) -> bool {
    let is_of_time = |part: &&Part| matches!(part, Part::Date(..) | Part::Elapsed(_));
    let before = parts[..at].iter().rev().find(is_of_time);
    let behind = parts[at + 1..].iter().find(is_of_time);
    matches!(before, Some(Part::Date('h', _) | Part::Elapsed('h')))
        || matches!(behind, Some(Part::Date('s', _)))
}

fn day_name(day: usize, epoch: Epoch) -> &'static str {
    DAYS[weekday(day, epoch)]
}

/// The day of the week, from Saturday.
const fn weekday(day: usize, epoch: Epoch) -> usize {
    match epoch {
        Epoch::Y1900 => day % 7,
        Epoch::Y1904 => (day + 6) % 7,
    }
}

/// Year, month and day of the month in Iran, by cycles of 33 years, which hold for our centuries.
fn persian(day: usize, epoch: Epoch) -> (usize, usize, usize) {
    let days = 1_049_626 + since_1900(day, epoch);
    let (cycles, days) = (days / 12_053, days % 12_053);
    let (fours, days) = (days / 1461, days % 1461);
    // The first of four years is the one with a day more.
    let (more, days) = if days > 365 { ((days - 1) / 365, (days - 1) % 365) } else { (0, days) };
    let year = 33 * cycles + 4 * fours + more - 1595;
    let (month, date) =
        if days < 186 { (days / 31, days % 31) } else { (6 + (days - 186) / 30, (days - 186) % 30) };
    (year, month + 1, date + 1)
}

/// Days as if 1900 had had a 29 February, also before it.
const fn since_1900(day: usize, epoch: Epoch) -> usize {
    match epoch {
        Epoch::Y1904 => day + 1462,
        Epoch::Y1900 if day < 60 => day + 1,
        Epoch::Y1900 => day,
    }
}

/// Year, month and day of the month.
fn civil(day: usize, epoch: Epoch) -> (usize, usize, usize) {
    if epoch == Epoch::Y1900 && day == 60 {
        return (1900, 2, 29);
    }
    // Days since 0000-03-01, by the usual algorithm of years that begin in March.
    let days = since_1900(day, epoch) + 693_899;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let date = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + usize::from(month <= 2), month, date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_programs_count_them() {
        for (day, epoch, date) in [
            (1, Epoch::Y1900, (1900, 1, 1)),
            (59, Epoch::Y1900, (1900, 2, 28)),
            (60, Epoch::Y1900, (1900, 2, 29)),
            (61, Epoch::Y1900, (1900, 3, 1)),
            (46_082, Epoch::Y1900, (2026, 3, 1)),
            (0, Epoch::Y1904, (1904, 1, 1)),
            (44_620, Epoch::Y1904, (2026, 3, 1)),
        ] {
            assert_eq!(civil(day, epoch), date, "{day}");
        }
        assert_eq!(day_name(46_082, Epoch::Y1900), "Sunday");
        for (day, date) in [
            // The last day of a year of 366 days, and what surrounds it.
            (45_735, (1403, 12, 29)),
            (45_736, (1403, 12, 30)),
            (45_737, (1404, 1, 1)),
            (46_101, (1404, 12, 29)),
            (46_102, (1405, 1, 1)),
            (46_287, (1405, 6, 31)),
            (46_288, (1405, 7, 1)),
        ] {
            assert_eq!(persian(day, Epoch::Y1900), date, "{day}");
            assert_eq!(persian(day - 1462, Epoch::Y1904), date, "{day}");
        }
    }
}
