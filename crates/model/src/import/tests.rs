use std::collections::BTreeMap;
use std::path::PathBuf;

use super::*;
use crate::messages::{PictureKey, SavedProduct, SavedReview, SheetSource};
use crate::{NotAdded, OtherFiles};
use vitrine_core::import::{Counts, DraftId, Grouping, PlannedDraft, State};
use vitrine_domain::{
    Draft, Field, FieldError, Finding, MarketCategories, PhotoEdit, Position, Price, Problem, ProblemKind,
    UserId, VendorId,
};

fn rules() -> CreateRules {
    CreateRules { required: vec![Field::Name, Field::Photo, Field::PrimaryPrice], ..CreateRules::default() }
}

pub fn planned(name: &str) -> PlannedDraft {
    PlannedDraft {
        draft: Draft { name: name.to_owned(), ..Draft::default() },
        source: PathBuf::from("/shop").join(name),
        source_name: name.to_owned(),
        photos: vec![PathBuf::from("/shop").join(name).join("1.jpg")],
        ..PlannedDraft::default()
    }
}

pub(super) fn in_review(names: &[&str]) -> Import {
    let mut import = Import::default();
    import.dropped(vec![PathBuf::from("/shop")]);
    import.planned(names.iter().map(|name| planned(name)).collect(), Vec::new(), 0, Vec::new());
    import
}

pub(super) fn act(import: &mut Import, action: ImportAction) -> Vec<Command> {
    import.act(action, &rules(), &Settings::default()).0
}

const START: ImportAction = ImportAction::Start { again: false, unpriced: Unpriced::Ask };

fn type_into(import: &mut Import, index: usize, field: Field, text: &str) {
    act(import, ImportAction::Review(ReviewAction::Type(index, field, text.to_owned())));
}

fn started(commands: &[Command]) -> &[PlannedDraft] {
    commands
        .iter()
        .find_map(|command| {
            if let Command::Import(ImportCommand::Start { drafts, .. }) = command {
                Some(drafts)
            } else {
                None
            }
        })
        .unwrap()
}

/// An import that was started and not yet accepted by the worker.
fn running() -> Import {
    let mut import = in_review(&["Rug"]);
    type_into(&mut import, 0, Field::PrimaryPrice, "100");
    act(&mut import, START);
    import
}

fn row(id: u64, state: State, problem: Option<Problem>) -> Row {
    Row {
        id: DraftId(id),
        name: format!("Rug {id}"),
        source: PathBuf::from("/shop"),
        state,
        photos: 1,
        photos_uploaded: 0,
        product_id: None,
        photo_id: None,
        problem,
        equal_name: false,
        other_values: Vec::new(),
    }
}

#[test]
fn a_default_fills_only_empty_fields() {
    let mut import = in_review(&["Rug", "Bowl"]);
    act(&mut import, ImportAction::Review(ReviewAction::TypeDefault(Field::PrimaryPrice, "۵۰۰".to_owned())));
    type_into(&mut import, 0, Field::PrimaryPrice, "12,000");
    let commands = act(&mut import, START);
    let prices: Vec<_> =
        started(&commands).iter().map(|planned| planned.draft.primary_price.map(Price::wire)).collect();
    assert_eq!(prices, [Some(12_000), Some(500)]);
}

#[test]
fn defaults_and_grouping_are_saved_for_the_next_import() {
    let mut import = in_review(&["Rug"]);
    act(&mut import, ImportAction::Review(ReviewAction::TypeDefault(Field::PrimaryPrice, "500".to_owned())));
    let (_, settings) = import.act(START, &rules(), &Settings::default());
    assert_eq!(settings.unwrap().defaults.last.values.primary_price, Some(Price::on_wire(500)));
}

