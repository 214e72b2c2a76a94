//! The categories of a marketplace, their attributes, and what both mean for a product.

pub(super) mod attribute;
mod contact;
mod index;
pub(super) mod tree;
mod unit;

pub use attribute::{Attribute, AttributeGroup, AttributeOption, AttributeValue, SentAttribute};
pub use contact::{ContactData, contact_data};
pub use index::CategoryIndex;
pub use tree::{Category, CategoryTree};
pub use unit::{UNITS, Unit};
