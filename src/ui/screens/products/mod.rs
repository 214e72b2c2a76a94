//! The products screen: search, filter, sort, select and look at the shop's products.

mod cells;
mod columns;
mod details;
mod edits;
mod filters;
mod overview;
mod selection;
mod sheet;
mod table;
mod unsent;
mod view;

use crate::ui::outcome;
use std::collections::HashSet;

use eframe::egui::{Key, Modifiers, Rect, Ui, UiBuilder, vec2};

use self::selection::SelectedRow;
pub use self::view::ProductsView;
use self::view::WantedRow;
use super::context::Cx;
use super::frame::{NoticeStrip, fixed_page_above, title_with_buttons};
use super::permission::{READ, offer_reauthorization, scope_notice};
use super::rows;
use super::search::{leaves_downwards, search};
use crate::i18n::RowsOf;
use crate::ui::commands::UiCommand;
use crate::worker::{CatalogCommand, Command, ImportCommand, SaveTo};
use vitrine_core::catalog::TableRows;
use vitrine_model::{Action, Announcement, CellAction, Screen};
use vitrine_text::Text;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column_layout, is_rtl, row_layout, split_leading};
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{self as widgets, Button, Notice, go_to_row};

/// Below this width, in points, the details stand in the place of the table, not beside it.
const WIDE_WIDTH: f32 = 900.0;
/// The width of the details beside the table, in points.
const DETAILS_WIDTH: f32 = 320.0;
/// The smallest height of the table, in points.
const MIN_TABLE_HEIGHT: f32 = 240.0;

/// How many frames a row may take to get the focus.
const MAX_FRAMES_TO_ROW: u8 = 10;

/// Draws the screen.
pub fn show(ui: &mut Ui, view: &mut ProductsView, cx: &mut Cx<'_>) {
    let strip = NoticeStrip::reserve(ui, view.notices_height);
    undo_keys(ui, view.sheet.is_used(), cx);
    let is_empty = cx.model.products.list().is_empty();
    page(ui, view, strip.height(), cx);
    view.notices_height = strip.show(ui, |ui| {
        if !is_empty {
            // A part of its own, so that F6 goes there from the table.
            focus::enter(ui.ctx(), Region::Foot);
            notices(ui, view, cx);
            focus::enter(ui.ctx(), Region::Page);
        }
    });
}

/// Draws the list of what was done from this computer, over any screen.
pub fn activity(ui: &Ui, view: &mut ProductsView, cx: &mut Cx<'_>) {
    if cx.model.activity.open {
        edits::activity::show(ui, &mut view.edits, cx);
    }
}

/// Undo and redo bring back what was typed into the table last; else the values of the last change, after a
/// preview. Any other editor has its own.
fn undo_keys(ui: &Ui, is_in_cell: bool, cx: &mut Cx<'_>) {
    let is_elsewhere = vitrine_text::is_typing(ui.ctx()) && !is_in_cell;
    if !ui.is_enabled() || widgets::Dialog::is_drawn(ui.ctx()) || is_elsewhere {
        return;
    }
    // The one with more modifiers first: they are matched loosely.
    let pressed =
        [UiCommand::Redo, UiCommand::Undo].into_iter().find(|command| command.consume_keys(ui.ctx()));
    let Some(command) = pressed else { return };
    if is_in_cell {
        let back = command == UiCommand::Undo;
        return cx.act(Action::Cells(if back { CellAction::Undo } else { CellAction::Redo }));
    }
    match command.action(cx.model, cx.words) {
        Some(action) => cx.act(action),
        None => cx.act(Action::Announce(Announcement::NothingToUndo)),
    }
}

