//! "Fix all" is a table with the keys of the review: ranges are selected, copied, pasted into and filled.

use super::*;
use eframe::egui::{Event as Input, Key, Modifiers, PointerButton, Pos2, Rect};
use review_grid::plain;
use vitrine::worker::Settings;
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{Draft, Price};

/// The dialog for this many products whose price was refused, each with a name of its own.
pub fn refused(language: Language, size: [f32; 2], is_compact: bool, count: u64) -> TestWindow {
    let mut window = TestWindow::with_size(language, size);
    window.deliver(Event::Platform(PlatformEvent::Settings(Box::new(Settings {
        language: Some(language.tag().to_owned()),
        compact_rows: is_compact,
        ..Settings::default()
    }))));
    window.deliver(scenes::signed_in());
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "import-empty").unwrap());
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(usize::try_from(count).unwrap(), 0));
    window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::TypeDefault(
        Field::PrimaryPrice,
        "450000".to_owned(),
    ))));
    window
        .app_mut()
        .act(Action::Import(ImportAction::Start { again: false, unpriced: vitrine::ui::Unpriced::Create }));
    window.harness.run();
    let draft = |id| {
        let draft = Draft {
            name: name(id),
            primary_price: Some(Price::on_wire(100)),
            stock: Some(1),
            ..Draft::default()
        };
        (DraftId(id), PlannedDraft { draft, ..PlannedDraft::default() })
    };
    window.deliver(Event::Import(ImportEvent::Drafts((1..=count).map(draft).collect())));
    let problem = || Problem {
        status: Some(422),
        ..Problem::new(ProblemKind::Unprocessable).with_field("primary_price")
    };
    let row =
        |id| vitrine_core::import::Row { name: name(id), ..scenes::row(id, State::Failed, Some(problem())) };
    window.deliver(Event::Import(ImportEvent::Rows((1..=count).map(row).collect())));
    window.take_commands();
    let fix = window.format("import-fix-all", args!["count" => count]);
    window.press(&fix);
    window
}

fn table(language: Language) -> TestWindow {
    refused(language, [1100.0, 760.0], false, 4)
}

fn name(id: u64) -> String {
    format!("Rug {id}")
}

/// The name of the editor of a product's price.
pub fn price(window: &TestWindow, id: u64) -> String {
    let label = args!["field" => window.label(Field::PrimaryPrice), "name" => name(id)];
    vitrine::i18n::without_direction_marks(&window.format("import-fix-field-of", label)).into_owned()
}

fn prices(window: &TestWindow) -> [String; 4] {
    [1, 2, 3, 4].map(|id| plain(&window.value(&price(window, id))))
}

fn press(window: &mut TestWindow, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.harness.run();
}

fn paste(window: &mut TestWindow, text: &str) {
    window.harness.event(Input::Paste(text.to_owned()));
    window.harness.run();
}

#[test]
fn a_range_of_prices_is_selected_with_shift_and_filled_copied_pasted_into_and_cleared() {
    for language in Language::ALL {
        let mut window = table(language);
        let first = price(&window, 1);
        window.focus(&first);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.type_keys("800");
        for key in [Key::ArrowDown, Key::ArrowUp] {
            window.tap_key(key);
        }
        press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
        press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
        assert!(window.is_focused(&price(&window, 3)), "{language:?}");
        press(&mut window, Modifiers::COMMAND, Key::D);
        assert_eq!(
            prices(&window),
            ["800", "800", "800", "100"],
            "{language:?}: filled down over the range, not below"
        );
        assert_eq!(window.copy().as_deref(), Some("800\n800\n800"), "{language:?}");
        paste(&mut window, "95");
        assert_eq!(
            prices(&window),
            ["95", "95", "95", "100"],
            "{language:?}: one pasted value fills the range"
        );
        window.tap_key(Key::Delete);
        assert_eq!(prices(&window), ["", "", "", "100"], "{language:?}");
        window.type_keys("7");
        assert_eq!(
            prices(&window),
            ["", "", "7", "100"],
            "{language:?}: what is typed goes into the one cell"
        );
    }
}

