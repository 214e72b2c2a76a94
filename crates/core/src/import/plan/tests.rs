//! Plans of whole drops.

use std::sync::Arc;
use vitrine_domain::Price;

use super::*;
use crate::import::Boundary;
use crate::import::cards::Card;
use crate::import::file_name::file_name;
use vitrine_media::Likeness;

/// Plans photos at `paths`, all below the dropped folder `/shop` unless the path itself is in
/// `dropped_directly`.
fn planned(grouping: Grouping, paths: &[&str], dropped_directly: &[&str]) -> ImportPlan {
    let mut roots = vec![PathBuf::from("/shop")];
    roots.extend(dropped_directly.iter().map(PathBuf::from));
    let mut found: Vec<FoundFile> = paths.iter().map(|path| photo(path, 0)).collect();
    found.extend(dropped_directly.iter().enumerate().map(|(n, path)| photo(path, n + 1)));
    plan(&roots, &found, &grouping.into(), &mut no_times)
}

fn no_times(_: &Path) -> Taken {
    Taken::default()
}

fn photo(path: &str, root: usize) -> FoundFile {
    FoundFile { path: path.into(), kind: FoundKind::Photo, root }
}

/// Each draft as `name: photo photo`.
fn shown(planned: &ImportPlan) -> Vec<String> {
    let photo = |path: &PathBuf| file_name(path);
    planned
        .drafts
        .iter()
        .map(|draft| {
            format!("{}: {}", draft.draft.name, draft.photos.iter().map(photo).collect::<Vec<_>>().join(" "))
        })
        .collect()
}

#[test]
fn a_folder_of_photos_is_one_product_in_natural_order() {
    let planned =
        planned(Grouping::Auto, &["/shop/a10.jpg", "/shop/a2.jpg", "/shop/A1.jpg", "/shop/a۳.jpg"], &[]);
    assert_eq!(shown(&planned), ["shop: A1.jpg a2.jpg a۳.jpg a10.jpg"]);
}

#[test]
fn photos_beside_folders_of_photos_are_one_product_each() {
    let paths = [
        "/shop/blue_mug.jpg",
        "/shop/rug/1.jpg",
        "/shop/rug/2.jpg",
        "/shop/more/deep/vase/x.jpg",
        "/shop/plate.png",
    ];
    let planned = planned(Grouping::Auto, &paths, &[]);
    assert_eq!(
        shown(&planned),
        ["blue mug: blue_mug.jpg", "vase: x.jpg", "plate: plate.png", "rug: 1.jpg 2.jpg"]
    );
}

#[test]
fn photos_dropped_by_themselves_are_one_product_each() {
    assert_eq!(
        shown(&planned(Grouping::Auto, &[], &["/home/b.jpg", "/home/a.jpg"])),
        ["a: a.jpg", "b: b.jpg"]
    );
}

#[test]
fn a_path_dropped_twice_is_planned_once() {
    let planned = planned(Grouping::Auto, &["/shop/a.jpg", "/shop/b.jpg", "/shop/a.jpg"], &["/shop/b.jpg"]);
    assert_eq!(shown(&planned), ["shop: a.jpg b.jpg"]);
    let roots = [PathBuf::from("/shop/b.jpg"), PathBuf::from("/shop")];
    let file_first = plan(
        &roots,
        &[photo("/shop/b.jpg", 0), photo("/shop/a.jpg", 1), photo("/shop/b.jpg", 1)],
        &Grouping::Auto.into(),
        &mut no_times,
    );
    assert_eq!(shown(&file_first), ["shop: a.jpg b.jpg"]);
}

#[test]
fn grouping_by_file_or_folder_is_respected() {
    let paths = ["/shop/a.jpg", "/shop/rug/1.jpg", "/shop/rug/2.jpg"];
    assert_eq!(shown(&planned(Grouping::File, &paths, &[])), ["a: a.jpg", "1: 1.jpg", "2: 2.jpg"]);
    assert_eq!(shown(&planned(Grouping::Folder, &paths, &[])), ["shop: a.jpg", "rug: 1.jpg 2.jpg"]);
}

