//! Values of products as they are read.

use std::borrow::Cow;

use crate::i18n::{changed_field, paid_price};
use crate::ui::screens::Cx;
use crate::ui::screens::category::{status_name, value_text};
use vitrine_core::edit::FieldChange;
use vitrine_domain::{Field, FieldValue};

/// A value as it is read; a dash where it is not known.
pub fn value(cx: &Cx<'_>, field: Field, value: Option<&FieldValue>) -> String {
    match value {
        Some(number @ (FieldValue::Number(_) | FieldValue::Price(_))) => {
            value_text(cx, field, &number.to_string())
        }
        Some(FieldValue::Text(text)) if !text.trim().is_empty() => shortened(text),
        Some(FieldValue::Text(_)) | None => "—".to_owned(),
        Some(value) => cx.words.value(value),
    }
}

/// The longest text that is shown whole, in characters.
const MAX_CHARS: usize = 400;

/// A text, or its beginning.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// A change in a line: the name of the field, the new value and the old one.
pub fn change<'a>(cx: &Cx<'a>, change: &FieldChange) -> Cow<'a, str> {
    let name = changed_field(cx.words, change);
    in_a_line(cx, ("edits-changed", &name), change.field, (change.base.as_ref(), &change.new))
}

/// A change that is not sent yet, in a line.
pub fn planned<'a>(cx: &Cx<'a>, change: &FieldChange) -> Cow<'a, str> {
    let name = changed_field(cx.words, change);
    in_a_line(cx, ("bulk-change", &name), change.field, (change.base.as_ref(), &change.new))
}

/// What buyers pay because of a discount, in a line.
pub fn paid<'a>(cx: &Cx<'a>, paid: &FieldChange) -> Cow<'a, str> {
    let name = paid_price(cx.words, paid);
    in_a_line(cx, ("bulk-change", &name), paid.field, (paid.base.as_ref(), &paid.new))
}

/// The new value of a change.
pub fn new_value(cx: &Cx<'_>, change: &FieldChange) -> String {
    new(cx, change.field, change.base.as_ref(), &change.new)
}

fn new(cx: &Cx<'_>, field: Field, old: Option<&FieldValue>, new: &FieldValue) -> String {
    other_photos(cx, old, new).unwrap_or_else(|| value(cx, field, Some(new)))
}

/// The two values of a field in a line.
pub fn both<'a>(cx: &Cx<'a>, field: Field, old: Option<&FieldValue>, new: &FieldValue) -> Cow<'a, str> {
    in_a_line(cx, ("bulk-change", &cx.words.field(field)), field, (old, new))
}

fn in_a_line<'a>(
    cx: &Cx<'a>,
    (key, name): (&'static str, &str),
    field: Field,
    (old, new): (Option<&FieldValue>, &FieldValue),
) -> Cow<'a, str> {
    let (old, new) = (value(cx, field, old), self::new(cx, field, old, new));
    cx.format(key, crate::args!["name" => name, "old" => old, "new" => new])
}

/// As many photos as before, but others, or in another order.
fn other_photos(cx: &Cx<'_>, old: Option<&FieldValue>, new: &FieldValue) -> Option<String> {
    let (Some(FieldValue::Album(old)), FieldValue::Album(new)) = (old, new) else { return None };
    let are_the_same = new.iter().all(|photo| old.contains(photo));
    let key = if are_the_same { "edits-photos-ordered" } else { "edits-photos-others" };
    (old.len() == new.len()).then(|| cx.format(key, crate::args!["count" => new.len()]).into_owned())
}

/// The statuses as the window names them.
pub fn status_names(cx: &Cx<'_>) -> Vec<(String, i64)> {
    cx.model.rules().statuses.iter().map(|status| (status_name(cx, status).into_owned(), status.id)).collect()
}
