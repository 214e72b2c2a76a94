//! What lists of the shop prove about a creation whose answer was lost: how old a listing may be ([`lag`]),
//! whether it still has what it had ([`listed_before`]), whether it shows the product ([`match_listing`]),
//! when to list again ([`schedule`]), and what follows from absence ([`absence`], [`canary`]). None of it
//! knows the engine.

pub mod absence;
pub mod canary;
pub mod lag;
pub mod listed_before;
pub mod match_listing;
pub mod schedule;
