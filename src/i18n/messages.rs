//! Looks up messages and fills in their placeables.

use std::borrow::Cow;
use std::sync::{PoisonError, RwLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::digits;
use super::direction_marks::confined;
use super::language::Language;
use vitrine_domain::Currency;
use vitrine_domain::foreign_text::printable;
use vitrine_domain::origins::market_name;
use vitrine_model::messages::ClosingPage;
use vitrine_sandbox::MARKET_NAME;

/// The values for a message's placeables; made by [`args!`](crate::args).
pub type Arguments<'a> = fluent_bundle::FluentArgs<'a>;

/// The arguments of a message: `args!["count" => 3, "name" => name]`. Numbers select plural forms and are
/// written in the message's language; text is inserted unchanged.
#[macro_export]
macro_rules! args {
    ($($name:expr => $value:expr),* $(,)?) => {{
        #[allow(unused_mut, reason = "without arguments nothing is set")]
        let mut arguments = $crate::i18n::Arguments::new();
        $(arguments.set($name, $value);)*
        arguments
    }};
}

macro_rules! files {
    ($language:literal: $($name:literal),+) => {
        &[$(include_str!(concat!("../../assets/messages/", $language, "/", $name, ".ftl"))),+]
    };
}

const ENGLISH: &[&str] = files!("en": "common", "names", "problems", "screens", "phone", "categories", "products", "sheet", "sign_in", "templates", "report", "cli", "help");
const PERSIAN: &[&str] = files!("fa": "common", "names", "problems", "screens", "phone", "categories", "products", "sheet", "sign_in", "templates", "report", "cli", "help");

/// Terms that Windows names differently.
const ENGLISH_ON_WINDOWS: &[&str] = files!("en": "windows");
const PERSIAN_ON_WINDOWS: &[&str] = files!("fa": "windows");

/// The messages of one language.
///
/// It is large because it has a method for each kind of value that is put into words; they are in a file for
/// each subject.
pub struct Messages {
    language: Language,
    keeps_direction_marks: bool,
    bundle: FluentBundle<FluentResource>,
    /// The marketplace's name in its file, used in problem messages.
    market: RwLock<Option<String>>,
    /// That of the marketplace's prices, used where a value or a problem is put into words.
    currency: RwLock<Currency>,
}

impl Messages {
    /// Messages for the window. Each inserted value is isolated (FSI … PDI, UAX #9), so that a Latin file
    /// name does not reorder a Persian sentence; `vitrine_text` interprets the marks and never draws them.
    pub fn new(language: Language) -> Self {
        Self {
            language,
            keeps_direction_marks: true,
            bundle: bundle(language, cfg!(windows)),
            market: RwLock::default(),
            currency: RwLock::default(),
        }
    }

    /// Messages for the terminal and JSON lines, without direction marks, which many terminals would show.
    pub fn for_terminal(language: Language) -> Self {
        Self {
            language,
            keeps_direction_marks: false,
            bundle: bundle(language, cfg!(windows)),
            market: RwLock::default(),
            currency: RwLock::default(),
        }
    }

    /// These messages and those of `file`, an embedded file of messages.
    #[must_use]
    pub fn with(mut self, file: &str) -> Self {
        self.bundle.add_resource_overriding(parsed(file));
        self
    }

    /// Sets the marketplace that problem messages name, by its id, and the currency of its prices.
    pub fn set_market(&self, market: Option<&str>, prices: &Currency) {
        let mut currency = self.currency.write().unwrap_or_else(PoisonError::into_inner);
        if *currency != *prices {
            currency.clone_from(prices);
        }
        drop(currency);
        let name = market.map(market_name);
        let mut market = self.market.write().unwrap_or_else(PoisonError::into_inner);
        if market.as_deref() != name {
            *market = name.map(str::to_owned);
        }
    }

    /// The keys of all messages.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'static str> + use<> {
        let key = |line: &'static str| {
            Some(line.split_once(" =")?.0)
                .filter(|key| key.starts_with(|first: char| first.is_ascii_alphabetic()))
        };
        files(self.language, cfg!(windows)).flat_map(move |file| file.lines().filter_map(key))
    }

    /// The currency of the marketplace's prices.
    pub(super) fn currency(&self) -> Currency {
        self.currency.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The marketplace's name for problem messages: inside a sentence, and at its start.
    pub(super) fn market_names(&self) -> [String; 2] {
        let key = match self.market.read().unwrap_or_else(PoisonError::into_inner).as_deref() {
            None => "problem-unnamed-market",
            Some(MARKET_NAME) => "problem-practice-market",
            Some(name) => return [(); 2].map(|()| self.market_name(name).into_owned()),
        };
        [None, Some("start")].map(|attribute| self.format_owned(key, attribute, &Arguments::new()))
    }

    /// A list of names. Each of them runs in its own direction, and the list in that of the language: from
    /// the right in Persian, also where all of them are file names.
    pub fn list<T: AsRef<str>>(&self, names: &[T]) -> String {
        let isolated = |name: &T| match self.keeps_direction_marks {
            true => format!("\u{2068}{}\u{2069}", confined(name.as_ref())),
            false => name.as_ref().to_owned(),
        };
        names.iter().map(isolated).collect::<Vec<_>>().join(&self.text("list-separator"))
    }

    /// The page that the browser shows when a sign-in is complete.
    pub fn closing_page(&self) -> ClosingPage {
        let text = |key| self.text(key).into_owned();
        ClosingPage {
            language: self.language.tag(),
            right_to_left: self.language.is_rtl(),
            title: text("closing-title"),
            body: text("closing-body"),
        }
    }

    /// Whether these are messages for the window, which keep direction marks.
    pub(super) const fn is_for_window(&self) -> bool {
        self.keeps_direction_marks
    }

    /// The language of the messages.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// A message without placeables. If there is none, the key itself, so that the mistake is visible.
    pub fn text<'a>(&'a self, key: &'a str) -> Cow<'a, str> {
        self.find(key, None, None).unwrap_or(Cow::Borrowed(key))
    }

    /// A message with its placeables filled in. If there is none, the key itself.
    pub fn format<'a>(&'a self, key: &'a str, arguments: Arguments<'_>) -> Cow<'a, str> {
        self.find(key, None, Some(&arguments)).unwrap_or(Cow::Borrowed(key))
    }

    /// An attribute of a message, such as `.help` of a field. If there is none, the key itself.
    pub fn attribute<'a>(&'a self, key: &'a str, attribute: &str, arguments: Arguments<'_>) -> Cow<'a, str> {
        self.find(key, Some(attribute), Some(&arguments)).unwrap_or(Cow::Borrowed(key))
    }

    /// As [`format`](Self::format) or [`attribute`](Self::attribute), with borrowed arguments that several
    /// calls share.
    pub(super) fn format_owned(
        &self,
        key: &str,
        attribute: Option<&str>,
        arguments: &Arguments<'_>,
    ) -> String {
        self.find(key, attribute, Some(arguments)).unwrap_or(Cow::Borrowed(key)).into_owned()
    }

    /// `None` when there is no such message or attribute. A placeable without a value shows its name.
    pub(super) fn find<'a>(
        &'a self,
        key: &str,
        attribute: Option<&str>,
        arguments: Option<&Arguments<'_>>,
    ) -> Option<Cow<'a, str>> {
        let message = self.bundle.get_message(key)?;
        let pattern = match attribute {
            Some(name) => message.get_attribute(name)?.value(),
            None => message.value()?,
        };
        let clean = arguments.and_then(|arguments| {
            clean_arguments(arguments, if self.keeps_direction_marks { confined } else { printable })
        });
        let text = self.bundle.format_pattern(pattern, clean.as_ref().or(arguments), &mut Vec::new());
        Some(self.apply_direction_marks(text))
    }

    /// Removes the direction marks for a terminal; corrects them for the window.
    pub(super) fn apply_direction_marks<'a>(&self, text: Cow<'a, str>) -> Cow<'a, str> {
        if self.keeps_direction_marks {
            // In a left-to-right language the default direction of an isolate is right already.
            let corrected = if self.language.is_rtl() { with_rtl_isolates(&text) } else { None };
            return corrected.map_or(text, Cow::Owned);
        }
        match super::without_direction_marks(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(stripped) => Cow::Owned(stripped),
        }
    }
}

