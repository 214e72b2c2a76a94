//! Operations 4 and 5: the owner of a token.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::consent;
use crate::sandbox::http::caller::Caller;
use crate::sandbox::state::{App, lock};

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

/// Operation 5.
pub async fn me(State(app): State<Arc<App>>, caller: Caller) -> Json<Value> {
    let person = caller.person;
    let vendor = person.shop().map(|shop| json!({ "id": shop.id, "identifier": shop.identifier, "title": shop.title }));
    Json(json!({
        "id": person.id(),
        "hash_id": person.hash_id(),
        "username": person.username(),
        "name": person.name(app.behaviour().speaks_persian()),
        "vendor": vendor,
    }))
}
