//! What a run is told, and what it wants to be done.

use std::time::Duration;

use super::update::RowUpdate;
use vitrine_domain::{BatchItem, Problem, ProductChange, ProductId, ProductState};

/// How a marketplace changes products.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// The most products of one request; `None` where each is changed on its own.
    pub batch: Option<usize>,
    /// Whether a batch changes variants, too. Otherwise their products are changed on their own.
    pub batch_variants: bool,
    /// The most ids of one reading.
    pub read_items: usize,
    /// Whether a list is known to show at once what happened in the shop. Otherwise stocks are read one by
    /// one before they are sent: a list that is seconds old hides sales.
    pub lists_promptly: bool,
}

/// What happened.
#[derive(Debug)]
pub enum Input {
    /// The run begins or goes on.
    Start,
    /// The answer to [`Effect::Read`].
    Read {
        read: u64,
        result: Result<Vec<ProductState>, Problem>,
    },
    /// The answer to [`Effect::Send`].
    Sent {
        request: u64,
        result: Result<Vec<BatchItem>, Problem>,
    },
    /// All records up to this one are durable.
    Recorded {
        through: u64,
    },
    RecordFailed(Problem),
    Pause,
    /// Goes on after a pause or equal refusals.
    Continue,
    /// Sends nothing more.
    Cancel,
    /// What a person decided about a product that moved: whether the new values replace those of the shop.
    Decide {
        row: usize,
        overwrite: bool,
    },
    Tick,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Makes these rows durable, in the order of the numbers.
    Record { number: u64, rows: Vec<RowUpdate> },
    /// Reads products: with one request by their ids, or one alone, with everything it shows.
    Read { read: u64, ids: Vec<ProductId>, alone: bool },
    /// Changes products: with one request, or one alone.
    Send { request: u64, changes: Vec<ProductChange>, alone: bool },
    /// Wants a tick at this time.
    WakeAt(Duration),
}
