//! The categories of the practice marketplace: three levels, with ids of the public service where they are
//! known.

use super::super::faults::Categories;

/// A text in English and Persian.
#[derive(Clone, Copy)]
pub struct Title(pub &'static str, pub &'static str);

impl Title {
    pub const fn in_language(self, language: Categories) -> &'static str {
        match language {
            Categories::Persian => self.1,
            Categories::English | Categories::None => self.0,
        }
    }
}

/// A category with others inside.
pub struct Group {
    pub id: u64,
    pub title: Title,
    pub groups: &'static [Group],
    pub leaves: &'static [Leaf],
}

/// A category for products.
pub struct Leaf {
    pub id: u64,
    pub title: Title,
    /// From the id space of categories, which creations do not take.
    pub unit: Option<(u64, Title)>,
    pub max_preparation_days: Option<u64>,
    pub attributes: &'static [Attribute],
}

/// A property of products in a category.
pub struct Attribute {
    pub id: u64,
    pub title: Title,
    pub required: Option<bool>,
    pub unit: Option<Title>,
    pub multiple: bool,
    pub options: &'static [(u64, Title)],
}

const fn leaf(id: u64, en: &'static str, fa: &'static str) -> Leaf {
    Leaf { id, title: Title(en, fa), unit: None, max_preparation_days: None, attributes: &[] }
}

const fn with(leaf: Leaf, attributes: &'static [Attribute]) -> Leaf {
    Leaf { attributes, ..leaf }
}

const fn sold_by(leaf: Leaf, unit: (u64, Title)) -> Leaf {
    Leaf { unit: Some(unit), ..leaf }
}

const fn group(id: u64, en: &'static str, fa: &'static str, leaves: &'static [Leaf]) -> Group {
    Group { id, title: Title(en, fa), groups: &[], leaves }
}

const fn top(id: u64, en: &'static str, fa: &'static str, groups: &'static [Group]) -> Group {
    Group { id, title: Title(en, fa), groups, leaves: &[] }
}

const fn free(id: u64, en: &'static str, fa: &'static str, required: Option<bool>) -> Attribute {
    Attribute { id, title: Title(en, fa), required, unit: None, multiple: false, options: &[] }
}

const fn choice(
    id: u64,
    en: &'static str,
    fa: &'static str,
    required: Option<bool>,
    options: &'static [(u64, Title)],
) -> Attribute {
    Attribute { options, ..free(id, en, fa, required) }
}

const fn several(attribute: Attribute) -> Attribute {
    Attribute { multiple: true, ..attribute }
}

const fn in_unit(attribute: Attribute, en: &'static str, fa: &'static str) -> Attribute {
    Attribute { unit: Some(Title(en, fa)), ..attribute }
}

const GRAM: (u64, Title) = (5060, Title("gram", "گرم"));
const KILOGRAM: (u64, Title) = (5130, Title("kilogram", "کیلوگرم"));
const MILLILITRE: (u64, Title) = (5135, Title("millilitre", "میلی‌لیتر"));
/// Nobody knows what this unit is in the other id space.
const BUNCH: (u64, Title) = (5999, Title("bunch", "دسته"));

const WEAVING: &[Attribute] = &[
    choice(
        219,
        "Material",
        "جنس",
        Some(true),
        &[(17, Title("Wool", "پشم")), (18, Title("Cotton", "پنبه")), (19, Title("Silk", "ابریشم"))],
    ),
    in_unit(free(221, "Size", "اندازه", None), "cm", "سانتی‌متر"),
    several(choice(
        222,
        "Colours",
        "رنگ‌ها",
        Some(false),
        &[(31, Title("Red", "قرمز")), (32, Title("Blue", "آبی")), (33, Title("Cream", "کرم"))],
    )),
    free(1319, "Pattern", "طرح", Some(false)),
];

const PHONE: &[Attribute] = &[
    choice(
        1707,
        "Storage",
        "حافظهٔ داخلی",
        Some(true),
        &[(41, Title("128 GB", "۱۲۸ گیگابایت")), (42, Title("256 GB", "۲۵۶ گیگابایت"))],
    ),
    free(1708, "Processor", "پردازنده", None),
    choice(
        1709,
        "Memory",
        "رم",
        Some(false),
        &[(43, Title("6 GB", "۶ گیگابایت")), (44, Title("8 GB", "۸ گیگابایت"))],
    ),
    in_unit(free(1710, "Screen", "صفحه‌نمایش", Some(false)), "inch", "اینچ"),
    free(1711, "Camera", "دوربین", None),
    in_unit(free(1712, "Battery", "باتری", None), "mAh", "میلی‌آمپرساعت"),
];

