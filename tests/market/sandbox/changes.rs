//! Reading and changing existing products, which public material describes.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use vitrine_sandbox::{BatchAnswer, BatchError, Faults, Options, Person, ShopBehaviour};

use super::plain_client::{PRODUCTS, PlainClient};

const BATCH: &str = "/api/v1/vendors/501/products/batch-updates";

async fn shop(products: usize, behaviour: ShopBehaviour) -> PlainClient {
    let faults = Faults { behaviour, ..Faults::default() };
    PlainClient::with_options(Options { faults, initial_products: products, ..Options::default() }).await
}

async fn patch(shop: &PlainClient, path: &str, body: &Value) -> (StatusCode, Value) {
    let answer = shop.request(Method::PATCH, path).json(body).send().await.unwrap();
    (answer.status(), answer.json().await.unwrap_or_default())
}

fn prices(shop: &PlainClient) -> Vec<Option<i64>> {
    shop.sandbox.products().iter().map(|product| product.fields.primary_price).collect()
}

#[tokio::test]
async fn a_change_touches_only_the_fields_that_were_sent() {
    let shop = shop(1, ShopBehaviour::default()).await;
    for path in ["/api/v1/products/3001", "/core/v4/products/3001"] {
        let (status, hidden) = patch(&shop, path, &json!({ "status": 3790, "stock": 4 })).await;
        assert_eq!(
            (status, &hidden["status"]["value"], &hidden["inventory"]),
            (StatusCode::OK, &json!(3790), &json!(4))
        );
        let (_, dearer) = patch(&shop, path, &json!({ "primary_price": 1080 })).await;
        assert_eq!(
            (&dearer["primary_price"], &dearer["status"]["value"], &dearer["title"]),
            (&json!(1080), &json!(3790), &json!("Old product 1"))
        );
    }
    let (status, refusal) =
        patch(&shop, "/api/v1/products/3001", &json!({ "primary_price": -1, "stock": 9 })).await;
    assert_eq!(
        (status, &refusal["messages"][0]["fields"][0]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("primary_price"))
    );
    assert_eq!(shop.sandbox.products()[0].fields.stock, Some(4), "a refused change changes nothing");
}

#[tokio::test]
async fn all_of_a_product_is_shown_only_on_request() {
    let shop = shop(1, ShopBehaviour::default()).await;
    let brief = shop.json("/api/v1/products/3001").await;
    assert!(brief.get("description").is_none() && brief["primary_price"] == 1000);
    let full = shop
        .request(Method::GET, "/api/v1/products/3001")
        .header("Prefer", "return=full")
        .send()
        .await
        .unwrap();
    assert!(full.json::<Value>().await.unwrap().get("description").is_some());
}

