//! Values of a product that wait for the marketplace's review.

use serde_json::Value;

use super::value::{flag, integer, text};
use vitrine_domain::{Field, FieldValue, Review};

/// Under which names a review has new values: those of a reading, else those of a request.
const TEXTS: [(Field, [&str; 2]); 4] = [
    (Field::Name, ["title", "name"]),
    (Field::Brief, ["summary", "brief"]),
    (Field::Description, ["description", "description"]),
    (Field::Sku, ["sku", "sku"]),
];
const NUMBERS: [(Field, [&str; 2]); 5] = [
    (Field::PrimaryPrice, ["primary_price", "price"]),
    (Field::Stock, ["inventory", "stock"]),
    (Field::PreparationDays, ["preparation_day", "preparation_days"]),
    (Field::Weight, ["net_weight", "weight"]),
    (Field::PackageWeight, ["packaged_weight", "package_weight"]),
];

/// The review of a product, if there is one: new values that wait, or the reasons for which they were
/// rejected.
pub fn review(item: &Value) -> Option<Box<Review>> {
    let waits = flag(item.get("is_product_for_revision")).unwrap_or(false);
    let revision = item.get("revision").filter(|revision| revision.is_object());
    if !waits && revision.is_none() {
        return None;
    }
    let data = revision.and_then(|revision| revision.get("data"));
    let of = |names: [&str; 2]| names.into_iter().find_map(|name| data?.get(name));
    let texts =
        TEXTS.into_iter().filter_map(|(field, names)| Some((field, FieldValue::Text(text(of(names))?))));
    let numbers = NUMBERS
        .into_iter()
        .filter_map(|(field, names)| Some((field, FieldValue::of_number(field, integer(of(names))?))));
    let reasons = revision.and_then(|revision| revision.get("rejection_reasons"));
    Some(Box::new(Review::new(texts.chain(numbers), reasons.map(sentences).unwrap_or_default())))
}

/// Texts, alone or in a list, also under a name.
fn sentences(value: &Value) -> Vec<String> {
    match value {
        Value::Array(several) => several.iter().flat_map(sentences).collect(),
        Value::Object(one) => ["title", "message", "description", "name"]
            .iter()
            .find_map(|key| text(one.get(*key)))
            .into_iter()
            .collect(),
        one => text(Some(one)).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn new_values_are_read_under_the_names_of_a_reading_and_of_a_request() {
        let item = json!({ "id": 1, "is_product_for_revision": true, "revision": { "data": { "title": "Kilim", "stock": "4", "photo": 9 } } });
        let read = review(&item).unwrap();
        let values: Vec<(Field, FieldValue)> =
            read.values().map(|(field, value)| (field, value.clone())).collect();
        assert_eq!(
            values,
            [(Field::Name, FieldValue::Text("Kilim".to_owned())), (Field::Stock, FieldValue::Number(4))]
        );
        assert!(read.reasons.is_empty());
    }

    #[test]
    fn reasons_of_a_rejection_are_read_in_any_notation() {
        for reasons in [json!("No logo"), json!(["No logo"]), json!([{ "id": 5, "title": "No logo" }])] {
            let read =
                review(&json!({ "revision": { "data": null, "rejection_reasons": reasons } })).unwrap();
            assert_eq!(read.reasons, ["No logo"]);
        }
        assert_eq!(review(&json!({ "revision": null, "is_product_for_revision": false })), None);
        assert_eq!(
            review(&json!({ "is_product_for_revision": 1 })).map(|read| read.values().count()),
            Some(0),
            "what is new is not told"
        );
    }
}
