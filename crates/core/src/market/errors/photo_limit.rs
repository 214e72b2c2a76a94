//! Finds the limit that a refused photo exceeded. The contract defines no format for it, and the text may be
//! English or Persian, so numbers with units and the words around them are searched.

use vitrine_domain::PhotoLimit;

/// How much of a body is searched, in bytes.
const MAX_BYTES: usize = 4096;
/// How far before a number to look for a word that says whether it is a maximum or a minimum, in characters.
const WORDS_BEFORE: usize = 28;

const MAX_WORDS: [&str; 17] = [
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
const MIN_WORDS: [&str; 5] = ["min", "at least", "smaller than", "حداقل", "دست کم"];
const DIMENSION_WORDS: [&str; 11] = [
    "pixel",
    "px",
    "dimension",
    "width",
    "height",
    "resolution",
    "megapixel",
    "ابعاد",
    "پیکسل",
    "عرض",
    "ارتفاع",
];
const FILE_SIZE_WORDS: [&str; 10] = [
    "too large",
    "too big",
    "too heavy",
    "file size",
    "filesize",
    "حجم",
    "بزرگ",
    "سنگین",
    "bytes",
    "size limit",
];
const FORMAT_WORDS: [&str; 13] = [
    "format",
    "extension",
    "mime",
    "content type",
    "content-type",
    "file type",
    "jpeg",
    "jpg",
    "png",
    "webp",
    "فرمت",
    "پسوند",
    "قالب",
];

/// The limit in a refusal of an upload; `None` if the refusal is about something else.
pub fn parse(status: u16, body: &[u8]) -> Option<PhotoLimit> {
    if !matches!(status, 400 | 413 | 415 | 422) {
        return None;
    }
    let text = normalized(body);
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let numbers = numbers(&text);
    if status == 415 {
        return Some(PhotoLimit::Format);
    }
    let bytes = smallest_maximum(numbers.iter().filter_map(|number| Some((number.bytes()?, number.bound))));
    let side = smallest_maximum(numbers.iter().filter_map(|number| Some((number.pixels()?, number.bound))));
    let sides = has(&DIMENSION_WORDS);
    if bytes.is_some() || (status == 413 && !sides) {
        // A bare number after a maximum word counts bytes unless the text mentions pixels.
        let bare = || {
            smallest_maximum(numbers.iter().filter_map(|number| Some((number.bare_bytes()?, number.bound))))
        };
        return Some(PhotoLimit::Bytes(
            bytes.or_else(bare).map(|most| u32::try_from(most).unwrap_or(u32::MAX)),
        ));
    }
    let too_small = has(&MIN_WORDS) && !has(&MAX_WORDS);
    match () {
        () if sides && too_small => None,
        () if sides => Some(PhotoLimit::Side(side.and_then(|side| u32::try_from(side).ok()))),
        () if has(&FILE_SIZE_WORDS) => Some(PhotoLimit::Bytes(None)),
        () if has(&FORMAT_WORDS) => Some(PhotoLimit::Format),
        () => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Max,
    Min,
    Unknown,
}

#[derive(Debug)]
struct Number<'a> {
    value: f64,
    /// The text after the number.
    unit: &'a str,
    bound: Bound,
}

/// The smallest number called a maximum; otherwise the smallest number, because the refused value may be
/// mentioned as well.
fn smallest_maximum(numbers: impl Iterator<Item = (u64, Bound)>) -> Option<u64> {
    let numbers: Vec<(u64, Bound)> = numbers.filter(|(_, bound)| *bound != Bound::Min).collect();
    let named = numbers.iter().filter(|(_, bound)| *bound == Bound::Max).map(|(value, _)| *value).min();
    named.or_else(|| numbers.iter().map(|(value, _)| *value).min())
}

impl Number<'_> {
    /// The number as bytes. "MB" is decimal: the smaller of both meanings is safe.
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

    /// The number as bytes if it is a large maximum without a unit.
    fn bare_bytes(&self) -> Option<u64> {
        (self.unit.is_empty() && self.bound == Bound::Max && self.value >= 10_000.0)
            .then_some(self.value as u64)
    }

    /// The number as pixels, also from a size such as 4096x4096.
    fn pixels(&self) -> Option<u64> {
        let unit = matches!(self.unit, "px" | "pixel" | "pixels" | "پیکسل" | "x")
            || self.bound == Bound::Max && self.unit.is_empty();
        (unit && (64.0..=65_535.0).contains(&self.value)).then_some(self.value as u64)
    }
}

