//! The payload of operation 7.

use serde_json::{Map, Value, json};

use crate::market::config::Profile;
use vitrine_domain::category::{AttributeValue, SentAttribute};
use vitrine_domain::{Draft, DraftVariant, Field, FileId, Price};

/// The payload of a creation. Fields of the draft take precedence over those of the market file, which cannot
/// set photos. Fields outside the contract are sent only where the market file names them.
pub fn payload(draft: &Draft, photos: &[FileId], profile: &Profile) -> Map<String, Value> {
    let rules = profile.rules();
    let mut payload = profile.create_extra.clone();
    payload.retain(|name, _| !matches!(name.as_str(), "photo" | "photos"));
    for field in Field::ALL.into_iter().filter(|field| rules.takes(*field)) {
        if let Some(value) = value(draft, photos, field) {
            payload.insert(field.name().to_owned(), value);
        }
    }
    // Where nobody chose a status, the first one of the file applies, unless `extra` has one.
    if let Some(first) = rules.statuses.first() {
        payload.entry(Field::Status.name()).or_insert_with(|| first.id.into());
    }
    // The marketplace takes both or neither.
    if draft.unit_type.is_none() || draft.unit_quantity.is_none() {
        payload.retain(|name, _| {
            profile.create_extra.contains_key(name) || !matches!(name.as_str(), "unit_type" | "unit_quantity")
        });
    }
    payload
}

fn value(draft: &Draft, photos: &[FileId], field: Field) -> Option<Value> {
    match field {
        Field::Name => Some(draft.name.as_str().into()),
        Field::Photo => photos.first().map(|cover| json!(cover)),
        Field::Photos => (!photos.is_empty()).then(|| json!(photos)),
        Field::CategoryId => draft.category_id.map(Value::from),
        Field::ProductAttribute => list(draft.product_attribute.iter().filter_map(attribute)),
        Field::Keywords => list(draft.keywords.iter().map(|word| word.as_str().into())),
        Field::Attributes => {
            list(draft.attributes.iter().map(|(key, value)| json!({ "key": key, "value": value })))
        }
        Field::Variants => list(draft.variants.iter().map(|one| variant(one, draft))),
        Field::PackagingDimensions => draft.packaging_dimensions.map(|size| json!(size)),
        field => draft.value(field).map(|value| json!(value)),
    }
}

fn list(values: impl Iterator<Item = Value>) -> Option<Value> {
    let values: Vec<Value> = values.collect();
    (!values.is_empty()).then(|| values.into())
}

/// A variant; it has from its product what it lacks.
fn variant(variant: &DraftVariant, draft: &Draft) -> Value {
    let property = |(property, value): &(String, String)| json!({ "property": property, "value": value });
    let mut sent = json!({ "properties": variant.properties.iter().map(property).collect::<Vec<_>>() });
    let numbers = [
        ("primary_price", variant.primary_price.or(draft.primary_price).map(Price::wire)),
        ("stock", variant.stock.or(draft.stock)),
    ];
    for (name, number) in numbers.into_iter().filter_map(|(name, number)| Some((name, number?))) {
        sent[name] = number.into();
    }
    if let Some(sku) = &variant.sku {
        sent["sku"] = sku.as_str().into();
    }
    sent
}

fn attribute(value: &AttributeValue) -> Option<Value> {
    let SentAttribute { attribute_id, value, selected_values } = value.sent.as_ref()?;
    let mut sent = json!({ "attribute_id": attribute_id });
    if let Some(value) = value {
        sent["value"] = value.as_str().into();
    }
    if !selected_values.is_empty() {
        sent["selected_values"] = json!(selected_values);
    }
    Some(sent)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "name = \"x\"\nlayout = \"base\"\nbase_url = \"https://x.example\"\n[create]\nextra = { category_id = 12, shipping_data = { free = true } }\n";
    const FIELDS: &str = "statuses = [{ id = 3790, name = \"hidden\" }, { id = 2976, name = \"published\" }]\n\
        fields = [\"category_id\", \"unit_type\", \"unit_quantity\", \"keywords\", \"packaging_dimensions\", \"product_attribute\", \"attributes\", \"barcode\"]\n";

    fn sent(draft: &Draft, fields: &str) -> Value {
        let profile = Profile::parse(&format!("{FILE}{fields}"), "x").unwrap();
        payload(draft, &[FileId::from(7)], &profile).into()
    }

    fn draft() -> Draft {
        let mut draft = Draft { name: "Rug".to_owned(), ..Draft::default() };
        for (field, text) in [
            (Field::CategoryId, "302"),
            (Field::Keywords, "rug, wool"),
            (Field::Attributes, "Washing=by hand"),
            (Field::ProductAttribute, "Material=Wool"),
            (Field::PackagingDimensions, "30x20x10"),
            (Field::Barcode, "626"),
            (Field::UnitQuantity, "2"),
        ] {
            draft.set(field, text).unwrap();
        }
        draft.product_attribute[0].sent =
            Some(SentAttribute { attribute_id: 219, value: None, selected_values: vec![17] });
        draft
    }

    #[test]
    fn fields_outside_the_contract_are_sent_where_the_market_file_names_them() {
        let whole = Draft { unit_type: Some(6304), ..draft() };
        assert_eq!(
            sent(&whole, FIELDS),
            json!({
                "name": "Rug", "photo": 7, "photos": [7], "category_id": 302, "status": 3790, "keywords": ["rug", "wool"],
                "attributes": [{"key": "Washing", "value": "by hand"}], "barcode": "626", "shipping_data": {"free": true},
                "product_attribute": [{"attribute_id": 219, "selected_values": [17]}], "unit_type": 6304, "unit_quantity": 2,
                "packaging_dimensions": {"length": 30, "width": 20, "height": 10},
            })
        );
        assert_eq!(sent(&Draft { status: Some(2976), ..whole }, FIELDS)["status"], 2976);
    }

    #[test]
    fn other_marketplaces_get_what_they_always_got() {
        let expected = json!({"name": "Rug", "photo": 7, "photos": [7], "category_id": 12, "shipping_data": {"free": true}});
        assert_eq!(sent(&Draft { status: Some(2976), unit_type: Some(6304), ..draft() }, ""), expected);
    }

    #[test]
    fn a_variant_has_from_its_product_what_it_lacks() {
        let mut shirt =
            Draft { name: "Shirt".to_owned(), primary_price: Some(Price::on_wire(900)), ..Draft::default() };
        shirt.set(Field::Variants, "Size=M | | 3; Size=L | 1000 | 0 | S-L").unwrap();
        let of_size = |size| json!([{ "property": "Size", "value": size }]);
        assert_eq!(
            sent(&shirt, "fields = [\"variants\"]\n")["variants"],
            json!([
                { "properties": of_size("M"), "primary_price": 900, "stock": 3 },
                { "properties": of_size("L"), "primary_price": 1000, "stock": 0, "sku": "S-L" },
            ])
        );
    }

    #[test]
    fn a_quantity_without_a_unit_is_not_sent() {
        let sent = sent(&draft(), FIELDS);
        assert!(sent.get("unit_quantity").is_none() && sent.get("unit_type").is_none(), "{sent}");
    }
}
