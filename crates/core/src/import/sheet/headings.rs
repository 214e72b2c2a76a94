//! Headings that people and other programs write over the columns of products.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::column_use::ColumnUse;
use super::property_words::property_of;
use vitrine_domain::text::folded;
use vitrine_domain::{Field, FieldUnit, PriceUnit, parse_integer};

/// What a heading says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    pub used_for: ColumnUse,
    /// The unit of the prices below it.
    pub unit: Option<PriceUnit>,
    /// What its numbers are multiplied by: a thousand for kilograms.
    pub factor: i64,
}

/// Rows that are searched for the headings; titles and notes may stand above them.
pub const SEARCHED_ROWS: usize = 30;

/// Headings of a column that names the folder or the photos of each row.
const PHOTO_NAME_HEADINGS: [&str; 22] = [
    "photo number",
    "photo no",
    "photo no.",
    "image number",
    "image no",
    "image name",
    "شماره عکس",
    "شماره تصویر",
    "کد عکس",
    "folder",
    "folder name",
    "photo folder",
    "image folder",
    "folder or file",
    "file or folder",
    "photo name",
    "پوشه",
    "نام پوشه",
    "پوشه عکس",
    "پوشه عکس ها",
    "پوشه یا فایل",
    "فایل یا پوشه",
];

/// What a heading means; `None` if that is not known, or if its unit is one that no price or weight is sent
/// in. A heading in two languages means what its parts agree on.
pub fn meaning(heading: &str) -> Option<Meaning> {
    let whole = meaning_of_one(heading);
    if whole.is_some() || !heading.contains(['\n', '/', '|', '–', '-']) {
        return whole;
    }
    let parts = heading.split(['\n', '/', '|', '–', '-']).map(str::trim).filter(|part| !part.is_empty());
    let mut parts = parts.map(meaning_of_one).collect::<Option<Vec<Meaning>>>()?.into_iter();
    let first = parts.next()?;
    parts.try_fold(first, |first, other| {
        (other.used_for == first.used_for).then_some(Meaning {
            unit: first.unit.or(other.unit),
            factor: first.factor.max(other.factor),
            ..first
        })
    })
}

fn meaning_of_one(heading: &str) -> Option<Meaning> {
    let plain = |used_for| Some(Meaning { used_for, unit: None, factor: 1 });
    if let Some(own) = ColumnUse::from_name(heading.trim()) {
        return plain(own);
    }
    let whole = normalized(heading);
    if let Some(field) = field(&whole) {
        return plain(ColumnUse::Field(field));
    }
    static PHOTO_NAMES: LazyLock<HashSet<String>> =
        LazyLock::new(|| PHOTO_NAME_HEADINGS.iter().map(|word| normalized(word)).collect());
    if PHOTO_NAMES.contains(&whole) {
        return plain(ColumnUse::PhotoName);
    }
    let (base, unit) = split_unit(&whole);
    let field = field(base).or_else(|| numbered_photos(base))?;
    if field == Field::Stock && counts_cartons(&whole) {
        return None;
    }
    let (unit, factor) = match (field.spec().unit, unit) {
        (Some(FieldUnit::Grams), Unit::Kilograms) => (None, 1000),
        // What the stock is worth.
        (None, Unit::Price(_)) if field == Field::Stock => return None,
        // How long it lasts.
        (None, Unit::Days) if field == Field::Stock => return None,
        (_, Unit::None)
        | (None, _)
        | (Some(FieldUnit::Grams), Unit::Grams)
        | (Some(FieldUnit::Days), Unit::Days) => (None, 1),
        // Who writes Arabic means the rial of another country.
        (Some(FieldUnit::Price), Unit::Price(_)) if ["السعر", "سعر", "الثمن"].contains(&first_word(base)) =>
        {
            return None;
        }
        (Some(FieldUnit::Price), Unit::Price(unit)) => (Some(unit), 1),
        (Some(_), _) => return None,
    };
    Some(Meaning { used_for: ColumnUse::Field(field), unit, factor })
}

/// Whether a heading names a column that has the code and the name.
pub fn says_code_and_name(heading: &str) -> bool {
    let said = normalized(heading);
    let is_persian = said.starts_with("کد ") && ["نام", "شرح"].iter().any(|name| said.contains(name));
    is_persian || said.contains("code and ") || said.contains("code & ")
}

