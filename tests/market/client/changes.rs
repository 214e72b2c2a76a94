//! The requests that change products, and how their answers are read in every wrapper.

use serde_json::json;
use vitrine::client::Client;
use vitrine_core::market::{PageRequest, Profile};
use vitrine_domain::{Discount, Field, FieldValue, Price, ProblemKind, ProductChange, ProductId, VendorId};

use super::server::{Server, Step, answer, market_file, token};

fn answering(status: &str, body: &str) -> Server {
    Server::start(vec![Step::Answer(answer(status, body))])
}

fn dearer(id: u64) -> ProductChange {
    ProductChange {
        id: id.into(),
        values: vec![(Field::PrimaryPrice.into(), FieldValue::Price(Price::on_wire(1080)))],
    }
}

#[tokio::test]
async fn a_change_of_the_price_sends_the_price_and_nothing_else() {
    let server = answering("200 OK", r#"{"data":{"id":5,"title":"Rug","price":1000,"primary_price":1080}}"#);
    let changed = server.client("base").patch_product(&token(), &dearer(5)).await.unwrap().unwrap();
    let received = server.only();
    assert_eq!(received.line, "PATCH /base/v1/products/5 HTTP/1.1");
    assert_eq!(received.json(), json!({ "primary_price": 1080 }));
    assert_eq!(
        (received.headers["prefer"].as_str(), received.headers["content-type"].as_str()),
        ("return=full", "application/json")
    );
    assert_eq!(changed.value(Field::PrimaryPrice), Some(FieldValue::Price(Price::on_wire(1080))));
}

#[tokio::test]
async fn a_batch_names_each_product_and_its_answer_is_read_in_every_wrapper() {
    let items = r#"[{"id":6,"has_error":true,"error_message":"no"},{"id":5,"is_product_for_revision":true,"has_error":false}]"#;
    for body in [
        items.to_owned(),
        format!(r#"{{"openapi_raw_data":{items}}}"#),
        json!({ "response": items }).to_string(),
        format!(r#"{{"data":{items}}}"#),
    ] {
        let server = answering("202 Accepted", &body);
        let answered = server
            .client("base")
            .batch_update(&token(), &VendorId::from(7), &[dearer(5), dearer(6)])
            .await
            .unwrap();
        let received = server.only();
        assert_eq!(
            received.line,
            "PATCH /base/v1/vendors/7/products/batch-updates?continue_on_error=true HTTP/1.1"
        );
        assert_eq!(
            received.json(),
            json!({ "data": [{ "id": 5, "primary_price": 1080 }, { "id": 6, "primary_price": 1080 }] })
        );
        let outcomes: Vec<_> =
            answered.iter().map(|item| (item.id.as_str(), item.in_review, item.problem.is_some())).collect();
        assert_eq!(outcomes, [("6", false, true), ("5", true, false)], "{body}");
    }
}

#[tokio::test]
async fn a_discount_names_its_products_and_whatever_is_answered_is_accepted_for_all() {
    let of = |discount, id: u64| ProductChange {
        id: id.into(),
        values: vec![(Field::Discount.into(), FieldValue::Discount(discount))],
    };
    let given = Discount::wanted(20, 7);
    for (discount, method, more) in [
        (given, "POST", json!({ "discount_percent": 20, "active_days": 7 })),
        (Discount::NONE, "DELETE", json!({})),
    ] {
        for body in ["", "{}", "[]", r#"{"openapi_raw_data":[]}"#] {
            let server = answering("202 Accepted", body);
            let client = server.client("base");
            let products = [of(discount, 5), of(discount, 6)];
            let items = client
                .set_discount(&token(), &VendorId::from(7), discount, &products)
                .await
                .unwrap_or_else(|problem| panic!("{body}: {problem}"));
            assert_eq!(items.iter().filter(|item| item.problem.is_none()).count(), 2, "{body}");
            let received = server.only();
            assert_eq!(received.line, format!("{method} /base/v1/vendors/7/discounts HTTP/1.1"));
            let mut expected = more.clone();
            expected["product_filter"] = json!({ "product_ids": [5, 6] });
            assert_eq!(received.json(), expected);
        }
    }
}

#[tokio::test]
async fn products_are_read_alone_and_by_their_ids() {
    let server = answering("200 OK", r#"{"id":5,"title":"Rug","preparation_day":3}"#);
    let read = server.client("core").read_product(&token(), &ProductId::from(5)).await.unwrap();
    assert_eq!(
        (server.only().line.as_str(), read.preparation_days),
        ("GET /core/v1/products/5 HTTP/1.1", Some(3))
    );
    let server = answering("200 OK", r#"{"data":[{"id":5,"title":"Rug"},{"id":"6"}]}"#);
    let query = [("ids", "5"), ("ids", "6")].map(|(key, id)| (key.to_owned(), id.to_owned())).to_vec();
    let read = server
        .client("base")
        .list_states(&token(), &VendorId::from(7), &PageRequest { number: 1, query })
        .await
        .unwrap();
    assert_eq!(server.only().line, "GET /base/v1/vendors/7/products?ids=5&ids=6 HTTP/1.1");
    assert_eq!(read.len(), 2);
}

#[tokio::test]
async fn an_id_cannot_lead_to_another_path() {
    let server = answering("200 OK", r#"{"id":5,"title":"Rug"}"#);
    server.client("base").read_product(&token(), &ProductId::new("5/../../users/me").unwrap()).await.unwrap();
    assert_eq!(server.only().line, "GET /base/v1/products/5%2F..%2F..%2Fusers%2Fme HTTP/1.1");
}

#[tokio::test]
async fn without_a_path_in_the_market_file_nothing_is_sent() {
    let server = answering("200 OK", "{}");
    let (file, _) = market_file(server.address, "base")
        .split_once("[edit]")
        .map(|(file, rest)| (file.to_owned(), rest.to_owned()))
        .unwrap();
    let client = Client::new(Profile::parse(&file, "test").unwrap().into()).unwrap();
    let problem = client.patch_product(&token(), &dearer(5)).await.unwrap_err();
    assert_eq!(problem.kind, ProblemKind::MarketFile);
    assert_eq!(
        client.batch_update(&token(), &VendorId::from(7), &[dearer(5)]).await.unwrap_err().kind,
        ProblemKind::MarketFile
    );
    assert!(server.received().is_empty());
}
