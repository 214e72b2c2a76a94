//! The spreadsheet of the review: what became of it, and what its columns are used for.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use eframe::egui::{Id, Ui, vec2};

use super::drafts;
use crate::ui::screens::Cx;
use crate::worker::{Command, ImportCommand, SaveTo};
use vitrine_core::import::sheet::{
    ColumnMapping, ColumnUse, Precedence, RowKind, SheetColumn, SheetOverview, WeightUnit,
};
use vitrine_domain::{Field, Point, PriceUnit, PriceUnits, parse_integer};
use vitrine_model::{Action, ImportAction, Phase, ReviewAction, ReviewFilter, SheetAction, SheetRest};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column, column_layout, is_rtl, sides};
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, height, space};
use vitrine_widgets::{Answer, Button, Dialog, Notice, focus, labelled, segments, select};

/// The part of the screen's own state about the sheet.
#[derive(Default)]
pub struct SheetView {
    /// The choice of columns in the open dialog, for the sheet at this index.
    columns: Option<(usize, ColumnMapping)>,
    /// The open list, and the sheet that it is about.
    list: Option<(usize, List)>,
    /// Whether the sheet has asked something in this review.
    has_asked: bool,
    /// The first answer to what is asked, as drawn last.
    pub first_answer: Option<Id>,
}

impl SheetView {
    /// Whether the sheet asks something, or has: its card then stays where the question was.
    pub fn has_asked(&mut self, cx: &Cx<'_>) -> bool {
        let sheet = cx.model.import.review.sheet();
        let overviews = sheet.overviews();
        self.has_asked = !overviews.is_empty()
            && (self.has_asked || overviews.iter().any(|overview| sheet.is_asking(overview)));
        self.has_asked
    }
}

/// A list that is shown below the notice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    RowsWithoutPhotos,
    ProductsWithoutRow,
}

impl List {
    /// What it shows, by its places.
    fn of(self, rest: &SheetRest) -> &[usize] {
        match self {
            Self::RowsWithoutPhotos => &rest.rows,
            Self::ProductsWithoutRow => &rest.products,
        }
    }
}

/// Sheets that are offered by a button each.
const MAX_OFFERED: usize = 3;

/// Draws the cards about the sheets.
/// `rests`: what found no partner, for each sheet.
pub fn cards(
    ui: &mut Ui,
    view: &mut SheetView,
    table: &mut drafts::DraftsView,
    rests: &[SheetRest],
    cx: &mut Cx<'_>,
) {
    let sheets = cx.model.import.review.sheet().overviews();
    view.first_answer = None;
    for (index, overview) in sheets.iter().enumerate() {
        let rest = rests.get(index).cloned().unwrap_or_default();
        ui.push_id(("sheet", index), |ui| notice(ui, view, table, cx, (index, overview, &rest)));
    }
    if sheets.is_empty() {
        offer(ui, cx);
    }
}

/// What a spreadsheet is good for, while there is none.
pub fn none(ui: &mut Ui, cx: &mut Cx<'_>) {
    if cx.model.import.review.sheet().overviews().is_empty() {
        ui.add(Text::new(cx.t("review-sheet-none-help")).color(theme::palette(ui).ink).wrap());
        template_button(ui, cx);
    }
}

/// The name of the sheet in use, or how many there are.
pub fn summary(cx: &Cx<'_>) -> Option<String> {
    match cx.model.import.review.sheet().overviews() {
        [] => None,
        [only] => Some(file_name(&only.path).into_owned()),
        all => Some(cx.words.integer(all.len() as i64)),
    }
}

/// Draws the dialogs while they are open.
pub fn dialogs(ui: &Ui, view: &mut SheetView, cx: &mut Cx<'_>) {
    columns_dialog(ui, view, cx);
    column_question_dialog(ui, cx);
    unit_dialog(ui, cx);
    conflict_dialog(ui, cx);
    photo_names_dialog(ui, cx);
}

fn act(cx: &mut Cx<'_>, action: SheetAction) {
    cx.act(Action::Import(ImportAction::Review(ReviewAction::Sheet(action))));
}

fn file_name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

