//! Normalization of text, so that two spellings of one word compare equal.

use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfkc_quick};

/// A name in the form in which names are compared: case, Arabic and Persian letter forms, composed and
/// decomposed letters, joiners, runs of whitespace, and the sign between two measures (`60×90`, `60 x 90`,
/// `۶۰ در ۹۰`) are folded.
pub fn folded(name: &str) -> String {
    let composed;
    let is_composed = name.chars().all(is_plain) || is_nfkc_quick(name.chars()) == IsNormalized::Yes;
    let name = if is_composed {
        name
    } else {
        composed = name.nfkc().collect::<String>();
        &composed
    };
    let mut out = String::with_capacity(name.len());
    let mut gap = false;
    for c in name.chars() {
        match c {
            // Zero-width joiners, direction marks and tatweel change the appearance, not the word. A Persian
            // "half space" (ZWNJ) is used where others type a space or nothing at all.
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
            | '\u{640}' => {}
            c if c.is_whitespace() => gap = !out.is_empty(),
            c => {
                if std::mem::take(&mut gap) {
                    out.push(' ');
                }
                match c {
                    'ي' | 'ى' => out.push('ی'),
                    'ك' => out.push('ک'),
                    c => match digit(c) {
                        Some(d) => out.push(char::from(b'0' + d)),
                        None if is_plain(c) => out.push(c.to_ascii_lowercase()),
                        None => out.extend(c.to_lowercase()),
                    },
                }
            }
        }
    }
    with_plain_times(out)
}

/// Signs that people write between two measures.
const TIMES: [&str; 6] = ["×", "x", "*", "در", "ضربدر", "✕"];

/// A folded text with one sign for "by" between two numbers.
fn with_plain_times(text: String) -> String {
    let is_before_sign = |(at, digit): (usize, &str)| {
        let after = text[at + digit.len()..].trim_start_matches(' ');
        TIMES.iter().any(|sign| after.starts_with(sign))
    };
    if !text.match_indices(|c: char| c.is_ascii_digit()).any(is_before_sign) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let after = rest.trim_start_matches(' ');
        let sign =
            TIMES.iter().find_map(|sign| after.strip_prefix(sign)).map(|after| after.trim_start_matches(' '));
        match sign {
            Some(number)
                if out.ends_with(|c: char| c.is_ascii_digit())
                    && number.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                out.push('x');
                rest = number;
            }
            _ => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    out
}

/// A text to search in, or to search for, in every search: [`bare`], and without spaces: the same word is
/// written with a half-space, with a space, or with nothing between its parts.
pub fn searchable(text: &str) -> String {
    bare(text).replace(' ', "")
}

/// Whether a character is composed by itself and stays so beside others of its kind: those of nearly all
/// names, to know that without looking each of them up.
const fn is_plain(c: char) -> bool {
    c.is_ascii()
        || matches!(
            c,
            '\u{621}'..='\u{63a}' | '\u{641}'..='\u{64a}' | 'پ' | 'چ' | 'ژ' | 'ک' | 'گ' | 'ی' | '۰'..='۹' | '\u{200c}'
        )
}

/// [`folded`], and without the marks and letter forms that many leave out when they type Persian, such as the
/// hamza of «کاسهٔ».
pub fn bare(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{64b}'..='\u{65f}' | '\u{670}' => None,
        'أ' | 'إ' | 'ٱ' => Some('ا'),
        'ؤ' => Some('و'),
        'ة' | 'ۀ' => Some('ه'),
        c => Some(c),
    };
    let folded = folded(text);
    let is_bare = folded.chars().all(|c| plain(c) == Some(c));
    if is_bare { folded } else { folded.chars().filter_map(plain).collect() }
}

/// The value of a decimal digit in Persian (۰–۹), Arabic (٠–٩) or Latin (0–9) script.
pub fn digit(c: char) -> Option<u8> {
    let base = match c {
        '0'..='9' => '0',
        '۰'..='۹' => '۰',
        '٠'..='٩' => '٠',
        _ => return None,
    };
    u8::try_from(u32::from(c) - u32::from(base)).ok()
}

/// A text with Latin digits, such as the number of a product that was typed in Persian ones.
pub fn with_latin_digits(text: &str) -> String {
    text.chars().map(|c| digit(c).map_or(c, |d| char::from(b'0' + d))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_for_composed_is_changed_by_no_normalization() {
        let plain: Vec<char> = ('\0'..='\u{fffff}').filter(|c| is_plain(*c)).collect();
        assert!(plain.len() > 180);
        for one in &plain {
            for other in &plain {
                let both = [*one, *other];
                assert!(both.into_iter().nfkc().eq(both), "{both:?}");
            }
        }
    }

    #[test]
    fn spellings_of_one_name_fold_to_the_same_text() {
        assert_eq!(folded(" كتاب‌هاي   ۱۲ "), folded("کتابهای 12"));
        assert_eq!(folded("NIKE Shoe"), folded("nike  shoe"));
        assert_ne!(folded("کتاب ها"), folded("کتاب ما"));
    }

    #[test]
    fn composed_and_decomposed_letters_and_the_forms_of_a_printed_page_are_one() {
        assert_eq!(folded("Cafe\u{301} ا\u{653}ینه"), folded("Café آینه"));
        assert_eq!(folded("ﮔﻠﯿﻢ"), folded("گلیم"));
    }

    #[test]
    fn measures_are_equal_with_any_sign_between_the_numbers() {
        for written in [
            "فرش 60×90",
            "فرش ۶۰ × ۹۰",
            "فرش 60x90",
            "فرش 60 X 90",
            "فرش 60*90",
            "فرش ۶۰ در ۹۰",
            "فرش ۶۰ ضربدر ۹۰",
        ] {
            assert_eq!(folded(written), "فرش 60x90", "{written}");
        }
        assert_eq!(folded("box 3 extra"), "box 3 extra");
        assert_eq!(folded("6 درب"), "6 درب");
    }

    #[test]
    fn marks_that_are_often_left_out_do_not_matter_to_a_search() {
        assert_eq!(searchable("کاسهٔ فیروزه‌ای"), searchable("كاسه فیروزهای"));
        assert_eq!(searchable("خانۀ مؤمن"), searchable("خانه مومن"));
        assert_eq!(searchable("Mug ۲"), "mug2");
    }

    #[test]
    fn half_space_space_and_nothing_are_equal_to_a_search() {
        for written in ["کفش\u{200c}های چرمی", "کفش های  چرمی", "کفشهای چرمی", "كفش\u{a0}هاي\u{200c}چرمی"]
        {
            assert_eq!(searchable(written), searchable("کفش‌های چرمی"), "{written:?}");
        }
        assert_ne!(folded("کفش های"), folded("کفشهای"), "as names they stay different");
    }
}
