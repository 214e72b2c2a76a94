//! Headings that people and other programs write over the columns of products.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::LazyLock;

use super::column_use::ColumnUse;
use super::price_unit::PriceUnit;
use crate::domain::text::folded;
use crate::domain::{Field, FieldUnit};

/// What a heading says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    pub used_for: ColumnUse,
    /// The unit of the prices below it.
    pub unit: Option<PriceUnit>,
}

/// Rows that are searched for the headings; titles and notes may stand above them.
pub const SEARCHED_ROWS: usize = 30;

/// Headings of a column that names the folder or the photos of each row.
const PHOTO_NAME_HEADINGS: [&str; 13] = [
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

/// What a heading means; `None` if that is not known, or if its unit is one that no price or weight is sent in.
pub fn meaning(heading: &str) -> Option<Meaning> {
    let plain = |used_for| Some(Meaning { used_for, unit: None });
    if let Some(own) = ColumnUse::from_name(heading.trim()) {
        return plain(own);
    }
    let whole = normalized(heading);
    if let Some(field) = field(&whole) {
        return plain(ColumnUse::Field(field));
    }
    if PHOTO_NAME_HEADINGS.iter().any(|word| normalized(word) == whole) {
        return plain(ColumnUse::PhotoName);
    }
    let (base, unit) = split_unit(&whole);
    let field = field(base).or_else(|| numbered_photos(base))?;
    let unit = match (field.spec().unit, unit) {
        (_, Unit::None) | (None, _) | (Some(FieldUnit::Grams), Unit::Grams) | (Some(FieldUnit::Days), Unit::Days) => None,
        (Some(FieldUnit::Price), Unit::Price(unit)) => Some(unit),
        (Some(_), _) => return None,
    };
    Some(Meaning { used_for: ColumnUse::Field(field), unit })
}

/// The row with the most known headings among the first rows, if any has one.
pub fn row_of_headings(rows: &[Vec<String>]) -> Option<usize> {
    let searched = rows.iter().enumerate().take(SEARCHED_ROWS);
    let counted = searched.map(|(at, row)| (known(row), Reverse(at))).filter(|(known, _)| *known > 0);
    // Of equals the first one.
    counted.max().map(|(_, Reverse(at))| at)
}

/// The number of known headings in the row that has the most.
pub fn recognized(rows: &[Vec<String>]) -> usize {
    row_of_headings(rows).map_or(0, |at| known(&rows[at]))
}

fn known(row: &[String]) -> usize {
    // Headings of fields outside the contract are too common in other tables to recognise a sheet of products by.
    let is_known = |heading: &&String| {
        meaning(heading).is_some_and(|meaning| !matches!(meaning.used_for, ColumnUse::Field(field) if !field.is_of_contract()))
    };
    row.iter().filter(is_known).count()
}

/// A heading as it is compared: some people write half-spaces, underscores or a trailing colon, others do not.
pub fn normalized(heading: &str) -> String {
    let spaced = heading.replace(['_', '-', '\u{200c}', '/', '\u{a0}'], " ").replace('[', "(").replace(']', ")").replace('(', " (");
    folded(&spaced).trim_end_matches([':', '*', ' ', '：']).to_owned()
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
    FIELDS.get(normalized_heading).copied()
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
    Days,
    Other,
}

/// Splits `price (toman)`, `price in toman` and `price toman`.
fn split_unit(heading: &str) -> (&str, Unit) {
    if let Some((base, unit)) = heading.split_once('(') {
        let unit = unit.trim_end_matches(')').trim();
        let unit = unit.trim_start_matches("به ").trim_start_matches("in ");
        return (base.trim_end(), unit_of(unit).unwrap_or(Unit::Other));
    }
    if let Some((base, unit)) = heading.rsplit_once(' ')
        && let Some(unit) = unit_of(unit)
    {
        let base = base.strip_suffix(" به").or_else(|| base.strip_suffix(" in")).unwrap_or(base);
        return (base.trim_end(), unit);
    }
    (heading, Unit::None)
}

fn unit_of(word: &str) -> Option<Unit> {
    match word {
        "g" | "gr" | "gram" | "grams" | "گرم" => Some(Unit::Grams),
        "kg" | "kilo" | "kilogram" | "lb" | "lbs" | "oz" | "کیلو" | "کیلوگرم" => Some(Unit::Other),
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
            ("قیمت", None),
        ] {
            let meaning = meaning(heading).unwrap_or_else(|| panic!("{heading}"));
            assert_eq!((meaning.used_for, meaning.unit), (ColumnUse::Field(Field::PrimaryPrice), unit), "{heading}");
        }
    }

    #[test]
    fn a_column_in_a_unit_that_is_not_sent_is_not_taken_for_the_field() {
        for heading in ["Weight (kg)", "Weight kg", "Price (USD)", "قیمت (با تخفیف)", "وزن (کیلوگرم)", "رنگ"] {
            assert_eq!(meaning(heading), None, "{heading}");
        }
    }

    #[test]
    fn the_headings_are_found_below_titles() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let rows = [row(&["قیمت", ""]), row(&[]), row(&["نام", "قیمت", "رنگ"]), row(&["نام", "قیمت"])];
        assert_eq!((row_of_headings(&rows), recognized(&rows)), (Some(2), 2));
        assert_eq!(row_of_headings(&[row(&["گلیم", "12"])]), None);
    }
}