fn notice(
    ui: &mut Ui,
    view: &mut SheetView,
    table: &mut drafts::DraftsView,
    cx: &mut Cx<'_>,
    (index, overview, rest): (usize, &SheetOverview, &SheetRest),
) {
    let p = theme::palette(ui);
    let unit = cx.model.import.review.sheet().open_unit_question(overview);
    let (used, unused) = overview.column_counts();
    let name = cx.words.sheet_name(overview, &file_name(&overview.path));
    let counts =
        crate::args!["name" => name, "rows" => overview.rows.len(), "used" => used, "unused" => unused];
    let title = cx.format("sheet-title", counts).into_owned();
    let tone = if cx.model.import.review.sheet().is_asking(overview) { p.warn } else { p.info };
    let change = Button::secondary(cx.t("sheet-change")).small();
    let asked = unit.map(|unit| format!("{title}. {}", unit_question(cx, overview, unit)));
    let notice = Notice::new(tone, Icon::File, title).spoken(asked).stacked().action(change);
    let changes = notice.show(ui, |ui| {
        understood(ui, cx, overview);
        left_out(ui, cx, index, overview);
        let before = focus::stops(ui.ctx());
        column_question(ui, cx, overview);
        photo_names_question(ui, cx, overview);
        point_question(ui, cx, overview);
        weight_question(ui, cx, overview);
        if let Some(unit) = unit {
            if !overview.is_unit_disputed {
                ui.add(Text::new(unit_question(cx, overview, unit)).color(p.ink).wrap());
            }
            unit_buttons(ui, cx, index, unit);
        }
        conflicts(ui, cx, index, overview);
        view.first_answer =
            view.first_answer.or_else(|| focus::widgets_since(ui.ctx(), before).first().copied());
        ui.horizontal_wrapped(|ui| {
            if cx.model.import.review.sheet().uses_earlier_choice(overview) {
                ui.add(Text::new(cx.t("sheet-earlier-choice")).small().color(p.ink_soft));
                if ui.add(Button::quiet(cx.t("sheet-forget-choice")).small()).clicked() {
                    act(cx, SheetAction::ForgetColumns(index));
                }
            }
            worksheets(ui, cx, index, overview);
            if overview.from_folder {
                ui.add(Text::new(cx.t("sheet-from-folder")).small().color(p.ink_soft));
                if ui.add(Button::quiet(cx.t("sheet-do-not-use")).small()).clicked() {
                    act(cx, SheetAction::UseNone);
                }
            }
            let lists = [
                (List::RowsWithoutPhotos, "sheet-rows-without-photos", rest.rows.len()),
                (List::ProductsWithoutRow, "sheet-products-without-row", rest.products.len()),
            ];
            for (list, key, count) in lists.into_iter().filter(|(.., count)| *count > 0) {
                let open = view.list == Some((index, list));
                if ui
                    .add(Button::quiet(cx.format(key, crate::args!["count" => count])).expands(open).small())
                    .clicked()
                {
                    view.list = (!open).then_some((index, list));
                }
            }
        });
        if let Some((_, list)) = view.list.filter(|(of, list)| *of == index && !list.of(rest).is_empty()) {
            show_list(ui, cx, overview, (list, list.of(rest)));
            if ui.add(Button::secondary(cx.t("sheet-show-in-table")).small()).clicked() {
                table.show_only(if list == List::RowsWithoutPhotos {
                    ReviewFilter::WithoutPhotos
                } else {
                    ReviewFilter::WithoutRow
                });
                // Make room for the table.
                view.list = None;
            }
        }
    });
    if changes {
        view.columns = Some((index, overview.mapping()));
    }
}

/// How the sheet was understood: whose it is and the unit of its prices, the columns with an example each,
/// and what names the photos. And what was wrong with its text.
fn understood(ui: &mut Ui, cx: &Cx<'_>, overview: &SheetOverview) {
    let ink = theme::palette(ui).ink;
    let is_earlier = cx.model.import.review.sheet().uses_earlier_choice(overview);
    let whose = cx
        .words
        .sheet_source(overview)
        .into_iter()
        .chain(cx.words.sheet_unit(overview, is_earlier))
        .collect::<Vec<_>>()
        .join(" ");
    let lines =
        [whose, cx.words.sheet_columns(overview), cx.words.sheet_photo_columns(overview).unwrap_or_default()];
    let questions = cx.words.sheet_questions(overview);
    let photos = questions.crossed_names().into_iter().chain(questions.unclear_photos());
    let said = questions.tables().into_iter().chain(photos).chain(questions.repeated());
    let faults = said.chain(questions.no_variants()).chain(cx.words.sheet_text_faults(overview));
    for line in lines.into_iter().chain(faults).filter(|line| !line.is_empty()) {
        ui.add(Text::new(line).small().color(ink).wrap());
    }
}