#[test]
fn the_values_of_one_shops_import_are_not_offered_to_another_shop() {
    let shop = |vendor: u64| {
        let (user, vendor) = (UserId::from(7), VendorId::from(vendor));
        Some(AccountKey { market: "example".to_owned(), user, vendor })
    };
    let mut import = in_review(&["Rug"]);
    import.take_settings(&Settings::default(), shop(1));
    act(&mut import, ImportAction::Review(ReviewAction::TypeDefault(Field::PrimaryPrice, "500".to_owned())));
    let settings = import.act(START, &rules(), &Settings::default()).1.unwrap();
    for (vendor, offered) in [(1, 1), (2, 0)] {
        let mut next = in_review(&["Bowl"]);
        next.take_settings(&settings, shop(vendor));
        assert_eq!(next.review.previous_defaults_on_offer(&rules()).count(), offered, "shop {vendor}");
    }
}

#[test]
fn an_incomplete_product_is_not_sent() {
    let mut import = in_review(&["Rug", "Bowl"]);
    assert!(act(&mut import, START).is_empty());
    type_into(&mut import, 0, Field::PrimaryPrice, "100");
    assert_eq!(import.review.incomplete(&rules()), [1]);
    let sent = started(&act(&mut import, START))
        .iter()
        .map(|planned| planned.draft.name.clone())
        .collect::<Vec<_>>();
    assert_eq!(sent, ["Rug"]);
}

#[test]
fn without_a_price_nothing_starts_until_the_user_has_answered() {
    let rules = CreateRules::default();
    let mut import = in_review(&["Rug", "Bowl"]);
    type_into(&mut import, 0, Field::PrimaryPrice, "100");
    let act = |import: &mut Import, action| import.act(action, &rules, &Settings::default()).0;
    assert!(act(&mut import, START).is_empty());
    assert_eq!(
        import.review.question,
        Some(UnpricedQuestion {
            again: false,
            without_price: vec![1],
            without_stock: vec![0, 1],
            complete: 1
        })
    );
    act(&mut import, ImportAction::CloseQuestion);
    assert_eq!((&import.review.question, import.phase), (&None, Phase::Review));
    let started_with =
        started(&act(&mut import, ImportAction::Start { again: false, unpriced: Unpriced::LeaveOut }))
            .to_vec();
    assert_eq!(
        started_with.iter().map(|planned| planned.draft.primary_price.map(Price::wire)).collect::<Vec<_>>(),
        [Some(100)]
    );
}

#[test]
fn a_stock_that_only_some_have_is_asked_about_before_anything_starts() {
    let reviewed = |stocks: &[&str]| {
        let mut import = in_review(&["Rug", "Bowl", "Vase"]);
        (0..3).for_each(|index| type_into(&mut import, index, Field::PrimaryPrice, "100"));
        let with_stock = stocks.iter().enumerate().filter(|(_, stock)| !stock.is_empty());
        with_stock.for_each(|(index, stock)| type_into(&mut import, index, Field::Stock, stock));
        import
    };
    assert!(!act(&mut reviewed(&[]), START).is_empty(), "none has one: the list has no such column");
    assert!(!act(&mut reviewed(&["1", "0", "3"]), START).is_empty(), "nothing is missing");
    let mut import = reviewed(&["1", "", "3"]);
    assert!(act(&mut import, START).is_empty());
    let asked = import.review.question.clone().unwrap();
    assert_eq!((asked.without_price, asked.without_stock, asked.complete), (vec![], vec![1], 2));
    for (unpriced, created) in [(Unpriced::LeaveOut, 2), (Unpriced::Create, 3)] {
        let start = ImportAction::Start { again: false, unpriced };
        assert_eq!(started(&act(&mut reviewed(&["1", "", "3"]), start)).len(), created, "{unpriced:?}");
    }
}

#[test]
fn an_invalid_price_is_an_error_and_stays_as_typed() {
    let mut import = in_review(&["Rug"]);
    type_into(&mut import, 0, Field::PrimaryPrice, "12.5");
    let (_, errors) = import.review.evaluated(0, &rules());
    assert_eq!(errors.get(&Field::PrimaryPrice), Some(&FieldError::NotAWholeNumber));
    assert_eq!(import.review.typed(0, Field::PrimaryPrice), Some("12.5"));
}

