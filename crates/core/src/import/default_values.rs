//! Values for what products lack, of which some are made from what each product has.

use serde::{Deserialize, Serialize};

use super::text_pattern::{PATTERN_FIELDS, text_of};
use vitrine_domain::{Draft, Field, FieldError, parse_integer};

/// Values for what products lack: for all the same, or made from the product's own values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DefaultValues {
    /// The values. The texts of [`PATTERN_FIELDS`] may name other values in braces.
    #[serde(flatten)]
    pub values: Draft,
    /// A package weighs so much more than its product, in grams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packaging: Option<i64>,
}

impl DefaultValues {
    /// Sets a value from typed text, as [`Draft::set`] does. A weight with packaging that begins with a plus
    /// sign is added to the product's weight.
    ///
    /// # Errors
    /// Those of [`Draft::set`].
    pub fn set(&mut self, field: Field, text: &str) -> Result<(), FieldError> {
        let more = text.trim().strip_prefix(['+', '＋']).filter(|_| field == Field::PackageWeight);
        let Some(more) = more else {
            if field == Field::PackageWeight {
                self.packaging = None;
            }
            return self.values.set(field, text);
        };
        self.values.package_weight = None;
        let more = parse_integer(more)?;
        if more < 0 {
            return Err(FieldError::Negative);
        }
        self.packaging = Some(more);
        Ok(())
    }

    /// A value as [`DefaultValues::set`] reads it; empty without one.
    pub fn text(&self, field: Field) -> String {
        match self.packaging.filter(|_| field == Field::PackageWeight) {
            Some(more) => format!("+{more}"),
            None => self.values.text(field),
        }
    }

    /// The texts of the fields that have a value.
    pub fn texts(&self) -> impl Iterator<Item = (Field, String)> {
        let texts = Field::ALL.into_iter().map(|field| (field, self.text(field)));
        texts.filter(|(_, text)| !text.is_empty())
    }

    /// Takes values from `others` for the fields that have none here.
    pub fn fill(&mut self, others: &Self) {
        if self.values.package_weight.is_none() {
            self.packaging = self.packaging.or(others.packaging);
        }
        let own_packaging = self.packaging.is_some();
        self.values.fill(&others.values);
        if own_packaging {
            self.values.package_weight = None;
        }
    }

    /// The values that this product gets for what it lacks.
    pub fn values_for(&self, draft: &Draft) -> Draft {
        let mut values = self.values.clone();
        // Set apart, so that no text is made of another one.
        let patterns = PATTERN_FIELDS.map(|field| (field, self.values.text(field)));
        for (field, _) in &patterns {
            let _ = values.set(*field, "");
        }
        let mut known = draft.clone();
        known.fill(&values);
        for (field, pattern) in patterns {
            // A text that is too long is what `CreateRules` say of the product.
            let _ = values.set(field, &text_of(&pattern, &known));
        }
        if let Some(more) = self.packaging {
            let weight = known.weight.map(|weight| weight.rounded_up().saturating_add(more));
            values.package_weight = weight;
        }
        values
    }
}

impl From<Draft> for DefaultValues {
    fn from(values: Draft) -> Self {
        Self { values, packaging: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::Quantity;

    fn filled(defaults: &[(Field, &str)], product: &[(Field, &str)]) -> Draft {
        let mut values = DefaultValues::default();
        defaults.iter().for_each(|(field, text)| values.set(*field, text).unwrap());
        let mut draft = Draft::default();
        product.iter().for_each(|(field, text)| draft.set(*field, text).unwrap());
        let values = values.values_for(&draft);
        draft.fill(&values);
        draft
    }

    #[test]
    fn a_package_weighs_so_much_more_than_its_product() {
        let package =
            |defaults: &[(Field, &str)], product: &[(Field, &str)]| filled(defaults, product).package_weight;
        let more = (Field::PackageWeight, "+۵۰");
        assert_eq!(package(&[more], &[(Field::Weight, "900")]), Some(950));
        assert_eq!(package(&[more], &[(Field::Weight, "0.5")]), Some(51), "a started gram counts");
        assert_eq!(package(&[more, (Field::Weight, "200")], &[]), Some(250), "of the weight for all");
        assert_eq!(package(&[more], &[]), None, "what it weighs is not known");
        let own = [(Field::Weight, "900"), (Field::PackageWeight, "1000")];
        assert_eq!(package(&[more], &own), Some(1000), "its own");
        assert_eq!(DefaultValues::default().set(Field::PackageWeight, "+-5"), Err(FieldError::Negative));
        assert!(DefaultValues::default().set(Field::PackageWeight, "+").is_err());
    }

    #[test]
    fn a_text_is_made_for_each_product_that_has_none() {
        let brief = (Field::Brief, "{name}, {weight} g");
        let with_weight = [(Field::Name, "Rug"), (Field::Weight, "900")];
        assert_eq!(filled(&[brief], &with_weight).brief.as_deref(), Some("Rug, 900 g"));
        assert_eq!(filled(&[brief], &[(Field::Name, "Rug")]).brief.as_deref(), Some("Rug"));
        let own = [(Field::Name, "Rug"), (Field::Brief, "{name}")];
        assert_eq!(filled(&[brief], &own).brief.as_deref(), Some("{name}"), "its own words stay");
        let texts = [brief, (Field::Description, "About: {brief}")];
        assert_eq!(filled(&texts, &with_weight).description, None, "no text is made of another one");
        let keywords = (Field::Keywords, "rug, {name}, {sku}");
        assert_eq!(filled(&[keywords], &with_weight).keywords, ["rug", "Rug"]);
    }

    #[test]
    fn values_are_read_back_as_they_were_saved_also_those_of_earlier_versions() {
        let mut values = DefaultValues::default();
        values.set(Field::PackageWeight, "+50").unwrap();
        values.set(Field::Brief, "{name}").unwrap();
        let json = serde_json::to_string(&values).unwrap();
        assert_eq!(serde_json::from_str::<DefaultValues>(&json).unwrap(), values);
        let mut again = DefaultValues::default();
        values.texts().for_each(|(field, text)| again.set(field, &text).unwrap());
        assert_eq!(again, values);
        let earlier = Draft { weight: Some(Quantity::from(5)), package_weight: Some(7), ..Draft::default() };
        let json = serde_json::to_string(&earlier).unwrap();
        let read = serde_json::from_str::<DefaultValues>(&json).unwrap();
        assert_eq!((read.values, read.packaging), (earlier, None));
    }

    #[test]
    fn the_last_word_on_the_package_counts() {
        let mut values = DefaultValues::default();
        for (text, expected) in [("+50", "+50"), ("700", "700"), ("+5", "+5"), ("", "")] {
            values.set(Field::PackageWeight, text).unwrap();
            assert_eq!(values.text(Field::PackageWeight), expected);
        }
        let of = |text: &str| {
            let mut values = DefaultValues::default();
            values.set(Field::PackageWeight, text).unwrap();
            values
        };
        for (own, other, expected) in [("+50", "700", "+50"), ("700", "+50", "700"), ("", "+50", "+50")] {
            let mut values = of(own);
            values.fill(&of(other));
            assert_eq!(values.text(Field::PackageWeight), expected);
        }
    }
}
