//! The context that every screen gets.

use std::borrow::Cow;

use eframe::egui::TextureHandle;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::i18n::{Arguments, Messages};
use crate::ui::commands::UiCommand;
use crate::ui::pictures::Pictures;
use crate::worker::{Command, Session};
use vitrine_domain::{Field, FieldError, FieldValue, Price, Signs};
use vitrine_model::{Action, Model};

/// What a screen draws from, and the actions it returns.
pub struct Cx<'a> {
    /// The state to draw.
    pub model: &'a Model,
    /// The messages of the language.
    pub words: &'a Messages,
    /// The thumbnails.
    pub pictures: &'a mut Pictures,
    /// The app icon.
    pub brand: &'a TextureHandle,
    /// Whether files are being dragged over the window.
    pub hovering: bool,
    /// The user's actions in this frame.
    pub actions: Vec<Action>,
    /// The command of the window whose button was pressed.
    pub command: Option<UiCommand>,
}

impl<'a> Cx<'a> {
    /// A message without placeables.
    pub fn t(&self, key: &'a str) -> Cow<'a, str> {
        self.words.text(key)
    }

    /// A message with placeables.
    pub fn format(&self, key: &'a str, arguments: Arguments<'_>) -> Cow<'a, str> {
        self.words.format(key, arguments)
    }

    /// The name of the shop of the account that is signed in.
    pub fn shop(&self) -> Option<Cow<'a, str>> {
        shop_name(self.model, self.words)
    }

    /// A field's label, with the marketplace's unit for prices and weights.
    pub fn label(&self, field: Field) -> Cow<'a, str> {
        let is_weight = matches!(field, Field::Weight | Field::PackageWeight);
        match self.model.rules().weight_unit.filter(|_| is_weight) {
            Some(unit) => self.words.weight_with_unit(field, unit),
            None => self.words.field_with_unit(field, self.model.currency()),
        }
    }

    /// What is wrong with a field's value for a single line, the longest first.
    pub fn error_in_line(&self, error: &FieldError) -> [String; 2] {
        [self.words.field_rule(error), self.words.field_rule_in_brief(error)]
    }

    /// The value in toman of a price being typed, if the marketplace shows it.
    pub fn toman_equivalent(&self, field: Field, kept: &str) -> Option<String> {
        let price = (field == Field::PrimaryPrice).then(|| Price::parse(kept, Signs::default()).ok())??;
        self.words.toman_equivalent(price, self.model.currency())
    }

    /// A kept text of a field, to be read and changed: a price in the unit of people.
    pub fn typed<'t>(&self, field: Field, kept: &'t str) -> Cow<'t, str> {
        self.model.currency().typed_in(field, kept)
    }

    /// What was typed into a field, as it is kept: a price with its unit.
    pub fn kept(&self, field: Field, typed: &str) -> String {
        self.model.currency().kept_in(field, typed)
    }

    /// A value as it is kept when it is typed: a price as its number in requests, others as the language
    /// writes them.
    pub fn value_kept(&self, value: &FieldValue) -> String {
        if matches!(value, FieldValue::Price(_)) { value.to_string() } else { self.words.value(value) }
    }

    /// A time in the computer's time zone.
    pub fn date_time(&self, at: Timestamp) -> String {
        self.words.date_time(at.to_zoned(TimeZone::system()).datetime())
    }

    /// As [`date_time`](Self::date_time), without the date when that is today.
    pub fn recent_time(&self, at: Timestamp) -> String {
        let now = &self.model.now;
        let at = at.to_zoned(now.time_zone().clone()).datetime();
        if at.date() == now.date() { self.words.time_of_day(at) } else { self.words.date_time(at) }
    }

    /// Until when the marketplace asked to wait, in words, if that is to come.
    pub fn asked_wait(&self) -> Option<String> {
        let until = self.model.sign_in.asked_to_wait.filter(|until| *until > self.model.now.timestamp())?;
        Some(self.format("asked-to-wait", crate::args!["at" => self.recent_time(until)]).into_owned())
    }

    /// Returns an action.
    pub fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Returns an action that only sends a command.
    pub fn ask(&mut self, command: Command) {
        self.act(Action::Ask(command));
    }
}

/// The name of the shop of the account that is signed in.
pub fn shop_name<'a>(model: &'a Model, words: &'a Messages) -> Option<Cow<'a, str>> {
    let Session::SignedIn { market, account, .. } = &model.session else { return None };
    let vendor = account.vendor.as_ref()?;
    let shop = vendor.title.as_deref().or(vendor.identifier.as_deref()).unwrap_or(vendor.id.as_str());
    Some(words.shop_name(shop, market))
}
