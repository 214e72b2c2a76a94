//! Numbers as people write them in the cells of a sheet and in forms: `۲۵۰ هزار`, `125,000/-`, `1.250.000`,
//! `8.0`, `2 عدد`, `1.5 kg`.
//!
//! What could mean two numbers is refused, unless the other numbers of the same column leave no doubt
//! ([`Signs`]).

use super::parse::{is_invisible, is_minus};
use serde::{Deserialize, Serialize};

use super::{Field, FieldError, FieldUnit};
use crate::text::{digit, folded};

/// What a point, a slash, or a Persian point before three digits is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Point {
    /// It separates thousands: `12.000` are twelve thousand.
    Thousands,
    /// It is the decimal sign: `12.000` are twelve.
    Decimal,
}

/// What the numbers of a column say about their signs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// What a point is, if that is known.
    pub point: Option<Point>,
    /// Whether a comma is a decimal sign.
    pub commas_are_decimal: bool,
    /// What a comma before three digits is where commas are decimal signs, if a person said it.
    pub comma: Option<Point>,
    /// Whether the Persian point (`٫`) is a decimal sign, because thousands have a sign of their own (`٬`) or
    /// the numbers need not be whole.
    pub momayez_is_decimal: bool,
}

impl Signs {
    /// What a column of cells says: `1.250.000` shows that a point separates thousands, unless another cell
    /// has a true decimal. `2500000,00` shows that a comma is the decimal sign, unless another cell separates
    /// thousands by it.
    pub fn of<'a>(cells: impl Iterator<Item = &'a str>) -> Self {
        let (mut thousands, mut decimals) = (false, false);
        let (mut commas, mut long_commas, mut comma_thousands) = (false, false, false);
        let mut separators = false;
        // Digits alone say nothing of signs.
        for cell in cells.filter(|cell| of_digits(cell).is_none()) {
            separators |= cell.contains('٬');
            let Some(number) =
                cell.split(|c: char| c.is_alphabetic()).find(|part| part.contains(|c| digit(c).is_some()))
            else {
                continue;
            };
            let number = number.trim();
            let groups: Vec<&str> = number.split(is_point).map(str::trim).collect();
            thousands |= groups.len() > 2 && in_thousands(&groups);
            if let [_, last] = groups.as_slice() {
                let is_zero = last.chars().all(|c| digit(c) == Some(0));
                decimals |= !is_zero
                    && matches!(last.chars().count(), 1 | 2)
                    && last.chars().all(|c| digit(c).is_some());
            }
            commas |= groups.len() > 1 && groups.last().is_some_and(|last| last.contains([',', '،']));
            let by_comma: Vec<&str> = groups[0].split([',', '،']).map(str::trim).collect();
            let are_digits =
                by_comma.iter().all(|part| !part.is_empty() && part.chars().all(|c| digit(c).is_some()));
            match by_comma.as_slice() {
                [whole, decimals] if are_digits && groups.len() == 1 => {
                    long_commas |= whole.chars().count() > 3 && matches!(decimals.chars().count(), 1 | 2);
                }
                [_, _, ..] if are_digits => comma_thousands |= in_thousands(&by_comma),
                _ => {}
            }
        }
        Self {
            point: (thousands && !decimals).then_some(Point::Thousands),
            commas_are_decimal: (commas && thousands) || (long_commas && !comma_thousands),
            comma: None,
            momayez_is_decimal: separators,
        }
    }
}

/// A number as thousandths of one.
pub type Thousandths = i128;

/// The words around the numbers of a field, with what they multiply by.
pub const fn words_of(field: Field) -> &'static [(&'static str, Thousandths)] {
    match (field.spec().unit, field) {
        (Some(FieldUnit::Grams), _) => &GRAMS,
        (Some(FieldUnit::Days), _) => &DAYS,
        (_, Field::Stock) => &PIECES,
        _ => &[],
    }
}

/// Whether a stock is so large that it may be a price in the wrong column.
pub const fn may_be_price(stock: i64) -> bool {
    stock >= LEAST_LIKE_PRICE
}

/// From this stock on, it may be a price.
const LEAST_LIKE_PRICE: i64 = 10_000;

