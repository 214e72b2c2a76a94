//! Products by their names, where a button or a notice says which ones it means.

use crate::ui::screens::Cx;
use vitrine_domain::FieldError;
use vitrine_model::Reason;

/// How many products are named; the others are counted.
const MAX_NAMED: usize = 3;

/// The names of these products of the review: the first few, and how many more there are.
pub fn products(indices: &[usize], cx: &Cx<'_>) -> String {
    let names = indices
        .iter()
        .take(MAX_NAMED)
        .map(|&index| product(index, cx))
        .collect::<Vec<_>>()
        .join(&cx.t("list-separator"));
    match indices.len().saturating_sub(MAX_NAMED) {
        0 => names,
        more => cx.format("products-and-more", crate::args!["names" => names, "count" => more]).into_owned(),
    }
}

/// Why products of the review cannot be sent yet: their fields, or what their photos are.
pub fn reasons(cx: &Cx<'_>) -> String {
    let reasons = cx.model.import.review.checks().reasons().map(|reason| match reason {
        Reason::Field(field) => cx.words.field(field),
        Reason::DamagedPhoto => {
            cx.words.field_rule_in_brief(&FieldError::UnusablePhoto { is_damaged: true }).into()
        }
    });
    reasons.collect::<Vec<_>>().join(&cx.t("list-separator"))
}

/// The name of a product of the review.
pub fn product(index: usize, cx: &Cx<'_>) -> String {
    let name = cx.model.import.review.with_defaults(index).name;
    let name = if name.trim().is_empty() { cx.t("untitled").into_owned() } else { name };
    cx.format("product-quoted", crate::args!["name" => name]).into_owned()
}
