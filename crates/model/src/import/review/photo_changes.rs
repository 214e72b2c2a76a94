//! Changing which photos belong to which product in the review.

use std::collections::HashSet;
use std::path::Path;

use super::arrangement::Arrangement;
use super::{PhotoAction, Review, key};
use crate::messages::PhotoPlaces;
use crate::messages::{Command, PickTarget, PlatformCommand};

impl Review {
    /// Performs an action on the photos of planned products.
    pub(in crate::import) fn change_photos(&mut self, action: &PhotoAction) -> Vec<Command> {
        if let PhotoAction::ChooseReplacement { product, photo } = *action {
            let draft = self.derived.drafts.get(product);
            self.replacing =
                draft.and_then(|draft| Some((key(draft).owned(), draft.photos.get(photo)?.clone())));
            let asks = self.replacing.is_some();
            return asks
                .then_some(Command::Platform(PlatformCommand::Pick(PickTarget::ReviewPhoto)))
                .into_iter()
                .collect();
        }
        let mut arranged = self.content.arrangement.clone();
        let in_use: HashSet<_> = self.derived.drafts.iter().map(key).collect();
        arranged.perform(action, &self.derived.drafts, |new| {
            in_use.contains(&new) || self.content.removed.contains(&new)
        });
        self.arrange(arranged);
        Vec::new()
    }

    /// Takes photos out of several products, as one change.
    pub(in crate::import) fn remove_photos(&mut self, photos: PhotoPlaces) {
        let mut arranged = self.content.arrangement.clone();
        for (product, photos) in photos {
            arranged.perform(&PhotoAction::Remove { product, photos }, &self.derived.drafts, |_| false);
        }
        self.arrange(arranged);
    }

    /// Puts the chosen file in the place of the photo for which it was asked, if that is still there.
    pub(in crate::import) fn replacement_chosen(&mut self, file: &Path) {
        let Some((of, photo)) = self.replacing.take() else { return };
        let product = self.derived.drafts.iter().position(|draft| key(draft) == of.borrowed());
        let place = product
            .and_then(|product| self.derived.drafts[product].photos.iter().position(|held| *held == photo));
        if let (Some(product), Some(place)) = (product, place) {
            let mut arranged = self.content.arrangement.clone();
            let products = arranged.apply(&self.plan.drafts);
            arranged.replace(&self.derived.drafts[product], place, file, &products);
            self.arrange(arranged);
        }
    }

