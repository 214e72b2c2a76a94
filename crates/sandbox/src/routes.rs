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
use super::operation::{AUTH, CORE, EXCHANGE, PICTURES, SSO, TRIAL, UPLOAD};
use super::shop::{categories, changes, discounts, files, photos, products, webhooks};
use super::state::App;

/// The router with all handlers and the middleware.
pub fn routes(app: &Arc<App>) -> Router {
    let (base, webhook) = (app.dialect.base, app.dialect.webhook);
    let mut router = Router::new();
    if app.dialect.is_public() {
        router = router
            .route(&format!("{base}/v1/products"), get(products::on_sale))
            .route(&format!("{CORE}/v3/products"), get(products::on_sale));
    }
    router
        .route(SSO, get(consent::show).post(consent::answer))
        .route(consent::ICON, get(consent::icon))
        .route(&format!("{AUTH}/oauth/token"), post(oauth::token))
        .route(EXCHANGE, post(oauth::exchange))
        .route(&format!("{AUTH}/whoami"), get(people::whoami))
        .route(&format!("{base}/v1/users/me"), get(people::me))
        .route(&format!("{CORE}/v3/users/me"), get(people::me))
        .route(&format!("{base}/v1/files"), post(files::upload))
        .route(&format!("{UPLOAD}/v3/files"), post(files::upload))
        .route(&format!("{base}/v1/vendors/{{vendor}}/products"), post(products::create).get(products::list))
        .route(
            &format!("{CORE}/v4/vendors/{{vendor}}/products"),
            post(products::create).patch(changes::batch),
        )
        .route(&format!("{base}/v1/vendors/{{vendor}}/products/batch-updates"), patch(changes::batch))
        .route(&format!("{base}/v1/products/{{id}}"), get(changes::read).patch(changes::change))
        .route(
            &format!("{base}/v1/products/{{id}}/variations/{{variant}}"),
            patch(changes::change_one_variant),
        )
        .route(
            &format!("{CORE}/v4/products/{{id}}/variations/{{variant}}"),
            patch(changes::change_one_variant),
        )
        .route(&format!("{CORE}/v4/products/{{id}}"), get(changes::read).patch(changes::change))
        .route(&format!("{CORE}/v3/vendors/{{vendor}}/products"), get(products::list))
        .route(
            &format!("{base}/v1/vendors/{{vendor}}/discounts"),
            post(discounts::begin).delete(discounts::end),
        )
        .route(
            &format!("{CORE}/v3/vendors/{{vendor}}/discounts"),
            post(discounts::begin).delete(discounts::end),
        )
        .merge(categories_at(&format!("{base}/v1/categories")))
        .merge(categories_at(&format!("{CORE}/v3/categories")))
        .merge(webhooks_at(webhook))
        .route(&format!("{PICTURES}/{{file}}/{{size}}"), get(photos::show))
        .fallback(async || Refusal::new(StatusCode::NOT_FOUND, "There is nothing at this address."))
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "This address does not answer to this method.")
        })
        .layer(from_fn_with_state(Arc::clone(app), middleware::handle))
        // Photos exceed the default limit; every handler limits what it reads.
        .layer(DefaultBodyLimit::disable())
        .with_state(Arc::clone(app))
}

fn categories_at(path: &str) -> Router<Arc<App>> {
    Router::new()
        .route(path, get(categories::tree))
        .route(&format!("{path}/{{id}}"), get(categories::category))
        .route(&format!("{path}/{{id}}/attributes"), get(categories::attributes))
}

fn webhooks_at(host: &str) -> Router<Arc<App>> {
    Router::new()
        .route(&format!("{host}/v1/webhooks"), post(webhooks::create).get(webhooks::list))
        .route(&format!("{host}/v1/webhooks/{{id}}"), patch(webhooks::change).delete(webhooks::delete))
        .route(&format!("{host}/v1/webhooks/{{id}}/logs"), get(webhooks::logs))
        .route(
            &format!("{host}/v1/webhooks/services"),
            post(webhooks::create_service).get(webhooks::services),
        )
        .route(&format!("{host}/v1/webhooks/events"), get(webhooks::events))
        .route(&format!("{host}/v1/webhooks/customers"), get(webhooks::customers))
        .route(&format!("{host}{TRIAL}/{{event}}"), post(webhooks::try_delivery))
        .route(
            &format!("{host}/v1/customers/webhooks"),
            post(webhooks::join).delete(webhooks::leave).get(webhooks::joined),
        )
}
