//! Names of products, photos and folders, as they are compared.

use vitrine_domain::text::{bare, folded};

/// Signs that no name of a file has on some systems: people write others in their place.
const OF_NO_FILE: [char; 8] = ['/', '\\', ':', '?', '"', '<', '>', '|'];

/// Signs beside which some people write a space and others none.
const BESIDE_SPACES: [char; 13] = ['(', ')', '[', ']', '{', '}', ',', '،', ';', '؛', '+', '&', '!'];

/// A name as it is compared: `Blue_mug` is `blue mug`, `60/90` is `60-90`, `EF 14` is `EF14`, and `Mug (red)`
/// is `Mug(red)`. Words in Persian are one with a half-space, a space or nothing between their parts, and
/// with or without the sign that links them to the next word.
pub fn key(name: &str) -> String {
    let plain = name.replace(['_', '-', '–', '.'], " ").replace(OF_NO_FILE, " ");
    let bare = if plain.is_ascii() {
        folded(&plain)
    } else {
        let linked = plain.replace(['\u{653}', '\u{654}', '\u{650}'], "").replace('ۀ', "ه");
        let linked = linked.replace(['ي', 'ى'], "ی").replace('آ', "ا");
        let links = ["ه\u{200c}ی ", "ه ی "].into_iter();
        bare(&links.fold(format!("{linked} "), |text, link| text.replace(link, "ه ")))
    };
    let is_persian = |c: char| matches!(c, '\u{620}'..='\u{6ff}') && c.is_alphabetic();
    let is_letter = |c: char| is_persian(c) || c.is_ascii_alphabetic();
    let mut out = String::with_capacity(bare.len());
    let mut letters = bare.trim().chars().peekable();
    while let Some(c) = letters.next() {
        let before = out.chars().next_back().unwrap_or(' ');
        let after = letters.peek().copied().unwrap_or(' ');
        let joins = (is_persian(before) && is_persian(after))
            || (is_letter(before) && after.is_ascii_digit())
            || (before.is_ascii_digit() && is_letter(after))
            || BESIDE_SPACES.contains(&before)
            || BESIDE_SPACES.contains(&after);
        if c != ' ' || !joins {
            out.push(c);
        }
    }
    out
}
