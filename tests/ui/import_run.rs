//! An import that runs, and what is left to do after it.

use super::import::*;
use super::*;
use eframe::egui::epaint::ClippedShape;
use eframe::egui::{Key, Modifiers, Pos2, Shape};
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{Draft, Price};
use vitrine_widgets::theme;

#[test]
fn a_run_can_be_paused_with_one_click_or_three_resumed_and_cancelled_after_a_confirmation() {
    for language in Language::ALL {
        let mut window = running_import(language);
        window.press_message("import-pause");
        assert!(matches!(window.take_commands().as_slice(), [Command::Import(ImportCommand::Pause)]));
        window.deliver(Event::Import(ImportEvent::Progress(Progress {
            waiting: Some(Waiting::Paused),
            ..window.app().model().import.run.progress.clone()
        })));
        // Two more clicks at the place of the first one mean the same.
        (0..2).for_each(|_| window.press_message("import-continue"));
        assert!(window.take_commands().is_empty(), "{language:?}: it stays paused");
        window::advance_clock(1);
        window.press_message("import-continue");
        assert!(matches!(window.take_commands().as_slice(), [Command::Import(ImportCommand::Continue)]));
        window.press_message("import-cancel");
        assert!(window.take_commands().is_empty(), "the confirmation comes first");
        window.press_message("import-cancel-yes");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Import(ImportCommand::Cancel)]),
            "{language:?}"
        );
    }
}

#[test]
fn a_run_shows_its_progress_and_what_it_waits_for() {
    let window = running_import(Language::English);
    for text in ["9 of 40 created", "2 not created", "1 min 35 s left", "41 products/min", "2.4 MB/s"] {
        assert!(window.shows(text), "{text}");
    }
    assert!(window.count_drawn("Resuming in 40 s") > 0, "a time that is counted down is not spoken");
}

#[test]
fn failed_products_are_grouped_by_cause_and_those_with_a_refused_value_are_not_sent_again_as_they_are() {
    let mut window = running_import(Language::English);
    assert!(
        window.shows("didn’t accept “Price”") && window.shows("Fix all 2") && !window.shows("Try 2 again"),
        "{:?}",
        window.texts()
    );
    let lost = || Some(Problem::new(ProblemKind::Unreachable));
    window.deliver(Event::Import(ImportEvent::Rows(
        [10, 13].map(|id| scenes::row(id, State::Failed, lost())).into(),
    )));
    window.take_commands();
    window.press("Try 2 again");
    let sent = window.take_commands();
    let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(drafts.iter().map(|(id, _)| id.0).collect::<Vec<_>>(), [10, 13]);
}

#[test]
fn one_price_can_be_entered_for_all_products_with_a_refused_price() {
    for language in Language::ALL {
        let mut window = running_import(language);
        let fix = window.format("import-fix-all", args!["count" => 2]);
        window.press(&fix);
        let retry = window.message("retry");
        assert!(!window.is_enabled(&retry), "no price was entered");
        let (price, label) = (window.label(Field::PrimaryPrice), "import-fix-for-all");
        let price = window.format(label, args!["field" => price, "count" => 2]);
        window.type_into(&price, "۹۰۰۰");
        let waiting = window.format("import-fix-waiting", args!["count" => 26, "field" => "primary_price"]);
        window.press(&waiting);
        let retry_all = window.format("import-retry-all", args!["count" => 2]);
        let buttons: Vec<_> =
            window.harness.get_all_by(|node| node.label().is_some_and(|label| label == retry_all)).collect();
        buttons.last().unwrap().click();
        drop(buttons);
        window.harness.run();
        let sent = window.take_commands();
        let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else {
            panic!("{language:?}: {sent:?}")
        };
        let prices: Vec<_> =
            drafts.iter().map(|(id, draft)| (id.0, draft.primary_price.map(Price::wire))).collect();
        assert_eq!(prices, [(10, Some(9000)), (13, Some(9000))], "{language:?}");
    }
}

