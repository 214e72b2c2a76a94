use super::focus::focused;
use super::*;

use std::sync::Arc;

use vitrine::i18n::without_direction_marks;
use vitrine::worker::{EditEvent, Origin, SaveTo};
use vitrine_core::import::PlannedDraft;
use vitrine_core::import::table::Cell;
use vitrine_domain::{CreateRules, Draft, Field, FieldValue, Product, PublicPage, Review};

use eframe::egui::{Key, Modifiers, accesskit::Role, pos2};

pub fn products_screen(language: Language, count: u64) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    window.app_mut().act(Action::Go(Screen::Products));
    window.deliver_all(scenes::products(count));
    window.take_commands();
    window
}

/// Gives the focus to the table's first row, as the Tab key does.
pub fn focus_first_row(window: &mut TestWindow) {
    let row = window.harness.get_all_by_role(Role::Row).nth(1).expect("a row below the headings");
    row.focus();
    window.harness.run();
}

pub fn row_of(window: &TestWindow, title: &str) -> eframe::egui::Pos2 {
    window.harness.get_all_by_label(title).next().expect("the product is shown").rect().center()
}

pub fn selected(window: &TestWindow, count: usize) -> bool {
    window.shows(&window.format("review-selected", args!["count" => count]))
}

#[test]
fn rows_are_selected_by_clicks_with_ctrl_and_shift_and_sums_are_shown() {
    let mut window = products_screen(Language::English, 6);
    for (modifiers, row, count) in
        [(Modifiers::COMMAND, 1, 1), (Modifiers::SHIFT, 3, 3), (Modifiers::COMMAND, 2, 2)]
    {
        let at = window.harness.get_all_by_role(Role::Row).nth(row + 1).unwrap().rect().center();
        window.click_with(modifiers, at);
        assert!(selected(&window, count), "{count}: {:?}", window.texts());
    }
    assert!(
        window.texts().iter().any(|text| text.starts_with("Prices add up to 561,108 rial")),
        "{:?}",
        window.texts()
    );
}

#[test]
fn a_click_on_a_row_opens_its_details_beside_the_table_and_in_a_narrow_window_in_its_place() {
    for (width, beside) in [(1280.0, true), (760.0, false)] {
        for language in Language::ALL {
            let mut window = TestWindow::with_size(language, [width, 700.0]);
            window.deliver(scenes::signed_in());
            window.app_mut().act(Action::Go(Screen::Products));
            window.deliver_all(scenes::products(6));
            window.take_commands();
            let at = row_of(&window, "Walnut cutting board");
            window.click(at);
            assert!(window.shows_message("products-details"), "{width} {language:?}");
            assert_eq!(window.shows("Ceramic bowl, blue"), beside, "{width} {language:?}");
            let asked =
                |command: &Command| matches!(command, Command::Catalog(CatalogCommand::FindOrigin(_)));
            assert_eq!(window.take_commands().iter().filter(|command| asked(command)).count(), 1);
            if !beside {
                assert!(
                    window.is_focused(&window.message("products-back")),
                    "{language:?}: {}",
                    focused(&window)
                );
            }
            window.press_message(if beside { "close" } else { "products-back" });
            assert!(window.shows("Ceramic bowl, blue") && !window.shows_message("products-details"));
            assert!(
                focused(&window).starts_with("Walnut cutting board"),
                "{width} {language:?}: {}",
                focused(&window)
            );
            window.key_press(Key::Enter);
            assert!(window.shows_message("products-details"));
            assert!(
                beside || window.is_focused(&window.message("products-back")),
                "{language:?}: {}",
                focused(&window)
            );
            window.key_press(Key::Escape);
            window.harness.run();
            assert!(
                focused(&window).starts_with("Walnut cutting board"),
                "{width} {language:?}: {}",
                focused(&window)
            );
        }
    }
}

