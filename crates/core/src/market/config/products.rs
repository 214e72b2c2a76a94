//! The parts of the market file about new products: `[create]`, `[categories]` and `[edit]`.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use super::extra::{JsonExtra, QueryExtra};
use super::finding::invalid;
use vitrine_domain::CategoryRules;
use vitrine_domain::{
    CreateRules, DiscountRules, Field, FieldLimits, Finding, PublicPage, StatusChoice, WeightUnit,
};

/// Where the categories of a marketplace are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryPaths {
    /// The path of the whole tree, below the address of the layout.
    pub tree: String,
    /// The path of a category's attributes, with `{id}` for the category.
    pub attributes: Option<String>,
    /// Query parameters of a request for attributes.
    pub query: Vec<(String, String)>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CreateFile {
    required: Option<Vec<FieldName>>,
    pub extra: JsonExtra,
    fields: Vec<FieldName>,
    decimals: Vec<DecimalName>,
    weight_unit: Option<WeightUnit>,
    statuses: Vec<StatusChoice>,
    package_over_weight: Option<i64>,
    contact_warning: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CategoriesFile {
    tree: PathText,
    attributes: Option<PathWithId>,
    #[serde(default)]
    multi: QueryExtra,
    #[serde(default = "yes")]
    leaf_only: bool,
    #[serde(default)]
    units: BTreeMap<UnitId, i64>,
    unit_default: Option<i64>,
}

/// How products of the shop are changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditPaths {
    /// The path of one product, with `{id}`, for reading and changing it.
    pub product: String,
    /// The `Prefer` header of these requests.
    pub prefer: Option<String>,
    /// What the price in a list is.
    pub listed_price: ListedPrice,
    /// How several products are changed with one request.
    pub batch: Option<BatchPath>,
    /// The path of a variant, with `{id}` for its product and `{variant_id}`, where variants are changed one
    /// by one and not in a batch.
    pub variant: Option<String>,
}

/// How discounts begin and end: with one operation, for products by their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscountPath {
    /// The path, with `{vendor_id}` for the shop.
    pub path: String,
    /// The most products of one request.
    pub items: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiscountsFile {
    path: PathText,
    items: Option<BatchItems>,
    percent_max: Option<PercentMax>,
    days_max: Option<DaysMax>,
}

impl DiscountsFile {
    pub fn path(&self) -> DiscountPath {
        let items = self.items.as_ref().map_or(BatchItems::DEFAULT, |items| items.0);
        DiscountPath { path: self.path.0.clone(), items }
    }

    pub fn rules(&self) -> DiscountRules {
        DiscountRules {
            percent_max: self.percent_max.as_ref().map_or(PercentMax::DEFAULT, |max| max.0),
            days_max: self.days_max.as_ref().map_or(DaysMax::DEFAULT, |max| max.0),
        }
    }
}

/// What the price of a product in a list is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListedPrice {
    /// What buyers pay: a discount may lower it.
    #[default]
    Paid,
    /// What the seller has set.
    Own,
}

/// The operation that changes several products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchPath {
    /// The path, with `{vendor_id}` for the shop.
    pub path: String,
    pub query: Vec<(String, String)>,
    /// The most products of one request.
    pub items: usize,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EditFile {
    sku_unique: bool,
    product: Option<PathWithId>,
    prefer: Option<HeaderText>,
    listed_price: ListedPrice,
    batch: Option<PathText>,
    batch_items: Option<BatchItems>,
    batch_query: QueryExtra,
    batch_variants: bool,
    variant: Option<VariantPath>,
    public_page: Option<PageAddress>,
}

impl EditFile {
    /// Products are changed only where the file has the path of one: single changes settle what a batch
    /// leaves open.
    pub fn paths(self) -> Option<EditPaths> {
        let items = self.batch_items.map_or(BatchItems::DEFAULT, |items| items.0);
        let batch = self.batch.map(|path| BatchPath { path: path.0, query: self.batch_query.0, items });
        let (prefer, listed_price) = (self.prefer.map(|text| text.0), self.listed_price);
        let variant = self.variant.map(|path| path.0).filter(|_| !self.batch_variants || batch.is_none());
        Some(EditPaths { product: self.product?.0, prefer, listed_price, batch, variant })
    }
}

