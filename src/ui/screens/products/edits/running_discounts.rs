//! The discounts that run in the shop, found in its list of products.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use vitrine_core::catalog::ProductList;
use vitrine_domain::{Discount, Product, ProductId};

/// So many names of products are said of a discount that runs.
const NAMES: usize = 3;

/// The discounts that run, by their percents and the day on which they end.
#[derive(Default)]
pub struct Running {
    /// The edition of the list, and its length, for which they were found.
    of: Option<(u64, usize)>,
    pub groups: Vec<Group>,
}

/// Products with the same discount.
pub struct Group {
    pub discount: Discount,
    /// The day on which it ends, where the shop says so.
    day: Option<Date>,
    pub products: Vec<ProductId>,
    /// The names of the first of them.
    pub names: Vec<String>,
}

impl Running {
    /// Follows the list of products.
    pub fn update(&mut self, list: &ProductList) {
        let of = (list.edition(), list.len());
        if self.of.replace(of) == Some(of) {
            return;
        }
        self.groups.clear();
        let rows = list.rows().iter().enumerate().filter(|(_, row)| row.is_discounted());
        for product in rows.filter_map(|(row, _)| list.product(row)) {
            self.add(product);
        }
        // Those that end first are first; those of which that is not known, last.
        self.groups.sort_by_key(|group| (group.day.is_none(), group.day, group.discount.percent));
    }

    fn add(&mut self, product: Product) {
        let Some(discount) = product.discount else { return };
        let day = discount.ends.map(day);
        let is_same = |group: &&mut Group| group.discount.percent == discount.percent && group.day == day;
        match self.groups.iter_mut().find(is_same) {
            Some(group) => {
                group.products.push(product.id);
                if group.names.len() < NAMES {
                    group.names.push(product.title);
                }
            }
            None => {
                let (products, names) = (vec![product.id], vec![product.title]);
                self.groups.push(Group { discount, day, products, names });
            }
        }
    }
}

/// The day on which a time is, in the computer's time zone.
fn day(at: Timestamp) -> Date {
    at.to_zoned(TimeZone::system()).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_end_on_the_same_day_are_one_line() {
        let at = |hours: i64| Some(Timestamp::from_second(1_795_000_000 + hours * 3600).unwrap());
        let product = |id: u64, percent, ends| Product {
            discount: Some(Discount { percent, days: None, ends }),
            ..Product::with_id(id.into())
        };
        let mut list = ProductList::default();
        for one in
            [product(1, 20, at(72)), product(2, 20, at(72)), product(3, 0, None), product(4, 10, at(1))]
        {
            list.put(one);
        }
        list.put(Product::with_id(5.into()));
        let mut running = Running::default();
        running.update(&list);
        let found: Vec<(u8, usize)> =
            running.groups.iter().map(|group| (group.discount.percent, group.products.len())).collect();
        assert_eq!(found, [(10, 1), (20, 2)]);
    }
}
