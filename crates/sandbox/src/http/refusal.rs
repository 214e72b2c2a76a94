//! Refusals. The contract does not define their bodies; [`RefusalForm`] selects one of the formats of public
//! material.

use std::borrow::Cow;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde_json::{Value, json};

use crate::faults::RefusalForm;

/// The reasons of a refusal. Stored as an extension of the response until the middleware, which knows the
/// format, writes the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub status: StatusCode,
    pub reasons: Vec<RefusalReason>,
}

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusalReason {
    pub message: String,
    /// The field of the payload, if it is about one.
    pub field: Option<Cow<'static, str>>,
}

impl RefusalReason {
    pub fn about(field: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { message: message.into(), field: Some(field.into()) }
    }
}

impl Refusal {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, reasons: vec![RefusalReason { message: message.into(), field: None }] }
    }

    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "The access token is missing, invalid or expired.")
    }

    pub fn missing_scope(scope: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, format!("The token lacks the scope {scope}."))
    }

    /// For a token of an app that acts for no user.
    pub fn of_nobody() -> Self {
        Self::new(StatusCode::FORBIDDEN, "This token acts for no user.")
    }

    pub fn unprocessable(reasons: Vec<RefusalReason>) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, reasons }
    }

    /// An internal error of the sandbox, such as a full disk.
    pub fn internal(error: &std::io::Error) -> Self {
        tracing::error!(%error, "the sandbox could not keep what it was sent");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "The practice marketplace could not keep this.")
    }

    /// Replaces the words of its reasons.
    pub fn translate(&mut self, translated: impl Fn(&str) -> String) {
        for reason in &mut self.reasons {
            reason.message = translated(&reason.message);
        }
    }

    /// Writes the body in this format.
    pub fn render(&self, form: RefusalForm) -> Response {
        let message = self.reasons.first().map_or("", |first| first.message.as_str());
        let mut response = match form {
            RefusalForm::Html => Html(format!("<!doctype html><title>Error</title><h1>{}</h1>", self.status)).into_response(),
            RefusalForm::Nothing => ().into_response(),
            RefusalForm::Message => Json(json!({ "message": message })).into_response(),
            RefusalForm::List | RefusalForm::InTurn => {
                Json(self.reason_values(|c| json!({ "message": c.message, "fields": fields(c) }))).into_response()
            }
            RefusalForm::Messages => {
                Json(json!({ "messages": self.reason_values(|c| json!({ "message": c.message, "fields": fields(c) })) })).into_response()
            }
            RefusalForm::Errors => Json(json!({
                "http_status": self.status.as_u16(),
                "message": message,
                "errors": self.reason_values(|c| json!({ "code": 0, "message": c.message, "fields": fields(c) })),
            }))
            .into_response(),
            RefusalForm::Detail => Json(json!({ "detail": self.reason_values(|c| {
                let location: Vec<&str> = ["body"].into_iter().chain(c.field.as_deref()).collect();
                json!({ "loc": location, "msg": c.message, "type": "value_error" })
            }) }))
            .into_response(),
        };
        *response.status_mut() = self.status;
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }

    fn reason_values(&self, write: impl Fn(&RefusalReason) -> Value) -> Vec<Value> {
        self.reasons.iter().map(write).collect()
    }
}

fn fields(complaint: &RefusalReason) -> Vec<&str> {
    complaint.field.as_deref().into_iter().collect()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
