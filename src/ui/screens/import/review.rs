//! The plan: products as they would be made, to be looked over and mended before anything is sent.

use std::collections::{BTreeMap, HashMap};
use std::path::{MAIN_SEPARATOR, MAIN_SEPARATOR_STR, Path};

use eframe::egui::{Color32, Id, Rect, Response, Ui, UiBuilder, vec2};

use super::super::{Cx, Foot, WRITE, badge, editor, fixed_page, page, scope_notice, title};
use super::unusable;
use crate::domain::{Draft, Field as Wire, FieldError};
use crate::import::{Grouping, PlannedDraft};
use crate::media::Twin;
use crate::ui::icons::Icon;
use crate::ui::layout::{column, column_layout, is_rtl, row_layout, sides, tiles};
use crate::ui::model::{Action, EditorAction, Fate, ImportAction};
use crate::ui::pictures::Shown;
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, Palette, height, space};
use crate::ui::widgets::{self, Button, Column, Field, Table, check, segments};
use crate::worker::{Command, Picked, PictureKey};

#[derive(Default)]
pub struct View {
    again: bool,
    /// Whether the defaults are unfolded; `None` until someone said.
    defaults: Option<bool>,
    problems: bool,
    only_incomplete: bool,
    focused: FocusedRow,
    summary: Summary,
}

/// The product whose row has the keyboard. It stays in a filtered table until the keyboard has left it, so that what is
/// typed never lands in the row that would move into its place.
#[derive(Default)]
struct FocusedRow {
    place: Option<usize>,
    /// What takes the keyboard in the rows drawn in this frame, and of which product it is.
    drawn: Vec<(Id, usize)>,
}

impl FocusedRow {
    fn drew(&mut self, response: &Response, place: usize) {
        self.drawn.push((response.id, place));
    }

    /// Call it behind the table. Between pressing and releasing the mouse nothing moves, so that a click meets what it
    /// was aimed at.
    fn update(&mut self, ui: &Ui) {
        let id = ui.memory(|memory| memory.focused());
        let drawn = std::mem::take(&mut self.drawn);
        let place = drawn.into_iter().find(|(drawn, _)| Some(*drawn) == id).map(|(_, place)| place);
        if place.is_none() && ui.input(|input| input.pointer.any_down()) {
            return;
        }
        if self.place != place {
            self.place = place;
            ui.ctx().request_repaint();
        }
    }
}

/// What is told of the whole plan; made anew when the plan changes.
#[derive(Default)]
struct Summary {
    made_for: Option<u64>,
    incomplete: Vec<usize>,
    /// The fields in the way, with how many products each stops.
    reasons: BTreeMap<Wire, usize>,
    /// Products without a price, and without a stock: they can be sent, but hardly as they are meant.
    empty: [usize; 2],
    photos: usize,
    /// The first product that each photo is the cover of.
    covers: HashMap<PictureKey, usize>,
    /// Covers of which it may not be known yet what they look like, the last first.
    unknown: Vec<PictureKey>,
}

/// One product of the table.
struct Row<'a> {
    place: usize,
    draft: &'a Draft,
    errors: &'a BTreeMap<Wire, FieldError>,
    /// Which other product's photo this one looks like; where there is no other place for it, that it cannot be used.
    hint: Option<String>,
}

const DEFAULTS: [Wire; 5] = [Wire::PrimaryPrice, Wire::Stock, Wire::PreparationDays, Wire::Weight, Wire::PackageWeight];
const SOLD_BY: [Wire; 2] = [Wire::PrimaryPrice, Wire::Stock];
const ROW: f32 = 64.0;
/// What is typed in stands so far above the middle of its row: below it there is room for a line about it.
const LIFT: f32 = 6.0;

