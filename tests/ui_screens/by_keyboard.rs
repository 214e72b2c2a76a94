use super::*;
use eframe::egui::{Key, Modifiers};

#[test]
fn tab_and_space_do_what_the_pointer_does() {
    let mut stage = Stage::new(Language::English);
    let name = stage.words("login-practice-action");
    for _ in 0..20 {
        if stage.harness.get_by_label(&name).is_focused() {
            break;
        }
        stage.harness.key_press(Key::Tab);
        stage.harness.run();
    }
    assert!(stage.harness.get_by_label(&name).is_focused());
    stage.harness.key_press(Key::Space);
    stage.harness.run();
    assert!(matches!(stage.sent().as_slice(), [Command::UseMarket(MarketChoice::Practice)]));
}

#[test]
fn control_and_a_digit_go_to_a_screen() {
    let mut stage = Stage::in_shop(Language::English);
    stage.harness.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
    stage.harness.run();
    assert!(stage.shows_key("products-title"));
    assert_eq!(stage.app().model().screen, Screen::Products);
}
