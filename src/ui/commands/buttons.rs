//! What a command does now, and its buttons: with the name and the icon that it has everywhere.

use std::borrow::Cow;

use super::spec::Run;
use super::table::UiCommand;
use crate::i18n::Messages;
use vitrine_model::{Action, Model};
use vitrine_widgets::Button;

impl UiCommand {
    /// What it does now; `None` while it cannot be done, and for those that the window or its part with the
    /// focus performs.
    pub fn action(self, model: &Model, words: &Messages) -> Option<Action> {
        match self.spec().run {
            Run::Action(action) => action(model, words),
            Run::Window | Run::Go(_) | Run::Part => None,
        }
    }

    /// What its buttons and menus say.
    pub fn label(self, words: &Messages) -> Cow<'_, str> {
        words.text(self.spec().button_message())
    }

    pub fn primary(self, words: &Messages) -> Button<'_> {
        self.with_own_icon(Button::primary(self.label(words)))
    }

    pub fn secondary(self, words: &Messages) -> Button<'_> {
        self.with_own_icon(Button::secondary(self.label(words)))
    }

    pub fn quiet(self, words: &Messages) -> Button<'_> {
        self.with_own_icon(Button::quiet(self.label(words)))
    }

    /// A button of its icon alone; one without an icon says its name.
    pub fn icon_button(self, words: &Messages) -> Button<'_> {
        match self.spec().icon {
            Some(icon) => Button::icon(icon, self.label(words)),
            None => self.quiet(words),
        }
    }

    const fn with_own_icon(self, button: Button<'_>) -> Button<'_> {
        match self.spec().icon {
            Some(icon) => button.with_icon(icon),
            None => button,
        }
    }
}
