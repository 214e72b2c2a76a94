use super::*;
use eframe::egui::epaint::ClippedShape;
use eframe::egui::{Key, Modifiers, Pos2, Shape};
use vitrine::domain::{Draft, Edit};
use vitrine::import::PlannedDraft;
use vitrine::ui::theme;
use vitrine::ui::{EditorAction, LeaveTarget};
use vitrine::worker::{PictureKey, SavedReview};

fn review(language: Language) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.harness.run();
    let sent = window.take_commands();
    assert!(
        matches!(sent.as_slice(), [Command::Import(ImportCommand::Plan { paths, .. })] if paths == &[PathBuf::from("/photos")]),
        "{sent:?}"
    );
    window.deliver(scenes::planned(3, 2));
    window
}

fn start_button(count: i32, window: &TestWindow) -> String {
    window.start_button(count)
}

fn running_import(language: Language) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    let scene = scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap();
    window.show_scene(scene);
    window.take_commands();
    window
}

#[test]
fn a_default_price_in_persian_digits_and_start_send_every_product() {
    for language in Language::ALL {
        let mut window = review(language);
        let price = window.label(Field::PrimaryPrice);
        window.type_into(&price, "۱۲٬۰۰۰");
        let own = window.cell(Field::PrimaryPrice, 2);
        window.type_into(&own, "۷۰۰");
        let start = start_button(3, &window);
        window.press(&start);
        let sent = window.take_commands();
        let drafts = sent.iter().find_map(|command| {
            if let Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, .. }) = command { Some(drafts) } else { None }
        });
        let prices: Vec<_> = drafts.unwrap().iter().map(|planned| planned.draft.primary_price).collect();
        assert_eq!(prices, [Some(12_000), Some(700), Some(12_000)], "{language:?}");
    }
}

#[test]
fn products_without_a_stock_are_marked_until_they_have_one() {
    // The missing price is reported elsewhere, because this marketplace requires one.
    for (language, expected) in [(Language::English, "Still empty: Stock (3)"), (Language::Persian, "هنوز خالی: موجودی (۳)")]
    {
        let mut window = review(language);
        assert!(window.shows(expected), "{:?}", window.texts());
        let field = window.label(Field::Stock);
        window.type_into(&field, "4");
        assert!(!window.shows(expected));
        assert!(window.shows_message("import-defaults-help"));
    }
}

#[test]
fn incomplete_products_prevent_the_start_and_can_be_left_out() {
    let mut window = review(Language::English);
    let name = start_button(3, &window);
    assert!(!window.is_enabled(&name));
    assert!(window.shows("3 products can’t be sent yet: Price"));
    let own = window.cell(Field::PrimaryPrice, 1);
    window.type_into(&own, "500");
    window.press_message("import-incomplete-remove");
    let name = start_button(1, &window);
    assert!(window.is_enabled(&name));
}

#[test]
fn a_name_can_be_edited_and_a_row_removed() {
    let mut window = review(Language::English);
    let name = window.cell(Field::Name, 2);
    window.type_into(&name, " XL");
    assert_eq!(window.value(&name), "Ceramic bowl, blue XL");
    let remove = window.format("import-remove-row", args!["name" => "Ceramic bowl, blue XL"]);
    window.press(&remove);
    assert!(window.shows(&window.format("count-products", args!["count" => 2])));
}

#[test]
fn changing_the_grouping_plans_the_same_files_again() {
    let mut window = review(Language::English);
    let by_name = window.app().words().grouping(vitrine::import::Grouping::Name).into_owned();
    window.press_message("import-grouping");
    window.press(&by_name);
    let sent = window.take_commands();
    let Some(Command::Import(ImportCommand::Plan { grouping, .. })) = sent.last() else { panic!("{sent:?}") };
    assert_eq!(grouping.all, vitrine::import::Grouping::Name);
}

