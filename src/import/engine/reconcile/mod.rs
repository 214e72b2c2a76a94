//! Reconciliation with the shop's list: when it is listed, and what a listing says about the first product, unconfirmed
//! creations and the lag.
//!
//! The parts do not know the engine: [`schedule`] says when to list, [`canary`] waits for the first product,
//! [`match_listing`] finds our products in a listing, [`lag`] measures how late they appear, [`absence`] evaluates what
//! is missing. [`sku_lookup`] asks for single products before that. [`listings`] connects them to the engine.

pub(super) mod absence;
pub(super) mod canary;
pub(super) mod lag;
mod listings;
pub(super) mod match_listing;
pub(super) mod schedule;
mod sku_lookup;
