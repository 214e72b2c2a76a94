//! The fields of a product creation: the twelve of contract 2.4, and those that a marketplace file may add. And the parsing
//! of typed text into their values.

use serde::{Deserialize, Serialize};

use super::text::digit;

/// A field of a product creation: of contract 2.4, or one that only some marketplaces have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    Name,
    /// The cover photo.
    Photo,
    /// The photos after the cover.
    Photos,
    Brief,
    Description,
    PreparationDays,
    Weight,
    PackageWeight,
    PrimaryPrice,
    Stock,
    Sku,
    IsWholesale,

    // Fields outside the contract. A product has them only where the marketplace file names them.
    /// The category, by its id.
    CategoryId,
    /// Whether it is published or hidden, by the id of that status.
    Status,
    /// Values of the attributes of its category.
    ProductAttribute,
    /// The unit in which it is sold, by its id.
    UnitType,
    /// How many of these units one item has.
    UnitQuantity,
    Keywords,
    Barcode,
    /// Length, width and height of the package, in centimetres.
    PackagingDimensions,
    /// Pairs of a name and a value that belong to no attribute of the category.
    Attributes,
}

/// What kind of value a field has, and so which editor shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A single line of text.
    Line,
    /// Text of several lines.
    Paragraph,
    Integer,
    Flag,
    Photos,
    /// The id of a choice, such as a category.
    Choice,
    /// Several values in a notation of their own (see [`Draft::set`](super::Draft::set)).
    List,
}

impl Field {
    /// The fields of the contract, in its order.
    pub const CONTRACT: [Self; 12] = [
        Self::Name,
        Self::Photo,
        Self::Photos,
        Self::Brief,
        Self::Description,
        Self::PreparationDays,
        Self::Weight,
        Self::PackageWeight,
        Self::PrimaryPrice,
        Self::Stock,
        Self::Sku,
        Self::IsWholesale,
    ];

    /// The fields whose numbers may have decimals, where a marketplace takes them.
    pub const DECIMAL: [Self; 2] = [Self::Weight, Self::UnitQuantity];

    /// Every field: those of the contract, then those that only some marketplaces have.
    pub const ALL: [Self; 21] = [
        Self::Name,
        Self::Photo,
        Self::Photos,
        Self::Brief,
        Self::Description,
        Self::PreparationDays,
        Self::Weight,
        Self::PackageWeight,
        Self::PrimaryPrice,
        Self::Stock,
        Self::Sku,
        Self::IsWholesale,
        Self::CategoryId,
        Self::Status,
        Self::ProductAttribute,
        Self::UnitType,
        Self::UnitQuantity,
        Self::Keywords,
        Self::Barcode,
        Self::PackagingDimensions,
        Self::Attributes,
    ];

    /// The field's name in the JSON payload, in `--set` and in a 422 response.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Photo => "photo",
            Self::Photos => "photos",
            Self::Brief => "brief",
            Self::Description => "description",
            Self::PreparationDays => "preparation_days",
            Self::Weight => "weight",
            Self::PackageWeight => "package_weight",
            Self::PrimaryPrice => "primary_price",
            Self::Stock => "stock",
            Self::Sku => "sku",
            Self::IsWholesale => "is_wholesale",
            Self::CategoryId => "category_id",
            Self::Status => "status",
            Self::ProductAttribute => "product_attribute",
            Self::UnitType => "unit_type",
            Self::UnitQuantity => "unit_quantity",
            Self::Keywords => "keywords",
            Self::Barcode => "barcode",
            Self::PackagingDimensions => "packaging_dimensions",
            Self::Attributes => "attributes",
        }
    }

    /// The field of this name, as [`Field::name`] spells it. `category` is another name of [`Field::CategoryId`], which
    /// takes a path as well as an id.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = if name == "category" { Self::CategoryId.name() } else { name };
        Self::ALL.into_iter().find(|field| field.name() == name)
    }

    /// Whether the contract has it (2.4), so that every marketplace does.
    pub fn is_of_contract(self) -> bool {
        Self::CONTRACT.contains(&self)
    }

    /// What kind of value this field has.
    pub const fn kind(self) -> FieldKind {
        match self {
            Self::Name | Self::Sku | Self::Barcode => FieldKind::Line,
            Self::Brief | Self::Description => FieldKind::Paragraph,
            Self::PreparationDays | Self::Weight | Self::PackageWeight | Self::PrimaryPrice | Self::Stock | Self::UnitQuantity => {
                FieldKind::Integer
            }
            Self::IsWholesale => FieldKind::Flag,
            Self::Photo | Self::Photos => FieldKind::Photos,
            Self::CategoryId | Self::Status | Self::UnitType => FieldKind::Choice,
            Self::ProductAttribute | Self::Keywords | Self::PackagingDimensions | Self::Attributes => FieldKind::List,
        }
    }
}