#[test]
fn photos_that_differ_in_a_trailing_number_are_one_product() {
    let paths = [
        "/shop/mug-1.jpg",
        "/shop/mug-10.jpg",
        "/shop/Mug_2.png",
        "/shop/mug (3).jpg",
        "/shop/گلیم ۱.jpg",
        "/shop/گلیم ۲.jpg",
    ];
    assert_eq!(
        shown(&planned(Grouping::Name, &paths, &[])),
        ["mug: mug-1.jpg Mug_2.png mug (3).jpg mug-10.jpg", "گلیم: گلیم ۱.jpg گلیم ۲.jpg"]
    );
}

#[test]
fn a_camera_number_is_not_a_counter() {
    let paths = ["/shop/IMG_1201.jpg", "/shop/IMG_1202.jpg"];
    assert_eq!(
        shown(&planned(Grouping::Name, &paths, &[])),
        ["IMG 1201: IMG_1201.jpg", "IMG 1202: IMG_1202.jpg"]
    );
}

#[test]
fn files_named_by_number_alone_belong_to_the_folder() {
    assert_eq!(
        shown(&planned(Grouping::Name, &["/shop/rug/2.jpg", "/shop/rug/1.jpg"], &[])),
        ["rug: 1.jpg 2.jpg"]
    );
}

/// The plan of these files in a folder `/shop`.
fn of_kinds(kinds: &[(&str, FoundKind)]) -> ImportPlan {
    let found: Vec<FoundFile> = kinds
        .iter()
        .map(|(path, kind)| FoundFile { path: path.into(), kind: kind.clone(), root: 0 })
        .collect();
    plan(&["/shop".into()], &found, &Grouping::Auto.into(), &mut no_times)
}

/// Programs on Linux may give a file any bytes as its name.
#[cfg(unix)]
#[test]
fn a_file_whose_name_is_no_text_is_named_and_keeps_no_other_from_being_sent() {
    use std::os::unix::ffi::OsStrExt as _;
    let kinds = [
        FoundKind::Photo,
        FoundKind::Empty,
        FoundKind::NotAPhoto,
        FoundKind::Elsewhere,
        FoundKind::LinkOutside("/etc/passwd".into()),
        FoundKind::Unreadable("gone".to_owned()),
    ];
    let odd = |kind: &FoundKind, ending: &[u8]| FoundFile {
        path: Path::new(std::ffi::OsStr::from_bytes(&[b"/shop/Rug/\xff\xfe", ending].concat())).to_owned(),
        kind: kind.clone(),
        root: 0,
    };
    let good = FoundFile { path: "/shop/Rug/1.jpg".into(), kind: FoundKind::Photo, root: 0 };
    for kind in &kinds {
        let planned = plan(
            &["/shop".into()],
            &[good.clone(), odd(kind, b".jpg")],
            &Grouping::Auto.into(),
            &mut no_times,
        );
        assert_eq!(shown(&planned), ["Rug: 1.jpg"], "{kind:?}");
        let said: Vec<_> = planned.problems.iter().map(|problem| problem.kind).collect();
        assert_eq!(said, [ProblemKind::FileUnreadable], "{kind:?}");
    }
    let found = [good, odd(&FoundKind::Other, b".csv")];
    let planned = plan(&["/shop".into()], &found, &Grouping::Auto.into(), &mut no_times);
    assert_eq!((shown(&planned).len(), planned.problems.len()), (1, 1));
}

#[test]
fn files_of_other_programs_are_counted_and_nothing_else() {
    let planned = of_kinds(&[
        ("/shop/a.jpg", FoundKind::Photo),
        ("/shop/@eaDir", FoundKind::Leftover),
        ("/shop/b.jpg.part", FoundKind::Leftover),
    ]);
    assert_eq!(
        (shown(&planned), planned.problems.len(), planned.ignored),
        (vec!["shop: a.jpg".to_owned()], 0, 2)
    );
}

