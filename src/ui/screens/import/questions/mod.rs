//! “Things to settle”: everything that the review asks or offers, in one panel beside its table. Nothing of
//! it stands above the table, so that nothing moves when something is asked or answered.

pub mod defaults;
pub mod grouping;
pub mod naming;
mod open_questions;
pub mod templates;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::time::Duration;

use eframe::egui::{
    CursorIcon, Event, Id, Key, Modifiers, Popup, Rect, Sense, Stroke, Ui, UiBuilder, pos2, vec2,
};

pub use self::open_questions::{OpenQuestion, open_questions};
use super::summary::Summary;
use super::{card, categories, drafts, ignored, known, named, removal, sheet, unfinished, unusable};
use crate::i18n::without_direction_marks;
use crate::ui::screens::Cx;
use crate::ui::screens::permission::{WRITE, scope_notice};
use crate::worker::{ReviewPanel, Settings};
use vitrine_model::{Action, Announcement, ImportAction, ReviewAction};
use vitrine_text::Text;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column_layout, is_rtl, sides};
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, size, space};
use vitrine_widgets::{Button, Notice, belonging_to};

/// The width of the panel, in points, and within which limits it can be dragged.
const WIDTH: f32 = 320.0;
const WIDTHS: RangeInclusive<f32> = 280.0..=560.0;
/// Half the width of the place at its edge where it can be dragged, in points.
const GRAB: f32 = 4.0;
/// How long it is said that something was answered, in seconds.
const SAID_FOR: f64 = 3.0;
/// In a window narrower than this, in points, the panel lies over the table, and does not open by itself.
const BESIDE: f32 = 1000.0;
/// Whoever types no more for so long, in seconds, has seen the open questions.
const PAUSE: f64 = 1.0;
/// The height of its heading, in points.
const HEADING: f32 = 36.0;

/// What the panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// All open questions, most urgent first.
    #[default]
    Questions,
    Grouping,
    Names,
    Sheet,
    Defaults,
}

/// The panel's own state, with that of its cards.
///
/// It is large because it has a field for each card.
#[derive(Default)]
pub struct QuestionsView {
    is_open: bool,
    page: Page,
    /// The things for which it has opened by itself. Whoever closes it is not asked again for the same.
    met: BTreeSet<OpenQuestion>,
    /// Whether the person had closed it the last time, before this review: it does not open by itself then.
    begins_closed: Option<bool>,
    /// Whether the person has just opened or closed it.
    chosen: Option<bool>,
    /// Whether there was room beside the table in the last frame, and whether it closed by itself when there
    /// was none any more.
    was_beside: bool,
    gave_way: bool,
    /// Its width while it is dragged.
    dragged: Option<f32>,
    answered: AnsweredQuestions,
    /// Whether the first answer is to get the focus.
    wants_focus: bool,
    defaults: defaults::DefaultsView,
    pub grouping: grouping::GroupingView,
    pub naming: naming::NamingView,
    removal: removal::RemovalView,
    sheet: sheet::SheetView,
    pub templates: templates::TemplatesView,
    unusable: unusable::UnusableView,
    shows_ignored: bool,
    places: Places,
}

impl QuestionsView {
    /// Whether the panel shows this page.
    pub fn shows(&self, page: Page) -> bool {
        self.is_open && self.page == page
    }

    /// Shows a page, or closes the panel if it shows it already.
    pub fn toggle(&mut self, page: Page, takes_focus: bool) {
        self.is_open = !self.shows(page);
        self.gave_way = false;
        self.chosen = Some(self.is_open);
        (self.page, self.wants_focus) = (page, self.is_open && takes_focus);
        if self.is_open && page == Page::Names {
            self.naming.open();
        }
    }

    /// Where the most urgent question is answered.
    fn first_answer(&self) -> Option<Id> {
        let question = self.answered.last.first().filter(|_| self.page == Page::Questions)?;
        let of_card = || self.places.first_widgets.get(question.key()).copied();
        match question {
            OpenQuestion::SheetQuestion => self.sheet.first_answer.or_else(of_card),
            _ => of_card(),
        }
    }

