use super::*;
use eframe::egui::epaint::ClippedShape;
use eframe::egui::{Pos2, Shape};
use vitrine::domain::Edit;
use vitrine::ui::theme;
use vitrine::ui::{EditorAction, LeaveTarget};
use vitrine::worker::{PictureKey, SavedReview};

fn planned(language: Language) -> Stage {
    let mut stage = Stage::in_shop(language);
    stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    stage.harness.run();
    let sent = stage.sent();
    assert!(
        matches!(sent.as_slice(), [Command::Import(ImportCommand::Plan { paths, .. })] if paths == &[PathBuf::from("/photos")]),
        "{sent:?}"
    );
    stage.tell(scenes::planned(3, 2));
    stage
}

fn start(count: i32, stage: &Stage) -> String {
    stage.start_button(count)
}

fn running(language: Language) -> Stage {
    let mut stage = Stage::in_shop(language);
    let scene = scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap();
    stage.play(scene);
    stage.sent();
    stage
}

#[test]
fn a_default_price_in_persian_digits_and_start_send_every_product() {
    for language in BOTH {
        let mut stage = planned(language);
        let price = stage.label(Field::PrimaryPrice);
        stage.type_into(&price, "۱۲٬۰۰۰");
        let own = stage.format("import-price-of", args!["row" => 2]);
        stage.type_into(&own, "۷۰۰");
        let start = start(3, &stage);
        stage.press(&start);
        let sent = stage.sent();
        let drafts = sent.iter().find_map(|command| {
            if let Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, .. }) = command { Some(drafts) } else { None }
        });
        let prices: Vec<_> = drafts.unwrap().iter().map(|planned| planned.draft.primary_price).collect();
        assert_eq!(prices, [Some(12_000), Some(700), Some(12_000)], "{language:?}");
    }
}

#[test]
fn products_without_a_stock_are_marked_until_they_have_one() {
    // The price is told below, since this marketplace takes none without it.
    for (language, told) in [(Language::English, "Still empty: Stock (3)"), (Language::Persian, "هنوز خالی: موجودی (۳)")] {
        let mut stage = planned(language);
        assert!(stage.shows(told), "{:?}", stage.texts());
        let field = stage.label(Field::Stock);
        stage.type_into(&field, "4");
        assert!(!stage.shows(told));
        assert!(stage.shows_key("import-defaults-help"));
    }
}

#[test]
fn incomplete_products_prevent_the_start_and_can_be_left_out() {
    let mut stage = planned(Language::English);
    let name = start(3, &stage);
    assert!(!stage.is_enabled(&name));
    assert!(stage.shows("3 products can’t be sent yet: Price"));
    let own = stage.format("import-price-of", args!["row" => 1]);
    stage.type_into(&own, "500");
    stage.press_key("import-incomplete-remove");
    let name = start(1, &stage);
    assert!(stage.is_enabled(&name));
}

#[test]
fn a_name_can_be_edited_and_a_row_removed() {
    let mut stage = planned(Language::English);
    let name = stage.format("import-name-of", args!["row" => 2]);
    stage.type_into(&name, " XL");
    assert_eq!(stage.value(&name), "Ceramic bowl, blue XL");
    let remove = stage.format("import-remove-row", args!["name" => "Ceramic bowl, blue XL"]);
    stage.press(&remove);
    assert!(stage.shows(&stage.format("count-products", args!["count" => 2])));
}

#[test]
fn changing_the_grouping_plans_the_same_files_again() {
    let mut stage = planned(Language::English);
    let by_name = stage.app().words().grouping(vitrine::import::Grouping::Name).into_owned();
    stage.press(&by_name);
    let sent = stage.sent();
    assert!(
        matches!(sent.last(), Some(Command::Import(ImportCommand::Plan { grouping: vitrine::import::Grouping::Name, .. }))),
        "{sent:?}"
    );
}

#[test]
fn unusable_files_are_counted_and_listed() {
    let mut stage = planned(Language::English);
    assert!(stage.shows("2 files can’t be used"));
    stage.press_key("details");
    assert!(stage.shows("DSC_0000.jpg"));
}

