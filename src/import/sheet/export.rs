//! Exports of shop systems, known by their headings: which columns count, and what their rows are.

use std::collections::HashMap;
use std::path::PathBuf;

use super::column_use::ColumnUse;
use super::headings::{base, normalized};
use super::row_kinds::{LeftOut, RowKind};
use super::rows::SheetDraft;
use crate::domain::Field;

/// A shop system whose export a sheet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    WooCommerce,
    Shopify,
    PrestaShop,
    Odoo,
    Digikala,
    Basalam,
}

/// What an export is known by, and what its columns are used for.
struct Layout {
    export: Export,
    /// One heading of each of these is there.
    known_by: &'static [&'static [&'static str]],
    /// For each use the headings that have it, the best first. Other columns are not used.
    uses: &'static [(Field, &'static [&'static str])],
}

const LAYOUTS: [Layout; 6] = [
    Layout {
        export: Export::WooCommerce,
        known_by: &[
            &["type", "نوع"],
            &["regular price", "قیمت عادی", "قیمت اصلی"],
            &["sale price", "قیمت فروش ویژه", "قیمت فروش فوق العاده", "قیمت ویژه", "قیمت حراج"],
            &["images", "تصاویر", "تصویرها"],
        ],
        uses: &[
            (Field::Name, &["name", "نام"]),
            (Field::Sku, &["sku", "شناسه محصول", "شناسه محصول (sku)", "کد محصول"]),
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
            &["price (tax incl.)", "price tax included", "price tax excluded", "price (tax excl.)", "final price", "قیمت (با مالیات)"],
        ],
        uses: &[
            (Field::Name, &["name", "name *", "نام"]),
            (Field::Sku, &["reference", "reference #", "مرجع"]),
            (
                Field::PrimaryPrice,
                &["price (tax incl.)", "price tax included", "final price", "price (tax excl.)", "price tax excluded", "قیمت (با مالیات)"],
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
            (Field::Description, &["sales description", "description sale", "website description", "description"]),
            (Field::Weight, &["weight", "وزن"]),
            (Field::Barcode, &["barcode", "بارکد"]),
        ],
    },
    Layout {
        export: Export::Digikala,
        known_by: &[
            &["dkp", "dkpc", "کد dkp", "کد dkpc", "کد تنوع", "شناسه تنوع", "کد تنوع (dkpc)", "کد کالا (dkp)", "کد محصول (dkp)"],
            &["قیمت فروش", "قیمت", "قیمت فروش شما"],
        ],
        uses: &[
            (Field::Name, &["عنوان تنوع", "عنوان", "عنوان کالا", "نام کالا", "عنوان محصول", "نام محصول"]),
            (Field::Sku, &["کد فروشنده", "کد کالای فروشنده", "شناسه فروشنده", "کد تنوع (dkpc)", "dkpc", "کد dkpc", "کد تنوع", "شناسه تنوع"]),
            (Field::PrimaryPrice, &["قیمت فروش", "قیمت فروش شما", "قیمت"]),
            (Field::Stock, &["موجودی فروشنده", "موجودی نزد فروشنده", "موجودی انبار فروشنده", "موجودی شما", "موجودی قابل فروش", "موجودی"]),
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
];

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
        }
    }

    /// The export with these headings, and what its columns are used for.
    pub fn find(headings: &[String]) -> Option<(Self, Vec<Option<ColumnUse>>)> {
        let places = Places::of(headings);
        let layout = LAYOUTS.iter().find(|layout| layout.known_by.iter().all(|any| any.iter().any(|name| places.get(name).is_some())))?;
        let mut uses = vec![None; headings.len()];
        for (field, names) in layout.uses {
            if let Some(place) = names.iter().find_map(|name| places.get(name).filter(|place| uses[*place].is_none())) {
                uses[place] = Some(ColumnUse::Field(*field));
            }
        }
        Some((layout.export, uses))
    }

    /// What the numbers of a column are multiplied by: some systems weigh in kilograms without a word.
    pub fn factor(self, field: Field) -> i64 {
        if self == Self::Odoo && field == Field::Weight { 1000 } else { 1 }
    }

    /// Whether its texts have `\n` for a new line.
    pub const fn escapes_lines(self) -> bool {
        matches!(self, Self::WooCommerce)
    }

    /// Puts together what the export has in several rows, and takes out the rows that are no products. `kept` are the kinds that a person
    /// wants as products all the same.
    pub fn settle(self, rows: Vec<(SheetDraft, &[String])>, headings: &[String], kept: &[RowKind]) -> (Vec<SheetDraft>, Vec<LeftOut>) {
        let places = Places::of(headings);
        match self {
            Self::WooCommerce => settle_variations(rows, &places, kept),
            Self::Shopify => settle_handles(rows, &places, kept),
            Self::Odoo | Self::PrestaShop => settle_continued(rows),
            Self::Digikala | Self::Basalam => (rows.into_iter().map(|(draft, _)| draft).collect(), Vec::new()),
        }
    }
}

/// The columns by their headings, with and without a unit.
struct Places(HashMap<String, usize>);

impl Places {
    fn of(headings: &[String]) -> Self {
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

    fn cell<'a>(&self, row: &'a [String], names: &[&str]) -> &'a str {
        let place = names.iter().find_map(|name| self.get(name));
        place.and_then(|place| row.get(place)).map_or("", |cell| cell.trim())
    }
}

/// WooCommerce: a variation is a product of its own and has from its parent what it lacks; the parent is none beside its variations.
fn settle_variations(rows: Vec<(SheetDraft, &[String])>, places: &Places, kept: &[RowKind]) -> (Vec<SheetDraft>, Vec<LeftOut>) {
    let kind = |row: &[String]| places.cell(row, &["type", "نوع"]).to_lowercase();
    let parent_of = |row: &[String]| places.cell(row, &["parent", "والد"]).to_owned();
    let names = |draft: &SheetDraft, row: &[String]| {
        let id = places.cell(row, &["id", "شناسه"]);
        [draft.draft.sku.clone().unwrap_or_default(), format!("id:{id}"), id.to_owned()]
    };
    let mut parents: HashMap<String, usize> = HashMap::new();
    for (index, (draft, row)) in rows.iter().enumerate().filter(|(_, (_, row))| kind(row).contains("variable")) {
        parents.extend(names(draft, row).into_iter().filter(|name| !name.is_empty()).map(|name| (name, index)));
    }
    let parent = |row: &[String]| kind(row).contains("variation").then(|| parents.get(&parent_of(row)).copied()).flatten();
    let mut has_variations = vec![false; rows.len()];
    rows.iter().filter_map(|(_, row)| parent(row)).for_each(|index| has_variations[index] = true);
    let (mut drafts, mut left_out) = (Vec::with_capacity(rows.len()), Vec::new());
    for (index, (draft, row)) in rows.iter().enumerate() {
        let mut draft = draft.clone();
        if let Some(from) = parent(row).map(|index| &rows[index].0) {
            inherit(&mut draft, from);
        }
        if draft.draft.stock.is_none() && places.cell(row, &["in stock?", "در انبار؟"]) == "0" {
            draft.draft.stock = Some(0);
        }
        if has_variations[index] && draft.draft.primary_price.is_none() && !kept.contains(&RowKind::Parent) {
            left_out.push(LeftOut { row: draft.row, kind: RowKind::Parent, text: draft.draft.name });
        } else {
            drafts.push(draft);
        }
    }
    (drafts, left_out)
}

/// Shopify: the rows of one handle are one product, with a row for each further photo and variant.
fn settle_handles(rows: Vec<(SheetDraft, &[String])>, places: &Places, kept: &[RowKind]) -> (Vec<SheetDraft>, Vec<LeftOut>) {
    let options = |row: &[String]| {
        let values = ["option1 value", "option2 value", "option3 value"].map(|name| places.cell(row, &[name]).to_owned());
        values.into_iter().filter(|value| !value.is_empty()).collect::<Vec<_>>().join(" / ")
    };
    let mut first: HashMap<String, usize> = HashMap::new();
    let (mut drafts, mut left_out): (Vec<SheetDraft>, Vec<LeftOut>) = (Vec::new(), Vec::new());
    for (mut draft, row) in rows {
        let handle = places.cell(row, &["handle", "url handle"]).to_owned();
        let Some(product) = first.get(&handle).copied().filter(|_| !handle.is_empty()) else {
            first.insert(handle, drafts.len());
            drafts.push(draft);
            continue;
        };
        let more: Vec<PathBuf> = std::mem::take(&mut draft.photos);
        let known = &mut drafts[product].photos;
        let fresh: Vec<PathBuf> = more.into_iter().filter(|photo| !known.contains(photo)).collect();
        known.extend(fresh);
        let is_variant = draft.draft.primary_price.is_some() || draft.draft.sku.is_some();
        if !is_variant {
            continue;
        }
        inherit(&mut draft, &drafts[product]);
        draft.draft.name = format!("{} – {}", drafts[product].draft.name, options(row));
        if kept.contains(&RowKind::Variant) {
            drafts.push(draft);
        } else {
            left_out.push(LeftOut { row: draft.row, kind: RowKind::Variant, text: draft.draft.name });
        }
    }
    (drafts, left_out)
}

/// Odoo writes further values of a list into rows of their own, without a name.
fn settle_continued(rows: Vec<(SheetDraft, &[String])>) -> (Vec<SheetDraft>, Vec<LeftOut>) {
    let (mut drafts, mut left_out): (Vec<SheetDraft>, Vec<LeftOut>) = (Vec::new(), Vec::new());
    for (mut draft, row) in rows {
        let is_continued = draft.draft.name.is_empty() && draft.draft.primary_price.is_none() && draft.draft.sku.is_none();
        match drafts.last_mut().filter(|_| is_continued) {
            Some(product) => {
                product.photos.append(&mut draft.photos);
                let text = row.iter().find(|cell| !cell.trim().is_empty()).cloned().unwrap_or_default();
                left_out.push(LeftOut { row: draft.row, kind: RowKind::Continued, text });
            }
            None => drafts.push(draft),
        }
    }
    (drafts, left_out)
}

/// Fills what a variant lacks from its product.
fn inherit(draft: &mut SheetDraft, from: &SheetDraft) {
    let own = draft.draft.clone();
    // These are each variant's own.
    let common = crate::domain::Draft { primary_price: None, stock: None, sku: None, barcode: None, ..from.draft.clone() };
    draft.draft = own;
    draft.draft.fill(&common);
    if draft.photos.is_empty() {
        draft.photos.clone_from(&from.photos);
    }
}
