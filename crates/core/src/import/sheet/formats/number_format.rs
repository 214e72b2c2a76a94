//! Number formats of Excel: what a cell with a number shows.

use super::dates::{self, Epoch};
use super::format_part::{Calendar, Part};

/// What a number looks like in its format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// What the cell says: without grouped digits and decimals that are all zero, and with a currency behind
    /// the number.
    pub plain: String,
    /// What the owner sees, without grouped digits.
    pub whole: String,
    /// Whether it is shown as a date or a time.
    pub is_date: bool,
    /// Whether the format shows nothing of a number other than 0.
    pub is_hidden: bool,
}

/// A number's format, parsed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberFormat {
    /// For positive numbers, negative ones and zero; one without a condition serves the rest.
    sections: Vec<Section>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Section {
    /// `[>=100]`.
    condition: Option<(String, f64)>,
    parts: Vec<Part>,
}

/// Longer ones are not read; Excel writes at most 255 characters.
const MAX_LENGTH: usize = 1000;

impl NumberFormat {
    /// Parses a format's code. One that is not understood is shown as a plain number.
    pub fn parse(code: &str) -> Self {
        if code.chars().count() > MAX_LENGTH {
            return Self::default();
        }
        Self { sections: sections(code).iter().map(|section| Section::parse(section)).collect() }
    }

    /// The format that Excel has without writing it into the file.
    pub fn built_in(id: u32) -> Self {
        Self::parse(match id {
            1 => "0",
            2 | 39 | 40 => "0.00",
            // Which currency it is depends on the computer.
            3 | 5 | 6 | 37 | 38 | 41 | 42 => "#,##0",
            4 | 7 | 8 | 43 | 44 => "#,##0.00",
            9 => "0%",
            10 => "0.00%",
            11 | 48 => "0.00E+00",
            14 | 27..=31 | 36 | 50..=58 => "yyyy/mm/dd",
            15 => "d-mmm-yy",
            16 => "d-mmm",
            17 => "mmm-yy",
            18 => "h:mm AM/PM",
            19 => "h:mm:ss AM/PM",
            20 | 32 => "h:mm",
            21 | 33 => "h:mm:ss",
            22 => "yyyy/mm/dd h:mm",
            45 => "mm:ss",
            46 => "[h]:mm:ss",
            47 => "mm:ss.0",
            _ => "General",
        })
    }

    /// What a number looks like.
    pub fn show(&self, number: f64, epoch: Epoch) -> Shown {
        let Some((section, is_signed)) = self.section(number) else { return general(number) };
        if section.is_date() {
            let whole = dates::show(number, epoch, &section.parts);
            return whole.map_or_else(
                || general(number),
                |whole| Shown { plain: whole.clone(), whole, is_date: true, ..Shown::default() },
            );
        }
        let shown = section.show(number, is_signed);
        // Without a semicolon, an empty format is none.
        Shown { is_hidden: shown.is_hidden && self.sections.len() > 1, ..shown }
    }

    /// Whether it shows nothing of a text, for which its fourth section is.
    pub fn hides_text(&self) -> bool {
        self.sections.get(3).is_some_and(|section| {
            section.parts.iter().all(|part| part.text().is_some_and(|text| text.trim().is_empty()))
        })
    }

    /// What a text looks like, if the format writes something around it.
    pub fn show_text(&self, text: &str) -> Option<Shown> {
        let is_of_text = |section: &&Section| section.parts.contains(&Part::Text);
        let section = match self.sections.as_slice() {
            [_, _, _, of_text, ..] => Some(of_text),
            sections => sections.last(),
        };
        let section = section.filter(is_of_text)?;
        let says = |part: &Part| part.text().is_some_and(|text| !text.trim().is_empty());
        section.parts.iter().any(says).then(|| section.around(text.trim(), None, ""))
    }

    /// The section for a number, and whether the number's sign is written in front of it.
    fn section(&self, number: f64) -> Option<(&Section, bool)> {
        let first = self.sections.first()?;
        if self.sections.iter().any(|section| section.condition.is_some()) {
            let holds = |section: &&Section| {
                section.condition.as_ref().is_none_or(|(sign, than)| holds(number, sign, *than))
            };
            return self.sections.iter().take(3).find(holds).map(|section| (section, true));
        }
        match self.sections.len() {
            2.. if number < 0.0 => Some((&self.sections[1], false)),
            3.. if number == 0.0 => Some((&self.sections[2], false)),
            _ => Some((first, true)),
        }
    }
}

