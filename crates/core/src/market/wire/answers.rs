//! Parses the answers of the operations leniently: missing, null, additional or differently typed values do
//! no harm; a required value that cannot be read is a problem.

use std::time::Duration;

use secrecy::SecretString;
use serde_json::{Map, Value};

use super::value::{count, flag, id, integer, text};
use crate::market::errors::{Context, Refusal, excerpt, is_error_envelope};
use crate::market::json;
use vitrine_domain::{Account, FileId, Problem, ProblemKind, ProductId, UserId, Vendor, VendorId};

/// The answer of a token endpoint (contract 2.1).
#[derive(Debug)]
pub struct Tokens {
    pub access: SecretString,
    /// Not every grant returns one.
    pub refresh: Option<SecretString>,
    /// Counted from the answer. The contract names no unit of `expires_in`; public SDKs use seconds.
    pub lifetime: Option<Duration>,
}

/// The owner of a token (contract 2.3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenIdentity {
    pub id: Option<UserId>,
    pub name: Option<String>,
    /// Masked by the marketplace.
    pub mobile: Option<String>,
    pub hash_id: Option<String>,
    pub client: Option<TokenClient>,
}

/// The application to which a token was issued.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenClient {
    pub id: Option<String>,
    pub name: Option<String>,
    pub image_url: Option<String>,
}

/// An uploaded file (contract 2.3a). Only the id is required.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadedFile {
    pub id: FileId,
    pub file_name: Option<String>,
    pub path: Option<String>,
    pub mime_type: Option<String>,
    /// In bytes.
    pub size: Option<u64>,
    /// As the marketplace wrote it; two formats are known.
    pub created_at: Option<String>,
    pub creator_user_id: Option<UserId>,
}

/// The product was created. The contract does not define the answer, so the id may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creation {
    pub product_id: Option<ProductId>,
}

/// Parses a JSON answer. The problem never quotes the answer, which may contain private data.
pub fn json(body: &[u8]) -> Result<Value, Problem> {
    if body.trim_ascii().is_empty() {
        return Err(unexpected("empty"));
    }
    json::read(body).map_err(|_| unexpected(&format!("not JSON ({} bytes)", body.len())))
}

pub fn unexpected(said: &str) -> Problem {
    Problem::new(ProblemKind::UnexpectedAnswer).with_quotation(said)
}

/// Parses the tokens of operations 2 and 3.
pub fn tokens(answer: &Value) -> Result<Tokens, Problem> {
    // The contract does not define the answer to client credentials.
    let mut inner = [answer].into_iter().chain(answer.get("token"));
    let fields = inner
        .find_map(|answer| object_with(answer, "access_token"))
        .ok_or_else(|| unexpected("no access_token"))?;
    let secret = |key: &str| {
        fields
            .get(key)
            .and_then(Value::as_str)
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(SecretString::from)
    };
    Ok(Tokens {
        access: secret("access_token").ok_or_else(|| unexpected("no access_token"))?,
        refresh: secret("refresh_token"),
        lifetime: lifetime(fields.get("expires_in")),
    })
}

