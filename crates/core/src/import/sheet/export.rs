//! Exports of shop systems, known by their headings: which columns count, and what their rows are.

use std::collections::{HashMap, HashSet};

use super::column_use::ColumnUse;
use super::headings::{base, normalized};
use vitrine_domain::Field;

/// A shop system whose export a sheet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    WooCommerce,
    Shopify,
    PrestaShop,
    Odoo,
    Digikala,
    Basalam,
    Wix,
    BigCommerce,
    Square,
    Magento,
}

/// What an export is known by, and what its columns are used for.
struct Layout {
    export: Export,
    /// One heading of each of these is there.
    known_by: &'static [&'static [&'static str]],
    /// For each use the headings that have it, the best first. Other columns are not used.
    uses: &'static [(Field, &'static [&'static str])],
}

const LAYOUTS: [Layout; 10] = [
    Layout {
        export: Export::WooCommerce,
        known_by: &[
            &KINDS,
            &["regular price", "قیمت عادی", "قیمت اصلی"],
            &["sale price", "قیمت فروش ویژه", "قیمت فروش فوق العاده", "قیمت ویژه", "قیمت حراج"],
            &["images", "تصاویر", "تصویرها"],
        ],
        uses: &[
            (Field::Name, &["name", "نام"]),
            (Field::Sku, SKUS),
            (Field::PrimaryPrice, &["regular price", "قیمت عادی", "قیمت اصلی"]),
            (Field::Stock, &["stock", "موجودی انبار", "موجودی"]),
            (Field::Brief, &["short description", "توضیح کوتاه", "توضیحات کوتاه"]),
            (Field::Description, &["description", "توضیحات", "توضیح"]),
            (Field::Weight, &["weight (kg)", "وزن (کیلوگرم)", "weight (g)", "وزن (گرم)"]),
            (Field::Photos, &["images", "تصاویر", "تصویرها"]),
            (Field::Keywords, &["tags", "برچسب ها"]),
            (Field::Barcode, &["gtin, upc, ean, or isbn"]),
        ],
    },
    Layout {
        export: Export::Wix,
        known_by: &[&["handleid", "handle"], &["fieldtype"], &["name"], &["price"]],
        uses: &[
            (Field::Name, &["name"]),
            (Field::Sku, &["sku"]),
            (Field::PrimaryPrice, &["price"]),
            (Field::Stock, &["inventory"]),
            (Field::Description, &["description", "plaindescription"]),
            (Field::Weight, &["weight"]),
            (Field::Photos, &["productimageurl", "media"]),
        ],
    },
    Layout {
        export: Export::Shopify,
        known_by: &[&["handle", "url handle"], &["title"], &["variant price", "price"]],
        uses: &[
            (Field::Name, &["title"]),
            (Field::Description, &["body (html)", "body html", "description"]),
            (Field::Sku, &["variant sku", "sku"]),
            (Field::PrimaryPrice, &["variant price", "price"]),
            (Field::Stock, &["variant inventory qty", "inventory quantity"]),
            (Field::Weight, &["variant grams", "weight value (grams)"]),
            (Field::Photos, &["image src", "product image url"]),
            (Field::Keywords, &["tags"]),
            (Field::Barcode, &["variant barcode", "barcode"]),
        ],
    },
    Layout {
        export: Export::PrestaShop,
        known_by: &[
            &["name", "name *", "نام"],
            &["reference", "reference #", "مرجع"],
            &[
                "price (tax incl.)",
                "price tax included",
                "price tax excluded",
                "price (tax excl.)",
                "final price",
                "قیمت (با مالیات)",
            ],
        ],
        uses: &[
            (Field::Name, &["name", "name *", "نام"]),
            (Field::Sku, &["reference", "reference #", "مرجع"]),
            (
                Field::PrimaryPrice,
                &[
                    "price (tax incl.)",
                    "price tax included",
                    "final price",
                    "price (tax excl.)",
                    "price tax excluded",
                    "قیمت (با مالیات)",
                ],
            ),
            (Field::Stock, &["quantity", "تعداد"]),
            (Field::Brief, &["short description", "summary"]),
            (Field::Description, &["description"]),
            (Field::Photos, &["image urls (x,y,z...)", "image urls", "image url", "image"]),
            (Field::Keywords, &["tags (x,y,z...)", "tags"]),
            (Field::Barcode, &["ean13", "ean 13"]),
        ],
    },
    Layout {
        export: Export::Odoo,
        known_by: &[
            &["internal reference", "default code", "مرجع داخلی", "کد داخلی"],
            &["sales price", "list price", "public price", "قیمت فروش"],
            &["name", "display name", "product name", "نام", "نام نمایشی"],
        ],
        uses: &[
            (Field::Name, &["name", "product name", "display name", "نام", "نام نمایشی"]),
            (Field::Sku, &["internal reference", "default code", "مرجع داخلی", "کد داخلی"]),
            (Field::PrimaryPrice, &["sales price", "list price", "public price", "قیمت فروش"]),
            (Field::Stock, &["quantity on hand", "on hand", "qty available", "موجودی در دسترس", "موجودی"]),
            (
                Field::Description,
                &["sales description", "description sale", "website description", "description"],
            ),
            (Field::Weight, &["weight", "وزن"]),
            (Field::Barcode, &["barcode", "بارکد"]),
        ],
    },
    Layout {
        export: Export::Digikala,
        known_by: &[
            &[
                "dkp",
                "dkpc",
                "کد dkp",
                "کد dkpc",
                "کد تنوع",
                "شناسه تنوع",
                "کد تنوع (dkpc)",
                "کد کالا (dkp)",
                "کد محصول (dkp)",
            ],
            &["قیمت فروش", "قیمت", "قیمت فروش شما"],
        ],
        uses: &[
            (Field::Name, &["عنوان کالا", "نام کالا", "عنوان محصول", "نام محصول", "عنوان", "عنوان تنوع"]),
            (
                Field::Sku,
                &[
                    "کد فروشنده",
                    "کد کالای فروشنده",
                    "شناسه فروشنده",
                    "کد تنوع (dkpc)",
                    "dkpc",
                    "کد dkpc",
                    "کد تنوع",
                    "شناسه تنوع",
                ],
            ),
            (Field::PrimaryPrice, &["قیمت فروش", "قیمت فروش شما", "قیمت"]),
            (
                Field::Stock,
                &[
                    "موجودی فروشنده",
                    "موجودی نزد فروشنده",
                    "موجودی انبار فروشنده",
                    "موجودی شما",
                    "موجودی قابل فروش",
                    "موجودی",
                ],
            ),
            (Field::PreparationDays, &["بازه ارسال", "زمان آماده سازی", "زمان ارسال"]),
            (Field::Barcode, &["بارکد"]),
        ],
    },
    Layout {
        export: Export::Basalam,
        known_by: &[
            &["شناسه محصول", "آیدی محصول", "product id"],
            &["قیمت", "قیمت اصلی", "قیمت محصول"],
            &["زمان آماده سازی", "مدت آماده سازی", "روز آماده سازی"],
            &["نام محصول", "عنوان محصول", "نام", "عنوان"],
        ],
        uses: &[
            (Field::Name, &["نام محصول", "عنوان محصول", "نام", "عنوان"]),
            (Field::Sku, &["sku", "کد کالا (sku)", "کد sku", "کد کالا", "شناسه کالا"]),
            (Field::PrimaryPrice, &["قیمت اصلی", "قیمت محصول", "قیمت"]),
            (Field::Stock, &["موجودی", "تعداد موجودی"]),
            (Field::PreparationDays, &["زمان آماده سازی", "مدت آماده سازی", "روز آماده سازی"]),
            (Field::Weight, &["وزن", "وزن خالص"]),
            (Field::PackageWeight, &["وزن با بسته بندی", "وزن بسته"]),
            (Field::Brief, &["توضیح کوتاه", "معرفی کوتاه"]),
            (Field::Description, &["توضیحات", "توضیحات محصول"]),
            (Field::Photo, &["تصویر اصلی", "عکس اصلی"]),
            (Field::Photos, &["تصاویر", "عکس ها", "تصویر", "عکس"]),
        ],
    },
    Layout {
        export: Export::BigCommerce,
        known_by: &[&["item type"], &["product name"], &["product code/sku"]],
        uses: &[
            (Field::Name, &["product name"]),
            (Field::Sku, &["product code/sku"]),
            (Field::PrimaryPrice, &["price"]),
            (Field::Stock, &["current stock level"]),
            (Field::Description, &["product description"]),
            (Field::Photos, &["product image file - 1"]),
            (Field::Barcode, &["product upc/ean"]),
        ],
    },
    Layout {
        export: Export::Square,
        known_by: &[&["item name"], &["variation name"], &["token", "reference handle"]],
        uses: &[
            (Field::Name, &["item name"]),
            (Field::Sku, &["sku"]),
            (Field::PrimaryPrice, &["price"]),
            (Field::Description, &["description"]),
            (Field::Barcode, &["gtin"]),
        ],
    },
    Layout {
        export: Export::Magento,
        known_by: &[&["sku"], &["name"], &["product type"], &["store view code", "attribute set code"]],
        uses: &[
            (Field::Name, &["name"]),
            (Field::Sku, &["sku"]),
            (Field::PrimaryPrice, &["price"]),
            (Field::Stock, &["qty"]),
            (Field::Brief, &["short description"]),
            (Field::Description, &["description"]),
            (Field::Weight, &["weight"]),
            (Field::Photo, &["base image"]),
            (Field::Photos, &["additional images"]),
        ],
    },
];

impl Layout {
    /// Whether an export of WooCommerce that has few of the columns is known by the kinds of its rows.
    fn has_variations(&self, places: &Places, rows: &[Vec<String>]) -> bool {
        let has = |names: &[&str]| names.iter().any(|name| places.get(name).is_some());
        if self.export != Export::WooCommerce || !has(&["name", "نام"]) || !(has(&KINDS) || has(&PARENTS))
        {
            return false;
        }
        let codes: HashSet<&str> = rows.iter().map(|row| places.cell(row, SKUS)).collect();
        rows.iter().any(|row| {
            let kind = places.cell(row, &KINDS).to_lowercase();
            let parent = places.cell(row, &PARENTS);
            let is_row = parent.starts_with("id:") || codes.contains(parent);
            kind.split([',', '،', ' ']).any(|word| matches!(word, "variable" | "variation"))
                || (!has(&KINDS) && !parent.is_empty() && is_row)
        })
    }
}

/// Headings of WooCommerce over the kinds of products.
pub const KINDS: [&str; 2] = ["type", "نوع"];
/// And over the product of a variation, by its code or as `id:12`.
pub const PARENTS: [&str; 2] = ["parent", "والد"];
const SKUS: &[&str] = &["sku", "شناسه محصول", "شناسه محصول (sku)", "کد محصول"];

impl Export {
    /// Its name, in JSON and in sentences.
    pub const fn name(self) -> &'static str {
        match self {
            Self::WooCommerce => "WooCommerce",
            Self::Shopify => "Shopify",
            Self::PrestaShop => "PrestaShop",
            Self::Odoo => "Odoo",
            Self::Digikala => "Digikala",
            Self::Basalam => "Basalam",
            Self::Wix => "Wix",
            Self::BigCommerce => "BigCommerce",
            Self::Square => "Square",
            Self::Magento => "Magento",
        }
    }

    /// The export with these headings above these rows, and what its columns are used for.
    pub fn find(headings: &[String], rows: &[Vec<String>]) -> Option<(Self, Vec<Option<ColumnUse>>)> {
        let places = Places::of(headings);
        let is_known = |layout: &&Layout| {
            layout.known_by.iter().all(|any| any.iter().any(|name| places.get(name).is_some()))
        };
        let has_variations = || LAYOUTS.iter().find(|layout| layout.has_variations(&places, rows));
        let layout = LAYOUTS.iter().find(is_known).or_else(has_variations)?;
        let mut uses = vec![None; headings.len()];
        for (field, names) in layout.uses {
            if let Some(place) =
                names.iter().find_map(|name| places.get(name).filter(|place| uses[*place].is_none()))
            {
                uses[place] = Some(ColumnUse::Field(*field));
            }
        }
        Some((layout.export, uses))
    }

    /// What the numbers of a column are multiplied by: some systems weigh in kilograms without a word.
    pub fn factor(self, field: Field) -> i64 {
        if self == Self::Odoo && field == Field::Weight { 1000 } else { 1 }
    }

    /// Whether the unit of its weights is known.
    pub const fn says_weight_unit(self) -> bool {
        !matches!(self, Self::Wix | Self::Magento)
    }

    /// Whether its texts have `\n` for a new line.
    pub const fn escapes_lines(self) -> bool {
        matches!(self, Self::WooCommerce)
    }
}

/// The columns by their headings, with and without a unit.
pub struct Places(HashMap<String, usize>);

impl Places {
    pub fn of(headings: &[String]) -> Self {
        let mut places = HashMap::new();
        for (place, heading) in headings.iter().enumerate() {
            places.entry(normalized(heading)).or_insert(place);
        }
        for (place, heading) in headings.iter().enumerate() {
            places.entry(base(heading)).or_insert(place);
        }
        Self(places)
    }

    fn get(&self, name: &str) -> Option<usize> {
        self.0.get(&normalized(name)).copied()
    }

    /// The cell below the first of these headings that there is.
    pub fn cell<'a>(&self, row: &'a [String], names: &[&str]) -> &'a str {
        let place = names.iter().find_map(|name| self.get(name));
        place.and_then(|place| row.get(place)).map_or("", |cell| cell.trim())
    }
}
