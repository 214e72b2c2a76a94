//! What the screens do, as a person and a screen reader meet them, in both languages.

mod ui_kit;

use std::path::PathBuf;

use egui_kittest::kittest::Queryable;
use ui_kit::{Stage, scenes};
use vitrine::args;
use vitrine::domain::{Code, Field, FileId, Problem, ProductId};
use vitrine::i18n::Language;
use vitrine::import::{DraftId, State};
use vitrine::ui::{Action, FormAction, Screen};
use vitrine::worker::{
    Command, Event, FormPhotoId, FormPhotoState, KeepToken, MarketChoice, PasteTarget, PhotoSource, Picked, ProductsUpdate, Progress,
    Session, Waiting,
};

const BOTH: [Language; 2] = Language::ALL;

fn photo(name: &str) -> PhotoSource {
    PhotoSource::File(PathBuf::from("/photos").join(name))
}

mod every_screen {
    use super::*;

    /// `Stage::tell` runs the window until nothing asks for another frame, and fails when that does not happen.
    #[test]
    fn settles_in_both_languages_and_at_the_least_size() {
        for language in BOTH {
            for size in [[1100.0, 760.0], [720.0, 480.0]] {
                for scene in scenes::all() {
                    Stage::sized(language, size).play(scene);
                }
            }
        }
    }

    #[test]
    fn is_reached_from_the_navigation() {
        for language in BOTH {
            let mut stage = Stage::in_shop(language);
            for (key, heading) in
                [("nav-products", "products-title"), ("nav-webhooks", "webhooks-title"), ("nav-settings", "settings-title")]
            {
                stage.press_key(key);
                assert!(stage.shows_key(heading), "{language:?} {key}");
            }
        }
    }

    #[test]
    fn shows_no_key_in_place_of_words() {
        for language in BOTH {
            for scene in scenes::all() {
                let name = scene.name;
                let mut stage = Stage::new(language);
                stage.play(scene);
                for prefix in
                    ["login-", "import-", "create-", "products-", "webhooks-", "settings-", "column-", "nav-", "problem-", "field-"]
                {
                    assert!(!stage.shows(prefix), "{language:?} {name}: a bare key {prefix}…");
                }
            }
        }
    }

    #[test]
    fn an_account_without_a_shop_is_told_so_and_what_to_do() {
        for language in BOTH {
            let mut stage = Stage::new(language);
            let scene = scenes::all().into_iter().find(|scene| scene.name == "no-shop").unwrap();
            stage.play(scene);
            assert!(stage.shows_key("no-shop-title"));
            assert!(stage.shows_key("no-shop-remedy"));
        }
    }

    #[test]
    fn a_problem_of_no_screen_is_shown_until_it_is_dismissed() {
        let mut stage = Stage::in_shop(Language::English);
        stage.tell(Event::Problem(scenes::unreachable()));
        assert!(stage.shows("cannot be reached"));
        stage.press_key("dismiss");
        assert!(!stage.shows("cannot be reached"));
    }
}

mod signing_in {
    use super::*;

    fn at_a_market(problem: Option<Problem>) -> Stage {
        let mut stage = Stage::new(Language::English);
        stage.tell(Event::Session(Session::SignedOut { market: "Basket".to_owned(), practice: false, problem }));
        stage
    }

    #[test]
    fn the_practice_shop_opens_with_one_press() {
        for language in BOTH {
            let mut stage = Stage::new(language);
            stage.press_key("login-practice-action");
            assert!(matches!(stage.sent().as_slice(), [Command::UseMarket(MarketChoice::Practice)]), "{language:?}");
        }
    }

    #[test]
    fn a_market_file_is_picked_and_used() {
        let mut stage = Stage::new(Language::English);
        stage.press_key("login-own-choose");
        assert!(matches!(stage.sent().as_slice(), [Command::Pick(Picked::MarketFile)]));
        stage.tell(Event::Picked { what: Picked::MarketFile, paths: vec![PathBuf::from("/m.toml")] });
        assert!(matches!(stage.sent().as_slice(), [Command::UseMarket(MarketChoice::File(path))] if path == &PathBuf::from("/m.toml")));
    }

