//! The list of everything that can be done now, found by typing in either language (Ctrl+K): what works
//! everywhere, every button, option and field of the page, and the parts of the guide.

use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align2, Context, CornerRadius, Id, Key, Modifiers, Role as WidgetRole, Sense, Ui, UiBuilder, WidgetInfo,
    vec2,
};

use super::Cx;
use crate::i18n::{KeyIndex, Language, Messages, guide, unfilled, without_direction_marks};
use crate::ui::commands::{self, Run, UiCommand};
use vitrine_domain::text::searchable;
use vitrine_model::Action;
use vitrine_text::Text;
use vitrine_widgets::layout::{is_rtl, split_leading};
use vitrine_widgets::on_screen::{self, OnScreen};
use vitrine_widgets::theme::{self, round, space};
use vitrine_widgets::{Dialog, focus};

/// The palette's own state.
pub struct Palette {
    query: String,
    selected: usize,
    /// The messages of the other language.
    other: Messages,
    /// The keys of this language's messages, made when the palette is drawn for the first time.
    keys: Option<KeyIndex>,
}

/// What was chosen.
pub enum Chosen {
    Action(Box<Action>),
    /// A command that the window performs.
    Command(UiCommand),
    /// A button or an option of the page.
    Button(Id),
    /// A part of the guide.
    Guide(usize),
}

struct PaletteItem {
    words: String,
    /// `None`: a button of the page, whose words may belong to several messages or to none.
    command: Option<UiCommand>,
    chosen: Chosen,
}

const DIALOG: &str = "palette";
/// How many entries are shown, and the height around them, in points; in a low window they are fewer.
const MAX_SHOWN: usize = 9;
const CHROME_HEIGHT: f32 = 290.0;
/// The height of an entry, in points.
const ROW: f32 = 34.0;

impl Palette {
    pub fn new(language: Language) -> Self {
        let other = Language::ALL.into_iter().find(|other| *other != language).unwrap_or(language);
        Self { query: String::new(), selected: 0, other: Messages::new(other), keys: None }
    }

    /// Draws the palette. Returns whether it stays open, and what was chosen.
    pub fn show(&mut self, ui: &Ui, cx: &Cx<'_>) -> (bool, Option<Chosen>) {
        let mut found = self.find(ui.ctx(), cx);
        let mut chosen = None;
        let answer =
            Dialog::new(DIALOG, cx.t("palette-title"), cx.t("close")).focus_contents().show(ui, |ui| {
                let entered = self.take_keys(ui, found.len());
                let named = without_direction_marks(&cx.t("palette-find")).into_owned();
                let edit = vitrine_text::line_edit("find an action", &mut self.query)
                    .hint(cx.t("palette-find"))
                    .width(ui.available_width());
                let editor = ui.add(edit.margin(theme::EDITOR)).accessible_name(named);
                if editor.changed() {
                    self.selected = 0;
                }
                // The focus stays in the editor, so that the chosen entry is its description.
                if let Some(entry) = found.get(self.selected) {
                    vitrine_text::describe(&editor, &entry.words);
                } else {
                    ui.add(
                        Text::new(cx.t("palette-none"))
                            .color(theme::palette(ui).ink_soft)
                            .wrap()
                            .announced(false),
                    );
                }
                let fitting = (ui.ctx().content_rect().height() - CHROME_HEIGHT) / (ROW + 2.0);
                let shown = (fitting as usize).clamp(2, MAX_SHOWN);
                let first = self.selected.saturating_sub(shown - 1);
                let list = UiBuilder::new()
                    .id_salt("entries")
                    .accessibility_role(Role::ListBox)
                    .accessibility_label(cx.t("palette-title"));
                ui.scope_builder(list, |ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    for (index, entry) in found.iter().enumerate().skip(first).take(shown) {
                        if row(ui, entry, index == self.selected, (index, found.len())) {
                            chosen = Some(index);
                        }
                    }
                });
                if entered && self.selected < found.len() {
                    chosen = Some(self.selected);
                }
            });
        let chosen = chosen.map(|index| found.swap_remove(index).chosen);
        if chosen.is_some() {
            Dialog::close(ui, DIALOG);
        }
        (answer.is_none() && chosen.is_none(), chosen)
    }

    /// What contains the typed words, in either language.
    fn find(&mut self, ctx: &Context, cx: &Cx<'_>) -> Vec<PaletteItem> {
        let wanted = searchable(&self.query);
        let has = |words: &str| searchable(words).contains(&wanted);
        let mut entries = entries(cx);
        let page: Vec<PaletteItem> = on_screen::buttons(ctx)
            .into_iter()
            .filter(|button| entries.iter().all(|entry| entry.words != button.name))
            .map(|OnScreen { name, id }| PaletteItem {
                words: name,
                command: None,
                chosen: Chosen::Button(id),
            })
            .collect();
        entries.extend(page);
        if !wanted.is_empty() && !cx.model.is_standalone() {
            let help = cx.t("guide-title");
            entries.extend(guide::titles(cx.words.language()).enumerate().map(|(part, title)| PaletteItem {
                words: format!("{help}: {title}"),
                command: None,
                chosen: Chosen::Guide(part),
            }));
        }
        let keys = self.keys.get_or_insert_with(|| KeyIndex::new(cx.words));
        let in_other = |entry: &PaletteItem| match entry.command {
            Some(command) => has(&unfilled(&self.other, command.spec().name)),
            None => keys.keys(&entry.words).iter().any(|key| has(&unfilled(&self.other, key))),
        };
        entries.retain(|entry| has(&entry.words) || in_other(entry));
        // What is called exactly that comes first, so that Enter does it; then what can be done to the
        // products that are selected.
        let selected = |entry: &PaletteItem| {
            matches!(entry.chosen, Chosen::Button(_))
                && keys.keys(&entry.words).contains(&"edits-change-selected")
        };
        entries.sort_by_key(|entry| (searchable(&entry.words) != wanted, !selected(entry)));
        entries
    }

    /// Takes the keys that choose an entry; returns whether Enter was pressed.
    fn take_keys(&mut self, ui: &Ui, count: usize) -> bool {
        if !vitrine_text::is_typing(ui.ctx()) {
            return false;
        }
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed(Key::ArrowDown) {
            self.selected = (self.selected + 1).min(count.saturating_sub(1));
        }
        if pressed(Key::ArrowUp) {
            self.selected = self.selected.saturating_sub(1);
        }
        pressed(Key::Enter)
    }
}