#[test]
fn one_price_corrects_the_products_that_wait_with_the_same_price_as_well() {
    for (language, offer) in [
        (Language::English, "Also for the 25 products waiting with the same price"),
        (Language::Persian, "همچنین برای ۲۵ محصول در انتظار با همین قیمت"),
    ] {
        let mut window = running_import(language);
        let another = PlannedDraft {
            draft: Draft { primary_price: Some(Price::on_wire(700)), ..Draft::default() },
            ..PlannedDraft::default()
        };
        window.deliver(Event::Import(ImportEvent::Drafts(vec![(DraftId(39), another)])));
        let fix = window.format("import-fix-all", args!["count" => 2]);
        window.press(&fix);
        assert!(window.shows(offer), "{language:?}: {:?}", window.texts());
        let price = window
            .format("import-fix-for-all", args!["field" => window.label(Field::PrimaryPrice), "count" => 2]);
        window.type_into(&price, "۹۰۰۰");
        let retry_all = window.format("import-retry-all", args!["count" => 27]);
        window.press(&retry_all);
        let sent = window.take_commands();
        let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else {
            panic!("{language:?}: {sent:?}")
        };
        let ids: Vec<u64> = drafts.iter().map(|(id, _)| id.0).collect();
        let unsent = 15..39;
        assert_eq!(
            ids,
            [10, 13].into_iter().chain(unsent).collect::<Vec<_>>(),
            "{language:?}: product 14 is being sent, 39 has another price"
        );
        assert!(
            drafts.iter().all(|(_, draft)| draft.primary_price == Some(Price::on_wire(9000))),
            "{language:?}: {drafts:?}"
        );
    }
}

#[test]
fn a_refusal_without_a_field_is_corrected_product_by_product_or_sent_again_as_it_is() {
    for (language, text) in [
        (Language::English, "The marketplace didn’t say which field is wrong."),
        (Language::Persian, "بازارگاه نگفته است ایراد در کدام بخش است"),
    ] {
        let mut window = running_import(language);
        let refused = || {
            Some(Problem {
                status: Some(422),
                form: AnswerForm::Own,
                ..Problem::new(ProblemKind::Unprocessable)
            })
        };
        let priced = |id| {
            (
                DraftId(id),
                PlannedDraft {
                    draft: Draft {
                        name: format!("Rug {id}"),
                        primary_price: Some(Price::on_wire(700)),
                        ..Draft::default()
                    },
                    ..PlannedDraft::default()
                },
            )
        };
        window.deliver(Event::Import(ImportEvent::Drafts(vec![priced(10), priced(13)])));
        window.deliver(Event::Import(ImportEvent::Rows(vec![
            scenes::row(10, State::Failed, refused()),
            scenes::row(13, State::Failed, refused()),
        ])));
        let fix = window.format("import-fix-all", args!["count" => 2]);
        window.press(&fix);
        assert!(window.shows(text), "{language:?}: {:?}", window.texts());
        let price = window
            .format("import-fix-for-all", args!["field" => window.label(Field::PrimaryPrice), "count" => 2]);
        assert!(!window.shows(&price), "{language:?}: nothing says that it is the price");
        let edit =
            window.format("import-fix-row", args!["name" => scenes::row(13, State::Failed, None).name]);
        let buttons: Vec<_> =
            window.harness.get_all_by(|node| node.label().is_some_and(|label| label == edit)).collect();
        buttons.last().unwrap().click();
        drop(buttons);
        window.harness.run();
        let price = window.label(Field::PrimaryPrice);
        assert!(window.shows(&price), "{language:?}: the product is edited as a whole");
        window.press_message("close");
        assert!(window.shows(text), "{language:?}: the dialog of all products is back");
        let retry_all = window.format("import-retry-all", args!["count" => 2]);
        let buttons: Vec<_> =
            window.harness.get_all_by(|node| node.label().is_some_and(|label| label == retry_all)).collect();
        buttons.last().unwrap().click();
        drop(buttons);
        window.harness.run();
        let sent = window.take_commands();
        let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else {
            panic!("{language:?}: {sent:?}")
        };
        assert_eq!(drafts.len(), 2, "{language:?}");
    }
}

