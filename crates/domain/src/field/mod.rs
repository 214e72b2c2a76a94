//! The fields of a product creation: the twelve of contract 2.4, and those that a marketplace file may add.
//! And the parsing of typed text into their values.

pub(super) mod amount;
pub(super) mod list_notation;
mod parse;
mod price_text;
mod quantity;
mod table;
mod value;

use serde::{Deserialize, Serialize};

use crate::Price;

pub use amount::{
    ONE, Point, Signs, has_magnitude, is_approximate, is_in_short, is_phone_or_card, may_be_price,
    none_in_stock, parse_amount, parse_whole, why_no_number, words_of,
};
pub use list_notation::Dimensions;
pub use parse::{parse_flag, parse_integer};
pub use price_text::typed_part;
pub use quantity::Quantity;
pub use table::Field;
pub use value::FieldValue;

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

/// What the program knows of a field.
#[derive(Debug)]
pub struct FieldSpec {
    /// Its name in the JSON payload, in `--set` and in a 422 response.
    pub name: &'static str,
    /// The key of its label in the message files; the help and the advice are attributes of that message.
    pub label: &'static str,
    pub kind: FieldKind,
    /// What its numbers count, where sheets name a unit beside them.
    pub unit: Option<FieldUnit>,
    /// Whether its numbers may have decimals, where a marketplace takes them.
    pub has_decimals: bool,
    /// Whether the contract has it (2.4), so that every marketplace does.
    pub is_of_contract: bool,
    /// What sheets call it in both languages, besides its name: what people write, what WooCommerce, Shopify
    /// and Persian shop systems export, and the labels of this program.
    pub headings: &'static [&'static str],
    /// Where the form of a new product has it.
    pub form: FormPart,
    /// Its place among the columns of the review; `None`: it is not a column of text.
    pub column: Option<u8>,
    /// Its place where fields are offered to be given a value: to many products, as a default, in a
    /// correction. `None`: nowhere.
    pub offered: Option<u8>,
    /// Whether the products of an import can have a default for it.
    pub has_default: bool,
    /// How it is changed in products that are in the shop.
    pub change: Change,
    /// Whether an empty text empties it in one product of the shop. Everywhere else an empty text leaves a
    /// field as it is.
    pub is_clearable: bool,
}

impl FieldSpec {
    /// A line of text that only some marketplaces have.
    pub(super) const fn new(name: &'static str, label: &'static str) -> Self {
        Self {
            name,
            label,
            kind: FieldKind::Line,
            unit: None,
            has_decimals: false,
            is_of_contract: false,
            headings: &[],
            form: FormPart::Elsewhere,
            column: None,
            offered: None,
            has_default: false,
            change: Change::Never,
            is_clearable: false,
        }
    }
}

/// What the numbers of a field count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldUnit {
    /// The marketplace's currency.
    Price,
    Grams,
    Days,
}

/// A part of the form of a new product, with the place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FormPart {
    Basics(u8),
    Texts(u8),
    Shipping(u8),
    /// The unit in which it is sold.
    Unit(u8),
    /// What only some marketplaces have.
    Others(u8),
    /// With an editor of its own.
    Elsewhere,
}

/// How a field is changed in products that are in the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    Never,
    /// In one product.
    One,
    /// In one product, and by a spreadsheet.
    Sheet,
    /// In one product, by a spreadsheet, and for many products at once.
    Many,
}