#[test]
fn what_fills_several_prices_is_taken_back_by_one_key_or_the_button() {
    for language in Language::ALL {
        let mut window = table(language);
        let first = price(&window, 1);
        window.focus(&first);
        let before = prices(&window);
        paste(&mut window, "111\n222\n333");
        assert_ne!(prices(&window), before, "{language:?}");
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(prices(&window), before, "{language:?}");
        paste(&mut window, "111\n222");
        window.harness.get_all_by_label(&window.message("undo")).last().expect("a button").click();
        window.harness.run();
        assert_eq!(prices(&window), before, "{language:?}");
    }
}

#[test]
fn a_pasted_column_fills_the_prices_below_and_the_excess_is_reported() {
    for language in Language::ALL {
        let mut window = table(language);
        let second = price(&window, 2);
        window.focus(&second);
        paste(&mut window, "250000\t4\r\n۱۲۰۰۰\t۵\r\n7000\r\n8000\r\n");
        assert_eq!(prices(&window), ["100", "250000", "12000", "7000"], "{language:?}");
        assert!(
            window.shows(&window.format("notifications-pasted-too-much", args!["count" => 1])),
            "{:?}",
            window.texts()
        );
    }
}

#[test]
fn a_click_with_shift_and_dragging_the_mouse_select_the_prices_between() {
    for language in Language::ALL {
        let mut window = table(language);
        let at = |window: &TestWindow, id| window.harness.get_by_label(&price(window, id)).rect().center();
        let from = at(&window, 1);
        window.click(from);
        let to = at(&window, 3);
        pointer(&mut window, to, Modifiers::SHIFT, true);
        pointer(&mut window, to, Modifiers::SHIFT, false);
        paste(&mut window, "50");
        assert_eq!(prices(&window), ["50", "50", "50", "100"], "{language:?}");

        let (from, to) = (at(&window, 4), at(&window, 2));
        drag(&mut window, from, to);
        assert!(
            window.is_focused(&price(&window, 2)),
            "{language:?}: the cursor is where the mouse was released"
        );
        paste(&mut window, "60");
        assert_eq!(prices(&window), ["50", "60", "60", "60"], "{language:?}");
    }
}

#[test]
fn escape_gives_up_the_range_before_it_closes_the_dialog() {
    for language in Language::ALL {
        let mut window = table(language);
        let first = price(&window, 1);
        window.focus(&first);
        press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
        window.tap_key(Key::Escape);
        paste(&mut window, "95");
        assert_eq!(prices(&window)[0], "100", "{language:?}: it is pasted into the one cell");
        window.tap_key(Key::Escape);
        assert!(window.harness.query_by_label(&first).is_none(), "{language:?}");
    }
}

#[test]
fn the_failed_products_have_the_dialog() {
    for language in Language::ALL {
        for (size, is_compact, least) in [
            ([1100.0, 760.0], true, 11),
            ([1100.0, 760.0], false, 8),
            ([1366.0, 748.0], true, 11),
            ([760.0, 500.0], true, 4),
            ([760.0, 500.0], false, 3),
        ] {
            let window = refused(language, size, is_compact, 40);
            let head = window.harness.get_by_label(&window.message("import-fix-sent")).rect().bottom();
            let foot = window.harness.get_by_label(&window.message("close")).rect().top() - 8.0;
            let is_whole = |row: &Rect| row.top() >= head - 0.5 && row.bottom() <= foot + 0.5;
            let editor = |id| Some(window.harness.query_by_label(&price(&window, id))?.rect());
            let rows = (1..=40).filter_map(editor).filter(is_whole).count();
            assert!(rows >= least, "{language:?} {size:?}, compact: {is_compact}: {} of {least}", rows);
        }
    }
}

fn pointer(window: &mut TestWindow, at: Pos2, modifiers: Modifiers, pressed: bool) {
    window.harness.event(Input::ModifiersChanged(modifiers));
    window.harness.event(Input::PointerMoved(at));
    window.harness.event(Input::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    });
    window.harness.step();
    window.harness.step();
    window.harness.event(Input::ModifiersChanged(Modifiers::NONE));
}

/// Drags the mouse from a place to another, in three steps.
pub fn drag(window: &mut TestWindow, from: Pos2, to: Pos2) {
    pointer(window, from, Modifiers::NONE, true);
    for part in [0.3, 0.7, 1.0] {
        window.harness.event(Input::PointerMoved(from.lerp(to, part)));
        window.harness.step();
    }
    pointer(window, to, Modifiers::NONE, false);
    window.harness.run();
}