/// Why a field's value cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldError {
    /// The marketplace requires the field, and it is empty.
    Missing,
    /// Longer than `limit` characters.
    TooLong {
        limit: usize,
        length: usize,
    },
    /// More than `limit` values.
    TooMany {
        limit: usize,
        count: usize,
    },
    NotAWholeNumber,
    /// The text can be read as more than one number: `12.000`, `12,5`.
    Ambiguous,
    /// Negative, for a quantity that cannot be (stock, weight, days).
    Negative,
    /// A price of zero or less.
    NotPositive,
    /// The number does not fit a signed 64-bit integer.
    TooLarge,
    /// Neither yes nor no.
    NotAFlag,
    /// The pasted address has no code: it is not the address at which the browser ended up.
    NoCode,
    /// The pasted address is that of the page on which the person signs in.
    ConsentPage,
    /// The pasted address belongs to an earlier sign-in.
    OtherSignIn,
    /// Shorter than `limit` characters.
    TooShort {
        limit: usize,
        length: usize,
    },
    /// A number below what the marketplace takes.
    TooSmall {
        min: i64,
    },
    /// A number above what the marketplace takes.
    AboveMaximum {
        max: i64,
    },
    /// None of the choices: no category, status or unit of this marketplace, or no attribute or option of the category.
    UnknownChoice {
        text: Box<str>,
    },
    /// Several categories have this name.
    AmbiguousChoice {
        text: Box<str>,
    },
    /// A category that only contains others.
    NotALeaf {
        text: Box<str>,
    },
    /// A required attribute of the category has no value.
    MissingAttribute {
        title: Box<str>,
    },
    /// The attributes of the category are not known, so that a required one may lack a value.
    AttributesUnknown,
    /// Not three whole numbers, such as `30x20x10`.
    NotDimensions,
    /// Not `name=value`.
    NotPairs,
    /// This marketplace has no such field.
    NotTaken,
    /// A formula of a sheet, whose result is not in the file.
    NotComputed,
}

/// Parses a whole number written in any digit style and with any thousands separator: `12,000`, `۱۲٬۰۰۰`, `+3`.
///
/// Text that could mean two numbers is rejected rather than guessed: `12.000` is twelve or twelve thousand, `12,5` is
/// 125 or twelve and a half.
///
/// # Errors
/// [`FieldError::NotAWholeNumber`], [`FieldError::Ambiguous`] or [`FieldError::TooLarge`].
pub fn parse_integer(text: &str) -> Result<i64, FieldError> {
    let text: String = text.chars().filter(|&c| !is_invisible(c)).collect();
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix(is_minus) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let groups: Vec<&str> = digits.split(|c| is_group_separator(c) || is_decimal_sign(c)).collect();
    let is_number = |group: &&str| !group.is_empty() && group.chars().all(|c| digit(c).is_some());
    if !groups.iter().all(is_number) {
        return Err(FieldError::NotAWholeNumber);
    }
    let in_thousands = groups.iter().skip(1).all(|group| group.chars().count() == 3) && groups[0].chars().count() <= 3;
    match digits.contains(is_decimal_sign) {
        true if in_thousands => return Err(FieldError::Ambiguous),
        true => return Err(FieldError::NotAWholeNumber),
        false if groups.len() > 1 && !in_thousands => return Err(FieldError::Ambiguous),
        false => {}
    }
    let next = |value: i128, d: u8| value.saturating_mul(10).saturating_add(i128::from(d));
    let value = groups.iter().flat_map(|group| group.chars().filter_map(digit)).fold(0, next);
    i64::try_from(if negative { -value } else { value }).map_err(|_| FieldError::TooLarge)
}

