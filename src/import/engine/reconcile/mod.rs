//! Looking at the shop: when it is listed, and what a listing says of the first product, of lost answers and of the lag.
//!
//! The parts know nothing of the engine: [`looks`] says when to look, [`canary`] waits for the first product, [`settle`]
//! finds our products in a listing, [`lag`] measures how late they came, [`absence`] judges what did not. [`look`] brings
//! them together.

pub(super) mod absence;
pub(super) mod canary;
pub(super) mod lag;
mod look;
pub(super) mod schedule;
pub(super) mod settle;
