//! How many products of the shop there are of each kind.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::list::ProductList;
use super::packed::Row;
use vitrine_domain::Status;

/// Counts of a [`ProductList`]. Appended products are added to them; only a list that changed otherwise is
/// counted anew.
#[derive(Debug, Default)]
pub struct Facets {
    /// The edition of the list that was counted, and how many of its products.
    counted: Option<(u64, usize)>,
    /// The number of products of each status, by its index in the list.
    by_status: Vec<usize>,
    statuses: Vec<(Status, usize)>,
    /// Products of which nothing is in stock.
    pub out_of_stock: usize,
    /// Products that are sold wholesale.
    pub wholesale: usize,
    /// Products without a photo.
    pub without_photo: usize,
    /// Products of which the list says when they were changed.
    pub dated: usize,
    /// Products of which it does not say that.
    pub undated: usize,
    /// Products of which it does not say the category.
    pub uncategorised: usize,
    categories: BTreeMap<i64, usize>,
}

impl Facets {
    /// The statuses, the most frequent first, with their numbers of products.
    pub fn statuses(&self) -> &[(Status, usize)] {
        &self.statuses
    }

    /// The ids of the categories that the list names, the most frequent first, with their numbers of
    /// products.
    pub fn categories(&self) -> Vec<(i64, usize)> {
        let mut categories: Vec<(i64, usize)> =
            self.categories.iter().map(|(id, count)| (*id, *count)).collect();
        categories.sort_by_key(|(_, count)| Reverse(*count));
        categories
    }

    /// Call it before drawing.
    pub fn update(&mut self, list: &ProductList) {
        let from = match self.counted {
            Some((edition, counted)) if edition == list.edition() && counted <= list.len() => counted,
            _ => {
                *self = Self::default();
                0
            }
        };
        let new = &list.rows()[from..];
        self.by_status.resize(list.statuses().len(), 0);
        new.iter().for_each(|row| self.count(row));
        if !new.is_empty() {
            let counted = list.statuses().iter().zip(&self.by_status).filter(|(_, count)| **count > 0);
            self.statuses = counted.map(|(status, count)| (status.clone(), *count)).collect();
            self.statuses.sort_by_key(|(_, count)| Reverse(*count));
        }
        self.counted = Some((list.edition(), list.len()));
    }

    fn count(&mut self, row: &Row) {
        self.out_of_stock += usize::from(row.is_out_of_stock());
        self.wholesale += usize::from(row.is_wholesale() == Some(true));
        self.without_photo += usize::from(!row.has_photo());
        self.dated += usize::from(row.changed_at().is_some());
        self.undated += usize::from(row.changed_at().is_none());
        self.uncategorised += usize::from(row.category_id().is_none());
        if let Some(category) = row.category_id() {
            *self.categories.entry(category).or_default() += 1;
        }
        if let Some(status) = row.status() {
            self.by_status[status] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::product;
    use super::*;
    use vitrine_domain::Product;

    #[test]
    fn categories_and_times_are_counted_where_the_list_has_them() {
        let mut list = ProductList::default();
        for (id, category) in [(1, Some(302)), (2, None), (3, Some(299)), (4, Some(302))] {
            let changed_at = category.map(|_| jiff::Timestamp::UNIX_EPOCH);
            list.put(Product { category_id: category, changed_at, ..product(id) });
        }
        let mut facets = Facets::default();
        facets.update(&list);
        assert_eq!((facets.categories(), facets.dated), (vec![(302, 2), (299, 1)], 3));
        assert_eq!((facets.uncategorised, facets.undated), (1, 1));
    }

    fn status(value: i64) -> Option<Status> {
        Some(Status { name: None, value: Some(value) })
    }

    #[test]
    fn appended_and_changed_products_are_counted_as_if_from_scratch() {
        let mut list = ProductList::default();
        let mut facets = Facets::default();
        for id in 0..10 {
            list.put(Product {
                status: status(id as i64 % 3),
                inventory: Some(id as i64 % 2),
                ..product(id)
            });
            facets.update(&list);
        }
        assert_eq!((facets.out_of_stock, facets.without_photo, facets.wholesale), (5, 10, 0));
        assert_eq!(facets.statuses().iter().map(|(_, count)| *count).collect::<Vec<_>>(), [4, 3, 3]);
        list.put(Product { inventory: Some(7), is_wholesale: Some(true), ..product(0) });
        facets.update(&list);
        assert_eq!((facets.out_of_stock, facets.wholesale), (4, 1));
        assert_eq!(facets.statuses().iter().map(|(_, count)| *count).sum::<usize>(), 9);
    }
}
