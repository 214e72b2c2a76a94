//! Which column has the prices, where several could: totals of rows are none, and the same prices in toman
//! and in rial are one.

use std::collections::HashMap;

use super::column_use::ColumnUse;
use super::columns::Columns;
use super::headings::{meaning, price_unit};
use super::prices::{SamePrices, is_amount, is_in_other_currency, is_of_buyers, is_total};
use vitrine_domain::{Field, PriceUnit, Signs, parse_whole};

impl Columns {
    /// Decides by the numbers which column has the prices, as far as they tell: a column that is the product
    /// of another one and the number of pieces has totals; one that says the same in the other unit is the
    /// same. What is left could have the prices, too.
    pub fn settle_prices(&mut self, rows: &[(usize, &[String])], shop: Option<PriceUnit>) {
        if self.is_chosen || self.export.is_some() {
            return;
        }
        let price = ColumnUse::Field(Field::PrimaryPrice);
        // Only prices of a sale and those before it: somebody has to say which ones count.
        if self.position(price).is_none() && self.doubts.other_prices.is_empty() {
            let is_left = |place: &usize| self.uses[*place].is_none() && is_of_buyers(&self.headings[*place]);
            self.doubts.other_prices =
                (0..self.headings.len().min(self.uses.len())).filter(is_left).collect();
        }
        // Beside other prices, those in a currency that is not converted are none.
        let is_foreign = |place: &usize| is_in_other_currency(&self.headings[*place]);
        if self.position(price).is_some() || !self.doubts.other_prices.iter().all(is_foreign) {
            let others = self.doubts.other_prices.iter().copied();
            self.doubts.other_prices = others.filter(|place| !is_foreign(place)).collect();
        }
        let mut numbers: HashMap<usize, HashMap<usize, i64>> = HashMap::new();
        let places = self
            .doubts
            .other_prices
            .iter()
            .copied()
            .chain(self.position(price))
            .chain(self.position(ColumnUse::Field(Field::Stock)));
        for place in places.collect::<Vec<_>>() {
            numbers.insert(place, numbers_of(rows, place));
        }
        self.doubts.other_prices.retain(|place| !numbers[place].is_empty());
        self.leave_out_totals(&numbers);
        self.join_same_prices(&numbers, shop);
        self.doubt_amounts(&numbers);
        // Without headings, a value stands in their place.
        let headed = self.position(price).filter(|_| !self.is_headless);
        self.named_unit = headed.and_then(|place| unit_over(&self.headings, place));
    }

    fn leave_out_totals(&mut self, numbers: &HashMap<usize, HashMap<usize, i64>>) {
        let price = ColumnUse::Field(Field::PrimaryPrice);
        if let Some(pieces) = self.position(ColumnUse::Field(Field::Stock)) {
            let candidates: Vec<usize> =
                self.doubts.other_prices.iter().copied().chain(self.position(price)).collect();
            let is_total = |total: &usize| {
                candidates.iter().any(|of| is_product(&numbers[of], &numbers[&pieces], &numbers[total]))
            };
            let totals: Vec<usize> = candidates.iter().copied().filter(is_total).collect();
            if let Some(used) = self.position(price).filter(|used| totals.contains(used)) {
                self.uses[used] = None;
            }
            self.doubts.other_prices.retain(|place| !totals.contains(place));
        }
        let headings = &self.headings;
        self.doubts
            .other_prices
            .retain(|place| !headings.get(*place).is_some_and(|heading| is_total(heading)));
        // The only one that is left, under a heading that means prices.
        let is_plain = |place: &usize| {
            self.headings
                .get(*place)
                .and_then(|heading| meaning(heading))
                .is_some_and(|meaning| meaning.used_for == price)
        };
        if self.position(price).is_none()
            && let Some(at) = self.doubts.other_prices.iter().position(is_plain)
        {
            let place = self.doubts.other_prices.remove(at);
            self.uses[place] = Some(price);
        }
    }

    /// An amount beside several pieces may be the price of one or of all: somebody has to say.
    fn doubt_amounts(&mut self, numbers: &HashMap<usize, HashMap<usize, i64>>) {
        let [price, stock] = [Field::PrimaryPrice, Field::Stock].map(ColumnUse::Field);
        let Some((used, pieces)) =
            self.position(price).zip(self.position(stock)).filter(|_| self.doubts.other_prices.is_empty())
        else {
            return;
        };
        let is_of_several =
            numbers[&used].keys().any(|row| numbers[&pieces].get(row).is_some_and(|pieces| *pieces > 1));
        if is_of_several && is_amount(&self.headings[used]) {
            self.uses[used] = None;
            self.doubts.other_prices = vec![used];
        }
    }

