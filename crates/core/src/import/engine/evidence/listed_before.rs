//! Whether a list still has what was listed before. One that lacks some of it is being rebuilt, was cut off,
//! or comes from a server that lags behind: it proves no absence.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use vitrine_domain::ProductId;

/// An index is rebuilt sooner.
pub const REBUILT_AFTER: Duration = Duration::from_secs(300);
/// How long a product stays out of lists that have others before its owner counts as having deleted it.
const DELETED_AFTER: Duration = REBUILT_AFTER;

/// The products that lists have shown.
#[derive(Debug, Default)]
pub struct ListedBefore {
    known: HashSet<ProductId>,
    /// Those that the last complete list lacked, and since when.
    missing: HashMap<ProductId, Duration>,
    /// Some list lacked what an earlier one had.
    pub has_gone_back: bool,
}

impl ListedBefore {
    /// Notes products that some list has shown.
    pub fn note(&mut self, products: impl IntoIterator<Item = ProductId>) {
        self.known.extend(products);
    }

    /// Notes what was read of a list that changed meanwhile. What it lacks may have been moved to a page that
    /// was read already, by a server that lags behind.
    pub fn note_changing(&mut self, products: impl Iterator<Item = ProductId>) {
        let listed: HashSet<ProductId> = products.collect();
        self.has_gone_back |= !self.known.is_subset(&listed);
        self.known.extend(listed);
    }

    /// Whether the last complete list lacked one of these.
    pub fn lacks<T>(&self, products: &HashMap<ProductId, T>) -> bool {
        self.missing.keys().any(|product| products.contains_key(product))
    }

    /// Notes a list that began at `began` and is complete by itself. Returns whether it still has what was
    /// listed before.
    pub fn still_has(&mut self, began: Duration, products: impl Iterator<Item = ProductId>) -> bool {
        let listed: HashSet<ProductId> = products.collect();
        self.missing.retain(|product, _| !listed.contains(product));
        for product in self.known.iter().filter(|product| !listed.contains(*product)) {
            self.missing.entry(product.clone()).or_insert(began);
        }
        self.has_gone_back |= !self.missing.is_empty();
        if self.missing.len() < self.known.len() {
            let gone: HashSet<ProductId> = self
                .missing
                .extract_if(|_, since| began.saturating_sub(*since) >= DELETED_AFTER)
                .map(|(product, _)| product)
                .collect();
            self.known.retain(|product| !gone.contains(product));
        }
        self.known.extend(listed);
        self.missing.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    fn still_has(before: &mut ListedBefore, at: u32, ids: &[u64]) -> bool {
        before.still_has(at * S, ids.iter().map(|id| ProductId::from(*id)))
    }

    #[test]
    fn a_list_that_lacks_what_was_listed_proves_nothing_until_it_has_it_again() {
        let mut before = ListedBefore::default();
        before.note([ProductId::from(7)]);
        assert!(!before.has_gone_back);
        assert!(!still_has(&mut before, 0, &[]), "the index is being rebuilt");
        assert!(before.has_gone_back);
        assert!(!still_has(&mut before, 100, &[1, 2]), "it has new products, and not all old ones");
        assert!(still_has(&mut before, 130, &[1, 2, 7]));
        assert!(!still_has(&mut before, 140, &[1, 7]), "another server, which lags");
        assert!(still_has(&mut before, 150, &[1, 2, 7, 8]));
    }

    #[test]
    fn a_list_that_lacks_what_was_listed_has_gone_back_though_it_changed_while_it_was_read() {
        let mut before = ListedBefore::default();
        let mut changing = |ids: [u64; 2]| {
            before.note_changing(ids.into_iter().map(ProductId::from));
            before.has_gone_back
        };
        assert_eq!([changing([1, 2]), changing([1, 3])], [false, true], "each page came from another server");
    }

    #[test]
    fn a_product_that_stays_away_from_lists_with_others_was_deleted() {
        let mut before = ListedBefore::default();
        assert!(still_has(&mut before, 0, &[1, 2]));
        assert!(!still_has(&mut before, 10, &[1]));
        assert!(!still_has(&mut before, 300, &[1]));
        assert!(still_has(&mut before, 310, &[1]));
        assert!(
            !still_has(&mut before, 320, &[]) && !still_has(&mut before, 4_000, &[]),
            "an empty list never proves that all were deleted"
        );
    }
}
