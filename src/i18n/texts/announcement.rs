//! Results that the screens show only by what has changed, in words.

use std::borrow::Cow;

use crate::args;
use crate::i18n::Messages;
use vitrine_model::Announcement;

/// What has happened, for those who do not see it.
pub fn announcement_words<'a>(words: &'a Messages, happened: &Announcement) -> Cow<'a, str> {
    let counted = |key, count: &usize| words.format(key, args!["count" => *count]);
    match happened {
        Announcement::Undone => words.text("announce-undone"),
        Announcement::Redone => words.text("announce-redone"),
        Announcement::NothingToUndo => words.text("announce-nothing-to-undo"),
        Announcement::CellsChanged(count) => counted("announce-cells", count),
        Announcement::CellsCopied(count) => counted("announce-cells-copied", count),
        Announcement::Selected(count) => counted("announce-selected", count),
        Announcement::Shown(count) => counted("announce-shown", count),
        Announcement::StartBlocked(count) => counted("announce-start-blocked", count),
        Announcement::FormBlocked(count) => counted("announce-form-blocked", count),
        Announcement::PreviewReady(count) => counted("announce-preview-ready", count),
        Announcement::PhotosChanged(count) => counted("announce-photos", count),
        Announcement::PhotosSent(count) => counted("announce-photos-sent", count),
        Announcement::Unusable(error) => {
            words.format("announce-unusable", args!["rule" => words.field_error(error)])
        }
        Announcement::Receiving(true) => words.text("announce-receiving"),
        Announcement::Receiving(false) => words.text("announce-not-receiving"),
        Announcement::NothingToStart => words.text("import-start-none"),
        Announcement::StillChecking => words.text("announce-still-checking"),
    }
}