#[test]
fn a_drop_without_photos_has_a_message() {
    let mut stage = Stage::in_shop(Language::English);
    stage.app_mut().act(Action::Drop(vec![PathBuf::from("/docs")]));
    stage.tell(Event::Planned { drafts: vec![], problems: vec![Problem::new(Code::NothingFound).with_subject("/docs")], ignored: 7 });
    assert!(stage.shows_key("import-nothing-title"));
    assert!(stage.shows("7 other files"));
}

#[test]
fn of_ten_thousand_products_only_the_visible_ones_are_drawn() {
    let mut stage = Stage::in_shop(Language::English);
    stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    stage.tell(scenes::planned(10_000, 0));
    assert!((3..40).contains(&stage.pictures_wanted()), "{}", stage.pictures_wanted());
    assert!(stage.shows("10,000 products"));
}

#[test]
fn a_run_can_be_paused_resumed_and_cancelled_after_a_confirmation() {
    for language in BOTH {
        let mut stage = running(language);
        stage.press_key("import-pause");
        assert!(matches!(stage.sent().as_slice(), [Command::Import(ImportCommand::Pause)]));
        stage.tell(Event::ImportProgress(Progress { waiting: Some(Waiting::Paused), ..stage.app().model().import.progress.clone() }));
        stage.press_key("import-continue");
        assert!(matches!(stage.sent().as_slice(), [Command::Import(ImportCommand::Continue)]));
        stage.press_key("import-cancel");
        assert!(stage.sent().is_empty(), "a question comes first");
        stage.press_key("import-cancel-yes");
        assert!(matches!(stage.sent().as_slice(), [Command::Import(ImportCommand::Cancel)]), "{language:?}");
    }
}

#[test]
fn a_run_shows_its_progress_and_what_it_waits_for() {
    let stage = running(Language::English);
    for text in ["12 of 40", "1 min 35 s left", "41 products/min", "2.4 MB/s", "Resuming in 40 s"] {
        assert!(stage.shows(text), "{text}");
    }
}

#[test]
fn failed_products_are_grouped_by_cause_and_retried_together() {
    let mut stage = running(Language::English);
    assert!(stage.shows("didn’t accept “Price”"));
    stage.press("Retry 2");
    let sent = stage.sent();
    let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(drafts.iter().map(|(id, _)| id.0).collect::<Vec<_>>(), [10, 13]);
}

#[test]
fn one_price_can_be_entered_for_all_products_with_a_refused_price() {
    for language in BOTH {
        let mut stage = running(language);
        let correct = stage.format("import-fix-all", args!["count" => 2]);
        stage.press(&correct);
        let retry = stage.words("retry");
        assert!(!stage.is_enabled(&retry), "nothing was typed");
        let (price, label) = (stage.label(Field::PrimaryPrice), "import-fix-for-all");
        let price = stage.format(label, args!["field" => price, "count" => 2]);
        stage.type_into(&price, "۹۰۰۰");
        // In the dialog; the one behind it has the same words.
        let again = stage.format("import-retry-all", args!["count" => 2]);
        let buttons: Vec<_> = stage.harness.get_all_by(|node| node.label().is_some_and(|label| label == again)).collect();
        buttons.last().unwrap().click();
        drop(buttons);
        stage.harness.run();
        let sent = stage.sent();
        let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{language:?}: {sent:?}") };
        let prices: Vec<_> = drafts.iter().map(|(id, draft)| (id.0, draft.primary_price)).collect();
        assert_eq!(prices, [(10, Some(9000)), (13, Some(9000))], "{language:?}");
    }
}

#[test]
fn yes_or_no_can_be_chosen_for_all_products_with_a_refused_value() {
    for language in BOTH {
        let mut stage = running(language);
        let refused = || Some(Problem { status: Some(422), ..Problem::new(Code::Unprocessable).with_field("is_wholesale") });
        stage.tell(Event::ImportRows(vec![scenes::row(10, State::Failed, refused()), scenes::row(13, State::Failed, refused())]));
        for id in [10, 13] {
            stage.app_mut().act(Action::Import(ImportAction::Fix(DraftId(id), Field::PrimaryPrice, "500".to_owned())));
        }
        let correct = stage.format("import-fix-all", args!["count" => 2]);
        stage.press(&correct);
        stage.press_key("yes");
        let again = stage.format("import-retry-all", args!["count" => 2]);
        let buttons: Vec<_> = stage.harness.get_all_by(|node| node.label().is_some_and(|label| label == again)).collect();
        buttons.last().unwrap().click();
        drop(buttons);
        stage.harness.run();
        let sent = stage.sent();
        let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{language:?}: {sent:?}") };
        assert!(drafts.iter().all(|(_, draft)| draft.is_wholesale == Some(true)), "{drafts:?}");
    }
}

