use super::*;

#[test]
fn another_language_is_spoken_at_once_and_kept() {
    let mut stage = Stage::in_shop(Language::English);
    stage.press_key("nav-settings");
    stage.press("فارسی");
    assert!(stage.shows("تنظیمات"));
    assert!(matches!(stage.sent().as_slice(), [Command::SaveSettings(settings)] if settings.language.as_deref() == Some("fa")));
    let import = stage.words("nav-import");
    let navigation = stage.harness.get_by_label(&import).rect();
    assert!(navigation.center().x > 550.0, "the navigation moved to the right");
}

#[test]
fn the_theme_is_chosen_and_kept() {
    let mut stage = Stage::in_shop(Language::English);
    stage.press_key("nav-settings");
    stage.press_key("settings-theme-dark");
    assert!(matches!(stage.sent().as_slice(), [Command::SaveSettings(settings)] if settings.theme == Theme::Dark));
    assert!(stage.harness.ctx.global_style().visuals.dark_mode);
}