/// The rows that became no products, with a button to make them some.
fn left_out(ui: &mut Ui, cx: &mut Cx<'_>, index: usize, overview: &SheetOverview) {
    let ink = theme::palette(ui).ink;
    for kind in RowKind::ALL {
        let Some(said) = cx.words.sheet_left_out(overview, kind) else { continue };
        ui.add(Text::new(said).small().color(ink).wrap());
        let label = cx.format("sheet-keep-rows", crate::args!["kind" => kind.name()]);
        if kind.may_be_kept() && ui.add(Button::quiet(label).small()).clicked() {
            act(cx, SheetAction::KeepRows(index, kind));
        }
    }
    if cx.model.import.review.sheet().keeps_rows(overview)
        && ui.add(Button::quiet(cx.t("sheet-leave-out-rows")).small()).clicked()
    {
        act(cx, SheetAction::LeaveOutRows(index));
    }
}

/// What the columns are, where that is not certain.
fn column_question(ui: &mut Ui, cx: &mut Cx<'_>, overview: &SheetOverview) {
    if let Some(said) = super::super::column_question::show(ui, overview, cx) {
        act(cx, SheetAction::SetColumns(overview.answered(&said).unwrap_or_else(|| overview.mapping())));
    }
}

/// Buttons, each with what it does.
fn buttons(ui: &mut Ui, cx: &mut Cx<'_>, answers: impl IntoIterator<Item = (String, SheetAction)>) {
    ui.horizontal_wrapped(|ui| {
        for (label, action) in answers {
            if ui.add(Button::secondary(label).small()).clicked() {
                act(cx, action);
            }
        }
    });
}

/// A question with an answer for each choice of the columns.
fn choice(ui: &mut Ui, cx: &mut Cx<'_>, question: Option<String>, answers: [(&str, ColumnMapping); 2]) {
    let Some(question) = question else { return };
    ui.add(Text::new(question).color(theme::palette(ui).ink).wrap());
    let answers = answers.map(|(key, mapping)| (cx.t(key).into_owned(), SheetAction::SetColumns(mapping)));
    buttons(ui, cx, answers);
}

/// The unit of weights, where nobody says it: their products wait for that, and Start does not.
fn weight_question(ui: &mut Ui, cx: &mut Cx<'_>, overview: &SheetOverview) {
    let in_unit = |unit| ColumnMapping { weight_unit: Some(unit), ..overview.mapping() };
    let answers = [
        ("sheet-weight-grams", in_unit(WeightUnit::Grams)),
        ("sheet-weight-kilograms", in_unit(WeightUnit::Kilograms)),
    ];
    choice(ui, cx, cx.words.sheet_questions(overview).weight(), answers);
}

