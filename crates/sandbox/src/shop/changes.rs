//! Reading and changing existing products, one or several with a request. Public material describes these
//! operations; the contract has none.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use super::products::{Payload, own_shop, prefers_full};
use super::requirements::{MIN_PRICE, STATUSES};
use super::shown::variant_id;
use super::webhooks::deliveries;
use super::{public_request, shapes};
use crate::faults::{BatchAnswer, BatchError, Categories, ShopBehaviour};
use crate::http::caller::{Caller, json_body};
use crate::http::refusal::{Refusal, RefusalReason};
use crate::state::store::{CreatedProduct, ProductFields, ShopStore};
use crate::state::{App, lock};
use vitrine_domain::Scope;

/// The fields of a batch's item, besides its id.
const BATCH_FIELDS: [&str; 9] = [
    "name",
    "primary_price",
    "order",
    "stock",
    "status",
    "preparation_days",
    "attributes",
    "product_attribute",
    "shipping_data",
];
/// The fields of a variant that is changed alone.
const VARIANT_FIELDS: [&str; 3] = ["primary_price", "stock", "sku"];
/// The fields whose new values wait for a review, where there is one.
const REVIEWED: [&str; 3] = ["name", "photo", "photos"];

/// One product, by its id.
pub async fn read(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Json<Value>, Refusal> {
    caller.require_scope(Scope::PRODUCT_READ)?;
    let product = own_product(&lock(&app.store), &caller, &id)?;
    Ok(Json(shapes::product(&app, &product, prefers_full(&headers))))
}

/// Changes one product: only the fields of the payload.
pub async fn change(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    request: Request,
) -> Result<Json<Value>, Refusal> {
    caller.require_scope(Scope::PRODUCT_WRITE)?;
    let (behaviour, headers) = (app.behaviour(), request.headers().clone());
    let mut body = json_body(request).await?;
    let mut store = lock(&app.store);
    let product = own_product(&store, &caller, &id)?;
    if app.dialect.is_public() {
        body = public_request::change(body, &product.fields.photos)?;
    }
    let Value::Object(sent) = body else {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "The body is not a JSON object."));
    };
    let changed = changed(&store, &product, sent, &behaviour).map_err(Refusal::unprocessable)?;
    let changed = CreatedProduct { changed_at: Some(app.now()), ..changed };
    store.change_product(changed.clone()).map_err(|error| Refusal::internal(&error))?;
    drop(store);
    deliveries::product_changed(&app, &changed);
    // The public marketplace answers with the whole product, whatever is preferred.
    Ok(Json(shapes::product(&app, &changed, app.dialect.is_public() || prefers_full(&headers))))
}

/// Changes price, stock and code of one variant.
pub async fn change_one_variant(
    State(app): State<Arc<App>>,
    Path((id, variant)): Path<(String, String)>,
    caller: Caller,
    request: Request,
) -> Result<Json<Value>, Refusal> {
    caller.require_scope(Scope::PRODUCT_WRITE)?;
    let behaviour = app.behaviour();
    let body = json_body(request).await?;
    let mut store = lock(&app.store);
    let mut product = own_product(&store, &caller, &id)?;
    let place = variant.parse().ok().and_then(|variant| place_of_variant(&product, variant));
    let place = place
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "There is no such variation of the product."))?;
    let Value::Object(sent) = body else {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "The body is not a JSON object."));
    };
    if let Some(unknown) = sent.keys().find(|key| !VARIANT_FIELDS.contains(&key.as_str())) {
        let message = format!("{unknown} is not changed here.");
        return Err(Refusal::unprocessable(vec![RefusalReason::about(unknown.clone(), message)]));
    }
    set_variant(&mut product, place, &sent.into(), &behaviour)
        .map_err(|said| Refusal::unprocessable(vec![RefusalReason::about("variants", said)]))?;
    let changed = CreatedProduct { changed_at: Some(app.now()), ..product };
    store.change_product(changed.clone()).map_err(|error| Refusal::internal(&error))?;
    drop(store);
    deliveries::product_changed(&app, &changed);
    let shown = shapes::product(&app, &changed, true);
    Ok(Json(shown["variants"][place].clone()))
}

