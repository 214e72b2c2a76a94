//! The products screen: search, sort and view the shop's products.

use eframe::egui::{Ui, vec2};

use super::context::Cx;
use super::frame::{fixed_page, title};
use super::heading::{heading, next_sort};
use super::permission::{READ, offer_reauthorization, scope_notice};
use crate::domain::{Currency, Product, Status};
use crate::i18n::Messages;
use crate::ui::icons::Icon;
use crate::ui::layout::{column_layout, is_rtl, sides_with_text};
use crate::ui::model::{Action, Arrangement, Finder, ProductColumn as By, Screen};
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, Palette, Tone, space};
use crate::ui::widgets::{self, Button, Column, Notice, Pill, RowWords, Table};
use crate::worker::{CatalogCommand, Command, ImportCommand, SaveTo};

/// The screen's own state.
#[derive(Default)]
pub struct View {
    arrangement: Arrangement,
    /// Computes the rows to show.
    finder: Finder,
}

/// Below this width, in points, the last column is left out.
const NARROW_WIDTH: f32 = 700.0;
/// The smallest height of the table, in points.
const MIN_TABLE_HEIGHT: f32 = 240.0;
/// The height of a price with its value in toman, in points.
const PRICE_HEIGHT: f32 = 44.0;
const COLUMNS: [Column; 6] =
    [Column::Exact(64.0), Column::Rest(1.0), Column::Exact(132.0), Column::Exact(138.0), Column::Exact(104.0), Column::Exact(96.0)];
const HEADINGS: [(Option<By>, &str); 6] = [
    (None, "column-photo"),
    (Some(By::Title), "column-title"),
    (Some(By::Price), "column-price"),
    (Some(By::Status), "column-status"),
    (Some(By::Stock), "column-stock"),
    (Some(By::Wholesale), "column-wholesale"),
];

/// Draws the screen.
pub fn show(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    fixed_page(ui, "products", |ui, bottom| {
        let products = &cx.model.products;
        let loading = products.loading.is_some();
        title(ui, cx.t("products-title"), |ui| {
            if ui.add(Button::secondary(cx.t("refresh")).with_icon(Icon::Refresh).enabled(!loading)).clicked() {
                cx.ask(Command::Catalog(CatalogCommand::Load));
            }
            if !products.rows().is_empty() && ui.add(Button::secondary(cx.t("products-export")).with_icon(Icon::File)).clicked() {
                export(view, cx);
            }
        });
        scope_notice(ui, cx, READ);
        if let Some(problem) = &products.problem {
            let again = Button::secondary(cx.t("retry")).small();
            if widgets::problem_notice(ui, &cx.words.list_problem(problem), Some(again), |ui| offer_reauthorization(ui, cx, problem)) {
                cx.ask(Command::Catalog(CatalogCommand::Load));
            }
        }
        if products.loading.is_none() && products.state.is_some_and(|state| !state.is_complete) {
            let notice = Notice::new(theme::palette(ui).warn, Icon::Alert, cx.t("products-incomplete"));
            notice.show(ui, |ui| drop(ui.add(Text::new(cx.t("products-incomplete-help")).wrap())));
        }
        if products.rows().is_empty() {
            empty(ui, cx);
            return;
        }
        tools(ui, view, cx);
        view.finder.update(products.list(), &view.arrangement, |price| cx.words.integer(price));
        if view.finder.is_searching() {
            ui.ctx().request_repaint();
        }
        if view.finder.is_empty() {
            ui.add_space(space::XL);
            let body = cx.format("products-none-body", crate::args!["query" => view.arrangement.query.trim()]);
            let actions = vec![Button::secondary(cx.t("products-none-clear"))];
            if widgets::empty_state(ui, Icon::Search, cx.t("products-none-title"), body, actions).is_some() {
                view.arrangement.query.clear();
            }
            return;
        }
        bottom.fill(ui, MIN_TABLE_HEIGHT, |ui| table(ui, view, cx));
    });
}

/// Saves the products that are shown as a spreadsheet.
fn export(view: &View, cx: &mut Cx<'_>) {
    let products = &cx.model.products;
    let shown = (0..view.finder.len()).filter_map(|row| products.rows().get(view.finder.row_index(row)?));
    let table = cx.words.products_table(shown, cx.model.currency());
    let to = SaveTo::Ask(cx.t("products-title").into_owned());
    cx.ask(Command::Import(ImportCommand::SaveTable { table, to }));
}

