//! Contact data in the texts of a product, which most marketplaces refuse.

use super::super::text::digit;

/// What looks like contact data, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContactData {
    Telephone(String),
    Link(String),
    /// `@name`
    Handle(String),
}

impl ContactData {
    /// The text as it is written.
    pub fn text(&self) -> &str {
        match self {
            Self::Telephone(text) | Self::Link(text) | Self::Handle(text) => text,
        }
    }
}

/// The shortest run of digits that is taken for a telephone number, unless it could be a price.
const TELEPHONE_DIGITS: usize = 10;

/// The first contact data in a text. It is a guess, so that it is only ever a warning.
pub fn contact_data(text: &str) -> Option<ContactData> {
    // Most texts have nothing of it: whole reviews are checked within a frame.
    let has_sign = text.bytes().any(|byte| matches!(byte, b'.' | b':' | b'@'));
    if !has_sign && text.chars().filter(|c| digit(*c).is_some()).count() < TELEPHONE_DIGITS {
        return None;
    }
    let words = || {
        text.split(|c: char| c.is_whitespace() || "()[]،,؛;«»\"".contains(c)).filter(|word| !word.is_empty())
    };
    let is_link = |word: &&str| {
        let begins =
            |start: &str| word.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start));
        ["http://", "https://", "www.", "t.me/", "wa.me/"].into_iter().any(begins)
    };
    let is_handle = |word: &&str| {
        let mut name = word.strip_prefix('@').unwrap_or_default().chars();
        name.clone().count() >= 3 && name.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'))
    };
    words()
        .find(is_link)
        .map(|word| ContactData::Link(word.to_owned()))
        .or_else(|| words().find(is_handle).map(|word| ContactData::Handle(word.to_owned())))
        .or_else(|| telephone(text).map(ContactData::Telephone))
}

/// A number that begins with 0 or + and has as many digits as a telephone number; digits may be grouped.
fn telephone(text: &str) -> Option<String> {
    let mut run = String::new();
    for c in text.chars().chain(['\n']) {
        match c {
            c if digit(c).is_some() => run.push(c),
            '+' if run.is_empty() => run.push('+'),
            ' ' | '-' | '\u{200c}' if !run.is_empty() => run.push(c),
            _ => {
                let digits: Vec<u8> = run.chars().filter_map(digit).collect();
                let begins = run.starts_with('+') || digits.first() == Some(&0);
                if begins && (TELEPHONE_DIGITS..=15).contains(&digits.len()) {
                    return Some(run.trim().to_owned());
                }
                run.clear();
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telephone_numbers_links_and_handles_are_noticed() {
        for (text, found) in [
            ("call 0912 345 6789 now", ContactData::Telephone("0912 345 6789".to_owned())),
            ("تماس: ۰۹۱۲۳۴۵۶۷۸۹", ContactData::Telephone("۰۹۱۲۳۴۵۶۷۸۹".to_owned())),
            ("+98-912-3456789", ContactData::Telephone("+98-912-3456789".to_owned())),
            ("see https://shop.example/x", ContactData::Link("https://shop.example/x".to_owned())),
            ("(t.me/kilim)", ContactData::Link("t.me/kilim".to_owned())),
            ("instagram @kilim.shop", ContactData::Handle("@kilim.shop".to_owned())),
        ] {
            assert_eq!(contact_data(text), Some(found), "{text}");
        }
    }

    #[test]
    fn prices_sizes_and_codes_are_no_contact_data() {
        for text in
            ["2 500 000 rial", "120 x 80 cm", "25000000000", "SKU 12-34-56", "a@b", "e.g. 0.5 kg", "www", ""]
        {
            assert_eq!(contact_data(text), None, "{text}");
        }
    }
}
