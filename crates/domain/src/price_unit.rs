//! The units of prices. Sellers write toman where a marketplace wants rial, and a factor of ten is not
//! guessed.

use serde::{Deserialize, Serialize};

use crate::text::folded;

/// Words by which a sentence says that prices lack three zeros.
const SCALES: [&str; 7] =
    [" به هزار ", " به هزارتا ", " سه صفر ", " 3 صفر ", " in thousands ", " three zeros ", " 3 zeros "];

/// Words by which a sentence says that its prices lack one zero: rials as toman, or toman with one less.
const TENTHS: [&str; 6] = [" یک صفر ", " 1 صفر ", " یه صفر ", " one zero ", " a zero ", " 1 zero "];

/// The same of four zeros, as thousand toman lack those of rials.
const TEN_THOUSANDTHS: [&str; 4] = [" چهار صفر ", " 4 صفر ", " four zeros ", " 4 zeros "];

/// Words before a unit that stands alone in a title.
const BEFORE: [&str; 8] = ["به", "in", "واحد", "پول", "ارقام", "unit", "currency", "اعداد"];

/// A unit in which a sheet or a marketplace gives its prices, or a person types them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PriceUnit {
    Rial,
    /// Ten rials.
    Toman,
    ThousandRial,
    ThousandToman,
    MillionRial,
    MillionToman,
}

