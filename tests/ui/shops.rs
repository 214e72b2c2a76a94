//! What belongs to one shop is never meant for another, also if both belong to the same person.

use super::*;
use eframe::egui::{Key, Modifiers};
use std::sync::Arc;
use vitrine::worker::EditEvent;
use vitrine_domain::{Account, Vendor, VendorId};

/// Shows a shop's products, which can be changed.
fn show_products(window: &mut TestWindow, session: Event, count: u64) {
    window.deliver(session);
    window.deliver_all(scenes::products(count));
    window.deliver(Event::Edit(EditEvent::Available(true)));
    window.app_mut().act(Action::Go(Screen::Products));
    window.harness.run();
    window.take_commands();
}

/// The same person at the same marketplace, with another shop.
fn another_shop() -> Event {
    let Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency }) =
        scenes::signed_in()
    else {
        unreachable!("somebody is signed in")
    };
    let vendor = Vendor { id: VendorId::from(77), identifier: None, title: Some("Second shop".to_owned()) };
    let account = Arc::new(Account { vendor: Some(vendor), ..(*account).clone() });
    Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency })
}

/// Selects everything that a search finds, and opens the dialog to change it, or the details of the first.
fn work_on_products(window: &mut TestWindow, changes: bool) {
    let find = window.message("products-search");
    window.type_into(&find, "a");
    products::focus_first_row(window);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.run();
    assert!(window.shows_message("review-select-none"));
    if changes {
        product_edits::press_change_selected(window);
        assert!(window.shows_message("edits-preview"));
    } else {
        window.key_press(Key::Enter);
        window.harness.run();
        assert!(window.shows_message("products-details"));
    }
}

#[test]
fn selection_search_details_and_the_dialog_of_one_shop_are_gone_in_another() {
    for language in Language::ALL {
        for session in [another_shop, scenes::signed_in_at_market] {
            for (is_told, changes) in [(true, true), (true, false), (false, true), (false, false)] {
                let mut window = TestWindow::new(language);
                show_products(&mut window, scenes::signed_in(), 12);
                work_on_products(&mut window, changes);
                if is_told {
                    window.deliver(Event::Left);
                }
                show_products(&mut window, session(), 6);
                assert!(
                    !window.shows_message("edits-preview"),
                    "{language:?}: the dialog to change products"
                );
                assert!(!window.shows_message("review-select-none"), "{language:?}: the selection");
                assert!(!window.shows_message("products-details"), "{language:?}: the details");
                let find = window.message("products-search");
                assert_eq!(window.value(&find), "", "{language:?}: the search");
                window.focus(&find);
                window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
                window.harness.run();
                assert_eq!(
                    window.value(&find),
                    "",
                    "{language:?}: nothing that was typed for the other shop comes back"
                );
            }
        }
    }
}

#[test]
fn a_session_that_is_renewed_keeps_what_is_selected() {
    let mut window = TestWindow::new(Language::English);
    show_products(&mut window, scenes::signed_in(), 12);
    work_on_products(&mut window, false);
    window.deliver(scenes::signed_in());
    assert!(window.shows_message("review-select-none") && window.shows_message("products-details"));
}

#[test]
fn the_table_of_another_shop_begins_at_its_first_row() {
    let mut window = TestWindow::new(Language::English);
    show_products(&mut window, scenes::signed_in(), 400);
    products::focus_first_row(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::End);
    window.harness.run();
    window.deliver(Event::Left);
    show_products(&mut window, another_shop(), 400);
    assert!(window.shows("125,000"), "the price of the first product: {:?}", window.texts());
}

#[test]
fn a_notification_about_a_shop_is_not_acted_on_in_another() {
    let mut window = TestWindow::new(Language::English);
    window.deliver(scenes::signed_in());
    window.app_mut().act(Action::Drop(vec!["/photos".into()]));
    window.deliver(scenes::planned(5, 0));
    window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::RemoveAll(vec![0, 1]))));
    window.harness.run();
    let removed = window.format("notifications-removed", args!["count" => 2]);
    assert!(window.shows(&removed));
    // The review is saved for its account, and so leaves the screen with it.
    window.harness.run_steps(10);
    window.deliver(Event::Left);
    window.deliver(another_shop());
    assert!(!window.shows(&removed), "it leaves the screen with the account");
    window.app_mut().act(Action::ShowNotifications(true));
    window.harness.run();
    assert!(window.shows(&removed), "it can be read in the list");
    assert!(!window.shows_message("undo"), "and takes nothing back in the other shop");
}
