//! The cells of the products table into which prices and stocks are typed: a spreadsheet over the rows that
//! are shown, however they are searched, filtered, sorted and unfolded.

use std::cell::RefCell;
use std::collections::HashMap;

use eframe::egui::accesskit::Invalid;
use eframe::egui::{CursorIcon, InputState, Response, Ui, vec2};

use super::cells::Shown;
use super::columns::ProductsColumn;
use crate::i18n::{Messages, without_direction_marks};
use crate::ui::screens::Cx;
use crate::ui::screens::grid::cell::{CELL, error_below, in_editor_line, line_below, rule_that_fits};
use crate::ui::screens::grid::{Cell, CellText, Cells, Grid, Pasted, Rows};
use crate::ui::screens::rows::at_right;
use vitrine_core::catalog::{TableRow, TableRows};
use vitrine_domain::{Field, FieldKey, FieldValue, ProductOrVariant};
use vitrine_model::{Action, CellAction, CellKey, Model, Typed, TypedCell, shown};
use vitrine_text::Text;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{RowAct, focused_cell, go_to_cell, leave_cells};

/// The identity of the table.
const TABLE: &str = "products";

/// Around a cell that is scrolled into view, in points.
const MARGIN: f32 = 18.0;
/// In how many frames the cell that is typed into is kept in sight when something else is said below the
/// table.
const FRAMES_IN_SIGHT: u8 = 3;

/// What the cells remember from frame to frame.
#[derive(Default)]
pub struct SheetView {
    grid: Grid,
    keys: RefCell<Keys>,
    /// The cell that had the cursor in the frame before.
    cursor: Option<Cell>,
    /// The cell that is to get the cursor, wherever it is.
    wanted: Option<CellKey>,
    /// The state of what was typed in the frame before, and for how long the cell is kept in sight.
    typed: (usize, u8),
}

/// The products and variants for which the numbers of the grid stand. A number stays theirs while the list is
/// read again.
#[derive(Default)]
struct Keys {
    of: Vec<ProductOrVariant>,
    numbers: HashMap<ProductOrVariant, usize>,
    /// The rows that were looked for, and the state of the table for which they are theirs.
    rows: HashMap<usize, Option<usize>>,
    state: (u64, u64, u64, usize),
}

/// The rows of the table as the grid sees them.
pub struct SheetRows<'a> {
    rows: TableRows<'a>,
    keys: &'a RefCell<Keys>,
    can_change: CanChange,
    fields: Vec<(Field, usize)>,
    columns: usize,
}

/// What the marketplace changes.
#[derive(Clone, Copy)]
struct CanChange {
    products: bool,
    variants: bool,
}

impl SheetView {
    /// Whether a cell has the cursor.
    pub const fn is_used(&self) -> bool {
        self.grid.cursor().is_some()
    }

    /// Puts the cursor into a cell, wherever it is.
    pub fn go_to(&mut self, cell: CellKey) {
        self.wanted = Some(cell);
    }

    /// The product in which the cell is that is to get the cursor.
    pub fn wanted(&self) -> Option<&ProductOrVariant> {
        self.wanted.as_ref().map(|(of, _)| of)
    }
}

/// The grid and its rows, for the cells of a table with these columns.
pub fn open<'a>(
    view: &'a mut SheetView,
    rows: TableRows<'a>,
    parts: &[ProductsColumn],
    model: &Model,
) -> (Sheet<'a>, SheetRows<'a>) {
    let fields: Vec<(Field, usize)> =
        parts.iter().enumerate().filter_map(|(column, part)| Some((field_of(*part)?, column))).collect();
    view.grid.set_fields(fields.iter().map(|(field, _)| *field).collect());
    let SheetView { grid, keys, cursor, wanted, typed } = view;
    let state = rows.unfolded.state();
    let known = keys.get_mut();
    if known.state != state {
        (known.state, known.rows) = (state, HashMap::new());
    }
    let products = model.product_edits.is_available;
    let can_change = CanChange { products, variants: products && model.rules().changes_variants };
    let rows = SheetRows { rows, keys, can_change, fields, columns: parts.len() };
    (Sheet { grid, cursor, wanted, typed }, rows)
}

