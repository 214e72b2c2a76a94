//! The tables of the contract, as `docs/marketplace-api.md` has them, beside what the code says.

use std::collections::BTreeMap;

use super::product_payload;
use crate::market::config::Profile;
use vitrine_domain::{Draft, EVENTS, Field, FileId, Scope};

const CONTRACT: &str = include_str!("../../../../../docs/marketplace-api.md");

/// The text from this heading to the next one.
fn section(heading: &str) -> &'static str {
    let (_, text) =
        CONTRACT.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no “{heading}”"));
    text.split("\n#").next().unwrap_or(text)
}

/// The cells of the rows of a section's table, without its head.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let lines = section(heading).lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
    lines.skip(2).map(|line| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect()).collect()
}

#[test]
fn the_events_are_those_of_the_contract() {
    let told: Vec<_> =
        rows("## 6. Events").iter().map(|row| (row[0].parse().unwrap(), row[1], row[2])).collect();
    assert_eq!(EVENTS.map(|event| (event.id, event.name, event.scope)).as_slice(), told);
}

#[test]
fn the_named_scopes_are_those_of_the_contract() {
    let (_, text) =
        section("## 5. Signing in and permissions").split_once("Five are named:").expect("the scopes");
    let told: Vec<&str> = text.split('`').skip(1).step_by(2).take(5).collect();
    let sorted = |mut scopes: Vec<&'static str>| {
        scopes.sort_unstable();
        scopes
    };
    assert_eq!(sorted(Scope::DOCUMENTED.to_vec()), sorted(told));
}

#[test]
fn a_new_product_has_the_fields_of_the_contract_in_their_types() {
    let mut draft = Draft { name: "Rug".to_owned(), is_wholesale: Some(false), ..Draft::default() };
    for (field, text) in [
        (Field::Brief, "Wool"),
        (Field::Description, "Woven by hand"),
        (Field::PreparationDays, "3"),
        (Field::Weight, "900"),
        (Field::PackageWeight, "1000"),
        (Field::PrimaryPrice, "48500000"),
        (Field::Stock, "2"),
        (Field::Sku, "R-1"),
    ] {
        draft.set(field, text).unwrap();
    }
    let profile =
        Profile::parse("name = \"x\"\nlayout = \"base\"\nbase_url = \"https://x.example\"\n", "x").unwrap();
    let sent: BTreeMap<String, &str> = product_payload(&draft, &[FileId::from(7), FileId::from(8)], &profile)
        .into_iter()
        .map(|(name, value)| {
            let kind = match value {
                serde_json::Value::Bool(_) => "boolean",
                serde_json::Value::Number(number) if number.is_i64() => "integer",
                serde_json::Value::String(_) => "string",
                serde_json::Value::Array(list) if list.iter().all(serde_json::Value::is_i64) => {
                    "array of integers"
                }
                other => panic!("{name}: {other}"),
            };
            (name, kind)
        })
        .collect();
    let told = rows("### 2.4 New product")
        .into_iter()
        .map(|row| (row[0].to_owned(), row[1]))
        .collect::<BTreeMap<_, _>>();
    assert_eq!((sent.len(), sent), (12, told));
}
