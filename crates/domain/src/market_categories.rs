//! What is known of a marketplace's categories, and what follows from it for a product.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::category::{Attribute, AttributeGroup, AttributeValue, CategoryTree};
use super::{CreateRules, Draft, Field, FieldError, FieldProblem};

/// The categories of a marketplace, and the attributes of those that were read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MarketCategories {
    /// `None` until it was read.
    pub tree: Option<Arc<CategoryTree>>,
    /// By category.
    pub attributes: HashMap<i64, Arc<Vec<AttributeGroup>>>,
    /// The categories whose products a person sends although their attributes could not be read.
    pub unchecked: HashSet<i64>,
}

impl MarketCategories {
    /// Replaces what was typed by what it means: the category by its id, attributes and options by theirs. A
    /// quantity without a unit gets that of the category. What means nothing stays as typed, and
    /// [`MarketCategories::check`] reports it.
    pub(super) fn complete(&self, draft: &mut Draft, rules: &CreateRules) {
        let Some(of_market) = &rules.categories else { return };
        if let Some(tree) = &self.tree {
            let typed = draft.category.as_deref().filter(|_| draft.category_id.is_none());
            if let Some(Ok(category)) = typed.map(|text| tree.resolve(text, of_market.leaf_only)) {
                draft.category_id = Some(category.id);
            }
            if let Some(path) = draft.category_id.and_then(|id| tree.path(id)) {
                draft.category = Some(path);
            }
        }
        if draft.unit_quantity.is_some() && draft.unit_type.is_none() && rules.takes(Field::UnitType) {
            draft.unit_type = of_market.unit(self.category(draft).and_then(|category| category.unit));
            draft.is_unit_of_category = draft.unit_type.is_some();
        }
        if let Some(groups) = draft.category_id.and_then(|category| self.attributes.get(&category)) {
            keep_what_is_taken(&mut draft.product_attribute, groups);
            for value in draft.product_attribute.iter_mut().filter(|value| value.sent.is_none()) {
                value.sent = Attribute::find(groups, &value.name)
                    .and_then(|attribute| attribute.read(&value.text).ok());
            }
        }
    }

    fn category(&self, draft: &Draft) -> Option<&crate::category::Category> {
        self.tree.as_ref()?.get(draft.category_id?)
    }

    /// The attributes of the draft's category, if they were read.
    pub fn attributes_of(&self, draft: &Draft) -> Option<&[AttributeGroup]> {
        self.attributes.get(&draft.category_id?).map(|groups| groups.as_slice())
    }

    /// Whether the draft's category may require attributes that were not read, and nobody decided to send it
    /// all the same.
    pub(super) fn lacks_attributes(&self, draft: &Draft, rules: &CreateRules) -> bool {
        let has_attributes = rules.categories.as_ref().is_some_and(|of_market| of_market.has_attributes);
        let category = self.category(draft).map(|category| category.id);
        has_attributes
            && category.is_some_and(|id| !self.attributes.contains_key(&id) && !self.unchecked.contains(&id))
    }

    /// Everything for which the marketplace would certainly refuse the product: [`Draft::check`], and what
    /// depends on its category. A field has one problem at most.
    pub(super) fn check(&self, draft: &Draft, photos: usize, rules: &CreateRules) -> Vec<FieldProblem> {
        let mut problems = self.check_category(draft, rules);
        let general = draft.check(photos, rules);
        problems.extend(
            general
                .into_iter()
                .filter(|general| problems.iter().all(|known| known.field != general.field))
                .collect::<Vec<_>>(),
        );
        problems.sort_by_key(|problem| problem.field);
        problems
    }

    fn check_category(&self, draft: &Draft, rules: &CreateRules) -> Vec<FieldProblem> {
        let (Some(of_market), Some(tree)) = (&rules.categories, &self.tree) else { return Vec::new() };
        let of = |field, error| vec![FieldProblem { field, error }];
        let category = match (draft.category_id, &draft.category) {
            (None, None) => return Vec::new(),
            // It may have vanished since the draft was made.
            (Some(id), _) => match tree.resolve(&id.to_string(), of_market.leaf_only) {
                Ok(category) => category,
                Err(error) => return of(Field::CategoryId, error),
            },
            (None, Some(text)) => match tree.resolve(text, of_market.leaf_only) {
                Ok(category) => category,
                Err(error) => return of(Field::CategoryId, error),
            },
        };
        let mut problems = Vec::new();
        if let (Some(days), Some(max)) = (draft.preparation_days, category.max_preparation_days)
            && days > max
        {
            problems.extend(of(Field::PreparationDays, FieldError::AboveMaximum { max }));
        }
        if let Some(groups) = self.attributes.get(&category.id)
            && let Some(error) = attribute_error(&draft.product_attribute, groups)
        {
            problems.extend(of(Field::ProductAttribute, error));
        }
        problems
    }
}