/// The number in a cell of the stock that is said in words: none. `None` for any other text.
pub fn none_in_stock(text: &str) -> Option<i64> {
    let said = folded(&text.replace('_', " "));
    let none = [
        "ناموجود",
        "نا موجود",
        "موجود نیست",
        "موجود نمیباشد",
        "تمام شد",
        "تمام شده",
        "اتمام موجودی",
        "ندارد",
        "ندارم",
        "صفر",
        "out of stock",
        "outofstock",
        "sold out",
        "none",
        "not available",
        "unavailable",
    ];
    none.contains(&said.as_str()).then_some(0)
}

const GRAMS: [(&str, Thousandths); 12] = [
    ("g", ONE),
    ("gr", ONE),
    ("gram", ONE),
    ("grams", ONE),
    ("گرم", ONE),
    ("kg", 1000 * ONE),
    ("kilo", 1000 * ONE),
    ("kilogram", 1000 * ONE),
    ("kilograms", 1000 * ONE),
    ("کیلو", 1000 * ONE),
    ("کیلوگرم", 1000 * ONE),
    ("کیلو گرم", 1000 * ONE),
];

const DAYS: [(&str, Thousandths); 12] = [
    ("day", ONE),
    ("days", ONE),
    ("business day", ONE),
    ("business days", ONE),
    ("working day", ONE),
    ("working days", ONE),
    ("روز", ONE),
    ("روزه", ONE),
    ("روز کاری", ONE),
    ("week", 7 * ONE),
    ("weeks", 7 * ONE),
    ("هفته", 7 * ONE),
];

const PIECES: [(&str, Thousandths); 14] = [
    ("pc", ONE),
    ("pcs", ONE),
    ("piece", ONE),
    ("pieces", ONE),
    ("unit", ONE),
    ("units", ONE),
    ("item", ONE),
    ("items", ONE),
    ("in stock", ONE),
    ("عدد", ONE),
    ("تا", ONE),
    ("دانه", ONE),
    ("دستگاه", ONE),
    ("تخته", ONE),
];

/// The number of thousandths in one.
pub const ONE: Thousandths = 1000;

