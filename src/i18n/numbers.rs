//! Numbers, percentages, sizes, durations and money in each language's style.
//!
//! In Persian `٪` is to the left of its number.

use std::borrow::Cow;
use std::time::Duration;

use super::digits::{decimal, integer, localize, tenth};
use super::{Language, Messages};
use crate::args;
use vitrine_domain::text::digit;
use vitrine_domain::{Currency, Price, PriceUnits, RialPrices, parse_integer};

const KILOBYTE: f64 = 1000.0;

impl Messages {
    /// A whole number with thousands separators: `1,250,000`, `۱٬۲۵۰٬۰۰۰`.
    pub fn integer(&self, value: i64) -> String {
        self.apply_direction_marks(integer(self.language(), i128::from(value)).into()).into_owned()
    }

    /// A typed number as the language writes it: a whole number with thousands separators, a decimal number
    /// with the language's digits. Any other text as it is.
    pub fn number_text(&self, text: &str) -> String {
        parse_integer(text).map_or_else(|_| self.decimal_text(text), |number| self.integer(number))
    }

    /// A typed number as it is edited: in the language's digits, without separators, which would soon stand
    /// at the wrong places.
    pub fn editable_number(&self, text: &str) -> String {
        parse_integer(text)
            .map_or_else(|_| self.decimal_text(text), |number| self.digits(&number.to_string()))
    }

    /// A decimal number in the language's digits; any other text as it is.
    fn decimal_text(&self, text: &str) -> String {
        let value = |c: char| digit(c).map(|value| char::from(b'0' + value));
        let is_point = |c: char| matches!(c, '.' | '٫');
        // Two points separate thousands.
        if !text.chars().all(|c| value(c).is_some() || is_point(c)) || text.matches(is_point).count() > 1 {
            return text.to_owned();
        }
        let point = if self.language() == Language::Persian { '٫' } else { '.' };
        text.chars().map(|c| value(c).map_or(point, |digit| localize(self.language(), digit))).collect()
    }

    /// A number rounded to at most `places` decimals, without trailing zeros: `12.5`, `۱۲٫۵`.
    pub fn decimal(&self, value: f64, places: usize) -> String {
        self.apply_direction_marks(decimal(self.language(), value, places).into()).into_owned()
    }

    /// A fraction of 1 as a percentage with at most one decimal: 0.125 is `12.5%`, `۱۲٫۵٪`.
    pub fn percent(&self, share: f64) -> String {
        let number = decimal(self.language(), share * 100.0, 1);
        let text = match self.language() {
            Language::English => format!("{number}%"),
            // The Arabic letter mark makes the run Persian text, in which the sign is drawn on the left.
            Language::Persian => format!("\u{61c}{number}٪"),
        };
        self.apply_direction_marks(text.into()).into_owned()
    }

    /// By how much a number changes, with its sign: `+80`, `−3`.
    pub fn difference(&self, by: i64) -> String {
        self.signed(self.integer(by), by > 0)
    }

    fn signed(&self, number: String, is_positive: bool) -> String {
        let mark = if self.language() == Language::Persian { "\u{200e}+" } else { "+" };
        let number = if is_positive { format!("{mark}{number}") } else { number };
        self.apply_direction_marks(number.into()).into_owned()
    }

    /// A file size in decimal units, as file managers and marketplaces count it: `1.3 MB`.
    pub fn file_size(&self, bytes: u64) -> String {
        let bytes = bytes as f64;
        // Round first, so that 999,950 bytes become 1 MB and not 1000 kB.
        let tenths = |value: f64| (value * 10.0).round() / 10.0;
        let (key, amount) = match bytes {
            b if b < KILOBYTE => ("size-bytes", b),
            b if b < 999.5 * KILOBYTE => ("size-kilobytes", (b / KILOBYTE).round()),
            b if b < 999.95 * KILOBYTE.powi(2) => ("size-megabytes", tenths(b / KILOBYTE.powi(2))),
            b => ("size-gigabytes", tenths(b / KILOBYTE.powi(3))),
        };
        self.format(key, args!["amount" => amount]).into_owned()
    }