#[test]
fn the_details_say_from_which_files_a_product_was_created_and_a_new_one_begins_like_it() {
    let mut window = products_screen(Language::English, 6);
    let at = row_of(&window, "Walnut cutting board");
    window.click(at);
    let planned = PlannedDraft {
        draft: Draft {
            description: Some("Oiled walnut".to_owned()),
            sku: Some("W-1".to_owned()),
            ..Draft::default()
        },
        source: "/photos/walnut".into(),
        source_name: "walnut".to_owned(),
        photos: vec!["/photos/walnut/front.jpg".into()],
        ..PlannedDraft::default()
    };
    let commands = window.take_commands();
    let product = commands.iter().find_map(|command| match command {
        Command::Catalog(CatalogCommand::FindOrigin(product)) => Some(product.clone()),
        _ => None,
    });
    let origin = Origin { at: "2026-11-20T10:35:00Z".parse().unwrap(), planned };
    window.deliver(Event::Catalog(CatalogEvent::Origin {
        product: product.unwrap(),
        origin: Some(Box::new(origin)),
    }));
    assert!(window.shows("front.jpg") && window.shows("Oiled walnut"));
    window.press_message("products-like");
    let form = &window.app().model().form;
    assert_eq!(
        (form.text(Field::Name), form.text(Field::Description)),
        ("Walnut cutting board", "Oiled walnut")
    );
    assert_eq!(form.text(Field::Sku), "", "a code of its own belongs to one product");
}

/// The second click of a double click goes to the row that was seen.
#[test]
fn a_row_stays_where_it_is_when_it_is_selected() {
    for language in Language::ALL {
        for size in [[1100.0, 760.0], [760.0, 500.0]] {
            let mut window = TestWindow::with_size(language, size);
            window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "products").unwrap());
            let places = |window: &TestWindow| {
                let name = window.message("products-title");
                let table = window.harness.get_by_role_and_label(Role::Table, &name);
                table.get_all_by_role(Role::Row).map(|row| row.rect()).collect::<Vec<_>>()
            };
            let before = places(&window);
            focus_first_row(&mut window);
            window.key_press(Key::Space);
            assert!(window.shows_message("review-select-none"), "{language:?}");
            assert_eq!(places(&window), before, "{language:?} {size:?}");
        }
    }
}

/// Each name runs from left to right, the list as the language.
#[test]
fn a_list_of_file_names_runs_in_the_direction_of_the_language() {
    for language in Language::ALL {
        let mut window = products_screen(language, 6);
        let at = row_of(&window, "Walnut cutting board");
        window.click(at);
        let photos = ["xa.jpg", "yb.jpg"].map(|name| PathBuf::from("/photos").join(name)).to_vec();
        let planned = PlannedDraft { source: "/photos".into(), photos, ..PlannedDraft::default() };
        let asked = |command| {
            if let Command::Catalog(CatalogCommand::FindOrigin(product)) = command {
                Some(product)
            } else {
                None
            }
        };
        let product = window.take_commands().into_iter().find_map(asked).expect("its origin is asked for");
        let origin = Origin { at: "2026-11-20T10:35:00Z".parse().unwrap(), planned };
        window.deliver(Event::Catalog(CatalogEvent::Origin { product, origin: Some(Box::new(origin)) }));
        let glyphs = window.harness.output().shapes.iter().find_map(|shape| match &shape.shape {
            eframe::egui::Shape::Text(text)
                if ["xa.jpg", "yb.jpg"].iter().all(|name| text.galley.text().contains(name)) =>
            {
                Some(text.galley.rows.iter().flat_map(|row| row.glyphs.clone()).collect::<Vec<_>>())
            }
            _ => None,
        });
        let glyphs = glyphs.expect("the list is drawn");
        let at = |wanted: char| glyphs.iter().find(|glyph| glyph.chr == wanted).expect("a letter").pos.x;
        assert_eq!(at('x') > at('y'), language.is_rtl(), "{language:?}");
    }
}