const GOLD: &[Attribute] = &[
    choice(
        1785,
        "Purity",
        "عیار",
        Some(true),
        &[(51, Title("18 carat", "۱۸ عیار")), (52, Title("24 carat", "۲۴ عیار"))],
    ),
    in_unit(free(1786, "Weight of the gold", "وزن طلا", Some(true)), "mg", "میلی‌گرم"),
];

const fn gold(leaf: Leaf) -> Leaf {
    Leaf { max_preparation_days: Some(7), attributes: GOLD, ..leaf }
}

pub const TREE: &[Group] = &[
    top(
        10,
        "Home",
        "خانه",
        &[
            group(
                11,
                "Rugs",
                "فرش",
                &[
                    with(leaf(299, "Hand-made rug", "فرش دستباف"), WEAVING),
                    with(leaf(300, "Machine rug", "فرش ماشینی"), WEAVING),
                    with(leaf(301, "Modern rug", "فرش مدرن"), WEAVING),
                    with(leaf(302, "Kilim", "گلیم"), WEAVING),
                    with(leaf(303, "Gabbeh", "گبه"), WEAVING),
                    with(leaf(304, "Jajim", "جاجیم"), WEAVING),
                    leaf(297, "Picture rug", "تابلو فرش"),
                ],
            ),
            group(
                12,
                "Decoration",
                "دکوراسیون",
                &[
                    leaf(305, "Cushion", "کوسن"),
                    leaf(287, "Mirror and frame", "آینه و قاب"),
                    leaf(295, "Statue", "مجسمه"),
                    leaf(296, "Candle", "شمع"),
                    leaf(298, "Clock", "ساعت دیواری"),
                    leaf(307, "Basket", "سبد"),
                    leaf(306, "Vase", "گلدان"),
                ],
            ),
            group(
                13,
                "Furniture",
                "مبلمان",
                &[
                    leaf(357, "Sofa", "مبل"),
                    leaf(355, "Chair", "صندلی"),
                    leaf(358, "Table", "میز"),
                    leaf(356, "Shelf", "قفسه"),
                    leaf(359, "Bed", "تخت"),
                ],
            ),
            group(
                14,
                "Kitchen",
                "آشپزخانه",
                &[
                    leaf(324, "Mug", "ماگ"),
                    leaf(325, "Plate", "بشقاب"),
                    leaf(326, "Bowl", "کاسه"),
                    leaf(327, "Teapot", "قوری"),
                    leaf(328, "Tray", "سینی"),
                    leaf(329, "Jar", "شیشه"),
                ],
            ),
        ],
    ),
    top(
        20,
        "Clothes",
        "پوشاک",
        &[
            group(
                21,
                "Men",
                "مردانه",
                &[
                    leaf(252, "T-shirt", "تی‌شرت"),
                    leaf(253, "Shirt", "پیراهن"),
                    leaf(254, "Trousers", "شلوار"),
                    sold_by(leaf(255, "Socks", "جوراب"), BUNCH),
                ],
            ),
            group(
                22,
                "Women",
                "زنانه",
                &[
                    leaf(231, "T-shirt", "تی‌شرت"),
                    leaf(232, "Scarf", "شال"),
                    leaf(233, "Dress", "لباس"),
                    leaf(234, "Bag", "کیف"),
                ],
            ),
            group(
                23,
                "Fabric",
                "پارچه",
                &[with(leaf(238, "Cloth", "پارچهٔ متری"), WEAVING), leaf(239, "Yarn", "کلاف کاموا")],
            ),
            group(
                24,
                "Shoes",
                "کفش",
                &[leaf(260, "Slippers", "دمپایی"), leaf(261, "Sandals", "صندل"), leaf(262, "Boots", "بوت")],
            ),
        ],
    ),
    top(
        30,
        "Electronics",
        "دیجیتال",
        &[
            group(
                31,
                "Phones",
                "موبایل",
                &[
                    with(leaf(1001, "Mobile phone", "گوشی موبایل"), PHONE),
                    leaf(1002, "Phone case", "قاب موبایل"),
                    leaf(1003, "Charger", "شارژر"),
                ],
            ),
            group(
                32,
                "Computers",
                "رایانه",
                &[
                    leaf(884, "Mouse pad", "پد ماوس"),
                    leaf(885, "Keyboard", "صفحه‌کلید"),
                    leaf(886, "Headphones", "هدفون"),
                ],
            ),
        ],
    ),
    top(
        40,
        "Food",
        "خوراکی",
        &[
            group(
                41,
                "Spices",
                "ادویه",
                &[
                    sold_by(leaf(501, "Saffron", "زعفران"), GRAM),
                    sold_by(leaf(502, "Turmeric", "زردچوبه"), GRAM),
                    sold_by(leaf(503, "Tea", "چای"), GRAM),
                ],
            ),
            group(
                42,
                "Sweets",
                "شیرینی",
                &[
                    sold_by(leaf(504, "Honey", "عسل"), KILOGRAM),
                    leaf(505, "Gaz", "گز"),
                    leaf(506, "Sohan", "سوهان"),
                ],
            ),
            group(
                43,
                "Nuts and fruit",
                "آجیل و میوه",
                &[
                    sold_by(leaf(507, "Pistachio", "پسته"), KILOGRAM),
                    sold_by(leaf(508, "Almond", "بادام"), KILOGRAM),
                    sold_by(leaf(509, "Pomegranate", "انار"), KILOGRAM),
                ],
            ),
            group(
                44,
                "Drinks",
                "نوشیدنی",
                &[
                    sold_by(leaf(510, "Rosewater", "گلاب"), MILLILITRE),
                    sold_by(leaf(511, "Syrup", "شربت"), MILLILITRE),
                ],
            ),
        ],
    ),
    top(
        50,
        "Jewellery",
        "زیورآلات",
        &[
            group(
                51,
                "Gold",
                "طلا",
                &[
                    gold(leaf(601, "Gold ring", "انگشتر طلا")),
                    gold(leaf(602, "Gold necklace", "گردنبند طلا")),
                    gold(leaf(603, "Gold earring", "گوشوارهٔ طلا")),
                ],
            ),
            group(
                52,
                "Silver",
                "نقره",
                &[
                    leaf(604, "Silver ring", "انگشتر نقره"),
                    leaf(605, "Bracelet", "دستبند"),
                    leaf(606, "Necklace", "گردنبند"),
                ],
            ),
        ],
    ),
    top(
        60,
        "Leisure",
        "سرگرمی",
        &[
            group(
                61,
                "Stationery",
                "نوشت‌افزار",
                &[leaf(701, "Notebook", "دفتر"), leaf(702, "Pen", "خودکار")],
            ),
            group(62, "Toys", "اسباب‌بازی", &[leaf(703, "Doll", "عروسک"), leaf(704, "Puzzle", "پازل")]),
        ],
    ),
    top(
        70,
        "Beauty",
        "زیبایی",
        &[group(71, "Care", "مراقبت پوست", &[leaf(801, "Soap", "صابون"), leaf(802, "Cream", "کرم")])],
    ),
];

