//! What looks like a slip in planned products, though it keeps nothing from being sent: equal names, prices
//! about ten times those of the others, and stocks like prices. A change of one product costs what it
//! changes, not the whole batch.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use vitrine_domain::category::contact_data;
use vitrine_domain::text::folded;
use vitrine_domain::{Draft, Field, Price, may_be_price};

/// A price that is about ten times the others', or a tenth: a zero too many or too few, or toman instead of
/// rials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceTypo {
    TenTimes,
    Tenth,
}

impl PriceTypo {
    /// The price without the slip.
    pub const fn fixed(self, price: Price) -> Price {
        match self {
            Self::TenTimes => Price::on_wire(price.wire() / 10),
            Self::Tenth => Price::on_wire(price.wire().saturating_mul(10)),
        }
    }
}

/// What is compared between products.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// The folded name; empty if there is none.
    name: String,
    /// Its number in requests.
    price: Option<i64>,
    /// Whether its stock may be a price.
    stock_like_price: bool,
    /// The field whose text contains contact data.
    contact: Option<Field>,
}

impl Compared {
    /// What is compared of a product as it would be sent.
    pub fn of(draft: &Draft) -> Self {
        // The texts in which contact data is looked for.
        let texts = [
            (Field::Name, Some(&draft.name)),
            (Field::Brief, draft.brief.as_ref()),
            (Field::Description, draft.description.as_ref()),
        ];
        let with_contact = |(field, text): (Field, Option<&String>)| {
            text.is_some_and(|text| contact_data(text).is_some()).then_some(field)
        };
        Self {
            name: folded(&draft.name),
            price: draft.primary_price.map(Price::wire).filter(|price| *price > 0),
            stock_like_price: draft.stock.is_some_and(may_be_price),
            contact: texts.into_iter().find_map(with_contact),
        }
    }
}

/// The products of the plan, by what is compared.
#[derive(Debug, Default)]
pub struct Findings {
    names: HashMap<String, BTreeSet<usize>>,
    /// The number of products whose name another one has.
    equal_names: usize,
    prices: Prices,
    /// The products whose stock may be a price.
    stocks: BTreeSet<usize>,
    /// The products with contact data, and the field that contains it.
    contacts: BTreeMap<usize, Field>,
}

impl Findings {
    /// Adds the product at `index`.
    pub fn add(&mut self, index: usize, compared: &Compared) {
        if !compared.name.is_empty() {
            let same = self.names.entry(compared.name.clone()).or_default();
            same.insert(index);
            self.equal_names += match same.len() {
                1 => 0,
                2 => 2,
                _ => 1,
            };
        }
        if let Some(price) = compared.price {
            self.prices.add((price, index));
        }
        if compared.stock_like_price {
            self.stocks.insert(index);
        }
        if let Some(field) = compared.contact {
            self.contacts.insert(index, field);
        }
    }

    /// Takes the product at `index` out.
    pub fn subtract(&mut self, index: usize, compared: &Compared) {
        if let Some(same) = self.names.get_mut(&compared.name) {
            same.remove(&index);
            self.equal_names -= match same.len() {
                0 => 0,
                1 => 2,
                _ => 1,
            };
            if same.is_empty() {
                self.names.remove(&compared.name);
            }
        }
        if let Some(price) = compared.price {
            self.prices.subtract((price, index));
        }
        self.stocks.remove(&index);
        self.contacts.remove(&index);
    }

    /// The products in whose texts contact data is, with the field that contains it. Where the marketplace
    /// says nothing about it, it means nothing.
    pub const fn contacts(&self) -> &BTreeMap<usize, Field> {
        &self.contacts
    }

    /// The products whose stock may be a price in the wrong column, in order.
    pub const fn stocks_like_prices(&self) -> &BTreeSet<usize> {
        &self.stocks
    }

    /// Finds the slips after products were added or taken out.
    pub fn update(&mut self) {
        self.prices.find_slips();
    }

