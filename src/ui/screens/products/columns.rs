//! The columns of the products table, and the dialog in which the person chooses and orders them.

use std::borrow::Cow;

use eframe::egui::Ui;

use crate::i18n::Messages;
use crate::ui::screens::Cx;
use crate::worker::TableColumns;
use vitrine_core::catalog::Column as By;
use vitrine_model::Action;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::{Answer, Button, Column, Dialog, check};

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductsColumn {
    /// The check box that selects the row.
    Select,
    Photo,
    Title,
    Price,
    Status,
    Stock,
    Wholesale,
    Sku,
    Id,
}

/// The columns that can be chosen, in their usual order.
const CHOICES: [ProductsColumn; 8] = [
    ProductsColumn::Photo,
    ProductsColumn::Title,
    ProductsColumn::Price,
    ProductsColumn::Status,
    ProductsColumn::Stock,
    ProductsColumn::Wholesale,
    ProductsColumn::Sku,
    ProductsColumn::Id,
];

/// Those that are shown as long as the person has chosen none.
const USUAL: [ProductsColumn; 5] = [
    ProductsColumn::Photo,
    ProductsColumn::Title,
    ProductsColumn::Price,
    ProductsColumn::Status,
    ProductsColumn::Stock,
];

impl ProductsColumn {
    /// The column's name in the settings; empty if its width is fixed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Select => "",
            Self::Photo => "photo",
            Self::Title => "title",
            Self::Price => "price",
            Self::Status => "status",
            Self::Stock => "stock",
            Self::Wholesale => "wholesale",
            Self::Sku => "sku",
            Self::Id => "id",
        }
    }

    /// The width, unless the person chose another.
    pub const fn width(self) -> Column {
        match self {
            Self::Select => Column::Exact(44.0),
            Self::Photo => Column::Exact(60.0),
            Self::Title => Column::Rest(1.0),
            // A price whose end is cut is another price.
            Self::Price => Column::Whole(140.0),
            Self::Sku => Column::Exact(132.0),
            Self::Status => Column::Exact(138.0),
            Self::Stock | Self::Id => Column::Exact(104.0),
            Self::Wholesale => Column::Exact(96.0),
        }
    }

    /// What the column is sorted by.
    pub const fn sorted_by(self) -> Option<By> {
        match self {
            Self::Select | Self::Photo => None,
            Self::Title => Some(By::Title),
            Self::Price => Some(By::Price),
            Self::Status => Some(By::Status),
            Self::Stock => Some(By::Stock),
            Self::Wholesale => Some(By::Wholesale),
            Self::Sku => Some(By::Sku),
            Self::Id => Some(By::Id),
        }
    }

    /// The heading.
    pub fn heading<'a>(self, words: &'a Messages) -> Cow<'a, str> {
        words.text(match self {
            Self::Select => return "".into(),
            Self::Photo => "column-photo",
            Self::Title => "column-title",
            Self::Price => "column-price",
            Self::Status => "column-status",
            Self::Stock => "column-stock",
            Self::Wholesale => "column-wholesale",
            Self::Sku => "field-sku",
            Self::Id => "report-product-id",
        })
    }
}

/// The columns to show, in order. The name is always shown.
pub fn shown(columns: &TableColumns) -> Vec<ProductsColumn> {
    let chosen: Vec<ProductsColumn> = match &columns.shown {
        Some(names) => {
            let mut chosen: Vec<ProductsColumn> = names
                .iter()
                .filter_map(|name| CHOICES.into_iter().find(|part| part.name() == name))
                .collect();
            if !chosen.contains(&ProductsColumn::Title) {
                chosen.insert(0, ProductsColumn::Title);
            }
            chosen
        }
        None => USUAL.to_vec(),
    };
    [ProductsColumn::Select].into_iter().chain(chosen).collect()
}

/// Draws the dialog in which the columns are chosen and ordered. `open` says whether it is open.
pub fn dialog(ui: &Ui, open: &mut bool, cx: &mut Cx<'_>) {
    if !*open {
        return;
    }
    let columns = cx.model.product_columns();
    let now: Vec<ProductsColumn> = shown(columns).into_iter().skip(1).collect();
    let mut changed = None;
    let dialog = Dialog::new("product columns", cx.t("review-columns-title"), cx.t("close")).focus_contents();
    let answer = dialog.show(ui, |ui| {
        ui.add(Text::new(cx.t("products-columns-help")).wrap());
        for (at, part) in now.iter().enumerate() {
            ui.horizontal(|ui| {
                let heading = part.heading(cx.words);
                let mut step = |ui: &mut Ui, icon, key, to: Option<usize>| {
                    let button =
                        Button::icon(icon, cx.format(key, crate::args!["column" => heading.as_ref()]))
                            .small();
                    if ui.add(button.enabled(to.is_some())).clicked()
                        && let Some(to) = to
                    {
                        let mut order = now.clone();
                        order.swap(at, to);
                        changed = Some(order);
                    }
                };
                step(ui, Icon::Up, "products-column-earlier", at.checked_sub(1));
                step(ui, Icon::Down, "products-column-later", Some(at + 1).filter(|to| *to < now.len()));
                // Each product needs its name.
                if *part == ProductsColumn::Title {
                    ui.add(Text::new(heading.as_ref()).truncate());
                } else if check(ui, true, heading.as_ref()).clicked() {
                    changed = Some(now.iter().copied().filter(|other| other != part).collect());
                }
            });
        }
        for part in CHOICES.into_iter().filter(|part| !now.contains(part)) {
            if check(ui, false, part.heading(cx.words)).clicked() {
                changed = Some(now.iter().copied().chain([part]).collect());
            }
        }
        if *columns != TableColumns::default()
            && ui.add(Button::quiet(cx.t("review-columns-usual")).small()).clicked()
        {
            cx.act(Action::ProductColumns(TableColumns::default()));
        }
    });
    if let Some(order) = changed {
        let names = order.into_iter().map(|part| part.name().to_owned()).collect();
        cx.act(Action::ProductColumns(TableColumns { shown: Some(names), ..columns.clone() }));
    }
    if matches!(answer, Some(Answer::Confirmed | Answer::Cancelled)) {
        *open = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(names: &[&str]) -> TableColumns {
        TableColumns {
            shown: Some(names.iter().map(|name| (*name).to_owned()).collect()),
            ..TableColumns::default()
        }
    }

    #[test]
    fn chosen_columns_keep_their_order_and_the_name_is_always_there() {
        assert_eq!(
            shown(&chosen(&["price", "title", "unknown"])),
            [ProductsColumn::Select, ProductsColumn::Price, ProductsColumn::Title]
        );
        assert_eq!(
            shown(&chosen(&["id"])),
            [ProductsColumn::Select, ProductsColumn::Title, ProductsColumn::Id]
        );
    }
}
