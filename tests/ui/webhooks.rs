use super::*;
use eframe::egui::{Key, Rect};
use jiff::Timestamp;
use vitrine::worker::{Delivery, ReceiverState, RequestedWebhook, WebhookAnswer, WebhookRequest};
use vitrine_core::market::{HeaderLines, NewWebhook, Webhook};
use vitrine_domain::{Forwarding, WebhookId};

const ROOMY: [f32; 2] = [1100.0, 760.0];
const SMALL: [f32; 2] = [720.0, 480.0];

/// A form that is filled in completely.
pub fn complete_form(language: Language, size: [f32; 2]) -> TestWindow {
    let mut window = TestWindow::with_size(language, size);
    window.deliver(scenes::signed_in());
    window.press_message("nav-webhooks");
    fill_form(&mut window);
    window
}

fn fill_form(window: &mut TestWindow) {
    let event = window.app().words().event(&vitrine_domain::EVENTS[4]).name.into_owned();
    window.press(&event);
    let url = window.message("webhooks-url");
    window.type_into(&url, "https://hooks.example/in");
    window.take_commands();
}

/// What is spoken of a field after its name and value.
fn description(window: &TestWindow, field: &str) -> String {
    let named = window.harness.get_by(|node| {
        node.label().is_some_and(|label| label == field)
            && node.role() != eframe::egui::accesskit::Role::Label
    });
    named.accesskit_node().data().description().unwrap_or_default().to_owned()
}

/// The marketplace has answered the webhook of the form, or not.
pub fn answer(window: &mut TestWindow, result: Result<Option<WebhookId>, Problem>) {
    let webhook = NewWebhook {
        event_ids: vec![vitrine_domain::EVENTS[4].id],
        method: "POST".to_owned(),
        url: "https://hooks.example/in".to_owned(),
        active: true,
        service: None,
        headers: None,
    };
    let requested = RequestedWebhook { webhook, id: None, is_confirmed: result.is_ok() };
    window.deliver(Event::Webhook(WebhookEvent::Requested(vec![requested])));
    window.deliver(Event::Webhook(WebhookEvent::Added(result)));
}

/// The rectangles of the bottom bar and of the page above it.
fn bottom_bar_and_page(window: &TestWindow) -> (Rect, Rect) {
    let bounds = window.harness.ctx.content_rect();
    let (page, bar) = bounds.split_top_bottom_at_y(bounds.bottom() - 60.0);
    (bar, page)
}

/// The number of webhooks sent.
fn count_added(window: &mut TestWindow) -> usize {
    let sent = window.take_commands();
    assert!(
        sent.iter().all(|command| matches!(command, Command::Webhook(WebhookCommand::Add(_)))),
        "{sent:?}"
    );
    sent.len()
}

#[test]
fn the_result_is_next_to_the_button_in_large_and_small_windows() {
    for language in Language::ALL {
        for size in [ROOMY, SMALL] {
            let mut window = complete_form(language, size);
            window.press_message("webhooks-add");
            assert_eq!(count_added(&mut window), 1);
            window.deliver(Event::Webhook(WebhookEvent::Added(Ok(WebhookId::new("42")))));
            let expected = window.format("webhooks-added-as", args!["id" => "42"]);
            let (bar, _) = bottom_bar_and_page(&window);
            let seen: Vec<Rect> =
                window.rects_of(&expected).into_iter().filter(|place| bar.contains_rect(*place)).collect();
            assert_eq!(seen.len(), 1, "{language:?} {size:?}: {:?}", window.texts());
            let button = window.harness.get_by_label(&window.message("webhooks-add")).rect();
            assert!(bar.contains_rect(button) && !button.intersects(seen[0]), "{language:?} {size:?}");
        }
    }
}