/// Reads a number with the words around it that `words` knows: a count's (`عدد`), a weight's (`kg`), and
/// those for thousands and millions.
///
/// # Errors
/// [`FieldError::NotAWholeNumber`] for what is no number, [`FieldError::Ambiguous`] for what could be two,
/// [`FieldError::TooLarge`].
pub fn parse_amount(
    text: &str,
    words: &[(&str, Thousandths)],
    signs: Signs,
) -> Result<Thousandths, FieldError> {
    if let Some(number) = of_digits(text) {
        return Ok(number * ONE);
    }
    let text: String = text.chars().filter(|&c| !is_invisible(c)).collect();
    let text = text.trim().trim_start_matches(['*', '~', '≈']).trim_start();
    let (is_negative, text) = match text.strip_prefix(is_minus) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let text = ["/-", "/=", ".-", ",-", "/–"]
        .iter()
        .find_map(|end| text.strip_suffix(end))
        .unwrap_or(text)
        .trim_end();
    if is_fraction(text) {
        return Err(FieldError::SeveralNumbers);
    }
    let mut total: Thousandths = 0;
    let mut rest = text;
    let mut last_factor = Thousandths::MAX;
    loop {
        let end = rest.find(|c: char| c.is_alphabetic()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let (factor, is_magnitude, after) = factor(after, words)?;
        // `۱ میلیون و ۲۰۰ هزار`: each part counts less than the one before.
        if factor >= last_factor {
            return Err(FieldError::NotAWholeNumber);
        }
        let value = number_of(number.trim(), signs, is_magnitude)?;
        // `۱ میلیون و ۲۰۰`: people mean 200 thousand.
        let is_behind_million = last_factor != Thousandths::MAX && last_factor > 1_000 * ONE;
        if is_behind_million && factor == ONE && (1..1_000 * ONE).contains(&value) {
            return Err(FieldError::SeveralNumbers);
        }
        total = total
            .checked_add(value.checked_mul(factor).ok_or(FieldError::TooLarge)? / ONE)
            .ok_or(FieldError::TooLarge)?;
        last_factor = factor;
        let after = after.trim();
        if after.is_empty() {
            return Ok(if is_negative { -total } else { total });
        }
        let next = after.strip_prefix('و').unwrap_or(after).trim_start();
        if !is_magnitude || !next.starts_with(|c| digit(c).is_some()) {
            return Err(FieldError::NotAWholeNumber);
        }
        rest = next;
    }
}

/// The number that digits alone are, as in most cells, unless there are very many.
fn of_digits(text: &str) -> Option<Thousandths> {
    let digits = || text.chars().map(digit);
    let is_short = !text.is_empty() && text.len() <= 30;
    is_short.then(digits)?.try_fold(0, |number, digit| Some(10 * number + Thousandths::from(digit?)))
}

/// Whether a text in Latin digits begins with a part of one, such as `1/2`, which may be 1.2 as well.
fn is_fraction(text: &str) -> bool {
    let number = text.find(|c: char| c != '/' && !c.is_ascii_digit()).map_or(text, |end| &text[..end]);
    matches!(number, "1/2" | "1/3" | "2/3" | "1/4" | "3/4" | "1/8" | "3/8" | "5/8" | "7/8")
}

/// As [`parse_amount`], where only a whole number means something.
///
/// # Errors
/// Those of [`parse_amount`], and [`FieldError::NotAWholeNumber`] for a part of one.
pub fn parse_whole(text: &str, words: &[(&str, Thousandths)], signs: Signs) -> Result<i64, FieldError> {
    let amount = parse_amount(text, words, signs)?;
    if amount % ONE != 0 {
        return Err(FieldError::NotAWholeNumber);
    }
    i64::try_from(amount / ONE).map_err(|_| FieldError::TooLarge)
}

/// Words that multiply the number before them.
const MAGNITUDES: [(&str, Thousandths); 9] = [
    ("هزار", 1_000 * ONE),
    ("میلیون", 1_000_000 * ONE),
    ("ملیون", 1_000_000 * ONE),
    ("میلیارد", 1_000_000_000 * ONE),
    ("k", 1_000 * ONE),
    ("thousand", 1_000 * ONE),
    ("million", 1_000_000 * ONE),
    ("mln", 1_000_000 * ONE),
    ("billion", 1_000_000_000 * ONE),
];

/// Whether a number is said in thousands or millions: `250 هزار`.
pub fn has_magnitude(text: &str) -> bool {
    let said = folded(text);
    said.split(|c: char| !c.is_alphabetic()).any(|word| MAGNITUDES.iter().any(|(known, _)| *known == word))
}

/// The factor that the words at the start of a text are, whether it is a magnitude, and the text behind them.
fn factor<'a>(
    text: &'a str,
    words: &[(&str, Thousandths)],
) -> Result<(Thousandths, bool, &'a str), FieldError> {
    let end = text.find(|c| digit(c).is_some()).unwrap_or(text.len());
    let (said, after) = text.split_at(end);
    let whole = folded(said);
    let whole = whole.trim_end_matches(['.', ' ']);
    if whole.is_empty() {
        return if after.is_empty() { Ok((ONE, false, "")) } else { Err(FieldError::NotAWholeNumber) };
    }
    let known = |name: &str| words.iter().find(|(word, _)| *word == name).map(|(_, factor)| *factor);
    let magnitude = |name: &str| MAGNITUDES.iter().find(|(word, _)| *word == name).map(|(_, factor)| *factor);
    let joined = whole.strip_suffix(" و").unwrap_or(whole);
    if let Some(factor) = magnitude(joined) {
        return Ok((factor, true, after));
    }
    if let Some(factor) = known(whole) {
        return Ok((factor, false, after));
    }
    // `هزار عدد`.
    let (first, second) = whole.split_once(' ').ok_or(FieldError::NotAWholeNumber)?;
    let (first, second) = (magnitude(first), known(second));
    let both = first.zip(second).ok_or(FieldError::NotAWholeNumber)?;
    Ok((both.0 * both.1 / ONE, true, after))
}

