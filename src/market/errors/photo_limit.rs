//! What a refused photo's answer tells of the limit it broke. Bodies have no agreed shape, and may be in English or
//! Persian: numbers with a unit, and the words around them, are looked for.

use crate::domain::PhotoLimit;

/// As much of a body as is looked at, in bytes.
const MAX_BYTES: usize = 4096;
/// How far before a number the word stands that says whether it is the most or the least, in characters.
const WORDS_BEFORE: usize = 28;

const MOST: [&str; 17] = [
    "max",
    "limit",
    "at most",
    "up to",
    "less than",
    "under",
    "below",
    "exceed",
    "larger than",
    "bigger than",
    "greater than",
    "over",
    "allowed",
    "حداکثر",
    "بیشتر",
    "کمتر از",
    "سقف",
];
const LEAST: [&str; 5] = ["min", "at least", "smaller than", "حداقل", "دست کم"];
const OF_SIDES: [&str; 11] = ["pixel", "px", "dimension", "width", "height", "resolution", "megapixel", "ابعاد", "پیکسل", "عرض", "ارتفاع"];
const OF_BYTES: [&str; 10] = ["too large", "too big", "too heavy", "file size", "filesize", "حجم", "بزرگ", "سنگین", "bytes", "size limit"];
const OF_FORMAT: [&str; 13] =
    ["format", "extension", "mime", "content type", "content-type", "file type", "jpeg", "jpg", "png", "webp", "فرمت", "پسوند", "قالب"];

/// `None` where the refusal is about something else.
pub fn told(status: u16, body: &[u8]) -> Option<PhotoLimit> {
    if !matches!(status, 400 | 413 | 415 | 422) {
        return None;
    }
    let text = plain(body);
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let numbers = numbers(&text);
    if status == 415 {
        return Some(PhotoLimit::Format);
    }
    let bytes = the_most(numbers.iter().filter_map(|number| Some((number.bytes()?, number.kind))));
    let side = the_most(numbers.iter().filter_map(|number| Some((number.pixels()?, number.kind))));
    let sides = has(&OF_SIDES);
    if bytes.is_some() || (status == 413 && !sides) {
        // A bare number under `max_size` counts bytes where nothing speaks of pixels.
        let bare = || the_most(numbers.iter().filter_map(|number| Some((number.bare_bytes()?, number.kind))));
        return Some(PhotoLimit::Bytes(bytes.or_else(bare).map(|most| u32::try_from(most).unwrap_or(u32::MAX))));
    }
    let too_small = has(&LEAST) && !has(&MOST);
    match () {
        () if sides && too_small => None,
        () if sides => Some(PhotoLimit::Side(side.and_then(|side| u32::try_from(side).ok()))),
        () if has(&OF_BYTES) => Some(PhotoLimit::Bytes(None)),
        () if has(&OF_FORMAT) => Some(PhotoLimit::Format),
        () => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Most,
    Least,
    Unsaid,
}

#[derive(Debug)]
struct Number<'a> {
    value: f64,
    /// What follows it.
    unit: &'a str,
    kind: Kind,
}

/// Of several, what is called the most; else the least of them, for what was sent is named beside it.
fn the_most(numbers: impl Iterator<Item = (u64, Kind)>) -> Option<u64> {
    let numbers: Vec<(u64, Kind)> = numbers.filter(|(_, kind)| *kind != Kind::Least).collect();
    let named = numbers.iter().filter(|(_, kind)| *kind == Kind::Most).map(|(value, _)| *value).min();
    named.or_else(|| numbers.iter().map(|(value, _)| *value).min())
}

impl Number<'_> {
    /// Decimal multiples: of the two readings of "MB" the one that keeps the promise.
    fn bytes(&self) -> Option<u64> {
        let factor = match self.unit {
            "b" | "byte" | "bytes" | "بایت" => 1.0,
            "k" | "kb" | "kilobyte" | "kilobytes" | "کیلوبایت" => 1e3,
            "kib" => 1024.0,
            "m" | "mb" | "meg" | "megabyte" | "megabytes" | "مگابایت" | "مگ" => 1e6,
            "mib" => 1024.0 * 1024.0,
            _ => return None,
        };
        Some((self.value * factor) as u64)
    }

    fn bare_bytes(&self) -> Option<u64> {
        (self.unit.is_empty() && self.kind == Kind::Most && self.value >= 10_000.0).then_some(self.value as u64)
    }

    /// Of a size such as 4096x4096 too.
    fn pixels(&self) -> Option<u64> {
        let unit = matches!(self.unit, "px" | "pixel" | "pixels" | "پیکسل" | "x") || self.kind == Kind::Most && self.unit.is_empty();
        (unit && (64.0..=65_535.0).contains(&self.value)).then_some(self.value as u64)
    }
}

