//! Operations 7 and 8: creating and listing the products of a shop.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use crate::domain::Scope;
use crate::sandbox::faults::Paging;
use crate::sandbox::faults::{Behaviour, CreationAnswer, PhotoIds};
use crate::sandbox::http::caller::{Caller, json_body};
use crate::sandbox::http::refusal::{Complaint, Refusal};
use crate::sandbox::operation::PICTURES;
use crate::sandbox::state::ledger::{CreatedProduct, Ledger, ProductFields};
use crate::sandbox::state::pictures::Size;
use crate::sandbox::state::{App, lock};

const DEFAULT_PER_PAGE: u64 = 10;
pub const MAX_PER_PAGE: u64 = 100;

pub async fn create(
    State(app): State<Arc<App>>,
    Path(vendor): Path<String>,
    caller: Caller,
    request: Request,
) -> Result<Response, Refusal> {
    let vendor = own_shop(&caller, &vendor)?;
    caller.needs(Scope::PRODUCT_WRITE)?;
    let behaviour = app.behaviour();
    let fields = Payload::read(json_body(request).await?, &behaviour).map_err(Refusal::unprocessable)?;

    let mut ledger = lock(&app.ledger);
    let complaints = misfits(&ledger, &fields, caller.person.id(), vendor, &behaviour);
    if !complaints.is_empty() {
        return Err(Refusal::unprocessable(complaints));
    }
    let product = ledger.keep_product(vendor, app.now(), fields).map_err(|error| Refusal::broken(&error))?;
    Ok(creation_answer(&app, &product, &behaviour))
}

/// The caller's shop, when the path names it.
fn own_shop(caller: &Caller, vendor: &str) -> Result<u64, Refusal> {
    let vendor: u64 = vendor.parse().map_err(|_| Refusal::new(StatusCode::NOT_FOUND, "There is no such shop."))?;
    match caller.person.vendor_id() {
        Some(own) if own == vendor => Ok(vendor),
        _ => Err(Refusal::new(StatusCode::FORBIDDEN, "This shop is not yours.")),
    }
}

/// A creation payload being read: what is taken is taken out, what is wrong is noted.
struct Payload {
    sent: Map<String, Value>,
    complaints: Vec<Complaint>,
}

impl Payload {
    /// Checks everything that can be checked by itself, and names every field that is wrong.
    fn read(body: Value, behaviour: &Behaviour) -> Result<ProductFields, Vec<Complaint>> {
        let Value::Object(sent) = body else {
            return Err(vec![Complaint { message: "The body is not a JSON object.".to_owned(), field: None }]);
        };
        let mut payload = Self { sent, complaints: Vec::new() };
        let name = payload.name(behaviour.name_chars);
        let (photo, photos) = payload.album(behaviour.photos);
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
        fields.extra = payload.sent;
        if payload.complaints.is_empty() { Ok(fields) } else { Err(payload.complaints) }
    }

    fn complain(&mut self, field: &'static str, message: impl Into<String>) {
        self.complaints.push(Complaint::about(field, message));
    }

    fn name(&mut self, most: usize) -> String {
        if !self.sent.contains_key("name") {
            self.complain("name", "name is required.");
        }
        let name = self.text("name", most).unwrap_or_default();
        if name.trim().is_empty() && self.complaints.is_empty() {
            self.complain("name", "name is empty.");
        }
        name
    }

    fn text(&mut self, field: &'static str, most: usize) -> Option<String> {
        match self.sent.remove(field)? {
            Value::String(text) if text.chars().count() <= most => return Some(text),
            Value::String(_) => self.complain(field, format!("{field} is longer than {most} characters.")),
            _ => self.complain(field, format!("{field} must be a string.")),
        }
        None
    }

    fn integer(&mut self, field: &'static str, least: i64) -> Option<i64> {
        match self.sent.remove(field)?.as_i64() {
            Some(number) if number >= least => return Some(number),
            Some(_) => self.complain(field, format!("{field} must be at least {least}.")),
            None => self.complain(field, format!("{field} must be an integer of 64 bits.")),
        }
        None
    }

    fn flag(&mut self, field: &'static str) -> Option<bool> {
        let flag = self.sent.remove(field)?.as_bool();
        if flag.is_none() {
            self.complain(field, format!("{field} must be a boolean."));
        }
        flag
    }

    /// `photo` and `photos`: integers, the cover first in the album (contract 2.4).
    fn album(&mut self, most: usize) -> (u64, Vec<u64>) {
        let photo = self.sent.remove("photo").and_then(|photo| photo.as_u64());
        if photo.is_none() {
            self.complain("photo", "photo is required: the integer id of an uploaded file.");
        }
        let sent = self.sent.remove("photos");
        let ids: Option<Vec<u64>> = sent.as_ref().and_then(Value::as_array).and_then(|ids| ids.iter().map(Value::as_u64).collect());
        match &ids {
            None => self.complain("photos", "photos is required: an array of integer ids of uploaded files."),
            Some(ids) if ids.len() > most => self.complain("photos", format!("A product has at most {most} photos.")),
            Some(ids) if photo.is_some() && ids.first() != photo.as_ref() => {
                self.complain("photos", "The id used in photo must also be the first of photos.");
            }
            Some(_) => {}
        }
        (photo.unwrap_or_default(), ids.unwrap_or_default())
    }
}

