//! The conditions of the products table: statuses, stock, wholesale, photos and prices.

use std::borrow::Cow;

use eframe::egui::Ui;

use crate::catalog::{Facets, Filter};
use crate::domain::{Status, parse_integer};
use crate::ui::screens::Cx;
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, height};
use crate::ui::widgets::{Button, check, select};

/// The width of a bound of the price, in points.
const PRICE_WIDTH: f32 = 116.0;

/// The row of conditions: whether it is open, and the bounds of the price as typed.
#[derive(Default)]
pub struct View {
    is_open: bool,
    least: String,
    greatest: String,
}

impl View {
    /// The button that opens the conditions. They stay open while one is set.
    pub fn button(&mut self, ui: &mut Ui, filter: &Filter, cx: &Cx<'_>) {
        let is_open = self.is_open || !filter.is_empty();
        if ui.add(Button::quiet(cx.t("filter-show")).small().expands(is_open)).clicked() {
            self.is_open = !is_open || !filter.is_empty();
        }
    }

    /// Removes all conditions.
    pub fn clear(&mut self, filter: &mut Filter) {
        *self = Self { is_open: self.is_open, ..Self::default() };
        *filter = Filter::default();
    }

    /// Draws the conditions with the numbers of products that meet them. Those that no product meets are left out.
    pub fn show(&mut self, ui: &mut Ui, filter: &mut Filter, facets: &Facets, cx: &Cx<'_>) {
        if !self.is_open && filter.is_empty() {
            return;
        }
        ui.scope(|ui| {
            // In a row as high as its highest part, each part is centred.
            ui.spacing_mut().interact_size.y = height::EDITOR;
            ui.horizontal_wrapped(|ui| self.conditions(ui, filter, facets, cx));
        });
    }

    fn conditions(&mut self, ui: &mut Ui, filter: &mut Filter, facets: &Facets, cx: &Cx<'_>) {
        status(ui, filter, facets, cx);
        let flags = [
            (&mut filter.out_of_stock, facets.out_of_stock, "products-filter-out-of-stock"),
            (&mut filter.wholesale, facets.wholesale, "products-filter-wholesale"),
            (&mut filter.without_photo, facets.without_photo, "products-filter-without-photo"),
        ];
        for (set, count, key) in flags.into_iter().filter(|(set, count, _)| **set || *count > 0) {
            let label = cx.format(key, crate::args!["count" => count]);
            if check(ui, *set, label).clicked() {
                *set = !*set;
            }
        }
        filter.least_price = price(ui, ("products-price-from", "products-price-least"), &mut self.least, cx);
        filter.greatest_price = price(ui, ("products-price-to", "products-price-greatest"), &mut self.greatest, cx);
        if !filter.is_empty() && ui.add(Button::quiet(cx.t("products-filter-clear")).small()).clicked() {
            self.clear(filter);
        }
    }
}

/// The choice of a status.
fn status(ui: &mut Ui, filter: &mut Filter, facets: &Facets, cx: &Cx<'_>) {
    if facets.statuses().is_empty() && filter.status.is_none() {
        return;
    }
    let mut options: Vec<(Option<usize>, Cow<'_, str>)> = vec![(None, cx.t("products-filter-any-status"))];
    let mut statuses: Vec<Status> = facets.statuses().iter().map(|(status, _)| status.clone()).collect();
    // One that no product has any more can still be read and taken off.
    statuses.extend(filter.status.clone().filter(|status| !statuses.contains(status)));
    let count = |status: &Status| facets.statuses().iter().find(|(known, _)| known == status).map_or(0, |(_, count)| *count);
    for (at, status) in statuses.iter().enumerate() {
        let name = cx.words.product_status(Some(status)).unwrap_or_default();
        let label = cx.format("products-filter-status", crate::args!["status" => name, "count" => count(status)]);
        options.push((Some(at), label));
    }
    let chosen = filter.status.as_ref().and_then(|status| statuses.iter().position(|known| known == status));
    if let Some(chosen) = select(ui, &cx.t("column-status"), chosen, &options) {
        filter.status = chosen.and_then(|at| statuses.get(at).cloned());
    }
}

/// A bound of the price: its label, and its name for screen readers. What is not a number is no bound, and is shown as wrong.
fn price(ui: &mut Ui, (label, name): (&'static str, &'static str), typed: &mut String, cx: &Cx<'_>) -> Option<i64> {
    let is_wrong = !typed.trim().is_empty() && parse_integer(typed).is_err();
    let ink = if is_wrong { theme::palette(ui).bad.ink } else { theme::palette(ui).ink_soft };
    ui.add(Text::new(cx.t(label)).color(ink).extend().announced(false));
    let edit = text::line_edit(name, typed).number(Some(cx.words)).error(is_wrong);
    ui.add(edit.width(PRICE_WIDTH).margin(theme::EDITOR)).accessible_name(cx.t(name));
    parse_integer(typed).ok()
}