/// Changes several products of a shop.
pub async fn batch(
    State(app): State<Arc<App>>,
    Path(vendor): Path<String>,
    caller: Caller,
    Query(query): Query<HashMap<String, String>>,
    request: Request,
) -> Result<Response, Refusal> {
    let vendor = own_shop(&caller, &vendor)?;
    caller.require_scope(Scope::PRODUCT_WRITE)?;
    let behaviour = app.behaviour();
    let mut body = json_body(request).await?;
    if app.dialect.is_public() {
        public_request::remove_nulls(&mut body);
    }
    let items: Option<Vec<Map<String, Value>>> = body
        .get("data")
        .and_then(Value::as_array)
        .and_then(|items| items.iter().map(|item| item.as_object().cloned()).collect());
    let Some(items) = items else {
        return Err(Refusal::unprocessable(vec![RefusalReason::about("data", "Field required")]));
    };
    if items.len() > behaviour.batch_items {
        let message = format!("At most {} products are changed with one request.", behaviour.batch_items);
        return Err(Refusal::unprocessable(vec![RefusalReason::about("data", message)]));
    }
    let refuses = behaviour.batch_error == BatchError::Refuses;
    let continues = query.get("continue_on_error").is_some_and(|value| value == "true") && !refuses;
    let (outcomes, changes) = judged(&lock(&app.store), vendor, items, &behaviour, continues);
    apply(&app, vendor, changes, behaviour.clone())?;
    if let Some(reason) = outcomes.iter().find_map(|outcome| outcome.refusal.clone()).filter(|_| refuses) {
        return Err(Refusal::unprocessable(vec![RefusalReason::about("data", reason)]));
    }
    Ok(batch_answer(outcomes, behaviour.batch_answer, app.dialect.is_public()))
}

/// What becomes of one item of a batch.
struct ItemOutcome {
    id: Value,
    in_review: bool,
    refusal: Option<String>,
}

type Change = (u64, Map<String, Value>);

/// Checks the items one after the other; returns those to be applied.
fn judged(
    store: &ShopStore,
    vendor: u64,
    items: Vec<Map<String, Value>>,
    behaviour: &ShopBehaviour,
    continues: bool,
) -> (Vec<ItemOutcome>, Vec<Change>) {
    let (mut outcomes, mut changes, mut stopped) = (Vec::new(), Vec::new(), false);
    for mut item in items {
        let id = item.remove("id").unwrap_or_default();
        let product = id.as_u64().and_then(|id| store.product(id)).filter(|product| product.vendor == vendor);
        let unknown =
            item.keys().find(|field| !BATCH_FIELDS.contains(&field.as_str()) && *field != "variants");
        let result = match (product, unknown) {
            _ if stopped => Err("An item before this one was refused.".to_owned()),
            (None, _) => Err("There is no such product.".to_owned()),
            (_, Some(field)) => Err(format!("{field} is not changed here.")),
            (Some(product), None) => changed_in_batch(store, product, item.clone(), behaviour)
                .map_err(|reasons| reasons.first().map_or_else(String::new, |reason| reason.message.clone())),
        };
        stopped |= result.is_err() && !continues;
        let in_review = result.as_ref().is_ok_and(|changed| !changed.proposed.is_empty());
        changes.extend(id.as_u64().filter(|_| result.is_ok()).map(|id| (id, item)));
        outcomes.push(ItemOutcome { id, in_review, refusal: result.err() });
    }
    if stopped && behaviour.batch_error == BatchError::RollsBack {
        changes.clear();
    }
    (outcomes, changes)
}

/// Applies the changes, now or later.
fn apply(app: &Arc<App>, vendor: u64, changes: Vec<Change>, behaviour: ShopBehaviour) -> Result<(), Refusal> {
    let (app, delay) = (Arc::clone(app), Duration::from_millis(behaviour.batch_delay_ms));
    let work = move || {
        let mut store = lock(&app.store);
        let mut applied = Vec::new();
        for (id, sent) in changes {
            let product = store.product(id).filter(|product| product.vendor == vendor).cloned();
            let changed =
                product.and_then(|product| changed_in_batch(&store, &product, sent, &behaviour).ok());
            let changed_at = Some(app.now());
            if let Some(changed) = changed.map(|changed| CreatedProduct { changed_at, ..changed }) {
                store.change_product(changed.clone())?;
                applied.push(changed);
            }
        }
        drop(store);
        applied.iter().for_each(|product| deliveries::product_changed(&app, product));
        Ok::<_, std::io::Error>(())
    };
    if delay.is_zero() {
        return work().map_err(|error| Refusal::internal(&error));
    }
    tokio::spawn(async move {
        tokio::time::sleep(delay).await;
        if let Err(error) = work() {
            tracing::error!(%error, "the sandbox could not keep a change");
        }
    });
    Ok(())
}

