//! What was typed into the forms.

use std::collections::BTreeMap;

use crate::domain::{CHANGEABLE, CLEARABLE, Field as Wire, Product, ProductId};
use crate::import::bulk::BulkChange;

/// What was typed for several products.
pub struct Typed {
    pub field: Wire,
    pub change: BulkChange,
    pub find: String,
    pub replace: String,
    pub status: Option<i64>,
}

impl Default for Typed {
    fn default() -> Self {
        let none = String::new;
        Self { field: Wire::PrimaryPrice, change: BulkChange::default(), find: none(), replace: none(), status: None }
    }
}

/// One product, with what was typed for its fields.
pub struct OneProduct {
    pub id: ProductId,
    pub name: String,
    /// The texts at first, and now.
    pub texts: BTreeMap<Wire, (String, String)>,
}

impl OneProduct {
    /// The form with the values of the product that the list shows.
    pub fn of(product: &Product) -> Self {
        let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
        let first = |field| match field {
            Wire::Name => product.title.clone(),
            Wire::PrimaryPrice => number(product.price),
            Wire::Stock => number(product.inventory),
            Wire::Status => number(product.status.as_ref().and_then(|status| status.value)),
            _ => String::new(),
        };
        let texts = CHANGEABLE.into_iter().map(|field| (field, (first(field), first(field)))).collect();
        Self { id: product.id.clone(), name: product.title.clone(), texts }
    }

    /// The fields with another text than at first.
    pub fn changed(&self) -> Vec<(Wire, String)> {
        let says_something = |field: &Wire, now: &str| !now.trim().is_empty() || CLEARABLE.contains(field);
        let changed = self.texts.iter().filter(|(field, (first, now))| first.trim() != now.trim() && says_something(field, now));
        changed.map(|(field, (_, now))| (*field, now.clone())).collect()
    }
}
