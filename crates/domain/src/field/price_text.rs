//! The one place where text becomes a price and a price becomes text.
//!
//! What people read is written by [`Currency::written`]. What they type is kept as they typed it, together
//! with the unit in which they typed it ([`Currency::kept`]), so that it means the same price whatever unit
//! is chosen later.

use std::borrow::Cow;

use super::FieldError;
use super::amount::{ONE, Signs, parse_amount, parse_whole};
use crate::{Currency, Price, PriceUnit, PriceUnits};

/// In a kept text: behind what was typed, before the units of that time. Nobody types it.
const UNITS: char = '\u{2063}';

impl Price {
    /// Reads a kept text. Without units it is a number in the unit of requests.
    ///
    /// # Errors
    /// Those of [`parse_whole`]; [`FieldError::NotAWholeNumber`] for a part of the unit of requests.
    pub fn parse(kept: &str, signs: Signs) -> Result<Self, FieldError> {
        let (typed, units) = parts(kept);
        let Some(units) = units else { return parse_whole(typed.trim(), &[], signs).map(Self::on_wire) };
        let (number, said) = PriceUnit::split(typed);
        let amount = parse_amount(number, &[], signs)?;
        let factor = i128::from(said.unwrap_or(units.people).rials());
        let (amount, one) =
            (amount.checked_mul(factor).ok_or(FieldError::TooLarge)?, ONE * i128::from(units.wire.rials()));
        if amount % one != 0 {
            return Err(FieldError::NotAWholeNumber);
        }
        i64::try_from(amount / one).map(Self::on_wire).map_err(|_| FieldError::TooLarge)
    }
}

impl PriceUnits {
    /// A number that is known to be in the unit of people, as it is kept.
    pub fn kept(self, typed: &str) -> String {
        format!("{typed}{UNITS}{}/{}", self.people.word(), self.wire.word())
    }
}

/// What was typed, without its units.
pub fn typed_part(kept: &str) -> &str {
    parts(kept).0
}

fn parts(kept: &str) -> (&str, Option<PriceUnits>) {
    let Some((typed, units)) = kept.split_once(UNITS) else { return (kept, None) };
    let units = units.split_once('/').and_then(|(people, wire)| {
        Some(PriceUnits { people: PriceUnit::from_word(people)?, wire: PriceUnit::from_word(wire)? })
    });
    (typed, units)
}

impl Currency {
    /// What a person typed for a price, as it is kept: with the units, wherever its digits alone could mean
    /// another price. What is kept already stays as it is.
    pub fn kept(&self, typed: &str) -> String {
        if parts(typed).1.is_some() {
            return typed.to_owned();
        }
        let typed = typed.replace(UNITS, "");
        match self.units() {
            Some(units)
                if !typed.trim().is_empty() && (units.differ() || PriceUnit::split(&typed).1.is_some()) =>
            {
                units.kept(&typed)
            }
            _ => typed,
        }
    }

