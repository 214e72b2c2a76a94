use super::*;

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
fn a_webhook_is_added_as_it_was_filled_in() {
    let mut stage = Stage::sized(Language::English, [1100.0, 1400.0]);
    stage.tell(scenes::signed_in());
    stage.press_key("nav-webhooks");
    stage.sent();
    let add = stage.words("webhooks-add");
    assert!(!stage.is_enabled(&add));
    stage.press("New sale");
    stage.press("Product created or changed");
    let url = stage.words("webhooks-url");
    stage.type_into(&url, "https://hooks.example/in");
    stage.press_key("webhooks-service-known");
    let service = stage.words("webhooks-service-id");
    stage.type_into(&service, "42");
    stage.press(&add);
    let sent = stage.sent();
    let [Command::AddWebhook(webhook)] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(webhook.event_ids, [5, 8]);
    assert_eq!((webhook.method.as_str(), webhook.url.as_str(), webhook.active), ("POST", "https://hooks.example/in", true));
    assert_eq!(webhook.service.as_ref().map(|id| id.as_str()), Some("42"));
    stage.tell(Event::WebhookAdded(Err(Problem::new(Code::Forbidden).about("vendor.parcel.read"))));
    assert!(stage.shows("may not do this"));
    assert_eq!(stage.value(&url), "https://hooks.example/in");
}

#[test]
fn what_is_not_a_web_address_is_told() {
    let mut stage = Stage::sized(Language::English, [1100.0, 1400.0]);
    stage.tell(scenes::signed_in());
    stage.press_key("nav-webhooks");
    let url = stage.words("webhooks-url");
    stage.type_into(&url, "ftp:nowhere");
    assert!(stage.shows("This is not a web address"));
}
