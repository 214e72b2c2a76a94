//! What was typed into the forms.

use std::collections::BTreeMap;

use crate::worker::AlbumPhoto;
use vitrine_core::import::bulk::BulkChange;
use vitrine_domain::{Change, Draft, Field, FieldValue, Product, ProductId, ProductPhoto, ProductState};

/// What was typed for several products.
pub struct Typed {
    pub field: Field,
    pub change: BulkChange,
    pub find: String,
    pub replace: String,
    pub status: Option<i64>,
}

impl Default for Typed {
    fn default() -> Self {
        let none = String::new;
        Self { field: Field::PrimaryPrice, change: BulkChange::default(), find: none(), replace: none(), status: None }
    }
}

/// One product, with what was typed for its fields.
pub struct OneProduct {
    pub id: ProductId,
    pub name: String,
    /// The texts at first, and now.
    pub texts: BTreeMap<Field, (String, String)>,
    /// The values that were shown before something was typed.
    seen: BTreeMap<Field, FieldValue>,
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
    /// The one that was removed last, and where it stood.
    pub removed: Option<(usize, AlbumPhoto)>,
}

impl Album {
    fn of(state: &ProductState) -> Option<Self> {
        let in_shop = state.album.clone()?;
        let wanted = in_shop.iter().map(|photo| photo.id.clone().map(AlbumPhoto::InShop)).collect::<Option<_>>()?;
        Some(Self { in_shop, wanted, removed: None })
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
            Field::Name => product.title.clone(),
            Field::PrimaryPrice => number(product.price),
            Field::Stock => number(product.inventory),
            Field::Status => number(product.status.as_ref().and_then(|status| status.value)),
            _ => String::new(),
        };
        let texts = Field::changeable(Change::Many).into_iter().map(|field| (field, (first(field), first(field)))).collect();
        let listed = ProductState::from(product.clone());
        // The list may show what buyers pay instead of the price.
        let seen = Field::changeable(Change::Many).into_iter().filter(|field| *field != Field::PrimaryPrice);
        let seen = seen.filter_map(|field| Some((field, listed.value(field)?))).collect();
        Self { id: product.id.clone(), name: product.title.clone(), texts, seen, is_read: false, album: None }
    }

    /// Takes everything that the shop shows. What was typed meanwhile stays.
    pub fn fill_from(&mut self, state: &ProductState) {
        for field in Field::changeable(Change::One).into_iter().filter(|field| *field != Field::Photos) {
            let value = state.value(field);
            let shown = value.as_ref().map(ToString::to_string).unwrap_or_default();
            let (first, now) = self.texts.entry(field).or_default();
            // What was typed already was typed over the value of the list.
            if first == now || !self.seen.contains_key(&field) {
                self.seen.extend(value.map(|value| (field, value)));
            }
            if first == now {
                now.clone_from(&shown);
            }
            *first = shown;
        }
        self.seen.extend(state.value(Field::Photos).map(|photos| (Field::Photos, photos)));
        self.album = Album::of(state);
        self.is_read = true;
    }

    /// The fields with another value than at first.
    pub fn changed(&self) -> Vec<(Field, String)> {
        let says_something = |field: &Field, now: &str| !now.trim().is_empty() || field.is_clearable();
        let changed = self.texts.iter().filter(|(field, (first, now))| says_something(field, now) && !means(**field, first, now));
        changed.map(|(field, (_, now))| (*field, now.clone())).collect()
    }

    /// The values on which these changes are based: those that were shown before something was typed.
    pub fn base(&self, changed: &[(Field, String)], changes_album: bool) -> Vec<(Field, FieldValue)> {
        let fields = changed.iter().map(|(field, _)| *field).chain(changes_album.then_some(Field::Photos));
        fields.filter_map(|field| Some((field, self.seen.get(&field)?.clone()))).collect()
    }

    /// All photos that it is to have, if those are others than at first.
    pub fn changed_album(&self) -> Option<Vec<AlbumPhoto>> {
        self.album.as_ref().filter(|album| album.is_changed()).map(|album| album.wanted.clone())
    }
}

/// Whether two texts mean the same value, such as a number in Latin and in Persian digits.
fn means(field: Field, one: &str, other: &str) -> bool {
    let read = |text: &str| {
        let mut draft = Draft::default();
        draft.set(field, text).is_ok().then_some(draft)
    };
    one.trim() == other.trim() || (field != Field::Status && read(one).is_some_and(|one| Some(one) == read(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(stock: i64) -> Product {
        Product { title: "Rug".to_owned(), price: Some(900), inventory: Some(stock), ..Product::with_id(1.into()) }
    }

    fn read(stock: i64) -> ProductState {
        ProductState { primary_price: Some(1_000), ..ProductState::from(listed(stock)) }
    }

    fn type_into(form: &mut OneProduct, field: Field, text: &str) {
        text.clone_into(&mut form.texts.get_mut(&field).unwrap().1);
    }

    #[test]
    fn a_change_is_based_on_the_values_that_were_shown_before_it_was_typed() {
        let mut form = OneProduct::of(&listed(10));
        form.fill_from(&read(9));
        type_into(&mut form, Field::Stock, "12");
        type_into(&mut form, Field::PrimaryPrice, "1100");
        let base = form.base(&form.changed(), false);
        assert_eq!(base, [(Field::PrimaryPrice, FieldValue::Number(1_000)), (Field::Stock, FieldValue::Number(9))]);
    }

    #[test]
    fn what_was_typed_while_the_product_was_read_is_based_on_the_list() {
        let mut form = OneProduct::of(&listed(10));
        type_into(&mut form, Field::Stock, "12");
        type_into(&mut form, Field::PrimaryPrice, "1100");
        assert_eq!(form.base(&form.changed(), false), [(Field::Stock, FieldValue::Number(10))], "the list shows what buyers pay");
        form.fill_from(&read(7));
        let base = form.base(&form.changed(), false);
        assert_eq!(base, [(Field::PrimaryPrice, FieldValue::Number(1_000)), (Field::Stock, FieldValue::Number(10))], "three were sold");
    }
}
