//! Discounts: whether one can be given, and what buyers pay then.

use crate::edit::change::FieldChange;
use vitrine_domain::{
    CreateRules, Discount, Field, FieldError, FieldProblem, FieldValue, Price, Problem, ProblemKind,
    ProductState, Variant,
};

/// The name of the status in which products can be bought.
const PUBLISHED: &str = "published";

/// Whether this discount can be given to a product as it is now, or ended.
///
/// # Errors
/// `NoDiscounts` where the marketplace has none, `DiscountUnknown`, `AlreadyDiscounted`, `NotForSale`,
/// `OwnPriceUnknown`, and a price that would be below the marketplace's least.
pub fn check(wanted: Discount, state: &ProductState, rules: &CreateRules) -> Result<(), Problem> {
    if rules.discounts.is_none() {
        return Err(Problem::new(ProblemKind::NoDiscounts));
    }
    let Some(now) = state.product.discount else { return Err(Problem::new(ProblemKind::DiscountUnknown)) };
    if !wanted.runs() {
        return Ok(());
    }
    if now.runs() {
        return Err(Problem::new(ProblemKind::AlreadyDiscounted).with_subject(now.percent.to_string()));
    }
    if is_hidden(state, rules) {
        return Err(Problem::new(ProblemKind::NotForSale));
    }
    let unknown = || Problem::new(ProblemKind::OwnPriceUnknown).with_field(Field::PrimaryPrice.name());
    let prices: Option<Vec<Price>> = own_prices(state).map(|(_, price)| price).collect();
    let prices = prices.filter(|prices| !prices.is_empty()).ok_or_else(unknown)?;
    // A price that is rounded away is given away, too.
    let min = rules.checks.price_min.unwrap_or(Price::on_wire(1));
    match prices.into_iter().map(|price| wanted.of(price)).all(|paid| paid >= min) {
        true => Ok(()),
        false => {
            let error = FieldError::PriceTooLow { min };
            Err(FieldProblem { field: Field::Discount, error }.into())
        }
    }
}

/// Whether its status is known to be another one than that in which products can be bought.
fn is_hidden(state: &ProductState, rules: &CreateRules) -> bool {
    let published = rules.statuses.iter().find(|status| status.name == PUBLISHED);
    let status = state.product.status.as_ref().and_then(|status| status.value);
    published.zip(status).is_some_and(|(published, status)| published.id != status)
}

/// The price that the owner set for each variant, or for the product that has none.
fn own_prices(state: &ProductState) -> impl Iterator<Item = (Option<&Variant>, Option<Price>)> {
    let own = (!state.has_variants).then_some((None, state.primary_price));
    let variants = state.product.variants.iter().filter(|_| state.has_variants);
    own.into_iter().chain(variants.map(|variant| (Some(variant), variant.primary_price)))
}