pub fn show(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    summarise(view, cx);
    if cx.model.import.drafts().is_empty() {
        return nothing(ui, view, cx);
    }
    let foot = Foot::keep_room(ui);
    fixed_page(ui, "review", |ui, bottom| {
        head(ui, view, cx);
        scope_notice(ui, cx, WRITE);
        grouping(ui, cx);
        defaults(ui, view, cx);
        show_unusable(ui, view, cx);
        ui.add_space(space::XS);
        bottom.fill(ui, 240.0, |ui| drafts(ui, view, cx));
    });
    foot.show(ui, |ui| start_bar(ui, view, cx));
    // Behind the table, which asks for what is in view.
    look_ahead(view, cx);
}

fn summarise(view: &mut View, cx: &Cx<'_>) {
    let import = &cx.model.import;
    if view.summary.made_for == Some(import.revision) {
        return;
    }
    let rules = cx.model.rules();
    let mut summary = Summary { made_for: Some(import.revision), ..Summary::default() };
    for (place, planned) in import.drafts().iter().enumerate() {
        summary.photos += planned.photos.len();
        if let Some(cover) = planned.photos.first() {
            let cover = import.picture(cover);
            summary.unknown.push(cover.clone());
            summary.covers.entry(cover).or_insert(place);
        }
        let (draft, errors) = import.effective(place, &rules);
        for (count, field) in summary.empty.iter_mut().zip(SOLD_BY) {
            *count += usize::from(draft.integer(field).is_none() && !errors.contains_key(&field));
        }
        if !errors.is_empty() {
            summary.incomplete.push(place);
        }
        for field in errors.into_keys() {
            *summary.reasons.entry(field).or_default() += 1;
        }
    }
    summary.unknown.reverse();
    view.summary = summary;
}

/// Has every cover looked at, so that products with the same photo say so wherever they stand in the table.
fn look_ahead(view: &mut View, cx: &mut Cx<'_>) {
    let photos = &cx.model.photos;
    while let Some(cover) = view.summary.unknown.last() {
        let known = photos.twins.know(cover) || matches!(photos.fate(cover), Some(Fate::Refused(_)));
        if !known && !cx.pictures.look_ahead(cover) {
            return;
        }
        view.summary.unknown.pop();
    }
}

fn nothing(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    page(ui, "nothing", |ui| {
        title(ui, cx.t("import-title"), |_| {});
        view.problems = true;
        show_unusable(ui, view, cx);
        ui.add_space(space::XL);
        let mut body = cx.t("import-nothing-body").into_owned();
        if cx.model.import.ignored > 0 {
            body.push(' ');
            body.push_str(&cx.format("import-ignored", crate::args!["count" => cx.model.import.ignored]));
        }
        let actions = vec![Button::primary(cx.t("import-clear"))];
        if widgets::empty_state(ui, Icon::Folder, cx.t("import-nothing-title"), body.into(), actions).is_some() {
            cx.act(Action::Import(ImportAction::Clear));
        }
    });
}

fn head(ui: &mut Ui, view: &View, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let products = cx.format("count-products", crate::args!["count" => import.drafts().len()]).into_owned();
    let photos = cx.format("count-photos", crate::args!["count" => view.summary.photos]).into_owned();
    let found = cx.format("import-found", crate::args!["products" => products, "photos" => photos]);
    title(ui, found, |ui| {
        ui.add(Text::new(cx.t("import-add-more")).color(theme::palette(ui).ink_soft).extend());
        if ui.add(Button::icon(Icon::Folder, cx.t("import-choose-folder"))).clicked() {
            cx.ask(Command::Pick(Picked::ImportFolder));
        }
        if ui.add(Button::icon(Icon::Photo, cx.t("import-choose-photos"))).clicked() {
            cx.ask(Command::Pick(Picked::ImportPhotos));
        }
        if ui.add(Button::quiet(cx.t("import-clear"))).clicked() {
            cx.act(Action::Import(ImportAction::Clear));
        }
    });
    if import.ignored > 0 {
        ui.add(Text::new(cx.format("import-ignored", crate::args!["count" => import.ignored])).small().color(theme::palette(ui).ink_soft));
    }
}

