use super::*;
use crate::import::RunId;
use crate::import::journal::Upload;
use vitrine_domain::CategoryRules;
use vitrine_domain::category::Category;
use vitrine_domain::{Field, FileId, PhotoEdit, ProblemKind};

fn planned(place: &str, name: &str) -> PlannedDraft {
    let draft = Draft { name: name.to_owned(), ..Draft::default() };
    PlannedDraft {
        draft,
        source: place.into(),
        source_name: name.to_owned(),
        photos: vec!["1.jpg".into()],
        ..PlannedDraft::default()
    }
}

fn hashes(contents: &[&str]) -> Vec<ContentHash> {
    contents.iter().map(|content| ContentHash::of(content.as_bytes())).collect()
}

fn earlier(place: &str, name: &str, contents: &[&str], state: State) -> DraftHistory {
    let mut known = DraftHistory::new(DraftId(1), RunId(1), planned(place, name));
    known.planned.photos = contents.iter().map(|content| format!("{content}.jpg").into()).collect();
    known.state = state;
    for (index, hash) in hashes(contents).into_iter().enumerate() {
        known.uploads.insert(
            index,
            Upload { hash, edit: PhotoEdit::default(), file: FileId::from(index as u64 + 1), stale: false },
        );
    }
    known
}

fn decisions(new: &[(&str, &str, &[&str])], earlier: &[DraftHistory]) -> Vec<ImportDecision> {
    let drafts: Vec<PlannedDraft> = new.iter().map(|(place, name, _)| planned(place, name)).collect();
    let hashes: Vec<Vec<ContentHash>> = new.iter().map(|(_, _, contents)| hashes(contents)).collect();
    classify(&drafts, &hashes, earlier)
}

#[test]
fn the_same_folder_is_skipped_if_created_and_continued_if_not() {
    let known =
        [earlier("/a", "Rug", &["x", "y"], State::Created), earlier("/b", "Mug", &["z"], State::Failed)];
    assert_eq!(
        decisions(&[("/a", "Rug", &["x", "y"]), ("/b", "Mug", &["z"])], &known),
        [ImportDecision::Skip(0), ImportDecision::Adopt(1)]
    );
}

#[test]
fn the_same_name_with_a_half_space_a_space_or_another_letter_is_the_same() {
    let known = [earlier("/p/tea.jpg", "چای\u{200c}ساز", &["x"], State::Created)];
    for name in ["چای ساز", "چاي ساز", "چایساز"] {
        assert_eq!(decisions(&[("/p/tea.jpg", name, &["x"])], &known), [ImportDecision::Skip(0)], "{name}");
    }
}

#[test]
fn an_sku_of_the_owner_with_the_same_name_or_photo_is_the_same_product() {
    let coded = |place: &str, name: &str, sku: &str| {
        let mut draft = planned(place, name);
        draft.draft.sku = Some(sku.to_owned());
        draft
    };
    let mut rug = earlier("/p/A1.jpg", "Rug", &["x"], State::Created);
    rug.planned.draft.sku = Some("A1".to_owned());
    let decision = |draft: PlannedDraft, photos: &[&str], known: &DraftHistory| {
        let known = std::slice::from_ref(known);
        let drafts = [draft];
        assert_eq!(needs_hashes(&drafts, known), [0]);
        classify(&drafts, &[hashes(photos)], known)[0]
    };
    let renamed = coded("/p/A1.jpg", "Woven rug", "a1");
    assert_eq!(decision(renamed.clone(), &["x"], &rug), ImportDecision::Skip(0), "called otherwise");
    assert_eq!(other_values(&renamed, &rug.planned), [Field::Name]);
    let new_photo = coded("/elsewhere/A1.jpg", "Rug", "A1");
    assert_eq!(decision(new_photo, &["y"], &rug), ImportDecision::Skip(0), "shown in another photo");
    let next_delivery = coded("/p/A1.jpg", "Mug", "A1");
    assert_eq!(decision(next_delivery, &["y"], &rug), ImportDecision::New, "the code alone proves nothing");
    let mut unsure = rug.clone();
    unsure.state = State::Checking;
    assert_eq!(decision(renamed.clone(), &["x"], &unsure), ImportDecision::Adopt(0));
    let mut failed = rug;
    failed.state = State::Failed;
    assert_eq!(decision(renamed.clone(), &["x"], &failed), ImportDecision::Adopt(0), "it goes on");
    assert_eq!(decision(renamed, &["y"], &failed), ImportDecision::New, "nothing of it is in the shop");
}