/// The grid of the table in this frame.
pub struct Sheet<'a> {
    pub grid: &'a mut Grid,
    cursor: &'a mut Option<Cell>,
    wanted: &'a mut Option<CellKey>,
    typed: &'a mut (usize, u8),
}

/// The field that is typed in a column.
const fn field_of(part: ProductsColumn) -> Option<Field> {
    match part {
        ProductsColumn::Price => Some(Field::PrimaryPrice),
        ProductsColumn::Stock => Some(Field::Stock),
        ProductsColumn::Select
        | ProductsColumn::Photo
        | ProductsColumn::Title
        | ProductsColumn::Status
        | ProductsColumn::Wholesale
        | ProductsColumn::Sku
        | ProductsColumn::Id => None,
    }
}

impl SheetRows<'_> {
    fn key(&self, product: usize) -> Option<ProductOrVariant> {
        self.keys.borrow().of.get(product).cloned()
    }

    fn number(&self, key: ProductOrVariant) -> usize {
        let keys = &mut *self.keys.borrow_mut();
        *keys.numbers.entry(key).or_insert_with_key(|key| {
            keys.of.push(key.clone());
            keys.of.len() - 1
        })
    }

    /// The cell of the grid in a row and a column of the table.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        let column = self.fields.iter().position(|(_, of)| *of == column)?;
        Some(Cell { product: self.product(row)?, column })
    }

    /// The product or variant that is typed into, and its field.
    fn cell_key(&self, product: usize, field: Field) -> Option<CellKey> {
        Some((self.key(product)?, field))
    }

    fn shown(&self, (of, field): &CellKey) -> Option<FieldValue> {
        shown(&self.rows.list.get(&of.product)?, of, *field)
    }
}

impl Rows for SheetRows<'_> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    /// A product that is sold in variants has its prices and stocks there.
    fn product(&self, row: usize) -> Option<usize> {
        let TableRow { product, variant } = self.rows.at(row)?;
        if !self.can_change.products || (variant.is_some() && !self.can_change.variants) {
            return None;
        }
        let product = self.rows.list.product(product)?;
        match variant {
            Some(place) => product.variant_at(place),
            None if product.variants.is_empty() => Some(product.id.into()),
            None => None,
        }
        .map(|key| self.number(key))
    }

    fn row(&self, product: usize) -> Option<usize> {
        if let Some(row) = self.keys.borrow().rows.get(&product) {
            return *row;
        }
        let row = self.key(product).and_then(|key| self.rows.row_of(&key));
        self.keys.borrow_mut().rows.insert(product, row);
        row
    }
}