/// The code and the name of a cell: `A1 - Rug`, `1402 گلیم`.
pub fn code_and_name(cell: &str) -> Option<(&str, &str)> {
    let cell = cell.trim();
    let at = [" - ", " – ", " — ", ": ", "/", "|", "\t", "\n"].iter().filter_map(|sign| {
        let at = cell.find(*sign)?;
        Some((at, at + sign.len()))
    });
    let by_space = || cell.find(' ').map(|at| (at, at + 1));
    let (end, begin) = at.min().or_else(by_space)?;
    let (code, name) = (cell[..end].trim(), cell[begin..].trim_start_matches(['-', '–', '—', ':', ' ']));
    let is_code = !code.contains(' ') && code.contains(char::is_numeric);
    (is_code && name.contains(char::is_alphabetic)).then_some((code, name))
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// Whether a heading over a stock counts what has several pieces.
pub fn counts_cartons(normalized_heading: &str) -> bool {
    const CARTONS: [&str; 42] = [
        "کارتن",
        "کارتنی",
        "پالت",
        "جین",
        "جینی",
        "دوجین",
        "بسته",
        "بسته‌ای",
        "جعبه",
        "جعبه‌ای",
        "شل",
        "دست",
        "جفت",
        "کیلو",
        "کیلوگرم",
        "کیلویی",
        "تن",
        "کیسه",
        "گونی",
        "carton",
        "cartons",
        "ctn",
        "ctns",
        "pallet",
        "pallets",
        "dozen",
        "dozens",
        "dz",
        "doz",
        "case",
        "cases",
        "box",
        "boxes",
        "pack",
        "packs",
        "packet",
        "packets",
        "pair",
        "pairs",
        "kg",
        "kilo",
        "bags",
    ];
    normalized_heading.split(['(', ')', ' ']).any(|word| CARTONS.contains(&word))
}

/// The unit of the prices below a heading, in whatever words it speaks of them: `cash price (toman)`.
pub fn price_unit(heading: &str) -> Option<PriceUnit> {
    if let Some(meaning) = meaning(heading) {
        return meaning.unit;
    }
    match (split_unit(&normalized(heading)).1, PriceUnit::in_sentence(heading).as_slice()) {
        (Unit::Price(unit), _) => Some(unit),
        (_, [only]) => Some(*only),
        _ => None,
    }
}

/// A heading as it is compared, without the unit that it names.
pub fn base(heading: &str) -> String {
    let whole = normalized(heading);
    split_unit(&whole).0.to_owned()
}

/// The headings of a table: one row, or several that belong together.
#[derive(Debug, Default)]
pub struct Headings {
    /// The row by which they were found, from 0.
    pub row: usize,
    /// The first row below them.
    pub below: usize,
    pub texts: Vec<String>,
}

impl Headings {
    /// The headings at this row, with what the rows around it add: a second language, marks such as
    /// `(required)`, units, and the names of columns that stand a row higher.
    pub fn at(rows: &[Vec<String>], row: usize) -> Self {
        let mut texts = rows[row].clone();
        if let Some(above) = row.checked_sub(1).map(|above| &rows[above]) {
            for (text, above) in texts
                .iter_mut()
                .zip(above)
                .filter(|(text, above)| text.trim().is_empty() && known_of_contract(above))
            {
                text.clone_from(above);
            }
            let filled = |row: &[String]| row.iter().position(|cell| !cell.trim().is_empty());
            let is_title = above.iter().filter(|cell| !cell.trim().is_empty()).count() == 1
                && filled(above) <= filled(&rows[row])
                && above.iter().any(|cell| !PriceUnit::in_sentence(cell).is_empty());
            if !is_title {
                name_parts(&mut texts, above);
            }
        }
        let mut below = row + 1;
        while let Some(next) = rows.get(below).filter(|_| below <= row + 3) {
            let filled: Vec<(usize, &str)> = next
                .iter()
                .enumerate()
                .map(|(at, cell)| (at, cell.trim()))
                .filter(|(_, cell)| !cell.is_empty())
                .collect();
            let all = |is: fn(&str) -> bool| filled.iter().all(|(_, cell)| is(cell));
            // Alone, only the unit of the prices says something of its column.
            let is_price_unit = |(at, cell): &(usize, &str)| {
                let over = || texts.get(*at).and_then(|text| meaning(text));
                let is_currency = || PriceUnit::is_other_currency(cell);
                let said = normalized(cell);
                (matches!(unit_of(said.trim_matches(['(', ')', ' '])), Some(Unit::Price(_))) || is_currency())
                    && over().is_some_and(|over| over.used_for == ColumnUse::Field(Field::PrimaryPrice))
            };
            if filled.is_empty() || (filled.len() < 2 && !filled.iter().all(is_price_unit)) {
                break;
            }
            if all(is_field_name) && filled.iter().any(|(_, cell)| cell.contains('_')) {
                // What the program calls its columns.
            } else if all(|cell| meaning(cell).is_some()) {
                texts.resize(texts.len().max(next.len()), String::new());
                filled.iter().for_each(|(at, cell)| add_heading(&mut texts[*at], cell));
            } else if all(is_unit_cell) {
                for (at, unit) in filled.iter().filter(|(_, cell)| !is_mark(cell)) {
                    if let Some(text) = texts
                        .get_mut(*at)
                        .filter(|text| meaning(text).is_some_and(|meaning| meaning.unit.is_none()))
                    {
                        *text = format!("{} ({})", text.trim(), unit.trim_matches(['(', ')']));
                    }
                }
            } else if !name_parts_below(&mut texts, &filled) {
                break;
            }
            below += 1;
        }
        Self { row, below, texts }
    }
}

/// Columns below one heading, which stands over the first of them: `price` over `cash` and `cheque`.
fn name_parts(texts: &mut [String], above: &[String]) {
    let mut whole: Option<&str> = None;
    for (at, text) in texts.iter_mut().enumerate() {
        let is_part = !text.trim().is_empty() && meaning(text).is_none();
        whole = match above.get(at).map(|cell| cell.trim()).filter(|cell| !cell.is_empty()) {
            Some(above) => Some(above).filter(|above| {
                meaning(above)
                    .is_some_and(|meaning| meaning.used_for == ColumnUse::Field(Field::PrimaryPrice))
            }),
            None => whole.filter(|_| is_part),
        };
        if let Some(whole) = whole.filter(|_| is_part) {
            *text = format!("{whole} {}", text.trim());
        }
    }
}

/// Names the columns below a heading of prices or pieces that stands over several of them, if a row has
/// nothing else: what it has below the others are those once more, as merged cells do.
fn name_parts_below(texts: &mut Vec<String>, cells: &[(usize, &str)]) -> bool {
    let below = |at: usize| cells.iter().find(|(of, _)| *of == at).map(|(_, cell)| *cell);
    let (mut parts, mut whole): (Vec<(usize, usize)>, Option<usize>) = (Vec::new(), None);
    let last = cells.iter().map(|(at, _)| at + 1).max().unwrap_or_default();
    let is_empty = |at: usize| texts.get(at).is_none_or(|text| text.trim().is_empty());
    let is_over_several = |at: usize| {
        let used_for = meaning(&texts[at]).map(|meaning| meaning.used_for);
        is_empty(at + 1)
            && below(at + 1).is_some()
            && [Field::PrimaryPrice, Field::Stock]
                .map(|field| Some(ColumnUse::Field(field)))
                .contains(&used_for)
    };
    for at in 0..last {
        let Some(cell) = below(at) else {
            whole = None;
            continue;
        };
        if !is_empty(at) {
            whole = Some(at).filter(|at| is_over_several(*at));
        }
        match whole {
            Some(whole) => parts.push((whole, at)),
            None if texts.get(at).is_some_and(|text| normalized(text) == normalized(cell)) => {}
            None => return false,
        }
    }
    let is_number = |(_, at): &(usize, usize)| below(*at).is_some_and(|cell| parse_integer(cell).is_ok());
    let is_size =
        |(_, at): &(usize, usize)| below(*at).is_some_and(|cell| property_of(&normalized(cell)).is_some());
    if parts.is_empty() || !parts.iter().all(|part| !is_number(part) || is_size(part)) {
        return false;
    }
    texts.resize(texts.len().max(last), String::new());
    let wholes = texts.clone();
    for (whole, at) in parts {
        let (whole, part) = (wholes[whole].trim(), below(at).unwrap_or_default().trim());
        let is_of_pieces =
            meaning(whole).is_some_and(|whole| whole.used_for == ColumnUse::Field(Field::Stock));
        texts[at] = match (property_of(&normalized(part)), is_of_pieces) {
            (Some(_), true) => part.to_owned(),
            (None, true) => format!("{whole} ({part})"),
            (_, false) => format!("{whole} {part}"),
        };
    }
    true
}

/// Adds a second heading over a column to the first.
fn add_heading(text: &mut String, second: &str) {
    let (first, below) = (meaning(text), meaning(second));
    let is_same = first.map(|first| first.used_for) == below.map(|below| below.used_for);
    if text.trim().is_empty()
        || !is_same
        || (first.and_then(|first| first.unit).is_none() && below.is_some_and(|below| below.unit.is_some()))
    {
        second.clone_into(text);
    }
}

/// A cell below a heading that says whether the column has to be filled in.
fn is_mark(cell: &str) -> bool {
    let said = normalized(cell);
    let said = said.trim_matches(['(', ')', '*', ' ']);
    matches!(
        said,
        "اجباری"
            | "اختیاری"
            | "الزامی"
            | "ضروری"
            | "دلخواه"
            | "required"
            | "optional"
            | "mandatory"
            | "recommended"
            | "must"
            | ""
    )
}

/// A word in Latin letters as programs name their fields: `item_sku`.
fn is_field_name(cell: &str) -> bool {
    cell.starts_with(|c: char| c.is_ascii_lowercase())
        && cell.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_')
}

fn is_unit_cell(cell: &str) -> bool {
    let said = normalized(cell);
    let said = said.trim_matches(['(', ')', ' ']);
    let said = said.strip_prefix("به ").or_else(|| said.strip_prefix("in ")).unwrap_or(said);
    is_mark(cell)
        || unit_of(said).is_some()
        || PriceUnit::is_other_currency(said)
        || counts_cartons(said)
        || matches!(said, "عدد" | "تعداد" | "متن" | "pcs" | "text" | "-" | "number" | "عددی" | "متنی")
}

fn known_of_contract(cell: &str) -> bool {
    use_of_contract(cell).is_some()
}

/// What a heading means, unless it is that of a field outside the contract.
pub fn use_of_contract(heading: &str) -> Option<ColumnUse> {
    let used_for = meaning(heading)?.used_for;
    (!matches!(used_for, ColumnUse::Field(field) if !field.is_of_contract())).then_some(used_for)
}

/// Whether the cells of a row are headings, of two columns at least: all of them, or so many as the table has
/// known ones.
pub fn is_heading_row(row: &[String], known: usize) -> bool {
    let may_be = |cell: &&str| cell.len() < 80 && cell.contains(char::is_alphabetic);
    let is_heading = |cell: &str| meaning(cell).is_some() || names_other_unit(cell);
    let filled = || row.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty());
    // Nearly every row is told by a number, or by its first cells.
    if !filled().all(|cell| may_be(&cell)) || !filled().take(2).any(is_heading) {
        return false;
    }
    let (headings, all) = (filled().filter(|cell| is_heading(cell)).count(), filled().count());
    headings > 1 && (headings == all || headings >= known)
}

