//! Identifiers as the marketplace gives them.
//!
//! The contract writes a file id as a string and a product's photo as an integer (2.3a, 2.4), so one type
//! reads both forms and compares them as equal. It serializes as an integer wherever the text is one, as in
//! the contract's payloads. Copies share the text: of a shop with 100,000 products, several lists of ids are
//! kept at once.

use std::fmt;
use std::sync::Arc;

use super::text;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! id_type {
    ($($(#[$meta:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Arc<str>);

        impl $name {
            /// Parses an id; `None` when nothing is left after trimming.
            pub fn new(text: impl AsRef<str>) -> Option<Self> {
                normalised(text.as_ref()).map(|id| Self(id.into()))
            }

            /// The id in its normalized spelling.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<u64> for $name {
            fn from(number: u64) -> Self {
                Self(number.to_string().into())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self.0.parse::<i64>() {
                    Ok(number) => serializer.serialize_i64(number),
                    Err(_) => serializer.serialize_str(&self.0),
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = match Written::deserialize(deserializer)? {
                    Written::Integer(number) => number.to_string(),
                    Written::Text(text) => text,
                };
                Self::new(&text).ok_or_else(|| serde::de::Error::custom("an empty id"))
            }
        }
    )+};
}

id_type! {
    /// An uploaded file. The id of a product's cover also identifies the product (see docs/exactly-once.md).
    FileId,
    /// A product in a shop.
    ProductId,
    /// A variant of a product, such as its size L.
    VariantId,
    /// A user of the marketplace.
    UserId,
    /// A seller's shop.
    VendorId,
    /// A webhook subscription.
    WebhookId,
    /// A webhook service, which groups webhooks.
    ServiceId,
}

impl ServiceId {
    /// Reads what a person typed, with Latin or Persian digits; `None` if it is no whole number.
    pub fn from_number(text: &str) -> Option<Self> {
        text::with_latin_digits(text.trim()).parse::<u64>().ok().map(Self::from)
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Integer(i64),
    Text(String),
}

/// Normalizes an id, so that `"0042"`, `" 42 "` and `42` are the same file.
fn normalised(text: &str) -> Option<String> {
    let text = text.trim();
    match text.parse::<i64>() {
        Ok(number) => Some(number.to_string()),
        Err(_) => (!text.is_empty()).then(|| text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_id_is_equal_as_string_and_as_integer() {
        let read = |json: &str| serde_json::from_str::<FileId>(json).unwrap();
        assert_eq!(read("42"), read("\"42\""));
        assert_eq!(read("\" 0042\""), FileId::from(42));
    }

    #[test]
    fn an_id_is_sent_as_an_integer_when_it_is_one() {
        assert_eq!(serde_json::to_string(&FileId::from(42)).unwrap(), "42");
        assert_eq!(serde_json::to_string(&FileId::new("a-1").unwrap()).unwrap(), "\"a-1\"");
    }

    #[test]
    fn a_service_is_a_whole_number_in_any_digits() {
        assert_eq!(ServiceId::from_number(" ۱۲ "), Some(ServiceId::from(12)));
        for wrong in ["abc", "", "-1", "1.5", "12a"] {
            assert_eq!(ServiceId::from_number(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_empty_id_is_refused() {
        assert!(serde_json::from_str::<FileId>("\" \"").is_err());
    }
}
