//! The two bars above the review's table: what is found, filtered and added; and how the products were made.

use eframe::egui::{Rect, Stroke, Ui, UiBuilder, vec2};

use super::questions::{self, Page, defaults};
use super::{drafts, phone, sheet};
use crate::i18n::Messages;
use crate::ui::commands::UiCommand;
use crate::ui::screens::{Cx, rows};
use crate::worker::PhoneCommand;
use vitrine_model::{Action, ImportAction, ReviewAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column_layout, is_rtl, row_layout, sides};
use vitrine_widgets::scroll::scroll_sideways;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{self as widgets, Button, check, focus, menu};

/// The heights of the bars, in points.
const TOOLS: f32 = 44.0;
const PARTS: f32 = 36.0;
/// The width of a menu, in points.
const MENU: f32 = 240.0;
/// The space at both ends of a bar, in points.
const MARGIN: f32 = 16.0;
/// The narrowest upper bar with buttons to undo and redo, in points; a narrower one has them in a menu.
const ROOM_FOR_UNDO: f32 = 420.0;
/// The longest state that a button says, in points.
const STATE: f32 = 150.0;

/// Draws a bar over the whole width.
fn bar(ui: &mut Ui, high: f32, id: &str, contents: impl FnOnce(&mut Ui)) {
    let room = ui.available_rect_before_wrap();
    let rect = Rect::from_min_size(room.min, vec2(room.width(), high));
    ui.advance_cursor_after_rect(rect);
    let inner =
        UiBuilder::new().id_salt(id).max_rect(rect.shrink2(vec2(MARGIN, 0.0))).layout(row_layout(is_rtl(ui)));
    let mut ui = ui.new_child(inner);
    ui.spacing_mut().item_spacing.x = space::XS;
    contents(&mut ui);
}

/// The upper bar: what there is, how to find it, undo, what can be added, and the rest.
pub fn tools(ui: &mut Ui, table: &mut drafts::DraftsView, photos: usize, cx: &mut Cx<'_>) {
    bar(ui, TOOLS, "tools of the review", |ui| {
        let import = &cx.model.import;
        let products =
            cx.format("count-products", crate::args!["count" => import.review.drafts().len()]).into_owned();
        let photos = cx.format("count-photos", crate::args!["count" => photos]).into_owned();
        let found = cx
            .format("import-planned-count", crate::args!["products" => products, "photos" => photos])
            .into_owned();
        let mut acts = Vec::new();
        let has_undo = ui.available_width() >= ROOM_FOR_UNDO;
        sides(
            ui,
            TOOLS,
            |ui| {
                let room = ui.available_width();
                let heading = Text::new(found.as_str()).strong().truncate();
                ui.scope(|ui| {
                    ui.set_max_width((room * if has_undo { 0.4 } else { 0.25 }).min(260.0));
                    widgets::page_heading(ui, heading);
                });
                ui.add_space(space::S);
                drafts::find_and_filter(ui, table, cx);
            },
            |ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                if has_undo {
                    undo_and_redo(ui, UiCommand::icon_button, &mut acts, cx);
                }
                let add = if has_undo {
                    Button::quiet(cx.t("review-add")).with_icon(Icon::Down).small()
                } else {
                    Button::icon(Icon::Create, cx.t("review-add"))
                };
                let add = ui.add(add);
                menu(&add, MENU, |ui| {
                    ui.with_layout(column_layout(is_rtl(ui)), |ui| add_menu(ui, &mut acts, cx)).inner
                });
                let more = ui.add(Button::icon(Icon::More, cx.t("review-more")));
                menu(&more, MENU, |ui| {
                    let contents = |ui: &mut Ui| {
                        !has_undo && undo_and_redo(ui, in_menu, &mut acts, cx) || more_menu(ui, &mut acts, cx)
                    };
                    ui.with_layout(column_layout(is_rtl(ui)), contents).inner
                });
            },
        );
        acts.into_iter().for_each(|action| cx.act(action));
    });
}

fn in_menu(command: UiCommand, words: &Messages) -> Button<'_> {
    command.quiet(words).small()
}

/// The buttons to undo and redo, made of their commands by `button`. Returns whether one was pressed.
fn undo_and_redo(
    ui: &mut Ui,
    button: impl Fn(UiCommand, &Messages) -> Button<'_>,
    acts: &mut Vec<Action>,
    cx: &Cx<'_>,
) -> bool {
    let import = &cx.model.import;
    let commands = [
        (UiCommand::Undo, ImportAction::Undo, import.can_undo()),
        (UiCommand::Redo, ImportAction::Redo, import.can_redo()),
    ];
    let before = acts.len();
    for (command, action, is_possible) in commands {
        if ui.add(button(command, cx.words).enabled(is_possible)).clicked() {
            acts.push(Action::Import(action));
        }
    }
    acts.len() > before
}

fn add_menu(ui: &mut Ui, acts: &mut Vec<Action>, cx: &Cx<'_>) -> bool {
    if ui.add(Button::quiet(cx.t("phone-open")).with_icon(Icon::Phone).small()).clicked() {
        acts.push(Action::Phone(PhoneCommand::Open { network: None }));
        return true;
    }
    for command in [UiCommand::ChooseFolder, UiCommand::ChoosePhotos, UiCommand::Paste] {
        if ui.add(command.quiet(cx.words).small()).clicked() {
            acts.extend(command.action(cx.model, cx.words));
            return true;
        }
    }
    false
}