/// Whether a heading names a field in a unit that is not converted, such as `price (USD)`.
pub fn names_other_unit(heading: &str) -> bool {
    let whole = normalized(heading);
    let base = split_unit(&whole).0;
    base != whole && field(base).is_some() && meaning(heading).is_none()
}

/// The row with the most known headings among the first rows, if any has one.
pub fn row_of_headings(rows: &[Vec<String>]) -> Option<usize> {
    // Further down only where a long text stands above the table.
    let has_known = rows.iter().take(SEARCHED_ROWS).any(|row| known(row) > 0);
    let searched = rows.iter().enumerate().take(if has_known { SEARCHED_ROWS } else { 10 * SEARCHED_ROWS });
    // A single word among numbers is a product's.
    let is_heading = |row: &[String], known: usize| {
        known > 1 || (known == 1 && !row.iter().any(|cell| parse_integer(cell).is_ok()))
    };
    // A word that stands over several columns is above their headings, and so is a title with the unit.
    let filled =
        |at: usize| rows.get(at).map_or(0, |row| row.iter().filter(|cell| !cell.trim().is_empty()).count());
    let is_title = |at: usize| {
        let names_unit = |cell: &String| !PriceUnit::in_sentence(cell).is_empty();
        filled(at) == 1 && filled(at + 1) > 1 && rows[at].iter().any(names_unit)
    };
    let counted = searched
        .map(|(at, row)| (known(row), at))
        .filter(|(known, at)| is_heading(&rows[*at], *known) && !is_title(*at));
    let counted: Vec<_> = counted.map(|(known, at)| (known, filled(at), Reverse(at))).collect();
    // Of equals the first one.
    let best = counted.iter().max().map(|(_, _, Reverse(at))| *at)?;
    // Between two rows of headings are the rows of the first table.
    let is_row = |row: &Vec<String>| {
        row.iter().any(|cell| parse_integer(cell).is_ok())
            && row.iter().any(|cell| cell.contains(char::is_alphabetic))
    };
    let has_rows = |at: usize| rows.get(at + 1..best).is_some_and(|between| between.iter().any(is_row));
    let first = counted
        .iter()
        .filter(|(known, ..)| *known > 1)
        .map(|(_, _, Reverse(at))| *at)
        .find(|at| has_rows(*at));
    Some(first.unwrap_or(best))
}

