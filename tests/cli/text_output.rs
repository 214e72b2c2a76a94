//! The output of an import without `--json`: results, and the next step.

use vitrine_sandbox::{FaultRule, Faults, Operation, Options, Person};

use crate::kit::shop::{RunOutput, Shop, TestEnv};

/// Imports the whole folder, each photo as a product with a price.
fn import(env: &TestEnv, more: &[&str]) -> RunOutput {
    let photos = env.photos();
    let arguments = ["import", photos.to_str().unwrap(), "--group", "file", "--set", "primary_price=5000"];
    env.run(&[&arguments, more].concat())
}

#[test]
fn an_import_names_its_shop_and_reports_only_what_happened() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::with_market_file(
        &shop.sandbox.market_file().replacen("Practice shop", "Basket Market", 1),
        shop.sandbox.token(),
    );
    env.photo("Rug.png");
    env.photo("Bowl.png");
    let english = import(&env, &[]);
    assert_eq!((english.status, english.stdout.as_str()), (0, "2 created.\n"), "{english:?}");
    assert!(
        english.stderr.contains("Importing 2 products (2 photos) into “Practice shop” on Basket Market"),
        "{english:?}"
    );

    env.photo("Mug.png");
    let persian = import(&env, &["--language", "fa"]);
    assert_eq!(persian.stdout, "۱ ثبت شد، ۲ قبلاً ثبت شده.\n", "{persian:?}");
    assert!(
        persian.stderr.contains("ثبت ۳ محصول (۳ عکس) در غرفهٔ «Practice shop» در Basket Market"),
        "{persian:?}"
    );
    assert_eq!(env.run(&["resume"]).stdout, "Nothing left to import.\n");
    let whoami = env.run(&["whoami"]).stdout;
    assert!(
        whoami.starts_with("Signed in as ") && whoami.contains("shop “Practice shop” on Basket Market."),
        "{whoami}"
    );
}

#[test]
fn a_quiet_import_prints_results_and_problems_only() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    env.photo("Rug.png");
    let output = import(&env, &["-q"]);
    assert_eq!((output.stderr.as_str(), output.stdout.as_str()), ("", "1 created.\n"));
    std::fs::write(env.photos().join("Text.png"), "no photo").unwrap();
    let output = import(&env, &["--quiet"]);
    assert!(
        output.status == 1 && output.stderr.contains("Text") && !output.stderr.contains("vitrine report"),
        "{output:?}"
    );
}

#[test]
fn a_failure_is_followed_by_the_command_that_fixes_it() {
    for language in ["en", "fa"] {
        let shop = Shop::open(Options::default());
        let env = TestEnv::new(&shop);
        env.photo("Rug.png");
        std::fs::write(env.photos().join("Text.png"), "no photo").unwrap();
        let output = import(&env, &["--language", language]);
        assert_eq!(output.status, 1, "{output:?}");
        assert!(output.stderr.contains("vitrine report --failed --output failed.csv"), "{output:?}");
        let failed = env.dir.path().join("failed.csv");
        assert_eq!(
            env.run(&["report", "--failed", "--output", failed.to_str().unwrap()]).status,
            0,
            "the printed command works"
        );
    }
}

#[test]
fn refusals_are_printed_once_with_advice_for_the_terminal() {
    for (language, button) in [("en", "Continue"), ("fa", "دکمه")] {
        let shop = Shop::open(Options::default());
        let rule = FaultRule { on: Some(Operation::Create), status: Some(422), ..FaultRule::default() };
        shop.sandbox.set_faults(Faults::of(rule));
        let env = TestEnv::new(&shop);
        for n in 0..8 {
            env.photo(&format!("Cup {n}.png"));
        }
        let output = import(&env, &["--language", language]);
        assert_eq!(output.status, 4, "{output:?}");
        assert_eq!(output.stderr.matches("vitrine resume").count(), 1, "{output:?}");
        assert_eq!(
            output.stderr.lines().filter(|line| line.starts_with("vitrine:")).count(),
            1,
            "{output:?}"
        );
        assert!(!output.stderr.contains(button), "{output:?}");
    }
}

#[test]
fn an_expired_sign_in_refers_to_login_and_resume() {
    for language in ["en", "fa"] {
        let shop = Shop::open(Options::default());
        let token = shop.sandbox.issue_token(
            Person::Owner,
            &["vendor.product.read", "vendor.product.write"],
            std::time::Duration::from_secs(600),
        );
        let env = TestEnv::with_market_file(&shop.sandbox.market_file(), token);
        for n in 0..3 {
            env.photo(&format!("Cup {n}.png"));
        }
        shop.sandbox.set_faults(Faults { token_requests: Some(4), ..Faults::default() });
        let output = import(&env, &["--language", language]);
        assert_eq!(output.status, 3, "{output:?}");
        assert!(
            output.stderr.contains("vitrine login") && output.stderr.matches("vitrine resume").count() == 1,
            "{output:?}"
        );
    }
}