#[test]
fn a_price_cell_of_the_sheet_that_means_nothing_is_shown_and_blocks_start_until_it_is_corrected() {
    let mut import = in_review(&["Rug", "Bowl"]);
    let cell = Finding::CellValue { text: "12.000".to_owned() }.at(Position::Row(2));
    let problem = Problem::new(ProblemKind::InvalidField).with_field("primary_price").with_diagnostic(cell);
    let rug = PlannedDraft {
        unusable: vec![Problem { detail: Some(FieldError::Ambiguous), ..problem }],
        ..planned("Rug")
    };
    import.planned(vec![rug], Vec::new(), 0, Vec::new());
    act(&mut import, ImportAction::Review(ReviewAction::TypeDefault(Field::PrimaryPrice, "500".to_owned())));
    let (draft, errors) = import.review.evaluated(0, &rules());
    assert_eq!(
        (draft.primary_price, errors.get(&Field::PrimaryPrice)),
        (None, Some(&FieldError::Ambiguous)),
        "no default hides it"
    );
    assert_eq!(import.review.typed(0, Field::PrimaryPrice), Some("12.000"));
    assert!(act(&mut import, START).is_empty());
    type_into(&mut import, 0, Field::PrimaryPrice, "12000");
    let commands = act(&mut import, START);
    assert_eq!(
        (started(&commands)[0].draft.primary_price, started(&commands)[0].open_cell()),
        (Some(Price::on_wire(12_000)), None)
    );
}

#[test]
fn planning_again_preserves_typed_texts_and_removed_products() {
    let mut import = in_review(&["Bowl", "Rug"]);
    type_into(&mut import, 1, Field::Name, "Red rug");
    act(&mut import, ImportAction::Review(ReviewAction::Remove(0)));
    let commands = act(&mut import, ImportAction::Review(ReviewAction::Grouping(Grouping::Folder)));
    assert!(
        matches!(commands.as_slice(), [Command::Import(ImportCommand::Plan { grouping, .. })] if grouping.all == Grouping::Folder)
    );
    import.planned(vec![planned("Rug"), planned("Bowl"), planned("Vase")], Vec::new(), 0, Vec::new());
    let names: Vec<_> = (0..2).map(|index| import.review.evaluated(index, &rules()).0.name).collect();
    assert_eq!(names, ["Red rug", "Vase"]);
}

#[test]
fn a_dropped_sheet_is_used_as_the_sheet_and_its_photo_edits_can_be_changed() {
    let mut import = Import::default();
    let commands = import.dropped(["/old.csv", "/photos", "/failed.XLSX"].map(PathBuf::from).to_vec());
    let [Command::Import(ImportCommand::Plan { paths, sheet, .. })] = commands.as_slice() else {
        panic!("{commands:?}")
    };
    assert_eq!(
        (paths.as_slice(), &sheet.source, sheet.dropped.as_slice()),
        (
            &[PathBuf::from("/photos")][..],
            &SheetSource::Folder,
            &["/old.csv", "/failed.XLSX"].map(PathBuf::from)[..]
        )
    );
    let rotated = PhotoEdit::default().rotated_right();
    let rug = planned("Rug").edited([rotated]);
    import.planned(vec![rug.clone()], Vec::new(), 0, Vec::new());
    assert_eq!(import.review.edit(&rug.photos[0]), rotated);
    let brighter = rotated.with_brightness(10);
    import.review.set_edits([(rug.photos[0].clone(), brighter)]);
    import.planned(vec![rug.clone()], Vec::new(), 0, Vec::new());
    assert_eq!(import.review.edit(&rug.photos[0]), brighter, "planned again");
}

#[test]
fn what_adds_nothing_to_a_review_says_why() {
    let mut import = in_review(&["Rug"]);
    assert_eq!(import.not_added(), None, "the first drop is the review");
    let mut drop = |path: &str, names: &[&str], others: usize| {
        import.dropped(vec![PathBuf::from(path)]);
        let drafts = names.iter().map(|name| planned(name)).collect();
        import.review.take_ignored((0..others).map(|_| PathBuf::from(path)).collect());
        import.planned(drafts, Vec::new(), others, Vec::new());
        import.not_added()
    };
    let clip = OtherFiles { names: vec!["clip.mp4".to_owned()], count: 1 };
    assert_eq!(drop("/shop", &["Rug"], 0), Some(NotAdded::Known));
    assert_eq!(drop("/empty", &["Rug"], 0), Some(NotAdded::NoPhotos));
    assert_eq!(drop("/empty", &["Rug"], 0), Some(NotAdded::NoPhotos), "nor the second time");
    assert_eq!(drop("/clip.mp4", &["Rug"], 1), Some(NotAdded::OtherFiles(clip)));
    assert_eq!(drop("/more", &["Rug", "Bowl"], 2), None, "a product was added beside another file");
    assert_eq!(drop("/shop/Bowl", &["Rug", "Bowl"], 2), Some(NotAdded::Known), "the other file is no news");
    assert_eq!(drop("/prices.csv", &["Rug", "Bowl"], 2), None, "a spreadsheet adds values");
}