#[tokio::test]
async fn products_that_do_not_exist_or_are_another_shops_are_told_apart() {
    let shop = shop(1, ShopBehaviour::default()).await;
    assert_eq!(patch(&shop, "/api/v1/products/1", &json!({})).await.0, StatusCode::NOT_FOUND);
    assert_eq!(patch(&shop, "/api/v1/vendors/501/products/3001", &json!({})).await.0, StatusCode::NOT_FOUND);
    let other = shop.signed_in_as(Person::OtherOwner, &["*"]);
    assert_eq!(patch(&other, "/api/v1/products/3001", &json!({})).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_discount_lowers_what_buyers_pay_until_it_ends() {
    const DISCOUNTS: &str = "/api/v1/vendors/501/discounts";
    let shop = shop(3, ShopBehaviour { discounts: true, ..ShopBehaviour::default() }).await;
    let request = async |method: Method, body: Value| {
        shop.request(method, DISCOUNTS).json(&body).send().await.unwrap().status()
    };
    let of = |ids: Value| json!({ "product_filter": { "product_ids": ids }, "discount_percent": 20, "active_days": 5 });
    assert_eq!(request(Method::POST, of(json!([3001, 3002, 9]))).await, StatusCode::ACCEPTED);
    let shown = async || {
        let list = shop.json("/api/v1/vendors/501/products").await;
        let of = |row: &Value| {
            (row["price"].clone(), row["primary_price"].clone(), row["discount"]["percent"].clone())
        };
        list["data"].as_array().unwrap().iter().rev().map(of).collect::<Vec<_>>()
    };
    let (given, none) = ((json!(800), json!(1000), json!(20)), (json!(1000), json!(1000), Value::Null));
    assert_eq!(shown().await, [given.clone(), given.clone(), none.clone()]);
    assert_eq!(
        request(Method::DELETE, json!({ "product_filter": { "product_ids": [3001] } })).await,
        StatusCode::ACCEPTED
    );
    assert_eq!(shown().await, [none.clone(), given, none]);
    for (body, field) in [
        (json!({ "discount_percent": 20, "active_days": 5 }), "product_filter"),
        (json!({ "product_filter": null, "discount_percent": 100, "active_days": 5 }), "discount_percent"),
        (json!({ "product_filter": null, "discount_percent": 20 }), "active_days"),
    ] {
        let answer = shop.request(Method::POST, DISCOUNTS).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let refusal: Value = answer.json().await.unwrap();
        assert_eq!(refusal["messages"][0]["fields"][0], field);
    }
    assert_eq!(request(Method::POST, of(json!([9]))).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_shop_of_the_contract_has_no_discounts_unless_they_are_switched_on() {
    let shop = shop(1, ShopBehaviour::default()).await;
    let body = json!({ "product_filter": null, "discount_percent": 20, "active_days": 5 });
    let answer =
        shop.request(Method::POST, "/api/v1/vendors/501/discounts").json(&body).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    assert!(shop.json("/api/v1/products/3001").await.get("discount").is_none());
    assert!(!shop.sandbox.market_file().contains("[discounts]"));
}

#[tokio::test]
async fn a_batch_reports_each_product_and_continues_only_if_told_to() {
    let items = json!({ "data": [{ "id": 3001, "primary_price": 5 }, { "id": 3002, "primary_price": 0 }, { "id": 3003, "primary_price": 7 }] });
    for (query, error, expected) in [
        ("?continue_on_error=true", BatchError::Stops, [Some(5), Some(1000), Some(7)]),
        ("", BatchError::Stops, [Some(5), Some(1000), Some(1000)]),
        ("", BatchError::RollsBack, [Some(1000), Some(1000), Some(1000)]),
    ] {
        let shop = shop(3, ShopBehaviour { batch_error: error, ..ShopBehaviour::default() }).await;
        let (status, answer) = patch(&shop, &format!("{BATCH}{query}"), &items).await;
        assert_eq!(status, StatusCode::ACCEPTED);
        assert_eq!(
            (&answer[0]["id"], &answer[0]["has_error"], &answer[1]["has_error"]),
            (&json!(3001), &json!(false), &json!(true))
        );
        assert!(answer[1]["error_message"].is_string());
        assert_eq!(prices(&shop), expected);
    }
    let shop = shop(3, ShopBehaviour { batch_error: BatchError::Refuses, ..ShopBehaviour::default() }).await;
    assert_eq!(
        patch(&shop, BATCH, &items).await.0,
        StatusCode::UNPROCESSABLE_ENTITY,
        "refused as a whole, and applied in part"
    );
    assert_eq!(prices(&shop), [Some(5), Some(1000), Some(1000)]);
}

#[tokio::test]
async fn a_batch_has_a_limit_and_its_own_set_of_fields() {
    let shop = shop(2, ShopBehaviour { batch_items: 1, ..ShopBehaviour::default() }).await;
    let two = json!({ "data": [{ "id": 3001, "stock": 1 }, { "id": 3002, "stock": 1 }] });
    assert_eq!(patch(&shop, BATCH, &two).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let (_, answer) =
        patch(&shop, "/core/v4/vendors/501/products", &json!({ "data": [{ "id": 3001, "sku": "A" }] })).await;
    assert_eq!(answer[0]["has_error"], true);
    assert_eq!(shop.sandbox.products()[0].fields.stock, None);
}

#[tokio::test]
async fn the_answer_to_a_batch_may_be_reordered_incomplete_or_early() {
    let items = json!({ "data": [{ "id": 3001, "stock": 1 }, { "id": 3002, "stock": 2 }, { "id": 3003, "stock": 3 }] });
    for (form, ids) in [
        (BatchAnswer::Reordered, vec![3003, 3002, 3001]),
        (BatchAnswer::Incomplete, vec![3001, 3002]),
        (BatchAnswer::Empty, vec![]),
    ] {
        let shop = shop(3, ShopBehaviour { batch_answer: form, ..ShopBehaviour::default() }).await;
        let (_, answer) = patch(&shop, BATCH, &items).await;
        let answered: Vec<i64> =
            answer.as_array().into_iter().flatten().map(|item| item["id"].as_i64().unwrap()).collect();
        assert_eq!(answered, ids);
        assert_eq!(shop.sandbox.products()[2].fields.stock, Some(3));
    }
}

#[tokio::test]
async fn a_batch_may_be_applied_after_its_answer() {
    let shop = shop(1, ShopBehaviour { batch_delay_ms: 200, ..ShopBehaviour::default() }).await;
    let (status, _) = patch(&shop, BATCH, &json!({ "data": [{ "id": 3001, "stock": 6 }] })).await;
    assert_eq!((status, shop.sandbox.products()[0].fields.stock), (StatusCode::ACCEPTED, None));
    while shop.json("/api/v1/products/3001").await["inventory"] != 6 {}
}

#[tokio::test]
async fn a_new_name_waits_for_its_review_and_a_price_does_not() {
    let shop = shop(1, ShopBehaviour { review: true, ..ShopBehaviour::default() }).await;
    let (_, answer) =
        patch(&shop, BATCH, &json!({ "data": [{ "id": 3001, "name": "New", "primary_price": 9 }] })).await;
    assert_eq!(answer[0]["is_product_for_revision"], true);
    let product = shop.json("/api/v1/products/3001").await;
    assert_eq!(
        (&product["title"], &product["primary_price"], &product["is_product_for_revision"]),
        (&json!("Old product 1"), &json!(9), &json!(true))
    );
    let listed = shop.json(PRODUCTS).await;
    assert_eq!(listed["data"][0]["is_product_for_revision"], true);
}

#[tokio::test]
async fn a_listing_is_filtered_by_ids_and_buyers_may_buy_in_between() {
    let shop = shop(4, ShopBehaviour { sells_every: 3003, ..ShopBehaviour::default() }).await;
    patch(&shop, "/api/v1/products/3003", &json!({ "stock": 5 })).await;
    let listed = shop.json(&format!("{PRODUCTS}?ids=3003&ids=3001&ids=77")).await;
    let ids: Vec<i64> =
        listed["data"].as_array().unwrap().iter().map(|product| product["id"].as_i64().unwrap()).collect();
    assert_eq!((ids, &listed["data"][0]["inventory"]), (vec![3003, 3001], &json!(5)));
    assert_eq!(shop.sandbox.products()[2].fields.stock, Some(4));
    assert!(shop.sandbox.sell(3003, 4).unwrap() && !shop.sandbox.sell(3003, 1).unwrap());
}

/// Two sizes, of which the first costs 1,000 and the second 2,000.
async fn sizes(behaviour: ShopBehaviour) -> PlainClient {
    let faults = Faults { behaviour, ..Faults::default() };
    PlainClient::with_options(Options {
        faults,
        initial_products: 1,
        initial_variants: 2,
        ..Options::default()
    })
    .await
}

/// Id, price and stock of each variant, as a list or a product alone shows them.
fn shown(variants: &Value) -> Vec<[i64; 3]> {
    let of = |variant: &Value| ["id", "primary_price", "stock"].map(|key| variant[key].as_i64().unwrap());
    variants.as_array().unwrap().iter().map(of).collect()
}

#[tokio::test]
async fn variants_are_shown_by_lists_and_in_full_and_changed_by_their_ids() {
    let shop = sizes(ShopBehaviour::default()).await;
    let change = json!({ "data": [{ "id": 3001, "variants": [{ "id": 300_102, "primary_price": 2200 }, { "id": 300_101, "stock": 0 }] }] });
    let (status, answer) = patch(&shop, BATCH, &change).await;
    assert_eq!((status, &answer[0]["has_error"]), (StatusCode::ACCEPTED, &json!(false)));
    let expected = [[300_101, 1000, 0], [300_102, 2200, 2]];
    assert_eq!(shown(&shop.json(PRODUCTS).await["data"][0]["variant"]), expected);
    let full = shop
        .request(Method::GET, "/api/v1/products/3001")
        .header("Prefer", "return=full")
        .send()
        .await
        .unwrap();
    assert_eq!(shown(&full.json::<Value>().await.unwrap()["variants"]), expected);
    let unknown = json!({ "data": [{ "id": 3001, "variants": [{ "id": 300_101, "stock": 9 }, { "id": 1, "stock": 4 }] }] });
    let cheap = json!({ "data": [{ "id": 3001, "variants": [{ "id": 300_101, "primary_price": 0 }] }] });
    for refused in [unknown, cheap] {
        assert_eq!(patch(&shop, BATCH, &refused).await.1[0]["has_error"], true, "{refused}");
    }
    assert_eq!(
        shown(&shop.json(PRODUCTS).await["data"][0]["variant"]),
        expected,
        "a refused item changes nothing"
    );
}

#[tokio::test]
async fn one_variant_is_changed_by_its_id_and_nothing_else_of_the_product() {
    let shop = sizes(ShopBehaviour::default()).await;
    for address in ["/api/v1/products/3001/variations/300102", "/core/v4/products/3001/variations/300102"] {
        let (status, answer) =
            patch(&shop, address, &json!({ "primary_price": 2200, "stock": 7, "sku": "L" })).await;
        assert_eq!((status, &answer["id"], &answer["sku"]), (StatusCode::OK, &json!(300_102), &json!("L")));
    }
    let expected = [[300_101, 1000, 1], [300_102, 2200, 7]];
    assert_eq!(shown(&shop.json(PRODUCTS).await["data"][0]["variant"]), expected);
    for (address, body, refusal) in [
        ("/api/v1/products/3001/variations/1", json!({ "stock": 9 }), StatusCode::NOT_FOUND),
        ("/api/v1/products/9/variations/300102", json!({ "stock": 9 }), StatusCode::NOT_FOUND),
        ("/api/v1/products/3001/variations/300102", json!({ "stock": -1 }), StatusCode::UNPROCESSABLE_ENTITY),
        ("/api/v1/products/3001/variations/300102", json!({ "name": "L" }), StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        assert_eq!(patch(&shop, address, &body).await.0, refusal, "{address} {body}");
    }
    assert_eq!(shown(&shop.json(PRODUCTS).await["data"][0]["variant"]), expected);
}

/// As the public marketplace is reported to do: whoever changes variants must not send their list.
#[tokio::test]
async fn a_list_of_variants_that_is_sent_again_doubles_them() {
    let shop = sizes(ShopBehaviour::default()).await;
    let again = shop.sandbox.products()[0].fields.extra["variants"].clone();
    patch(&shop, "/api/v1/products/3001", &json!({ "variants": again })).await;
    assert_eq!(shop.json(PRODUCTS).await["data"][0]["variant"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn a_buyer_takes_the_first_variant_of_which_there_is_enough() {
    let shop = sizes(ShopBehaviour::default()).await;
    assert!(
        shop.sandbox.sell(3001, 2).unwrap()
            && shop.sandbox.sell(3001, 1).unwrap()
            && !shop.sandbox.sell(3001, 1).unwrap()
    );
    assert_eq!(
        shown(&shop.json(PRODUCTS).await["data"][0]["variant"]),
        [[300_101, 1000, 0], [300_102, 2000, 0]]
    );
}