/// A number of digits and separators, in thousandths. Before a magnitude, a point with one or two digits is a
/// decimal one.
fn number_of(text: &str, signs: Signs, before_magnitude: bool) -> Result<Thousandths, FieldError> {
    let parts = |text: &str, is_separator: fn(char) -> bool| -> Vec<String> {
        text.split(is_separator).map(str::to_owned).collect()
    };
    let is_digits = |part: &str| !part.is_empty() && part.chars().all(|c| digit(c).is_some());
    let by_point = parts(text, is_point);
    let points_of_one_kind =
        text.chars().filter(|c| is_point(*c)).all(|c| Some(c) == text.chars().find(|c| is_point(*c)));
    let (whole, decimals) = match by_point.as_slice() {
        [only] => (only.clone(), String::new()),
        // Several points: they separate thousands, and a comma behind them is the decimal sign.
        [_, .., _] if by_point.len() > 2 || (by_point.len() == 2 && by_point[1].contains([',', '،'])) => {
            let last = &by_point[by_point.len() - 1];
            let (last, decimals) =
                last.split_once([',', '،']).map_or((last.as_str(), ""), |(last, decimals)| (last, decimals));
            let groups: Vec<&str> =
                by_point[..by_point.len() - 1].iter().map(String::as_str).chain([last]).collect();
            if !points_of_one_kind
                || !groups.iter().all(|group| is_digits(group))
                || (!decimals.is_empty() && !is_digits(decimals))
            {
                return Err(FieldError::NotAWholeNumber);
            }
            if !in_thousands(&groups) || decimals.chars().count() == 3 {
                return Err(if groups.len() > 2 {
                    FieldError::NotAWholeNumber
                } else {
                    FieldError::Ambiguous
                });
            }
            (groups.concat(), decimals.to_owned())
        }
        [whole, decimals] => {
            let grouped: Vec<&str> = whole.split(is_group_separator).collect();
            let is_momayez = text.contains('٫') && (signs.momayez_is_decimal || text.contains('٬'));
            let could_be_thousands = decimals.chars().count() == 3
                && whole.chars().count() <= 3
                && is_digits(whole)
                && is_digits(decimals);
            if could_be_thousands && !before_magnitude && signs.point == Some(Point::Thousands) {
                (format!("{whole}{decimals}"), String::new())
            } else if is_momayez || (could_be_thousands && signs.point == Some(Point::Decimal)) {
                (whole.clone(), decimals.clone())
            } else if (could_be_thousands && whole.chars().any(|c| digit(c) != Some(0)))
                || (grouped.len() > 1 && decimals.chars().count() == 3)
            {
                return Err(FieldError::Ambiguous);
            } else {
                (whole.clone(), decimals.clone())
            }
        }
        _ => return Err(FieldError::NotAWholeNumber),
    };
    let groups: Vec<&str> = whole.split(is_group_separator).collect();
    let has_comma = decimals.is_empty() && whole.contains([',', '،']);
    if !groups.iter().all(|group| is_digits(group))
        || !(decimals.is_empty() || is_digits(&decimals))
        || whole.is_empty()
    {
        return Err(FieldError::NotAWholeNumber);
    }
    let (groups, decimals) = match groups.as_slice() {
        // `85000,00`: too many digits before a comma that separates thousands.
        [first, last] if has_comma && is_decimal_comma((*first, *last), signs)? => {
            (vec![*first], (*last).to_owned())
        }
        // Between two numbers there is a space.
        _ if whole.contains(is_space) && (!in_thousands(&groups) || !separates_alike(&whole)) => {
            return Err(FieldError::NotAWholeNumber);
        }
        _ if groups.len() > 1 && !in_thousands(&groups) => return Err(FieldError::Ambiguous),
        _ => (groups, decimals),
    };
    if text.contains(is_point) && by_point.len() == 2 && by_point[1].is_empty() {
        return Err(FieldError::NotAWholeNumber);
    }
    let mut value: Thousandths = 0;
    let decimals = decimals.trim_end_matches(|c| digit(c) == Some(0));
    if decimals.chars().count() > 3 {
        return Err(FieldError::NotAWholeNumber);
    }
    let decimals = decimals.chars().filter_map(digit).chain(std::iter::repeat(0)).take(3);
    for d in groups.iter().flat_map(|group| group.chars().filter_map(digit)).chain(decimals) {
        value = value
            .checked_mul(10)
            .and_then(|value| value.checked_add(Thousandths::from(d)))
            .ok_or(FieldError::TooLarge)?;
    }
    Ok(value)
}

