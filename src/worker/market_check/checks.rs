//! The steps of a check, one after the other.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde_json::Value;

use super::test_product::{Created, HIDDEN, create};
use crate::worker::session::AuthenticatedSession;
use vitrine_core::market::{ListedPrice, Listing, ProductPage};
use vitrine_core::pace::Kind;
use vitrine_domain::category::{AttributeGroup, CategoryTree, UNITS};
use vitrine_domain::{Problem, Product};
use vitrine_model::messages::{CheckResult, Fact};

/// Of how many products the price of the list is compared with that of the product.
const PRICES_COMPARED: usize = 5;
/// How many categories are asked for their attributes.
const CATEGORIES_ASKED: usize = 3;

/// Checks the marketplace and reports each step.
pub async fn check(
    session: &AuthenticatedSession,
    write: bool,
    now: Timestamp,
    report: impl Fn(CheckResult),
) {
    let step = |step, result: Result<Vec<Fact>, Problem>| match result {
        Ok(facts) => report(CheckResult { step, facts, problem: None }),
        Err(problem) => report(CheckResult { step, facts: Vec::new(), problem: Some(problem) }),
    };
    step("whoami", whoami(session).await);
    step("user", user(session).await);
    let mut categories = None;
    if session.profile().categories_url().is_some() {
        let read = session.ask(Kind::Read, |client, token| client.categories(Some(token))).await;
        match read {
            Ok(tree) => {
                step("categories", Ok(tree_facts(&tree)));
                categories = Some(attributes(session, &tree, &step).await);
            }
            Err(problem) => step("categories", Err(problem)),
        }
    }
    match first_page(session, &[]).await {
        Ok((page, facts)) => {
            step("list", Ok(facts));
            if session.profile().edit.is_some() && !page.products.is_empty() {
                step("list_price", listed_prices(session, &page).await);
            }
            if let Some(sku) = page.products.iter().find_map(|product| product.sku.clone()) {
                step("list_by_sku", list_by_sku(session, &sku).await);
            }
        }
        Err(problem) => step("list", Err(problem)),
    }
    if write && session.profile().rules().status(HIDDEN).is_none() {
        // Only a product that buyers do not see may be created for a test.
        step("create", Ok(vec![Fact::seen("tested", false)]));
    } else if write {
        let created = create(session, categories.flatten(), now).await;
        let CreatedFacts { facts, problem, created } = CreatedFacts::of(created);
        report(CheckResult { step: "create", facts, problem });
        if let Some(created) = created {
            step("read_back", read_back(session, &created).await);
        }
    }
}

struct CreatedFacts {
    facts: Vec<Fact>,
    problem: Option<Problem>,
    created: Option<Created>,
}

impl CreatedFacts {
    fn of(result: Result<Created, Problem>) -> Self {
        match result {
            Ok(created) => Self {
                facts: vec![Fact::assumed("answer_has_id", created.has_id, true)],
                problem: None,
                created: Some(created),
            },
            Err(problem) => Self { facts: Vec::new(), problem: Some(problem), created: None },
        }
    }
}

async fn whoami(session: &AuthenticatedSession) -> Result<Vec<Fact>, Problem> {
    let identity = session.ask(Kind::Read, |client, token| client.whoami(token)).await?;
    Ok(vec![
        Fact::assumed("has_id", identity.id.is_some(), true),
        Fact::seen("has_client", identity.client.is_some()),
    ])
}

async fn user(session: &AuthenticatedSession) -> Result<Vec<Fact>, Problem> {
    let account = session.ask(Kind::Read, |client, token| client.current_user(token)).await?;
    Ok(vec![
        Fact::assumed("has_shop", account.vendor.is_some(), true),
        Fact::seen("has_username", account.username.is_some()),
    ])
}

fn tree_facts(tree: &CategoryTree) -> Vec<Fact> {
    let depth = tree
        .categories()
        .iter()
        .filter_map(|category| tree.path(category.id))
        .map(|path| path.matches(" / ").count() + 1)
        .max();
    let units: BTreeSet<i64> = tree.categories().iter().filter_map(|category| category.unit).collect();
    let foreign: Vec<Value> =
        units.iter().filter(|id| UNITS.iter().all(|unit| unit.id != **id)).map(|id| (*id).into()).collect();
    let limited = tree.categories().iter().filter(|category| category.max_preparation_days.is_some()).count();
    vec![
        Fact::seen("categories", tree.len()),
        Fact::seen("leaves", tree.leaves().count()),
        Fact::seen("levels", depth.unwrap_or_default()),
        Fact::seen("unit_ids_of_the_other_space", foreign),
        Fact::seen("with_max_preparation_days", limited),
    ]
}

