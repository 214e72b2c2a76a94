//! Changes of products as a table, before they are made: of those in the shop, and of those in the review.

mod lines;
mod table;
pub mod values;

pub use self::lines::{Products, Shown};
pub use self::table::{ChangesView, LeaveOut, show};
