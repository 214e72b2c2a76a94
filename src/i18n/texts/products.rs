//! The shop's products in words: their status, how many are selected, and a table of them for a spreadsheet.

use std::borrow::Borrow;

use super::report::{column, plain_cell};
use crate::i18n::Messages;
use vitrine_core::import::table::{Cell, Column, Table};
use vitrine_domain::{Currency, Field, Product, Status, Variant};

impl Messages {
    /// The marketplace's name for a status, or its number if there is no name.
    pub fn product_status(&self, status: Option<&Status>) -> Option<String> {
        let status = status?;
        let name = status.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        name.map(str::to_owned).or_else(|| status.value.map(|value| self.integer(value)))
    }

    /// How many rows of a table are selected, and how many of these it does not show.
    pub fn selected(&self, count: usize, hidden: usize) -> String {
        let key = if hidden == 0 { "review-selected" } else { "review-selected-hidden" };
        self.format(key, crate::args!["count" => count, "hidden" => hidden]).into_owned()
    }

    /// A table of these rows, in their order. Its headings are recognised when it is read as a spreadsheet,
    /// except that of what buyers pay: a list shows that of products, and the owner's price would be lowered
    /// to it. Variants have the owner's price, which is read, and stand each in a row of its own.
    pub fn products_table<P: Borrow<Product>>(
        &self,
        rows: impl Iterator<Item = (P, RowsOf)>,
        currency: &Currency,
    ) -> Table {
        let mut written = Vec::new();
        let mut has_variants = false;
        for (product, rows) in rows {
            let product = product.borrow();
            let variants = match rows {
                RowsOf::Product => &[],
                RowsOf::Variant(place) => product.variants.get(place..=place).unwrap_or_default(),
                RowsOf::All => product.variants.as_slice(),
            };
            if !matches!(rows, RowsOf::Variant(_)) {
                written.push(product_row(self, product, variants.is_empty(), currency));
            }
            written.extend(variants.iter().map(|variant| variant_row(self, product, variant, currency)));
            has_variants |= !variants.is_empty();
        }
        let mut columns = product_columns(self, currency);
        if !has_variants {
            for at in VARIANT_COLUMNS {
                columns.remove(at);
                written.iter_mut().for_each(|row| drop(row.remove(at)));
            }
        }
        Table { right_to_left: self.language().is_rtl(), columns, rows: written, ..Table::default() }
    }
}

fn product_columns(words: &Messages, currency: &Currency) -> Vec<Column> {
    let paid = match &words.currency_unit(currency) {
        Some(unit) => words.format("products-buyers-pay-in", crate::args!["unit" => unit.as_ref()]),
        None => words.text("products-buyers-pay"),
    };
    vec![
        column(words.text("report-product-id"), 16),
        column(words.field(Field::Name), 40),
        column(words.field(Field::Sku), 14),
        column(paid, 20),
        column(words.field_with_unit(Field::PrimaryPrice, currency), 20),
        column(words.field(Field::Stock), 12),
        column(words.text("column-status"), 18),
        column(words.field(Field::IsWholesale), 12),
        column(words.text("products-variant-id"), 16),
        column(words.text("products-variant"), 24),
    ]
}

/// The row of a product. One whose variants follow has prices and stock there alone.
fn product_row(words: &Messages, product: &Product, is_alone: bool, currency: &Currency) -> Vec<Cell> {
    vec![
        product.id.as_str().into(),
        product.title.as_str().into(),
        product.sku.as_deref().unwrap_or_default().into(),
        words.price_cell(product.price.filter(|_| is_alone), currency),
        Cell::Empty,
        product.inventory.filter(|_| is_alone).into(),
        words.product_status(product.status.as_ref()).map_or(Cell::Empty, |status| plain_cell(&status)),
        product
            .is_wholesale
            .map_or(Cell::Empty, |yes| plain_cell(&words.text(if yes { "yes" } else { "no" }))),
        Cell::Empty,
        Cell::Empty,
    ]
}

fn variant_row(words: &Messages, product: &Product, variant: &Variant, currency: &Currency) -> Vec<Cell> {
    vec![
        product.id.as_str().into(),
        product.title.as_str().into(),
        variant.sku.as_deref().unwrap_or_default().into(),
        Cell::Empty,
        words.price_cell(variant.primary_price, currency),
        variant.stock.into(),
        Cell::Empty,
        Cell::Empty,
        variant.id.as_str().into(),
        variant.properties_in_a_cell().as_str().into(),
    ]
}

/// The columns that only variants have, the last one first.
const VARIANT_COLUMNS: [usize; 3] = [9, 8, 4];

