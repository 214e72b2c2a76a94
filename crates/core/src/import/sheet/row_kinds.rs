//! What the rows of a table are: products, or what people write between them.

use std::collections::HashSet;

use super::column_use::ColumnUse;
use super::columns::Columns;
use super::headings::{is_heading_row, meaning, names_other_unit, normalized};
use super::matching::key;
use vitrine_domain::text::folded;
use vitrine_domain::{Field, PriceUnit, Signs, is_phone_or_card, parse_whole};

/// What a row is that is no product by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowKind {
    /// The title of the rows below it.
    Title,
    /// A sum of rows.
    Total,
    /// A remark.
    Note,
    /// The headings once more, or what stands below them.
    Headings,
    /// Hidden or filtered out in the spreadsheet program.
    Hidden,
    /// Its name is struck out in the spreadsheet program.
    StruckOut,
    /// A product that is there as its variations.
    Parent,
    /// A further variant of a product.
    Variant,
    /// A variant of a product above.
    Joined,
    /// The same product or variant once more, with the same values.
    Repeated,
    /// Further values of the product above.
    Continued,
    /// A row of another table below, whose columns mean something else.
    OtherTable,
    /// On a worksheet of what is no longer sold, or of examples.
    Archived,
    /// It changes nothing, because it names no product of the shop.
    WithoutKey,
}

impl RowKind {
    /// In the order in which they are listed.
    pub const ALL: [Self; 14] = [
        Self::Title,
        Self::Total,
        Self::Note,
        Self::Headings,
        Self::Hidden,
        Self::StruckOut,
        Self::Parent,
        Self::Variant,
        Self::Joined,
        Self::Repeated,
        Self::Continued,
        Self::OtherTable,
        Self::Archived,
        Self::WithoutKey,
    ];

    /// Its name in JSON and in the keys of messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Total => "total",
            Self::Note => "note",
            Self::Headings => "headings",
            Self::Hidden => "hidden",
            Self::StruckOut => "struck_out",
            Self::Parent => "parent",
            Self::Variant => "variant",
            Self::Joined => "joined",
            Self::Repeated => "repeated",
            Self::Continued => "continued",
            Self::OtherTable => "other_table",
            Self::Archived => "archived",
            Self::WithoutKey => "without_key",
        }
    }

    /// Whether a person may want such rows as products.
    pub const fn may_be_kept(self) -> bool {
        !matches!(self, Self::Headings | Self::Continued | Self::OtherTable | Self::WithoutKey)
    }
}

/// A row that became no product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its number as a spreadsheet program shows it.
    pub row: usize,
    pub kind: RowKind,
    /// What it says.
    pub text: String,
}

/// Headings of a column that says whether a product is shown.
const PUBLISHED: [&str; 10] = [
    "published",
    "status",
    "active",
    "active (0/1)",
    "enabled",
    "visibility in catalog",
    "منتشر شده",
    "وضعیت",
    "وضعیت انتشار",
    "فعال",
];
/// What it says of one that is not.
const UNPUBLISHED: [&str; 15] = [
    "0",
    "-1",
    "no",
    "false",
    "draft",
    "archived",
    "inactive",
    "disabled",
    "hidden",
    "private",
    "خیر",
    "غیرفعال",
    "غیر فعال",
    "پیشنویس",
    "منتشر نشده",
];

/// Headings of a column that says whether a product is no longer sold.
const DELETED: [&str; 8] = [
    "حذف شده",
    "توقف تولید",
    "متوقف شده",
    "deleted",
    "is deleted",
    "discontinued",
    "is discontinued",
    "archived",
];
/// What it says of one that is not.
const YES: [&str; 5] = ["1", "yes", "true", "بله", "✓"];

/// What an invoice has below its goods.
const CHARGES: [&str; 14] = [
    "تخفیف",
    "مالیات",
    "مالیات بر ارزش افزوده",
    "ارزش افزوده",
    "عوارض",
    "هزینه ارسال",
    "کرایه حمل",
    "قابل پرداخت",
    "مبلغ قابل پرداخت",
    "vat",
    "tax",
    "shipping",
    "discount",
    "amount due",
];

