//! The review: the products as they would be created, to be checked and corrected before anything is sent.

use std::collections::HashMap;
use std::time::Duration;

use eframe::egui::Ui;

use super::start_bar::{self, StartBar};
use super::{categories, drafts, grouping, ignored, known, naming, photo_strip, sheet, templates, unpriced, unusable};
use crate::domain::Field as Wire;
use crate::ui::icons::Icon;
use crate::ui::layout::{sides, tiles};
use crate::ui::model::{Action, ImportAction, PhotoFindings, PhotoOutcome, SALE_FIELDS};
use crate::ui::screens::Cx;
use crate::ui::screens::frame::{BottomBar, fixed_page, page, title};
use crate::ui::screens::permission::{WRITE, scope_notice};
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, space};
use crate::ui::widgets::{self, Button, Field};
use crate::worker::{Command, PickTarget, PictureKey, PlatformCommand};

/// The screen's own state.
#[derive(Default)]
pub struct View {
    /// Whether the defaults are expanded; `None` until the user chose.
    defaults: Option<bool>,
    problems: bool,
    grouping: grouping::View,
    naming: naming::View,
    /// Whether the list of ignored files is unfolded.
    ignored: bool,
    unpriced: unpriced::View,
    drafts: drafts::View,
    sheet: sheet::View,
    templates: templates::View,
    start_bar: StartBar,
    strip: photo_strip::View,
    summary: Summary,
}

/// What the summary depends on: the revisions of the plan and of what is known about copies, the number of photos that the
/// marketplace accepts; and the revisions of what is found photo by photo: unusable ones, and covers like those in the shop.
type Inputs = ((u64, u64, Option<usize>), (u64, u64));

/// How often the summary is computed again at most while photos are looked at.
const FINDINGS_INTERVAL_SECONDS: f64 = 0.25;

/// Values derived from the photos of the whole plan. Computed again when products or photos change, not when the user types.
#[derive(Default)]
struct Summary {
    made_for: Option<Inputs>,
    /// When it was computed, in egui's time.
    made_at: f64,
    photos: usize,
    /// The photos that can be taken out.
    findings: PhotoFindings,
    /// The new products whose cover looks like one in the shop.
    like_sent: Vec<usize>,
    /// The first product with each cover.
    covers: HashMap<PictureKey, usize>,
    /// Covers whose fingerprint may not be known yet, in reverse order.
    unknown: Vec<PictureKey>,
}

/// The fields for which default values can be given.
const DEFAULTS: [Wire; 5] = [Wire::PrimaryPrice, Wire::Stock, Wire::PreparationDays, Wire::Weight, Wire::PackageWeight];

/// Draws the screen.
pub fn show(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    update_summary(ui, view, cx);
    if cx.model.import.drafts().is_empty() {
        return no_products(ui, view, cx);
    }
    let foot = BottomBar::reserve(ui);
    let strip = photo_strip::reserve(ui, &mut view.strip, cx);
    fixed_page(ui, "review", |ui, bottom| {
        header(ui, view, cx);
        scope_notice(ui, cx, WRITE);
        if grouping::show(ui, &mut view.grouping, cx) {
            view.naming.open();
        }
        naming::show(ui, &mut view.naming, cx, view.grouping.is_asking());
        sheet::show(ui, &mut view.sheet, &mut view.drafts, cx);
        defaults(ui, view, cx);
        unusable_notice(ui, view, cx);
        categories::notice(ui, &mut view.drafts.categories, cx);
        known::line(ui, &view.summary.findings, &view.summary.like_sent, cx);
        drafts::tools(ui, &mut view.drafts, cx);
        bottom.fill(ui, 240.0, |ui| {
            drafts::table(ui, &mut view.drafts, &mut view.strip, &view.summary.covers, view.start_bar.after_table, cx);
        });
    });
    strip.show(ui, &mut view.strip, cx);
    foot.show(ui, |ui| start_bar::show(ui, &mut view.start_bar, &mut view.drafts, cx));
    unpriced::show(ui, &mut view.unpriced, cx);
    templates::show(ui, &mut view.templates, cx);
    // After the table, which requests the visible pictures.
    prefetch(view, cx);
}