#[test]
fn refused_names_are_corrected_one_by_one_in_one_dialog() {
    let mut stage = running(Language::English);
    let refused = || Some(Problem { status: Some(422), ..Problem::new(Code::Unprocessable).with_field("name") });
    stage.tell(Event::ImportRows(vec![scenes::row(10, State::Failed, refused()), scenes::row(13, State::Failed, refused())]));
    stage.press("Fix all 2");
    let name = scenes::row(13, State::Failed, None).name;
    let label = stage.format("import-fix-field-of", args!["field" => stage.label(Field::Name), "name" => name.as_str()]);
    stage.type_into(&label, " XL");
    assert!(stage.shows("2 products stay in the list"), "the price of each cannot be either");
    stage.app_mut().act(Action::Import(ImportAction::Fix(DraftId(13), Field::PrimaryPrice, "500".to_owned())));
    stage.harness.run();
    assert!(stage.shows("1 product stays in the list"));
    stage.press("Retry 1");
    let sent = stage.sent();
    let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(drafts.iter().map(|(id, draft)| (id.0, draft.name.clone())).collect::<Vec<_>>(), [(13, format!("{name} XL"))]);
}

#[test]
fn a_failed_product_is_fixed_in_its_row() {
    let mut stage = running(Language::English);
    let failed = stage.words("import-count-failed");
    stage.press(&failed);
    let mend = stage
        .harness
        .get_all_by(|node| node.label().is_some_and(|label| label.starts_with("Fix ") && !label.contains("all")))
        .next()
        .unwrap();
    mend.click();
    stage.harness.run();
    let price = stage.label(Field::PrimaryPrice);
    stage.type_into(&price, "۹");
    stage.press_key("retry");
    let sent = stage.sent();
    let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(drafts[0].1.primary_price, Some(9), "typed after the 0 that was refused");
}

#[test]
fn a_product_with_an_unknown_outcome_needs_a_decision() {
    let mut stage = running(Language::English);
    let person = stage.words("import-count-needs-decision");
    stage.press(&person);
    stage.press_key("import-decision-missing");
    assert!(matches!(stage.sent().as_slice(), [Command::Import(ImportCommand::Decide { draft: DraftId(11), exists: false })]));
}

#[test]
fn an_unfinished_import_can_be_postponed() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        let scene = scenes::all().into_iter().find(|scene| scene.name == "import-empty").unwrap();
        stage.play(scene);
        stage.sent();
        stage.press_key("import-resume-later");
        assert!(!stage.shows_key("import-resume"));
        assert!(stage.sent().is_empty(), "nothing is given up");
    }
}

#[test]
fn an_unfinished_import_is_offered_and_resumed() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        let scene = scenes::all().into_iter().find(|scene| scene.name == "import-empty").unwrap();
        stage.play(scene);
        stage.sent();
        stage.press_key("report-save");
        assert!(matches!(stage.sent().as_slice(), [Command::Import(ImportCommand::Report { run: None, .. })]));
        stage.press_key("import-resume");
        assert!(matches!(stage.sent().as_slice(), [Command::Import(ImportCommand::Resume)]));
    }
}

#[test]
fn products_that_failed_last_time_are_offered_for_fixing() {
    for language in BOTH {
        let mut stage = Stage::in_shop(language);
        let counts = vitrine::import::Counts { created: 38, failed: 2, ..Default::default() };
        stage.tell(Event::ImportUnfinished(vitrine::worker::Unfinished { counts, to_check: 0 }));
        let title = stage.format("import-last-failed-title", args!["count" => 2]);
        assert!(stage.shows(&title));
        stage.press_key("import-last-failed-show");
        assert!(matches!(stage.sent().as_slice(), [Command::Import(ImportCommand::Reopen)]), "{language:?}");
    }
}