    /// Shows the open questions, and gives the first answer the focus.
    pub fn go_to_things(&mut self) {
        (self.is_open, self.page, self.wants_focus) = (true, Page::Questions, true);
    }
}

/// What is said answered: what was there while nobody typed, and is gone. What half of a number brings
/// and the rest takes away was never there.
#[derive(Default)]
struct AnsweredQuestions {
    /// The open questions in the last frame, and what of it has stood.
    last: Vec<OpenQuestion>,
    stood: BTreeSet<OpenQuestion>,
    /// When somebody typed last.
    typed_at: Option<f64>,
    /// What was answered a moment ago, with the time until which that is said.
    recent: Vec<(OpenQuestion, f64)>,
    /// The plan in which somebody in the panel answered what a sheet means: the sheet is read again, and the
    /// focus is to come back.
    in_plan: Option<u64>,
}

impl AnsweredQuestions {
    /// Whether somebody has typed a moment ago.
    fn is_typing(&self, ui: &Ui) -> bool {
        let left = self.typed_at.map_or(0.0, |at| PAUSE - (ui.input(|input| input.time) - at));
        if left > 0.0 {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
        }
        left > 0.0
    }

    fn note(&mut self, questions: &[OpenQuestion], now: f64, is_typing: bool) {
        if self.typed_at.is_none_or(|at| now - at >= PAUSE) {
            self.stood.extend(&self.last);
        }
        let is_there = |question: &OpenQuestion| questions.contains(question);
        self.recent.extend(
            self.stood
                .iter()
                .filter(|question| !is_there(question))
                .map(|question| (*question, now + SAID_FOR)),
        );
        self.recent.retain(|(question, until)| *until > now && !is_there(question));
        self.stood.retain(is_there);
        self.last = questions.to_vec();
        self.typed_at = if is_typing { Some(now) } else { self.typed_at };
    }
}

/// The heights of the cards. While the pointer is in the panel, what lies below a card that has gone or has
/// become smaller stays where it is: the next click is meant for what was seen there. While somebody types,
/// half a number is wrong: no card comes until the field of the panel is left, or the typing pauses.
#[derive(Default)]
struct Places {
    heights: BTreeMap<&'static str, f32>,
    is_pointed_at: bool,
    is_typed_in: bool,
    /// What the card of incomplete products says.
    incomplete: Option<IncompleteWords>,
    /// The first widget of each card, as drawn last.
    first_widgets: BTreeMap<&'static str, Id>,
}

/// Which products cannot be sent yet, and why.
#[derive(Clone)]
struct IncompleteWords {
    title: String,
    names: String,
}

impl Places {
    /// Notes where the pointer and the focus are. A click out of a field ends before anything moves; who asks
    /// for the first card sees it.
    fn note(&mut self, ui: &Ui, panel: Rect, is_typing: bool, goes_to_first: bool) {
        let ctx = ui.ctx();
        // A menu of the panel is in front of it, and goes beyond it. While it is open, it stays in its place.
        let is_in_panel = ctx.pointer_hover_pos().is_some_and(|at| panel.contains(at));
        self.is_pointed_at = is_in_panel || (self.is_pointed_at && Popup::is_any_open(ctx));
        let is_typing = is_typing || focus::is_in(ctx, Region::Questions) && vitrine_text::is_typing(ctx);
        let is_clicking = ui.input(|input| input.pointer.any_down() || input.pointer.any_released());
        self.is_typed_in = !goes_to_first && (is_typing || self.is_typed_in && is_clicking);
    }

