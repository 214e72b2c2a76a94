use super::*;

#[test]
fn a_new_language_applies_immediately_and_is_saved() {
    let mut stage = Stage::in_shop(Language::English);
    stage.press_key("nav-settings");
    stage.sent();
    stage.press("فارسی");
    assert!(stage.shows("تنظیمات"));
    assert!(
        matches!(stage.sent().as_slice(), [Command::Platform(PlatformCommand::SaveSettings(settings))] if settings.language.as_deref() == Some("fa"))
    );
    let import = stage.words("nav-import");
    let navigation = stage.harness.get_by_label(&import).rect();
    assert!(navigation.center().x > 550.0, "the navigation moved to the right");
}

#[test]
fn the_theme_is_selected_and_saved() {
    let mut stage = Stage::in_shop(Language::English);
    stage.press_key("nav-settings");
    stage.sent();
    stage.press_key("settings-theme-dark");
    assert!(
        matches!(stage.sent().as_slice(), [Command::Platform(PlatformCommand::SaveSettings(settings))] if settings.theme == Theme::Dark)
    );
    assert!(stage.harness.ctx.global_style().visuals.dark_mode);
}

#[test]
fn the_size_of_the_picture_cache_is_shown_and_it_can_be_cleared() {
    for language in BOTH {
        let mut stage = Stage::in_shop(language);
        stage.press_key("nav-settings");
        assert!(matches!(stage.sent().as_slice(), [Command::Thumbnail(ThumbnailCommand::MeasureCache)]));
        assert!(!stage.is_enabled(&stage.words("settings-pictures-clear")), "not before it is known that there are some");
        stage.tell(Event::PictureCache { bytes: 12_300_000 });
        let size = stage.app().words().file_size(12_300_000);
        assert!(stage.shows(&stage.format("settings-pictures-size", args!["size" => size])));
        stage.press_key("settings-pictures-clear");
        assert!(matches!(stage.sent().as_slice(), [Command::Thumbnail(ThumbnailCommand::ClearCache)]));
        stage.tell(Event::PictureCache { bytes: 0 });
        assert!(stage.shows_key("settings-pictures-none"));
        assert!(!stage.is_enabled(&stage.words("settings-pictures-clear")));
    }
}