#[test]
fn of_two_products_with_one_sku_and_one_name_each_is_that_with_its_own_photos() {
    let coded = |place: &str| {
        let mut rug = planned(place, "Rug");
        rug.draft.sku = Some("A1".to_owned());
        rug
    };
    let known = [("/a", "x", State::Checking), ("/b", "y", State::Created)].map(|(place, photo, state)| {
        let mut known = earlier(place, "Rug", &[photo], state);
        known.planned.draft.sku = Some("A1".to_owned());
        known
    });
    assert_eq!(
        classify(&[coded("/a"), coded("/b")], &[hashes(&["x"]), hashes(&["y"])], &known),
        [ImportDecision::Adopt(0), ImportDecision::Skip(1)]
    );
}

#[test]
fn the_same_name_with_a_photo_in_common_is_the_same_product_however_its_photos_are_called() {
    let named = |place: &str, source: &str, sku: Option<&str>| {
        let mut draft = planned(place, "Rug");
        (draft.source_name, draft.draft.sku) = (source.to_owned(), sku.map(str::to_owned));
        draft
    };
    let mut rug = earlier("/p/rug-1.jpg", "Rug", &["x", "y"], State::Created);
    rug.planned = PlannedDraft { photos: rug.planned.photos.clone(), ..named("/p/rug-1.jpg", "Rug", None) };
    let decision = |draft: PlannedDraft, photos: &[&str], known: &DraftHistory| {
        let (drafts, known) = ([draft], std::slice::from_ref(known));
        assert_eq!(needs_hashes(&drafts, known), [0]);
        classify(&drafts, &[hashes(photos)], known)[0]
    };
    for (draft, photos) in [
        (named("/p/rug-1.jpg", "rug-1", None), &["x", "y"][..]),
        (named("/p/rug-0.jpg", "Rug", None), &["z", "x", "y"]),
        (named("/p/rug-2.jpg", "rug-2", None), &["y"]),
    ] {
        assert_eq!(decision(draft, photos, &rug), ImportDecision::Skip(0), "{photos:?}");
    }
    assert_eq!(decision(named("/p/rug-1.jpg", "rug-1", None), &["z"], &rug), ImportDecision::New);
    rug.planned.draft.sku = Some("A1".to_owned());
    let of_other = named("/p/rug-1.jpg", "rug-1", Some("A2"));
    assert_eq!(decision(of_other, &["x"], &rug), ImportDecision::New, "two sizes with one photo");
}

#[test]
fn a_new_first_row_of_one_name_and_one_photo_takes_no_product_of_another_code() {
    let coded = |sku: &str| {
        let mut rug = planned("/p/rug.jpg", "Rug");
        rug.draft.sku = Some(sku.to_owned());
        rug
    };
    let known = ["G1", "G2"].map(|sku| {
        let mut known = earlier("/p/rug.jpg", "Rug", &["x"], State::Created);
        known.planned.draft.sku = Some(sku.to_owned());
        known
    });
    let rows = ["G3", "G1", "G2"].map(coded);
    assert_eq!(
        classify(&rows, &vec![hashes(&["x"]); 3], &known),
        [ImportDecision::New, ImportDecision::Skip(0), ImportDecision::Skip(1)]
    );
}

#[test]
fn what_rows_left_is_in_the_shop_if_it_is_a_cover_there_whatever_that_is_called() {
    let known = [
        earlier("/p/A3.jpg", "Jug", &["x", "y"], State::Created),
        earlier("/b", "Mug", &["z"], State::Failed),
    ];
    let left = PlannedDraft { is_left_by_rows: true, ..planned("/p/A3.jpg", "A3") };
    let decision = |photos: &[&str], draft: &PlannedDraft| {
        classify(std::slice::from_ref(draft), &[hashes(photos)], &known)[0]
    };
    assert_eq!(decision(&["x"], &left), ImportDecision::Skip(0));
    assert_eq!(decision(&["y"], &left), ImportDecision::New, "it is no cover");
    assert_eq!(decision(&["z"], &left), ImportDecision::New, "that was not created");
    assert_eq!(decision(&["x"], &planned("/p/A3.jpg", "A3")), ImportDecision::New, "a row says so");
    assert_eq!(needs_hashes(&[left, planned("/p", "A4")], &known), [0]);
}

