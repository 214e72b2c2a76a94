//! Formulas that were written into a text file as they are: none is computed. What a few of them show is
//! known without that.

use std::borrow::Cow;

/// What programs write for a text of digits, so that Excel keeps the zeros: `="00123"`. And the text of a
/// link: `=HYPERLINK("https://…","Rug")`.
pub fn text_of(formula: &str) -> Option<Cow<'_, str>> {
    let formula = formula.strip_prefix('=')?;
    if let Some((text, "")) = quoted(formula) {
        return Some(text);
    }
    link(formula).map(|(target, text)| text.unwrap_or(target))
}

/// Where the formula of a link leads.
pub fn target_of(formula: &str) -> Option<Cow<'_, str>> {
    link(formula.trim().strip_prefix('=')?).map(|(target, _)| target)
}

/// The address and the text of a link.
fn link(formula: &str) -> Option<(Cow<'_, str>, Option<Cow<'_, str>>)> {
    const NAME: &str = "HYPERLINK(";
    let begins = formula.get(..NAME.len())?.eq_ignore_ascii_case(NAME);
    let inside = formula.get(NAME.len()..).filter(|_| begins)?.trim_end().strip_suffix(')')?;
    let (target, rest) = quoted(inside.trim())?;
    let rest = rest.trim();
    if rest.is_empty() {
        return Some((target, None));
    }
    let text = rest.strip_prefix([',', ';'])?.trim();
    match quoted(text) {
        Some((text, "")) => Some((target, Some(text))),
        // A number is a text, too.
        None if !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit()) => {
            Some((target, Some(Cow::Borrowed(text))))
        }
        _ => None,
    }
}

/// The text in quotation marks with which a formula begins, and what follows it.
fn quoted(formula: &str) -> Option<(Cow<'_, str>, &str)> {
    let inside = formula.strip_prefix('"')?;
    let mut from = 0;
    loop {
        let end = from + inside[from..].find('"')?;
        let after = &inside[end + 1..];
        if !after.starts_with('"') {
            let text = &inside[..end];
            let text = if text.contains('"') { Cow::Owned(text.replace("\"\"", "\"")) } else { text.into() };
            return Some((text, after));
        }
        from = end + 2;
    }
}

/// Whether a text is a formula: the call of a function, or a sum of cells and numbers.
pub fn is_formula(cell: &str) -> bool {
    let Some(formula) = cell.trim().strip_prefix('=') else { return false };
    let name = formula.split('(').next().unwrap_or_default();
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'))
    };
    let is_call = formula.contains('(') && formula.ends_with(')') && is_name(name);
    let is_sum = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "$+-*/^().,:;%&! ".contains(c);
    is_call || (formula.contains(|c: char| c.is_ascii_digit()) && formula.chars().all(is_sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_formula_shows_is_known_of_texts_and_links_alone() {
        for (formula, text) in [
            ("=\"00123\"", Some("00123")),
            ("=HYPERLINK(\"https://x.ir/1\",\"Rug\")", Some("Rug")),
            ("=hyperlink(\"https://x.ir/1\" ; \"گلیم\")", Some("گلیم")),
            ("=HYPERLINK(\"https://x.ir/1\",\"24\"\" frame\")", Some("24\" frame")),
            ("=HYPERLINK(\"https://x.ir/1\",12)", Some("12")),
            ("=HYPERLINK(\"https://x.ir/1\")", Some("https://x.ir/1")),
            ("=HYPERLINK(A1)", None),
            ("=HYPERLINK(\"https://x.ir/1\",A2&\"x\")", None),
            ("=\"a\"&\"b\"", None),
            ("=A1", None),
            ("Rug", None),
        ] {
            assert_eq!(text_of(formula).as_deref(), text, "{formula}");
        }
        assert_eq!(target_of("=HYPERLINK(\"a.jpg\",\"photo\")").as_deref(), Some("a.jpg"));
    }

    #[test]
    fn formulas_are_told_from_names() {
        for formula in
            ["=A1", "=1+2", "=$B$2*1.1", "=SUM(A1:A3)", "=IMAGE(\"https://x.ir/a.jpg\")", "=HYPERLINK(A1)"]
        {
            assert!(is_formula(formula), "{formula}");
        }
        for name in ["=", "= new =", "=گلیم=", "===", "A=1", "=Rug", "+98912", "-5"] {
            assert!(!is_formula(name), "{name}");
        }
    }
}