    /// Draws a card, in the height that it had at least.
    fn card(&mut self, ui: &mut Ui, card: &'static str, contents: impl FnOnce(&mut Ui)) {
        if self.is_typed_in && self.heights.get(card).is_some_and(|height| *height <= 0.0) {
            return;
        }
        let (top, before) = (ui.cursor().top(), focus::stops(ui.ctx()));
        contents(ui);
        let first = focus::widgets_since(ui.ctx(), before).first().copied();
        if let Some(first) = first {
            self.first_widgets.insert(card, first);
        }
        let height = ui.cursor().top() - top;
        let kept = self.heights.entry(card).or_default();
        if (self.is_pointed_at || self.is_typed_in) && *kept > height {
            ui.add_space(*kept - height);
        } else {
            *kept = height;
        }
    }
}

/// The panel's place, reserved before the table and drawn after it, so that the Tab key reaches it later.
pub struct Panel(Option<Rect>);

/// Reserves the space for the panel while it is open. It opens by itself when something new is asked
/// and there is room beside the table.
pub fn reserve(ui: &mut Ui, view: &mut QuestionsView, questions: &[OpenQuestion], cx: &mut Cx<'_>) -> Panel {
    let is_beside = ui.ctx().content_rect().width() >= BESIDE;
    let saved = cx.model.settings.review_panel;
    let begins_closed = *view.begins_closed.get_or_insert(saved.is_closed);
    note_answered(ui, view, questions);
    let plan = cx.model.import.review.plan_number();
    if view.answered.in_plan.take_if(|answered| *answered != plan).is_some() {
        view.wants_focus = view.is_open;
    }
    for question in questions {
        let is_new = view.met.insert(*question);
        if is_new && is_beside && !view.is_open && !begins_closed {
            (view.is_open, view.page) = (true, Page::Questions);
        }
    }
    give_way(ui, view, is_beside);
    if !view.is_open {
        return Panel(None);
    }
    let room = ui.available_rect_before_wrap();
    let rtl = is_rtl(ui);
    let width = view
        .dragged
        .or(saved.width.map(f32::from))
        .unwrap_or(WIDTH)
        .clamp(*WIDTHS.start(), *WIDTHS.end())
        .min(room.width());
    let left = if rtl { room.left() } else { room.right() - width };
    let panel = Rect::from_x_y_ranges(left..=left + width, room.y_range());
    Panel(Some(panel))
}

/// Where the window, or its zoom, leaves no room beside the table any more, the panel would cover the cell
/// that is being edited: it closes, unless the focus is in it, and opens again with the room.
fn give_way(ui: &Ui, view: &mut QuestionsView, is_beside: bool) {
    let was_beside = std::mem::replace(&mut view.was_beside, is_beside);
    if was_beside && !is_beside && view.is_open && !focus::is_in(ui.ctx(), Region::Questions) {
        (view.is_open, view.gave_way) = (false, true);
    } else if is_beside && std::mem::take(&mut view.gave_way) {
        view.is_open = true;
    }
}

impl Panel {
    /// The room that the panel leaves to the table.
    pub fn rest(&self, ui: &Ui) -> Rect {
        let room = ui.available_rect_before_wrap();
        match self.0 {
            Some(panel) if ui.ctx().content_rect().width() >= BESIDE => {
                if is_rtl(ui) {
                    Rect::from_min_max(pos2(panel.right(), room.top()), room.max)
                } else {
                    Rect::from_min_max(room.min, pos2(panel.left(), room.bottom()))
                }
            }
            _ => room,
        }
    }