/// `wrapped`: as the public marketplace's gateway wraps a bare list.
fn batch_answer(outcomes: Vec<ItemOutcome>, form: BatchAnswer, wrapped: bool) -> Response {
    let mut items: Vec<Value> = outcomes
        .into_iter()
        .map(|outcome| {
            json!({
                "id": outcome.id,
                "is_product_for_revision": outcome.in_review,
                "has_error": outcome.refusal.is_some(),
                "error_message": outcome.refusal,
            })
        })
        .collect();
    match form {
        BatchAnswer::Whole => {}
        BatchAnswer::Reordered => items.reverse(),
        BatchAnswer::Incomplete => {
            let mut index = 0;
            items.retain(|_| {
                index += 1;
                index % 3 != 0
            });
        }
        BatchAnswer::Empty => return StatusCode::ACCEPTED.into_response(),
    }
    let body = if wrapped { json!({ "openapi_raw_data": items }) } else { json!(items) };
    (StatusCode::ACCEPTED, Json(body)).into_response()
}

fn own_product(store: &ShopStore, caller: &Caller, id: &str) -> Result<CreatedProduct, Refusal> {
    let product = id.parse().ok().and_then(|id| store.product(id));
    let product = product.ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "There is no such product."))?;
    if caller.person.vendor_id() == Some(product.vendor) {
        Ok(product.clone())
    } else {
        Err(Refusal::new(StatusCode::FORBIDDEN, "This product is another shop's."))
    }
}

/// Writes a new value as this marketplace does.
fn spell(field: &str, value: &mut Value) {
    match (field, &*value) {
        ("name", Value::String(name)) => *value = name.trim().replace('ي', "ی").into(),
        ("primary_price", Value::Number(price)) => {
            *value = price.as_i64().map_or(Value::Null, |price| (price / 10 * 10).into());
        }
        _ => {}
    }
}

/// The product after a change of a batch, which names variants by their ids.
fn changed_in_batch(
    store: &ShopStore,
    product: &CreatedProduct,
    mut sent: Map<String, Value>,
    behaviour: &ShopBehaviour,
) -> Result<CreatedProduct, Vec<RefusalReason>> {
    let variants = sent.remove("variants");
    let mut changed = changed(store, product, sent, behaviour)?;
    for variant in variants.iter().flat_map(|variants| variants.as_array()).flatten() {
        change_variant(&mut changed, variant, behaviour)
            .map_err(|said| vec![RefusalReason::about("variants", said)])?;
    }
    Ok(changed)
}

fn place_of_variant(product: &CreatedProduct, id: u64) -> Option<usize> {
    let count = product.fields.extra.get("variants").and_then(Value::as_array).map_or(0, Vec::len);
    (0..count).find(|at| variant_id(product, *at) == id)
}

/// Changes price and stock of the variant that an item of a batch names.
fn change_variant(
    product: &mut CreatedProduct,
    sent: &Value,
    behaviour: &ShopBehaviour,
) -> Result<(), String> {
    let place = sent["id"].as_u64().and_then(|id| place_of_variant(product, id));
    let place = place.ok_or_else(|| "There is no such variant.".to_owned())?;
    set_variant(product, place, sent, behaviour)
}

/// Sets price, stock and code of the variant in this place.
fn set_variant(
    product: &mut CreatedProduct,
    place: usize,
    sent: &Value,
    behaviour: &ShopBehaviour,
) -> Result<(), String> {
    let variants = product.fields.extra.get_mut("variants").and_then(Value::as_array_mut);
    let Some(variant) = variants.and_then(|variants| variants.get_mut(place)) else {
        return Err("There is no such variant.".to_owned());
    };
    if let Some(sku) = sent.get("sku") {
        variant["sku"] = sku.clone();
    }
    let least_price = if behaviour.categories == Categories::None { 1 } else { MIN_PRICE };
    for (key, min) in [("primary_price", least_price), ("stock", 0)] {
        let Some(mut new) = sent.get(key).cloned() else { continue };
        if new.as_i64().is_none_or(|new| new < min) {
            return Err(format!("{key} of a variant must be an integer of at least {min}."));
        }
        if behaviour.spells {
            spell(key, &mut new);
        }
        variant[key] = new;
    }
    Ok(())
}

