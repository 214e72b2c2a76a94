//! Every operation reads a wrapped response like its content.

use std::time::Duration;

use bytes::Bytes;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use vitrine::client::{Client, FileToSend};
use vitrine_core::market::{Listing, NewWebhook, PageRequest, Tokens};
use vitrine_domain::{
    Draft, Field, FieldValue, FileId, PhotoLimit, Price, Problem, ProblemKind, ProductChange, ProductId,
    VendorId, Verdict,
};

use super::server::{Server, Step, answer, token};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Code,
    Refresh,
    ClientCredentials,
    Whoami,
    Me,
    Upload,
    Create,
    List,
    ListByIds,
    Read,
    Change,
    ChangeMany,
    Categories,
    Attributes,
    Webhook,
}

const OPERATIONS: [Operation; 15] = [
    Operation::Code,
    Operation::Refresh,
    Operation::ClientCredentials,
    Operation::Whoami,
    Operation::Me,
    Operation::Upload,
    Operation::Create,
    Operation::List,
    Operation::ListByIds,
    Operation::Read,
    Operation::Change,
    Operation::ChangeMany,
    Operation::Categories,
    Operation::Attributes,
    Operation::Webhook,
];

impl Operation {
    /// Performs the operation and describes the result.
    async fn perform(self, client: &Client) -> Result<String, Problem> {
        let secret = SecretString::from("client-Secret");
        let file = FileToSend {
            name: "a.jpg".into(),
            mime: "image/jpeg".into(),
            bytes: Bytes::from_static(b"photo"),
        };
        let draft = Draft { name: "Rug".into(), ..Draft::default() };
        let hook = NewWebhook {
            event_ids: vec![5],
            method: "POST".into(),
            url: "https://shop.example/hook".into(),
            active: true,
            service: None,
            headers: None,
        };
        match self {
            Self::Code => client.exchange_code("c0de", None, Some(&secret)).await.map(describe),
            Self::Refresh => {
                client.refresh(&SecretString::from("refresh-Secret"), Some(&secret)).await.map(describe)
            }
            Self::ClientCredentials => client.client_credentials("client 1", &secret).await.map(describe),
            Self::Whoami => client.whoami(&token()).await.map(|identity| format!("{identity:?}")),
            Self::Me => client.current_user(&token()).await.map(|account| format!("{account:?}")),
            Self::Upload => client.upload(&token(), file, |_| {}).await.map(|file| format!("{file:?}")),
            Self::Create => {
                let created =
                    client.create_product(&token(), &VendorId::from(7), &draft, &[FileId::from(1)]).await;
                created.map(|creation| format!("{creation:?}"))
            }
            Self::List => {
                let page = Listing::new(&client.profile().list).next().unwrap();
                client
                    .list_products(&token(), &VendorId::from(7), &page)
                    .await
                    .map(|page| format!("{page:?}"))
            }
            Self::ListByIds => {
                let page = PageRequest { number: 1, query: vec![("ids".to_owned(), "9".to_owned())] };
                client.list_states(&token(), &VendorId::from(7), &page).await.map(|read| format!("{read:?}"))
            }
            Self::Read => {
                client.read_product(&token(), &ProductId::from(9)).await.map(|read| format!("{read:?}"))
            }
            Self::Change => {
                client.patch_product(&token(), &dearer()).await.map(|changed| format!("{changed:?}"))
            }
            Self::ChangeMany => client
                .batch_update(&token(), &VendorId::from(7), &[dearer()])
                .await
                .map(|answered| format!("{answered:?}")),
            Self::Categories => client.categories(Some(&token())).await.map(|tree| format!("{tree:?}")),
            Self::Attributes => {
                client.attributes(Some(&token()), 302).await.map(|groups| format!("{groups:?}"))
            }
            Self::Webhook => client.add_webhook(&token(), &hook).await.map(|webhook| format!("{webhook:?}")),
        }
    }

