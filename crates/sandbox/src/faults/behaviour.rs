//! Configurable behaviour where the contract leaves something open. The defaults follow public material.

use serde::Deserialize;
use serde_json::{Value, json};

/// The configuration.
///
/// It is large because it has a field for each behaviour that can be configured.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ShopBehaviour {
    pub creation_answer: CreationAnswer,
    pub file_ids: FileIds,
    pub photo_ids: PhotoIds,
    pub refusal_form: RefusalForm,
    /// The wrapper of every JSON answer: successes, refusals and faults.
    pub wrapper: Wrapper,
    /// Whether products need a category, a status and more, as at the public service, and the language of the
    /// categories.
    pub categories: Categories,
    /// Whether the names of its people, shops and statuses and the reasons of its refusals are in Persian,
    /// also without categories in Persian.
    pub persian: bool,
    /// Whether a product needs no more than its category there: the market file supplies the other values,
    /// and no attribute is required. For a first try.
    pub relaxed: bool,
    /// Whether an SKU that another product of the shop has is refused.
    pub sku_unique: bool,
    /// Whether listings can be filtered by SKU; otherwise the filter is ignored.
    pub sku_filter: bool,
    /// Whether listings can be filtered by id; otherwise the filter is ignored.
    pub id_filter: bool,
    /// By how many percent the price that buyers pay is below the seller's, which lists then do not show.
    pub discount: i64,
    /// Whether discounts can be begun and ended. The public marketplace's dialect always has them.
    pub discounts: bool,
    /// Whether `Prefer: return=full` shows the seller's price in lists, too.
    pub full_lists: bool,
    /// Whether new names and photos of existing products wait for a review, while the old ones are shown.
    pub review: bool,
    /// The most products that one request may change; more are refused together.
    pub batch_items: usize,
    /// The answer to a batch.
    pub batch_answer: BatchAnswer,
    /// What a refused item of a batch does to the others, unless the request says that it continues.
    pub batch_error: BatchError,
    /// Whether the marketplace writes new values of existing products in its own way: prices in tens, names
    /// trimmed and with Persian letters.
    pub spells: bool,
    /// The number of a list's first page.
    pub first_page: u64,
    /// No more products than these are listed and counted; the page after them is refused.
    pub list_window: Option<u64>,
    /// Whether lists are empty, as while an index is rebuilt.
    pub list_empty: bool,
    /// How old lists say that they are, in seconds: a cache has kept them.
    pub list_age: Option<u64>,
    /// How long after its answer (202) a batch is applied, in milliseconds.
    pub batch_delay_ms: u64,
    /// Of the products that a listing by id shows, one item of each whose id is a multiple of this is sold
    /// right after the answer; 0: none.
    pub sells_every: u64,
    /// Whether listings contain `total_count` and `total_page`; otherwise they are null.
    pub totals: bool,
    /// Whether a product with the name of another one in the shop is refused.
    pub refuse_equal_names: bool,
    /// The maximum photo size in bytes; a larger photo gets status 413.
    pub photo_bytes: u64,
    /// Whether that refusal states the maximum.
    pub tell_photo_bytes: bool,
    /// The maximum length of names and descriptions in characters, and the maximum number of photos.
    pub name_chars: usize,
    pub description_chars: usize,
    pub photos: usize,
    /// The lifetime of issued tokens, in seconds.
    pub token_seconds: u64,
    /// How often a delivery to a webhook is attempted, and the wait before the second attempt, in
    /// milliseconds; it doubles.
    pub delivery_attempts: u32,
    pub delivery_retry_ms: u64,
    /// Whether a refresh issues a new refresh token and invalidates the old one.
    pub rotate_refresh: bool,
}

impl ShopBehaviour {
    /// Whether it speaks Persian.
    pub fn speaks_persian(&self) -> bool {
        self.persian || self.categories == Categories::Persian
    }

    /// Has it speak Persian or English from now on.
    pub fn speak(&mut self, persian: bool) {
        self.persian = persian;
        if self.categories != Categories::None {
            self.categories = if persian { Categories::Persian } else { Categories::English };
        }
    }
}