#[test]
fn escape_answers_a_question_about_the_product_and_leaves_its_details_open() {
    for language in Language::ALL {
        let mut window = products_screen(language, 6);
        window.deliver(Event::Edit(EditEvent::Available(true)));
        window.app_mut().act(Action::Go(Screen::Create));
        window.harness.run();
        let name = window.label(Field::Name);
        window.type_into(&name, "Half a product");
        window.app_mut().act(Action::Go(Screen::Products));
        window.harness.run();
        focus_first_row(&mut window);
        window.key_press(Key::Enter);
        for (opens, title) in [("products-like", "products-like-help"), ("edits-change", "edits-preview")] {
            window.press_message(opens);
            assert!(window.shows_message(title), "{language:?}");
            window.key_press(Key::Escape);
            assert!(
                !window.shows_message(title) && window.shows_message("products-details"),
                "{language:?} {opens}"
            );
        }
        window.tap_key(Key::Escape);
        assert!(!window.shows_message("products-details"), "{language:?}");
    }
}

#[test]
fn the_details_show_both_values_of_a_review_and_why_one_was_rejected() {
    for language in Language::ALL {
        let mut window = products_screen(language, 6);
        let product = window.app().model().products.list().product(1).unwrap();
        let name = (Field::Name, FieldValue::Text("Walnut tray".to_owned()));
        for (reasons, title) in
            [(vec![], "products-in-review"), (vec!["No logo".to_owned()], "products-rejected")]
        {
            let review = Some(Box::new(Review::new([name.clone()], reasons.clone())));
            window.deliver(Event::Catalog(CatalogEvent::Newest(vec![Product { review, ..product.clone() }])));
            if !window.shows_message("products-details") {
                let at = row_of(&window, &product.title);
                window.click(at);
            }
            assert!(window.shows_message(title), "{language:?}");
            let both = window
                .texts()
                .into_iter()
                .any(|text| text.contains("Walnut tray") && text.contains(&product.title));
            assert!(
                both && reasons.iter().all(|reason| window.shows(reason)),
                "{language:?} {:?}",
                window.texts()
            );
        }
    }
}

#[test]
fn the_columns_are_chosen_and_ordered_and_remembered() {
    let mut window = products_screen(Language::English, 3);
    window.press_message("review-columns");
    let id = window.message("report-product-id");
    window.press(&id);
    let earlier = window.format("products-column-earlier", args!["column" => id.as_str()]);
    window.press(&earlier);
    let saved = window.app().model().product_columns().shown.clone().unwrap();
    assert_eq!(saved, ["photo", "title", "price", "status", "id", "stock"]);
    window.press_message("close");
    assert!(window.shows("90000"), "the id of the first product");
    // Another shop has its own.
    window.deliver(scenes::signed_in_at_market());
    assert_eq!(window.app().model().product_columns().shown, None);
    window.deliver(scenes::signed_in());
    assert_eq!(window.app().model().product_columns().shown, Some(saved));
}

#[test]
fn a_product_is_opened_at_the_marketplace_where_the_market_file_says_where_it_is() {
    for language in Language::ALL {
        let mut window = products_screen(language, 3);
        focus_first_row(&mut window);
        window.key_press(Key::Enter);
        assert!(!window.shows_message("products-page"), "{language:?}: this file does not say it");
        let Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency }) =
            scenes::signed_in()
        else {
            panic!()
        };
        let rules = CreateRules {
            public_page: PublicPage::new("https://shop.example/{vendor}/product/{id}"),
            ..(*rules).clone()
        };
        window.deliver(Event::Session(Session::SignedIn {
            market,
            practice,
            account,
            scopes,
            rules: Arc::new(rules),
            currency,
        }));
        window.take_commands();
        window.press_message("products-page");
        let sent = window.take_commands();
        let [Command::Platform(PlatformCommand::OpenPage(address))] = sent.as_slice() else {
            panic!("{sent:?}")
        };
        assert_eq!(address, "https://shop.example/golrang/product/90000");
        window.deliver(Event::Platform(PlatformEvent::PageNotOpened(address.clone())));
        assert!(
            window.shows_message("notifications-page-not-opened") && window.shows(address),
            "{language:?}"
        );
    }
}