    #[test]
    fn a_pasted_token_is_kept_where_the_person_says() {
        let mut stage = at_a_market(None);
        let name = stage.words("login-token");
        stage.type_into(&name, "secret-token");
        stage.press_key("login-keep-session");
        stage.press_key("login-sign-in");
        let sent = stage.sent();
        let [Command::SignIn { token, keep: KeepToken::ThisSession, .. }] = sent.as_slice() else { panic!("{sent:?}") };
        assert_eq!(secrecy::ExposeSecret::expose_secret(token), "secret-token");
    }

    #[test]
    fn a_refused_token_stays_in_its_field_and_the_reason_is_told() {
        let mut stage = at_a_market(None);
        let name = stage.words("login-token");
        stage.type_into(&name, "secret-token");
        stage.press_key("login-sign-in");
        stage.sent();
        let refused = Some(Problem::new(Code::Unauthorized));
        stage.tell(Event::Session(Session::SignedOut { market: "Basket".to_owned(), practice: false, problem: refused }));
        assert!(stage.shows("did not accept your token"));
        stage.press_key("login-sign-in");
        assert_eq!(stage.sent().len(), 1, "the same token can be sent again");
    }

    #[test]
    fn without_a_keychain_the_token_can_be_kept_for_the_session() {
        let mut stage = at_a_market(None);
        let name = stage.words("login-token");
        stage.type_into(&name, "secret-token");
        stage.tell(Event::Session(Session::SignedOut {
            market: "Basket".to_owned(),
            practice: false,
            problem: Some(Problem::new(Code::NoKeychain)),
        }));
        stage.press_key("login-sign-in");
        assert!(matches!(stage.sent().as_slice(), [Command::SignIn { keep: KeepToken::ThisSession, .. }]));
    }

    #[test]
    fn the_browser_is_offered_where_the_marketplace_has_a_page_for_it() {
        for language in BOTH {
            let mut stage = Stage::new(language);
            let name = stage.words("login-browser");
            stage.tell(Event::BrowserSignIn(false));
            stage.tell(Event::Session(Session::SignedOut { market: "Basket".to_owned(), practice: false, problem: None }));
            assert!(!stage.shows(&name), "{language:?}");

            stage.tell(Event::BrowserSignIn(true));
            stage.press_key("login-browser");
            assert!(matches!(stage.sent().as_slice(), [Command::SignInBrowser(_)]), "{language:?}");
            stage.tell(Event::SignInAddress("https://market.example/sso?state=x".to_owned()));
            stage.press_key("cancel");
            assert!(matches!(stage.sent().as_slice(), [Command::SignInCancel]), "{language:?}");
            stage.tell(Event::Session(Session::SignedOut { market: "Basket".to_owned(), practice: false, problem: None }));
            assert!(stage.shows(&name), "{language:?}");
        }
    }

    #[test]
    fn nothing_is_sent_without_a_token() {
        let stage = at_a_market(None);
        let name = stage.words("login-sign-in");
        assert!(!stage.is_enabled(&name));
    }

    #[test]
    fn the_token_is_never_shown_nor_told_to_a_screen_reader_unless_asked_for() {
        let mut stage = at_a_market(None);
        let name = stage.words("login-token");
        stage.type_into(&name, "secret-token");
        assert!(!stage.shows("secret-token"));
        assert!(!stage.value(&name).contains("secret"));
    }

    #[test]
    fn the_products_are_loaded_as_soon_as_a_shop_is_there() {
        let mut stage = Stage::new(Language::English);
        stage.tell(scenes::signed_in());
        assert!(matches!(stage.sent().as_slice(), [Command::LoadProducts]));
    }
}

mod products {
    use super::*;

    fn loaded(language: Language, count: u64) -> Stage {
        let mut stage = Stage::in_shop(language);
        stage.app_mut().act(Action::Go(Screen::Products));
        stage.tell(scenes::products(count));
        stage.sent();
        stage
    }

    #[test]
    fn every_column_of_a_product_is_shown_in_the_windows_language() {
        let stage = loaded(Language::Persian, 3);
        for text in ["Ceramic bowl, blue", "۱۲۵٬۰۰۰", "در انتظار تأیید", "۱۴", "عمده"] {
            assert!(stage.shows(text), "{text}");
        }
    }

    #[test]
    fn only_the_pictures_in_view_are_asked_for() {
        let mut stage = Stage::in_shop(Language::English);
        stage.app_mut().act(Action::Go(Screen::Products));
        stage.tell(scenes::products(10_000));
        assert!((5..40).contains(&stage.pictures_wanted()), "{}", stage.pictures_wanted());
    }