    /// Draws the panel. `opener` gets the focus when it is closed.
    pub fn show(
        self,
        ui: &mut Ui,
        view: &mut QuestionsView,
        table: &mut drafts::DraftsView,
        summary: &Summary,
        opener: Option<Id>,
        cx: &mut Cx<'_>,
    ) {
        let Some(rect) = self.0 else { return };
        focus::enter(ui.ctx(), Region::Questions);
        let p = theme::palette(ui);
        // What lies below it is covered for the mouse, too.
        ui.interact(rect, Id::unique("things to settle"), Sense::CLICK | Sense::DRAG);
        ui.painter().rect_filled(rect, 0.0, p.canvas);
        let (edge, is_held) = drag_edge(ui, view, rect, cx);
        let line = if is_held { Stroke::new(2.0, p.accent) } else { Stroke::new(1.0, p.line) };
        ui.painter().vline(edge, rect.y_range(), line);
        let room =
            UiBuilder::new().id_salt("things to settle").max_rect(rect.shrink2(vec2(space::M, space::XS)));
        let mut ui = ui.new_child(room.layout(column_layout(is_rtl(ui))));
        ui.shrink_clip_rect(rect);
        let is_typing = view.answered.is_typing(&ui);
        view.places.note(&ui, rect, is_typing, view.wants_focus);
        let mut closes = escapes(&ui);
        sides(
            &mut ui,
            HEADING,
            |ui| {
                let title = match view.page {
                    Page::Questions => "settle-title",
                    Page::Grouping => "import-grouping",
                    Page::Names => "import-name-by-pattern",
                    Page::Sheet => "review-sheet",
                    Page::Defaults => "import-defaults",
                };
                if view.page != Page::Questions || !answered(ui, view, cx) {
                    ui.add(Text::new(cx.t(title)).strong().size(size::LARGE).truncate());
                }
            },
            |ui| closes |= ui.add(Button::icon(Icon::Close, cx.t("settle-close")).small()).clicked(),
        );
        Scroll::new(("things to settle", view.page as u8)).reopen_at_top().show(&mut ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = space::S;
            let before = cx.actions.len();
            page(ui, view, table, summary, cx);
            let is_of_sheet = |action: &Action| {
                matches!(action, Action::Import(ImportAction::Review(ReviewAction::Sheet(_))))
            };
            if focus::is_in(ui.ctx(), Region::Questions) && cx.actions[before..].iter().any(is_of_sheet) {
                view.answered.in_plan = Some(cx.model.import.review.plan_number());
            }
            ui.add_space(space::M);
        });
        if view.wants_focus {
            // The button that closes it is the last one to go to.
            let first = focus::widgets_in(ui.ctx(), Region::Questions).into_iter().nth(1);
            if let Some(widget) = view.first_answer().or(first) {
                focus::request(ui.ctx(), widget);
                view.wants_focus = false;
            }
        }
        focus::enter(ui.ctx(), Region::Page);
        if closes {
            (view.is_open, view.chosen) = (false, Some(false));
            if let Some(opener) = opener {
                focus::request(ui.ctx(), opener);
            }
            ui.ctx().request_repaint();
        }
    }
}

/// The edge beside the table, where the panel is dragged to another width; a double click gives it its own
/// width back. Returns its place, and whether it is held.
fn drag_edge(ui: &Ui, view: &mut QuestionsView, panel: Rect, cx: &mut Cx<'_>) -> (f32, bool) {
    let rtl = is_rtl(ui);
    let edge = if rtl { panel.right() - 0.5 } else { panel.left() + 0.5 };
    let grab = Rect::from_x_y_ranges(edge - GRAB..=edge + GRAB, panel.y_range());
    let response = ui.interact(grab, Id::unique("edge of the things to settle"), Sense::CLICK | Sense::DRAG);
    let settings = &cx.model.settings;
    let mut save = |width: Option<u16>| {
        let review_panel = ReviewPanel { width, ..settings.review_panel };
        cx.actions.push(Action::Settings(Settings { review_panel, ..settings.clone() }));
    };
    if response.double_clicked() {
        view.dragged = None;
        save(None);
    } else if response.dragged()
        && let Some(at) = response.interact_pointer_pos()
    {
        let width = if rtl { at.x - panel.left() } else { panel.right() - at.x };
        view.dragged = Some(width.clamp(*WIDTHS.start(), *WIDTHS.end()));
    } else if let Some(width) = view.dragged.take() {
        save(Some(width as u16));
    }
    let is_held = response.hovered() || response.dragged();
    response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
    (edge, is_held)
}