/// Reads the attributes of some categories. Returns the first one, with its attributes, for the test product.
async fn attributes(
    session: &AuthenticatedSession,
    tree: &CategoryTree,
    step: &impl Fn(&'static str, Result<Vec<Fact>, Problem>),
) -> Option<(i64, Vec<AttributeGroup>)> {
    let first = tree.leaves().next()?;
    if session.profile().attributes_url(first.id).is_none() {
        return Some((first.id, Vec::new()));
    }
    let mut found: Vec<(i64, Vec<AttributeGroup>)> = Vec::new();
    for leaf in tree.leaves().take(CATEGORIES_ASKED) {
        let read = session.ask(Kind::Read, |client, token| client.attributes(Some(token), leaf.id)).await;
        match read {
            Ok(groups) => found.push((leaf.id, groups)),
            Err(problem) => {
                step("attributes", Err(problem));
                return found.into_iter().next().or(Some((first.id, Vec::new())));
            }
        }
    }
    let differing = differing(session, &found).await;
    let all = || found.iter().flat_map(|(_, groups)| groups).flat_map(|group| &group.attributes);
    let facts = vec![
        Fact::seen("categories_asked", found.len()),
        Fact::seen("attributes", all().count()),
        Fact::seen("with_options", all().filter(|attribute| !attribute.options.is_empty()).count()),
        Fact::seen("required", all().filter(|attribute| attribute.required == Some(true)).count()),
        Fact::seen("required_not_stated", all().filter(|attribute| attribute.required.is_none()).count()),
    ];
    step("attributes", Ok(facts));
    match differing {
        Ok(differing) => {
            step("attributes_of_shop", Ok(vec![Fact::seen("categories_that_differ", differing)]));
        }
        Err(problem) => step("attributes_of_shop", Err(problem)),
    }
    found.into_iter().next()
}

/// The categories whose attributes or options are others when they are asked for this shop.
async fn differing(
    session: &AuthenticatedSession,
    found: &[(i64, Vec<AttributeGroup>)],
) -> Result<Vec<Value>, Problem> {
    let Ok(shop) = session.vendor() else { return Ok(Vec::new()) };
    let mut differing = Vec::new();
    for (category, groups) in found {
        let of_shop =
            session.ask(Kind::Read, |client, token| client.attributes_of_shop(token, *category, shop));
        if of_shop.await? != *groups {
            differing.push((*category).into());
        }
    }
    Ok(differing)
}

/// The first page of the list, with more query parameters.
async fn first_page(
    session: &AuthenticatedSession,
    more: &[(String, String)],
) -> Result<(ProductPage, Vec<Fact>), Problem> {
    let rules = &session.profile().list;
    let Some(mut request) = Listing::new(rules).next() else {
        return Ok((ProductPage::default(), Vec::new()));
    };
    request.query.extend_from_slice(more);
    let vendor = session.vendor()?;
    let page = session.ask(Kind::Read, |client, token| client.list_products(token, vendor, &request)).await?;
    let any = |has: fn(&Product) -> bool| page.products.iter().any(has);
    let mut facts = vec![
        Fact::seen("rows", page.rows),
        Fact::assumed("all_rows_readable", page.all_readable, true),
        Fact::seen("total_is_stated", page.total.is_some()),
    ];
    if let Some(per_page) = page.per_page {
        facts.push(Fact::assumed("page_size", per_page, u64::from(rules.page_size)));
    }
    if page.rows > 0 {
        let statuses: BTreeSet<i64> =
            page.products.iter().filter_map(|product| product.status.as_ref()?.value).collect();
        facts.extend([
            Fact::assumed(
                "photos_have_ids",
                any(|product| product.photo.as_ref().is_some_and(|photo| photo.id.is_some())),
                true,
            ),
            Fact::seen("lists_sku", any(|product| product.sku.is_some())),
            Fact::seen("statuses", statuses.into_iter().collect::<Vec<_>>()),
        ]);
    }
    Ok((page, facts))
}

/// Whether the prices of the list are those that the seller has set, of some products.
async fn listed_prices(session: &AuthenticatedSession, page: &ProductPage) -> Result<Vec<Fact>, Problem> {
    let mut equal = true;
    for product in page.products.iter().take(PRICES_COMPARED) {
        let read = session.ask(Kind::Read, |client, token| client.read_product(token, &product.id)).await?;
        equal &= read.primary_price.is_none_or(|own| Some(own) == product.price);
    }
    let is_own = session.profile().edit.as_ref().is_some_and(|edit| edit.listed_price == ListedPrice::Own);
    Ok(vec![if is_own {
        Fact::assumed("is_the_sellers", equal, true)
    } else {
        Fact::seen("is_the_sellers", equal)
    }])
}

async fn list_by_sku(session: &AuthenticatedSession, sku: &str) -> Result<Vec<Fact>, Problem> {
    let (page, _) = first_page(session, &[("skus".to_owned(), sku.to_owned())]).await?;
    let is_filtered = page.products.iter().all(|product| product.sku.as_deref() == Some(sku));
    let unique = session.profile().rules().sku_unique;
    let mut facts = vec![Fact::assumed("filter_works", is_filtered && page.rows > 0, true)];
    if unique {
        facts.push(Fact::assumed("products_with_the_sku", page.rows, 1));
    }
    Ok(facts)
}

async fn read_back(session: &AuthenticatedSession, created: &Created) -> Result<Vec<Fact>, Problem> {
    let (page, _) = first_page(session, &[("skus".to_owned(), created.sku.clone())]).await?;
    let by_sku = page.products.iter().find(|product| product.sku.as_deref() == Some(&created.sku));
    let by_cover = |product: &&Product| {
        product.photo.as_ref().and_then(|photo| photo.id.as_ref()) == Some(&created.cover)
    };
    let by_photo = page.products.iter().find(by_cover);
    let found = by_sku.or(by_photo);
    Ok(vec![
        Fact::assumed("listed_by_sku", by_sku.is_some(), true),
        Fact::assumed("photo_id_is_that_of_the_upload", by_photo.is_some(), true),
        Fact::assumed("status", found.and_then(|product| product.status.as_ref()?.value), created.status),
    ])
}