fn grouping(ui: &mut Ui, cx: &mut Cx<'_>) {
    let now = cx.model.import.grouping;
    let options =
        [Grouping::Auto, Grouping::File, Grouping::Folder, Grouping::Name].map(|grouping| (grouping, cx.words.grouping(grouping), None));
    if let Some(grouping) = segments(ui, now, &options) {
        cx.act(Action::Import(ImportAction::Grouping(grouping)));
    }
}

/// Values for every product that has none of its own.
fn defaults(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    let open = view.defaults.unwrap_or(ui.ctx().content_rect().height() > 620.0);
    let mut turned = false;
    theme::card(ui).inner_margin(eframe::egui::Margin::symmetric(14, 8)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let icon = if open { Icon::Up } else { Icon::Down };
            turned = ui.add(Button::quiet(cx.t("import-defaults")).with_icon(icon).small()).clicked();
            match still_empty(view, cx) {
                Some(told) => {
                    Icon::Alert.show(ui, 15.0, p.warn.ink);
                    let told = ui.add(Text::new(told).small().color(p.warn.ink).truncate());
                    text::tooltip(told, cx.t("import-still-empty-help"));
                }
                None => drop(ui.add(Text::new(cx.t("import-defaults-help")).small().color(p.ink_soft).truncate())),
            }
        });
        if open {
            tiles(ui, 128.0, DEFAULTS, |ui, field| default(ui, cx, field));
            ui.add_space(space::XS);
        }
    });
    if turned {
        view.defaults = Some(!open);
    }
}

/// What buyers go by and is not filled in yet.
fn still_empty(view: &View, cx: &Cx<'_>) -> Option<String> {
    let empty = SOLD_BY.into_iter().zip(view.summary.empty).filter(|(_, count)| *count > 0);
    let fields: Vec<_> = empty
        .map(|(field, count)| {
            cx.format("import-field-count", crate::args!["field" => cx.words.field(field), "count" => count]).into_owned()
        })
        .collect();
    (!fields.is_empty())
        .then(|| cx.format("import-still-empty", crate::args!["fields" => fields.join(&cx.t("list-separator"))]).into_owned())
}

fn default(ui: &mut Ui, cx: &mut Cx<'_>, field: Wire) {
    let mut text = cx.model.import.default_text(field).to_owned();
    // What is left of an earlier import stands there as this language writes it.
    if let Some(kept) = cx.model.settings.defaults.integer(field).filter(|kept| kept.to_string() == text) {
        text = cx.words.integer(kept);
    }
    let error = (!text.trim().is_empty()).then(|| cx.model.import.default_error(field)).flatten().map(|error| cx.words.field_error(&error));
    let note = cx.money_beside(field, &text).map(Into::into);
    let response = Field::new(cx.label(field)).note(note).error(error.map(Into::into)).show(ui, |ui, error| {
        let width = ui.available_width();
        ui.add(text::line_edit(("all products", field), &mut text).width(width).margin(theme::EDITOR).error(error))
    });
    if response.changed() {
        cx.act(Action::Import(ImportAction::TypeDefault(field, text)));
    }
}

fn show_unusable(ui: &mut Ui, view: &mut View, cx: &Cx<'_>) {
    if unusable::show(ui, view.problems, cx) {
        view.problems = !view.problems;
        // Room to read them.
        if view.problems {
            view.defaults = Some(false);
        }
    }
}