impl Cells for SheetRows<'_> {
    fn own_text(&self, model: &Model, product: usize, field: Field) -> String {
        let Some(key) = self.cell_key(product, field) else { return String::new() };
        let typed = model.products.cells.get(&key.0.product, &field_key(&key));
        let value = || self.shown(&key).map(|value| value.to_string()).unwrap_or_default();
        typed.map_or_else(value, |cell| cell.text.clone())
    }

    fn copied(&self, cx: &Cx<'_>, product: usize, field: Field) -> String {
        cx.typed(field, &self.own_text(cx.model, product, field)).into_owned()
    }

    fn is_choice(&self, _: Field) -> bool {
        false
    }

    fn set(&self, cx: &mut Cx<'_>, cells: Vec<CellText>) {
        let cells = cells.into_iter().filter_map(|(product, field, text)| {
            Some((self.cell_key(product, field)?, cx.kept(field, text.trim())))
        });
        let cells = cells.collect();
        cx.act(Action::Cells(CellAction::Set(cells)));
    }

    /// What is empty leaves its cell alone.
    fn paste(&self, cx: &mut Cx<'_>, cells: Vec<CellText>, pasted: Pasted) {
        self.set(cx, cells.into_iter().filter(|(.., text)| !text.trim().is_empty()).collect());
        let Pasted { beyond, skipped, .. } = pasted;
        if beyond + skipped > 0 {
            cx.act(Action::NotPasted { beyond, in_variants: skipped });
        }
    }

    fn restore(&self, cx: &mut Cx<'_>, (product, field, text): CellText) {
        if let Some(key) = self.cell_key(product, field) {
            cx.act(Action::Cells(CellAction::Type(key, text)));
        }
    }

    /// Between its columns there are others, which are only read.
    fn goes_beside(&self, ui: &Ui, cell: Cell, by: isize) -> bool {
        let Some((_, column)) = self.fields.get(cell.column) else { return false };
        let to = column.saturating_add_signed(by).min(self.columns.saturating_sub(1));
        if to == *column || self.fields.iter().any(|(_, of)| *of == to) {
            return false;
        }
        let row = self.row(cell.product);
        row.into_iter().for_each(|row| go_to_cell(ui, TABLE, row, to));
        row.is_some()
    }
}

fn field_key((of, field): &CellKey) -> FieldKey {
    FieldKey { field: *field, variant: of.variant.clone() }
}

