//! Discounts: begun and ended for the products that a filter names. The public marketplace's interface
//! description has the requests; of the answer and of the `discount` of a product it says nothing.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use jiff::{Timestamp, ToSpan as _};
use serde_json::{Map, Value, json};

use super::products::own_shop;
use super::requirements::MIN_PRICE;
use super::shown::{self, variant_id};
use super::webhooks::deliveries;
use crate::faults::Categories;
use crate::http::caller::{Caller, json_body};
use crate::http::refusal::{Refusal, RefusalReason};
use crate::state::store::{CreatedProduct, RunningDiscount};
use crate::state::{App, lock};
use vitrine_domain::Scope;

/// The keys of a filter.
const FILTERS: [&str; 8] =
    ["variation_ids", "product_ids", "status", "stock", "price", "exclude", "category_id", "title"];
/// A discount gives away less than everything.
const MAX_PERCENT: i64 = 99;
/// How long a discount runs at most, in days.
const MAX_DAYS: i64 = 365;

/// Begins a discount. One that runs already is replaced.
pub async fn begin(
    State(app): State<Arc<App>>,
    Path(vendor): Path<String>,
    caller: Caller,
    request: Request,
) -> Result<Response, Refusal> {
    let (vendor, sent) = request_of(&app, &caller, &vendor, request).await?;
    let mut reasons = Vec::new();
    let mut number = |key: &'static str, max: i64| {
        let number = sent.get(key).and_then(Value::as_i64).filter(|number| (1..=max).contains(number));
        if number.is_none() {
            reasons.push(RefusalReason::about(key, format!("The value of {key} is not valid.")));
        }
        number.unwrap_or_default()
    };
    let (percent, days) = (number("discount_percent", MAX_PERCENT), number("active_days", MAX_DAYS));
    if !reasons.is_empty() {
        return Err(Refusal::unprocessable(reasons));
    }
    let ends_at = app.now().checked_add((days * 24).hours()).unwrap_or(Timestamp::MAX);
    let begun = RunningDiscount { percent, ends_at };
    let meant = meant(&app, vendor, &sent)?;
    let min = if app.behaviour().categories == Categories::None { 1 } else { MIN_PRICE };
    let is_too_low = |product: &CreatedProduct| {
        shown::own_price(&product.fields).is_some_and(|own| shown::less(own, percent) < min)
    };
    if meant.iter().any(|(product, _)| is_too_low(product)) {
        let reason = RefusalReason::about("discount_percent", format!("The price is at least {min}."));
        return Err(Refusal::unprocessable(vec![reason]));
    }
    apply(&app, meant, Some(begun))
}

/// Ends the discounts that run.
pub async fn end(
    State(app): State<Arc<App>>,
    Path(vendor): Path<String>,
    caller: Caller,
    request: Request,
) -> Result<Response, Refusal> {
    let (vendor, sent) = request_of(&app, &caller, &vendor, request).await?;
    let meant = meant(&app, vendor, &sent)?;
    apply(&app, meant, None)
}

async fn request_of(
    app: &App,
    caller: &Caller,
    vendor: &str,
    request: Request,
) -> Result<(u64, Map<String, Value>), Refusal> {
    if !app.has_discounts() {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "There is nothing at this address."));
    }
    let vendor = own_shop(caller, vendor)?;
    caller.require_scope(Scope::PRODUCT_WRITE)?;
    let Value::Object(sent) = json_body(request).await? else {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "The body is not a JSON object."));
    };
    if !sent.contains_key("product_filter") {
        return Err(Refusal::unprocessable(vec![RefusalReason::about("product_filter", "Field required")]));
    }
    Ok((vendor, sent))
}

/// A product, and the variants that are meant; none: it is meant itself.
type Meant = (CreatedProduct, Vec<u64>);

