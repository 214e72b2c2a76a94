//! Products as the contract shows them (2.5), and in what it leaves open, as little as possible.

use serde_json::{Value, json};

use super::shown;
use crate::faults::Categories;
use crate::state::App;
use crate::state::store::CreatedProduct;

/// A product of a list.
pub fn row(app: &App, product: &CreatedProduct, is_full: bool) -> Value {
    let behaviour = app.behaviour();
    let CreatedProduct { id, fields, .. } = product;
    let mut row = json!({
        "id": id,
        "title": fields.name,
        "price": shown::price(app, product),
        "photo": shown::cover(app, fields, behaviour.photo_ids),
        "status": shown::status(app, fields),
        "inventory": shown::stock(fields),
        "is_wholesale": fields.is_wholesale.unwrap_or(false),
    });
    if is_full {
        row["primary_price"] = json!(shown::own_price(fields));
    }
    if fields.extra.contains_key("variants") {
        row["variant"] = shown::variants(app, product);
    }
    if app.has_discounts() {
        row["discount"] = shown::discount_object(shown::discount(app, product, None));
        row["primary_price"] = json!(shown::own_price(fields));
    }
    if let Some(sku) = &fields.sku {
        row["sku"] = json!(sku);
    }
    if !product.proposed.is_empty() {
        row["is_product_for_revision"] = json!(true);
        row["revision"] = json!({ "data": product.proposed, "rejection_reasons": null });
    }
    if behaviour.categories != Categories::None {
        row["created_at"] = json!(product.created_at);
        row["updated_at"] = json!(product.changed_at.unwrap_or(product.created_at));
    }
    // Shown by the public service in other places; here for whoever compares the shop with what was sent.
    if let Some(category) = fields.extra.get("category_id") {
        row["category"] = json!({ "id": category });
    }
    if let Some(attributes) = fields.extra.get("product_attribute") {
        row["attribute_groups"] = json!([{ "title": "", "attributes": attributes }]);
    }
    row
}

/// A product by itself, under the names of reads.
pub fn product(app: &App, product: &CreatedProduct, is_full: bool) -> Value {
    let fields = &product.fields;
    let mut one = row(app, product, true);
    one.as_object_mut().map(|one| one.remove("variant"));
    one["preparation_day"] = json!(fields.preparation_days);
    one["is_product_for_revision"] = json!(!product.proposed.is_empty());
    if is_full {
        extend(&mut one, product);
        one["photos"] = shown::album(app, fields);
        one["variants"] = shown::variants(app, product);
        one["allow_category_change"] = json!(false);
        if product.proposed.is_empty() {
            one["revision"] = Value::Null;
        }
    }
    one
}

/// A product that was just created.
pub fn created(app: &App, product: &CreatedProduct) -> Value {
    let mut created = row(app, product, false);
    created["preparation_day"] = json!(product.fields.preparation_days);
    extend(&mut created, product);
    created
}

fn extend(shown: &mut Value, product: &CreatedProduct) {
    let fields = &product.fields;
    shown["summary"] = json!(fields.brief);
    shown["description"] = json!(fields.description);
    shown["net_weight"] = json!(fields.weight);
    shown["packaged_weight"] = json!(fields.package_weight);
    shown["sku"] = json!(fields.sku);
}