/// Notes what was answered since the last frame, to say so for a moment.
fn note_answered(ui: &Ui, view: &mut QuestionsView, questions: &[OpenQuestion]) {
    let is_text =
        |event: &Event| matches!(event, Event::Text(_) | Event::Paste(_) | Event::Key { pressed: true, .. });
    let (now, is_typing) = ui.input(|input| (input.time, input.events.iter().any(is_text)));
    view.answered.note(questions, now, is_typing);
    if let Some((_, until)) = view.answered.recent.first() {
        ui.ctx().request_repaint_after(Duration::from_secs_f64((until - now).max(0.0)));
    }
}

/// Saves whether the panel is open, if the person has just opened or closed it.
pub fn remember(view: &mut QuestionsView, cx: &mut Cx<'_>) {
    let Some(is_open) = view.chosen.take() else { return };
    let settings = &cx.model.settings;
    if settings.review_panel.is_closed == is_open {
        let review_panel = ReviewPanel { is_closed: !is_open, ..settings.review_panel };
        cx.act(Action::Settings(Settings { review_panel, ..settings.clone() }));
    }
    // Opened again, it opens by itself, too.
    view.begins_closed = view.begins_closed.filter(|_| !is_open).or(Some(false));
}

/// Whether Escape was pressed in the panel, and nothing that is open over it takes it.
fn escapes(ui: &Ui) -> bool {
    let is_covered = !ui.is_enabled()
        || Popup::is_any_open(ui.ctx())
        || ui.memory(|memory| memory.top_modal_layer().is_some());
    !is_covered
        && focus::is_in(ui.ctx(), Region::Questions)
        && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}

fn page(
    ui: &mut Ui,
    view: &mut QuestionsView,
    table: &mut drafts::DraftsView,
    summary: &Summary,
    cx: &mut Cx<'_>,
) {
    match view.page {
        Page::Questions => things_page(ui, view, table, summary, cx),
        Page::Grouping => grouping::choices(ui, &mut view.grouping, cx),
        Page::Names => {
            naming::show(ui, &mut view.naming, naming::Named::All, cx);
            if !view.naming.is_open() {
                view.page = Page::Questions;
            }
        }
        Page::Sheet => {
            sheet::cards(ui, &mut view.sheet, table, &summary.sheets, cx);
            sheet::none(ui, cx);
        }
        Page::Defaults => {
            defaults::previous_defaults(ui, cx);
            defaults::values_card(ui, &mut view.defaults, &mut view.templates, cx);
            card::frame(ui, |ui| defaults::texts(ui, &mut view.defaults, cx));
        }
    }
}

fn things_page(
    ui: &mut Ui,
    view: &mut QuestionsView,
    table: &mut drafts::DraftsView,
    summary: &Summary,
    cx: &mut Cx<'_>,
) {
    let mut places = std::mem::take(&mut view.places);
    let is_asked = view.sheet.has_asked(cx);
    places.card(ui, "last values", |ui| defaults::previous_defaults(ui, cx));
    places.card(ui, "permission", |ui| scope_notice(ui, cx, WRITE));
    places.card(ui, "settle-unfinished", |ui| {
        if let Some(left) = cx.model.import.run.unfinished {
            unfinished::show(ui, cx, left, true);
        }
    });
    places.card(ui, "settle-grouping", |ui| grouping::question_card(ui, &mut view.grouping, cx));
    if is_asked {
        places.card(ui, "settle-sheet-question", |ui| {
            sheet::cards(ui, &mut view.sheet, table, &summary.sheets, cx);
        });
    } else {
        places.card(ui, "settle-sheet-question", |_| {});
    }
    let mut words = places.incomplete.take().filter(|_| places.is_typed_in);
    places.card(ui, "settle-incomplete", |ui| incomplete(ui, &mut words, table, &mut view.removal, cx));
    places.incomplete = words;
    places.card(ui, "settle-categories", |ui| categories::gaps_card(ui, &mut table.categories, cx));
    let nameless = naming::Named::Nameless { is_asking: view.grouping.is_asking() };
    places.card(ui, "settle-names", |ui| naming::show(ui, &mut view.naming, nameless, cx));
    if !is_asked {
        places.card(ui, "settle-sheet", |ui| sheet::cards(ui, &mut view.sheet, table, &summary.sheets, cx));
    }
    places.card(ui, "settle-unusable", |ui| unusable::show(ui, &mut view.unusable, &summary.unusable, cx));
    places.card(ui, "settle-findings", |ui| {
        known::known_card(ui, &mut view.removal, &summary.findings, &summary.like_sent, cx);
    });
    places.card(ui, "settle-empty", |ui| {
        belonging_to(ui, &cx.t("review-defaults-title"), |ui| {
            defaults::values_card(ui, &mut view.defaults, &mut view.templates, cx);
        });
    });
    view.shows_ignored ^= ignored::show(ui, view.shows_ignored, cx);
    // Said once rather than for each photo.
    if summary.new_photos > 0 {
        let data = cx.format("settle-photo-data", crate::args!["count" => summary.new_photos]);
        ui.add(Text::new(data).small().color(theme::palette(ui).ink_soft).wrap());
    }
    view.places = places;
}

