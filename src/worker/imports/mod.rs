//! Imports: from dropped paths to products in the shop.
//!
//! Dropped paths are read from the disk ([`reading`]) and planned ([`planning`]). Start ([`start`]) turns the
//! reviewed drafts into a run and saves them; they are compared with earlier imports ([`earlier`], of which
//! [`known_products`] is a preview), and the run performs its engine's effects ([`running`]). Every record is
//! durable ([`journal_writer`]) before the engine hears of it. Imports of earlier sessions go on
//! ([`resuming`]) when what they need to know of categories was read.

mod earlier;
mod ended;
mod journal_writer;
mod known_products;
mod planning;
mod progress;
mod reading;
mod report;
mod restored;
mod resuming;
mod running;
mod service;
mod start;
mod state;

pub use reading::sheet::read_worksheets;
pub use state::{ImportTaskResult, Imports};