#[test]
fn a_continued_draft_keeps_its_number_and_a_skipped_one_gets_a_new_row() {
    let known = [DraftHistory { id: DraftId(7), ..earlier("/a", "Rug", &["x"], State::Failed) }];
    let added = |decisions| {
        AddedDraft::from_decision(decisions, DraftId(20), planned("/a", "Rug"), hashes(&["x"]), &known)
    };
    assert_eq!(added(ImportDecision::New).id(), DraftId(20));
    assert_eq!(added(ImportDecision::Skip(0)).id(), DraftId(20));
    assert_eq!(added(ImportDecision::Adopt(0)).id(), DraftId(7));
    assert!(
        matches!(added(ImportDecision::Adopt(0)), AddedDraft::Adopted { hashes: of, .. } if of == hashes(&["x"]))
    );
}

#[test]
fn of_two_folders_with_the_same_photos_in_another_order_each_is_its_own_again() {
    let known =
        [earlier("/a", "Rug", &["x"], State::Failed), earlier("/b", "Rug", &["x", "y"], State::Created)];
    let again = [("/a", "Rug", &["y", "x"] as &[&str]), ("/b", "Rug", &["x", "y"])];
    assert_eq!(
        decisions(&again, &known),
        [ImportDecision::Adopt(0), ImportDecision::Skip(1)],
        "the first one has one photo uploaded"
    );
    // Unless that one was given up: what became of its photos elsewhere is there.
    let known = [
        earlier("/a", "Rug", &["x", "y"], State::Cancelled),
        earlier("/b", "Rug", &["x", "y"], State::Created),
    ];
    assert_eq!(decisions(&again[..1], &known), [ImportDecision::Skip(1)]);
}

#[test]
fn what_was_skipped_and_is_in_doubt_since_is_continued() {
    let cover = Some(FileId::from(1));
    let created =
        DraftHistory { attempts: 1, cover: cover.clone(), ..earlier("/a", "Rug", &["x"], State::Created) };
    let skipped = |state| {
        let planned = created.planned.clone();
        DraftHistory {
            id: DraftId(2),
            state,
            ..DraftHistory::skipped(DraftId(2), RunId(2), planned, None, cover.clone())
        }
    };
    let decided = |state| decisions(&[("/a", "Rug", &["x"])], &[created.clone(), skipped(state)]);
    assert_eq!(decided(State::Skipped), [ImportDecision::Skip(0)]);
    assert_eq!(
        decided(State::NeedsPerson),
        [ImportDecision::Adopt(1)],
        "the product turned out to be another's"
    );
    assert_eq!(decided(State::Created), [ImportDecision::Skip(0)], "a person said that it is there");
}

#[test]
fn a_moved_folder_is_recognized_by_its_photos() {
    let known = [earlier("/a", "كتاب‌ها", &["x", "y"], State::Created)];
    assert_eq!(decisions(&[("/moved", "کتابها", &["x", "y"])], &known), [ImportDecision::Skip(0)]);
    assert_eq!(
        decisions(&[("/moved", "کتابها", &["y", "x"])], &known),
        [ImportDecision::Skip(0)],
        "which photo is the cover may be decided anew"
    );
}

#[test]
fn a_folder_with_one_photo_more_is_the_same_product() {
    let known = [earlier("/a", "Rug", &["x"], State::Created)];
    assert_eq!(decisions(&[("/a", "Rug", &["x", "new"])], &known), [ImportDecision::Skip(0)]);
    assert_eq!(decisions(&[("/a", "Rug", &["new"])], &known), [ImportDecision::New]);
}

#[test]
fn an_earlier_product_matches_one_new_draft_only() {
    let known = [earlier("/a", "Rug", &["x"], State::Created)];
    assert_eq!(
        decisions(&[("/a", "Rug", &["x"]), ("/b", "Rug", &["x"])], &known),
        [ImportDecision::Skip(0), ImportDecision::New]
    );
}

#[test]
fn a_created_draft_is_matched_before_a_cancelled_duplicate() {
    let known =
        [earlier("/a", "Rug", &["x"], State::Cancelled), earlier("/a", "Rug", &["x"], State::Created)];
    assert_eq!(decisions(&[("/a", "Rug", &["x"])], &known), [ImportDecision::Skip(1)]);
}

#[test]
fn an_unconfirmed_draft_is_matched_before_a_duplicate_that_was_never_sent() {
    let known = [earlier("/a", "Rug", &["x"], State::Waiting), earlier("/b", "Rug", &["x"], State::Checking)];
    assert_eq!(decisions(&[("/c", "Rug", &["x"])], &known), [ImportDecision::Adopt(1)]);
}