#[test]
fn of_a_photo_in_two_forms_the_better_one_is_taken() {
    let planned = of_kinds(&[
        ("/shop/Rug/DSC_1.JPG", FoundKind::Photo),
        ("/shop/Rug/DSC_1.NEF", FoundKind::Raw),
        ("/shop/Rug/raw/DSC_1.dng", FoundKind::Raw),
        ("/shop/Cup/IMG_0001.JPG", FoundKind::Photo),
        ("/shop/Cup/IMG_E0001.JPG", FoundKind::Photo),
        ("/shop/Cup/IMG_E0002.JPG", FoundKind::Photo),
        ("/shop/Jug/DSC_2.NEF", FoundKind::Raw),
        ("/shop/Mug/IMG_3.HEIC", FoundKind::Photo),
        ("/shop/Mug/IMG_3.JPG", FoundKind::Photo),
        ("/shop/Mug/IMG_4.heic", FoundKind::Photo),
        ("/shop/Mug/IMG_4.heic.jpg", FoundKind::Photo),
        ("/shop/Mug/IMG_5.HEIC", FoundKind::Photo),
    ]);
    assert_eq!(
        shown(&planned),
        [
            "Cup: IMG_E0001.JPG IMG_E0002.JPG",
            "Jug: DSC_2.NEF",
            "Mug: IMG_3.JPG IMG_4.heic.jpg IMG_5.HEIC",
            "Rug: DSC_1.JPG"
        ]
    );
    let problems: Vec<_> =
        planned.problems.iter().map(|problem| (problem.kind, problem.subject.as_deref().unwrap())).collect();
    assert_eq!(
        (problems, planned.ignored),
        (vec![(ProblemKind::PhotoFormatUnsupported, "/shop/Jug/DSC_2.NEF")], 5)
    );
}

#[test]
fn a_product_lacks_no_photo_that_is_elsewhere_or_outside() {
    let mut planned = of_kinds(&[
        ("/shop/Rug/1.jpg", FoundKind::Photo),
        ("/shop/Rug/2.jpg", FoundKind::Elsewhere),
        ("/shop/Cup/1.jpg", FoundKind::LinkOutside("/home/me/passport.jpg".into())),
        ("/shop/Jug/1.jpg", FoundKind::LinkOutside("//host/share/1.jpg".into())),
        ("/shop/Private", FoundKind::LinkOutside("/home/me".into())),
        ("/shop/photos.zip", FoundKind::Archive),
    ]);
    planned.withhold_outside();
    assert_eq!(
        shown(&planned),
        ["Cup: 1.jpg", "Rug: 1.jpg 2.jpg"],
        "the other computer is not called for a picture"
    );
    let withheld: Vec<bool> = planned.drafts.iter().map(|draft| draft.open_cell().is_some()).collect();
    assert_eq!(withheld, [true, false]);
    planned.drafts[0].photos.clear();
    assert_eq!(planned.drafts[0].open_cell(), None, "without the photo it may be sent");
    let mut codes: Vec<_> =
        planned.problems.iter().map(|problem| (problem.kind, problem.expected.as_deref())).collect();
    codes.sort_unstable();
    let outside = |target| (ProblemKind::OutsideDropped, Some(target));
    let expected = [
        outside("//host/share/1.jpg"),
        outside("/home/me"),
        outside("/home/me/passport.jpg"),
        (ProblemKind::FileElsewhere, None),
        (ProblemKind::FilePacked, None),
    ];
    assert_eq!(codes, expected);
}

#[test]
fn a_dropped_folder_may_itself_be_hidden() {
    let planned = plan(
        &["/home/.photos".into()],
        &[photo("/home/.photos/a.jpg", 0)],
        &Grouping::Auto.into(),
        &mut no_times,
    );
    assert_eq!(shown(&planned), [".photos: a.jpg"]);
}

