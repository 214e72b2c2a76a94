//! The keyboard shortcuts, in one table: what the window listens to, and what the overview (F1) lists.

use eframe::egui::{Context, Id, Key, Modifiers, Response};

use super::model::Screen;

/// Where a shortcut works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    Everywhere,
    Tables,
    Products,
    Review,
    Categories,
    Photos,
    Editor,
}

impl Section {
    pub const ALL: [Self; 7] = [Self::Everywhere, Self::Tables, Self::Products, Self::Review, Self::Categories, Self::Photos, Self::Editor];

    /// The key of its title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Everywhere => "shortcuts-everywhere",
            Self::Tables => "shortcuts-tables",
            Self::Products => "nav-products",
            Self::Review => "shortcuts-review",
            Self::Categories => "shortcuts-categories",
            Self::Photos => "shortcuts-photos",
            Self::Editor => "shortcuts-editor",
        }
    }
}

/// What a shortcut of the whole window does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowShortcut {
    Go(Screen),
    /// Opens the list of all actions.
    Palette,
    /// Opens the overview of the shortcuts.
    Overview,
    Find,
    /// The main action of the screen: starts or creates.
    MainAction,
    /// Creates the product of the form, and begins the next one.
    CreateNext,
    Refresh,
    NextRegion,
    PreviousRegion,
}

/// What a line of the overview does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortcutAction {
    /// Something in the whole window.
    Window(WindowShortcut),
    // The others are listened to by the part that has the focus.
    Zoom,
    Scroll,
    Paste,
    Quit,
    GoToRow,
    GoToCell,
    GoToEndsOfRow,
    GoToEnds,
    OpenDetails,
    SelectProduct,
    SelectProducts,
    SelectAllProducts,
    CopyProducts,
    GoToCellBelow,
    EditCell,
    ExtendRange,
    FillDown,
    MergeUp,
    SelectRow,
    SelectAll,
    Undo,
    Redo,
    LeaveTable,
    ChooseCategory,
    PinCategory,
    EditPhoto,
    MovePhoto,
    SelectPhoto,
    RemovePhoto,
    SplitProduct,
    RotatePhoto,
    MoveFrame,
    ResizeFrame,
}

/// A key with its modifiers.
pub type Combination = (Modifiers, Key);

/// A line of the overview.
#[derive(Debug)]
pub struct Shortcut {
    pub section: Section,
    /// Any of these.
    pub keys: &'static [Combination],
    /// The key of the message that says what it does.
    pub words: &'static str,
    pub does: ShortcutAction,
}

impl Shortcut {
    /// What it does in the whole window; `None`: the part that has the focus listens to it.
    pub const fn action(&self) -> Option<WindowShortcut> {
        match self.does {
            ShortcutAction::Window(action) => Some(action),
            _ => None,
        }
    }
}

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
const COMMAND: Modifiers = Modifiers::COMMAND;
const COMMAND_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

const fn window(keys: &'static [Combination], words: &'static str, action: WindowShortcut) -> Shortcut {
    Shortcut { section: Section::Everywhere, keys, words, does: ShortcutAction::Window(action) }
}

const fn local(section: Section, keys: &'static [Combination], words: &'static str, does: ShortcutAction) -> Shortcut {
    Shortcut { section, keys, words, does }
}

