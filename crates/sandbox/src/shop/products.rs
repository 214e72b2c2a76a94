//! Operations 7 and 8: creating and listing products.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::AGE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::filters::Filters;
use super::webhooks::deliveries;
use super::{public_request, requirements, shapes};
use crate::faults::{Categories, CreationAnswer, Paging, ShopBehaviour};
use crate::http::caller::{Caller, json_body};
use crate::http::refusal::{Refusal, RefusalReason};
use crate::state::store::{CreatedProduct, ProductFields, ShopStore};
use crate::state::{App, lock};
use vitrine_domain::Scope;

const DEFAULT_PER_PAGE: u64 = 10;
pub const MAX_PER_PAGE: u64 = 100;

/// Operation 7.
pub async fn create(
    State(app): State<Arc<App>>,
    Path(vendor): Path<String>,
    caller: Caller,
    request: Request,
) -> Result<Response, Refusal> {
    let vendor = own_shop(&caller, &vendor)?;
    caller.require_scope(Scope::PRODUCT_WRITE)?;
    let behaviour = app.behaviour();
    let mut body = json_body(request).await?;
    if app.dialect.is_public() {
        body = public_request::product(body)?;
    }
    if behaviour.categories != Categories::None
        && let Some(sent) = body.as_object()
    {
        requirements::check(sent, &behaviour)?;
    }
    let fields = Payload::read(body, &behaviour).map_err(Refusal::unprocessable)?;

    let mut store = lock(&app.store);
    let reasons = conflicts(&store, &fields, caller.person.id(), vendor, &behaviour);
    if !reasons.is_empty() {
        return Err(Refusal::unprocessable(reasons));
    }
    let product =
        store.store_product(vendor, app.now(), fields).map_err(|error| Refusal::internal(&error))?;
    drop(store);
    deliveries::product_changed(&app, &product);
    Ok(creation_answer(&app, &product, &behaviour))
}

/// The caller's shop, if the path names it.
pub fn own_shop(caller: &Caller, vendor: &str) -> Result<u64, Refusal> {
    let vendor: u64 =
        vendor.parse().map_err(|_| Refusal::new(StatusCode::NOT_FOUND, "There is no such shop."))?;
    match caller.person.vendor_id() {
        Some(own) if own == vendor => Ok(vendor),
        _ => Err(Refusal::new(StatusCode::FORBIDDEN, "This shop is not yours.")),
    }
}

/// A payload being parsed: fields are removed as they are read, and errors collected.
pub struct Payload {
    pub sent: Map<String, Value>,
    pub reasons: Vec<RefusalReason>,
}

impl Payload {
    /// Checks everything that does not depend on stored data, and reports every invalid field.
    fn read(body: Value, behaviour: &ShopBehaviour) -> Result<ProductFields, Vec<RefusalReason>> {
        let Value::Object(sent) = body else {
            return Err(vec![RefusalReason {
                message: "The body is not a JSON object.".to_owned(),
                field: None,
            }]);
        };
        let mut payload = Self { sent, reasons: Vec::new() };
        let name = payload.name(behaviour.name_chars);
        let (photo, photos) = if may_lack_photos(&payload.sent, behaviour) {
            (0, Vec::new())
        } else {
            payload.read_photos(behaviour.photos)
        };
        let mut fields = ProductFields {
            name,
            photo,
            photos,
            brief: payload.text("brief", behaviour.description_chars),
            description: payload.text("description", behaviour.description_chars),
            preparation_days: payload.integer("preparation_days", 0),
            weight: payload.integer("weight", 0),
            package_weight: payload.integer("package_weight", 0),
            primary_price: payload.integer("primary_price", 1),
            stock: payload.integer("stock", 0),
            sku: payload.text("sku", behaviour.name_chars),
            is_wholesale: payload.flag("is_wholesale"),
            extra: Map::new(),
        };
        payload.check_variants();
        fields.extra = payload.sent;
        if payload.reasons.is_empty() { Ok(fields) } else { Err(payload.reasons) }
    }

    pub fn add_reason(&mut self, field: &'static str, message: impl Into<String>) {
        self.reasons.push(RefusalReason::about(field, message));
    }

