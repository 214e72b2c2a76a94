//! Categories, statuses and the other requirements of the public service.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use vitrine_sandbox::{Categories, Faults, RefusalForm, ShopBehaviour, Wrapper};

use super::plain_client::{PRODUCTS, PlainClient};

const CATEGORIES: &str = "/api/v1/categories";

async fn shop(behaviour: ShopBehaviour) -> PlainClient {
    let behaviour = ShopBehaviour { categories: Categories::English, ..behaviour };
    PlainClient::with_faults(Faults { behaviour, ..Faults::default() }).await
}

/// A payload that is accepted.
async fn payload(shop: &PlainClient) -> Value {
    let photo = shop.upload().await;
    json!({
        "name": "Kilim", "photo": photo, "photos": [photo], "category_id": 302, "status": 2976, "preparation_days": 2, "weight": 900,
        "package_weight": 1000, "primary_price": 250_000,
        "product_attribute": [{"attribute_id": 219, "selected_values": [17]}, {"attribute_id": 221, "value": "120"}],
    })
}

/// The status and the first field of the refusal.
async fn refusal(shop: &PlainClient, changes: &[(&str, Value)]) -> (u16, String) {
    let mut sent = payload(shop).await;
    for (field, value) in changes {
        sent[*field] = value.clone();
    }
    let answer = shop.post(PRODUCTS, &sent).await;
    let (status, body) = (answer.status().as_u16(), answer.json::<Value>().await.unwrap());
    (status, body["messages"][0]["fields"][0].as_str().unwrap_or_default().to_owned())
}

fn leaves(nodes: &Value, depth: usize) -> Vec<(u64, usize)> {
    let nodes = nodes.as_array().unwrap().iter();
    nodes
        .flat_map(|node| match node["children"].as_array() {
            Some(_) => leaves(&node["children"], depth + 1),
            None => vec![(node["id"].as_u64().unwrap(), depth)],
        })
        .collect()
}

#[tokio::test]
async fn the_tree_has_three_levels_and_needs_no_token() {
    let shop = shop(ShopBehaviour::default()).await;
    let answer: Value = shop.bare(Method::GET, CATEGORIES).send().await.unwrap().json().await.unwrap();
    let leaves = leaves(&answer["data"], 1);
    assert!((55..=70).contains(&leaves.len()) && leaves.iter().all(|(_, depth)| *depth == 3), "{leaves:?}");
    let mut ids: Vec<u64> = leaves.iter().map(|(id, _)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), leaves.len());
    assert_eq!(shop.json("/core/v3/categories").await, answer, "both layouts have it");
}

