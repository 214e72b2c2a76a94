//! Nothing moves when something is said: what can be clicked stays where it is, with a note over the screen,
//! and with what is said of the shop's products.

use std::collections::BTreeMap;

use super::*;
use eframe::egui::{Event as Input, Rect, accesskit::Role};
use scenes::product_edit_scenes::{RUN, ended, row};
use vitrine::i18n::without_direction_marks;
use vitrine::worker::{EditEvent, EditProgress};
use vitrine_core::edit::{EditCounts, RowState};
use vitrine_domain::Price;

const ROOMY: [f32; 2] = [1100.0, 760.0];
const SMALL: [f32; 2] = [760.0, 500.0];
/// How many things of each screen are clicked.
const CLICKED: usize = 6;
/// How far they are from the window's edges: what lies partly under a bar is scrolled into view by a click.
const IN_SIGHT: f32 = 64.0;

/// Where everything is that can be clicked. What is there twice under one name is left out.
fn places(window: &TestWindow) -> BTreeMap<(String, String), Rect> {
    let roles = [Role::Button, Role::CheckBox, Role::TextInput, Role::MultilineTextInput, Role::Row];
    let mut found: BTreeMap<(String, String), Vec<Rect>> = BTreeMap::new();
    for node in window.harness.query_all_by(|node| roles.contains(&node.role()) && node.label().is_some()) {
        let accessible = node.accesskit_node();
        found
            .entry((format!("{:?}", accessible.role()), accessible.label().unwrap_or_default()))
            .or_default()
            .push(node.rect());
    }
    found.into_iter().filter_map(|(name, places)| (places.len() == 1).then(|| (name, places[0]))).collect()
}

/// A digit more or less in a line moves what stands beside it so far, in points: nobody misses it.
const DIGIT: f32 = 3.0;

/// What is in both and does not stand in the same place.
fn moved(before: &BTreeMap<(String, String), Rect>, window: &TestWindow) -> Vec<String> {
    moved_by(0.6, before, window)
}

/// As [`moved`], by more than this.
fn moved_by(far: f32, before: &BTreeMap<(String, String), Rect>, window: &TestWindow) -> Vec<String> {
    let after = places(window);
    let moved = before.iter().filter_map(|(name, was)| {
        let now = after
            .get(name)
            .filter(|now| (now.left_top() - was.left_top()).length() > far && now.top() >= 0.0)?;
        Some(format!("{name:?}: {:?} → {:?}", was.left_top(), now.left_top()))
    });
    moved.collect()
}

/// Asserts that whatever is in both stands in the same place.
fn assert_steady(before: &BTreeMap<(String, String), Rect>, window: &TestWindow, what: &str) {
    let moved = moved(before, window);
    assert!(moved.is_empty(), "{what}: {}", moved.join("\n"));
}

#[test]
fn a_note_over_a_screen_moves_nothing_on_it() {
    for (language, size) in [(Language::English, SMALL), (Language::Persian, ROOMY)] {
        for scene in scenes::all() {
            let name = scene.name;
            let mut window = TestWindow::with_size(language, size);
            window.show_scene(scene);
            window.app_mut().act(Action::ShowNotifications(false));
            window.harness.run();
            let before = places(&window);
            window.deliver(Event::Problem(scenes::unreachable()));
            assert_steady(&before, &window, &format!("{language:?} {name}"));
        }
    }
}

#[test]
fn what_is_said_of_the_products_stands_below_their_table() {
    for (language, size) in [(Language::English, ROOMY), (Language::Persian, SMALL)] {
        let mut window = TestWindow::with_size(language, size);
        window.deliver(scenes::signed_in());
        window.deliver_all(scenes::products(40));
        window.deliver(Event::Edit(EditEvent::Available(true)));
        window.app_mut().act(Action::Go(Screen::Products));
        window.harness.run();
        let before = places(&window);
        let rows: Vec<_> = (0..9).map(|index| row(index, RowState::Waiting)).collect();
        let progress =
            EditProgress { counts: EditCounts::of([RowState::Waiting; 9]), ..EditProgress::default() };
        window.deliver(Event::Edit(EditEvent::Opened { run: RUN, rows, undoes: None }));
        window.deliver(Event::Edit(EditEvent::Progress { run: RUN, progress }));
        let running = window.format("edits-running", args!["done" => 0, "count" => 9]);
        assert!(window.shows(&running), "{language:?}: {:?}", window.texts());
        assert_steady(&before, &window, &format!("{language:?}, while a run goes on"));
        window.deliver_all(ended(&[RowState::Changed, RowState::Changed]));
        assert_steady(&before, &window, &format!("{language:?}, when it has ended"));
        window.deliver(Event::Catalog(CatalogEvent::Failed(scenes::unreachable())));
        assert_steady(&before, &window, &format!("{language:?}, when the list cannot be read"));
        let close = window.harness.get_all_by_label(&window.message("close")).next().unwrap().rect();
        assert!(window.harness.ctx.content_rect().contains_rect(close), "{language:?}: it is in sight");
    }
}