    /// A kept text to be read and changed by a person: as it was typed, or the same price in the unit that
    /// people use now.
    pub fn typed<'a>(&self, kept: &'a str) -> Cow<'a, str> {
        let (typed, units) = parts(kept);
        let (now, then) = (self.units(), units.map(|units| units.people));
        let is_same = match then {
            Some(then) => now.is_some_and(|now| now.people == then),
            None => now.is_none_or(|now| now.people == now.wire),
        };
        match Price::parse(kept, Signs::default()) {
            Ok(price) if !is_same => Cow::Owned(self.written(price)),
            _ => Cow::Borrowed(typed),
        }
    }

    /// A price in the unit that people use, in Latin digits. It is exact: a price that is no whole number of
    /// toman has a decimal.
    pub fn written(&self, price: Price) -> String {
        let (sign, number) = (if price.wire() < 0 { "-" } else { "" }, price.wire().unsigned_abs());
        match self.units() {
            Some(units) if units.differ() => {
                let (whole, tenths) = (number / 10, number % 10);
                if tenths == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenths}") }
            }
            _ => format!("{sign}{number}"),
        }
    }

    /// Reads what a person typed.
    ///
    /// # Errors
    /// Those of [`Price::parse`].
    pub fn read(&self, typed: &str) -> Result<Price, FieldError> {
        Price::parse(&self.kept(typed), Signs::default())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::RialPrices;

    const TOMAN: Currency = Currency::Rial(RialPrices::InToman);
    const RIAL: Currency = Currency::Rial(RialPrices::InRial);

    #[test]
    fn what_is_typed_is_in_the_unit_of_people_unless_it_says_another_one() {
        for (currency, typed, rial) in [
            (&TOMAN, "250000", 2_500_000),
            (&TOMAN, "۲۵۰٬۰۰۰", 2_500_000),
            (&TOMAN, "۲۵۰ هزار", 2_500_000),
            (&TOMAN, "۲۵۰ هزار تومان", 2_500_000),
            (&TOMAN, "250,000 rial", 250_000),
            (&TOMAN, "۲۵۰٬۰۰۰ ریال", 250_000),
            (&TOMAN, "12.5", 125),
            (&TOMAN, "۱۲٫۵", 125),
            (&RIAL, "250000", 250_000),
            (&RIAL, "۲۵۰ هزار تومان", 2_500_000),
            (&RIAL, "250,000 ریال", 250_000),
            (&Currency::Toman, "2500 ریال", 250),
            (&Currency::Toman, "250", 250),
            (&Currency::Unnamed, "250", 250),
        ] {
            assert_eq!(currency.read(typed), Ok(Price::on_wire(rial)), "{typed}");
        }
        for (currency, typed) in [
            (&TOMAN, "12.55"),
            (&TOMAN, "dear"),
            (&RIAL, "12.5"),
            (&Currency::Toman, "2505 rial"),
            (&Currency::Unnamed, "250 toman"),
        ] {
            assert_eq!(currency.read(typed), Err(FieldError::NotAWholeNumber), "{typed}");
        }
        assert_eq!(TOMAN.read("12.500"), Err(FieldError::Ambiguous));
        assert_eq!(TOMAN.read("922337203685477581"), Err(FieldError::TooLarge));
    }

    #[test]
    fn what_is_being_typed_is_shown_as_it_was_typed() {
        for currency in [&TOMAN, &RIAL, &Currency::Toman, &Currency::Unnamed] {
            for typed in ["", " ", "2", "۲۵۰ ه", "250 t", "250 toman", "250 rial", "12.", "dear"] {
                let kept = currency.kept(typed);
                assert_eq!(currency.typed(&kept), typed);
                assert_eq!(currency.kept(&currency.typed(&kept)), kept);
            }
        }
    }

    #[test]
    fn a_text_from_before_is_the_same_price_in_the_unit_of_now() {
        assert_eq!(TOMAN.typed("2500"), "250");
        assert_eq!(TOMAN.typed("2505"), "250.5");
        assert_eq!(RIAL.typed(&TOMAN.kept("250")), "2500");
        assert_eq!(RIAL.typed(&TOMAN.kept("250.5")), "2505");
        assert_eq!(Currency::Unnamed.typed(&TOMAN.kept("250")), "2500");
        assert_eq!(TOMAN.typed("dear"), "dear");
        assert_eq!(RIAL.typed(&TOMAN.kept("dear")), "dear");
    }

    proptest! {
        #[test]
        fn a_price_is_written_and_read_back_in_each_unit(number: i64) {
            for currency in [&TOMAN, &RIAL, &Currency::Toman, &Currency::Unnamed] {
                prop_assert_eq!(currency.read(&currency.written(Price::on_wire(number))), Ok(Price::on_wire(number)));
            }
        }

        #[test]
        fn choosing_another_unit_changes_no_price(typed in "[0-9۰-۹]{1,12}([.٫][1-9])?( تومان| rial|)") {
            for before in [&TOMAN, &RIAL] {
                let kept = before.kept(&typed);
                let price = Price::parse(&kept, Signs::default());
                for now in [&TOMAN, &RIAL] {
                    let shown = now.typed(&kept);
                    if price.is_ok() {
                        prop_assert_eq!(&now.read(&shown), &price, "{} as {}", typed, shown);
                    }
                }
            }
        }

        #[test]
        fn no_text_panics(text in any::<String>(), units in "[a-z/]{0,12}") {
            let _ = Price::parse(&format!("{text}{UNITS}{units}"), Signs::default());
            let _ = TOMAN.typed(&TOMAN.kept(&text));
        }
    }
}
