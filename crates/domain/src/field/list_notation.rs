//! How fields with several values are typed and written.

use serde::{Deserialize, Serialize};

use crate::{FieldError, parse_integer};

/// The size of a package, in centimetres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dimensions {
    pub length: i64,
    pub width: i64,
    pub height: i64,
}

/// Keywords, separated by commas or lines. Equal ones count once.
pub fn keywords(text: &str) -> Vec<String> {
    let mut keywords: Vec<String> = Vec::new();
    for word in text.split([',', '،', ';', '؛', '\n']).map(str::trim).filter(|word| !word.is_empty()) {
        if !keywords.iter().any(|known| known == word) {
            keywords.push(word.to_owned());
        }
    }
    keywords
}

/// `30x20x10`, with any of the usual signs and digits; `None` for empty text.
///
/// # Errors
/// `NotDimensions` unless it has three whole numbers above zero.
pub fn dimensions(text: &str) -> Result<Option<Dimensions>, FieldError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let parts: Result<Vec<i64>, FieldError> =
        text.split(['x', 'X', '×', '*', 'х']).map(|part| parse_integer(part.trim())).collect();
    match parts.as_deref() {
        Ok(&[length, width, height]) if length > 0 && width > 0 && height > 0 => {
            Ok(Some(Dimensions { length, width, height }))
        }
        _ => Err(FieldError::NotDimensions),
    }
}

pub fn write_dimensions(size: &Dimensions) -> String {
    format!("{}×{}×{}", size.length, size.width, size.height)
}

/// `name=value`, separated by semicolons or lines. A colon may stand for the equals sign. A backslash makes
/// the sign after it a part of the name or the value.
///
/// # Errors
/// `NotPairs` for a part without a name or a value.
pub fn pairs(text: &str) -> Result<Vec<(String, String)>, FieldError> {
    let parts = split(text, &[';', '؛', '\n']).into_iter().map(str::trim).filter(|part| !part.is_empty());
    let pair = |part: &str| {
        let sign = sign_at(part, &['=']).or_else(|| sign_at(part, &[':'])).ok_or(FieldError::NotPairs)?;
        let (name, value) = (plain(part[..sign].trim()), plain(part[sign + 1..].trim()));
        if name.is_empty() || value.is_empty() { Err(FieldError::NotPairs) } else { Ok((name, value)) }
    };
    parts.map(pair).collect()
}

pub fn write_pairs<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let pair = |(name, text): (&str, &str)| {
        format!("{}={}", escaped(name, &['=', ':', ';', '؛']), escaped(text, &[';', '؛']))
    };
    pairs.map(pair).collect::<Vec<_>>().join("; ")
}

/// Where the first of these signs is that has no backslash before it.
pub fn sign_at(text: &str, signs: &[char]) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices().find_map(|(at, c)| {
        if std::mem::take(&mut is_escaped) {
            return None;
        }
        is_escaped = c == '\\';
        signs.contains(&c).then_some(at)
    })
}

pub fn split<'a>(mut text: &'a str, signs: &[char]) -> Vec<&'a str> {
    let mut parts = Vec::new();
    while let Some(at) = sign_at(text, signs) {
        parts.push(&text[..at]);
        text = text[at..].trim_start_matches(signs);
    }
    parts.push(text);
    parts
}

/// Without the backslashes before signs; any other backslash stays.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let sign =
            letters.next_if(|next| c == '\\' && ['=', ':', ',', '،', '|', ';', '؛', '\\'].contains(next));
        plain.push(sign.unwrap_or(c));
    }
    plain
}

pub fn escaped(text: &str, signs: &[char]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\\' || signs.contains(&c) {
            escaped.push('\\');
        }
        escaped.push(if c == '\n' { ' ' } else { c });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn dimensions_are_three_whole_numbers_or_refused() {
        let size = Dimensions { length: 30, width: 20, height: 10 };
        for text in ["30x20x10", "۳۰ × ۲۰ × ۱۰", "30*20*10"] {
            assert_eq!(dimensions(text), Ok(Some(size)), "{text}");
        }
        assert_eq!(dimensions(" "), Ok(None));
        for text in ["30x20", "30x20x0", "30x20x10x5", "30", "1.5x2x3", "axbxc"] {
            assert_eq!(dimensions(text), Err(FieldError::NotDimensions), "{text}");
        }
    }

    #[test]
    fn pairs_need_a_name_and_a_value() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(pairs("جنس = پشم؛ Size: 120×80;"), Ok(vec![pair("جنس", "پشم"), pair("Size", "120×80")]));
        assert_eq!(pairs(""), Ok(Vec::new()));
        for text in ["Wool", "=Wool", "Material="] {
            assert_eq!(pairs(text), Err(FieldError::NotPairs), "{text}");
        }
    }

    #[test]
    fn equal_keywords_count_once() {
        assert_eq!(keywords("rug، گلیم, rug\n"), ["rug", "گلیم"]);
    }

    #[test]
    fn a_sign_after_a_backslash_belongs_to_the_text() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(pairs(r"a\=b=c\;d; x:C:\new"), Ok(vec![pair("a=b", "c;d"), pair("x", r"C:\new")]));
    }

    proptest! {
        #[test]
        fn written_pairs_read_back(all in prop::collection::vec(("[^\\s]{1,9}", "[^\\s]{1,9}"), 0..4)) {
            let written = write_pairs(all.iter().map(|(name, text)| (name.as_str(), text.as_str())));
            prop_assert_eq!(pairs(&written), Ok(all));
        }

        #[test]
        fn no_text_panics(text in any::<String>()) {
            let _ = (keywords(&text), dimensions(&text), pairs(&text));
        }
    }
}