#[test]
fn what_is_said_of_a_run_stands_below_its_table() {
    for (language, size) in [
        (Language::English, ROOMY),
        (Language::Persian, SMALL),
        (Language::Persian, ROOMY),
        (Language::English, SMALL),
    ] {
        let mut window = TestWindow::with_size(language, size);
        window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap());
        let counts = window.app().model().import.run.progress.counts;
        window.deliver(Event::Import(ImportEvent::Progress(Progress { counts, ..Progress::default() })));
        let mut before = places(&window);
        // What fails is said in groups, the largest first, and the window ignores a second click on what has
        // moved.
        before.retain(|(_, name), _| {
            !["import-fix-all", "import-retry-all"]
                .iter()
                .any(|key| (1..60).any(|count| window.format(key, args!["count" => count]) == *name))
        });
        let told = |waiting| {
            Event::Import(ImportEvent::Progress(Progress { counts, waiting, ..Progress::default() }))
        };
        window.deliver(told(Some(Waiting::Network {
            problem: scenes::unreachable(),
            next_try: std::time::Duration::from_secs(5),
        })));
        assert_steady(&before, &window, &format!("{language:?} {size:?}, without a connection"));
        let failed = (300..310).map(|index| scenes::row(index, State::Failed, Some(scenes::unreachable())));
        window.deliver(Event::Import(ImportEvent::Rows(failed.collect())));
        assert_steady(&before, &window, &format!("{language:?} {size:?}, when one failed"));
        window.deliver(told(None));
        assert_steady(&before, &window, &format!("{language:?} {size:?}, when it goes on"));
        let counts = vitrine_core::import::Counts { created: 290, failed: 10, ..Default::default() };
        window.deliver(Event::Import(ImportEvent::Ended(Progress { counts, ..Progress::default() })));
        assert_steady(&before, &window, &format!("{language:?} {size:?}, when it has ended"));
        let helps = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            let keys = ["import-fix-all", "import-retry-all"];
            let counts =
                (1..60).flat_map(|count| keys.map(|key| window.format(key, args!["count" => count])));
            node.label().is_some_and(|label| counts.into_iter().any(|name| name == label))
        };
        let bounds = window.harness.ctx.content_rect();
        let is_in_sight =
            window.harness.query_all_by(|node| helps(node)).any(|node| bounds.contains_rect(node.rect()));
        assert!(is_in_sight, "{language:?} {size:?}: what helps is in sight: {:?}", window.texts());
    }
}

#[test]
fn cards_below_one_that_was_settled_stay_until_the_mouse_leaves_the_panel() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [1280.0, 1400.0]);
        window.deliver(scenes::signed_in());
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        let mut drafts = scenes::planned_drafts(3);
        let file = drafts[1].source.join("1.jpg");
        drafts[1].photos = vec![file.clone(), drafts[1].source.join("2.jpg")];
        let problems = vec![Problem::new(ProblemKind::FileEmpty).with_subject(file.to_string_lossy())];
        window.deliver(Event::Import(ImportEvent::Planned { drafts, problems, ignored: 0, folders: vec![] }));
        let stock = window.label(Field::Stock);
        let place = |window: &TestWindow| window.field_rect(&stock).top();
        let leave_out = window.format("import-photos-unusable-fix", args!["count" => 1]);
        let at = window.point_at(&leave_out);
        let before = place(&window);
        window.click(at);
        window.harness.run();
        assert!(!window.shows(&leave_out), "{language:?}");
        assert_eq!(place(&window), before, "{language:?}: the values stay under the mouse");
        window.harness.event(Input::PointerMoved(eframe::egui::pos2(640.0, 300.0)));
        window.harness.run();
        assert!(place(&window) < before, "{language:?}: the room is used again");
    }
}

#[test]
fn what_is_ticked_moves_nothing() {
    for (language, size) in [
        (Language::English, ROOMY),
        (Language::Persian, SMALL),
        (Language::Persian, ROOMY),
        (Language::English, SMALL),
    ] {
        for name in ["products", "import-review", "import-categories"] {
            let mut window = TestWindow::with_size(language, size);
            window.show_scene(scenes::all().into_iter().find(|scene| scene.name == name).unwrap());
            let before = places(&window);
            // The box of all rows, and those of the first three, which stand below it.
            let all = window.message("review-select-all");
            let all = window
                .harness
                .get_all_by_role_and_label(Role::CheckBox, &all)
                .last()
                .unwrap()
                .rect()
                .center();
            let rows: Vec<_> = window
                .harness
                .query_all_by_role(Role::Row)
                .map(|row| row.rect().center().y)
                .filter(|y| *y > all.y)
                .collect();
            for y in rows.into_iter().take(3).chain([all.y]) {
                let at = eframe::egui::pos2(all.x, y);
                window.harness.event(Input::PointerMoved(at));
                window.click(at);
                window.harness.run();
                assert_steady(
                    &before,
                    &window,
                    &format!("{language:?} {size:?} {name}, after a click at {at}"),
                );
                assert!(
                    window.shows_message("review-select-none") || y == all.y,
                    "{language:?} {size:?} {name}: something is ticked"
                );
            }
        }
    }
}