/// What is wrong with a product beside what the marketplace already holds.
fn misfits(ledger: &Ledger, fields: &ProductFields, owner: u64, vendor: u64, behaviour: &Behaviour) -> Vec<Complaint> {
    let unknown = |id: &u64| ledger.files.get(id).is_none_or(|file| file.owner != owner);
    let mut complaints = Vec::new();
    if unknown(&fields.photo) {
        complaints.push(Complaint::about("photo", format!("There is no uploaded file {}.", fields.photo)));
    }
    if let Some(id) = fields.photos.iter().skip(1).find(|id| unknown(id)) {
        complaints.push(Complaint::about("photos", format!("There is no uploaded file {id}.")));
    }
    let same_name = |other: &CreatedProduct| other.vendor == vendor && other.fields.name.trim() == fields.name.trim();
    if behaviour.refuse_equal_names && ledger.products.iter().any(same_name) {
        complaints.push(Complaint::about("name", "The shop already has a product of this name."));
    }
    complaints
}

fn creation_answer(app: &App, product: &CreatedProduct, behaviour: &Behaviour) -> Response {
    let mut whole = item(app, product, behaviour.photo_ids);
    let fields = &product.fields;
    whole["summary"] = json!(fields.brief);
    whole["description"] = json!(fields.description);
    whole["preparation_day"] = json!(fields.preparation_days);
    whole["net_weight"] = json!(fields.weight);
    whole["packaged_weight"] = json!(fields.package_weight);
    whole["sku"] = json!(fields.sku);
    let body = match behaviour.creation_answer {
        CreationAnswer::Whole => whole,
        CreationAnswer::IdOnly => json!({ "id": product.id }),
        CreationAnswer::DataId => json!({ "data": { "id": product.id } }),
        CreationAnswer::Empty => json!({}),
        CreationAnswer::NoContent204 => return StatusCode::NO_CONTENT.into_response(),
        CreationAnswer::Html => {
            return (StatusCode::CREATED, Html("<!doctype html><title>Created</title><h1>Created</h1>")).into_response();
        }
        CreationAnswer::WithoutId => {
            whole.as_object_mut().map(|whole| whole.remove("id"));
            whole
        }
    };
    (StatusCode::CREATED, Json(body)).into_response()
}

/// A product as it is listed (contract 2.5).
fn item(app: &App, product: &CreatedProduct, photo_ids: PhotoIds) -> Value {
    let CreatedProduct { id, fields, .. } = product;
    let mut photo = Map::new();
    let shown = match photo_ids {
        PhotoIds::Same => fields.photo,
        PhotoIds::OtherSpace => fields.photo + 5_000_000,
    };
    photo.insert("id".to_owned(), json!(shown));
    for size in Size::ALL {
        photo.insert(size.name().to_owned(), json!(format!("http://{}{PICTURES}/{}/{}", app.address, fields.photo, size.name())));
    }
    json!({
        "id": id,
        "title": fields.name,
        "price": fields.primary_price.unwrap_or(0),
        "photo": photo,
        // Allowed values are not shown; this pair is the one public material gives for a published product.
        "status": { "name": "published", "value": 2976 },
        "inventory": fields.stock.unwrap_or(0),
        "is_wholesale": fields.is_wholesale.unwrap_or(false),
    })
}

/// Which part of the shop was asked for.
#[derive(Clone, Copy)]
struct Page {
    number: u64,
    size: u64,
}

impl Page {
    fn read(query: &HashMap<String, String>, cap: u64) -> Result<Self, Vec<Complaint>> {
        let mut complaints = Vec::new();
        let mut positive = |field: &'static str, default: u64| match query.get(field).map(|text| text.parse::<u64>()) {
            None => default,
            Some(Ok(number)) if number > 0 => number,
            Some(_) => {
                complaints.push(Complaint::about(field, format!("{field} must be an integer of at least 1.")));
                default
            }
        };
        let page = Self { number: positive("page", 1), size: positive("per_page", DEFAULT_PER_PAGE).min(cap) };
        if complaints.is_empty() { Ok(page) } else { Err(complaints) }
    }
}

pub async fn list(
    State(app): State<Arc<App>>,
    Path(vendor): Path<String>,
    caller: Caller,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Json<Value>, Refusal> {
    let vendor = own_shop(&caller, &vendor)?;
    caller.needs(Scope::PRODUCT_READ)?;
    let faults = lock(&app.judge).faults.clone();
    let cap = faults.per_page_cap.unwrap_or(MAX_PER_PAGE).max(1);
    let asked = Page::read(&query, cap).map_err(Refusal::unprocessable)?;

    let ledger = lock(&app.ledger);
    let newest = newest_shown(&app, faults.list_lag_ms);
    let shown = ledger.shown(vendor, newest);
    let total = shown.count() as u64;
    let page = match faults.paging {
        Paging::Honoured => asked,
        Paging::Ignored => Page { number: 1, size: DEFAULT_PER_PAGE.min(cap) },
        Paging::Everything => Page { number: 1, size: total.max(1) },
    };
    let skip = usize::try_from((page.number - 1).saturating_mul(page.size)).unwrap_or(usize::MAX);
    let take = usize::try_from(page.size).unwrap_or(usize::MAX);
    let data: Vec<Value> = shown.page(skip, take).map(|product| item(&app, product, faults.behaviour.photo_ids)).collect();
    let counted = |number: u64| faults.behaviour.totals.then_some(number);
    Ok(Json(json!({
        "result_count": data.len(),
        "data": data,
        "total_count": counted(total),
        "total_page": counted(total.div_ceil(page.size)),
        "page": page.number,
        "per_page": page.size,
    })))
}

/// Products created later than this are not listed yet.
fn newest_shown(app: &App, lag_ms: u64) -> Timestamp {
    app.now().checked_sub(Duration::from_millis(lag_ms)).unwrap_or(Timestamp::MIN)
}