/// Of the values that were given for all products, keeps those whose attribute the category has and that no
/// other value is for.
fn keep_what_is_taken(values: &mut Vec<AttributeValue>, groups: &[AttributeGroup]) {
    let id = |value: &AttributeValue| Attribute::find(groups, &value.name).map(|attribute| attribute.id);
    let own: HashSet<i64> = values.iter().filter(|value| !value.where_taken).filter_map(id).collect();
    values.retain(|value| !value.where_taken || id(value).is_some_and(|id| !own.contains(&id)));
    values.iter_mut().for_each(|value| value.where_taken = false);
}

/// The first value that the category does not take, else the first required attribute without a value.
fn attribute_error(values: &[AttributeValue], groups: &[AttributeGroup]) -> Option<FieldError> {
    let mut given = HashSet::new();
    for value in values {
        let Some(attribute) = Attribute::find(groups, &value.name) else {
            return Some(FieldError::UnknownChoice { text: value.name.as_str().into() });
        };
        if let Err(error) = attribute.read(&value.text) {
            return Some(error);
        }
        // Which of two values was meant?
        if !given.insert(attribute.id) {
            return Some(FieldError::TooMany { limit: 1, count: 2 });
        }
        // The category was changed after the value was chosen.
        if value.sent.as_ref().is_some_and(|sent| attribute.read(&value.text).as_ref() != Ok(sent)) {
            return Some(FieldError::UnknownChoice { text: value.text.as_str().into() });
        }
    }
    let has_value = |attribute: &Attribute| {
        values.iter().any(|value| {
            !value.text.trim().is_empty()
                && Attribute::find(groups, &value.name).is_some_and(|known| known.id == attribute.id)
        })
    };
    let required = groups
        .iter()
        .flat_map(|group| &group.attributes)
        .filter(|attribute| attribute.required == Some(true));
    required
        .into_iter()
        .find(|attribute| !has_value(attribute))
        .map(|attribute| FieldError::MissingAttribute { title: attribute.title.as_str().into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CategoryRules;
    use crate::category::attribute::tests::attribute;
    use crate::category::tree::tests::{category, tree};
    use crate::category::{Category, SentAttribute};

    fn rules() -> CreateRules {
        let categories = CategoryRules {
            leaf_only: true,
            has_attributes: true,
            units: [(5060, 6306), (5130, 6305)].into(),
            unit_default: Some(6304),
        };
        let fields = Field::ALL.into_iter().filter(|field| !field.is_of_contract()).collect();
        CreateRules { categories: Some(categories), fields, ..CreateRules::default() }
    }

    fn market_categories() -> MarketCategories {
        let groups = vec![AttributeGroup {
            title: "Rug".to_owned(),
            attributes: vec![
                attribute(219, "Material", Some(true), &[(17, "Wool"), (18, "Cotton")], false),
                attribute(221, "Size", None, &[], false),
            ],
        }];
        MarketCategories {
            tree: Some(Arc::new(tree())),
            attributes: [(302, Arc::new(groups))].into(),
            ..MarketCategories::default()
        }
    }

    fn draft(fields: &[(Field, &str)]) -> Draft {
        let mut draft = Draft { name: "Rug".to_owned(), ..Draft::default() };
        for (field, text) in fields {
            draft.set(*field, text).unwrap();
        }
        market_categories().complete(&mut draft, &rules());
        draft
    }

    fn errors(draft: &Draft) -> Vec<(Field, FieldError)> {
        market_categories()
            .check(draft, 1, &rules())
            .into_iter()
            .map(|problem| (problem.field, problem.error))
            .collect()
    }

    #[test]
    fn typed_names_become_the_ids_that_are_sent() {
        let draft = draft(&[
            (Field::CategoryId, "Rugs > Kilim"),
            (Field::ProductAttribute, "material=wool; 221 = 120×80"),
        ]);
        assert_eq!((draft.category_id, draft.category.as_deref()), (Some(302), Some("Home / Rugs / Kilim")));
        let sent: Vec<Option<SentAttribute>> =
            draft.product_attribute.iter().map(|value| value.sent.clone()).collect();
        assert_eq!(
            sent,
            [
                Some(SentAttribute { attribute_id: 219, value: None, selected_values: vec![17] }),
                Some(SentAttribute {
                    attribute_id: 221,
                    value: Some("120×80".to_owned()),
                    selected_values: Vec::new()
                }),
            ]
        );
        assert_eq!(errors(&draft), []);
    }

    #[test]
    fn what_means_nothing_is_reported_and_never_sent_as_something_else() {
        let unknown = |text: &str| FieldError::UnknownChoice { text: text.into() };
        assert_eq!(
            errors(&draft(&[(Field::CategoryId, "Carpets")])),
            [(Field::CategoryId, unknown("Carpets"))]
        );
        assert_eq!(
            errors(&draft(&[(Field::CategoryId, "4711")])),
            [(Field::CategoryId, unknown("4711"))],
            "it vanished"
        );
        let of_kilim = |text| draft(&[(Field::CategoryId, "302"), (Field::ProductAttribute, text)]);
        assert_eq!(errors(&of_kilim("Material=Silk")), [(Field::ProductAttribute, unknown("Silk"))]);
        assert_eq!(
            errors(&of_kilim("Material=Wool; Colour=Red")),
            [(Field::ProductAttribute, unknown("Colour"))]
        );
        assert_eq!(
            errors(&of_kilim("Material=Wool; 219=Cotton")),
            [(Field::ProductAttribute, FieldError::TooMany { limit: 1, count: 2 })]
        );
        let mut stale = of_kilim("Material=Wool");
        stale.product_attribute[0].sent =
            Some(SentAttribute { attribute_id: 219, value: None, selected_values: vec![99] });
        assert_eq!(
            errors(&stale),
            [(Field::ProductAttribute, unknown("Wool"))],
            "an option of another attribute"
        );
        let missing = FieldError::MissingAttribute { title: "Material".into() };
        assert_eq!(errors(&of_kilim("Size=1")), [(Field::ProductAttribute, missing)]);
    }

    #[test]
    fn a_value_for_all_products_counts_where_the_category_has_the_attribute() {
        let mut draft = draft(&[(Field::CategoryId, "302"), (Field::ProductAttribute, "Material=Wool")]);
        for (name, text) in [("219", "Cotton"), ("Size", "120"), ("Purity", "18")] {
            draft.product_attribute.push(AttributeValue {
                name: name.to_owned(),
                text: text.to_owned(),
                sent: None,
                where_taken: true,
            });
        }
        market_categories().complete(&mut draft, &rules());
        let names: Vec<&str> = draft.product_attribute.iter().map(|value| value.name.as_str()).collect();
        assert_eq!((names, errors(&draft)), (vec!["Material", "Size"], Vec::new()));
    }

    #[test]
    fn what_a_category_requires_is_unknown_until_its_attributes_were_read_or_a_person_does_without_them() {
        let of = |category: &str| draft(&[(Field::CategoryId, category)]);
        let mut market_categories = market_categories();
        assert!(!market_categories.lacks_attributes(&of("302"), &rules()), "they were read");
        assert!(!market_categories.lacks_attributes(&of(""), &rules()), "no category");
        assert!(
            !market_categories.lacks_attributes(&of("4711"), &rules()),
            "no category of this marketplace"
        );
        assert!(
            !market_categories.lacks_attributes(&of("324"), &CreateRules::default()),
            "no attributes at this marketplace"
        );
        assert!(market_categories.lacks_attributes(&of("324"), &rules()));
        market_categories.unchecked.insert(324);
        assert!(!market_categories.lacks_attributes(&of("324"), &rules()));
    }

    #[test]
    fn a_category_may_limit_the_preparation_days() {
        let gold = Category { max_preparation_days: Some(7), ..category(9, "Gold", None, true) };
        let market_categories =
            MarketCategories { tree: Some(Arc::new(vec![gold].into())), ..MarketCategories::default() };
        let draft = Draft {
            name: "Ring".to_owned(),
            category_id: Some(9),
            preparation_days: Some(8),
            ..Draft::default()
        };
        let problems = market_categories.check(&draft, 1, &rules());
        assert_eq!(
            problems,
            [FieldProblem { field: Field::PreparationDays, error: FieldError::AboveMaximum { max: 7 } }]
        );
    }

    #[test]
    fn a_units_id_from_the_categories_is_never_sent_as_it_is() {
        let categories = rules().categories.unwrap();
        assert_eq!(categories.unit(Some(5060)), Some(6306), "the file translates it");
        assert_eq!(categories.unit(Some(6307)), Some(6307), "a creation takes it");
        assert_eq!(categories.unit(Some(5135)), Some(6304), "unknown");
        assert_eq!(categories.unit(None), Some(6304));
    }

    #[test]
    fn without_rules_about_categories_nothing_is_checked_or_changed() {
        let mut draft =
            Draft { name: "Rug".to_owned(), category: Some("Kilim".to_owned()), ..Draft::default() };
        let before = draft.clone();
        market_categories().complete(&mut draft, &CreateRules::default());
        assert_eq!(draft, before);
    }
}
