//! Choosing a category: find-as-you-type over the leaves, with the full path of each; pinned and recent ones
//! first.

use crate::ui::outcome;
use std::sync::Arc;

use eframe::egui::{Align2, CornerRadius, Key, Modifiers, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use crate::i18n::without_direction_marks;
use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use crate::worker::{CategoryCommand, Command};
use vitrine_domain::category::CategoryTree;
use vitrine_model::Categories;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{is_rtl, split_leading};
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, round, space};
use vitrine_widgets::{Answer, Button, Dialog};

const DIALOG: &str = "category";
/// The height of a category, in points: its title, and the path above it.
const ROW: f32 = 46.0;
/// The height of the list in a high window, in points; and the height of what is around it in the dialog.
const LIST_HEIGHT: f32 = 322.0;
const CHROME_HEIGHT: f32 = 340.0;
/// More than anybody reads: whoever sees that many types another letter.
const MAX_FOUND: usize = 200;
/// How many categories Page Up and Page Down move.
const PAGE: usize = 6;

/// The picker's own state.
#[derive(Default)]
pub struct Picker {
    query: String,
    selected: usize,
    found: Found,
    /// Whether the selected category is to be scrolled into view.
    scrolls: bool,
    /// The greatest height of what was found: fewer move nothing.
    height: f32,
}

/// The categories that were found.
#[derive(Default)]
struct Found {
    /// What they were found for: the tree, the text, and the categories that come first.
    made_for: Option<(usize, String, Vec<i64>)>,
    ids: Vec<i64>,
}

/// How the picker was closed.
pub enum Picked {
    Category(i64),
    Nothing,
}

