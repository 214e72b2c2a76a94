//! The cards that divide a camera roll into products: a QR code on paper, photographed before the photos of a
//! product.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Cards in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardSheet {
    pub cards: Vec<PrintedCard>,
    /// Whether the first card is at the right.
    pub is_rtl: bool,
}

/// A card to be printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedCard {
    /// The text of its code.
    pub code: String,
    pub title: String,
    /// What is below the title, in smaller letters.
    pub lines: Vec<String>,
}

use vitrine_domain::{Draft, Field, Price};

/// The beginning of every card's text. No other code begins like that.
const PREFIX: &str = "VITRINE1";

/// Between the values of a card; no value contains it.
const SEPARATOR: char = '\u{1f}';

/// The longest values, in characters, so that the code stays coarse enough for a hasty photo.
const MAX_SKU_CHARS: usize = 40;
const MAX_NAME_CHARS: usize = 60;

/// What a card says about the photos that follow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Card {
    pub sku: String,
    pub name: String,
    pub price: Option<Price>,
    /// The number of a barcode: the photo shows a product's package, not a card.
    pub barcode: String,
}

impl Card {
    /// The card of a product; what is too long for a card is left out or cut.
    pub fn of(draft: &Draft) -> Self {
        let sku = draft.sku.clone().filter(|sku| sku.chars().count() <= MAX_SKU_CHARS).unwrap_or_default();
        Self {
            sku,
            name: draft.name.chars().take(MAX_NAME_CHARS).collect(),
            price: draft.primary_price,
            barcode: String::new(),
        }
    }

    /// A card that says nothing but that another product begins.
    pub fn is_separator(&self) -> bool {
        *self == Self::default()
    }

    /// The text of its code.
    pub fn text(&self) -> String {
        if self.is_separator() {
            return PREFIX.to_owned();
        }
        let price = self.price.map(|price| price.wire().to_string()).unwrap_or_default();
        let values = [self.sku.as_str(), &self.name, &price].map(|value| value.replace(SEPARATOR, " "));
        format!("{PREFIX}.{}", URL_SAFE_NO_PAD.encode(values.join(&SEPARATOR.to_string())))
    }

    /// Reads the text of a code; `None` if it is not one of our cards.
    pub fn from_text(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(PREFIX)?;
        if rest.is_empty() {
            return Some(Self::default());
        }
        let values = String::from_utf8(URL_SAFE_NO_PAD.decode(rest.strip_prefix('.')?).ok()?).ok()?;
        let mut values = values.split(SEPARATOR);
        let (sku, name, price) = (values.next()?, values.next()?, values.next()?);
        let is_text = |text: &str, max| text.chars().count() <= max && !text.chars().any(char::is_control);
        if values.next().is_some() || !is_text(sku, MAX_SKU_CHARS) || !is_text(name, MAX_NAME_CHARS) {
            return None;
        }
        let price = if price.is_empty() {
            None
        } else {
            Some(price.parse().ok().filter(|price| *price > 0).map(Price::on_wire)?)
        };
        Some(Self { sku: sku.to_owned(), name: name.to_owned(), price, barcode: String::new() })
    }

    /// Fills in what the card says.
    pub fn fill(&self, draft: &mut Draft) {
        if !self.name.is_empty() {
            draft.name.clone_from(&self.name);
        }
        for (field, value) in [(Field::Sku, &self.sku), (Field::Barcode, &self.barcode)] {
            if !value.is_empty()
                && let Err(error) = draft.set(field, value)
            {
                tracing::warn!(?error, "a value of a card cannot be used");
            }
        }
        draft.primary_price = self.price.or(draft.primary_price);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn other_codes_are_no_cards() {
        for text in [
            "",
            "https://shop.example",
            "VITRINE",
            "VITRINE1.",
            "VITRINE1.####",
            "VITRINE1x",
            "VITRINE1.YWJj",
            "6260001234567",
        ] {
            assert_eq!(Card::from_text(text), None, "{text}");
        }
        assert!(Card::from_text(PREFIX).unwrap().is_separator());
    }

    #[test]
    fn a_card_fills_the_fields_of_its_product() {
        let card = Card {
            sku: "K-12".to_owned(),
            name: "گلیم قشقایی".to_owned(),
            price: Some(Price::on_wire(2_500_000)),
            ..Card::default()
        };
        let mut draft = Draft { name: "IMG_0001".to_owned(), ..Draft::default() };
        Card::from_text(&card.text()).unwrap().fill(&mut draft);
        assert_eq!(
            (draft.name.as_str(), draft.sku.as_deref(), draft.primary_price),
            ("گلیم قشقایی", Some("K-12"), Some(Price::on_wire(2_500_000)))
        );
        let mut kept =
            Draft { name: "IMG_0001".to_owned(), primary_price: Some(Price::on_wire(5)), ..Draft::default() };
        Card::default().fill(&mut kept);
        assert_eq!(
            (kept.name.as_str(), kept.primary_price),
            ("IMG_0001", Some(Price::on_wire(5))),
            "a separator fills nothing"
        );
    }

    proptest! {
        #[test]
        fn every_card_is_read_back(sku in "[A-Z0-9-]{0,40}", name in "[a-zآ-ی ]{0,60}", price in proptest::option::of(1_i64..1_000_000_000)) {
            let card = Card { sku, name, price: price.map(Price::on_wire), barcode: String::new() };
            prop_assert_eq!(Card::from_text(&card.text()), Some(card));
        }

        #[test]
        fn arbitrary_text_never_panics(text in ".{0,80}") {
            let _ = Card::from_text(&text);
            let _ = Card::from_text(&format!("{PREFIX}.{text}"));
        }
    }
}
