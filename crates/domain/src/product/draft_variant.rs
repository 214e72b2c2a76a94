//! The variants of a product that is not created yet, and how they are typed.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::field::amount::words_of;
use crate::field::list_notation::{escaped, plain, sign_at, split};
use crate::text::folded;
use crate::{Currency, Field, FieldError, Price, Signs, parse_whole};

/// A variant to be created.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DraftVariant {
    /// What tells it from the others: names and values, such as `Size` and `L`.
    pub properties: Vec<(String, String)>,
    /// `None`: it has the price of the product.
    pub primary_price: Option<Price>,
    /// `None`: it has the stock of the product.
    pub stock: Option<i64>,
    /// The seller's own code for the variant.
    pub sku: Option<String>,
}

/// The signs with a meaning of their own in the notation.
pub(super) const SIGNS: [char; 8] = ['=', ':', ',', '،', '|', ';', '؛', '\n'];

/// Names and values.
type Properties = Vec<(String, String)>;

/// The names and values in the text of a variant, if each has both its sides, and the parts after them:
/// price, stock, code.
pub(super) fn parts(variant: &str) -> (Option<Properties>, Vec<&str>) {
    let (mut parts, mut rest) = (Vec::new(), variant);
    while let Some(at) = sign_at(rest, &['|']) {
        parts.push(rest[..at].trim());
        rest = &rest[at + 1..];
    }
    parts.push(rest.trim());
    let pair = |part: &str| {
        let sign = sign_at(part, &['=']).or_else(|| sign_at(part, &[':']))?;
        Some((plain(part[..sign].trim()), plain(part[sign + 1..].trim())))
    };
    let properties = split(parts.remove(0), &[',', '،']).into_iter().map(str::trim);
    (properties.map(pair).collect(), parts)
}

impl DraftVariant {
    /// Its values as a shop lists them: `Red, L`.
    pub fn called(&self) -> String {
        self.properties.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Variants as they are typed, separated by semicolons or lines: `Size=L, Color=Red | 250000 | 3 | SKU-1`
    /// is one with its price, stock and code, of which each may be left out. A backslash makes the sign after
    /// it a part of the text.
    ///
    /// # Errors
    /// `NotVariants` for one without properties or with more parts, or the error of its price or stock.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, FieldError> {
        let variants = split(text, &[';', '؛', '\n']).into_iter().map(str::trim);
        variants.filter(|variant| !variant.is_empty()).map(Self::parse).collect()
    }

    fn parse(text: &str) -> Result<Self, FieldError> {
        let (properties, parts) = parts(text);
        let is_whole =
            |pairs: &Properties| pairs.iter().all(|(name, value)| !name.is_empty() && !value.is_empty());
        let properties = properties.filter(is_whole);
        let part = |at: usize| parts.get(at).copied().filter(|part| !part.is_empty());
        let number =
            |at, field| part(at).map(|text| parse_whole(text, words_of(field), Signs::default())).transpose();
        Ok(Self {
            properties: properties.filter(|_| parts.len() < 4).ok_or(FieldError::NotVariants)?,
            primary_price: part(0).map(|text| Price::parse(text, Signs::default())).transpose()?,
            stock: number(1, Field::Stock)?,
            sku: part(2).map(plain),
        })
    }

    /// The text with something else in the place of each price; all between them stays as it was typed.
    pub fn map_prices(text: &str, map: impl Fn(&str) -> String) -> String {
        let (mut mapped, mut price) = (String::new(), String::new());
        let end = |mapped: &mut String, price: &mut String| {
            let number = price.trim();
            let new = if number.is_empty() { price.clone() } else { price.replacen(number, &map(number), 1) };
            mapped.push_str(&new);
            price.clear();
        };
        let (mut part, mut is_escaped) = (0, false);
        for c in text.chars() {
            let is_sign = !is_escaped && matches!(c, '|' | ';' | '؛' | '\n');
            is_escaped = !is_escaped && c == '\\';
            match part {
                1 if is_sign => end(&mut mapped, &mut price),
                1 => price.push(c),
                _ => {}
            }
            if is_sign || part != 1 {
                mapped.push(c);
            }
            part = if !is_sign {
                part
            } else if c == '|' {
                part + 1
            } else {
                0
            };
        }
        end(&mut mapped, &mut price);
        mapped
    }