#[test]
fn fields_of_the_panel_stay_while_the_values_for_all_products_are_typed() {
    for (language, size) in [(Language::English, ROOMY), (Language::Persian, [1366.0, 768.0])] {
        let mut window = TestWindow::with_size(language, size);
        window.deliver(scenes::signed_in_with_required(&[Field::Name, Field::Photo]));
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 0));
        let [price, stock, days] =
            [Field::PrimaryPrice, Field::Stock, Field::PreparationDays].map(|field| window.label(field));
        let before = [&price, &stock, &days].map(|name| window.field_rect(name));
        window.type_into(&price, "250000");
        window.type_into(&stock, "3");
        let (words, currency) = (window.app().words(), window.app().model().currency());
        let toman = words.toman_equivalent(Price::on_wire(250_000), currency).unwrap();
        assert!(window.shows(&without_direction_marks(&toman)), "{language:?}: {:?}", window.texts());
        let after = [&price, &stock, &days].map(|name| window.field_rect(name));
        assert_eq!(before, after, "{language:?}");
    }
}

/// What is typed key by key: at first it is half a number, then none.
const KEYS: [&str; 4] = ["2", "-", "5", "x"];

#[test]
fn what_is_typed_key_by_key_moves_nothing_on_any_screen() {
    let mut unsteady = Vec::new();
    for (language, size) in [(Language::English, SMALL), (Language::Persian, ROOMY)] {
        for scene in scenes::all().into_iter() {
            let name = scene.name;
            let mut window = TestWindow::with_size(language, size);
            window.show_scene(scene);
            window.harness.run();
            let bounds = window.harness.ctx.content_rect();
            let in_sight = bounds.shrink2(eframe::egui::vec2(0.0, IN_SIGHT));
            let fields: Vec<_> = window
                .harness
                .query_all_by(|node| node.role() == Role::TextInput && !node.is_disabled())
                .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
                .filter(|(_, rect)| in_sight.contains_rect(*rect))
                .collect();
            for (field, rect) in fields {
                let at = rect.center();
                window.harness.event(Input::PointerMoved(at));
                window.click(at);
                window.harness.run();
                let mut before = places(&window);
                before.retain(|_, rect| bounds.intersects(*rect));
                for key in KEYS {
                    window.harness.event(Input::Text(key.to_owned()));
                    (0..3).for_each(|_| window.harness.step());
                    if let Some(first) = moved_by(DIGIT, &before, &window).first() {
                        unsteady.push(format!("{language:?} {name}, {key:?} typed into {field}: {first}"));
                        break;
                    }
                }
            }
        }
    }
    assert!(unsteady.is_empty(), "{}", unsteady.join("\n"));
}

#[test]
fn a_click_and_another_a_fifth_of_a_second_later_move_nothing_on_any_screen() {
    let mut unsteady = Vec::new();
    for (language, size) in [(Language::English, SMALL), (Language::Persian, ROOMY)] {
        for scene in scenes::all().into_iter() {
            let name = scene.name;
            let mut window = TestWindow::with_size(language, size);
            window.show_scene(scene);
            window.harness.run();
            let bounds = window.harness.ctx.content_rect();
            let in_sight = bounds.shrink2(eframe::egui::vec2(0.0, IN_SIGHT));
            let is_clicked =
                |role| matches!(role, Role::CheckBox | Role::TextInput | Role::MultilineTextInput);
            let clicked: Vec<_> = window
                .harness
                .query_all_by(|node| is_clicked(node.role()) && !node.is_disabled())
                .map(|node| node.rect())
                .filter(|rect| in_sight.contains_rect(*rect))
                .collect();
            for rect in clicked.into_iter().take(CLICKED) {
                let at = rect.center();
                window.harness.event(Input::PointerMoved(at));
                window.harness.run();
                let mut before = places(&window);
                before.retain(|_, rect| bounds.intersects(*rect));
                for _ in 0..2 {
                    window.click(at);
                    let frames = (0.2 / window.harness.input().predicted_dt).ceil() as usize;
                    (0..frames).for_each(|_| window.harness.step());
                }
                let moved = moved(&before, &window);
                if let Some(first) = moved.first() {
                    unsteady
                        .push(format!("{language:?} {name}, clicked at {at}: {} as {first}", moved.len()));
                }
            }
        }
    }
    assert!(unsteady.is_empty(), "{}", unsteady.join("\n"));
}
