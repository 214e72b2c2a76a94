//! What was read of a marketplace's categories earlier, for a look at an import before anything is sent.

use std::sync::Arc;

use super::cache::{ATTRIBUTES, CHOICES, TREE};
use crate::store::only_shop_of_imports;
use crate::worker::context::Context;
use crate::worker::market_files;
use vitrine_domain::{MarketCategories, Problem};
use vitrine_model::messages::{CategoryPreview, MarketChoice};

/// What the disk has of the marketplace; `None` if none is chosen.
///
/// # Errors
/// When the data cannot be read.
pub fn preview(choice: &MarketChoice, cx: &Context) -> Result<Option<CategoryPreview>, Problem> {
    let Some(profile) = market_files::chosen(choice, cx) else { return Ok(None) };
    let id = profile.id();
    let market = id.as_str();
    let tree = cx.store.cached(market, TREE)?.and_then(|(_, json)| serde_json::from_str(&json).ok());
    let known = cx.store.cached_below(market, ATTRIBUTES)?.into_iter();
    let attributes = known.filter_map(|(category, json)| {
        Some((category.parse().ok()?, Arc::new(serde_json::from_str(&json).ok()?)))
    });
    let market_categories = MarketCategories {
        tree: tree.map(Arc::new),
        attributes: attributes.collect(),
        ..MarketCategories::default()
    };
    // The account that was used last comes first.
    let account = cx.store.accounts()?.into_iter().find(|known| known.market == market);
    let account = account.map(|known| known.account);
    let shop = account.as_ref().and_then(|account| account.key(market));
    let shop = match shop {
        None => only_shop_of_imports(&cx.store, market)?,
        shop => shop,
    };
    let choices = shop.as_ref().map(|shop| cx.store.shop_choice(shop, CHOICES)).transpose()?.flatten();
    let choices = choices.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
    Ok(Some(CategoryPreview {
        rules: profile.rules(),
        currency: profile.currency.clone(),
        market_categories,
        choices,
        market: market.to_owned(),
        account,
        shop,
    }))
}
