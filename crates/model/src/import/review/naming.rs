//! Names by a pattern.

use super::Review;
use vitrine_core::import::naming::NamePattern;
use vitrine_domain::Field;

/// The products that a pattern names, by their places: `all` that are not in the shop already, or those whose
/// names say nothing.
pub fn to_name(review: &Review, all: bool) -> Vec<usize> {
    let mut named: Vec<usize> = if all {
        (0..review.drafts().len()).collect()
    } else {
        review.checks().nameless().iter().copied().collect()
    };
    named.retain(|index| !review.is_skipped(*index));
    named
}

/// The names of these products, each different from those of the other products. `digits` writes a number in
/// the language's digits.
pub fn named_by(
    review: &Review,
    all: bool,
    pattern: &NamePattern,
    digits: impl Fn(usize) -> String,
) -> Vec<(usize, Field, String)> {
    let named = to_name(review, all);
    let others = (0..review.drafts().len()).filter(|index| named.binary_search(index).is_err());
    let taken: Vec<String> = others.map(|index| review.with_defaults(index).name).collect();
    let products = named.iter().filter_map(|&index| review.drafts().get(index));
    let names = pattern.names(products, taken.iter().map(String::as_str), digits);
    named.into_iter().zip(names).map(|(index, name)| (index, Field::Name, name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::tests::{act, in_review};
    use crate::import::{ImportAction, ReviewAction};

    #[test]
    fn all_new_products_are_named_differently_from_the_others() {
        let mut import = in_review(&["Rug 1", "Bowl", "Vase"]);
        let pattern = NamePattern::new("Rug {number}").unwrap();
        let names = |all| named_by(&import.review, all, &pattern, |number| number.to_string());
        assert_eq!(names(true).len(), 3);
        assert_eq!(names(false), [], "each has a name that says something");
        let cells = names(true);
        act(&mut import, ImportAction::Review(ReviewAction::SetCells(cells)));
        assert_eq!(to_name(&import.review, true), [0, 1, 2]);
    }
}
