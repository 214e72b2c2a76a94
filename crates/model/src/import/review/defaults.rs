//! The default values for all products.

use std::collections::BTreeMap;

use vitrine_core::import::{DefaultValues, Template};
use vitrine_domain::{AccountKey, Field, FieldError};

/// The default values for all products, as typed.
#[derive(Clone, Debug, Default)]
pub struct Defaults(BTreeMap<Field, String>);

/// The default values of the last import of a shop.
#[derive(Debug, Default)]
pub struct PreviousDefaults {
    pub shop: Option<AccountKey>,
    pub texts: Defaults,
}

impl Defaults {
    /// The text of a value.
    pub fn text(&self, field: Field) -> &str {
        self.0.get(&field).map_or("", String::as_str)
    }

    /// What is wrong with a value.
    pub fn error(&self, field: Field) -> Option<FieldError> {
        DefaultValues::default().set(field, self.text(field)).err()
    }

    /// All texts, also those that are empty.
    pub fn texts(&self) -> impl Iterator<Item = (Field, &str)> {
        self.0.iter().map(|(&field, text)| (field, text.as_str()))
    }

    /// The values that are filled in.
    pub fn filled(&self) -> impl Iterator<Item = (Field, &str)> {
        self.texts().map(|(field, text)| (field, text.trim())).filter(|(_, text)| !text.is_empty())
    }

    /// What is wrong with those that are not valid.
    pub fn invalid(&self) -> impl Iterator<Item = (Field, FieldError)> {
        self.filled().filter_map(|(field, _)| Some((field, self.error(field)?)))
    }

    /// The values as far as they are valid.
    pub fn valid(&self) -> DefaultValues {
        let mut defaults = DefaultValues::default();
        for (field, text) in self.filled() {
            let mut one = DefaultValues::default();
            if one.set(field, text).is_ok() {
                defaults.fill(&one);
            }
        }
        defaults
    }

    /// These with other texts in the places of some.
    pub(super) fn with(&self, texts: impl IntoIterator<Item = (Field, String)>) -> Self {
        Self(self.0.clone().into_iter().chain(texts).collect())
    }

    /// The values that a template changes: what is typed now, and the new text.
    pub(super) fn changed_by(&self, template: &Template) -> Vec<(Field, String, String)> {
        let changed = |(field, text): (Field, String)| {
            let mut now = DefaultValues::default();
            let is_same = now.set(field, self.text(field)).is_ok() && now.text(field) == text;
            (!is_same).then(|| (field, self.text(field).trim().to_owned(), text))
        };
        template.defaults.texts().filter_map(changed).collect()
    }
}

impl FromIterator<(Field, String)> for Defaults {
    fn from_iter<I: IntoIterator<Item = (Field, String)>>(texts: I) -> Self {
        Self(texts.into_iter().collect())
    }
}

impl IntoIterator for Defaults {
    type Item = (Field, String);
    type IntoIter = std::collections::btree_map::IntoIter<Field, String>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
