use std::sync::Arc;

use eframe::egui::{Key, Modifiers};

use super::focus::focused;
use super::*;
use vitrine::worker::{FormContents, RestoredForm};
use vitrine_domain::{CreateRules, PhotoEdit, Price, WeightUnit};

/// A form that only needs a price. The window is high enough for the whole form, because only visible
/// elements can be pressed.
pub fn form_without_price(language: Language) -> TestWindow {
    let mut window = TestWindow::with_size(language, [1100.0, 1500.0]);
    window.deliver(scenes::signed_in());
    window.app_mut().act(Action::Go(Screen::Create));
    window.app_mut().act(Action::Form(FormAction::Add(vec![photo("rug.jpg")])));
    window.deliver(Event::Form(FormEvent::Photo {
        id: FormPhotoId(0),
        state: FormPhotoState::Uploaded(FileId::from(5)),
    }));
    let name = window.label(Field::Name);
    window.type_into(&name, "Rug");
    window.take_commands();
    window
}

#[test]
fn all_twelve_fields_are_shown() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [1100.0, 2200.0]);
        window.deliver(scenes::signed_in());
        window.press_message("nav-create");
        // The cover is the first of the photos.
        for field in Field::ALL.into_iter().filter(|field| field.is_of_contract() && *field != Field::Photo) {
            assert!(window.shows(&window.label(field)), "{language:?} {field:?}");
        }
    }
}

#[test]
fn weights_name_the_unit_that_the_market_file_states() {
    let expected = [
        (Language::English, ["Weight (g)", "Packaged weight (g)"]),
        (Language::Persian, ["وزن (گرم)", "وزن با بسته‌بندی (گرم)"]),
    ];
    for (language, labels) in expected {
        let mut window = TestWindow::with_size(language, [1100.0, 2200.0]);
        let mut signed_in = scenes::signed_in();
        let Event::Session(Session::SignedIn { rules, .. }) = &mut signed_in else { unreachable!() };
        *rules = Arc::new(CreateRules { weight_unit: Some(WeightUnit::Gram), ..(**rules).clone() });
        window.deliver(signed_in);
        window.press_message("nav-create");
        for label in labels {
            assert!(window.shows(label), "{language:?} {label}: {:?}", window.texts());
        }
    }
}

#[test]
fn a_price_in_persian_digits_is_sent_as_a_number() {
    for language in Language::ALL {
        let mut window = form_without_price(language);
        let price = window.label(Field::PrimaryPrice);
        window.type_into(&price, "۱۲٬۰۰۰");
        window.press_message("create-send");
        let sent = window.take_commands();
        let [Command::Form(FormCommand::Send { draft, photos })] = sent.as_slice() else {
            panic!("{sent:?}")
        };
        assert_eq!(draft.primary_price, Some(Price::on_wire(12_000)));
        assert_eq!(draft.name, "Rug");
        assert_eq!(photos, &[FormPhotoId(0)]);
    }
}

#[test]
fn tab_into_a_filled_field_lets_the_next_key_replace_it() {
    for language in Language::ALL {
        let mut window = form_without_price(language);
        let (price, stock) = (window.label(Field::PrimaryPrice), window.label(Field::Stock));
        for (field, typed) in [(&price, "5000"), (&stock, "11")] {
            window.type_into(field, typed);
        }
        for (key, field, typed) in [(Modifiers::SHIFT, &price, "7000"), (Modifiers::NONE, &stock, "12")] {
            for _ in 0..4 {
                if !has_cursor(&window, field) {
                    window.key_press_modifiers(key, Key::Tab);
                    window.harness.run();
                }
            }
            window.type_keys(typed);
            window.harness.run();
            let digits = vitrine_domain::parse_integer(&window.value(field)).unwrap().to_string();
            assert_eq!(digits, typed, "{language:?}");
        }
    }
}

fn has_cursor(window: &TestWindow, name: &str) -> bool {
    focused(window) == name
}