#[test]
fn unusable_files_are_counted_and_listed() {
    let mut window = review(Language::English);
    assert!(window.shows("2 files can’t be used"));
    window.press_message("details");
    assert!(window.shows("DSC_0000.jpg"));
}

#[test]
fn a_drop_without_photos_has_a_message() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/docs")]));
    window.deliver(Event::Import(ImportEvent::Planned {
        drafts: vec![],
        problems: vec![Problem::new(Code::NothingFound).with_subject("/docs")],
        ignored: 7,
        folders: vec![],
    }));
    assert!(window.shows_message("import-nothing-title"));
    assert!(window.shows("7 other files"));
}

#[test]
fn of_ten_thousand_products_only_the_visible_ones_are_drawn() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(10_000, 0));
    assert!((3..40).contains(&window.pending_pictures()), "{}", window.pending_pictures());
    assert!(window.shows("10,000 products"));
}

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
        assert!(matches!(window.take_commands().as_slice(), [Command::Import(ImportCommand::Cancel)]), "{language:?}");
    }
}

#[test]
fn a_run_shows_its_progress_and_what_it_waits_for() {
    let window = running_import(Language::English);
    for text in ["12 of 40", "1 min 35 s left", "41 products/min", "2.4 MB/s", "Resuming in 40 s"] {
        assert!(window.shows(text), "{text}");
    }
}

#[test]
fn failed_products_are_grouped_by_cause_and_retried_together() {
    let mut window = running_import(Language::English);
    assert!(window.shows("didn’t accept “Price”"));
    window.press("Retry 2");
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
        // The button in the dialog is the last one. The button behind it has the same name.
        let retry_all = window.format("import-retry-all", args!["count" => 2]);
        let buttons: Vec<_> = window.harness.get_all_by(|node| node.label().is_some_and(|label| label == retry_all)).collect();
        buttons.last().unwrap().click();
        drop(buttons);
        window.harness.run();
        let sent = window.take_commands();
        let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{language:?}: {sent:?}") };
        let prices: Vec<_> = drafts.iter().map(|(id, draft)| (id.0, draft.primary_price)).collect();
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
        let another = PlannedDraft { draft: Draft { primary_price: Some(700), ..Draft::default() }, ..PlannedDraft::default() };
        window.deliver(Event::Import(ImportEvent::Drafts(vec![(DraftId(39), another)])));
        let fix = window.format("import-fix-all", args!["count" => 2]);
        window.press(&fix);
        assert!(window.shows(offer), "{language:?}: {:?}", window.texts());
        let price = window.format("import-fix-for-all", args!["field" => window.label(Field::PrimaryPrice), "count" => 2]);
        window.type_into(&price, "۹۰۰۰");
        let retry_all = window.format("import-retry-all", args!["count" => 27]);
        window.press(&retry_all);
        let sent = window.take_commands();
        let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{language:?}: {sent:?}") };
        let ids: Vec<u64> = drafts.iter().map(|(id, _)| id.0).collect();
        let unsent = 15..39;
        assert_eq!(
            ids,
            [10, 13].into_iter().chain(unsent).collect::<Vec<_>>(),
            "{language:?}: product 14 is being sent, 39 has another price"
        );
        assert!(drafts.iter().all(|(_, draft)| draft.primary_price == Some(9000)), "{language:?}: {drafts:?}");
    }
}