    fn arrange(&mut self, arrangement: Arrangement) {
        if arrangement != self.content.arrangement {
            let before = self.change(|content, _| content.replace_arrangement(arrangement));
            self.history.record(before, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::PathBuf;

    use proptest::prelude::*;

    use super::super::draft_key::KeyRef;
    use super::*;
    use crate::import::tests::act;
    use crate::import::{Import, ImportAction, Phase, ReviewAction, Unpriced};
    use crate::messages::ImportCommand;
    use vitrine_core::import::{Grouping, PlannedDraft};
    use vitrine_domain::{CreateRules, Draft, Field, FieldError, Problem, ProblemKind};

    /// A folder of numbered photos.
    fn folder(name: &str, photos: &[u32]) -> PlannedDraft {
        let source = PathBuf::from("/shop").join(name);
        PlannedDraft {
            draft: Draft { name: name.to_owned(), ..Draft::default() },
            photos: photos.iter().map(|photo| PathBuf::from(format!("/shop/{photo}.jpg"))).collect(),
            source,
            source_name: name.to_owned(),
            ..PlannedDraft::default()
        }
    }

    fn review(drafts: &[PlannedDraft]) -> Import {
        let mut import = Import::default();
        import.dropped(vec![PathBuf::from("/shop")]);
        import.planned(drafts.to_vec(), Vec::new(), 0, Vec::new());
        import
    }

    fn rug_and_mug() -> Import {
        review(&[folder("Rug", &[1, 2, 3]), folder("Mug", &[4, 5])])
    }

    /// Each product as `name: photo photo`.
    fn shown(import: &Import) -> Vec<String> {
        let stems = |draft: &PlannedDraft| -> String {
            draft
                .photos
                .iter()
                .map(|photo| format!(" {}", photo.file_stem().unwrap().to_string_lossy()))
                .collect()
        };
        import.review.drafts().iter().map(|draft| format!("{}:{}", draft.draft.name, stems(draft))).collect()
    }

    fn photos(import: &mut Import, action: PhotoAction) {
        act(import, ImportAction::Review(ReviewAction::Photos(action)));
    }

    fn set(photos: &[usize]) -> BTreeSet<usize> {
        photos.iter().copied().collect()
    }

    #[test]
    fn a_photo_moved_to_the_front_is_the_cover() {
        let mut import = rug_and_mug();
        photos(&mut import, PhotoAction::Reorder { product: 0, photos: BTreeSet::from([2]), to: 0 });
        assert_eq!(shown(&import), ["Rug: 3 1 2", "Mug: 4 5"]);
        act(&mut import, ImportAction::Undo);
        assert_eq!(shown(&import), ["Rug: 1 2 3", "Mug: 4 5"]);
        act(&mut import, ImportAction::Redo);
        assert_eq!(shown(&import), ["Rug: 3 1 2", "Mug: 4 5"]);
    }

    #[test]
    fn photos_go_to_another_product_and_a_product_without_photos_goes() {
        let mut import = rug_and_mug();
        act(&mut import, ImportAction::Review(ReviewAction::Type(1, Field::PrimaryPrice, "70".to_owned())));
        photos(&mut import, PhotoAction::Move { product: 0, photos: set(&[0, 2]), to: 1 });
        assert_eq!(shown(&import), ["Rug: 2", "Mug: 4 5 1 3"]);
        photos(&mut import, PhotoAction::Merge { product: 0, into: 1 });
        assert_eq!(shown(&import), ["Mug: 4 5 1 3 2"]);
        assert_eq!(
            import.review.typed(0, Field::PrimaryPrice),
            Some("70"),
            "what was typed stays with its product"
        );
        act(&mut import, ImportAction::Undo);
        act(&mut import, ImportAction::Undo);
        assert_eq!(shown(&import), ["Rug: 1 2 3", "Mug: 4 5"]);
    }

    #[test]
    fn a_photo_that_is_withheld_is_so_in_whichever_product_it_is() {
        let leads_out = Problem::new(ProblemKind::OutsideDropped).with_subject("/shop/2.jpg");
        let withheld = |import: &Import| {
            import.review.drafts().iter().map(|draft| draft.open_cell().is_some()).collect::<Vec<_>>()
        };
        let rug = PlannedDraft { unusable: vec![leads_out], ..folder("Rug", &[1, 2, 3]) };
        let mut import = review(&[rug, folder("Mug", &[4, 5])]);
        assert_eq!(withheld(&import), [true, false]);
        let said = |import: &Import, product| {
            import.review.evaluated(product, &CreateRules::default()).1.remove(&Field::Photos)
        };
        assert_eq!(
            [0, 1].map(|product| said(&import, product)),
            [Some(FieldError::LeadsOut), None],
            "the row says it before the start"
        );
        photos(&mut import, PhotoAction::Move { product: 0, photos: set(&[1]), to: 1 });
        assert_eq!(
            (shown(&import), withheld(&import)),
            (vec!["Rug: 1 3".to_owned(), "Mug: 4 5 2".to_owned()], vec![false, true])
        );
        photos(&mut import, PhotoAction::Split { product: 1, photos: set(&[2]) });
        assert_eq!(
            withheld(&import),
            [false, true, false],
            "a product of its own, beside the one from which the photo is"
        );
        photos(&mut import, PhotoAction::Merge { product: 1, into: 0 });
        assert_eq!(withheld(&import), [true, false]);
        photos(&mut import, PhotoAction::Remove { product: 0, photos: set(&[2]) });
        assert_eq!(withheld(&import), [false, false], "without the photo they may be sent");
        act(&mut import, ImportAction::Undo);
        import.planned(vec![folder("All", &[1, 2, 3, 4, 5])], Vec::new(), 0, Vec::new());
        assert!(withheld(&import).iter().all(|withheld| !withheld), "what it leads to was added");
    }

    #[test]
    fn a_new_product_comes_after_the_one_it_was_split_from_with_an_identity_of_its_own() {
        let mut import = rug_and_mug();
        photos(&mut import, PhotoAction::Split { product: 0, photos: set(&[1, 2]) });
        assert_eq!(shown(&import), ["Rug: 1", "Rug 2: 2 3", "Mug: 4 5"]);
        assert_eq!(
            key(&import.review.drafts()[1]),
            KeyRef::new(Path::new("/shop/2.jpg"), "2"),
            "that of its first file alone"
        );
        act(&mut import, ImportAction::Review(ReviewAction::Type(1, Field::PrimaryPrice, "9".to_owned())));
        photos(&mut import, PhotoAction::Merge { product: 1, into: 0 });
        photos(&mut import, PhotoAction::Split { product: 0, photos: set(&[2]) });
        assert_eq!(shown(&import), ["Rug: 1 2", "Rug 3: 3", "Mug: 4 5"]);
        assert_eq!(import.review.typed(1, Field::PrimaryPrice), None, "it is another product");
    }

    #[test]
    fn splitting_single_photos_that_were_merged_gives_each_product_its_own_identity() {
        let file = |photo: u32| PlannedDraft {
            source: format!("/shop/{photo}.jpg").into(),
            ..folder(&photo.to_string(), &[photo])
        };
        let mut import = review(&[file(1), file(2)]);
        photos(&mut import, PhotoAction::Merge { product: 1, into: 0 });
        photos(&mut import, PhotoAction::Split { product: 0, photos: set(&[0]) });
        assert_eq!(import.review.drafts().iter().map(|draft| draft.photos.len()).collect::<Vec<_>>(), [1, 1]);
        assert_ne!(key(&import.review.drafts()[0]), key(&import.review.drafts()[1]));
        photos(&mut import, PhotoAction::Merge { product: 0, into: 1 });
        photos(&mut import, PhotoAction::Split { product: 0, photos: set(&[0]) });
        assert_ne!(key(&import.review.drafts()[0]), key(&import.review.drafts()[1]));
    }

    #[test]
    fn a_new_product_is_never_one_that_was_removed() {
        let mut import = rug_and_mug();
        photos(&mut import, PhotoAction::Split { product: 0, photos: set(&[2]) });
        act(&mut import, ImportAction::Review(ReviewAction::Remove(1)));
        assert_eq!(shown(&import), ["Rug: 1 2", "Mug: 4 5"]);
        photos(&mut import, PhotoAction::Split { product: 0, photos: set(&[1]) });
        assert_eq!(shown(&import), ["Rug: 1", "Rug 2: 2", "Mug: 4 5"]);
    }

    #[test]
    fn the_arrangement_survives_planning_again_and_a_photo_dropped_later_comes_last() {
        let mut import = rug_and_mug();
        photos(&mut import, PhotoAction::Reorder { product: 0, photos: BTreeSet::from([2]), to: 0 });
        photos(&mut import, PhotoAction::Move { product: 0, photos: set(&[1]), to: 1 });
        photos(&mut import, PhotoAction::Remove { product: 1, photos: set(&[0]) });
        assert_eq!(shown(&import), ["Rug: 3 2", "Mug: 5 1"]);
        import.dropped(vec![PathBuf::from("/more")]);
        import.planned(
            vec![folder("Bowl", &[9]), folder("Rug", &[1, 2, 3, 7]), folder("Mug", &[4, 5])],
            Vec::new(),
            0,
            Vec::new(),
        );
        assert_eq!(shown(&import), ["Bowl: 9", "Rug: 3 2 7", "Mug: 5 1"]);
        let files: Vec<PlannedDraft> = (1..=5).map(|photo| folder(&photo.to_string(), &[photo])).collect();
        act(&mut import, ImportAction::Review(ReviewAction::Grouping(Grouping::File)));
        import.planned(files, Vec::new(), 0, Vec::new());
        assert_eq!(shown(&import), ["Rug: 3 2", "Mug: 5 1"], "whatever the grouping makes of them");
    }

    #[test]
    fn the_arrangement_is_saved_and_comes_back() {
        let mut import = rug_and_mug();
        photos(&mut import, PhotoAction::Split { product: 0, photos: set(&[2]) });
        photos(&mut import, PhotoAction::Reorder { product: 2, photos: BTreeSet::from([1]), to: 0 });
        photos(&mut import, PhotoAction::Remove { product: 0, photos: set(&[0]) });
        let before = shown(&import);
        let Some(Command::Import(ImportCommand::SaveReview(Some(saved)))) = import.save_command() else {
            panic!("nothing is saved")
        };
        let json = serde_json::to_string(&saved).unwrap();
        let mut later = Import::default();
        later.restore_saved(serde_json::from_str(&json).unwrap());
        later.planned(vec![folder("Rug", &[1, 2, 3]), folder("Mug", &[4, 5])], Vec::new(), 0, Vec::new());
        assert_eq!(shown(&later), before);
        assert!(
            serde_json::from_str::<crate::messages::SavedReview>("{}").is_ok(),
            "one that an earlier version saved"
        );
    }

    #[test]
    fn the_products_start_as_arranged_with_the_edits_of_their_photos() {
        let mut import = rug_and_mug();
        let turned = vitrine_domain::PhotoEdit::default().rotated_right();
        import.review.set_edits([(PathBuf::from("/shop/3.jpg"), turned)]);
        photos(&mut import, PhotoAction::Reorder { product: 0, photos: BTreeSet::from([2]), to: 0 });
        act(
            &mut import,
            ImportAction::Review(ReviewAction::TypeDefault(Field::PrimaryPrice, "5".to_owned())),
        );
        let commands = act(&mut import, ImportAction::Start { again: false, unpriced: Unpriced::Ask });
        let started = commands.iter().find_map(|command| match command {
            Command::Import(ImportCommand::Start { drafts, .. }) => Some(drafts),
            _ => None,
        });
        let rug = &started.unwrap()[0];
        assert_eq!(
            (rug.photos[0].as_path(), rug.edit(0), rug.edit(1)),
            (Path::new("/shop/3.jpg"), turned, Default::default())
        );
    }

    #[test]
    fn an_unusable_photo_is_removed_or_replaced_and_is_no_problem_any_more() {
        let mut import = Import::default();
        import.dropped(vec![PathBuf::from("/shop")]);
        let problem = Problem::new(ProblemKind::FileEmpty).with_subject("/shop/1.jpg");
        import.planned(vec![folder("Rug", &[1, 2]), folder("Mug", &[4])], vec![problem], 0, Vec::new());
        photos(&mut import, PhotoAction::Remove { product: 0, photos: set(&[0]) });
        assert_eq!(
            (shown(&import), import.review.problems().len()),
            (vec!["Rug: 2".to_owned(), "Mug: 4".to_owned()], 0)
        );
        act(&mut import, ImportAction::Undo);
        assert_eq!(import.review.problems().len(), 1);
        let asked = act(
            &mut import,
            ImportAction::Review(ReviewAction::Photos(PhotoAction::ChooseReplacement {
                product: 0,
                photo: 0,
            })),
        );
        assert!(matches!(
            asked.as_slice(),
            [Command::Platform(PlatformCommand::Pick(PickTarget::ReviewPhoto))]
        ));
        import.replacement_chosen(Path::new("/elsewhere/8.jpg"));
        assert_eq!(
            (shown(&import), import.review.problems().len()),
            (vec!["Rug: 8 2".to_owned(), "Mug: 4".to_owned()], 0)
        );
        import.planned(vec![folder("Rug", &[1, 2]), folder("Mug", &[4])], Vec::new(), 0, Vec::new());
        assert_eq!(shown(&import), ["Rug: 8 2", "Mug: 4"], "planned again");
        act(
            &mut import,
            ImportAction::Review(ReviewAction::Photos(PhotoAction::ChooseReplacement {
                product: 0,
                photo: 1,
            })),
        );
        import.replacement_chosen(Path::new("/shop/4.jpg"));
        assert_eq!(shown(&import), ["Rug: 8 4"], "a photo of another product moves");
        act(
            &mut import,
            ImportAction::Review(ReviewAction::Photos(PhotoAction::ChooseReplacement {
                product: 0,
                photo: 0,
            })),
        );
        import.replacement_chosen(Path::new("/shop/4.jpg"));
        assert_eq!(shown(&import), ["Rug: 4"]);
        while import.can_undo() {
            act(&mut import, ImportAction::Undo);
        }
        assert_eq!(shown(&import), ["Rug: 1 2", "Mug: 4"]);
    }

    #[derive(Clone, Debug)]
    enum Act {
        Photos(PhotoAction),
        Replace(usize, usize, u32),
        RemoveProduct(usize),
        PlanAgain,
        Undo,
        Redo,
    }

    fn acts() -> impl Strategy<Value = Vec<Act>> {
        let (product, photo) = (0..5_usize, 0..4_usize);
        let several = prop::collection::btree_set(0..5_usize, 0..4);
        let act = prop_oneof![
            (product.clone(), several.clone(), photo.clone())
                .prop_map(|(product, photos, to)| Act::Photos(PhotoAction::Reorder { product, photos, to })),
            (product.clone(), several.clone())
                .prop_map(|(product, photos)| Act::Photos(PhotoAction::Remove { product, photos })),
            (product.clone(), several.clone(), product.clone())
                .prop_map(|(product, photos, to)| Act::Photos(PhotoAction::Move { product, photos, to })),
            (product.clone(), several)
                .prop_map(|(product, photos)| Act::Photos(PhotoAction::Split { product, photos })),
            (product.clone(), product.clone())
                .prop_map(|(product, into)| Act::Photos(PhotoAction::Merge { product, into })),
            (product.clone(), photo, 0..14_u32)
                .prop_map(|(product, photo, file)| Act::Replace(product, photo, file)),
            product.prop_map(Act::RemoveProduct),
            Just(Act::PlanAgain),
            Just(Act::Undo),
            Just(Act::Redo),
        ];
        prop::collection::vec(act, 0..24)
    }

    /// How often each photo occurs.
    fn counted<'a>(photos: impl Iterator<Item = &'a Path>) -> BTreeMap<PathBuf, usize> {
        let mut counts = BTreeMap::new();
        for photo in photos {
            *counts.entry(photo.to_owned()).or_default() += 1;
        }
        counts
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// A sheet may give a photo to two products: photo 3 is in two of them.
        #[test]
        fn no_photo_is_lost_or_doubled_and_undoing_everything_restores_the_plan(acts in acts()) {
            let plan = [folder("Rug", &[1, 2, 3]), folder("Mug", &[3, 4]), folder("Bowl", &[5, 6, 7]), folder("Vase", &[8])];
            let dropped = counted(plan.iter().flat_map(|draft| &draft.photos).map(PathBuf::as_path));
            let mut import = review(&plan);
            for act_ in acts {
                match act_ {
                    Act::Photos(action) => photos(&mut import, action),
                    Act::Replace(product, photo, file) => {
                        photos(&mut import, PhotoAction::ChooseReplacement { product, photo });
                        import.replacement_chosen(Path::new(&format!("/shop/{file}.jpg")));
                    }
                    Act::RemoveProduct(product) => drop(act(&mut import, ImportAction::Review(ReviewAction::Remove(product)))),
                    Act::PlanAgain => import.planned(plan.to_vec(), Vec::new(), 0, Vec::new()),
                    Act::Undo => drop(act(&mut import, ImportAction::Undo)),
                    Act::Redo => drop(act(&mut import, ImportAction::Redo)),
                }
                if import.phase == Phase::Planning {
                    import.planned(plan.to_vec(), Vec::new(), 0, Vec::new());
                }
                let products = import.review.content.arrangement.apply(&import.review.plan.drafts);
                let placed = products.iter().flat_map(|draft| &draft.photos).map(PathBuf::as_path);
                let mut now = counted(placed.chain(import.review.content.arrangement.removed()));
                now.retain(|photo, _| dropped.contains_key(photo));
                prop_assert_eq!(&now, &dropped);
                let keys: HashSet<_> = products.iter().map(key).collect();
                prop_assert_eq!(keys.len(), products.len(), "each product has an identity of its own");
                let kept: Vec<PlannedDraft> = products.into_iter().filter(|draft| !import.review.content.removed.contains(&key(draft))).collect();
                prop_assert_eq!(import.review.drafts(), kept);
            }
            while import.can_undo() {
                act(&mut import, ImportAction::Undo);
                if import.phase == Phase::Planning {
                    import.planned(plan.to_vec(), Vec::new(), 0, Vec::new());
                }
            }
            prop_assert_eq!(import.review.drafts(), plan);
        }
    }
}