    #[test]
    fn finding_narrows_the_table_and_says_how_far() {
        let mut stage = loaded(Language::English, 24);
        let find = stage.words("products-find");
        stage.type_into(&find, "WALNUT");
        assert!(stage.shows("Walnut cutting board"));
        assert!(!stage.shows("Ceramic bowl"));
        assert!(stage.shows(&stage.format("products-shown", args!["shown" => 2, "total" => 24])));
        stage.type_into(&find, "xyz");
        assert!(stage.shows_key("products-none-title"));
        stage.press_key("products-none-clear");
        assert!(stage.shows("Ceramic bowl"));
    }

    #[test]
    fn a_head_sorts_up_then_down_then_as_the_shop_lists() {
        let mut stage = loaded(Language::English, 6);
        let price = |text: &String| text.contains(',') && text.chars().all(|c| c.is_ascii_digit() || c == ',');
        let first = |stage: &Stage| stage.texts().into_iter().find(price).unwrap_or_default();
        let price = stage.words("column-price");
        let (by, up) =
            (stage.format("sort-by", args!["column" => price.as_str()]), stage.format("sorted-up", args!["column" => price.as_str()]));
        let down = stage.format("sorted-down", args!["column" => price.as_str()]);
        assert_eq!(first(&stage), "125,000");
        stage.press(&by);
        assert_eq!(first(&stage), "125,000");
        stage.press(&up);
        assert_eq!(first(&stage), "513,885");
        stage.press(&down);
        assert_eq!(first(&stage), "125,000");
    }

    #[test]
    fn a_failed_refresh_keeps_the_rows_beside_the_problem() {
        let mut stage = loaded(Language::English, 6);
        stage.press_key("refresh");
        assert!(matches!(stage.sent().as_slice(), [Command::LoadProducts]));
        stage.tell(Event::Products(ProductsUpdate::Started));
        stage.tell(Event::Products(ProductsUpdate::Failed(scenes::unreachable())));
        assert!(stage.shows("cannot be reached"));
        assert!(stage.shows("Ceramic bowl"));
        stage.press_key("retry");
        assert!(matches!(stage.sent().as_slice(), [Command::LoadProducts]));
    }

    #[test]
    fn an_empty_shop_leads_to_the_import() {
        let mut stage = loaded(Language::English, 0);
        stage.press_key("products-empty-import");
        assert!(stage.shows_key("import-empty-title"));
    }
}

mod creating {
    use super::*;

    /// High enough to see the whole form: what is not in view cannot be pressed.
    fn ready(language: Language) -> Stage {
        let mut stage = Stage::sized(language, [1100.0, 1500.0]);
        stage.tell(scenes::signed_in());
        stage.app_mut().act(Action::Go(Screen::Create));
        stage.app_mut().act(Action::Form(FormAction::Add(vec![photo("rug.jpg")])));
        stage.tell(Event::FormPhoto { id: FormPhotoId(0), state: FormPhotoState::Uploaded(FileId::from(5)) });
        let name = stage.app().words().field(Field::Name).into_owned();
        stage.type_into(&name, "Rug");
        stage.sent();
        stage
    }

    fn label(stage: &Stage, field: Field) -> String {
        stage.app().words().field(field).into_owned()
    }

    #[test]
    fn all_twelve_fields_are_there() {
        for language in BOTH {
            let mut stage = Stage::sized(language, [1100.0, 2200.0]);
            stage.tell(scenes::signed_in());
            stage.press_key("nav-create");
            // The cover is the first of the photos.
            for field in Field::ALL.into_iter().filter(|field| *field != Field::Photo) {
                assert!(stage.shows(&label(&stage, field)), "{language:?} {field:?}");
            }
        }
    }

    #[test]
    fn a_price_in_persian_digits_is_sent_as_a_number() {
        for language in BOTH {
            let mut stage = ready(language);
            let price = label(&stage, Field::PrimaryPrice);
            stage.type_into(&price, "۱۲٬۰۰۰");
            stage.press_key("create-send");
            let sent = stage.sent();
            let [Command::FormSend { draft, photos }] = sent.as_slice() else { panic!("{sent:?}") };
            assert_eq!(draft.primary_price, Some(12_000));
            assert_eq!(draft.name, "Rug");
            assert_eq!(photos, &[FormPhotoId(0)]);
        }
    }