/// The leaf with this id.
pub fn find_leaf(id: u64) -> Option<&'static Leaf> {
    leaves().find(|leaf| leaf.id == id)
}

/// The titles of the leaf with this id and of the group that contains it.
pub fn path(id: u64, language: Categories) -> Option<[&'static str; 2]> {
    let groups = TREE.iter().flat_map(|top| top.groups);
    let leaves = groups.flat_map(|group| group.leaves.iter().map(move |leaf| (group, leaf)));
    let (group, leaf) = leaves.into_iter().find(|(_, leaf)| leaf.id == id)?;
    Some([group.title.in_language(language), leaf.title.in_language(language)])
}

/// The group that directly contains a leaf.
pub fn group_of(leaf: u64) -> Option<&'static Group> {
    TREE.iter().flat_map(|top| top.groups).find(|group| group.leaves.iter().any(|inside| inside.id == leaf))
}

/// The title of a category of any level.
pub fn title(id: u64, language: Categories) -> &'static str {
    let groups = TREE.iter().flat_map(|top| std::iter::once(top).chain(top.groups));
    let titles =
        groups.map(|group| (group.id, group.title)).chain(leaves().map(|leaf| (leaf.id, leaf.title)));
    titles.into_iter().find(|(known, _)| *known == id).map_or("", |(_, title)| title.in_language(language))
}

/// Every leaf.
pub fn leaves() -> impl Iterator<Item = &'static Leaf> {
    TREE.iter().flat_map(|top| top.groups).flat_map(|group| group.leaves)
}

/// Whether a category of this id contains others.
pub fn is_group(id: u64) -> bool {
    TREE.iter().any(|top| top.id == id || top.groups.iter().any(|group| group.id == id))
}