#[test]
fn yes_or_no_can_be_chosen_for_all_products_with_a_refused_value() {
    for language in Language::ALL {
        let mut window = running_import(language);
        let refused = || {
            Some(Problem {
                status: Some(422),
                ..Problem::new(ProblemKind::Unprocessable).with_field("is_wholesale")
            })
        };
        window.deliver(Event::Import(ImportEvent::Rows(vec![
            scenes::row(10, State::Failed, refused()),
            scenes::row(13, State::Failed, refused()),
        ])));
        for id in [10, 13] {
            window.app_mut().act(Action::Import(ImportAction::Fix(
                DraftId(id),
                Field::PrimaryPrice,
                "500".to_owned(),
            )));
        }
        let fix = window.format("import-fix-all", args!["count" => 2]);
        window.press(&fix);
        window.press_message("yes");
        let retry_all = window.format("import-retry-all", args!["count" => 28]);
        let buttons: Vec<_> =
            window.harness.get_all_by(|node| node.label().is_some_and(|label| label == retry_all)).collect();
        buttons.last().unwrap().click();
        drop(buttons);
        window.harness.run();
        let sent = window.take_commands();
        let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else {
            panic!("{language:?}: {sent:?}")
        };
        assert!(drafts.iter().all(|(_, draft)| draft.is_wholesale == Some(true)), "{drafts:?}");
    }
}

#[test]
fn refused_names_are_corrected_one_by_one_in_one_dialog() {
    let mut window = running_import(Language::English);
    let refused =
        || Some(Problem { status: Some(422), ..Problem::new(ProblemKind::Unprocessable).with_field("name") });
    window.deliver(Event::Import(ImportEvent::Rows(vec![
        scenes::row(10, State::Failed, refused()),
        scenes::row(13, State::Failed, refused()),
    ])));
    window.press("Fix all 2");
    let name = scenes::row(13, State::Failed, None).name;
    let label = window
        .format("import-fix-field-of", args!["field" => window.label(Field::Name), "name" => name.as_str()]);
    window.type_into(&label, " XL");
    assert!(window.shows("2 products stay in the list"), "their prices are invalid, too");
    window.app_mut().act(Action::Import(ImportAction::Fix(
        DraftId(13),
        Field::PrimaryPrice,
        "500".to_owned(),
    )));
    window.harness.run();
    assert!(window.shows("1 product stays in the list"));
    window.press("Try 1 again");
    let sent = window.take_commands();
    let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(
        drafts.iter().map(|(id, draft)| (id.0, draft.name.clone())).collect::<Vec<_>>(),
        [(13, format!("{name} XL"))]
    );
}

/// The names of the editors of the two products whose price was refused, in the dialog for both.
fn prices_of_failed(window: &mut TestWindow) -> [String; 2] {
    let fix = window.format("import-fix-all", args!["count" => 2]);
    window.press(&fix);
    [10, 13].map(|id| {
        let name = scenes::row(id, State::Failed, None).name;
        let label = args!["field" => window.label(Field::PrimaryPrice), "name" => name];
        vitrine::i18n::without_direction_marks(&window.format("import-fix-field-of", label)).into_owned()
    })
}

fn retried_prices(window: &mut TestWindow) -> Vec<(u64, Option<i64>)> {
    let retry_all = window.format("import-retry-all", args!["count" => 2]);
    window.harness.get_all_by_label(&retry_all).last().unwrap().click();
    window.harness.run();
    let sent = window.take_commands();
    let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{sent:?}") };
    drafts.iter().map(|(id, draft)| (id.0, draft.primary_price.map(Price::wire))).collect()
}

#[test]
fn refused_prices_are_a_table_in_which_each_is_corrected_with_the_keys_of_the_review() {
    for language in Language::ALL {
        let mut window = running_import(language);
        let [first, second] = prices_of_failed(&mut window);
        window.focus(&first);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.type_keys("5000");
        window.tap_key(Key::ArrowDown);
        assert!(window.is_focused(&second), "{language:?}");
        window.type_keys("6000");
        window.tap_key(Key::Enter);
        window.key_press_modifiers(Modifiers::COMMAND, Key::Home);
        window.harness.run();
        assert!(window.is_focused(&first), "{language:?}");
        assert_eq!(retried_prices(&mut window), [(10, Some(5000)), (13, Some(6000))], "{language:?}");
    }
}