impl Field {
    /// The field's name in the JSON payload, in `--set` and in a 422 response.
    pub const fn name(self) -> &'static str {
        self.spec().name
    }

    /// What kind of value this field has.
    pub const fn kind(self) -> FieldKind {
        self.spec().kind
    }

    /// Whether the contract has it (2.4), so that every marketplace does.
    pub const fn is_of_contract(self) -> bool {
        self.spec().is_of_contract
    }

    /// Whether an empty text empties it in one product of the shop.
    pub const fn is_clearable(self) -> bool {
        self.spec().is_clearable
    }

    /// Whether products in the shop can be given it in this way.
    pub fn changes(self, how: Change) -> bool {
        self.spec().change >= how && how != Change::Never
    }

    /// The field of this name, as [`Field::name`] spells it. `category` is another name of
    /// [`Field::CategoryId`], which takes a path as well as an id.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = if name == "category" { Self::CategoryId.name() } else { name };
        Self::ALL.into_iter().chain([Self::Discount]).find(|field| field.name() == name)
    }

    /// The fields that have a place, in the order of their places.
    pub fn placed(place: impl Fn(&FieldSpec) -> Option<u8>) -> Vec<Self> {
        let mut fields: Vec<(u8, Self)> =
            Self::ALL.into_iter().filter_map(|field| Some((place(field.spec())?, field))).collect();
        fields.sort_unstable();
        fields.into_iter().map(|(_, field)| field).collect()
    }

    /// The fields that are offered to be given a value, in their order.
    pub fn offered() -> Vec<Self> {
        Self::placed(|spec| spec.offered)
    }

    /// The fields that products in the shop can be given in this way: the name, then the others in the order
    /// in which they are offered.
    pub fn changeable(how: Change) -> Vec<Self> {
        let mut fields: Vec<Self> = Self::offered().into_iter().filter(|field| field.changes(how)).collect();
        fields.sort_by_key(|field| *field != Self::Name);
        fields
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
    /// A photo leads out of what was dropped.
    LeadsOut,
    /// A photo cannot be used: the file is damaged, or otherwise no photo that can be sent.
    UnusablePhoto {
        is_damaged: bool,
    },
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
    /// Shorter than `limit` characters.
    TooShort {
        limit: usize,
        length: usize,
    },
    /// A number below what the marketplace takes.
    TooSmall {
        min: i64,
    },
    /// A price below what the marketplace takes.
    PriceTooLow {
        min: Price,
    },
    /// A number above what the marketplace takes.
    AboveMaximum {
        max: i64,
    },
    /// None of the choices: no category, status or unit of this marketplace, or no attribute or option of the
    /// category.
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
    /// Nobody has said yet in which unit the price of the sheet is.
    UnitUnknown,
    /// Not three whole numbers, such as `30x20x10`.
    NotDimensions,
    /// Not `name=value`.
    NotPairs,
    /// Not variants of one product, with the same properties.
    NotVariants,
    /// Two variants with the same values.
    RepeatedVariant {
        text: Box<str>,
    },
    /// Some variants have a value and these have none.
    VariantsWithout {
        text: Box<str>,
    },
    /// This marketplace has no such field.
    NotTaken,
    /// A formula of a sheet, whose result is not in the file.
    NotComputed,
    /// A cell of a sheet that shows an error, such as `#N/A`.
    ErrorValue,
    /// Letters that another program lost: question marks in their place.
    Garbled,
    /// A long number of which a spreadsheet program kept the first digits: `6.26E+12`.
    DigitsLost,
    /// A weight that may be in grams or in kilograms.
    WeightUnit,
    /// Two numbers, of which one is the lowest and one the highest.
    Range,
    /// Words in the place of a price: "call us".
    OnRequest,
    /// Two numbers without a word between them: an earlier price and the one of today.
    SeveralNumbers,
    /// A value of a row with more cells than there are headings: it may stand in the wrong column.
    Shifted,
    /// A price without a unit, among others that have different ones.
    NoUnit,
    /// A price or a weight in a unit that is not converted.
    OtherUnit,
    /// The price of a dozen, a carton, or another unit of several pieces.
    OfSeveral,
    /// A number of pieces that several products have together.
    SharedStock,
    /// The number of a telephone or a bank card in the place of another one.
    PhoneNumber,
    /// A number that is only nearly so large: `~90000`.
    Approximate,
    /// A number that the spreadsheet program does not show.
    HiddenValue,
    /// A number that is added to another one, such as what a size costs more.
    Added,
}