#[test]
fn a_partly_uploaded_folder_does_not_match_a_product_of_just_the_uploaded_photo() {
    let mut begun = earlier("/a", "Rug", &["x", "y"], State::Waiting);
    begun.uploads.remove(&0);
    let known = [begun, earlier("/b", "Rug", &["y"], State::Checking)];
    let folders: [(&str, &str, &[&str]); 2] = [("/a", "Rug", &["x", "y"]), ("/b", "Rug", &["y"])];
    assert_eq!(decisions(&folders, &known), [ImportDecision::Adopt(0), ImportDecision::Adopt(1)]);
}

#[test]
fn an_untouched_draft_is_matched_by_its_path() {
    let known = [earlier("/a", "Rug", &[], State::Waiting)];
    assert_eq!(decisions(&[("/a", "Rug", &["x"])], &known), [ImportDecision::Adopt(0)]);
    assert_eq!(decisions(&[("/b", "Rug", &["x"])], &known), [ImportDecision::New]);
}

#[test]
fn a_new_product_that_has_a_photo_of_a_created_one_is_found() {
    // Two folders were joined to one product, and the photos of a third were sent one by one.
    let joined = DraftHistory {
        planned: PlannedDraft { photos: vec!["/a/1.jpg".into(), "/b/1.jpg".into()], ..planned("/a", "Rug") },
        ..earlier("/a", "Rug", &["x", "y"], State::Created)
    };
    let single = DraftHistory {
        planned: PlannedDraft { photos: vec!["/c/7.jpg".into()], ..planned("/c/7.jpg", "7") },
        ..earlier("/c", "7", &["z"], State::Created)
    };
    let failed = DraftHistory {
        planned: PlannedDraft { photos: vec!["/d/9.jpg".into()], ..planned("/d/9.jpg", "9") },
        ..earlier("/d", "9", &["w"], State::Failed)
    };
    let known = [joined, single, failed];
    let draft = |place: &str, name: &str, photos: &[&str]| PlannedDraft {
        photos: photos.iter().map(Into::into).collect(),
        ..planned(place, name)
    };
    let plan = [
        draft("/a", "Rug", &["/a/1.jpg"]),
        draft("/b", "Bowl", &["/b/1.jpg"]),
        draft("/c", "Vase", &["/c/6.jpg", "/c/7.jpg"]),
        draft("/d", "Mug", &["/d/9.jpg"]),
    ];
    let content = |photo: &Path| {
        Some(
            hashes(&[match photo.to_str()? {
                "/a/1.jpg" => "x",
                "/b/1.jpg" => "y",
                "/c/7.jpg" => "z",
                "/d/9.jpg" => "w",
                _ => panic!("only photos with the name of an earlier one are read"),
            }])[0],
        )
    };
    let decisions = [ImportDecision::Skip(0), ImportDecision::New, ImportDecision::New, ImportDecision::New];
    let shared = shared_photos(&plan, &decisions, &known, content);
    assert_eq!(shared, [SharedPhoto { planned: 1, earlier: 0 }, SharedPhoto { planned: 2, earlier: 1 }]);
    assert!(
        shared_photos(&plan, &decisions, &known, |_| Some(hashes(&["other"])[0])).is_empty(),
        "the name alone says nothing"
    );
}

#[test]
fn skipped_rows_match_nothing_and_only_equal_names_need_hashes() {
    let known = [earlier("/a", "Rug", &["x"], State::Skipped), earlier("/b", "Mug", &["x"], State::Created)];
    assert_eq!(decisions(&[("/a", "Rug", &["x"])], &known), [ImportDecision::New]);
    assert_eq!(
        needs_hashes(&[planned("/a", "Rug"), planned("/c", "mug"), planned("/d", "Bowl")], &known),
        [1]
    );
}

fn numbered(photo: &str) -> PlannedDraft {
    let mut planned = PlannedDraft {
        source: "/photos/New/1.jpg".into(),
        source_name: "1".to_owned(),
        photos: vec![photo.into()],
        ..PlannedDraft::default()
    };
    drop(planned.draft.set(Field::Name, "1"));
    let mut drafts = [planned];
    sku::generate(&mut drafts, b"");
    let [planned] = drafts;
    planned
}