/// The arguments of a message, cleaned so that no name is more than a part of the sentence. `None` if they
/// are so already.
fn clean_arguments<'a>(
    arguments: &'a Arguments<'_>,
    clean: fn(&str) -> Cow<'_, str>,
) -> Option<Arguments<'a>> {
    let is_clean = |(_, value): (&str, &FluentValue<'_>)| !matches!(value, FluentValue::String(text) if matches!(clean(text), Cow::Owned(_)));
    if arguments.iter().all(is_clean) {
        return None;
    }
    let cleaned = |value: &'a FluentValue<'_>| match value {
        FluentValue::String(text) => FluentValue::String(clean(text)),
        other => other.to_owned(),
    };
    Some(arguments.iter().map(|(name, value)| (name, cleaned(value))).collect())
}

/// A first-strong isolate takes the direction of its first letter. One that contains nothing but further
/// isolates (a date of day, month and year) has no letter of its own and would run from left to right, year
/// first. This changes such isolates to right-to-left ones. `None` if there are none.
fn with_rtl_isolates(text: &str) -> Option<String> {
    const FIRST_STRONG: char = '\u{2068}';
    const RIGHT_TO_LEFT: &str = "\u{2067}";
    struct Open {
        start: usize,
        has_letters: bool,
        has_isolates: bool,
    }
    let (mut open, mut corrected): (Vec<Open>, Vec<usize>) = (Vec::new(), Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '\u{2066}'..=FIRST_STRONG => {
                open.last_mut().into_iter().for_each(|outer| outer.has_isolates = true);
                open.push(Open { start: at, has_letters: c != FIRST_STRONG, has_isolates: false });
            }
            '\u{2069}' => corrected.extend(
                open.pop().filter(|part| part.has_isolates && !part.has_letters).map(|part| part.start),
            ),
            c if c.is_alphabetic() => open.last_mut().into_iter().for_each(|part| part.has_letters = true),
            _ => {}
        }
    }
    (!corrected.is_empty()).then(|| {
        let mut text = text.to_owned();
        // Both characters have the same length in UTF-8, so the other positions stay valid.
        corrected
            .into_iter()
            .for_each(|at| text.replace_range(at..at + FIRST_STRONG.len_utf8(), RIGHT_TO_LEFT));
        text
    })
}

