//! Imports: from dropped paths to products in the shop.
//!
//! A dropped path is looked at ([`scan`], [`sheet`]) and planned; Start makes a [`run`] of what was reviewed and writes it down;
//! the run compares it with earlier imports ([`comparing`]), then performs what its engine asks for, every record of it durable
//! ([`journal_writer`]) before the engine hears so. What earlier runs of the program left is gone on with in [`resume`].

mod comparison;
mod journal_writer;
mod messages;
mod meter;
mod progress;
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

pub use messages::{ImportCommand, Progress, SaveTo, SavedProduct, SavedReview, Unfinished};
pub use state::{Imports, TaskResult};
pub use unfinished::{give_up, unfinished};
