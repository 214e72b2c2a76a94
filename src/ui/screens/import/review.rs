//! The review: the products as they would be created, to be checked and corrected before anything is sent.

use std::collections::HashMap;
use std::time::Duration;

use eframe::egui::Ui;

use super::start_bar::{self, StartBar};
use super::{categories, defaults, drafts, grouping, ignored, known, naming, photo_strip, sheet, templates, unpriced, unusable};
use crate::ui::icons::Icon;
use crate::ui::model::{Action, ImportAction, PhotoFindings, PhotoOutcome};
use crate::ui::screens::Cx;
use crate::ui::screens::frame::{BottomBar, fixed_page, page, title};
use crate::ui::screens::permission::{WRITE, scope_notice};
use crate::ui::text::Text;
use crate::ui::theme::{self, space};
use crate::ui::widgets::{self, Button};
use crate::worker::{Command, PickTarget, PictureKey, PlatformCommand};

/// The screen's own state.
#[derive(Default)]
pub struct View {
    defaults: defaults::View,
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
        defaults::show(ui, &mut view.defaults, &mut view.templates, cx);
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
    defaults::dialog(ui, &mut view.defaults, cx);
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
            body.push('.');
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
            view.defaults.fold();
        }
    }
}

fn unusable_notice(ui: &mut Ui, view: &mut View, cx: &Cx<'_>) {
    if unusable::show(ui, view.problems, cx) {
        view.problems = !view.problems;
        // Make room for the list.
        if view.problems {
            view.defaults.fold();
        }
    }
}