fn update_summary(ui: &Ui, view: &mut View, cx: &Cx<'_>) {
    let import = &cx.model.import;
    let limit = cx.model.rules().photos;
    let inputs = ((import.plan_revision, import.copies_revision, limit), (cx.model.photos.rejections, import.covers_revision));
    if view.summary.made_for == Some(inputs) {
        return;
    }
    // Photos are looked at one by one, which may be thousands of times.
    let now = ui.input(|input| input.time);
    let same_plan = view.summary.made_for.is_some_and(|made_for| made_for.0 == inputs.0);
    let wait = view.summary.made_at + FINDINGS_INTERVAL_SECONDS - now;
    if same_plan && wait > 0.0 {
        return ui.ctx().request_repaint_after(Duration::from_secs_f64(wait));
    }
    let findings = import.photo_findings(limit, &cx.model.photos.rejected_files());
    let like_sent = import.looking_like_sent();
    let mut summary = Summary { made_for: Some(inputs), made_at: now, findings, like_sent, ..Summary::default() };
    for (index, planned) in import.drafts().iter().enumerate() {
        summary.photos += planned.photos.len();
        if let Some(cover) = planned.photos.first() {
            let cover = import.picture(cover);
            summary.unknown.push(cover.clone());
            summary.covers.entry(cover).or_insert(index);
        }
    }
    summary.unknown.reverse();
    view.summary = summary;
}

/// Requests the fingerprints of all covers, so that duplicates are found wherever their rows are.
fn prefetch(view: &mut View, cx: &mut Cx<'_>) {
    let photos = &cx.model.photos;
    while let Some(cover) = view.summary.unknown.last() {
        let known = photos.duplicates.is_known(cover) || matches!(photos.outcome(cover), Some(PhotoOutcome::Rejected(_)));
        if !known && !cx.pictures.prefetch(cover) {
            return;
        }
        view.summary.unknown.pop();
    }
}

fn no_products(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    page(ui, "nothing", |ui| {
        title(ui, cx.t("import-title"), |_| {});
        view.problems = true;
        unusable_notice(ui, view, cx);
        ui.add_space(space::XL);
        let mut body = cx.t("import-nothing-body").into_owned();
        if cx.model.import.ignored > 0 {
            body.push(' ');
            body.push_str(&cx.format("import-ignored-files", crate::args!["count" => cx.model.import.ignored]));
        }
        let actions = vec![Button::primary(cx.t("import-clear"))];
        if widgets::empty_state(ui, Icon::Folder, cx.t("import-nothing-title"), body.into(), actions).is_some() {
            cx.act(Action::Import(ImportAction::Clear));
        }
    });
}

fn header(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let products = cx.format("count-products", crate::args!["count" => import.drafts().len()]).into_owned();
    let photos = cx.format("count-photos", crate::args!["count" => view.summary.photos]).into_owned();
    let found = cx.format("import-planned-count", crate::args!["products" => products, "photos" => photos]);
    title(ui, found, |ui| {
        if ui.add(Button::icon(Icon::Undo, cx.t("undo")).enabled(import.can_undo())).clicked() {
            cx.act(Action::Import(ImportAction::Undo));
        }
        if ui.add(Button::icon(Icon::Redo, cx.t("redo")).enabled(import.can_redo())).clicked() {
            cx.act(Action::Import(ImportAction::Redo));
        }
        ui.add(Text::new(cx.t("import-add-more")).color(theme::palette(ui).ink_soft).extend());
        if ui.add(Button::icon(Icon::Folder, cx.t("import-choose-folder"))).clicked() {
            cx.ask(Command::Platform(PlatformCommand::Pick(PickTarget::ImportFolder)));
        }
        if ui.add(Button::icon(Icon::Photo, cx.t("import-choose-photos"))).clicked() {
            cx.ask(Command::Platform(PlatformCommand::Pick(PickTarget::ImportPhotos)));
        }
        if ui.add(Button::quiet(cx.t("import-clear"))).clicked() {
            cx.act(Action::Import(ImportAction::Clear));
        }
    });
    if ignored::show(ui, view.ignored, cx) {
        view.ignored = !view.ignored;
        // Make room for the list.
        if view.ignored {
            view.defaults = Some(false);
        }
    }
}

