//! Reconciliation with the shop's list: when it is listed, and what a listing says about the first product,
//! unconfirmed creations and the lag.
//!
//! [`listings`] connects what `evidence` concludes to the engine; [`sku_lookup`] asks for single products
//! before that.

mod listings;
mod sku_lookup;
