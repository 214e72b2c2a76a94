//! The page that the phone's browser shows: files of the program, and the words of both languages.

use serde_json::{Value, json};

use crate::i18n::{Language, Messages};
use vitrine_domain::Currency;

/// The page's files. The page loads nothing else.
const HTML: &str = include_str!("../../../assets/phone/page.html");
const STYLE: &str = include_str!("../../../assets/phone/page.css");
const SCRIPT: &str = include_str!("../../../assets/phone/page.js");

/// What the page may load, and that nobody may show it in a frame.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                          frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// A file of the page, with its media type; `None` for any other path.
pub fn file(path: &str) -> Option<(&'static str, &'static str)> {
    match path {
        "/" => Some((HTML, "text/html; charset=utf-8")),
        "/page.css" => Some((STYLE, "text/css; charset=utf-8")),
        "/page.js" => Some((SCRIPT, "text/javascript; charset=utf-8")),
        _ => None,
    }
}

/// The words of the page in all languages, the program's own language first, and the unit of prices.
pub fn words(program: Language, currency: &Currency) -> Value {
    let mut languages: Vec<Language> = Language::ALL.to_vec();
    languages.sort_by_key(|&language| language != program);
    let of = |language: Language| {
        let messages = Messages::for_terminal(language);
        let texts = messages.phone_page();
        let unit = messages.currency_unit(currency).map(|unit| unit.into_owned());
        json!({ "tag": language.tag(), "name": language.own_name(), "rtl": language.is_rtl(), "texts": texts, "unit": unit })
    };
    json!(languages.into_iter().map(of).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_of_the_page_is_there_in_both_languages() {
        for language in words(Language::Persian, &Currency::Toman).as_array().unwrap() {
            for (key, text) in language["texts"].as_object().unwrap() {
                assert_ne!(text, key, "{language}");
                // The script puts the end of these together.
                let used =
                    if key.starts_with("phone-page-state-") { "phone-page-state-" } else { key.as_str() };
                assert!(SCRIPT.contains(used) || HTML.contains(used), "the page does not use {key}");
            }
            assert!(language["unit"].is_string());
        }
        assert_eq!(words(Language::Persian, &Currency::Unnamed)[0]["tag"], "fa");
    }

    #[test]
    fn the_page_loads_nothing_from_elsewhere_and_has_no_code_outside_of_its_files() {
        for file in [HTML, STYLE, SCRIPT] {
            assert!(!file.contains("https:") && !file.contains("//cdn") && !file.contains("eval("));
        }
        assert!(!HTML.contains("style=") && !HTML.contains("onclick") && !SCRIPT.contains("innerHTML"));
    }
}
