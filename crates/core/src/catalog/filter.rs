//! Which products of the shop are shown, beside those that a search finds.

use jiff::Timestamp;

use super::facets::Facets;
use super::list::ProductList;
use super::packed::Row;
use vitrine_domain::{Price, Status};

/// Conditions that a shown product meets, all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// It has this status.
    pub status: Option<Status>,
    /// Nothing of it is in stock.
    pub out_of_stock: bool,
    /// It is sold wholesale.
    pub wholesale: bool,
    /// It has no photo.
    pub without_photo: bool,
    /// The least price.
    pub least_price: Option<Price>,
    /// The greatest price.
    pub greatest_price: Option<Price>,
    /// It is in one of these categories. Empty: in any, or in none.
    pub categories: Vec<i64>,
    /// It was changed at this time or later.
    pub changed_since: Option<Timestamp>,
    /// It was created at the first time or later, and before the second.
    pub created: Option<(Timestamp, Timestamp)>,
}

impl Filter {
    /// Whether there is no condition.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// How many products of a list cannot meet the condition on their category, or that on their last change,
    /// because nothing tells it: `(category, last change)`.
    pub const fn untold(&self, facets: &Facets) -> (usize, usize) {
        let category = if self.categories.is_empty() { 0 } else { facets.uncategorised };
        (category, if self.changed_since.is_none() { 0 } else { facets.undated })
    }

    /// Whether a product of a list meets all conditions. What the list does not tell of a product meets none:
    /// a product without a price is in no range of prices.
    pub fn matches(&self, list: &ProductList, row: &Row) -> bool {
        (self.status.is_none() || self.status.as_ref() == list.status(row))
            && (!self.out_of_stock || row.is_out_of_stock())
            && (!self.wholesale || row.is_wholesale() == Some(true))
            && (!self.without_photo || !row.has_photo())
            && self.least_price.is_none_or(|least| row.price().is_some_and(|price| price >= least))
            && self.greatest_price.is_none_or(|greatest| row.price().is_some_and(|price| price <= greatest))
            && (self.categories.is_empty()
                || row.category_id().is_some_and(|category| self.categories.contains(&category)))
            && self.changed_since.is_none_or(|since| row.changed_at().is_some_and(|changed| changed >= since))
            && self.created.is_none_or(|(from, until)| {
                row.created_at().is_some_and(|created| (from..until).contains(&created))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::product;
    use super::*;
    use vitrine_domain::Product;

    /// Whether a product in a list matches.
    fn matches(filter: &Filter, product: Product) -> bool {
        let mut list = ProductList::default();
        list.put(product);
        filter.matches(&list, &list.rows()[0])
    }

    #[test]
    fn all_conditions_hold_together() {
        let sold_out = Product { inventory: Some(0), is_wholesale: Some(true), ..product(1) };
        let filter = Filter { out_of_stock: true, wholesale: true, ..Filter::default() };
        assert!(matches(&filter, sold_out.clone()));
        assert!(!matches(&filter, Product { inventory: Some(1), ..sold_out.clone() }));
        assert!(!matches(&filter, Product { is_wholesale: None, ..sold_out }));
        assert!(matches(&Filter::default(), product(1)));
    }

    #[test]
    fn a_range_of_prices_includes_its_bounds_and_no_product_without_a_price() {
        let priced = |price: Option<i64>| Product { price: price.map(Price::on_wire), ..product(1) };
        let range = Filter {
            least_price: Some(Price::on_wire(100)),
            greatest_price: Some(Price::on_wire(200)),
            ..Filter::default()
        };
        let found: Vec<_> = [Some(99), Some(100), Some(200), Some(201), None]
            .into_iter()
            .filter(|p| matches(&range, priced(*p)))
            .collect();
        assert_eq!(found, [Some(100), Some(200)]);
    }

    #[test]
    fn a_product_whose_category_or_time_is_not_told_meets_no_condition_about_it() {
        let at = |second| Timestamp::from_second(second).ok();
        let rug = Product { category_id: Some(302), changed_at: at(60), ..product(1) };
        let within = Filter { categories: vec![299, 302], changed_since: at(60), ..Filter::default() };
        assert!(matches(&within, rug.clone()));
        for other in [
            Product { category_id: Some(5), ..rug.clone() },
            Product { category_id: None, ..rug.clone() },
            Product { changed_at: at(59), ..rug.clone() },
            Product { changed_at: None, ..rug },
        ] {
            assert!(!matches(&within, other.clone()), "{other:?}");
        }
    }

    #[test]
    fn an_untold_stock_is_not_out_of_stock() {
        assert!(!matches(&Filter { out_of_stock: true, ..Filter::default() }, product(1)));
    }
}
