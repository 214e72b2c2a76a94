//! Parts of products that all answers show alike: photos, statuses and prices.

use serde_json::{Map, Value, json};

use super::requirements::STATUSES;
use crate::faults::PhotoIds;
use crate::operation::PICTURES;
use crate::state::App;
use crate::state::pictures::Size;
use crate::state::store::{CreatedProduct, ProductFields, RunningDiscount};

/// The status of a product that names none.
pub const PUBLISHED: u64 = 2976;

/// A photo as products show it, with this id.
pub fn photo(app: &App, file: u64, id: u64) -> Map<String, Value> {
    let address = |size: Size| json!(format!("http://{}{PICTURES}/{file}/{}", app.address, size.name()));
    let sizes = Size::ALL.into_iter().map(|size| (size.name().to_owned(), address(size)));
    sizes.chain([("id".to_owned(), json!(id))]).collect()
}

/// The cover, or null without one.
pub fn cover(app: &App, fields: &ProductFields, photo_ids: PhotoIds) -> Value {
    let visible = match photo_ids {
        PhotoIds::Same => fields.photo,
        PhotoIds::OtherSpace => fields.photo + 5_000_000,
    };
    if fields.photo == 0 { Value::Null } else { Value::Object(photo(app, fields.photo, visible)) }
}

/// The album, the cover first.
pub fn album(app: &App, fields: &ProductFields) -> Value {
    fields.photos.iter().map(|id| Value::Object(photo(app, *id, *id))).collect()
}

/// The number of the status.
pub fn status_id(fields: &ProductFields) -> u64 {
    let sent = fields.extra.get("status").and_then(Value::as_u64);
    sent.filter(|sent| STATUSES.iter().any(|(status, _)| status == sent)).unwrap_or(PUBLISHED)
}

/// The contract does not show the allowed values; these are of public material.
pub fn status(app: &App, fields: &ProductFields) -> Value {
    let id = status_id(fields);
    let named = STATUSES.iter().find(|(status, _)| *status == id);
    let name = named.map_or(
        "",
        |(_, [english, persian])| if app.behaviour().speaks_persian() { persian } else { english },
    );
    json!({ "name": name, "value": id })
}

fn of_variants<'a>(fields: &'a ProductFields, key: &'a str) -> impl Iterator<Item = i64> + 'a {
    let variants = fields.extra.get("variants").and_then(Value::as_array).into_iter().flatten();
    variants.filter_map(move |variant| variant[key].as_i64())
}

/// The price of the product, or of its cheapest variant.
pub fn own_price(fields: &ProductFields) -> Option<i64> {
    fields.primary_price.or_else(|| of_variants(fields, "primary_price").min())
}

/// The pieces of the product, or of all its variants.
pub fn stock(fields: &ProductFields) -> i64 {
    fields.stock.unwrap_or_else(|| of_variants(fields, "stock").fold(0, i64::saturating_add))
}

/// A price less so many percent. Also the greatest price can be discounted.
pub fn less(price: i64, percent: i64) -> i64 {
    let paid = i128::from(price) * i128::from(100 - percent) / 100;
    i64::try_from(paid).unwrap_or(price)
}

/// The discount that runs for a product, or for one of its variants.
pub fn discount(app: &App, product: &CreatedProduct, variant: Option<u64>) -> Option<RunningDiscount> {
    let now = app.now();
    let of = |id: &u64| product.discounts.get(id).copied().filter(|discount| discount.ends_at > now);
    variant.as_ref().and_then(of).or_else(|| of(&product.id))
}

/// A discount as products show it. Nothing public says what it is made of.
pub fn discount_object(discount: Option<RunningDiscount>) -> Value {
    discount.map_or(Value::Null, |one| json!({ "percent": one.percent, "ends_at": one.ends_at }))
}

/// What buyers pay.
pub fn price(app: &App, product: &CreatedProduct) -> i64 {
    let own = own_price(&product.fields).unwrap_or(0);
    let running = discount(app, product, None).map_or(app.behaviour().discount, |running| running.percent);
    less(own, running)
}

/// The id of the variant at this place.
pub fn variant_id(product: &CreatedProduct, at: usize) -> u64 {
    product.id * 100 + at as u64 + 1
}

/// The variants of a product.
pub fn variants(app: &App, product: &CreatedProduct) -> Value {
    let Some(sent) = product.fields.extra.get("variants").and_then(Value::as_array) else { return json!([]) };
    let property = |(at, pair): (usize, &Value)| {
        json!({
            "property": { "id": at + 1, "title": pair["property"], "type": null },
            "value": { "id": at + 1, "title": pair["value"], "value": pair["value"], "order": at },
        })
    };
    let variant = |(at, variant): (usize, &Value)| {
        let running = discount(app, product, Some(variant_id(product, at)));
        let properties = variant["properties"].as_array().map(Vec::as_slice).unwrap_or_default();
        json!({
            "id": variant_id(product, at),
            "price": running.map_or(variant["primary_price"].clone(), |running| {
                json!(variant["primary_price"].as_i64().map(|own| less(own, running.percent)))
            }),
            "primary_price": variant["primary_price"],
            "stock": variant["stock"],
            "order": at,
            "properties": properties.iter().enumerate().map(property).collect::<Vec<_>>(),
            "sku": variant["sku"],
            "discount": discount_object(running),
        })
    };
    sent.iter().enumerate().map(variant).collect()
}