#[test]
fn the_end_shows_product_numbers_and_loads_the_new_products() {
    let mut stage = Stage::in_shop(Language::English);
    let scene = scenes::all().into_iter().find(|scene| scene.name == "import-ended").unwrap();
    stage.play(scene);
    assert!(stage.shows("ID 90000"));
    let sent = stage.sent();
    assert!(sent.iter().any(|command| matches!(command, Command::Catalog(CatalogCommand::LoadNewest))));
    assert!(!sent.iter().any(|command| matches!(command, Command::Catalog(CatalogCommand::Load))));
    assert!(stage.shows_key("import-ended-incomplete"), "two failed: that is not hidden");
}

/// An import of 40 products that ended with so many failed, for want of a weight.
fn ended(language: Language, size: [f32; 2], failed: u64, skipped: u64) -> Stage {
    let mut stage = Stage::sized(language, size);
    let scene = scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap();
    stage.play(scene);
    let refused =
        Problem { status: Some(422), has_body: true, ..Problem::new(Code::Unprocessable).with_field("weight").with_quotation("too light") };
    let row = |i: u64| match i {
        i if i < failed => scenes::row(i, State::Failed, Some(refused.clone())),
        i if i < failed + skipped => scenes::row(i, State::Skipped, None),
        i => scenes::row(i, State::Created, None),
    };
    let rows: Vec<_> = (0..40).map(row).collect();
    let mut progress = Progress { photos_uploaded: 97, photos: 97, ..Progress::default() };
    rows.iter().for_each(|row| progress.counts.add(row.state));
    stage.tell(Event::ImportRows(rows));
    stage.tell(Event::ImportEnded(progress));
    stage.sent();
    stage
}

/// The names of the buttons that are filled, as the one thing to do is.
fn primary_buttons(stage: &Stage) -> Vec<String> {
    let is_filled = |shape: &ClippedShape, at: Pos2| match &shape.shape {
        Shape::Rect(rect) => rect.fill == theme::LIGHT.accent && (rect.rect.center() - at).length() < 1.0,
        _ => false,
    };
    let buttons = stage.harness.query_all_by(|node| node.role() == eframe::egui::accesskit::Role::Button);
    let filled = buttons.filter(|node| stage.harness.output().shapes.iter().any(|shape| is_filled(shape, node.rect().center())));
    filled.filter_map(|node| node.accesskit_node().label()).collect()
}

#[test]
fn the_end_shows_the_number_created_and_suggests_fixing_the_others() {
    for (language, created) in [(Language::English, "33 of 40 created"), (Language::Persian, "۳۳ محصول از ۴۰ ثبت شد")] {
        for size in [[1100.0, 760.0], [720.0, 480.0]] {
            let mut stage = ended(language, size, 7, 0);
            assert!(stage.shows(created), "{language:?} {size:?}: {:?}", stage.texts());
            assert!(!stage.shows("40 of 40") && !stage.shows("۴۰ از ۴۰"), "{language:?} {size:?}");
            let correct = stage.format("import-fix-all", args!["count" => 7]);
            assert_eq!(primary_buttons(&stage), [correct.as_str()], "{language:?} {size:?}");
            let (correct, window) = (stage.places_of(&correct), stage.harness.ctx.content_rect());
            assert!(window.contains_rect(correct[0]), "{language:?} {size:?}: in sight");
            stage.press_key("import-new");
            assert!(stage.shows_key("import-empty-title"), "{language:?} {size:?}: it is there all the same");
        }
    }
}

#[test]
fn products_already_in_the_shop_are_not_counted_as_created() {
    for (language, told) in [
        (Language::English, ["32 of 40 created", "1 was already in your shop"]),
        (Language::Persian, ["۳۲ محصول از ۴۰ ثبت شد", "۱ محصول قبلاً ثبت شده بود"]),
    ] {
        let stage = ended(language, [1100.0, 760.0], 7, 1);
        told.iter().for_each(|told| assert!(stage.shows(told), "{language:?} {told}: {:?}", stage.texts()));
    }
    assert!(ended(Language::English, [1100.0, 760.0], 7, 3).shows("30 of 40 created  ·  3 were already in your shop"));
}