    fn name(&mut self, max: usize) -> String {
        if !self.sent.contains_key("name") {
            self.add_reason("name", "name is required.");
        }
        let name = self.text("name", max).unwrap_or_default();
        if name.trim().is_empty() && self.reasons.is_empty() {
            self.add_reason("name", "name is empty.");
        }
        name
    }

    pub fn text(&mut self, field: &'static str, max: usize) -> Option<String> {
        match self.sent.remove(field)? {
            Value::String(text) if text.chars().count() <= max => return Some(text),
            Value::String(_) => self.add_reason(field, format!("{field} is longer than {max} characters.")),
            _ => self.add_reason(field, format!("{field} must be a string.")),
        }
        None
    }

    pub fn integer(&mut self, field: &'static str, min: i64) -> Option<i64> {
        match self.sent.remove(field)?.as_i64() {
            Some(number) if number >= min => return Some(number),
            Some(_) => self.add_reason(field, format!("{field} must be at least {min}.")),
            None => self.add_reason(field, format!("{field} must be an integer of 64 bits.")),
        }
        None
    }

    pub fn flag(&mut self, field: &'static str) -> Option<bool> {
        let flag = self.sent.remove(field)?.as_bool();
        if flag.is_none() {
            self.add_reason(field, format!("{field} must be a boolean."));
        }
        flag
    }

    /// Variants, as the public service requires them: each with a price, a stock, and properties of which the
    /// values tell it from the others. No variants are the same as none.
    fn check_variants(&mut self) {
        let Some(sent) = self.sent.get("variants") else { return };
        let text = |value: &Value| value.as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned);
        let at_least = |value: &Value, min| value.as_i64().is_some_and(|number| number >= min);
        let properties = |variant: &Value| -> Option<Vec<(String, String)>> {
            let pair = |pair: &Value| Some((text(&pair["property"])?, text(&pair["value"])?));
            let pairs: Option<Vec<_>> = variant["properties"].as_array()?.iter().map(pair).collect();
            pairs.filter(|pairs| !pairs.is_empty())
        };
        let Some(variants) = sent.as_array() else {
            return self.add_reason("variants", "variants must be an array.");
        };
        if variants.is_empty() {
            self.sent.remove("variants");
            return;
        }
        let values: Option<Vec<_>> = variants.iter().map(properties).collect();
        let have_numbers =
            |variant: &Value| at_least(&variant["primary_price"], 1) && at_least(&variant["stock"], 0);
        let names =
            |pairs: &[(String, String)]| pairs.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        let said = match &values {
            None => "Each variant needs properties with a property and a value.",
            Some(_) if !variants.iter().all(have_numbers) => "Each variant needs primary_price and stock.",
            Some(values) if values.iter().any(|pairs| names(pairs) != names(&values[0])) => {
                "All variants need the same properties."
            }
            Some(values) if (1..values.len()).any(|at| values[..at].contains(&values[at])) => {
                "Two variants have the same properties."
            }
            Some(_) => return,
        };
        self.add_reason("variants", said);
    }

    /// `photo` and `photos`: integers, with the cover first in the album (contract 2.4).
    fn read_photos(&mut self, max: usize) -> (u64, Vec<u64>) {
        let photo = self.sent.remove("photo").and_then(|photo| photo.as_u64());
        if photo.is_none() {
            self.add_reason("photo", "photo is required: the integer id of an uploaded file.");
        }
        let sent = self.sent.remove("photos");
        let ids: Option<Vec<u64>> =
            sent.as_ref().and_then(Value::as_array).and_then(|ids| ids.iter().map(Value::as_u64).collect());
        match &ids {
            None => {
                self.add_reason("photos", "photos is required: an array of integer ids of uploaded files.");
            }
            Some(ids) if ids.len() > max => {
                self.add_reason("photos", format!("A product has at most {max} photos."));
            }
            Some(ids) if photo.is_some() && ids.first() != photo.as_ref() => {
                self.add_reason("photos", "The id used in photo must also be the first of photos.");
            }
            Some(_) => {}
        }
        (photo.unwrap_or_default(), ids.unwrap_or_default())
    }
}

/// Whether this product has no photos and needs none: as at the public service, a draft that is not
/// published.
fn may_lack_photos(sent: &Map<String, Value>, behaviour: &ShopBehaviour) -> bool {
    let has_photos = ["photo", "photos"].into_iter().any(|field| sent.contains_key(field));
    !has_photos
        && behaviour.categories != Categories::None
        && sent.get("status").and_then(Value::as_u64) == Some(requirements::HIDDEN)
}