#[test]
fn a_price_in_rial_shows_its_toman_value_while_typing() {
    for (language, beside) in Language::ALL.into_iter().zip(["25,000.5 toman", "۲۵٬۰۰۰٫۵ تومان"])
    {
        let mut window = form_without_price(language);
        let price = window.label(Field::PrimaryPrice);
        assert!(price.contains(['(']), "{price} names the unit");
        assert!(!window.shows(beside));
        window.type_into(&price, "250,005");
        assert!(window.shows(beside), "{language:?}");
        window.press_message("create-send");
        let [Command::Form(FormCommand::Send { draft, .. })] = &window.take_commands()[..] else {
            panic!("not sent")
        };
        assert_eq!(
            draft.primary_price,
            Some(Price::on_wire(250_005)),
            "the price is sent in the marketplace's unit"
        );
    }
}

#[test]
fn an_ambiguous_number_is_not_guessed() {
    let mut window = form_without_price(Language::English);
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "12.000");
    assert!(window.shows("This number can be read in two ways. Leave out points and commas"));
}

#[test]
fn an_incomplete_product_cannot_be_sent_and_the_reason_is_shown() {
    let mut window = TestWindow::signed_in(Language::English);
    window.press_message("nav-create");
    let send = window.message("create-send");
    assert!(!window.is_enabled(&send));
    assert!(window.shows("Still required: Name, Photos, Price"));
}

#[test]
fn an_invalid_number_is_reported_at_its_field_immediately() {
    let mut window = form_without_price(Language::English);
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "12.5");
    assert!(window.shows("Enter a whole number"));
    let send = window.message("create-send");
    assert!(!window.is_enabled(&send));
}

#[test]
fn a_refusal_keeps_the_entries_and_marks_its_field() {
    for language in Language::ALL {
        let mut window = form_without_price(language);
        let price = window.label(Field::PrimaryPrice);
        window.type_into(&price, "5");
        window.press_message("create-send");
        window.take_commands();
        let refused = Problem {
            form: AnswerForm::Own,
            ..Problem::new(ProblemKind::Unprocessable)
                .with_field("primary_price")
                .with_quotation("must be at least 1000")
        };
        window.deliver(Event::Form(FormEvent::Result(Err(refused))));
        let five = window.app().words().integer(5);
        assert_eq!(window.value(&price), five, "a complete number is written in the digits of the language");
        assert_eq!(window.value(&window.label(Field::Name)), "Rug");
        assert!(window.shows_message("create-rejected"));
        // The banner shows and announces it, and the field shows it.
        assert_eq!(window.count_shown("must be at least 1000"), 3, "{language:?}");
        window.type_into(&price, "000");
        let marked = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.label().as_deref() == Some(price.as_str())
                && node.data().description().is_some_and(|said| said.contains("must be at least 1000"))
        };
        assert_eq!(window.harness.query_all_by(marked).count(), 0, "a changed field is no longer marked");
        assert!(window.shows_message("create-rejected"), "{language:?}: why stays in sight");
    }
}

#[test]
fn after_a_lost_answer_the_form_is_locked_while_the_shop_is_checked() {
    let mut window = form_without_price(Language::English);
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "500");
    window.press_message("create-send");
    window.deliver(Event::Form(FormEvent::Checking));
    assert!(window.shows_message("create-checking"));
    let sending = window.message("create-sending");
    assert!(!window.is_enabled(&sending));
}

#[test]
fn success_offers_a_similar_product_and_the_products_list() {
    let mut window = form_without_price(Language::English);
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "500");
    window.press_message("create-send");
    window.deliver(Event::Form(FormEvent::Result(Ok(Some(ProductId::from(77))))));
    assert!(window.shows("77"));
    let sent = window.take_commands();
    assert!(
        sent.iter().any(|command| matches!(command, Command::Catalog(CatalogCommand::LoadNewest))),
        "the details of the new product are loaded"
    );
    assert!(
        !sent.iter().any(|command| matches!(command, Command::Catalog(CatalogCommand::Load))),
        "the whole shop is not loaded again"
    );
    window.press_message("create-done-keep-texts");
    assert_eq!(window.value(&window.label(Field::Name)), "Rug");
    assert!(window.shows("Still required: Photos"), "photos are not reused for the next product");
}

