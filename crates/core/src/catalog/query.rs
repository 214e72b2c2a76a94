//! What is searched for, and whether a product matches it.

use std::cell::OnceCell;
use std::ops::Range;

use memchr::memmem;

use super::filter::Filter;
use super::list::ProductList;
use super::packed::Row;
use vitrine_domain::text::searchable;
use vitrine_domain::{Price, Status};

/// A query, prepared like the texts.
pub(super) struct Query<'a, Shown> {
    filter: &'a Filter,
    pub(super) text: String,
    finder: memmem::Finder<'static>,
    /// The number that a matching price begins with, and its count of digits.
    digits: Option<(u64, u32)>,
    /// Whether each status of the list matches, once that was needed.
    statuses: OnceCell<Vec<bool>>,
    shown: Shown,
}

impl<'a, Shown: Fn(Price) -> String> Query<'a, Shown> {
    pub(super) fn new(query: &str, filter: &'a Filter, shown: Shown) -> Self {
        let text = searchable(query);
        let finder = memmem::Finder::new(&text).into_owned();
        // A price is formatted only if its digits match.
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let begins = text.starts_with(|first: char| first.is_ascii_digit());
        let digits = digits
            .parse()
            .ok()
            .filter(|_| begins && digits.len() < 19)
            .map(|number| (number, digits.len() as u32));
        Self { filter, text, finder, digits, statuses: OnceCell::new(), shown }
    }

    /// Whether the product in a row matches.
    pub(super) fn matches(&self, list: &ProductList, index: usize) -> bool {
        list.rows().get(index).is_some_and(|row| {
            self.filter.matches(list, row)
                && (self.text.is_empty()
                    || list.contains(index, &self.finder)
                    || self.matches_status(list, row)
                    || self.matches_price(row))
        })
    }

    /// Those of these rows that match.
    pub(super) fn matching(&self, list: &ProductList, rows: Range<usize>) -> impl Iterator<Item = usize> {
        let mut containing = list.containing(rows.clone(), &self.finder).peekable();
        rows.filter(move |index| {
            let row = &list.rows()[*index];
            let is_found = containing.next_if_eq(index).is_some()
                || self.matches_status(list, row)
                || self.matches_price(row);
            is_found && self.filter.matches(list, row)
        })
    }

    fn matches_status(&self, list: &ProductList, row: &Row) -> bool {
        let contains = |status: &Status| {
            self.finder.find(searchable(status.name.as_deref().unwrap_or_default()).as_bytes()).is_some()
        };
        let matching = || list.statuses().iter().map(contains).collect();
        row.status().is_some_and(|status| self.statuses.get_or_init(matching)[status])
    }

    fn matches_price(&self, row: &Row) -> bool {
        let (Some((number, digits)), Some(price)) = (self.digits, row.price()) else { return false };
        // The digits that people read are the first ones of those in requests.
        begins_with(price.wire(), number, digits) && {
            let shown = searchable(&(self.shown)(price));
            if self.text.len() == digits as usize {
                let whole = shown.split(['.', '٫']).next().unwrap_or_default();
                whole.chars().filter(char::is_ascii_digit).take(digits as usize).eq(self.text.chars())
            } else {
                shown.starts_with(&self.text)
            }
        }
    }
}

/// Whether the decimal digits of `price` begin with `number`, which has `digits` digits.
fn begins_with(price: i64, number: u64, digits: u32) -> bool {
    let Ok(price) = u64::try_from(price) else { return false };
    let length = price.checked_ilog10().unwrap_or(0) + 1;
    length >= digits
        && price / 10_u64.pow(length - digits) == number
        && (number >= 10_u64.pow(digits - 1) || digits == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_compared_by_its_first_digits() {
        assert!(
            begins_with(0, 0, 1)
                && !begins_with(5, 0, 2)
                && !begins_with(-5, 5, 1)
                && begins_with(i64::MAX, 92, 2)
        );
    }
}