    /// A duration in its two largest units: `3 min 20 s`, `۲ ساعت و ۵ دقیقه`.
    pub fn duration(&self, duration: Duration) -> String {
        // Fractions of a second are rounded up: "0 s left" would be wrong.
        let seconds = duration.as_secs() + u64::from(duration.subsec_nanos() > 0);
        let parts = [
            ("duration-days", seconds / 86_400),
            ("duration-hours", seconds / 3600 % 24),
            ("duration-minutes", seconds / 60 % 60),
            ("duration-seconds", seconds % 60),
        ];
        let first = parts.iter().position(|&(_, amount)| amount > 0).unwrap_or(parts.len() - 1);
        let shown =
            |&(key, amount): &(&'static str, u64)| self.format(key, args!["amount" => amount]).into_owned();
        match parts.get(first + 1) {
            Some(second) if second.1 > 0 => self
                .format("duration-two", args!["larger" => shown(&parts[first]), "smaller" => shown(second)])
                .into_owned(),
            _ => shown(&parts[first]),
        }
    }

    /// The unit in which people read and write prices, if the marketplace names one.
    pub fn currency_unit<'a>(&'a self, currency: &'a Currency) -> Option<Cow<'a, str>> {
        match currency {
            Currency::Unnamed => None,
            Currency::Rial(RialPrices::InToman) | Currency::Toman => Some(self.text("unit-toman")),
            Currency::Rial(_) => Some(self.text("unit-rial")),
            Currency::Other(unit) => Some(Cow::Borrowed(unit)),
        }
    }

    /// The number of a price in the unit of people, for places that name the unit.
    pub fn price(&self, price: Price, currency: &Currency) -> String {
        if currency.units().is_some_and(PriceUnits::differ) {
            self.apply_direction_marks(tenth(self.language(), price.wire()).into()).into_owned()
        } else {
            self.integer(price.wire())
        }
    }

    /// By how much a price changes, with its sign: `+80`, `−3`.
    pub fn price_difference(&self, by: Price, currency: &Currency) -> String {
        self.signed(self.price(by, currency), by.wire() > 0)
    }

    /// A price with the unit of people: `250,000 rial`.
    pub fn money(&self, price: Price, currency: &Currency) -> String {
        let number = self.price(price, currency);
        match self.currency_unit(currency) {
            Some(unit) => self.format("money", args!["amount" => number, "unit" => unit]).into_owned(),
            None => number,
        }
    }

    /// The value of a rial price in toman, for marketplaces that show both: `25,000 toman`.
    pub fn toman_equivalent(&self, price: Price, currency: &Currency) -> Option<String> {
        // Zero is zero in every unit.
        let is_shown = currency.has_toman_beside() && price != Price::default();
        let toman = is_shown.then(|| tenth(self.language(), price.wire()))?;
        Some(self.format("money", args!["amount" => toman, "unit" => self.text("unit-toman")]).into_owned())
    }

    /// A price, with its value in toman where shown: `250,000 rial (25,000 toman)`.
    pub fn money_with_equivalent(&self, price: Price, currency: &Currency) -> String {
        let money = self.money(price, currency);
        match self.toman_equivalent(price, currency) {
            Some(beside) => {
                self.format("money-with-equivalent", args!["money" => money, "beside" => beside]).into_owned()
            }
            None => money,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use vitrine_domain::parse_integer;

    fn english() -> Messages {
        Messages::for_terminal(Language::English)
    }

    fn persian() -> Messages {
        Messages::for_terminal(Language::Persian)
    }

    #[test]
    fn whole_numbers_have_thousands_separators() {
        assert_eq!(english().integer(1_250_000), "1,250,000");
        assert_eq!(persian().integer(1_250_000), "۱٬۲۵۰٬۰۰۰");
        assert_eq!(english().integer(-999), "−999");
        assert_eq!(english().integer(i64::MIN), "−9,223,372,036,854,775,808");
    }

    #[test]
    fn a_typed_number_is_written_in_the_languages_way_and_edited_without_separators() {
        for (typed, shown, edited) in [
            ("1250000", "۱٬۲۵۰٬۰۰۰", "۱۲۵۰۰۰۰"),
            ("۱٬۲۵۰٬۰۰۰", "۱٬۲۵۰٬۰۰۰", "۱۲۵۰۰۰۰"),
            ("-5", "−۵", "-۵"),
            ("12.5", "۱۲٫۵", "۱۲٫۵"),
            ("12x", "12x", "12x"),
            ("1.250.000", "1.250.000", "1.250.000"),
        ] {
            assert_eq!(
                (persian().number_text(typed).as_str(), persian().editable_number(typed).as_str()),
                (shown, edited),
                "{typed}"
            );
        }
        assert_eq!(
            (english().number_text("۱۲۵۰۰"), english().editable_number("12,500")),
            ("12,500".to_owned(), "12500".to_owned())
        );
    }

    #[test]
    fn decimals_are_rounded_without_trailing_zeros() {
        assert_eq!(english().decimal(1234.50, 2), "1,234.5");
        assert_eq!(persian().decimal(12.345, 1), "۱۲٫۳");
        assert_eq!(english().decimal(-0.01, 1), "0");
        assert_eq!(english().decimal(f64::NAN, 1), "–");
    }

    #[test]
    fn differences_have_their_sign_left_of_the_number() {
        assert_eq!([80, -3, 0].map(|by| english().difference(by)), ["+80", "−3", "0"]);
        assert_eq!(Messages::new(Language::Persian).difference(80), "\u{200e}+۸۰");
        assert_eq!(persian().difference(80), "+۸۰");
    }

    #[test]
    fn percentages_have_the_sign_of_the_language() {
        assert_eq!(english().percent(0.125), "12.5%");
        assert_eq!(persian().percent(0.125), "۱۲٫۵٪");
        assert_eq!(persian().percent(1.0), "۱۰۰٪");
        assert_eq!(
            Messages::new(Language::Persian).percent(0.5),
            "\u{61c}۵۰٪",
            "in the window the sign is on the left"
        );
    }

    #[test]
    fn file_sizes_change_to_the_larger_unit_before_they_show_a_thousand() {
        assert_eq!(english().file_size(0), "0 bytes");
        assert_eq!(english().file_size(1), "1 byte");
        assert_eq!(english().file_size(300_000), "300 kB");
        assert_eq!(english().file_size(999_499), "999 kB");
        assert_eq!(english().file_size(999_500), "1 MB");
        assert_eq!(english().file_size(5_242_880), "5.2 MB");
        assert_eq!(english().file_size(u64::MAX), "18,446,744,073.7 GB");
        assert_eq!(persian().file_size(1_300_000), "۱٫۳ مگابایت");
    }

    #[test]
    fn durations_show_their_two_largest_units() {
        let seconds = Duration::from_secs;
        assert_eq!(english().duration(seconds(200)), "3 min 20 s");
        assert_eq!(english().duration(seconds(180)), "3 min");
        assert_eq!(english().duration(seconds(7505)), "2 h 5 min");
        assert_eq!(english().duration(seconds(7205)), "2 h");
        assert_eq!(english().duration(seconds(90_000)), "1 day 1 h");
        assert_eq!(english().duration(Duration::ZERO), "0 s");
        assert_eq!(english().duration(Duration::from_millis(200)), "1 s");
        assert_eq!(persian().duration(seconds(200)), "۳ دقیقه و ۲۰ ثانیه");
    }

    #[test]
    fn money_has_a_unit_only_when_the_marketplace_has_one() {
        for (currency, said_in_english, said_in_persian) in [
            (Currency::Unnamed, "250,000", "۲۵۰٬۰۰۰"),
            (Currency::Other("€".into()), "250,000 €", "۲۵۰٬۰۰۰ €"),
            (Currency::Toman, "250,000 toman", "۲۵۰٬۰۰۰ تومان"),
            (Currency::Rial(RialPrices::InRial), "250,000 rial", "۲۵۰٬۰۰۰ ریال"),
            (Currency::Rial(RialPrices::InToman), "25,000 toman", "۲۵٬۰۰۰ تومان"),
        ] {
            assert_eq!(english().money_with_equivalent(Price::on_wire(250_000), &currency), said_in_english);
            assert_eq!(persian().money_with_equivalent(Price::on_wire(250_000), &currency), said_in_persian);
        }
    }

    #[test]
    fn a_price_in_rial_shows_its_exact_value_in_toman() {
        let rial = Currency::Rial(RialPrices::TomanBeside);
        assert_eq!(
            english().money_with_equivalent(Price::on_wire(1_250_000), &rial),
            "1,250,000 rial (125,000 toman)"
        );
        assert_eq!(
            persian().money_with_equivalent(Price::on_wire(1_250_005), &rial),
            "۱٬۲۵۰٬۰۰۵ ریال (۱۲۵٬۰۰۰٫۵ تومان)"
        );
        assert_eq!(english().toman_equivalent(Price::on_wire(-5), &rial).as_deref(), Some("−0.5 toman"));
        assert_eq!(english().toman_equivalent(Price::on_wire(5), &Currency::Toman), None);
        assert_eq!(english().money_with_equivalent(Price::on_wire(0), &rial), "0 rial");
    }

    proptest! {
        #[test]
        fn a_formatted_number_can_be_parsed_again(value: i64) {
            for words in [english(), persian()] {
                prop_assert_eq!(parse_integer(&words.integer(value)), Ok(value));
            }
            prop_assert_eq!(parse_integer(&Messages::new(Language::Persian).integer(value)), Ok(value), "with direction marks");
        }
    }
}
