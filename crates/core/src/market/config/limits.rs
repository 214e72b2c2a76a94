//! The limits of a marketplace, as its file states them.

use serde::{Deserialize, Deserializer};

use super::finding::invalid;
use vitrine_domain::{Finding, Price, Ratio};

/// Known limits of the marketplace; zero in the file means unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The maximum size of a photo file, in bytes.
    #[serde(deserialize_with = "none_when_zero")]
    pub photo_bytes: Option<u64>,
    /// The maximum number of photos of a product.
    #[serde(deserialize_with = "none_when_zero")]
    pub photos: Option<usize>,
    /// The maximum length of a product name, in characters.
    #[serde(deserialize_with = "none_when_zero")]
    pub name_chars: Option<usize>,
    /// The aspect ratio in which photos are shown; offered when cropping.
    #[serde(deserialize_with = "ratio")]
    pub photo_ratio: Option<Ratio>,
    /// The maximum number of products created in a minute.
    #[serde(deserialize_with = "none_when_zero")]
    pub products_per_minute: Option<u32>,
    /// The maximum length of the short description, in characters.
    #[serde(deserialize_with = "none_when_zero")]
    pub brief_chars: Option<usize>,
    /// The maximum length of the description, in characters.
    #[serde(deserialize_with = "none_when_zero")]
    pub description_chars: Option<usize>,
    /// The minimum length of both, in characters, unless they are empty.
    #[serde(deserialize_with = "none_when_zero")]
    pub text_chars_min: Option<usize>,
    /// The maximum number of keywords.
    #[serde(deserialize_with = "none_when_zero")]
    pub keywords: Option<usize>,
    /// The lowest price.
    #[serde(deserialize_with = "none_when_zero")]
    pub price_min: Option<Price>,
}

fn none_when_zero<'de, D: Deserializer<'de>, N: Deserialize<'de> + Default + PartialEq>(
    deserializer: D,
) -> Result<Option<N>, D::Error> {
    Ok(Some(N::deserialize(deserializer)?).filter(|number| *number != N::default()))
}

fn ratio<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Ratio>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(|_| invalid(Finding::NotARatio { text }))
}
