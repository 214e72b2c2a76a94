//! What is known of a command.

use eframe::egui::{Key, Modifiers};

use crate::i18n::Messages;
use vitrine_model::{Action, Model, Screen};
use vitrine_widgets::icons::Icon;

/// Where the keys of a command work: a part of the overview.
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
    pub const ALL: [Self; 7] = [
        Self::Everywhere,
        Self::Tables,
        Self::Products,
        Self::Review,
        Self::Categories,
        Self::Photos,
        Self::Editor,
    ];

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

/// A key with its modifiers.
pub type Combination = (Modifiers, Key);

/// Who performs a command.
#[derive(Clone, Copy)]
pub enum Run {
    /// The window, whatever it shows.
    Window,
    /// The window goes to a screen.
    Go(Screen),
    /// It is an action of the model; `None` while it cannot be done.
    Action(fn(&Model, &Messages) -> Option<Action>),
    /// The part of the window that shows it: by its keys, where it has the focus, and by its buttons.
    Part,
}

/// All that is known of a command.
pub struct CommandSpec {
    /// The message that says what it does, in the list of actions and in the overview.
    pub name: &'static str,
    /// The message on its buttons and in menus, if that is shorter than its name.
    pub label: Option<&'static str>,
    pub icon: Option<Icon>,
    /// Any of these performs it.
    pub keys: &'static [Combination],
    /// The part of the overview that lists it; `None` if it has no keys.
    pub section: Option<Section>,
    pub run: Run,
    /// Whether it can be performed before signing in, too.
    pub is_before_sign_in: bool,
}

impl CommandSpec {
    const fn new(name: &'static str, run: Run) -> Self {
        Self { name, label: None, icon: None, keys: &[], section: None, run, is_before_sign_in: false }
    }

    /// A command that the window performs, everywhere.
    pub(super) const fn of_window(keys: &'static [Combination], name: &'static str) -> Self {
        Self { keys, section: Some(Section::Everywhere), ..Self::new(name, Run::Window) }
    }

    /// A screen.
    pub(super) const fn screen(
        keys: &'static [Combination],
        name: &'static str,
        icon: Icon,
        screen: Screen,
    ) -> Self {
        Self { icon: Some(icon), run: Run::Go(screen), ..Self::of_window(keys, name) }
    }

    /// A command that is an action of the model.
    pub(super) const fn action(name: &'static str, action: fn(&Model, &Messages) -> Option<Action>) -> Self {
        Self::new(name, Run::Action(action))
    }

    /// What a part of the window does by a button or in a menu.
    pub(super) const fn button(name: &'static str, icon: Icon) -> Self {
        Self { icon: Some(icon), ..Self::new(name, Run::Part) }
    }

    /// What keys do in a part of the window.
    pub(super) const fn in_part(section: Section, keys: &'static [Combination], name: &'static str) -> Self {
        Self { keys, section: Some(section), ..Self::new(name, Run::Part) }
    }

    /// The message on its buttons and in menus.
    pub const fn button_message(&self) -> &'static str {
        match self.label {
            Some(label) => label,
            None => self.name,
        }
    }
}