#[test]
fn a_failure_is_next_to_the_button_with_visible_advice() {
    for language in Language::ALL {
        for size in [ROOMY, SMALL] {
            let mut window = complete_form(language, size);
            let refused = || Problem {
                form: AnswerForm::Own,
                ..Problem::new(ProblemKind::Forbidden).with_subject("vendor.parcel.read")
            };
            // The second time, the page was scrolled away from the advice.
            for time in 0..2 {
                window.press_message("webhooks-add");
                window.deliver(Event::Webhook(WebhookEvent::Added(Err(refused()))));
                let words = window.app().words().problem(&refused());
                let (bar, page) = bottom_bar_and_page(&window);
                let short = vitrine::i18n::without_direction_marks(&words.title).into_owned();
                assert!(
                    window.rects_of(&short).iter().any(|place| bar.contains_rect(*place)),
                    "{language:?} {size:?}: {time}"
                );
                for text in [words.cause, words.remedy] {
                    let text = vitrine::i18n::without_direction_marks(&text).into_owned();
                    let places = window.rects_of(&text);
                    assert!(
                        places.iter().any(|place| page.contains_rect(*place)),
                        "{language:?} {size:?}: {time}: {text} at {places:?}"
                    );
                }
                let title = window.message("webhooks-title");
                window
                    .harness
                    .get_all_by(|node| node.label().is_some_and(|label| label == title))
                    .last()
                    .unwrap()
                    .scroll_to_me();
                window.harness.run();
            }
        }
    }
}

#[test]
fn pressing_again_while_sending_adds_nothing_and_keeps_the_focus() {
    for language in Language::ALL {
        let mut window = complete_form(language, ROOMY);
        let add = window.message("webhooks-add");
        window.focus(&add);
        for key in [Key::Enter, Key::Enter, Key::Space] {
            window.tap_key(key);
        }
        let adding = window.message("webhooks-adding");
        let at = window.point_at(&adding);
        window.click(at);
        assert_eq!(count_added(&mut window), 1, "{language:?}");
        assert!(window.is_focused(&adding), "{language:?}");
        window.deliver(Event::Webhook(WebhookEvent::Added(Ok(None))));
        assert!(window.is_focused(&add), "{language:?}");
    }
}

#[test]
fn adding_an_equal_webhook_needs_a_confirmation() {
    for language in Language::ALL {
        let mut window = complete_form(language, ROOMY);
        let add = window.message("webhooks-add");
        window.focus(&add);
        window.tap_key(Key::Enter);
        answer(&mut window, Ok(None));
        assert_eq!(count_added(&mut window), 1);
        for _ in 0..2 {
            window.tap_key(Key::Enter);
            assert!(window.shows_message("webhooks-duplicate-title"), "{language:?}");
            assert!(
                window.is_focused(&window.message("cancel")),
                "{language:?}: the safe answer has the focus"
            );
            window.tap_key(Key::Enter);
            assert!(!window.shows_message("webhooks-duplicate-title"), "{language:?}");
        }
        assert_eq!(count_added(&mut window), 0, "{language:?}");
        // The webhook is still known after visiting other screens.
        window.press_message("nav-products");
        window.press_message("nav-webhooks");
        window.press(&add);
        window.press_message("webhooks-duplicate-confirm");
        assert_eq!(count_added(&mut window), 1, "{language:?}");
    }
}

#[test]
fn adding_a_different_webhook_needs_no_confirmation() {
    let mut window = complete_form(Language::English, ROOMY);
    window.press_message("webhooks-add");
    answer(&mut window, Ok(None));
    window.point_at("PUT");
    window.press("PUT");
    window.press_message("webhooks-add");
    assert_eq!(count_added(&mut window), 2);
}

#[test]
fn after_a_lost_answer_the_owner_is_asked_to_check_the_webhook() {
    for language in Language::ALL {
        let mut window = complete_form(language, ROOMY);
        window.press_message("webhooks-add");
        answer(&mut window, Err(Problem::new(ProblemKind::TimedOut)));
        assert!(
            window.shows_message("webhooks-unanswered-remedy"),
            "{language:?}: the program cannot look up webhooks in the shop"
        );
        window.press_message("webhooks-add");
        assert!(window.shows_message("webhooks-duplicate-unanswered-title"), "{language:?}");
        assert_eq!(count_added(&mut window), 1, "{language:?}");
    }
}

