//! One change for many products.

use crate::import::bulk::{BulkChange, BulkError, BulkOperation, BulkResult, ParsedChange};
use vitrine_domain::{Change, Draft, Field, FieldError, FieldKind, typed_part};

/// A change of one field of every product.
#[derive(Debug)]
pub struct BulkRule {
    pub field: Field,
    work: Work,
}

#[derive(Debug)]
enum Work {
    /// A text as a cell would have it.
    Set(String),
    Compute(ParsedChange),
    Replace {
        find: String,
        with: String,
    },
}

/// Why a rule cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BulkRuleError {
    /// Only some fields are changed for many products.
    Field(Field),
    Value(Field, FieldError),
    Rounding(FieldError),
}

impl BulkRule {
    /// A rule as the window has it: an operation with its operand, for a number.
    ///
    /// # Errors
    /// What is wrong with the operand or the rounding.
    pub fn computed(field: Field, change: &BulkChange) -> Result<Self, BulkRuleError> {
        check_field(field)?;
        if change.operation == BulkOperation::Set {
            return Self::set(field, &change.operand);
        }
        let parsed = change.parse(field).map_err(|error| match error {
            BulkError::Operand(error) => BulkRuleError::Value(field, error),
            BulkError::Rounding(error) => BulkRuleError::Rounding(error),
        })?;
        Ok(Self { field, work: Work::Compute(parsed) })
    }

    /// Replaces a part of every name.
    pub fn replace(find: &str, with: &str) -> Self {
        Self { field: Field::Name, work: Work::Replace { find: find.to_owned(), with: with.to_owned() } }
    }

    fn set(field: Field, text: &str) -> Result<Self, BulkRuleError> {
        if text.trim().is_empty() {
            return Err(BulkRuleError::Value(field, FieldError::Missing));
        }
        if field != Field::Status {
            Draft::default().set(field, text).map_err(|error| BulkRuleError::Value(field, error))?;
        }
        Ok(Self { field, work: Work::Set(text.trim().to_owned()) })
    }

    /// A rule as it is typed: `250000`, `+8%`, `-5%`, `+20000`, `-20000`; for names `old=>new`. Results of
    /// `+` and `-` are rounded to multiples of `rounding`, unless that is empty.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(field: Field, text: &str, rounding: &str) -> Result<Self, BulkRuleError> {
        check_field(field)?;
        let text = text.trim();
        if let (Field::Name, Some((find, with))) = (field, text.split_once("=>")) {
            return if find.is_empty() {
                Err(BulkRuleError::Value(field, FieldError::Missing))
            } else {
                Ok(Self::replace(find, with))
            };
        }
        let is_number = matches!(field.kind(), FieldKind::Integer);
        let sign = text.chars().next().filter(|c| is_number && matches!(c, '+' | '-' | '−' | '–'));
        let Some(sign) = sign else { return Self::set(field, text) };
        let operand = text[sign.len_utf8()..].trim().to_owned();
        let is_percent = typed_part(&operand).trim_end().ends_with(['%', '٪']);
        let operation = match (sign, is_percent) {
            ('+', true) => BulkOperation::IncreasePercent,
            ('+', false) => BulkOperation::Increase,
            (_, true) => BulkOperation::DecreasePercent,
            (_, false) => BulkOperation::Decrease,
        };
        Self::computed(field, &BulkChange { operation, operand, rounding: rounding.to_owned() })
    }

    /// Whether the new value depends on the old one.
    pub const fn is_relative(&self) -> bool {
        matches!(self.work, Work::Compute(_))
    }

    /// The text that the field of a product gets; `None` if it stays as it is.
    ///
    /// # Errors
    /// Why the result is no value.
    pub fn apply(&self, product: &Draft) -> Result<Option<String>, FieldError> {
        match &self.work {
            Work::Set(text) => Ok(Some(text.clone())),
            Work::Compute(change) => match change.of(product, self.field) {
                BulkResult::Changed(text) => Ok(Some(text)),
                BulkResult::Unchanged => Ok(None),
                BulkResult::Invalid(error) => Err(error),
            },
            Work::Replace { find, with } => {
                Ok(product.name.contains(find.as_str()).then(|| product.name.replace(find.as_str(), with)))
            }
        }
    }
}

fn check_field(field: Field) -> Result<(), BulkRuleError> {
    if field.changes(Change::Many) { Ok(()) } else { Err(BulkRuleError::Field(field)) }
}