/// The number of known headings in the row that has the most.
pub fn recognized(rows: &[Vec<String>]) -> usize {
    row_of_headings(rows).map_or(0, |at| known(&rows[at]))
}

fn known(row: &[String]) -> usize {
    // Headings of fields outside the contract are too common in other tables to recognise a sheet of products
    // by.
    row.iter().filter(|heading| known_of_contract(heading)).count()
}

/// A heading as it is compared: some people write half-spaces, underscores or a trailing colon, others do
/// not.
pub fn normalized(heading: &str) -> String {
    let mut spaced = String::with_capacity(heading.len() + 2);
    for c in heading.chars() {
        match c {
            '_' | '-' | '\u{200c}' | '/' | '\u{a0}' => spaced.push(' '),
            '[' | '(' => spaced.push_str(" ("),
            ']' => spaced.push(')'),
            c => spaced.push(c),
        }
    }
    folded(&spaced).trim_start_matches(['*', ' ']).trim_end_matches([':', '*', ' ', '：']).to_owned()
}

/// The field that a word names, in either language.
pub fn field_of_word(word: &str) -> Option<Field> {
    let word = normalized(word);
    // A column that is called like this has the dimensions of the goods, and not of their package.
    let are_dimensions = ["dimensions", "ابعاد"].contains(&word.as_str());
    if are_dimensions { Some(Field::PackagingDimensions) } else { field(&word) }
}

