//! The encoding of a text file, which only a byte order mark says for certain.

use std::borrow::Cow;

use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252, WINDOWS_1256};
use serde::{Deserialize, Serialize};

use vitrine_domain::{Finding, Problem, ProblemKind};

/// The encoding in which a text file was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextEncoding {
    Utf8,
    /// As Excel writes "Unicode text", with a byte order mark; some programs leave that out.
    Utf16,
    /// With a byte order mark.
    Utf32,
    /// Assumed for text that is not UTF-8: what programs on Windows write for Persian and Arabic.
    Windows1256,
    /// Assumed for text with single letters of Western languages that is not UTF-8.
    Windows1252,
}

/// Letters that Persian has and Arabic has not.
const PERSIAN_LETTERS: [char; 5] = ['پ', 'چ', 'ژ', 'گ', 'ک'];

/// Decodes a text file.
///
/// # Errors
/// `Sheet` for damaged UTF-16, and for bytes that are no text at all.
pub fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, TextEncoding), Problem> {
    // Old programs end a text file with this byte.
    let bytes = bytes.strip_suffix(b"\x1a").unwrap_or(bytes);
    let (text, encoding) = match bytes {
        [0xff, 0xfe, 0, 0, rest @ ..] if rest.len().is_multiple_of(4) => {
            (utf32(rest, u32::from_le_bytes)?, TextEncoding::Utf32)
        }
        [0, 0, 0xfe, 0xff, rest @ ..] => (utf32(rest, u32::from_be_bytes)?, TextEncoding::Utf32),
        [0xff, 0xfe, rest @ ..] => (utf16(UTF_16LE, rest)?, TextEncoding::Utf16),
        [0xfe, 0xff, rest @ ..] => (utf16(UTF_16BE, rest)?, TextEncoding::Utf16),
        // Without a mark, the zero bytes of commas and digits tell.
        [0, second, ..] if *second != 0 && is_utf16(bytes, 0) => {
            (utf16(UTF_16BE, bytes)?, TextEncoding::Utf16)
        }
        [first, 0, ..] if *first != 0 && is_utf16(bytes, 1) => (utf16(UTF_16LE, bytes)?, TextEncoding::Utf16),
        _ if is_utf16(bytes, 1) => (utf16(UTF_16LE, bytes)?, TextEncoding::Utf16),
        _ if is_utf16(bytes, 0) => (utf16(UTF_16BE, bytes)?, TextEncoding::Utf16),
        [0xef, 0xbb, 0xbf, rest @ ..] => (String::from_utf8_lossy(rest), TextEncoding::Utf8),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), TextEncoding::Utf8),
            // The rows with damaged letters are said.
            Err(_) if is_mostly_utf8(bytes) => (String::from_utf8_lossy(bytes), TextEncoding::Utf8),
            Err(_) if is_western(bytes) => {
                (WINDOWS_1252.decode_without_bom_handling(bytes).0, TextEncoding::Windows1252)
            }
            Err(_) => (Cow::Owned(windows_1256(bytes)), TextEncoding::Windows1256),
        },
    };
    let is_binary = text.contains(|c: char| {
        c.is_control() && !matches!(c, '\0' | '\t' | '\r' | '\n' | '\u{b}' | '\u{c}' | '\u{80}'..)
    });
    match without_zeros(text).filter(|_| !is_binary) {
        Some(text) => Ok((text, encoding)),
        None => Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::NotText)),
    }
}

/// A text without the zeros that some programs leave at its end, or a few within it; `None` if it has so many
/// that it is no text.
fn without_zeros(text: Cow<'_, str>) -> Option<Cow<'_, str>> {
    if !text.contains('\0') {
        return Some(text);
    }
    let kept = text.trim_end_matches('\0');
    let zeros = kept.matches('\0').count();
    (zeros * MIN_TEXT_FOR_ZERO <= kept.len()).then(|| Cow::Owned(kept.replace('\0', "")))
}

/// For each zero byte, a text has at least so many others.
const MIN_TEXT_FOR_ZERO: usize = 20;

fn utf16<'a>(encoding: &'static encoding_rs::Encoding, bytes: &'a [u8]) -> Result<Cow<'a, str>, Problem> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    text.ok_or_else(|| Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::NotText))
}