    fn join_same_prices(&mut self, numbers: &HashMap<usize, HashMap<usize, i64>>, shop: Option<PriceUnit>) {
        let Some(used) = self.position(ColumnUse::Field(Field::PrimaryPrice)) else { return };
        let unit = |place: usize| unit_over(&self.headings, place).filter(|_| !self.is_headless);
        let other = self
            .doubts
            .other_prices
            .iter()
            .copied()
            .find(|place| unit(used).zip(unit(*place)).is_some_and(|(one, two)| one != two));
        let Some((other, (of, to))) = other.and_then(|other| Some((other, unit(used).zip(unit(other))?)))
        else {
            return;
        };
        let in_rial = |price: Option<&i64>, unit: PriceUnit| {
            price.and_then(|price| unit.convert(*price, PriceUnit::Rial))
        };
        let mut rows: Vec<usize> = numbers[&used].keys().chain(numbers[&other].keys()).copied().collect();
        rows.sort_unstable();
        rows.dedup();
        let differs =
            |row: &usize| in_rial(numbers[&used].get(row), of) != in_rial(numbers[&other].get(row), to);
        let differing: Vec<usize> = rows.iter().filter(|row| differs(row)).map(|row| row + 1).collect();
        let (mut kept, mut same) = (used, other);
        if differing.is_empty() {
            self.doubts.other_prices.retain(|place| *place != other);
            if shop == Some(to) {
                (kept, same) = (other, used);
                self.uses.swap(used, other);
            }
        }
        debug_assert_eq!(self.uses[kept], Some(ColumnUse::Field(Field::PrimaryPrice)));
        self.doubts.same_prices = Some(SamePrices { column: same, differing });
    }
}

fn unit_over(headings: &[String], place: usize) -> Option<PriceUnit> {
    price_unit(headings.get(place)?)
}

/// The whole numbers of a column, by their rows.
fn numbers_of(rows: &[(usize, &[String])], place: usize) -> HashMap<usize, i64> {
    let signs = Signs::of(rows.iter().filter_map(|(_, row)| row.get(place)).map(String::as_str));
    let number = |(index, row): &(usize, &[String])| {
        Some((*index, parse_whole(PriceUnit::split(row.get(place)?).0, &[], signs).ok()?))
    };
    rows.iter().filter_map(number).collect()
}

/// Whether nearly all totals are the price of so many pieces, and not only of one each.
fn is_product(
    price: &HashMap<usize, i64>,
    pieces: &HashMap<usize, i64>,
    total: &HashMap<usize, i64>,
) -> bool {
    let several = || total.iter().filter(|(row, _)| pieces.get(*row).is_some_and(|pieces| *pieces > 1));
    let fits = |(row, total): &(&usize, &i64)| {
        price.get(*row).and_then(|price| price.checked_mul(pieces[*row])) == Some(**total)
    };
    let (all, fitting) = (several().count(), several().filter(fits).count());
    fitting > 0 && 10 * fitting >= 8 * all
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::read::read;
    use super::super::rows::{Known, Sheet, drafts};
    use super::*;
    use vitrine_domain::{Price, PriceUnits};

    fn sheet(csv: &str, shop_units: Option<PriceUnits>) -> Sheet {
        drafts(
            &read(Path::new("sheet.csv"), csv.as_bytes()).unwrap(),
            &Known { shop_units, ..Known::default() },
        )
    }

    fn prices(sheet: &Sheet) -> Vec<Option<i64>> {
        sheet.drafts.iter().map(|row| row.draft.primary_price.map(Price::wire)).collect()
    }

    #[test]
    fn the_price_of_all_pieces_is_no_price() {
        for csv in [
            "نام,تعداد,مبلغ,فی\nگلیم,5,500,100\nکاسه,2,60,30\n",
            "نام,تعداد,فی,مبلغ کل\nگلیم,5,100,500\nکاسه,2,30,60\n",
            "name,qty,total price,unit price\nRug,5,500,100\nBowl,2,60,30\n",
        ] {
            let sheet = sheet(csv, None);
            assert_eq!(
                (prices(&sheet), &sheet.understood.doubts.other_prices),
                (vec![Some(100), Some(30)], &vec![]),
                "{csv}"
            );
        }
        let amount = sheet("نام,تعداد,مبلغ\nگلیم,5,500\nکاسه,1,30\n", None);
        assert_eq!((prices(&amount), &amount.understood.doubts.other_prices), (vec![None, None], &vec![2]));
        assert_eq!(
            prices(&sheet("نام,تعداد,مبلغ\nگلیم,1,500\n", None)),
            [Some(500)],
            "one piece has one price"
        );
        let only = sheet("نام,تعداد,مبلغ کل\nگلیم,5,500\n", None);
        assert_eq!((prices(&only), &only.understood.doubts.other_prices), (vec![None], &vec![]));
    }

    #[test]
    fn the_same_prices_in_two_units_are_one() {
        let csv = "نام,قیمت (تومان),قیمت (ریال)\nگلیم,100,1000\nکاسه,30,300\n";
        let rial = sheet(csv, Some(PriceUnits::alike(PriceUnit::Rial)));
        assert_eq!(
            (prices(&rial), &rial.understood.doubts.other_prices, rial.named_unit),
            (vec![Some(1000), Some(300)], &vec![], Some(PriceUnit::Rial))
        );
        assert_eq!(rial.understood.doubts.same_prices, Some(SamePrices { column: 1, differing: vec![] }));
        let toman = sheet(csv, Some(PriceUnits::alike(PriceUnit::Toman)));
        assert_eq!((prices(&toman), toman.named_unit), (vec![Some(100), Some(30)], Some(PriceUnit::Toman)));
        let differs = sheet(
            "نام,قیمت (تومان),قیمت (ریال)\nگلیم,100,1000\nکاسه,30,350\n",
            Some(PriceUnits::alike(PriceUnit::Rial)),
        );
        assert_eq!(
            (
                differs.understood.doubts.same_prices.unwrap().differing,
                differs.understood.doubts.other_prices
            ),
            (vec![3], vec![2])
        );
    }
}
