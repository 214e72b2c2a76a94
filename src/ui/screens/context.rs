//! What every screen is given.

use std::borrow::Cow;

use eframe::egui::TextureHandle;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::domain::{Field, parse_integer};
use crate::i18n::{Arguments, Messages};
use crate::ui::model::{Action, Model};
use crate::ui::pictures::Pictures;
use crate::worker::Command;

/// What a screen sees, and where it says what a person did.
pub struct Cx<'a> {
    pub model: &'a Model,
    pub words: &'a Messages,
    pub pictures: &'a mut Pictures,
    /// The program's mark.
    pub brand: &'a TextureHandle,
    /// Files are being dragged over the window.
    pub hovering: bool,
    pub actions: Vec<Action>,
}

impl<'a> Cx<'a> {
    pub fn t(&self, key: &'a str) -> Cow<'a, str> {
        self.words.text(key)
    }

    pub fn format(&self, key: &'a str, arguments: Arguments<'_>) -> Cow<'a, str> {
        self.words.format(key, arguments)
    }

    /// A field's label, with the unit the marketplace counts its prices in.
    pub fn label(&self, field: Field) -> Cow<'a, str> {
        self.words.field_in(field, self.model.currency())
    }

    /// A price being typed, as sellers think of it, where that is another unit.
    pub fn money_beside(&self, field: Field, typed: &str) -> Option<String> {
        let price = (field == Field::PrimaryPrice).then(|| parse_integer(typed).ok()).flatten()?;
        self.words.money_beside(price, self.model.currency())
    }

    /// A moment as this computer's clock shows it.
    pub fn date_time(&self, at: Timestamp) -> String {
        self.words.date_time(at.to_zoned(TimeZone::system()).datetime())
    }

    pub fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    pub fn ask(&mut self, command: Command) {
        self.act(Action::Ask(command));
    }
}