#[test]
fn a_folder_that_is_dropped_again_with_another_list_says_of_how_many_products_it_has_new_values() {
    let mut import = in_review(&["Rug", "Bowl"]);
    let dearer = PlannedDraft {
        draft: Draft { primary_price: Some(Price::on_wire(120_000)), ..planned("Bowl").draft },
        ..planned("Bowl")
    };
    for expected in [NotAdded::NewValues(1), NotAdded::Known] {
        import.dropped(vec![PathBuf::from("/shop")]);
        import.planned(vec![planned("Rug"), dearer.clone()], Vec::new(), 0, Vec::new());
        assert_eq!(import.not_added(), Some(expected));
    }
}

#[test]
fn files_that_are_left_out_beside_photos_are_named() {
    let mut import = Import::default();
    let dropped: Vec<PathBuf> = ["/Rug", "/a.mp4", "/b.txt", "/c.psd", "/d.doc"].map(PathBuf::from).into();
    import.dropped(dropped.clone());
    import.review.take_ignored([vec![PathBuf::from("/Rug/Thumbs.db")], dropped[1..].to_vec()].concat());
    import.planned(vec![planned("Rug")], Vec::new(), 5, Vec::new());
    let names = ["a.mp4", "b.txt", "c.psd"].map(str::to_owned).into();
    assert_eq!(
        left_out(&mut import),
        Some(OtherFiles { names, count: 4 }),
        "what lies in a folder is no news"
    );
    assert_eq!(left_out(&mut import), None, "it is told once");
}

#[test]
fn paths_dropped_during_an_import_wait_for_its_end() {
    let mut import = running();
    assert!(import.dropped(vec![PathBuf::from("/more")]).is_empty());
    import.ended(Progress::default());
    let commands = act(&mut import, ImportAction::Clear);
    assert!(
        matches!(commands.as_slice(), [Command::Import(ImportCommand::SaveReview(None)), Command::Import(ImportCommand::Plan { paths, .. })] if paths == &[PathBuf::from("/more")])
    );
}

#[test]
fn failures_are_grouped_by_cause_whichever_file_they_name() {
    let mut import = running();
    let damaged = |file: &str| Some(Problem::new(ProblemKind::PhotoDamaged).with_subject(file));
    import.take_rows(vec![
        row(1, State::Failed, Some(Problem::new(ProblemKind::Forbidden))),
        row(2, State::Failed, damaged("a.jpg")),
        row(3, State::Failed, damaged("b.jpg")),
        row(4, State::Created, None),
    ]);
    let groups = (0..import.run.causes()).filter_map(|index| import.run.failures(index));
    let groups: Vec<_> = groups.map(|group| (group.problem.kind, group.count())).collect();
    assert_eq!(groups, [(ProblemKind::PhotoDamaged, 2), (ProblemKind::Forbidden, 1)]);
}

#[test]
fn a_failed_product_is_sent_again_with_the_corrections() {
    let mut import = running();
    let sent = planned("Rug");
    import.run.take_drafts(vec![(
        DraftId(1),
        PlannedDraft {
            draft: Draft { primary_price: Some(Price::on_wire(5)), ..sent.draft.clone() },
            ..sent
        },
    )]);
    import.take_rows(vec![row(
        1,
        State::Failed,
        Some(Problem::new(ProblemKind::Unprocessable).with_field("primary_price")),
    )]);
    act(&mut import, ImportAction::Fix(DraftId(1), Field::PrimaryPrice, "۷۰۰".to_owned()));
    let commands = act(&mut import, ImportAction::Retry(vec![DraftId(1)]));
    let [Command::Import(ImportCommand::Retry(drafts))] = commands.as_slice() else { panic!("{commands:?}") };
    assert_eq!(drafts[0].1.primary_price, Some(Price::on_wire(700)));
    assert_eq!(drafts[0].1.name, "Rug");
}

