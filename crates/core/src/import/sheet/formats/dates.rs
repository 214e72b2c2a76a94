//! Dates and times, which spreadsheets keep as numbers of days.

use std::fmt::Write as _;

use super::format_part::Part;

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
    let (year, month, date) = civil(day, epoch);
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
            Part::Date('m', 3) => write!(text, "{}", &MONTHS[month - 1][..3]),
            Part::Date('m', 5) => write!(text, "{}", &MONTHS[month - 1][..1]),
            Part::Date('m', _) => write!(text, "{}", MONTHS[month - 1]),
            Part::Date('d', length @ (1 | 2)) => write!(text, "{date:0length$}"),
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
    DAYS[(day + if epoch == Epoch::Y1904 { 6 } else { 0 }) % 7]
}

/// Year, month and day of the month.
fn civil(day: usize, epoch: Epoch) -> (usize, usize, usize) {
    let since_1900 = match epoch {
        Epoch::Y1904 => day + 1462,
        Epoch::Y1900 if day == 60 => return (1900, 2, 29),
        Epoch::Y1900 if day < 60 => day + 1,
        Epoch::Y1900 => day,
    };
    // Days since 0000-03-01, by the usual algorithm of years that begin in March.
    let days = since_1900 + 693_899;
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
    }
}