#[test]
fn every_column_of_a_product_is_shown_in_the_windows_language() {
    let mut window = products_screen(Language::Persian, 3);
    for key in ["review-columns", "column-wholesale", "close"] {
        window.press_message(key);
    }
    for text in ["Ceramic bowl, blue", "۱۲۵٬۰۰۰", "در انتظار تأیید", "۱۴", "فروش عمده"]
    {
        assert!(window.shows(text), "{text}");
    }
}

#[test]
fn only_visible_pictures_are_requested() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Go(Screen::Products));
    window.deliver_all(scenes::products(10_000));
    assert!((5..40).contains(&window.pending_pictures()), "{}", window.pending_pictures());
}

#[test]
fn searching_narrows_the_table_and_shows_the_count() {
    let mut window = products_screen(Language::English, 24);
    let find = window.message("products-search");
    window.type_into(&find, "WALNUT");
    assert!(window.shows("Walnut cutting board"));
    assert!(!window.shows("Ceramic bowl"));
    assert!(window.shows(&window.format("products-shown", args!["shown" => 2, "total" => 24])));
    window.type_into(&find, "xyz");
    assert!(window.shows_message("products-none-title"));
    window.press_message("products-none-clear");
    assert!(window.shows("Ceramic bowl"));
}

#[test]
fn a_price_is_shown_in_the_marketplaces_unit_and_in_toman() {
    for (language, [price, equivalent]) in
        Language::ALL.into_iter().zip([["125,000 rial", "12,500 toman"], ["۱۲۵٬۰۰۰ ریال", "۱۲٬۵۰۰ تومان"]])
    {
        let window = products_screen(language, 6);
        assert!(window.shows(price) && window.shows(equivalent), "{language:?}");
    }
}

#[test]
fn a_column_heading_sorts_ascending_descending_and_in_shop_order() {
    let mut window = products_screen(Language::English, 6);
    let price = |text: &String| text.ends_with(" rial");
    let first = |window: &TestWindow| window.texts().into_iter().find(price).unwrap_or_default();
    let price = window.message("column-price");
    let (unsorted, ascending) = (
        window.format("sort-by", args!["column" => price.as_str()]),
        window.format("sorted-ascending", args!["column" => price.as_str()]),
    );
    let descending = window.format("sorted-descending", args!["column" => price.as_str()]);
    assert_eq!(first(&window), "125,000 rial");
    window.press(&unsorted);
    assert_eq!(first(&window), "125,000 rial");
    window.press(&ascending);
    assert_eq!(first(&window), "513,885 rial");
    window.press(&descending);
    assert_eq!(first(&window), "125,000 rial");
}

#[test]
fn what_is_sorted_or_found_is_shown_from_its_first_row_on() {
    let mut window = products_screen(Language::English, 400);
    let least = |window: &TestWindow, name: &str| {
        let rows = window.app().model().products.list().products().filter(|row| row.title.contains(name));
        format!(
            "{} rial",
            window.app().words().integer(rows.filter_map(|row| row.price).min().unwrap().wire())
        )
    };
    let to_the_end = |window: &mut TestWindow| {
        focus_first_row(window);
        window.key_press_modifiers(Modifiers::COMMAND, Key::End);
        window.harness.run();
    };
    to_the_end(&mut window);
    let cheapest = least(&window, "");
    assert!(!window.shows(&cheapest), "it is not among the last rows");
    let price = window.message("column-price");
    window.press(&window.format("sort-by", args!["column" => price.as_str()]));
    assert!(window.shows(&cheapest), "{:?}", window.texts());

    to_the_end(&mut window);
    assert!(!window.shows(&cheapest));
    let find = window.message("products-search");
    window.type_into(&find, "Walnut");
    let cheapest = least(&window, "Walnut");
    assert!(window.shows(&cheapest), "{:?}", window.texts());
}