fn holds(number: f64, sign: &str, than: f64) -> bool {
    match sign {
        "<" => number < than,
        "<=" => number <= than,
        ">" => number > than,
        ">=" => number >= than,
        "=" => number == than,
        _ => number != than,
    }
}

/// Divides a code at its semicolons.
fn sections(code: &str) -> Vec<String> {
    let (mut found, mut section, mut quoted, mut bracketed) = (Vec::new(), String::new(), false, false);
    let mut rest = code.chars();
    while let Some(c) = rest.next() {
        match c {
            '"' => quoted = !quoted,
            '\\' if !quoted => {
                section.push(c);
                section.extend(rest.next());
                continue;
            }
            '[' if !quoted => bracketed = true,
            ']' if !quoted => bracketed = false,
            ';' if !quoted && !bracketed => {
                found.push(std::mem::take(&mut section));
                continue;
            }
            _ => {}
        }
        section.push(c);
    }
    found.push(section);
    found
}

impl Section {
    fn parse(code: &str) -> Self {
        let mut section = Self::default();
        let mut rest = code;
        while let Some(c) = rest.chars().next() {
            let after = &rest[c.len_utf8()..];
            rest = match c {
                '"' => {
                    let (text, after) = after.split_once('"').unwrap_or((after, ""));
                    section.push_text(text);
                    after
                }
                '\\' => section.push_next(after),
                // As wide as a character, or filled with one.
                '_' | '*' => {
                    if c == '_' {
                        section.push_text(" ");
                    }
                    after.get(after.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default()
                }
                '[' => {
                    let (inside, after) = after.split_once(']').unwrap_or((after, ""));
                    section.push_brackets(inside);
                    after
                }
                _ => section.push_plain(c, rest),
            };
        }
        section
    }

    fn push_next<'a>(&mut self, after: &'a str) -> &'a str {
        let Some(c) = after.chars().next() else { return "" };
        self.push_text(c.encode_utf8(&mut [0; 4]));
        &after[c.len_utf8()..]
    }

    fn push_text(&mut self, text: &str) {
        if let Some(Part::Literal(before)) = self.parts.last_mut() {
            before.push_str(text);
        } else {
            self.parts.push(Part::Literal(text.to_owned()));
        }
    }

    fn push_brackets(&mut self, inside: &str) {
        if let Some(currency) = inside.strip_prefix('$') {
            let (symbol, locale) = currency.split_once('-').unwrap_or((currency, ""));
            self.parts.extend(Calendar::of_locale(locale).map(Part::Calendar));
            if !symbol.is_empty() {
                self.parts.push(Part::Currency(symbol.to_owned()));
            }
        } else if inside.starts_with(['<', '>', '=']) {
            let digits = inside.trim_start_matches(['<', '>', '=']);
            let sign = &inside[..inside.len() - digits.len()];
            self.condition = digits.trim().parse().ok().map(|than| (sign.to_owned(), than));
        } else if let Some(unit) = inside.chars().next().map(|c| c.to_ascii_lowercase())
            && matches!(unit, 'h' | 'm' | 's')
            && inside.chars().all(|c| c.eq_ignore_ascii_case(&unit))
        {
            self.parts.push(Part::Elapsed(unit));
        }
        // The rest are colours.
    }

    /// A character that is neither quoted nor in brackets; returns what follows it.
    fn push_plain<'a>(&mut self, c: char, rest: &'a str) -> &'a str {
        let after = &rest[c.len_utf8()..];
        let starts =
            |word: &str| rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        if starts("General") {
            self.parts.push(Part::General);
            return &rest["General".len()..];
        }
        for word in ["AM/PM", "A/P"] {
            if starts(word) {
                self.parts.push(Part::HalfDay);
                return &rest[word.len()..];
            }
        }
        match c {
            '0' | '#' | '?' => self.parts.push(Part::Digit(c)),
            '.' => self.parts.push(Part::Point),
            '%' => self.parts.push(Part::Percent),
            ',' => self.parts.push(Part::Comma),
            'E' | 'e' if after.starts_with(['+', '-']) => {
                self.parts.push(Part::Exponent);
                return &after[1..];
            }
            'y' | 'Y' | 'm' | 'M' | 'd' | 'D' | 'h' | 'H' | 's' | 'S' => {
                let after = rest.trim_start_matches([c.to_ascii_lowercase(), c.to_ascii_uppercase()]);
                self.parts.push(Part::Date(c.to_ascii_lowercase(), rest.len() - after.len()));
                return after;
            }
            '@' => self.parts.push(Part::Text),
            _ => self.push_text(c.encode_utf8(&mut [0; 4])),
        }
        after
    }

    fn is_date(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Date(..) | Part::Elapsed(_)))
    }

    fn show(&self, number: f64, is_signed: bool) -> Shown {
        let digits = self.parts.iter().filter(|part| matches!(part, Part::Digit(_))).count();
        let is_general = self.parts.iter().any(|part| matches!(part, Part::General | Part::Text));
        if digits == 0 && !is_general {
            // A sign or a word in the place of the number.
            let whole = self.parts.iter().filter_map(Part::text).collect::<String>().trim().to_owned();
            let is_hidden = whole.is_empty() && number != 0.0;
            return Shown {
                whole: if whole.is_empty() { general_text(number) } else { whole },
                is_hidden,
                ..general(number)
            };
        }
        let is_exponential = self.parts.contains(&Part::Exponent);
        let commas = self.commas();
        let percents = self.parts.iter().filter(|part| **part == Part::Percent).count();
        let number = (0..percents.min(4)).fold(number, |number, _| number * 100.0)
            / 1000_f64.powi(i32::try_from(commas).unwrap_or(0));
        let text =
            if is_general || is_exponential { general_text(number.abs()) } else { self.digits(number.abs()) };
        // The whole number counts, but it has to be known that its thousands are not shown.
        let is_unsaid = commas > 0 && !self.says_thousands();
        let counted = is_unsaid.then(|| in_thousands(number.abs(), commas));
        let negative = number < 0.0 && text.contains(|c: char| c.is_ascii_digit() && c != '0');
        let is_minus_written =
            !is_signed && self.parts.iter().filter_map(Part::text).any(|text| text.contains(['-', '(']));
        let sign = if negative && (is_signed || is_minus_written) { "-" } else { "" };
        self.around(&text, counted.as_deref(), sign)
    }

    /// How many thousands smaller the number is shown: one for each comma behind the digits.
    fn commas(&self) -> usize {
        let last = self.parts.iter().rposition(|part| matches!(part, Part::Digit(_))).map_or(0, |at| at + 1);
        self.parts[last..].iter().take_while(|part| **part == Part::Comma).count().min(3)
    }

    /// Whether a word around the digits says the thousands.
    fn says_thousands(&self) -> bool {
        const WORDS: [&str; 6] = ["هزار", "میلیون", "میلیارد", "k", "m", "thousand"];
        let said = |text: &str| WORDS.iter().any(|word| text.trim().to_lowercase().starts_with(word));
        self.parts.iter().filter_map(Part::text).any(said)
    }

    /// The digits with the literals between them.
    fn digits(&self, number: f64) -> String {
        let point = self.parts.iter().position(|part| *part == Part::Point).unwrap_or(self.parts.len());
        let is_digit = |part: &&Part| matches!(part, Part::Digit(_));
        let decimals = self.parts[point..].iter().filter(is_digit).count().min(30);
        let required = self.parts[point..].iter().filter(|part| matches!(part, Part::Digit('0'))).count();
        let rounded = rounded(number, decimals);
        let (whole, fraction) = rounded.split_once('.').unwrap_or((&rounded, ""));
        let mut fraction = fraction.to_owned();
        while fraction.len() > required && fraction.ends_with('0') {
            fraction.pop();
        }
        // From right to left, so that literals such as those in `000-000` come between the digits.
        let first = self.parts.iter().position(|part| is_digit(&part)).unwrap_or(0);
        let last = self.parts[..point].iter().rposition(|part| is_digit(&part));
        let mut left: Vec<char> = whole.trim_start_matches('0').chars().collect();
        let mut reversed: Vec<char> = Vec::new();
        for part in last.map_or(&[][..], |last| &self.parts[first.min(last)..=last]).iter().rev() {
            match part {
                Part::Digit(kind) => reversed.extend(left.pop().or((*kind == '0').then_some('0'))),
                Part::Literal(text) if !left.is_empty() || text.trim() == "-" => {
                    reversed.extend(text.chars().rev());
                }
                _ => {}
            }
        }
        reversed.extend(left.into_iter().rev());
        let mut text: String = reversed.into_iter().rev().collect();
        if text.is_empty() && (fraction.is_empty() || point == self.parts.len()) {
            text.push('0');
        }
        if !fraction.is_empty() {
            if text.is_empty() {
                text.push('0');
            }
            text.push('.');
            text.push_str(&fraction);
        }
        text
    }

    /// Writes around the digits what stands before and behind them. `counted` is the number in words, if its
    /// digits alone would say another one.
    fn around(&self, text: &str, counted: Option<&str>, sign: &str) -> Shown {
        let is_number = |part: &Part| matches!(part, Part::Digit(_) | Part::General | Part::Text);
        let first = self.parts.iter().position(is_number).unwrap_or(0);
        let last = self.parts.iter().rposition(is_number).map_or(self.parts.len(), |at| at + 1);
        let said = |parts: &[Part]| parts.iter().filter_map(Part::text).collect::<String>();
        let cleaned = |text: String| text.replace(['(', ')', '+', '-'], "");
        let (before, behind) = (said(&self.parts[..first]), said(&self.parts[last..]));
        let whole = format!("{}{sign}{text}{}", cleaned_sign(&before, sign), cleaned_sign(&behind, sign))
            .trim()
            .to_owned();
        // A currency before the number is written behind it; a word before it, as in `"R-"000`, stays.
        let is_currency = self.parts[..first].iter().any(|part| matches!(part, Part::Currency(_)));
        let number = counted.unwrap_or_else(|| trimmed_zeros(text));
        let is_code = !is_currency && before.chars().any(char::is_alphanumeric);
        let plain = if is_code {
            format!("{before}{number}{}", worded(&behind))
        } else {
            let unit = worded(&cleaned(format!("{} {}", behind.trim(), before.trim())));
            format!("{sign}{number}{unit}")
        };
        Shown { plain: plain.trim().to_owned(), whole, ..Shown::default() }
    }
}

