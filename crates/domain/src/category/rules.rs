//! How a marketplace treats categories.

use std::collections::BTreeMap;

use super::unit::UNITS;

/// How a marketplace treats categories, from its market file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryRules {
    /// Whether only categories without further ones inside take products.
    pub leaf_only: bool,
    /// Whether the attributes of a category can be read.
    pub has_attributes: bool,
    /// Units as categories name them → units as creations take them.
    pub units: BTreeMap<i64, i64>,
    /// The unit of a category that names none, or one that is not known.
    pub unit_default: Option<i64>,
}

impl CategoryRules {
    /// The unit that a creation takes, for the unit that a category names.
    pub fn unit(&self, named: Option<i64>) -> Option<i64> {
        let known = |id: &i64| UNITS.iter().any(|unit| unit.id == *id);
        named.and_then(|id| self.units.get(&id).copied().or_else(|| Some(id).filter(known))).or(self.unit_default)
    }
}