/// A dialog of a question that Start waits for.
fn question_dialog(
    ui: &Ui,
    cx: &mut Cx<'_>,
    (id, title): (&'static str, String),
    show: impl FnOnce(&mut Ui, &mut Cx<'_>),
) {
    if Dialog::new(id, title, cx.t("import-unpriced-back")).show(ui, |ui| show(ui, cx)).is_some() {
        act(cx, SheetAction::CloseQuestion);
    }
}

/// The question about columns that Start waits for.
fn column_question_dialog(ui: &Ui, cx: &mut Cx<'_>) {
    let sheet = cx.model.import.review.sheet();
    let Some(overview) = sheet.column_question().and_then(|index| sheet.overviews().get(index)) else {
        return;
    };
    let title = cx.t("sheet-columns-question").into_owned();
    question_dialog(ui, cx, ("what columns are", title), |ui, cx| column_question(ui, cx, overview));
}

/// Whether a column of numbers names photos, with the two answers.
fn photo_names_question(ui: &mut Ui, cx: &mut Cx<'_>, overview: &SheetOverview) {
    let Some(column) = overview.may_name_photos() else { return };
    let used_for = |used_for| {
        let mut mapping = overview.mapping();
        mapping.assign(column.index, used_for);
        mapping
    };
    let answers = [
        ("sheet-names-photos", used_for(Some(ColumnUse::PhotoName))),
        ("sheet-names-no-photos", used_for(None)),
    ];
    choice(ui, cx, cx.words.sheet_may_name_photos(overview), answers);
}

/// What a point before three digits is, where a number can be read in two ways: its products wait for that,
/// and Start does not.
fn point_question(ui: &mut Ui, cx: &mut Cx<'_>, overview: &SheetOverview) {
    let with = |point| ColumnMapping { point: Some(point), ..overview.mapping() };
    let answers =
        [("sheet-point-thousands", with(Point::Thousands)), ("sheet-point-decimal", with(Point::Decimal))];
    let is_open = overview.understood.unclear_number.is_some();
    choice(ui, cx, cx.words.sheet_unclear_number(overview).filter(|_| is_open), answers);
}

/// The question about a column of numbers that Start waits for.
fn photo_names_dialog(ui: &Ui, cx: &mut Cx<'_>) {
    let sheet = cx.model.import.review.sheet();
    let Some(overview) = sheet.photo_question().and_then(|index| sheet.overviews().get(index)) else {
        return;
    };
    let title = cx.t("sheet-photos-title").into_owned();
    question_dialog(ui, cx, ("photo names", title), |ui, cx| photo_names_question(ui, cx, overview));
}

/// Whether pictures in it are not taken; which worksheets of the file are not read, with buttons to leave
/// this one out and to read all again.
fn worksheets(ui: &mut Ui, cx: &mut Cx<'_>, index: usize, overview: &SheetOverview) {
    if let Some(said) = cx.words.sheet_pictures(overview) {
        ui.add(Text::new(said).small().color(theme::palette(ui).ink).wrap());
    }
    let is_one_of_several =
        cx.model.import.review.sheet().overviews().iter().filter(|other| other.path == overview.path).count()
            > 1;
    if is_one_of_several && ui.add(Button::quiet(cx.t("sheet-leave-out")).small()).clicked() {
        act(cx, SheetAction::LeaveOut(index));
    }
    if let Some(said) = cx.words.sheet_unread(overview) {
        ui.add(Text::new(said).small().color(theme::palette(ui).ink_soft));
        if cx.model.import.review.sheet().leaves_out(overview)
            && ui.add(Button::quiet(cx.t("sheet-read-all")).small()).clicked()
        {
            act(cx, SheetAction::ReadAll(index));
        }
    }
}

/// The rows or products that found no partner, so that none is dropped unseen.
fn show_list(ui: &mut Ui, cx: &Cx<'_>, overview: &SheetOverview, (list, places): (List, &[usize])) {
    let count = places.len();
    let line = ui.text_style_height(&eframe::egui::TextStyle::Body) + space::XS;
    let gap = ui.spacing().item_spacing.y;
    let high = ((line + gap) * count as f32).min(4.0 * (line + gap));
    ui.allocate_ui_with_layout(vec2(ui.available_width(), high), column_layout(is_rtl(ui)), |ui| {
        Scroll::new("sheet list").up_to(high).show_rows(ui, line, count, |ui, visible| {
            for place in visible.filter_map(|index| places.get(index).copied()) {
                let text = match list {
                    List::RowsWithoutPhotos => {
                        let Some(row) = overview.rows.get(place) else { continue };
                        cx.format("sheet-row", crate::args!["row" => row.row, "name" => row.name.as_str()])
                            .into_owned()
                    }
                    List::ProductsWithoutRow => cx.model.import.review.with_defaults(place).name,
                };
                ui.add(Text::new(text).small().truncate());
            }
        });
    });
}

/// Sheets that lie in the dropped folders and are not used.
fn offer(ui: &mut Ui, cx: &mut Cx<'_>) {
    let others = cx.model.import.review.sheet().others();
    if others.is_empty() {
        return;
    }
    let p = theme::palette(ui);
    let title = cx
        .format("sheet-found", crate::args!["count" => others.len(), "name" => file_name(&others[0])])
        .into_owned();
    let label = |path: &PathBuf| {
        cx.format("sheet-use", crate::args!["name" => told_apart(path, others)]).into_owned()
    };
    let offered: Vec<_> =
        others.iter().take(MAX_OFFERED).map(|path| (label(path), SheetAction::Use(path.clone()))).collect();
    Notice::new(p.info, Icon::File, title).stacked().show(ui, |ui| buttons(ui, cx, offered));
}

/// The name of a file; of several with one name, that of its folder before it.
fn told_apart<'a>(path: &'a Path, others: &[PathBuf]) -> Cow<'a, str> {
    let name = file_name(path);
    let is_only = others.iter().filter(|other| other.file_name() == path.file_name()).count() < 2;
    match path.parent().map(file_name).filter(|_| !is_only) {
        Some(folder) => format!("{folder}/{name}").into(),
        None => name,
    }
}

