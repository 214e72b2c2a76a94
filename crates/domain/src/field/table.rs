//! Every field of a product: one entry says all that the program knows of it.
//!
//! A new field is an entry here, a value in [`Draft`](crate::Draft), and its words in the message files.

use super::{Change, FieldKind, FieldSpec, FieldUnit, FormPart};

/// Makes the enum of the fields, their list, and their descriptions from the entries.
macro_rules! fields {
    ($($(#[$doc:meta])* $field:ident => $spec:expr,)*) => {
        /// A field of a product creation: of contract 2.4, or one that only some marketplaces have. A product
        /// has the latter only where the marketplace file names them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Field {
            $($(#[$doc])* $field,)*
            /// The discount that runs for a product of the shop. No creation has it, and no sheet.
            Discount,
        }

        impl Field {
            /// Every field of a creation: those of the contract, then those that only some marketplaces have.
            pub const ALL: [Self; [$(stringify!($field)),*].len()] = [$(Self::$field),*];

            /// What the program knows of the field.
            pub const fn spec(self) -> &'static FieldSpec {
                match self {
                    $(Self::$field => const { &$spec },)*
                    Self::Discount => const { &FieldSpec::new("discount", "field-discount") },
                }
            }
        }
    };
}

fields! {
    Name => FieldSpec {
        kind: FieldKind::Line,
        is_of_contract: true,
        headings: &[
            "title", "product", "item", "نام", "عنوان",
            "محصول", "کالا", "شرح کالا", "نام کالا یا خدمت", "نام کالا یا خدمات", "شرح کالا یا خدمت",
            "شرح کالا یا خدمات", "post title", "کد و شرح کالا", "کد و نام کالا", "کد و نام", "کد نام کالا",
            "code and name", "code & name", "code and description", "code & description", "کد نام",
            "item code and name", "product/service name", "product/service", "itemname", "particulars",
            "ürün adı", "ürün adi", "urun adi", "ürün", "ürün ismi", "stok adı", "stok adi", "malzeme adı",
            "اسم المنتج", "المنتج", "اسم الصنف", "الصنف", "اسم المادة",
        ],
        form: FormPart::Basics(1),
        column: Some(1),
        offered: Some(8),
        change: Change::Many,
        ..FieldSpec::new("name", "field-name")
    },
    /// The cover photo.
    Photo => FieldSpec {
        kind: FieldKind::Photos,
        is_of_contract: true,
        headings: &[
            "cover", "cover photo", "main photo", "main image", "featured image", "عکس اصلی", "تصویر اصلی",
            "عکس کاور",
            "تصویر شاخص", "image link", "main image url", "primary image", "base image",
        ],
        ..FieldSpec::new("photo", "field-photo")
    },
    /// The photos after the cover.
    Photos => FieldSpec {
        kind: FieldKind::Photos,
        is_of_contract: true,
        headings: &[
            "image", "images", "picture", "pictures", "file", "files", "file name", "filename", "photo file",
            "photo files",
            "image src", "image file", "gallery", "image links", "additional image link", "additional image links",
            "image url", "image urls", "additional images", "photo url", "photo urls", "عکس", "عکس ها",
            "تصاویر", "تصویر",
            "گالری", "گالری تصاویر", "نام فایل", "نام عکس", "فایل عکس", "resim", "resimler", "görsel", "görseller",
            "fotoğraf", "fotoğraflar", "الصورة", "صورة", "الصور", "صور", "صورة المنتج",
        ],
        change: Change::One,
        ..FieldSpec::new("photos", "field-photos")
    },
    Brief => FieldSpec {
        kind: FieldKind::Paragraph,
        is_of_contract: true,
        headings: &[
            "summary", "short description", "excerpt", "post excerpt", "خلاصه", "توضیح کوتاه", "توضیحات کوتاه",
            "معرفی کوتاه", "توضیح مختصر",
        ],
        form: FormPart::Texts(1),
        column: Some(15),
        offered: Some(11),
        has_default: true,
        change: Change::Sheet,
        is_clearable: true,
        ..FieldSpec::new("brief", "field-brief")
    },
    Description => FieldSpec {
        kind: FieldKind::Paragraph,
        is_of_contract: true,
        headings: &[
            "details", "post content", "full description", "long description", "body html", "body (html)", "توضیحات",
            "توضیح", "شرح", "توضیحات کامل", "توضیح کامل", "sales description", "açıklama", "açiklama", "aciklama",
            "ürün açıklaması", "الوصف", "وصف", "وصف المنتج", "التفاصيل",
        ],
        form: FormPart::Texts(2),
        column: Some(16),
        offered: Some(12),
        has_default: true,
        change: Change::Sheet,
        is_clearable: true,
        ..FieldSpec::new("description", "field-description")
    },
    PreparationDays => FieldSpec {
        kind: FieldKind::Integer,
        unit: Some(FieldUnit::Days),
        is_of_contract: true,
        headings: &[
            "days", "preparation", "days to prepare", "preparation time", "handling time", "handling days", "lead time",
            "processing time",
            "روز آماده سازی", "زمان آماده سازی", "مدت آماده سازی", "آماده سازی",
        ],
        form: FormPart::Shipping(3),
        column: Some(8),
        offered: Some(3),
        has_default: true,
        change: Change::Many,
        ..FieldSpec::new("preparation_days", "field-preparation-days")
    },
    Weight => FieldSpec {
        kind: FieldKind::Integer,
        unit: Some(FieldUnit::Grams),
        has_decimals: true,
        is_of_contract: true,
        headings: &["net weight", "variant grams", "وزن", "وزن خالص", "ağırlık", "agirlik", "الوزن"],
        form: FormPart::Shipping(1),
        column: Some(9),
        offered: Some(4),
        has_default: true,
        change: Change::One,
        ..FieldSpec::new("weight", "field-weight")
    },
    PackageWeight => FieldSpec {
        kind: FieldKind::Integer,
        unit: Some(FieldUnit::Grams),
        is_of_contract: true,
        headings: &[
            "gross weight", "weight with packing", "weight with packaging", "packaged weight", "package weight",
            "packed weight",
            "shipping weight", "وزن با بسته بندی", "وزن بسته", "وزن بسته بندی", "وزن ناخالص",
            "وزن محصول با بسته بندی",
            "وزن مرسوله",
        ],
        form: FormPart::Shipping(2),
        column: Some(10),
        offered: Some(5),
        has_default: true,
        change: Change::One,
        ..FieldSpec::new("package_weight", "field-package-weight")
    },
    PrimaryPrice => FieldSpec {
        kind: FieldKind::Integer,
        unit: Some(FieldUnit::Price),
        is_of_contract: true,
        headings: &[
            "price", "regular price", "unit price", "sale price", "selling price", "variant price", "قیمت",
            "بها", "مبلغ", "قیمت فروش", "قیمت اصلی", "قیمت عادی", "قیمت واحد", "قیمت مصرف کننده",
            "فی", "فی فروش", "نرخ فروش", "بهای فروش", "بهای واحد", "مبلغ واحد", "current price", "your price",
            "standard price", "start price", "startprice", "selling price per unit", "price per unit",
            "price each", "sales price", "sales price / rate", "salesunitprice", "default price",
            "selling rate", "standard selling rate",
            "fiyat", "fiyatı", "satış fiyatı", "satiş fiyati", "satis fiyati", "birim fiyat", "birim fiyatı",
            "السعر", "سعر", "سعر البيع", "سعر الوحدة", "سعر المنتج", "الثمن",
        ],
        form: FormPart::Basics(2),
        column: Some(4),
        offered: Some(1),
        has_default: true,
        change: Change::Many,
        ..FieldSpec::new("primary_price", "field-primary-price")
    },
    Stock => FieldSpec {
        kind: FieldKind::Integer,
        is_of_contract: true,
        headings: &[
            "inventory", "quantity", "count", "qty", "stock quantity", "in stock quantity", "variant inventory qty",
            "inventory quantity", "on hand", "موجودی", "تعداد", "موجودی انبار", "تعداد موجودی", "مانده",
            "مانده موجودی", "تعداد موجود", "quantity to sell on facebook", "موجودی فعلی", "موجودی قابل فروش",
            "current stock", "stock on hand", "available quantity", "stock level",
            "quantity on hand", "qty on hand", "quantity in stock", "مانده مقداری", "مانده تعدادی",
            "موجودی مقداری", "موجودی تعدادی",
            "stok", "stok miktarı", "stok miktari", "stok adedi", "adet", "miktar",
            "الكمية", "كمية", "المخزون", "الكمية المتاحة", "الكمية المتوفرة", "الرصيد",
        ],
        form: FormPart::Basics(3),
        column: Some(5),
        offered: Some(2),
        has_default: true,
        change: Change::Many,
        ..FieldSpec::new("stock", "field-stock")
    },
    Sku => FieldSpec {
        kind: FieldKind::Line,
        is_of_contract: true,
        headings: &[
            "code", "your code", "your code (sku)", "variant sku", "seller sku", "custom label",
            "custom label (sku)", "customlabel", "کد",
            "کد شما (sku)", "کد محصول (sku)", "شناسه کالا", "شناسه محصول (sku)",
            "کد کالا یا خدمت", "item number", "article number", "part number", "mpn", "itemcode", "item code",
            "ürün kodu", "urun kodu", "stok kodu", "رمز المنتج", "كود المنتج", "رمز الصنف", "كود الصنف", "رقم الصنف",
        ],
        form: FormPart::Texts(3),
        column: Some(7),
        offered: Some(9),
        change: Change::One,
        ..FieldSpec::new("sku", "field-sku")
    },
    IsWholesale => FieldSpec {
        kind: FieldKind::Flag,
        is_of_contract: true,
        headings: &["wholesale", "عمده", "فروش عمده", "عمده فروشی"],
        column: Some(14),
        offered: Some(10),
        change: Change::One,
        ..FieldSpec::new("is_wholesale", "field-is-wholesale")
    },
    /// The category, by its id.
    CategoryId => FieldSpec {
        kind: FieldKind::Choice,
        headings: &[
            "category", "categories", "دسته", "دسته بندی",
            "گروه کالا", "kategori", "الفئة", "التصنيف",
        ],
        column: Some(2),
        offered: Some(6),
        has_default: true,
        ..FieldSpec::new("category_id", "field-category")
    },
    /// Whether it is published or hidden, by the id of that status.
    Status => FieldSpec {
        kind: FieldKind::Choice,
        headings: &["product status", "وضعیت", "وضعیت محصول"],
        column: Some(6),
        offered: Some(7),
        has_default: true,
        change: Change::Many,
        ..FieldSpec::new("status", "field-status")
    },
    /// Values of the attributes of its category.
    ProductAttribute => FieldSpec {
        kind: FieldKind::List,
        headings: &["properties", "product attributes", "ویژگی ها", "مشخصات"],
        column: Some(3),
        ..FieldSpec::new("product_attribute", "field-product-attribute")
    },
    /// The unit in which it is sold, by its id.
    UnitType => FieldSpec {
        kind: FieldKind::Choice,
        headings: &["unit", "واحد", "واحد فروش", "birim", "الوحدة"],
        form: FormPart::Unit(2),
        column: Some(13),
        ..FieldSpec::new("unit_type", "field-unit-type")
    },
    /// How many of these units one item has.
    UnitQuantity => FieldSpec {
        kind: FieldKind::Integer,
        has_decimals: true,
        headings: &["quantity per item", "unit quantity", "مقدار در هر عدد", "مقدار واحد"],
        form: FormPart::Unit(1),
        column: Some(12),
        offered: Some(13),
        ..FieldSpec::new("unit_quantity", "field-unit-quantity")
    },
    Keywords => FieldSpec {
        kind: FieldKind::List,
        headings: &["tags", "کلیدواژه ها", "کلمات کلیدی", "برچسب ها"],
        form: FormPart::Others(1),
        column: Some(17),
        offered: Some(15),
        has_default: true,
        ..FieldSpec::new("keywords", "field-keywords")
    },
    Barcode => FieldSpec {
        kind: FieldKind::Line,
        headings: &[
            "ean", "gtin", "ean13", "upc", "ean upc", "gtin ean", "variant barcode", "barcode number", "بارکد",
            "شماره بارکد", "barkod", "barkod no", "الباركود", "باركود",
        ],
        form: FormPart::Others(2),
        column: Some(18),
        ..FieldSpec::new("barcode", "field-barcode")
    },
    /// Length, width and height of the package, in centimetres.
    PackagingDimensions => FieldSpec {
        kind: FieldKind::List,
        headings: &[
            "package size", "package dimensions", "packaging dimensions", "shipping dimensions", "ابعاد بسته",
            "ابعاد بسته بندی",
            "ابعاد با بسته بندی", "ابعاد مرسوله", "اندازهٔ بسته",
        ],
        form: FormPart::Shipping(4),
        column: Some(11),
        offered: Some(14),
        ..FieldSpec::new("packaging_dimensions", "field-packaging-dimensions")
    },
    /// The variants in which it is sold, each with a price and a stock of its own.
    Variants => FieldSpec {
        kind: FieldKind::List,
        headings: &["variations", "تنوع ها", "تنوع‌ها"],
        form: FormPart::Others(4),
        column: Some(20),
        ..FieldSpec::new("variants", "field-variants")
    },
    /// Pairs of a name and a value that belong to no attribute of the category.
    Attributes => FieldSpec {
        kind: FieldKind::List,
        headings: &["other details", "جزئیات دیگر"],
        form: FormPart::Others(3),
        column: Some(19),
        offered: Some(16),
        ..FieldSpec::new("attributes", "field-attributes")
    },
}
