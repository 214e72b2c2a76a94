//! Networks with something in between: guards, filters, Wi-Fi with a sign-in page.

use secrecy::SecretString;

use crate::kit::routes;
use crate::kit::shop::{RunOutput, TestEnv};

const GUARD: &str = "<!doctype html><html><head><title>Access denied</title></head><body><h1>Category: Shopping</h1></body></html>";
const USER: &str = r#"{"id":1,"name":"Parvin","vendor":{"id":7,"title":"Shop"}}"#;

/// The shop behind a network that answers with `answer` in place of what is asked for at paths that
/// `is_guarded` names.
fn behind(is_guarded: fn(&str) -> bool, answer: String) -> TestEnv {
    let address = routes::serve(move |path| match path {
        guarded if is_guarded(guarded) => answer.clone(),
        user if user.ends_with("/users/me") => routes::answer("200 OK", "application/json", USER),
        _ => routes::answer("404 Not Found", "application/json", r#"{"message":"nothing here"}"#),
    });
    let file =
        format!("name = \"Bazaar\"\nlayout = \"base\"\nbase_url = \"{address}\"\nauth_url = \"{address}\"\n");
    TestEnv::with_market_file(&file, SecretString::from("t0ken-of-a-test"))
}

fn every_path(_: &str) -> bool {
    true
}

fn the_list(path: &str) -> bool {
    path.ends_with("/products")
}

fn html(status: &str) -> String {
    routes::answer(status, "text/html; charset=utf-8", GUARD)
}

/// It is said that something else answered, and nothing of the token.
fn assert_foreign(case: &str, output: &RunOutput) {
    let said = &output.stderr;
    for wrong in ["permission", "scope", "Sign in again", "didn’t accept your token", "Bazaar says"] {
        assert!(!said.contains(wrong), "{case}: {said}");
    }
    assert_ne!(output.status, 3, "{case} asks for a sign-in: {said}");
    assert!(said.contains("The page says: “Access denied Category: Shopping”"), "{case}: {said}");
}

#[test]
fn the_page_of_a_guard_is_no_refusal_of_the_marketplace() {
    for status in [
        "401 Unauthorized",
        "403 Forbidden",
        "404 Not Found",
        "451 Blocked",
        "200 OK",
        "511 Network Authentication Required",
    ] {
        for (what, is_guarded) in [("the sign-in", every_path as fn(&str) -> bool), ("the list", the_list)] {
            let env = behind(is_guarded, html(status));
            let output = env.run(&["products"]);
            assert_foreign(&format!("{status} at {what}"), &output);
            assert!(
                output.stderr.contains("Something in between answered instead of Bazaar"),
                "{status} at {what}: {output:?}"
            );
        }
    }
}

#[test]
fn the_page_of_a_guard_with_a_server_error_names_both_possibilities() {
    let output = behind(every_path, html("503 Service Unavailable")).run(&["products"]);
    assert_foreign("503", &output);
    assert!(output.stderr.contains("A web page with error 503 came instead of a reply"), "{output:?}");
}

#[test]
fn the_code_of_a_guard_is_no_missing_permission() {
    let output = behind(the_list, routes::answer("403 Forbidden", "text/plain", "error code: 1020"))
        .run(&["products"]);
    assert!(
        output.stderr.contains("Something in between") && output.stderr.contains("error code: 1020"),
        "{output:?}"
    );
    assert!(!output.stderr.contains("permission") && !output.stderr.contains("Bazaar says"), "{output:?}");
}

#[test]
fn a_wifi_that_redirects_is_said() {
    let answer = "HTTP/1.1 302 Found\r\nLocation: http://portal.example/login\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let output = behind(every_path, answer.to_owned()).run(&["products"]);
    assert!(
        output.status != 3 && output.stderr.contains("portal.example") && output.stderr.contains("Wi-Fi"),
        "{output:?}"
    );
}

#[test]
fn a_refusal_of_the_marketplace_itself_is_still_one() {
    let refusal = routes::answer(
        "403 Forbidden",
        "application/json",
        r#"{"message":"The token lacks vendor.product.read"}"#,
    );
    let output = behind(the_list, refusal).run(&["products"]);
    assert!(
        output.stderr.contains("“vendor.product.read”") && output.stderr.contains("Bazaar says"),
        "{output:?}"
    );
    let expired = routes::answer("401 Unauthorized", "application/json", r#"{"message":"expired"}"#);
    assert_eq!(behind(the_list, expired).run(&["products"]).status, 3);
    assert_eq!(
        behind(every_path, routes::answer("401 Unauthorized", "text/plain", "")).run(&["products"]).status,
        3,
        "servers send it bare"
    );
}