    #[test]
    fn a_product_cannot_be_sent_before_it_is_complete_and_the_reason_is_told() {
        let mut stage = Stage::in_shop(Language::English);
        stage.press_key("nav-create");
        let send = stage.words("create-send");
        assert!(!stage.is_enabled(&send));
        assert!(stage.shows("Still needed: Name, Photos, Price"));
    }

    #[test]
    fn a_wrong_number_is_told_at_its_field_at_once() {
        let mut stage = ready(Language::English);
        let price = label(&stage, Field::PrimaryPrice);
        stage.type_into(&price, "12.5");
        assert!(stage.shows("not a whole number"));
        let send = stage.words("create-send");
        assert!(!stage.is_enabled(&send));
    }

    #[test]
    fn a_refusal_keeps_everything_typed_and_marks_the_field_it_names() {
        for language in BOTH {
            let mut stage = ready(language);
            let price = label(&stage, Field::PrimaryPrice);
            stage.type_into(&price, "5");
            stage.press_key("create-send");
            stage.sent();
            let refused =
                Problem { has_body: true, ..Problem::new(Code::Unprocessable).in_field("primary_price").saying("must be at least 1000") };
            stage.tell(Event::FormResult(Err(refused)));
            assert_eq!(stage.value(&price), "5");
            assert_eq!(stage.value(&label(&stage, Field::Name)), "Rug");
            assert!(stage.shows_key("create-refused"));
            // Told in the banner and again at the field.
            assert_eq!(stage.times_shown("must be at least 1000"), 2, "{language:?}");
            stage.type_into(&price, "000");
            assert!(!stage.shows("must be at least 1000"), "a field that was changed is no longer marked");
        }
    }

    #[test]
    fn a_lost_answer_is_said_to_be_looked_into_and_nothing_can_be_sent_meanwhile() {
        let mut stage = ready(Language::English);
        let price = label(&stage, Field::PrimaryPrice);
        stage.type_into(&price, "500");
        stage.press_key("create-send");
        stage.tell(Event::FormChecking);
        assert!(stage.shows_key("create-checking"));
        let sending = stage.words("create-sending");
        assert!(!stage.is_enabled(&sending));
    }

    #[test]
    fn success_offers_another_like_it_and_the_products() {
        let mut stage = ready(Language::English);
        let price = label(&stage, Field::PrimaryPrice);
        stage.type_into(&price, "500");
        stage.press_key("create-send");
        stage.tell(Event::FormResult(Ok(Some(ProductId::from(77)))));
        assert!(stage.shows("77"));
        assert!(stage.sent().iter().any(|command| matches!(command, Command::LoadProducts)), "the table gets the new product");
        stage.press_key("create-done-another");
        assert_eq!(stage.value(&label(&stage, Field::Name)), "Rug");
        assert!(stage.shows("Still needed: Photos"), "a photo serves one product only");
    }

    #[test]
    fn photos_can_be_moved_removed_and_tried_again() {
        let mut stage = ready(Language::English);
        let price = label(&stage, Field::PrimaryPrice);
        stage.type_into(&price, "500");
        stage.app_mut().act(Action::Form(FormAction::Add(vec![photo("back.jpg")])));
        stage.tell(Event::FormPhoto { id: FormPhotoId(1), state: FormPhotoState::Failed(scenes::unreachable()) });
        assert!(stage.shows("A photo was not sent"));
        stage.sent();
        stage.press("Send back.jpg again");
        assert!(matches!(stage.sent().as_slice(), [Command::FormPhotoRetry(FormPhotoId(1))]));
        stage.tell(Event::FormPhoto { id: FormPhotoId(1), state: FormPhotoState::Uploaded(FileId::from(6)) });
        stage.press("Move back.jpg earlier");
        assert!(stage.shows("Photo 1: back.jpg"));
        stage.press("Remove rug.jpg");
        assert!(matches!(stage.sent().as_slice(), [Command::FormPhotoRemove(FormPhotoId(0))]));
        assert!(!stage.shows("rug.jpg"));
    }

    #[test]
    fn photos_come_by_choosing_and_by_pasting() {
        let mut stage = Stage::in_shop(Language::English);
        stage.press_key("nav-create");
        stage.press_key("create-photos-choose");
        stage.press_key("create-photos-paste");
        assert!(matches!(stage.sent().as_slice(), [Command::Pick(Picked::FormPhotos), Command::Paste(PasteTarget::Form)]));
        stage.tell(Event::Pasted { target: PasteTarget::Form, photos: vec![photo("pasted.png")] });
        assert!(matches!(stage.sent().as_slice(), [Command::FormPhotoAdd { id: FormPhotoId(0), .. }]));
        assert!(stage.shows("pasted.png"));
    }
}