/// What a printed table has at the ends of its pages, and a report below its columns.
const SUMMARIES: [&str; 18] = [
    "average",
    "avg",
    "mean",
    "count",
    "carried forward",
    "brought forward",
    "page total",
    "میانگین",
    "معدل",
    "تعداد کل",
    "تعداد اقلام",
    "تعداد ردیف",
    "جمع صفحه",
    "نقل به صفحه بعد",
    "نقل از صفحه قبل",
    "منقول از صفحه قبل",
    "منقول به صفحه بعد",
    "مانده از قبل",
];

const TOTALS: [&str; 13] = [
    "total",
    "totals",
    "subtotal",
    "sub total",
    "grand total",
    "sum",
    "جمع",
    "جمع کل",
    "مجموع",
    "مجموع کل",
    "جمع نهایی",
    "جمع جزء",
    "سرجمع",
];

/// What stands before a number of the shop.
const FEET: [&str; 46] = [
    "تلفن سفارش",
    "تلفن تماس",
    "شماره تلفن",
    "شماره تماس",
    "تلفن فروشگاه",
    "شماره موبایل",
    "شماره همراه",
    "واتساپ",
    "شماره واتساپ",
    "تلگرام",
    "نمابر",
    "شماره کارت",
    "کارت به کارت",
    "شماره حساب",
    "شبا",
    "شماره شبا",
    "کد پستی",
    "حداقل خرید",
    "حداقل مبلغ خرید",
    "حداقل سفارش",
    "حداقل مبلغ سفارش",
    "ارسال رایگان",
    "ارسال رایگان بالای",
    "ارسال رایگان از",
    "نرخ دلار",
    "نرخ روز دلار",
    "نرخ یورو",
    "نرخ درهم",
    "نرخ ارز",
    "قیمت دلار",
    "tel",
    "tel.",
    "phone number",
    "mobile number",
    "whatsapp",
    "card number",
    "account number",
    "iban",
    "minimum order",
    "min order",
    "min. order",
    "minimum purchase",
    "free shipping",
    "free shipping over",
    "rate",
    "exchange rate",
];

/// What is sold as well as called.
const DEVICES: [&str; 10] =
    ["تلفن", "تلفن همراه", "موبایل", "همراه", "فکس", "phone", "telephone", "mobile", "fax", "cell"];

/// Words with which a remark begins.
const NOTES: [&str; 23] = [
    "قیمتها",
    "آدرس",
    "note",
    "notes",
    "nb",
    "remark",
    "prices",
    "all prices",
    "valid",
    "page",
    "tel",
    "phone",
    "www",
    "توجه",
    "نکته",
    "تذکر",
    "توضیح",
    "توضیحات",
    "قیمت ها",
    "کلیه",
    "تمامی",
    "صفحه",
    "تلفن",
];

/// The kind of each row below the headings; `None` for a product. `names` are those of dropped photos: a row
/// of such a name is a product, unless they are those of `categories`, which are folders with the photos of
/// other rows.
pub fn kinds(
    rows: &[(usize, &[String])],
    columns: &Columns,
    (names, categories): (&HashSet<String>, &HashSet<String>),
) -> Vec<Option<RowKind>> {
    const PARENTAGES: [&str; 3] = ["parentage", "parent child", "parentage level"];
    let is_parentage = |heading: &String| PARENTAGES.contains(&normalized(heading).as_str());
    let table = Table {
        columns,
        categories,
        has_properties: !columns.properties().is_empty(),
        parentage: columns.headings.iter().position(is_parentage),
        has_prices: has_prices(rows, columns),
        is_wide: columns.headings.iter().filter(|h| !h.is_empty()).count() > 2,
        known: columns.headings.iter().filter(|heading| meaning(heading).is_some()).count().max(2),
    };
    let mut kinds: Vec<Option<RowKind>> = Vec::with_capacity(rows.len());
    let (mut sums, mut is_of_other) = (Sums::default(), false);
    for (at, (index, row)) in rows.iter().enumerate() {
        let is_below_gap = at > 0 && *index > rows[at - 1].0 + 1;
        let mut kind = table.kind(row, at == 0, &sums, names);
        if kind.is_none() && is_below_gap && table.may_be_headings(row) {
            kind = Some(RowKind::Headings);
        }
        match kind {
            None if is_of_other => kind = Some(RowKind::OtherTable),
            Some(RowKind::Headings) => {
                is_of_other = table.is_other(row) || (is_below_gap && table.names_something_else(row));
            }
            None => sums.add(&table, row),
            Some(RowKind::Title) => sums = sums.below(row.iter().find(|cell| !cell.trim().is_empty())),
            Some(RowKind::Total) => sums = sums.below(None),
            Some(_) => {}
        }
        kinds.push(kind);
    }
    // A line at the end titles nothing.
    let last = kinds.iter().rposition(Option::is_none).unwrap_or(0);
    kinds
        .iter_mut()
        .skip(last)
        .filter(|kind| **kind == Some(RowKind::Title))
        .for_each(|kind| *kind = Some(RowKind::Note));
    kinds
}

