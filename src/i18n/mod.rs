//! The texts of the user interface in English and Persian, with numbers, money and dates in each language's
//! style.
//!
//! Every sentence a person reads is a message in `assets/messages/<language>/*.ftl` (Fluent), looked up by
//! its key:
//!
//! ```
//! use vitrine::i18n::{Language, Messages, args};
//!
//! let words = Messages::for_terminal(Language::Persian);
//! assert_eq!(words.text("yes"), "بله");
//! assert_eq!(words.format("count-products", args!["count" => 1250]), "۱٬۲۵۰ محصول");
//! ```
//!
//! Numbers in a message are written in the language's digits and select its plural forms. Each screen has a
//! section (or a file) of its own; `tests/house/messages.rs` checks that the languages match.

mod dates;
mod digits;
mod direction_marks;
pub mod guide;
mod key_index;
mod language;
mod lists;
mod markdown;
mod messages;
mod numbers;
mod texts;

pub use crate::args;
pub use dates::Jalali;
pub use direction_marks::display_path;
pub use key_index::{KeyIndex, unfilled};
pub use language::Language;
pub use lists::{list_and_more, said};
pub use markdown::{notes_in, plain_text};
pub use messages::{Arguments, Messages};
pub use texts::announcement::announcement_words;
pub use texts::names::{EventWords, WaitingWords, changed_field, field_of_variant, hold_words, paid_price};
pub use texts::photo::PhotoWords;
pub use texts::problem::ProblemText;
pub use texts::products::RowsOf;
pub use vitrine_text::without_direction_marks;