#[test]
fn a_corrected_price_is_filled_down_over_those_below() {
    for language in Language::ALL {
        let mut window = running_import(language);
        let [first, _] = prices_of_failed(&mut window);
        window.focus(&first);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.type_keys("5000");
        window.key_press_modifiers(Modifiers::COMMAND, Key::D);
        window.harness.run();
        assert_eq!(retried_prices(&mut window), [(10, Some(5000)), (13, Some(5000))], "{language:?}");
    }
}

#[test]
fn a_failed_product_is_fixed_in_its_row() {
    let mut window = running_import(Language::English);
    let failed = window.message("import-count-failed");
    window.press(&failed);
    let fix = window
        .harness
        .get_all_by(|node| {
            node.label().is_some_and(|label| label.starts_with("Fix ") && !label.contains("all"))
        })
        .next()
        .unwrap();
    fix.click();
    window.harness.run();
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "۹");
    window.press_message("retry");
    let sent = window.take_commands();
    let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(drafts[0].1.primary_price, Some(Price::on_wire(9)), "typed after the rejected 0");
}

#[test]
fn a_product_with_an_unknown_outcome_needs_a_decision() {
    let mut window = running_import(Language::English);
    let person = window.message("import-count-needs-decision");
    window.press(&person);
    window.press_message("import-decision-missing");
    assert!(matches!(
        window.take_commands().as_slice(),
        [Command::Import(ImportCommand::Decide { draft: DraftId(11), exists: false })]
    ));
}

#[test]
fn an_unfinished_import_can_be_postponed() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        let scene = scenes::all().into_iter().find(|scene| scene.name == "import-empty").unwrap();
        window.show_scene(scene);
        window.take_commands();
        window.press_message("import-resume-later");
        assert!(!window.shows_message("import-resume"));
        assert!(window.take_commands().is_empty(), "nothing is cancelled");
    }
}

#[test]
fn an_unfinished_import_is_offered_and_resumed() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        let scene = scenes::all().into_iter().find(|scene| scene.name == "import-empty").unwrap();
        window.show_scene(scene);
        window.take_commands();
        window.press_message("report-save");
        assert!(matches!(
            window.take_commands().as_slice(),
            [Command::Import(ImportCommand::Report { run: None, .. })]
        ));
        window.press_message("import-resume");
        assert!(matches!(
            window.take_commands().as_slice(),
            [Command::Import(ImportCommand::Resume { without_attributes: false })]
        ));
    }
}

#[test]
fn products_that_failed_last_time_are_offered_for_fixing() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        let counts = vitrine_core::import::Counts { created: 38, failed: 2, ..Default::default() };
        window.deliver(Event::Import(ImportEvent::Unfinished(vitrine::worker::Unfinished {
            counts,
            ..Default::default()
        })));
        let title = window.format("import-last-failed-title", args!["count" => 2]);
        assert!(window.shows(&title));
        window.press_message("import-last-failed-show");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Import(ImportCommand::Reopen(None))]),
            "{language:?}"
        );
    }
}

#[test]
fn the_end_shows_product_numbers_and_loads_the_new_products() {
    let mut window = TestWindow::signed_in(Language::English);
    let scene = scenes::all().into_iter().find(|scene| scene.name == "import-ended").unwrap();
    window.show_scene(scene);
    assert!(window.shows("ID 90000"));
    let sent = window.take_commands();
    assert!(sent.iter().any(|command| matches!(command, Command::Catalog(CatalogCommand::LoadNewest))));
    assert!(!sent.iter().any(|command| matches!(command, Command::Catalog(CatalogCommand::Load))));
    assert!(window.shows_message("import-ended-incomplete"), "the end mentions that two products failed");
}