/// The numbers, from 1, of rows whose product is not shown in the shop from which the sheet comes: a draft,
/// an archived one.
pub fn unpublished(rows: &[(usize, &[String])], columns: &Columns) -> Vec<usize> {
    let is_free = |place: usize| columns.uses.get(place).copied().flatten().is_none();
    let says = |(place, heading): (usize, &String)| {
        let said = normalized(heading);
        let of = |headings: &[&str]| headings.contains(&said.as_str());
        let hidden: &[&str] = match () {
            () if of(&PUBLISHED) => &UNPUBLISHED,
            () if of(&DELETED) => &YES,
            () => return None,
        };
        is_free(place).then_some((place, hidden))
    };
    let places: Vec<(usize, &[&str])> = columns.headings.iter().enumerate().filter_map(says).collect();
    let says_no = |row: &[String]| {
        places.iter().any(|(place, hidden)| {
            row.get(*place).is_some_and(|cell| hidden.contains(&folded(cell).as_str()))
        })
    };
    rows.iter().filter(|(_, row)| says_no(row)).map(|(index, _)| index + 1).collect()
}

/// Whether nearly all rows with more than one cell have a price, so that one without is no product.
fn has_prices(rows: &[(usize, &[String])], columns: &Columns) -> bool {
    let Some(price) = columns.position(ColumnUse::Field(Field::PrimaryPrice)) else { return false };
    let is_full = |row: &[String]| row.iter().filter(|cell| !cell.trim().is_empty()).count() > 1;
    // A sum of pieces has no price.
    let is_sum = |row: &[String]| {
        row.get(price).is_none_or(|cell| !cell.contains(char::is_numeric)) && says_total(row)
    };
    let full = rows.iter().filter(|(_, row)| is_full(row) && !is_sum(row));
    let (mut all, mut priced) = (0_usize, 0_usize);
    for (_, row) in full {
        all += 1;
        priced += usize::from(row.get(price).is_some_and(|cell| !cell.trim().is_empty()));
    }
    priced > 0 && 10 * priced >= 8 * all
}

/// Whether the first text of a row begins or ends with a word for a total.
fn says_total(row: &[String]) -> bool {
    let said = row.iter().map(|cell| folded(cell)).find(|cell| !cell.is_empty()).unwrap_or_default();
    let (first, last) = (said.split(' ').next(), said.split(' ').next_back());
    [first, last].into_iter().flatten().any(|word| TOTALS.contains(&word))
}

/// What is known of the table.
struct Table<'a> {
    columns: &'a Columns,
    /// The names of folders with the photos of other rows.
    categories: &'a HashSet<String>,
    /// Whether columns tell variants apart.
    has_properties: bool,
    /// The column that says which row is the product of others.
    parentage: Option<usize>,
    has_prices: bool,
    is_wide: bool,
    /// How many of its headings are known.
    known: usize,
}

/// The sums of prices, of stock, and of what all pieces cost; of all rows, and of the group since the last
/// title.
#[derive(Default)]
struct Sums {
    all: [i64; 3],
    group: [i64; 3],
    /// The last title.
    title: String,
}

impl Sums {
    fn add(&mut self, table: &Table<'_>, row: &[String]) {
        let [price, stock] = table.numbers(row).map(|number| number.unwrap_or(0));
        for (place, number) in [price, stock, price.saturating_mul(stock)].into_iter().enumerate() {
            self.all[place] = self.all[place].saturating_add(number);
            self.group[place] = self.group[place].saturating_add(number);
        }
    }

    /// Those of a group that begins here, with this title.
    fn below(self, title: Option<&String>) -> Self {
        Self { all: self.all, title: title.map_or(self.title, |title| folded(title)), ..Self::default() }
    }