#[test]
fn a_failed_refresh_keeps_the_rows_and_shows_the_problem() {
    let mut window = products_screen(Language::English, 6);
    window.press_message("refresh");
    assert!(matches!(window.take_commands().as_slice(), [Command::Catalog(CatalogCommand::Load)]));
    window.deliver(Event::Catalog(CatalogEvent::Started { load: u64::MAX }));
    window.deliver(Event::Catalog(CatalogEvent::Failed(scenes::unreachable())));
    assert!(window.shows("Couldn’t connect"));
    assert!(window.shows("Ceramic bowl"));
    window::advance_clock(1);
    window.press_message("retry");
    assert!(matches!(window.take_commands().as_slice(), [Command::Catalog(CatalogCommand::Load)]));
}

#[test]
fn without_a_connection_the_products_of_last_time_are_shown_with_their_age() {
    for (language, age) in Language::ALL
        .into_iter()
        .zip(["3 products · whole list read 20 November 2026, 10:35", "۳ محصول · کل فهرست در ۲۹ آبان ۱۴۰۵"])
    {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Go(Screen::Products));
        let state = CatalogState { read_at: "2026-11-20T10:35:00Z".parse().unwrap(), is_complete: true };
        let [Event::Catalog(CatalogEvent::Page { load, products, .. }), _] = scenes::products(3) else {
            panic!("a page and an end")
        };
        window.deliver_all(
            [CatalogEvent::Saved { load, products, state }, CatalogEvent::Failed(scenes::unreachable())]
                .map(Event::Catalog),
        );
        assert!(window.shows("Ceramic bowl"));
        assert!(
            window.texts().iter().any(|text| without_direction_marks(text).starts_with(age)),
            "{:?}",
            window.texts()
        );
    }
}

#[test]
fn a_list_that_is_not_proven_complete_says_so_until_it_is_read_again() {
    let mut window = products_screen(Language::English, 6);
    let read_at = "2026-11-21T10:35:00Z".parse().unwrap();
    let load = u64::MAX - 1;
    let page = CatalogEvent::Page { load, products: Vec::new(), total: Some(9) };
    window.deliver_all(
        [page, CatalogEvent::Ended { load, state: CatalogState { read_at, is_complete: false } }]
            .map(Event::Catalog),
    );
    assert!(window.shows_message("products-incomplete"));
    window.deliver(Event::Catalog(CatalogEvent::Started { load: u64::MAX }));
    assert!(!window.shows_message("products-incomplete"));
}

#[test]
fn the_products_that_are_shown_are_saved_as_a_spreadsheet_in_their_order() {
    let mut window = products_screen(Language::English, 24);
    let find = window.message("products-search");
    window.type_into(&find, "WALNUT");
    window.take_commands();
    window.press_message("products-export");
    let commands = window.take_commands();
    let [Command::Import(ImportCommand::SaveTable { table, to: SaveTo::Ask(name) })] = commands.as_slice()
    else {
        panic!("{commands:?}");
    };
    assert_eq!(name, "Products");
    let headings: Vec<&str> = table.columns.iter().map(|column| column.heading.as_str()).collect();
    assert_eq!(headings[..5], ["Product ID", "Name", "SKU", "Buyers pay (rial)", "Stock"]);
    let titles: Vec<&Cell> = table.rows.iter().map(|row| &row[1]).collect();
    assert_eq!(titles, [&Cell::from("Walnut cutting board"), &Cell::from("Walnut cutting board")]);
    assert!(table.rows.iter().all(|row| matches!(row[3], Cell::Number(_))), "prices are numbers");
}

#[test]
fn a_spreadsheet_that_is_asked_for_while_the_list_is_read_waits_for_the_whole() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Go(Screen::Products));
    let [page, end] = scenes::products(24);
    window.deliver(page);
    window.take_commands();
    window.press_message("products-export");
    assert!(window.take_commands().is_empty(), "no part is saved as the whole");
    assert!(window.shows_message("products-export-waits"));
    window.deliver(end);
    let commands = window.take_commands();
    let [Command::Import(ImportCommand::SaveTable { table, to: SaveTo::Ask(name) })] = commands.as_slice()
    else {
        panic!("{commands:?}");
    };
    assert_eq!((table.rows.len(), name.as_str()), (24, "Products"));
    assert!(!window.shows_message("products-export-waits"));
}