#[test]
fn any_change_of_the_form_removes_the_result() {
    for language in Language::ALL {
        let url = |window: &mut TestWindow| {
            let url = window.message("webhooks-url");
            window.type_into(&url, "2");
        };
        let event = |window: &mut TestWindow| {
            let event = window.app().words().event(&vitrine_domain::EVENTS[7]).name.into_owned();
            window.press(&event);
        };
        // The bottom bar may cover them until they are scrolled into view.
        let press = |window: &mut TestWindow, name: &str| {
            window.point_at(name);
            window.press(name);
        };
        let method = |window: &mut TestWindow| press(window, "PATCH");
        let active = |window: &mut TestWindow| press(window, &window.message("webhooks-active"));
        let service = |window: &mut TestWindow| press(window, &window.message("webhooks-service-existing"));
        let changes: [&dyn Fn(&mut TestWindow); 5] = [&url, &event, &method, &active, &service];
        for (place, change) in changes.into_iter().enumerate() {
            for result in [Ok(None), Err(Problem::new(ProblemKind::Forbidden))] {
                let mut window = complete_form(language, ROOMY);
                window.press_message("webhooks-add");
                let expected = match &result {
                    Ok(_) => window.message("webhooks-added"),
                    Err(problem) => window.app().words().problem(problem).title,
                };
                window.deliver(Event::Webhook(WebhookEvent::Added(result)));
                assert!(window.shows(&expected), "{language:?} {place}");
                change(&mut window);
                assert!(!window.shows(&expected), "{language:?} {place}: {expected}");
            }
        }
    }
}

#[test]
fn a_result_arriving_on_another_screen_is_shown_later() {
    let mut window = complete_form(Language::English, ROOMY);
    window.press_message("webhooks-add");
    window.press_message("nav-products");
    window.deliver(Event::Webhook(WebhookEvent::Added(Ok(None))));
    window.press_message("nav-webhooks");
    assert!(window.shows_message("webhooks-added"));
    window.press_message("nav-products");
    window.press_message("nav-webhooks");
    assert!(!window.shows_message("webhooks-added"), "a result that was seen is not shown again");
}

#[test]
fn the_form_begins_anew_for_another_account_and_needs_no_confirmation_there() {
    let mut window = complete_form(Language::English, ROOMY);
    window.press_message("webhooks-add");
    answer(&mut window, Ok(None));
    window.deliver(Event::Left);
    window.deliver(scenes::signed_in());
    window.take_commands();
    window.press_message("webhooks-add");
    assert_eq!(count_added(&mut window), 0, "what was typed belonged to the account that was left");
    fill_form(&mut window);
    window.press_message("webhooks-add");
    assert_eq!(count_added(&mut window), 1);
}

#[test]
fn the_nine_events_are_offered_with_their_scopes() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [1100.0, 1400.0]);
        window.deliver(scenes::signed_in());
        window.press_message("nav-webhooks");
        for event in &vitrine_domain::EVENTS {
            let words = window.app().words().event(event).name.into_owned();
            assert!(window.shows(&words), "{language:?} {words}");
        }
        assert!(window.shows("customer.chat.read"));
    }
}

#[test]
fn a_webhook_is_added_with_the_entered_values() {
    let mut window = TestWindow::with_size(Language::English, [1100.0, 1400.0]);
    window.deliver(scenes::signed_in());
    window.press_message("nav-webhooks");
    window.take_commands();
    let add = window.message("webhooks-add");
    assert!(!window.is_enabled(&add));
    window.press("New sale");
    window.press("Product created or updated");
    let url = window.message("webhooks-url");
    window.type_into(&url, "https://hooks.example/in");
    window.press_message("webhooks-service-existing");
    let service = window.message("webhooks-service-id");
    window.type_into(&service, "42");
    window.press(&add);
    let sent = window.take_commands();
    let [Command::Webhook(WebhookCommand::Add(webhook))] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(webhook.event_ids, [5, 8]);
    assert_eq!(
        (webhook.method.as_str(), webhook.url.as_str(), webhook.active),
        ("POST", "https://hooks.example/in", true)
    );
    assert_eq!(webhook.service.as_ref().map(|id| id.as_str()), Some("42"));
    window.deliver(Event::Webhook(WebhookEvent::Added(Err(
        Problem::new(ProblemKind::Forbidden).with_subject("vendor.parcel.read")
    ))));
    assert!(window.shows("doesn’t allow this"));
    assert_eq!(window.value(&url), "https://hooks.example/in");
}

