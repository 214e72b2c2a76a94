//! The routing table.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, patch, post};

use super::auth::{consent, oauth, people};
use super::http::middleware;
use super::http::refusal::Refusal;
use super::operation::{AUTH, BASE, CORE, EXCHANGE, PICTURES, SSO, UPLOAD, WEBHOOK};
use super::shop::{categories, changes, files, photos, products, webhooks};
use super::state::App;

/// The router with all handlers and the middleware.
pub fn routes(app: &Arc<App>) -> Router {
    let create_and_list = || post(products::create).get(products::list);
    Router::new()
        .route(SSO, get(consent::show).post(consent::answer))
        .route(consent::ICON, get(consent::icon))
        .route(&format!("{AUTH}/oauth/token"), post(oauth::token))
        .route(EXCHANGE, post(oauth::exchange))
        .route(&format!("{AUTH}/whoami"), get(people::whoami))
        .route(&format!("{BASE}/v1/users/me"), get(people::me))
        .route(&format!("{CORE}/v3/users/me"), get(people::me))
        .route(&format!("{BASE}/v1/files"), post(files::upload))
        .route(&format!("{UPLOAD}/v3/files"), post(files::upload))
        .route(&format!("{BASE}/v1/vendors/{{vendor}}/products"), create_and_list())
        .route(&format!("{CORE}/v4/vendors/{{vendor}}/products"), post(products::create).patch(changes::batch))
        .route(&format!("{BASE}/v1/vendors/{{vendor}}/products/batch-updates"), patch(changes::batch))
        .route(&format!("{BASE}/v1/products/{{id}}"), get(changes::read).patch(changes::change))
        .route(&format!("{CORE}/v4/products/{{id}}"), get(changes::read).patch(changes::change))
        .route(&format!("{CORE}/v3/vendors/{{vendor}}/products"), get(products::list))
        .route(&format!("{BASE}/v1/categories"), get(categories::tree))
        .route(&format!("{CORE}/v3/categories"), get(categories::tree))
        .route(&format!("{BASE}/v1/categories/{{id}}/attributes"), get(categories::attributes))
        .route(&format!("{CORE}/v3/categories/{{id}}/attributes"), get(categories::attributes))
        .route(&format!("{WEBHOOK}/v1/webhooks"), post(webhooks::create).get(webhooks::list))
        .route(&format!("{WEBHOOK}/v1/webhooks/services"), post(webhooks::create_service).get(webhooks::services))
        .route(&format!("{WEBHOOK}/v1/webhooks/events"), get(webhooks::events))
        .route(&format!("{PICTURES}/{{file}}/{{size}}"), get(photos::show))
        .fallback(async || Refusal::new(StatusCode::NOT_FOUND, "There is nothing at this address."))
        .method_not_allowed_fallback(async || Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "This address does not answer to this method."))
        .layer(from_fn_with_state(Arc::clone(app), middleware::handle))
        // Photos exceed the default limit; every handler limits what it reads.
        .layer(DefaultBodyLimit::disable())
        .with_state(Arc::clone(app))
}