    /// The text that [`DraftVariant::parse_all`] reads back.
    pub fn write_all(variants: &[Self]) -> String {
        variants.iter().map(Self::write).collect::<Vec<_>>().join("; ")
    }

    fn write(&self) -> String {
        let pair = |(name, value): &(String, String)| {
            format!("{}={}", escaped(name, &SIGNS), escaped(value, &SIGNS))
        };
        let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
        let mut parts = vec![
            self.properties.iter().map(pair).collect::<Vec<_>>().join(", "),
            number(self.primary_price.map(Price::wire)),
            number(self.stock),
            self.sku.as_deref().map(|sku| escaped(sku, &SIGNS)).unwrap_or_default(),
        ];
        while parts.last().is_some_and(String::is_empty) {
            parts.pop();
        }
        parts.join(" | ")
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.properties.iter().map(|(name, _)| name.as_str())
    }

    /// What keeps these variants from being those of one product.
    ///
    /// # Errors
    /// `NotVariants` where they have different properties, `RepeatedVariant` where two have the same values,
    /// and those of a price or a stock that cannot be.
    pub fn check_all(variants: &[Self]) -> Result<(), FieldError> {
        let mut known = HashSet::with_capacity(variants.len());
        for variant in variants {
            if !variant.names().eq(variants[0].names()) {
                return Err(FieldError::NotVariants);
            }
            if !known.insert(folded_values(&variant.properties)) {
                return Err(FieldError::RepeatedVariant { text: variant.called().into() });
            }
            if variant.primary_price.is_some_and(|price| price.wire() <= 0) {
                return Err(FieldError::NotPositive);
            }
            if variant.stock.is_some_and(|stock| stock < 0) {
                return Err(FieldError::Negative);
            }
        }
        Ok(())
    }
}

/// Properties in the form in which variants are compared: for buyers, `L | Red` and `l | red ` are one.
pub fn folded_values(properties: &[(String, String)]) -> Vec<(String, String)> {
    properties.iter().map(|(name, value)| (folded(name), folded(value))).collect()
}

impl Currency {
    /// As [`Currency::kept`], for a text of any field: those without prices stay as they are.
    pub fn kept_in(&self, field: Field, typed: &str) -> String {
        match field {
            Field::PrimaryPrice => self.kept(typed),
            Field::Variants => DraftVariant::map_prices(typed, |price| self.kept(price)),
            _ => typed.to_owned(),
        }
    }