    /// Answers of the operation, and a part of the expected result of each.
    fn answers(self) -> Vec<(Value, &'static str)> {
        let product = json!({"id": 9, "title": "گلیم", "photo": {"id": 3}, "vendor": {"id": 4}, "status": {"value": 2976}});
        match self {
            Self::Code | Self::Refresh | Self::ClientCredentials => vec![
                (
                    json!({"token_type": "Bearer", "access_token": "good", "expires_in": 60, "refresh_token": "next"}),
                    "good next 60s",
                ),
                (json!({"data": {"access_token": "good"}}), "good"),
            ],
            Self::Whoami => vec![(json!({"id": "5", "name": "N", "client": {"id": "c"}}), "UserId(5)")],
            Self::Me => vec![
                (json!({"id": 5, "vendor": {"id": 7, "title": "Shop"}}), "VendorId(7)"),
                (json!({"id": 5, "vendor": null}), "vendor: None"),
            ],
            Self::Upload => vec![
                (json!({"id": "42", "path": "/a.jpg"}), "FileId(42)"),
                (json!([{"id": 42}]), "FileId(42)"),
            ],
            Self::Create => vec![
                (product.clone(), "ProductId(9)"),
                (json!([product]), "ProductId(9)"),
                (json!({"product": {"id": 9}}), "ProductId(9)"),
                (json!({}), "product_id: None"),
            ],
            Self::List => vec![
                (json!({"data": [product], "total_count": 1, "result_count": 1}), "ProductId(9)"),
                (json!([product, {"id": 10}]), "ProductId(10)"),
                (json!([]), "all_readable: true"),
            ],
            Self::ListByIds => {
                vec![(json!({"data": [product]}), "ProductId(9)"), (json!([product]), "ProductId(9)")]
            }
            Self::Read | Self::Change => {
                vec![(product.clone(), "ProductId(9)"), (json!({"data": product}), "ProductId(9)")]
            }
            Self::ChangeMany => vec![(json!([{"id": 9, "has_error": false}]), "ProductId(9)")],
            Self::Categories => vec![
                (
                    json!({"data": [{"id": 1, "title": "Home", "children": [{"id": 302, "title": "Kilim"}]}]}),
                    "id: 302",
                ),
                (json!([{"id": "302", "title": "Kilim"}]), "id: 302"),
            ],
            Self::Attributes => vec![
                (
                    json!({"data": [{"title": "Rug", "attributes": [{"id": 219, "title": "Material"}]}]}),
                    "id: 219",
                ),
                (json!([{"id": 219, "title": "Material"}]), "id: 219"),
            ],
            Self::Webhook => {
                vec![(json!({"id": 17}), "WebhookId(17)"), (json!([{"id": 17}]), "WebhookId(17)")]
            }
        }
    }

    /// The results of these answers.
    async fn answered(self, status: &str, bodies: &[Value]) -> Vec<Result<String, Problem>> {
        let server = Server::start(
            bodies.iter().map(|body| Step::Answer(answer(status, &body.to_string()))).collect(),
        );
        let client = server.client("base");
        let mut results = Vec::new();
        for _ in bodies {
            results.push(self.perform(&client).await);
        }
        results
    }

    async fn refused(self, status: &str, body: Value) -> Problem {
        self.answered(status, &[body]).await.remove(0).unwrap_err()
    }
}

fn dearer() -> ProductChange {
    ProductChange {
        id: 9.into(),
        values: vec![(Field::PrimaryPrice.into(), FieldValue::Price(Price::on_wire(1080)))],
    }
}

fn describe(tokens: Tokens) -> String {
    let refresh = tokens.refresh.as_ref().map_or("", ExposeSecret::expose_secret);
    format!("{} {refresh} {:?}", tokens.access.expose_secret(), tokens.lifetime.unwrap_or(Duration::ZERO))
}

/// The content in each wrapper, as JSON and as a string, and in nested wrappers.
fn wrapped(content: &Value) -> [Value; 6] {
    let text = content.to_string();
    [
        json!({ "openapi_raw_data": content }),
        json!({ "openapi_raw_data": text }),
        json!({ "response": content }),
        json!({ "response": text }),
        json!({ "response": { "openapi_raw_data": content } }),
        json!({ "openapi_raw_data": json!({ "response": text }).to_string() }),
    ]
}

/// The content itself, then in every wrapper.
fn plain_and_wrapped(content: &Value) -> Vec<Value> {
    std::iter::once(content.clone()).chain(wrapped(content)).collect()
}

#[tokio::test]
async fn every_operation_reads_a_wrapped_success_like_its_content() {
    for operation in OPERATIONS {
        for (content, expected) in operation.answers() {
            let bodies = plain_and_wrapped(&content);
            for (result, body) in operation.answered("200 OK", &bodies).await.into_iter().zip(bodies) {
                assert!(
                    result.as_ref().is_ok_and(|read| read.contains(expected)),
                    "{operation:?}: {body}: {result:?}"
                );
            }
        }
    }
}