impl CreateFile {
    /// What the file says about new products. Limits are in another table.
    pub fn rules(self, categories: Option<&CategoriesFile>, edit: &EditFile) -> (CreateRules, JsonExtra) {
        let mut required: Vec<Field> = self.required.map_or_else(
            || CreateRules::default().required,
            |names| names.into_iter().map(|name| name.0).collect(),
        );
        let by_categories = categories.map_or(&[][..], |categories| match categories.attributes {
            Some(_) => &[Field::CategoryId, Field::ProductAttribute],
            None => &[Field::CategoryId],
        });
        let by_statuses: &[Field] = if self.statuses.is_empty() { &[] } else { &[Field::Status] };
        let named = self.fields.into_iter().map(|name| name.0).chain(required.iter().copied());
        let mut fields: Vec<Field> =
            named.chain(by_categories.iter().copied()).chain(by_statuses.iter().copied()).collect();
        fields.retain(|field| !field.is_of_contract());
        fields.sort_unstable();
        fields.dedup();
        // These values are sent whatever the product has.
        let is_supplied = |field: &Field| {
            self.extra.0.contains_key(field.name()) || (*field == Field::Status && !self.statuses.is_empty())
        };
        required.retain(|field| field.is_of_contract() || !is_supplied(field));
        let checks = FieldLimits {
            package_over_weight: self.package_over_weight,
            contact_warning: self.contact_warning,
            ..FieldLimits::default()
        };
        let rules = CreateRules {
            required,
            fields,
            decimals: self.decimals.into_iter().map(|name| name.0).collect(),
            weight_unit: self.weight_unit,
            statuses: self.statuses,
            categories: categories.map(CategoriesFile::rules),
            checks,
            sku_unique: edit.sku_unique,
            changes_variants: (edit.batch_variants && edit.batch.is_some()) || edit.variant.is_some(),
            public_page: edit.public_page.clone().map(|page| page.0),
            ..CreateRules::default()
        };
        (rules, self.extra)
    }
}

impl CategoriesFile {
    fn rules(&self) -> CategoryRules {
        CategoryRules {
            leaf_only: self.leaf_only,
            has_attributes: self.attributes.is_some(),
            units: self.units.iter().map(|(named, sent)| (named.0, *sent)).collect(),
            unit_default: self.unit_default,
        }
    }

    pub fn paths(self) -> CategoryPaths {
        CategoryPaths {
            tree: self.tree.0,
            attributes: self.attributes.map(|path| path.0),
            query: self.multi.0,
        }
    }
}

const fn yes() -> bool {
    true
}

pub struct FieldName(Field);

impl<'de> Deserialize<'de> for FieldName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let allowed = || Field::ALL.iter().map(|field| field.name().to_owned()).collect();
        let field = Field::ALL.into_iter().find(|field| field.name() == text);
        field.map(Self).ok_or_else(|| invalid(Finding::NotAllowed { allowed: allowed(), value: text }))
    }
}

/// A field whose number may have decimals.
struct DecimalName(Field);

impl<'de> Deserialize<'de> for DecimalName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let field = Field::ALL.into_iter().find(|field| field.spec().has_decimals && field.name() == text);
        let allowed = || {
            Field::ALL
                .iter()
                .filter(|field| field.spec().has_decimals)
                .map(|field| field.name().to_owned())
                .collect()
        };
        field.map(Self).ok_or_else(|| invalid(Finding::NotAllowed { allowed: allowed(), value: text }))
    }
}

/// A path that is appended to an address.
pub struct PathText(pub String);

impl<'de> Deserialize<'de> for PathText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_path = text.len() > 1
            && text.starts_with('/')
            && !text.starts_with("//")
            && !text.contains(['?', '#', ' ', '\\']);
        if is_path && text.split('/').all(|part| part != "..") {
            Ok(Self(text))
        } else {
            Err(invalid(Finding::NotAPath))
        }
    }
}

/// The address of a product's page.
#[derive(Clone)]
struct PageAddress(PublicPage);

impl<'de> Deserialize<'de> for PageAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        PublicPage::new(&text).map(Self).ok_or_else(|| invalid(Finding::NotAPageAddress))
    }
}

/// A path with a placeholder for what it is about.
pub struct PathWithId(pub String);

impl<'de> Deserialize<'de> for PathWithId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PathText(text) = PathText::deserialize(deserializer)?;
        if text.split('/').any(|part| part == "{id}") {
            Ok(Self(text))
        } else {
            Err(invalid(Finding::PathWithoutId))
        }
    }
}

/// The path of a variant: a part of it stands for the product, and another one for the variant.
struct VariantPath(String);

impl<'de> Deserialize<'de> for VariantPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PathWithId(text) = PathWithId::deserialize(deserializer)?;
        if text.split('/').any(|part| part == VARIANT_ID) {
            Ok(Self(text))
        } else {
            Err(invalid(Finding::PathWithoutId))
        }
    }
}

/// What stands for the variant in a path.
pub const VARIANT_ID: &str = "{variant_id}";

/// The number of products in a batch.
struct BatchItems(usize);

impl BatchItems {
    /// As many as the service's own clients send.
    const DEFAULT: usize = 10;
}

impl<'de> Deserialize<'de> for BatchItems {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match i64::deserialize(deserializer)? {
            items @ 1..=100 => Ok(Self(items as usize)),
            _ => Err(invalid(Finding::OutOfRange { min: 1, max: 100 })),
        }
    }
}

