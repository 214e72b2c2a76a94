//! What closes a dialog, a toast or a menu does nothing to what lies behind it. With the mouse, each event in
//! a frame of its own, sixty a second, as in a real window.

use super::*;
use eframe::egui::{Event as Input, Key, Modifiers, PointerButton, Pos2, accesskit::Role};

fn window(language: Language) -> TestWindow {
    let builder = Harness::builder().with_size([1100.0, 760.0]).with_step_dt(1.0 / 60.0);
    let mut window = TestWindow::with_theme(language, Theme::Light, builder);
    window.deliver(scenes::signed_in());
    window.app_mut().act(Action::Go(Screen::Products));
    window.deliver_all(scenes::products(40));
    window.take_commands();
    window
}

fn shows_details(window: &TestWindow) -> bool {
    window.shows_message("products-details")
}

fn move_to(window: &mut TestWindow, at: Pos2) {
    window.harness.event(Input::PointerMoved(at));
    window.harness.run();
}

/// Clicks so often, one click after the other as a person does, and waits until a further click would stand
/// alone.
fn click_times(window: &mut TestWindow, at: Pos2, times: usize) {
    for _ in 0..times {
        window.click(at);
        window.harness.run_steps(2);
    }
    window.harness.run_steps(40);
}

/// The middle of a row of the table.
fn row(window: &TestWindow, index: usize) -> Pos2 {
    window.harness.get_all_by_role(Role::Row).nth(index + 1).expect("a row").rect().center()
}

#[test]
fn a_double_click_that_closes_a_dialog_does_nothing_to_the_table_behind_it() {
    for language in Language::ALL {
        for times in [2, 3] {
            let mut window = window(language);
            window.app_mut().act(Action::ShowNotifications(true));
            window.harness.run();
            let close = window.message("close");
            let at = window.point_at(&close);
            click_times(&mut window, at, times);
            assert!(!window.shows_message("notifications-none"), "{language:?}: the dialog is closed");
            assert!(!shows_details(&window), "{language:?}: {times} clicks open a product behind it");
            assert!(window.take_commands().is_empty(), "{language:?}");
            let at = row(&window, 3);
            move_to(&mut window, at);
            click_times(&mut window, at, 1);
            assert!(shows_details(&window), "{language:?}: a click that is meant opens it");
        }
    }
}

/// However a slow computer divides the presses and releases among its frames.
#[test]
fn a_triple_click_that_closes_a_dialog_does_nothing_behind_it_in_whichever_frames_it_arrives() {
    // After which of the six events a frame is drawn, besides the last.
    for frames in 0..32_u32 {
        let mut window = window(Language::English);
        window.app_mut().act(Action::ShowNotifications(true));
        window.harness.run();
        let close = window.message("close");
        let pos = window.point_at(&close);
        for number in 0..6 {
            window.harness.input_mut().events.push(Input::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed: number % 2 == 0,
                modifiers: Modifiers::NONE,
            });
            if frames >> number & 1 == 1 {
                window.harness.step();
            }
        }
        window.harness.run_steps(40);
        assert!(!window.shows_message("notifications-none"), "{frames:b}: the dialog is closed");
        assert!(!shows_details(&window), "{frames:b}: a product is opened behind it");
    }
}

#[test]
fn a_double_click_beside_a_dialog_closes_it_and_does_nothing_else() {
    let mut window = window(Language::English);
    window.app_mut().act(Action::ShowNotifications(true));
    window.harness.run();
    let at = row(&window, 0);
    move_to(&mut window, at);
    click_times(&mut window, at, 2);
    assert!(!window.shows_message("notifications-none") && !shows_details(&window));
}

#[test]
fn a_double_click_that_dismisses_a_toast_does_nothing_to_what_takes_its_place() {
    let mut window = window(Language::English);
    window.deliver(Event::Problem(Problem::new(ProblemKind::TimedOut)));
    let dismiss = window.message("dismiss");
    let at = window.point_at(&dismiss);
    click_times(&mut window, at, 2);
    assert!(window.harness.query_by_label(&dismiss).is_none() && !shows_details(&window));
    assert!(window.take_commands().is_empty());
}

#[test]
fn a_click_beside_a_menu_closes_it_and_does_nothing_else() {
    for language in Language::ALL {
        let mut window = window(language);
        let menu = window.message("account-menu");
        let at = window.point_at(&menu);
        click_times(&mut window, at, 1);
        assert!(window.shows_message("account-other-market"), "{language:?}");
        let at = row(&window, 3);
        move_to(&mut window, at);
        click_times(&mut window, at, 1);
        assert!(!window.shows_message("account-other-market") && !shows_details(&window), "{language:?}");
        click_times(&mut window, at, 1);
        assert!(shows_details(&window), "{language:?}: the next click is for the row");
    }
}