/// The product after a change, or why it is refused.
fn changed(
    store: &ShopStore,
    product: &CreatedProduct,
    mut sent: Map<String, Value>,
    behaviour: &ShopBehaviour,
) -> Result<CreatedProduct, Vec<RefusalReason>> {
    let mut changed = product.clone();
    if behaviour.spells {
        sent.iter_mut().for_each(|(field, value)| spell(field, value));
    }
    if behaviour.review {
        for field in REVIEWED {
            changed.proposed.extend(sent.remove(field).map(|value| (field.to_owned(), value)));
        }
    }
    let mut payload = Payload { sent, reasons: Vec::new() };
    read_fields(&mut payload, &mut changed.fields, behaviour);
    let Payload { mut sent, mut reasons } = payload;
    if sent
        .get("category_id")
        .is_some_and(|category| Some(category) != product.fields.extra.get("category_id"))
    {
        reasons.push(RefusalReason::about("category_id", "The category of a product is not changed."));
    }
    let status = sent.get("status").map(Value::as_u64);
    if status.is_some_and(|status| !STATUSES.iter().any(|(known, _)| Some(*known) == status)) {
        reasons.push(RefusalReason::about("status", "The status is not valid."));
    }
    let fields = &mut changed.fields;
    if behaviour.categories != Categories::None && fields.primary_price.is_some_and(|price| price < MIN_PRICE)
    {
        reasons.push(RefusalReason::about("primary_price", format!("The price is at least {MIN_PRICE}.")));
    }
    // A list of variants that is sent again adds them once more.
    let added = sent.remove("variants").and_then(|variants| variants.as_array().cloned()).unwrap_or_default();
    if let Some(variants) = fields.extra.get_mut("variants").and_then(Value::as_array_mut) {
        variants.extend(added);
    } else if !added.is_empty() {
        fields.extra.insert("variants".to_owned(), added.into());
    }
    fields.extra.extend(sent);
    reasons.extend(conflicts(store, product, fields, behaviour));
    if reasons.is_empty() { Ok(changed) } else { Err(reasons) }
}

fn read_fields(payload: &mut Payload, fields: &mut ProductFields, behaviour: &ShopBehaviour) {
    let (name, text) = (behaviour.name_chars, behaviour.description_chars);
    if payload.sent.contains_key("name") {
        fields.name = payload.text("name", name).unwrap_or_default();
        if fields.name.trim().is_empty() && payload.reasons.is_empty() {
            payload.add_reason("name", "name is empty.");
        }
    }
    for (key, max, field) in [
        ("brief", text, &mut fields.brief),
        ("description", text, &mut fields.description),
        ("sku", name, &mut fields.sku),
    ] {
        *field = payload.text(key, max).or_else(|| field.take());
    }
    for (key, min, field) in [
        ("preparation_days", 0, &mut fields.preparation_days),
        ("weight", 0, &mut fields.weight),
        ("package_weight", 0, &mut fields.package_weight),
        ("primary_price", 1, &mut fields.primary_price),
        ("stock", 0, &mut fields.stock),
    ] {
        *field = payload.integer(key, min).or(*field);
    }
    fields.is_wholesale = payload.flag("is_wholesale").or(fields.is_wholesale);
    read_album(payload, fields);
}

/// `photo` and `photos` replace the album; an empty list of photos empties it.
fn read_album(payload: &mut Payload, fields: &mut ProductFields) {
    let ids = |value: Value| {
        value.as_array().and_then(|ids| ids.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>())
    };
    match payload.sent.remove("photos").map(ids) {
        Some(Some(photos)) => {
            (fields.photo, fields.photos) = (photos.first().copied().unwrap_or_default(), photos);
        }
        Some(None) => {
            payload.add_reason("photos", "photos must be an array of integer ids of uploaded files.");
        }
        None => {}
    }
    match payload.sent.remove("photo").map(|photo| photo.as_u64()) {
        Some(Some(photo)) if fields.photos.first().is_none_or(|first| *first == photo) => {
            fields.photo = photo;
        }
        Some(Some(_)) => {
            payload.add_reason("photos", "The id used in photo must also be the first of photos.");
        }
        Some(None) => payload.add_reason("photo", "photo must be the integer id of an uploaded file."),
        None => {}
    }
}

fn conflicts(
    store: &ShopStore,
    product: &CreatedProduct,
    fields: &ProductFields,
    behaviour: &ShopBehaviour,
) -> Vec<RefusalReason> {
    let other = |same: &dyn Fn(&ProductFields) -> bool| {
        store
            .products
            .iter()
            .any(|other| other.id != product.id && other.vendor == product.vendor && same(&other.fields))
    };
    let mut reasons = Vec::new();
    let renamed = fields.name != product.fields.name;
    if behaviour.refuse_equal_names && renamed && other(&|others| others.name.trim() == fields.name.trim()) {
        reasons.push(RefusalReason::about("name", "The shop already has a product of this name."));
    }
    let has_new_sku = fields.sku.is_some() && fields.sku != product.fields.sku;
    if behaviour.sku_unique && has_new_sku && other(&|others| others.sku == fields.sku) {
        reasons.push(RefusalReason::about("sku", "The sku must be unique in the shop."));
    }
    let known: Vec<u64> = product.fields.photos.iter().copied().chain([product.fields.photo]).collect();
    if fields.photos.iter().any(|id| !known.contains(id) && !store.files.contains_key(id)) {
        reasons.push(RefusalReason::about("photos", "There is no such uploaded file."));
    }
    reasons
}