#[test]
fn the_latest_state_of_a_row_replaces_the_earlier_one() {
    let mut import = running();
    import.take_rows(vec![row(1, State::Waiting, None), row(2, State::Waiting, None)]);
    import.take_rows(vec![row(1, State::Created, None)]);
    let states: Vec<_> = import.run.rows().iter().map(|row| row.state).collect();
    assert_eq!(states, [State::Created, State::Waiting]);
}

#[test]
fn a_rejected_start_returns_to_the_review_with_all_typed_texts() {
    let mut import = running();
    import.handle_problem();
    assert_eq!(import.phase, Phase::Review);
    assert_eq!(import.review.typed(0, Field::PrimaryPrice), Some("100"));
}

#[test]
fn a_problem_during_a_run_does_not_end_it() {
    let mut import = running();
    import.take_rows(vec![row(1, State::Waiting, None)]);
    import.handle_problem();
    assert_eq!(import.phase, Phase::Running);
}

#[test]
fn late_rows_of_a_cleared_import_are_ignored() {
    let mut import = running();
    import.ended(Progress::default());
    act(&mut import, ImportAction::Clear);
    import.take_rows(vec![row(1, State::Created, None)]);
    import.ended(Progress::default());
    assert_eq!((import.phase, import.run.rows().len()), (Phase::Empty, 0));
}

#[test]
fn an_import_reported_as_unfinished_is_not_running() {
    let mut import = running();
    import.take_rows(vec![row(1, State::Waiting, None)]);
    import.take_unfinished(Unfinished::default());
    assert_eq!(import.phase, Phase::Empty);
    act(&mut import, ImportAction::Resume);
    assert_eq!(import.phase, Phase::Running);
    import.handle_problem();
    assert!(import.run.unfinished.is_some(), "an import that was not resumed is still offered");
}

/// Three products that failed for lack of a price; the last one has no name either.
fn without_price() -> (Import, Vec<DraftId>) {
    let mut import = running();
    let missing = || Some(Problem::new(ProblemKind::Unprocessable).with_field("primary_price"));
    let ids: Vec<DraftId> = (1..=3).map(DraftId).collect();
    let names = ["Rug", "Bowl", ""];
    import.run.take_drafts(ids.iter().copied().zip(names.map(planned)).collect());
    import.take_rows((1..=3).map(|id| row(id, State::Failed, missing())).collect());
    (import, ids)
}

#[test]
fn one_price_fixes_all_products_of_a_cause_and_only_complete_ones_are_sent() {
    let (mut import, ids) = without_price();
    let mut all = BatchFix::of(ids.clone());
    import.run.update_batch(&mut all, &[Field::PrimaryPrice], &MarketCategories::default(), &rules());
    assert_eq!((&all.state.ready, all.state.typed), (&vec![], false), "nothing was typed");
    act(&mut import, ImportAction::FixAll(ids.clone(), Field::PrimaryPrice, "۷۰۰".to_owned()));
    import.run.update_batch(&mut all, &[Field::PrimaryPrice], &MarketCategories::default(), &rules());
    let ready = all.state.ready.clone();
    assert_eq!(ready, ids[..2], "the third has no name");
    assert_eq!(all.state.errors.get(&Field::Name), Some(&FieldError::Missing));
    let commands = act(&mut import, ImportAction::Retry(ready));
    let [Command::Import(ImportCommand::Retry(sent))] = commands.as_slice() else { panic!("{commands:?}") };
    let prices: Vec<_> = sent.iter().map(|(id, draft)| (*id, draft.primary_price.map(Price::wire))).collect();
    assert_eq!(prices, [(ids[0], Some(700)), (ids[1], Some(700))]);
}

