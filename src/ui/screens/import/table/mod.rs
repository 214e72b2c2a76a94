//! What the tables of the import have in common: cells that are edited and selected in ranges, their keys,
//! and how a row is drawn.

pub mod cell_range;
pub mod grid;
pub mod grid_keys;
pub mod row;
