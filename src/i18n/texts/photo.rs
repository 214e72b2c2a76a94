//! The changes made to a photo, in words.

use crate::args;
use crate::i18n::{Arguments, Messages};
use vitrine_domain::Problem;
use vitrine_media::{Change, Length, PhotoChanges};

/// The changes made to a photo, or the reason why it cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhotoWords {
    /// The most important changes first, in short words, for a small space. Empty if nothing changes.
    pub short: String,
    /// The first item of `short`, and the others, for a space of two lines.
    pub lines: [String; 2],
    /// All changes in one sentence, saying whether they are done or planned.
    pub full: String,
}

impl Messages {
    /// The changes planned for a photo, as far as they are known before upload.
    pub fn photo_changes_planned(&self, changes: &PhotoChanges) -> PhotoWords {
        self.photo_words(changes, "photo-changes-planned", "photo-changes-planned-none")
    }

    /// The changes made to a photo.
    pub fn photo_changes_made(&self, changes: &PhotoChanges) -> PhotoWords {
        self.photo_words(changes, "photo-changes-made", "photo-changes-made-none")
    }

    /// Why a photo cannot be used, and what to do.
    pub fn rejected_photo(&self, problem: &Problem) -> PhotoWords {
        let short = self.text("photo-rejected").into_owned();
        let words = self.product_problem(problem);
        let full = format!("{}. {} {}", words.title, words.cause, words.remedy);
        PhotoWords { lines: [short.clone(), String::new()], short, full }
    }

    fn photo_words<'a>(&'a self, changes: &PhotoChanges, some: &'a str, nothing: &'a str) -> PhotoWords {
        let mut parts: Vec<WordedChange> =
            changes.changes.iter().filter_map(|change| self.change(change)).collect();
        parts.extend(self.file_size_change(changes));
        if parts.is_empty() {
            return PhotoWords {
                short: String::new(),
                lines: Default::default(),
                full: self.text(nothing).into_owned(),
            };
        }
        let what = self.joined(&parts, |part| &part.words);
        parts.sort_by_key(|part| part.rank);
        let (first, others) = parts.split_at(1);
        let lines = [first, others].map(|parts| self.joined(parts, |part| &part.short));
        let short = self.joined(&parts, |part| &part.short);
        PhotoWords { short, lines, full: self.format(some, args!["what" => what]).into_owned() }
    }

    fn joined(&self, parts: &[WordedChange], words: fn(&WordedChange) -> &str) -> String {
        parts.iter().map(words).collect::<Vec<_>>().join(&self.text("list-separator"))
    }

    /// A message with a `.short` attribute for a small space.
    fn part_with_short(&self, rank: u8, key: &str, arguments: &Arguments<'_>) -> WordedChange {
        WordedChange {
            rank,
            words: self.format_owned(key, None, arguments),
            short: self.format_owned(key, Some("short"), arguments),
        }
    }

    fn change(&self, change: &Change) -> Option<WordedChange> {
        let part =
            |rank, words: &str| Some(WordedChange { rank, words: words.to_owned(), short: words.to_owned() });
        match change {
            Change::Cleaned { location: true } => part(0, &self.text("photo-location-removed")),
            Change::Cleaned { location: false } => part(5, &self.text("photo-camera-data-removed")),
            Change::Edited => part(1, &self.text("photo-edited")),
            Change::Rotated => part(2, &self.text("photo-rotated")),
            Change::Shrunk { from, to } => {
                let size = |size: &vitrine_media::Size| self.digits(&size.to_string());
                Some(self.part_with_short(4, "photo-resized", &args!["from" => size(from), "to" => size(to)]))
            }
            // Encoded again in the same format: the user sees only the new file size.
            Change::Encoded { from, to, .. } if from == to => None,
            Change::Encoded { from, to, .. } => Some(self.part_with_short(
                3,
                "photo-converted",
                &args!["from" => from.name(), "to" => to.name()],
            )),
        }
    }

    /// The file size before and after, if the difference is worth mentioning.
    fn file_size_change(&self, changes: &PhotoChanges) -> Option<WordedChange> {
        let &PhotoChanges { from, to, .. } = changes;
        let before = self.file_size(from);
        match to {
            // A reduction of a tenth or less is not mentioned.
            Length::Exactly(to) if to < from - from / 10 || to > from => {
                let after = self.file_size(to);
                (after != before).then(|| {
                    self.part_with_short(
                        1,
                        "photo-file-size",
                        &args!["from" => before.as_str(), "to" => after],
                    )
                })
            }
            Length::AtMost(most) => Some(self.part_with_short(
                1,
                "photo-max-file-size",
                &args!["from" => before.as_str(), "most" => self.file_size(most)],
            )),
            Length::Exactly(_) | Length::Unknown => None,
        }
    }
}

