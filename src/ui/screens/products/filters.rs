//! The conditions of the products table: statuses, categories, stock, wholesale, photos, prices, and times.

use std::borrow::Cow;

use eframe::egui::{Ui, vec2};
use jiff::ToSpan;

use super::overview::Condition;
use crate::ui::screens::Cx;
use vitrine_core::catalog::{Facets, Filter};
use vitrine_domain::{Field, Price, Signs, Status};
use vitrine_text::Text;
use vitrine_widgets::layout::{is_rtl, row_layout};
use vitrine_widgets::theme::{self, height};
use vitrine_widgets::{Button, check, select};

/// The width of a bound of the price, in points.
const PRICE_WIDTH: f32 = 116.0;

/// The row of conditions: whether it is open, and the bounds of the price as they are kept.
#[derive(Default)]
pub struct FiltersView {
    is_open: bool,
    least: String,
    greatest: String,
    /// Only products that were changed in so many days, the present one included.
    changed_days: Option<i64>,
}

/// The choices of the time of the last change, in days.
const CHANGED_DAYS: [i64; 3] = [1, 7, 30];

impl FiltersView {
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

    /// Sets this condition and no other.
    pub fn set_only(&mut self, filter: &mut Filter, condition: Condition, cx: &Cx<'_>) {
        self.clear(filter);
        match condition {
            Condition::Status(status) => filter.status = Some(status),
            Condition::OutOfStock => filter.out_of_stock = true,
            Condition::WithoutPhoto => filter.without_photo = true,
            Condition::Wholesale => filter.wholesale = true,
            Condition::Prices(least, greatest) => {
                let text = |price| cx.kept(Field::PrimaryPrice, &cx.words.price(price, cx.model.currency()));
                (self.least, self.greatest) = (text(least), text(greatest));
                (filter.least_price, filter.greatest_price) = (Some(least), Some(greatest));
            }
            Condition::Created(from, until) => filter.created = Some((from, until)),
        }
    }

    /// Draws the conditions with the numbers of products that meet them. Those that no product meets are left
    /// out.
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