#[test]
fn a_refusal_without_a_field_is_corrected_product_by_product_or_sent_again_as_it_is() {
    for (language, text) in [
        (Language::English, "The marketplace didn’t say which field is wrong."),
        (Language::Persian, "بازارگاه نگفته است ایراد در کدام بخش است"),
    ] {
        let mut window = running_import(language);
        let refused = || Some(Problem { status: Some(422), has_body: true, ..Problem::new(Code::Unprocessable) });
        let priced = |id| {
            (
                DraftId(id),
                PlannedDraft {
                    draft: Draft { name: format!("Rug {id}"), primary_price: Some(700), ..Draft::default() },
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
        let price = window.format("import-fix-for-all", args!["field" => window.label(Field::PrimaryPrice), "count" => 2]);
        assert!(!window.shows(&price), "{language:?}: nothing says that it is the price");
        let edit = window.format("import-fix-row", args!["name" => scenes::row(13, State::Failed, None).name]);
        let buttons: Vec<_> = window.harness.get_all_by(|node| node.label().is_some_and(|label| label == edit)).collect();
        buttons.last().unwrap().click();
        drop(buttons);
        window.harness.run();
        let price = window.label(Field::PrimaryPrice);
        assert!(window.shows(&price), "{language:?}: the product is edited as a whole");
        window.press_message("close");
        assert!(window.shows(text), "{language:?}: the dialog of all products is back");
        let retry_all = window.format("import-retry-all", args!["count" => 2]);
        let buttons: Vec<_> = window.harness.get_all_by(|node| node.label().is_some_and(|label| label == retry_all)).collect();
        buttons.last().unwrap().click();
        drop(buttons);
        window.harness.run();
        let sent = window.take_commands();
        let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{language:?}: {sent:?}") };
        assert_eq!(drafts.len(), 2, "{language:?}");
    }
}

#[test]
fn yes_or_no_can_be_chosen_for_all_products_with_a_refused_value() {
    for language in Language::ALL {
        let mut window = running_import(language);
        let refused = || Some(Problem { status: Some(422), ..Problem::new(Code::Unprocessable).with_field("is_wholesale") });
        window.deliver(Event::Import(ImportEvent::Rows(vec![
            scenes::row(10, State::Failed, refused()),
            scenes::row(13, State::Failed, refused()),
        ])));
        for id in [10, 13] {
            window.app_mut().act(Action::Import(ImportAction::Fix(DraftId(id), Field::PrimaryPrice, "500".to_owned())));
        }
        let fix = window.format("import-fix-all", args!["count" => 2]);
        window.press(&fix);
        window.press_message("yes");
        let retry_all = window.format("import-retry-all", args!["count" => 28]);
        let buttons: Vec<_> = window.harness.get_all_by(|node| node.label().is_some_and(|label| label == retry_all)).collect();
        buttons.last().unwrap().click();
        drop(buttons);
        window.harness.run();
        let sent = window.take_commands();
        let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{language:?}: {sent:?}") };
        assert!(drafts.iter().all(|(_, draft)| draft.is_wholesale == Some(true)), "{drafts:?}");
    }
}

#[test]
fn refused_names_are_corrected_one_by_one_in_one_dialog() {
    let mut window = running_import(Language::English);
    let refused = || Some(Problem { status: Some(422), ..Problem::new(Code::Unprocessable).with_field("name") });
    window.deliver(Event::Import(ImportEvent::Rows(vec![
        scenes::row(10, State::Failed, refused()),
        scenes::row(13, State::Failed, refused()),
    ])));
    window.press("Fix all 2");
    let name = scenes::row(13, State::Failed, None).name;
    let label = window.format("import-fix-field-of", args!["field" => window.label(Field::Name), "name" => name.as_str()]);
    window.type_into(&label, " XL");
    assert!(window.shows("2 products stay in the list"), "their prices are invalid, too");
    window.app_mut().act(Action::Import(ImportAction::Fix(DraftId(13), Field::PrimaryPrice, "500".to_owned())));
    window.harness.run();
    assert!(window.shows("1 product stays in the list"));
    window.press("Retry 1");
    let sent = window.take_commands();
    let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(drafts.iter().map(|(id, draft)| (id.0, draft.name.clone())).collect::<Vec<_>>(), [(13, format!("{name} XL"))]);
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
    drafts.iter().map(|(id, draft)| (id.0, draft.primary_price)).collect()
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
        .get_all_by(|node| node.label().is_some_and(|label| label.starts_with("Fix ") && !label.contains("all")))
        .next()
        .unwrap();
    fix.click();
    window.harness.run();
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "۹");
    window.press_message("retry");
    let sent = window.take_commands();
    let [Command::Import(ImportCommand::Retry(drafts))] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(drafts[0].1.primary_price, Some(9), "typed after the rejected 0");
}

#[test]
fn a_product_with_an_unknown_outcome_needs_a_decision() {
    let mut window = running_import(Language::English);
    let person = window.message("import-count-needs-decision");
    window.press(&person);
    window.press_message("import-decision-missing");
    assert!(matches!(window.take_commands().as_slice(), [Command::Import(ImportCommand::Decide { draft: DraftId(11), exists: false })]));
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
        assert!(matches!(window.take_commands().as_slice(), [Command::Import(ImportCommand::Report { run: None, .. })]));
        window.press_message("import-resume");
        assert!(matches!(window.take_commands().as_slice(), [Command::Import(ImportCommand::Resume { without_attributes: false })]));
    }
}

#[test]
fn products_that_failed_last_time_are_offered_for_fixing() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        let counts = vitrine::import::Counts { created: 38, failed: 2, ..Default::default() };
        window.deliver(Event::Import(ImportEvent::Unfinished(vitrine::worker::Unfinished { counts, ..Default::default() })));
        let title = window.format("import-last-failed-title", args!["count" => 2]);
        assert!(window.shows(&title));
        window.press_message("import-last-failed-show");
        assert!(matches!(window.take_commands().as_slice(), [Command::Import(ImportCommand::Reopen)]), "{language:?}");
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

/// An import of 40 products that has ended. `failed` products have a rejected weight, and `skipped` were already in the shop.
fn ended_import(language: Language, size: [f32; 2], failed: u64, skipped: u64) -> TestWindow {
    let mut window = TestWindow::with_size(language, size);
    let scene = scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap();
    window.show_scene(scene);
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
    window.deliver(Event::Import(ImportEvent::Rows(rows)));
    window.deliver(Event::Import(ImportEvent::Ended(progress)));
    window.take_commands();
    window
}

/// The names of the filled buttons. A screen has at most one, for its primary action.
fn primary_buttons(window: &TestWindow) -> Vec<String> {
    let is_filled = |shape: &ClippedShape, at: Pos2| match &shape.shape {
        Shape::Rect(rect) => rect.fill == theme::LIGHT.accent && (rect.rect.center() - at).length() < 1.0,
        _ => false,
    };
    let buttons = window.harness.query_all_by(|node| node.role() == eframe::egui::accesskit::Role::Button);
    let filled = buttons.filter(|node| window.harness.output().shapes.iter().any(|shape| is_filled(shape, node.rect().center())));
    filled.filter_map(|node| node.accesskit_node().label()).collect()
}

#[test]
fn the_end_shows_the_number_created_and_suggests_fixing_the_others() {
    for (language, created) in [(Language::English, "33 of 40 created"), (Language::Persian, "۳۳ محصول از ۴۰ ثبت شد")] {
        for size in [[1100.0, 760.0], [720.0, 480.0]] {
            let mut window = ended_import(language, size, 7, 0);
            assert!(window.shows(created), "{language:?} {size:?}: {:?}", window.texts());
            assert!(!window.shows("40 of 40") && !window.shows("۴۰ از ۴۰"), "{language:?} {size:?}");
            let fix = window.format("import-fix-all", args!["count" => 7]);
            assert_eq!(primary_buttons(&window), [fix.as_str()], "{language:?} {size:?}");
            let (fix, bounds) = (window.rects_of(&fix), window.harness.ctx.content_rect());
            assert!(bounds.contains_rect(fix[0]), "{language:?} {size:?}: the button is visible");
            window.press_message("import-new");
            assert!(window.shows_message("import-empty-title"), "{language:?} {size:?}: a new import is offered, too");
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
        expected.iter().for_each(|text| assert!(window.shows(text), "{language:?} {text}: {:?}", window.texts()));
    }
    assert!(ended_import(Language::English, [1100.0, 760.0], 7, 3).shows("30 of 40 created  ·  3 were already in your shop"));
}

#[test]
fn after_success_a_new_import_is_the_primary_action() {
    for (language, created) in [(Language::English, "40 of 40 created"), (Language::Persian, "۴۰ محصول از ۴۰ ثبت شد")] {
        let window = ended_import(language, [1100.0, 760.0], 0, 0);
        assert!(window.shows(created), "{language:?}: {:?}", window.texts());
        assert_eq!(primary_buttons(&window), [window.message("import-new")], "{language:?}");
    }
}

#[test]
fn the_first_fixable_cause_is_the_primary_action() {
    let mut window = ended_import(Language::English, [1100.0, 760.0], 7, 0);
    let damaged = || Some(Problem::new(Code::PhotoDamaged).with_subject("/photos/1.jpg"));
    window.deliver(Event::Import(ImportEvent::Rows((0..5).map(|i| scenes::row(i, State::Failed, damaged())).collect())));
    assert_eq!(primary_buttons(&window), ["Retry 5"], "the most frequent cause, whose files are fixed on the disk");
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
        assert!(window.count_shown(&advice) == 2, "{language:?}: the dialog shows the advice, too");
    }
}

#[test]
fn a_refusal_without_a_field_gives_no_sign_in_advice() {
    for (language, sign_in_words) in
        [(Language::English, ["client id", "return address"]), (Language::Persian, ["شناسهٔ برنامه", "آدرس بازگشت (Redirect URI)"])]
    {
        for code in [Code::Unprocessable, Code::Refused] {
            let mut window = ended_import(language, [1100.0, 760.0], 7, 0);
            let refused = Problem { status: Some(400), has_body: true, ..Problem::new(code).with_quotation("not today") };
            window
                .deliver(Event::Import(ImportEvent::Rows((0..7).map(|i| scenes::row(i, State::Failed, Some(refused.clone()))).collect())));
            let message = window.app().words().product_problem(&refused);
            for text in [message.cause, message.remedy] {
                let text = vitrine::i18n::without_direction_marks(&text).into_owned();
                assert!(window.shows(&text), "{language:?} {code:?}: {text}");
            }
            assert!(window.shows("not today"), "{language:?} {code:?}");
            sign_in_words.iter().for_each(|word| assert!(!window.shows(word), "{language:?} {code:?}: {word}"));
        }
    }
}

#[test]
fn files_can_be_chosen_without_dragging() {
    let mut window = TestWindow::signed_in(Language::English);
    window.press_message("import-choose-folder");
    window.press_message("import-choose-photos");
    window.press_message("import-paste");
    assert!(matches!(
        window.take_commands().as_slice(),
        [
            Command::Platform(PlatformCommand::Pick(PickTarget::ImportFolder)),
            Command::Platform(PlatformCommand::Pick(PickTarget::ImportPhotos)),
            Command::Platform(PlatformCommand::Paste { target: PasteTarget::Import, .. })
        ]
    ));
    window.deliver(Event::Platform(PlatformEvent::Picked { what: PickTarget::ImportFolder, paths: vec![PathBuf::from("/a")] }));
    assert!(matches!(window.take_commands().as_slice(), [Command::Import(ImportCommand::Plan { .. })]));
}

#[test]
fn an_expired_token_keeps_the_run_until_the_next_sign_in() {
    let mut window = running_import(Language::English);
    let problem = Some(Problem::new(Code::Unauthorized));
    window.deliver(Event::Session(Session::SignedOut { market: "Practice shop".to_owned(), practice: true, problem }));
    assert!(window.shows("didn’t accept your token"));
    window.deliver(scenes::signed_in());
    assert!(window.shows("12 of 40"));
}

#[test]
fn each_state_has_a_name() {
    let mut window = running_import(Language::Persian);
    window.deliver(Event::Import(ImportEvent::Rows(vec![scenes::row(0, State::NeedsPerson, None)])));
    let word = window.app().words().state(State::NeedsPerson).into_owned();
    assert!(window.shows(&word));
}

#[test]
fn entries_survive_switching_screens() {
    let mut window = review(Language::English);
    let own = window.cell(Field::PrimaryPrice, 1);
    window.type_into(&own, "321");
    window.press_message("nav-settings");
    window.press_message("nav-import");
    assert_eq!(window.value(&own), "321");
}

/// The answer to a plan with these numbers of the scenes' products.
fn plan_of(count: usize) -> ImportEvent {
    ImportEvent::Planned { drafts: scenes::planned_drafts(count), problems: vec![], ignored: 0, folders: vec![] }
}

#[test]
fn the_answer_to_an_earlier_plan_is_not_shown_in_place_of_the_last() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/first")]));
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/second")]));
    window.deliver_alone(ImportEvent::PlanBegun);
    window.deliver_alone(plan_of(2));
    assert_eq!(window.app().model().import.review.drafts().len(), 0, "it is the answer for the first folder alone");
    window.deliver_alone(ImportEvent::PlanBegun);
    window.deliver_alone(plan_of(5));
    assert_eq!(window.app().model().import.review.drafts().len(), 5);
}