/// Literals around a number whose sign is written before them already.
fn cleaned_sign(text: &str, sign: &str) -> String {
    if sign.is_empty() { text.to_owned() } else { text.replace(['(', ')', '-'], "") }
}

/// What stands behind a number if it says something, with a space before words.
fn worded(text: &str) -> String {
    let text = text.trim();
    match text.chars().next() {
        None => String::new(),
        Some(_) if !text.chars().any(|c| c.is_alphanumeric() || !c.is_ascii() || matches!(c, '%' | '$')) => {
            String::new()
        }
        Some('%') => text.to_owned(),
        Some(_) => format!(" {text}"),
    }
}

/// A number in no format.
pub fn general(number: f64) -> Shown {
    let plain = general_text(number);
    Shown { whole: plain.clone(), plain, ..Shown::default() }
}

/// Whole numbers without a decimal point, others with as many digits as a spreadsheet program calculates
/// with.
pub fn general_text(number: f64) -> String {
    if number.abs() < 1e15 && (number - number.round()).abs() <= number.abs().max(1.0) * 1e-11 {
        return format!("{:.0}", number.round() + 0.0)
            .replace("-0", if number.round() == 0.0 { "0" } else { "-0" });
    }
    format!("{number:.14e}").parse::<f64>().unwrap_or(number).to_string()
}