mod importing {
    use super::*;

    fn planned(language: Language) -> Stage {
        let mut stage = Stage::in_shop(language);
        stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        stage.harness.run();
        let sent = stage.sent();
        assert!(matches!(sent.as_slice(), [Command::Plan { paths, .. }] if paths == &[PathBuf::from("/photos")]), "{sent:?}");
        stage.tell(scenes::planned(3, 2));
        stage
    }

    fn start(count: i32, stage: &Stage) -> String {
        stage.format("import-start-count", args!["count" => count])
    }

    fn running(language: Language) -> Stage {
        let mut stage = Stage::in_shop(language);
        let scene = scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap();
        stage.play(scene);
        stage.sent();
        stage
    }

    #[test]
    fn a_price_for_all_in_persian_digits_and_start_sends_every_product() {
        for language in BOTH {
            let mut stage = planned(language);
            let price = stage.app().words().field(Field::PrimaryPrice).into_owned();
            stage.type_into(&price, "۱۲٬۰۰۰");
            let own = stage.format("import-price-of", args!["row" => 2]);
            stage.type_into(&own, "۷۰۰");
            let start = start(3, &stage);
            stage.press(&start);
            let sent = stage.sent();
            let drafts = sent
                .iter()
                .find_map(|command| if let Command::ImportStart { drafts, again: false } = command { Some(drafts) } else { None });
            let prices: Vec<_> = drafts.unwrap().iter().map(|planned| planned.draft.primary_price).collect();
            assert_eq!(prices, [Some(12_000), Some(700), Some(12_000)], "{language:?}");
        }
    }

    #[test]
    fn incomplete_products_stop_the_start_and_can_be_left_out() {
        let mut stage = planned(Language::English);
        let name = start(3, &stage);
        assert!(!stage.is_enabled(&name));
        assert!(stage.shows("3 products cannot be sent yet: Price"));
        let own = stage.format("import-price-of", args!["row" => 1]);
        stage.type_into(&own, "500");
        stage.press_key("import-incomplete-remove");
        let name = start(1, &stage);
        assert!(stage.is_enabled(&name));
    }

    #[test]
    fn a_name_can_be_edited_and_a_row_taken_out() {
        let mut stage = planned(Language::English);
        let name = stage.format("import-name-of", args!["row" => 2]);
        stage.type_into(&name, " XL");
        assert_eq!(stage.value(&name), "Ceramic bowl, blue XL");
        let remove = stage.format("import-remove-row", args!["name" => "Ceramic bowl, blue XL"]);
        stage.press(&remove);
        assert!(stage.shows(&stage.format("count-products", args!["count" => 2])));
    }

    #[test]
    fn another_grouping_plans_the_same_files_anew() {
        let mut stage = planned(Language::English);
        let by_name = stage.app().words().grouping(vitrine::import::Grouping::Name).into_owned();
        stage.press(&by_name);
        let sent = stage.sent();
        assert!(matches!(sent.as_slice(), [Command::Plan { grouping: vitrine::import::Grouping::Name, .. }]), "{sent:?}");
    }

    #[test]
    fn unusable_files_are_counted_and_named() {
        let mut stage = planned(Language::English);
        assert!(stage.shows("2 files cannot be used"));
        stage.press_key("details");
        assert!(stage.shows("DSC_0000.jpg"));
    }

    #[test]
    fn a_drop_without_photos_is_told_so() {
        let mut stage = Stage::in_shop(Language::English);
        stage.app_mut().act(Action::Drop(vec![PathBuf::from("/docs")]));
        stage.tell(Event::Planned { drafts: vec![], problems: vec![Problem::new(Code::NothingFound).about("/docs")], ignored: 7 });
        assert!(stage.shows_key("import-nothing-title"));
        assert!(stage.shows("7 other files"));
    }

    #[test]
    fn ten_thousand_products_are_drawn_a_screenful_at_a_time() {
        let mut stage = Stage::in_shop(Language::English);
        stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        stage.tell(scenes::planned(10_000, 0));
        assert!((3..40).contains(&stage.pictures_wanted()), "{}", stage.pictures_wanted());
        assert!(stage.shows("10,000 products"));
    }

