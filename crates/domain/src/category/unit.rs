//! The units in which products are sold, by the ids that a creation takes.

use crate::text::folded;

/// A unit of sale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    pub id: i64,
    /// The marketplace's own name, in Persian.
    pub name: &'static str,
}

/// The units of the public service. A category may name its unit by another number, which a creation does not
/// take.
pub const UNITS: [Unit; 35] = [
    unit(6304, "عددی"),
    unit(6305, "کیلوگرم"),
    unit(6306, "گرم"),
    unit(6307, "متر"),
    unit(6308, "سانتی‌متر"),
    unit(6309, "مثقال"),
    unit(6310, "تکه"),
    unit(6311, "لیتر"),
    unit(6312, "میلی‌لیتر"),
    unit(6313, "سی‌سی"),
    unit(6314, "انس"),
    unit(6315, "قواره"),
    unit(6316, "طاقه"),
    unit(6317, "جین"),
    unit(6318, "جفت"),
    unit(6319, "بسته"),
    unit(6320, "توپ"),
    unit(6321, "کارتن"),
    unit(6322, "تخته"),
    unit(6323, "بطری"),
    unit(6324, "دست"),
    unit(6325, "بوته"),
    unit(6326, "شاخه"),
    unit(6327, "قالب"),
    unit(6328, "کلاف"),
    unit(6329, "اصله"),
    unit(6330, "سیر"),
    unit(6331, "اینچ"),
    unit(6332, "فوت"),
    unit(6373, "جلد"),
    unit(6374, "میلی‌متر"),
    unit(6375, "مترمربع"),
    unit(6392, "رول"),
    unit(6438, "سوت"),
    unit(6466, "قیراط"),
];

/// Further words for these units.
const WORDS: [(i64, &[&str]); 15] = [
    (
        6304,
        &[
            "عدد",
            "دانه",
            "دستگاه",
            "تعداد",
            "piece",
            "pieces",
            "pc",
            "pcs",
            "pce",
            "each",
            "ea",
            "unit",
            "units",
            "number",
            "nos",
        ],
    ),
    (6305, &["کیلو", "کیلویی", "kg", "kgs", "kilo", "kilogram", "kilograms"]),
    (6306, &["گرمی", "g", "gr", "gram", "grams"]),
    (6307, &["متری", "m", "meter", "metre", "meters", "metres"]),
    (6308, &["cm", "centimeter", "centimetre"]),
    (6311, &["لیتری", "l", "ltr", "liter", "litre", "liters", "litres"]),
    (6312, &["ml", "milliliter", "millilitre"]),
    (6317, &["دوجین", "dozen", "dz", "doz"]),
    (6318, &["جفتی", "pair", "pairs", "pr"]),
    (6319, &["بستهای", "pack", "packs", "packet", "package", "pk"]),
    (6321, &["کارتنی", "carton", "cartons", "ctn"]),
    (6323, &["bottle", "bottles"]),
    (6324, &["set", "sets"]),
    (6374, &["mm", "millimeter", "millimetre"]),
    (6392, &["roll", "rolls"]),
];

const fn unit(id: i64, name: &'static str) -> Unit {
    Unit { id, name }
}

impl Unit {
    /// The unit with this id.
    pub fn from_id(id: i64) -> Option<Self> {
        UNITS.into_iter().find(|unit| unit.id == id)
    }

    /// The unit that a word in a price list names: the marketplace's own, or what other programs write.
    pub fn from_word(word: &str) -> Option<Self> {
        let said = folded(word);
        let said = said.trim_end_matches('.');
        let is_said = |unit: &Self| folded(unit.name) == said;
        let other = || WORDS.iter().find(|(_, words)| words.contains(&said)).map(|(id, _)| *id);
        UNITS.into_iter().find(is_said).or_else(|| Self::from_id(other()?))
    }
}
