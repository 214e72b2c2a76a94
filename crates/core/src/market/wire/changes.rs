//! Changing products: payloads, and what the marketplace says of each product.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::answers::{item_refusal, json, unexpected};
use super::product_page::{photo, product, product_rows, shown_variants};
use super::value::{flag, id, integer, text};
use crate::market::errors::is_error_envelope;
use vitrine_domain::{
    BatchItem, Discount, Field, FieldValue, Price, Problem, ProductChange, ProductId, ProductPhoto,
    ProductState, Quantity, VariantId,
};

/// The payload that changes a product itself: the given fields and nothing else. An album is sent whole, with
/// its cover. Variants are changed by [`batch_payload`]: a list of variants that is sent here may add them
/// once more.
pub fn change_payload(change: &ProductChange) -> Map<String, Value> {
    let mut payload: Map<String, Value> =
        change.own().map(|(field, new)| (field.name().to_owned(), json!(new))).collect();
    let covers = change
        .own()
        .filter_map(|(_, new)| if let FieldValue::Album(photos) = new { photos.first() } else { None });
    payload.extend(covers.map(|cover| (Field::Photo.name().to_owned(), json!(cover))));
    payload
}

/// The variants that change, each with the payload that changes it alone.
pub fn variant_payloads(change: &ProductChange) -> Vec<(&VariantId, Map<String, Value>)> {
    let mut variants: Vec<(&VariantId, Map<String, Value>)> = Vec::new();
    for (id, field, new) in change.of_variants() {
        let place = variants.iter().position(|(other, _)| *other == id).unwrap_or_else(|| {
            variants.push((id, Map::new()));
            variants.len() - 1
        });
        variants[place].1.insert(field.name().to_owned(), json!(new));
    }
    variants
}

/// The payload that changes several products, with those of their variants that change.
pub fn batch_payload(changes: &[ProductChange]) -> Value {
    let item = |change: &ProductChange| {
        let mut item = change_payload(change);
        item.insert("id".to_owned(), json!(change.id));
        let named = |(id, mut variant): (&VariantId, Map<String, Value>)| {
            variant.insert("id".to_owned(), json!(id));
            Value::Object(variant)
        };
        let variants: Vec<Value> = variant_payloads(change).into_iter().map(named).collect();
        if !variants.is_empty() {
            item.insert("variants".to_owned(), variants.into());
        }
        Value::Object(item)
    };
    json!({ "data": changes.iter().map(item).collect::<Vec<_>>() })
}

/// The request that begins or ends a discount of these products. Of another change there is none.
pub fn discount_payload(discount: Discount, products: &[ProductChange]) -> Value {
    let ids: Vec<&ProductId> = products.iter().map(|change| &change.id).collect();
    let mut payload = json!({ "product_filter": { "product_ids": ids } });
    if discount.runs() {
        payload["discount_percent"] = discount.percent.into();
        payload["active_days"] = discount.days.into();
    }
    payload
}

/// The answer to a discount, of which nothing is described: what says something of a product by its id is
/// read, and anything else only says that the request was accepted, for all of them.
pub fn discounted(body: &[u8], products: &[ProductChange]) -> Result<Vec<BatchItem>, Problem> {
    let mut said = batch_items(body)?;
    let accepted =
        |change: &ProductChange| BatchItem { id: change.id.clone(), in_review: false, problem: None };
    let unsaid: Vec<BatchItem> =
        products.iter().filter(|change| said.iter().all(|item| item.id != change.id)).map(accepted).collect();
    said.extend(unsaid);
    Ok(said)
}

/// The products of a page of the list. Rows that cannot be read are left out.
pub fn product_states(answer: &Value) -> Result<Vec<ProductState>, Problem> {
    Ok(product_rows(answer)?.iter().filter_map(state).collect())
}

/// A product that was read by its id.
pub fn product_state(answer: &Value) -> Result<ProductState, Problem> {
    content(answer).and_then(state).ok_or_else(|| unexpected("no product"))
}

