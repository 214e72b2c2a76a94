//! Products as the public marketplace's interface description shows them, field by field.

use serde_json::{Value, json};

use super::category_data::{Attribute, find_leaf, group_of, title};
use super::public_request::EXACT_WEIGHT;
use super::shown::{self, PUBLISHED};
use crate::faults::Categories;
use crate::state::App;
use crate::state::access::{Person, Shop};
use crate::state::store::{CreatedProduct, ProductFields};
use vitrine_domain::category::Unit;

/// A row of a shop's list: no category and no times, but the seller's price. Its photo is never null.
pub fn row(app: &App, product: &CreatedProduct) -> Value {
    let (behaviour, fields) = (app.behaviour(), &product.fields);
    let cover = match shown::cover(app, fields, behaviour.photo_ids) {
        Value::Null => Value::Object(shown::photo(app, 0, 0)),
        cover => cover,
    };
    json!({
        "id": product.id,
        "title": fields.name,
        "price": shown::price(app, product),
        "photo": cover,
        "status": status(app, fields),
        "inventory": shown::stock(fields),
        "primary_price": shown::own_price(fields),
        "is_product_for_revision": !product.proposed.is_empty(),
        "revision": revision(app, product),
        "preparation_day": fields.preparation_days,
        "published": shown::status_id(fields) == PUBLISHED,
        "shipping_data": fields.extra.get("shipping_data"),
        "net_weight": fields.weight.unwrap_or(0),
        "packaged_weight": fields.package_weight.unwrap_or(0),
        "net_weight_decimal": exact_weight(fields),
        "variant": shown::variants(app, product),
        "unit_quantity": fields.extra.get("unit_quantity"),
        "unit_type": unit(fields),
        "sku": fields.sku,
        "discount": discount(app, product),
        "is_wholesale": fields.is_wholesale.unwrap_or(false),
    })
}

/// A row of the list of all shops, which has a category and times.
pub fn row_on_sale(app: &App, product: &CreatedProduct) -> Value {
    let fields = &product.fields;
    let mut row = row(app, product);
    for private in ["sku", "is_wholesale", "is_product_for_revision", "revision", "variant", "shipping_data"]
    {
        row.as_object_mut().map(|row| row.remove(private));
    }
    extend(
        &mut row,
        json!({
            "photo": shown::cover(app, fields, app.behaviour().photo_ids),
            "photos": shown::album(app, fields),
            "video": null,
            "vendor": vendor(app, product.vendor),
            "summary": fields.brief,
            "category": category(app, fields),
            "created_at": product.created_at,
            "updated_at": product.changed_at.unwrap_or(product.created_at),
            "description": fields.description,
            "location_deployment": null,
            "url": null,
            "review_count": 0,
            "rating": null,
            "sales_count": 0,
            "view_count": 0,
            "can_add_to_cart": true,
            "has_variation": fields.extra.contains_key("variants"),
        }),
    );
    row
}

/// A product by itself: what its row shows and its category, and all of it where that is asked for.
pub fn product(app: &App, product: &CreatedProduct, is_full: bool) -> Value {
    let fields = &product.fields;
    let mut one = row(app, product);
    one.as_object_mut().map(|one| ["published", "variant"].map(|listed| one.remove(listed)));
    let is_shown = shown::status_id(fields) == PUBLISHED;
    extend(
        &mut one,
        json!({
            "photo": shown::cover(app, fields, app.behaviour().photo_ids),
            "category": category(app, fields),
            "created_at": product.created_at,
            "updated_at": product.changed_at.unwrap_or(product.created_at),
        }),
    );
    if !is_full {
        return one;
    }
    extend(
        &mut one,
        json!({
            "photos": shown::album(app, fields),
            "video": null,
            "vendor": vendor(app, product.vendor),
            "summary": fields.brief,
            "description": fields.description,
            "category_list": category_list(app, fields),
            "is_saleable": is_shown && fields.stock.is_some_and(|stock| stock > 0),
            "is_showable": is_shown,
            "is_available": fields.stock.is_some_and(|stock| stock > 0),
            "shipping_area": null,
            "attribute_groups": attribute_groups(app, fields),
            "is_free_shipping": false,
            "location_deployment": null,
            "has_selectable_variation": fields.extra.contains_key("variants"),
            "view_count": 0,
            "can_add_to_cart": is_shown,
            "review_count": 0,
            "rating": null,
            "navigation": null,
            "variants": shown::variants(app, product),
            "variants_selected_index": null,
            "free_shipping": null,
            "allow_category_change": false,
            "barcode": fields.extra.get("barcode"),
            "packaging_dimensions": fields.extra.get("packaging_dimensions"),
            "attributes": fields.extra.get("attributes"),
            "status_changes": null,
        }),
    );
    one
}

fn extend(shown: &mut Value, more: Value) {
    if let (Value::Object(shown), Value::Object(more)) = (shown, more) {
        shown.extend(more);
    }
}

fn language(app: &App) -> Categories {
    if app.behaviour().speaks_persian() { Categories::Persian } else { Categories::English }
}

/// A number with its name, as the interface description has them everywhere.
fn named(name: &str, value: i64) -> Value {
    json!({ "name": name, "value": value, "description": null })
}

fn status(app: &App, fields: &ProductFields) -> Value {
    let mut status = shown::status(app, fields);
    status["description"] = Value::Null;
    status
}

fn exact_weight(fields: &ProductFields) -> Value {
    let exact = fields.extra.get(EXACT_WEIGHT).and_then(Value::as_f64);
    json!(exact.or_else(|| fields.weight.map(|weight| weight as f64)))
}