/// The default values for all products. When collapsed, the values are shown beside the heading, so that none applies unseen.
fn defaults(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    // A sheet brings its own values, and its notice needs the room.
    let has_sheet = cx.model.import.sheet().overview().is_some();
    let open = view.defaults.unwrap_or(!has_sheet && ui.ctx().content_rect().height() > 620.0);
    let mut toggled = false;
    theme::card(ui).inner_margin(eframe::egui::Margin::symmetric(14, 8)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let heading = |ui: &mut Ui| {
            toggled = ui.add(Button::quiet(cx.t("import-defaults")).expands(open).small()).clicked();
            let filled = values(cx, cx.model.import.filled_defaults()).filter(|_| !open);
            match (filled, empty_fields_warning(cx)) {
                (Some(filled), _) => drop(ui.add(Text::new(filled).small().color(p.ink).truncate())),
                (None, Some(warning)) => {
                    Icon::Alert.show(ui, 15.0, p.warn.ink);
                    let warning = ui.add(Text::new(warning).small().color(p.warn.ink).truncate());
                    text::tooltip(warning, cx.t("import-empty-fields-help"));
                }
                (None, None) => drop(ui.add(Text::new(cx.t("import-defaults-help")).small().color(p.ink_soft).truncate())),
            }
        };
        sides(ui, 30.0, heading, |ui| templates::button(ui, &mut view.templates, cx));
        if open {
            // All in one row, as wide as there is room, so that their labels fit.
            let width = (ui.available_width() / DEFAULTS.len() as f32 - space::M).max(128.0);
            tiles(ui, width, DEFAULTS, |ui, field| default(ui, cx, field));
            previous_defaults(ui, cx);
            ui.add_space(space::XS);
        }
    });
    if toggled {
        view.defaults = Some(!open);
    }
}

/// Offers the default values of the previous import.
fn previous_defaults(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(values) = values(cx, cx.model.import.previous_defaults_on_offer()) else { return };
    let offer = cx.format("import-defaults-last", crate::args!["values" => values]);
    if ui.add(Button::quiet(offer).small()).clicked() {
        cx.act(Action::Import(ImportAction::UseLastDefaults));
    }
}

/// Formats default values as “Price 250,000, Stock 3”; `None` if there are none.
fn values<'a>(cx: &Cx<'_>, filled: impl Iterator<Item = (Wire, &'a str)>) -> Option<String> {
    let value = |(field, text): (Wire, &str)| {
        let value = cx.words.number_text(text);
        cx.format("import-default-value", crate::args!["field" => cx.words.field(field), "value" => value]).into_owned()
    };
    let values: Vec<_> = filled.map(value).collect();
    (!values.is_empty()).then(|| values.join(&cx.t("list-separator")))
}

/// A warning about fields that buyers decide by and that are still empty.
fn empty_fields_warning(cx: &Cx<'_>) -> Option<String> {
    let empty = SALE_FIELDS.into_iter().zip(cx.model.import.checks().empty()).filter(|(_, count)| *count > 0);
    let fields: Vec<_> = empty
        .map(|(field, count)| {
            cx.format("import-field-count", crate::args!["field" => cx.words.field(field), "count" => count]).into_owned()
        })
        .collect();
    (!fields.is_empty())
        .then(|| cx.format("import-empty-fields", crate::args!["fields" => fields.join(&cx.t("list-separator"))]).into_owned())
}

fn default(ui: &mut Ui, cx: &mut Cx<'_>, field: Wire) {
    let mut text = cx.model.import.default_text(field).to_owned();
    let error = (!text.trim().is_empty()).then(|| cx.model.import.default_error(field)).flatten().map(|error| cx.words.field_error(&error));
    let note = cx.toman_equivalent(field, &text).map(Into::into);
    let response = Field::new(cx.label(field)).note(note).error(error.map(Into::into)).show(ui, |ui, error| {
        let width = ui.available_width();
        ui.add(text::line_edit(("all products", field), &mut text).number(Some(cx.words)).width(width).margin(theme::EDITOR).error(error))
    });
    if response.changed() {
        cx.act(Action::Import(ImportAction::TypeDefault(field, text)));
    }
}

fn unusable_notice(ui: &mut Ui, view: &mut View, cx: &Cx<'_>) {
    if unusable::show(ui, view.problems, cx) {
        view.problems = !view.problems;
        // Make room for the list.
        if view.problems {
            view.defaults = Some(false);
        }
    }
}
