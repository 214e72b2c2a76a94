//! Typed text as the values of fields.

use super::FieldError;
use crate::text::digit;

/// Parses a whole number written in any digit style and with any thousands separator: `12,000`, `۱۲٬۰۰۰`,
/// `+3`.
///
/// Text that could mean two numbers is rejected rather than guessed: `12.000` is twelve or twelve thousand,
/// `12,5` is 125 or twelve and a half.
///
/// # Errors
/// [`FieldError::NotAWholeNumber`], [`FieldError::Ambiguous`] or [`FieldError::TooLarge`].
pub fn parse_integer(text: &str) -> Result<i64, FieldError> {
    let text: String = text.chars().filter(|&c| !is_invisible(c)).collect();
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix(is_minus) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let groups: Vec<&str> = digits.split(|c| is_group_separator(c) || is_decimal_sign(c)).collect();
    let is_number = |group: &&str| !group.is_empty() && group.chars().all(|c| digit(c).is_some());
    if !groups.iter().all(is_number) {
        return Err(FieldError::NotAWholeNumber);
    }
    let in_thousands =
        groups.iter().skip(1).all(|group| group.chars().count() == 3) && groups[0].chars().count() <= 3;
    match digits.contains(is_decimal_sign) {
        true if in_thousands => return Err(FieldError::Ambiguous),
        true => return Err(FieldError::NotAWholeNumber),
        false if groups.len() > 1 && !in_thousands => return Err(FieldError::Ambiguous),
        false => {}
    }
    let next = |value: i128, d: u8| value.saturating_mul(10).saturating_add(i128::from(d));
    let value = groups.iter().flat_map(|group| group.chars().filter_map(digit)).fold(0, next);
    i64::try_from(if negative { -value } else { value }).map_err(|_| FieldError::TooLarge)
}

/// Parses yes or no, in the words people use in spreadsheets, in English and Persian.
///
/// # Errors
/// [`FieldError::NotAFlag`] for any other text.
pub fn parse_flag(text: &str) -> Result<bool, FieldError> {
    match crate::text::folded(text).as_str() {
        "true" | "yes" | "y" | "1" | "on" | "بله" | "آری" | "درست" => Ok(true),
        "false" | "no" | "n" | "0" | "off" | "خیر" | "نه" | "نادرست" => Ok(false),
        _ => Err(FieldError::NotAFlag),
    }
}

pub(super) const fn is_minus(c: char) -> bool {
    matches!(c, '-' | '−' | '‐' | '‑' | '–' | '﹣' | '－')
}

const fn is_decimal_sign(c: char) -> bool {
    matches!(c, '.' | '٫' | '/')
}

fn is_group_separator(c: char) -> bool {
    matches!(c, ',' | '٬' | '،' | '_' | '\'' | '’' | ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_digit_style_and_separator_is_read() {
        for text in [
            "12000",
            "12,000",
            "۱۲٬۰۰۰",
            "١٢٬٠٠٠",
            " 12 000 ",
            "۱۲,۰۰۰",
            "۱۲،۰۰۰",
            "12\u{a0}000",
            "+12000",
            "\u{200f}۱۲٬۰۰۰",
        ] {
            assert_eq!(parse_integer(text), Ok(12_000), "{text:?}");
        }
        for text in ["-1,200", "−۱٬۲۰۰", "\u{200e}−۱٬۲۰۰", "- 1200", "–1200"] {
            assert_eq!(parse_integer(text), Ok(-1200), "{text:?}");
        }
        assert_eq!(parse_integer("1,234,567"), Ok(1_234_567));
    }

    #[test]
    fn text_that_is_no_whole_number_is_rejected() {
        for text in [
            "",
            " ",
            "-",
            "12.5",
            "12٫5",
            "twelve",
            "1e3",
            ",",
            "12,",
            ",5",
            "1,,000",
            "1-2",
            "12-",
            "(5)",
            "250000 rial",
            "0.5",
            "12/5",
        ] {
            assert_eq!(parse_integer(text), Err(FieldError::NotAWholeNumber), "{text:?}");
        }
        for text in ["12.000", "۱۲٫۰۰۰", "1.250.000", "1,250.000", "12,5", "1234,567", "1,25,000", "1 2"]
        {
            assert_eq!(parse_integer(text), Err(FieldError::Ambiguous), "{text:?}");
        }
        assert_eq!(parse_integer("9223372036854775808"), Err(FieldError::TooLarge));
        assert_eq!(parse_integer(&"9".repeat(100)), Err(FieldError::TooLarge));
    }

    proptest! {
        #[test]
        fn any_number_reads_back_in_persian_digits(n in any::<i64>()) {
            let persian: String = n.to_string().chars().map(|c| c.to_digit(10).map_or(c, |d| char::from_u32('۰' as u32 + d).unwrap())).collect();
            prop_assert_eq!(parse_integer(&persian), Ok(n));
        }

        #[test]
        fn no_text_panics(text in any::<String>()) {
            let _ = parse_integer(&text);
            let _ = parse_flag(&text);
        }
    }
}