#[test]
fn after_success_a_new_import_is_the_primary_action() {
    for (language, created) in [(Language::English, "40 of 40 created"), (Language::Persian, "۴۰ محصول از ۴۰ ثبت شد")] {
        let stage = ended(language, [1100.0, 760.0], 0, 0);
        assert!(stage.shows(created), "{language:?}: {:?}", stage.texts());
        assert_eq!(primary_buttons(&stage), [stage.words("import-new")], "{language:?}");
    }
}

#[test]
fn the_first_fixable_cause_is_the_primary_action() {
    let mut stage = ended(Language::English, [1100.0, 760.0], 7, 0);
    let damaged = || Some(Problem::new(Code::PhotoDamaged).with_subject("/photos/1.jpg"));
    stage.tell(Event::ImportRows((0..5).map(|i| scenes::row(i, State::Failed, damaged())).collect()));
    assert_eq!(primary_buttons(&stage), ["Retry 5"], "the commonest cause: its files are fixed on the disk");
}

#[test]
fn a_refused_field_is_shown_with_advice_for_that_field() {
    for language in BOTH {
        let mut stage = ended(language, [1100.0, 760.0], 7, 0);
        let advice = stage.app().words().field_fix(Field::Weight).into_owned();
        let advice = vitrine::i18n::without_direction_marks(&advice).into_owned();
        assert!(stage.shows(&advice) && stage.shows("too light"), "{language:?}: {:?}", stage.texts());
        let correct = stage.format("import-fix-all", args!["count" => 7]);
        stage.press(&correct);
        assert!(stage.times_shown(&advice) == 2, "{language:?}: in the dialog, too");
    }
}

#[test]
fn a_refusal_without_a_field_gives_no_sign_in_advice() {
    for (language, alien) in
        [(Language::English, ["client id", "return address"]), (Language::Persian, ["شناسهٔ برنامه", "آدرس بازگشت (Redirect URI)"])]
    {
        for code in [Code::Unprocessable, Code::Refused] {
            let mut stage = ended(language, [1100.0, 760.0], 7, 0);
            let refused = Problem { status: Some(400), has_body: true, ..Problem::new(code).with_quotation("not today") };
            stage.tell(Event::ImportRows((0..7).map(|i| scenes::row(i, State::Failed, Some(refused.clone()))).collect()));
            let told = stage.app().words().product_problem(&refused);
            for text in [told.cause, told.remedy] {
                let text = vitrine::i18n::without_direction_marks(&text).into_owned();
                assert!(stage.shows(&text), "{language:?} {code:?}: {text}");
            }
            assert!(stage.shows("not today"), "{language:?} {code:?}");
            alien.iter().for_each(|word| assert!(!stage.shows(word), "{language:?} {code:?}: {word}"));
        }
    }
}

#[test]
fn files_can_be_chosen_without_dragging() {
    let mut stage = Stage::in_shop(Language::English);
    stage.press_key("import-choose-folder");
    stage.press_key("import-choose-photos");
    stage.press_key("import-paste");
    assert!(matches!(
        stage.sent().as_slice(),
        [
            Command::Platform(PlatformCommand::Pick(PickTarget::ImportFolder)),
            Command::Platform(PlatformCommand::Pick(PickTarget::ImportPhotos)),
            Command::Platform(PlatformCommand::Paste(PasteTarget::Import))
        ]
    ));
    stage.tell(Event::Picked { what: PickTarget::ImportFolder, paths: vec![PathBuf::from("/a")] });
    assert!(matches!(stage.sent().as_slice(), [Command::Import(ImportCommand::Plan { .. })]));
}

#[test]
fn an_expired_token_keeps_the_run_until_the_next_sign_in() {
    let mut stage = running(Language::English);
    let problem = Some(Problem::new(Code::Unauthorized));
    stage.tell(Event::Session(Session::SignedOut { market: "Practice shop".to_owned(), practice: true, problem }));
    assert!(stage.shows("didn’t accept your token"));
    stage.tell(scenes::signed_in());
    assert!(stage.shows("12 of 40"));
}

#[test]
fn each_state_has_a_name() {
    let mut stage = running(Language::Persian);
    stage.tell(Event::ImportRows(vec![scenes::row(0, State::NeedsPerson, None)]));
    let word = stage.app().words().state(State::NeedsPerson).into_owned();
    assert!(stage.shows(&word));
}