#[test]
fn a_click_on_the_button_of_an_open_menu_closes_the_menu() {
    let mut window = window(Language::English);
    let menu = window.message("account-menu");
    let at = window.point_at(&menu);
    for is_open in [true, false, true] {
        click_times(&mut window, at, 1);
        assert_eq!(window.shows_message("account-other-market"), is_open);
    }
}

#[test]
fn escape_closes_a_menu_and_not_what_lies_behind_it() {
    for language in Language::ALL {
        let mut window = window(language);
        let at = row(&window, 3);
        move_to(&mut window, at);
        click_times(&mut window, at, 1);
        let menu = window.message("account-menu");
        let at = window.point_at(&menu);
        click_times(&mut window, at, 1);
        assert!(window.shows_message("account-other-market"), "{language:?}");
        window.tap_key(Key::Escape);
        assert!(
            !window.shows_message("account-other-market") && shows_details(&window),
            "{language:?}: one thing is closed"
        );
        window.tap_key(Key::Escape);
        assert!(!shows_details(&window), "{language:?}: and then the other");
    }
}

/// The window with the notifications open, whose frames follow each other by a clock.
struct Clocked {
    window: TestWindow,
    /// Where the button that closes the notifications is.
    close: Pos2,
    now: f64,
    /// How long a frame takes, in seconds.
    frame: f64,
}

impl Clocked {
    fn new(frames_per_second: f64) -> Self {
        let mut window = window(Language::English);
        window.app_mut().act(Action::ShowNotifications(true));
        window.harness.run();
        let name = window.message("close");
        let close = window.point_at(&name);
        let now = window.harness.ctx.input(|input| input.time);
        Self { window, close, now, frame: 1.0 / frames_per_second }
    }

    fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.now += self.frame;
            self.window.harness.input_mut().time = Some(self.now);
            self.window.harness.step();
        }
    }

    /// Presses and releases, in a frame each.
    fn tap(&mut self, pos: Pos2) {
        for pressed in [true, false] {
            let modifiers = Modifiers::NONE;
            self.window.harness.event(Input::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers,
            });
            self.frames(1);
        }
    }
}

/// Whether the row behind the button was pressed by so many clicks, each so many frames after the one before.
fn falls_through(frames_per_second: f64, clicks: usize, frames_between: usize) -> bool {
    let mut it = Clocked::new(frames_per_second);
    for click in 0..clicks {
        if click > 0 {
            it.frames(frames_between - 2);
        }
        it.tap(it.close);
    }
    it.frames(2);
    assert!(!it.window.shows_message("notifications-none"), "the dialog is closed");
    shows_details(&it.window)
}

#[test]
fn further_clicks_after_the_one_that_closed_a_dialog_do_nothing_however_slow_a_hand_is() {
    assert!(!falls_through(60.0, 2, 15), "two clicks 250 ms apart");
    assert!(!falls_through(60.0, 3, 7), "three clicks 120 ms apart");
    assert!(!falls_through(60.0, 5, 24), "five clicks 400 ms apart: each belongs to the one before");
    assert!(falls_through(60.0, 2, 45), "two clicks 750 ms apart: the second is for the row");
}

#[test]
fn a_slow_window_does_not_use_up_the_time_in_which_clicks_belong_to_a_closed_dialog() {
    for frames_per_second in [2.0, 3.0, 5.0] {
        assert!(!falls_through(frames_per_second, 2, 3), "{frames_per_second} frames a second");
    }
}

#[test]
fn a_click_on_what_a_slow_frame_has_just_shown_is_not_meant_for_it() {
    let mut it = Clocked::new(60.0);
    it.tap(it.close);
    // The frame without the dialog takes almost as long as a double click.
    it.frame = 0.45;
    it.frames(1);
    it.frame = 1.0 / 60.0;
    it.frames(9);
    it.tap(it.close);
    it.frames(2);
    assert!(!shows_details(&it.window), "150 ms after it was shown");
    it.frames(40);
    it.tap(it.close);
    it.frames(2);
    assert!(shows_details(&it.window));
}

/// A press in the first frame after a while would count as one of the end of the frame before.
#[test]
fn frames_follow_each_other_as_long_as_clicks_may_do_nothing() {
    let mut it = Clocked::new(60.0);
    it.tap(it.close);
    for _ in 0..25 {
        it.frames(1);
        let delay = it.window.harness.output().viewport_output[&eframe::egui::ViewportId::ROOT].repaint_delay;
        assert!(delay <= std::time::Duration::from_millis(20), "{delay:?}");
    }
}

#[test]
fn a_click_600_ms_after_a_dialog_was_closed_is_meant() {
    let mut it = Clocked::new(60.0);
    it.tap(it.close);
    it.frames(36);
    it.tap(it.close);
    it.frames(2);
    assert!(shows_details(&it.window));
}

