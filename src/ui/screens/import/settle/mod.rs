//! “Things to settle”: everything that the review asks or offers, in one panel beside its table. Nothing of it stands above the
//! table, so that nothing moves when something is asked or settled.

pub mod card;
mod things;

use std::collections::BTreeSet;

use eframe::egui::{Id, Key, Modifiers, Popup, Rect, Sense, Stroke, Ui, UiBuilder, pos2};

pub use self::things::{Thing, things};
use super::drafts;
use super::summary::Summary;
use super::{categories, defaults, grouping, ignored, known, naming, sheet, templates, unusable};
use crate::ui::focus::{self, Region};
use crate::ui::icons::Icon;
use crate::ui::layout::{column_layout, is_rtl, sides};
use crate::ui::model::{Action, Announcement, ImportAction};
use crate::ui::screens::Cx;
use crate::ui::screens::permission::{WRITE, scope_notice};
use crate::ui::scroll::Scroll;
use crate::ui::text::Text;
use crate::ui::theme::{self, size, space};
use crate::ui::widgets::{Button, Notice};

/// The width of the panel, in points.
const WIDTH: f32 = 320.0;
/// In a window narrower than this, in points, the panel lies over the table, and does not open by itself.
const BESIDE: f32 = 1000.0;
/// The height of its heading, in points.
const HEADING: f32 = 36.0;

/// What the panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// All that is to be settled, most urgent first.
    #[default]
    Things,
    Grouping,
    Names,
    Sheet,
    Defaults,
}

/// The panel's own state, with that of its cards.
#[derive(Default)]
pub struct View {
    is_open: bool,
    page: Page,
    /// The things for which it has opened by itself. Whoever closes it is not asked again for the same.
    met: BTreeSet<Thing>,
    /// Whether its first widget is to get the focus.
    wants_focus: bool,
    defaults: defaults::View,
    pub grouping: grouping::View,
    pub naming: naming::View,
    sheet: sheet::View,
    pub templates: templates::View,
    shows_unusable: bool,
    shows_ignored: bool,
}

impl View {
    /// Whether the panel shows this page.
    pub fn shows(&self, page: Page) -> bool {
        self.is_open && self.page == page
    }

    /// Shows a page, or closes the panel if it shows it already.
    pub fn toggle(&mut self, page: Page, takes_focus: bool) {
        self.is_open = !self.shows(page);
        (self.page, self.wants_focus) = (page, self.is_open && takes_focus);
        if self.is_open && page == Page::Names {
            self.naming.open();
        }
    }

    /// Shows what is to be settled, and gives its first widget the focus.
    pub fn go_to_things(&mut self) {
        (self.is_open, self.page, self.wants_focus) = (true, Page::Things, true);
    }
}

/// The panel's place, reserved before the table and drawn after it, so that the Tab key reaches it later.
pub struct Panel(Option<Rect>);

/// Reserves the space for the panel while it is open. It opens by itself when something new is to be settled and there is room
/// beside the table.
pub fn reserve(ui: &mut Ui, view: &mut View, things: &[Thing]) -> Panel {
    let is_beside = ui.ctx().content_rect().width() >= BESIDE;
    for thing in things {
        let is_new = view.met.insert(*thing);
        if is_new && is_beside && !view.is_open {
            (view.is_open, view.page) = (true, Page::Things);
        }
    }
    if !view.is_open {
        return Panel(None);
    }
    let room = ui.available_rect_before_wrap();
    let rtl = is_rtl(ui);
    let width = WIDTH.min(room.width());
    let left = if rtl { room.left() } else { room.right() - width };
    let panel = Rect::from_x_y_ranges(left..=left + width, room.y_range());
    Panel(Some(panel))
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
    pub fn show(self, ui: &mut Ui, view: &mut View, table: &mut drafts::View, summary: &Summary, opener: Option<Id>, cx: &mut Cx<'_>) {
        let Some(rect) = self.0 else { return };
        focus::enter(ui.ctx(), Region::Settle);
        let p = theme::palette(ui);
        // What lies below it is covered for the mouse, too.
        ui.interact(rect, Id::unique("things to settle"), Sense::CLICK | Sense::DRAG);
        ui.painter().rect_filled(rect, 0.0, p.canvas);
        let edge = if is_rtl(ui) { rect.right() - 0.5 } else { rect.left() + 0.5 };
        ui.painter().vline(edge, rect.y_range(), Stroke::new(1.0, p.line));
        let room = UiBuilder::new().id_salt("things to settle").max_rect(rect.shrink2(eframe::egui::vec2(space::M, space::XS)));
        let mut ui = ui.new_child(room.layout(column_layout(is_rtl(ui))));
        ui.shrink_clip_rect(rect);
        let mut closes = escapes(&ui);
        sides(
            &mut ui,
            HEADING,
            |ui| {
                let title = match view.page {
                    Page::Things => "settle-title",
                    Page::Grouping => "import-grouping",
                    Page::Names => "review-names",
                    Page::Sheet => "review-sheet",
                    Page::Defaults => "import-defaults",
                };
                ui.add(Text::new(cx.t(title)).strong().size(size::LARGE).truncate());
            },
            |ui| closes |= ui.add(Button::icon(Icon::Close, cx.t("settle-close")).small()).clicked(),
        );
        Scroll::new(("things to settle", view.page as u8)).show(&mut ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = space::S;
            page(ui, view, table, summary, cx);
            ui.add_space(space::M);
        });
        if view.wants_focus {
            // The button that closes it is the last one to go to.
            let first = focus::widgets_in(ui.ctx(), Region::Settle).into_iter().nth(1);
            if let Some(first) = first {
                focus::request(ui.ctx(), first);
                view.wants_focus = false;
            }
        }
        focus::enter(ui.ctx(), Region::Page);
        if closes {
            view.is_open = false;
            if let Some(opener) = opener {
                focus::request(ui.ctx(), opener);
            }
            ui.ctx().request_repaint();
        }
    }
}

