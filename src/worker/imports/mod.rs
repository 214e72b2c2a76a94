//! Imports: from dropped paths to products in the shop.
//!
//! Dropped paths are walked through ([`walk`]), scanned ([`scan`], [`sheet`]) and planned; where their names say nothing, photos are compared ([`likenesses`]). Start turns the reviewed drafts into a [`run`] and
//! saves them; the run compares them with earlier imports ([`comparison`], of which [`known_products`] is a preview) and performs its engine's effects. Every
//! record is durable ([`journal_writer`]) before the engine hears of it. [`resume`] continues imports of earlier
//! sessions, when what they need to know of categories was read ([`awaited_categories`]).

mod awaited_categories;
mod comparison;
mod found_cards;
mod interrupted;
mod journal_writer;
mod known_products;
mod likenesses;
mod messages;
mod meter;
mod photo_copies;
mod photo_hashes;
mod planning;
mod progress;
mod read_progress;
mod report;
mod restored;
mod resume;
mod run;
mod saved_review;
mod scan;
mod service;
mod sheet;
mod start;
mod state;
mod unfinished;
mod update_schedule;
mod walk;

pub use messages::{
    ArrangedProduct, ImportCommand, ImportEvent, KnownProduct, PlanComparison, Progress, SaveTo, SavedProduct, SavedReview, SharesPhoto,
    SheetRequest, SheetSource, Unfinished,
};
pub use sheet::read as read_sheet;
pub use state::{Imports, TaskResult};
pub use unfinished::{give_up, unfinished};