    /// The choice of the time of the last change, where the list tells it.
    fn changed(&mut self, ui: &mut Ui, filter: &mut Filter, facets: &Facets, cx: &Cx<'_>) {
        if facets.dated == 0 && self.changed_days.is_none() {
            return;
        }
        let name = |days: i64| match days {
            1 => cx.t("products-filter-changed-today"),
            days => cx.format("products-filter-changed-days", crate::args!["days" => days]),
        };
        let mut options: Vec<(Option<i64>, Cow<'_, str>)> = vec![(None, cx.t("products-filter-changed-any"))];
        options.extend(CHANGED_DAYS.map(|days| (Some(days), name(days))));
        if let Some(chosen) = select(ui, &cx.t("products-filter-changed"), self.changed_days, &options) {
            self.changed_days = chosen;
        }
        let since = |days: i64| {
            let first = cx.model.now.date().checked_sub((days - 1).days()).ok()?;
            first.to_zoned(cx.model.now.time_zone().clone()).ok().map(|first| first.timestamp())
        };
        filter.changed_since = self.changed_days.and_then(since);
    }

    /// The bounds of the price, side by side: in the next row if the rest of this one is too narrow for both.
    fn prices(&mut self, ui: &mut Ui, filter: &mut Filter, cx: &Cx<'_>) {
        let labels = ["products-price-from", "products-price-to"]
            .map(|key| Text::new(cx.t(key)).galley(ui, f32::INFINITY).size().x);
        let needed = labels.iter().sum::<f32>() + 2.0 * PRICE_WIDTH + 3.0 * ui.spacing().item_spacing.x;
        let layout = row_layout(is_rtl(ui));
        ui.allocate_ui_with_layout(vec2(needed, height::EDITOR), layout, |ui| {
            filter.least_price =
                price(ui, ("products-price-from", "products-price-least"), &mut self.least, cx);
            filter.greatest_price =
                price(ui, ("products-price-to", "products-price-greatest"), &mut self.greatest, cx);
        });
    }

    fn conditions(&mut self, ui: &mut Ui, filter: &mut Filter, facets: &Facets, cx: &Cx<'_>) {
        status(ui, filter, facets, cx);
        category(ui, filter, facets, cx);
        self.changed(ui, filter, facets, cx);
        untold(ui, filter, facets, cx);
        if let Some((from, _)) = filter.created {
            let date = cx.words.date(from.to_zoned(cx.model.now.time_zone().clone()).date());
            if check(ui, true, cx.format("products-filter-created", crate::args!["date" => date])).clicked() {
                filter.created = None;
            }
        }
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
        self.prices(ui, filter, cx);
        if !filter.is_empty() && ui.add(Button::quiet(cx.t("products-filter-clear")).small()).clicked() {
            self.clear(filter);
        }
    }
}

/// What cannot be filtered by because no reading of the shop tells it, and how many products a filter leaves
/// out for that reason.
fn untold(ui: &mut Ui, filter: &Filter, facets: &Facets, cx: &Cx<'_>) {
    // Before the list is read, nothing is known about it.
    if facets.statuses().is_empty() {
        return;
    }
    let has_categories = cx.model.rules().categories.is_some();
    let no_categories = has_categories && facets.categories().is_empty() && filter.categories.is_empty();
    let no_times = facets.dated == 0 && filter.changed_since.is_none();
    for (is_untold, key) in
        [(no_categories, "products-filter-no-categories"), (no_times, "products-filter-no-times")]
    {
        if is_untold {
            ui.add(Text::new(cx.t(key)).small().color(theme::palette(ui).ink_soft).wrap());
        }
    }
    // What nobody can filter by at all is said above.
    let (category, time) = filter.untold(facets);
    let some = [(category, "products-filter-category-untold"), (time, "products-filter-time-untold")];
    for (count, key) in some.into_iter().filter(|(count, _)| *count > 0) {
        let words = cx.format(key, crate::args!["count" => count]);
        ui.add(Text::new(words).small().color(theme::palette(ui).warn.ink).wrap());
    }
}

/// The choice of a category among those that the list names.
fn category(ui: &mut Ui, filter: &mut Filter, facets: &Facets, cx: &Cx<'_>) {
    let mut categories = facets.categories();
    categories.extend(
        filter
            .categories
            .iter()
            .filter(|id| categories.iter().all(|(known, _)| known != *id))
            .map(|id| (*id, 0))
            .collect::<Vec<_>>(),
    );
    if categories.is_empty() {
        return;
    }
    let tree = cx.model.categories.market_categories.tree.as_ref();
    let mut options: Vec<(Option<i64>, Cow<'_, str>)> = vec![(None, cx.t("products-filter-any-category"))];
    options.extend(categories.into_iter().map(|(id, count)| {
        let name = tree.and_then(|tree| tree.path(id)).unwrap_or_else(|| id.to_string());
        (Some(id), cx.format("products-filter-status", crate::args!["status" => name, "count" => count]))
    }));
    if let Some(chosen) =
        select(ui, &cx.words.field(Field::CategoryId), filter.categories.first().copied(), &options)
    {
        filter.categories = chosen.into_iter().collect();
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
    let count = |status: &Status| {
        facets.statuses().iter().find(|(known, _)| known == status).map_or(0, |(_, count)| *count)
    };
    for (at, status) in statuses.iter().enumerate() {
        let name = cx.words.product_status(Some(status)).unwrap_or_default();
        let label =
            cx.format("products-filter-status", crate::args!["status" => name, "count" => count(status)]);
        options.push((Some(at), label));
    }
    let chosen = filter.status.as_ref().and_then(|status| statuses.iter().position(|known| known == status));
    if let Some(chosen) = select(ui, &cx.t("column-status"), chosen, &options) {
        filter.status = chosen.and_then(|at| statuses.get(at).cloned());
    }
}

/// A bound of the price: its label, and its name for screen readers. What is not a number is no bound, and is
/// shown as wrong.
fn price(
    ui: &mut Ui,
    (label, name): (&'static str, &'static str),
    kept: &mut String,
    cx: &Cx<'_>,
) -> Option<Price> {
    let read = |kept: &str| Price::parse(kept, Signs::default());
    let is_wrong = !kept.trim().is_empty() && read(kept).is_err();
    let mut typed = cx.typed(Field::PrimaryPrice, kept).into_owned();
    let ink = if is_wrong { theme::palette(ui).bad.ink } else { theme::palette(ui).ink_soft };
    ui.add(Text::new(cx.t(label)).color(ink).extend());
    let before = typed.clone();
    let edit = vitrine_text::line_edit(name, &mut typed).number(Some(cx.words)).error(is_wrong);
    ui.add(edit.width(PRICE_WIDTH).margin(theme::EDITOR)).accessible_name(cx.t(name));
    if typed != before {
        *kept = cx.kept(Field::PrimaryPrice, &typed);
    }
    read(kept).ok()
}
