//! The shop at a glance: its products by status, stock, price and day of creation. Each bar filters the
//! table.

use std::borrow::Cow;

use eframe::egui::{Ui, vec2};
use jiff::Timestamp;

use crate::ui::screens::Cx;
use vitrine_core::catalog::{Facets, Overview};
use vitrine_domain::{Price, Status};
use vitrine_text::Text;
use vitrine_widgets::layout::sides_with_text;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Answer, ChartColumn, Dialog, column_chart, share};

/// The height of a chart, in points.
const CHART_HEIGHT: f32 = 116.0;
/// The greatest width of a bar, and the least of a chart, in points.
const MAX_COLUMN_WIDTH: f32 = 64.0;
const MIN_CHART_WIDTH: f32 = 240.0;
/// The greatest width of the contents, in points.
const MAX_WIDTH: f32 = 640.0;

/// The overview: whether it is open, and what it counts.
#[derive(Default)]
pub struct OverviewView {
    is_open: bool,
    overview: Overview,
}

/// The condition of the bar that was pressed.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    Status(Status),
    OutOfStock,
    WithoutPhoto,
    Wholesale,
    /// From the least to the greatest price.
    Prices(Price, Price),
    /// Created from the first to before the second time.
    Created(Timestamp, Timestamp),
}

impl OverviewView {
    /// Opens the overview.
    pub fn open(&mut self) {
        self.is_open = true;
    }

    /// Draws the overview while it is open. Returns the condition that was chosen, which closes it.
    pub fn show(&mut self, ui: &Ui, facets: &Facets, cx: &Cx<'_>) -> Option<Condition> {
        if !self.is_open {
            return None;
        }
        let list = cx.model.products.list();
        self.overview.update(list, &cx.model.now);
        let mut chosen = None;
        let dialog = Dialog::new("overview of the shop", cx.t("overview-title"), cx.t("close"))
            .large()
            .up_to(MAX_WIDTH);
        let answer = dialog.show(ui, |ui| {
            ui.add(Text::new(cx.t("overview-help")).color(theme::palette(ui).ink_soft).wrap());
            let all = list.len();
            chosen = kinds(ui, facets, all, cx).or_else(|| chosen.take());
            chosen = prices(ui, &self.overview, cx).or_else(|| chosen.take());
            chosen = days(ui, &self.overview, cx).or_else(|| chosen.take());
        });
        if chosen.is_some() || matches!(answer, Some(Answer::Confirmed | Answer::Cancelled)) {
            self.is_open = false;
        }
        chosen
    }
}

/// The statuses, and what usually needs attention.
fn kinds(ui: &mut Ui, facets: &Facets, all: usize, cx: &Cx<'_>) -> Option<Condition> {
    let mut chosen = None;
    let mut line = |ui: &mut Ui, label: &str, count: usize, condition: Condition| {
        if count > 0 && share(ui, label, (count, all), &cx.words.integer(count as i64)) {
            chosen = Some(condition);
        }
    };
    if !facets.statuses().is_empty() {
        vitrine_text::strong(ui, cx.t("column-status"));
        for (status, count) in facets.statuses() {
            let name = cx.words.product_status(Some(status)).unwrap_or_default();
            line(ui, &name, *count, Condition::Status(status.clone()));
        }
        ui.add_space(space::S);
    }
    let others = [
        ("overview-out-of-stock", facets.out_of_stock, Condition::OutOfStock),
        ("overview-without-photo", facets.without_photo, Condition::WithoutPhoto),
        ("overview-wholesale", facets.wholesale, Condition::Wholesale),
    ];
    if others.iter().any(|(_, count, _)| *count > 0) {
        vitrine_text::strong(ui, cx.t("overview-kinds"));
        for (key, count, condition) in others {
            line(ui, &cx.t(key), count, condition);
        }
        ui.add_space(space::S);
    }
    chosen
}

fn prices(ui: &mut Ui, overview: &Overview, cx: &Cx<'_>) -> Option<Condition> {
    let ranges = overview.prices();
    let (first, last) = (ranges.first()?, ranges.last()?);
    let money = |price| cx.words.money(price, cx.model.currency());
    vitrine_text::strong(ui, cx.t("overview-prices"));
    let columns: Vec<ChartColumn> = ranges
        .iter()
        .map(|range| {
            let of = if range.from == range.to {
                money(range.from)
            } else {
                cx.format(
                    "overview-range",
                    crate::args!["from" => cx.words.price(range.from, cx.model.currency()), "to" => money(range.to)],
                )
                .into_owned()
            };
            column(&of, range.count, cx)
        })
        .collect();
    let pressed = chart(ui, &columns, "prices", money(first.from).into(), money(last.to).into());
    ui.add_space(space::S);
    pressed.and_then(|index| ranges.get(index)).map(|range| Condition::Prices(range.from, range.to))
}

fn days(ui: &mut Ui, overview: &Overview, cx: &Cx<'_>) -> Option<Condition> {
    let days = overview.days();
    let (first, last) = (days.first()?, days.last()?);
    vitrine_text::strong(ui, cx.t("overview-days"));
    if days.iter().all(|day| day.count == 0) {
        ui.add(Text::new(cx.t("overview-days-none")).color(theme::palette(ui).ink_soft).wrap());
        return None;
    }
    let columns: Vec<ChartColumn> =
        days.iter().map(|day| column(&cx.words.date(day.date), day.count, cx)).collect();
    let pressed =
        chart(ui, &columns, "days", cx.words.date(first.date).into(), cx.words.date(last.date).into());
    pressed.and_then(|index| days.get(index)).map(|day| Condition::Created(day.from, day.until))
}

fn column(of: &str, count: usize, cx: &Cx<'_>) -> ChartColumn {
    let products = cx.format("count-products", crate::args!["count" => count]);
    let name =
        cx.format("overview-column", crate::args!["of" => of, "products" => products.as_ref()]).into_owned();
    ChartColumn { value: count, label: cx.words.integer(count as i64), name }
}

/// A chart with the ends of its axis below it.
fn chart(
    ui: &mut Ui,
    columns: &[ChartColumn],
    name: &'static str,
    first: Cow<'_, str>,
    last: Cow<'_, str>,
) -> Option<usize> {
    let width = (columns.len() as f32 * MAX_COLUMN_WIDTH)
        .clamp(MIN_CHART_WIDTH, ui.available_width().max(MIN_CHART_WIDTH));
    let mut pressed = None;
    ui.scope(|ui| {
        ui.set_max_width(width);
        pressed = column_chart(ui, vec2(width, CHART_HEIGHT), columns, name);
        let soft = theme::palette(ui).ink_soft;
        let end = Text::new(if columns.len() > 1 { last } else { "".into() }).small().color(soft);
        sides_with_text(ui, 20.0, |ui| drop(ui.add(Text::new(first).small().color(soft).truncate())), end);
    });
    pressed
}
