//! Words for sizes and colors, as they stand over columns that have the pieces of one each.

/// What a word tells variants apart by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Property {
    #[default]
    Size,
    Color,
}

/// Sizes of clothes by their letters; of some there is a number in front: `2xl`.
const LETTERS: [&str; 14] = [
    "xxs",
    "xs",
    "s",
    "m",
    "l",
    "xl",
    "xxl",
    "xxxl",
    "xxxxl",
    "اسمال",
    "مدیوم",
    "لارج",
    "ایکس لارج",
    "فری سایز",
];

/// Sizes of clothes and shoes by their numbers.
const NUMBERS: std::ops::RangeInclusive<i64> = 16..=60;

const COLORS: [&str; 48] = [
    "قرمز",
    "آبی",
    "سبز",
    "زرد",
    "مشکی",
    "سیاه",
    "سفید",
    "خاکستری",
    "طوسی",
    "قهوه ای",
    "نارنجی",
    "بنفش",
    "صورتی",
    "کرم",
    "کرمی",
    "بژ",
    "طلایی",
    "نقره ای",
    "سرمه ای",
    "سورمه ای",
    "فیروزه ای",
    "زرشکی",
    "لیمویی",
    "یاسی",
    "نباتی",
    "گلبهی",
    "سدری",
    "شیری",
    "red",
    "blue",
    "green",
    "yellow",
    "black",
    "white",
    "gray",
    "grey",
    "brown",
    "orange",
    "purple",
    "pink",
    "cream",
    "beige",
    "gold",
    "golden",
    "silver",
    "navy",
    "turquoise",
    "khaki",
];

/// What a word means, as headings are compared: `xl`, `سایز 38`, `قرمز`.
pub fn property_of(plain: &str) -> Option<Property> {
    let word = ["size ", "سایز "].iter().find_map(|word| plain.strip_prefix(word)).unwrap_or(plain);
    let is_large = word.strip_suffix("xl").is_some_and(|of| matches!(of, "2" | "3" | "4" | "5" | "6"));
    if LETTERS.contains(&word) || is_large || word.parse().is_ok_and(|number| NUMBERS.contains(&number)) {
        return Some(Property::Size);
    }
    let word = ["color ", "رنگ "].iter().find_map(|word| plain.strip_prefix(word)).unwrap_or(plain);
    COLORS.contains(&word).then_some(Property::Color)
}