#[test]
fn an_invalid_url_is_reported() {
    let mut window = TestWindow::with_size(Language::English, [1100.0, 1400.0]);
    window.deliver(scenes::signed_in());
    window.press_message("nav-webhooks");
    let url = window.message("webhooks-url");
    window.type_into(&url, "ftp:nowhere");
    assert!(window.shows("Enter a URL that starts with https://"));
}

#[test]
fn a_refused_field_is_marked_with_what_the_marketplace_said() {
    for language in Language::ALL {
        let mut window = complete_form(language, [1100.0, 1400.0]);
        window.press_message("webhooks-add");
        let problem = Problem {
            field: Some("url".to_owned()),
            quotation: Some("Only https is allowed".to_owned()),
            ..Problem::new(ProblemKind::Unprocessable)
        };
        window.deliver(Event::Webhook(WebhookEvent::Added(Err(problem))));
        let url = window.message("webhooks-url");
        let described = description(&window, &url);
        assert!(described.contains("Only https is allowed"), "{language:?}: {described}");
        window.type_into(&url, "https://hooks.example/other");
        assert!(
            !description(&window, &url).contains("Only https"),
            "{language:?}: it was said of the address before"
        );
    }
}

fn listed() -> Webhook {
    Webhook {
        id: WebhookId::from(7),
        service: None,
        event_ids: vec![5],
        method: Some("POST".to_owned()),
        url: "https://hooks.example/in".to_owned(),
        active: true,
    }
}

#[test]
fn a_change_that_failed_keeps_what_was_typed_and_one_that_succeeded_closes_the_form() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [1100.0, 1400.0]);
        window.deliver(scenes::signed_in());
        window.deliver(scenes::webhooks_offered());
        window.press_message("nav-webhooks");
        window.press_message("webhooks-part-subscriptions");
        let list = |window: &mut TestWindow| {
            let result = Ok(WebhookAnswer::Webhooks(vec![listed()]));
            window.deliver(Event::Webhook(WebhookEvent::Answered { request: WebhookRequest::List, result }));
        };
        list(&mut window);
        let edit = window.format("webhooks-edit-named", args!["id" => "7"]);
        window.press(&edit);
        let url = window.message("webhooks-url");
        window.type_into(&url, "/new");
        window.take_commands();
        for succeeds in [false, true] {
            window.press_message("webhooks-save");
            let sent = window.take_commands();
            let [Command::Webhook(WebhookCommand::Ask(request @ WebhookRequest::Change { change, .. }))] =
                sent.as_slice()
            else {
                panic!("{sent:?}")
            };
            assert_eq!(change.url.as_deref(), Some("https://hooks.example/in/new"));
            let result =
                if succeeds { Ok(WebhookAnswer::Done) } else { Err(Problem::new(ProblemKind::Forbidden)) };
            window.deliver(Event::Webhook(WebhookEvent::Answered { request: request.clone(), result }));
            if !succeeds {
                assert_eq!(window.value(&url), "https://hooks.example/in/new", "{language:?}");
                let title = window.app().words().problem(&Problem::new(ProblemKind::Forbidden)).title;
                assert!(window.shows(&title), "{language:?}");
            }
        }
        list(&mut window);
        assert!(window.shows(&edit), "{language:?}: the list is shown again");
    }
}

#[test]
fn a_service_token_is_asked_for_only_where_it_is_sent() {
    let mut window = complete_form(Language::English, [1100.0, 1400.0]);
    assert!(!window.shows_message("webhooks-token") && window.shows_message("webhooks-token-not-taken"));
    window.deliver(scenes::webhooks_offered());
    let token = window.message("webhooks-token");
    window.type_into(&token, "a secret word");
    window.press_message("webhooks-add");
    let sent = window.take_commands();
    let [Command::Webhook(WebhookCommand::Add(webhook))] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(webhook.headers, HeaderLines::authorization("a secret word"));
}

