//! Lenient parsing of single values: marketplaces write numbers as text, ids as numbers, flags as either.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde_json::Value;

/// A non-empty text; a number becomes its digits.
pub fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// An id: an integer or a text. Dots alone would change a URL path and are no id.
pub fn id(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) if !text.trim().trim_matches('.').is_empty() => Some(text.clone()),
        Value::Number(number) => {
            number.as_u64().map(|id| id.to_string()).or_else(|| integer(value).map(|id| id.to_string()))
        }
        _ => None,
    }
}

/// An integer: as such, with a zero fraction, or as text.
pub fn integer(value: Option<&Value>) -> Option<i64> {
    match value? {
        Value::Number(number) => number.as_i64().or_else(|| exact_integer(number.as_f64()?)),
        Value::String(text) => text.trim().parse().ok().or_else(|| exact_integer(text.trim().parse().ok()?)),
        _ => None,
    }
}

/// Exact only: above 2^53 a floating-point number no longer identifies one integer.
fn exact_integer(number: f64) -> Option<i64> {
    const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= MAX_EXACT).then_some(number as i64)
}

/// A non-negative integer.
pub fn count(value: Option<&Value>) -> Option<u64> {
    integer(value).and_then(|number| u64::try_from(number).ok())
}

/// A time: with its offset, in UTC without one, or in seconds since 1970.
pub fn time(value: Option<&Value>) -> Option<Timestamp> {
    match value? {
        Value::String(text) => {
            let text = text.trim();
            let without_offset =
                || text.parse::<DateTime>().ok()?.to_zoned(TimeZone::UTC).ok().map(|at| at.timestamp());
            text.parse().ok().or_else(without_offset)
        }
        number => Timestamp::from_second(integer(Some(number))?).ok(),
    }
}

/// A boolean, also written as 0 or 1, or as text.
pub fn flag(value: Option<&Value>) -> Option<bool> {
    match value? {
        Value::Bool(flag) => Some(*flag),
        other => match text(Some(other))?.trim().to_ascii_lowercase().as_str() {
            "1" | "true" => Some(true),
            "0" | "false" => Some(false),
            _ => None,
        },
    }
}