fn utf32<'a>(bytes: &[u8], number: fn([u8; 4]) -> u32) -> Result<Cow<'a, str>, Problem> {
    let characters = bytes.chunks(4).map(|four| char::from_u32(number(four.try_into().ok()?)));
    let text: Option<String> = characters.collect();
    text.map(Cow::Owned).ok_or_else(|| Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::NotText))
}

/// Whether these bytes without a mark are UTF-16: separators, digits and line breaks have a zero byte, at
/// this one of two places, and the other place has none.
fn is_utf16(bytes: &[u8], place: usize) -> bool {
    let sample = &bytes[..bytes.len().min(4096)];
    let zeros = |place: usize| sample.iter().skip(place).step_by(2).filter(|byte| **byte == 0).count();
    bytes.len().is_multiple_of(2) && zeros(place) * 20 > sample.len() / 2 && zeros(1 - place) == 0
}

/// Whether the bytes above ASCII stand alone between Latin letters, as those of Western languages do: Arabic
/// words have many.
fn is_western(bytes: &[u8]) -> bool {
    let mut runs = bytes.split(u8::is_ascii).map(<[u8]>::len).filter(|length| *length > 0).peekable();
    let beside_letters =
        bytes.windows(2).filter(|pair| pair[0].is_ascii_alphabetic() != pair[1].is_ascii_alphabetic());
    let beside_letters = beside_letters
        .filter(|pair| pair.iter().any(|byte| !byte.is_ascii()) && pair.iter().any(u8::is_ascii_alphabetic));
    runs.peek().is_some() && runs.all(|length| length <= 2) && beside_letters.count() > 0
}

/// Whether the bytes are UTF-8 with a few damaged places. Read in another encoding, all of its text would be
/// garbage.
///
/// Persian text in Windows-1256 resembles UTF-8 only where a letter stands before one of few others, so
/// characters that consist of these are no sign of UTF-8.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut characters, mut damaged) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        characters += chunk.valid().chars().filter(|c| !c.is_ascii() && !may_be_windows_1256(*c)).count();
        damaged += usize::from(!chunk.invalid().is_empty());
    }
    characters > 2 * damaged
}

/// Whether the UTF-8 bytes of a character also are text in Windows-1256. Continuation bytes are the Persian
/// letters and the punctuation there.
fn may_be_windows_1256(character: char) -> bool {
    let following = PERSIAN_LETTERS
        .iter()
        .chain(&['\u{200c}', '\u{a0}', '،', '؛', '؟', '«', '»'])
        .copied()
        .collect::<String>();
    let (following, _, _) = WINDOWS_1256.encode(&following);
    character.encode_utf8(&mut [0; 4]).bytes().skip(1).all(|byte| following.contains(&byte))
}

