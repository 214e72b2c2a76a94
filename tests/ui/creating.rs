use super::*;

/// High enough to see the whole form: what is not in view cannot be pressed.
fn ready(language: Language) -> Stage {
    let mut stage = Stage::sized(language, [1100.0, 1500.0]);
    stage.tell(scenes::signed_in());
    stage.app_mut().act(Action::Go(Screen::Create));
    stage.app_mut().act(Action::Form(FormAction::Add(vec![photo("rug.jpg")])));
    stage.tell(Event::FormPhoto { id: FormPhotoId(0), state: FormPhotoState::Uploaded(FileId::from(5)) });
    let name = stage.label(Field::Name);
    stage.type_into(&name, "Rug");
    stage.sent();
    stage
}

#[test]
fn all_twelve_fields_are_shown() {
    for language in BOTH {
        let mut stage = Stage::sized(language, [1100.0, 2200.0]);
        stage.tell(scenes::signed_in());
        stage.press_key("nav-create");
        // The cover is the first of the photos.
        for field in Field::ALL.into_iter().filter(|field| *field != Field::Photo) {
            assert!(stage.shows(&stage.label(field)), "{language:?} {field:?}");
        }
    }
}

#[test]
fn a_price_in_persian_digits_is_sent_as_a_number() {
    for language in BOTH {
        let mut stage = ready(language);
        let price = stage.label(Field::PrimaryPrice);
        stage.type_into(&price, "۱۲٬۰۰۰");
        stage.press_key("create-send");
        let sent = stage.sent();
        let [Command::Form(FormCommand::Send { draft, photos })] = sent.as_slice() else { panic!("{sent:?}") };
        assert_eq!(draft.primary_price, Some(12_000));
        assert_eq!(draft.name, "Rug");
        assert_eq!(photos, &[FormPhotoId(0)]);
    }
}

#[test]
fn a_price_in_rial_shows_its_toman_value_while_typing() {
    for (language, beside) in BOTH.into_iter().zip(["25,000.5 toman", "۲۵٬۰۰۰٫۵ تومان"]) {
        let mut stage = ready(language);
        let price = stage.label(Field::PrimaryPrice);
        assert!(price.contains(['(']), "{price} names the unit");
        assert!(!stage.shows(beside));
        stage.type_into(&price, "250,005");
        assert!(stage.shows(beside), "{language:?}");
        stage.press_key("create-send");
        let [Command::Form(FormCommand::Send { draft, .. })] = &stage.sent()[..] else { panic!("not sent") };
        assert_eq!(draft.primary_price, Some(250_005), "what is sent stays in the marketplace's unit");
    }
}

#[test]
fn an_ambiguous_number_is_not_guessed() {
    let mut stage = ready(Language::English);
    let price = stage.label(Field::PrimaryPrice);
    stage.type_into(&price, "12.000");
    assert!(stage.shows("This number can be read in two ways. Leave out points and commas"));
}

#[test]
fn an_incomplete_product_cannot_be_sent_and_the_reason_is_shown() {
    let mut stage = Stage::in_shop(Language::English);
    stage.press_key("nav-create");
    let send = stage.words("create-send");
    assert!(!stage.is_enabled(&send));
    assert!(stage.shows("Still required: Name, Photos, Price"));
}

#[test]
fn an_invalid_number_is_reported_at_its_field_immediately() {
    let mut stage = ready(Language::English);
    let price = stage.label(Field::PrimaryPrice);
    stage.type_into(&price, "12.5");
    assert!(stage.shows("Enter a whole number"));
    let send = stage.words("create-send");
    assert!(!stage.is_enabled(&send));
}

#[test]
fn a_refusal_keeps_the_entries_and_marks_its_field() {
    for language in BOTH {
        let mut stage = ready(language);
        let price = stage.label(Field::PrimaryPrice);
        stage.type_into(&price, "5");
        stage.press_key("create-send");
        stage.sent();
        let refused = Problem {
            has_body: true,
            ..Problem::new(Code::Unprocessable).with_field("primary_price").with_quotation("must be at least 1000")
        };
        stage.tell(Event::FormResult(Err(refused)));
        assert_eq!(stage.value(&price), "5");
        assert_eq!(stage.value(&stage.label(Field::Name)), "Rug");
        assert!(stage.shows_key("create-rejected"));
        // Told in the banner and again at the field.
        assert_eq!(stage.times_shown("must be at least 1000"), 2, "{language:?}");
        stage.type_into(&price, "000");
        assert!(!stage.shows("must be at least 1000"), "a field that was changed is no longer marked");
    }
}