impl Sheet<'_> {
    /// Takes the cursor where it is to go, and the keys of the cell that has it. Call it before the table is
    /// drawn.
    pub fn begin(&mut self, ui: &Ui, rows: &SheetRows<'_>, cx: &mut Cx<'_>) {
        if let Some((of, field)) = self.wanted.take() {
            let column = rows.fields.iter().position(|(shown, _)| *shown == field);
            match rows.rows.row_of(&of).and(column) {
                Some(column) => self.grid.enter_cell(Cell { product: rows.number(of), column }),
                None if rows.rows.list.index(&of.product).is_some() => *self.wanted = Some((of, field)),
                None => {}
            }
        } else if let Some((row, column)) = focused_cell(ui, TABLE)
            && let Some(cell) = rows.cell(row, column)
        {
            self.grid.enter_cell(cell);
            ui.ctx().request_repaint();
        }
        let row = self.grid.cursor().and_then(|cell| rows.row(cell.product));
        let after = row.map(|row| leave_cells(ui, TABLE, row));
        self.grid.handle_keys(ui, cx, rows, after);
    }

    /// The row that must be drawn although it may be out of sight.
    pub fn row_to_draw(&self, rows: &SheetRows<'_>) -> Option<usize> {
        self.grid.product_to_draw().and_then(|product| rows.row(product))
    }

    /// Follows the cursor, and what was clicked: a click on a cell goes into it, and does not open its row.
    /// Call it after the table was drawn.
    pub fn end(&mut self, ui: &Ui, rows: &SheetRows<'_>, acts: &mut Vec<(usize, RowAct)>, cx: &mut Cx<'_>) {
        let released =
            |input: &InputState| input.pointer.any_released().then(|| input.pointer.interact_pos()).flatten();
        let opens = acts.iter().any(|(_, act)| *act == RowAct::Open);
        let clicked = ui.input(released).filter(|_| opens).and_then(|at| self.grid.cell_at(ui, at));
        self.grid.update(ui, cx.model, rows);
        if let Some(cell) = clicked {
            acts.retain(|(_, act)| *act != RowAct::Open);
            self.grid.enter_cell(cell);
            ui.ctx().request_repaint();
        }
        let cursor = self.grid.cursor();
        if *self.cursor != cursor {
            if self.cursor.is_some() {
                cx.act(Action::Cells(CellAction::Leave));
            }
            *self.cursor = cursor;
        }
    }

    /// Draws a cell: the editor where the cursor is, else its value, or what was typed in its place.
    pub fn cell(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, rows: &SheetRows<'_>, cell: Cell, shown: Shown<'_>) {
        let Some(field) = self.grid.fields().get(cell.column).copied() else { return };
        let is_selected = self.grid.is_selected(cell, rows);
        let p = theme::palette(ui);
        let typed = typed_in(cx.model, shown, field);
        let ground = match typed.map(|typed| &typed.typed) {
            _ if is_selected => Some(p.info.soft),
            Some(Typed::Wrong(_)) => Some(p.bad.soft),
            Some(Typed::Change(_)) => Some(p.warn.soft),
            Some(Typed::Same) | None => None,
        };
        let room = ui.max_rect();
        if let Some(ground) = ground {
            let whole = room.expand2(vec2(space::S, 0.0)).shrink2(vec2(0.5, 1.0));
            ui.painter().rect_filled(whole, 0.0, ground);
        }
        if self.grid.is_at(cell) {
            return self.editor(ui, cx, rows, cell, (shown, field));
        }
        self.grid.draws_closed(room, cell);
        if ui.rect_contains_pointer(room) {
            ui.ctx().set_cursor_icon(CursorIcon::Text);
        }
        match typed.filter(|typed| typed.typed != Typed::Same) {
            Some(typed) => closed(ui, cx, shown, field, typed),
            None => super::cells::cell(ui, cx, p, shown, part_of(field)),
        }
    }

    fn editor(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx<'_>,
        rows: &SheetRows<'_>,
        cell: Cell,
        (shown, field): (Shown<'_>, Field),
    ) {
        let Some(key) = rows.cell_key(cell.product, field) else { return };
        let own = rows.own_text(cx.model, cell.product, field);
        let mut text = cx.typed(field, &own).into_owned();
        let title = shown.title(cx.words).into_owned();
        let name = cx.format("review-cell", crate::args!["field" => cx.label(field), "product" => title]);
        let typed = typed_in(cx.model, shown, field);
        let error = typed.and_then(|typed| match &typed.typed {
            Typed::Wrong(error) => Some(error),
            Typed::Change(_) | Typed::Same => None,
        });
        let identity = ("cell of a product", &key.0.product, &key.0.variant, field);
        let edit = vitrine_text::line_edit(identity, &mut text)
            .number(Some(cx.words))
            .at_right()
            .width(ui.available_width())
            .margin(CELL)
            .cell()
            .flat()
            .in_range(self.grid.is_selected(cell, rows))
            .error(error.is_some());
        let response = in_editor_line(ui).add(edit).accessible_name(without_direction_marks(&name));
        if let Some(error) = error {
            error_below(ui, &response, cx, error);
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_invalid(Invalid::True));
        } else if let Some(typed) = typed.filter(|typed| typed.typed != Typed::Same) {
            let said = before(cx.words, cx.model, shown, field, typed);
            vitrine_text::describe(&response, &said);
            line_below(ui, &response, (said.clone(), said), theme::palette(ui).ink_soft, true);
        } else if let Some(paid) = paid(cx, shown, field) {
            vitrine_text::describe(&response, &paid);
            line_below(ui, &response, (paid.clone(), paid), theme::palette(ui).ink_soft, true);
        } else if let Some(beside) = cx.toman_equivalent(field, &own) {
            line_below(ui, &response, (beside.clone(), beside), theme::palette(ui).ink_soft, true);
        }
        self.grid.draws(ui, cell, &response, || own.clone());
        self.keep_in_sight(ui, cx.model, &response);
        if response.changed() {
            cx.act(Action::Cells(CellAction::Type(key, cx.kept(field, &text))));
        }
    }

    /// What is said below the table of the first change takes room, perhaps that of the cell.
    fn keep_in_sight(&mut self, ui: &Ui, model: &Model, response: &Response) {
        let cells = &model.products.cells;
        let said = usize::from(!cells.is_empty()) + usize::from(cells.wrong() > 0);
        if self.typed.0 != said {
            *self.typed = (said, FRAMES_IN_SIGHT);
        }
        if self.typed.1 > 0 && response.has_focus() {
            self.typed.1 -= 1;
            ui.scroll_to_rect(response.rect.expand(MARGIN), None);
            ui.ctx().request_repaint();
        }
    }
}