/// Whether Escape was pressed in the panel, and nothing that is open over it takes it.
fn escapes(ui: &Ui) -> bool {
    let is_covered = !ui.is_enabled() || Popup::is_any_open(ui.ctx()) || ui.memory(|memory| memory.top_modal_layer().is_some());
    !is_covered && focus::is_in(ui.ctx(), Region::Settle) && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}

fn page(ui: &mut Ui, view: &mut View, table: &mut drafts::View, summary: &Summary, cx: &mut Cx<'_>) {
    match view.page {
        Page::Things => {
            scope_notice(ui, cx, WRITE);
            grouping::question_card(ui, &mut view.grouping, cx);
            sheet::cards(ui, &mut view.sheet, table, cx);
            incomplete(ui, table, cx);
            categories::gaps_card(ui, &mut table.categories, cx);
            naming::show(ui, &mut view.naming, cx, view.grouping.is_asking());
            view.shows_unusable ^= unusable::show(ui, view.shows_unusable, cx);
            known::known_card(ui, &summary.findings, &summary.like_sent, cx);
            defaults::values_card(ui, &mut view.defaults, &mut view.templates, cx);
            view.shows_ignored ^= ignored::show(ui, view.shows_ignored, cx);
            // Said once rather than for each photo.
            let data = cx.format("settle-photo-data", crate::args!["count" => summary.photos]);
            ui.add(Text::new(data).small().color(theme::palette(ui).ink_soft).wrap());
        }
        Page::Grouping => grouping::choices(ui, &mut view.grouping, cx),
        Page::Names => {
            naming::show(ui, &mut view.naming, cx, false);
            if !view.naming.is_open() {
                view.page = Page::Things;
            }
        }
        Page::Sheet => {
            sheet::cards(ui, &mut view.sheet, table, cx);
            sheet::none(ui, cx);
        }
        Page::Defaults => defaults::values_card(ui, &mut view.defaults, &mut view.templates, cx),
    }
}

/// The dialogs that cards have opened.
pub fn dialogs(ui: &Ui, view: &mut View, cx: &mut Cx<'_>) {
    sheet::dialogs(ui, &mut view.sheet, cx);
    templates::show(ui, &mut view.templates, cx);
    defaults::dialog(ui, &mut view.defaults, cx);
}

/// The products that cannot be sent yet: shown, with the cursor where the first of them is to be corrected, or taken out.
fn incomplete(ui: &mut Ui, table: &mut drafts::View, cx: &mut Cx<'_>) {
    let checks = cx.model.import.checks();
    let count = checks.incomplete().len();
    if count == 0 {
        return;
    }
    let reasons: Vec<_> = checks.reasons().map(|field| cx.words.field(field)).collect();
    let reasons = reasons.join(&cx.t("list-separator"));
    let title = cx.format("import-incomplete", crate::args!["count" => count, "reasons" => reasons]).into_owned();
    let (mut shows, mut removes) = (false, false);
    Notice::new(theme::palette(ui).warn, Icon::Alert, title).unannounced().stacked().show(ui, |ui| {
        shows = ui.add(Button::secondary(cx.t("settle-incomplete-show")).small()).clicked();
        // Apart from the button that only shows them, and not the first to get the focus.
        ui.add_space(space::S);
        removes = ui.add(Button::quiet(cx.t("import-incomplete-remove")).with_icon(Icon::Trash).small()).clicked();
    });
    if shows {
        table.go_to_incomplete();
        cx.act(Action::Announce(Announcement::Shown(count)));
    }
    if removes {
        cx.act(Action::Import(ImportAction::RemoveIncomplete));
    }
}