/// The unit of the marketplace's requests, beside one that a sheet names.
fn shop_unit(cx: &Cx<'_>, named: PriceUnit) -> PriceUnit {
    let other = if named == PriceUnit::Rial { PriceUnit::Toman } else { PriceUnit::Rial };
    cx.model.import.review.sheet().shop_units().map_or(other, |units| units.wire)
}

fn unit_question(cx: &Cx<'_>, overview: &SheetOverview, named: PriceUnit) -> String {
    if overview.names_no_unit() {
        return cx.t("sheet-unit-unsaid").into_owned();
    }
    let shop = shop_unit(cx, named);
    cx.format(
        "sheet-unit-question",
        crate::args!["sheet" => cx.words.price_unit(named), "shop" => cx.words.price_unit(shop)],
    )
    .into_owned()
}

/// The answers to the question about the unit: each that the sheet names, and the marketplace's.
fn unit_buttons(ui: &mut Ui, cx: &mut Cx<'_>, sheet: usize, named: PriceUnit) {
    let shop = shop_unit(cx, named);
    let said = cx
        .model
        .import
        .review
        .sheet()
        .overviews()
        .get(sheet)
        .map_or(&[][..], |overview| &overview.understood.units);
    let is_said =
        |unit: &PriceUnit| *unit == named || *unit == shop || said.iter().any(|said| said.0 == *unit);
    let name = |unit| cx.words.price_unit(unit);
    let is_hidden = cx.model.currency().units().is_some_and(PriceUnits::differ);
    let answer = |unit: PriceUnit| match unit == shop {
        // What is sent is not what people see, so nothing is said of converting.
        _ if is_hidden => cx.format("sheet-unit-are", crate::args!["unit" => name(unit)]),
        true => cx.format("sheet-unit-keep", crate::args!["shop" => name(shop)]),
        false => cx.format("sheet-unit-convert", crate::args!["sheet" => name(unit), "shop" => name(shop)]),
    };
    let mut units: Vec<PriceUnit> = PriceUnit::ALL.into_iter().filter(is_said).collect();
    units.sort_by_key(|unit| *unit == shop);
    let answers: Vec<_> = units
        .into_iter()
        .map(|unit| (answer(unit).into_owned(), SheetAction::SetPriceUnit(sheet, unit)))
        .collect();
    buttons(ui, cx, answers);
}

/// The question that Start waits for.
fn unit_dialog(ui: &Ui, cx: &mut Cx<'_>) {
    let sheet = cx.model.import.review.sheet();
    let Some((index, named, shop)) = sheet.unit_question() else { return };
    let title = cx.t("sheet-unit-title").into_owned();
    let overview = sheet.overviews().get(index);
    let example = overview.and_then(|overview| example(cx, overview, named, shop));
    question_dialog(ui, cx, ("price unit", title), |ui, cx| {
        // Where places of the sheet differ, it says which.
        let differs = overview
            .filter(|overview| overview.is_unit_disputed)
            .and_then(|overview| cx.words.sheet_unit(overview, false));
        ui.add(
            Text::new(differs.or_else(|| Some(unit_question(cx, overview?, named))).unwrap_or_default())
                .wrap(),
        );
        if let Some(example) = example {
            ui.add(Text::new(example).small().wrap());
        }
        unit_buttons(ui, cx, index, named);
    });
}

/// The names of the sheets before the one at this index, and its own.
fn sheet_names(cx: &Cx<'_>, index: usize) -> (String, String) {
    let sheets = cx.model.import.review.sheet().overviews();
    let name = |sheet: &SheetOverview| cx.words.sheet_name(sheet, &file_name(&sheet.path));
    let earlier: Vec<String> = sheets.iter().take(index).map(name).collect();
    (cx.words.list(&earlier), sheets.get(index).map(name).unwrap_or_default())
}