#[test]
fn create_and_add_another_empties_the_form_and_offers_the_product_that_was_created() {
    for language in Language::ALL {
        let mut window = form_without_price(language);
        scenes::products(40).into_iter().for_each(|event| window.deliver(event));
        let price = window.label(Field::PrimaryPrice);
        window.type_into(&price, "500");
        window.press_message("create-send-next");
        window.deliver(Event::Form(FormEvent::Checking));
        window.deliver(Event::Form(FormEvent::Result(Ok(Some(ProductId::from(77))))));
        assert_eq!(window.value(&window.label(Field::Name)), "");
        assert!(window.app().model().form.photos.is_empty());
        let done = window.format("create-done-title", args!["name" => "Rug"]);
        assert!(window.shows(&done), "{language:?}");
        window.press_message("create-done-show");
        assert_eq!(window.app().model().screen, Screen::Products);
        window.harness.run();
        assert!(focused(&window).contains("Rug"), "{language:?}: {}", focused(&window));
        assert!(!window.shows(&done), "the message has done its work");
    }
}

#[test]
fn a_search_that_hides_the_new_product_ends() {
    let mut window = form_without_price(Language::English);
    scenes::products(40).into_iter().for_each(|event| window.deliver(event));
    window.press_message("nav-products");
    let find = window.message("products-search");
    window.type_into(&find, "گلیم");
    window.press_message("nav-create");
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "500");
    window.press_message("create-send");
    window.deliver(Event::Form(FormEvent::Result(Ok(Some(ProductId::from(77))))));
    window.press_message("create-done-products");
    window.harness.run();
    assert!(focused(&window).contains("Rug"), "{}", focused(&window));
    assert_eq!(window.value(&find), "");
}

#[test]
fn a_name_that_a_product_of_the_shop_has_is_said_at_the_field() {
    for language in Language::ALL {
        let mut window = form_without_price(language);
        scenes::products(12).into_iter().for_each(|event| window.deliver(event));
        assert!(!window.shows_message("import-equal-name-in-shop"));
        let taken = window.app().model().products.list().product(0).unwrap().title;
        window.app_mut().act(Action::Form(FormAction::Type(Field::Name, format!(" {taken} "))));
        window.harness.run();
        assert!(window.shows_message("import-equal-name-in-shop"), "{language:?}");
        let price = window.label(Field::PrimaryPrice);
        window.type_into(&price, "500");
        assert!(window.is_enabled(&window.message("create-send")), "it is a warning, not a refusal");
    }
}

/// The forms that the window saves when nothing happens for a while.
fn saved_forms(window: &mut TestWindow) -> Vec<Option<FormContents>> {
    window.harness.run_steps(8);
    window.take_saved_forms()
}

#[test]
fn a_form_survives_a_restart() {
    for language in Language::ALL {
        let mut window = form_without_price(language);
        let brief = window.label(Field::Brief);
        window.type_into(&brief, "بافته با دست");
        let contents = saved_forms(&mut window)
            .pop()
            .flatten()
            .unwrap_or_else(|| panic!("{language:?}: no form was saved"));
        assert!(saved_forms(&mut window).is_empty(), "{language:?}: it is saved once");

        let mut next = TestWindow::signed_in(language);
        assert!(saved_forms(&mut next).is_empty(), "an untouched form does not replace the saved one");
        let restored = RestoredForm { contents, photos: vec![("/rug.jpg".into(), PhotoEdit::default())] };
        next.deliver(Event::Form(FormEvent::Restored(Box::new(restored))));
        let sent = next.take_commands();
        assert!(matches!(sent.as_slice(), [Command::Form(FormCommand::AddPhoto { .. })]), "{sent:?}");
        next.press_message("nav-create");
        assert_eq!(next.app().model().form.text(Field::Name), "Rug");
        assert_eq!(next.app().model().form.text(Field::Brief), "بافته با دست");
    }
}

#[test]
fn what_was_typed_for_one_account_is_not_shown_to_another() {
    let mut window = form_without_price(Language::English);
    window.deliver(Event::Left);
    assert!(window.app().model().form.is_empty());
    window.deliver(scenes::signed_in());
    assert!(
        saved_forms(&mut window).is_empty(),
        "what the other account has saved is not replaced by nothing"
    );
}