/// The errors of a product with respect to stored data.
fn conflicts(
    store: &ShopStore,
    fields: &ProductFields,
    owner: u64,
    vendor: u64,
    behaviour: &ShopBehaviour,
) -> Vec<RefusalReason> {
    let unknown = |id: &u64| store.files.get(id).is_none_or(|file| file.owner != owner);
    let mut reasons = Vec::new();
    if !fields.photos.is_empty() && unknown(&fields.photo) {
        reasons.push(RefusalReason::about("photo", format!("There is no uploaded file {}.", fields.photo)));
    }
    if let Some(id) = fields.photos.iter().skip(1).find(|id| unknown(id)) {
        reasons.push(RefusalReason::about("photos", format!("There is no uploaded file {id}.")));
    }
    let same_name =
        |other: &CreatedProduct| other.vendor == vendor && other.fields.name.trim() == fields.name.trim();
    if behaviour.refuse_equal_names && store.products.iter().any(same_name) {
        reasons.push(RefusalReason::about("name", "The shop already has a product of this name."));
    }
    let same_sku = |other: &CreatedProduct| other.vendor == vendor && other.fields.sku == fields.sku;
    if behaviour.sku_unique && fields.sku.is_some() && store.products.iter().any(same_sku) {
        reasons.push(RefusalReason::about("sku", "The sku must be unique in the shop."));
    }
    reasons
}

fn creation_answer(app: &App, product: &CreatedProduct, behaviour: &ShopBehaviour) -> Response {
    let mut whole = shapes::created(app, product);
    let body = match behaviour.creation_answer {
        CreationAnswer::Whole => whole,
        CreationAnswer::IdOnly => json!({ "id": product.id }),
        CreationAnswer::DataId => json!({ "data": { "id": product.id } }),
        CreationAnswer::Empty => json!({}),
        CreationAnswer::NoContent204 => return StatusCode::NO_CONTENT.into_response(),
        CreationAnswer::Html => {
            return (StatusCode::CREATED, Html("<!doctype html><title>Created</title><h1>Created</h1>"))
                .into_response();
        }
        CreationAnswer::WithoutId => {
            whole.as_object_mut().map(|whole| whole.remove("id"));
            whole
        }
    };
    (StatusCode::CREATED, Json(body)).into_response()
}

/// The requested part of the shop.
#[derive(Clone, Copy)]
struct Page {
    number: u64,
    size: u64,
}

impl Page {
    /// `first`: the number of the first page.
    fn read(pairs: &[(String, String)], cap: u64, first: u64) -> Result<Self, Vec<RefusalReason>> {
        let mut reasons = Vec::new();
        let sent = |field: &str| {
            pairs.iter().rev().find(|(name, _)| name == field).map(|(_, text)| text.parse::<u64>())
        };
        let mut at_least = |least: u64, field: &'static str, default: u64| match sent(field) {
            None => default,
            Some(Ok(number)) if number >= least => number,
            Some(_) => {
                reasons.push(RefusalReason::about(
                    field,
                    format!("{field} must be an integer of at least {least}."),
                ));
                default
            }
        };
        let page = Self {
            number: at_least(first, "page", first) + 1 - first,
            size: at_least(1, "per_page", DEFAULT_PER_PAGE).min(cap),
        };
        if reasons.is_empty() { Ok(page) } else { Err(reasons) }
    }

    /// How many products come before it.
    fn skipped(self) -> usize {
        usize::try_from((self.number - 1).saturating_mul(self.size)).unwrap_or(usize::MAX)
    }

    /// How many products it has at most.
    fn taken(self) -> usize {
        usize::try_from(self.size).unwrap_or(usize::MAX)
    }

    /// The page with its rows, and the number of products where it is stated.
    fn envelope(self, data: Vec<Value>, total: Option<u64>) -> Value {
        json!({
            "result_count": data.len(),
            "data": data,
            "total_count": total,
            "total_page": total.map(|total| total.div_ceil(self.size)),
            "page": self.number,
            "per_page": self.size,
        })
    }
}

