//! A row of a spreadsheet → what is wanted of its product, or of each variant that the row names.

use super::{RequestedChange, Target};
use crate::import::sheet::{
    ColumnUse, Columns, LeftOut, RowKind, SheetCells, SheetDraft, Sizes, properties_in,
};
use vitrine_domain::text::with_latin_digits;
use vitrine_domain::{
    Change, Draft, DraftVariant, Field, Problem, ProductId, ProductOrVariant, Signs, Variant, VariantId,
    parse_whole,
};

type Properties = Vec<(String, String)>;

/// The columns of a sheet that tell which product or variant a row means.
pub struct KeyColumns<'a> {
    pub cells: &'a SheetCells,
    pub columns: &'a Columns,
    /// The columns with the pieces or the price of one size each.
    pub sizes: &'a Sizes,
    pub ids: Option<usize>,
    pub variant_ids: Option<usize>,
    /// A status has names that only the marketplace knows, so its cells are read later.
    pub statuses: Option<usize>,
    /// Those of sizes, colors and the like.
    pub properties: Vec<usize>,
    /// Whether a row without another key names its product by its name.
    pub is_named: bool,
}

/// What a row names, which a row below it without a name and a code continues.
pub struct Named {
    target: Target,
    name: String,
    properties: Properties,
}

impl Named {
    /// The product, as a row without a code of its own means it. A code may be that of one variant.
    fn product(&self) -> Option<Target> {
        match &self.target {
            Target::Id(id) | Target::Variant(id, _) => Some(Target::Id(id.clone())),
            _ => (!self.name.is_empty()).then(|| Target::Name(self.name.clone())),
        }
    }
}

impl KeyColumns<'_> {
    fn cell(&self, row: usize, column: Option<usize>) -> Option<String> {
        let text = self.cells.rows.get(row - 1)?.get(column?)?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// The id or the code in a row.
    fn key(&self, row: &SheetDraft) -> Option<Target> {
        let variant = self.cell(row.row, self.variant_ids).and_then(|id| VariantId::new(plain_id(&id)));
        let id = self.cell(row.row, self.ids).and_then(|id| ProductId::new(plain_id(&id)));
        let id = id.map(|product| ProductOrVariant { product, variant }.into());
        id.or_else(|| row.draft.sku.clone().map(Target::Sku))
    }

    /// What a row says of its size, color and the like, and what it does not say itself but the row that it
    /// continues.
    fn properties(&self, row: &SheetDraft, above: Option<&Named>) -> Properties {
        let property = |place: &usize| {
            let name = self.columns.headings[*place].trim();
            let of_above =
                || Some(above?.properties.iter().find(|(known, _)| known == name)?.1.as_str().to_owned());
            let value = self.cell(row.row, Some(*place)).or_else(of_above)?;
            Some(properties_in(name, &value))
        };
        self.properties.iter().filter_map(property).flatten().collect()
    }

    /// What a row wants. `above`: what the row above it names, which is then what this one names.
    ///
    /// # Errors
    /// The row, where it names no product.
    pub fn requests(
        &self,
        row: SheetDraft,
        above: &mut Option<Named>,
    ) -> Result<Vec<RequestedChange>, LeftOut> {
        let key = self.key(&row);
        let by_key = key.is_some();
        let says = |place: &usize| self.cell(row.row, Some(*place)).is_some();
        let says_variant = self.properties.iter().any(says);
        let continued =
            above.take().filter(|_| !by_key && self.is_named && row.draft.name.is_empty() && says_variant);
        let by_name = || {
            let own = (!row.draft.name.is_empty()).then(|| Target::Name(row.draft.name.clone()));
            own.or_else(|| continued.as_ref()?.product()).filter(|_| self.is_named)
        };
        let Some(target) = key.or_else(by_name) else {
            return Err(LeftOut { row: row.row, kind: RowKind::WithoutKey, text: row.draft.name });
        };
        let properties = self.properties(&row, continued.as_ref());
        let name = continued.map_or_else(|| row.draft.name.clone(), |above| above.name);
        let request = RequestedChange {
            row: Some(row.row),
            sku: row.draft.sku.clone(),
            properties: properties.clone(),
            name: by_key.then(|| name.clone()).filter(|name| !name.is_empty()),
            ..RequestedChange::of_rules(target.clone())
        };
        *above = Some(Named { target, name, properties });
        Ok(self.parts(row, request, by_key))
    }

    /// What a row wants of its product, and of each of its variants if it names several.
    fn parts(&self, row: SheetDraft, request: RequestedChange, by_key: bool) -> Vec<RequestedChange> {
        let status = self.cell(row.row, self.statuses).map(|text| (Field::Status, text));
        let problems = |row: &SheetDraft| row.problems.iter().filter(is_concerned).cloned().collect();
        let parts = variants_in(&row, &request.properties).unwrap_or_else(|| {
            let cells = self.cells.rows.get(row.row - 1).map_or(&[][..], Vec::as_slice);
            self.sizes.split((row.clone(), request.properties.clone()), cells, &self.columns.headings)
        });
        let of_variants = |(_, properties): &(SheetDraft, Properties)| *properties != request.properties;
        let refused = parts
            .iter()
            .map(|(part, _)| part)
            .find(|part| part.problems.iter().any(|problem| is_concerned(&problem)));
        if !parts.iter().any(of_variants) || refused.is_some() {
            let row = refused.unwrap_or(&row);
            // A row of a variant names its product, and renames nothing.
            let renames = by_key && (!self.is_named || request.properties.is_empty());
            let values = texts(&row.draft).filter(|(field, _)| *field != Field::Name || renames);
            return vec![RequestedChange {
                values: values.chain(status).collect(),
                problems: problems(row),
                ..request
            }];
        }
        let is_of_variant = |(field, _): &(Field, String)| Variant::FIELDS.contains(field);
        let of_product: Vec<(Field, String)> = texts(&row.draft)
            .filter(|value| value.0 != Field::Name && !is_of_variant(value))
            .chain(status)
            .collect();
        let product = RequestedChange { properties: Vec::new(), values: of_product, ..request.clone() };
        let part = |(part, properties): (SheetDraft, Properties)| RequestedChange {
            properties,
            sku: part.draft.sku.clone(),
            values: texts(&part.draft).filter(is_of_variant).collect(),
            ..request.clone()
        };
        let product = Some(product).filter(|product| !product.values.is_empty());
        product.into_iter().chain(parts.into_iter().map(part)).collect()
    }
}

