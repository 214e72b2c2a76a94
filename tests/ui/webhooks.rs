use super::*;
use eframe::egui::{Key, Rect};
use vitrine::domain::WebhookId;

const ROOMY: [f32; 2] = [1100.0, 760.0];
const SMALL: [f32; 2] = [720.0, 480.0];

/// The form, filled in so that it can be sent.
fn filled(language: Language, size: [f32; 2]) -> Stage {
    let mut stage = Stage::sized(language, size);
    stage.tell(scenes::signed_in());
    stage.press_key("nav-webhooks");
    let event = stage.app().words().event(&vitrine::domain::EVENTS[4]).name.into_owned();
    stage.press(&event);
    let url = stage.words("webhooks-url");
    stage.type_into(&url, "https://hooks.example/in");
    stage.sent();
    stage
}

/// The bar at the foot of the window, and the page above it.
fn foot_and_page(stage: &Stage) -> (Rect, Rect) {
    let window = stage.harness.ctx.content_rect();
    let (page, foot) = window.split_top_bottom_at_y(window.bottom() - 60.0);
    (foot, page)
}

/// How many webhooks were sent.
fn added(stage: &mut Stage) -> usize {
    let sent = stage.sent();
    assert!(sent.iter().all(|command| matches!(command, Command::Webhook(WebhookCommand::Add(_)))), "{sent:?}");
    sent.len()
}

#[test]
fn the_result_is_next_to_the_button_in_large_and_small_windows() {
    for language in BOTH {
        for size in [ROOMY, SMALL] {
            let mut stage = filled(language, size);
            stage.press_key("webhooks-add");
            assert_eq!(added(&mut stage), 1);
            stage.tell(Event::WebhookAdded(Ok(WebhookId::new("42"))));
            let told = stage.format("webhooks-added-as", args!["id" => "42"]);
            let (foot, _) = foot_and_page(&stage);
            let seen: Vec<Rect> = stage.places_of(&told).into_iter().filter(|place| foot.contains_rect(*place)).collect();
            assert_eq!(seen.len(), 1, "{language:?} {size:?}: {:?}", stage.texts());
            let button = stage.harness.get_by_label(&stage.words("webhooks-add")).rect();
            assert!(foot.contains_rect(button) && !button.intersects(seen[0]), "{language:?} {size:?}");
        }
    }
}

#[test]
fn a_failure_is_next_to_the_button_with_visible_advice() {
    for language in BOTH {
        for size in [ROOMY, SMALL] {
            let mut stage = filled(language, size);
            // Once more, after it was scrolled away.
            for time in 0..2 {
                stage.press_key("webhooks-add");
                stage.tell(Event::WebhookAdded(Err(Problem::new(Code::Forbidden).with_subject("vendor.parcel.read"))));
                let words = stage.app().words().problem(&Problem::new(Code::Forbidden).with_subject("vendor.parcel.read"));
                let (foot, page) = foot_and_page(&stage);
                let short = vitrine::i18n::without_direction_marks(&words.title).into_owned();
                assert!(stage.places_of(&short).iter().any(|place| foot.contains_rect(*place)), "{language:?} {size:?}: {time}");
                for text in [words.cause, words.remedy] {
                    let text = vitrine::i18n::without_direction_marks(&text).into_owned();
                    let places = stage.places_of(&text);
                    assert!(places.iter().any(|place| page.contains_rect(*place)), "{language:?} {size:?}: {time}: {text} at {places:?}");
                }
                let title = stage.words("webhooks-title");
                stage.harness.get_all_by(|node| node.label().is_some_and(|label| label == title)).last().unwrap().scroll_to_me();
                stage.harness.run();
            }
        }
    }
}

#[test]
fn pressing_again_while_sending_adds_nothing_and_keeps_the_focus() {
    for language in BOTH {
        let mut stage = filled(language, ROOMY);
        let add = stage.words("webhooks-add");
        stage.focus(&add);
        for key in [Key::Enter, Key::Enter, Key::Space] {
            stage.tap(key);
        }
        let adding = stage.words("webhooks-adding");
        let at = stage.point_at(&adding);
        stage.click(at);
        assert_eq!(added(&mut stage), 1, "{language:?}");
        assert!(stage.is_focused(&adding), "{language:?}");
        stage.tell(Event::WebhookAdded(Ok(None)));
        assert!(stage.is_focused(&add), "{language:?}");
    }
}

#[test]
fn adding_an_equal_webhook_needs_a_confirmation() {
    for language in BOTH {
        let mut stage = filled(language, ROOMY);
        let add = stage.words("webhooks-add");
        stage.focus(&add);
        stage.tap(Key::Enter);
        stage.tell(Event::WebhookAdded(Ok(None)));
        assert_eq!(added(&mut stage), 1);
        for _ in 0..2 {
            stage.tap(Key::Enter);
            assert!(stage.shows_key("webhooks-duplicate-title"), "{language:?}");
            assert!(stage.is_focused(&stage.words("cancel")), "{language:?}: the safe answer has the keyboard");
            stage.tap(Key::Enter);
            assert!(!stage.shows_key("webhooks-duplicate-title"), "{language:?}");
        }
        assert_eq!(added(&mut stage), 0, "{language:?}");
        // It stays known while other screens are shown.
        stage.press_key("nav-products");
        stage.press_key("nav-webhooks");
        stage.press(&add);
        stage.press_key("webhooks-duplicate-confirm");
        assert_eq!(added(&mut stage), 1, "{language:?}");
    }
}

