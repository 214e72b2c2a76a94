//! How the rows of a table are ordered by a column: what has no value comes last in either direction, and
//! equal rows stay in their order.

use std::cmp::Ordering;

use vitrine_domain::FieldValue;
use vitrine_domain::text::folded;

/// What a cell is ordered by, where a column has values of several kinds.
#[derive(Clone, Debug)]
pub enum SortKey {
    /// A number, a price, or how many there are.
    Number(f64),
    /// A text in one spelling.
    Text(String),
}

impl SortKey {
    /// A text, which is ordered without its spelling.
    pub fn text(text: &str) -> Option<Self> {
        Some(Self::Text(folded(text))).filter(|_| !text.is_empty())
    }

    /// The value of a field.
    pub fn of(value: &FieldValue) -> Option<Self> {
        let number = match value {
            FieldValue::Text(text) => return Self::text(text),
            FieldValue::Number(number) => *number as f64,
            FieldValue::Price(price) => price.wire() as f64,
            FieldValue::Decimal(number) => number.as_f64(),
            FieldValue::Flag(flag) => f64::from(u8::from(*flag)),
            FieldValue::Album(photos) => photos.len() as f64,
            FieldValue::Discount(discount) => f64::from(discount.percent),
        };
        Some(Self::Number(number))
    }
}

impl Ord for SortKey {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one.total_cmp(other),
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
        }
    }
}

impl PartialOrd for SortKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for SortKey {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for SortKey {}

/// Compares the values of two rows in a column.
pub fn compare<K: Ord>(one: &Option<K>, other: &Option<K>, is_descending: bool) -> Ordering {
    match (one, other) {
        (Some(one), Some(other)) if is_descending => other.cmp(one),
        (Some(one), Some(other)) => one.cmp(other),
        _ => other.is_some().cmp(&one.is_some()),
    }
}

/// Orders rows by their values in a column, each of which is got once.
pub fn sort<T: Clone, K: Ord>(rows: &mut [T], is_descending: bool, key: impl Fn(&T) -> Option<K>) {
    let mut keyed: Vec<(Option<K>, T)> = rows.iter().map(|row| (key(row), row.clone())).collect();
    keyed.sort_by(|(one, _), (other, _)| compare(one, other, is_descending));
    rows.iter_mut().zip(keyed).for_each(|(place, (_, row))| *place = row);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_value_comes_last_in_either_direction_and_equal_rows_stay_in_their_order() {
        let sorted = |is_descending| {
            let mut rows = [("a", Some(2)), ("b", None), ("c", Some(3)), ("d", Some(2)), ("e", None)];
            sort(&mut rows, is_descending, |(_, value)| *value);
            rows.map(|(name, _)| name).concat()
        };
        assert_eq!((sorted(false), sorted(true)), ("adcbe".to_owned(), "cadbe".to_owned()));
    }

    #[test]
    fn texts_are_ordered_without_their_spelling_and_after_numbers() {
        let mut keys = ["كتاب", "", "rug", "Bowl"].map(SortKey::text).to_vec();
        keys.push(SortKey::of(&FieldValue::Number(7)));
        sort(&mut keys, false, Clone::clone);
        let expected = [SortKey::of(&FieldValue::Number(7)), SortKey::text("bowl"), SortKey::text("Rug")];
        assert_eq!(keys[..3], expected);
        assert_eq!(keys[3..], [SortKey::text("کتاب"), None]);
    }
}