#[test]
fn photos_can_be_moved_removed_and_retried() {
    let mut window = form_without_price(Language::English);
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "500");
    window.app_mut().act(Action::Form(FormAction::Add(vec![photo("back.jpg")])));
    window.deliver(Event::Form(FormEvent::Photo {
        id: FormPhotoId(1),
        state: FormPhotoState::Failed(scenes::unreachable()),
    }));
    assert!(window.shows("A photo failed to upload"));
    window.take_commands();
    window.press("Upload back.jpg again");
    assert!(matches!(
        window.take_commands().as_slice(),
        [Command::Form(FormCommand::RetryPhoto(FormPhotoId(1)))]
    ));
    window.deliver(Event::Form(FormEvent::Photo {
        id: FormPhotoId(1),
        state: FormPhotoState::Uploaded(FileId::from(6)),
    }));
    window.press("Move back.jpg forward");
    assert!(window.shows("Photo 1: back.jpg"));
    window.press("Remove rug.jpg");
    assert!(!window.shows("rug.jpg"));
}

#[test]
fn a_cleared_form_and_a_removed_photo_are_put_back() {
    for language in Language::ALL {
        let mut window = form_without_price(language);
        let (name, clear, undo) =
            (window.label(Field::Name), window.message("create-clear"), window.message("undo"));
        assert!(!window.shows(&undo));
        window.press(&clear);
        assert_eq!(window.value(&name), "");
        assert!(
            window.shows(&window.format("create-cleared", args!["count" => 1])),
            "{language:?}: it says what it took"
        );
        assert!(window.shows(&clear) && !window.is_enabled(&clear), "{language:?}: it stays where it is");
        window.press(&undo);
        assert_eq!(window.value(&name), "Rug");
        assert!(window.shows("rug.jpg") && !window.shows(&undo), "{language:?}");

        window.press(&window.format("create-photo-remove", args!["name" => "rug.jpg"]));
        assert!(!window.shows("rug.jpg") && window.shows_message("create-photo-removed"), "{language:?}");
        window.app_mut().act(Action::Form(FormAction::Type(Field::Name, "Kilim".to_owned())));
        window.harness.run();
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.harness.run();
        assert!(window.shows("rug.jpg"), "{language:?}: what is typed since does not hinder it");
        assert_eq!(window.value(&name), "Kilim");
        assert!(window.take_commands().is_empty(), "{language:?}: the photo stays uploaded");
    }
}

#[test]
fn a_product_like_another_one_leaves_what_was_in_the_form_to_be_put_back() {
    for language in Language::ALL {
        let mut window = form_without_price(language);
        let like = vitrine_domain::Draft { name: "Kilim".to_owned(), ..Default::default() };
        window.app_mut().act(Action::Form(FormAction::Begin(Box::new(like))));
        window.harness.run();
        assert!(window.shows(&window.format("create-replaced", args!["count" => 1])), "{language:?}");
        window.press_message("undo");
        assert_eq!(window.value(&window.label(Field::Name)), "Rug");
    }
}

#[test]
fn a_product_without_a_price_is_asked_about_before_it_is_created() {
    for language in Language::ALL {
        let mut window = form_without_price(language);
        let mut signed_in = scenes::signed_in();
        let Event::Session(Session::SignedIn { rules, .. }) = &mut signed_in else { unreachable!() };
        *rules = Arc::new(CreateRules { required: vec![Field::Name, Field::Photo], ..(**rules).clone() });
        window.deliver(signed_in);
        window.app_mut().act(Action::Go(Screen::Create));
        window.harness.run();
        window.take_commands();
        window.press_message("create-send");
        assert!(window.take_commands().is_empty(), "{language:?}: nothing is sent before the answer");
        assert!(window.shows_message("create-unpriced-body"), "{language:?}");
        window.press_message("create-unpriced-back");
        assert!(!window.shows_message("create-unpriced-body"), "{language:?}");
        window.press_message("create-send");
        window.press_message("import-unpriced-create");
        let sent = window.take_commands();
        assert!(
            matches!(sent.as_slice(), [Command::Form(FormCommand::Send { draft, .. })] if draft.primary_price.is_none()),
            "{sent:?}"
        );
    }
}

