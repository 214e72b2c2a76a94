//! Names of products, photos and folders, as they are compared.

use vitrine_domain::text::{bare, folded};

/// Signs that no name of a file has on some systems: people write others in their place.
const OF_NO_FILE: [char; 8] = ['/', '\\', ':', '?', '"', '<', '>', '|'];

/// Signs beside which some people write a space and others none.
const BESIDE_SPACES: [char; 13] = ['(', ')', '[', ']', '{', '}', ',', '،', ';', '؛', '+', '&', '!'];

/// A name or code of a row, which is compared with many others.
#[derive(Clone, Debug)]
pub struct RowName<'a> {
    pub text: &'a str,
    /// As it is compared.
    pub key: String,
}

impl<'a> RowName<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, key: key(text) }
    }
}

/// A name as it is compared: `Blue_mug` is `blue mug`, `60/90` is `60-90`, `EF 14` is `EF14`, and `Mug (red)`
/// is `Mug(red)`. Words in Persian are one with a half-space, a space or nothing between their parts, and
/// with or without the sign that links them to the next word.
pub fn key(name: &str) -> String {
    let is_sign = |c: char| matches!(c, '_' | '-' | '–' | '.') || OF_NO_FILE.contains(&c);
    let plain = name.replace(is_sign, " ");
    let bare = if plain.is_ascii() { folded(&plain) } else { bare(&without_links(&plain)) };
    let is_letter = |c: char| is_persian(c) || c.is_ascii_alphabetic();
    let joins = |before: char, after: char| {
        (is_persian(before) && is_persian(after))
            || (is_letter(before) && after.is_ascii_digit())
            || (before.is_ascii_digit() && is_letter(after))
            || BESIDE_SPACES.contains(&before)
            || BESIDE_SPACES.contains(&after)
    };
    let mut words = bare.trim().split(' ');
    let mut out = String::with_capacity(bare.len());
    out.push_str(words.next().unwrap_or_default());
    for word in words {
        if !joins(out.chars().next_back().unwrap_or(' '), word.chars().next().unwrap_or(' ')) {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// A name without what links one word to the next: the hamza, a ی after ه, and the vowel.
fn without_links(name: &str) -> String {
    let plain = |c: char| match c {
        '\u{653}' | '\u{654}' | '\u{650}' => None,
        'ۀ' => Some('ه'),
        'ي' | 'ى' => Some('ی'),
        'آ' => Some('ا'),
        c => Some(c),
    };
    let mut plain_name = String::with_capacity(name.len() + 1);
    plain_name.extend(name.chars().filter_map(plain).chain([' ']));
    ["ه\u{200c}ی ", "ه ی "]
        .into_iter()
        .fold(plain_name, |name, link| if name.contains(link) { name.replace(link, "ه ") } else { name })
}

/// Whether a character is a letter, or the mark of one, in the block of Arabic letters. As
/// [`char::is_alphabetic`], which takes longer than everything else in a comparison.
const fn is_persian(c: char) -> bool {
    matches!(
        c,
        '\u{620}'..='\u{657}'
            | '\u{659}'..='\u{65f}'
            | '\u{66e}'..='\u{6d3}'
            | '\u{6d5}'..='\u{6dc}'
            | '\u{6e1}'..='\u{6e8}'
            | '\u{6ed}'..='\u{6ef}'
            | '\u{6fa}'..='\u{6fc}'
            | '\u{6ff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_the_arabic_block_are_those_of_unicode() {
        for c in '\u{620}'..='\u{6ff}' {
            assert_eq!(is_persian(c), c.is_alphabetic(), "{:x}", u32::from(c));
        }
    }
}
