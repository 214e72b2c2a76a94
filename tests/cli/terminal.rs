//! Questions and output for a person at a terminal.

use secrecy::ExposeSecret;
use vitrine_sandbox::Options;

use super::pty::Pty;
use crate::kit::shop::{Shop, TestEnv};

/// A folder with this many products to import, each with a price.
fn shop_and_photos(photos: usize) -> (Shop, TestEnv) {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    for n in 0..photos {
        env.photo(&format!("Cup {n}.png"));
    }
    (shop, env)
}

/// Imports all photos, each as one product.
fn import(env: &TestEnv, more: &[&str]) -> Pty {
    let photos = env.photos();
    let arguments = ["import", photos.to_str().unwrap(), "--group", "file", "--set", "primary_price=5000"];
    Pty::run(&env.command(&[&arguments, more].concat()))
}

#[test]
fn more_than_twenty_products_need_a_confirmation_and_no_creates_none() {
    let (shop, env) = shop_and_photos(21);
    for (language, importing, question, nothing) in [
        (
            "en",
            "Importing 21 products (21 photos) into “",
            "Create up to 21 products?",
            "Nothing was created.",
        ),
        ("fa", "ثبت ۲۱ محصول (۲۱ عکس)", "حداکثر ۲۱ محصول ثبت شود؟", "محصولی ثبت نشد."),
    ] {
        let mut terminal = import(&env, &["--language", language]);
        terminal.wait_for(question);
        terminal.type_text("n\n");
        let (status, screen) = terminal.finish();
        assert!(status == 2 && screen.contains(importing) && screen.contains(nothing), "{status}: {screen}");
    }
    assert_eq!((shop.titles().len(), shop.sandbox.files().len()), (0, 0), "nothing is sent");

    let mut terminal = import(&env, &[]);
    terminal.wait_for("(y/n)");
    terminal.type_text("y\n");
    let (status, screen) = terminal.finish();
    assert!(status == 0 && screen.contains("21 created."), "{screen}");
    assert_eq!(shop.titles().len(), 21);
}

#[test]
fn twenty_products_or_the_yes_option_need_no_confirmation() {
    let (shop, env) = shop_and_photos(20);
    let (status, screen) = import(&env, &[]).finish();
    assert!(status == 0 && !screen.contains("(y/n)"), "{screen}");
    env.photo("One more.png");
    let (status, screen) = import(&env, &["--yes", "--again"]).finish();
    assert!(status == 0 && !screen.contains("(y/n)") && screen.contains("Importing 21 products"), "{screen}");
    assert_eq!(shop.titles().len(), 41);
}

#[test]
fn products_that_would_all_be_skipped_need_no_confirmation() {
    let (shop, env) = shop_and_photos(21);
    let (status, screen) = import(&env, &["--yes"]).finish();
    assert_eq!(status, 0, "{screen}");
    let (status, screen) = import(&env, &[]).finish();
    assert!(
        status == 0 && !screen.contains("(y/n)") && screen.contains("21 of them are already in your shop"),
        "{screen}"
    );
    assert_eq!(shop.titles().len(), 21);
}

#[test]
fn with_json_there_is_no_question() {
    let (shop, env) = shop_and_photos(21);
    let (status, screen) = import(&env, &["--json"]).finish();
    assert!(status == 0 && !screen.contains("(y/n)"), "{screen}");
    assert_eq!(shop.titles().len(), 21);
}

#[test]
fn ctrl_c_ends_a_question() {
    let (shop, env) = shop_and_photos(21);
    let mut terminal = import(&env, &[]);
    terminal.wait_for("(y/n)");
    terminal.type_text("\u{3}");
    let (status, screen) = terminal.finish();
    assert_eq!(status, 4, "{screen}");
    assert!(shop.titles().is_empty());
}

#[test]
fn a_pasted_token_is_not_shown() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    for (language, token_wanted, refresh_wanted) in
        [("en", "Paste your token", "Refresh token"), ("fa", "توکن را وارد کنید", "رفرش توکن")]
    {
        let mut command = env.command(&["login", "--token-stdin", "--language", language]);
        command.env_remove("VITRINE_TOKEN");
        let mut terminal = Pty::run(&command);
        terminal.wait_for(token_wanted);
        terminal.wait_for_no_echo();
        terminal.type_text(&format!("{}\n", env.token.expose_secret()));
        terminal.wait_for(refresh_wanted);
        terminal.wait_for_no_echo();
        terminal.type_text("\n");
        // Without a keychain, storing the token fails, but the program received it.
        let (status, screen) = terminal.finish();
        assert!(matches!(status, 0 | 3) && !screen.contains(env.token.expose_secret()), "{status}: {screen}");
    }
    assert!(!shop.sandbox.requests().is_empty(), "the token was checked with the marketplace");
}

#[test]
fn products_have_headings_in_a_terminal_only() {
    let (_shop, env) = shop_and_photos(2);
    assert_eq!(env.import(&["--set", "primary_price=5000"]).status, 0);
    for (language, id) in [("en", "ID"), ("fa", "شناسه")] {
        let (_, screen) = Pty::run(&env.command(&["products", "--language", language])).finish();
        let first = screen.lines().find(|line| !line.trim().is_empty()).unwrap();
        assert!(first.contains(id) && !first.contains("Cup"), "{screen}");
        let piped = env.run(&["products", "--language", language]).stdout;
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
        Pty::run(&command).finish().1
    };
    assert!(help(true).contains("نمونه‌ها") && help(false).contains("Examples"));
}

#[test]
fn color_is_used_in_terminals_unless_no_color_is_set() {
    let (_shop, env) = shop_and_photos(0);
    let help = |no_color: bool, more: &[&str]| {
        let mut command = env.command(&[&["--help"], more].concat());
        if no_color {
            command.env("NO_COLOR", "1");
        }
        Pty::run(&command).finish().1.contains("\u{1b}[")
    };
    assert!(help(false, &[]));
    assert!(!help(true, &[]));
    let mut never = env.command(&["--color", "never", "whoami"]);
    never.env("VITRINE_TOKEN", "wrong");
    let (status, screen) = Pty::run(&never).finish();
    assert!(status == 3 && !screen.contains('\u{1b}'), "{screen}");
    let mut red = env.command(&["whoami"]);
    red.env("VITRINE_TOKEN", "wrong");
    assert!(Pty::run(&red).finish().1.contains("\u{1b}[1m\u{1b}[31mvitrine:"));
}

#[test]
fn the_progress_can_be_turned_off() {
    let (_shop, env) = shop_and_photos(3);
    for quieter in ["--no-progress", "--quiet"] {
        let (status, screen) = import(&env, &["--again", quieter]).finish();
        assert!(status == 0 && !screen.contains("3 of 3") && screen.contains("3 created."), "{screen}");
    }
}