/// Which rows a product has in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsOf {
    Product,
    /// The variant in this place alone.
    Variant(usize),
    /// The product, and below it its variants.
    All,
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::i18n::Language;
    use vitrine_core::edit::plan::{
        KnownOfChanges, PreviewOutcome, Shop, StatusNames, preview, requested_changes,
    };
    use vitrine_core::import::sheet::{self, ColumnUse};
    use vitrine_core::import::table::TableFormat;
    use vitrine_domain::{CreateRules, Price, ProductState, RialPrices};

    #[test]
    fn what_buyers_pay_is_not_read_back_as_the_price_of_the_owner() {
        let product = Product {
            price: Some(Price::on_wire(900_000)),
            inventory: Some(3),
            ..Product::with_id(7.into())
        };
        for language in Language::ALL {
            for currency in [
                Currency::Rial(RialPrices::TomanBeside),
                Currency::Rial(RialPrices::InToman),
                Currency::Toman,
                Currency::Unnamed,
                Currency::Other("€".to_owned()),
            ] {
                let table =
                    Messages::new(language).products_table([(&product, RowsOf::All)].into_iter(), &currency);
                let cells = sheet::read(Path::new("t"), &table.to_bytes(TableFormat::Xlsx).unwrap()).unwrap();
                let written = currency.written(Price::on_wire(900_000));
                assert!(cells.rows[1].contains(&written), "it is in the table");
                let words = Messages::new(language);
                let changes = requested_changes(&cells, &KnownOfChanges::default()).unwrap();
                let said = words.sheet_questions(&changes.sheet).of_changes().join("\n");
                assert!(said.contains(&*words.text("products-buyers-pay")), "{said}");
                let read = sheet::drafts(&cells, &sheet::Known::default());
                assert_eq!(
                    (read.drafts[0].draft.primary_price, read.drafts[0].draft.stock),
                    (None, Some(3)),
                    "{language:?} {currency:?}"
                );
                assert!(
                    read.columns.iter().any(|column| column.used_for == Some(ColumnUse::Field(Field::Stock)))
                );
            }
        }
    }

    /// A shirt in two sizes, and a rug.
    fn shop() -> Vec<Product> {
        let size = |id: u64, size: &str, price: i64, stock: i64| Variant {
            id: id.into(),
            name: format!("Red, {size}"),
            properties: vec![("رنگ".to_owned(), "Red".to_owned()), ("Fit, size".to_owned(), size.to_owned())],
            sku: Some(format!("S-{size}")),
            primary_price: Some(Price::on_wire(price)),
            stock: Some(stock),
        };
        let shirt = Product {
            title: "Shirt".to_owned(),
            price: Some(Price::on_wire(400_000)),
            inventory: Some(5),
            variants: vec![size(71, "M", 450_000, 2), size(72, "L", 470_000, 3)],
            ..Product::with_id(7.into())
        };
        let rug = Product {
            title: "Rug".to_owned(),
            price: Some(Price::on_wire(900_000)),
            inventory: Some(3),
            ..Product::with_id(8.into())
        };
        vec![shirt, rug]
    }

    #[test]
    fn a_saved_table_is_read_back_as_the_same_products_with_their_variants_and_as_the_same_changes() {
        for language in Language::ALL {
            let currency = Currency::Rial(RialPrices::InToman);
            let shop = shop();
            let rows = shop.iter().map(|product| (product, RowsOf::All));
            let table = Messages::new(language).products_table(rows, &currency);
            let cells = sheet::read(Path::new("t"), &table.to_bytes(TableFormat::Xlsx).unwrap()).unwrap();
            let known = sheet::Known {
                shop_units: currency.units(),
                market_fields: &[Field::Variants],
                ..sheet::Known::default()
            };
            let drafts = sheet::drafts(&cells, &known).drafts;
            assert_eq!(drafts.len(), 2, "{language:?}: {drafts:#?}");
            for (draft, product) in drafts.iter().zip(&shop) {
                assert_eq!(draft.draft.name, product.title);
                let of = |variant: &Variant| {
                    (variant.properties.clone(), variant.primary_price, variant.stock, variant.sku.clone())
                };
                let read: Vec<_> = draft
                    .draft
                    .variants
                    .iter()
                    .map(|read| (read.properties.clone(), read.primary_price, read.stock, read.sku.clone()))
                    .collect();
                assert_eq!(read, product.variants.iter().map(of).collect::<Vec<_>>(), "{language:?}");
            }
            let known = KnownOfChanges { shop_units: currency.units(), ..KnownOfChanges::default() };
            let read = requested_changes(&cells, &known).unwrap().requested;
            let states: Vec<ProductState> = shop
                .iter()
                .map(|product| ProductState {
                    has_variants: !product.variants.is_empty(),
                    ..ProductState::from(product.clone())
                })
                .collect();
            let rules = CreateRules { changes_variants: true, ..CreateRules::default() };
            let of_shop = Shop::new(&states);
            let same = preview(&read, &[], &of_shop, &rules, &StatusNames::default());
            assert!(
                same.rows.iter().all(|row| row.outcome == PreviewOutcome::Equal),
                "{language:?}: {:#?}",
                same.rows
            );
            assert_eq!(same.rows.len(), 4, "each variant by its number");
            let mut other = states.clone();
            other[0].product.variants[1].stock = Some(0);
            let changed = preview(&read, &[], &Shop::new(&other), &rules, &StatusNames::default());
            let changes: Vec<_> = changed.rows.iter().flat_map(|row| &row.changes).collect();
            assert_eq!(changes.len(), 1);
            assert_eq!(changes[0].variant.as_ref().map(|variant| variant.id.clone()), Some(72.into()));
        }
    }
}