#[test]
fn adding_a_different_webhook_needs_no_confirmation() {
    let mut stage = filled(Language::English, ROOMY);
    stage.press_key("webhooks-add");
    stage.tell(Event::WebhookAdded(Ok(None)));
    stage.press("PUT");
    stage.press_key("webhooks-add");
    assert_eq!(added(&mut stage), 2);
}

#[test]
fn after_a_lost_answer_the_owner_is_asked_to_check_the_webhook() {
    for language in BOTH {
        let mut stage = filled(language, ROOMY);
        stage.press_key("webhooks-add");
        stage.tell(Event::WebhookAdded(Err(Problem::new(Code::TimedOut))));
        assert!(stage.shows_key("webhooks-unanswered-remedy"), "{language:?}: nobody looks into the shop for a webhook");
        stage.press_key("webhooks-add");
        assert!(stage.shows_key("webhooks-duplicate-unanswered-title"), "{language:?}");
        assert_eq!(added(&mut stage), 1, "{language:?}");
    }
}

#[test]
fn any_change_of_the_form_removes_the_result() {
    for language in BOTH {
        let url = |stage: &mut Stage| {
            let url = stage.words("webhooks-url");
            stage.type_into(&url, "2");
        };
        let event = |stage: &mut Stage| {
            let event = stage.app().words().event(&vitrine::domain::EVENTS[7]).name.into_owned();
            stage.press(&event);
        };
        let method = |stage: &mut Stage| stage.press("PATCH");
        let active = |stage: &mut Stage| stage.press_key("webhooks-active");
        let service = |stage: &mut Stage| stage.press_key("webhooks-service-existing");
        let changes: [&dyn Fn(&mut Stage); 5] = [&url, &event, &method, &active, &service];
        for (place, change) in changes.into_iter().enumerate() {
            for result in [Ok(None), Err(Problem::new(Code::Forbidden))] {
                let mut stage = filled(language, ROOMY);
                stage.press_key("webhooks-add");
                let told = match &result {
                    Ok(_) => stage.words("webhooks-added"),
                    Err(problem) => stage.app().words().problem(problem).title,
                };
                stage.tell(Event::WebhookAdded(result));
                assert!(stage.shows(&told), "{language:?} {place}");
                change(&mut stage);
                assert!(!stage.shows(&told), "{language:?} {place}: {told}");
            }
        }
    }
}

#[test]
fn a_result_arriving_on_another_screen_is_shown_later() {
    let mut stage = filled(Language::English, ROOMY);
    stage.press_key("webhooks-add");
    stage.press_key("nav-products");
    stage.tell(Event::WebhookAdded(Ok(None)));
    stage.press_key("nav-webhooks");
    assert!(stage.shows_key("webhooks-added"));
    stage.press_key("nav-products");
    stage.press_key("nav-webhooks");
    assert!(!stage.shows_key("webhooks-added"), "it was read");
}

#[test]
fn a_webhook_of_another_account_needs_no_confirmation() {
    let mut stage = filled(Language::English, ROOMY);
    stage.press_key("webhooks-add");
    stage.tell(Event::WebhookAdded(Ok(None)));
    stage.tell(Event::Left);
    stage.tell(scenes::signed_in());
    stage.sent();
    stage.press_key("webhooks-add");
    assert_eq!(added(&mut stage), 1);
}

#[test]
fn the_nine_events_are_offered_with_their_scopes() {
    for language in BOTH {
        let mut stage = Stage::sized(language, [1100.0, 1400.0]);
        stage.tell(scenes::signed_in());
        stage.press_key("nav-webhooks");
        for event in &vitrine::domain::EVENTS {
            let words = stage.app().words().event(event).name.into_owned();
            assert!(stage.shows(&words), "{language:?} {words}");
        }
        assert!(stage.shows("customer.chat.read"));
    }
}

#[test]
fn a_webhook_is_added_with_the_entered_values() {
    let mut stage = Stage::sized(Language::English, [1100.0, 1400.0]);
    stage.tell(scenes::signed_in());
    stage.press_key("nav-webhooks");
    stage.sent();
    let add = stage.words("webhooks-add");
    assert!(!stage.is_enabled(&add));
    stage.press("New sale");
    stage.press("Product created or updated");
    let url = stage.words("webhooks-url");
    stage.type_into(&url, "https://hooks.example/in");
    stage.press_key("webhooks-service-existing");
    let service = stage.words("webhooks-service-id");
    stage.type_into(&service, "42");
    stage.press(&add);
    let sent = stage.sent();
    let [Command::Webhook(WebhookCommand::Add(webhook))] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(webhook.event_ids, [5, 8]);
    assert_eq!((webhook.method.as_str(), webhook.url.as_str(), webhook.active), ("POST", "https://hooks.example/in", true));
    assert_eq!(webhook.service.as_ref().map(|id| id.as_str()), Some("42"));
    stage.tell(Event::WebhookAdded(Err(Problem::new(Code::Forbidden).with_subject("vendor.parcel.read"))));
    assert!(stage.shows("doesn’t allow this"));
    assert_eq!(stage.value(&url), "https://hooks.example/in");
}

#[test]
fn an_invalid_url_is_reported() {
    let mut stage = Stage::sized(Language::English, [1100.0, 1400.0]);
    stage.tell(scenes::signed_in());
    stage.press_key("nav-webhooks");
    let url = stage.words("webhooks-url");
    stage.type_into(&url, "ftp:nowhere");
    assert!(stage.shows("Enter a URL that starts with https://"));
}