#[test]
fn a_correction_after_which_the_marketplace_would_still_refuse_the_product_is_not_sent() {
    let (mut import, ids) = without_price();
    act(&mut import, ImportAction::FixAll(ids.clone(), Field::PrimaryPrice, "700".to_owned()));
    let commands = act(&mut import, ImportAction::Retry(ids.clone()));
    let [Command::Import(ImportCommand::Retry(sent))] = commands.as_slice() else { panic!("{commands:?}") };
    assert_eq!(
        sent.iter().map(|(id, _)| *id).collect::<Vec<_>>(),
        ids[..2],
        "the third has no name, and stays failed"
    );
}

#[test]
fn clearing_a_common_value_restores_each_products_own() {
    let (mut import, ids) = without_price();
    for text in ["9", ""] {
        act(&mut import, ImportAction::FixAll(ids.clone(), Field::Name, text.to_owned()));
    }
    assert_eq!(import.run.edited_text(ids[1], Field::Name, ToString::to_string), "Bowl");
    let mut all = BatchFix::of(ids);
    import.run.update_batch(
        &mut all,
        &[Field::Name, Field::PrimaryPrice],
        &MarketCategories::default(),
        &rules(),
    );
    assert!(all.state.ready.is_empty());
    assert!(!all.shares(Field::Name), "the names differ");
    assert!(all.shares(Field::PrimaryPrice));
}

#[test]
fn a_product_shows_its_own_cover_even_if_its_folder_holds_several_products() {
    let mut import = running();
    let cover = |name: &str| PathBuf::from("/shop").join(format!("{name}.jpg"));
    let draft = |id, name: &str| {
        (DraftId(id), PlannedDraft { source: "/shop".into(), photos: vec![cover(name)], ..planned(name) })
    };
    import.run.take_drafts(vec![draft(1, "rug"), draft(2, "bowl")]);
    assert_eq!(import.run.cover(DraftId(2)), Some(&PictureKey::File(cover("bowl"))));
}

#[test]
fn a_keystroke_in_a_review_of_5_000_products_checks_only_one_of_them() {
    let names: Vec<String> = (0..5_000).map(|n| format!("Rug {n}")).collect();
    let mut import = in_review(&names.iter().map(String::as_str).collect::<Vec<_>>());
    import.review.check(&rules());
    assert_eq!((import.review.checks().made, import.review.checks().incomplete().len()), (5_000, 5_000));
    for (key, text) in ["1", "12", "125"].into_iter().enumerate() {
        type_into(&mut import, 4_000, Field::PrimaryPrice, text);
        import.review.check(&rules());
        assert_eq!(
            (import.review.checks().made, import.review.checks().incomplete().len()),
            (5_000 + key + 1, 4_999)
        );
    }
    act(&mut import, ImportAction::Review(ReviewAction::Remove(17)));
    import.review.check(&rules());
    assert_eq!(import.review.checks().made, 5_003, "the others are unchanged");
    import.review.check(&rules());
    assert_eq!(
        (import.review.checks().made, import.review.checks().empty()),
        (5_003, [0, 4_999]),
        "a required price counts as an error, not as empty"
    );
    assert_eq!(import.review.checks().incomplete(), import.review.incomplete(&rules()));
}

#[test]
fn a_frame_examines_500_of_5_000_products_fixed_together() {
    let mut import = running();
    let ids: Vec<DraftId> = (1..=5_000).map(DraftId).collect();
    import.run.take_drafts(ids.iter().map(|id| (*id, planned("Rug"))).collect());
    import.take_rows(
        (1..=5_000)
            .map(|id| row(id, State::Failed, Some(Problem::new(ProblemKind::Unprocessable))))
            .collect(),
    );
    let mut all = BatchFix::of(ids.clone());
    let settle = |import: &Import, all: &mut BatchFix| {
        let mut frames = 0;
        loop {
            import.run.update_batch(all, &[Field::PrimaryPrice], &MarketCategories::default(), &rules());
            frames += 1;
            if all.is_complete() {
                break frames;
            }
        }
    };
    assert_eq!(settle(&import, &mut all), 10);
    assert_eq!(all.state.ready.len(), 0);
    act(&mut import, ImportAction::FixAll(ids.clone(), Field::PrimaryPrice, "7".to_owned()));
    import.run.update_batch(&mut all, &[Field::PrimaryPrice], &MarketCategories::default(), &rules());
    act(&mut import, ImportAction::FixAll(ids.clone(), Field::PrimaryPrice, "70".to_owned()));
    assert_eq!(settle(&import, &mut all), 10, "an edit during the examination restarts it");
    assert_eq!(all.state.ready, ids);
}