    /// Whether the price and the stock of a row are sums of those above.
    fn are(&self, [price, stock]: [Option<i64>; 2]) -> bool {
        let numbers = [price, stock, price];
        let is_sum = |sums: &[i64; 3]| {
            numbers.iter().zip(sums).any(|(number, sum)| *sum != 0 && *number == Some(*sum))
        };
        is_sum(&self.all) || is_sum(&self.group)
    }
}

impl Table<'_> {
    fn cell<'r>(&self, row: &'r [String], field: Field) -> &'r str {
        self.columns
            .position(ColumnUse::Field(field))
            .and_then(|place| row.get(place))
            .map_or("", |cell| cell.trim())
    }

    /// The price and the stock of a row.
    fn numbers(&self, row: &[String]) -> [Option<i64>; 2] {
        [Field::PrimaryPrice, Field::Stock]
            .map(|field| parse_whole(PriceUnit::split(self.cell(row, field)).0, &[], Signs::default()).ok())
    }

    /// Whether headings are of another table: one of them means something else than that over the same
    /// column.
    fn is_other(&self, headings: &[String]) -> bool {
        let used_for = |heading: &str| meaning(heading).map(|meaning| meaning.used_for);
        let own = |place: usize| self.columns.headings.get(place).and_then(|heading| used_for(heading));
        let is_used = |place: usize| self.columns.uses.get(place).copied().flatten().is_some();
        headings.iter().enumerate().any(|(place, heading)| {
            used_for(heading).is_some_and(|other| own(place) != Some(other))
                || (is_used(place) && names_other_unit(heading))
        })
    }

    /// Whether headings below an empty row have a word that is not known over a column that is used.
    fn names_something_else(&self, headings: &[String]) -> bool {
        let is_used = |place: usize| self.columns.uses.get(place).copied().flatten().is_some();
        headings.iter().enumerate().any(|(place, heading)| {
            !heading.trim().is_empty() && is_used(place) && meaning(heading).is_none()
        })
    }

    /// Whether a row below an empty one names columns, in words that may not be known: several texts without
    /// a digit, one of them in the place of a number.
    fn may_be_headings(&self, row: &[String]) -> bool {
        let filled: Vec<&str> = row.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
        let is_word = |cell: &&str| {
            cell.chars().any(char::is_alphabetic)
                && !cell.contains(|c: char| c.is_numeric())
                && cell.len() < 80
        };
        let [price, stock] = [Field::PrimaryPrice, Field::Stock].map(|field| self.cell(row, field));
        let names_numbers = meaning(price).is_some() || meaning(stock).is_some();
        filled.len() > 1 && filled.iter().all(is_word) && names_numbers
    }

    fn kind(&self, row: &[String], is_first: bool, sums: &Sums, names: &HashSet<String>) -> Option<RowKind> {
        let filled: Vec<&str> = row.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
        let label = *filled.first()?;
        if is_heading_row(row, self.known) || (is_first && numbers_columns(&filled)) {
            return Some(RowKind::Headings);
        }
        if filled.iter().all(|cell| is_drawn_line(cell)) {
            return Some(RowKind::Note);
        }
        let of_parentage = self.parentage.and_then(|place| row.get(place));
        if of_parentage.is_some_and(|cell| cell.trim().eq_ignore_ascii_case("parent")) {
            return Some(RowKind::Parent);
        }
        // What an earlier import or a person named is a product.
        let is_named = [
            ColumnUse::Source,
            ColumnUse::PhotoName,
            ColumnUse::Field(Field::Photos),
            ColumnUse::Field(Field::Photo),
        ]
        .into_iter()
        .any(|used_for| {
            self.columns
                .position(used_for)
                .and_then(|place| row.get(place))
                .is_some_and(|cell| !cell.trim().is_empty())
        });
        let sku = self.cell(row, Field::Sku);
        if is_named || !(sku.is_empty() || sku == label) {
            return None;
        }
        let is_category = !self.categories.is_empty() && self.categories.contains(&key(label));
        if !is_category && !names.is_empty() && names.contains(&key(label)) {
            return None;
        }
        if self.is_total(row, label, sums) {
            return Some(RowKind::Total);
        }
        if self.is_foot(&filled, row) {
            return Some(RowKind::Note);
        }
        if self.has_texts_for_numbers(row) {
            return Some(RowKind::Note);
        }
        // The cells of a title may be merged, and then have its text each.
        let is_alone = filled.iter().all(|cell| *cell == label);
        let is_text = !label.chars().all(|c| !c.is_alphabetic());
        if !is_alone
            || !self.has_prices
            || !is_text
            || !self.cell(row, Field::PrimaryPrice).is_empty() && filled.len() == 1
        {
            return None;
        }
        if is_note(label) {
            return Some(RowKind::Note);
        }
        (self.is_wide || is_category).then_some(RowKind::Title)
    }

    /// Whether a row has no name, and sentences in the places of numbers, as the foot of a printed page has.
    fn has_texts_for_numbers(&self, row: &[String]) -> bool {
        let numbers = [Field::PrimaryPrice, Field::Stock].map(|field| self.cell(row, field));
        let has_name = self.columns.position(ColumnUse::Field(Field::Name)).is_none()
            || !self.cell(row, Field::Name).is_empty();
        !has_name
            && !self.has_properties
            && self.numbers(row) == [None, None]
            && numbers.iter().any(|text| text.contains(char::is_alphabetic) && text.contains(' '))
    }

    /// Whether a row has a number of the shop, such as its telephone or its least order, in the place of a
    /// price.
    fn is_foot(&self, filled: &[&str], row: &[String]) -> bool {
        let [label, number] = filled else { return false };
        let said = normalized(label);
        let is_phone = || is_phone_or_card(number) || is_landline(number);
        self.cell(row, Field::PrimaryPrice) == *number
            && (FEET.contains(&said.as_str()) || (DEVICES.contains(&said.as_str()) && is_phone()))
    }

    fn is_total(&self, row: &[String], label: &str, sums: &Sums) -> bool {
        let name = self.cell(row, Field::Name);
        let said = folded(if name.is_empty() { label } else { name });
        let said = said.trim_end_matches([':', ' ', '：', '.', '=']);
        let without_share = said
            .trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '%' | '٪' | '(' | ')' | ' ' | '.'));
        if TOTALS.contains(&said) || SUMMARIES.contains(&said) || CHARGES.contains(&without_share) {
            return true;
        }
        let Some((first, behind)) = said.split_once(' ') else { return false };
        let (before, last) = said.rsplit_once(' ').unwrap_or_default();
        // A sum that is wrong is one of the rows below the title that it repeats.
        let is_sum = |of: &str| of == sums.title || sums.are(self.numbers(row));
        (TOTALS.contains(&first) && is_sum(behind)) || (TOTALS.contains(&last) && is_sum(before))
    }
}