impl PriceUnit {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Rial,
        Self::Toman,
        Self::ThousandRial,
        Self::ThousandToman,
        Self::MillionRial,
        Self::MillionToman,
    ];

    /// How many rials one of it is.
    pub(crate) const fn rials(self) -> i64 {
        match self {
            Self::Rial => 1,
            Self::Toman => 10,
            Self::ThousandRial => 1_000,
            Self::ThousandToman => 10_000,
            Self::MillionRial => 1_000_000,
            Self::MillionToman => 10_000_000,
        }
    }

    /// Its name, as [`PriceUnit::from_word`] reads it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Rial => "rial",
            Self::Toman => "toman",
            Self::ThousandRial => "thousand rial",
            Self::ThousandToman => "thousand toman",
            Self::MillionRial => "million rial",
            Self::MillionToman => "million toman",
        }
    }

    /// The unit that a word names, or two: `thousand toman`.
    pub fn from_word(word: &str) -> Option<Self> {
        let said = folded(word);
        let said = said.trim_end_matches('.');
        Self::unscaled(said).or_else(|| {
            let (scale, unit) = said.split_once(' ').or_else(|| joined(said))?;
            Self::unscaled(unit)?.scaled(scale)
        })
    }

    /// The unit of which it is a thousand or a million.
    pub const fn base(self) -> Self {
        match self {
            Self::Rial | Self::ThousandRial | Self::MillionRial => Self::Rial,
            Self::Toman | Self::ThousandToman | Self::MillionToman => Self::Toman,
        }
    }

    fn unscaled(said: &str) -> Option<Self> {
        match said {
            "rial"
            | "rials"
            | "irr"
            | "rls"
            | "ریال"
            | "ریالی"
            | "ریال ایران"
            | "iranian rial"
            | "iranian rials" => Some(Self::Rial),
            "toman"
            | "tomans"
            | "tmn"
            | "irt"
            | "تومان"
            | "تومن"
            | "تومانی"
            | "تومنی"
            | "ت"
            | "تومان ایران" => Some(Self::Toman),
            _ => None,
        }
    }

    /// A thousand or a million of it, as a word before it says.
    fn scaled(self, word: &str) -> Option<Self> {
        let is_rial = self == Self::Rial;
        match word.trim_start_matches(['x', '×']) {
            "هزار" | "هزارتا" | "ه" | "thousand" | "thousands" | "1000" | "k" => {
                Some(if is_rial { Self::ThousandRial } else { Self::ThousandToman })
            }
            "میلیون" | "م" | "million" | "millions" | "1000000" => {
                Some(if is_rial { Self::MillionRial } else { Self::MillionToman })
            }
            _ => None,
        }
    }

    /// The units that a sentence names beside prices, such as a title: "All prices are in toman".
    pub fn in_sentence(sentence: &str) -> Vec<Self> {
        let said = without_foreign_rials(&folded(sentence));
        let mut units: Vec<Self> = Vec::new();
        if is_about_prices(&said) {
            let mut before = "";
            for word in said.split(|c: char| !c.is_alphanumeric()) {
                if let Some(unit) =
                    Some(word).filter(|word| word.chars().count() > 2).and_then(Self::from_word)
                {
                    let unit = unit.scaled(before).unwrap_or(unit);
                    if !units.contains(&unit) {
                        units.push(unit);
                    }
                }
                before = word;
            }
            let words = format!(" {} ", said.replace(|c: char| !c.is_alphanumeric(), " "));
            let says = |phrases: &[&str]| phrases.iter().any(|phrase| words.contains(phrase));
            if says(&TENTHS) {
                units = if units == [Self::Rial] { vec![Self::Toman] } else { vec![Self::Toman, Self::Rial] };
            } else if says(&TEN_THOUSANDTHS) {
                let is_of_rials = units == [Self::Rial];
                units = vec![Self::ThousandToman, Self::ThousandRial];
                units.truncate(if is_of_rials { 1 } else { 2 });
            } else if says(&SCALES) {
                units = match units.as_slice() {
                    [] => vec![Self::ThousandToman, Self::ThousandRial],
                    named => named
                        .iter()
                        .map(|unit| {
                            unit.scaled("هزار")
                                .filter(|_| matches!(unit, Self::Rial | Self::Toman))
                                .unwrap_or(*unit)
                        })
                        .collect(),
                };
            }
        }
        units
    }

    /// The units that a title or the name of a worksheet says: in a sentence, or alone, such as `(به تومان)`.
    pub fn in_title(title: &str) -> Vec<Self> {
        let said = folded(title);
        let words = said.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let alone = words.skip_while(|word| BEFORE.contains(word)).collect::<Vec<_>>().join(" ");
        match Self::from_word(&alone).filter(|_| alone.chars().count() > 2) {
            Some(unit) => vec![unit],
            None => Self::in_sentence(title),
        }
    }

    /// The units that the name of a worksheet or a file says: as a title does, or as its last word, such as
    /// `لیست تومان`.
    pub fn in_name(name: &str) -> Vec<Self> {
        let said = Self::in_title(name);
        let folded = folded(name);
        let last = folded.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty());
        let unit = last.filter(|word| word.chars().count() > 3).and_then(Self::from_word);
        if said.is_empty() { unit.into_iter().collect() } else { said }
    }

    /// Whether a word or a sign names a currency whose prices are not converted, such as dollars.
    pub fn is_other_currency(word: &str) -> bool {
        const OTHERS: [&str; 58] = [
            "usd",
            "us$",
            "$",
            "dollar",
            "dollars",
            "us dollar",
            "us dollars",
            "دلار",
            "دلاری",
            "دلار آمریکا",
            "eur",
            "€",
            "euro",
            "euros",
            "یورو",
            "یورویی",
            "gbp",
            "£",
            "pounds",
            "پوند",
            "پوندی",
            "aed",
            "dirham",
            "dirhams",
            "درهم",
            "درهمی",
            "cny",
            "rmb",
            "yuan",
            "یوان",
            "یوانی",
            "لیر",
            "دینار",
            "tl",
            "₺",
            "lira",
            "türk lirası",
            "لیره",
            "لیرة",
            "iqd",
            "dinar",
            "دینار عراقی",
            "kwd",
            "sar",
            "ر.س",
            "ریال سعودی",
            "ریال عمانی",
            "ریال قطری",
            "omr",
            "qar",
            "د.إ",
            "د.ع",
            "afn",
            "افغانی",
            "جنیه",
            "درهم امارات",
            "₽",
            "₹",
        ];
        OTHERS.contains(&folded(word).trim_matches(['(', ')', ' ', '.', ':']))
    }

    /// Whether a title or a note says that prices are in a currency that is not converted: in a sentence
    /// about prices, or alone.
    pub fn is_other_in_title(title: &str) -> bool {
        // The rate of a currency, which prices may follow.
        const OF_RATES: [&str; 6] = ["نرخ", "نوسان", "نوسانات", "تغییرات", "افزایش", "rate"];
        let said = without_foreign_rials(&folded(title));
        let words = || {
            said.split(|c: char| !(c.is_alphanumeric() || matches!(c, '$' | '€' | '£')))
                .filter(|word| !word.is_empty())
        };
        let rest = words().skip_while(|word| BEFORE.contains(word)).collect::<Vec<_>>().join(" ");
        let is_meant =
            |(before, word): (&str, &str)| Self::is_other_currency(word) && !OF_RATES.contains(&before);
        let mut pairs = std::iter::once("").chain(words()).zip(words());
        Self::is_other_currency(&rest) || (is_about_prices(&said) && pairs.any(is_meant))
    }

    /// A price in this unit as a price in another one; `None` if that is no whole number.
    pub fn convert(self, price: i64, to: Self) -> Option<i64> {
        let (of, to) = (self.rials(), to.rials());
        if of >= to {
            price.checked_mul(of / to)
        } else {
            (price % (to / of) == 0).then_some(price / (to / of))
        }
    }

    /// Thousandths of this unit as a whole price in another one.
    pub fn convert_part(self, thousandths: i128, to: Self) -> Option<i64> {
        let (price, of) = (thousandths.checked_mul(self.rials().into())?, i128::from(to.rials()) * 1000);
        (price % of == 0).then(|| i64::try_from(price / of).ok()).flatten()
    }

    /// A cell's price without its unit (`۲۵۰٬۰۰۰ تومان`, `IRR 12,000`, `۲۵۰ هزار تومان`), and that unit.
    pub fn split(cell: &str) -> (&str, Option<Self>) {
        let cell = cell.trim();
        if cell.is_ascii() && !cell.contains(|c: char| c.is_ascii_alphabetic()) {
            return (cell, None);
        }
        let is_word =
            |c: char| c.is_alphabetic() || matches!(c, '﷼' | '\u{200c}' | '\u{200f}' | '\u{200e}' | '.');
        let cell = cell.trim_matches(|c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'));
        let from = |word: &str| Self::from_word(word.trim_end_matches('.'));
        // The last word, or the last two: `ریال ایران`.
        let mut end = cell;
        for _ in 0..2 {
            let start = end.trim_end_matches(is_word);
            if start.len() == end.len() {
                break;
            }
            let word = cell[start.len()..].trim_matches(['.', ' ']);
            if let Some((number, unit)) = joined(word).and_then(|(scale, unit)| {
                let until = cell.rfind(word)? + scale.len();
                Some((&cell[..until], from(unit)?))
            }) {
                return (number, Some(unit));
            }
            if let Some(unit) = from(word) {
                return (start.trim_end(), Some(unit));
            }
            end = start.trim_end();
        }
        let behind = cell.trim_start_matches(is_word);
        match from(cell[..cell.len() - behind.len()].trim_matches(['.', ' '])) {
            Some(unit) => (behind.trim_start_matches([' ', ':', '\u{a0}']), Some(unit)),
            None => (cell, None),
        }
    }
}

