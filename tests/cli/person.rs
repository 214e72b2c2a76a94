//! Questions and output for a person at a terminal.

use secrecy::ExposeSecret;
use vitrine::sandbox::Options;

use super::pty::Pty;
use crate::kit::shop::{Desk, Shop};

/// A folder with this many products to import, each with a price.
fn shop_of(photos: usize) -> (Shop, Desk) {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    for n in 0..photos {
        desk.photo(&format!("Cup {n}.png"));
    }
    (shop, desk)
}

/// Imports all photos, each as one product.
fn import(desk: &Desk, more: &[&str]) -> Pty {
    let photos = desk.photos();
    let arguments = ["import", photos.to_str().unwrap(), "--group", "file", "--set", "primary_price=5000"];
    Pty::run(&desk.command(&[&arguments, more].concat()))
}

#[test]
fn more_than_twenty_products_need_a_confirmation_and_no_creates_none() {
    let (shop, desk) = shop_of(21);
    for (language, importing, question, nothing) in [
        ("en", "Importing 21 products (21 photos) into “", "Create up to 21 products?", "Nothing was created."),
        ("fa", "ثبت ۲۱ محصول (۲۱ عکس)", "حداکثر ۲۱ محصول ثبت شود؟", "محصولی ثبت نشد."),
    ] {
        let mut asked = import(&desk, &["--language", language]);
        asked.waits_for(question);
        asked.types("n\n");
        let (status, shown) = asked.ends();
        assert!(status == 2 && shown.contains(importing) && shown.contains(nothing), "{status}: {shown}");
    }
    assert_eq!((shop.titles().len(), shop.sandbox.files().len()), (0, 0), "nothing was sent");

    let mut asked = import(&desk, &[]);
    asked.waits_for("(y/n)");
    asked.types("y\n");
    let (status, shown) = asked.ends();
    assert!(status == 0 && shown.contains("21 created."), "{shown}");
    assert_eq!(shop.titles().len(), 21);
}

#[test]
fn twenty_products_or_the_yes_option_need_no_confirmation() {
    let (shop, desk) = shop_of(20);
    let (status, shown) = import(&desk, &[]).ends();
    assert!(status == 0 && !shown.contains("(y/n)"), "{shown}");
    desk.photo("One more.png");
    let (status, shown) = import(&desk, &["--yes", "--again"]).ends();
    assert!(status == 0 && !shown.contains("(y/n)") && shown.contains("Importing 21 products"), "{shown}");
    assert_eq!(shop.titles().len(), 41);
}

#[test]
fn products_that_would_all_be_skipped_need_no_confirmation() {
    let (shop, desk) = shop_of(21);
    let (status, shown) = import(&desk, &["--yes"]).ends();
    assert_eq!(status, 0, "{shown}");
    let (status, shown) = import(&desk, &[]).ends();
    assert!(status == 0 && !shown.contains("(y/n)") && shown.contains("21 of them are already in your shop"), "{shown}");
    assert_eq!(shop.titles().len(), 21);
}

#[test]
fn with_json_there_is_no_question() {
    let (shop, desk) = shop_of(21);
    let (status, shown) = import(&desk, &["--json"]).ends();
    assert!(status == 0 && !shown.contains("(y/n)"), "{shown}");
    assert_eq!(shop.titles().len(), 21);
}

#[test]
fn ctrl_c_ends_a_question() {
    let (shop, desk) = shop_of(21);
    let mut asked = import(&desk, &[]);
    asked.waits_for("(y/n)");
    asked.types("\u{3}");
    let (status, shown) = asked.ends();
    assert_eq!(status, 4, "{shown}");
    assert!(shop.titles().is_empty());
}

#[test]
fn a_pasted_token_is_not_shown() {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    for (language, token_wanted, refresh_wanted) in [("en", "Paste your token", "Refresh token"), ("fa", "توکن را وارد کنید", "رفرش توکن")]
    {
        let mut command = desk.command(&["login", "--token-stdin", "--language", language]);
        command.env_remove("VITRINE_TOKEN");
        let mut asked = Pty::run(&command);
        asked.waits_for(token_wanted);
        asked.waits_for_no_echo();
        asked.types(&format!("{}\n", desk.token.expose_secret()));
        asked.waits_for(refresh_wanted);
        asked.waits_for_no_echo();
        asked.types("\n");
        // Without a keychain the program says so; it received the token anyway.
        let (status, shown) = asked.ends();
        assert!(matches!(status, 0 | 3) && !shown.contains(desk.token.expose_secret()), "{status}: {shown}");
    }
    assert!(!shop.sandbox.requests().is_empty(), "the marketplace was asked for the owner");
}

#[test]
fn products_have_headings_in_a_terminal_only() {
    let (_shop, desk) = shop_of(2);
    assert_eq!(desk.import(&["--set", "primary_price=5000"]).status, 0);
    for (language, id) in [("en", "ID"), ("fa", "شناسه")] {
        let (_, shown) = Pty::run(&desk.command(&["products", "--language", language])).ends();
        let first = shown.lines().find(|line| !line.trim().is_empty()).unwrap();
        assert!(first.contains(id) && !first.contains("Cup"), "{shown}");
        let piped = desk.run(&["products", "--language", language]).out;
        assert!(piped.lines().next().unwrap().contains("Cup") && !piped.contains(id), "{piped}");
    }
}

#[test]
fn persian_is_the_default_only_in_terminals_that_show_it_from_right_to_left() {
    let help = |reorders: bool| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_vitrine"));
        command.arg("--help").env("LC_ALL", "fa_IR.UTF-8").env("LANGUAGE", "fa");
        for name in ["KONSOLE_VERSION", "MLTERM", "TERM_PROGRAM", "VTE_VERSION"] {
            command.env_remove(name);
        }
        if reorders {
            command.env("VTE_VERSION", "7600");
        }
        Pty::run(&command).ends().1
    };
    assert!(help(true).contains("نمونه‌ها") && help(false).contains("Examples"));
}

#[test]
fn color_is_used_in_terminals_unless_no_color_is_set() {
    let (_shop, desk) = shop_of(0);
    let help = |no_color: bool, more: &[&str]| {
        let mut command = desk.command(&[&["--help"], more].concat());
        if no_color {
            command.env("NO_COLOR", "1");
        }
        Pty::run(&command).ends().1.contains("\u{1b}[")
    };
    assert!(help(false, &[]));
    assert!(!help(true, &[]));
    let mut never = desk.command(&["--color", "never", "whoami"]);
    never.env("VITRINE_TOKEN", "wrong");
    let (status, shown) = Pty::run(&never).ends();
    assert!(status == 3 && !shown.contains('\u{1b}'), "{shown}");
    let mut red = desk.command(&["whoami"]);
    red.env("VITRINE_TOKEN", "wrong");
    assert!(Pty::run(&red).ends().1.contains("\u{1b}[1m\u{1b}[31mvitrine:"));
}

#[test]
fn the_progress_can_be_turned_off() {
    let (_shop, desk) = shop_of(3);
    for quieter in ["--no-progress", "--quiet"] {
        let (status, shown) = import(&desk, &["--again", quieter]).ends();
        assert!(status == 0 && !shown.contains("3 of 3") && shown.contains("3 created."), "{shown}");
    }
}