/// Whether a number is that of a telephone in a town without its 0: in the place of a price it may be one.
fn is_landline(number: &str) -> bool {
    let digits = number.chars().filter(|c| c.is_numeric()).count();
    (8..=10).contains(&digits) && !folded(number).ends_with("000")
}

/// Whether the cells number the columns, as in printed tables.
fn numbers_columns(filled: &[&str]) -> bool {
    filled.len() > 2
        && filled
            .iter()
            .enumerate()
            .all(|(place, cell)| folded(cell).trim_matches(['(', ')']) == (place + 1).to_string())
}

/// Whether a cell is a line of signs, as text tables have them below their headings.
fn is_drawn_line(cell: &str) -> bool {
    cell.chars().count() > 2
        && cell
            .chars()
            .all(|c| matches!(c, '-' | '=' | '_' | '+' | '|' | '*' | ':' | ' ' | '\u{2500}'..='\u{257f}'))
}

fn is_note(text: &str) -> bool {
    let said = folded(text);
    let said = said.trim_start_matches(['*', '-', '•', '(', ' ']);
    let begins = NOTES
        .iter()
        .any(|word| said.strip_prefix(word).is_some_and(|after| !after.starts_with(char::is_alphanumeric)));
    // A sentence that says the unit of the prices.
    let says_unit = said.split(' ').count() > 2 && !PriceUnit::in_sentence(text).is_empty();
    (begins && said.contains(' '))
        || says_unit
        || text.starts_with(['*', '※'])
        || said.split(' ').count() > 8
        || text.ends_with(['.', '!', '؟'])
}
