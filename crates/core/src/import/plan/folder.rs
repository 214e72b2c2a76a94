//! How the photos of one folder become products: the automatic choice, its reason, and the other ways where
//! it is unclear.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::import::file_name::{NameKind, stem, subject};
use crate::import::state::Grouping;
use vitrine_domain::text::folded;

/// How the photos that lie directly in one folder were grouped, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderPlan {
    pub folder: PathBuf,
    /// The number of its photos.
    pub photos: usize,
    /// Its first photos, to be shown.
    pub sample: Vec<PathBuf>,
    /// What was done; never [`Grouping::Auto`].
    pub grouping: Grouping,
    pub reason: Reason,
    /// The number of its products.
    pub products: usize,
    /// The ways that make a difference here, the one that was chosen among them, each with the number of its
    /// products.
    pub choices: Vec<(Grouping, usize)>,
    /// How many of its photos are of cards.
    pub cards: usize,
    /// Whether a person should be asked.
    pub is_unclear: bool,
    /// Whether it may help the person to compare what the photos show, because their names say nothing.
    pub may_be_compared: bool,
}

/// The most photos in [`FolderPlan::sample`].
pub const MAX_SAMPLE: usize = 16;

/// Why a folder's photos were grouped as they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// A folder is a product.
    Folder,
    /// The names differ only in a number, or show views of one thing.
    SameName,
    /// Photos beside folders of photos are products of their own.
    BesideFolders,
    /// Photos dropped by themselves are products of their own.
    DroppedDirectly,
    /// The names speak of different things.
    DifferentNames,
    /// Some names differ only in a number, others do not.
    RepeatedNames,
    /// The names tell nothing: numbers, or names that a camera gave.
    NamesSayNothing,
    /// More photos than one product has.
    ManyPhotos,
    /// Cards among the photos begin the products.
    Cards,
    /// The person chose.
    Chosen,
}

/// Where the photos of a folder were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// They were dropped without their folder.
    Dropped,
    /// In a folder that contains folders of photos.
    BesideFolders,
    /// In a folder without folders of photos. `is_only` if it is the only one.
    Folder { is_only: bool },
}

/// The automatic choice for one folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub grouping: Grouping,
    pub reason: Reason,
    pub is_unclear: bool,
    /// Whether it may help when the photos were taken, and what they show.
    pub by_clues: bool,
}

/// More photos are seldom of one product.
const MAX_PHOTOS_OF_ONE: usize = 12;

/// In a folder that stands alone, more photos whose names say nothing may well be of several products.
const MAX_NAMELESS_OF_ONE: usize = 4;

/// Judges by position and names. The choice does not depend on the names: it is what the command line does,
/// too. The names tell whether a person should be asked.
pub fn judge(photos: &[&Path], position: Position) -> Judgement {
    let names = Names::of(photos);
    match position {
        Position::Dropped | Position::BesideFolders => {
            let reason =
                if position == Position::Dropped { Reason::DroppedDirectly } else { Reason::BesideFolders };
            let clear = Judgement { grouping: Grouping::File, reason, is_unclear: false, by_clues: false };
            match () {
                () if photos.len() < 2 => clear,
                () if names.repeat() || names.one_subject() => Judgement { is_unclear: true, ..clear },
                () if names.say_nothing => {
                    Judgement { is_unclear: position == Position::Dropped, by_clues: true, ..clear }
                }
                () => clear,
            }
        }
        Position::Folder { is_only } => {
            let is_unclear =
                |reason| Judgement { grouping: Grouping::Folder, reason, is_unclear: true, by_clues: false };
            let clear = |reason| Judgement { is_unclear: false, ..is_unclear(reason) };
            let is_many = photos.len() > MAX_PHOTOS_OF_ONE;
            match () {
                () if photos.len() < 2 => clear(Reason::Folder),
                () if names.say_nothing => {
                    let nameless = is_many || (is_only && photos.len() > MAX_NAMELESS_OF_ONE);
                    let reason = if nameless { Reason::NamesSayNothing } else { Reason::Folder };
                    Judgement { is_unclear: nameless, by_clues: nameless, ..clear(reason) }
                }
                () if names.one_subject() && is_many => is_unclear(Reason::ManyPhotos),
                () if names.one_subject() => clear(Reason::SameName),
                () if names.repeat() => is_unclear(Reason::RepeatedNames),
                () if !is_only && !is_many && names.all_begin_with(photos[0].parent()) => {
                    clear(Reason::SameName)
                }
                () => is_unclear(Reason::DifferentNames),
            }
        }
    }
}

/// What the names of a folder's photos have in common.
struct Names {
    subjects: BTreeSet<String>,
    photos: usize,
    /// Whether none of them was chosen by a person, or they are views only.
    say_nothing: bool,
    /// Whether all are views of one thing.
    views: bool,
}

impl Names {
    fn of(photos: &[&Path]) -> Self {
        let stems: Vec<String> = photos.iter().map(|photo| stem(photo)).collect();
        let kinds: BTreeSet<NameKind> = stems.iter().map(|stem| NameKind::of(stem)).collect();
        // Numbers with counters, such as `1203_2`, are names of a catalogue.
        let subjects: BTreeSet<String> = stems.iter().map(|stem| subject(stem)).collect();
        let is_catalogue = kinds == BTreeSet::from([NameKind::Number])
            && repeat(&subjects, photos.len())
            && !subjects.contains("");
        Self {
            say_nothing: !kinds.contains(&NameKind::Words)
                && !kinds.contains(&NameKind::View)
                && !is_catalogue,
            views: !kinds.contains(&NameKind::Words) && kinds.contains(&NameKind::View),
            subjects,
            photos: photos.len(),
        }
    }

