use super::*;

#[test]
fn a_new_language_applies_immediately_and_is_saved() {
    let mut window = TestWindow::signed_in(Language::English);
    window.press_message("nav-settings");
    window.take_commands();
    window.press("فارسی");
    assert!(window.shows("تنظیمات"));
    assert!(
        matches!(window.take_commands().as_slice(), [Command::Platform(PlatformCommand::SaveSettings(settings))] if settings.language.as_deref() == Some("fa"))
    );
    let import = window.message("nav-import");
    let navigation = window.harness.get_by_label(&import).rect();
    assert!(navigation.center().x > 550.0, "the navigation moves to the right");
}

#[test]
fn the_theme_is_selected_and_saved() {
    let mut window = TestWindow::signed_in(Language::English);
    window.press_message("nav-settings");
    window.take_commands();
    window.press_message("settings-theme-dark");
    assert!(
        matches!(window.take_commands().as_slice(), [Command::Platform(PlatformCommand::SaveSettings(settings))] if settings.theme == Theme::Dark)
    );
    assert!(window.harness.ctx.global_style().visuals.dark_mode);
}

#[test]
fn the_size_of_the_picture_cache_is_shown_and_it_can_be_cleared() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.press_message("nav-settings");
        assert!(
            window
                .take_commands()
                .iter()
                .any(|command| matches!(command, Command::Thumbnail(ThumbnailCommand::MeasureCache)))
        );
        assert!(
            !window.is_enabled(&window.message("settings-pictures-clear")),
            "the button is enabled only when the cache is known not to be empty"
        );
        window.deliver(Event::Photo(PhotoEvent::CacheSize { bytes: 12_300_000 }));
        let size = window.app().words().file_size(12_300_000);
        assert!(window.shows(&window.format("settings-pictures-size", args!["size" => size])));
        window.press_message("settings-pictures-clear");
        assert!(matches!(
            window.take_commands().as_slice(),
            [Command::Thumbnail(ThumbnailCommand::ClearCache)]
        ));
        window.deliver(Event::Photo(PhotoEvent::CacheSize { bytes: 0 }));
        assert!(window.shows_message("settings-pictures-none"));
        assert!(!window.is_enabled(&window.message("settings-pictures-clear")));
    }
}
