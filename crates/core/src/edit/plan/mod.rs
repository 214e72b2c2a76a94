//! What is to be changed: from a spreadsheet or from rules for a selection, compared with what the shop has.
//!
//! [`requested_changes`] reads which products a spreadsheet names and what it wants of them; [`BulkRule`]s
//! apply to all of them. [`preview`] compares that with the products as they were just read. Nothing is sent
//! that the preview did not show.

mod discount;
mod preview;
mod rule;
mod sheet;
mod sheet_rows;
mod status;
#[cfg(test)]
mod tests;

pub use preview::{LeftOut, Preview, PreviewCounts, PreviewOutcome, PreviewRow, Shop, preview, undo_preview};
pub use rule::{BulkRule, BulkRuleError};
pub use sheet::{KnownOfChanges, RequestedChanges, requested_changes};
pub use status::StatusNames;

use std::collections::BTreeMap;
use std::fmt;

use vitrine_domain::{
    Discount, Field, FieldKey, FieldValue, FileId, Problem, ProductId, ProductOrVariant, VariantId,
};

/// Which product or variant is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Id(ProductId),
    Variant(ProductId, VariantId),
    /// A product's code, or a variant's.
    Sku(String),
    /// A product's name.
    Name(String),
}

impl From<ProductOrVariant> for Target {
    fn from(ProductOrVariant { product, variant }: ProductOrVariant) -> Self {
        match variant {
            None => Self::Id(product),
            Some(variant) => Self::Variant(product, variant),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) | Self::Variant(id, _) => id.fmt(f),
            Self::Sku(text) | Self::Name(text) => text.fmt(f),
        }
    }
}

/// What is wanted of one product.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestedChange {
    /// The row of the sheet as spreadsheet programs show it.
    pub row: Option<usize>,
    pub target: Target,
    /// The SKU that stands beside the id by which the target is named.
    pub sku: Option<String>,
    /// The name that stands beside the key by which the target is named.
    pub name: Option<String>,
    /// What tells the variant that is meant from the others of its product, as the sheet names it: `Size` and
    /// `L`. Empty if it names none.
    pub properties: Vec<(String, String)>,
    /// The texts of its cells. An empty cell is not in here: it leaves its field alone.
    pub values: Vec<(Field, String)>,
    /// All photos that it is to have, the cover first; `None` leaves its photos alone.
    pub album: Option<Vec<FileId>>,
    /// The discount that it is to have, [`Discount::NONE`] for none; `None` leaves it alone.
    pub discount: Option<Discount>,
    /// The values on which the request is based, as somebody saw them; the shop's present ones for other
    /// fields.
    pub base: Vec<(Field, FieldValue)>,
    /// Cells that cannot be read.
    pub problems: Vec<Problem>,
}

impl RequestedChange {
    /// What rules want of a product or of a variant.
    pub fn of_rules(target: Target) -> Self {
        let properties = Vec::new();
        Self {
            row: None,
            target,
            sku: None,
            name: None,
            properties,
            values: Vec::new(),
            album: None,
            discount: None,
            base: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// A discount for a product.
    pub fn of_discount(product: ProductId, discount: Discount) -> Self {
        Self { discount: Some(discount), ..Self::of_rules(Target::Id(product)) }
    }

    /// What it is called where it stands: `Shirt (Red, L)`.
    pub fn key(&self) -> String {
        let values: Vec<&str> = self.properties.iter().map(|(_, value)| value.as_str()).collect();
        if values.is_empty() {
            return self.target.to_string();
        }
        format!("{} ({})", self.target, values.join(", "))
    }

    /// The name that stands in its row.
    fn name(&self) -> &str {
        let name = self.values.iter().find(|(field, _)| *field == Field::Name);
        name.map(|(_, text)| text.as_str()).unwrap_or_default()
    }

    /// A list shows what buyers pay for a product. As long as that is what somebody saw who typed another
    /// price, the change is based on the owner's price, whatever that is.
    pub fn base_on_list(&mut self, shop: &Shop<'_>) {
        let Target::Id(_) = &self.target else { return };
        let Ok(Some(meant)) = shop.find(&self.target) else { return };
        let paid = meant.state.product.price.map(FieldValue::Price);
        self.base.retain(|(field, seen)| *field != Field::PrimaryPrice || Some(seen) != paid.as_ref());
    }

    /// What is wanted of a product and of its variants, by the texts of a form.
    pub fn of_product(
        product: &ProductId,
        values: impl IntoIterator<Item = (FieldKey, String)>,
        base: &[(FieldKey, FieldValue)],
        album: Option<&[FileId]>,
    ) -> Vec<Self> {
        let mut wanted: BTreeMap<Option<VariantId>, Vec<(Field, String)>> =
            album.iter().map(|_| (None, Vec::new())).collect();
        for (key, text) in values {
            wanted.entry(key.variant).or_default().push((key.field, text));
        }
        let request = |(variant, values): (Option<VariantId>, _)| Self {
            row: None,
            sku: None,
            name: None,
            base: base
                .iter()
                .filter(|(key, _)| key.variant == variant)
                .map(|(key, value)| (key.field, value.clone()))
                .collect(),
            album: album.filter(|_| variant.is_none()).map(<[FileId]>::to_vec),
            target: variant.map_or_else(
                || Target::Id(product.clone()),
                |variant| Target::Variant(product.clone(), variant),
            ),
            values,
            discount: None,
            properties: Vec::new(),
            problems: Vec::new(),
        };
        wanted.into_iter().map(request).collect()
    }
}
