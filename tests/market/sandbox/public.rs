//! The public marketplace's dialect. Its own client makes every call in tests/official-client; here is what
//! that client cannot see, and that the contract's own strictness stays where the dialect is not asked for.

use std::collections::BTreeSet;

use reqwest::header::AUTHORIZATION;
use reqwest::{Method, StatusCode};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use vitrine_sandbox::{Categories, Dialect, Faults, Options, Person, ShopBehaviour};

use super::plain_client::{PRODUCTS, PlainClient, photo, refused_fields};

const LIST: &str = "/v1/vendors/501/products";

async fn shop() -> PlainClient {
    let behaviour = ShopBehaviour { categories: Categories::English, ..ShopBehaviour::default() };
    let faults = Faults { behaviour, ..Faults::default() };
    PlainClient::with_options(Options { faults, dialect: Dialect::PUBLIC, ..Options::default() }).await
}

async fn upload(shop: &PlainClient) -> Value {
    shop.send_file("/v1/files", photo(8, 6), "product.photo").await.json().await.unwrap()
}

/// A payload that is accepted, with these changes.
async fn payload(shop: &PlainClient, changes: Value) -> Value {
    let mut sent = json!({
        "name": "Kilim", "photo": upload(shop).await["id"], "category_id": 302, "status": 2976, "preparation_days": 2,
        "weight": 900.0, "package_weight": 1000, "primary_price": 250_000, "brief": null,
        "product_attribute": [{"attribute_id": 219, "value": null, "selected_values": [17]}],
    });
    sent.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    sent
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[tokio::test]
async fn list_rows_have_exactly_the_fields_of_the_public_list() {
    let shop = shop().await;
    for changes in [json!({}), json!({"name": "Draft", "photo": null, "photos": [], "status": 3790})] {
        let answer = shop.post(LIST, &payload(&shop, changes).await).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
    }
    let expected = BTreeSet::from([
        "id",
        "title",
        "price",
        "photo",
        "status",
        "inventory",
        "primary_price",
        "is_product_for_revision",
        "revision",
        "preparation_day",
        "published",
        "shipping_data",
        "net_weight",
        "packaged_weight",
        "net_weight_decimal",
        "variant",
        "unit_quantity",
        "unit_type",
        "sku",
        "discount",
        "is_wholesale",
    ]);
    let list = shop.json(LIST).await;
    for row in list["data"].as_array().unwrap() {
        assert_eq!(keys(row), expected);
        assert!(row["photo"]["original"].is_string(), "the photo is never null: {row}");
    }
    assert_eq!(shop.json("/core/v3/vendors/501/products").await, list, "both layouts have the same rows");
    let whole = shop.json("/v1/products/3001").await;
    assert!(
        whole["category"]["id"] == 302 && whole["created_at"].is_string(),
        "a product by itself has both: {whole}"
    );
    let on_sale = shop.json("/v1/products?vendor_ids=501").await;
    assert_eq!(on_sale["result_count"], 1, "the list of all shops has no hidden products");
    assert!(on_sale["data"][0]["updated_at"].is_string());
}

#[tokio::test]
async fn unknown_fields_of_a_creation_and_unknown_filters_are_refused_by_name() {
    let shop = shop().await;
    let refused = shop.post(LIST, &payload(&shop, json!({"colour": "red"})).await).await;
    assert_eq!(
        (refused.status(), refused_fields(refused).await),
        (StatusCode::UNPROCESSABLE_ENTITY, vec!["colour".to_owned()])
    );
    let refused = shop.get(&format!("{LIST}?colour=red")).await;
    assert_eq!(
        (refused.status(), refused_fields(refused).await),
        (StatusCode::UNPROCESSABLE_ENTITY, vec!["colour".to_owned()])
    );
}

#[tokio::test]
async fn an_accept_header_may_be_wide_or_missing() {
    let shop = shop().await;
    for accepted in [Some("*/*"), Some("application/*"), Some("application/json"), None] {
        let request = shop
            .bare(Method::GET, "/v1/users/me")
            .header(AUTHORIZATION, format!("Bearer {}", shop.token.expose_secret()));
        let request =
            if let Some(accepted) = accepted { request.header("accept", accepted) } else { request };
        assert_eq!(request.send().await.unwrap().status(), StatusCode::OK, "{accepted:?}");
    }
    let page = shop
        .bare(Method::GET, "/v1/users/me")
        .header(AUTHORIZATION, format!("Bearer {}", shop.token.expose_secret()));
    assert_eq!(page.header("accept", "text/html").send().await.unwrap().status(), StatusCode::NOT_ACCEPTABLE);
}

#[tokio::test]
async fn a_token_of_the_app_acts_for_no_user() {
    let shop = shop().await;
    let client = shop.sandbox.client();
    let sent = json!({
        "grant_type": "client_credentials", "client_id": client.id, "client_secret": client.secret.expose_secret(), "scope": "*",
    });
    let answer: Value =
        shop.bare(Method::POST, "/auth/oauth/token").json(&sent).send().await.unwrap().json().await.unwrap();
    assert!(answer.get("refresh_token").is_none());
    let app = PlainClient { token: answer["access_token"].as_str().unwrap().into(), ..shop };
    for path in ["/v1/users/me", "/core/v3/users/me", LIST] {
        assert_eq!(app.get(path).await.status(), StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(
        app.send_file("/v1/files", photo(8, 6), "product.photo").await.status(),
        StatusCode::FORBIDDEN
    );
    let hook = json!({"event_ids": [8], "request_method": "POST", "url": "https://example.com/hook"});
    assert_eq!(app.post("/v1/webhooks", &hook).await.status(), StatusCode::OK, "it may subscribe itself");
}

#[tokio::test]
async fn decimals_are_kept_where_the_marketplace_takes_them() {
    let shop = shop().await;
    let sent = payload(&shop, json!({"weight": 12.5, "unit_type": 6305, "unit_quantity": 0.5})).await;
    let created: Value = shop.post(LIST, &sent).await.json().await.unwrap();
    assert_eq!((&created["net_weight_decimal"], &created["unit_quantity"]), (&json!(12.5), &json!(0.5)));
    let refused =
        shop.post(LIST, &payload(&shop, json!({"unit_type": 6305, "unit_quantity": 0})).await).await;
    assert_eq!(refused_fields(refused).await, ["unit_quantity"]);
}

#[tokio::test]
async fn a_webhook_is_changed_and_deleted_by_its_owner_only() {
    let shop = shop().await;
    let hook = json!({"event_ids": [8], "request_method": "POST", "url": "https://example.com/hook"});
    let created: Value = shop.post("/v1/webhooks", &hook).await.json().await.unwrap();
    let path = format!("/v1/webhooks/{}", created["id"]);
    let shop = shop.signed_in_as(Person::OtherOwner, &["*"]);
    assert_eq!(shop.request(Method::DELETE, &path).send().await.unwrap().status(), StatusCode::NOT_FOUND);
    let shop = shop.signed_in_as(Person::Owner, &["*"]);
    assert_eq!(
        shop.request(Method::PATCH, &path).json(&json!({"url": "nowhere"})).send().await.unwrap().status(),
        422
    );
    assert_eq!(shop.request(Method::DELETE, &path).send().await.unwrap().status(), StatusCode::OK);
    assert_eq!(shop.json("/v1/webhooks").await["data"], json!([]));
}

#[tokio::test]
async fn the_plain_practice_shop_demands_what_the_contract_says() {
    let shop = PlainClient::new().await;
    let id = shop.upload().await;
    for (sent, field) in [
        (json!({"name": "Rug", "photo": id}), "photos"),
        (json!({"name": "Rug", "photo": id, "photos": [id + 1]}), "photos"),
        (json!({"name": "Rug", "photo": id, "photos": [id], "weight": 12.5}), "weight"),
        (json!({"name": "Rug", "photo": id, "photos": [id], "brief": null}), "brief"),
    ] {
        let refused = shop.post(PRODUCTS, &sent).await;
        assert_eq!(
            (refused.status(), refused_fields(refused).await),
            (StatusCode::UNPROCESSABLE_ENTITY, vec![field.to_owned()])
        );
    }
    for path in ["/v1/users/me", "/api/v1/products", "/core/v3/products"] {
        assert_eq!(shop.get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let sent = json!({"event_ids": [8], "request_method": "POST", "url": "https://example.com/hook"});
    let refused = shop.post("/webhook/v1/webhooks", &sent).await;
    assert_eq!(refused_fields(refused).await, ["is_active", "register_me"]);
}