/// The cells in which the sheet at this index says something else than those before it, and the answers until
/// there is one.
fn conflicts(ui: &mut Ui, cx: &mut Cx<'_>, index: usize, overview: &SheetOverview) {
    if overview.conflicts.is_empty() {
        return;
    }
    let ink = theme::palette(ui).ink;
    let (first, second) = sheet_names(cx, index);
    if let Some(precedence) = overview.precedence {
        let name = if precedence == Precedence::Earlier { first } else { second };
        let said = cx
            .format("sheet-preferred", crate::args!["count" => overview.conflicts.len(), "name" => name])
            .into_owned();
        ui.add(Text::new(said).small().color(ink).wrap());
        return;
    }
    conflict_question(ui, cx, index, overview);
}

/// Cells that the question shows.
const MAX_CONFLICTS: usize = 3;

fn conflict_question(ui: &mut Ui, cx: &mut Cx<'_>, index: usize, overview: &SheetOverview) {
    let (first, second) = sheet_names(cx, index);
    let count = crate::args!["count" => overview.conflicts.len(), "first" => first.as_str(), "second" => second.as_str()];
    ui.add(Text::new(cx.format("sheet-conflicts", count).into_owned()).color(theme::palette(ui).ink).wrap());
    for conflict in overview.conflicts.iter().take(MAX_CONFLICTS) {
        ui.add(Text::new(cx.words.sheet_conflict(conflict)).small().truncate());
    }
    let answers = [(first, Precedence::Earlier), (second, Precedence::Later)].map(|(name, of)| {
        (cx.format("sheet-prefer", crate::args!["name" => name]).into_owned(), SheetAction::Prefer(index, of))
    });
    buttons(ui, cx, answers);
}

/// The question about differing values that Start waits for.
fn conflict_dialog(ui: &Ui, cx: &mut Cx<'_>) {
    let sheet = cx.model.import.review.sheet();
    let Some((index, overview)) =
        sheet.conflict_question().and_then(|index| Some((index, sheet.overviews().get(index)?)))
    else {
        return;
    };
    let title = cx.t("sheet-conflicts-title").into_owned();
    question_dialog(ui, cx, ("differing sheets", title), |ui, cx| conflict_question(ui, cx, index, overview));
}

/// What becomes of the sheet's first price.
fn example(cx: &Cx<'_>, overview: &SheetOverview, named: PriceUnit, shop: PriceUnit) -> Option<String> {
    let prices = overview
        .columns
        .iter()
        .find(|column| column.used_for == Some(ColumnUse::Field(Field::PrimaryPrice)))?;
    let price = prices.examples.iter().find_map(|cell| parse_integer(PriceUnit::split(cell).0).ok())?;
    if cx.model.currency().units().is_some_and(PriceUnits::differ) {
        // Converted prices are not seen.
        return None;
    }
    let (from, to) = (cx.words.integer(price), cx.words.integer(named.convert(price, shop)?));
    Some(cx.format("sheet-unit-example", crate::args!["from" => from, "to" => to]).into_owned())
}

/// The width of the dialog with the columns, in points: a heading stays near what its column is used for.
const COLUMNS_WIDTH: f32 = 640.0;

/// The dialog in which columns are assigned to fields.
fn columns_dialog(ui: &Ui, view: &mut SheetView, cx: &mut Cx<'_>) {
    let Some((index, mapping)) = &mut view.columns else { return };
    let Some(overview) = cx.model.import.review.sheet().overviews().get(*index) else {
        view.columns = None;
        return;
    };
    let title =
        cx.format("sheet-columns-title", crate::args!["name" => file_name(&overview.path)]).into_owned();
    let dialog = Dialog::new("sheet columns", title, cx.t("cancel"))
        .confirm(Button::primary(cx.t("sheet-columns-apply")));
    let answer = dialog.large().up_to(COLUMNS_WIDTH).show(ui, |ui| {
        ui.add(Text::new(cx.t("sheet-columns-help")).wrap());
        price_unit(ui, cx, mapping, overview);
        for of_sheet in &overview.columns {
            column_row(ui, cx, mapping, of_sheet);
        }
        template_button(ui, cx);
    });
    match answer {
        Some(Answer::Confirmed) => {
            let mapping = view
                .columns
                .take()
                .map(|(_, mapping)| mapping)
                .filter(|mapping| *mapping != overview.mapping());
            if let Some(mapping) = mapping {
                act(cx, SheetAction::SetColumns(mapping));
            }
        }
        Some(Answer::Cancelled) => view.columns = None,
        None => {}
    }
}

