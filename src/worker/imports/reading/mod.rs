//! What was dropped, as it is on the disk: folders are walked through ([`walk`]), files are judged by their
//! content ([`scan`]), sheets and cards are read, and photos compared ([`likenesses`]).

pub mod found_cards;
pub mod likenesses;
pub mod read_progress;
pub mod scan;
pub mod sheet;
pub mod slow_sheets;
pub mod walk;
