//! A JSON value as lines: indented names and values, parts of which can be folded.

use std::collections::BTreeSet;

use serde_json::Value;

/// The most lines of a value. What is longer can be copied.
const MAX_LINES: usize = 2_000;

/// A line of the tree.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    pub depth: usize,
    /// A name or an index, and what it has: a value, or the number of its parts.
    pub text: String,
    /// The path of a part that can be folded, and whether it is.
    pub fold: Option<(String, bool)>,
}

/// The lines of a value. Parts whose paths are in `folded` have one line each.
pub fn lines(value: &Value, folded: &BTreeSet<String>) -> Vec<Line> {
    let mut lines = Vec::new();
    parts(value, 0, "", folded, &mut lines);
    lines
}

fn parts(value: &Value, depth: usize, path: &str, folded: &BTreeSet<String>, lines: &mut Vec<Line>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| part(name, value, depth, path, folded, lines));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, item)| part(&(index + 1).to_string(), item, depth, path, folded, lines));
        }
        scalar => lines.push(Line { depth, text: written(scalar), fold: None }),
    }
}

fn part(
    name: &str,
    value: &Value,
    depth: usize,
    path: &str,
    folded: &BTreeSet<String>,
    lines: &mut Vec<Line>,
) {
    if lines.len() >= MAX_LINES {
        return;
    }
    let count = match value {
        Value::Object(fields) => fields.len(),
        Value::Array(items) => items.len(),
        _ => 0,
    };
    if count == 0 {
        return lines.push(Line { depth, text: format!("{name}: {}", written(value)), fold: None });
    }
    let path = format!("{path}/{name}");
    let is_folded = folded.contains(&path);
    let text = if is_folded { format!("{name} ({count})") } else { name.to_owned() };
    lines.push(Line { depth, text, fold: Some((path.clone(), is_folded)) });
    if !is_folded {
        parts(value, depth + 1, &path, folded, lines);
    }
}

/// A text as it is, without quotes; anything else as in JSON.
fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn texts(value: &Value, folded: &[&str]) -> Vec<String> {
        let folded = folded.iter().map(|path| (*path).to_owned()).collect();
        lines(value, &folded)
            .into_iter()
            .map(|line| format!("{}{}", " ".repeat(line.depth), line.text))
            .collect()
    }

    #[test]
    fn names_are_indented_and_folded_parts_say_how_much_they_hold() {
        let value =
            json!({ "event": "SALE", "items": [{ "id": 3, "title": "طبق" }], "none": [], "paid": true });
        assert_eq!(
            texts(&value, &[]),
            ["event: SALE", "items", " 1", "  id: 3", "  title: طبق", "none: []", "paid: true"]
        );
        assert_eq!(texts(&value, &["/items"]), ["event: SALE", "items (1)", "none: []", "paid: true"]);
    }

    #[test]
    fn anything_has_a_bounded_number_of_lines() {
        let long = json!((0..10_000).map(|number| json!({ "n": number })).collect::<Vec<_>>());
        assert!(lines(&long, &BTreeSet::new()).len() <= MAX_LINES + 1);
        assert_eq!(texts(&json!("text"), &[]), ["text"]);
    }
}