#[test]
fn an_unusable_file_is_reported_and_stays_in_its_draft() {
    let kinds = [
        ("/shop/a.jpg", FoundKind::Photo),
        ("/shop/b.jpg", FoundKind::NotAPhoto),
        ("/shop/c.jpg", FoundKind::Empty),
        ("/shop/d.heic", FoundKind::Unsupported),
        ("/shop/e.jpg", FoundKind::Unreadable("permission denied".to_owned())),
        ("/shop/f", FoundKind::FolderLoop),
        ("/shop/prices.txt", FoundKind::Other),
    ];
    let found: Vec<FoundFile> =
        kinds.into_iter().map(|(path, kind)| FoundFile { path: path.into(), kind, root: 0 }).collect();
    let planned = plan(&["/shop".into()], &found, &Grouping::Auto.into(), &mut no_times);
    assert_eq!(
        shown(&planned),
        ["shop: a.jpg b.jpg c.jpg d.heic e.jpg"],
        "the product keeps all its photos, including unusable ones"
    );
    let problems: Vec<(ProblemKind, &str)> =
        planned.problems.iter().map(|p| (p.kind, p.subject.as_deref().unwrap())).collect();
    let expected = [
        (ProblemKind::NotAPhoto, "/shop/b.jpg"),
        (ProblemKind::FileEmpty, "/shop/c.jpg"),
        (ProblemKind::PhotoFormatUnsupported, "/shop/d.heic"),
        (ProblemKind::FileUnreadable, "/shop/e.jpg"),
        (ProblemKind::FolderLoop, "/shop/f"),
    ];
    assert_eq!(problems, expected);
    assert_eq!((planned.ignored, planned.ignored_files.len()), (1, 1));
}

#[test]
fn an_empty_drop_is_reported() {
    let planned = plan(&["/shop".into()], &[], &Grouping::Auto.into(), &mut no_times);
    assert_eq!(planned.problems, [Problem::new(ProblemKind::NothingFound).with_subject("/shop")]);
}

#[test]
fn a_photo_named_as_the_cover_comes_first() {
    let paths = [
        "/shop/rug/1.jpg",
        "/shop/rug/2.jpg",
        "/shop/rug/rug-main.jpg",
        "/shop/mug/a.jpg",
        "/shop/mug/Cover.png",
    ];
    assert_eq!(
        shown(&planned(Grouping::Auto, &paths, &[])),
        ["mug: Cover.png a.jpg", "rug: rug-main.jpg 1.jpg 2.jpg"]
    );
}

/// Plans a flat folder `/shop` of photos that were taken at these seconds, with an answer for that folder.
fn taken_at(grouping: Grouping, answer: Option<Grouping>, photos: &[(&str, i64)]) -> (ImportPlan, usize) {
    let found: Vec<FoundFile> =
        photos.iter().map(|(name, _)| photo(&format!("/shop/{name}.jpg"), 0)).collect();
    let folders = answer.into_iter().map(|answer| (PathBuf::from("/shop"), answer)).collect();
    let mut asked = 0;
    let planned =
        plan(&["/shop".into()], &found, &GroupingChoice { all: grouping, folders }, &mut |path: &Path| {
            asked += 1;
            let modified = photos
                .iter()
                .find(|(name, _)| path == Path::new(&format!("/shop/{name}.jpg")))
                .map(|(_, time)| *time);
            Taken { clock: None, modified }
        });
    (planned, asked)
}

const ROLL: [(&str, i64); 6] =
    [("IMG_1", 0), ("IMG_2", 5), ("IMG_3", 200), ("IMG_4", 203), ("IMG_5", 207), ("IMG_6", 500)];

#[test]
fn a_camera_roll_stays_one_product_until_a_person_answers() {
    let (planned, asked) = taken_at(Grouping::Auto, None, &ROLL);
    assert_eq!((planned.drafts.len(), asked), (1, ROLL.len()));
    let [folder] = planned.folders.as_slice() else { panic!("{:?}", planned.folders) };
    assert!(folder.is_unclear && folder.reason == Reason::NamesSayNothing);
    assert_eq!(folder.choices, [(Grouping::Folder, 1), (Grouping::File, 6), (Grouping::Time, 3)]);
}