#[test]
fn a_plan_that_was_given_up_does_not_come_back() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/first")]));
    window.deliver_alone(ImportEvent::PlanBegun);
    window.deliver_alone(plan_of(2));
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/second")]));
    window.deliver_alone(ImportEvent::PlanBegun);
    window.press_message("cancel");
    window.deliver_alone(plan_of(5));
    let import = &window.app().model().import;
    assert_eq!(import.review.drafts().len(), 2, "the answer was on its way when the person gave up");
    let saved = saved_reviews(&mut window).pop().flatten().expect("the review is saved");
    assert_eq!(saved.dropped, [PathBuf::from("/first")]);
}

/// The reviews that the window saves when nothing happens for a while.
fn saved_reviews(window: &mut TestWindow) -> Vec<Option<SavedReview>> {
    window.harness.run_steps(8);
    let saved =
        |command| if let Command::Import(ImportCommand::SaveReview(review)) = command { Some(review.map(|review| *review)) } else { None };
    window.take_commands().into_iter().filter_map(saved).collect()
}

#[test]
fn what_is_typed_without_a_pause_is_saved_every_ten_seconds() {
    let mut window = review(Language::English);
    let name = window.cell(Field::Name, 1);
    window.press(&name);
    window.take_commands();
    let (mut saved, mut typed) = (Vec::new(), String::new());
    // Two letters a second for 24 seconds.
    for letter in "abcdefghijkl".chars().cycle().take(48) {
        window.harness.event(eframe::egui::Event::Text(letter.to_string()));
        typed.push(letter);
        window.harness.run_steps(2);
        saved.extend(window.take_commands().into_iter().filter_map(|command| match command {
            Command::Import(ImportCommand::SaveReview(Some(review))) => Some((typed.len(), *review)),
            _ => None,
        }));
    }
    let lengths: Vec<_> = saved.iter().map(|(length, _)| *length).collect();
    assert!(matches!(lengths.as_slice(), [19..=22, 38..=44]), "{lengths:?}");
}