/// The unit of the prices, where the marketplace's is known and either could be meant.
fn price_unit(ui: &mut Ui, cx: &Cx<'_>, mapping: &mut ColumnMapping, overview: &SheetOverview) {
    let Some(shop) = cx.model.import.review.sheet().shop_units() else { return };
    if !mapping.columns.iter().any(|name| name == Field::PrimaryPrice.name()) {
        return;
    }
    let usual = (overview.named_unit.is_none() && !shop.differ()).then_some(shop.wire);
    let current = mapping.price_unit.or(usual);
    let said = [mapping.price_unit, overview.named_unit].into_iter().flatten();
    let units = PriceUnit::ALL.into_iter().filter(|unit| {
        matches!(unit, PriceUnit::Rial | PriceUnit::Toman) || said.clone().any(|said| said == *unit)
    });
    let options: Vec<_> = units.map(|unit| (Some(unit), cx.words.price_unit(unit), None)).collect();
    if let Some(unit) = labelled(ui, cx.t("sheet-price-unit"), |ui| segments(ui, current, &options)) {
        mapping.price_unit = unit;
    }
}

/// A column with its heading, examples, and use.
fn column_row(ui: &mut Ui, cx: &Cx<'_>, mapping: &mut ColumnMapping, of_sheet: &SheetColumn) {
    let p = theme::palette(ui);
    let heading = if of_sheet.heading.is_empty() {
        cx.t("sheet-no-heading")
    } else {
        Cow::Borrowed(of_sheet.heading.as_str())
    };
    let examples = cx.words.list(&of_sheet.examples);
    let current = mapping.columns.get(of_sheet.index).and_then(|name| ColumnUse::from_name(name));
    let mut picked = None;
    sides(
        ui,
        1.3 * height::CONTROL,
        |ui| {
            column(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.add(Text::new(heading.as_ref()).strong().truncate());
                ui.add(Text::new(examples).small().color(p.ink_soft).truncate());
            });
        },
        |ui| picked = select(ui, &heading, current, &uses(cx, current)),
    );
    if let Some(use_for) = picked {
        mapping.assign(of_sheet.index, use_for);
    }
}

/// Everything a column can be used for: nothing, a field, or what it is used for now.
fn uses<'a>(cx: &Cx<'a>, current: Option<ColumnUse>) -> Vec<(Option<ColumnUse>, Cow<'a, str>)> {
    let mut uses = vec![(None, cx.t("sheet-not-used"))];
    uses.extend(Field::ALL.map(|field| (Some(ColumnUse::Field(field)), cx.words.field(field))));
    uses.push((Some(ColumnUse::PhotoName), cx.t("sheet-photo-name")));
    uses.push((Some(ColumnUse::Property), cx.t("sheet-property")));
    let is_listed = |current: &ColumnUse| {
        matches!(current, ColumnUse::Field(_) | ColumnUse::PhotoName | ColumnUse::Property)
    };
    if let Some(other) = current.filter(|current| !is_listed(current)) {
        uses.push((Some(other), cx.t("sheet-earlier-import")));
    }
    uses
}

/// A button that saves an empty sheet with all headings.
fn template_button(ui: &mut Ui, cx: &mut Cx<'_>) {
    if ui.add(Button::quiet(cx.t("sheet-template")).with_icon(Icon::File).small()).clicked() {
        cx.act(template(cx));
    }
}

/// Saves an empty sheet with all headings.
pub fn template(cx: &Cx<'_>) -> Action {
    let table = cx.words.sheet_template(cx.model.currency());
    let to = SaveTo::Ask(cx.t("sheet-template-name").into_owned());
    Action::Ask(Command::Import(ImportCommand::SaveTable { table, to }))
}

/// After an import with a sheet: a button that writes its results into a copy of the sheet.
pub fn results_button(ui: &mut Ui, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let Some(sheet) = import.run.sheet.as_ref().filter(|_| import.phase == Phase::Ended) else { return };
    if ui.add(Button::secondary(cx.t("sheet-save-results")).with_icon(Icon::File).small()).clicked() {
        cx.ask(Command::Import(ImportCommand::SheetResults(Box::new(sheet.clone()))));
    }
}
