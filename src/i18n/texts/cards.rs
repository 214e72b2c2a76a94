//! Cards in words, to be printed.

use crate::i18n::Messages;
use vitrine_core::import::cards::Card;
use vitrine_core::import::cards::{CardSheet, PrintedCard};
use vitrine_domain::Currency;

impl Messages {
    /// The sheets of these cards.
    pub fn card_sheet(&self, cards: &[Card], currency: &Currency) -> CardSheet {
        let card = |card: &Card| {
            let title = match (card.name.as_str(), card.sku.as_str()) {
                ("", "") => self.text("card-separator").into_owned(),
                ("", sku) => sku.to_owned(),
                (name, _) => name.to_owned(),
            };
            let price = card.price.map(|price| self.money(price, currency));
            let sku = (!card.sku.is_empty() && !card.name.is_empty()).then(|| card.sku.clone());
            PrintedCard { code: card.text(), title, lines: [price, sku].into_iter().flatten().collect() }
        };
        CardSheet { cards: cards.iter().map(card).collect(), is_rtl: self.language().is_rtl() }
    }
}
