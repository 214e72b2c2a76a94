//! Closing the window says what becomes of what is open: a review waits, and a run is asked about once.

use eframe::egui::{ViewportCommand, ViewportEvent, ViewportId};
use scenes::product_edit_scenes::{RUN, row};
use vitrine::worker::{EditEvent, EditProgress};
use vitrine_core::edit::{EditCounts, RowState};

use super::*;

/// Presses the window's own button. Returns what the window tells the system.
fn close(window: &mut TestWindow) -> Vec<ViewportCommand> {
    window
        .harness
        .input_mut()
        .viewports
        .entry(ViewportId::ROOT)
        .or_default()
        .events
        .push(ViewportEvent::Close);
    window.harness.step();
    window.harness.input_mut().viewports.entry(ViewportId::ROOT).or_default().events.clear();
    let told = window
        .harness
        .output()
        .viewport_output
        .values()
        .flat_map(|viewport| viewport.commands.clone())
        .collect();
    window.harness.run();
    told
}

fn is_running(language: Language) -> TestWindow {
    let mut window = TestWindow::new(language);
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap());
    window.take_commands();
    window
}

fn is_shut_down(window: &mut TestWindow) -> bool {
    window.take_commands().iter().any(|command| matches!(command, Command::Shutdown))
}

#[test]
fn a_run_is_asked_about_once_and_what_becomes_of_it_is_said() {
    for language in Language::ALL {
        let mut window = is_running(language);
        assert!(close(&mut window).contains(&ViewportCommand::CancelClose), "{language:?}");
        assert!(
            window.shows_message("leave-title") && window.shows_message("close-body"),
            "{language:?}: {:?}",
            window.texts()
        );
        assert!(!is_shut_down(&mut window), "{language:?}");
        window.press_message("close-keep");
        assert!(!window.shows_message("close-body") && !is_shut_down(&mut window), "{language:?}");
        close(&mut window);
        window.harness.get_by_label(&window.message("close-anyway")).click();
        let closes = (0..4).any(|_| {
            window.harness.step();
            window
                .harness
                .output()
                .viewport_output
                .values()
                .any(|viewport| viewport.commands.contains(&ViewportCommand::Close))
        });
        assert!(closes && is_shut_down(&mut window), "{language:?}");
    }
}

#[test]
fn the_second_click_of_a_double_click_is_no_answer_and_closing_again_is_one() {
    let mut window = is_running(Language::English);
    close(&mut window);
    // Frames of a quarter of a second pass while nothing happens.
    let is_soon = close(&mut window).contains(&ViewportCommand::CancelClose);
    assert!(is_soon && !is_shut_down(&mut window));
    window.harness.run_steps(8);
    assert!(!close(&mut window).contains(&ViewportCommand::CancelClose));
    assert!(is_shut_down(&mut window), "an installer closes the window by asking again");
}

#[test]
fn a_run_that_is_paused_or_has_ended_meanwhile_is_not_asked_about() {
    let mut window = is_running(Language::Persian);
    close(&mut window);
    window.deliver(Event::Import(ImportEvent::Ended(Progress::default())));
    assert!(!window.shows_message("close-body"), "{:?}", window.texts());
    assert!(!is_shut_down(&mut window), "the person sees how it ended");
    let mut window = is_running(Language::Persian);
    let paused =
        Progress { waiting: Some(Waiting::Paused), ..window.app().model().import.run.progress.clone() };
    window.deliver(Event::Import(ImportEvent::Progress(paused)));
    close(&mut window);
    assert!(is_shut_down(&mut window));
}

#[test]
fn changes_are_asked_about_in_their_own_words() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        let progress =
            EditProgress { counts: EditCounts::of([RowState::Waiting; 2]), ..EditProgress::default() };
        window.deliver(Event::Edit(EditEvent::Opened {
            run: RUN,
            rows: vec![row(0, RowState::Waiting), row(1, RowState::Waiting)],
            undoes: None,
        }));
        window.deliver(Event::Edit(EditEvent::Progress { run: RUN, progress }));
        close(&mut window);
        assert!(
            window.shows_message("leave-changes-title") && window.shows_message("close-changes-body"),
            "{language:?}"
        );
        assert!(!window.shows_message("close-body"), "{language:?}");
    }
}

#[test]
fn a_review_is_saved_without_a_question_and_the_desktop_says_that_it_waits() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 0));
        let price = window.label(Field::PrimaryPrice);
        window.type_into(&price, "9000");
        assert!(window.shows_message("review-kept"), "{language:?}: {:?}", window.texts());
        window.take_commands();
        assert!(!close(&mut window).contains(&ViewportCommand::CancelClose), "{language:?}");
        let sent = window.take_commands();
        let waits = window.format("review-waits-closed", args!["count" => 3]);
        let place = |is: &dyn Fn(&Command) -> bool| {
            sent.iter().position(is).unwrap_or_else(|| panic!("{language:?}: {sent:?}"))
        };
        let said = place(
            &|command| matches!(command, Command::Platform(PlatformCommand::Notify(said)) if *said == waits),
        );
        let saved = place(&|command| matches!(command, Command::Import(ImportCommand::SaveReview(Some(_)))));
        let ended = place(&|command| matches!(command, Command::Shutdown));
        assert!(said < ended && saved < ended, "{language:?}: {sent:?}");
    }
}
