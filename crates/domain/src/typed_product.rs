//! A product on its way from typed texts to the marketplace: what the texts mean, and what keeps it from
//! being sent.

use std::collections::BTreeMap;

use super::{CreateRules, Draft, Field, FieldError, FieldProblem, MarketCategories};

/// The values of a product, and what is wrong with them. The form, the review, its start, corrections,
/// resumed imports and the terminal all decide by [`TypedProduct::evaluate`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedProduct {
    /// The values, as far as they can be read.
    pub draft: Draft,
    /// One error at most of each field.
    pub errors: BTreeMap<Field, FieldError>,
}

impl From<Draft> for TypedProduct {
    fn from(draft: Draft) -> Self {
        Self { draft, errors: BTreeMap::new() }
    }
}

impl TypedProduct {
    /// Takes what was typed into a field, in the place of what was there.
    pub fn set(&mut self, field: Field, text: &str) {
        self.errors.remove(&field);
        if let Err(error) = self.draft.set(field, text) {
            self.errors.insert(field, error);
        }
    }

    /// The product as it is sent, with everything for which it cannot be: what cannot be read, what the
    /// marketplace would certainly refuse, and that the attributes of its category, of which it may lack a
    /// required one, are not known.
    #[must_use]
    pub fn evaluate(mut self, photos: usize, rules: &CreateRules, categories: &MarketCategories) -> Self {
        categories.complete(&mut self.draft, rules);
        if categories.lacks_attributes(&self.draft, rules) {
            self.errors.entry(Field::ProductAttribute).or_insert(FieldError::AttributesUnknown);
        }
        for problem in categories.check(&self.draft, photos, rules) {
            self.errors.entry(problem.field).or_insert(problem.error);
        }
        self
    }

    /// Whether the attributes of its category are not known.
    pub fn lacks_attributes(&self) -> bool {
        self.errors.get(&Field::ProductAttribute) == Some(&FieldError::AttributesUnknown)
    }

    /// The same, where somebody decided to send it although the attributes of its category are not known.
    /// What was typed for them is not left out.
    #[must_use]
    pub fn without_attributes(mut self) -> Self {
        if self.lacks_attributes() && self.draft.product_attribute.iter().all(|value| value.sent.is_some()) {
            self.errors.remove(&Field::ProductAttribute);
        }
        self
    }

    /// The first of its errors.
    pub fn problem(&self) -> Option<FieldProblem> {
        self.errors.iter().next().map(|(&field, error)| FieldProblem { field, error: error.clone() })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::CategoryRules;
    use crate::category::tree::tests::tree;

    fn rules() -> CreateRules {
        let categories = Some(CategoryRules {
            leaf_only: true,
            has_attributes: true,
            units: [].into(),
            unit_default: None,
        });
        CreateRules {
            categories,
            fields: vec![Field::CategoryId, Field::ProductAttribute],
            ..CreateRules::default()
        }
    }

    /// A rug in a category whose attributes nobody has read.
    fn kilim() -> TypedProduct {
        TypedProduct::from(Draft {
            name: "Rug".to_owned(),
            category: Some("Rugs > Kilim".to_owned()),
            ..Draft::default()
        })
    }

    fn evaluated(typed: TypedProduct) -> TypedProduct {
        let categories = MarketCategories { tree: Some(Arc::new(tree())), ..MarketCategories::default() };
        typed.evaluate(1, &rules(), &categories)
    }

    #[test]
    fn what_cannot_be_read_stays_the_error_of_its_field_until_something_else_is_typed() {
        let mut typed = kilim();
        typed.set(Field::PrimaryPrice, "dear");
        let required = CreateRules { required: vec![Field::PrimaryPrice], ..CreateRules::default() };
        let of =
            |typed: &TypedProduct| typed.clone().evaluate(1, &required, &MarketCategories::default()).errors;
        assert_eq!(of(&typed), BTreeMap::from([(Field::PrimaryPrice, FieldError::NotAWholeNumber)]));
        typed.set(Field::PrimaryPrice, "");
        assert_eq!(of(&typed), BTreeMap::from([(Field::PrimaryPrice, FieldError::Missing)]));
        typed.set(Field::PrimaryPrice, "5");
        assert_eq!(of(&typed), BTreeMap::new());
    }

    #[test]
    fn attributes_that_nobody_has_read_are_unknown_and_none_that_was_typed_is_left_out() {
        let unknown = BTreeMap::from([(Field::ProductAttribute, FieldError::AttributesUnknown)]);
        let without = evaluated(kilim());
        assert_eq!((without.draft.category_id, &without.errors), (Some(302), &unknown));
        assert_eq!(without.without_attributes().problem(), None);
        let mut typed = kilim();
        typed.set(Field::ProductAttribute, "Material=Wool");
        let typed = evaluated(typed);
        assert_eq!(typed.errors, unknown, "whether the category has such an attribute is not known either");
        assert!(typed.without_attributes().problem().is_some());
        let mut unreadable = kilim();
        unreadable.set(Field::ProductAttribute, "wool");
        assert_eq!(
            evaluated(unreadable).errors,
            BTreeMap::from([(Field::ProductAttribute, FieldError::NotPairs)])
        );
    }
}