/// What is decided about a draft of the folder, after earlier ones of the same folder with these states, each
/// with whether its photo is the same.
fn decided(earlier: &[(State, bool, Option<&str>)]) -> PlannedDraft {
    let photo = ContentHash::of(b"this week");
    let history = |(index, &(state, is_same, sku)): (usize, &(State, bool, Option<&str>))| {
        let mut known =
            DraftHistory::new(DraftId(index as u64 + 10), RunId(1), numbered("/photos/New/1.jpg"));
        if let Some(sku) = sku {
            known.planned.draft.sku = Some(sku.to_owned());
        }
        let hash = if is_same { photo } else { ContentHash::of(b"last week") };
        let file = FileId::from(7);
        known.uploads.insert(0, Upload { hash, edit: PhotoEdit::default(), file, stale: false });
        (known.state, known.attempts) = (state, 1);
        known
    };
    let earlier: Vec<DraftHistory> = earlier.iter().enumerate().map(history).collect();
    let drafts = vec![(DraftId(1), numbered("/photos/New/1.jpg"))];
    let decided = decide(
        drafts,
        vec![Ok(vec![photo])],
        &earlier,
        &CreateRules::default(),
        &MarketCategories::default(),
        |_| None,
    );
    decided.added[0].planned().clone()
}

#[test]
fn other_photos_in_a_folder_that_was_used_before_get_an_sku_of_their_own() {
    let first = numbered("/photos/New/1.jpg").draft.sku;
    let second = decided(&[(State::Created, false, None)]).draft.sku;
    let third =
        decided(&[(State::Created, false, None), (State::Created, false, second.as_deref())]).draft.sku;
    assert_eq!(
        [&first, &second, &third].into_iter().flatten().collect::<HashSet<_>>().len(),
        3,
        "{first:?} {second:?} {third:?}"
    );
}

#[test]
fn a_product_whose_photo_cannot_be_compared_fails_and_is_no_new_one() {
    let mut known = DraftHistory::new(DraftId(10), RunId(1), numbered("/photos/New/1.jpg"));
    known.uploads.insert(
        0,
        Upload {
            hash: ContentHash::of(b"rug"),
            edit: PhotoEdit::default(),
            file: FileId::from(7),
            stale: false,
        },
    );
    (known.state, known.attempts) = (State::Created, 1);
    let held = Problem::new(ProblemKind::FileUnreadable);
    let drafts = vec![(DraftId(1), numbered("/photos/New/1.jpg"))];
    let decided = decide(
        drafts,
        vec![Err(held.clone())],
        &[known],
        &CreateRules::default(),
        &MarketCategories::default(),
        |_| None,
    );
    assert!(
        matches!(&decided.added[..], [AddedDraft::Refused { problem, .. }] if *problem == held),
        "{:?}",
        decided.added
    );
}

/// What is sent again of a product with this category, as typed, that failed in the run and is started once
/// more.
fn retried(category: &str) -> Vec<Option<i64>> {
    let leaf = |id, title: &str| Category {
        id,
        title: title.to_owned(),
        parent: None,
        is_leaf: true,
        unit: None,
        max_preparation_days: None,
    };
    let categories = MarketCategories {
        tree: Some(std::sync::Arc::new(vec![leaf(7, "Bowls")].into())),
        ..MarketCategories::default()
    };
    let of_market =
        CategoryRules { leaf_only: true, has_attributes: false, units: [].into(), unit_default: None };
    let rules = CreateRules {
        categories: Some(of_market),
        fields: vec![Field::CategoryId],
        ..CreateRules::default()
    };
    let mut known = DraftHistory::new(DraftId(10), RunId(1), numbered("/photos/New/1.jpg"));
    known.state = State::Failed;
    let mut again = numbered("/photos/New/1.jpg");
    again.draft.set(Field::CategoryId, category).unwrap();
    let hashes = vec![Ok(vec![ContentHash::of(b"bowl")])];
    let decided =
        decide(vec![(DraftId(11), again)], hashes, &[known], &rules, &categories, |_| Some(State::Failed));
    assert!(decided.added.is_empty(), "{:?}", decided.added);
    decided.retries.into_iter().map(|(_, draft)| draft.category_id).collect()
}

#[test]
fn a_product_that_is_in_the_run_is_retried_as_one_that_is_not_is_sent() {
    assert_eq!(retried("Bowls"), [Some(7)], "with the category that was typed");
    assert_eq!(retried("Rugs"), [], "what would certainly be refused stays failed");
}

#[test]
fn a_product_that_continues_keeps_the_sku_under_which_it_may_have_been_sent() {
    let sent = decided(&[(State::Created, false, None)]).draft.sku;
    let continued =
        decided(&[(State::Created, false, None), (State::Checking, true, sent.as_deref())]).draft.sku;
    assert_eq!(continued, sent);
}