/// What a person has to answer is asked in sight at the end, too, and nobody claims that it wasn't created.
#[test]
fn the_end_asks_about_what_may_be_in_the_shop() {
    for (language, needs_answer) in
        [(Language::English, "needs your answer"), (Language::Persian, "منتظر پاسخ شماست")]
    {
        let mut window = ended_import(language, [1100.0, 760.0], 0, 0);
        window.deliver(Event::Import(ImportEvent::Rows(vec![scenes::row(3, State::NeedsPerson, None)])));
        let counts = vitrine_core::import::Counts {
            created: 39,
            waiting: 1,
            unknown: 1,
            needs_person: 1,
            ..Default::default()
        };
        window.deliver(Event::Import(ImportEvent::Ended(Progress { counts, ..Progress::default() })));
        assert!(window.shows(needs_answer), "{language:?}: {:?}", window.texts());
        assert!(window.shows_message("waiting-decision"), "{language:?}: {:?}", window.texts());
        assert!(!window.shows_message("import-ended-incomplete"), "{language:?}");
    }
}

/// An import of 40 products that has ended. `failed` products have a rejected weight, and `skipped` were
/// already in the shop.
fn ended_import(language: Language, size: [f32; 2], failed: u64, skipped: u64) -> TestWindow {
    let mut window = TestWindow::with_size(language, size);
    let scene = scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap();
    window.show_scene(scene);
    let refused = Problem {
        status: Some(422),
        form: AnswerForm::Own,
        ..Problem::new(ProblemKind::Unprocessable).with_field("weight").with_quotation("too light")
    };
    let row = |i: u64| match i {
        i if i < failed => scenes::row(i, State::Failed, Some(refused.clone())),
        i if i < failed + skipped => scenes::row(i, State::Skipped, None),
        i => scenes::row(i, State::Created, None),
    };
    let rows: Vec<_> = (0..40).map(row).collect();
    let mut progress = Progress { photos_uploaded: 97, photos: 97, ..Progress::default() };
    rows.iter().for_each(|row| progress.counts.add(row.state));
    window.deliver(Event::Import(ImportEvent::Rows(rows)));
    window.deliver(Event::Import(ImportEvent::Ended(progress)));
    window.take_commands();
    window
}

#[test]
fn products_that_were_accepted_without_an_id_and_are_in_no_list_are_counted_at_the_end() {
    for language in Language::ALL {
        let mut window = ended_import(language, [1100.0, 760.0], 0, 0);
        let said = |window: &TestWindow, count: usize| {
            let said = window.format("import-unseen", args!["count" => count]);
            window.texts().iter().any(|text| text.contains(&said))
        };
        assert!(!said(&window, 1), "{language:?}: {:?}", window.texts());
        let unseen = |index| vitrine_core::import::Row {
            product_id: None,
            ..scenes::row(index, State::Created, None)
        };
        window.deliver(Event::Import(ImportEvent::Rows(vec![unseen(3), unseen(4)])));
        assert!(said(&window, 2), "{language:?}: {:?}", window.texts());
    }
}

/// The names of the filled buttons. A screen has at most one, for its primary action.
pub fn primary_buttons(window: &TestWindow) -> Vec<String> {
    let is_filled = |shape: &ClippedShape, at: Pos2| match &shape.shape {
        Shape::Rect(rect) => rect.fill == theme::LIGHT.accent && (rect.rect.center() - at).length() < 1.0,
        _ => false,
    };
    let buttons = window.harness.query_all_by(|node| node.role() == eframe::egui::accesskit::Role::Button);
    let filled = buttons.filter(|node| {
        window.harness.output().shapes.iter().any(|shape| is_filled(shape, node.rect().center()))
    });
    filled.filter_map(|node| node.accesskit_node().label()).collect()
}

#[test]
fn the_end_shows_the_number_created_and_suggests_fixing_the_others() {
    for (language, created) in
        [(Language::English, "33 of 40 created"), (Language::Persian, "۳۳ محصول از ۴۰ ثبت شد")]
    {
        for size in [[1100.0, 760.0], [720.0, 480.0]] {
            let mut window = ended_import(language, size, 7, 0);
            assert!(window.shows(created), "{language:?} {size:?}: {:?}", window.texts());
            assert!(!window.shows("40 of 40") && !window.shows("۴۰ از ۴۰"), "{language:?} {size:?}");
            let fix = window.format("import-fix-all", args!["count" => 7]);
            assert_eq!(primary_buttons(&window), [fix.as_str()], "{language:?} {size:?}");
            let (fix, bounds) = (window.rects_of(&fix), window.harness.ctx.content_rect());
            assert!(bounds.contains_rect(fix[0]), "{language:?} {size:?}: the button is visible");
            window.press_message("import-new");
            assert!(
                window.shows_message("import-empty-title"),
                "{language:?} {size:?}: a new import is offered, too"
            );
        }
    }
}

