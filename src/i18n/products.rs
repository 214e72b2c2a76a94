//! The shop's products in words: their status, and a table of them for a spreadsheet.

use std::borrow::Borrow;

use super::Messages;
use super::report::{column, plain_cell};
use crate::domain::{Currency, Field, Product, Status};
use crate::import::table::{Cell, Table};

impl Messages {
    /// The marketplace's name for a status, or its number if there is no name.
    pub fn product_status(&self, status: Option<&Status>) -> Option<String> {
        let status = status?;
        let name = status.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        name.map(str::to_owned).or_else(|| status.value.map(|value| self.integer(value)))
    }

    /// A table of these products, in their order. Its headings are recognised when it is read as a spreadsheet.
    pub fn products_table(&self, products: impl Iterator<Item: Borrow<Product>>, currency: &Currency) -> Table {
        let columns = vec![
            column(self.text("report-product-id"), 16),
            column(self.field(Field::Name), 40),
            column(self.field(Field::Sku), 14),
            column(self.field_with_unit(Field::PrimaryPrice, currency), 16),
            column(self.field(Field::Stock), 12),
            column(self.text("column-status"), 18),
            column(self.field(Field::IsWholesale), 12),
        ];
        let row = |product: &Product| {
            vec![
                product.id.as_str().into(),
                product.title.as_str().into(),
                product.sku.as_deref().unwrap_or_default().into(),
                product.price.into(),
                product.inventory.into(),
                self.product_status(product.status.as_ref()).map_or(Cell::Empty, |status| plain_cell(&status)),
                product.is_wholesale.map_or(Cell::Empty, |yes| plain_cell(&self.text(if yes { "yes" } else { "no" }))),
            ]
        };
        Table { right_to_left: self.language().is_rtl(), columns, rows: products.map(|product| row(product.borrow())).collect() }
    }
}
