//! The shop's products in words: their status, how many are selected, and a table of them for a spreadsheet.

use std::borrow::Borrow;

use super::report::{column, plain_cell};
use crate::i18n::Messages;
use vitrine_core::import::table::{Cell, Table};
use vitrine_domain::{Currency, Field, Product, Status};

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

    /// A table of these products, in their order. Its headings are recognised when it is read as a
    /// spreadsheet, except that of the prices: a list shows what buyers pay, and the owner's price would be
    /// lowered to that.
    pub fn products_table(
        &self,
        products: impl Iterator<Item: Borrow<Product>>,
        currency: &Currency,
    ) -> Table {
        let unit = self.currency_unit(currency);
        let price = match &unit {
            Some(unit) => self.format("products-buyers-pay-in", crate::args!["unit" => unit.as_ref()]),
            None => self.text("products-buyers-pay"),
        };
        let columns = vec![
            column(self.text("report-product-id"), 16),
            column(self.field(Field::Name), 40),
            column(self.field(Field::Sku), 14),
            column(price, 20),
            column(self.field(Field::Stock), 12),
            column(self.text("column-status"), 18),
            column(self.field(Field::IsWholesale), 12),
        ];
        let row = |product: &Product| {
            vec![
                product.id.as_str().into(),
                product.title.as_str().into(),
                product.sku.as_deref().unwrap_or_default().into(),
                self.price_cell(product.price, currency),
                product.inventory.into(),
                self.product_status(product.status.as_ref())
                    .map_or(Cell::Empty, |status| plain_cell(&status)),
                product
                    .is_wholesale
                    .map_or(Cell::Empty, |yes| plain_cell(&self.text(if yes { "yes" } else { "no" }))),
            ]
        };
        Table {
            right_to_left: self.language().is_rtl(),
            columns,
            rows: products.map(|product| row(product.borrow())).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::i18n::Language;
    use vitrine_core::import::sheet::{self, ColumnUse};
    use vitrine_core::import::table::TableFormat;
    use vitrine_domain::{Price, RialPrices};

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
                let table = Messages::new(language).products_table([&product].into_iter(), &currency);
                let cells = sheet::read(Path::new("t"), &table.to_bytes(TableFormat::Xlsx).unwrap()).unwrap();
                let written = currency.written(Price::on_wire(900_000));
                assert!(cells.rows[1].contains(&written), "it is in the table");
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
}