/// One change in words.
struct WordedChange {
    /// The importance; the lowest rank comes first.
    rank: u8,
    words: String,
    /// The same for a small space.
    short: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::{Language, without_direction_marks};
    use vitrine_media::{Format, Size};

    fn changes() -> PhotoChanges {
        let quality = Some(85);
        let changes = vec![
            Change::Cleaned { location: true },
            Change::Rotated,
            Change::Encoded { from: Format::Jpeg, to: Format::Jpeg, quality },
        ];
        PhotoChanges { changes, from: 4_800_000, to: Length::Exactly(1_900_000) }
    }

    fn full(language: Language, changes: &PhotoChanges) -> (String, String) {
        let words = Messages::new(language);
        let plain = |words: PhotoWords| without_direction_marks(&words.full).into_owned();
        (plain(words.photo_changes_planned(changes)), plain(words.photo_changes_made(changes)))
    }

    #[test]
    fn changes_made_are_listed_in_both_languages() {
        assert_eq!(
            full(Language::English, &changes()).1,
            "Changes made: location removed, rotated, file size from 4.8 MB to 1.9 MB"
        );
        assert_eq!(
            full(Language::Persian, &changes()).1,
            "تغییرات انجام‌شده: بدون اطلاعات مکان، چرخانده‌شده، تغییر حجم از ۴٫۸ مگابایت به ۱٫۹ مگابایت"
        );
    }

    #[test]
    fn planned_changes_name_the_limit_that_applies() {
        let changes = vec![
            Change::Shrunk { from: Size::new(4000, 3000), to: Size::new(2048, 1536) },
            Change::Encoded { from: Format::Tiff, to: Format::Jpeg, quality: None },
        ];
        let expected = PhotoChanges { changes, from: 4_800_000, to: Length::AtMost(2_000_000) };
        let [english, persian] = Language::ALL.map(|language| full(language, &expected).0);
        assert_eq!(
            english,
            "Changes before upload: resized from 4000 × 3000 to 2048 × 1536, converted from TIFF to JPEG, file size from 4.8 MB to 2 MB or less"
        );
        assert!(persian.contains("از ۴۰۰۰ × ۳۰۰۰ به ۲۰۴۸ × ۱۵۳۶"), "{persian}");
    }

    #[test]
    fn in_a_small_space_the_removed_location_and_the_file_size_come_first() {
        let words = Messages::new(Language::English).photo_changes_made(&changes());
        let lines = words.lines.each_ref().map(|line| without_direction_marks(line).into_owned());
        assert_eq!(lines, ["location removed", "4.8 MB to 1.9 MB, rotated"]);
        assert_eq!(without_direction_marks(&words.short), "location removed, 4.8 MB to 1.9 MB, rotated");
    }

    #[test]
    fn an_unchanged_photo_is_described_as_unchanged() {
        let untouched = PhotoChanges { changes: vec![], from: 800_000, to: Length::Exactly(800_000) };
        assert_eq!(
            full(Language::English, &untouched),
            ("Will be sent unchanged".to_owned(), "Sent unchanged".to_owned())
        );
        let cleaned = PhotoChanges {
            changes: vec![Change::Cleaned { location: false }],
            from: 800_000,
            to: Length::Exactly(799_000),
        };
        assert_eq!(full(Language::English, &cleaned).1, "Changes made: camera data removed");
    }
}