#[tokio::test]
async fn a_marketplace_by_the_contract_has_no_categories_and_requires_none() {
    let shop = PlainClient::new().await;
    assert_eq!(shop.get(CATEGORIES).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(shop.create("Rug").await.status(), StatusCode::CREATED);
}

#[tokio::test]
async fn attributes_with_several_choices_are_shown_on_request_only() {
    let shop = shop(ShopBehaviour::default()).await;
    let ids = async |query: &str| {
        let answer = shop.json(&format!("{CATEGORIES}/302/attributes{query}")).await;
        let attributes = answer["data"][0]["attributes"].as_array().unwrap().clone();
        let required: Vec<Value> = attributes.iter().map(|attribute| attribute["required"].clone()).collect();
        (attributes.iter().map(|attribute| attribute["id"].as_u64().unwrap()).collect::<Vec<_>>(), required)
    };
    assert_eq!(ids("").await, (vec![219, 221, 1319], vec![json!(true), json!(null), json!(false)]));
    assert_eq!(ids("?exclude_multi_selects=false").await.0, [219, 221, 222, 1319]);
    assert_eq!(shop.json(&format!("{CATEGORIES}/324/attributes")).await, json!({"data": []}));
    assert_eq!(shop.get(&format!("{CATEGORIES}/4711/attributes")).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_complete_product_is_created_with_its_category_and_status() {
    let shop = shop(ShopBehaviour::default()).await;
    let mut hidden = payload(&shop).await;
    hidden["status"] = json!(3790);
    assert_eq!(shop.post(PRODUCTS, &hidden).await.status(), StatusCode::CREATED);
    assert_eq!(shop.sandbox.products()[0].fields.extra["category_id"], 302);
    assert_eq!(
        shop.json(PRODUCTS).await["data"][0]["status"],
        json!({"name": "not published", "value": 3790})
    );
}

#[tokio::test]
async fn a_missing_field_is_refused_with_400_and_a_wrong_one_with_422() {
    let shop = shop(ShopBehaviour::default()).await;
    for (changes, status, field) in [
        (vec![("status", json!(null))], 400, "status"),
        (vec![("category_id", json!("302"))], 400, "category_id"),
        (vec![("category_id", json!(11))], 422, "category_id"),
        (vec![("category_id", json!(4711))], 422, "category_id"),
        (vec![("status", json!(2977))], 422, "status"),
        (vec![("package_weight", json!(900))], 422, "package_weight"),
        (vec![("primary_price", json!(999))], 422, "primary_price"),
        (vec![("product_attribute", json!([]))], 422, "product_attribute"),
        (
            vec![("product_attribute", json!([{"attribute_id": 219, "selected_values": [41]}]))],
            422,
            "product_attribute",
        ),
        (
            vec![("product_attribute", json!([{"attribute_id": 1707, "selected_values": [41]}]))],
            422,
            "product_attribute",
        ),
        (vec![("unit_type", json!(5060)), ("unit_quantity", json!(1))], 422, "unit_type"),
        (vec![("unit_type", json!(6306))], 422, "unit_quantity"),
        (vec![("keywords", json!(vec!["a"; 13]))], 422, "keywords"),
        (vec![("packaging_dimensions", json!({"length": 3, "width": 3}))], 422, "packaging_dimensions"),
    ] {
        assert_eq!(refusal(&shop, &changes).await, (status, field.to_owned()), "{changes:?}");
    }
    assert!(shop.sandbox.products().is_empty());
}

#[tokio::test]
async fn an_sku_belongs_to_one_product_where_that_is_switched_on() {
    let with_sku = [("sku", json!("K-1"))];
    for (sku_unique, expected) in [(true, 422), (false, 201)] {
        let shop = shop(ShopBehaviour { sku_unique, ..ShopBehaviour::default() }).await;
        assert_eq!(refusal(&shop, &with_sku).await.0, 201);
        assert_eq!(refusal(&shop, &with_sku).await.0, expected);
        let found = shop.json(&format!("{PRODUCTS}?skus=K-1&skus=K-2")).await;
        assert_eq!(
            (found["result_count"].as_u64(), found["data"][0]["sku"].as_str()),
            (Some(if sku_unique { 1 } else { 2 }), Some("K-1"))
        );
        assert_eq!(shop.json(&format!("{PRODUCTS}?skus=K-2")).await["total_count"], 0);
    }
}

#[tokio::test]
async fn answers_are_wrapped_and_refusals_formatted_in_turn_from_a_place_that_the_seed_decides() {
    let bodies = async |seed: u64| {
        let behaviour = ShopBehaviour {
            categories: Categories::English,
            wrapper: Wrapper::InTurn,
            refusal_form: RefusalForm::InTurn,
            ..ShopBehaviour::default()
        };
        let shop = PlainClient::with_faults(Faults { seed, behaviour, ..Faults::default() }).await;
        let mut bodies = Vec::new();
        for _ in 0..16 {
            bodies.push(shop.post(PRODUCTS, &json!({"name": "Rug"})).await.text().await.unwrap());
        }
        bodies
    };
    let bodies = (bodies(0).await, bodies(3).await);
    assert_ne!(bodies.0, bodies.1);
    for key in
        ["openapi_raw_data", "\"response\":", "\"response\":\"", "\"messages\"", "\"errors\"", "\"detail\""]
    {
        assert!(bodies.0.iter().any(|body| body.contains(key)), "{key}: {bodies:?}");
    }
}