/// A number of thousands, or of thousands of them, with all its decimals: `234.5670 K`, because three could
/// pass for thousands.
pub fn in_thousands(number: f64, power: usize) -> String {
    let text = general_text(number);
    let has_three = text.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 3);
    format!("{text}{}{}", if has_three { "0" } else { "" }, [" K", " mln", " billion"][power.clamp(1, 3) - 1])
}

/// A number with so many decimals, rounded as people do.
fn rounded(number: f64, decimals: usize) -> String {
    let scale = 10_f64.powi(i32::try_from(decimals).unwrap_or(0));
    let scaled = number * scale;
    let nearest = if scaled < 1e15 { (scaled * (1.0 + 1e-14)).round() / scale } else { number };
    format!("{nearest:.decimals$}")
}

fn trimmed_zeros(text: &str) -> &str {
    match text.split_once('.') {
        Some((whole, decimals)) if decimals.bytes().all(|byte| byte == b'0') => whole,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(code: &str, number: f64) -> (String, String) {
        let shown = NumberFormat::parse(code).show(number, Epoch::Y1900);
        (shown.plain, shown.whole)
    }

    #[test]
    fn a_number_says_what_its_format_shows() {
        for (code, number, plain, whole) in [
            ("General", 25_000.0, "25000", "25000"),
            ("#,##0\" تومان\"", 25_000.0, "25000 تومان", "25000 تومان"),
            ("[$تومان-fa-IR] #,##0", 25_000.0, "25000 تومان", "تومان 25000"),
            ("[$€-2] #,##0.00", 12.5, "12.50 €", "€ 12.50"),
            ("00000", 42.0, "00042", "00042"),
            ("#,##0.00", 250_000.0, "250000", "250000.00"),
            ("0", 12_500.4, "12500", "12500"),
            ("0%", 0.15, "15%", "15%"),
            ("0.00E+00", 6_260_000_000_000.0, "6260000000000", "6260000000000"),
            ("000-000", 42_123.0, "042-123", "042-123"),
            ("\"R-\"000", 42.0, "R-042", "R-042"),
            ("0\" عدد\"", 3.0, "3 عدد", "3 عدد"),
            ("_(* #,##0_);_(* \\(#,##0\\);_(* \"-\"_);_(@_)", 0.0, "0", "-"),
            ("_(* #,##0_);_(* \\(#,##0\\);_(* \"-\"_);_(@_)", -5.0, "-5", "-5"),
            ("0;-0;\"ناموجود\"", 0.0, "0", "ناموجود"),
            ("#,##0,", 250_000.0, "250 K", "250"),
            ("#,##0,,\" تومان\"", 1_234_567.0, "1.234567 mln تومان", "1 تومان"),
            ("#,##0,", 234_567.0, "234.5670 K", "235"),
            ("#,##0,\" هزار تومان\"", 250_000.0, "250 هزار تومان", "250 هزار تومان"),
            ("[<100]0\" small\";0\" large\"", 200.0, "200 large", "200 large"),
            ("0.0#", 1.5, "1.5", "1.5"),
            ("#", 0.0, "0", "0"),
            ("#.##", 0.5, "0.5", "0.5"),
            ("[Red]-0", 7.0, "7", "-7"),
        ] {
            assert_eq!(shown(code, number), (plain.to_owned(), whole.to_owned()), "{code} of {number}");
        }
    }

    #[test]
    fn a_code_that_became_a_date_is_shown_as_the_date_and_known_for_one() {
        for (code, number, text) in [
            ("d-mmm", 46_082.0, "1-Mar"),
            ("yyyy/mm/dd", 46_083.0, "2026/03/02"),
            ("h:mm", 0.520_833_333, "12:30"),
            ("h:mm AM/PM", 0.75, "6:00 PM"),
            ("mmm-yy", 46_082.0, "Mar-26"),
            ("[h]:mm", 1.5, "36:00"),
            ("[$-fa-IR]dd/mm/yyyy;@", 46_082.0, "01/03/2026"),
            ("[$-3000401]yyyy/mm/dd", 46_082.0, "2026/03/01"),
            ("[$-fa-IR,16]yyyy/mm/dd;@", 46_102.0, "1405/01/01"),
            ("[$-160429]yyyy/mm/dd;@", 46_082.0, "1404/12/10"),
            ("[$-1160429]d-m;@", 46_102.0, "1-1"),
            ("[$-fa-IR,96]dddd d mmmm yyyy", 46_102.0, "شنبه 1 فروردین 1405"),
            ("[$-1060429]dd/mm/yyyy", 46_102.0, "########"),
        ] {
            let shown = NumberFormat::parse(code).show(number, Epoch::Y1900);
            assert_eq!((shown.plain.as_str(), shown.is_date), (text, true), "{code}");
        }
        assert_eq!(NumberFormat::built_in(16).show(46_082.0, Epoch::Y1900).plain, "1-Mar");
    }

    #[test]
    fn what_computers_round_is_not_shown() {
        assert_eq!(general_text(0.1 * 3.0 * 10.0), "3");
        assert_eq!(general_text(0.1 + 0.2), "0.3");
        assert_eq!(general_text(-0.0), "0");
        assert_eq!(general_text(-5.0), "-5");
        assert_eq!(general_text(250_000.0), "250000");
        assert_eq!(general_text(12.5), "12.5");
    }

    proptest! {
        #[test]
        fn any_format_shows_any_number(code in "[0#?.,%E+\\-;\"\\\\_*\\[\\]$@ymdhsAP/a<>=تو ]{0,30}", number in any::<f64>()) {
            let _ = NumberFormat::parse(&code).show(number, Epoch::Y1904);
        }
    }
}
