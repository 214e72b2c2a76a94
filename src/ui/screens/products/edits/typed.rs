//! What was typed into the forms.

use std::collections::BTreeMap;

use crate::domain::{CHANGEABLE, CLEARABLE, Draft, EDITABLE, Field as Wire, Product, ProductId, ProductPhoto, ProductState};
use crate::import::bulk::BulkChange;
use crate::worker::AlbumPhoto;

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
    /// Whether everything that the shop shows of it is in here. Until then there is only what the list shows.
    pub is_read: bool,
    /// Its photos, if the shop shows all of them.
    pub album: Option<Album>,
}

/// The photos of a product.
pub struct Album {
    /// Those in the shop, the cover first.
    pub in_shop: Vec<ProductPhoto>,
    /// Those that it is to have, in order.
    pub wanted: Vec<AlbumPhoto>,
}

impl Album {
    fn of(state: &ProductState) -> Option<Self> {
        let in_shop = state.album.clone()?;
        let wanted = in_shop.iter().map(|photo| photo.id.clone().map(AlbumPhoto::InShop)).collect::<Option<_>>()?;
        Some(Self { in_shop, wanted })
    }

    fn is_changed(&self) -> bool {
        let before = self.in_shop.iter().map(|photo| photo.id.clone().map(AlbumPhoto::InShop));
        !before.eq(self.wanted.iter().cloned().map(Some))
    }
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
        Self { id: product.id.clone(), name: product.title.clone(), texts, is_read: false, album: None }
    }

    /// Takes everything that the shop shows. What was typed meanwhile stays.
    pub fn take(&mut self, state: &ProductState) {
        for field in EDITABLE.into_iter().filter(|field| *field != Wire::Photos) {
            let shown = state.value(field).map(|value| value.to_string()).unwrap_or_default();
            let (first, now) = self.texts.entry(field).or_default();
            if first == now {
                now.clone_from(&shown);
            }
            *first = shown;
        }
        self.album = Album::of(state);
        self.is_read = true;
    }

    /// The fields with another value than at first.
    pub fn changed(&self) -> Vec<(Wire, String)> {
        let says_something = |field: &Wire, now: &str| !now.trim().is_empty() || CLEARABLE.contains(field);
        let changed = self.texts.iter().filter(|(field, (first, now))| says_something(field, now) && !means(**field, first, now));
        changed.map(|(field, (_, now))| (*field, now.clone())).collect()
    }

    /// All photos that it is to have, if those are others than at first.
    pub fn changed_album(&self) -> Option<Vec<AlbumPhoto>> {
        self.album.as_ref().filter(|album| album.is_changed()).map(|album| album.wanted.clone())
    }
}

/// Whether two texts mean the same value, such as a number in Latin and in Persian digits.
fn means(field: Wire, one: &str, other: &str) -> bool {
    let read = |text: &str| {
        let mut draft = Draft::default();
        draft.set(field, text).is_ok().then_some(draft)
    };
    one.trim() == other.trim() || (field != Wire::Status && read(one).is_some_and(|one| Some(one) == read(other)))
}
