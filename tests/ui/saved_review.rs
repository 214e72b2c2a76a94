//! What is dropped and typed is planned, saved, and there again.

use super::import::*;
use super::*;
use vitrine::ui::{EditorAction, LeaveTarget};
use vitrine::worker::{PictureKey, PlanComparison, SavedReview, Unfinished};
use vitrine_core::import::Counts;
use vitrine_domain::PhotoEdit;

/// The answer to a plan with these numbers of the scenes' products.
fn plan_of(count: usize) -> ImportEvent {
    ImportEvent::Planned {
        drafts: scenes::planned_drafts(count),
        problems: vec![],
        ignored: 0,
        folders: vec![],
    }
}

#[test]
fn the_answer_to_an_earlier_plan_is_not_shown_in_place_of_the_last() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/first")]));
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/second")]));
    window.deliver_alone(ImportEvent::PlanBegun);
    window.deliver_alone(plan_of(2));
    assert_eq!(
        window.app().model().import.review.drafts().len(),
        0,
        "it is the answer for the first folder alone"
    );
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
pub fn saved_reviews(window: &mut TestWindow) -> Vec<Option<SavedReview>> {
    window.harness.run_steps(8);
    let saved = |command| {
        if let Command::Import(ImportCommand::SaveReview(review)) = command {
            Some(review.map(|review| *review))
        } else {
            None
        }
    };
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
        let rotated = PhotoEdit { turns: 1, ..PhotoEdit::default() };
        let photo = window.app().model().import.review.drafts()[0].photos[0].clone();
        window.app_mut().act(Action::PhotoEditor(EditorAction::Open {
            photos: vec![(PictureKey::File(photo.clone()), String::new())],
            at: 0,
        }));
        window.app_mut().act(Action::PhotoEditor(EditorAction::Change(rotated)));
        window.app_mut().act(Action::PhotoEditor(EditorAction::Apply));
        let review = saved_reviews(&mut window)
            .pop()
            .flatten()
            .unwrap_or_else(|| panic!("{language:?}: no review was saved"));
        assert!(saved_reviews(&mut window).is_empty(), "{language:?}: the review is saved once");

        let mut next = TestWindow::signed_in(language);
        next.deliver(Event::Import(ImportEvent::ReviewRestored(Box::new(review))));
        let sent = next.take_commands();
        assert!(
            matches!(sent.as_slice(), [Command::Import(ImportCommand::Plan { paths, .. })] if paths == &[PathBuf::from("/photos")]),
            "{language:?}: {sent:?}"
        );
        next.deliver(scenes::planned(3, 2));
        let plan = next.take_commands().into_iter().find_map(|command| match command {
            Command::Import(ImportCommand::ComparePlan { plan, .. }) => Some(plan),
            _ => None,
        });
        let compared = Some(PlanComparison::default());
        next.deliver(Event::Import(ImportEvent::PlanCompared { plan: plan.unwrap(), compared }));
        assert!(
            next.shows(&next.format("notifications-review-waits", args!["count" => 2])),
            "{language:?}: {:?}",
            next.texts()
        );
        let own = next.cell(Field::PrimaryPrice, 1);
        assert_eq!(
            (review_grid::plain(&next.value(&price)), review_grid::plain(&next.value(&own))),
            ("9000".to_owned(), "700".to_owned()),
            "{language:?}"
        );
        assert_eq!(
            next.app().model().import.review.drafts().len(),
            2,
            "{language:?}: the removed product stays removed"
        );
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
        assert!(
            window.shows(&window.format("login-kept", args!["count" => 3])),
            "{language:?}: the screen says so"
        );
        window.harness.run_steps(8);
        let kept = |command| {
            if let Command::Import(ImportCommand::KeepDropped(review)) = command {
                Some(*review)
            } else {
                None
            }
        };
        let review = window
            .take_commands()
            .into_iter()
            .rev()
            .find_map(kept)
            .unwrap_or_else(|| panic!("{language:?}: nothing is kept"));

        let mut next = TestWindow::new(language);
        next.deliver(Event::Import(ImportEvent::ReviewRestored(Box::new(review))));
        next.deliver(scenes::planned(3, 0));
        assert!(next.shows(&next.format("login-kept", args!["count" => 3])), "{language:?}");
        next.deliver(scenes::signed_in());
        assert_eq!(next.app().model().import.review.drafts().len(), 3, "{language:?}: signing in keeps them");
        assert!(
            saved_reviews(&mut next).pop().flatten().is_some(),
            "{language:?}: they are the account's now"
        );
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
        matches!(
            sent.as_slice(),
            [
                Command::Import(ImportCommand::SaveReview(Some(_))),
                Command::Account(AccountCommand::AddAccount)
            ]
        ),
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
    assert!(
        matches!(sent.as_slice(), [Command::Import(ImportCommand::Plan { paths, .. })] if paths == &both),
        "{sent:?}"
    );
}

#[test]
fn an_import_that_was_interrupted_is_told_of_whether_the_review_is_there_before_it_or_after() {
    for (language, review_first) in Language::ALL.into_iter().flat_map(|of| [(of, true), (of, false)]) {
        let mut window = TestWindow::signed_in(language);
        let review = || {
            let dropped = vec![PathBuf::from("/photos")];
            Event::Import(ImportEvent::ReviewRestored(Box::new(SavedReview {
                dropped,
                ..Default::default()
            })))
        };
        let unfinished = || {
            let counts = Counts { created: 8, waiting: 6, ..Counts::default() };
            Event::Import(ImportEvent::Unfinished(Unfinished { counts, ..Unfinished::default() }))
        };
        for event in if review_first { [review(), unfinished()] } else { [unfinished(), review()] } {
            window.deliver(event);
        }
        window.deliver(scenes::planned(3, 0));
        window.take_commands();
        if window.shows_message("settle-close") {
            window.press_message("settle-close");
        }
        window.press_message("details");
        let left = window.format("import-left-title", args!["count" => 6]);
        assert!(window.shows(&left), "{language:?}: {:?}", window.texts());
        window.press_message("import-resume");
        assert!(
            matches!(window.take_commands().as_slice(), [.., Command::Import(ImportCommand::Resume { .. })]),
            "{language:?}"
        );
    }
}