/// The files of a language, later ones replacing terms of earlier ones.
fn files(language: Language, on_windows: bool) -> impl Iterator<Item = &'static str> {
    let (all, windows) = match language {
        Language::English => (ENGLISH, ENGLISH_ON_WINDOWS),
        Language::Persian => (PERSIAN, PERSIAN_ON_WINDOWS),
    };
    all.iter().chain(if on_windows { windows } else { &[] }).copied()
}

fn bundle(language: Language, on_windows: bool) -> FluentBundle<FluentResource> {
    let formatter: fn(&FluentValue<'_>, &_) -> _ = match language {
        Language::English => |value, _| number(Language::English, value),
        Language::Persian => |value, _| number(Language::Persian, value),
    };
    let plural_rules = LanguageIdentifier::from_bytes(language.tag().as_bytes()).unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![plural_rules]);
    bundle.set_formatter(Some(formatter));
    for file in files(language, on_windows) {
        bundle.add_resource_overriding(parsed(file));
    }
    bundle
}

/// The files are embedded, and a test parses them; a message that cannot be parsed would only be left out.
fn parsed(file: &str) -> FluentResource {
    FluentResource::try_new(file.to_owned()).unwrap_or_else(|(readable, _)| readable)
}

fn number(language: Language, value: &FluentValue<'_>) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(digits::number(language, number.value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_key_shows_itself() {
        let words = Messages::new(Language::English);
        assert_eq!(words.text("no-such-message"), "no-such-message");
        assert_eq!(words.attribute("close", "no-such-attribute", args![]), "close");
    }

    #[test]
    fn plurals_follow_the_language() {
        let english = Messages::for_terminal(Language::English);
        assert_eq!(english.format("count-products", args!["count" => 1]), "1 product");
        assert_eq!(english.format("count-products", args!["count" => 2500]), "2,500 products");
        let persian = Messages::for_terminal(Language::Persian);
        assert_eq!(persian.format("count-products", args!["count" => 1]), "۱ محصول");
        assert_eq!(persian.format("count-products", args!["count" => 2500]), "۲٬۵۰۰ محصول");
    }

    #[test]
    fn only_the_window_gets_direction_marks() {
        let arguments = || args!["name" => "mug.jpg"];
        let window = Messages::new(Language::Persian);
        assert!(window.format("create-photo-retry", arguments()).contains("\u{2068}mug.jpg\u{2069}"));
        let terminal = Messages::for_terminal(Language::Persian);
        assert!(!terminal.format("create-photo-retry", arguments()).contains(['\u{2068}', '\u{2069}']));
    }

    #[test]
    fn a_name_cannot_pretend_to_be_a_line_of_the_program() {
        let terminal = Messages::for_terminal(Language::English);
        let line = terminal.format(
            "cli-planned",
            args!["name" => "mug\r\nvitrine: done\u{1b}[2K\u{202e}", "count" => 1, "has-price" => "no", "price" => ""],
        );
        assert!(
            line.contains(r"mug\r\nvitrine: done\x1b[2K") && !line.contains(char::is_control),
            "{line:?}"
        );
    }

    #[test]
    fn a_name_cannot_turn_the_sentence_round() {
        let window = Messages::new(Language::Persian);
        let shown = window.format("create-photo-retry", args!["name" => "mug\u{2069}\u{202e}gpj"]);
        assert!(shown.contains("\u{2068}muggpj\u{2069}") && !shown.contains('\u{202e}'), "{shown:?}");
    }

    #[test]
    fn only_an_isolate_without_letters_of_its_own_becomes_right_to_left() {
        let words = Messages::new(Language::Persian);
        let until = |date: &str| words.format("confirm-until", args!["date" => date]).into_owned();
        let date = words.date(jiff::civil::date(2026, 11, 21));
        assert!(until(&date).contains(&format!("\u{2067}{date}\u{2069}")), "{:?}", until(&date));
        for plain in ["mug.jpg", "۳۰ آبان", "", "a \u{2068}b\u{2069}"] {
            assert!(until(plain).contains(&format!("\u{2068}{plain}\u{2069}")), "{plain:?}");
        }
        let english = Messages::new(Language::English);
        assert!(!english.format("confirm-until", args!["date" => date.as_str()]).contains('\u{2067}'));
    }

    #[test]
    fn windows_names_its_own_store_of_tokens() {
        let title = |language, on_windows| {
            let bundle = bundle(language, on_windows);
            let message = bundle.get_message("problem-keychain").and_then(|message| message.value()).unwrap();
            bundle.format_pattern(message, None, &mut Vec::new()).into_owned()
        };
        assert!(title(Language::English, false).contains("the system keychain"));
        assert!(title(Language::English, true).contains("Windows Credential Manager"));
        assert!(title(Language::Persian, false).contains("محل امن رمزهای سیستم"));
        assert!(title(Language::Persian, true).contains("رمزهای ویندوز"));
    }

    #[test]
    fn messages_can_be_shared_between_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<Messages>();
    }
}
