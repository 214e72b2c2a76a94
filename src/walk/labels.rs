//! The names of what can be pressed, in any language, by the keys of their messages.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use crate::i18n::{Language, Messages, without_direction_marks};

/// What stands before and after the values of a message, for one and for several; the whole text if it has no
/// values.
type Forms = [Vec<String>; 2];

/// Whether a name, without direction marks, is that of the message with this key, whatever its values are.
pub fn is_named(language: Language, key: &'static str, name: &str) -> bool {
    static FORMS: Mutex<Option<HashMap<(&'static str, &'static str), Forms>>> = Mutex::new(None);
    let mut forms = FORMS.lock().unwrap();
    let of_key =
        forms.get_or_insert_default().entry((language.tag(), key)).or_insert_with(|| forms_of(language, key));
    let name = without_digits(name);
    of_key.iter().any(|pieces| match pieces.as_slice() {
        [whole] => name == *whole,
        [first, .., last] => {
            name.len() >= first.len() + last.len()
                && name.starts_with(first.as_str())
                && name.ends_with(last.as_str())
        }
        [] => false,
    })
}

fn forms_of(language: Language, key: &'static str) -> Forms {
    static MESSAGES: OnceLock<[Messages; 2]> = OnceLock::new();
    const VALUE: &str = "\u{1}";
    let messages = MESSAGES.get_or_init(|| Language::ALL.map(Messages::new));
    let messages =
        messages.iter().find(|messages| messages.language() == language).expect("each language has messages");
    [1, 2].map(|count| {
        let values = crate::args!["count" => count, "row" => count, "shop" => VALUE, "name" => VALUE];
        let text = without_digits(&without_direction_marks(&messages.format(key, values)));
        assert_ne!(text, key, "there is no such message");
        text.split(VALUE).map(str::to_owned).collect()
    })
}

fn without_digits(text: &str) -> String {
    text.chars().filter(|c| !c.is_numeric()).collect()
}