/// What was answered a moment ago, in place of the heading, so that no card moves once more. Returns whether
/// there is something.
fn answered(ui: &mut Ui, view: &QuestionsView, cx: &Cx<'_>) -> bool {
    let Some((question, _)) = view.answered.recent.last() else { return false };
    let ink = theme::palette(ui).good.ink;
    let said = cx.format(
        "settle-settled",
        crate::args!["thing" => without_direction_marks(&cx.t(question.key())).into_owned()],
    );
    Icon::Check.show(ui, size::LARGE, ink);
    vitrine_text::tooltip(ui.add(Text::new(said.as_ref()).color(ink).truncate()), said.as_ref());
    true
}

/// The dialogs that cards have opened.
pub fn dialogs(ui: &Ui, view: &mut QuestionsView, cx: &mut Cx<'_>) {
    sheet::dialogs(ui, &mut view.sheet, cx);
    templates::show(ui, &mut view.templates, cx);
    defaults::dialog(ui, &mut view.defaults, cx);
    removal::show(ui, &mut view.removal, cx);
}

/// The products that cannot be sent yet: named, and shown with the cursor where the first of them is to be
/// corrected. Taking them out lists them first.
fn incomplete(
    ui: &mut Ui,
    words: &mut Option<IncompleteWords>,
    table: &mut drafts::DraftsView,
    removal: &mut removal::RemovalView,
    cx: &mut Cx<'_>,
) {
    let checks = cx.model.import.review.checks();
    let count = checks.incomplete().len();
    if count == 0 {
        return;
    }
    let now = || {
        let told = crate::args!["count" => count, "reasons" => named::reasons(cx)];
        let title = cx.format("import-incomplete", told).into_owned();
        IncompleteWords { title, names: named::products(checks.incomplete(), cx) }
    };
    let IncompleteWords { title, names } = words.get_or_insert_with(now).clone();
    let p = theme::palette(ui);
    let (mut shows, mut removes) = (false, false);
    Notice::new(p.warn, Icon::Alert, title).unannounced().stacked().show(ui, |ui| {
        ui.add(Text::new(names.as_str()).small().color(p.ink).wrap());
        let show = ui.add(Button::secondary(cx.t("settle-incomplete-show")).small());
        vitrine_text::describe(&show, names.as_str());
        shows = show.clicked();
        // Apart from the button that only shows them, and not the first to get the focus.
        ui.add_space(space::L);
        let label = cx.format("import-incomplete-remove", crate::args!["count" => count]);
        removes = ui.add(Button::quiet(label).with_icon(Icon::Trash).small()).clicked();
    });
    if shows {
        table.go_to_incomplete();
        cx.act(Action::Announce(Announcement::Shown(count)));
    }
    if removes {
        removal.ask(checks.incomplete().to_vec(), cx);
    }
}