#[test]
fn a_spreadsheet_of_a_list_that_cannot_be_read_to_its_end_is_named_a_part() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Go(Screen::Products));
    let [page, _] = scenes::products(24);
    window.deliver(page);
    window.press_message("products-export");
    window.take_commands();
    window.deliver(Event::Catalog(CatalogEvent::Failed(Problem::new(ProblemKind::TimedOut))));
    let commands = window.take_commands();
    assert!(
        matches!(commands.as_slice(), [Command::Import(ImportCommand::SaveTable { to: SaveTo::Ask(name), .. })] if name == "Products (partial)"),
        "{commands:?}"
    );
}

#[test]
fn a_click_with_shift_selects_from_the_product_clicked_before_also_after_sorting() {
    let mut window = products_screen(Language::English, 6);
    let click = |window: &mut TestWindow, row: usize, modifiers| {
        let at = window.harness.get_all_by_role(Role::Row).nth(row + 1).unwrap().rect().center();
        window.click_with(modifiers, at);
    };
    click(&mut window, 0, Modifiers::COMMAND);
    let price = window.message("column-price");
    for key in ["sort-by", "sorted-ascending"] {
        let heading = window.format(key, args!["column" => price.as_str()]);
        window.press(&heading);
    }
    // The dearest stands first, so that the cheapest, which was clicked, is in the last row.
    click(&mut window, 4, Modifiers::SHIFT);
    assert!(selected(&window, 2), "{:?}", window.texts());
}

#[test]
fn imported_products_are_in_the_table_without_reloading_the_shop() {
    let mut window = products_screen(Language::English, 6);
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap());
    window.app_mut().act(Action::Go(Screen::Products));
    window.harness.run();
    assert!(
        window.shows(&window.format("count-products", args!["count" => 9])),
        "six products were loaded, and three of the nine created ones are new"
    );
    assert!(
        !window
            .take_commands()
            .iter()
            .any(|command| matches!(command, Command::Catalog(CatalogCommand::Load)))
    );
}

#[test]
fn an_empty_shop_offers_an_import() {
    let mut window = products_screen(Language::English, 0);
    window.press_message("products-empty-import");
    assert!(window.shows_message("import-empty-title"));
}

#[test]
fn the_scroll_bar_is_at_the_trailing_edge_and_works_there() {
    for language in Language::ALL {
        let mut window = products_screen(language, 400);
        let bar = window.harness.get_by_role(Role::ScrollBar).rect();
        let photo = window.harness.get_by_label(&window.message("column-photo")).rect();
        let trailing =
            if language.is_rtl() { bar.right() < photo.left() } else { bar.left() > photo.right() };
        assert!(trailing, "{language:?}: {bar:?} beside {photo:?}");
        assert_eq!(window.pending_pictures(), 0);
        let at = |share: f32| pos2(bar.center().x, bar.top() + share * bar.height());
        window.harness.drag_at(at(0.5));
        window.harness.run();
        window.harness.drop_at(at(0.5));
        window.harness.run();
        assert!(window.pending_pictures() > 5, "{language:?}: the middle of the table is not shown");
        window.take_commands();
        window.harness.drag_at(at(0.5));
        window.harness.run();
        window.harness.hover_at(at(0.9));
        window.harness.run();
        window.harness.drop_at(at(0.9));
        window.harness.run();
        assert!(window.pending_pictures() > 5, "{language:?}: the table does not follow the pointer");
    }
}

#[test]
fn each_row_has_its_check_box_and_its_photo_does_not_repeat_its_name() {
    for language in Language::ALL {
        let mut window = products_screen(language, 3);
        let name = window.app().model().products.list().product(0).unwrap().title;
        let box_ = window.format("review-select-row", args!["name" => name.as_str()]);
        assert_eq!(
            window.harness.query_all_by_role_and_label(Role::CheckBox, &box_).count(),
            1,
            "{language:?}"
        );
        assert_eq!(window.harness.query_all_by_role_and_label(Role::Image, &name).count(), 0, "{language:?}");
        window.press(&box_);
        assert!(selected(&window, 1), "{language:?}");
    }
}
