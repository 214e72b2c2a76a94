//! What a screen reader announces, and what it says about a field.

use super::*;
use eframe::egui::accesskit::{Live, Role};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::AccessKitNode;
use vitrine::i18n::without_direction_marks;

pub fn scene(language: Language, name: &str) -> TestWindow {
    let mut window = TestWindow::new(language);
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == name).unwrap());
    window.take_commands();
    window
}

/// The texts of the live regions of this kind.
pub fn announced(window: &TestWindow, live: Live) -> Vec<String> {
    let nodes = window.harness.query_all_by(|node| node.live() == live);
    nodes.filter_map(|node| node.accesskit_node().label().or_else(|| node.accesskit_node().value())).collect()
}

#[test]
fn progress_is_announced_politely_and_at_most_every_ten_seconds() {
    for language in Language::ALL {
        let mut window = scene(language, "import-running");
        let of = |window: &TestWindow, created: usize| {
            let total = window.app().model().import.run.progress.counts.total();
            let of = window.format("import-created-of", args!["created" => created, "total" => total]);
            without_direction_marks(&of).into_owned()
        };
        let number_in = |window: &TestWindow, said: &[String]| {
            (0..=40).find(|number| said.iter().any(|said| said.starts_with(&of(window, *number))))
        };
        let announced = |window: &TestWindow| number_in(window, &announced(window, Live::Polite));
        let named = |window: &TestWindow| {
            let bar = window.harness.get_by_role(Role::ProgressIndicator);
            number_in(window, &[bar.accesskit_node().label().expect("a name")])
        };
        let created = |row| scenes::row(row, State::Created, None);
        let mut counts = window.app().model().import.run.progress.counts;
        let (now, first) = (counts.created, announced(&window));
        assert!(first.is_some() && named(&window) == Some(now), "{language:?}");
        let mut advance = |window: &mut TestWindow, row: u64| {
            (counts.created, counts.waiting) = (counts.created + 1, counts.waiting - 1);
            window.deliver(Event::Import(ImportEvent::Rows(vec![created(row)])));
            window.deliver(Event::Import(ImportEvent::Progress(Progress {
                counts,
                ..window.app().model().import.run.progress.clone()
            })));
        };
        advance(&mut window, 20);
        assert_eq!(announced(&window), first, "{language:?}: not at once");
        assert_eq!(named(&window), Some(now + 1), "{language:?}: who looks finds the number of now");
        // A quarter of a second each.
        (0..44).for_each(|_| window.harness.step());
        assert_eq!(announced(&window), Some(now + 1), "{language:?}: after ten seconds");
    }
}

#[test]
fn errors_are_announced_at_once_and_good_news_politely() {
    for language in Language::ALL {
        let mut window = scene(language, "products");
        let problem = scenes::unreachable();
        let title = without_direction_marks(&window.app().words().problem(&problem).title).into_owned();
        window.deliver(Event::Catalog(CatalogEvent::Failed(problem)));
        let said = announced(&window, Live::Assertive);
        assert!(said.iter().any(|said| said.starts_with(&title)), "{language:?}: {said:?}");

        let window = scene(language, "webhooks-added");
        let added = window.format("webhooks-added-as", args!["id" => "4172"]);
        assert!(
            announced(&window, Live::Polite).contains(&added),
            "{language:?}: {:?}",
            announced(&window, Live::Polite)
        );
        assert_eq!(announced(&window, Live::Assertive), Vec::<String>::new(), "{language:?}");

        let window = scene(language, "create-rejected");
        assert!(
            announced(&window, Live::Assertive).iter().any(|said| said.contains("قیمت کمتر از حد مجاز است")),
            "{language:?}"
        );
    }
}

/// Parts that are announced one by one come in any order.
#[test]
fn a_problem_is_announced_as_one() {
    for language in Language::ALL {
        let mut window = scene(language, "products");
        let text = window.app().words().problem(&scenes::unreachable());
        window.deliver(Event::Catalog(CatalogEvent::Failed(scenes::unreachable())));
        let said = announced(&window, Live::Assertive);
        let [said] = said.as_slice() else { panic!("{language:?}: {said:?}") };
        for part in [text.title, text.cause, text.remedy] {
            assert!(
                said.contains(without_direction_marks(&part).as_ref()),
                "{language:?}: {part:?} in {said:?}"
            );
        }
    }
}