/// What buyers pay because of a change of a discount: from what they pay now.
pub fn paid(changes: &[FieldChange], state: Option<&ProductState>) -> Vec<FieldChange> {
    let new = changes.iter().find_map(|change| match change.new {
        FieldValue::Discount(discount) => Some(discount),
        _ => None,
    });
    let Some((new, state)) = new.zip(state) else { return Vec::new() };
    let now = state.product.discount.unwrap_or(Discount::NONE);
    own_prices(state)
        .filter_map(|(variant, own)| {
            let own = own?;
            Some(FieldChange {
                field: Field::PrimaryPrice,
                variant: variant.map(Into::into),
                base: Some(FieldValue::Price(now.of(own))),
                new: FieldValue::Price(new.of(own)),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use vitrine_domain::{DiscountRules, FieldLimits, Product, Status, StatusChoice};

    fn rules(price_min: Option<i64>) -> CreateRules {
        let status = |id, name: &str| StatusChoice { id, name: name.to_owned(), photo: false };
        CreateRules {
            discounts: Some(DiscountRules { percent_max: 99, days_max: 365 }),
            statuses: vec![status(1, "hidden"), status(2, PUBLISHED)],
            checks: FieldLimits { price_min: price_min.map(Price::on_wire), ..FieldLimits::default() },
            ..CreateRules::default()
        }
    }

    fn product(price: i64) -> ProductState {
        let status = Status { name: None, value: Some(2) };
        let product =
            Product { status: Some(status), discount: Some(Discount::NONE), ..Product::with_id(1.into()) };
        ProductState { primary_price: Some(Price::on_wire(price)), ..ProductState::from(product) }
    }

    fn kind(wanted: Discount, state: &ProductState, rules: &CreateRules) -> Option<ProblemKind> {
        check(wanted, state, rules).err().map(|problem| problem.kind)
    }

    #[test]
    fn what_cannot_have_a_discount_has_a_reason_of_its_own() {
        let (wanted, least) = (Discount::wanted(20, 7), rules(Some(800)));
        assert_eq!(kind(wanted, &product(1000), &least), None);
        assert_eq!(kind(wanted, &product(999), &least), Some(ProblemKind::InvalidField));
        assert_eq!(kind(wanted, &product(1), &rules(None)), Some(ProblemKind::InvalidField), "rounded away");
        assert_eq!(kind(wanted, &product(1000), &CreateRules::default()), Some(ProblemKind::NoDiscounts));
        let with = |change: &dyn Fn(&mut ProductState)| {
            let mut state = product(1000);
            change(&mut state);
            state
        };
        let running = with(&|state| state.product.discount = Some(Discount::wanted(5, 1)));
        assert_eq!(kind(wanted, &running, &least), Some(ProblemKind::AlreadyDiscounted));
        assert_eq!(kind(Discount::NONE, &running, &least), None, "it can be ended");
        let untold = with(&|state| state.product.discount = None);
        assert_eq!(kind(wanted, &untold, &least), Some(ProblemKind::DiscountUnknown));
        let hidden = with(&|state| state.product.status = Some(Status { name: None, value: Some(1) }));
        assert_eq!(kind(wanted, &hidden, &least), Some(ProblemKind::NotForSale));
        let unpriced = with(&|state| state.primary_price = None);
        assert_eq!(kind(wanted, &unpriced, &least), Some(ProblemKind::OwnPriceUnknown));
        let unnamed = with(&|state| (state.primary_price, state.has_variants) = (None, true));
        assert_eq!(kind(wanted, &unnamed, &least), Some(ProblemKind::OwnPriceUnknown));
    }

    #[test]
    fn one_variant_that_would_be_too_cheap_keeps_its_product_from_a_discount() {
        let size = |id: u64, price| Variant {
            id: id.into(),
            name: id.to_string(),
            properties: Vec::new(),
            sku: None,
            primary_price: Some(Price::on_wire(price)),
            stock: None,
        };
        let mut shirt = product(1);
        (shirt.has_variants, shirt.product.variants) = (true, vec![size(11, 2000), size(12, 900)]);
        assert_eq!(kind(Discount::wanted(20, 7), &shirt, &rules(Some(800))), Some(ProblemKind::InvalidField));
        assert_eq!(kind(Discount::wanted(10, 7), &shirt, &rules(Some(800))), None);
    }

    proptest! {
        #[test]
        fn what_is_let_through_never_costs_less_than_the_least_price(
            price in 1_i64..10_000_000, percent in 1_u8..=99, min in 1_i64..5_000_000,
        ) {
            let (wanted, state) = (Discount::wanted(percent, 7), product(price));
            let paid = wanted.of(Price::on_wire(price)).wire();
            prop_assert_eq!(check(wanted, &state, &rules(Some(min))).is_ok(), paid >= min);
            let change = FieldChange::new(Field::Discount, None, FieldValue::Discount(wanted));
            let shown = super::paid(&[change], Some(&state));
            prop_assert_eq!(shown[0].numbers(), Some((price, paid)));
        }
    }
}