#[tokio::test]
async fn every_operation_names_the_field_of_a_wrapped_refusal_in_the_servers_words() {
    let bodies = wrapped(&json!([{"fields": ["status"], "message": "Field required"}]));
    for operation in OPERATIONS {
        for (result, body) in operation.answered("400 Bad Request", &bodies).await.into_iter().zip(&bodies) {
            let problem = result.unwrap_err();
            let found = (problem.field.as_deref(), problem.quotation.as_deref());
            assert_eq!(found, (Some("status"), Some("Field required")), "{operation:?}: {body}");
            assert_eq!(
                (problem.kind, problem.verdict()),
                (ProblemKind::Unprocessable, Verdict::Refused),
                "{operation:?}: {body}"
            );
        }
    }
}

#[tokio::test]
async fn wrapped_refusals_keep_their_meaning() {
    for (operation, status, content, code) in [
        (
            Operation::Code,
            "400 Bad Request",
            json!({"error": "invalid_grant", "error_description": "used"}),
            ProblemKind::InvalidGrant,
        ),
        (
            Operation::Refresh,
            "401 Unauthorized",
            json!({"error": "invalid_client"}),
            ProblemKind::InvalidClient,
        ),
        (Operation::Me, "401 Unauthorized", json!({"message": "expired"}), ProblemKind::Unauthorized),
        (
            Operation::Create,
            "403 Forbidden",
            json!({"message": "needs the scope vendor.product.write"}),
            ProblemKind::Forbidden,
        ),
        (
            Operation::Upload,
            "413 Payload Too Large",
            json!([{"message": "at most 5 MB", "fields": ["file"]}]),
            ProblemKind::PayloadTooLarge,
        ),
        (Operation::List, "503 Service Unavailable", json!({"message": "later"}), ProblemKind::ServerError),
        // An error inside a success: the outcome is unknown.
        (
            Operation::Create,
            "200 OK",
            json!([{"fields": ["status"], "message": "Field required"}]),
            ProblemKind::UnexpectedAnswer,
        ),
        (Operation::Create, "200 OK", json!({"error": "no"}), ProblemKind::UnexpectedAnswer),
    ] {
        let mut results = operation.answered(status, &plain_and_wrapped(&content)).await.into_iter();
        let plain = results.next().unwrap().unwrap_err();
        assert_eq!(plain.kind, code);
        assert!(results.all(|result| result.as_ref() == Err(&plain)), "{operation:?}: {content}");
    }
    let too_large = json!({"response": [{"message": "at most 5 MB", "fields": ["file"]}]});
    let problem = Operation::Upload.refused("413 Payload Too Large", too_large).await;
    assert_eq!(problem.limit, Some(PhotoLimit::Bytes(Some(5_000_000))));
}

#[tokio::test]
async fn a_wrapped_refusal_that_says_nothing_leaves_open_what_was_done() {
    for body in [json!({"openapi_raw_data": []}), json!({"response": null}), json!({"response": ""})] {
        let problem = Operation::Create.refused("422 Unprocessable Entity", body.clone()).await;
        assert_eq!(problem.verdict(), Verdict::Unknown, "{body}");
    }
    let said = json!({"openapi_raw_data": [{"fields": ["status"], "message": "Field required"}]});
    assert_eq!(Operation::Create.refused("422 Unprocessable Entity", said).await.verdict(), Verdict::Refused);
}

#[tokio::test]
async fn a_wrapper_inside_an_equal_wrapper_is_kept() {
    for operation in [Operation::Code, Operation::Me, Operation::Upload, Operation::List] {
        let (content, _) = operation.answers().remove(0);
        let problem =
            operation.refused("200 OK", json!({"openapi_raw_data": {"openapi_raw_data": content}})).await;
        assert_eq!(problem.kind, ProblemKind::UnexpectedAnswer, "{operation:?}");
    }
    let error = json!([{"fields": ["status"], "message": "Field required"}]);
    for twice in
        [json!({"response": {"response": error}}), json!({"openapi_raw_data": {"openapi_raw_data": error}})]
    {
        assert_eq!(Operation::Create.refused("400 Bad Request", twice).await.field, None);
    }
}

#[tokio::test]
async fn a_wrapper_key_next_to_other_keys_is_content() {
    let own = json!({"id": 9, "response": {"id": 1}});
    let created = Operation::Create.answered("201 Created", &[own]).await;
    assert_eq!(created, [Ok("Creation { product_id: Some(ProductId(9)) }".to_owned())]);
    let body = json!({"message": "Invalid", "errors": [{"fields": ["status"], "message": "Field required"}], "response": []});
    let problem = Operation::Create.refused("400 Bad Request", body).await;
    assert_eq!(
        (problem.field.as_deref(), problem.quotation.as_deref()),
        (Some("status"), Some("Field required"))
    );
}