#[test]
fn entries_survive_switching_screens() {
    let mut stage = planned(Language::English);
    let own = stage.format("import-price-of", args!["row" => 1]);
    stage.type_into(&own, "321");
    stage.press_key("nav-settings");
    stage.press_key("nav-import");
    assert_eq!(stage.value(&own), "321");
}

/// What was handed over to be kept, once the window was left alone for a while.
fn kept(stage: &mut Stage) -> Vec<Option<SavedReview>> {
    stage.harness.run_steps(8);
    let kept =
        |command| if let Command::Import(ImportCommand::SaveReview(review)) = command { Some(review.map(|review| *review)) } else { None };
    stage.sent().into_iter().filter_map(kept).collect()
}

#[test]
fn a_review_survives_a_restart_with_all_changes() {
    for language in BOTH {
        let mut stage = planned(language);
        let (price, own) = (stage.label(Field::PrimaryPrice), stage.format("import-price-of", args!["row" => 2]));
        stage.type_into(&price, "9000");
        stage.type_into(&own, "700");
        let first = stage.app().model().import.drafts()[0].draft.name.clone();
        let remove = stage.format("import-remove-row", args!["name" => first]);
        stage.press(&remove);
        let turned = Edit { turns: 1, ..Edit::default() };
        let photo = stage.app().model().import.drafts()[0].photos[0].clone();
        stage.app_mut().act(Action::Edit(EditorAction::Open { photos: vec![(PictureKey::File(photo.clone()), String::new())], at: 0 }));
        stage.app_mut().act(Action::Edit(EditorAction::Change(turned)));
        stage.app_mut().act(Action::Edit(EditorAction::Apply));
        let review = kept(&mut stage).pop().flatten().unwrap_or_else(|| panic!("{language:?}: nothing kept"));
        assert!(kept(&mut stage).is_empty(), "{language:?}: kept once");

        let mut next = Stage::in_shop(language);
        next.tell(Event::ReviewRestored(Box::new(review)));
        let sent = next.sent();
        assert!(
            matches!(sent.as_slice(), [Command::Import(ImportCommand::Plan { paths, .. })] if paths == &[PathBuf::from("/photos")]),
            "{language:?}: {sent:?}"
        );
        next.tell(scenes::planned(3, 2));
        let own = next.format("import-price-of", args!["row" => 1]);
        assert_eq!((next.value(&price), next.value(&own)), ("9000".to_owned(), "700".to_owned()), "{language:?}");
        assert_eq!(next.app().model().import.drafts().len(), 2, "{language:?}: what was taken out stays out");
        assert_eq!(next.app().model().import.edit(&photo), turned, "{language:?}");
        let start = start(2, &next);
        next.sent();
        next.press(&start);
        next.harness.run_steps(8);
        let sent = next.sent();
        assert!(
            matches!(sent.as_slice(), [.., Command::Import(ImportCommand::Start { from_review: true, .. })]),
            "{language:?}: the worker drops it once it is written down as an import: {sent:?}"
        );
    }
}

#[test]
fn a_review_belongs_to_its_account() {
    let mut stage = planned(Language::English);
    kept(&mut stage);
    let price = stage.label(Field::PrimaryPrice);
    stage.type_into(&price, "9000");
    stage.sent();
    stage.app_mut().act(Action::Leave(LeaveTarget::Add));
    let sent = stage.sent();
    assert!(
        matches!(sent.as_slice(), [Command::Import(ImportCommand::SaveReview(Some(_))), Command::Account(AccountCommand::AddAccount)]),
        "kept before it is left: {sent:?}"
    );
    stage.tell(Event::Left);
    assert!(stage.app().model().import.drafts().is_empty());
}

#[test]
fn files_dropped_meanwhile_come_after_the_saved_review() {
    let mut stage = Stage::in_shop(Language::English);
    stage.app_mut().act(Action::Drop(vec![PathBuf::from("/new")]));
    stage.sent();
    stage.tell(Event::ReviewRestored(Box::new(SavedReview { dropped: vec![PathBuf::from("/old")], ..SavedReview::default() })));
    let sent = stage.sent();
    let both = [PathBuf::from("/old"), PathBuf::from("/new")];
    assert!(matches!(sent.as_slice(), [Command::Import(ImportCommand::Plan { paths, .. })] if paths == &both), "{sent:?}");
}