/// Whether the comma between these digits is a decimal sign.
///
/// # Errors
/// [`FieldError::Ambiguous`] for three digits behind it where commas are decimal signs elsewhere.
fn is_decimal_comma((whole, decimals): (&str, &str), signs: Signs) -> Result<bool, FieldError> {
    match decimals.chars().count() {
        1 => Ok(signs.commas_are_decimal || signs.comma == Some(Point::Decimal)),
        2 => Ok(whole.chars().count() > 3 || signs.commas_are_decimal || signs.comma == Some(Point::Decimal)),
        3 if signs.commas_are_decimal => {
            signs.comma.map(|comma| comma == Point::Decimal).ok_or(FieldError::Ambiguous)
        }
        _ => Ok(false),
    }
}

/// Whether a number is written as spreadsheet programs shorten long ones: `6.26E+12`, or `6.26E12` as others
/// do. The digits behind are lost.
pub fn is_in_short(text: &str) -> bool {
    let Some((number, power)) = text.trim().split_once(['E', 'e']) else { return false };
    let (whole, decimals) = number.split_once(['.', ',', '٫']).unwrap_or((number, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.chars().all(|c| digit(c).is_some());
    let power = power.strip_prefix('+').or_else(|| number.contains('.').then_some(power));
    whole.chars().count() == 1
        && is_digits(whole)
        && is_digits(decimals)
        && power.is_some_and(|power| power.len() >= 2 && is_digits(power))
}

/// Whether a number is that of a telephone or a bank card: `09121234567`, `+98 912 …`, sixteen digits.
pub fn is_phone_or_card(text: &str) -> bool {
    let said = text.trim().trim_start_matches(['\u{200e}', '\u{200f}']);
    let is_plain = |c: char| digit(c).is_some() || is_space(c) || matches!(c, '+' | '-' | '–' | '(' | ')');
    if !said.chars().all(is_plain) {
        return false;
    }
    let digits: String = said.chars().filter_map(digit).map(|d| char::from(b'0' + d)).collect();
    let is_round = digits.ends_with("000");
    let is_abroad = (said.starts_with('+') || digits.starts_with("00")) && digits.len() >= 10;
    let is_mobile = digits.len() == 10 && digits.starts_with('9') && !is_round;
    let is_mobile = is_mobile || (digits.len() == 12 && digits.starts_with("989") && !is_round);
    let is_dialled =
        digits.starts_with('0') && (10..=11).contains(&digits.len()) && !digits.starts_with("00");
    is_abroad || is_mobile || is_dialled || (digits.len() == 16 && !is_round)
}

/// Whether a number is said to be only nearly so large.
pub fn is_approximate(text: &str) -> bool {
    const WORDS: [&str; 10] =
        ["حدود", "حدودا", "حدوداً", "تقریبا", "تقریباً", "about", "approx", "approximately", "circa", "ca"];
    let said = folded(text);
    let said = said.trim_start_matches(['*', ' ']);
    let (first, last) = (said.split([' ', '.']).next(), said.split(' ').next_back());
    let has_digit = said.contains(|c: char| c.is_ascii_digit());
    let is_sign = said.starts_with(['~', '≈']) || said.ends_with('~') || said.contains('±');
    has_digit && (is_sign || [first, last].into_iter().flatten().any(|word| WORDS.contains(&word)))
}

/// Words in the place of a price that is told on request.
const ON_REQUEST: [&str; 12] = [
    "تماس بگیرید",
    "تماس",
    "تماس بگیر",
    "استعلام",
    "استعلام قیمت",
    "توافقی",
    "call",
    "call us",
    "call for price",
    "on request",
    "price on request",
    "poa",
];

/// Why a text that is no number is none, as exactly as that can be told.
pub fn why_no_number(text: &str) -> FieldError {
    let said = folded(text);
    let is_number = |part: &str| {
        let part = part.trim();
        part.starts_with(|c: char| c.is_ascii_digit())
            && part.chars().all(|c| c.is_ascii_digit() || is_point(c) || is_group_separator(c))
    };
    let ends = said.strip_prefix("از ").or_else(|| said.strip_prefix("from ")).unwrap_or(&said);
    let is_range = ["-", "–", "—", "~", " تا ", " الی ", " to ", ".."].iter().any(|between| {
        ends.split_once(between).is_some_and(|(lowest, highest)| is_number(lowest) && is_number(highest))
    });
    let several = || text.split_whitespace().filter(|part| part.contains(|c| digit(c).is_some())).count();
    if is_range {
        FieldError::Range
    } else if is_number(&said.replace(char::is_whitespace, " ")) && several() > 1 {
        FieldError::SeveralNumbers
    } else if is_in_short(text) {
        FieldError::DigitsLost
    } else if ON_REQUEST.contains(&said.trim_end_matches(['.', '!', ' '])) {
        FieldError::OnRequest
    } else {
        FieldError::NotAWholeNumber
    }
}

fn in_thousands(groups: &[&str]) -> bool {
    let size = |group: &&str| group.chars().count();
    (1..=3).contains(&groups.first().map_or(0, size)) && groups.iter().skip(1).all(|group| size(group) == 3)
}

const fn is_point(c: char) -> bool {
    matches!(c, '.' | '٫' | '/')
}

const fn is_group_separator(c: char) -> bool {
    matches!(c, ',' | '٬' | '،' | '_' | '\'' | '’') || is_space(c)
}

const fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// Whether one sign separates all thousands.
fn separates_alike(number: &str) -> bool {
    let mut signs = number.chars().filter(|c| is_group_separator(*c));
    let first = signs.next();
    signs.all(|sign| Some(sign) == first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::parse_integer;

    const COUNT: &[(&str, Thousandths)] = &[("عدد", ONE), ("kg", 1000 * ONE), ("گرم", ONE)];

    fn read(text: &str) -> Result<i64, FieldError> {
        parse_whole(text, COUNT, Signs::default())
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("۲۵۰ هزار", 250_000),
            ("۲٫۵ میلیون", 2_500_000),
            ("1.2 million", 1_200_000),
            ("۱ میلیون و ۲۰۰ هزار", 1_200_000),
            ("250k", 250_000),
            ("125,000/-", 125_000),
            ("1.250.000", 1_250_000),
            ("1/250/000", 1_250_000),
            ("1.250.000,00", 1_250_000),
            ("1,250,000.00", 1_250_000),
            ("۱٬۲۵۰٬۰۰۰٫۰۰", 1_250_000),
            ("250000.000000", 250_000),
            ("85000/00", 85_000),
            ("85000,00", 85_000),
            ("8.0", 8),
            ("2 عدد", 2),
            ("۱۰۰ گرم", 100),
            ("1.5 kg", 1500),
            ("*1,250,000", 1_250_000),
            ("-3", -3),
        ] {
            assert_eq!(read(text), Ok(number), "{text}");
        }
    }

    #[test]
    fn what_could_be_two_numbers_is_refused() {
        for text in ["12.000", "۱۲٫۰۰۰", "430/000", "12,5", "12,00", "1,25,000", "1.250 میلیون", "1,250.000"]
        {
            assert_eq!(read(text), Err(FieldError::Ambiguous), "{text}");
        }
        for text in [
            "120,000 110,000",
            "120000 110000",
            "1,200 000",
            "",
            "12.5",
            "3-1",
            "2 متر",
            "هزار",
            "12 13 عدد 4",
            "200 هزار و 1 میلیون",
            "1.2.3.4",
            "12.",
            "call us",
        ] {
            assert!(
                matches!(read(text), Err(FieldError::NotAWholeNumber | FieldError::Ambiguous)),
                "{text}: {:?}",
                read(text)
            );
        }
    }

    #[test]
    fn the_column_says_what_a_point_is() {
        let with = |cells: &[&str]| Signs::of(cells.iter().copied());
        let signs = with(&["12.000", "1.250.000"]);
        assert_eq!(parse_whole("12.000", COUNT, signs), Ok(12_000));
        assert_eq!(parse_whole("430/000", COUNT, with(&["1/250/000", "85000/00"])), Ok(430_000));
        assert_eq!(
            parse_whole("12.000", COUNT, with(&["12.000", "8.500"])),
            Err(FieldError::Ambiguous),
            "it does not"
        );
        assert_eq!(
            parse_whole("12.000", COUNT, with(&["1.250.000", "8.25"])),
            Err(FieldError::Ambiguous),
            "two meanings"
        );
    }

    #[test]
    fn the_column_says_that_a_comma_is_the_decimal_sign_unless_it_separates_thousands_as_well() {
        let with = |cells: &[&str]| Signs::of(cells.iter().copied());
        let signs = with(&["2500000,00"]);
        assert_eq!(parse_whole("5,00", COUNT, signs), Ok(5));
        assert_eq!(parse_amount("1,5", COUNT, signs), Ok(1500));
        assert_eq!(parse_whole("5,000", COUNT, signs), Err(FieldError::Ambiguous));
        for (comma, number) in [(Point::Decimal, 5), (Point::Thousands, 5000)] {
            assert_eq!(parse_whole("5,000", COUNT, Signs { comma: Some(comma), ..signs }), Ok(number));
        }
        assert_eq!(parse_whole("5,000", COUNT, with(&["2500000,00", "1,250,000"])), Ok(5000));
        assert_eq!(parse_whole("85000,00", COUNT, with(&["2500000,00", "1,250.00"])), Ok(85_000));
        let answered = Signs { comma: Some(Point::Decimal), ..Signs::default() };
        assert_eq!(parse_whole("12,00", COUNT, answered), Ok(12));
        assert_eq!(parse_whole("12,000", COUNT, answered), Ok(12_000), "no comma of the column is decimal");
    }

    #[test]
    fn the_signs_of_persian_mean_one_thing_where_they_stand_together() {
        let with = |cells: &[&str]| Signs::of(cells.iter().copied());
        assert_eq!(parse_amount("۱٬۲۰۰٫۵۰۰", COUNT, Signs::default()), Ok(1_200_500));
        assert_eq!(parse_amount("۱٫۲۵۰", COUNT, with(&["۸۵٬۰۰۰", "۱٫۲۵۰"])), Ok(1250));
        assert_eq!(parse_amount("۱٫۲۵۰", COUNT, with(&["۱٫۲۵۰", "۸۵٫۰۰۰"])), Err(FieldError::Ambiguous));
        assert_eq!(parse_whole("۱٫۲۵۰٫۰۰۰", COUNT, Signs::default()), Ok(1_250_000));
        for (text, amount) in [
            ("2/5", Ok(2500)),
            ("۱/۲", Ok(1200)),
            ("1/2", Err(FieldError::SeveralNumbers)),
            ("3/4 عدد", Err(FieldError::SeveralNumbers)),
        ] {
            assert_eq!(parse_amount(text, COUNT, Signs::default()), amount, "{text}");
        }
    }

    #[test]
    fn it_is_said_why_a_text_is_no_number() {
        for (text, why) in [
            ("100-120", FieldError::Range),
            ("۲ تا ۳", FieldError::Range),
            ("از 250,000 تا 300,000", FieldError::Range),
            ("تماس بگیرید", FieldError::OnRequest),
            ("Call for price", FieldError::OnRequest),
            ("6.26E+12", FieldError::DigitsLost),
            ("1E+05", FieldError::DigitsLost),
            ("12E3", FieldError::NotAWholeNumber),
            ("9121234567-", FieldError::NotAWholeNumber),
            ("three", FieldError::NotAWholeNumber),
            ("120,000 110,000", FieldError::SeveralNumbers),
            ("۱۲۰۰۰۰\n۱۱۰۰۰۰", FieldError::SeveralNumbers),
        ] {
            assert_eq!(why_no_number(text), why, "{text}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_a_plain_number_stays_one(n in 0..i64::MAX / 1000) {
            prop_assert_eq!(read(&n.to_string()), parse_integer(&n.to_string()));
        }

        #[test]
        fn no_text_panics(text in any::<String>(), digits in "[0-9۰-۹.,/٫٬ هزارkg-]{0,20}") {
            let _ = read(&text);
            let _ = read(&digits);
            let _ = Signs::of([text.as_str(), digits.as_str()].into_iter());
        }
    }
}
