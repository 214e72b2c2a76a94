//! The encoding of a text file, which only a byte order mark says for certain.

use std::borrow::Cow;

use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1256};
use serde::{Deserialize, Serialize};

use crate::domain::{Code, Finding, Problem};

/// The encoding in which a text file was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextEncoding {
    Utf8,
    /// With a byte order mark, as Excel writes "Unicode text".
    Utf16,
    /// Assumed for text that is not UTF-8: what programs on Windows write for Persian and Arabic.
    Windows1256,
}

/// Letters that Persian has and Arabic has not.
const PERSIAN_LETTERS: [char; 5] = ['پ', 'چ', 'ژ', 'گ', 'ک'];

/// Decodes a text file.
///
/// # Errors
/// `Sheet` for damaged UTF-8 or UTF-16, and for bytes that are no text at all.
pub fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, TextEncoding), Problem> {
    let (text, encoding) = match bytes {
        [0xff, 0xfe, rest @ ..] => (utf16(UTF_16LE, rest)?, TextEncoding::Utf16),
        [0xfe, 0xff, rest @ ..] => (utf16(UTF_16BE, rest)?, TextEncoding::Utf16),
        [0xef, 0xbb, 0xbf, rest @ ..] => (Cow::Borrowed(std::str::from_utf8(rest).map_err(not_utf8)?), TextEncoding::Utf8),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), TextEncoding::Utf8),
            Err(error) if is_mostly_utf8(bytes) => return Err(not_utf8(error)),
            Err(_) => (Cow::Owned(windows_1256(bytes)), TextEncoding::Windows1256),
        },
    };
    let is_binary = text.contains(|c: char| c.is_control() && !matches!(c, '\t' | '\r' | '\n' | '\u{b}' | '\u{c}' | '\u{80}'..));
    if is_binary { Err(Problem::new(Code::Sheet).with_diagnostic(Finding::NotText)) } else { Ok((text, encoding)) }
}

fn not_utf8(error: std::str::Utf8Error) -> Problem {
    Problem::new(Code::Sheet).with_diagnostic(Finding::NotUtf8 { byte: error.valid_up_to() })
}

fn utf16<'a>(encoding: &'static encoding_rs::Encoding, bytes: &'a [u8]) -> Result<Cow<'a, str>, Problem> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    text.ok_or_else(|| Problem::new(Code::Sheet).with_diagnostic(Finding::NotText))
}

/// Whether the bytes are UTF-8 with a few damaged places. Read in another encoding, all of its text would be garbage.
///
/// Persian text in Windows-1256 resembles UTF-8 only where a letter stands before one of few others, so characters that consist of these are
/// no sign of UTF-8.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut characters, mut damaged) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        characters += chunk.valid().chars().filter(|c| !c.is_ascii() && !may_be_windows_1256(*c)).count();
        damaged += usize::from(!chunk.invalid().is_empty());
    }
    characters > 2 * damaged
}

/// Whether the UTF-8 bytes of a character also are text in Windows-1256. Continuation bytes are the Persian letters and the punctuation there.
fn may_be_windows_1256(character: char) -> bool {
    let following = PERSIAN_LETTERS.iter().chain(&['\u{200c}', '\u{a0}', '،', '؛', '؟', '«', '»']).copied().collect::<String>();
    let (following, _, _) = WINDOWS_1256.encode(&following);
    character.encode_utf8(&mut [0; 4]).bytes().skip(1).all(|byte| following.contains(&byte))
}

/// Windows-1256 has neither the Persian yeh nor Persian digits: programs write the Arabic yeh in its place.
fn windows_1256(bytes: &[u8]) -> String {
    let (text, _) = WINDOWS_1256.decode_without_bom_handling(bytes);
    if text.contains(PERSIAN_LETTERS) { text.replace(['ي', 'ى'], "ی").replace('ك', "ک") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_without_a_mark_that_is_not_utf8_is_read_as_windows_1256() {
        let (bytes, _, _) = WINDOWS_1256.encode("نام,قيمت\r\nگليم دستباف,250000\r\n");
        let (text, encoding) = decode(&bytes).unwrap();
        assert_eq!((&*text, encoding), ("نام,قیمت\r\nگلیم دستباف,250000\r\n", TextEncoding::Windows1256), "with the yeh of Persian");
        let (arabic, _, _) = WINDOWS_1256.encode("سجادة يدوية");
        assert_eq!(decode(&arabic).unwrap().0, "سجادة يدوية", "Arabic keeps its own");
    }

    #[test]
    fn damaged_utf8_is_an_error_with_its_place_and_not_garbage() {
        let mut bytes = "نام,قیمت\nگلیم دستباف,250000\n".as_bytes().to_vec();
        bytes[20] = 0xff;
        let problem = decode(&bytes).unwrap_err();
        assert!(problem.said.unwrap().contains("byte 20"));
    }

    /// Each pair of letters of these words could be a character of UTF-8.
    #[test]
    fn words_of_windows_1256_that_resemble_utf8_are_read() {
        let text = "عپفژطگ,چفژگ,فکطژ";
        let (bytes, _, _) = WINDOWS_1256.encode(text);
        assert_eq!(decode(&bytes).unwrap(), (Cow::Borrowed(text), TextEncoding::Windows1256));
    }

    #[test]
    fn a_file_that_is_no_text_is_refused() {
        for bytes in [b"\x7fELF\x02\x01\x01\0\0\0\0".as_slice(), b"\xff\xfea\0\0", b"a\0b\0"] {
            assert_eq!(decode(bytes).unwrap_err().code, Code::Sheet, "{bytes:?}");
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
        fn one_damaged_byte_of_persian_utf8_is_an_error(words in prop::collection::vec("[ابپتجچحخدذرزژسشصطعغفقکگلمنوهی]{4,9}", 3..9), place: prop::sample::Index) {
            let mut bytes = words.join(",").into_bytes();
            let place = place.index(bytes.len());
            bytes[place] = 0xff;
            prop_assert_eq!(decode(&bytes).unwrap_err().code, Code::Sheet);
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
