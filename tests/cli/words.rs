//! The output of an import without `--json`: results, and the next step.

use vitrine::sandbox::{Faults, Operation, Options, Person, Rule};

use crate::kit::shop::{Desk, Ran, Shop};

/// Imports the whole folder, each photo as a product with a price.
fn import(desk: &Desk, more: &[&str]) -> Ran {
    let photos = desk.photos();
    let arguments = ["import", photos.to_str().unwrap(), "--group", "file", "--set", "primary_price=5000"];
    desk.run(&[&arguments, more].concat())
}

#[test]
fn an_import_names_its_shop_and_reports_only_what_happened() {
    let shop = Shop::open(Options::default());
    let desk = Desk::with(&shop.sandbox.market_file().replacen("Practice shop", "Basket Market", 1), shop.sandbox.token());
    desk.photo("Rug.png");
    desk.photo("Bowl.png");
    let english = import(&desk, &[]);
    assert_eq!((english.status, english.out.as_str()), (0, "2 created.\n"), "{english:?}");
    assert!(english.err.contains("Importing 2 products (2 photos) into “Practice shop” on Basket Market"), "{english:?}");

    desk.photo("Mug.png");
    let persian = import(&desk, &["--language", "fa"]);
    assert_eq!(persian.out, "۱ ثبت شد، ۲ قبلاً ثبت شده.\n", "{persian:?}");
    assert!(persian.err.contains("ثبت ۳ محصول (۳ عکس) در غرفهٔ «Practice shop» در Basket Market"), "{persian:?}");
    assert_eq!(desk.run(&["resume"]).out, "Nothing left to import.\n");
    let whoami = desk.run(&["whoami"]).out;
    assert!(whoami.starts_with("Signed in as ") && whoami.contains("shop “Practice shop” on Basket Market."), "{whoami}");
}

#[test]
fn a_quiet_import_prints_results_and_problems_only() {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    desk.photo("Rug.png");
    let ran = import(&desk, &["-q"]);
    assert_eq!((ran.err.as_str(), ran.out.as_str()), ("", "1 created.\n"));
    std::fs::write(desk.photos().join("Text.png"), "no photo").unwrap();
    let ran = import(&desk, &["--quiet"]);
    assert!(ran.status == 1 && ran.err.contains("Text") && !ran.err.contains("vitrine report"), "{ran:?}");
}

#[test]
fn a_failure_is_followed_by_the_command_that_fixes_it() {
    for language in ["en", "fa"] {
        let shop = Shop::open(Options::default());
        let desk = Desk::at(&shop);
        desk.photo("Rug.png");
        std::fs::write(desk.photos().join("Text.png"), "no photo").unwrap();
        let ran = import(&desk, &["--language", language]);
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.err.contains("vitrine report --failed --output failed.csv"), "{ran:?}");
        let failed = desk.dir.path().join("failed.csv");
        assert_eq!(desk.run(&["report", "--failed", "--output", failed.to_str().unwrap()]).status, 0, "the printed command works");
    }
}

#[test]
fn refusals_are_printed_once_with_advice_for_the_terminal() {
    for (language, button) in [("en", "Continue"), ("fa", "دکمه")] {
        let shop = Shop::open(Options::default());
        let rule = Rule { on: Some(Operation::Create), status: Some(422), ..Rule::default() };
        shop.sandbox.set_faults(Faults::of(rule));
        let desk = Desk::at(&shop);
        for n in 0..8 {
            desk.photo(&format!("Cup {n}.png"));
        }
        let ran = import(&desk, &["--language", language]);
        assert_eq!(ran.status, 4, "{ran:?}");
        assert_eq!(ran.err.matches("vitrine resume").count(), 1, "{ran:?}");
        assert_eq!(ran.err.lines().filter(|line| line.starts_with("vitrine:")).count(), 1, "{ran:?}");
        assert!(!ran.err.contains(button), "{ran:?}");
    }
}

#[test]
fn an_expired_sign_in_refers_to_login_and_resume() {
    for language in ["en", "fa"] {
        let shop = Shop::open(Options::default());
        let token =
            shop.sandbox.issue_token(Person::Owner, &["vendor.product.read", "vendor.product.write"], std::time::Duration::from_secs(600));
        let desk = Desk::with(&shop.sandbox.market_file(), token);
        for n in 0..3 {
            desk.photo(&format!("Cup {n}.png"));
        }
        shop.sandbox.set_faults(Faults { token_requests: Some(4), ..Faults::default() });
        let ran = import(&desk, &["--language", language]);
        assert_eq!(ran.status, 3, "{ran:?}");
        assert!(ran.err.contains("vitrine login") && ran.err.matches("vitrine resume").count() == 1, "{ran:?}");
    }
}