impl Picker {
    /// Draws the picker in a dialog; `chosen` is the category that is chosen now, and `more` is drawn below
    /// the list.
    pub fn show(
        &mut self,
        ui: &Ui,
        cx: &mut Cx<'_>,
        title: &str,
        chosen: Option<i64>,
        more: impl FnOnce(&mut Ui, &mut Cx<'_>),
    ) -> Option<Picked> {
        let mut picked = None;
        let dialog = Dialog::new(DIALOG, title, cx.t("cancel")).focus_contents();
        let answer = dialog.show(ui, |ui| {
            picked = self.contents(ui, cx, chosen);
            more(ui, cx);
        });
        match (picked, answer) {
            (Some(id), _) => {
                Self::close(ui);
                Some(Picked::Category(id))
            }
            (None, Some(Answer::Confirmed | Answer::Cancelled)) => Some(Picked::Nothing),
            (None, None) => None,
        }
    }

    /// Closes the dialog.
    pub fn close(ui: &Ui) {
        Dialog::close(ui, DIALOG);
    }

    fn contents(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, chosen: Option<i64>) -> Option<i64> {
        let known = &cx.model.categories;
        let Some(tree) = known.market_categories.tree.clone() else {
            unavailable(ui, cx);
            return None;
        };
        self.find(&tree, known, chosen);
        let keys = self.take_keys(ui);
        let hint = cx.t("category-find-hint");
        let edit = vitrine_text::line_edit("find a category", &mut self.query)
            .hint(hint)
            .width(ui.available_width());
        let editor = ui
            .add(edit.margin(theme::EDITOR))
            .accessible_name(without_direction_marks(&cx.t("category-find")).into_owned());
        if editor.changed() {
            self.selected = 0;
            self.scrolls = true;
            self.find(&tree, known, None);
        }
        let selected = self.found.ids.get(self.selected).copied();
        let top = ui.cursor().top();
        match selected {
            // The focus stays in the editor, so that the selected category is its description.
            Some(id) => vitrine_text::describe(&editor, &tree.path(id).unwrap_or_default()),
            None => {
                let none = cx.format("category-none-found", crate::args!["query" => self.query.trim()]);
                ui.add(Text::new(none).color(theme::palette(ui).ink_soft).wrap().announced(false));
            }
        }
        let pressed = self.list(ui, cx, &tree);
        self.height = self.height.max(ui.cursor().top() - top);
        ui.add_space(top + self.height - ui.cursor().top() + space::S);
        footer(ui, cx, self.found.ids.len() >= MAX_FOUND);
        match keys {
            Some(Pressed::Choose) => selected.or(pressed),
            Some(Pressed::Pin) => {
                if let Some(category) = selected {
                    pin(cx, category);
                }
                pressed
            }
            None => pressed,
        }
    }

    /// Finds the categories, if anything changed. `begin_at` is selected when they are found for the first
    /// time.
    fn find(&mut self, tree: &Arc<CategoryTree>, known: &Categories, begin_at: Option<i64>) {
        let preferred = known.choices.preferred();
        let tree = Arc::as_ptr(tree).addr();
        let is_current = |(of, query, first): &(usize, String, Vec<i64>)| {
            (*of, query, first) == (tree, &self.query, &preferred)
        };
        if self.found.made_for.as_ref().is_some_and(is_current) {
            return;
        }
        let is_first = self.found.made_for.is_none();
        let before = self.found.ids.get(self.selected).copied();
        self.found.ids = known.index.find(&self.query, MAX_FOUND, &preferred);
        // A category that was pinned stays selected, wherever it is now.
        let wanted = if is_first {
            begin_at
        } else {
            before.filter(|_| self.found.made_for.as_ref().is_some_and(|(_, query, _)| *query == self.query))
        };
        let at = wanted.and_then(|id| self.found.ids.iter().position(|found| *found == id));
        self.selected = at.unwrap_or(0);
        self.scrolls = true;
        self.found.made_for = Some((tree, self.query.clone(), preferred));
    }

    /// Takes the keys of the list out of the input.
    fn take_keys(&mut self, ui: &Ui) -> Option<Pressed> {
        if !vitrine_text::is_typing(ui.ctx()) {
            return None;
        }
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let last = self.found.ids.len().saturating_sub(1);
        let before = self.selected;
        for (key, to) in [
            (Key::ArrowDown, (before + 1).min(last)),
            (Key::ArrowUp, before.saturating_sub(1)),
            (Key::PageDown, (before + PAGE).min(last)),
            (Key::PageUp, before.saturating_sub(PAGE)),
        ] {
            if pressed(key) {
                (self.selected, self.scrolls) = (to, true);
            }
        }
        if UiCommand::PinCategory.consume_keys(ui.ctx()) {
            return Some(Pressed::Pin);
        }
        UiCommand::ChooseCategory.consume_keys(ui.ctx()).then_some(Pressed::Choose)
    }

    /// The categories, of which only those in sight are drawn. Returns the one that was clicked.
    fn list(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, tree: &CategoryTree) -> Option<i64> {
        // Whole rows, so that none is cut.
        let rows = ((ui.ctx().content_rect().height() - CHROME_HEIGHT).clamp(2.0 * ROW, LIST_HEIGHT)
            / (ROW + 2.0))
            .floor()
            .max(1.0);
        let room = rows * (ROW + 2.0) - 2.0;
        ui.spacing_mut().item_spacing.y = 2.0;
        let mut clicked = None;
        let ids = std::mem::take(&mut self.found.ids);
        let scrolls = std::mem::take(&mut self.scrolls);
        Scroll::new("categories").up_to(room).show_viewport(ui, |ui, seen| {
            let step = ROW + 2.0;
            let (whole, _) = ui.allocate_exact_size(
                vec2(ui.available_width(), (step * ids.len() as f32 - 2.0).max(0.0)),
                Sense::empty(),
            );
            let place = |index: usize| {
                Rect::from_min_size(whole.min + vec2(0.0, step * index as f32), vec2(whole.width(), ROW))
            };
            if scrolls && !ids.is_empty() {
                ui.scroll_to_rect(place(self.selected), None);
            }
            let first = (seen.top() / step).floor().max(0.0) as usize;
            let last = ((seen.bottom() / step).ceil().max(0.0) as usize).min(ids.len());
            for (index, &category) in ids.iter().enumerate().take(last).skip(first) {
                if row(ui, cx, tree, category, place(index), index == self.selected) {
                    clicked = Some(category);
                }
            }
        });
        self.found.ids = ids;
        clicked
    }
}

/// What the keys ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pressed {
    Choose,
    Pin,
}

