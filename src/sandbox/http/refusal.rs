//! Answers that say no. The contract shows no bodies for them; [`RefusalForm`] chooses among those public material shows.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde_json::{Value, json};

use crate::sandbox::faults::RefusalForm;

/// Why a request was refused. Rides on the response as an extension until the gate, which knows the form, writes the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub status: StatusCode,
    pub complaints: Vec<Complaint>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    pub message: String,
    /// The payload's field it is about, if any.
    pub field: Option<&'static str>,
}

impl Complaint {
    pub fn about(field: &'static str, message: impl Into<String>) -> Self {
        Self { message: message.into(), field: Some(field) }
    }
}

impl Refusal {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, complaints: vec![Complaint { message: message.into(), field: None }] }
    }

    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "The access token is missing, invalid or expired.")
    }

    pub fn missing_scope(scope: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, format!("The token lacks the scope {scope}."))
    }

    pub fn unprocessable(complaints: Vec<Complaint>) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, complaints }
    }

    /// Something of the sandbox's own went wrong, such as its disk.
    pub fn broken(error: &std::io::Error) -> Self {
        tracing::error!(%error, "the sandbox could not keep what it was sent");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "The practice marketplace could not keep this.")
    }

    pub fn render(&self, form: RefusalForm) -> Response {
        let message = self.complaints.first().map_or("", |first| first.message.as_str());
        let mut response = match form {
            RefusalForm::Html => Html(format!("<!doctype html><title>Error</title><h1>{}</h1>", self.status)).into_response(),
            RefusalForm::Nothing => ().into_response(),
            RefusalForm::Message => Json(json!({ "message": message })).into_response(),
            RefusalForm::List => Json(self.listed(|c| json!({ "message": c.message, "fields": fields(c) }))).into_response(),
            RefusalForm::Messages => {
                Json(json!({ "messages": self.listed(|c| json!({ "message": c.message, "fields": fields(c) })) })).into_response()
            }
            RefusalForm::Errors => Json(json!({
                "http_status": self.status.as_u16(),
                "message": message,
                "errors": self.listed(|c| json!({ "code": 0, "message": c.message, "fields": fields(c) })),
            }))
            .into_response(),
            RefusalForm::Detail => Json(json!({ "detail": self.listed(|c| {
                let location: Vec<&str> = ["body"].into_iter().chain(c.field).collect();
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

    fn listed(&self, write: impl Fn(&Complaint) -> Value) -> Vec<Value> {
        self.complaints.iter().map(write).collect()
    }
}

fn fields(complaint: &Complaint) -> Vec<&'static str> {
    complaint.field.into_iter().collect()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