/// Parses yes or no, in the words people use in spreadsheets, in English and Persian.
///
/// # Errors
/// [`FieldError::NotAFlag`] for any other text.
pub fn parse_flag(text: &str) -> Result<bool, FieldError> {
    match super::text::folded(text).as_str() {
        "true" | "yes" | "y" | "1" | "on" | "بله" | "آری" | "درست" => Ok(true),
        "false" | "no" | "n" | "0" | "off" | "خیر" | "نه" | "نادرست" => Ok(false),
        _ => Err(FieldError::NotAFlag),
    }
}

const fn is_minus(c: char) -> bool {
    matches!(c, '-' | '−' | '‐' | '‑' | '–' | '﹣' | '－')
}

const fn is_decimal_sign(c: char) -> bool {
    matches!(c, '.' | '٫' | '/')
}

fn is_group_separator(c: char) -> bool {
    matches!(c, ',' | '٬' | '،' | '_' | '\'' | '’' | ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_digit_style_and_separator_is_read() {
        for text in ["12000", "12,000", "۱۲٬۰۰۰", "١٢٬٠٠٠", " 12 000 ", "۱۲,۰۰۰", "۱۲،۰۰۰", "12\u{a0}000", "+12000", "\u{200f}۱۲٬۰۰۰"]
        {
            assert_eq!(parse_integer(text), Ok(12_000), "{text:?}");
        }
        for text in ["-1,200", "−۱٬۲۰۰", "\u{200e}−۱٬۲۰۰", "- 1200", "–1200"] {
            assert_eq!(parse_integer(text), Ok(-1200), "{text:?}");
        }
        assert_eq!(parse_integer("1,234,567"), Ok(1_234_567));
    }

    #[test]
    fn text_that_is_no_whole_number_is_rejected() {
        for text in
            ["", " ", "-", "12.5", "12٫5", "twelve", "1e3", ",", "12,", ",5", "1,,000", "1-2", "12-", "(5)", "250000 rial", "0.5", "12/5"]
        {
            assert_eq!(parse_integer(text), Err(FieldError::NotAWholeNumber), "{text:?}");
        }
        for text in ["12.000", "۱۲٫۰۰۰", "1.250.000", "1,250.000", "12,5", "1234,567", "1,25,000", "1 2"] {
            assert_eq!(parse_integer(text), Err(FieldError::Ambiguous), "{text:?}");
        }
        assert_eq!(parse_integer("9223372036854775808"), Err(FieldError::TooLarge));
        assert_eq!(parse_integer(&"9".repeat(100)), Err(FieldError::TooLarge));
    }

    proptest! {
        #[test]
        fn any_number_reads_back_in_persian_digits(n in any::<i64>()) {
            let persian: String = n.to_string().chars().map(|c| c.to_digit(10).map_or(c, |d| char::from_u32('۰' as u32 + d).unwrap())).collect();
            prop_assert_eq!(parse_integer(&persian), Ok(n));
        }

        #[test]
        fn no_text_panics(text in any::<String>()) {
            let _ = parse_integer(&text);
            let _ = parse_flag(&text);
        }
    }
}