#[test]
fn a_review_survives_a_restart_with_all_changes() {
    for language in Language::ALL {
        let mut window = review(language);
        let (price, own) = (window.label(Field::PrimaryPrice), window.cell(Field::PrimaryPrice, 2));
        window.type_into(&price, "9000");
        window.type_into(&own, "700");
        let first = window.app().model().import.review.drafts()[0].draft.name.clone();
        let remove = window.format("import-remove-row", args!["name" => first]);
        window.press(&remove);
        let rotated = Edit { turns: 1, ..Edit::default() };
        let photo = window.app().model().import.review.drafts()[0].photos[0].clone();
        window
            .app_mut()
            .act(Action::PhotoEditor(EditorAction::Open { photos: vec![(PictureKey::File(photo.clone()), String::new())], at: 0 }));
        window.app_mut().act(Action::PhotoEditor(EditorAction::Change(rotated)));
        window.app_mut().act(Action::PhotoEditor(EditorAction::Apply));
        let review = saved_reviews(&mut window).pop().flatten().unwrap_or_else(|| panic!("{language:?}: no review was saved"));
        assert!(saved_reviews(&mut window).is_empty(), "{language:?}: the review is saved once");

        let mut next = TestWindow::signed_in(language);
        next.deliver(Event::Import(ImportEvent::ReviewRestored(Box::new(review))));
        let sent = next.take_commands();
        assert!(
            matches!(sent.as_slice(), [Command::Import(ImportCommand::Plan { paths, .. })] if paths == &[PathBuf::from("/photos")]),
            "{language:?}: {sent:?}"
        );
        next.deliver(scenes::planned(3, 2));
        let own = next.cell(Field::PrimaryPrice, 1);
        assert_eq!(
            (review_grid::plain(&next.value(&price)), review_grid::plain(&next.value(&own))),
            ("9000".to_owned(), "700".to_owned()),
            "{language:?}"
        );
        assert_eq!(next.app().model().import.review.drafts().len(), 2, "{language:?}: the removed product stays removed");
        assert_eq!(next.app().model().import.review.edit(&photo), rotated, "{language:?}");
        let start = start_button(2, &next);
        next.take_commands();
        next.press(&start);
        next.harness.run_steps(8);
        let sent = next.take_commands();
        assert!(
            matches!(sent.as_slice(), [.., Command::Import(ImportCommand::Start { from_review: true, .. })]),
            "{language:?}: the worker deletes the saved review once the import is in the journal: {sent:?}"
        );
    }
}