fn empty(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.add_space(space::XL);
    let products = &cx.model.products;
    if products.loading.is_some() || (products.state.is_none() && products.problem.is_none()) {
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

/// The search field and the number of products.
fn tools(ui: &mut Ui, view: &mut View, cx: &Cx<'_>) {
    let products = &cx.model.products;
    let words = cx.words;
    let total = products.rows().len();
    let soft = theme::palette(ui).ink_soft;
    let count = match products.loading {
        Some(loading) => match loading.total {
            Some(total) => words.format("products-loading-of", crate::args!["done" => loading.loaded, "total" => total]),
            None => words.text("products-loading"),
        },
        None if view.finder.len() < total => words.format("products-shown", crate::args!["shown" => view.finder.len(), "total" => total]),
        None => words.format("count-products", crate::args!["count" => total]),
    };
    let count = match products.state {
        Some(state) if products.loading.is_none() => {
            words.format("products-updated", crate::args!["products" => count, "at" => cx.recent_time(state.read_at)])
        }
        _ => count,
    };
    sides_with_text(
        ui,
        40.0,
        |ui| {
            let width = (ui.available_width() - space::S).min(320.0);
            let find = words.text("products-search");
            let hint = words.text("products-search-hint");
            ui.add(text::line_edit("find products", &mut view.arrangement.query).hint(hint).width(width).margin(theme::EDITOR))
                .accessible_name(find);
        },
        Text::new(count).color(soft).announced(false),
    );
    ui.add_space(space::XS);
}

fn table(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let rows = cx.model.products.rows();
    let words = cx.words;
    let p = theme::palette(ui);
    let currency = cx.model.currency();
    let mut pressed = None;
    let sort = view.arrangement.sort;
    let finder = &view.finder;
    // In a narrow window the name needs the space of the least important column.
    let columns = if ui.available_width() < NARROW_WIDTH { &COLUMNS[..COLUMNS.len() - 1] } else { &COLUMNS[..] };
    let row_words = |row: usize| {
        let product = finder.row_index(row).and_then(|index| rows.get(index));
        product.map(|product| row_words(words, currency, product)).unwrap_or_default()
    };
    Table::new("products", words.text("products-title"), columns, finder.len()).focusable_rows(&row_words).show(
        ui,
        |ui, column| {
            let (by, key) = HEADINGS[column];
            match by {
                Some(by) => {
                    let label = words.text(key);
                    let is_descending = sort.filter(|(sorted, _)| *sorted == by).map(|(_, is_descending)| is_descending);
                    if heading(ui, &label, is_descending, words) {
                        pressed = Some(by);
                    }
                }
                None => {
                    ui.add(Text::new(words.text(key)).small().color(p.ink_soft).truncate());
                }
            }
        },
        |ui, row, column| {
            if let Some(product) = finder.row_index(row).and_then(|index| rows.get(index)) {
                cell(ui, cx, p, product, column);
            }
        },
    );
    if let Some(by) = pressed {
        view.arrangement.sort = next_sort(sort, by);
    }
}

/// The row as a screen reader reads it.
fn row_words(words: &Messages, currency: &Currency, product: &Product) -> RowWords {
    let named = |key, value: String| format!("{}: {value}", words.text(key));
    let title = if product.title.trim().is_empty() { words.text("untitled").into_owned() } else { product.title.clone() };
    let price = product.price.map(|price| named("column-price", words.money(price, currency)));
    let status = words.product_status(product.status.as_ref()).map(|status| named("column-status", status));
    let stock = product.inventory.map(|stock| named("column-stock", words.integer(stock)));
    let parts: Vec<String> = [Some(title), price, status, stock].into_iter().flatten().collect();
    RowWords { name: parts.join(&words.text("list-separator")), details: String::new() }
}

fn cell(ui: &mut Ui, cx: &mut Cx<'_>, p: &Palette, product: &Product, column: usize) {
    let words = cx.words;
    match column {
        0 => {
            let picture = cx.model.products.picture(product);
            let shown = picture.map_or(crate::ui::pictures::PictureState::Failed, |key| cx.pictures.get(&key));
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
            if let Some(name) = words.product_status(product.status.as_ref()) {
                let (tone, icon) = status_tone(product.status.as_ref(), p);
                ui.add(Pill::new(name, tone).icon(icon));
            }
        }
        4 if product.inventory == Some(0) => {
            ui.add(Text::new(words.text("out-of-stock")).color(p.bad.ink).truncate());
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
    match price.and_then(|price| Some((price, words.toman_equivalent(price, currency)?))) {
        Some((price, beside)) => {
            let lines = vec2(ui.available_width(), PRICE_HEIGHT);
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

/// The colour and icon of a status. Its values are not documented; three are known from the marketplace's public SDK (2976
/// published, 4184 illegal, 3568 pending).
fn status_tone(status: Option<&Status>, p: &Palette) -> (Tone, Icon) {
    match status.and_then(|status| status.value) {
        Some(2976) => (p.good, Icon::Check),
        Some(4184) => (p.bad, Icon::Alert),
        Some(3568) => (p.warn, Icon::Clock),
        _ => (p.plain, Icon::Info),
    }
}