fn drafts(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let model = cx.model;
    let narrow = ui.available_width() < 700.0;
    let mut columns = vec![
        (Part::Photo, Column::Exact(64.0)),
        (Part::Name, Column::Rest(1.0)),
        (Part::Price, Column::Exact(136.0)),
        (Part::Stock, Column::Exact(92.0)),
        (Part::Photos, Column::Exact(76.0)),
        (Part::Source, Column::Rest(1.0)),
        (Part::Remove, Column::Exact(52.0)),
    ];
    if narrow {
        columns.retain(|(part, _)| *part != Part::Source);
    }
    let widths: Vec<Column> = columns.iter().map(|(_, column)| *column).collect();
    let only = filtered(view, model.import.drafts().len());
    let only = only.as_deref();
    let count = only.map_or(model.import.drafts().len(), <[usize]>::len);
    let rules = model.rules();
    let p = theme::palette(ui);
    let words = cx.words;
    Table::new("drafts", &widths, count).row_height(ROW).show(
        ui,
        |ui, column| {
            if let Some(key) = columns[column].0.head() {
                let head = if key == "column-price" { words.field_in(Wire::PrimaryPrice, model.currency()) } else { words.text(key) };
                ui.add(Text::new(head).small().color(p.ink_soft).truncate());
            }
        },
        |ui, row, column| {
            let place = only.map_or(Some(row), |only| only.get(row).copied());
            if let Some(place) = place {
                let (draft, errors) = model.import.effective(place, &rules);
                let cover = model.import.drafts().get(place).and_then(|planned| planned.photos.first());
                let refusal = cover.filter(|_| narrow).and_then(|cover| badge::refusal(cx, &model.import.picture(cover)));
                let hint = refusal.or_else(|| twin(cx, &view.summary, place));
                let drawn = cell(ui, cx, p, columns[column].0, &Row { place, draft: &draft, errors: &errors, hint });
                if let Some(drawn) = drawn {
                    view.focused.drew(&drawn, place);
                }
            }
        },
    );
    view.focused.update(ui);
}

/// The places of the products to show, where not all are: those that cannot be sent yet, and the one being typed in.
fn filtered(view: &mut View, products: usize) -> Option<Vec<usize>> {
    let mut shown = view.summary.incomplete.clone();
    if let Some(focused) = view.focused.place.filter(|&place| view.only_incomplete && place < products)
        && let Err(at) = shown.binary_search(&focused)
    {
        shown.insert(at, focused);
    }
    view.only_incomplete &= !shown.is_empty();
    view.only_incomplete.then_some(shown)
}

/// In words. A hint, for the person to judge: two products may well share a photo.
fn twin(cx: &Cx<'_>, summary: &Summary, place: usize) -> Option<String> {
    let import = &cx.model.import;
    let cover = import.picture(import.drafts().get(place)?.photos.first()?);
    // The first of the products with the very same file stands for it.
    let same_file = summary.covers.get(&cover).filter(|&&other| other != place).map(|&other| (other, Twin::Same));
    let others = cx.model.photos.twins.of(&cover).iter().filter_map(|(key, twin)| Some((*summary.covers.get(key)?, *twin)));
    let (other, twin) =
        same_file.or_else(|| others.filter(|(other, _)| *other != place).min_by_key(|(other, twin)| (*twin == Twin::Alike, *other)))?;
    let (draft, _) = import.effective(other, &cx.model.rules());
    let words = if twin == Twin::Same { "photo-same" } else { "photo-alike" };
    Some(cx.format(words, crate::args!["name" => draft.name.as_str()]).into_owned())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Photo,
    Name,
    Price,
    Stock,
    Photos,
    Source,
    Remove,
}

impl Part {
    const fn head(self) -> Option<&'static str> {
        match self {
            Self::Photo => Some("column-photo"),
            Self::Name => Some("column-title"),
            Self::Price => Some("column-price"),
            Self::Stock => Some("column-stock"),
            Self::Photos => Some("column-photos"),
            Self::Source => Some("column-source"),
            Self::Remove => None,
        }
    }
}

