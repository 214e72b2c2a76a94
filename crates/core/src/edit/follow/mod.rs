//! A shop's own list that is kept in step with the shop: each save of it becomes a change, as a spreadsheet
//! that was chosen does.
//!
//! [`FileWatch`] says when a file was saved, [`wish_for_stock`] and [`wish_for_price`] what a number of the
//! list means beside what the shop has, and [`list_step`] turns the rows of the list into the requests of a
//! [`preview`](super::plan::preview).

mod file_watch;
mod step;
#[cfg(test)]
mod tests;
mod wish;

pub use file_watch::{FileState, FileWatch, Sighting};
pub use step::{
    Agreed, FOLLOWED, FollowRules, Hold, KnownOfList, ListStep, ListedKey, Pending, PendingFate, TakenBy,
    list_step, what_goes_alone,
};
pub use wish::{ListedSales, Wish, wish_for_price, wish_for_stock};
