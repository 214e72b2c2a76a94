//! Single values as marketplaces really write them: numbers as text, ids as numbers, flags as either.

use serde_json::Value;

/// Text that says something; a number stands for its digits.
pub fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// An id: a whole number or a text. Dots alone would climb in a path, and are no id.
pub fn id(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) if !text.trim().trim_matches('.').is_empty() => Some(text.clone()),
        Value::Number(number) => number.as_u64().map(|id| id.to_string()).or_else(|| whole_number(value).map(|id| id.to_string())),
        _ => None,
    }
}

/// A whole number: as such, with a fraction of zero, or as text.
pub fn whole_number(value: Option<&Value>) -> Option<i64> {
    match value? {
        Value::Number(number) => number.as_i64().or_else(|| whole(number.as_f64()?)),
        Value::String(text) => text.trim().parse().ok().or_else(|| whole(text.trim().parse().ok()?)),
        _ => None,
    }
}

/// Exact only: beyond 2^53 a fraction-bearing number no longer says which whole one is meant.
fn whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}

pub fn count(value: Option<&Value>) -> Option<u64> {
    whole_number(value).and_then(|number| u64::try_from(number).ok())
}

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
