//! Numbers in a language's digits, with its separators and signs.
//!
//! Persian has its own digits, `٬` between thousands and `٫` before decimals.

use super::language::Language;

/// A number inside a message, with thousands separators and at most two decimals.
pub fn number(language: Language, value: f64) -> String {
    decimal(language, value, 2)
}

/// A whole number with thousands separators.
pub fn integer(language: Language, value: i128) -> String {
    let digits = value.unsigned_abs().to_string();
    minus_sign(language, value < 0) + &group_thousands(language, &digits)
}

/// A number rounded to at most `places` decimals, without trailing zeros; a dash if it is not finite.
pub fn decimal(language: Language, value: f64, places: usize) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let written = format!("{:.places$}", value.abs());
    let (whole, fraction) = written.split_once('.').unwrap_or((&written, ""));
    let fraction = fraction.trim_end_matches('0');
    let is_zero = fraction.is_empty() && whole == "0";
    let mut text = minus_sign(language, value < 0.0 && !is_zero) + &group_thousands(language, whole);
    if !fraction.is_empty() {
        text.push(if language == Language::Persian { '٫' } else { '.' });
        text.extend(fraction.chars().map(|c| localize(language, c)));
    }
    text
}

/// A tenth of `amount`, computed exactly so that large prices lose nothing to floating point.
pub fn tenth(language: Language, amount: i64) -> String {
    let mut text = integer(language, i128::from(amount / 10));
    let rest = (amount % 10).unsigned_abs();
    if rest > 0 {
        if amount < 0 && amount > -10 {
            text = minus_sign(language, true) + &text;
        }
        text.push(if language == Language::Persian { '٫' } else { '.' });
        text.extend(rest.to_string().chars().map(|c| localize(language, c)));
    }
    text
}

/// The minus sign, if any. In Persian a left-to-right mark keeps it to the left of the number.
fn minus_sign(language: Language, negative: bool) -> String {
    match (negative, language) {
        (false, _) => String::new(),
        (true, Language::English) => "−".to_owned(),
        (true, Language::Persian) => "\u{200e}−".to_owned(),
    }
}

/// Digits with thousands separators.
fn group_thousands(language: Language, digits: &str) -> String {
    let separator = if language == Language::Persian { '٬' } else { ',' };
    let mut text = String::with_capacity(digits.len() * 3);
    for (index, c) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(localize(language, c));
    }
    text
}

/// Converts an ASCII digit to the language's own digit.
pub fn localize(language: Language, c: char) -> char {
    match (language, c.to_digit(10)) {
        (Language::Persian, Some(value)) => char::from_u32(u32::from('۰') + value).unwrap_or(c),
        _ => c,
    }
}
