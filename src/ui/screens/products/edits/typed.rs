//! What was typed into the forms.

use std::collections::BTreeMap;

use crate::ui::screens::bulk_change::TypedChanges;
use crate::worker::AlbumPhoto;
use vitrine_domain::{
    Change, Discount, DiscountRules, Draft, Field, FieldError, FieldKey, FieldValue, Product, ProductId,
    ProductPhoto, ProductState, Variant, VariantId, parse_integer,
};

/// What was typed for several products.
pub struct Typed {
    pub field: Field,
    pub changes: TypedChanges,
    pub find: String,
    pub replace: String,
    pub status: Option<i64>,
    /// After how many days the present values come back, as typed.
    pub back_in: String,
}

impl Default for Typed {
    fn default() -> Self {
        let none = String::new;
        Self {
            field: Field::PrimaryPrice,
            changes: TypedChanges::default(),
            find: none(),
            replace: none(),
            status: None,
            back_in: none(),
        }
    }
}

/// One product, with what was typed for its fields.
pub struct OneProduct {
    pub id: ProductId,
    pub name: String,
    /// The texts at first, and now.
    pub texts: BTreeMap<FieldKey, (String, String)>,
    /// Its variants, where prices and stocks of variants are changed.
    pub variants: Vec<Variant>,
    /// The variant that is changed alone.
    pub only: Option<VariantId>,
    changes_variants: bool,
    /// The values that were shown before something was typed.
    seen: BTreeMap<FieldKey, FieldValue>,
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
        let wanted =
            in_shop.iter().map(|photo| photo.id.clone().map(AlbumPhoto::InShop)).collect::<Option<_>>()?;
        Some(Self { in_shop, wanted, removed: None })
    }

    fn is_changed(&self) -> bool {
        let before = self.in_shop.iter().map(|photo| photo.id.clone().map(AlbumPhoto::InShop));
        !before.eq(self.wanted.iter().cloned().map(Some))
    }
}

impl OneProduct {
    /// The form with the values of the product that the list shows. `changes_variants`: prices and stocks of
    /// variants are changed here.
    pub fn of(product: &Product, changes_variants: bool) -> Self {
        let listed = ProductState::from(product.clone());
        let variants = if changes_variants { product.variants.clone() } else { Vec::new() };
        let keys = keys(Field::changeable(Change::Many), &variants);
        let first = |key: &FieldKey| listed.value_of(key).map(|value| value.to_string()).unwrap_or_default();
        let texts = keys.iter().map(|key| (key.clone(), (first(key), first(key)))).collect();
        // The list may show what buyers pay instead of the price.
        let seen = keys.into_iter().filter(|key| *key != Field::PrimaryPrice.into());
        let seen = seen.filter_map(|key| Some((key.clone(), listed.value_of(&key)?))).collect();
        Self {
            id: product.id.clone(),
            name: product.title.clone(),
            texts,
            variants,
            only: None,
            changes_variants,
            seen,
            is_read: false,
            album: None,
        }
    }

    /// The form with the values of one variant that the list shows. `name`: what it is called with its
    /// product.
    pub fn of_variant(product: &Product, variant: &Variant, name: String) -> Self {
        let mut form = Self { name, only: Some(variant.id.clone()), ..Self::of(product, true) };
        form.variants.retain(|other| other.id == variant.id);
        form.texts.retain(|key, _| key.variant.as_ref() == Some(&variant.id));
        form
    }

    /// Takes everything that the shop shows. What was typed meanwhile stays.
    pub fn fill_from(&mut self, state: &ProductState) {
        if self.changes_variants {
            let shown = state.product.variants.iter();
            let is_meant = |variant: &&Variant| self.only.as_ref().is_none_or(|only| variant.id == *only);
            self.variants = shown.filter(is_meant).cloned().collect();
        }
        let own = if self.only.is_some() { Vec::new() } else { Field::changeable(Change::One) };
        let keys = keys(own.into_iter().filter(|field| *field != Field::Photos), &self.variants);
        self.texts.retain(|key, (first, now)| first != now || keys.contains(key));
        for key in keys {
            let value = state.value_of(&key);
            let shown = value.as_ref().map(ToString::to_string).unwrap_or_default();
            let (first, now) = self.texts.entry(key.clone()).or_default();
            // What was typed already was typed over the value of the list.
            if first == now || !self.seen.contains_key(&key) {
                self.seen.extend(value.map(|value| (key, value)));
            }
            if first == now {
                now.clone_from(&shown);
            }
            *first = shown;
        }
        self.seen.extend(state.value(Field::Photos).map(|photos| (Field::Photos.into(), photos)));
        self.album = if self.only.is_some() { None } else { Album::of(state) };
        self.is_read = true;
    }