    /// Whether all speak of the same thing.
    fn one_subject(&self) -> bool {
        !self.say_nothing && (self.views || (self.subjects.len() == 1 && !self.subjects.contains("")))
    }

    fn repeat(&self) -> bool {
        !self.say_nothing && !self.views && repeat(&self.subjects, self.photos)
    }

    /// Whether all begin with the folder's name.
    fn all_begin_with(&self, folder: Option<&Path>) -> bool {
        let folder = folder
            .and_then(Path::file_name)
            .map(|name| subject(&folded(&name.to_string_lossy())))
            .unwrap_or_default();
        !folder.is_empty() && self.subjects.iter().all(|subject| subject.starts_with(&folder))
    }
}

fn repeat(subjects: &BTreeSet<String>, photos: usize) -> bool {
    (2..photos).contains(&subjects.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALONE: Position = Position::Folder { is_only: true };
    const AMONG_FOLDERS: Position = Position::Folder { is_only: false };

    fn judged(position: Position, names: &[&str]) -> (Reason, bool) {
        let paths: Vec<PathBuf> =
            names.iter().map(|name| PathBuf::from(format!("/shop/rug/{name}.jpg"))).collect();
        let judged = judge(&paths.iter().map(PathBuf::as_path).collect::<Vec<_>>(), position);
        (judged.reason, judged.is_unclear)
    }

    fn numbered(prefix: &str, count: usize) -> Vec<String> {
        (1..=count).map(|number| format!("{prefix}{number}")).collect()
    }

    #[test]
    fn a_flat_folder_of_different_things_is_a_question() {
        let goods = ["vase", "bowl", "lamp", "mirror", "tray", "candle", "basket", "jug", "plate"];
        assert_eq!(judged(ALONE, &goods), (Reason::DifferentNames, true));
        assert_eq!(judged(AMONG_FOLDERS, &goods), (Reason::DifferentNames, true));
        assert_eq!(judged(ALONE, &["گلدان", "کاسه"]), (Reason::DifferentNames, true));
    }

    #[test]
    fn a_flat_folder_from_a_camera_is_a_question() {
        for prefix in ["IMG_120", "", "DSC0123", "WhatsApp Image 2024-06-11 at 12.03.1"] {
            let names = numbered(prefix, 9);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            assert_eq!(judged(ALONE, &names), (Reason::NamesSayNothing, true), "{prefix}");
            assert_eq!(
                judged(AMONG_FOLDERS, &names),
                (Reason::Folder, false),
                "{prefix}: other folders are products, too"
            );
            assert_eq!(
                judged(ALONE, &names[..3]),
                (Reason::Folder, false),
                "{prefix}: three photos are often of one product"
            );
        }
    }

    #[test]
    fn names_that_differ_in_a_number_or_a_view_are_of_one_thing() {
        for names in [
            &["rug-1", "rug (2)", "Rug_3"][..],
            &["rug", "rug-main", "rug-2"],
            &["front", "back", "detail 2"],
            &["گلیم ۱", "گلیم ۲"],
        ] {
            assert_eq!(judged(ALONE, names), (Reason::SameName, false), "{names:?}");
        }
        let many = numbered("rug ", 40);
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(judged(ALONE, &many), (Reason::ManyPhotos, true));
    }

    #[test]
    fn names_that_repeat_with_counters_are_a_question() {
        assert_eq!(
            judged(ALONE, &["rug-12_1", "rug-12 (2)", "rug-13_1", "vase"]),
            (Reason::RepeatedNames, true)
        );
        assert_eq!(judged(ALONE, &["1203_1", "1203_2", "1204_1", "1204_2"]), (Reason::RepeatedNames, true));
        assert_eq!(judged(Position::Dropped, &["rug_1", "rug_2", "vase"]), (Reason::DroppedDirectly, true));
        assert_eq!(judged(Position::BesideFolders, &["rug_1", "rug_2"]), (Reason::BesideFolders, true));
    }

    #[test]
    fn photos_named_after_their_folder_are_of_one_product() {
        assert_eq!(
            judged(AMONG_FOLDERS, &["rug fringe", "rug on a floor", "rug"]),
            (Reason::SameName, false)
        );
    }

    #[test]
    fn photos_with_names_of_their_own_that_are_dropped_by_themselves_are_products() {
        assert_eq!(judged(Position::Dropped, &["vase", "bowl"]), (Reason::DroppedDirectly, false));
        assert_eq!(judged(Position::BesideFolders, &["vase", "bowl"]), (Reason::BesideFolders, false));
    }

    proptest::proptest! {
        #[test]
        fn the_automatic_choice_depends_on_the_position_alone(names in proptest::collection::hash_set("[a-z]{0,4}[ _-]?[0-9]{0,5}", 1..20)) {
            let paths: Vec<PathBuf> = names.iter().map(|name| PathBuf::from(format!("/shop/rug/{name}.jpg"))).collect();
            let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
            for (position, grouping) in [
                (ALONE, Grouping::Folder),
                (AMONG_FOLDERS, Grouping::Folder),
                (Position::BesideFolders, Grouping::File),
                (Position::Dropped, Grouping::File),
            ] {
                let judged = judge(&paths, position);
                proptest::prop_assert_eq!(judged.grouping, grouping);
                proptest::prop_assert!(!judged.is_unclear || paths.len() > 1);
                proptest::prop_assert!(judged.is_unclear || judged.reason != Reason::Chosen);
            }
        }
    }
}
