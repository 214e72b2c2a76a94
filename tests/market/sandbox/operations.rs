//! Operations 4 to 9, and the headers of every call.

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use vitrine_domain::Scope;
use vitrine_sandbox::{
    CreationAnswer, FaultRule, Faults, FileIds, Operation, Options, Person, PhotoIds, RefusalForm,
    ShopBehaviour, State, Wrapper,
};

use super::plain_client::{FILES, ManualClock, PRODUCTS, PlainClient, photo, refused_fields};

fn behaving(behaviour: ShopBehaviour) -> Faults {
    Faults { behaviour, ..Faults::default() }
}

#[tokio::test]
async fn it_listens_on_loopback_only() {
    assert!(PlainClient::new().await.sandbox.address().ip().is_loopback());
}

#[tokio::test]
async fn a_token_is_accepted_only_in_the_contracts_notation() {
    let shop = PlainClient::new().await;
    let token = shop.token.expose_secret();
    for wrong in [
        "".into(),
        token.into(),
        format!("bearer {token}"),
        format!("Bearer  {token}"),
        format!("Token {token}"),
        "Bearer x".into(),
    ] {
        let answer = shop
            .bare(Method::GET, "/auth/whoami")
            .header(ACCEPT, "application/json")
            .header(AUTHORIZATION, &wrong)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{wrong}");
        assert!(answer.json::<Value>().await.is_ok());
    }
    let twice = shop
        .request(Method::GET, "/auth/whoami")
        .header(AUTHORIZATION, HeaderValue::from_static("Bearer x"))
        .send()
        .await
        .unwrap();
    assert_eq!(twice.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn an_accept_header_for_json_is_required() {
    let shop = PlainClient::new().await;
    let request = shop
        .bare(Method::GET, "/auth/whoami")
        .header(AUTHORIZATION, format!("Bearer {}", shop.token.expose_secret()));
    assert_eq!(request.send().await.unwrap().status(), StatusCode::NOT_ACCEPTABLE);
}

#[tokio::test]
async fn a_token_is_refused_after_its_lifetime_and_when_revoked() {
    let manual_clock = ManualClock::new();
    let mut shop =
        PlainClient::with_options(Options { clock: manual_clock.clock(), ..Options::default() }).await;
    let lasting = shop.token.clone();
    shop.token = shop.sandbox.issue_token(Person::Owner, &["*"], Duration::from_secs(60));
    manual_clock.advance(59);
    assert_eq!(shop.get("/auth/whoami").await.status(), StatusCode::OK);
    manual_clock.advance(1);
    assert_eq!(shop.get("/auth/whoami").await.status(), StatusCode::UNAUTHORIZED);
    shop.token = lasting;
    assert_eq!(shop.get("/auth/whoami").await.status(), StatusCode::OK);
    shop.sandbox.revoke(&shop.token);
    assert_eq!(shop.get("/auth/whoami").await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn whoami_returns_ids_as_strings() {
    let who = PlainClient::new().await.json("/auth/whoami").await;
    for pointer in ["/id", "/name", "/mobile", "/hash_id", "/client/id", "/client/name", "/client/image_url"]
    {
        assert!(who.pointer(pointer).is_some_and(Value::is_string), "{pointer} of {who}");
    }
    assert!(who["mobile"].as_str().unwrap().contains('*'));
}

#[tokio::test]
async fn the_current_user_is_the_same_in_both_layouts() {
    let shop = PlainClient::new().await;
    let me = shop.json("/api/v1/users/me").await;
    assert_eq!(me, shop.json("/core/v3/users/me").await);
    assert!(
        me["id"].is_u64()
            && me["hash_id"].is_string()
            && me["username"].is_string()
            && me["name"].is_string()
    );
    assert_eq!(me["vendor"]["id"], 501);
    assert!(me["vendor"]["identifier"].is_string() && me["vendor"]["title"].is_string());
}

#[tokio::test]
async fn an_account_without_a_shop_has_no_vendor_and_cannot_list_or_create() {
    let shop = PlainClient::new().await.signed_in_as(Person::Shopless, &["*"]);
    assert_eq!(shop.json("/api/v1/users/me").await["vendor"], Value::Null);
    assert_eq!(shop.get(PRODUCTS).await.status(), StatusCode::FORBIDDEN);
    assert_eq!(shop.create("Rug").await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn another_shop_is_forbidden_and_an_unknown_one_not_found() {
    let shop = PlainClient::new().await;
    assert_eq!(shop.get("/api/v1/vendors/502/products").await.status(), StatusCode::FORBIDDEN);
    assert_eq!(shop.get("/api/v1/vendors/none/products").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(shop.get("/api/v1/nothing").await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_scope_permits_its_operations_and_a_write_scope_also_reading() {
    let reader = PlainClient::new().await.signed_in_as(Person::Owner, &[Scope::PRODUCT_READ]);
    assert_eq!(reader.get(PRODUCTS).await.status(), StatusCode::OK);
    assert_eq!(reader.send_file(FILES, photo(4, 4), "product.photo").await.status(), StatusCode::FORBIDDEN);
    assert_eq!(reader.post(PRODUCTS, &json!({})).await.status(), StatusCode::FORBIDDEN);

    let writer = PlainClient::new().await.signed_in_as(Person::Owner, &[Scope::PRODUCT_WRITE]);
    assert_eq!(writer.create("Rug").await.status(), StatusCode::CREATED);
    assert_eq!(writer.get(PRODUCTS).await.status(), StatusCode::OK);

    let other = PlainClient::new().await.signed_in_as(Person::Owner, &[Scope::CHAT_READ]);
    assert_eq!(other.get(PRODUCTS).await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn an_uploaded_photo_is_stored_and_described() {
    let shop = PlainClient::new().await;
    let bytes = photo(30, 20);
    for path in [FILES, "/upload/v3/files"] {
        let file: Value = shop.send_file(path, bytes.clone(), "product.photo").await.json().await.unwrap();
        let id: u64 =
            file["id"].as_str().expect("the contract's table writes the id as a string").parse().unwrap();
        assert_eq!(shop.sandbox.file_bytes(id).await.unwrap(), bytes);
        assert_eq!(file["file_name"], "گلیم.png");
        assert_eq!(file["mime_type"], "image/png");
        assert_eq!(file["size"], bytes.len());
        assert_eq!(file["creator_user_id"], 1001);
        assert!(file["path"].is_string());
        assert!(file["created_at"].as_str().unwrap().parse::<jiff::Timestamp>().is_ok());
        assert!(file["created_at"].as_str().unwrap().ends_with('Z'));
    }
    assert_eq!(shop.sandbox.files().len(), 2);
}

#[tokio::test]
async fn a_file_id_can_be_an_integer_on_request() {
    let shop = PlainClient::with_faults(behaving(ShopBehaviour {
        file_ids: FileIds::Integer,
        ..ShopBehaviour::default()
    }))
    .await;
    let file: Value = shop.send_file(FILES, photo(4, 4), "product.photo").await.json().await.unwrap();
    assert!(file["id"].is_u64());
}

#[tokio::test]
async fn a_file_that_is_not_a_photo_is_refused_whatever_its_name() {
    let shop = PlainClient::new().await;
    let truncated = photo(30, 20)[..20].to_vec();
    for bytes in [Vec::new(), b"hello".to_vec(), b"<html>".to_vec(), truncated] {
        let answer = shop.send_file(FILES, bytes, "product.photo").await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(refused_fields(answer).await, ["file"]);
    }
    assert!(shop.sandbox.files().is_empty());
}

#[tokio::test]
async fn an_upload_must_be_a_form_with_file_and_file_type() {
    let shop = PlainClient::new().await;
    let wrong_type = shop.send_file(FILES, photo(4, 4), "avatar").await;
    assert_eq!(
        (wrong_type.status(), refused_fields(wrong_type).await),
        (StatusCode::UNPROCESSABLE_ENTITY, vec!["file_type".to_owned()])
    );

    let form = Form::new().part("photo", Part::bytes(photo(4, 4)).file_name("a.png"));
    let answer = shop.request(Method::POST, FILES).multipart(form).send().await.unwrap();
    assert_eq!(refused_fields(answer).await, ["file_type", "file"]);

    let answer = shop.post(FILES, &json!({ "file_type": "product.photo" })).await;
    assert_eq!(answer.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn a_photo_over_the_limit_is_refused_and_the_answer_arrives() {
    let shop = PlainClient::new().await;
    let mut bytes = photo(4, 4);
    bytes.resize(5 * 1024 * 1024, 0);
    assert_eq!(shop.send_file(FILES, bytes.clone(), "product.photo").await.status(), StatusCode::OK);
    bytes.resize(12 * 1024 * 1024, 0);
    let answer = shop.send_file(FILES, bytes, "product.photo").await;
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(refused_fields(answer).await, ["file"]);
}

#[tokio::test]
async fn a_product_is_created_with_all_twelve_fields_in_both_layouts() {
    let shop = PlainClient::new().await;
    let (cover, second) = (shop.upload().await, shop.upload().await);
    let payload = json!({
        "name": "گلیم دستباف", "photo": cover, "photos": [cover, second], "brief": "b", "description": "d", "preparation_days": 2,
        "weight": 900, "package_weight": 1000, "primary_price": 250_000, "stock": 3, "sku": "G-1", "is_wholesale": true, "category_id": 12,
    });
    for path in [PRODUCTS, "/core/v4/vendors/501/products"] {
        let answer = shop.post(path, &payload).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        assert!(answer.json::<Value>().await.unwrap()["id"].is_u64());
    }
    let product = &shop.sandbox.products()[1];
    assert_eq!(
        (product.vendor, product.fields.photo, &product.fields.photos),
        (501, cover, &vec![cover, second])
    );
    assert_eq!(
        (product.fields.primary_price, product.fields.stock, product.fields.is_wholesale),
        (Some(250_000), Some(3), Some(true))
    );
    assert_eq!(product.fields.extra["category_id"], 12);
}

#[tokio::test]
async fn on_the_core_host_creation_is_v4_only_and_listing_v3_only() {
    let shop = PlainClient::new().await;
    assert_eq!(
        shop.post("/core/v3/vendors/501/products", &json!({})).await.status(),
        StatusCode::METHOD_NOT_ALLOWED
    );
    assert_eq!(shop.get("/core/v4/vendors/501/products").await.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(shop.get("/core/v3/vendors/501/products").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn each_invalid_field_of_a_product_is_named() {
    let shop = PlainClient::new().await;
    let id = shop.upload().await;
    let cases = [
        ("name", Value::Null, "name"),
        ("name", json!("  "), "name"),
        ("name", json!(7), "name"),
        ("name", json!("ن".repeat(121)), "name"),
        ("description", json!("د".repeat(5001)), "description"),
        ("photo", json!(id.to_string()), "photo"),
        ("photo", json!(id as f64 + 0.5), "photo"),
        ("photos", json!([id.to_string()]), "photos"),
        ("photos", json!([]), "photos"),
        ("photos", json!([id + 1, id]), "photos"),
        ("photos", json!([id, 1]), "photos"),
        ("photos", json!(vec![id; 21]), "photos"),
        ("primary_price", json!(0), "primary_price"),
        ("primary_price", json!(-1), "primary_price"),
        ("primary_price", json!("5000"), "primary_price"),
        ("primary_price", json!(9_223_372_036_854_775_808_u64), "primary_price"),
        ("primary_price", json!(5000.0), "primary_price"),
        ("stock", json!(-1), "stock"),
        ("weight", json!(-1), "weight"),
        ("package_weight", json!(1.5), "package_weight"),
        ("preparation_days", json!(-1), "preparation_days"),
        ("sku", json!(12), "sku"),
        ("brief", Value::Null, "brief"),
        ("is_wholesale", json!("true"), "is_wholesale"),
        ("is_wholesale", json!(1), "is_wholesale"),
    ];
    for (field, value, named) in cases {
        let mut payload = json!({ "name": "Rug", "photo": id, "photos": [id] });
        payload[field] = value;
        let answer = shop.post(PRODUCTS, &payload).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{payload}");
        assert!(refused_fields(answer).await.contains(&named.to_owned()), "{payload}");
    }
    let missing = shop.post(PRODUCTS, &json!({ "primary_price": -5 })).await;
    assert_eq!(
        refused_fields(missing).await,
        ["name", "photo", "photos", "primary_price"],
        "all missing fields are named"
    );
    assert!(shop.sandbox.products().is_empty());
}

#[tokio::test]
async fn boundary_values_are_accepted() {
    let shop = PlainClient::new().await;
    let id = shop.upload().await;
    let payload = json!({
        "name": "ن".repeat(120), "description": "د".repeat(5000), "photo": id, "photos": vec![id; 20],
        "primary_price": i64::MAX, "stock": 0, "weight": 0, "package_weight": 0, "preparation_days": 0,
    });
    assert_eq!(shop.post(PRODUCTS, &payload).await.status(), StatusCode::CREATED);
}

#[tokio::test]
async fn another_persons_photo_cannot_be_a_cover() {
    let shop = PlainClient::new().await.signed_in_as(Person::OtherOwner, &["*"]);
    let theirs = shop.upload().await;
    let shop = shop.signed_in_as(Person::Owner, &["*"]);
    let answer = shop.post(PRODUCTS, &json!({ "name": "Rug", "photo": theirs, "photos": [theirs] })).await;
    assert_eq!(refused_fields(answer).await, ["photo"]);
}

#[tokio::test]
async fn a_payload_must_be_json_with_its_content_type() {
    let shop = PlainClient::new().await;
    let send = |kind: &'static str, body: &'static str| {
        shop.request(Method::POST, PRODUCTS).header(CONTENT_TYPE, kind).body(body).send()
    };
    assert_eq!(send("text/plain", "{}").await.unwrap().status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(send("application/json", "{").await.unwrap().status(), StatusCode::BAD_REQUEST);
    assert_eq!(
        send("application/json; charset=utf-8", "[]").await.unwrap().status(),
        StatusCode::UNPROCESSABLE_ENTITY
    );
}

#[tokio::test]
async fn variants_are_shown_as_they_were_sent_or_refused() {
    let shop = PlainClient::new().await;
    let size = |size: &str, price: i64| json!({ "properties": [{ "property": "Size", "value": size }], "primary_price": price, "stock": 2 });
    let photo = shop.upload().await;
    let body = |variants: &Value| json!({ "name": "Shirt", "photo": photo, "photos": [photo], "variants": variants });
    for wrong in [
        json!([size("M", 5), size("M", 6)]),
        json!([{ "primary_price": 5, "stock": 1 }]),
        json!([{ "properties": [{ "property": "Size", "value": "M" }], "stock": 1 }]),
        json!("M"),
    ] {
        assert_eq!(refused_fields(shop.post(PRODUCTS, &body(&wrong)).await).await, ["variants"], "{wrong}");
    }
    let created = shop.post(PRODUCTS, &body(&json!([size("M", 700), size("L", 900)]))).await;
    assert_eq!(created.status(), StatusCode::CREATED);
    let listed = &shop.sandbox.products()[0];
    assert_eq!(listed.fields.extra["variants"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn equal_names_are_refused_on_request_only() {
    let shop = PlainClient::new().await;
    assert_eq!(shop.create("Rug").await.status(), StatusCode::CREATED);
    assert_eq!(shop.create("Rug").await.status(), StatusCode::CREATED);
    shop.sandbox.set_faults(behaving(ShopBehaviour { refuse_equal_names: true, ..ShopBehaviour::default() }));
    assert_eq!(refused_fields(shop.create("Rug").await).await, ["name"]);
    assert_eq!(shop.create("Other rug").await.status(), StatusCode::CREATED);
}

#[tokio::test]
async fn the_creation_answer_supports_every_format_the_contract_leaves_open() {
    let shop = PlainClient::new().await;
    for (answer, status, has_id) in [
        (CreationAnswer::Whole, 201, true),
        (CreationAnswer::IdOnly, 201, true),
        (CreationAnswer::DataId, 201, true),
        (CreationAnswer::Empty, 201, false),
        (CreationAnswer::NoContent204, 204, false),
        (CreationAnswer::Html, 201, false),
        (CreationAnswer::WithoutId, 201, false),
    ] {
        shop.sandbox
            .set_faults(behaving(ShopBehaviour { creation_answer: answer, ..ShopBehaviour::default() }));
        let created = shop.create("Rug").await;
        assert_eq!(created.status().as_u16(), status, "{answer:?}");
        let id = shop.sandbox.products().last().unwrap().id.to_string();
        assert_eq!(created.text().await.unwrap().contains(&format!("\"id\":{id}")), has_id, "{answer:?}");
    }
    assert_eq!(shop.sandbox.products().len(), 7);
}

#[tokio::test]
async fn refusals_support_every_format_of_public_material() {
    let shop = PlainClient::new().await;
    for (form, path, expected) in [
        (RefusalForm::Messages, "/messages/0/fields/0", json!("name")),
        (RefusalForm::Errors, "/errors/0/fields/0", json!("name")),
        (RefusalForm::Detail, "/detail/0/loc/1", json!("name")),
        (RefusalForm::Message, "/message", json!("name is required.")),
        (RefusalForm::List, "/0/fields/0", json!("name")),
    ] {
        shop.sandbox.set_faults(behaving(ShopBehaviour { refusal_form: form, ..ShopBehaviour::default() }));
        let body: Value = shop.post(PRODUCTS, &json!({})).await.json().await.unwrap();
        assert_eq!(body.pointer(path), Some(&expected), "{form:?}: {body}");
    }
    shop.sandbox.set_faults(behaving(ShopBehaviour {
        refusal_form: RefusalForm::Nothing,
        ..ShopBehaviour::default()
    }));
    let bare = shop.post(PRODUCTS, &json!({})).await;
    assert_eq!((bare.status(), bare.text().await.unwrap().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, ""));
}

#[tokio::test]
async fn every_json_answer_has_the_configured_wrapper() {
    let shop = PlainClient::new().await;
    let unwrap = |wrapper, body: &Value| match wrapper {
        Wrapper::OpenapiRawData => body["openapi_raw_data"].clone(),
        Wrapper::Response => body["response"].clone(),
        Wrapper::ResponseText => serde_json::from_str(body["response"].as_str().unwrap()).unwrap(),
        _ => body.clone(),
    };
    for wrapper in [Wrapper::OpenapiRawData, Wrapper::Response, Wrapper::ResponseText, Wrapper::Nothing] {
        let rules = vec![FaultRule { on: Some(Operation::Me), status: Some(500), ..FaultRule::default() }];
        shop.sandbox
            .set_faults(Faults { rules, ..behaving(ShopBehaviour { wrapper, ..ShopBehaviour::default() }) });
        assert!(unwrap(wrapper, &shop.json(PRODUCTS).await)["data"].is_array(), "{wrapper:?}");
        let refused: Value = shop.post(PRODUCTS, &json!({})).await.json().await.unwrap();
        assert!(unwrap(wrapper, &refused)["messages"].is_array(), "{wrapper:?}: {refused}");
        let failed: Value = shop.get("/api/v1/users/me").await.json().await.unwrap();
        assert!(unwrap(wrapper, &failed)["message"].is_string(), "{wrapper:?}: {failed}");
    }
    shop.sandbox.set_faults(behaving(ShopBehaviour { wrapper: Wrapper::InTurn, ..ShopBehaviour::default() }));
    let mut keys = BTreeSet::new();
    for _ in 0..4 {
        keys.extend(shop.json(PRODUCTS).await.as_object().unwrap().keys().cloned());
    }
    assert!(["openapi_raw_data", "response", "data"].iter().all(|key| keys.contains(*key)), "{keys:?}");
}

#[tokio::test]
async fn a_listed_product_has_exactly_the_fields_of_the_contract() {
    let shop = PlainClient::new().await;
    let id = shop.upload().await;
    let payload = json!({ "name": "Rug", "photo": id, "photos": [id], "primary_price": 5000, "stock": 3, "is_wholesale": true });
    shop.post(PRODUCTS, &payload).await;
    let list = shop.json(PRODUCTS).await;
    let item = &list["data"][0];
    assert_eq!(
        (&item["title"], &item["price"], &item["inventory"]),
        (&json!("Rug"), &json!(5000), &json!(3))
    );
    assert_eq!(item["is_wholesale"], true);
    assert_eq!(item["photo"]["id"], id, "the uploaded cover's id, as an integer");
    assert!(item["status"]["name"].is_string() && item["status"]["value"].is_i64());
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(item), ["id", "inventory", "is_wholesale", "photo", "price", "status", "title"]);
    assert_eq!(keys(&list), ["data", "page", "per_page", "result_count", "total_count", "total_page"]);
}

#[tokio::test]
async fn photo_ids_can_be_unrelated_on_request() {
    let shop = PlainClient::with_faults(behaving(ShopBehaviour {
        photo_ids: PhotoIds::OtherSpace,
        ..ShopBehaviour::default()
    }))
    .await;
    shop.create("Rug").await;
    let uploaded = shop.sandbox.files()[0].id;
    assert_ne!(shop.json(PRODUCTS).await["data"][0]["photo"]["id"], uploaded);
}

#[tokio::test]
async fn products_are_listed_page_by_page_newest_first() {
    let shop = PlainClient::new().await;
    let id = shop.upload().await;
    for number in 0..23 {
        shop.post(PRODUCTS, &json!({ "name": format!("Rug {number}"), "photo": id, "photos": [id] })).await;
    }
    let first = shop.json(PRODUCTS).await;
    assert_eq!(
        (&first["total_count"], &first["result_count"], &first["total_page"]),
        (&json!(23), &json!(10), &json!(3))
    );
    assert_eq!(
        (&first["page"], &first["per_page"], &first["data"][0]["title"]),
        (&json!(1), &json!(10), &json!("Rug 22"))
    );

    let mut seen = Vec::new();
    for page in 1..=3 {
        let page = shop.json(&format!("{PRODUCTS}?page={page}&per_page=8&variants_flatting=false")).await;
        seen.extend(page["data"].as_array().unwrap().iter().map(|item| item["id"].as_u64().unwrap()));
    }
    assert_eq!(seen.len(), 23);
    assert!(seen.is_sorted_by(|a, b| a > b));

    assert_eq!(shop.json(&format!("{PRODUCTS}?page=4")).await["data"], json!([]));
    assert_eq!(shop.json(&format!("{PRODUCTS}?per_page=1000")).await["per_page"], 100);
    for wrong in ["page=0", "page=-1", "per_page=x", "per_page=0"] {
        assert_eq!(
            shop.get(&format!("{PRODUCTS}?{wrong}")).await.status(),
            StatusCode::UNPROCESSABLE_ENTITY,
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn totals_can_be_missing_on_request() {
    let shop =
        PlainClient::with_faults(behaving(ShopBehaviour { totals: false, ..ShopBehaviour::default() })).await;
    shop.create("Rug").await;
    let list = shop.json(PRODUCTS).await;
    assert_eq!(
        (&list["total_count"], &list["total_page"], &list["result_count"]),
        (&Value::Null, &Value::Null, &json!(1))
    );
}

#[tokio::test]
async fn a_products_photo_is_served_in_five_sizes() {
    let shop = PlainClient::new().await;
    let bytes = photo(1500, 750);
    let file: Value = shop.send_file(FILES, bytes.clone(), "product.photo").await.json().await.unwrap();
    let id: u64 = file["id"].as_str().unwrap().parse().unwrap();
    shop.post(PRODUCTS, &json!({ "name": "Rug", "photo": id, "photos": [id] })).await;
    let photo = shop.json(PRODUCTS).await["data"][0]["photo"].clone();
    let load = async |size: &str| {
        shop.http.get(photo[size].as_str().unwrap()).send().await.unwrap().bytes().await.unwrap()
    };
    assert_eq!(load("original").await, bytes);
    for (size, width) in [("xs", 96), ("sm", 256), ("md", 512), ("lg", 1024)] {
        let picture = image::load_from_memory(&load(size).await).unwrap();
        assert_eq!((picture.width(), picture.height()), (width, width / 2), "{size}");
    }
    for nothing in [format!("/pictures/{id}/xl"), "/pictures/1/xs".to_owned(), "/pictures/../xs".to_owned()] {
        assert_eq!(shop.get(&nothing).await.status(), StatusCode::NOT_FOUND);
    }
}

fn webhook() -> Value {
    json!({ "event_ids": [5, 8], "request_method": "POST", "url": "https://shop.example/hook", "is_active": true, "register_me": true })
}

#[tokio::test]
async fn a_webhook_without_a_service_registers_one_named_after_the_caller() {
    let shop = PlainClient::new().await;
    for _ in 0..2 {
        assert_eq!(shop.post("/webhook/v1/webhooks", &webhook()).await.status(), StatusCode::CREATED);
    }
    let services = shop.json("/webhook/v1/webhooks/services").await;
    assert_eq!((&services["result_count"], &services["data"][0]["title"]), (&json!(1), &json!("practice")));
    let hooks = shop.sandbox.webhooks();
    assert_eq!(
        (hooks.len(), hooks[0].event_ids.as_slice(), hooks[0].url.as_str()),
        (2, &[5, 8][..], "https://shop.example/hook")
    );
    assert_eq!(services["data"][0]["id"], hooks[0].service_id);

    let named = json!({ "event_ids": [1], "request_method": "POST", "url": "http://127.0.0.1:9/", "is_active": false, "register_me": false,
                        "service_id": hooks[0].service_id });
    assert_eq!(shop.post("/webhook/v1/webhooks", &named).await.status(), StatusCode::CREATED);
}

#[tokio::test]
async fn each_invalid_field_of_a_webhook_is_named() {
    let shop = PlainClient::new().await;
    for (field, value) in [
        ("event_ids", json!([])),
        ("event_ids", json!([0])),
        ("event_ids", json!([10])),
        ("event_ids", json!(["5"])),
        ("request_method", json!("GET")),
        ("url", json!("shop.example/hook")),
        ("url", json!("ftp://shop.example/hook")),
        ("url", json!(format!("https://shop.example/{}", "a".repeat(2083)))),
        ("is_active", json!("true")),
        ("register_me", Value::Null),
        ("service_id", json!(91)),
    ] {
        let mut payload = webhook();
        payload[field] = value;
        let answer = shop.post("/webhook/v1/webhooks", &payload).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{payload}");
        assert_eq!(refused_fields(answer).await, [field], "{payload}");
    }
    let mut nobodys = webhook();
    nobodys["register_me"] = json!(false);
    assert_eq!(refused_fields(shop.post("/webhook/v1/webhooks", &nobodys).await).await, ["service_id"]);
    nobodys["service_id"] = json!(12345);
    assert_eq!(refused_fields(shop.post("/webhook/v1/webhooks", &nobodys).await).await, ["service_id"]);
}

#[tokio::test]
async fn each_event_requires_its_scope() {
    let shop =
        PlainClient::new().await.signed_in_as(Person::Owner, &[Scope::PARCEL_READ, Scope::PRODUCT_READ]);
    assert_eq!(shop.post("/webhook/v1/webhooks", &webhook()).await.status(), StatusCode::CREATED);
    let mut chat = webhook();
    chat["event_ids"] = json!([5, 1]);
    assert_eq!(shop.post("/webhook/v1/webhooks", &chat).await.status(), StatusCode::FORBIDDEN);
    let events = shop.json("/webhook/v1/webhooks/events").await;
    assert_eq!(events["result_count"], 9);
    assert!(events["data"].as_array().unwrap().iter().all(|event| event["sample_data"].is_object()));
}

#[tokio::test]
async fn a_state_directory_survives_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let state = State::Directory(directory.path().join("shop"));
    let shop = PlainClient::with_options(Options { state: state.clone(), ..Options::default() }).await;
    let bytes = photo(30, 20);
    let token = shop.sandbox.token();
    shop.send_file(FILES, bytes.clone(), "product.photo").await;
    shop.create("گلیم").await;
    shop.post("/webhook/v1/webhooks", &webhook()).await;
    let (files, products, webhooks) =
        (shop.sandbox.files(), shop.sandbox.products(), shop.sandbox.webhooks());
    shop.sandbox.shutdown().await;

    let shop =
        PlainClient::with_options(Options { state, token: Some(token.clone()), ..Options::default() }).await;
    assert_eq!(
        (shop.sandbox.files(), shop.sandbox.products(), shop.sandbox.webhooks()),
        (files.clone(), products, webhooks)
    );
    assert_eq!(shop.sandbox.file_bytes(files[0].id).await.unwrap(), bytes);
    assert_eq!(shop.token.expose_secret(), token.expose_secret());
    let item = shop.json(PRODUCTS).await["data"][0].clone();
    assert_eq!(item["title"], "گلیم");
    assert_eq!(
        shop.http.get(item["photo"]["xs"].as_str().unwrap()).send().await.unwrap().status(),
        StatusCode::OK,
        "pictures are served at the new address"
    );
    assert_eq!(shop.create("Bowl").await.status(), StatusCode::CREATED);
    let ids: Vec<u64> = shop.sandbox.files().iter().map(|file| file.id).collect();
    assert!(ids.is_sorted_by(|a, b| a < b) && ids.len() == 3, "no ID is used twice: {ids:?}");
}

#[tokio::test]
async fn the_market_file_leads_to_every_operation() {
    let shop = PlainClient::new().await;
    let market: toml::Table = shop.sandbox.market_file().parse().unwrap();
    let at = |key: &str, path: &str| format!("{}{path}", market[key].as_str().unwrap());
    for address in [
        at("base_url", "/v1/users/me"),
        at("core_url", "/v3/users/me"),
        at("auth_url", "/whoami"),
        at("base_url", "/v1/vendors/501/products"),
        at("core_url", "/v3/vendors/501/products"),
        at("webhook_url", "/v1/webhooks"),
    ] {
        let request = shop
            .http
            .get(&address)
            .header(ACCEPT, "application/json")
            .bearer_auth(shop.token.expose_secret());
        assert_eq!(request.send().await.unwrap().status(), StatusCode::OK, "{address}");
    }
    assert_eq!(market["layout"].as_str(), Some("base"));
    assert_eq!(market["oauth"]["redirect_uri"].as_str(), Some("http://127.0.0.1:8765/callback"));
    assert_eq!(market["limits"]["photo_bytes"].as_integer(), Some(5_242_880));
    assert!(!shop.sandbox.market_file().contains(shop.token.expose_secret()));
    assert!(!shop.sandbox.market_file().contains(shop.sandbox.client().secret.expose_secret()));
}