fn field(normalized_heading: &str) -> Option<Field> {
    // Each cell of the first rows is looked up.
    static FIELDS: LazyLock<HashMap<String, Field>> = LazyLock::new(|| {
        let mut fields = HashMap::new();
        for field in Field::ALL {
            for word in std::iter::once(field.name()).chain(field.spec().headings.iter().copied()) {
                fields.entry(normalized(word)).or_insert(field);
            }
        }
        fields
    });
    let of_product = |heading: &str| {
        let before = ["product ", "item "].into_iter().find_map(|word| heading.strip_prefix(word));
        let behind = || [" محصول", " کالا"].into_iter().find_map(|word| heading.strip_suffix(word));
        FIELDS.get(before.or_else(behind)?).copied()
    };
    FIELDS.get(normalized_heading).copied().or_else(|| of_product(normalized_heading))
}

/// `image 2`, `عکس ۳`: one photo in each of several columns.
fn numbered_photos(base: &str) -> Option<Field> {
    let word = base.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    (word.len() < base.len()).then(|| field(word)).flatten().and_then(|field| match field {
        Field::Photo | Field::Photos => Some(Field::Photos),
        _ => None,
    })
}

enum Unit {
    None,
    Price(PriceUnit),
    Grams,
    Kilograms,
    Days,
    Other,
}

/// Splits `price (toman)`, `price in toman` and `price toman`.
fn split_unit(heading: &str) -> (&str, Unit) {
    if let Some((base, unit)) = heading.split_once('(') {
        let unit = unit.trim_end_matches(')').trim();
        let unit = unit.trim_start_matches("به ").trim_start_matches("in ");
        // A mark, or the name in another language, is no unit.
        let is_none = is_mark(unit) || field(unit).is_some_and(|named| field(base.trim_end()) == Some(named));
        return (base.trim_end(), if is_none { Unit::None } else { unit_of(unit).unwrap_or(Unit::Other) });
    }
    let last_words = |count: usize| {
        let start = heading.rmatch_indices(' ').nth(count - 1)?.0;
        Some((&heading[..start], unit_of(&heading[start + 1..])?))
    };
    // Of `price in thousand toman` the last two.
    if let Some((base, unit)) = last_words(2).or_else(|| last_words(1)) {
        let base = [" به", " in", " بر حسب", "،", ","]
            .iter()
            .find_map(|link| base.strip_suffix(link))
            .unwrap_or(base);
        return (base.trim_end(), unit);
    }
    (heading, Unit::None)
}

