//! Headings that speak of prices, in whatever words.

use super::headings::{base, normalized};
use vitrine_domain::PriceUnit;

/// Words of a heading over what the goods cost their owner, each or all that are there.
const COSTS: [&str; 8] = ["خرید", "تمام شده", "purchase", "cost", "buy", "buying", "shipping", "موجودی"];

/// Words of a heading over prices at which nobody buys any more.
const EARLIER: [&str; 7] = ["قبل", "قبلی", "قدیم", "before", "compare", "msrp", "old"];

/// Words of a heading over the price of all pieces of a row.
const TOTALS: [&str; 5] = ["کل", "جمع", "total", "subtotal", "sum"];

/// Headings over prices that have no word for them.
const KINDS: [&str; 18] = [
    "نقدی",
    "نقد",
    "چکی",
    "چک",
    "اقساطی",
    "اقساط",
    "نسیه",
    "همکار",
    "تکی",
    "تک فروشی",
    "خرده فروشی",
    "خرده",
    "فروش",
    "cash",
    "cheque",
    "retail",
    "reseller",
    "dealer",
];

/// Whether a heading speaks of prices at which goods are sold, in whatever words.
pub fn may_be_price(heading: &str) -> bool {
    is_of_buyers(heading) && !has(&normalized(heading), &EARLIER)
}

/// Whether a heading speaks of prices for those who buy the goods, now, earlier, or in a sale.
pub fn is_of_buyers(heading: &str) -> bool {
    let said = normalized(heading);
    let is_price = ["قیمت", "مبلغ", "price"].iter().any(|word| said.contains(word))
        || has(&said, &["فی", "نرخ"])
        || said == "rate"
        || KINDS.contains(&&*said);
    is_price && !has(&said, &COSTS)
}

fn has(said: &str, words: &[&str]) -> bool {
    words.iter().any(|word| format!(" {said} ").contains(&format!(" {word} ")))
}

/// Whether a heading speaks of prices in a currency that is not converted: `Price USD`, «قیمت دلاری».
pub fn is_in_other_currency(heading: &str) -> bool {
    let said = normalized(heading);
    let words = said.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
    words.filter(|word| !word.is_empty()).any(PriceUnit::is_other_currency)
        || PriceUnit::is_other_in_title(heading)
}

/// Whether a heading speaks of an amount of money that may be that of one piece or of all.
pub fn is_amount(heading: &str) -> bool {
    ["مبلغ", "amount"].contains(&base(heading).as_str())
}

/// Whether a heading speaks of the price of all pieces of a row.
pub fn is_total(heading: &str) -> bool {
    let said = normalized(heading);
    TOTALS.iter().any(|word| said.split(' ').any(|other| other == *word))
}

/// The same prices in another unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamePrices {
    /// The other column.
    pub column: usize,
    /// The rows, from 1, in which the two differ.
    pub differing: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goods_cost_their_owner_is_no_price_to_choose() {
        for heading in ["قیمت خرید", "قیمت تمام‌شده", "Cost per item", "Compare-at price"]
        {
            assert!(!may_be_price(heading), "{heading}");
        }
        for heading in ["قیمت همکار", "نقدی", "قیمت چکی", "Wholesale price", "Retail price", "نرخ"]
        {
            assert!(may_be_price(heading), "{heading}");
        }
    }
}
