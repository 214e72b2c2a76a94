//! Reads what is sent about webhooks (contract 2.6): all of it by the contract; the public marketplace
//! requires less.

use serde_json::{Map, Value};

use crate::http::refusal::RefusalReason;
use vitrine_domain::EVENTS;

const METHODS: [&str; 3] = ["POST", "PUT", "PATCH"];
/// The maximum length of a delivery address, in characters.
const URL_CHARS: usize = 2083;

/// A validated payload. What is absent is not changed, or has its default.
#[derive(Default)]
pub struct Payload {
    pub event_ids: Option<Vec<u32>>,
    pub request_method: Option<String>,
    pub url: Option<String>,
    pub is_active: Option<bool>,
    pub register_me: Option<bool>,
    /// One `Name: value` a line.
    pub request_headers: Option<String>,
    pub service: Option<u64>,
}

/// A payload being read.
struct Reading<'a> {
    body: &'a Value,
    reasons: Vec<RefusalReason>,
}

impl Payload {
    /// A new webhook: by the contract every field is sent, and without a service the caller asks for one.
    pub fn creation(body: &Value, by_contract: bool) -> Result<Self, Vec<RefusalReason>> {
        let mut reading = Reading { body, reasons: Vec::new() };
        let payload = reading.read();
        let mut required = vec!["event_ids", "request_method", "url"];
        if by_contract {
            required.extend(["is_active", "register_me"]);
        }
        for field in required {
            if body[field].is_null() {
                reading.refuse(field, "Field required");
            }
        }
        match (payload.service, payload.register_me) {
            (None, Some(false)) if by_contract && body["service_id"].is_null() => {
                reading.refuse("service_id", "Name a service, or set register_me.");
            }
            (Some(_), Some(true)) if by_contract => {
                reading.refuse("service_id", "Leave service_id empty together with register_me.");
            }
            _ => {}
        }
        if reading.reasons.is_empty() { Ok(payload) } else { Err(reading.reasons) }
    }

    /// A change: only what is sent.
    pub fn change(body: &Value) -> Result<Self, Vec<RefusalReason>> {
        let mut reading = Reading { body, reasons: Vec::new() };
        let payload = reading.read();
        if reading.reasons.is_empty() { Ok(payload) } else { Err(reading.reasons) }
    }
}

impl Reading<'_> {
    fn refuse(&mut self, field: &'static str, message: &str) {
        self.reasons.push(RefusalReason::about(field, message));
    }

    /// Reads what is there. Null is absent.
    fn read(&mut self) -> Payload {
        Payload {
            event_ids: self.value(
                "event_ids",
                events,
                "event_ids must be an array of at least one event's integer id, 1 to 9.",
            ),
            request_method: self.value(
                "request_method",
                method,
                "request_method must be POST, PUT or PATCH.",
            ),
            url: self.value(
                "url",
                address,
                "url must be a whole http or https address of at most 2083 characters.",
            ),
            is_active: self.value("is_active", Value::as_bool, "This must be a boolean."),
            register_me: self.value("register_me", Value::as_bool, "This must be a boolean."),
            request_headers: self.value(
                "request_headers",
                headers,
                "request_headers must be a string such as Content-Type: text/plain.",
            ),
            service: self.value("service_id", Value::as_u64, "service_id must be an integer."),
        }
    }

    fn value<T>(
        &mut self,
        field: &'static str,
        read: impl FnOnce(&Value) -> Option<T>,
        wrong: &str,
    ) -> Option<T> {
        let sent = &self.body[field];
        if sent.is_null() {
            return None;
        }
        let value = read(sent);
        if value.is_none() {
            self.refuse(field, wrong);
        }
        value
    }
}

fn events(sent: &Value) -> Option<Vec<u32>> {
    let ids: Vec<u32> =
        sent.as_array()?.iter().map(|id| u32::try_from(id.as_u64()?).ok()).collect::<Option<_>>()?;
    let are_known = ids.iter().all(|id| EVENTS.iter().any(|event| event.id == *id));
    (!ids.is_empty() && are_known).then_some(ids)
}

fn method(sent: &Value) -> Option<String> {
    sent.as_str().filter(|method| METHODS.contains(method)).map(str::to_owned)
}

fn address(sent: &Value) -> Option<String> {
    let text = sent.as_str()?;
    let is_web =
        url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    (text.chars().count() <= URL_CHARS && is_web).then(|| text.to_owned())
}

fn headers(sent: &Value) -> Option<String> {
    let text = sent.as_str()?;
    header_pairs(text).map(|_| text.to_owned())
}

/// Headers as an object, as they are shown.
pub fn header_pairs(text: &str) -> Option<Map<String, Value>> {
    let pair = |line: &str| {
        let (name, value) = line.split_once(':')?;
        let name = name.trim();
        (!name.is_empty() && !name.contains(' ')).then(|| (name.to_owned(), value.trim().into()))
    };
    text.lines().filter(|line| !line.trim().is_empty()).map(pair).collect()
}
