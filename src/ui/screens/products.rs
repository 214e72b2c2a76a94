//! The shop's products: find, sort, look.

use std::cmp::Ordering;

use eframe::egui::{Role, Sense, Ui, WidgetInfo, vec2};

use super::context::Cx;
use super::frame::{fixed_page, title};
use super::permission::{READ, again_offer, scope_notice};
use crate::domain::text::folded;
use crate::domain::{Product, Status};
use crate::i18n::without_direction_marks;
use crate::ui::icons::Icon;
use crate::ui::layout::{column_layout, is_rtl, sides_saying, split_leading};
use crate::ui::model::{Action, Screen};
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, Palette, Tone, round, space};
use crate::ui::widgets::{self, Button, Column, Pill, Table};
use crate::worker::{CatalogCommand, Command, PictureKey};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum By {
    Title,
    Price,
    Status,
    Stock,
    Wholesale,
}

/// How the table is narrowed and ordered; without an order, as the shop lists it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Arrangement {
    query: String,
    /// The column, and whether the largest comes first.
    sort: Option<(By, bool)>,
}

#[derive(Default)]
pub struct View {
    wanted: Arrangement,
    /// What `order` was made from.
    made: Option<(u64, Arrangement)>,
    /// The rows to show, as places in the model's rows.
    order: Vec<usize>,
}

/// Below this width the last column is left out.
const NARROW: f32 = 700.0;
/// The least height of the table.
const LEAST: f32 = 240.0;
/// The height of a price with its other unit under it.
const PRICE_LINES: f32 = 44.0;
const COLUMNS: [Column; 6] =
    [Column::Exact(64.0), Column::Rest(1.0), Column::Exact(132.0), Column::Exact(138.0), Column::Exact(84.0), Column::Exact(96.0)];
const HEADS: [(Option<By>, &str); 6] = [
    (None, "column-photo"),
    (Some(By::Title), "column-title"),
    (Some(By::Price), "column-price"),
    (Some(By::Status), "column-status"),
    (Some(By::Stock), "column-stock"),
    (Some(By::Wholesale), "column-wholesale"),
];

pub fn show(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    fixed_page(ui, "products", |ui, bottom| {
        let products = &cx.model.products;
        let loading = products.loading.is_some();
        title(ui, cx.t("products-title"), |ui| {
            if ui.add_enabled(!loading, Button::secondary(cx.t("refresh")).with_icon(Icon::Refresh)).clicked() {
                cx.ask(Command::Catalog(CatalogCommand::Load));
            }
        });
        scope_notice(ui, cx, READ);
        if let Some(problem) = &products.problem {
            let again = Button::secondary(cx.t("retry")).small();
            if widgets::problem(ui, cx.words, problem, Some(again), |ui| again_offer(ui, cx, problem)) {
                cx.ask(Command::Catalog(CatalogCommand::Load));
            }
        }
        if products.rows.is_empty() {
            empty(ui, cx);
            return;
        }
        tools(ui, view, cx);
        arrange(view, cx);
        if view.order.is_empty() {
            ui.add_space(space::XL);
            let body = cx.format("products-none-body", crate::args!["query" => view.wanted.query.trim()]);
            let actions = vec![Button::secondary(cx.t("products-none-clear"))];
            if widgets::empty_state(ui, Icon::Search, cx.t("products-none-title"), body, actions).is_some() {
                view.wanted.query.clear();
            }
            return;
        }
        bottom.fill(ui, LEAST, |ui| table(ui, view, cx));
    });
}

fn empty(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.add_space(space::XL);
    let products = &cx.model.products;
    if products.loading.is_some() || (!products.complete && products.problem.is_none()) {
        let words = cx.t("products-loading");
        ui.vertical_centered(|ui| text::weak(ui, words));
        return;
    }
    if products.problem.is_some() {
        return;
    }
    let actions = vec![
        Button::primary(cx.t("products-empty-import")).with_icon(Icon::Import),
        Button::secondary(cx.t("products-empty-create")).with_icon(Icon::Create),
    ];
    match widgets::empty_state(ui, Icon::Products, cx.t("products-empty-title"), cx.t("products-empty-body"), actions) {
        Some(0) => cx.act(Action::Go(Screen::Import)),
        Some(_) => cx.act(Action::Go(Screen::Create)),
        None => {}
    }
}

/// The find box and the count.
fn tools(ui: &mut Ui, view: &mut View, cx: &Cx<'_>) {
    let products = &cx.model.products;
    let words = cx.words;
    let total = products.rows.len();
    let soft = theme::palette(ui).ink_soft;
    let count = match products.loading {
        Some(loading) => match loading.total {
            Some(total) => words.format("products-loading-of", crate::args!["done" => loading.loaded, "total" => total]),
            None => words.text("products-loading"),
        },
        None if view.order.len() < total => words.format("products-shown", crate::args!["shown" => view.order.len(), "total" => total]),
        None => words.format("count-products", crate::args!["count" => total]),
    };
    sides_saying(
        ui,
        40.0,
        |ui| {
            let width = (ui.available_width() - space::S).min(320.0);
            let find = words.text("products-find");
            let hint = words.text("products-find-hint");
            ui.add(text::line_edit("find products", &mut view.wanted.query).hint(hint).width(width).margin(theme::EDITOR))
                .accessible_name(find);
        },
        Text::new(count).color(soft),
    );
    ui.add_space(space::XS);
}