#[test]
fn an_answer_counts_for_its_folder_and_ends_the_question() {
    let (planned, _) = taken_at(Grouping::Auto, Some(Grouping::Time), &ROLL);
    assert_eq!(
        shown(&planned),
        ["IMG 1: IMG_1.jpg IMG_2.jpg", "IMG 3: IMG_3.jpg IMG_4.jpg IMG_5.jpg", "IMG 6: IMG_6.jpg"]
    );
    let folder = &planned.folders[0];
    assert!(!folder.is_unclear && folder.reason == Reason::Chosen && folder.grouping == Grouping::Time);
    let (one, _) = taken_at(Grouping::Auto, Some(Grouping::Folder), &ROLL);
    assert!(one.drafts.len() == 1 && !one.folders[0].is_unclear);
}

#[test]
fn a_grouping_of_everything_takes_precedence_over_answers() {
    let (planned, asked) = taken_at(Grouping::File, Some(Grouping::Time), &ROLL);
    assert_eq!((planned.drafts.len(), planned.folders.len(), asked), (6, 0, 0));
}

#[test]
fn times_are_asked_for_only_where_names_say_nothing() {
    let names = [("vase", 0), ("bowl", 5), ("lamp", 200), ("tray", 400), ("jug", 800)];
    assert_eq!(taken_at(Grouping::Auto, None, &names).1, 0);
    assert_eq!(taken_at(Grouping::Time, None, &names).1, names.len());
}

#[test]
fn nine_things_in_one_folder_are_asked_about_and_photos_in_folders_of_products_are_not() {
    let goods = ["/shop/vase.jpg", "/shop/bowl.jpg", "/shop/lamp.jpg", "/shop/tray.jpg", "/shop/jug.jpg"];
    assert!(planned(Grouping::Auto, &goods, &[]).folders[0].is_unclear);
    let folders = [
        "/shop/rug/1.jpg",
        "/shop/rug/2.jpg",
        "/shop/mug/IMG_1.jpg",
        "/shop/mug/IMG_2.jpg",
        "/shop/plate.jpg",
    ];
    let planned = planned(Grouping::Auto, &folders, &[]);
    let reasons: Vec<Reason> = planned.folders.iter().map(|folder| folder.reason).collect();
    assert_eq!(reasons, [Reason::Folder, Reason::BesideFolders, Reason::Folder]);
    assert!(planned.folders.iter().all(|folder| !folder.is_unclear));
}

