//! Choosing the language.

use eframe::egui::Ui;

use crate::i18n::{Language, Messages};
use crate::worker::Settings;
use vitrine_widgets::segments;

/// A choice of languages, each in its own name, so that users who cannot read the current one find theirs.
/// Returns the changed settings when one was chosen.
pub fn choose_language(ui: &mut Ui, words: &Messages, settings: &Settings) -> Option<Settings> {
    let chosen = settings.language.as_deref().and_then(Language::from_tag);
    let mut options = vec![(None, words.text("settings-language-system"), None)];
    options.extend(Language::ALL.map(|language| (Some(language), language.own_name().into(), None)));
    let language = segments(ui, chosen, &options)?.map(|language| language.tag().to_owned());
    Some(Settings { language, ..settings.clone() })
}