const fn part_of(field: Field) -> ProductsColumn {
    if matches!(field, Field::PrimaryPrice) { ProductsColumn::Price } else { ProductsColumn::Stock }
}

/// What was typed into a cell of a row.
fn typed_in<'m>(model: &'m Model, shown: Shown<'_>, field: Field) -> Option<&'m TypedCell> {
    let key = FieldKey { field, variant: shown.variant.map(|variant| variant.id.clone()) };
    model.products.cells.get(&shown.product.id, &key)
}

/// What is said about a cell with a value or a text that is not sent yet, for screen readers.
pub fn said(words: &Messages, model: &Model, shown: Shown<'_>, part: ProductsColumn) -> Option<String> {
    let field = field_of(part)?;
    let typed = typed_in(model, shown, field)?;
    let said = match &typed.typed {
        Typed::Same => return None,
        Typed::Change(value) => {
            let value = written(words, model, Some(value));
            let before = before(words, model, shown, field, typed);
            words.format("cells-said", crate::args!["value" => value, "before" => before])
        }
        Typed::Wrong(error) => {
            let (text, rule) = (model.currency().typed_in(field, &typed.text), words.field_error(error));
            words.format("cells-said-wrong", crate::args!["text" => text.into_owned(), "rule" => rule])
        }
    };
    Some(said.into_owned())
}

/// The value of the shop beside one that was typed; it says so if that is another one by now.
fn before(words: &Messages, model: &Model, shown: Shown<'_>, field: Field, typed: &TypedCell) -> String {
    let now = match field {
        Field::PrimaryPrice => shown.own_price().map(FieldValue::Price),
        _ => shown.stock().map(FieldValue::Number),
    };
    let key = if typed.seen == now { "cells-before" } else { "cells-before-moved" };
    words.format(key, crate::args!["value" => written(words, model, now.as_ref())]).into_owned()
}

/// What buyers pay, where that is not the price that is typed.
fn paid(cx: &Cx<'_>, shown: Shown<'_>, field: Field) -> Option<String> {
    let paid =
        shown.price().filter(|paid| field == Field::PrimaryPrice && Some(*paid) != shown.own_price())?;
    let price = cx.words.money(paid, cx.model.currency());
    Some(cx.format("cells-paid", crate::args!["price" => price]).into_owned())
}

/// A value with its unit; a dash where it is not known.
fn written(words: &Messages, model: &Model, value: Option<&FieldValue>) -> String {
    match value {
        Some(FieldValue::Price(price)) => words.money(*price, model.currency()),
        Some(value) => words.value(value),
        None => "—".to_owned(),
    }
}

/// A cell without the cursor in which something was typed.
fn closed(ui: &mut Ui, cx: &Cx<'_>, shown: Shown<'_>, field: Field, typed: &TypedCell) {
    let p = theme::palette(ui);
    let (text, below, whole) = match &typed.typed {
        Typed::Wrong(error) => {
            let typed = cx.typed(field, &typed.text).into_owned();
            let (rule, _) = rule_that_fits(ui, cx, error, ui.available_width());
            (Text::new(typed).color(p.bad.ink), rule, cx.words.field_error(error))
        }
        Typed::Change(_) | Typed::Same => {
            let value = if let Typed::Change(value) = &typed.typed { Some(value) } else { None };
            let before = before(cx.words, cx.model, shown, field, typed);
            (Text::new(written(cx.words, cx.model, value)).strong(), before.clone(), before)
        }
    };
    let line = ui.scope(|ui| at_right(ui, text, Some(below))).response;
    vitrine_text::tooltip(line, whole);
}