#[test]
fn a_click_elsewhere_counts_at_once() {
    let mut it = Clocked::new(60.0);
    it.tap(it.close);
    it.frames(2);
    let row = row(&it.window, 1);
    assert!(row.distance(it.close) > 60.0, "{row:?} {:?}", it.close);
    it.window.harness.event(Input::PointerMoved(row));
    it.frames(1);
    it.tap(row);
    it.frames(2);
    assert!(shows_details(&it.window));
}

#[test]
fn a_double_click_beside_a_menu_closes_it_and_does_nothing_else() {
    let mut window = window(Language::English);
    let menu = window.message("account-menu");
    let at = window.point_at(&menu);
    click_times(&mut window, at, 1);
    let at = row(&window, 3);
    move_to(&mut window, at);
    click_times(&mut window, at, 2);
    assert!(!window.shows_message("account-other-market") && !shows_details(&window));
}

#[test]
fn a_double_click_on_what_opens_a_dialog_leaves_it_open_with_the_focus_in_its_field() {
    for language in Language::ALL {
        // After so many frames of a sixtieth of a second.
        for gap in [2, 9, 18, 22] {
            let builder = Harness::builder().with_size([1100.0, 760.0]).with_step_dt(1.0 / 60.0);
            let mut window = TestWindow::with_theme(language, Theme::Light, builder);
            window.deliver(scenes::signed_in_with_required(&[Field::Name, Field::Photo]));
            window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            window.deliver(scenes::planned(3, 0));
            let start = window.start_button(3);
            let at = window.point_at(&start);
            move_to(&mut window, at);
            window.click(at);
            window.harness.run_steps(gap);
            click_times(&mut window, at, 1);
            let price = window.label(Field::PrimaryPrice);
            assert!(window.shows_message("import-unpriced-create"), "{language:?}: after {gap} frames");
            assert_eq!(focus::focused(&window), price, "{language:?}: after {gap} frames");
        }
    }
}

/// Presses a key as a hand does: down and up, in frames of their own.
fn tap(window: &mut TestWindow, key: Key) {
    for pressed in [true, false] {
        window.harness.event(Input::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
        window.harness.run_steps(2);
    }
}

#[test]
fn a_key_pressed_twice_in_a_hurry_does_not_press_what_has_got_the_focus_meanwhile() {
    for (language, key) in Language::ALL.into_iter().flat_map(|of| [(of, Key::Enter), (of, Key::Space)]) {
        let mut window = window(language);
        window.app_mut().act(Action::Go(Screen::Import));
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 0));
        if window.shows_message("settle-close") {
            window.press_message("settle-close");
        }
        let opener = (1..10).map(|count| window.format("settle-count", args!["count" => count]));
        let opener =
            opener.into_iter().find(|opener| window.shows(opener)).expect("something is to be settled");
        window.focus(&opener);
        let heard = |window: &TestWindow| window.app().model().announcement.number;
        let before = heard(&window);
        tap(&mut window, key);
        let answer = window.message("settle-incomplete-show");
        assert!(window.is_focused(&answer), "{language:?}: {:?}", window.texts());
        tap(&mut window, key);
        assert_eq!(heard(&window), before, "{language:?}, {key:?}: the products are not shown yet");
        window.harness.run_steps(20);
        tap(&mut window, key);
        assert!(heard(&window) > before, "{language:?}, {key:?}: a press that is meant shows them");
    }
}

#[test]
fn a_menu_opened_by_a_key_begins_at_its_first_entry_and_a_second_press_chooses_nothing() {
    for (language, size) in
        Language::ALL.into_iter().flat_map(|of| [(of, [1366.0, 768.0]), (of, [760.0, 500.0])])
    {
        let builder = Harness::builder().with_size(size).with_step_dt(1.0);
        let mut window = TestWindow::with_theme(language, Theme::Light, builder);
        window.deliver(scenes::signed_in());
        window.app_mut().act(Action::Go(Screen::Import));
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 0));
        let opener = window.message("review-more");
        window.focus(&opener);
        // A second goes by with each frame: the computer is slow, and not the person.
        for pressed in [true, false, true, false] {
            let (key, modifiers) = (Key::Enter, Modifiers::NONE);
            window.harness.event(Input::Key { key, physical_key: None, pressed, repeat: false, modifiers });
            window.harness.step();
        }
        window.harness.run();
        assert!(window.shows_message("sheet-template"), "{language:?}, {size:?}: nobody has seen the menu");
        assert_eq!(focus::focused(&window), window.message("sheet-template"), "{language:?}, {size:?}");
    }
}

#[test]
fn a_button_that_is_held_down_for_long_is_pressed() {
    let mut window = window(Language::English);
    let at = window.point_at(&window.message("nav-settings"));
    move_to(&mut window, at);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        window.harness.event(Input::PointerButton { pos: at, button, pressed, modifiers });
        window.harness.run_steps(180);
    }
    assert_eq!(window.app().model().screen, Screen::Settings);
}
