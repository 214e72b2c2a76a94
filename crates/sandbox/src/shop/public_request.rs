//! Brings what a client of the public marketplace sends into the form of the contract (2.4): explicit nulls
//! are absent, numbers may have decimals where its interface description says number, and photos come in
//! several forms.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use crate::http::refusal::{Refusal, RefusalReason};

/// The fields of a creation, and of a change.
const FIELDS: [&str; 28] = [
    "name",
    "photo",
    "photos",
    "video",
    "brief",
    "description",
    "order",
    "category_id",
    "status",
    "preparation_days",
    "keywords",
    "weight",
    "package_weight",
    "primary_price",
    "stock",
    "shipping_city_ids",
    "shipping_method_ids",
    "product_attribute",
    "attributes",
    "virtual",
    "variants",
    "shipping_data",
    "unit_quantity",
    "unit_type",
    "sku",
    "packaging_dimensions",
    "is_wholesale",
    "barcode",
];
/// The fields that are numbers, not integers.
const NUMBERS: [&str; 2] = ["weight", "unit_quantity"];
/// Where the exact weight is kept, as reads call it.
pub const EXACT_WEIGHT: &str = "net_weight_decimal";

/// The body of a creation.
pub fn product(body: Value) -> Result<Value, Refusal> {
    read(body, None)
}

/// The body of a change of a product with these photos.
pub fn change(body: Value, album: &[u64]) -> Result<Value, Refusal> {
    read(body, Some(album))
}

fn read(mut body: Value, album: Option<&[u64]>) -> Result<Value, Refusal> {
    remove_nulls(&mut body);
    // What is no object is refused by the contract's rules.
    let Value::Object(mut sent) = body else { return Ok(body) };
    let unknown = sent.keys().filter(|field| !FIELDS.contains(&field.as_str()));
    let reasons: Vec<RefusalReason> =
        unknown.map(|field| RefusalReason::about(field.clone(), "Extra inputs are not permitted")).collect();
    if !reasons.is_empty() {
        return Err(Refusal { status: StatusCode::UNPROCESSABLE_ENTITY, reasons });
    }
    read_numbers(&mut sent);
    read_photos(&mut sent, album);
    Ok(sent.into())
}

/// Removes nulls at any depth: they mean the same as absent fields.
pub fn remove_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(remove_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_nulls),
        _ => {}
    }
}

/// Whole numbers become integers. A weight with decimals is kept as well as its whole grams.
fn read_numbers(sent: &mut Map<String, Value>) {
    for field in NUMBERS {
        let Some(number) = sent.get(field).and_then(Value::as_f64) else { continue };
        if field == "weight" {
            sent.insert(EXACT_WEIGHT.to_owned(), json!(number));
        }
        if number.fract() == 0.0 || field == "weight" {
            // Beyond the range of integers the conversion saturates, and the contract's rules refuse the
            // number.
            sent.insert(field.to_owned(), json!(number.round() as i64));
        }
    }
}

/// The cover alone, the cover and the rest, or all photos in `photos`: the contract has the cover as the
/// first of all. In a change a cover alone leaves the rest of the album.
fn read_photos(sent: &mut Map<String, Value>, album: Option<&[u64]>) {
    let ids = |value: &Value| value.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>();
    let (photo, photos) = (sent.get("photo"), sent.get("photos"));
    // Values of other types are refused by the contract's rules.
    if photo.is_some_and(|photo| photo.as_u64().is_none())
        || photos.is_some_and(|photos| ids(photos).is_none())
    {
        return;
    }
    let (photo, photos) = (photo.and_then(Value::as_u64), photos.and_then(ids));
    let rest = match (photo, photos, album) {
        (None, None, _) => return,
        (_, Some(photos), _) => photos,
        (_, None, Some(album)) => album.get(1..).unwrap_or_default().to_vec(),
        (_, None, None) => Vec::new(),
    };
    let all: Vec<u64> = photo.into_iter().chain(rest.into_iter().filter(|id| Some(*id) != photo)).collect();
    match all.first() {
        Some(cover) => {
            sent.insert("photo".to_owned(), json!(cover));
            sent.insert("photos".to_owned(), json!(all));
        }
        None => {
            sent.remove("photo");
            // In a change, no photos empties the album.
            if album.is_none() {
                sent.remove("photos");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn photos_come_alone_as_the_rest_or_as_all() {
        let photos = |sent: Value| {
            let read = product(sent).unwrap();
            (read.get("photo").cloned(), read.get("photos").cloned())
        };
        let all = (Some(json!(7)), Some(json!([7, 8])));
        assert_eq!(photos(json!({"photo": 7, "photos": [8]})), all, "the cover and the rest");
        assert_eq!(photos(json!({"photo": 7, "photos": [7, 8]})), all, "all");
        assert_eq!(photos(json!({"photo": 7, "photos": null})), (Some(json!(7)), Some(json!([7]))));
        assert_eq!(photos(json!({"photos": []})), (None, None));
        assert_eq!(
            change(json!({"photos": []}), &[7]).unwrap(),
            json!({"photos": []}),
            "a change empties the album"
        );
        assert_eq!(change(json!({"photo": 9}), &[7, 8]).unwrap(), json!({"photo": 9, "photos": [9, 8]}));
    }

    #[test]
    fn numbers_may_have_decimals_and_nulls_are_absent() {
        let read =
            product(json!({"weight": 12.5, "unit_quantity": 0.5, "brief": null, "attributes": [{"key": "a", "value": null}]})).unwrap();
        assert_eq!(
            read,
            json!({"weight": 13, "net_weight_decimal": 12.5, "unit_quantity": 0.5, "attributes": [{"key": "a"}]})
        );
        assert_eq!(product(json!({"unit_quantity": 300.0})).unwrap(), json!({"unit_quantity": 300}));
    }

    #[test]
    fn an_unknown_field_is_named() {
        let refusal = product(json!({"name": "Rug", "colour": "red"})).unwrap_err();
        assert_eq!(refusal.reasons[0].field.as_deref(), Some("colour"));
    }
}