#[test]
fn products_already_in_the_shop_are_not_counted_as_created() {
    for (language, expected) in [
        (Language::English, ["32 of 40 created", "1 was already in your shop"]),
        (Language::Persian, ["۳۲ محصول از ۴۰ ثبت شد", "۱ محصول قبلاً ثبت شده بود"]),
    ] {
        let window = ended_import(language, [1100.0, 760.0], 7, 1);
        expected
            .iter()
            .for_each(|text| assert!(window.shows(text), "{language:?} {text}: {:?}", window.texts()));
    }
    assert!(
        ended_import(Language::English, [1100.0, 760.0], 7, 3)
            .shows("30 of 40 created  ·  3 were already in your shop")
    );
}

#[test]
fn after_success_the_products_are_the_primary_action() {
    for (language, created) in
        [(Language::English, "40 of 40 created"), (Language::Persian, "۴۰ محصول از ۴۰ ثبت شد")]
    {
        let window = ended_import(language, [1100.0, 760.0], 0, 0);
        assert!(window.shows(created), "{language:?}: {:?}", window.texts());
        assert_eq!(primary_buttons(&window), [window.message("import-see-products")], "{language:?}");
    }
}

#[test]
fn the_first_fixable_cause_is_the_primary_action() {
    let mut window = ended_import(Language::English, [1100.0, 760.0], 7, 0);
    let damaged = || Some(Problem::new(ProblemKind::PhotoDamaged).with_subject("/photos/1.jpg"));
    window.deliver(Event::Import(ImportEvent::Rows(
        (0..5).map(|i| scenes::row(i, State::Failed, damaged())).collect(),
    )));
    assert_eq!(
        primary_buttons(&window),
        ["Fix all 2"],
        "not the most frequent cause, which waits for other files"
    );
    assert!(window.shows("Try again with the new files"));
}

#[test]
fn a_refused_field_is_shown_with_advice_for_that_field() {
    for language in Language::ALL {
        let mut window = ended_import(language, [1100.0, 760.0], 7, 0);
        let advice = window.app().words().field_fix(Field::Weight).into_owned();
        let advice = vitrine::i18n::without_direction_marks(&advice).into_owned();
        assert!(window.shows(&advice) && window.shows("too light"), "{language:?}: {:?}", window.texts());
        let fix = window.format("import-fix-all", args!["count" => 7]);
        window.press(&fix);
        // In the notice it is written, and part of what is announced.
        assert!(window.count_shown(&advice) == 3, "{language:?}: the dialog shows the advice, too");
    }
}

#[test]
fn a_refusal_without_a_field_gives_no_sign_in_advice() {
    for (language, sign_in_words) in [
        (Language::English, ["client id", "return address"]),
        (Language::Persian, ["شناسهٔ برنامه", "آدرس بازگشت (Redirect URI)"]),
    ] {
        for code in [ProblemKind::Unprocessable, ProblemKind::Refused] {
            let mut window = ended_import(language, [1100.0, 760.0], 7, 0);
            let refused = Problem {
                status: Some(400),
                form: AnswerForm::Own,
                ..Problem::new(code).with_quotation("not today")
            };
            window.deliver(Event::Import(ImportEvent::Rows(
                (0..7).map(|i| scenes::row(i, State::Failed, Some(refused.clone()))).collect(),
            )));
            let message = window.app().words().product_problem(&refused);
            for text in [message.cause, message.remedy] {
                let text = vitrine::i18n::without_direction_marks(&text).into_owned();
                assert!(window.shows(&text), "{language:?} {code:?}: {text}");
            }
            assert!(window.shows("not today"), "{language:?} {code:?}");
            sign_in_words
                .iter()
                .for_each(|word| assert!(!window.shows(word), "{language:?} {code:?}: {word}"));
        }
    }
}

fn planned(commands: &[Command]) -> Vec<PathBuf> {
    let paths = |command: &Command| {
        if let Command::Import(ImportCommand::Plan { paths, .. }) = command {
            paths.clone()
        } else {
            Vec::new()
        }
    };
    commands.iter().flat_map(paths).collect()
}