/// The answer to a change: the product, or nothing that can be read. A captive portal's page and an error
/// inside a success are problems.
pub fn changed_product(body: &[u8]) -> Result<Option<ProductState>, Problem> {
    if body.trim_ascii().is_empty() {
        return Ok(None);
    }
    let answer = json(body)?;
    let changed = content(&answer).and_then(state);
    if changed.is_none() && is_error_envelope(&answer) {
        Err(unexpected("an error inside a success"))
    } else {
        Ok(changed)
    }
}

/// The answer to a batch. Items without an id are left out: reading the products tells what became of them.
pub fn batch_items(body: &[u8]) -> Result<Vec<BatchItem>, Problem> {
    if body.trim_ascii().is_empty() {
        return Ok(Vec::new());
    }
    let answer = json(body)?;
    let items = match &answer {
        Value::Array(items) => items.as_slice(),
        other => CONTENT.iter().find_map(|key| other.get(*key)?.as_array()).map_or(&[][..], Vec::as_slice),
    };
    let items: Vec<BatchItem> = items.iter().filter_map(batch_item).collect();
    if items.is_empty() && is_error_envelope(&answer) {
        Err(unexpected("an error inside a success"))
    } else {
        Ok(items)
    }
}

/// Keys under which an answer may have its content.
const CONTENT: [&str; 5] = ["data", "result", "response", "product", "item"];

fn content(answer: &Value) -> Option<&Value> {
    let is_product = |value: &&Value| value.get("id").is_some_and(|id| !id.is_null()) && !value.is_array();
    let single = |value: &&Value| value.as_array().is_some_and(|list| list.len() == 1);
    let inner = |value: &'_ Value| CONTENT.iter().any(|key| value.get(*key).is_some());
    match answer {
        found if is_product(&found) => Some(found),
        found if single(&found) => content(&found[0]),
        found if inner(found) => CONTENT.iter().filter_map(|key| found.get(*key)).find_map(content),
        _ => None,
    }
}

fn state(item: &Value) -> Option<ProductState> {
    let mut product = product(item)?;
    if product.title.is_empty() {
        product.title = text(item.get("name")).unwrap_or_default();
    }
    Some(ProductState {
        product,
        primary_price: integer(item.get("primary_price")).map(Price::on_wire),
        preparation_days: integer(item.get("preparation_day"))
            .or_else(|| integer(item.get("preparation_days"))),
        details: details(item),
        album: album(item),
        has_variants: !shown_variants(item).is_empty(),
        in_review: flag(item.get("is_product_for_revision")).unwrap_or(false),
    })
}

/// What a full reading shows beside the list's fields, some of it under other names than in a request.
fn details(item: &Value) -> BTreeMap<Field, FieldValue> {
    let number = |field: Field, key: &str| {
        Some((field, FieldValue::Number(integer(item.get(key)).or_else(|| integer(item.get(field.name())))?)))
    };
    let words = |field: Field, key: &str| {
        let shown = item.get(key).or_else(|| item.get(field.name()))?;
        // An empty text is one that was shown, too.
        Some((field, FieldValue::Text(text(Some(shown)).unwrap_or_default())))
    };
    let shown = [
        words(Field::Brief, "summary"),
        words(Field::Description, "description"),
        weight(item).or_else(|| number(Field::Weight, "net_weight")),
        number(Field::PackageWeight, "packaged_weight"),
    ];
    shown.into_iter().flatten().collect()
}

/// The weight where it is not whole, which only this field shows.
fn weight(item: &Value) -> Option<(Field, FieldValue)> {
    let exact = item.get("net_weight_decimal").filter(|exact| exact.is_number())?;
    let exact: Quantity = serde_json::from_value(exact.clone()).ok()?;
    exact.integer().is_none().then_some((Field::Weight, FieldValue::Decimal(exact)))
}

