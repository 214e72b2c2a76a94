//! Texts that are made from the other values of a product: `{name}, made in {city}`.

use super::sheet::field_of_word;
use vitrine_domain::text::folded;
use vitrine_domain::{Draft, Field};

/// What separates the pieces of a text. A piece that names a value which a product lacks is left out.
const SEPARATORS: [char; 7] = ['\n', ',', '،', ';', '؛', '|', '•'];

/// The fields whose texts can be made.
pub const PATTERN_FIELDS: [Field; 3] = [Field::Brief, Field::Description, Field::Keywords];

/// Whether a text names a value in braces.
pub fn is_pattern(text: &str) -> bool {
    pieces(text).iter().any(|piece| piece.parts.iter().any(|part| matches!(part, Part::Value(_))))
}

/// The words in braces that name no field. They are names of attributes, where a product has them.
pub fn words_of_attributes(pattern: &str) -> Vec<&str> {
    let parts = pieces(pattern).into_iter().flat_map(|piece| piece.parts);
    let word = |part| match part {
        Part::Value(word) if field_of_word(word).is_none() => Some(word),
        _ => None,
    };
    parts.filter_map(word).collect()
}

/// The text that a pattern gives a product; empty if nothing is left of it. Numbers have the digits of the
/// words around them.
pub fn text_of(pattern: &str, draft: &Draft) -> String {
    if !is_pattern(pattern) {
        return pattern.to_owned();
    }
    let is_persian = is_persian(pattern, draft);
    let mut text = String::new();
    let mut is_last_left_out = false;
    for Piece { parts, separator } in pieces(pattern) {
        let made: Option<String> = parts
            .into_iter()
            .map(|part| match part {
                Part::Text(words) => Some(words.to_owned()),
                Part::Value(word) => {
                    value(word, draft).map(|value| if is_persian { in_persian_digits(&value) } else { value })
                }
            })
            .collect();
        is_last_left_out = made.is_none();
        if let Some(made) = made {
            text.push_str(&made);
            text.push_str(separator);
        }
    }
    if is_last_left_out {
        text.truncate(text.trim_end_matches(|c: char| c.is_whitespace() || SEPARATORS.contains(&c)).len());
    }
    text.trim().to_owned()
}

/// Words up to a separator, and the separator.
struct Piece<'a> {
    parts: Vec<Part<'a>>,
    separator: &'a str,
}

enum Part<'a> {
    Text(&'a str),
    /// What stands in braces.
    Value(&'a str),
}

fn pieces(pattern: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for piece in pattern.split_inclusive(SEPARATORS) {
        let words = piece.strip_suffix(SEPARATORS).unwrap_or(piece);
        pieces.push(Piece { parts: parts(words), separator: &piece[words.len()..] });
    }
    pieces
}

/// Braces that are empty, or that nothing closes, are text.
fn parts(mut words: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    while let Some((before, after)) = words.split_once('{')
        && let Some((word, rest)) = after.split_once('}')
    {
        if word.trim().is_empty() || word.contains('{') {
            let text = &words[..=before.len()];
            parts.push(Part::Text(text));
            words = after;
        } else {
            parts.extend([Part::Text(before), Part::Value(word.trim())]);
            words = rest;
        }
    }
    parts.push(Part::Text(words));
    parts
}

/// The value of a field or of an attribute. A price is none: it changes, and a text about it stays.
fn value(word: &str, draft: &Draft) -> Option<String> {
    let text = match field_of_word(word) {
        Some(Field::PrimaryPrice | Field::Photo | Field::Photos) => None,
        Some(field) => Some(draft.text(field)),
        None => {
            let is_it = |name: &str| folded(name) == folded(word);
            let of_category = draft.product_attribute.iter().find(|value| is_it(&value.name));
            let other = || draft.attributes.iter().find(|(name, _)| is_it(name)).map(|(_, text)| text);
            of_category.map(|value| &value.text).or_else(other).cloned()
        }
    };
    text.filter(|text| !text.trim().is_empty())
}

/// Whether the words between the braces are Persian, or without any, the name of the product.
fn is_persian(pattern: &str, draft: &Draft) -> bool {
    let parts = pieces(pattern).into_iter().flat_map(|piece| piece.parts);
    let words: String =
        parts.filter_map(|part| if let Part::Text(words) = part { Some(words) } else { None }).collect();
    let of = if words.contains(char::is_alphabetic) { &words } else { &draft.name };
    of.contains(|c| matches!(c, '\u{0621}'..='\u{06cc}'))
}

/// A number in Persian digits; anything else as it is.
fn in_persian_digits(value: &str) -> String {
    if !value.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '×')) {
        return value.to_owned();
    }
    let persian = |c: char| match c {
        '.' => '٫',
        c => c.to_digit(10).and_then(|digit| char::from_u32('۰' as u32 + digit)).unwrap_or(c),
    };
    value.chars().map(persian).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use vitrine_domain::Quantity;

    fn rug() -> Draft {
        let mut draft = Draft { name: "گلیم آبی".to_owned(), ..Draft::default() };
        draft.weight = Some(Quantity::from(900));
        draft.set(Field::PackagingDimensions, "60x90x2").unwrap();
        draft.set(Field::Attributes, "city=یزد").unwrap();
        draft
    }

    #[test]
    fn values_stand_in_the_places_of_their_words_in_both_languages() {
        for (pattern, text) in [
            ("{name}، کار {city}، ابعاد {ابعاد}", "گلیم آبی، کار یزد، ابعاد ۶۰×۹۰×۲"),
            ("{نام} — {وزن} گرم", "گلیم آبی — ۹۰۰ گرم"),
            ("Size {dimensions}, {Weight} g", "Size 60×90×2, 900 g"),
            ("Handmade, {وزن} g", "Handmade, 900 g"),
            ("{name} {weight}", "گلیم آبی ۹۰۰"),
            ("{CITY}", "یزد"),
            ("No words in braces, {} or {open", "No words in braces, {} or {open"),
        ] {
            assert_eq!(text_of(pattern, &rug()), text, "{pattern}");
        }
    }

    #[test]
    fn a_piece_about_a_value_that_a_product_lacks_is_left_out() {
        for (pattern, text) in [
            ("{name}، کار {شهر}، ابعاد {ابعاد}", "گلیم آبی، ابعاد ۶۰×۹۰×۲"),
            ("{name}\nCode: {sku}", "گلیم آبی"),
            ("{sku}; {name}; {barcode}", "گلیم آبی"),
            ("Price {price}, {name}", "گلیم آبی"),
            ("Code {sku}", ""),
        ] {
            assert_eq!(text_of(pattern, &rug()), text, "{pattern}");
        }
    }

    #[test]
    fn words_that_name_no_field_are_names_of_attributes() {
        assert_eq!(words_of_attributes("{name}, {city} {وزن} {رنگ}"), ["city", "رنگ"]);
    }

    proptest! {
        /// A text without braces is never changed, and no text ends the program.
        #[test]
        fn a_text_without_braces_stays_as_it_is(text in "\\PC*", any in "[{}a، \n]*") {
            let has_braces = text.contains('{');
            prop_assert!(has_braces || text_of(&text, &rug()) == text);
            let _ = text_of(&any, &rug());
        }
    }
}
