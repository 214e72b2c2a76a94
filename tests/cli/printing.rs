//! Names that others chose, on the terminal: nothing in them is obeyed.

use secrecy::SecretString;
use serde_json::{Value, json};
use vitrine_sandbox::Options;

use crate::kit::routes;
use crate::kit::shop::{RunOutput, Shop, TestEnv};

/// Sets the title of the terminal and its clipboard, erases the line, turns the direction, and pretends to be
/// a line of its own.
const HOSTILE: &str = "mug\u{1b}]0;owned\u{7}\u{1b}]52;c;cm0gLXJm\u{7}\r\u{1b}[2K\u{9b}1A\u{202e}gpj\u{2066}\nvitrine: all done";

/// Nothing that a terminal obeys, in what goes to either of its streams.
fn assert_plain(what: &str, output: &RunOutput) {
    for text in [&output.stdout, &output.stderr] {
        let obeyed = |c: char| {
            c != '\n'
                && c != '\t'
                && (c.is_control()
                    || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        };
        assert!(!text.contains(obeyed), "{what}: {text:?}");
        assert!(
            !text.lines().any(|line| line == "vitrine: all done"),
            "{what} has a line that a name wrote: {text:?}"
        );
    }
}

/// A marketplace that answers with these bodies, by the ends of the paths, and to a list with this status.
fn market(status: &'static str, bodies: Vec<(&'static str, Value)>) -> TestEnv {
    let address = routes::serve(move |path| match bodies.iter().find(|(end, _)| path.ends_with(end)) {
        Some((end, body)) => routes::answer(
            if *end == "/products" { status } else { "200 OK" },
            "application/json",
            &body.to_string(),
        ),
        None => routes::answer("404 Not Found", "application/json", r#"{"message":"nothing here"}"#),
    });
    let file =
        format!("name = \"Bazaar\"\nlayout = \"base\"\nbase_url = \"{address}\"\nauth_url = \"{address}\"\n");
    TestEnv::with_market_file(&file, SecretString::from("t0ken-of-a-test"))
}

fn user() -> Value {
    json!({ "id": 1, "name": HOSTILE, "vendor": { "id": 7, "title": HOSTILE } })
}

fn page() -> Value {
    let product = json!({ "id": 3001, "title": HOSTILE, "price": 5, "sku": HOSTILE, "status": { "name": HOSTILE, "value": 1 }, "inventory": 1 });
    json!({ "data": [product], "total_count": 1, "result_count": 1, "total_page": 1, "page": 1, "per_page": 100 })
}

#[test]
fn the_products_of_a_shop_are_printed_and_not_obeyed() {
    for form in [&[][..], &["--csv"], &["--json"]] {
        let env = market("200 OK", vec![("/users/me", user()), ("/products", page())]);
        let output = env.run(&[&["products"], form].concat());
        assert_eq!(output.status, 0, "{output:?}");
        assert_plain(&format!("products {form:?}"), &output);
        let shown = if form == ["--json"] { "owned" } else { r"mug\x1b]0;owned\x07" };
        assert!(output.stdout.contains(shown), "{form:?}: {output:?}");
        if form == ["--json"] {
            assert_eq!(output.lines[0]["title"], HOSTILE, "and means what it meant");
        }
    }
}

#[test]
fn an_account_is_named_and_not_obeyed() {
    for form in [&["whoami"][..], &["whoami", "--json"]] {
        let identity = json!({ "id": "1", "name": HOSTILE, "client": { "id": "2", "name": HOSTILE } });
        let env = market("200 OK", vec![("/users/me", user()), ("/whoami", identity)]);
        let output = env.run(form);
        assert_eq!(output.status, 0, "{output:?}");
        assert_plain(&format!("{form:?}"), &output);
    }
}

#[test]
fn names_of_files_and_cells_are_printed_and_not_obeyed() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let name = "mug\u{1b}]0;owned\u{7}\u{1b}[2K\u{202e}.png";
    if cfg!(windows) {
        return;
    }
    env.photo(name);
    let sheet = env.dir.path().join("prices.csv");
    std::fs::write(
        &sheet,
        format!("name,price,photo\n\"{HOSTILE}\",\"{HOSTILE}\",\"{name}\"\n\"{HOSTILE} too\",5,missing\n"),
    )
    .unwrap();
    for form in [&[][..], &["--json"]] {
        let photos = env.photos();
        let arguments = ["import", photos.to_str().unwrap(), "--dry-run", "--sheet", sheet.to_str().unwrap()];
        assert_plain("a dry run", &env.run(&[&arguments, form].concat()));
    }
    assert_plain("a file that is not there", &env.run(&["import", "\u{1b}]0;x\u{7}\u{202e}nothing"]));
    assert_plain("a wrong argument", &env.run(&["\u{1b}]0;x\u{7}\u{9b}2J"]));
    assert_plain("a wrong value", &env.run(&["import", "--group", "\u{1b}[2K\u{202e}", "x"]));
    assert_plain("the log", &env.run(&["-vv", "import", "\u{1b}]0;x\u{7}\u{202e}nothing"]));
}

#[test]
fn a_refusal_is_quoted_and_not_obeyed() {
    let refusal = json!({ "messages": [{ "message": HOSTILE, "fields": [HOSTILE] }] });
    let env = market("422 Unprocessable Entity", vec![("/users/me", user()), ("/products", refusal)]);
    let output = env.run(&["products"]);
    assert!(output.status == 1 && output.stderr.contains("owned"), "{output:?}");
    assert_plain("a refusal", &output);
}