#[test]
fn photos_dropped_before_signing_in_are_there_after_a_restart() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 0));
        assert!(window.shows(&window.format("login-kept", args!["count" => 3])), "{language:?}: the screen says so");
        window.harness.run_steps(8);
        let kept = |command| if let Command::Import(ImportCommand::KeepDropped(review)) = command { Some(*review) } else { None };
        let review = window.take_commands().into_iter().rev().find_map(kept).unwrap_or_else(|| panic!("{language:?}: nothing is kept"));

        let mut next = TestWindow::new(language);
        next.deliver(Event::Import(ImportEvent::ReviewRestored(Box::new(review))));
        next.deliver(scenes::planned(3, 0));
        assert!(next.shows(&next.format("login-kept", args!["count" => 3])), "{language:?}");
        next.deliver(scenes::signed_in());
        assert_eq!(next.app().model().import.review.drafts().len(), 3, "{language:?}: signing in keeps them");
        assert!(saved_reviews(&mut next).pop().flatten().is_some(), "{language:?}: they are the account's now");
    }
}

#[test]
fn a_review_belongs_to_its_account() {
    let mut window = review(Language::English);
    saved_reviews(&mut window);
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "9000");
    window.take_commands();
    window.app_mut().act(Action::Leave(LeaveTarget::Add));
    let sent = window.take_commands();
    assert!(
        matches!(sent.as_slice(), [Command::Import(ImportCommand::SaveReview(Some(_))), Command::Account(AccountCommand::AddAccount)]),
        "the review is saved before the account is left: {sent:?}"
    );
    window.deliver(Event::Left);
    assert!(window.app().model().import.review.drafts().is_empty());
}