/// Returns what takes the keyboard in it.
fn cell(ui: &mut Ui, cx: &mut Cx<'_>, p: &Palette, part: Part, row: &Row<'_>) -> Option<Response> {
    let planned = cx.model.import.drafts().get(row.place)?;
    match part {
        Part::Photo => {
            let Some(cover) = planned.photos.first() else {
                widgets::thumbnail(ui, &Shown::Failed, 46.0, &planned.source_name);
                return None;
            };
            let key = cx.model.import.picture(cover);
            let shown = cx.pictures.look(&key);
            let mut named = badge::named(cx, &planned.source_name, &key);
            if let Some(hint) = &row.hint {
                named = format!("{named}. {hint}");
            }
            let name = cx.format("editor-open", crate::args!["name" => named.as_str()]);
            let pressed = widgets::photo_button(ui, &shown, 46.0, &crate::i18n::without_direction_marks(&name));
            if pressed.clicked() || editor::is_asked(ui, &pressed) || editor::menu(&pressed, cx) {
                cx.act(Action::Edit(EditorAction::Open { photos: named_photos(planned), at: 0 }));
            }
            text::tooltip(pressed.clone(), name);
            return Some(pressed);
        }
        Part::Name => return Some(editor(ui, cx, row, Wire::Name, "import-name-of")),
        Part::Price => return Some(editor(ui, cx, row, Wire::PrimaryPrice, "import-price-of")),
        Part::Stock => return Some(editor(ui, cx, row, Wire::Stock, "import-stock-of")),
        Part::Photos => {
            ui.add(Text::new(cx.words.integer(planned.photos.len() as i64)).truncate());
        }
        Part::Source => {
            let name = planned.source.file_name().unwrap_or(planned.source.as_os_str()).to_string_lossy();
            let cover = planned.photos.first().map(|cover| cx.model.import.picture(cover));
            let source = |ui: &mut Ui| {
                let row = ui.add(Text::new(name).small().color(p.ink_soft).truncate());
                text::tooltip(row, as_path(&planned.source));
            };
            let lines = cover.as_ref().map_or(0, |key| badge::lines(cx, key));
            let Some(key) = cover.filter(|_| lines > 0) else {
                source(ui);
                return None;
            };
            column(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.add_space((ROW - (lines + 1) as f32 * badge::HEIGHT) / 2.0 - 1.0);
                source(ui);
                badge::show(ui, cx, &key);
            });
        }
        Part::Remove => {
            let name = cx.format("import-remove-row", crate::args!["name" => row.draft.name.as_str()]);
            let button = ui.add(Button::icon(Icon::Close, name).small());
            if button.clicked() {
                cx.act(Action::Import(ImportAction::Remove(row.place)));
            }
            return Some(button);
        }
    }
    None
}

/// The photos of a product, to be opened in the editor.
fn named_photos(planned: &PlannedDraft) -> Vec<(PictureKey, String)> {
    let name = |path: &Path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    planned.photos.iter().map(|path| (PictureKey::File(path.clone()), name(path))).collect()
}

/// A cell one types into. A default that fills it stands there in grey until something is typed. It is drawn in the same way
/// and at the same place whatever there is to say about it.
fn editor(ui: &mut Ui, cx: &mut Cx<'_>, row: &Row<'_>, field: Wire, name: &'static str) -> Response {
    let Row { place, draft, errors, hint: below_name } = row;
    let place = *place;
    let import = &cx.model.import;
    let planned = import.drafts().get(place);
    let own = planned.map(|planned| &planned.draft);
    let write = |draft: &Draft| match draft.integer(field) {
        Some(number) => cx.words.integer(number),
        None => draft.line(field).unwrap_or_default().to_owned(),
    };
    let mut text = match import.typed(place, field) {
        Some(typed) => typed.to_owned(),
        None => own.map(write).unwrap_or_default(),
    };
    let hint = if text.trim().is_empty() { write(draft) } else { String::new() };
    let named = cx.format(name, crate::args!["row" => place + 1]);
    let named = crate::i18n::without_direction_marks(&named).into_owned();
    let error = errors.get(&field);
    let width = ui.available_width();
    let identity = ("planned product", planned.map(|planned| (&planned.source, &planned.source_name)), field);
    let edit = text::line_edit(identity, &mut text).hint(hint).width(width).margin(theme::EDITOR).error(error.is_some());
    let beside = draft.integer(field).and_then(|price| cx.money_beside(field, &price.to_string()));
    let p = theme::palette(ui);
    let below = error.map(|error| (cx.words.field_error(error), p.bad.ink)).or_else(|| beside.map(|beside| (beside, p.ink_soft)));
    let below = below.or_else(|| below_name.clone().filter(|_| field == Wire::Name).map(|hint| (hint, p.ink_soft)));
    let room = ui.max_rect();
    let mut lifted = ui.new_child(UiBuilder::new().max_rect(room.translate(vec2(0.0, -LIFT))).layout(row_layout(is_rtl(ui))));
    let response = lifted.add(edit).accessible_name(named);
    if let Some((said, ink)) = below {
        under(ui, response.rect, said, ink);
    }
    if response.changed() {
        cx.act(Action::Import(ImportAction::Type(place, field, text)));
    }
    response
}