/// All photos, the cover first. A marketplace may show the cover among the others, there perhaps with another
/// id, or apart from them.
fn album(item: &Value) -> Option<Vec<ProductPhoto>> {
    let others = item.get("photos")?.as_array()?;
    let read = |shown: &Value| shown.as_object().map(photo).filter(|photo| photo.id.is_some());
    let mut album: Vec<ProductPhoto> = others.iter().map(read).collect::<Option<_>>()?;
    if let Some(cover) = item.get("photo").filter(|cover| !cover.is_null()) {
        let cover = read(cover)?;
        let is_cover = |photo: &ProductPhoto| {
            photo.id == cover.id
                || photo.urls.for_details().is_some_and(|url| Some(url) == cover.urls.for_details())
        };
        match album.iter().position(is_cover) {
            Some(at) => album[..=at].rotate_right(1),
            None => album.insert(0, cover),
        }
    }
    Some(album)
}

fn batch_item(item: &Value) -> Option<BatchItem> {
    Some(BatchItem {
        id: id(item.get("id")).and_then(ProductId::new)?,
        in_review: flag(item.get("is_product_for_revision")).unwrap_or(false),
        problem: item_refusal(item),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::{FieldKey, ProblemKind, Variant};

    fn items(body: &Value) -> Vec<(String, bool, Option<Problem>)> {
        let items = batch_items(body.to_string().as_bytes()).unwrap();
        items.into_iter().map(|item| (item.id.to_string(), item.in_review, item.problem)).collect()
    }

    #[test]
    fn only_the_changed_fields_are_sent() {
        let change = ProductChange {
            id: 7.into(),
            values: vec![(Field::PrimaryPrice.into(), FieldValue::Price(Price::on_wire(1080)))],
        };
        assert_eq!(Value::Object(change_payload(&change)), json!({ "primary_price": 1080 }));
        assert_eq!(batch_payload(&[change]), json!({ "data": [{ "id": 7, "primary_price": 1080 }] }));
    }

    #[test]
    fn what_became_of_each_product_is_read_with_ids_and_flags_in_any_notation() {
        let list = json!([
            { "id": "8", "has_error": "true", "error_message": "قیمت معتبر نیست" },
            { "id": 7, "is_product_for_revision": 1, "has_error": false, "error_message": null },
            { "id": 9, "error_message": { "messages": [{ "message": "too high", "fields": ["primary_price"] }] } },
            { "has_error": true },
        ]);
        for answer in [list.clone(), json!({ "data": list.clone() }), json!({ "result": list })] {
            let read = items(&answer);
            assert_eq!(
                read.iter().map(|(id, in_review, _)| (id.as_str(), *in_review)).collect::<Vec<_>>(),
                [("8", false), ("7", true), ("9", false)]
            );
            let problem = read[0].2.as_ref().unwrap();
            assert_eq!(
                (problem.kind, problem.quotation.as_deref()),
                (ProblemKind::Unprocessable, Some("قیمت معتبر نیست"))
            );
            assert_eq!(read[1].2, None);
            assert_eq!(read[2].2.as_ref().unwrap().field.as_deref(), Some("primary_price"));
        }
        assert_eq!(items(&json!({})), []);
        assert!(batch_items(b"<html>").is_err() && batch_items(br#"{"error":"no"}"#).is_err());
    }

    #[test]
    fn a_products_own_price_is_not_what_buyers_pay() {
        let read = product_state(
            &json!({ "data": { "id": 3, "title": "Rug", "price": 90, "primary_price": 100, "preparation_day": "2", "inventory": 4,
            "status": { "name": "available", "value": 2976 }, "variants": [] } }),
        )
        .unwrap();
        let values: Vec<Option<FieldValue>> = Field::changeable(vitrine_domain::Change::Many)
            .into_iter()
            .map(|field| read.value(field))
            .collect();
        let number = |number| Some(FieldValue::Number(number));
        let price = |number| Some(FieldValue::Price(Price::on_wire(number)));
        assert_eq!(
            values,
            [Some(FieldValue::Text("Rug".to_owned())), price(100), number(4), number(2), number(2976)]
        );
        let listed = product_states(
            &json!({ "data": [{ "id": 3, "title": "Rug", "price": 90, "variant": [{ "id": 1 }] }, {}] }),
        )
        .unwrap();
        assert_eq!(
            (listed.len(), listed[0].value(Field::PrimaryPrice), listed[0].has_variants),
            (1, price(90), true)
        );
        assert_eq!(listed[0].value(Field::Stock), None);
    }

    #[test]
    fn variants_are_read_with_their_ids_names_and_values_from_lists_and_from_products_alone() {
        let property = |title: &str| json!({ "property": { "id": 1, "title": "Size" }, "value": { "id": 2, "title": title, "value": "x" } });
        let shown = json!([
            { "id": 71, "price": 90, "primary_price": 100, "stock": 3, "sku": "S-M", "properties": [property("Red"), property("M")] },
            { "id": "72", "price": 90, "primary_price": null, "stock": "0", "sku": " ", "properties": [] },
        ]);
        let alone = json!({ "data": { "id": 7, "title": "Shirt", "variants": shown } });
        let listed = json!({ "data": [{ "id": 7, "title": "Shirt", "variant": shown, "variants": null }] });
        for read in [product_state(&alone).unwrap(), product_states(&listed).unwrap().remove(0)] {
            let variant = |id: u64, name: &str, sku: Option<&str>, primary_price, stock| Variant {
                id: id.into(),
                name: name.to_owned(),
                properties: name
                    .split(", ")
                    .filter(|value| !value.is_empty())
                    .map(|value| ("Size".to_owned(), value.to_owned()))
                    .collect(),
                sku: sku.map(str::to_owned),
                primary_price,
                stock: Some(stock),
            };
            assert_eq!(
                read.product.variants,
                [
                    variant(71, "Red, M", Some("S-M"), Some(Price::on_wire(100)), 3),
                    variant(72, "", None, None, 0)
                ]
            );
            assert!(read.has_variants && read.product.skus().eq(["S-M"]));
        }
    }

    /// A change names a variant by its id, so it has to be certain.
    #[test]
    fn variants_without_an_id_of_their_own_are_not_known_but_there() {
        for shown in [json!([{ "id": 1 }, { "sku": "B" }]), json!([{ "id": 1 }, { "id": 1 }])] {
            let read = product_state(&json!({ "id": 7, "title": "Shirt", "variants": shown })).unwrap();
            assert_eq!((read.has_variants, read.product.variants), (true, Vec::new()), "{shown}");
        }
    }

    #[test]
    fn variants_are_changed_by_their_ids_in_a_batch_and_never_sent_with_their_product_alone() {
        let of = |id: u64, field| FieldKey { field, variant: Some(id.into()) };
        let values = vec![
            (Field::Name.into(), FieldValue::Text("Shirt".to_owned())),
            (of(71, Field::PrimaryPrice), FieldValue::Price(Price::on_wire(1080))),
            (of(72, Field::Stock), FieldValue::Number(0)),
            (of(71, Field::Stock), FieldValue::Number(4)),
        ];
        let change = ProductChange { id: 7.into(), values };
        let variants = json!([{ "id": 71, "primary_price": 1080, "stock": 4 }, { "id": 72, "stock": 0 }]);
        let expected = json!({ "data": [{ "id": 7, "name": "Shirt", "variants": variants }] });
        assert_eq!(batch_payload(std::slice::from_ref(&change)), expected);
        assert_eq!(Value::Object(change_payload(&change)), json!({ "name": "Shirt" }));
        let alone = change.variants_alone();
        assert_eq!(batch_payload(&[alone]), json!({ "data": [{ "id": 7, "variants": variants }] }));
    }

    #[test]
    fn an_answer_that_shows_no_product_is_no_failure_but_an_error_is() {
        for body in ["", "{}", "null", r#"{"message":"updated"}"#] {
            assert_eq!(changed_product(body.as_bytes()).unwrap(), None, "{body}");
        }
        assert!(changed_product(br#"{"id":5,"title":"x"}"#).unwrap().is_some());
        assert!(changed_product(b"<html>").is_err() && changed_product(br#"{"errors":["x"]}"#).is_err());
    }
}