/// Draws an entry, with its place among all that were found. Returns whether it was pressed.
fn row(ui: &mut Ui, entry: &PaletteItem, is_selected: bool, (index, count): (usize, usize)) -> bool {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let (rect, response) =
        focus::allocate(ui, vec2(ui.available_width(), ROW), Sense::click(), ("entry", &entry.words));
    response.widget_info(|| WidgetInfo::labeled(WidgetRole::Button, true, &entry.words));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(Role::ListBoxOption);
        node.set_selected(is_selected);
        node.set_position_in_set(index);
        node.set_size_of_set(count);
    });
    if is_selected || theme::is_highlighted(ui, &response) {
        let ground = if is_selected { p.accent_soft } else { p.sunken };
        ui.painter().rect_filled(rect, CornerRadius::same(round::CONTROL), ground);
    }
    theme::focus_ring(ui, &response, rect, round::CONTROL);
    let room = rect.shrink2(vec2(space::M, 0.0));
    let galley = Text::new(entry.words.as_str()).truncate().galley(ui, room.width() * 0.7);
    let (at, far) = if rtl {
        (Align2::RIGHT_CENTER, Align2::LEFT_CENTER)
    } else {
        (Align2::LEFT_CENTER, Align2::RIGHT_CENTER)
    };
    ui.painter().galley(at.align_size_within_rect(galley.size(), room).min, galley.clone(), p.ink);
    if let Some(keys) = keys_of(entry) {
        let (_, rest) = split_leading(room, galley.size().x + space::M, rtl);
        let keys = Text::new(keys).small().truncate().galley(ui, rest.width());
        ui.painter().galley(far.align_size_within_rect(keys.size(), rest).min, keys, p.ink_soft);
    }
    response.clicked()
}

/// The keys that do the same.
fn keys_of(entry: &PaletteItem) -> Option<String> {
    entry.command?.spec().keys.first().copied().map(commands::written)
}

/// Every command that can be done now.
fn entries(cx: &Cx<'_>) -> Vec<PaletteItem> {
    let entry = |command: UiCommand| {
        let chosen = match command.spec().run {
            Run::Window | Run::Go(_) => Chosen::Command(command),
            Run::Action(action) => Chosen::Action(Box::new(action(cx.model, cx.words)?)),
            Run::Part => return None,
        };
        Some(PaletteItem {
            words: without_direction_marks(&cx.t(command.spec().name)).into_owned(),
            command: Some(command),
            chosen,
        })
    };
    let possible = UiCommand::ALL.into_iter().filter(|command| *command != UiCommand::Palette);
    possible
        .filter(|command| command.spec().is_before_sign_in || !cx.model.is_standalone())
        .filter_map(entry)
        .collect()
}