    /// The number of products whose name another product has.
    pub const fn equal_names(&self) -> usize {
        self.equal_names
    }

    /// The products that have the name of another one, in groups.
    pub fn groups_of_equal_names(&self) -> impl Iterator<Item = &BTreeSet<usize>> {
        self.names.values().filter(|same| same.len() > 1)
    }

    /// The first product of the same name, if there is another one than `index`.
    pub fn other_of_name(&self, name: &str, index: usize) -> Option<usize> {
        if self.equal_names == 0 {
            return None;
        }
        self.names.get(&folded(name))?.iter().copied().find(|other| *other != index)
    }

    /// Whether a product has this name.
    pub fn has_name(&self, name: &str) -> bool {
        self.names.contains_key(&folded(name))
    }

    /// The slip in a product's price.
    pub fn slip(&self, index: usize) -> Option<PriceTypo> {
        let is_in = |slips: &[usize]| slips.binary_search(&index).is_ok();
        match &self.prices {
            prices if is_in(&prices.ten_times) => Some(PriceTypo::TenTimes),
            prices if is_in(&prices.tenth) => Some(PriceTypo::Tenth),
            _ => None,
        }
    }

    /// The products with this slip, in order.
    pub fn slips(&self, slip: PriceTypo) -> &[usize] {
        match slip {
            PriceTypo::TenTimes => &self.prices.ten_times,
            PriceTypo::Tenth => &self.prices.tenth,
        }
    }
}

/// Fewer prices tell nothing about one of them.
const MIN_PRICES: usize = 5;
/// From this multiple of the median, a price is about ten times it…
const FROM_TIMES: i64 = 7;
/// …up to this one. Beyond it, the product is simply another kind of thing, unless without the zero its price
/// is among the usual ones.
const TO_TIMES: i64 = 15;
/// By how much a zero too many makes a price higher.
const ZERO: i64 = 10;
/// From this multiple on, prices lie between the usual ones and slips.
const BETWEEN_TIMES: i64 = 3;
/// If more than one in so many prices differ like that, the products differ, and nothing is a slip.
const MAX_SHARE: usize = 4;

/// The prices of the products with their indices, in two halves, so that the median is at hand.
#[derive(Debug, Default)]
struct Prices {
    /// The cheaper half, which has the median as its last element.
    lower: BTreeSet<(i64, usize)>,
    upper: BTreeSet<(i64, usize)>,
    /// The indices of the products whose prices are slips, in order.
    ten_times: Vec<usize>,
    tenth: Vec<usize>,
}

impl Prices {
    fn add(&mut self, price: (i64, usize)) {
        if self.lower.last().is_none_or(|median| price <= *median) {
            self.lower.insert(price);
        } else {
            self.upper.insert(price);
        }
        self.balance();
    }

    fn subtract(&mut self, price: (i64, usize)) {
        if !self.lower.remove(&price) {
            self.upper.remove(&price);
        }
        self.balance();
    }

    fn balance(&mut self) {
        if self.lower.len() > self.upper.len() + 1 {
            self.upper.extend(self.lower.pop_last());
        } else if self.lower.len() < self.upper.len() {
            self.lower.extend(self.upper.pop_first());
        }
    }

    fn find_slips(&mut self) {
        (self.ten_times, self.tenth) = self.slips().unwrap_or_default();
    }