/// Lower case and Latin digits, without the field name `file_type`, which resembles a format word.
fn normalized(body: &[u8]) -> String {
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
    while let Some(start) =
        text.get(at..).and_then(|rest| rest.find(|c: char| c.is_ascii_digit())).map(|offset| at + offset)
    {
        let rest = &text[start..];
        let digits =
            rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(rest.len());
        let after = rest[digits..].trim_start_matches([' ', '-', '_']);
        let unit = &after[..after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len())];
        if let Some(value) = number(&rest[..digits]) {
            let before: String = text[..start]
                .chars()
                .rev()
                .take(WORDS_BEFORE)
                .collect::<Vec<_>>()
                .into_iter()
                .rev()
                .collect();
            found.push(Number { value, unit, bound: bound(&before, after) });
        }
        at = start + digits;
    }
    found
}

/// The word nearest to the number decides.
fn bound(before: &str, after: &str) -> Bound {
    let last = |words: &[&str]| words.iter().filter_map(|word| before.rfind(word)).max();
    match (last(&MAX_WORDS), last(&MIN_WORDS)) {
        (Some(most), Some(least)) if least > most => Bound::Min,
        (Some(_), _) => Bound::Max,
        (None, Some(_)) => Bound::Min,
        (None, None) if after.contains("بیشتر") || after.contains("maximum") => Bound::Max,
        (None, None) => Bound::Unknown,
    }
}

/// Parses `2,097,152`, `2.5` or `2097152`; a trailing full stop is ignored.
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
    use vitrine_domain::PhotoLimit::{Bytes, Format, Side};

    #[test]
    fn a_limit_is_found_in_the_refusal() {
        for (status, body, limit) in [
            (413, "", Bytes(None)),
            (413, "<html><head><title>413 Request Entity Too Large</title></head></html>", Bytes(None)),
            (413, r#"{"message":"The photo is larger than this marketplace takes."}"#, Bytes(None)),
            (413, r#"{"message":"Maximum size is 2 MB"}"#, Bytes(Some(2_000_000))),
            (413, r#"{"message":"too large","max_size":2097152}"#, Bytes(Some(2_097_152))),
            (413, r#"{"detail":"6.2MB is over the limit of 5MB."}"#, Bytes(Some(5_000_000))),
            (413, r#"{"message":"max 2,097,152 bytes"}"#, Bytes(Some(2_097_152))),
            (
                422,
                r#"{"messages":[{"message":"حجم عکس باید حداکثر ۲ مگابایت باشد","fields":["file"]}]}"#,
                Bytes(Some(2_000_000)),
            ),
            (
                422,
                r#"{"messages":[{"message":"حجم عکس نباید از ۵۰۰ کیلوبایت بیشتر باشد"}]}"#,
                Bytes(Some(500_000)),
            ),
            (
                400,
                r#"{"message":"File must be between 10 KB (minimum) and at most 1.5 MiB"}"#,
                Bytes(Some(1_572_864)),
            ),
            (422, r#"{"message":"The file is too big"}"#, Bytes(None)),
            (422, r#"{"message":"Image dimensions must not exceed 4096x4096"}"#, Side(Some(4096))),
            (422, r#"{"message":"ابعاد عکس حداکثر ۲۰۴۸ پیکسل"}"#, Side(Some(2048))),
            (422, r#"{"message":"The resolution is too high"}"#, Side(None)),
            (422, r#"{"message":"The file is not a photo in a known format.","fields":["file"]}"#, Format),
            (422, r#"{"message":"Only JPEG and PNG"}"#, Format),
            (415, "", Format),
        ] {
            assert_eq!(parse(status, body.as_bytes()), Some(limit), "{status} {body}");
        }
    }

    #[test]
    fn a_refusal_about_something_else_has_no_limit() {
        for (status, body) in [
            (422, ""),
            (422, r#"{"message":"file_type must be one of: product.photo.","fields":["file_type"]}"#),
            (422, r#"{"message":"Image width must be at least 500 pixels"}"#),
            (422, r#"{"message":"The photo is damaged."}"#),
            (403, r#"{"message":"max 2 MB"}"#),
            (500, r#"{"message":"max 2 MB"}"#),
        ] {
            assert_eq!(parse(status, body.as_bytes()), None, "{status} {body}");
        }
    }

    proptest! {
        #[test]
        fn arbitrary_bodies_never_panic(status in 400u16..423, body in "(max|limit|[0-9۰-۹.,]{0,20}|mb|px| |.){0,30}") {
            let _ = parse(status, body.as_bytes());
        }
    }
}