#[test]
fn a_batch_is_examined_once_per_change() {
    let (mut import, ids) = without_price();
    let mut all = BatchFix::of(ids.clone());
    import.run.update_batch(&mut all, &[Field::PrimaryPrice], &MarketCategories::default(), &rules());
    all.state.ready = vec![DraftId(99)];
    import.run.update_batch(&mut all, &[Field::PrimaryPrice], &MarketCategories::default(), &rules());
    assert_eq!(all.state.ready, [DraftId(99)], "nothing changed, so nothing was computed");
    import.take_rows(vec![row(1, State::Created, None)]);
    import.run.update_batch(&mut all, &[Field::PrimaryPrice], &MarketCategories::default(), &rules());
    assert_eq!((all.state.ready.as_slice(), all.failed.as_slice()), (&[][..], &ids[1..]));
}

/// A review of an earlier session with a price for each of these products.
fn saved_review(folder: &str, prices: &[(&str, &str)]) -> SavedReview {
    let products = prices.iter().map(|(name, price)| SavedProduct {
        source: PathBuf::from("/shop").join(name),
        source_name: (*name).to_owned(),
        typed: BTreeMap::from([("primary_price".to_owned(), (*price).to_owned())]),
        ..SavedProduct::default()
    });
    SavedReview {
        dropped: vec![PathBuf::from(folder)],
        products: products.collect(),
        ..SavedReview::default()
    }
}

fn plan_of(commands: &[Command]) -> Option<&[PathBuf]> {
    commands.iter().find_map(|command| {
        if let Command::Import(ImportCommand::Plan { paths, .. }) = command {
            Some(paths.as_slice())
        } else {
            None
        }
    })
}

#[test]
fn a_review_of_an_earlier_session_is_added_to_what_was_typed_in_this_one() {
    let mut import = in_review(&["Rug"]);
    type_into(&mut import, 0, Field::PrimaryPrice, "100");
    let commands = import.restore_saved(saved_review("/earlier", &[("Rug", "7"), ("Bowl", "8")]));
    assert_eq!(plan_of(&commands), Some([PathBuf::from("/earlier"), PathBuf::from("/shop")].as_slice()));
    import.planned(vec![planned("Bowl"), planned("Rug")], Vec::new(), 0, Vec::new());
    assert_eq!(
        [0, 1].map(|index| import.review.typed(index, Field::PrimaryPrice)),
        [Some("8"), Some("100")],
        "what was typed last counts"
    );
}

#[test]
fn giving_up_to_read_an_earlier_review_can_be_undone() {
    let mut import = Import::default();
    import.restore_saved(saved_review("/earlier", &[("Bowl", "8")]));
    let commands = act(&mut import, ImportAction::Clear);
    assert_eq!((import.phase, plan_of(&commands)), (Phase::Empty, None));
    let commands = act(&mut import, ImportAction::Undo);
    assert_eq!(plan_of(&commands), Some([PathBuf::from("/earlier")].as_slice()));
    import.planned(vec![planned("Bowl")], Vec::new(), 0, Vec::new());
    assert_eq!(import.review.typed(0, Field::PrimaryPrice), Some("8"));
}

#[test]
fn an_earlier_review_waits_until_the_import_on_the_screen_is_left() {
    let mut import = running();
    assert!(import.restore_saved(saved_review("/earlier", &[("Bowl", "8")])).is_empty());
    import.ended(Progress::default());
    let commands = act(&mut import, ImportAction::Clear);
    assert_eq!(plan_of(&commands), Some([PathBuf::from("/earlier")].as_slice()));
}