/// The variants in one cell of a row, each with what it does not say for itself from the row. The pieces of
/// the row are those of one variant alone.
fn variants_in(row: &SheetDraft, properties: &Properties) -> Option<Vec<(SheetDraft, Properties)>> {
    let variants = &row.draft.variants;
    let is_only = variants.len() == 1;
    let part = |variant: &DraftVariant| {
        let mut part = row.clone();
        part.draft.primary_price = variant.primary_price.or(row.draft.primary_price);
        part.draft.stock = variant.stock.or(row.draft.stock.filter(|_| is_only));
        part.draft.sku = variant.sku.clone().or_else(|| row.draft.sku.clone());
        (part, properties.iter().chain(&variant.properties).cloned().collect())
    };
    (!variants.is_empty()).then(|| variants.iter().map(part).collect())
}

/// Whether a cell that cannot be used has a value that would be changed.
fn is_concerned(problem: &&Problem) -> bool {
    let mut fields = Field::changeable(Change::Sheet).into_iter().chain([Field::Variants]);
    fields.any(|field| problem.field.as_deref() == Some(field.name()))
}

/// An id as other programs write it: `3001.0`, `3,001`.
pub fn plain_id(cell: &str) -> String {
    parse_whole(cell, &[], Signs::default()).map_or_else(|_| with_latin_digits(cell), |id| id.to_string())
}

fn texts(draft: &Draft) -> impl Iterator<Item = (Field, String)> + '_ {
    let read = [Field::Name, Field::PrimaryPrice, Field::Stock, Field::PreparationDays].into_iter();
    let read = read.chain(Field::ALL.into_iter().filter(|field| field.is_clearable()));
    read.filter_map(|field| Some((field, draft.value(field)?.to_string())))
}

/// The columns that tell variants apart, without those of one size each.
pub fn property_columns(columns: &Columns, sizes: &Sizes) -> Vec<usize> {
    let is_property = |place: &usize| {
        columns.uses.get(*place) == Some(&Some(ColumnUse::Property))
            && !sizes.columns.contains(place)
            && !sizes.prices.contains(place)
    };
    (0..columns.headings.len()).filter(is_property).collect()
}