/// All shortcuts, in the order of the overview. Of two that differ in Shift, the one with it comes first, because it is also
/// recognised by the other.
pub const ALL: &[Shortcut] = &[
    window(
        &[(NONE, Key::F1), (COMMAND_SHIFT, Key::Questionmark), (COMMAND_SHIFT, Key::Slash)],
        "shortcut-overview",
        WindowShortcut::Overview,
    ),
    window(&[(COMMAND, Key::K)], "shortcut-palette", WindowShortcut::Palette),
    window(&[(COMMAND, Key::Num1)], "nav-import", WindowShortcut::Go(Screen::Import)),
    window(&[(COMMAND, Key::Num2)], "nav-create", WindowShortcut::Go(Screen::Create)),
    window(&[(COMMAND, Key::Num3)], "nav-products", WindowShortcut::Go(Screen::Products)),
    window(&[(COMMAND, Key::Num4), (COMMAND, Key::Comma)], "nav-settings", WindowShortcut::Go(Screen::Settings)),
    window(&[(COMMAND, Key::Num5)], "nav-webhooks", WindowShortcut::Go(Screen::Webhooks)),
    window(&[(COMMAND_SHIFT, Key::Enter)], "shortcut-create-next", WindowShortcut::CreateNext),
    window(&[(COMMAND, Key::Enter)], "shortcut-main", WindowShortcut::MainAction),
    window(&[(COMMAND, Key::F)], "shortcut-find", WindowShortcut::Find),
    window(&[(NONE, Key::F5)], "shortcut-refresh", WindowShortcut::Refresh),
    window(&[(SHIFT, Key::F6)], "shortcut-previous-region", WindowShortcut::PreviousRegion),
    window(&[(NONE, Key::F6)], "shortcut-next-region", WindowShortcut::NextRegion),
    local(Section::Everywhere, &[(COMMAND, Key::Plus), (COMMAND, Key::Minus), (COMMAND, Key::Num0)], "shortcut-zoom", ShortcutAction::Zoom),
    local(Section::Everywhere, &[(NONE, Key::PageDown), (NONE, Key::PageUp)], "shortcut-scroll", ShortcutAction::Scroll),
    local(Section::Everywhere, &[(COMMAND, Key::V)], "shortcut-paste", ShortcutAction::Paste),
    local(Section::Everywhere, &[(COMMAND, Key::Q)], "shortcut-quit", ShortcutAction::Quit),
    local(Section::Tables, &[(NONE, Key::ArrowDown), (NONE, Key::ArrowUp)], "shortcut-row", ShortcutAction::GoToRow),
    local(Section::Tables, &[(NONE, Key::ArrowLeft), (NONE, Key::ArrowRight)], "shortcut-cell", ShortcutAction::GoToCell),
    local(Section::Tables, &[(NONE, Key::Home), (NONE, Key::End)], "shortcut-row-ends", ShortcutAction::GoToEndsOfRow),
    local(Section::Tables, &[(COMMAND, Key::Home), (COMMAND, Key::End)], "shortcut-ends", ShortcutAction::GoToEnds),
    local(Section::Products, &[(NONE, Key::Enter)], "products-details", ShortcutAction::OpenDetails),
    local(Section::Products, &[(NONE, Key::Space)], "shortcut-select-product", ShortcutAction::SelectProduct),
    local(Section::Products, &[(SHIFT, Key::ArrowDown), (SHIFT, Key::ArrowUp)], "shortcut-select-range", ShortcutAction::SelectProducts),
    local(Section::Products, &[(COMMAND, Key::A)], "shortcut-select-all", ShortcutAction::SelectAllProducts),
    local(Section::Products, &[(COMMAND, Key::C)], "products-copy", ShortcutAction::CopyProducts),
    local(Section::Review, &[(NONE, Key::Enter)], "shortcut-cell-below", ShortcutAction::GoToCellBelow),
    local(Section::Review, &[(NONE, Key::F2)], "shortcut-cell-edit", ShortcutAction::EditCell),
    local(Section::Review, &[(SHIFT, Key::ArrowDown)], "shortcut-cell-range", ShortcutAction::ExtendRange),
    local(Section::Review, &[(COMMAND, Key::D)], "shortcut-fill-down", ShortcutAction::FillDown),
    local(Section::Review, &[(COMMAND, Key::M)], "shortcut-merge-up", ShortcutAction::MergeUp),
    local(Section::Review, &[(SHIFT, Key::Space)], "shortcut-select-row", ShortcutAction::SelectRow),
    local(Section::Review, &[(COMMAND, Key::A)], "shortcut-select-all", ShortcutAction::SelectAll),
    local(Section::Review, &[(COMMAND, Key::Z)], "undo", ShortcutAction::Undo),
    local(Section::Review, &[(COMMAND_SHIFT, Key::Z), (COMMAND, Key::Y)], "redo", ShortcutAction::Redo),
    local(Section::Review, &[(NONE, Key::Escape)], "shortcut-leave-table", ShortcutAction::LeaveTable),
    local(Section::Categories, &[(NONE, Key::Enter)], "shortcut-choose-category", ShortcutAction::ChooseCategory),
    local(Section::Categories, &[(COMMAND, Key::D)], "shortcut-pin-category", ShortcutAction::PinCategory),
    local(Section::Photos, &[(NONE, Key::Enter), (NONE, Key::E)], "editor-menu", ShortcutAction::EditPhoto),
    local(Section::Photos, &[(ALT, Key::ArrowLeft), (ALT, Key::ArrowRight)], "shortcut-move-photo", ShortcutAction::MovePhoto),
    local(Section::Photos, &[(NONE, Key::Space)], "shortcut-select-photo", ShortcutAction::SelectPhoto),
    local(Section::Photos, &[(NONE, Key::Delete)], "strip-remove", ShortcutAction::RemovePhoto),
    local(Section::Photos, &[(COMMAND_SHIFT, Key::M)], "shortcut-split-product", ShortcutAction::SplitProduct),
    local(Section::Editor, &[(NONE, Key::OpenBracket), (NONE, Key::CloseBracket)], "shortcut-rotate", ShortcutAction::RotatePhoto),
    local(Section::Editor, &[(NONE, Key::ArrowLeft), (NONE, Key::ArrowRight)], "shortcut-move-frame", ShortcutAction::MoveFrame),
    local(Section::Editor, &[(SHIFT, Key::ArrowLeft), (SHIFT, Key::ArrowRight)], "shortcut-resize-frame", ShortcutAction::ResizeFrame),
];