/// All but the strip at the bottom, of this height.
fn page(ui: &mut Ui, view: &mut ProductsView, strip: f32, cx: &mut Cx<'_>) {
    fixed_page_above(ui, "products", strip, |ui, bottom| {
        let products = &cx.model.products;
        let loading = products.loading.is_some();
        let mut buttons = vec![UiCommand::Refresh.secondary(cx.words).enabled(!loading)];
        if !products.list().is_empty() {
            buttons.push(Button::secondary(cx.t("products-export")).with_icon(Icon::File));
            buttons.push(Button::secondary(cx.t("overview-open")).with_icon(Icon::Chart));
        }
        match title_with_buttons(ui, cx.t("products-title"), buttons) {
            Some(0) => cx.ask(Command::Catalog(CatalogCommand::Load)),
            Some(1) => view.awaits_export = true,
            Some(_) => view.overview.open(),
            None => {}
        }
        scope_notice(ui, cx, READ);
        edits::dialogs(ui, &mut view.edits, cx);
        if products.list().is_empty() {
            notices(ui, view, cx);
            empty(ui, cx);
            return;
        }
        view.facets.update(products.list());
        tools(ui, view, cx);
        view.filters.show(ui, &mut view.arrangement.filter, &view.facets, cx);
        if let Some(condition) = view.overview.show(ui, &view.facets, cx) {
            view.filters.set_only(&mut view.arrangement.filter, condition, cx);
            view.arrangement.query.clear();
        }
        view.finder
            .update(products.list(), &view.arrangement, |price| cx.words.price(price, cx.model.currency()));
        view.unfolded.update(products.list(), &view.finder);
        if view.finder.is_searching() {
            ui.ctx().request_repaint();
        }
        // One line, whichever of the two it has, so that the rows stay where they are when one of them is
        // selected.
        if view.selection.is_empty(products.list(), &view.finder) {
            count(ui, view, cx);
        } else {
            match selection::bar(ui, &mut view.selection, &view.finder, cx) {
                Some(selection::Wanted::Change(selected)) => view.edits.change(&selected, cx),
                Some(selection::Wanted::Discount(selected)) => view.edits.discount(&selected, cx),
                None => {}
            }
        }
        show_wanted(ui, view, cx);
        show_wanted_cell(ui, view, cx);
        if view.finder.is_empty() {
            nothing_found(ui, view, cx);
            return;
        }
        bottom.fill(ui, MIN_TABLE_HEIGHT, |ui| table_and_details(ui, view, cx));
        columns::dialog(ui, &mut view.choosing_columns, cx);
        view.details.question(ui, cx);
    });
}

/// What is to be said of the products: what changes them, and whether they were read. Below the table, whose
/// rows so stay where they are.
fn notices(ui: &mut Ui, view: &mut ProductsView, cx: &mut Cx<'_>) {
    unsent::bar(ui, view, cx);
    edits::bar(ui, &mut view.edits, cx);
    let products = &cx.model.products;
    if let Some(problem) = &products.problem {
        let again = Button::secondary(cx.t("retry")).small();
        if outcome::problem_notice(ui, &cx.words.list_problem(problem), Some(again), |ui| {
            offer_reauthorization(ui, cx, problem);
        }) {
            cx.ask(Command::Catalog(CatalogCommand::Load));
        }
    }
    if products.loading.is_none() && products.state.is_some_and(|state| !state.is_complete) {
        let notice = Notice::new(theme::palette(ui).warn, Icon::Alert, cx.t("products-incomplete"));
        notice.show(ui, |ui| drop(ui.add(Text::new(cx.t("products-incomplete-help")).wrap())));
    }
    if !products.list().is_empty() {
        export(ui, view, cx);
    }
}

/// Goes to the row of the product that is to be shown, as soon as the list has it. A search or a filter that
/// hides it ends.
fn show_wanted(ui: &Ui, view: &mut ProductsView, cx: &Cx<'_>) {
    let list = cx.model.products.list();
    let Some((request, id)) =
        cx.model.products.product_to_show().filter(|(request, _)| *request != view.wanted.met)
    else {
        return;
    };
    let Some(index) = list.index(id).filter(|_| !view.finder.is_searching()) else { return };
    match view.finder.places_of(&HashSet::from([index])).first() {
        Some(place) => {
            let ProductsView { finder, unfolded, .. } = &*view;
            let row = TableRows { list, finder, unfolded }.row_of_place(*place);
            view.opened = None;
            // The focus may still go elsewhere, when the button that was pressed disappears.
            let is_there = go_to_row(ui, "products", row);
            view.wanted.frames = if is_there { 0 } else { view.wanted.frames + 1 };
            if is_there || view.wanted.frames > MAX_FRAMES_TO_ROW {
                view.wanted = WantedRow { met: *request, frames: 0 };
            }
        }
        None => {
            view.arrangement.query.clear();
            view.filters.clear(&mut view.arrangement.filter);
            ui.ctx().request_repaint();
        }
    }
}