#[test]
fn files_dropped_meanwhile_come_after_the_saved_review() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/new")]));
    window.take_commands();
    window.deliver(Event::Import(ImportEvent::ReviewRestored(Box::new(SavedReview {
        dropped: vec![PathBuf::from("/old")],
        ..SavedReview::default()
    }))));
    let sent = window.take_commands();
    let both = [PathBuf::from("/old"), PathBuf::from("/new")];
    assert!(matches!(sent.as_slice(), [Command::Import(ImportCommand::Plan { paths, .. })] if paths == &both), "{sent:?}");
}

/// A review at a marketplace that takes products without a price.
fn review_without_prices(language: Language) -> TestWindow {
    let mut window = TestWindow::new(language);
    window.deliver(scenes::signed_in_with_required(&[Field::Name, Field::Photo]));
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(3, 0));
    window.take_commands();
    window
}

fn started_prices(sent: &[Command]) -> Option<Vec<Option<i64>>> {
    let drafts = sent
        .iter()
        .find_map(|command| if let Command::Import(ImportCommand::Start { drafts, .. }) = command { Some(drafts) } else { None })?;
    Some(drafts.iter().map(|planned| planned.draft.primary_price).collect())
}

#[test]
fn start_asks_about_products_without_a_price_before_sending_anything() {
    for language in Language::ALL {
        let mut window = review_without_prices(language);
        let own = window.cell(Field::PrimaryPrice, 2);
        window.type_into(&own, "700");
        let start = start_button(3, &window);
        window.press(&start);
        assert_eq!(started_prices(&window.take_commands()), None);
        assert!(window.shows(&window.format("import-unpriced-title", args!["count" => 2])), "{:?}", window.texts());
        window.press_message("import-unpriced-back");
        assert_eq!(started_prices(&window.take_commands()), None);

        window.press(&start);
        let field = window.editors().into_iter().rev().find(|editor| editor.name == window.label(Field::PrimaryPrice)).unwrap();
        window.click_into(&field);
        window.type_keys("۹۰۰");
        window.harness.run();
        window.press_message("import-unpriced-set");
        assert_eq!(started_prices(&window.take_commands()), Some(vec![Some(900), Some(700), Some(900)]), "{language:?}");
    }
}

