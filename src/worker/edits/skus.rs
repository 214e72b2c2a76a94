//! Finds products by their SKUs, those of their variants, or their names: in the saved list, else by asking
//! the marketplace for them, else in the whole shop.

use std::collections::{HashMap, HashSet};

use super::reading::with_retries;
use crate::store::StorePath;
use crate::worker::catalog::{list_by_skus, list_shop};
use crate::worker::photos::blocking;
use crate::worker::session::AuthenticatedSession;
use vitrine_core::market::Reach;
use vitrine_domain::text::folded;
use vitrine_domain::{AccountKey, Problem, Product, ProductId, Verdict};

/// So many SKUs are asked for with one request.
const SKUS_PER_REQUEST: usize = 50;
/// So many saved products are looked at together.
const LOOKED_AT_TOGETHER: usize = 5_000;

/// A product and its folded SKU.
pub type WithSku = (ProductId, String);

/// A product and its folded name.
pub type WithName = (ProductId, String);

/// The products of the saved list that have one of these folded SKUs, and those that have one of these folded
/// names; `None` if the list was never read.
///
/// # Errors
/// When the store cannot be read.
pub async fn find_saved(
    store: StorePath,
    account: AccountKey,
    skus: HashSet<String>,
    names: HashSet<String>,
) -> Result<Option<(Vec<WithSku>, Vec<WithName>)>, Problem> {
    blocking(move || {
        let store = store.connect()?;
        let Some((catalog, _)) = store.catalog(&account)? else { return Ok(None) };
        let (mut found, mut called, mut next) = (Vec::new(), Vec::new(), 0);
        loop {
            let (products, after) = store.catalog_products(catalog, next, LOOKED_AT_TOGETHER)?;
            if products.is_empty() {
                return Ok(Some((found, called)));
            }
            found.extend(products.iter().flat_map(|product| with_skus(product, &skus)));
            called.extend(products.iter().filter_map(|product| with_name(product, &names)));
            next = after;
        }
    })
    .await
}

/// The products of the shop that have one of these SKUs, as typed. A marketplace may know them only in their
/// own capitals, so what it does not find is looked for in the `whole` list.
///
/// # Errors
/// The problem of a request that keeps failing.
pub async fn find_in_shop(
    session: &AuthenticatedSession,
    skus: &[String],
    whole: bool,
    on_retry: &(dyn Fn(bool) + Sync),
) -> Result<Vec<WithSku>, Problem> {
    let wanted: HashSet<String> = skus.iter().map(|sku| folded(sku)).collect();
    let mut found: Vec<Product> = Vec::new();
    for some in skus.chunks(SKUS_PER_REQUEST) {
        let listed = match with_retries(|| list_by_skus(session, some.to_vec()), on_retry).await {
            Ok(listed) => listed,
            Err(problem) if problem.verdict() == Verdict::Refused => {
                return find_in_whole_list(session, &wanted).await;
            }
            Err(problem) => return Err(problem),
        };
        if !listed.iter().all(|product| has_one_of(product, &wanted)) {
            // The filter is ignored: this is any page of the shop.
            return find_in_whole_list(session, &wanted).await;
        }
        found.extend(listed);
    }
    let found: Vec<WithSku> = found.iter().flat_map(|product| with_skus(product, &wanted)).collect();
    let known: HashSet<&String> = found.iter().map(|(_, sku)| sku).collect();
    if whole && known.len() < wanted.len() {
        return find_in_whole_list(session, &wanted).await;
    }
    Ok(found)
}

async fn find_in_whole_list(
    session: &AuthenticatedSession,
    skus: &HashSet<String>,
) -> Result<Vec<WithSku>, Problem> {
    let shop = list_shop(session, Reach::Whole, |_| {}, |_, _| {}).await?;
    Ok(shop.products().iter().flat_map(|product| with_skus(product, skus)).collect())
}

/// The products of the whole shop that have one of these folded names.
///
/// # Errors
/// The problem of a request that keeps failing.
pub async fn find_called(
    session: &AuthenticatedSession,
    names: &HashSet<String>,
) -> Result<Vec<WithName>, Problem> {
    let shop = list_shop(session, Reach::Whole, |_| {}, |_, _| {}).await?;
    Ok(shop.products().iter().filter_map(|product| with_name(product, names)).collect())
}

fn with_name(product: &Product, names: &HashSet<String>) -> Option<WithName> {
    let name = folded(&product.title);
    names.contains(&name).then(|| (product.id.clone(), name))
}

/// The product with each of these SKUs that it or a variant of it has.
fn with_skus<'a>(product: &'a Product, skus: &'a HashSet<String>) -> impl Iterator<Item = WithSku> + 'a {
    product.skus().map(folded).filter(|sku| skus.contains(sku)).map(|sku| (product.id.clone(), sku))
}

fn has_one_of(product: &Product, skus: &HashSet<String>) -> bool {
    with_skus(product, skus).next().is_some()
}

/// The SKUs of these that no product of the shop was found for, by folded SKU.
pub fn missing(skus: &HashMap<String, String>, found: impl Iterator<Item = String>) -> Vec<String> {
    let found: HashSet<String> = found.collect();
    skus.iter().filter(|(folded, _)| !found.contains(*folded)).map(|(_, typed)| typed.clone()).collect()
}
