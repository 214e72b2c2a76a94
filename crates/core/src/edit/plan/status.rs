//! Statuses as people write them.

use vitrine_domain::text::folded;
use vitrine_domain::{CreateRules, FieldError, ProductState};

/// The statuses that a product can be given, by id and by every name they have.
#[derive(Clone, Debug, Default)]
pub struct StatusNames(Vec<(String, i64)>);

impl StatusNames {
    /// The names of the market file, and `others`, such as those in the language of the screens.
    pub fn new(rules: &CreateRules, others: impl IntoIterator<Item = (String, i64)>) -> Self {
        let own = rules.statuses.iter().map(|status| (status.name.clone(), status.id));
        Self(own.chain(others).map(|(name, id)| (folded(&name), id)).collect())
    }

    /// The id that a text means for this product; its own status may have a name that only the marketplace
    /// knows.
    ///
    /// # Errors
    /// `UnknownChoice` for any other text.
    pub fn read(&self, text: &str, of: &ProductState) -> Result<i64, FieldError> {
        let text = text.trim();
        let name = folded(text);
        let own = of
            .product
            .status
            .as_ref()
            .filter(|own| own.name.as_deref().is_some_and(|own| folded(own) == name));
        let by_id = || {
            text.parse().ok().filter(|id| self.0.is_empty() || self.0.iter().any(|(_, known)| known == id))
        };
        own.and_then(|own| own.value)
            .or_else(|| self.0.iter().find(|(known, _)| *known == name).map(|(_, id)| *id))
            .or_else(by_id)
            .ok_or_else(|| FieldError::UnknownChoice { text: text.into() })
    }
}
