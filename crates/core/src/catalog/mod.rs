//! The shop's products as a list that is searched, filtered, sorted and counted, in the window and in the
//! terminal. Nothing here reads a disk or a network.

mod facets;
mod filter;
mod finder;
mod list;
mod overview;
mod packed;
mod query;
#[cfg(any(test, feature = "simulation"))]
pub mod samples;
mod unfolded;

pub use facets::Facets;
pub use filter::Filter;
pub use finder::{Arrangement, Column, Finder};
pub use list::ProductList;
pub use overview::{Day, Overview, PriceRange};
pub use packed::Row;
pub use unfolded::{TableRow, TableRows, Unfolded};