/// Takes the shortcuts of the whole window out of the input.
pub fn take(ctx: &Context) -> Vec<WindowShortcut> {
    let pressed = |shortcut: &&Shortcut| {
        let keys = shortcut.keys.iter();
        keys.fold(false, |pressed, (modifiers, key)| ctx.input_mut(|input| input.consume_key(*modifiers, *key)) || pressed)
    };
    ALL.iter().filter(|shortcut| shortcut.action().is_some()).filter(pressed).filter_map(Shortcut::action).collect()
}

/// Takes the one that moves the focus to the next part of a dialog out of the input; returns whether it goes back.
pub fn take_region(ctx: &Context) -> Option<bool> {
    let pressed = |modifiers| ctx.input_mut(|input| input.consume_key(modifiers, Key::F6));
    let back = pressed(SHIFT).then_some(true);
    back.or_else(|| pressed(NONE).then_some(false))
}

const ASKED: &str = "the action that was asked for, and in which pass";

/// Asks the screen for an action that has a button, in this pass.
pub fn ask_for(ctx: &Context, action: WindowShortcut) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(Id::unique(ASKED), (action, pass)));
}

/// Whether the screen was asked for this action in this pass.
pub fn is_asked(ctx: &Context, action: WindowShortcut) -> bool {
    let now = (action, ctx.cumulative_pass_nr());
    ctx.data(|data| data.get_temp::<(WindowShortcut, u64)>(Id::unique(ASKED))) == Some(now)
}

/// Whether the button of an action was pressed, by itself or by the shortcut, which also gives it the focus.
pub fn is_pressed(button: &Response, action: WindowShortcut) -> bool {
    if is_asked(&button.ctx, action) && button.sense.senses_click() {
        button.request_focus();
        return true;
    }
    button.clicked()
}

/// A combination as it is written on the keyboard.
pub fn written((modifiers, key): Combination) -> String {
    let names = [(modifiers.command, "Ctrl"), (modifiers.alt, "Alt"), (modifiers.shift && key != Key::Questionmark, "Shift")];
    let mut parts: Vec<&str> = names.into_iter().filter(|(held, _)| *held).map(|(_, name)| name).collect();
    parts.push(match key {
        // The fonts have no glyphs for egui's symbols.
        Key::ArrowUp => "Up",
        Key::ArrowDown => "Down",
        Key::ArrowLeft => "Left",
        Key::ArrowRight => "Right",
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        Key::Minus => "-",
        key => key.symbol_or_name(),
    });
    parts.join("+")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::{Language, Messages};

    #[test]
    fn no_two_shortcuts_have_the_same_keys_where_both_work() {
        for (index, one) in ALL.iter().enumerate() {
            for other in &ALL[index + 1..] {
                let both_work = one.section == other.section || [one.section, other.section].contains(&Section::Everywhere);
                let shared = one.keys.iter().find(|combination| other.keys.contains(combination));
                assert!(!both_work || shared.is_none(), "{shared:?}: {} and {}", one.words, other.words);
            }
        }
    }

    #[test]
    fn no_two_lines_do_the_same() {
        for (index, one) in ALL.iter().enumerate() {
            assert!(ALL[index + 1..].iter().all(|other| other.does != one.does), "{:?}", one.does);
        }
    }

    #[test]
    fn each_shortcut_is_described_in_every_language() {
        for language in Language::ALL {
            let words = Messages::new(language);
            for key in ALL.iter().map(|shortcut| shortcut.words).chain(Section::ALL.map(Section::title)) {
                assert_ne!(words.text(key), key, "{language:?}");
            }
        }
    }
}