#[test]
fn deliveries_carry_a_token_that_is_made_unless_it_is_left_out() {
    for language in Language::ALL {
        let mut window = complete_form(language, [1100.0, 1400.0]);
        window.deliver(scenes::webhooks_offered());
        window.press_message("webhooks-add");
        let sent = window.take_commands();
        assert!(
            matches!(sent.as_slice(), [Command::Webhook(WebhookCommand::AddWithToken(_))]),
            "{language:?}: {sent:?}"
        );

        let mut window = complete_form(language, [1100.0, 1400.0]);
        window.deliver(scenes::webhooks_offered());
        window.press_message("webhooks-carries-token");
        assert!(
            !window.shows_message("webhooks-token") && window.shows_message("webhooks-carries-nothing"),
            "{language:?}"
        );
        window.press_message("webhooks-add");
        let sent = window.take_commands();
        let [Command::Webhook(WebhookCommand::Add(webhook))] = sent.as_slice() else {
            panic!("{language:?}: {sent:?}")
        };
        assert_eq!(webhook.headers, None, "{language:?}");
    }
}

#[test]
fn where_the_marketplace_has_no_list_the_requested_webhooks_are_shown() {
    for language in Language::ALL {
        let mut window = complete_form(language, ROOMY);
        window.press_message("webhooks-add");
        answer(&mut window, Err(Problem::new(ProblemKind::TimedOut)));
        window.press_message("webhooks-part-subscriptions");
        let request = WebhookRequest::List;
        window.deliver(Event::Webhook(WebhookEvent::Answered {
            request,
            result: Err(Problem::new(ProblemKind::MarketFile)),
        }));
        assert!(
            window.shows("https://hooks.example/in") && window.shows_message("webhooks-unconfirmed"),
            "{language:?}: {:?}",
            window.texts()
        );
    }
}

/// The events that were received, in a small window in which they are scrolled to.
pub fn received() -> TestWindow {
    let mut window = TestWindow::with_size(Language::English, [760.0, 500.0]);
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "webhooks").unwrap());
    window.press_message("webhooks-part-receive");
    let at = Timestamp::UNIX_EPOCH;
    let delivery = |id| Delivery {
        id,
        first_at: at,
        last_at: at,
        count: 1,
        method: "POST".to_owned(),
        path: "/".to_owned(),
        event: Some(8),
        size: 20,
        forwarding: Forwarding::Off,
    };
    let address = ([127, 0, 0, 1], 8766).into();
    for event in [
        WebhookEvent::Receiver(ReceiverState::On { address, checks_token: true, is_token_saved: true }),
        WebhookEvent::Loaded((1..=3).map(delivery).collect()),
    ] {
        window.deliver(Event::Webhook(event));
    }
    window.take_commands();
    window
}

#[test]
fn deleting_the_events_says_how_many_and_gives_the_focus_back() {
    let mut window = received();
    let all = window.message("receiver-clear-ask");
    window.press(&all);
    let count = window.app().model().webhooks.deliveries.list.len();
    assert!(window.shows(&window.format("receiver-clear-body", args!["count" => count])));
    window.press_message("cancel");
    assert_eq!(focus::focused(&window), all);
    let place = window.harness.get_by_label(&all).rect();
    assert!(window.harness.ctx.content_rect().contains_rect(place), "{place:?}");
}

#[test]
fn the_service_token_is_deleted_only_after_a_question() {
    let mut window = received();
    window.press_message("receiver-token-ask");
    assert!(window.shows_message("receiver-token-body") && window.take_commands().is_empty());
    window.press_message("cancel");
    assert!(window.take_commands().is_empty());
    window.press_message("receiver-token-ask");
    window.press_message("receiver-token-forget");
    assert!(matches!(window.take_commands()[..], [Command::Webhook(WebhookCommand::StartReceiver(_))]));
}