/// Operation 8.
pub async fn list(
    State(app): State<Arc<App>>,
    Path(vendor): Path<String>,
    caller: Caller,
    Query(pairs): Query<Vec<(String, String)>>,
    headers: HeaderMap,
) -> Result<(HeaderMap, Json<Value>), Refusal> {
    let vendor = own_shop(&caller, &vendor)?;
    caller.require_scope(Scope::PRODUCT_READ)?;
    let faults = lock(&app.fault_injector).faults.clone();
    let behaviour = &faults.behaviour;
    let filters = match app.dialect.is_public() {
        true => Filters::read(&pairs),
        false => Ok(Filters::by_sku_or_id(&pairs, behaviour)),
    };
    let filters = filters.map_err(Refusal::unprocessable)?;
    let cap = faults.per_page_cap.unwrap_or(MAX_PER_PAGE).max(1);
    let requested = Page::read(&pairs, cap, behaviour.first_page).map_err(Refusal::unprocessable)?;

    let mut store = lock(&app.store);
    let visible = store.visible_products(vendor, newest_visible(&app, faults.list_lag_ms));
    let filtered = (!filters.is_empty()).then(|| filters.chosen(&store, vendor, &visible));
    let total = filtered.as_ref().map_or_else(|| visible.count(), Vec::len) as u64;
    let total = if behaviour.list_empty { 0 } else { total.min(behaviour.list_window.unwrap_or(u64::MAX)) };
    if behaviour.list_window.is_some_and(|window| requested.skipped() as u64 >= window.max(1)) {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "Result window is too large."));
    }
    let page = match faults.paging {
        Paging::Honoured => requested,
        Paging::Ignored => Page { number: 1, size: DEFAULT_PER_PAGE.min(cap) },
        Paging::Everything => Page { number: 1, size: total.max(1) },
    };
    let shown: Vec<&CreatedProduct> = match filtered {
        _ if behaviour.list_empty => Vec::new(),
        Some(filtered) => filtered.into_iter().skip(page.skipped()).take(page.taken()).collect(),
        None => visible.page(page.skipped(), page.taken()).collect(),
    };
    let newest_values = newest_visible(&app, faults.value_lag_ms);
    let is_full = behaviour.full_lists && prefers_full(&headers);
    let data: Vec<Value> =
        shown.iter().map(|product| shapes::row(&app, store.as_of(product, newest_values), is_full)).collect();
    let sells_every = if filters.names_products() { behaviour.sells_every } else { 0 };
    let sold: Vec<u64> = shown
        .iter()
        .map(|product| product.id)
        .filter(|id| sells_every > 0 && id % sells_every == 0)
        .collect();
    let mut sales = Vec::new();
    for id in sold {
        let is_sold = store.sell(id, 1).map_err(|error| Refusal::internal(&error))?;
        sales.extend(store.product(id).filter(|_| is_sold).cloned());
    }
    drop(store);
    sales.iter().for_each(|product| deliveries::sold(&app, product, 1));
    let age = behaviour.list_age.map(|age| (AGE, HeaderValue::from(age)));
    Ok((age.into_iter().collect(), Json(page.envelope(data, behaviour.totals.then_some(total)))))
}

/// The products on sale in all shops: of public material, beside operation 8. Rows have categories and times.
pub async fn on_sale(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Json<Value>, Refusal> {
    caller.require_scope(Scope::PRODUCT_READ)?;
    let filters = Filters::read_on_sale(&pairs).map_err(Refusal::unprocessable)?;
    let page = Page::read(&pairs, MAX_PER_PAGE, 1).map_err(Refusal::unprocessable)?;
    let store = lock(&app.store);
    let mut found: Vec<&CreatedProduct> =
        store.products.iter().filter(|product| filters.allows(product)).collect();
    filters.sort(&mut found);
    let total = found.len() as u64;
    let data: Vec<Value> = found
        .into_iter()
        .skip(page.skipped())
        .take(page.taken())
        .map(|product| shapes::row_on_sale(&app, product))
        .collect();
    Ok(Json(page.envelope(data, Some(total))))
}

/// Whether all of a product is asked for.
pub fn prefers_full(headers: &HeaderMap) -> bool {
    headers.get("prefer").is_some_and(|value| value.as_bytes() == b"return=full")
}

/// What came later than this is not listed yet.
fn newest_visible(app: &App, lag_ms: u64) -> Timestamp {
    app.now().checked_sub(Duration::from_millis(lag_ms)).unwrap_or(Timestamp::MIN)
}