    /// The fields with another value than at first.
    pub fn changed(&self) -> Vec<(FieldKey, String)> {
        let says_something = |field: Field, now: &str| !now.trim().is_empty() || field.is_clearable();
        let is_changed = |(key, (first, now)): &(&FieldKey, &(String, String))| {
            says_something(key.field, now) && !means(key.field, first, now)
        };
        self.texts.iter().filter(is_changed).map(|(key, (_, now))| (key.clone(), now.clone())).collect()
    }

    /// The values on which these changes are based: those that were shown before something was typed.
    pub fn base(&self, changed: &[(FieldKey, String)], changes_album: bool) -> Vec<(FieldKey, FieldValue)> {
        let keys =
            changed.iter().map(|(key, _)| key.clone()).chain(changes_album.then(|| Field::Photos.into()));
        keys.filter_map(|key| Some((key.clone(), self.seen.get(&key)?.clone()))).collect()
    }

    /// All photos that it is to have, if those are others than at first.
    pub fn changed_album(&self) -> Option<Vec<AlbumPhoto>> {
        self.album.as_ref().filter(|album| album.is_changed()).map(|album| album.wanted.clone())
    }
}

/// The values of a product that are typed: of one that is sold in variants, each has its own price and stock.
fn keys(fields: impl IntoIterator<Item = Field>, variants: &[Variant]) -> Vec<FieldKey> {
    let own = fields
        .into_iter()
        .filter(|field| variants.is_empty() || !Variant::FIELDS.contains(field))
        .map(FieldKey::from);
    let of_variant = |variant: &Variant| {
        Variant::FIELDS.map(|field| FieldKey { field, variant: Some(variant.id.clone()) })
    };
    own.chain(variants.iter().flat_map(of_variant)).collect()
}

/// Whether two texts mean the same value, such as a number in Latin and in Persian digits.
fn means(field: Field, one: &str, other: &str) -> bool {
    let read = |text: &str| {
        let mut draft = Draft::default();
        draft.set(field, text).is_ok().then_some(draft)
    };
    one.trim() == other.trim()
        || (field != Field::Status && read(one).is_some_and(|one| Some(one) == read(other)))
}

/// The longest time off, in days.
const MAX_DAYS_OFF: i64 = 366;

impl Typed {
    /// Whether a change of the chosen field may be for days off.
    pub const fn may_come_back(&self) -> bool {
        matches!(self.field, Field::PreparationDays | Field::Status)
    }

    /// After how many days the present values come back, or what is wrong with that; `None` if they do not.
    pub fn days_off(&self) -> Option<Result<i64, FieldError>> {
        number(&self.back_in, MAX_DAYS_OFF).filter(|_| self.may_come_back())
    }
}

/// What is typed for a discount of these products.
#[derive(Default)]
pub struct DiscountPage {
    pub products: Vec<ProductId>,
    /// Whether some of them were chosen by their variants, whose others get it, too.
    pub is_by_variants: bool,
    pub percent: String,
    pub days: String,
    /// Whether the discounts that run are to end.
    pub ends: bool,
}

impl DiscountPage {
    /// The numbers that were typed, or what is wrong with them; `None` while nothing was.
    pub fn percent(&self, rules: DiscountRules) -> Option<Result<u8, FieldError>> {
        number(self.percent.trim_end().trim_end_matches(['%', '٪']), i64::from(rules.percent_max))
            .map(|read| read.map(|number| number as u8))
    }

    /// As [`percent`](Self::percent).
    pub fn days(&self, rules: DiscountRules) -> Option<Result<u16, FieldError>> {
        number(&self.days, i64::from(rules.days_max)).map(|read| read.map(|number| number as u16))
    }

    /// The discount, if it is certain what is meant.
    pub fn discount(&self, rules: DiscountRules) -> Option<Discount> {
        if self.ends {
            return Some(Discount::NONE);
        }
        let (percent, days) = (self.percent(rules)?.ok()?, self.days(rules)?.ok()?);
        Some(Discount::wanted(percent, days))
    }
}

