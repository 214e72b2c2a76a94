//! Two marketplace files with one name and other addresses are two marketplaces, tested by running the
//! program.

use vitrine_sandbox::{FaultRule, Faults, Operation, Options};

use crate::kit::shop::{Shop, TestEnv};

/// Another shop's file in the place of the environment's, with its token.
fn at(env: &mut TestEnv, shop: &Shop) {
    std::fs::write(env.market(), shop.sandbox.market_file()).unwrap();
    env.token = shop.sandbox.token();
}

#[test]
fn an_import_that_was_interrupted_at_one_is_neither_resumed_nor_compared_at_the_other() {
    let rules =
        vec![FaultRule { on: Some(Operation::Create), status: Some(401), from: 2, ..FaultRule::default() }];
    let (own, other) = (Shop::open(Options::default()), Shop::open(Options::default()));
    own.sandbox.set_faults(Faults { rules, ..Faults::default() });
    let mut env = TestEnv::new(&own);
    for n in 0..4 {
        env.photo(&format!("Cup {n}.jpg"));
    }
    assert_eq!(env.import(&[]).status, 3);
    let created = own.titles().len();
    assert!(created < 4, "it was interrupted");

    at(&mut env, &other);
    let output = env.run(&["resume", "--json"]);
    assert_eq!(
        (output.status, other.titles().len()),
        (0, 0),
        "nothing of the other shop's import: {output:?}"
    );
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (0, [4, 0, 0, 0]), "nothing is skipped: {output:?}");

    own.sandbox.set_faults(Faults::default());
    at(&mut env, &own);
    assert_eq!(env.run(&["resume", "--json"]).status, 0);
    assert_eq!((own.titles().len(), other.titles().len()), (4, 4));
    assert!(other.sandbox.files().len() >= 4, "each shop has photos of its own");
}

#[test]
fn a_file_named_like_a_ready_made_marketplace_sends_nothing_and_says_what_to_do() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::with_market_file(
        &shop.sandbox.market_file().replace("\"Practice shop\"", "\"Basalam\""),
        shop.sandbox.token(),
    );
    for arguments in
        [&["whoami"][..], &["products"], &["resume"], &["edit", "--resume"], &["webhook", "list"]]
    {
        let output = crate::kit::shop::RunOutput::from(
            env.command(arguments).env_remove("VITRINE_TOKEN").spawn().unwrap(),
        );
        assert_eq!(output.status, 3, "{arguments:?}: {output:?}");
        assert!(output.stderr.contains("127.0.0.1:") && output.stderr.contains("basalam.com"), "{output:?}");
        assert!(output.stderr.contains("vitrine login"), "{output:?}");
    }
    assert_eq!(shop.sandbox.request_count(), 0, "nothing was sent");
    assert_eq!(env.run(&["whoami"]).status, 0, "a token in the environment is the user's own word");
}