fn table(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let rows = std::sync::Arc::clone(&cx.model.products.rows);
    let words = cx.words;
    let p = theme::palette(ui);
    let mut pressed = None;
    let sort = view.wanted.sort;
    let order = &view.order;
    // In a small window the name needs the room of what is rarely said.
    let columns = if ui.available_width() < NARROW { &COLUMNS[..COLUMNS.len() - 1] } else { &COLUMNS[..] };
    Table::new("products", columns, order.len()).show(
        ui,
        |ui, column| {
            let (by, key) = HEADS[column];
            match by {
                Some(by) => {
                    let label = words.text(key);
                    let down = sort.filter(|(sorted, _)| *sorted == by).map(|(_, down)| down);
                    if head(ui, &label, down, words) {
                        pressed = Some(by);
                    }
                }
                None => {
                    ui.add(Text::new(words.text(key)).small().color(p.ink_soft).truncate());
                }
            }
        },
        |ui, row, column| {
            if let Some(product) = order.get(row).and_then(|&place| rows.get(place)) {
                cell(ui, cx, p, product, column);
            }
        },
    );
    if let Some(by) = pressed {
        view.wanted.sort = match sort {
            Some((sorted, false)) if sorted == by => Some((by, true)),
            Some((sorted, true)) if sorted == by => None,
            _ => Some((by, false)),
        };
    }
}

/// A column's head, which sorts. True when pressed.
fn head(ui: &mut Ui, label: &str, down: Option<bool>, words: &crate::i18n::Messages) -> bool {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let key = match down {
        None => "sort-by",
        Some(false) => "sorted-up",
        Some(true) => "sorted-down",
    };
    let name = words.format(key, crate::args!["column" => label]).into_owned();
    let text = Text::new(label).small().truncate();
    let text = if down.is_some() { text.strong() } else { text };
    let galley = text.galley(ui, ui.available_width() - 18.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, without_direction_marks(&name)));
    let ink = if down.is_some() || theme::is_hot(ui, &response) { p.accent_ink } else { p.ink_soft };
    let (words_rect, rest) = split_leading(rect, galley.size().x, rtl);
    let at = eframe::egui::Align2::CENTER_CENTER.align_size_within_rect(galley.size(), words_rect);
    ui.painter().galley(at.min, galley, ink);
    if let Some(down) = down {
        let (_, rest) = split_leading(rest, 3.0, rtl);
        let (mark, _) = split_leading(rest, 14.0, rtl);
        let icon = if down { Icon::Down } else { Icon::Up };
        icon.paint(ui.painter(), mark, ink, false);
    }
    theme::follow_focus(ui, &response);
    // Within the head, which cuts off what stands out.
    theme::focus_ring(ui, &response, rect.shrink2(vec2(-2.0, 2.0)), round::SMALL);
    let clicked = response.clicked();
    text::tooltip(response, name);
    clicked
}

fn cell(ui: &mut Ui, cx: &mut Cx<'_>, p: &Palette, product: &Product, column: usize) {
    let words = cx.words;
    match column {
        0 => {
            let url = product.photo.as_ref().and_then(|photo| photo.urls.for_thumbnail());
            let shown = url.map_or(crate::ui::pictures::Shown::Failed, |url| cx.pictures.look(&PictureKey::Url(url.to_owned())));
            widgets::thumbnail(ui, &shown, 42.0, &product.title);
        }
        1 if product.title.trim().is_empty() => {
            ui.add(Text::new(words.text("untitled")).weak().truncate());
        }
        1 => {
            ui.add(Text::new(&product.title).truncate());
        }
        2 => price(ui, p, cx, product.price),
        3 => {
            if let Some(name) = status_name(product.status.as_ref(), words) {
                let (tone, icon) = status_look(product.status.as_ref(), p);
                ui.add(Pill::new(name, tone).icon(icon));
            }
        }
        4 if product.inventory == Some(0) => {
            ui.add(Text::new(words.text("stock-none")).color(p.bad.ink).truncate());
        }
        4 => number(ui, p, product.inventory.map(|stock| words.integer(stock))),
        _ => {
            if product.is_wholesale == Some(true) {
                ui.add(Text::new(words.text("wholesale-yes")).truncate());
            }
        }
    }
}