/// The greatest discount, in percent.
struct PercentMax(u8);

impl PercentMax {
    /// Nothing is given away.
    const DEFAULT: u8 = 99;
}

impl<'de> Deserialize<'de> for PercentMax {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u8::try_from(i64::deserialize(deserializer)?) {
            Ok(max @ 1..=Self::DEFAULT) => Ok(Self(max)),
            _ => Err(invalid(Finding::OutOfRange { min: 1, max: Self::DEFAULT.into() })),
        }
    }
}

/// The longest discount, in days.
struct DaysMax(u16);

impl DaysMax {
    const DEFAULT: u16 = 365;
}

impl<'de> Deserialize<'de> for DaysMax {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u16::try_from(i64::deserialize(deserializer)?) {
            Ok(max @ 1..=Self::DEFAULT) => Ok(Self(max)),
            _ => Err(invalid(Finding::OutOfRange { min: 1, max: Self::DEFAULT.into() })),
        }
    }
}

/// The value of a header.
struct HeaderText(String);

impl<'de> Deserialize<'de> for HeaderText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_value = !text.trim().is_empty() && text.chars().all(|c| c.is_ascii_graphic() || c == ' ');
        if is_value { Ok(Self(text)) } else { Err(invalid(Finding::Empty)) }
    }
}

/// A unit's id as a key, which is text in TOML.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct UnitId(i64);