/// A product of these photos, as it is planned where they were dropped.
fn of_photos(source: &str, name: &str, photos: &[&str]) -> PlannedDraft {
    let photos = photos.iter().map(PathBuf::from).collect();
    PlannedDraft { source: source.into(), photos, ..planned(name) }
}

#[test]
fn what_was_typed_goes_with_the_photos_when_they_are_grouped_anew() {
    let mut import = in_review(&[]);
    let photos = || {
        vec![of_photos("/shop/a.jpg", "a", &["/shop/a.jpg"]), of_photos("/shop/b.jpg", "b", &["/shop/b.jpg"])]
    };
    import.planned(photos(), Vec::new(), 0, Vec::new());
    type_into(&mut import, 0, Field::Name, "Vase");
    type_into(&mut import, 1, Field::Name, "Vase from behind");
    type_into(&mut import, 1, Field::Stock, "3");
    // Then their folder is dropped, and is one product.
    import.planned(
        vec![of_photos("/shop", "shop", &["/shop/a.jpg", "/shop/b.jpg"])],
        Vec::new(),
        0,
        Vec::new(),
    );
    let typed = |import: &Import, index, field| import.review.typed(index, field).map(str::to_owned);
    assert_eq!(typed(&import, 0, Field::Name).as_deref(), Some("Vase"), "the first product's name stays");
    assert_eq!(typed(&import, 0, Field::Stock).as_deref(), Some("3"), "what only the second has is added");
    // It is what it was when they are divided again.
    import.planned(photos(), Vec::new(), 0, Vec::new());
    let names = [0, 1].map(|index| typed(&import, index, Field::Name).unwrap_or_default());
    assert_eq!(names, ["Vase", "Vase from behind"]);
    assert_eq!(typed(&import, 0, Field::Stock), None);
}

#[test]
fn a_product_whose_photos_are_gone_leaves_the_others_as_they_are() {
    let mut import = in_review(&["Rug", "Bowl"]);
    type_into(&mut import, 0, Field::Name, "Kilim");
    import.planned(vec![planned("Bowl")], Vec::new(), 0, Vec::new());
    assert_eq!(import.review.typed(0, Field::Name), None);
}

#[test]
fn an_import_that_was_left_is_resumed_although_a_review_is_open_which_comes_back_after_it() {
    let mut import = in_review(&["Rug", "Bowl"]);
    let counts = Counts { waiting: 5, ..Counts::default() };
    import.take_unfinished(Unfinished { counts, ..Unfinished::default() });
    assert!(import.run.unfinished.is_some() && import.phase == Phase::Review);
    let commands = act(&mut import, ImportAction::Resume);
    assert!(
        matches!(
            commands.as_slice(),
            [
                Command::Import(ImportCommand::SaveReview(Some(_))),
                Command::Import(ImportCommand::Resume { without_attributes: false })
            ]
        ),
        "{commands:?}"
    );
    import.ended(Progress { counts: Counts { created: 5, ..Counts::default() }, ..Progress::default() });
    assert_eq!((import.phase, import.run.left_in_review, import.run.unfinished), (Phase::Ended, 2, None));
    act(&mut import, ImportAction::Clear);
    assert_eq!(import.phase, Phase::Planning, "the review is read again");
}

#[test]
fn a_product_is_not_sent_without_a_value_that_was_typed_wrongly_for_all() {
    let mut import = in_review(&["Rug", "Vase"]);
    type_into(&mut import, 0, Field::Weight, "900");
    let for_all = |field, text: &str| ImportAction::Review(ReviewAction::TypeDefault(field, text.to_owned()));
    act(&mut import, for_all(Field::PrimaryPrice, "500"));
    assert_eq!(import.review.incomplete(&rules()), [0; 0]);
    act(&mut import, for_all(Field::Weight, "1.5.0 kg"));
    assert_eq!(import.review.incomplete(&rules()), [1], "the rug has a weight of its own");
    act(&mut import, for_all(Field::Weight, "1500"));
    assert_eq!(import.review.incomplete(&rules()), [0; 0]);
    let commands = act(&mut import, START);
    let sent: Vec<String> = started(&commands).iter().map(|sent| sent.draft.text(Field::Weight)).collect();
    assert_eq!(sent, ["900", "1500"]);
}