/// A category with the path above it, and its pin. Returns whether it was clicked. Neither can have the
/// focus, which stays in the editor.
fn row(ui: &Ui, cx: &mut Cx<'_>, tree: &CategoryTree, category: i64, rect: Rect, is_selected: bool) -> bool {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let (title, above) =
        (tree.get(category).map_or("", |category| category.title.as_str()), tree.path_above(category));
    let id = ui.unique_id().with(("category", category));
    let response = ui.interact(rect, id, Sense::click() - Sense::FOCUSABLE);
    let name = without_direction_marks(&tree.path(category).unwrap_or_default()).into_owned();
    response.widget_info(|| WidgetInfo::labeled(Role::ListBoxOption, true, &name));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_selected(is_selected));
    if is_selected || response.hovered() {
        let ground = if is_selected { p.accent_soft } else { p.sunken };
        ui.painter().rect_filled(rect, CornerRadius::same(round::CONTROL), ground);
    }
    let (rest, pin_place) = split_leading(rect, rect.width() - ROW, rtl);
    let words = rest.shrink2(vec2(space::M, 4.0));
    let at = |y: f32| Rect::from_x_y_ranges(words.x_range(), y..=y + words.height() / 2.0);
    let lead = if rtl { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
    let title = Text::new(title).truncate().galley(ui, words.width());
    let title_place = if above.is_empty() { words } else { at(words.top()) };
    ui.painter().galley(lead.align_size_within_rect(title.size(), title_place).min, title, p.ink);
    let above = Text::new(above).small().truncate().galley(ui, words.width());
    ui.painter().galley(
        lead.align_size_within_rect(above.size(), at(words.center().y)).min,
        above,
        p.ink_soft,
    );
    vitrine_text::tooltip(response.clone(), name.clone());
    pin_button(ui, cx, category, &name, Rect::from_center_size(pin_place.center(), vec2(30.0, 30.0)));
    response.clicked()
}

fn pin_button(ui: &Ui, cx: &mut Cx<'_>, category: i64, path: &str, rect: Rect) {
    let p = theme::palette(ui);
    let is_pinned = cx.model.categories.choices.pinned.contains(&category);
    let response =
        ui.interact(rect, ui.unique_id().with(("pin", category)), Sense::click() - Sense::FOCUSABLE);
    let key = if is_pinned { "category-unpin" } else { "category-pin" };
    let name = cx.format(key, crate::args!["path" => path]).into_owned();
    let plain = without_direction_marks(&name);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_pinned, &plain));
    if is_pinned || response.hovered() {
        Icon::Star.paint(
            ui.painter(),
            rect.shrink(7.0),
            if is_pinned { p.accent_ink } else { p.ink_soft },
            false,
        );
    }
    vitrine_text::tooltip(response.clone(), name);
    if response.clicked() {
        pin(cx, category);
    }
}

fn pin(cx: &mut Cx<'_>, category: i64) {
    let pinned = !cx.model.categories.choices.pinned.contains(&category);
    cx.ask(Command::Category(CategoryCommand::Pin { category, pinned }));
}

/// What the keys do, that there are more categories than are shown, or that the list may be old.
fn footer(ui: &mut Ui, cx: &mut Cx<'_>, is_cut: bool) {
    let p = theme::palette(ui);
    let key = if is_cut { "category-more" } else { "category-keys" };
    ui.add(Text::new(cx.t(key)).small().color(p.ink_soft).wrap());
    if cx.model.categories.problem.is_some() {
        ui.horizontal_wrapped(|ui| {
            ui.add(Text::new(cx.t("category-outdated")).small().color(p.warn.ink).wrap());
            retry(ui, cx);
        });
    }
}

/// In place of the list: it is being loaded, or could not be.
fn unavailable(ui: &mut Ui, cx: &mut Cx<'_>) {
    match &cx.model.categories.problem {
        Some(problem) if !cx.model.categories.is_loading => {
            outcome::problem_notice(ui, &cx.words.problem(problem), None, |ui| retry(ui, cx));
        }
        _ => drop(ui.add(Text::new(cx.t("category-loading")).wrap().announced(false))),
    }
}

fn retry(ui: &mut Ui, cx: &mut Cx<'_>) {
    if ui.add(Button::secondary(cx.t("category-load-again")).with_icon(Icon::Refresh).small()).clicked() {
        cx.ask(Command::Category(CategoryCommand::Load { refresh: true }));
    }
}