/// Lower case, Latin digits, and without the name of a field that sounds like a format.
fn plain(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body.get(..MAX_BYTES).unwrap_or(body)).to_lowercase();
    let latin = |c: char| match c {
        '۰'..='۹' => char::from(b'0' + (c as u32 - '۰' as u32) as u8),
        '٠'..='٩' => char::from(b'0' + (c as u32 - '٠' as u32) as u8),
        '×' => 'x',
        '٬' => ',',
        '٫' => '.',
        '\u{200c}' => ' ',
        other => other,
    };
    text.chars().map(latin).collect::<String>().replace("file_type", "")
}

fn numbers(text: &str) -> Vec<Number<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(|c: char| c.is_ascii_digit())).map(|offset| at + offset) {
        let rest = &text[start..];
        let digits = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(rest.len());
        let after = rest[digits..].trim_start_matches([' ', '-', '_']);
        let unit = &after[..after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len())];
        if let Some(value) = number(&rest[..digits]) {
            let before: String = text[..start].chars().rev().take(WORDS_BEFORE).collect::<Vec<_>>().into_iter().rev().collect();
            found.push(Number { value, unit, kind: kind(&before, after) });
        }
        at = start + digits;
    }
    found
}

/// The nearer word counts.
fn kind(before: &str, after: &str) -> Kind {
    let last = |words: &[&str]| words.iter().filter_map(|word| before.rfind(word)).max();
    match (last(&MOST), last(&LEAST)) {
        (Some(most), Some(least)) if least > most => Kind::Least,
        (Some(_), _) => Kind::Most,
        (None, Some(_)) => Kind::Least,
        (None, None) if after.contains("بیشتر") || after.contains("maximum") => Kind::Most,
        (None, None) => Kind::Unsaid,
    }
}

/// `2,097,152`, `2.5`, `2097152`; a sentence's full stop is no part of it.
fn number(text: &str) -> Option<f64> {
    let text = text.trim_end_matches(['.', ',']);
    let grouped = text.contains(',') && text.split(',').skip(1).all(|group| group.len() == 3);
    let text = if grouped { text.replace(',', "") } else { text.replace(',', ".") };
    text.parse().ok().filter(|value: &f64| value.is_finite() && *value > 0.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::PhotoLimit::{Bytes, Format, Side};

    #[test]
    fn the_most_is_read_where_it_is_told() {
        for (status, body, limit) in [
            (413, "", Bytes(None)),
            (413, "<html><head><title>413 Request Entity Too Large</title></head></html>", Bytes(None)),
            (413, r#"{"message":"The photo is larger than this marketplace takes."}"#, Bytes(None)),
            (413, r#"{"message":"Maximum size is 2 MB"}"#, Bytes(Some(2_000_000))),
            (413, r#"{"message":"too large","max_size":2097152}"#, Bytes(Some(2_097_152))),
            (413, r#"{"detail":"6.2MB is over the limit of 5MB."}"#, Bytes(Some(5_000_000))),
            (413, r#"{"message":"max 2,097,152 bytes"}"#, Bytes(Some(2_097_152))),
            (422, r#"{"messages":[{"message":"حجم عکس باید حداکثر ۲ مگابایت باشد","fields":["file"]}]}"#, Bytes(Some(2_000_000))),
            (422, r#"{"messages":[{"message":"حجم عکس نباید از ۵۰۰ کیلوبایت بیشتر باشد"}]}"#, Bytes(Some(500_000))),
            (400, r#"{"message":"File must be between 10 KB (minimum) and at most 1.5 MiB"}"#, Bytes(Some(1_572_864))),
            (422, r#"{"message":"The file is too big"}"#, Bytes(None)),
            (422, r#"{"message":"Image dimensions must not exceed 4096x4096"}"#, Side(Some(4096))),
            (422, r#"{"message":"ابعاد عکس حداکثر ۲۰۴۸ پیکسل"}"#, Side(Some(2048))),
            (422, r#"{"message":"The resolution is too high"}"#, Side(None)),
            (422, r#"{"message":"The file is not a photo in a known format.","fields":["file"]}"#, Format),
            (422, r#"{"message":"Only JPEG and PNG"}"#, Format),
            (415, "", Format),
        ] {
            assert_eq!(told(status, body.as_bytes()), Some(limit), "{status} {body}");
        }
    }

    #[test]
    fn a_refusal_about_something_else_tells_no_limit() {
        for (status, body) in [
            (422, ""),
            (422, r#"{"message":"file_type must be one of: product.photo.","fields":["file_type"]}"#),
            (422, r#"{"message":"Image width must be at least 500 pixels"}"#),
            (422, r#"{"message":"The photo is damaged."}"#),
            (403, r#"{"message":"max 2 MB"}"#),
            (500, r#"{"message":"max 2 MB"}"#),
        ] {
            assert_eq!(told(status, body.as_bytes()), None, "{status} {body}");
        }
    }

    proptest! {
        #[test]
        fn any_body_is_survived(status in 400u16..423, body in "(max|limit|[0-9۰-۹.,]{0,20}|mb|px| |.){0,30}") {
            let _ = told(status, body.as_bytes());
        }
    }
}