/// Windows-1256 has neither the Persian yeh nor Persian digits: programs write the Arabic yeh in its place.
fn windows_1256(bytes: &[u8]) -> String {
    let (text, _) = WINDOWS_1256.decode_without_bom_handling(bytes);
    if text.contains(PERSIAN_LETTERS) {
        text.replace(['ي', 'ى'], "ی").replace('ك', "ک")
    } else {
        text.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_without_a_mark_that_is_not_utf8_is_read_as_windows_1256() {
        let (bytes, _, _) = WINDOWS_1256.encode("نام,قيمت\r\nگليم دستباف,250000\r\n");
        let (text, encoding) = decode(&bytes).unwrap();
        assert_eq!(
            (&*text, encoding),
            ("نام,قیمت\r\nگلیم دستباف,250000\r\n", TextEncoding::Windows1256),
            "with the yeh of Persian"
        );
        let (arabic, _, _) = WINDOWS_1256.encode("سجادة يدوية");
        assert_eq!(decode(&arabic).unwrap().0, "سجادة يدوية", "Arabic keeps its own");
    }

    #[test]
    fn damaged_utf8_costs_its_letter_and_is_not_garbage() {
        let mut bytes = "نام,قیمت\nگلیم دستباف,250000\n".as_bytes().to_vec();
        bytes[18] = 0xff;
        let (text, encoding) = decode(&bytes).unwrap();
        assert_eq!(encoding, TextEncoding::Utf8);
        assert_eq!(text.replace('\u{fffd}', ""), "نام,قیمت\nگیم دستباف,250000\n");
    }

    /// Each pair of letters of these words could be a character of UTF-8.
    #[test]
    fn words_of_windows_1256_that_resemble_utf8_are_read() {
        let text = "عپفژطگ,چفژگ,فکطژ";
        let (bytes, _, _) = WINDOWS_1256.encode(text);
        assert_eq!(decode(&bytes).unwrap(), (Cow::Borrowed(text), TextEncoding::Windows1256));
    }

    #[test]
    fn utf16_without_a_mark_and_utf32_are_read() {
        let text = "نام,قیمت\r\nگلیم,250000\r\n";
        let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let utf32: Vec<u8> = [0xff, 0xfe, 0, 0]
            .into_iter()
            .chain(text.chars().flat_map(|c| u32::from(c).to_le_bytes()))
            .collect();
        for (bytes, encoding) in
            [(le, TextEncoding::Utf16), (be, TextEncoding::Utf16), (utf32, TextEncoding::Utf32)]
        {
            assert_eq!(decode(&bytes).unwrap(), (Cow::Borrowed(text), encoding));
        }
    }

    #[test]
    fn single_letters_of_western_languages_are_not_read_as_arabic() {
        let (bytes, _, _) = WINDOWS_1252.encode("name,price\r\nKäseglocke groß,120\r\nCafé,80\r\n");
        assert_eq!(
            decode(&bytes).unwrap(),
            (Cow::Borrowed("name,price\r\nKäseglocke groß,120\r\nCafé,80\r\n"), TextEncoding::Windows1252)
        );
    }

    #[test]
    fn a_file_that_is_no_text_is_refused() {
        for bytes in [b"\x7fELF\x02\x01\x01\0\0\0\0".as_slice(), b"\xff\xfea\0\0", b"a\0\0b"] {
            assert_eq!(decode(bytes).unwrap_err().kind, ProblemKind::Sheet, "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_back_from_utf8_and_utf16(text in "[a-zا-ی۰-۹,;\"\n😀]{0,40}") {
            let utf16 = |bytes: fn(u16) -> [u8; 2]| "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect::<Vec<u8>>();
            let utf8 = text.as_bytes().to_vec();
            let marked = [b"\xef\xbb\xbf".as_slice(), &utf8].concat();
            let files = [(utf8, TextEncoding::Utf8), (marked, TextEncoding::Utf8), (utf16(u16::to_le_bytes), TextEncoding::Utf16), (utf16(u16::to_be_bytes), TextEncoding::Utf16)];
            for (bytes, encoding) in files {
                let (read, as_which) = decode(&bytes).unwrap();
                prop_assert_eq!((&*read, as_which), (text.as_str(), encoding));
            }
        }

        #[test]
        fn one_damaged_byte_of_persian_utf8_costs_its_letter(words in prop::collection::vec("[ابپتجچحخدذرزژسشصطعغفقکگلمنوهی]{4,9}", 3..9), place: prop::sample::Index) {
            let mut bytes = words.join(",").into_bytes();
            let place = place.index(bytes.len());
            bytes[place] = 0xff;
            let (text, encoding) = decode(&bytes).unwrap();
            prop_assert_eq!((text.contains('\u{fffd}'), encoding), (true, TextEncoding::Utf8));
        }

        #[test]
        fn persian_text_of_old_programs_is_read(words in prop::collection::vec("[ابپتجچحخدذرزژسشصطعغفقکگلمنوه]{4,9}", 3..9)) {
            let text = words.join(",");
            let (bytes, _, unmappable) = WINDOWS_1256.encode(&text);
            prop_assert!(!unmappable);
            let (read, as_which) = decode(&bytes).unwrap();
            prop_assert_eq!((&*read, as_which), (text.as_str(), TextEncoding::Windows1256));
        }
    }
}