#[test]
fn after_a_lost_answer_the_form_is_locked_while_the_shop_is_checked() {
    let mut stage = ready(Language::English);
    let price = stage.label(Field::PrimaryPrice);
    stage.type_into(&price, "500");
    stage.press_key("create-send");
    stage.tell(Event::FormChecking);
    assert!(stage.shows_key("create-checking"));
    let sending = stage.words("create-sending");
    assert!(!stage.is_enabled(&sending));
}

#[test]
fn success_offers_a_similar_product_and_the_products_list() {
    let mut stage = ready(Language::English);
    let price = stage.label(Field::PrimaryPrice);
    stage.type_into(&price, "500");
    stage.press_key("create-send");
    stage.tell(Event::FormResult(Ok(Some(ProductId::from(77)))));
    assert!(stage.shows("77"));
    let sent = stage.sent();
    assert!(
        sent.iter().any(|command| matches!(command, Command::Catalog(CatalogCommand::LoadNewest))),
        "what else the shop says of it is asked for"
    );
    assert!(!sent.iter().any(|command| matches!(command, Command::Catalog(CatalogCommand::Load))), "the shop is not read anew");
    stage.press_key("create-done-keep-texts");
    assert_eq!(stage.value(&stage.label(Field::Name)), "Rug");
    assert!(stage.shows("Still required: Photos"), "a photo serves one product only");
}

#[test]
fn photos_can_be_moved_removed_and_retried() {
    let mut stage = ready(Language::English);
    let price = stage.label(Field::PrimaryPrice);
    stage.type_into(&price, "500");
    stage.app_mut().act(Action::Form(FormAction::Add(vec![photo("back.jpg")])));
    stage.tell(Event::FormPhoto { id: FormPhotoId(1), state: FormPhotoState::Failed(scenes::unreachable()) });
    assert!(stage.shows("A photo failed to upload"));
    stage.sent();
    stage.press("Upload back.jpg again");
    assert!(matches!(stage.sent().as_slice(), [Command::Form(FormCommand::RetryPhoto(FormPhotoId(1)))]));
    stage.tell(Event::FormPhoto { id: FormPhotoId(1), state: FormPhotoState::Uploaded(FileId::from(6)) });
    stage.press("Move back.jpg forward");
    assert!(stage.shows("Photo 1: back.jpg"));
    stage.press("Remove rug.jpg");
    assert!(matches!(stage.sent().as_slice(), [Command::Form(FormCommand::RemovePhoto(FormPhotoId(0)))]));
    assert!(!stage.shows("rug.jpg"));
}

#[test]
fn photos_can_be_chosen_and_pasted() {
    let mut stage = Stage::in_shop(Language::English);
    stage.press_key("nav-create");
    stage.press_key("create-photos-choose");
    stage.press_key("create-photos-paste");
    assert!(matches!(
        stage.sent().as_slice(),
        [Command::Platform(PlatformCommand::Pick(PickTarget::FormPhotos)), Command::Platform(PlatformCommand::Paste(PasteTarget::Form))]
    ));
    stage.tell(Event::Pasted { target: PasteTarget::Form, photos: vec![photo("pasted.png")] });
    assert!(matches!(stage.sent().as_slice(), [Command::Form(FormCommand::AddPhoto { id: FormPhotoId(0), .. })]));
    assert!(stage.shows("pasted.png"));
}

#[test]
fn a_product_that_may_exist_needs_a_decision_before_it_is_sent_again() {
    for language in BOTH {
        let mut stage = ready(language);
        let price = stage.label(Field::PrimaryPrice);
        stage.type_into(&price, "500");
        stage.press_key("create-send");
        stage.sent();
        stage.tell(Event::FormResult(Err(Problem::new(Code::Ambiguous))));
        let sending = stage.words("create-sending");
        assert!(!stage.is_enabled(&sending), "{language:?}");
        stage.press_key("import-decision-missing");
        stage.press_key("create-send");
        assert!(matches!(stage.sent().as_slice(), [Command::Form(FormCommand::Send { .. })]));
        stage.tell(Event::FormResult(Err(Problem::new(Code::Ambiguous))));
        stage.press_key("import-decision-exists");
        assert!(stage.shows_key("create-done-no-id"));
    }
}

#[test]
fn a_pasted_bitmap_becomes_a_photo_of_a_new_product() {
    let mut stage = Stage::in_shop(Language::English);
    let picture = PhotoSource::Bytes { name: "clipboard.png".to_owned(), bytes: vec![1, 2, 3].into() };
    stage.tell(Event::Pasted { target: PasteTarget::Import, photos: vec![picture] });
    assert!(matches!(stage.sent().as_slice(), [Command::Form(FormCommand::AddPhoto { .. })]));
    assert!(stage.shows("clipboard.png"));
}