    #[test]
    fn a_run_can_be_paused_continued_and_cancelled_after_a_question() {
        for language in BOTH {
            let mut stage = running(language);
            stage.press_key("import-pause");
            assert!(matches!(stage.sent().as_slice(), [Command::ImportPause]));
            stage.tell(Event::ImportProgress(Progress { waiting: Some(Waiting::Paused), ..stage.app().model().import_progress().clone() }));
            stage.press_key("import-continue");
            assert!(matches!(stage.sent().as_slice(), [Command::ImportContinue]));
            stage.press_key("import-cancel");
            assert!(stage.sent().is_empty(), "a question comes first");
            stage.press_key("import-cancel-yes");
            assert!(matches!(stage.sent().as_slice(), [Command::ImportCancel]), "{language:?}");
        }
    }

    #[test]
    fn a_run_says_how_far_it_is_and_what_it_waits_for() {
        let stage = running(Language::English);
        for text in ["12 of 40", "1 min 35 s left", "41 products a minute", "2.4 MB a second", "going on in 40 s"] {
            assert!(stage.shows(text), "{text}");
        }
    }

    #[test]
    fn failed_products_are_grouped_by_cause_and_tried_again_together() {
        let mut stage = running(Language::English);
        assert!(stage.shows("2 products: The marketplace did not accept “Price”"));
        stage.press("Try 2 again");
        let sent = stage.sent();
        let [Command::ImportRetry(drafts)] = sent.as_slice() else { panic!("{sent:?}") };
        assert_eq!(drafts.iter().map(|(id, _)| id.0).collect::<Vec<_>>(), [10, 13]);
    }

    #[test]
    fn a_failed_product_is_mended_where_it_failed() {
        let mut stage = running(Language::English);
        let failed = stage.words("import-count-failed");
        stage.press(&failed);
        let mend = stage.harness.get_all_by(|node| node.label().is_some_and(|label| label.starts_with("Mend "))).next().unwrap();
        mend.click();
        stage.harness.run();
        let price = stage.app().words().field(Field::PrimaryPrice).into_owned();
        stage.type_into(&price, "۹");
        stage.press_key("retry");
        let sent = stage.sent();
        let [Command::ImportRetry(drafts)] = sent.as_slice() else { panic!("{sent:?}") };
        assert_eq!(drafts[0].1.primary_price, Some(9), "typed after the 0 that was refused");
    }

    #[test]
    fn a_product_nobody_can_tell_about_is_decided_by_a_person() {
        let mut stage = running(Language::English);
        let person = stage.words("import-count-person");
        stage.press(&person);
        stage.press_key("import-not-there");
        assert!(matches!(stage.sent().as_slice(), [Command::ImportDecide { draft: DraftId(11), exists: false }]));
    }

    #[test]
    fn an_unfinished_import_is_offered_and_gone_on_with() {
        for language in BOTH {
            let mut stage = Stage::new(language);
            let scene = scenes::all().into_iter().find(|scene| scene.name == "import-empty").unwrap();
            stage.play(scene);
            stage.sent();
            assert!(stage.shows_key("import-unfinished-title"));
            stage.press_key("import-resume");
            assert!(matches!(stage.sent().as_slice(), [Command::ImportResume]));
        }
    }

    #[test]
    fn the_end_shows_product_numbers_and_reloads_the_shop() {
        let mut stage = Stage::in_shop(Language::English);
        let scene = scenes::all().into_iter().find(|scene| scene.name == "import-ended").unwrap();
        stage.play(scene);
        assert!(stage.shows("Number 90000"));
        assert!(stage.sent().iter().any(|command| matches!(command, Command::LoadProducts)));
        assert!(stage.shows_key("import-ended-some"), "two failed: that is not hidden");
    }

    #[test]
    fn files_can_be_chosen_without_dragging() {
        let mut stage = Stage::in_shop(Language::English);
        stage.press_key("import-choose-folder");
        stage.press_key("import-choose-photos");
        stage.press_key("import-paste");
        assert!(matches!(
            stage.sent().as_slice(),
            [Command::Pick(Picked::ImportFolder), Command::Pick(Picked::ImportPhotos), Command::Paste(PasteTarget::Import)]
        ));
        stage.tell(Event::Picked { what: Picked::ImportFolder, paths: vec![PathBuf::from("/a")] });
        assert!(matches!(stage.sent().as_slice(), [Command::Plan { .. }]));
    }