/// A sentence in which the rials of other countries have another name.
fn without_foreign_rials(said: &str) -> String {
    ["ریال سعودی", "ریال عمانی", "ریال قطری", "ریال یمنی"]
        .iter()
        .fold(said.to_owned(), |said, foreign| said.replace(foreign, "دینار"))
}

/// Whether a sentence is about prices.
fn is_about_prices(said: &str) -> bool {
    ["قیمت", "مبلغ", "مبالغ", "ارقام", "نرخ", "واحد پول", "حذف", "price", "amount", "currency"]
        .iter()
        .any(|word| said.contains(word))
}

/// `هزارتومان` as people write it, without a space.
fn joined(word: &str) -> Option<(&str, &str)> {
    ["هزار", "میلیون"]
        .into_iter()
        .find(|scale| word.starts_with(scale))
        .map(|scale| word.split_at(scale.len()))
}

/// The units of the prices of a marketplace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceUnits {
    /// That of requests and answers.
    pub wire: PriceUnit,
    /// That in which people read and write.
    pub people: PriceUnit,
}

impl PriceUnits {
    /// One unit for requests and for people.
    pub const fn alike(unit: PriceUnit) -> Self {
        Self { wire: unit, people: unit }
    }

    /// Whether people use another unit than requests.
    pub fn differ(self) -> bool {
        self.wire != self.people
    }