/// What the filter names. A filter that names nothing means every product of the shop.
fn meant(app: &App, vendor: u64, sent: &Map<String, Value>) -> Result<Vec<Meant>, Refusal> {
    let none = Map::new();
    let filter = sent["product_filter"].as_object().unwrap_or(&none);
    if let Some(unknown) = filter.keys().find(|key| !FILTERS.contains(&key.as_str())) {
        let message = format!("{unknown} is not filtered by.");
        return Err(Refusal::unprocessable(vec![RefusalReason::about("product_filter", message)]));
    }
    // The public marketplace's own client sends statuses as text.
    let id = |value: &Value| value.as_u64().or_else(|| value.as_str()?.parse().ok());
    let ids = |key: &str| -> Option<Vec<u64>> {
        filter.get(key)?.as_array().map(|ids| ids.iter().filter_map(id).collect())
    };
    let within = |key: &str, number: i64| {
        let bound = |end: &str| filter.get(key).and_then(|range| range.get(end)).and_then(Value::as_i64);
        bound("start").is_none_or(|start| number >= start) && bound("end").is_none_or(|end| number <= end)
    };
    let (products, variants, excluded) = (ids("product_ids"), ids("variation_ids"), ids("exclude"));
    let (statuses, categories) = (ids("status"), ids("category_id"));
    let title = filter.get("title").and_then(Value::as_str);
    let store = lock(&app.store);
    let mut found = Vec::new();
    for product in store.products.iter().filter(|product| product.vendor == vendor) {
        let fields = &product.fields;
        let category = fields.extra.get("category_id").and_then(Value::as_u64);
        let count = fields.extra.get("variants").and_then(Value::as_array).map_or(0, Vec::len);
        let own: Vec<u64> = (0..count)
            .map(|at| variant_id(product, at))
            .filter(|id| variants.as_ref().is_some_and(|variants| variants.contains(id)))
            .collect();
        let is_named = match (&products, &variants) {
            (None, None) => true,
            (products, _) => {
                !own.is_empty() || products.as_ref().is_some_and(|ids| ids.contains(&product.id))
            }
        };
        let is_meant = is_named
            && excluded.as_ref().is_none_or(|ids| !ids.contains(&product.id))
            && statuses.as_ref().is_none_or(|ids| ids.contains(&shown::status_id(fields)))
            && categories.as_ref().is_none_or(|ids| category.is_some_and(|id| ids.contains(&id)))
            && title.is_none_or(|title| fields.name.contains(title))
            && within("stock", shown::stock(fields))
            && within("price", shown::own_price(fields).unwrap_or_default());
        if is_meant {
            let whole = products.as_ref().is_some_and(|ids| ids.contains(&product.id));
            found.push((product.clone(), if whole { Vec::new() } else { own }));
        }
    }
    if found.is_empty() {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "There is no such product."));
    }
    Ok(found)
}

/// Begins or ends the discounts, now or later, and accepts the request.
fn apply(app: &Arc<App>, meant: Vec<Meant>, new: Option<RunningDiscount>) -> Result<Response, Refusal> {
    let (app, delay) = (Arc::clone(app), Duration::from_millis(app.behaviour().batch_delay_ms));
    let work = move || {
        for (product, variants) in meant {
            let mut store = lock(&app.store);
            // What was changed meanwhile stays.
            let Some(mut product) = store.product(product.id).cloned() else { continue };
            let keys = if variants.is_empty() { vec![product.id] } else { variants };
            for key in keys {
                match new {
                    Some(new) => drop(product.discounts.insert(key, new)),
                    None => drop(product.discounts.remove(&key)),
                }
            }
            product.changed_at = Some(app.now());
            store.change_product(product.clone())?;
            drop(store);
            deliveries::product_changed(&app, &product);
        }
        Ok::<_, std::io::Error>(())
    };
    let accepted = (StatusCode::ACCEPTED, Json(json!({}))).into_response();
    if delay.is_zero() {
        return work().map(|()| accepted).map_err(|error| Refusal::internal(&error));
    }
    tokio::spawn(async move {
        tokio::time::sleep(delay).await;
        if let Err(error) = work() {
            tracing::error!(%error, "the sandbox could not keep a discount");
        }
    });
    Ok(accepted)
}