/// Whether a word means kilograms, or grams; `None` for any other.
pub fn kilograms(word: &str) -> Option<bool> {
    match unit_of(&normalized(word))? {
        Unit::Grams => Some(false),
        Unit::Kilograms => Some(true),
        _ => None,
    }
}

fn unit_of(word: &str) -> Option<Unit> {
    match word.trim_end_matches('.') {
        "g" | "gr" | "gram" | "grams" | "گرم" => Some(Unit::Grams),
        "kg" | "kgs" | "kilo" | "kilogram" | "kilograms" | "کیلو" | "کیلوگرم" | "کیلو گرم" => {
            Some(Unit::Kilograms)
        }
        "lb" | "lbs" | "oz" => Some(Unit::Other),
        "day" | "days" | "روز" => Some(Unit::Days),
        word => PriceUnit::from_word(word).map(Unit::Price),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field_of(heading: &str) -> Option<Field> {
        match meaning(heading)?.used_for {
            ColumnUse::Field(field) => Some(field),
            _ => None,
        }
    }

    #[test]
    fn headings_of_people_and_of_shop_systems_are_known() {
        for (heading, field) in [
            ("نام محصول*", Field::Name),
            ("وزن با بسته‌بندی (گرم)", Field::PackageWeight),
            ("زمان آماده‌سازی (روز)", Field::PreparationDays),
            ("عكس ها", Field::Photos),
            ("عکس ۲", Field::Photos),
            ("Image_3", Field::Photos),
            ("Regular price", Field::PrimaryPrice),
            ("Variant Inventory Qty", Field::Stock),
            ("Body (HTML)", Field::Description),
            ("Short description", Field::Brief),
            ("کد محصول (SKU)", Field::Sku),
            ("موجودی (عدد)", Field::Stock),
        ] {
            assert_eq!(field_of(heading), Some(field), "{heading}");
        }
    }

    #[test]
    fn a_price_heading_may_name_its_unit() {
        for (heading, unit) in [
            ("قیمت (تومان)", Some(PriceUnit::Toman)),
            ("قيمت(تومن)", Some(PriceUnit::Toman)),
            ("قیمت به ریال", Some(PriceUnit::Rial)),
            ("Price (IRR)", Some(PriceUnit::Rial)),
            ("price_toman", Some(PriceUnit::Toman)),
            ("قیمت (هزار تومان)", Some(PriceUnit::ThousandToman)),
            ("قیمت به هزار تومان", Some(PriceUnit::ThousandToman)),
            ("Price (x1000 Rial)", Some(PriceUnit::ThousandRial)),
            ("قیمت", None),
        ] {
            let meaning = meaning(heading).unwrap_or_else(|| panic!("{heading}"));
            assert_eq!(
                (meaning.used_for, meaning.unit),
                (ColumnUse::Field(Field::PrimaryPrice), unit),
                "{heading}"
            );
        }
    }

    #[test]
    fn a_column_in_a_unit_that_is_not_sent_is_not_taken_for_the_field() {
        for heading in ["Weight (lbs)", "Weight oz", "Price (USD)", "قیمت (با تخفیف)", "رنگ"] {
            assert_eq!(meaning(heading), None, "{heading}");
        }
    }

    #[test]
    fn the_headings_are_found_below_titles() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let rows = [row(&["قیمت", ""]), row(&[]), row(&["نام", "قیمت", "رنگ"]), row(&["نام", "قیمت"])];
        assert_eq!((row_of_headings(&rows), recognized(&rows)), (Some(2), 2));
        assert_eq!(row_of_headings(&[row(&["گلیم", "12"])]), None);
        let two = [
            row(&["نام", "قیمت"]),
            row(&["گلیم", "12"]),
            row(&["نام", "قیمت", "موجودی"]),
            row(&["کاسه", "1", "2"]),
        ];
        assert_eq!(row_of_headings(&two), Some(0), "the first of two tables");
    }
}