/// Closing the window while it waits loses nothing.
#[test]
fn what_is_dropped_during_an_import_is_saved_and_opened_after_it() {
    for language in Language::ALL {
        let mut window = running_import(language);
        let [first, second] = ["/photos/second", "/photos/third"].map(PathBuf::from);
        window.app_mut().act(Action::Drop(vec![first.clone()]));
        window.harness.run();
        assert!(window.shows(&window.format("import-queued", args!["count" => 1])), "{language:?}");
        let mut sent = Vec::new();
        for _ in 0..400 {
            window.harness.step();
            sent.extend(window.take_commands());
        }
        let saved = |command: &Command| matches!(command, Command::Import(ImportCommand::SaveReview(Some(review))) if review.dropped == [first.clone()]);
        assert_eq!(sent.iter().filter(|command| saved(command)).count(), 1, "{language:?}: {sent:?}");

        let mut ended = Progress { photos_uploaded: 97, photos: 97, ..Progress::default() };
        let rows: Vec<_> = (0..40).map(|i| scenes::row(i, State::Created, None)).collect();
        rows.iter().for_each(|row| ended.counts.add(row.state));
        window.deliver(Event::Import(ImportEvent::Rows(rows)));
        window.deliver(Event::Import(ImportEvent::Ended(ended)));
        assert!(window.shows(&window.format("import-queued-ended", args!["count" => 1])), "{language:?}");
        window.app_mut().act(Action::Drop(vec![second.clone()]));
        assert_eq!(planned(&window.take_commands()), [first, second], "{language:?}: both are opened");
    }
}

/// Sending a damaged file again sends the same: the button says what has to be done before.
#[test]
fn a_damaged_photo_is_sent_again_only_as_another_file() {
    for language in Language::ALL {
        let mut window = running_import(language);
        let damaged = || Some(Problem::new(ProblemKind::PhotoDamaged).with_subject("/photos/1.jpg"));
        let rows = (0..40).map(|id| {
            if id == 7 {
                scenes::row(id, State::Failed, damaged())
            } else {
                scenes::row(id, State::Created, None)
            }
        });
        let rows: Vec<_> = rows.collect();
        let counts = vitrine_core::import::Counts { created: 39, failed: 1, ..Default::default() };
        window.deliver(Event::Import(ImportEvent::Rows(rows)));
        window.deliver(Event::Import(ImportEvent::Ended(Progress { counts, ..Progress::default() })));
        let again = window.format("import-retry-all", args!["count" => 1]);
        assert!(!window.shows(&again), "{language:?}");
        window.take_commands();
        let replaced = window.format("import-retry-replaced", args!["count" => 1]);
        window.press(&replaced);
        assert!(
            matches!(&window.take_commands()[..], [Command::Import(ImportCommand::Retry(rows))] if rows.len() == 1),
            "{language:?}"
        );
    }
}

#[test]
fn what_a_stopped_import_left_is_created_after_all() {
    for language in Language::ALL {
        let mut window = running_import(language);
        let rows: Vec<_> = (0..40)
            .map(|id| scenes::row(id, if id < 37 { State::Created } else { State::Cancelled }, None))
            .collect();
        let counts = vitrine_core::import::Counts { created: 37, cancelled: 3, ..Default::default() };
        window.deliver(Event::Import(ImportEvent::Rows(rows)));
        window.deliver(Event::Import(ImportEvent::Ended(Progress { counts, ..Progress::default() })));
        assert!(
            window.shows(&window.format("import-stopped-title", args!["count" => 3])),
            "{language:?}: {:?}",
            window.texts()
        );
        window.take_commands();
        let create = window.format("import-create-again", args!["count" => 3]);
        window.press(&create);
        let sent = window.take_commands();
        let [Command::Import(ImportCommand::Retry(rows))] = &sent[..] else {
            panic!("{language:?}: {sent:?}")
        };
        assert_eq!(rows.iter().map(|(id, _)| id.0).collect::<Vec<_>>(), [37, 38, 39], "{language:?}");
    }
}