    /// Whether prices in this unit leave no question: people use another unit than requests, and this is one
    /// of the two.
    pub fn is_plain(self, unit: PriceUnit) -> bool {
        self.differ() && (unit == self.wire || unit == self.people)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_may_carry_its_unit() {
        assert_eq!(PriceUnit::split("۲۵۰٬۰۰۰ تومان"), ("۲۵۰٬۰۰۰", Some(PriceUnit::Toman)));
        assert_eq!(PriceUnit::split("12,000Rial "), ("12,000", Some(PriceUnit::Rial)));
        assert_eq!(PriceUnit::split("12000"), ("12000", None));
        assert_eq!(PriceUnit::split("12 euro"), ("12 euro", None));
        assert_eq!(PriceUnit::split("تومان 125,000"), ("125,000", Some(PriceUnit::Toman)));
        assert_eq!(PriceUnit::split("IRR 1,250,000.00"), ("1,250,000.00", Some(PriceUnit::Rial)));
        assert_eq!(PriceUnit::split("۱۲۵۰۰۰۰ ﷼"), ("۱۲۵۰۰۰۰", Some(PriceUnit::Rial)));
        assert_eq!(PriceUnit::split("1250000 ریال ایران"), ("1250000", Some(PriceUnit::Rial)));
        assert_eq!(PriceUnit::split("8,500ت"), ("8,500", Some(PriceUnit::Toman)));
        assert_eq!(PriceUnit::split("۲۵۰ هزار تومان"), ("۲۵۰ هزار", Some(PriceUnit::Toman)));
        assert_eq!(PriceUnit::split("۲۵۰ هزار"), ("۲۵۰ هزار", None));
        assert_eq!(PriceUnit::split("۲۵۰ هزارتومان"), ("۲۵۰ هزار", Some(PriceUnit::Toman)));
        assert_eq!(PriceUnit::split("۲۵۰هزارتومن"), ("۲۵۰هزار", Some(PriceUnit::Toman)));
        assert_eq!(PriceUnit::from_word("هزارتومان"), Some(PriceUnit::ThousandToman));
    }

    #[test]
    fn a_text_of_any_length_is_no_unit() {
        for word in ["k ", "هزار ", "تومان ", "\u{af}"] {
            assert_eq!(PriceUnit::from_word(&word.repeat(300_000)), None, "{word}");
        }
        assert_eq!(PriceUnit::from_word("هزار ریال ایران."), Some(PriceUnit::ThousandRial));
    }

    #[test]
    fn a_sentence_about_prices_names_their_unit() {
        assert_eq!(PriceUnit::in_sentence("لیست قیمت بهار (به تومان)"), [PriceUnit::Toman]);
        assert_eq!(PriceUnit::in_sentence("All prices are in Rial."), [PriceUnit::Rial]);
        assert_eq!(
            PriceUnit::in_sentence("قیمت‌ها به تومان است، نه ریال"),
            [PriceUnit::Toman, PriceUnit::Rial]
        );
        assert_eq!(PriceUnit::in_sentence("سکهٔ یک ریالی"), []);
        assert_eq!(PriceUnit::in_sentence("قیمت‌ها به هزار تومان"), [PriceUnit::ThousandToman]);
        assert_eq!(PriceUnit::in_sentence("مبالغ به ۱۰۰۰ ریال است"), [PriceUnit::ThousandRial]);
        assert_eq!(PriceUnit::in_sentence("Prices in million Rial"), [PriceUnit::MillionRial]);
        for sentence in ["قیمت‌ها به هزار", "قیمت‌ها با حذف سه صفر است", "Prices (in thousands)"]
        {
            assert_eq!(
                PriceUnit::in_sentence(sentence),
                [PriceUnit::ThousandToman, PriceUnit::ThousandRial],
                "{sentence}"
            );
        }
        assert_eq!(PriceUnit::in_sentence("قیمت‌ها به تومان، با حذف ۳ صفر"), [PriceUnit::ThousandToman]);
    }

    #[test]
    fn a_title_may_be_the_unit_alone() {
        for title in ["تومان", "(به تومان)", "واحد: تومان", "ارقام به تومان است، قیمت", "Toman", "in Toman"]
        {
            assert_eq!(PriceUnit::in_title(title), [PriceUnit::Toman], "{title}");
        }
        assert_eq!(PriceUnit::in_title("واحد: هزار ریال"), [PriceUnit::ThousandRial]);
        for title in ["ت", "Sheet1", "سکهٔ یک ریالی", "فرش تومان"] {
            assert_eq!(PriceUnit::in_title(title), [], "{title}");
        }
    }

    #[test]
    fn a_title_may_name_a_currency_that_is_not_converted() {
        for title in [
            "All prices in US dollars",
            "لیست قیمت دلاری",
            "USD",
            "Currency: USD",
            "قیمت‌ها به درهم است",
            "Price $",
        ] {
            assert!(PriceUnit::is_other_in_title(title), "{title}");
        }
        for title in
            ["قیمت‌ها با نوسان نرخ دلار تغییر می‌کند", "Price list", "Dollar Tree mugs", "قیمت به تومان", ""]
        {
            assert!(!PriceUnit::is_other_in_title(title), "{title}");
        }
    }

    #[test]
    fn a_rial_price_with_a_remainder_has_no_toman_price() {
        assert_eq!(PriceUnit::Toman.convert(25_000, PriceUnit::Rial), Some(250_000));
        assert_eq!(PriceUnit::Rial.convert(250_000, PriceUnit::Toman), Some(25_000));
        assert_eq!(PriceUnit::Rial.convert(250_005, PriceUnit::Toman), None);
        assert_eq!(PriceUnit::Toman.convert(i64::MAX, PriceUnit::Rial), None);
        assert_eq!(PriceUnit::ThousandToman.convert(1_200, PriceUnit::Rial), Some(12_000_000));
        assert_eq!(PriceUnit::ThousandRial.convert(1_200, PriceUnit::Toman), Some(120_000));
    }
}