fn unit(fields: &ProductFields) -> Value {
    let unit = fields.extra.get("unit_type").and_then(Value::as_i64).and_then(Unit::from_id);
    unit.map_or(Value::Null, |unit| named(unit.name, unit.id))
}

fn discount(app: &App, product: &CreatedProduct) -> Value {
    match (shown::discount(app, product, None), app.behaviour().discount) {
        (None, percent) if percent != 0 => json!({ "percent": percent }),
        (running, _) => shown::discount_object(running),
    }
}

/// Values that wait for a review, under the names of reads.
fn revision(app: &App, product: &CreatedProduct) -> Value {
    if product.proposed.is_empty() {
        return Value::Null;
    }
    let file = |id: &Value| id.as_u64().map_or(Value::Null, |id| Value::Object(shown::photo(app, id, id)));
    let mut data = json!({});
    for (field, value) in &product.proposed {
        match field.as_str() {
            "name" => data["title"] = value.clone(),
            "photo" => data["photo"] = file(value),
            "photos" => {
                data["photos"] = value.as_array().map_or(Value::Null, |ids| ids.iter().map(file).collect());
            }
            other => data[other] = value.clone(),
        }
    }
    json!({ "rejection_reasons": null, "data": data, "rejected_at": null, "metadata": null })
}

fn category(app: &App, fields: &ProductFields) -> Value {
    let Some(id) = fields.extra.get("category_id").and_then(Value::as_u64) else { return Value::Null };
    let named = |id: u64, parent: Value| json!({ "id": id, "title": title(id, language(app)), "placeholder": null, "parent": parent, "unit_type_id": null });
    let parent = group_of(id).map_or(Value::Null, |group| named(group.id, Value::Null));
    named(id, parent)
}

fn category_list(app: &App, fields: &ProductFields) -> Value {
    let Some(id) = fields.extra.get("category_id").and_then(Value::as_u64) else { return json!([]) };
    let ids = group_of(id).map(|group| group.id).into_iter().chain([id]);
    ids.map(|id| json!({ "id": id, "title": title(id, language(app)), "slug": format!("category-{id}") }))
        .collect()
}

/// The attributes of the category with this product's values. Those without one are left out.
fn attribute_groups(app: &App, fields: &ProductFields) -> Value {
    let id = fields.extra.get("category_id").and_then(Value::as_u64);
    let Some(leaf) = id.and_then(find_leaf) else { return json!([]) };
    let sent = fields
        .extra
        .get("product_attribute")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let given = |attribute: &Attribute| {
        sent.iter().find(|value| value["attribute_id"].as_u64() == Some(attribute.id))
    };
    let shown: Vec<Value> = leaf
        .attributes
        .iter()
        .filter_map(|attribute| Some(attribute_value(attribute, given(attribute)?, language(app))))
        .collect();
    let group = if language(app) == Categories::Persian { "مشخصات" } else { "Specifications" };
    if shown.is_empty() { json!([]) } else { json!([{ "title": group, "attributes": shown }]) }
}

fn attribute_value(attribute: &Attribute, given: &Value, language: Categories) -> Value {
    let chosen = given["selected_values"].as_array().map(Vec::as_slice).unwrap_or_default();
    let options =
        attribute.options.iter().filter(|(id, _)| chosen.iter().any(|chosen| chosen.as_u64() == Some(*id)));
    let shown: Vec<Value> = options
        .map(|(id, title)| {
            let title = title.in_language(language);
            json!({ "id": id, "title": title, "value": title, "attribute_id": attribute.id, "order": null, "vendor_id": null })
        })
        .collect();
    json!({
        "id": attribute.id,
        "title": attribute.title.in_language(language),
        "type": null,
        "unit": attribute.unit.map(|unit| unit.in_language(language)),
        "value": given["value"],
        "selected_values": if attribute.options.is_empty() { Value::Null } else { json!(shown) },
        "required": attribute.required,
    })
}

/// The shop that a product belongs to.
fn vendor(app: &App, id: u64) -> Value {
    let owner = [Person::Owner, Person::OtherOwner].into_iter().find(|person| person.vendor_id() == Some(id));
    let Some((person, Shop { identifier, title, .. })) =
        owner.and_then(|person| Some((person, person.shop(app.behaviour().speaks_persian())?)))
    else {
        return Value::Null;
    };
    json!({
        "id": id,
        "identifier": identifier,
        "title": title,
        "logo": null,
        "covers": null,
        "available_cities": null,
        "summary": null,
        "status": named("active", 2987),
        "city": { "name": "تهران", "value": 1, "province": null },
        "category_type": null,
        "user": public_user(app, person),
        "is_active": true,
        "notice": null,
        "gallery": null,
        "free_shipping_to_iran": null,
        "free_shipping_to_same_city": null,
        "about_your_life": null,
        "about_your_place": null,
        "worth_buy": null,
        "order_count": 0,
        "created_at": "2020-01-01T00:00:00+00:00",
        "video": null,
        "shipping_methods": null,
        "product_sort_type": null,
        "home_tab_settings": null,
    })
}

fn public_user(app: &App, person: Person) -> Value {
    json!({
        "id": person.id(),
        "hash_id": person.hash_id(),
        "username": person.username(),
        "name": person.name(app.behaviour().speaks_persian()),
        "avatar": null,
        "marked_type": null,
        "gender": null,
        "city": null,
        "created_at": null,
        "referral_journey_enum": null,
        "is_banned_in_social": null,
    })
}