impl<'de> Deserialize<'de> for UnitId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(|_| {
            invalid(Finding::NotAllowed { value: text, allowed: vec!["5060 = 6306".to_owned()] })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::Profile;
    use vitrine_domain::Price;

    const HEAD: &str = "name = \"x\"\nlayout = \"base\"\nbase_url = \"https://x.example/api/\"\n";

    fn rules(rest: &str) -> CreateRules {
        Profile::parse(&format!("{HEAD}{rest}"), "x").unwrap().rules()
    }

    #[test]
    fn categories_statuses_and_checks_are_read() {
        let rest = r#"
[create]
required = ["name", "category_id", "preparation_days"]
fields = ["keywords", "barcode"]
statuses = [{ id = 2976, name = "published", photo = true }, { id = 3790, name = "hidden" }]
package_over_weight = 1
weight_unit = "gram"
contact_warning = true
[categories]
tree = "/v1/categories"
attributes = "/v1/categories/{id}/attributes"
multi = { exclude_multi_selects = "false" }
units = { 5060 = 6306, 5130 = 6305 }
unit_default = 6304
[edit]
sku_unique = true
public_page = "https://shop.example/{vendor}/product/{id}"
[limits]
description_chars = 5000
brief_chars = 250
text_chars_min = 3
keywords = 12
price_min = 1000
"#;
        let rules = rules(rest);
        assert_eq!(
            rules.fields,
            [Field::CategoryId, Field::Status, Field::ProductAttribute, Field::Keywords, Field::Barcode]
        );
        assert_eq!(rules.required, [Field::Name, Field::CategoryId, Field::PreparationDays]);
        assert_eq!(rules.status("hidden").map(|status| (status.id, status.photo)), Some((3790, false)));
        let categories = rules.categories.as_ref().unwrap();
        assert_eq!(
            (categories.leaf_only, categories.has_attributes, categories.unit(Some(5060))),
            (true, true, Some(6306))
        );
        let checks = FieldLimits {
            package_over_weight: Some(1),
            price_min: Some(Price::on_wire(1000)),
            text_chars_min: Some(3),
            brief_chars: Some(250),
            description_chars: Some(5000),
            keywords: Some(12),
            contact_warning: true,
        };
        assert_eq!(
            (rules.checks, rules.sku_unique, rules.weight_unit),
            (checks, true, Some(WeightUnit::Gram))
        );
        assert!(!rules.changes_variants);
        assert!(rules.public_page.is_some());
        let profile = Profile::parse(&format!("{HEAD}{rest}"), "x").unwrap();
        let (tree, attributes) =
            (profile.categories_url().unwrap().unwrap(), profile.attributes_url(302).unwrap().unwrap());
        assert_eq!(tree.as_str(), "https://x.example/api/v1/categories");
        assert_eq!(
            attributes.as_str(),
            "https://x.example/api/v1/categories/302/attributes?exclude_multi_selects=false"
        );
    }

    #[test]
    fn a_field_that_the_file_itself_supplies_is_not_required() {
        let required = "required = [\"name\", \"category_id\", \"status\"]";
        assert_eq!(
            rules(&format!("[create]\n{required}")).required,
            [Field::Name, Field::CategoryId, Field::Status]
        );
        assert_eq!(
            rules(&format!("[create]\n{required}\nextra = {{ category_id = 12, status = 1 }}")).required,
            [Field::Name]
        );
    }

    #[test]
    fn a_file_without_these_tables_behaves_as_if_they_did_not_exist() {
        assert_eq!(rules(""), CreateRules::default());
        let profile = Profile::parse(HEAD, "x").unwrap();
        assert!(profile.categories_url().is_none() && profile.attributes_url(302).is_none());
    }

    #[test]
    fn products_are_changed_only_where_the_file_names_the_path_of_one() {
        let edit = |rest: &str| Profile::parse(&format!("{HEAD}[edit]\n{rest}"), "x").unwrap().edit;
        assert_eq!(edit("sku_unique = true"), None);
        assert_eq!(edit("batch = \"/v1/vendors/{vendor_id}/products/batch-updates\""), None);
        let one = edit("product = \"/v1/products/{id}\"").unwrap();
        assert_eq!((one.prefer, one.listed_price, one.batch), (None, ListedPrice::Paid, None));
        assert_eq!(
            edit("product = \"/v1/products/{id}\"\nlisted_price = \"own\"").unwrap().listed_price,
            ListedPrice::Own
        );
        let many = edit(
            "product = \"/v1/products/{id}\"\nprefer = \"return=full\"\nbatch = \"/v1/batch\"\nbatch_query = { continue_on_error = \"true\" }",
        )
        .unwrap();
        let query = vec![("continue_on_error".to_owned(), "true".to_owned())];
        assert_eq!(many.batch, Some(BatchPath { path: "/v1/batch".to_owned(), query, items: 10 }));
        assert_eq!(many.prefer.as_deref(), Some("return=full"));
        let changes_variants = |rest: &str| {
            rules(&format!("[edit]\nproduct = \"/v1/products/{{id}}\"\n{rest}")).changes_variants
        };
        assert!(changes_variants("batch = \"/v1/batch\"\nbatch_variants = true"));
        assert!(!changes_variants("batch_variants = true") && !changes_variants("batch = \"/v1/batch\""));
        assert!(changes_variants("variant = \"/v1/products/{id}/variations/{variant_id}\""));
    }

    #[test]
    fn discounts_are_given_only_where_the_file_names_the_path_and_products_can_be_read() {
        assert_eq!(rules("").discounts, None);
        let path = "[discounts]\npath = \"/v1/vendors/{vendor_id}/discounts\"\n";
        assert_eq!(rules(path).discounts, None, "nothing would prove that one runs");
        let edit = "[edit]\nproduct = \"/v1/products/{id}\"\n";
        assert_eq!(
            rules(&format!("{edit}{path}")).discounts,
            Some(DiscountRules { percent_max: 99, days_max: 365 })
        );
        let within = rules(&format!("{edit}{path}percent_max = 60\ndays_max = 30"));
        assert_eq!(within.discounts, Some(DiscountRules { percent_max: 60, days_max: 30 }));
        let profile = Profile::parse(&format!("{HEAD}{edit}{path}"), "x").unwrap();
        assert_eq!(
            profile.discounts_url(&7.into()).unwrap().as_str(),
            "https://x.example/api/v1/vendors/7/discounts"
        );
    }

    #[test]
    fn mistakes_are_reported_with_their_line() {
        for (rest, expected) in [
            ("[categories]\ntree = \"v1/categories\"", "line 5, column 8: must be a path"),
            ("[categories]\ntree = \"/v1/../admin\"", "line 5, column 8: must be a path"),
            (
                "[categories]\ntree = \"/c\"\nattributes = \"/c/attributes\"",
                "line 6, column 14: must contain {id}",
            ),
            ("[categories]\nleaf_only = true", "line 4, column 1: missing key `tree`"),
            ("[create]\nstatuses = [{ name = \"published\" }]", "line 5, column 13: missing key `id`"),
            ("[create]\nfields = [\"colour\"]", "line 5, column 10: unknown value `colour`"),
            (
                "[edit]\npublic_page = \"shop.example/{id}\"",
                "line 5, column 15: must be an http or https address with {id} for the product; {vendor} stands for the shop's handle",
            ),
            (
                "[edit]\nalbum = \"/x\"",
                "line 5, column 1: unknown key `album`; allowed: `sku_unique`, `product`",
            ),
            ("[edit]\nproduct = \"/x\"", "line 5, column 11: must contain {id}"),
            ("[edit]\nbatch_items = 0", "line 5, column 15: must be 1 to 100"),
            ("[discounts]\nitems = 10", "line 4, column 1: missing key `path`"),
            ("[discounts]\npath = \"/d\"\npercent_max = 100", "line 6, column 15: must be 1 to 99"),
        ] {
            let said = Profile::parse(&format!("{HEAD}{rest}"), "x").unwrap_err().quotation.unwrap();
            assert!(said.starts_with(expected), "{said}");
        }
    }
}