/// A review at a marketplace that takes products without a price.
fn review_without_prices(language: Language) -> Stage {
    let mut stage = Stage::new(language);
    stage.tell(scenes::signed_in_where(&[Field::Name, Field::Photo]));
    stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    stage.tell(scenes::planned(3, 0));
    stage.sent();
    stage
}

fn started(sent: &[Command]) -> Option<Vec<Option<i64>>> {
    let drafts = sent
        .iter()
        .find_map(|command| if let Command::Import(ImportCommand::Start { drafts, .. }) = command { Some(drafts) } else { None })?;
    Some(drafts.iter().map(|planned| planned.draft.primary_price).collect())
}

#[test]
fn start_asks_about_products_without_a_price_before_sending_anything() {
    for language in BOTH {
        let mut stage = review_without_prices(language);
        let own = stage.format("import-price-of", args!["row" => 2]);
        stage.type_into(&own, "700");
        let start = start(3, &stage);
        stage.press(&start);
        assert_eq!(started(&stage.sent()), None);
        assert!(stage.shows(&stage.format("import-unpriced-title", args!["count" => 2])), "{:?}", stage.texts());
        stage.press_key("import-unpriced-back");
        assert_eq!(started(&stage.sent()), None);

        stage.press(&start);
        let field = stage.editors().into_iter().rev().find(|editor| editor.name == stage.label(Field::PrimaryPrice)).unwrap();
        stage.click_into(&field);
        stage.type_keys("۹۰۰");
        stage.harness.run();
        stage.press_key("import-unpriced-set");
        assert_eq!(started(&stage.sent()), Some(vec![Some(900), Some(700), Some(900)]), "{language:?}");
    }
}

#[test]
fn products_without_a_price_are_left_out_or_created_without_one() {
    let mut stage = review_without_prices(Language::English);
    let own = stage.format("import-price-of", args!["row" => 2]);
    stage.type_into(&own, "700");
    let start_all = start(3, &stage);
    stage.press(&start_all);
    let leave = stage.format("import-unpriced-leave-out", args!["count" => 1]);
    stage.press(&leave);
    assert_eq!(started(&stage.sent()), Some(vec![Some(700)]));

    let mut stage = review_without_prices(Language::English);
    stage.press(&start_all);
    stage.press_key("import-unpriced-create");
    assert_eq!(started(&stage.sent()), Some(vec![None, None, None]));
}

#[test]
fn default_values_are_cleared_by_start_over_and_only_suggested_next_time() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        let defaults = vitrine::domain::Draft { primary_price: Some(4000), ..Default::default() };
        stage.tell(Event::Settings(vitrine::worker::Settings {
            language: Some(language.tag().to_owned()),
            defaults,
            ..Default::default()
        }));
        stage.tell(scenes::signed_in());
        let drop = |stage: &mut Stage| {
            stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            stage.tell(scenes::planned(3, 0));
        };
        drop(&mut stage);
        let price = stage.label(Field::PrimaryPrice);
        assert_eq!(stage.value(&price), "", "the last import's price fills nothing by itself");
        let number = stage.app().words().integer(4000);
        let value = stage
            .app()
            .words()
            .format("import-default-value", args!["field" => stage.app().words().field(Field::PrimaryPrice), "value" => number])
            .into_owned();
        let offer = stage.format("import-defaults-last", args!["values" => value]);
        stage.press(&offer);
        assert_eq!(stage.value(&price), "4000");
        stage.press_key("import-clear");
        drop(&mut stage);
        assert_eq!(stage.value(&price), "", "Start over clears it");
    }
}

#[test]
fn default_values_are_summarised_while_collapsed() {
    let mut stage = planned(Language::English);
    let price = stage.label(Field::PrimaryPrice);
    stage.type_into(&price, "250000");
    assert!(!stage.shows("Price 250,000"));
    stage.press_key("import-defaults");
    assert!(stage.shows("Price 250,000"), "{:?}", stage.texts());
}
