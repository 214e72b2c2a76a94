//! Where the contract leaves something unspecified: what this marketplace does. The defaults follow public material.

use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Behaviour {
    pub creation_answer: CreationAnswer,
    pub file_ids: FileIds,
    pub photo_ids: PhotoIds,
    pub refusal_form: RefusalForm,
    /// What every JSON answer is wrapped in: successes, refusals and faults alike.
    pub wrapper: Wrapper,
    /// Whether listings carry `total_count` and `total_page`; otherwise they are null.
    pub totals: bool,
    /// Refuses a product named like another of the same shop.
    pub refuse_equal_names: bool,
    /// Largest photo taken, in bytes; a larger one gets 413.
    pub photo_bytes: u64,
    /// Whether the refusal of a larger photo names that number.
    pub tell_photo_bytes: bool,
    /// Longest name and description, in characters, and the most photos of a product.
    pub name_chars: usize,
    pub description_chars: usize,
    pub photos: usize,
    /// Lifetime of the tokens the token endpoint gives, in seconds.
    pub token_seconds: u64,
    /// Whether a refresh gives a new refresh token and ends the old one.
    pub rotate_refresh: bool,
}

/// The body of the 201 that creates a product.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CreationAnswer {
    /// The whole product, some fields under other names than they were sent.
    #[default]
    Whole,
    /// `{"id": 1}`
    IdOnly,
    /// `{"data": {"id": 1}}`
    DataId,
    /// `{}`
    Empty,
    /// No body, and status 204.
    NoContent204,
    /// A page for people.
    Html,
    /// The whole product but its id.
    WithoutId,
}

/// How an uploaded file's id is written in the answer. The contract's table says string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileIds {
    #[default]
    Text,
    Integer,
}

/// What a listed product's `photo.id` is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PhotoIds {
    /// The id its upload gave.
    #[default]
    Same,
    /// A number that has nothing to do with it.
    OtherSpace,
}

/// The body of a refusal. The contract specifies none; public material shows each of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalForm {
    /// `{"messages":[{"message","fields"}]}`
    #[default]
    Messages,
    /// `{"http_status","message","errors":[{"code","message","fields"}]}`
    Errors,
    /// `{"detail":[{"loc","msg","type"}]}`
    Detail,
    /// `{"message"}`
    Message,
    /// `[{"message","fields"}]`
    List,
    Html,
    Nothing,
}

/// What stands around an answer, as gateways of public material put it there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wrapper {
    #[default]
    Nothing,
    /// `{"openapi_raw_data": …}`
    OpenapiRawData,
    /// `{"response": …}`
    Response,
    /// `{"response": "…"}`, the answer's JSON written into a string.
    ResponseText,
    /// Each of these in turn, from one request to the next.
    InTurn,
}

impl Wrapper {
    /// The answer to the request of this number, as it is sent.
    pub fn around(self, answer: Value, request: usize) -> Value {
        const TURNS: [Wrapper; 4] = [Wrapper::OpenapiRawData, Wrapper::Response, Wrapper::ResponseText, Wrapper::Nothing];
        match self {
            Self::Nothing => answer,
            Self::OpenapiRawData => json!({ "openapi_raw_data": answer }),
            Self::Response => json!({ "response": answer }),
            Self::ResponseText => json!({ "response": answer.to_string() }),
            Self::InTurn => TURNS[request % TURNS.len()].around(answer, request),
        }
    }
}

impl Default for Behaviour {
    fn default() -> Self {
        Self {
            creation_answer: CreationAnswer::default(),
            file_ids: FileIds::default(),
            photo_ids: PhotoIds::default(),
            refusal_form: RefusalForm::default(),
            wrapper: Wrapper::default(),
            totals: true,
            refuse_equal_names: false,
            photo_bytes: 5 * 1024 * 1024,
            tell_photo_bytes: false,
            name_chars: 120,
            description_chars: 5000,
            photos: 20,
            token_seconds: 366 * 24 * 3600,
            rotate_refresh: true,
        }
    }
}
