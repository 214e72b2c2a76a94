//! Normalization of text, so that two spellings of one word compare equal.

/// A name in the form in which names are compared: case, Arabic and Persian letter forms, joiners, and runs of
/// whitespace are folded.
pub fn folded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut gap = false;
    for c in name.chars() {
        match c {
            // Zero-width joiners, direction marks and tatweel change the appearance, not the word. A Persian "half
            // space" (ZWNJ) is used where others type a space or nothing at all.
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{640}' => {}
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
                        None => out.extend(c.to_lowercase()),
                    },
                }
            }
        }
    }
    out
}

/// A text to search in, or to search for, in every search: [`folded`], and without the marks and letter forms that many leave
/// out when they type Persian, such as the hamza of «کاسهٔ». It has no spaces: the same word is written with a half-space,
/// with a space, or with nothing between its parts.
pub fn searchable(text: &str) -> String {
    let is_mark = |c: &char| matches!(c, '\u{64b}'..='\u{65f}' | '\u{670}');
    let plain = |c: char| match c {
        'أ' | 'إ' | 'ٱ' => 'ا',
        'ؤ' => 'و',
        'ة' | 'ۀ' => 'ه',
        c => c,
    };
    folded(text).chars().filter(|c| *c != ' ' && !is_mark(c)).map(plain).collect()
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
    fn spellings_of_one_name_fold_to_the_same_text() {
        assert_eq!(folded(" كتاب‌هاي   ۱۲ "), folded("کتابهای 12"));
        assert_eq!(folded("NIKE Shoe"), folded("nike  shoe"));
        assert_ne!(folded("کتاب ها"), folded("کتاب ما"));
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
