//! The words for what the program knows: problems, photos, products, reports and others.

pub mod announcement;
pub mod cards;
pub mod diagnostic;
pub mod names;
pub mod phone_page;
pub mod photo;
pub mod problem;
pub mod products;
pub mod report;
pub mod sheet;
mod sheet_questions;
mod sheet_understood;