#[test]
fn the_seconds_until_the_next_product_are_written_and_never_spoken() {
    for language in Language::ALL {
        let mut window = scene(language, "import-running");
        let progress = window.app().model().import.run.progress.clone();
        let mut heard = std::collections::BTreeSet::new();
        for seconds in [3, 2, 1] {
            let wait = std::time::Duration::from_secs(seconds);
            let waiting = Some(Waiting::OwnPace { for_: wait });
            window.deliver(Event::Import(ImportEvent::Progress(Progress { waiting, ..progress.clone() })));
            let written = without_direction_marks(&window.app().words().duration(wait)).into_owned();
            assert!(window.count_drawn(&written) > 0, "{language:?}: {written}");
            heard.extend(announced(&window, Live::Polite));
            assert!(heard.iter().all(|said| !said.contains(&written)), "{language:?}: {heard:?}");
        }
        let reason =
            window.app().words().waiting(&Waiting::OwnPace { for_: std::time::Duration::ZERO }).steady;
        let reason = without_direction_marks(&reason).into_owned();
        // It comes and goes with each product.
        assert!(!heard.contains(&reason) && window.shows(&reason), "{language:?}: {heard:?}");
    }
}

#[test]
fn what_is_wrong_with_a_number_is_said_after_a_pause_or_when_it_is_left_and_not_at_each_digit() {
    for language in Language::ALL {
        for leaves in [true, false] {
            let mut window = scene(language, "create-empty");
            let (price, name) = (window.label(Field::PrimaryPrice), window.label(Field::Name));
            window.focus(&price);
            for digit in ["-", "5"] {
                window.type_keys(digit);
                assert_eq!(
                    announced(&window, Live::Assertive),
                    Vec::<String>::new(),
                    "{language:?}: while it is typed"
                );
            }
            if leaves {
                window.focus(&name);
            } else {
                (0..12).for_each(|_| window.harness.step());
            }
            let error = window.app().words().field_error(&vitrine_domain::FieldError::NotPositive);
            let error = without_direction_marks(&error).into_owned();
            assert_eq!(announced(&window, Live::Assertive), [error], "{language:?}, left: {leaves}");
        }
    }
}

/// The label beside the field changes; what has the focus is the field.
#[test]
fn the_field_of_a_percentage_is_called_so_itself() {
    for language in Language::ALL {
        let mut window = scene(language, "import-review");
        window.press_message("review-select-all");
        window.press_message("review-bulk-open");
        window.press_message("bulk-increase-percent");
        let percent = window.message("bulk-percent");
        let is_field = |node: &AccessKitNode<'_>| {
            node.role() == Role::TextInput && node.data().label() == Some(percent.as_str())
        };
        assert_eq!(window.harness.query_all_by(is_field).count(), 1, "{language:?}: {:?}", window.texts());
    }
}

fn field<'a>(window: &'a TestWindow, name: &'a str) -> AccessKitNode<'a> {
    window
        .harness
        .get_by(move |node| node.role() == Role::TextInput && node.label().is_some_and(|label| label == name))
        .accesskit_node()
}

/// The description repeats what the role and states of a field say, because not every adapter passes those
/// on.
#[test]
fn a_field_says_its_label_that_it_is_required_its_help_and_its_error() {
    for language in Language::ALL {
        let mut window = scene(language, "create-empty");
        let (name, price) = (window.label(Field::Name), window.label(Field::PrimaryPrice));
        let required = window.message("field-required");
        let help = without_direction_marks(
            &window.app().words().field_help_with_unit(Field::Name, window.app().model().currency()),
        )
        .into_owned();
        let node = field(&window, &name);
        assert!(node.is_required(), "{language:?}");
        let description = node.data().description().unwrap_or_default().to_owned();
        assert!(
            description.contains(&required) && description.contains(&help),
            "{language:?}: {description}"
        );
        window.type_into(&price, "-5");
        let node = field(&window, &price);
        let description = node.data().description().unwrap_or_default().to_owned();
        let error = window.app().words().field_error(&vitrine_domain::FieldError::NotPositive);
        let error = without_direction_marks(&error).into_owned();
        assert!(node.data().invalid().is_some(), "{language:?}");
        assert!(
            description.starts_with(&error) && description.contains(&required),
            "{language:?}: {description}"
        );
    }
}

/// What only the screen shows is announced, too, each time.
#[test]
fn undoing_and_pasting_several_cells_are_announced() {
    for language in Language::ALL {
        let mut window = scene(language, "import-review");
        let cells = |text: &str| (0..2).map(|product| (product, Field::Stock, text.to_owned())).collect();
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::SetCells(cells("3")))));
        window.harness.run();
        let changed = window.format("announce-cells", args!["count" => 2]);
        assert!(
            announced(&window, Live::Polite).contains(&changed),
            "{language:?}: {:?}",
            announced(&window, Live::Polite)
        );
        let undone = window.message("announce-undone");
        let mut heard = Vec::new();
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::SetCells(cells("4")))));
        for _ in 0..2 {
            window.app_mut().act(Action::Import(ImportAction::Undo));
            window.harness.run();
            heard.extend(announced(&window, Live::Polite).into_iter().filter(|said| said.trim() == undone));
        }
        assert!(heard.len() == 2 && heard[0] != heard[1], "{language:?}: {heard:?}");
    }
}

