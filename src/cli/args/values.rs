//! The values of options, and why one is rejected.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use url::Url;

use crate::i18n::Language;
use crate::worker::may_forward_to;
use vitrine_core::import::sheet::ColumnUse;
use vitrine_core::import::table::TableFormat;
use vitrine_core::market;
use vitrine_domain::{
    Change, Currency, EVENTS, Field, ProductId, RialPrices, ServiceId, WebhookId, parse_integer,
};

/// Why a value is rejected. [`help`](crate::cli::help) explains it in the user's language.
#[derive(Debug, PartialEq, Eq)]
pub enum InvalidValue {
    Language,
    /// Neither a date nor a time.
    Time,
    Number,
    Output,
    Delivery,
    /// Neither https nor on this computer.
    Forward,
    /// Neither the number nor the name of an event.
    Event,
    /// `--set` without `=`.
    Set,
    /// `--category` without `=`.
    FolderCategory,
    /// `--column` without `=`.
    Column,
    /// `--column` with an unknown use.
    ColumnUse(String),
    /// `--set` with an unknown field, or one that cannot be set.
    Field(String),
    /// `edit --set` with an unknown field, or one that cannot be changed.
    Change(String),
}

impl Display for InvalidValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl Error for InvalidValue {}

/// The fields that `--set` accepts.
pub fn settable_fields() -> impl Iterator<Item = Field> {
    Field::ALL.into_iter().filter(|field| !matches!(field, Field::Photo | Field::Photos))
}

pub(super) fn parse_language(text: &str) -> Result<Language, InvalidValue> {
    Language::from_tag(text).ok_or(InvalidValue::Language)
}

/// A day, from its beginning at this place, or a time with its offset.
pub(super) fn parse_time(text: &str) -> Result<Timestamp, InvalidValue> {
    let day = || text.parse::<Date>().ok()?.to_zoned(TimeZone::system()).ok().map(|day| day.timestamp());
    text.parse().ok().or_else(day).ok_or(InvalidValue::Time)
}

pub(super) fn parse_number(text: &str) -> Result<i64, InvalidValue> {
    parse_integer(text).map_err(|_| InvalidValue::Number)
}

/// A price in any unit: which one is the marketplace's is known later.
pub(super) fn parse_price(text: &str) -> Result<String, InvalidValue> {
    let is_price = Currency::Rial(RialPrices::InToman).read(text).is_ok();
    is_price.then(|| text.to_owned()).ok_or(InvalidValue::Number)
}

pub(super) fn parse_run(text: &str) -> Result<u64, InvalidValue> {
    parse_number(text).and_then(|number| u64::try_from(number).map_err(|_| InvalidValue::Number))
}

pub(super) fn parse_product(text: &str) -> Result<ProductId, InvalidValue> {
    ProductId::new(text.trim()).ok_or(InvalidValue::Number)
}

pub(super) fn parse_output(text: &str) -> Result<PathBuf, InvalidValue> {
    let path = PathBuf::from(text);
    let format =
        path.extension().and_then(|extension| extension.to_str()).and_then(TableFormat::from_extension);
    format.map(|_| path).ok_or(InvalidValue::Output)
}

pub(super) fn parse_delivery(text: &str) -> Result<String, InvalidValue> {
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(text.to_owned()),
        _ => Err(InvalidValue::Delivery),
    }
}

pub(super) fn parse_forward(text: &str) -> Result<Url, InvalidValue> {
    text.parse().ok().filter(may_forward_to).ok_or(InvalidValue::Forward)
}

pub(super) fn parse_webhook(text: &str) -> Result<WebhookId, InvalidValue> {
    parse_run(text).map(WebhookId::from)
}

pub(super) fn method() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(market::NewWebhook::METHODS).map(|method| method.to_uppercase())
}

/// An event by its number or its name.
pub(super) fn parse_event(text: &str) -> Result<u32, InvalidValue> {
    let number = parse_number(text).ok();
    let event = EVENTS
        .iter()
        .find(|event| number == Some(event.id.into()) || event.name.eq_ignore_ascii_case(text.trim()));
    event.map(|event| event.id).ok_or(InvalidValue::Event)
}

pub(super) fn parse_service(text: &str) -> Result<ServiceId, InvalidValue> {
    ServiceId::from_number(text).ok_or(InvalidValue::Number)
}

pub(super) fn parse_folder_category(text: &str) -> Result<(String, String), InvalidValue> {
    let (folder, category) = text.split_once('=').ok_or(InvalidValue::FolderCategory)?;
    let (folder, category) = (folder.trim(), category.trim());
    if folder.is_empty() || category.is_empty() {
        Err(InvalidValue::FolderCategory)
    } else {
        Ok((folder.to_owned(), category.to_owned()))
    }
}

/// A heading or a letter of a column, and what it is used for; `None` for nothing.
pub(super) fn parse_column(text: &str) -> Result<(String, Option<ColumnUse>), InvalidValue> {
    let (heading, name) = text.rsplit_once('=').ok_or(InvalidValue::Column)?;
    let (heading, name) = (heading.trim(), name.trim());
    let used_for = (!name.is_empty())
        .then(|| ColumnUse::from_name(name).ok_or_else(|| InvalidValue::ColumnUse(name.to_owned())));
    if heading.is_empty() {
        Err(InvalidValue::Column)
    } else {
        Ok((heading.to_owned(), used_for.transpose()?))
    }
}

pub(super) fn parse_set(text: &str) -> Result<(Field, String), InvalidValue> {
    let (name, value) = text.split_once('=').ok_or(InvalidValue::Set)?;
    let field = Field::from_name(name.trim())
        .filter(|field| settable_fields().any(|settable_fields| settable_fields == *field));
    field.map(|field| (field, value.to_owned())).ok_or_else(|| InvalidValue::Field(name.trim().to_owned()))
}

pub(super) fn parse_change(text: &str) -> Result<(Field, String), InvalidValue> {
    let (name, value) = text.split_once('=').ok_or(InvalidValue::Set)?;
    let field = Field::from_name(name.trim()).filter(|field| field.changes(Change::Many));
    field.map(|field| (field, value.to_owned())).ok_or_else(|| InvalidValue::Change(name.trim().to_owned()))
}