    /// As [`Currency::typed`], for a text of any field.
    pub fn typed_in<'a>(&self, field: Field, kept: &'a str) -> Cow<'a, str> {
        match field {
            Field::PrimaryPrice => self.typed(kept),
            Field::Variants => DraftVariant::map_prices(kept, |price| self.typed(price).into_owned()).into(),
            _ => Cow::Borrowed(kept),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::RialPrices;

    fn variant(properties: &[(&str, &str)], price: Option<i64>, stock: Option<i64>) -> DraftVariant {
        let properties = properties.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        DraftVariant {
            properties: properties.collect(),
            primary_price: price.map(Price::on_wire),
            stock,
            sku: None,
        }
    }

    #[test]
    fn each_variant_is_typed_with_what_it_has_for_itself() {
        let typed = DraftVariant::parse_all("سایز=L، رنگ=قرمز | ۲۵۰٬۰۰۰ | ۳ | S-1؛ سایز=M، رنگ=قرمز | | 0\n");
        let red = |size| variant(&[("سایز", size), ("رنگ", "قرمز")], None, None);
        let large = DraftVariant {
            primary_price: Some(Price::on_wire(250_000)),
            stock: Some(3),
            sku: Some("S-1".to_owned()),
            ..red("L")
        };
        assert_eq!(typed, Ok(vec![large, DraftVariant { stock: Some(0), ..red("M") }]));
        assert_eq!(DraftVariant::parse_all(" "), Ok(Vec::new()));
        for text in ["L", "Size=", "Size=L | 1 | 2 | S | more"] {
            assert_eq!(DraftVariant::parse_all(text), Err(FieldError::NotVariants), "{text}");
        }
        assert_eq!(DraftVariant::parse_all("Size=L | dear"), Err(FieldError::NotAWholeNumber));
    }

    #[test]
    fn variants_of_one_product_differ_in_the_values_of_the_same_properties() {
        let [small, large] = ["S", "L"].map(|size| variant(&[("Size", size)], Some(5), Some(1)));
        let check = |variants: &[&DraftVariant]| {
            DraftVariant::check_all(&variants.iter().map(|variant| (*variant).clone()).collect::<Vec<_>>())
        };
        assert_eq!(check(&[&small, &large]), Ok(()));
        let repeated = FieldError::RepeatedVariant { text: "S".into() };
        assert_eq!(check(&[&small, &large, &small]), Err(repeated));
        let spelled = variant(&[("size", "s ")], Some(5), Some(1));
        assert!(matches!(
            check(&[&small, &spelled]),
            Err(FieldError::NotVariants | FieldError::RepeatedVariant { .. })
        ));
        let same = variant(&[("Size", "s ")], Some(6), Some(1));
        assert_eq!(check(&[&small, &same]), Err(FieldError::RepeatedVariant { text: "s ".into() }));
        let colored = variant(&[("Color", "Red")], None, None);
        assert_eq!(check(&[&small, &colored]), Err(FieldError::NotVariants));
        assert_eq!(check(&[&variant(&[("Size", "S")], Some(0), None)]), Err(FieldError::NotPositive));
        assert_eq!(check(&[&variant(&[("Size", "S")], None, Some(-1))]), Err(FieldError::Negative));
    }

    #[test]
    fn prices_of_variants_are_typed_in_toman_like_any_other() {
        let toman = Currency::Rial(RialPrices::InToman);
        let typed = "Size=L \\| x | 250000 | 3; Size=M \\| x| ۲۵۰٫۵؛ Size=S \\| x | | 1";
        let kept = toman.kept_in(Field::Variants, typed);
        assert_eq!(toman.typed_in(Field::Variants, &kept), typed);
        let prices = |text: &str| -> Vec<_> {
            DraftVariant::parse_all(text).unwrap().into_iter().map(|one| one.primary_price).collect()
        };
        assert_eq!(prices(&kept), [Some(Price::on_wire(2_500_000)), Some(Price::on_wire(2505)), None]);
        let shown = Currency::Rial(RialPrices::InRial).typed_in(Field::Variants, &kept).into_owned();
        assert_eq!(prices(&shown), prices(&kept), "{shown}");
    }

    fn any_variant() -> impl Strategy<Value = DraftVariant> {
        let word = "[^\\s\\p{C}]{1,6}";
        let pairs = prop::collection::vec((word, word), 1..3);
        (pairs, prop::option::of(1..i64::MAX), prop::option::of(0..i64::MAX), prop::option::of(word))
            .prop_map(|(properties, primary_price, stock, sku)| DraftVariant {
                properties,
                primary_price: primary_price.map(Price::on_wire),
                stock,
                sku,
            })
    }

    proptest! {
        #[test]
        fn written_variants_read_back(all in prop::collection::vec(any_variant(), 0..4)) {
            prop_assert_eq!(DraftVariant::parse_all(&DraftVariant::write_all(&all)), Ok(all));
        }

        #[test]
        fn no_text_panics(text in any::<String>()) {
            let _ = DraftVariant::parse_all(&text);
        }
    }
}