#[test]
fn products_without_a_price_are_left_out_or_created_without_one() {
    let mut window = review_without_prices(Language::English);
    let own = window.cell(Field::PrimaryPrice, 2);
    window.type_into(&own, "700");
    let start_all = start_button(3, &window);
    window.press(&start_all);
    let leave_out = window.format("import-unpriced-leave-out", args!["count" => 1]);
    window.press(&leave_out);
    assert_eq!(started_prices(&window.take_commands()), Some(vec![Some(700)]));

    let mut window = review_without_prices(Language::English);
    window.press(&start_all);
    window.press_message("import-unpriced-create");
    assert_eq!(started_prices(&window.take_commands()), Some(vec![None, None, None]));
}

#[test]
fn default_values_are_cleared_by_start_over_and_only_suggested_next_time() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        let defaults = Draft { primary_price: Some(4000), ..Default::default() };
        window.deliver(Event::Platform(PlatformEvent::Settings(vitrine::worker::Settings {
            language: Some(language.tag().to_owned()),
            defaults,
            ..Default::default()
        })));
        window.deliver(scenes::signed_in());
        let drop = |window: &mut TestWindow| {
            window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            window.deliver(scenes::planned(3, 0));
        };
        drop(&mut window);
        let price = window.label(Field::PrimaryPrice);
        assert_eq!(window.value(&price), "", "the price of the last import is not filled in automatically");
        let amount = window.app().words().money(4000, window.app().model().currency());
        let value = window
            .app()
            .words()
            .format("import-default-value", args!["field" => window.app().words().field(Field::PrimaryPrice), "value" => amount])
            .into_owned();
        let offer = window.format("import-defaults-last", args!["values" => value]);
        window.press(&offer);
        assert_eq!(window.value(&price), window.app().words().integer(4000));
        window.press_message("review-more");
        window.press_message("import-clear");
        drop(&mut window);
        assert_eq!(window.value(&price), "", "Start over clears it");
    }
}

#[test]
fn default_values_are_summarised_in_the_bar() {
    let mut window = review(Language::English);
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "250000");
    let defaults = window.message("import-defaults");
    let said = window.harness.get_by_label(&defaults).accesskit_node().data().description().map(str::to_owned);
    assert!(said.as_deref().is_some_and(|said| said.starts_with("Price 250,000")), "{said:?}");
}
