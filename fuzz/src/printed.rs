//! What holds of every text that is printed.

use vitrine_domain::foreign_text::{printable, printable_json, printable_lines};

/// No terminal obeys what is printed, and JSON means what it meant.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let is_plain = |text: &str, kept: &[char]| {
        text.chars().all(|c| kept.contains(&c) || !(c.is_control() || is_unseen(c)))
    };
    let line = printable(&text);
    assert!(is_plain(&line, &[]), "{line:?}");
    assert_eq!(printable(&line), line, "twice");
    assert!(is_plain(&printable_lines(&text), &['\n', '\t']), "{text:?}");
    if !text.chars().any(|c| c.is_control() || is_unseen(c)) {
        assert_eq!(line, text, "nothing to do");
    }
    let value = serde_json::json!({ text.as_ref(): [text.as_ref()] });
    let json = value.to_string();
    assert!(is_plain(&printable_json(&json), &[]), "{json:?}");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&printable_json(&json)).expect("still JSON"), value);
}

/// Written out once more, so that a slip in the program is not repeated here.
fn is_unseen(c: char) -> bool {
    let unseen = [0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff, 0xfff9, 0xfffa, 0xfffb];
    let c = u32::from(c);
    unseen.contains(&c)
        || (0x202a..=0x202e).contains(&c)
        || (0x2060..=0x206f).contains(&c)
        || (0xe0000..=0xe007f).contains(&c)
}