fn more_menu(ui: &mut Ui, acts: &mut Vec<Action>, cx: &Cx<'_>) -> bool {
    let mut chosen = false;
    if ui.add(Button::quiet(cx.t("sheet-template")).with_icon(Icon::File).small()).clicked() {
        acts.push(sheet::template(cx));
        chosen = true;
    }
    if ui.add(Button::quiet(cx.t("cards-print")).with_icon(Icon::File).small()).clicked() {
        acts.push(phone::print_cards(cx));
        chosen = true;
    }
    if ui.add(UiCommand::StartOver.quiet(cx.words).small()).clicked() {
        acts.push(Action::Import(ImportAction::Clear));
        chosen = true;
    }
    // The menu stays open, with the box ticked: what is created twice is chosen by a person who sees it.
    let again = cx.model.import.review.known().again;
    let box_of_all = check(ui, again, cx.t("import-again"));
    if vitrine_text::tooltip(box_of_all, cx.t("import-again-help")).clicked() {
        acts.push(Action::Import(ImportAction::Review(ReviewAction::Again(!again))));
    }
    chosen
}

/// The lower bar: a button for each part of how the products were made, which says how that is now. While
/// products are selected, it has what can be done to them instead.
pub fn parts(
    ui: &mut Ui,
    table: &mut drafts::DraftsView,
    panel: &mut questions::QuestionsView,
    cx: &mut Cx<'_>,
) {
    let p = theme::palette(ui);
    let top = ui.cursor().top();
    let across = ui.available_rect_before_wrap().x_range();
    bar(ui, PARTS, "parts of the review", |ui| {
        if table.has_selection() {
            return table.selection_bar(ui, cx);
        }
        let parts = parts_of_the_review(cx);
        let room = ui.available_width();
        let longest = [Label::State, Label::Name, Label::Short]
            .into_iter()
            .find(|label| width(ui, cx, &parts, *label) <= room);
        if let Some(label) = longest {
            part_buttons(ui, table, panel, (&parts, label), cx);
        } else {
            let wide = width(ui, cx, &parts, Label::Short);
            scroll_sideways(ui, "parts of the review", wide, |ui, _| {
                ui.with_layout(row_layout(is_rtl(ui)), |ui| {
                    part_buttons(ui, table, panel, (&parts, Label::Short), cx);
                });
            });
        }
    });
    ui.painter().hline(across, top + PARTS - 0.5, Stroke::new(1.0, p.line));
}

/// A part of how the products were made.
struct ArrangementPart {
    page: Page,
    /// The message with its name.
    name: &'static str,
    /// The message with some words of its name, for where there is little room.
    short: &'static str,
    /// How it is now.
    state: Option<String>,
}

/// What the buttons of the parts say; a screen reader says the name.
#[derive(Clone, Copy)]
enum Label {
    State,
    Name,
    Short,
}

fn parts_of_the_review(cx: &Cx<'_>) -> [ArrangementPart; 4] {
    let part = |page, name, short, state| ArrangementPart { page, name, short, state };
    let grouping = cx.words.grouping(cx.model.import.review.grouping()).into_owned();
    [
        part(Page::Grouping, "import-grouping", "review-grouping", Some(grouping)),
        part(Page::Names, "import-name-by-pattern", "review-names", None),
        part(Page::Sheet, "review-sheet", "review-sheet", sheet::summary(cx)),
        part(Page::Defaults, "import-defaults", "review-defaults", defaults::applied(cx)),
    ]
}

/// The width of all buttons, in points.
fn width(ui: &Ui, cx: &Cx<'_>, parts: &[ArrangementPart], label: Label) -> f32 {
    let gap = ui.spacing().item_spacing.x;
    let others: f32 = ["review-columns", "review-rows"]
        .map(|key| Button::quiet(cx.t(key)).expands(false).small().width(ui) + gap)
        .iter()
        .sum();
    let button = |part: &ArrangementPart| {
        Button::quiet(said(ui, cx, part, label)).expands(false).small().width(ui) + gap
    };
    parts.iter().map(button).sum::<f32>() + others
}

fn said(ui: &Ui, cx: &Cx<'_>, part: &ArrangementPart, label: Label) -> String {
    let name = cx.t(part.name);
    match (label, &part.state) {
        (Label::State, Some(state)) => cx
            .format("review-part", crate::args!["part" => name.as_ref(), "state" => shortened(ui, state)])
            .into_owned(),
        (Label::State | Label::Name, _) => name.into_owned(),
        (Label::Short, _) => cx.t(part.short).into_owned(),
    }
}

fn part_buttons(
    ui: &mut Ui,
    table: &mut drafts::DraftsView,
    panel: &mut questions::QuestionsView,
    (parts, label): (&[ArrangementPart], Label),
    cx: &mut Cx<'_>,
) {
    for part in parts {
        // The values, which are said while they are typed, stand last: nothing moves beside them.
        if part.page == Page::Defaults {
            if ui.add(Button::quiet(cx.t("review-columns")).small()).clicked() {
                table.choose_columns();
            }
            rows::choice(ui, cx);
        }
        let button =
            Button::quiet(said(ui, cx, part, label)).expands(panel.shows(part.page)).named(cx.t(part.name));
        let button = ui.add(button.identity(part.name).small());
        if let Some(state) = &part.state {
            vitrine_text::tooltip(button.clone(), state.as_str());
        }
        if button.clicked() {
            panel.toggle(part.page, focus::is_visible(ui.ctx()));
        }
    }
}

/// The state, cut where it has no room.
fn shortened(ui: &Ui, state: &str) -> String {
    let fits = |text: &str| Text::new(text).small().extend().galley(ui, f32::INFINITY).size().x <= STATE;
    if fits(state) {
        return state.to_owned();
    }
    let mut cut: String = state.chars().take(28).collect();
    while !cut.is_empty() && !fits(&cut) {
        cut.pop();
    }
    format!("{}…", cut.trim_end())
}