/// A whole number from 1 to the greatest one.
fn number(typed: &str, max: i64) -> Option<Result<i64, FieldError>> {
    let typed = typed.trim();
    if typed.is_empty() {
        return None;
    }
    Some(parse_integer(typed).and_then(|number| match number {
        number if number < 1 => Err(FieldError::TooSmall { min: 1 }),
        number if number > max => Err(FieldError::AboveMaximum { max }),
        number => Ok(number),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::Price;

    fn listed(stock: i64) -> Product {
        Product {
            title: "Rug".to_owned(),
            price: Some(Price::on_wire(900)),
            inventory: Some(stock),
            ..Product::with_id(1.into())
        }
    }

    fn read(stock: i64) -> ProductState {
        ProductState { primary_price: Some(Price::on_wire(1_000)), ..ProductState::from(listed(stock)) }
    }

    fn of<const N: usize>(values: [(Field, i64); N]) -> Vec<(FieldKey, FieldValue)> {
        values.map(|(field, number)| (field.into(), FieldValue::of_number(field, number))).to_vec()
    }

    fn type_into(form: &mut OneProduct, field: Field, text: &str) {
        text.clone_into(&mut form.texts.get_mut(&field.into()).unwrap().1);
    }

    #[test]
    fn of_a_product_in_variants_each_has_a_price_and_a_stock_and_the_product_none() {
        let variant = |id: u64, price| Variant {
            id: id.into(),
            name: "M".to_owned(),
            properties: Vec::new(),
            sku: None,
            primary_price: Some(Price::on_wire(price)),
            stock: Some(2),
        };
        let shirt = Product { variants: vec![variant(11, 500), variant(12, 600)], ..listed(4) };
        let key = |field, id: u64| FieldKey { field, variant: Some(id.into()) };
        let mut form = OneProduct::of(&listed(4), true);
        form.fill_from(&ProductState { has_variants: true, ..ProductState::from(shirt.clone()) });
        assert!(
            !form.texts.contains_key(&Field::Stock.into())
                && !form.texts.contains_key(&Field::PrimaryPrice.into())
        );
        form.texts.get_mut(&key(Field::PrimaryPrice, 12)).unwrap().1 = "660".to_owned();
        assert_eq!(form.changed(), [(key(Field::PrimaryPrice, 12), "660".to_owned())]);
        assert_eq!(
            form.base(&form.changed(), false),
            [(key(Field::PrimaryPrice, 12), FieldValue::Price(Price::on_wire(600)))]
        );
        let elsewhere = OneProduct::of(&shirt, false);
        assert!(
            elsewhere.variants.is_empty() && elsewhere.texts.contains_key(&Field::Stock.into()),
            "the shop's refusal says why"
        );
    }

    #[test]
    fn a_change_is_based_on_the_values_that_were_shown_before_it_was_typed() {
        let mut form = OneProduct::of(&listed(10), true);
        form.fill_from(&read(9));
        type_into(&mut form, Field::Stock, "12");
        type_into(&mut form, Field::PrimaryPrice, "1100");
        let base = form.base(&form.changed(), false);
        assert_eq!(base, of([(Field::PrimaryPrice, 1_000), (Field::Stock, 9)]));
    }

    #[test]
    fn what_was_typed_while_the_product_was_read_is_based_on_the_list() {
        let mut form = OneProduct::of(&listed(10), true);
        type_into(&mut form, Field::Stock, "12");
        type_into(&mut form, Field::PrimaryPrice, "1100");
        assert_eq!(
            form.base(&form.changed(), false),
            of([(Field::Stock, 10)]),
            "the list shows what buyers pay"
        );
        form.fill_from(&read(7));
        let base = form.base(&form.changed(), false);
        assert_eq!(base, of([(Field::PrimaryPrice, 1_000), (Field::Stock, 10)]), "three were sold");
    }

    const RULES: DiscountRules = DiscountRules { percent_max: 60, days_max: 30 };

    fn discount_of(percent: &str, days: &str) -> DiscountPage {
        DiscountPage { percent: percent.to_owned(), days: days.to_owned(), ..DiscountPage::default() }
    }

    #[test]
    fn percents_and_days_are_read_within_what_the_marketplace_takes() {
        assert_eq!(discount_of("۲۰٪", "7").discount(RULES), Some(Discount::wanted(20, 7)));
        assert_eq!(discount_of("20 %", " ۳۰ ").discount(RULES), Some(Discount::wanted(20, 30)));
        for (percent, days) in [("", "7"), ("20", ""), ("0", "7"), ("61", "7"), ("20", "31"), ("2.5", "7")] {
            assert_eq!(discount_of(percent, days).discount(RULES), None, "{percent} {days}");
        }
        assert_eq!(DiscountPage { ends: true, ..discount_of("", "") }.discount(RULES), Some(Discount::NONE));
    }
}