/// A small line under an editor, in the margin of its row.
fn under(ui: &mut Ui, editor: Rect, said: String, ink: Color32) {
    let room = Rect::from_x_y_ranges(editor.x_range(), editor.bottom()..=ui.max_rect().bottom());
    let mut margin = ui.new_child(UiBuilder::new().max_rect(room).layout(column_layout(is_rtl(ui))));
    let line = margin.add(Text::new(said.clone()).small().color(ink).truncate());
    text::tooltip(line, said);
}

/// A path for showing: it runs from the left whatever its names are written in, each name in its own direction.
pub fn as_path(path: &Path) -> String {
    let shown = path.display().to_string();
    let names: Vec<String> = shown.split(MAIN_SEPARATOR).map(|name| format!("\u{2068}{name}\u{2069}")).collect();
    format!("\u{2066}{}\u{2069}", names.join(MAIN_SEPARATOR_STR))
}

fn start_bar(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let ready = view.summary.incomplete.is_empty();
    let label = cx.format("import-start-count", crate::args!["count" => cx.model.import.drafts().len()]);
    let mut start = false;
    sides(
        ui,
        height::CONTROL,
        |ui| {
            if !ready {
                incomplete(ui, view, cx);
            } else {
                let again = check(ui, view.again, cx.t("import-again"));
                view.again ^= again.clicked();
                text::tooltip(again, cx.t("import-again-help"));
            }
        },
        |ui| start = ui.add_enabled(ready, Button::primary(label).with_icon(Icon::Play)).clicked(),
    );
    if start {
        cx.act(Action::Import(ImportAction::Start { again: view.again }));
        view.again = false;
    }
}

/// Why Start does not work yet, and the two ways out.
fn incomplete(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let reasons: Vec<_> = view.summary.reasons.keys().map(|&field| cx.words.field(field)).collect();
    let reasons = reasons.join(&cx.t("list-separator"));
    let told = cx.format("import-incomplete", crate::args!["count" => view.summary.incomplete.len(), "reasons" => reasons]).into_owned();
    let rest = ui.available_size();
    ui.allocate_ui_with_layout(rest, row_layout(rtl), |ui| {
        Icon::Alert.show(ui, 18.0, p.warn.ink);
        let show = cx.t(if view.only_incomplete { "import-incomplete-all" } else { "import-incomplete-show" });
        let show = Button::secondary(show).small();
        let leave = Button::quiet(cx.t("import-incomplete-remove")).small();
        let room = ui.available_width() - show.width(ui) - leave.width(ui) - 3.0 * space::S;
        ui.scope(|ui| {
            ui.set_max_width(room.max(40.0));
            ui.add(Text::new(told).color(p.ink).truncate());
        });
        if ui.add(show).clicked() {
            view.only_incomplete = !view.only_incomplete;
        }
        if ui.add(leave).clicked() {
            cx.act(Action::Import(ImportAction::RemoveIncomplete));
        }
    });
}