proptest::proptest! {
    #[test]
    fn every_choice_makes_the_number_of_products_it_promises(
        photos in proptest::collection::hash_map("(IMG_|rug|vase-|)[0-9]{1,4}(_[0-9])?", 0_i64..2_000, 1..15)
    ) {
        let photos: Vec<(&str, i64)> = photos.iter().map(|(name, time)| (name.as_str(), *time)).collect();
        let (unanswered, _) = taken_at(Grouping::Auto, None, &photos);
        for (grouping, products) in unanswered.folders[0].choices.clone() {
            let (answered, _) = taken_at(Grouping::Auto, Some(grouping), &photos);
            proptest::prop_assert_eq!(answered.drafts.len(), products);
            proptest::prop_assert!(answered.folders[0].choices.contains(&(grouping, products)));
        }
        proptest::prop_assert_eq!(unanswered.folders[0].products, 1);
    }

    #[test]
    fn every_photo_is_in_exactly_one_draft(names in proptest::collection::hash_set("[a-c]{1,2}(/[a-c]{1,2}){0,2}[0-9]{0,2}", 1..20)) {
        let paths: Vec<String> = names.iter().map(|name| format!("/shop/{name}.jpg")).collect();
        for grouping in [Grouping::Auto, Grouping::File, Grouping::Folder, Grouping::Name, Grouping::Time, Grouping::Likeness] {
            let planned = planned(grouping, &paths.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
            let mut all: Vec<String> = planned.drafts.iter().flat_map(|d| &d.photos).map(|p| p.to_string_lossy().into_owned()).collect();
            let mut wanted = paths.clone();
            all.sort();
            wanted.sort();
            proptest::prop_assert_eq!(all, wanted);
        }
    }
}

/// Photos of cards by their names, and when each was taken.
struct Roll {
    cards: HashMap<PathBuf, Card>,
    seconds: Vec<(PathBuf, i64)>,
}

impl Clues for Roll {
    fn taken(&mut self, photo: &Path) -> Taken {
        let seconds = self.seconds.iter().find(|(path, _)| path == photo).map(|(_, seconds)| *seconds);
        Taken {
            clock: seconds.map(|seconds| {
                jiff::civil::date(2026, 1, 1).at(10, 0, 0, 0) + jiff::Span::new().seconds(seconds)
            }),
            modified: None,
        }
    }

    fn likeness(&mut self, _: &Path) -> Option<Arc<Likeness>> {
        None
    }

    fn card(&mut self, photo: &Path) -> Option<Card> {
        self.cards.get(photo).cloned()
    }

    fn has_shown_card(&self, photo: &Path) -> bool {
        self.cards.contains_key(photo)
    }
}

fn roll_of(count: usize, cards: &[(usize, Card)], seconds: &[i64]) -> (Vec<FoundFile>, Roll) {
    let path = |number: usize| PathBuf::from(format!("/shop/IMG_{number:02}.jpg"));
    let found = (0..count).map(|number| photo(&path(number).to_string_lossy(), 0)).collect();
    let cards = cards.iter().map(|(number, card)| (path(*number), card.clone())).collect();
    (
        found,
        Roll {
            cards,
            seconds: seconds.iter().enumerate().map(|(number, seconds)| (path(number), *seconds)).collect(),
        },
    )
}

fn plan_roll(grouping: Grouping, (found, mut roll): (Vec<FoundFile>, Roll)) -> ImportPlan {
    let choice = GroupingChoice { all: Grouping::Auto, folders: [(PathBuf::from("/shop"), grouping)].into() };
    plan(&[PathBuf::from("/shop")], &found, &choice, &mut roll)
}

#[test]
fn cards_divide_a_roll_and_fill_their_products_and_are_in_none() {
    let kilim = Card {
        sku: "K-1".to_owned(),
        name: "Kilim".to_owned(),
        price: Some(Price::on_wire(500)),
        ..Card::default()
    };
    let cards = [(1, kilim.clone()), (4, Card::default()), (6, Card::default()), (7, kilim)];
    let planned = plan_roll(Grouping::Cards, roll_of(9, &cards, &[]));
    assert_eq!(
        shown(&planned),
        ["IMG 00: IMG_00.jpg", "Kilim: IMG_02.jpg IMG_03.jpg IMG_08.jpg", "IMG 05: IMG_05.jpg"]
    );
    let draft = &planned.drafts[1].draft;
    assert_eq!((draft.sku.as_deref(), draft.primary_price), (Some("K-1"), Some(Price::on_wire(500))));
    assert_eq!((planned.folders[0].reason, planned.folders[0].cards), (Reason::Cards, 4));
}

#[test]
fn a_roll_that_is_not_divided_by_its_cards_any_more_can_be_again() {
    let planned = plan_roll(Grouping::File, roll_of(5, &[(1, Card::default()), (3, Card::default())], &[]));
    assert_eq!(planned.drafts.len(), 5);
    assert_eq!((planned.folders[0].reason, planned.folders[0].cards), (Reason::Chosen, 2));
}

#[test]
fn a_roll_without_cards_is_judged_as_any_other() {
    let planned = plan_roll(Grouping::Cards, roll_of(9, &[], &[]));
    assert_eq!(planned.drafts.len(), 1);
    assert!(planned.folders[0].is_unclear, "the person is asked");
}

#[test]
fn the_certainty_of_a_boundary_follows_the_pause() {
    let planned = plan_roll(Grouping::Time, roll_of(8, &[], &[0, 3, 40, 43, 150, 152, 900, 903]));
    let boundaries: Vec<Boundary> = planned.drafts.iter().map(|draft| draft.boundary).collect();
    assert_eq!(
        boundaries,
        [Boundary::Certain, Boundary::Unsure(Some(37)), Boundary::Likely(Some(107)), Boundary::Certain]
    );
}
