//! What is wrong with photos of planned products and can be fixed by taking some of them out.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use super::Review;
use crate::messages::PhotoPlaces;

/// The photos of the review that can be taken out, by the reason.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PhotoFindings {
    /// Photos beyond the number that the marketplace accepts for a product.
    pub surplus: PhotoPlaces,
    /// Photos that cannot be used.
    pub unusable: PhotoPlaces,
    /// Photos that their product has already.
    pub copies: PhotoPlaces,
}

impl PhotoFindings {
    /// Whether there is nothing to take out.
    pub const fn is_empty(&self) -> bool {
        self.surplus.is_empty() && self.unusable.is_empty() && self.copies.is_empty()
    }
}

/// The number of photos.
pub fn count_photos(photos: &PhotoPlaces) -> usize {
    photos.iter().map(|(_, photos)| photos.len()).sum()
}

impl Review {
    /// The photos that can be taken out. `limit` is the number of photos that the marketplace accepts for a
    /// product; `rejected` are files that turned out to be unusable when their pictures were made.
    pub fn photo_findings(&self, limit: Option<usize>, rejected: &HashSet<&Path>) -> PhotoFindings {
        let subjects =
            self.derived.problems.iter().filter_map(|problem| problem.subject.as_deref().map(Path::new));
        let unusable: HashSet<&Path> = subjects.chain(rejected.iter().copied()).collect();
        let mut found = PhotoFindings {
            copies: self.looks.copies_in(self.revisions.plan).to_vec(),
            ..PhotoFindings::default()
        };
        for (product, draft) in self.derived.drafts.iter().enumerate() {
            let out: BTreeSet<usize> = match unusable.is_empty() {
                true => BTreeSet::new(),
                false => (0..draft.photos.len())
                    .filter(|&photo| unusable.contains(draft.photos[photo].as_path()))
                    .collect(),
            };
            if !out.is_empty() {
                found.unusable.push((product, out));
            }
            if let Some(limit) = limit.filter(|&limit| draft.photos.len() > limit) {
                found.surplus.push((product, (limit..draft.photos.len()).collect()));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::import::tests::{act, planned};
    use crate::import::{Import, ImportAction, ReviewAction};
    use vitrine_domain::{Problem, ProblemKind};

    fn review() -> Import {
        let mut import = Import::default();
        import.dropped(vec![PathBuf::from("/shop")]);
        let with_photos = |name: &str, count: usize| vitrine_core::import::PlannedDraft {
            photos: (1..=count).map(|photo| PathBuf::from(format!("/shop/{name}/{photo}.jpg"))).collect(),
            ..planned(name)
        };
        let problem = Problem::new(ProblemKind::FileEmpty).with_subject("/shop/Bowl/1.jpg");
        import.planned(
            vec![with_photos("Rug", 4), with_photos("Bowl", 1), with_photos("Vase", 2)],
            vec![problem],
            0,
            Vec::new(),
        );
        import
    }

    fn counts(import: &Import) -> Vec<usize> {
        import.review.drafts().iter().map(|draft| draft.photos.len()).collect()
    }

    #[test]
    fn photos_beyond_the_limit_unusable_ones_and_copies_are_found() {
        let mut import = review();
        let plan = import.review.plan_revision();
        import.review.looks.copies_found(plan, vec![(2, BTreeSet::from([1]))]);
        let rejected = HashSet::from([Path::new("/shop/Rug/2.jpg")]);
        let found = import.review.photo_findings(Some(3), &rejected);
        assert_eq!(found.surplus, [(0, BTreeSet::from([3]))]);
        assert_eq!(found.unusable, [(0, BTreeSet::from([1])), (1, BTreeSet::from([0]))]);
        assert_eq!(found.copies, [(2, BTreeSet::from([1]))]);
        assert!(import.review.photo_findings(None, &HashSet::new()).surplus.is_empty());
    }

    #[test]
    fn photos_are_taken_out_of_several_products_as_one_change() {
        let mut import = review();
        act(
            &mut import,
            ImportAction::Review(ReviewAction::RemovePhotos(vec![
                (0, BTreeSet::from([2, 3])),
                (1, BTreeSet::from([0])),
            ])),
        );
        assert_eq!(counts(&import), [2, 2], "a product without photos goes");
        assert!(import.review.photo_findings(Some(3), &HashSet::new()).is_empty());
        act(&mut import, ImportAction::Undo);
        assert_eq!(counts(&import), [4, 1, 2]);
    }

    #[test]
    fn copies_in_an_earlier_plan_say_nothing_of_this_one() {
        let mut import = review();
        let plan = import.review.plan_revision();
        act(&mut import, ImportAction::Review(ReviewAction::RemovePhotos(vec![(2, BTreeSet::from([0]))])));
        import.review.looks.copies_found(plan, vec![(2, BTreeSet::from([1]))]);
        assert!(import.review.photo_findings(None, &HashSet::new()).copies.is_empty());
    }
}
