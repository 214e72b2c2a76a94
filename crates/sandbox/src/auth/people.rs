//! Operations 4 and 5: the owner of a token.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::consent;
use crate::http::caller::Caller;
use crate::http::refusal::Refusal;
use crate::state::access::Person;
use crate::state::{App, lock};

/// Operation 4.
pub async fn whoami(State(app): State<Arc<App>>, caller: Caller) -> Json<Value> {
    let person = caller.person;
    let client = lock(&app.access).client.clone();
    Json(json!({
        "id": person.id().to_string(),
        "name": person.name(app.behaviour().speaks_persian()),
        "mobile": "0912****321",
        "hash_id": person.hash_id(),
        "client": {
            "id": client.id,
            "name": client.name,
            "image_url": format!("http://{}{}", app.address, consent::ICON),
        },
    }))
}

/// Operation 5. Without the shop where the request says so, which only the public marketplace understands.
pub async fn me(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Json<Value>, Refusal> {
    let person = caller.person;
    if person == Person::App {
        return Err(Refusal::of_nobody());
    }
    let vendor = person
        .shop(app.behaviour().speaks_persian())
        .map(|shop| json!({ "id": shop.id, "identifier": shop.identifier, "title": shop.title }));
    let mut me = json!({
        "id": person.id(),
        "hash_id": person.hash_id(),
        "username": person.username(),
        "name": person.name(app.behaviour().speaks_persian()),
        "vendor": vendor,
    });
    if app.dialect.is_public() {
        for field in PUBLIC_FIELDS {
            me[field] = Value::Null;
        }
        me["mobile"] = json!("09120000321");
        if let Some(vendor) = me["vendor"].as_object_mut() {
            vendor.extend(VENDOR_FIELDS.map(|field| (field.to_owned(), Value::Null)));
            vendor.insert("is_active".to_owned(), json!(true));
        }
        if headers.get("with-out-vendor").is_some_and(|value| value == "true") {
            me["vendor"] = Value::Null;
        }
    }
    Ok(Json(me))
}

/// What the public marketplace also says of a user; nothing of it is known here.
const PUBLIC_FIELDS: [&str; 20] = [
    "avatar",
    "marked_type",
    "gender",
    "bio",
    "city",
    "created_at",
    "referral_journey_enum",
    "is_banned_in_social",
    "email",
    "birthday",
    "national_code",
    "mobile",
    "credit_card_number",
    "credit_card_owner",
    "foreign_citizen_code",
    "user_sheba_number",
    "user_sheba_owner",
    "bank_information",
    "bank_information_owner",
    "info_verification_status",
];
/// The same of a shop.
const VENDOR_FIELDS: [&str; 9] = [
    "description",
    "is_active",
    "free_shipping_to_iran",
    "free_shipping_to_same_city",
    "worth_buy",
    "created_at",
    "activated_at",
    "order_count",
    "status",
];