/// The categories of the marketplace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Categories {
    /// There are none, as in the contract.
    #[default]
    None,
    English,
    Persian,
}

/// The body of the answer to a creation (status 201).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CreationAnswer {
    /// The whole product, some fields under other names than in the request.
    #[default]
    Whole,
    /// `{"id": 1}`
    IdOnly,
    /// `{"data": {"id": 1}}`
    DataId,
    /// `{}`
    Empty,
    /// No body, with status 204.
    NoContent204,
    /// A web page.
    Html,
    /// The whole product without its id.
    WithoutId,
}

/// The answer to a batch of changes (status 202).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BatchAnswer {
    /// One item for each product, in the order of the request.
    #[default]
    Whole,
    /// In another order.
    Reordered,
    /// Every third item is missing.
    Incomplete,
    /// No body.
    Empty,
}

/// What happens to the rest of a batch after a refused item, which public material does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BatchError {
    /// Items before it are applied, items after it are not.
    #[default]
    Stops,
    /// Nothing is applied.
    RollsBack,
    /// Items before it are applied, and the whole request is refused.
    Refuses,
}

/// The type of an uploaded file's id in the answer. The contract's table says string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileIds {
    #[default]
    Text,
    Integer,
}

/// The `photo.id` of listed products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PhotoIds {
    /// The id from the upload.
    #[default]
    Same,
    /// An unrelated number.
    OtherSpace,
}

/// The format of refusals. The contract defines none; each of these occurs in public material.
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
    /// Each of the formats that name a field in turn, from request to request; the seed decides where it
    /// begins.
    InTurn,
}

impl RefusalForm {
    /// The format of the refusal of the request with this number.
    pub const fn of_request(self, request: usize) -> Self {
        const TURNS: [RefusalForm; 4] =
            [RefusalForm::List, RefusalForm::Messages, RefusalForm::Errors, RefusalForm::Detail];
        match self {
            Self::InTurn => TURNS[request % TURNS.len()],
            form => form,
        }
    }
}

/// The wrapper around answers, as added by the gateways in public material.
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
    /// Each of these in turn, from request to request; the seed decides where it begins.
    InTurn,
}

impl Wrapper {
    /// Wraps the answer to the request with this number.
    pub fn around(self, answer: Value, request: usize) -> Value {
        const TURNS: [Wrapper; 4] =
            [Wrapper::OpenapiRawData, Wrapper::Response, Wrapper::ResponseText, Wrapper::Nothing];
        match self {
            Self::Nothing => answer,
            Self::OpenapiRawData => json!({ "openapi_raw_data": answer }),
            Self::Response => json!({ "response": answer }),
            Self::ResponseText => json!({ "response": answer.to_string() }),
            Self::InTurn => TURNS[request % TURNS.len()].around(answer, request),
        }
    }
}

impl Default for ShopBehaviour {
    fn default() -> Self {
        Self {
            creation_answer: CreationAnswer::default(),
            file_ids: FileIds::default(),
            photo_ids: PhotoIds::default(),
            refusal_form: RefusalForm::default(),
            wrapper: Wrapper::default(),
            categories: Categories::default(),
            persian: false,
            relaxed: false,
            sku_unique: false,
            sku_filter: true,
            id_filter: true,
            discount: 0,
            discounts: false,
            full_lists: false,
            review: false,
            batch_items: 50,
            batch_answer: BatchAnswer::default(),
            batch_error: BatchError::default(),
            spells: false,
            first_page: 1,
            list_window: None,
            list_empty: false,
            list_age: None,
            batch_delay_ms: 0,
            sells_every: 0,
            totals: true,
            refuse_equal_names: false,
            photo_bytes: 5 * 1024 * 1024,
            tell_photo_bytes: false,
            name_chars: 120,
            description_chars: 5000,
            photos: 20,
            token_seconds: 366 * 24 * 3600,
            delivery_attempts: 4,
            delivery_retry_ms: 1000,
            rotate_refresh: true,
        }
    }
}