/// A lifetime in seconds, written as a number or text. A negative one becomes zero.
fn lifetime(value: Option<&Value>) -> Option<Duration> {
    let seconds: f64 = match value? {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    let not_a_time = seconds.is_nan();
    (!not_a_time)
        .then(|| Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(MAX_LIFETIME).min(MAX_LIFETIME))
}

/// Prevents overflow when added to the time, whatever a server sends.
const MAX_LIFETIME: Duration = Duration::from_secs(100 * 366 * 24 * 60 * 60);

/// Parses the owner of a token (operation 4).
pub fn token_identity(answer: &Value) -> Result<TokenIdentity, Problem> {
    let bare = || answer.as_object().filter(|_| !is_error_envelope(answer));
    let fields = object_with(answer, "id").or_else(bare).ok_or_else(|| unexpected("no identity"))?;
    let client = fields.get("client").and_then(Value::as_object).filter(|client| !client.is_empty());
    Ok(TokenIdentity {
        id: id(fields.get("id")).and_then(UserId::new),
        name: text(fields.get("name")),
        mobile: text(fields.get("mobile")),
        hash_id: text(fields.get("hash_id")),
        client: client.map(|client| TokenClient {
            id: text(client.get("id")),
            name: text(client.get("name")),
            image_url: text(client.get("image_url")),
        }),
    })
}

/// Parses the account (operation 5).
pub fn account(answer: &Value) -> Result<Account, Problem> {
    let fields = object_with(answer, "id").ok_or_else(|| unexpected("no id"))?;
    Ok(Account {
        id: id(fields.get("id")).and_then(UserId::new).ok_or_else(|| unexpected("no id"))?,
        hash_id: text(fields.get("hash_id")),
        username: text(fields.get("username")),
        name: text(fields.get("name")),
        vendor: fields.get("vendor").and_then(vendor),
    })
}

/// `null`, `{}`, `[]` (an empty object as PHP writes it) and an object without an id all mean: no shop.
fn vendor(value: &Value) -> Option<Vendor> {
    Some(Vendor {
        id: VendorId::new(id(value.get("id"))?)?,
        identifier: text(value.get("identifier")),
        title: text(value.get("title")),
    })
}

/// Parses an uploaded file (operation 6).
pub fn uploaded_file(answer: &Value) -> Result<UploadedFile, Problem> {
    let fields = object_with(answer, "id").ok_or_else(|| unexpected("no id"))?;
    Ok(UploadedFile {
        id: file_id(fields)?,
        file_name: text(fields.get("file_name")),
        path: text(fields.get("path")),
        mime_type: text(fields.get("mime_type")),
        size: count(fields.get("size")),
        created_at: text(fields.get("created_at")),
        creator_user_id: id(fields.get("creator_user_id")).and_then(UserId::new),
    })
}

/// The id of an uploaded file. A product takes it only as a number (contract 2.4), so that another one is of
/// no use.
fn file_id(fields: &Map<String, Value>) -> Result<FileId, Problem> {
    let id = id(fields.get("id")).and_then(FileId::new).ok_or_else(|| unexpected("no id"))?;
    let is_number = id.as_str().parse::<i64>().is_ok();
    if is_number {
        Ok(id)
    } else {
        Err(Problem::new(ProblemKind::FileIdUnusable).with_quotation(excerpt(id.as_str(), &[])))
    }
}

/// Parses a creation (operation 7): any JSON and an empty body are a success, and only an id is a proof. A
/// captive portal's page and an error inside a success are no success, whatever ids they have; and what the
/// marketplace says of a product that it refused is its refusal. What was only accepted (202) may have the id
/// of a job, and so may what has a code of its own.
pub fn creation(status: u16, body: &[u8]) -> Result<Creation, Problem> {
    let found = created_id(body, "product")?;
    let answer = json(body).unwrap_or_default();
    if let Some(refusal) = parts(&answer).find_map(item_refusal) {
        return Err(Problem { status: Some(status), ..refusal });
    }
    let is_said = status != 202 && !parts(&answer).any(has_code);
    Ok(Creation {
        product_id: found.filter(|id| is_said && id.parse::<u64>() != Ok(0)).and_then(ProductId::new),
    })
}

/// What the marketplace says of a product that it refused inside a success.
pub(super) fn item_refusal(item: &Value) -> Option<Problem> {
    let message = item.get("error_message").filter(|message| !message.is_null());
    let is_refused = flag(item.get("has_error")).unwrap_or(
        message.is_some_and(|message| message.as_str().is_none_or(|text| !text.trim().is_empty())),
    );
    let body = match message {
        Some(Value::Object(_) | Value::Array(_)) => message.cloned().unwrap_or_default(),
        Some(message) => serde_json::json!({ "message": message }),
        None => serde_json::json!({ "message": item.to_string() }),
    };
    let body = body.to_string().into_bytes();
    let refusal = Refusal { status: 422, retry_after: None, is_html: false, body: &body };
    is_refused.then(|| refusal.problem(&Context::default(), &[]))
}

/// The objects of an answer that may speak of what was created: itself, and its content.
fn parts(answer: &Value) -> impl Iterator<Item = &Value> {
    let inner = CONTENT_KEYS.into_iter().chain(["product"]).filter_map(|key| single_object(answer)?.get(key));
    std::iter::once(answer)
        .chain(inner)
        .filter_map(|part| if let Value::Array(list) = part { list.first() } else { Some(part) })
}

/// Whether this has a code with words, as an error has, and not that of a success: its id may be that of a
/// request.
fn has_code(answer: &Value) -> bool {
    let has_words = ["msg", "message"].into_iter().any(|key| text(answer.get(key)).is_some());
    let is_success = |code: i64| code == 0 || (200..300).contains(&code);
    has_words && integer(answer.get("code")).is_some_and(|code| !is_success(code))
}

/// The id of something that was created: any JSON and an empty body are a success, as for [`creation`].
pub fn created_id(body: &[u8], thing: &str) -> Result<Option<String>, Problem> {
    if body.trim_ascii().is_empty() {
        return Ok(None);
    }
    let answer = json(body)?;
    let found = named_id(&answer, thing).or_else(|| bare_id(&answer));
    let is_error = |value: &Value| if found.is_some() { denies(value) } else { is_error_envelope(value) };
    if is_error(&answer) || CONTENT_KEYS.iter().filter_map(|key| answer.get(*key)).any(is_error) {
        return Err(unexpected("an error inside a success"));
    }
    Ok(found)
}

/// Whether an answer with an id is an error all the same, and the id one of a request or a job. Products may
/// have notes of their own.
fn denies(answer: &Value) -> bool {
    let mut answer = answer.clone();
    if let Some(map) = answer.as_object_mut() {
        ["messages", "detail"].into_iter().for_each(|note| drop(map.remove(note)));
    }
    is_error_envelope(&answer)
}

/// Keys that may contain the content of an answer next to other keys; an answer that is only wrapped was
/// unwrapped before (see [`super::wrapper`]). An `id` next to or inside any other object (photo, vendor,
/// status) is not the id of the created item.
pub const CONTENT_KEYS: [&str; 4] = ["data", "result", "response", "item"];

/// `product_id`, `product.id` or `product`: these name the item, so they take precedence over a bare `id`.
fn named_id(value: &Value, thing: &str) -> Option<String> {
    let map = single_object(value)?;
    let within = || integer_id(single_object(map.get(thing)?)?.get("id"));
    integer_id(map.get(&format!("{thing}_id")))
        .or_else(|| integer_id(map.get(thing)))
        .or_else(within)
        .or_else(|| {
            CONTENT_KEYS
                .iter()
                .filter_map(|wrapper| map.get(*wrapper))
                .find_map(|inner| named_id(inner, thing))
        })
}

fn bare_id(value: &Value) -> Option<String> {
    let map = single_object(value)?;
    let wrapped = || CONTENT_KEYS.iter().filter_map(|wrapper| map.get(*wrapper)).find_map(bare_id);
    integer_id(map.get("id")).or_else(wrapped)
}

/// An object, or the only element of a list.
fn single_object(value: &Value) -> Option<&Map<String, Value>> {
    match value {
        Value::Array(list) if list.len() == 1 => list[0].as_object(),
        other => other.as_object(),
    }
}

/// Product ids are integers (contract 2.5); a word in their place is the id of a request or a job.
fn integer_id(value: Option<&Value>) -> Option<String> {
    id(value).filter(|text| text.parse::<u64>().is_ok())
}

/// The object that contains `key`: the answer itself, or its content.
fn object_with<'a>(answer: &'a Value, key: &str) -> Option<&'a Map<String, Value>> {
    let holds = |value: &'a Value| {
        single_object(value).filter(|map| map.get(key).is_some_and(|value| !value.is_null()))
    };
    holds(answer).or_else(|| CONTENT_KEYS.iter().find_map(|wrapper| holds(answer.get(wrapper)?)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use secrecy::ExposeSecret;
    use serde_json::json;

    use super::*;
    use vitrine_domain::WriteVerdict;

    fn created(body: &str) -> Option<String> {
        creation(201, body.as_bytes()).unwrap().product_id.map(|id| id.to_string())
    }

    #[test]
    fn an_empty_answer_is_a_creation_without_an_id() {
        for body in ["", " \n", "{}", "null", "true", "[]", r#"{"message":"created"}"#] {
            assert_eq!(created(body), None, "{body}");
        }
    }

    #[test]
    fn the_id_of_the_product_is_found_at_every_known_position() {
        for body in [
            r#"{"id":9}"#,
            r#"{"id":"9","photo":{"id":3},"vendor":{"id":4},"status":{"id":5}}"#,
            r#"{"id":9.0}"#,
            r#"{"data":{"id":9}}"#,
            r#"{"data":[{"id":9}]}"#,
            r#"[{"id":9}]"#,
            r#"{"product":{"id":9}}"#,
            r#"{"product":9}"#,
            r#"{"product_id":9,"id":1}"#,
            r#"{"id":1,"product":{"id":9}}"#,
            r#"{"data":{"product":{"id":9,"photo":{"id":2}}},"id":"b0b5"}"#,
            r#"{"result":{"data":{"product_id":"9"}}}"#,
            "\u{feff}{\"id\":9}",
        ] {
            assert_eq!(created(body).as_deref(), Some("9"), "{body}");
        }
    }

    #[test]
    fn no_other_id_is_mistaken_for_the_products_id() {
        for body in [
            r#"{"photo":{"id":3}}"#,
            r#"{"vendor":{"id":3},"status":{"id":1},"creator_user_id":8}"#,
            r#"{"id":"job-17"}"#,
            r#"{"id":{"id":3}}"#,
            r#"{"id":null}"#,
            r#"{"data":[{"id":1},{"id":2}]}"#,
            r#"{"data":{"photo":{"id":3}}}"#,
        ] {
            assert_eq!(created(body), None, "{body}");
        }
    }

    #[test]
    fn an_id_beside_an_error_and_the_id_of_a_job_are_no_products() {
        for body in [
            r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"busy"},"id":7}"#,
            r#"{"success":false,"id":7}"#,
            r#"{"data":{"success":false,"id":7}}"#,
            r#"{"http_status":503,"id":7}"#,
        ] {
            assert_eq!(
                creation(200, body.as_bytes()).unwrap_err().kind,
                ProblemKind::UnexpectedAnswer,
                "{body}"
            );
        }
        assert_eq!(creation(202, br#"{"id":7,"status":"queued"}"#).unwrap().product_id, None);
        assert_eq!(
            created(r#"{"id":9,"detail":"hand-made","messages":[{"message":"Add a video"}]}"#).as_deref(),
            Some("9")
        );
    }

    #[test]
    fn a_product_that_the_marketplace_says_it_refused_is_a_refusal_in_its_own_words_whatever_id_it_has() {
        let refused = json!({"id": 771, "has_error": true, "error_message": "price too low"});
        let words = json!({"id": 771, "error_message": {"messages": [{"message": "price too low", "fields": ["primary_price"]}]}});
        for body in [
            refused.clone(),
            json!([refused]),
            json!({"data": refused}),
            json!({"product": refused, "id": 3}),
            words,
        ] {
            let problem = creation(201, body.to_string().as_bytes()).unwrap_err();
            assert_eq!(
                (problem.write_verdict(), problem.quotation.as_deref()),
                (WriteVerdict::Refused, Some("price too low")),
                "{body}"
            );
            assert_eq!(problem.status, Some(201));
        }
        let fine = json!({"id": 9, "has_error": false, "error_message": null});
        assert_eq!(created(&fine.to_string()).as_deref(), Some("9"));
    }

    #[test]
    fn an_id_of_zero_and_one_beside_a_code_of_an_error_prove_nothing() {
        for body in
            [r#"{"id":0}"#, r#"{"product_id":0,"id":7}"#, r#"{"id":771,"code":5001,"msg":"internal error"}"#]
        {
            assert_eq!(created(body), None, "{body}");
        }
        for body in [
            r#"{"id":9,"code":201,"message":"created"}"#,
            r#"{"id":9,"code":"RUG-5001"}"#,
            r#"{"id":9,"code":5001}"#,
        ] {
            assert_eq!(created(body).as_deref(), Some("9"), "{body}");
        }
    }

    #[test]
    fn a_web_page_or_an_error_is_not_a_creation() {
        for body in [
            "<html>Please log in to the hotel network</html>",
            "OK",
            "{\"id\":",
            r#"{"error":"no"}"#,
            r#"{"success":false}"#,
            r#"[{"message":"Field required","fields":["status"]}]"#,
        ] {
            assert_eq!(
                creation(200, body.as_bytes()).unwrap_err().kind,
                ProblemKind::UnexpectedAnswer,
                "{body}"
            );
        }
        assert_eq!(created(r#"{"id":9,"errors":[]}"#).as_deref(), Some("9"));
    }

    #[test]
    fn an_account_without_a_shop_is_recognised_in_every_notation() {
        for body in [
            json!({"id": 1}),
            json!({"id": 1, "vendor": null}),
            json!({"id": "1", "vendor": {}}),
            json!({"id": 1, "vendor": []}),
            json!({"id": 1, "vendor": ""}),
            json!({"id": 1, "vendor": {"id": null}}),
            json!({"data": {"id": 1.0, "vendor": false}}),
        ] {
            let account = account(&body).unwrap();
            assert_eq!((account.id, account.vendor), (UserId::from(1), None), "{body}");
        }
    }

    #[test]
    fn an_account_is_read_completely() {
        let body = json!({"id": 1, "hash_id": "h", "username": "u", "name": "n", "email": "x",
            "vendor": {"id": "7", "identifier": "shop", "title": "Shop", "extra": []}});
        let expected =
            Vendor { id: VendorId::from(7), identifier: Some("shop".into()), title: Some("Shop".into()) };
        let account = account(&body).unwrap();
        assert_eq!(account.vendor, Some(expected));
        assert_eq!(
            (account.hash_id.as_deref(), account.username.as_deref(), account.name.as_deref()),
            (Some("h"), Some("u"), Some("n"))
        );
    }

    #[test]
    fn an_id_of_dots_is_rejected() {
        assert_eq!(account(&json!({"id": 1, "vendor": {"id": ".."}})).unwrap().vendor, None);
        assert!(account(&json!({"id": "."})).is_err());
    }

    #[test]
    fn only_the_access_token_is_required() {
        let read =
            tokens(&json!({"access_token": " abc ", "expires_in": "3600", "refresh_token": null})).unwrap();
        assert_eq!((read.access.expose_secret(), read.lifetime), ("abc", Some(Duration::from_secs(3600))));
        assert!(read.refresh.is_none());
        let lifetime =
            |value: Value| tokens(&json!({"access_token": "a", "expires_in": value})).unwrap().lifetime;
        assert_eq!(lifetime(json!(-5)), Some(Duration::ZERO));
        assert_eq!(lifetime(json!(i64::MAX)), Some(MAX_LIFETIME));
        assert_eq!(lifetime(json!(59.5)), Some(Duration::from_millis(59_500)));
        assert_eq!(lifetime(json!(" 3600.0 ")), Some(Duration::from_secs(3600)));
        for endless in [json!(1e300), json!("1e300"), json!("inf"), json!(u64::MAX)] {
            assert_eq!(lifetime(endless), Some(MAX_LIFETIME));
        }
        for unknown in [json!("soon"), json!("NaN"), json!(null), json!([60]), json!(true), json!("")] {
            assert_eq!(lifetime(unknown), None);
        }
        for body in [json!({}), json!({"access_token": ""}), json!({"access_token": 5}), json!([])] {
            assert!(tokens(&body).is_err(), "{body}");
        }
    }

    #[test]
    fn tokens_are_not_in_debug_output() {
        let read = tokens(&json!({"access_token": "hush", "refresh_token": "hush"})).unwrap();
        assert!(!format!("{read:?}").contains("hush"));
    }

    #[test]
    fn a_file_id_may_be_text_or_a_number() {
        for id in [json!("42"), json!(42), json!(42.0), json!(" 42")] {
            let file =
                uploaded_file(&json!({"id": id, "mime_type": null, "size": "12", "creator_user_id": 3}))
                    .unwrap();
            assert_eq!((file.id, file.size, file.mime_type), (FileId::from(42), Some(12), None));
        }
        for wrapped in [json!({"data": {"id": 7}}), json!({"result": {"id": 7}}), json!([{"id": 7}])] {
            assert_eq!(uploaded_file(&wrapped).unwrap().id.to_string(), "7", "{wrapped}");
        }
        assert!(uploaded_file(&json!({"creator_user_id": 3, "file_name": "a.jpg"})).is_err());
        assert!(uploaded_file(&json!({"id": "a-7"})).is_err(), "a product takes no such photo");
    }

    #[test]
    fn a_token_check_with_an_error_fails() {
        assert!(token_identity(&json!({"error": "expired"})).is_err());
        assert_eq!(token_identity(&json!({"id": 5, "client": {}})).unwrap().id, Some(UserId::from(5)));
        let client =
            token_identity(&json!({"id": "5", "client": {"id": "c", "name": "N"}})).unwrap().client.unwrap();
        assert_eq!((client.id.as_deref(), client.name.as_deref()), (Some("c"), Some("N")));
    }

    #[test]
    fn inexact_and_overflowing_numbers_are_rejected() {
        assert_eq!(integer(Some(&json!(1.5))), None);
        assert_eq!(integer(Some(&json!(1e300))), None);
        assert_eq!(integer(Some(&json!(u64::MAX))), None);
        assert_eq!(id(Some(&json!(u64::MAX))), Some(u64::MAX.to_string()));
    }

    proptest! {
        #[test]
        fn arbitrary_bodies_never_panic(body: Vec<u8>) {
            let _ = creation(200, &body);
            if let Ok(value) = json(&body) {
                let _ = (account(&value), uploaded_file(&value));
            }
        }
    }
}