#[test]
fn what_is_copied_is_counted() {
    for language in Language::ALL {
        let mut window = scene(language, "products");
        products::focus_first_row(&mut window);
        window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
        assert!(
            window.copy().is_some_and(|copied| copied.lines().count() == 3),
            "{language:?}: headings and two products"
        );
        window.harness.run();
        let said = window.format("notifications-copied", args!["count" => 2]);
        assert!(window.shows(&said) && announced(&window, Live::Polite).contains(&said), "{language:?}");

        let mut window = scene(language, "import-review");
        let price = window.cell(Field::PrimaryPrice, 1);
        window.focus(&price);
        window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
        window.copy();
        window.harness.run();
        let said = window.format("announce-cells-copied", args!["count" => 2]);
        let announced = announced(&window, Live::Polite);
        assert!(
            announced.iter().any(|text| text.trim_end_matches('\u{a0}') == said),
            "{language:?}: {announced:?}"
        );
    }
}

#[test]
fn what_stands_behind_a_dialog_is_disabled_and_not_pressed_by_a_screen_reader() {
    for language in Language::ALL {
        let mut window = scene(language, "products");
        let (behind, opener) = (window.message("overview-open"), window.message("notifications-title"));
        assert!(window.is_enabled(&behind), "{language:?}");
        window.press(&opener);
        assert!(!window.is_enabled(&behind) && window.is_enabled(&window.message("close")), "{language:?}");
        window.harness.get_by_label(&behind).click_accesskit();
        window.harness.run();
        assert!(!window.shows_message("overview-title"), "{language:?}");
        window.press_message("close");
        assert!(window.is_enabled(&behind), "{language:?}");
        window.harness.get_by_label(&behind).click_accesskit();
        window.harness.run();
        assert!(window.shows_message("overview-title"), "{language:?}");
    }
}

#[test]
fn why_the_import_does_not_start_is_said_when_it_is_asked_to() {
    for language in Language::ALL {
        let mut window = import::review(language);
        let waiting = window.app().model().import.review.checks().incomplete().len();
        assert_eq!((waiting, window.app().model().import.review.ready()), (3, 0), "no product has a price");
        window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
        window.harness.run();
        let said = window.format("announce-start-blocked", args!["count" => waiting]);
        assert!(
            announced(&window, Live::Polite).iter().any(|heard| heard.trim() == said),
            "{language:?}: {:?}",
            announced(&window, Live::Polite)
        );
        let starts = |command: &Command| matches!(command, Command::Import(ImportCommand::Start { .. }));
        assert!(!window.take_commands().iter().any(starts), "{language:?}: nothing is started");
    }
}

#[test]
fn how_many_products_are_selected_or_shown_is_said() {
    for language in Language::ALL {
        let heard = |window: &TestWindow, said: &str| {
            announced(window, Live::Polite).iter().any(|heard| heard.trim() == said)
        };
        let mut window = scene(language, "products");
        let count = window.app().model().products.list().len();
        products::focus_first_row(&mut window);
        for expected in [count, 0] {
            window.key_press_modifiers(Modifiers::COMMAND, Key::A);
            window.harness.run();
            let said = window.format("announce-selected", args!["count" => expected]);
            assert!(heard(&window, &said), "{language:?} {expected}: {:?}", announced(&window, Live::Polite));
        }
        let mut window = scene(language, "import-review");
        let waiting = window.app().model().import.review.checks().incomplete().len();
        window.press_message("import-incomplete-show");
        let said = window.format("announce-shown", args!["count" => waiting]);
        assert!(heard(&window, &said), "{language:?}: {:?}", announced(&window, Live::Polite));
    }
}

#[test]
fn an_announcement_is_gone_from_the_tree_after_a_while() {
    for language in Language::ALL {
        let mut window = scene(language, "import-review");
        let cells = (0..2).map(|product| (product, Field::Stock, "3".to_owned())).collect();
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::SetCells(cells))));
        window.harness.run();
        let changed = window.format("announce-cells", args!["count" => 2]);
        assert!(window.shows(&changed), "{language:?}");
        (0..60).for_each(|_| window.harness.step());
        assert!(!window.shows(&changed), "{language:?}: {:?}", announced(&window, Live::Polite));
    }
}

/// While products arrive in the shop and are read again, nothing that stands beside them is spoken: neither a
/// label nor each count.
#[test]
fn nothing_is_spoken_for_each_product_that_is_read() {
    for language in Language::ALL {
        let mut window = scene(language, "products");
        window.press_message("filter-show");
        let spoken = announced(&window, Live::Polite);
        let bare = ["products-price-from", "products-price-to"].map(|key| window.message(key));
        assert!(spoken.iter().all(|said| !bare.contains(said)), "{language:?}: {spoken:?}");
        let total = window.format("count-products", args!["count" => 24]);
        assert!(spoken.iter().all(|said| !said.contains(&total)), "{language:?}: {spoken:?}");
    }
}