fn price(ui: &mut Ui, p: &Palette, cx: &Cx<'_>, price: Option<i64>) {
    let (words, currency) = (cx.words, cx.model.currency());
    match price.and_then(|price| Some((price, words.money_beside(price, currency)?))) {
        Some((price, beside)) => {
            let lines = vec2(ui.available_width(), PRICE_LINES);
            ui.allocate_ui_with_layout(lines, column_layout(is_rtl(ui)), |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.add(Text::new(words.money(price, currency)).truncate());
                ui.add(Text::new(beside).small().color(p.ink_soft).truncate());
            });
        }
        None => number(ui, p, price.map(|price| words.money(price, currency))),
    }
}

fn number(ui: &mut Ui, p: &Palette, number: Option<String>) {
    match number {
        Some(number) => ui.add(Text::new(number).truncate()),
        None => ui.add(Text::new("—").color(p.ink_soft)),
    };
}

/// The marketplace's own word; its number where it gives no word.
fn status_name(status: Option<&Status>, words: &crate::i18n::Messages) -> Option<String> {
    let status = status?;
    let name = status.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    name.map(str::to_owned).or_else(|| status.value.map(|value| words.integer(value)))
}

/// Values are not documented; three are widely seen (public SDK: 2976 published, 4184 illegal, 3568 pending).
fn status_look(status: Option<&Status>, p: &Palette) -> (Tone, Icon) {
    match status.and_then(|status| status.value) {
        Some(2976) => (p.good, Icon::Check),
        Some(4184) => (p.bad, Icon::Alert),
        Some(3568) => (p.warn, Icon::Clock),
        _ => (p.plain, Icon::Info),
    }
}

/// Makes the order anew when the rows, the query or the sorting changed.
fn arrange(view: &mut View, cx: &Cx<'_>) {
    let products = &cx.model.products;
    let made = (products.revision, view.wanted.clone());
    if view.made.as_ref() == Some(&made) {
        return;
    }
    view.order = arranged(&products.rows, &view.wanted, |price| cx.words.integer(price));
    view.made = Some(made);
}

/// `shown` writes a price as the table does, so that what is read can be found.
fn arranged(rows: &[Product], by: &Arrangement, shown: impl Fn(i64) -> String) -> Vec<usize> {
    let query = folded(&by.query);
    let matches = |product: &Product| {
        query.is_empty()
            || folded(&product.title).contains(&query)
            || product.sku.as_deref().is_some_and(|sku| folded(sku).contains(&query))
            || product.status.as_ref().and_then(|status| status.name.as_deref()).is_some_and(|name| folded(name).contains(&query))
            || product.price.is_some_and(|price| price.to_string().starts_with(&query) || folded(&shown(price)).starts_with(&query))
    };
    let mut order: Vec<usize> = (0..rows.len()).filter(|&place| matches(&rows[place])).collect();
    let Some((column, down)) = by.sort else { return order };
    let titles: Vec<String> = if column == By::Title { rows.iter().map(|product| folded(&product.title)).collect() } else { Vec::new() };
    let compare = |a: &Product, b: &Product, i: usize, j: usize| -> Ordering {
        match column {
            By::Title => titles[i].cmp(&titles[j]),
            By::Price => a.price.cmp(&b.price),
            By::Status => status_key(a).cmp(&status_key(b)),
            By::Stock => a.inventory.cmp(&b.inventory),
            By::Wholesale => a.is_wholesale.cmp(&b.is_wholesale),
        }
    };
    order.sort_by(|&i, &j| {
        let ordering = compare(&rows[i], &rows[j], i, j);
        if down { ordering.reverse() } else { ordering }
    });
    order
}

fn status_key(product: &Product) -> Option<(Option<&str>, Option<i64>)> {
    product.status.as_ref().map(|status| (status.name.as_deref(), status.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ProductId;

    fn product(id: u64, title: &str, price: i64) -> Product {
        Product {
            id: ProductId::from(id),
            title: title.to_owned(),
            price: Some(price),
            photo: None,
            status: None,
            inventory: Some(1),
            is_wholesale: None,
            sku: Some(format!("SKU-{id}")),
        }
    }

    fn rows() -> Vec<Product> {
        vec![product(1, "گلیم قرمز", 500), product(2, "Blue bowl", 90), product(3, "كتاب ۱۲", 1200)]
    }

    fn found(query: &str) -> Vec<usize> {
        arranged(&rows(), &Arrangement { query: query.to_owned(), sort: None }, |price| price.to_string())
    }

    #[test]
    fn finding_heeds_neither_case_nor_letter_forms_nor_digit_styles() {
        assert_eq!(found("BLUE"), [1]);
        assert_eq!(found("کتاب 12"), [2]);
        assert_eq!(found("sku-1"), [0]);
        assert_eq!(found("۱۲۰۰"), [2]);
        assert_eq!(found("  "), [0, 1, 2]);
    }

    #[test]
    fn sorting_is_by_value_in_either_direction() {
        let sorted = |sort| arranged(&rows(), &Arrangement { query: String::new(), sort: Some(sort) }, |price| price.to_string());
        assert_eq!(sorted((By::Price, false)), [1, 0, 2]);
        assert_eq!(sorted((By::Price, true)), [2, 0, 1]);
    }
}