#[test]
fn photos_dropped_on_the_form_are_its_own_and_a_folder_is_reviewed() {
    let mut window = form_without_price(Language::English);
    window.app_mut().act(Action::Drop(vec!["/back.JPG".into()]));
    assert!(matches!(window.take_commands().as_slice(), [Command::Form(FormCommand::AddPhoto { .. })]));
    window.app_mut().act(Action::Drop(vec!["/photos/Rugs".into()]));
    let sent = window.take_commands();
    assert!(
        sent.iter().any(|command| matches!(command, Command::Import(ImportCommand::Plan { .. }))),
        "{sent:?}"
    );
    assert_eq!(window.app().model().screen, Screen::Import);
    assert_eq!(window.app().model().form.photos.len(), 2, "what is in the form stays");
}

#[test]
fn photos_can_be_chosen_and_pasted() {
    let mut window = TestWindow::signed_in(Language::English);
    window.press_message("nav-create");
    window.press_message("create-photos-choose");
    window.press_message("create-photos-paste");
    assert!(matches!(
        window.take_commands().as_slice(),
        [
            Command::Platform(PlatformCommand::Pick(PickTarget::FormPhotos)),
            Command::Platform(PlatformCommand::Paste { target: PasteTarget::Form, .. })
        ]
    ));
    window.deliver(Event::Platform(PlatformEvent::Pasted {
        target: PasteTarget::Form,
        photos: vec![photo("pasted.png")],
    }));
    assert!(matches!(
        window.take_commands().as_slice(),
        [Command::Form(FormCommand::AddPhoto { id: FormPhotoId(0), .. })]
    ));
    assert!(window.shows("pasted.png"));
}

#[test]
fn a_product_that_may_exist_needs_a_decision_before_it_is_sent_again() {
    for language in Language::ALL {
        let mut window = form_without_price(language);
        let price = window.label(Field::PrimaryPrice);
        window.type_into(&price, "500");
        window.press_message("create-send");
        window.take_commands();
        window.deliver(Event::Form(FormEvent::Result(Err(Problem::new(ProblemKind::Ambiguous)))));
        let sending = window.message("create-sending");
        assert!(!window.is_enabled(&sending), "{language:?}");
        window.press_message("import-decision-missing");
        window.press_message("create-send");
        assert!(matches!(window.take_commands().as_slice(), [Command::Form(FormCommand::Send { .. })]));
        window.deliver(Event::Form(FormEvent::Result(Err(Problem::new(ProblemKind::Ambiguous)))));
        window.press_message("import-decision-exists");
        assert!(window.shows_message("create-done-no-id"));
    }
}

#[test]
fn what_every_product_needs_stands_on_the_first_screen() {
    for language in Language::ALL {
        for required in [false, true] {
            let mut window = TestWindow::with_size(language, [1100.0, 760.0]);
            if required {
                window.show_steps(scenes::category_scenes::form().into_iter().take(3));
            } else {
                window.deliver(scenes::signed_in());
                window.app_mut().act(Action::Go(Screen::Create));
            }
            window.harness.run();
            let foot = window.harness.get_by_label(&window.message("create-send")).rect().top() - 8.0;
            let [name, price, stock] =
                [Field::Name, Field::PrimaryPrice, Field::Stock].map(|field| window.label(field));
            let choose = window.message("create-photos-choose");
            let mut needed = vec![name, price, stock, choose];
            if required {
                needed.push(window.label(Field::CategoryId));
            }
            for name in needed {
                let rect = window.harness.get_all_by_label(&name).last().unwrap().rect();
                assert!(
                    rect.top() > 0.0 && rect.bottom() <= foot,
                    "{language:?}, categories: {required}: {name} at {rect:?}, foot {foot}"
                );
            }
            let when = window.message("create-photos-when");
            assert!(window.shows(&when), "{language:?}: {:?}", window.texts());
        }
    }
}