    fn slips(&self) -> Option<(Vec<usize>, Vec<usize>)> {
        let count = self.lower.len() + self.upper.len();
        let (median, _) = *self.lower.last().filter(|_| count >= MIN_PRICES)?;
        let most = count / MAX_SHARE;
        let from = median.saturating_mul(FROM_TIMES);
        let end_of_tenth = median / FROM_TIMES + 1;
        let highest = self.upper.range(..(from, 0)).next_back().map_or(median, |(price, _)| *price);
        let lowest = self.lower.range((end_of_tenth, 0)..).next().map_or(median, |(price, _)| *price);
        let to = median.saturating_mul(TO_TIMES).max(highest.saturating_mul(ZERO));
        let least = (median / TO_TIMES).min(lowest / ZERO);
        // One more than allowed is enough to know that there are too many.
        let ten_times = self.upper.range((from, 0)..=(to, usize::MAX)).take(most + 1);
        let tenth = self.lower.range((least, 0)..(end_of_tenth, 0)).take(most + 1);
        let mut ten_times: Vec<usize> = ten_times.map(|(_, index)| *index).collect();
        let mut tenth: Vec<usize> = tenth.map(|(_, index)| *index).collect();
        if ten_times.len() + tenth.len() > most {
            return None;
        }
        // Where prices of all heights occur, the highest and the lowest are no slips: a slip stands apart.
        let above =
            self.upper.range((median.saturating_mul(BETWEEN_TIMES), 0)..(from, 0)).take(most + 1).count();
        let below = self
            .lower
            .range((end_of_tenth, 0)..(end_of_tenth.max(median / BETWEEN_TIMES), 0))
            .take(most + 1)
            .count();
        if above >= ten_times.len() {
            ten_times.clear();
        }
        if below >= tenth.len() {
            tenth.clear();
        }
        ten_times.sort_unstable();
        tenth.sort_unstable();
        Some((ten_times, tenth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(name: &str, price: i64) -> Compared {
        Compared::of(&Draft {
            name: name.to_owned(),
            primary_price: Some(Price::on_wire(price)),
            ..Draft::default()
        })
    }

    fn findings(products: &[(&str, i64)]) -> Findings {
        let mut findings = Findings::default();
        for (index, (name, price)) in products.iter().enumerate() {
            findings.add(index, &compared(name, *price));
        }
        findings.update();
        findings
    }

    const BATCH: [(&str, i64); 6] = [
        ("Rug", 250_000),
        ("Bowl", 180_000),
        ("Jug", 2_400_000),
        ("Cup", 310_000),
        ("Vase", 22_000),
        ("Pot", 400_000),
    ];

    #[test]
    fn a_price_ten_times_the_others_or_a_tenth_of_them_is_a_slip() {
        let mut products = BATCH.to_vec();
        products[4].1 = 220_000;
        let found = findings(&products);
        assert_eq!((found.slips(PriceTypo::TenTimes), found.slip(2)), (&[2][..], Some(PriceTypo::TenTimes)));
        products[2].1 = 240_000;
        products[4].1 = 22_000;
        let found = findings(&products);
        assert_eq!(
            (found.slips(PriceTypo::Tenth), found.slip(4), found.slip(0)),
            (&[4][..], Some(PriceTypo::Tenth), None)
        );
        assert_eq!(
            (
                PriceTypo::TenTimes.fixed(Price::on_wire(2_400_000)),
                PriceTypo::Tenth.fixed(Price::on_wire(22_000))
            ),
            (Price::on_wire(240_000), Price::on_wire(220_000))
        );
    }

    #[test]
    fn a_zero_too_many_or_too_few_is_a_slip_of_the_dearest_and_of_the_cheapest_product_as_well() {
        let prices = |gabbeh, lamp| {
            findings(&[
                ("Bowl", 900_000),
                ("Copper bowl", 1_100_000),
                ("Gabbeh", gabbeh),
                ("Kilim", 2_400_000),
                ("Lamp", lamp),
                ("Jajim", 2_700_000),
                ("Jug", 1_500_000),
                ("Vase", 1_200_000),
            ])
        };
        assert_eq!(prices(26_000_000, 950_000).slips(PriceTypo::TenTimes), [2]);
        assert_eq!(prices(2_600_000, 95_000).slips(PriceTypo::Tenth), [4]);
        let dear = prices(40_000_000, 950_000);
        assert!(dear.slips(PriceTypo::TenTimes).is_empty(), "a tenth of it would be the dearest, too");
    }

    #[test]
    fn products_of_very_different_prices_are_no_slips() {
        let found = findings(&[
            ("Rug", 9_000_000),
            ("Mat", 8_000_000),
            ("Cup", 800_000),
            ("Jug", 900_000),
            ("Pot", 850_000),
            ("Pan", 9_500_000),
        ]);
        assert!(found.slips(PriceTypo::TenTimes).is_empty() && found.slips(PriceTypo::Tenth).is_empty());
        let found = findings(&[("Ring", 100), ("Cup", 100), ("Jug", 100), ("Pot", 100), ("House", 100_000)]);
        assert!(found.slips(PriceTypo::TenTimes).is_empty(), "a thousand times is another thing");
        let few = findings(&[("Rug", 100), ("Cup", 100), ("Jug", 1_000)]);
        assert!(few.slips(PriceTypo::TenTimes).is_empty(), "three prices tell nothing");
    }

    #[test]
    fn the_ends_of_evenly_spread_prices_are_no_slips() {
        let names: Vec<String> = (0..200).map(|index| format!("Product {index}")).collect();
        let products: Vec<(&str, i64)> = names
            .iter()
            .enumerate()
            .map(|(index, name)| (name.as_str(), 200_000 + 44_000 * index as i64))
            .collect();
        let findings = findings(&products);
        assert_eq!(
            (findings.slips(PriceTypo::TenTimes), findings.slips(PriceTypo::Tenth)),
            ([].as_slice(), [].as_slice())
        );
    }

    #[test]
    fn contact_data_is_found_in_the_texts_of_a_product_until_it_is_removed() {
        let with_text =
            |text: &str| Compared::of(&Draft { description: Some(text.to_owned()), ..Draft::default() });
        let mut found = Findings::default();
        found.add(0, &with_text("Call ۰۹۱۲ ۳۴۵ ۶۷۸۹"));
        found.add(1, &with_text("Made of 1200 knots"));
        found.add(2, &compared("Rug www.example.com", 1));
        assert_eq!(found.contacts(), &BTreeMap::from([(0, Field::Description), (2, Field::Name)]));
        found.subtract(0, &with_text("Call ۰۹۱۲ ۳۴۵ ۶۷۸۹"));
        assert_eq!(found.contacts().len(), 1);
    }

    #[test]
    fn a_stock_may_be_a_price_in_the_wrong_column_until_it_is_corrected() {
        let stocked = |stock| Compared::of(&Draft { stock: Some(stock), ..Draft::default() });
        let mut found = Findings::default();
        found.add(0, &stocked(9_999));
        found.add(1, &stocked(1_250_000));
        assert_eq!(found.stocks_like_prices(), &BTreeSet::from([1]));
        found.subtract(1, &stocked(1_250_000));
        assert!(found.stocks_like_prices().is_empty());
    }

    #[test]
    fn a_corrected_price_is_no_slip_any_more() {
        let mut products = BATCH.to_vec();
        products[4].1 = 220_000;
        let mut found = findings(&products);
        found.subtract(2, &compared("Jug", 2_400_000));
        found.add(2, &compared("Jug", 240_000));
        found.update();
        assert!(found.slips(PriceTypo::TenTimes).is_empty());
    }

    #[test]
    fn equal_names_are_counted_however_they_are_spelled() {
        let mut found =
            findings(&[("کتاب‌ها", 1), ("كتابها", 1), ("Rug", 1), ("Bowl", 1), ("rug", 1), ("RUG", 1)]);
        assert_eq!(found.equal_names(), 5);
        assert_eq!(
            (found.other_of_name("Rug", 2), found.other_of_name("rug", 4), found.other_of_name("Bowl", 3)),
            (Some(4), Some(2), None)
        );
        found.subtract(1, &compared("كتابها", 1));
        assert_eq!(found.equal_names(), 3);
        for index in [2, 4] {
            found.subtract(index, &compared("rug", 1));
        }
        assert_eq!(found.equal_names(), 0);
    }
}