/// Shows the row of the cell that is to get the cursor. A search or a filter that hides it ends.
fn show_wanted_cell(ui: &Ui, view: &mut ProductsView, cx: &Cx<'_>) {
    let list = cx.model.products.list();
    let Some(index) = view.sheet.wanted().and_then(|of| list.index(&of.product)) else { return };
    if let Some(of) = view.sheet.wanted().filter(|of| of.variant.is_some()) {
        view.unfolded.set(&of.product, true);
    }
    if view.finder.places_of(&HashSet::from([index])).is_empty() && !view.finder.is_searching() {
        view.arrangement.query.clear();
        view.filters.clear(&mut view.arrangement.filter);
    }
    ui.ctx().request_repaint();
}

/// What stands in the place of the table when the search or the filter leaves nothing.
fn nothing_found(ui: &mut Ui, view: &mut ProductsView, cx: &Cx<'_>) {
    ui.add_space(space::XL);
    let query = view.arrangement.query.trim();
    let (body, clear) = if query.is_empty() {
        (cx.t("products-filter-none"), "products-filter-clear")
    } else {
        (cx.format("products-none-body", crate::args!["query" => query]), "products-none-clear")
    };
    let actions = vec![Button::secondary(cx.t(clear))];
    if widgets::empty_state(ui, Icon::Search, cx.t("products-none-title"), body, actions).is_some() {
        view.arrangement.query.clear();
        view.filters.clear(&mut view.arrangement.filter);
    }
}

/// The table, and beside it, or in its place, the details of a product.
fn table_and_details(ui: &mut Ui, view: &mut ProductsView, cx: &mut Cx<'_>) {
    let opened = view.opened.as_ref().and_then(|id| cx.model.products.list().get(id));
    let Some(product) = opened else {
        view.details.close();
        return table::show(ui, view, cx);
    };
    let room = ui.available_rect_before_wrap();
    let rtl = is_rtl(ui);
    let place = |ui: &mut Ui, salt: &str, rect: Rect, contents: &mut dyn FnMut(&mut Ui)| {
        let mut child =
            ui.new_child(UiBuilder::new().id_salt(salt).max_rect(rect).layout(column_layout(rtl)));
        child.shrink_clip_rect(rect.expand(space::XS));
        contents(&mut child);
    };
    let beside = room.width() >= WIDE_WIDTH;
    let (left, rest) = split_leading(room, room.width() - DETAILS_WIDTH - space::M, rtl);
    let (_, right) = split_leading(rest, space::M, rtl);
    if beside {
        place(ui, "table", left, &mut |ui| table::show(ui, view, cx));
    }
    focus::enter(ui.ctx(), Region::Details);
    place(ui, "details", if beside { right } else { room }, &mut |ui| {
        // With a dialog open, the key belongs to that.
        let is_free = ui.is_enabled() && ui.memory(|memory| memory.allows_interaction(ui.layer_id()));
        let left = is_free && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        let pressed = details::show(ui, &mut view.details, &product, beside, cx);
        if pressed == Some(details::Pressed::Change) {
            view.edits.change(&[SelectedRow { product: product.clone(), variant: None }], cx);
        }
        if pressed == Some(details::Pressed::Close) || left {
            (view.opened, view.returns_to_row) = (None, true);
            ui.ctx().request_repaint();
        }
    });
    focus::enter(ui.ctx(), Region::Page);
    ui.allocate_rect(room, eframe::egui::Sense::empty());
}

/// Saves the products that are shown as a spreadsheet, if that was asked for. While they are being read or
/// searched, the spreadsheet would hold a part of them only, so it waits, and says so. If they cannot all be
/// read, the name of the file says that it is a part.
fn export(ui: &mut Ui, view: &mut ProductsView, cx: &mut Cx<'_>) {
    if !view.awaits_export {
        return;
    }
    let products = &cx.model.products;
    if products.loading.is_some() || view.finder.is_searching() {
        let notice = Notice::new(theme::palette(ui).info, Icon::Clock, cx.t("products-export-waits"));
        view.awaits_export = !notice.action(Button::secondary(cx.t("cancel")).small()).show(ui, |_| {});
        return;
    }
    view.awaits_export = false;
    let is_whole = products.state.is_some_and(|state| state.is_complete);
    let shown = (0..view.finder.len()).filter_map(|row| products.list().product(view.finder.row_index(row)?));
    let rows = shown.map(|product| (product, RowsOf::All));
    let table = cx.words.products_table(rows, cx.model.currency());
    let to = SaveTo::Ask(cx.t(if is_whole { "products-title" } else { "products-title-part" }).into_owned());
    cx.ask(Command::Import(ImportCommand::SaveTable { table, to }));
}

