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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_fold_to_the_same_text() {
        assert_eq!(folded(" كتاب‌هاي   ۱۲ "), folded("کتابهای 12"));
        assert_eq!(folded("NIKE Shoe"), folded("nike  shoe"));
        assert_ne!(folded("کتاب ها"), folded("کتاب ما"));
    }
}