    #[test]
    fn an_expired_token_keeps_the_run_and_comes_back_to_it() {
        let mut stage = running(Language::English);
        let problem = Some(Problem::new(Code::Unauthorized));
        stage.tell(Event::Session(Session::SignedOut { market: "Basket".to_owned(), practice: false, problem }));
        assert!(stage.shows_key("login-token"));
        stage.tell(scenes::signed_in());
        assert!(stage.shows("12 of 40"));
    }

    #[test]
    fn each_state_has_a_word() {
        let mut stage = running(Language::Persian);
        stage.tell(Event::ImportRows(vec![scenes::row(0, State::NeedsPerson, None)]));
        let word = stage.app().words().state(State::NeedsPerson).into_owned();
        assert!(stage.shows(&word));
    }

    #[test]
    fn typing_survives_a_switch_to_another_screen_and_back() {
        let mut stage = planned(Language::English);
        let own = stage.format("import-price-of", args!["row" => 1]);
        stage.type_into(&own, "321");
        stage.press_key("nav-settings");
        stage.press_key("nav-import");
        assert_eq!(stage.value(&own), "321");
    }
}

mod webhooks {
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
}

mod settings {
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
        assert!(matches!(stage.sent().as_slice(), [Command::SaveSettings(settings)] if settings.theme == vitrine::worker::Theme::Dark));
        assert!(stage.harness.ctx.global_style().visuals.dark_mode);
    }
}

mod by_keyboard {
    use super::*;
    use eframe::egui::{Key, Modifiers};

    #[test]
    fn tab_and_space_do_what_the_pointer_does() {
        let mut stage = Stage::new(Language::English);
        let name = stage.words("login-practice-action");
        for _ in 0..20 {
            if stage.harness.get_by_label(&name).is_focused() {
                break;
            }
            stage.harness.key_press(Key::Tab);
            stage.harness.run();
        }
        assert!(stage.harness.get_by_label(&name).is_focused());
        stage.harness.key_press(Key::Space);
        stage.harness.run();
        assert!(matches!(stage.sent().as_slice(), [Command::UseMarket(MarketChoice::Practice)]));
    }

    #[test]
    fn control_and_a_digit_go_to_a_screen() {
        let mut stage = Stage::in_shop(Language::English);
        stage.harness.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
        stage.harness.run();
        assert!(stage.shows_key("products-title"));
        assert_eq!(stage.app().model().screen, Screen::Products);
    }
}

mod dropping {
    use super::*;
    use eframe::egui::{DroppedFileHandle, HoveredFile};
    use std::sync::Arc;

    #[derive(Debug)]
    struct File(PathBuf);

    impl eframe::egui::DroppedFile for File {
        fn path(&self) -> &std::path::Path {
            &self.0
        }

        fn bytes(&self) -> Result<Vec<u8>, String> {
            Err("the window reads no files".to_owned())
        }
    }

    fn drop_one(stage: &mut Stage, name: &str) {
        let file: DroppedFileHandle = Arc::new(File(PathBuf::from("/photos").join(name)));
        stage.harness.input_mut().dropped_files.push(file);
        stage.harness.step();
    }

    #[test]
    fn files_that_come_one_a_frame_are_one_drop() {
        let mut stage = Stage::in_shop(Language::English);
        drop_one(&mut stage, "a.jpg");
        drop_one(&mut stage, "b.jpg");
        stage.harness.run();
        let sent = stage.sent();
        assert!(matches!(sent.as_slice(), [Command::Plan { paths, .. }] if paths.len() == 2), "{sent:?}");
    }

    #[test]
    fn a_drop_goes_to_the_form_where_the_form_is_shown() {
        let mut stage = Stage::in_shop(Language::English);
        stage.press_key("nav-create");
        drop_one(&mut stage, "a.jpg");
        stage.harness.run();
        assert!(matches!(stage.sent().as_slice(), [Command::FormPhotoAdd { .. }]));
    }

    #[test]
    fn files_over_the_window_are_told_where_they_would_go() {
        let mut stage = Stage::in_shop(Language::English);
        stage.harness.input_mut().hovered_files.push(HoveredFile::default());
        stage.harness.step();
        stage.harness.step();
        assert!(stage.shows_key("drop-here-import"));
    }
}