fn empty(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.add_space(space::XL);
    let products = &cx.model.products;
    if products.loading.is_some() || (products.state.is_none() && products.problem.is_none()) {
        let words = cx.t("products-loading");
        ui.vertical_centered(|ui| vitrine_text::weak(ui, words));
        return;
    }
    if products.problem.is_some() {
        return;
    }
    let actions = vec![
        Button::primary(cx.t("products-empty-import")).with_icon(Icon::Import),
        Button::secondary(cx.t("products-empty-create")).with_icon(Icon::Create),
    ];
    match widgets::empty_state(
        ui,
        Icon::Products,
        cx.t("products-empty-title"),
        cx.t("products-empty-body"),
        actions,
    ) {
        Some(0) => cx.act(Action::Go(Screen::Import)),
        Some(_) => cx.act(Action::Go(Screen::Create)),
        None => {}
    }
}

/// The identity of the search field.
const FIND: &str = "find products";
/// The least and the greatest width of the search field, in points.
const SEARCH_WIDTH: (f32, f32) = (140.0, 320.0);
/// The width of the buttons beside it, in points.
const TOOL_BUTTONS_WIDTH: f32 = 330.0;

/// The number of products, and when they were read.
fn count(ui: &mut Ui, view: &ProductsView, cx: &Cx<'_>) {
    let products = &cx.model.products;
    let words = cx.words;
    let total = products.list().len();
    let soft = theme::palette(ui).ink_soft;
    let count = match products.loading {
        Some(_) if let Some(wait) = cx.asked_wait() => wait.into(),
        Some(loading) => match loading.total {
            Some(total) => {
                words.format("products-loading-of", crate::args!["done" => loading.loaded, "total" => total])
            }
            None => words.text("products-loading"),
        },
        None if view.finder.len() < total => {
            words.format("products-shown", crate::args!["shown" => view.finder.len(), "total" => total])
        }
        None => words.format("count-products", crate::args!["count" => total]),
    };
    let count = match products.state {
        Some(state) if products.loading.is_none() => words.format(
            "products-updated",
            crate::args!["products" => count, "at" => cx.recent_time(state.read_at)],
        ),
        _ => count,
    };
    // Of all products, the number changes with each page that is read and each product that is created; what
    // a search finds is said.
    let is_found = products.loading.is_none() && view.finder.len() < total;
    let count = Text::new(count).color(soft);
    let count = if is_found { count.announced(false) } else { count };
    let line = vec2(ui.available_width(), selection::BAR);
    ui.allocate_ui_with_layout(line, row_layout(is_rtl(ui)), |ui| {
        ui.set_min_size(line);
        ui.add(count.truncate());
    });
}

/// The search field, the button of the filter, and the columns.
fn tools(ui: &mut Ui, view: &mut ProductsView, cx: &mut Cx<'_>) {
    let words = cx.words;
    ui.horizontal_wrapped(|ui| {
        let (least, greatest) = SEARCH_WIDTH;
        let width = (ui.available_width() - TOOL_BUTTONS_WIDTH).clamp(least, greatest);
        let find = words.text("products-search");
        let hint = words.text("products-search-hint");
        search(ui, FIND, &mut view.arrangement.query, hint, width).accessible_name(find);
        if leaves_downwards(ui, FIND) {
            go_to_row(ui, "products", 0);
        }
        view.filters.button(ui, &view.arrangement.filter, cx);
        if ui.add(Button::quiet(words.text("review-columns")).small()).clicked() {
            view.choosing_columns = true;
        }
        rows::choice(ui, cx);
        if cx.model.product_edits.is_available
            && ui.add(Button::quiet(words.text("edits-open")).small()).clicked()
        {
            view.edits.open_sheets();
        }
        if cx.model.rules().discounts.is_some()
            && ui.add(Button::quiet(words.text("discounts-open")).small()).clicked()
        {
            view.edits.open_discounts();
        }
    });
    ui.add_space(space::XS);
}
