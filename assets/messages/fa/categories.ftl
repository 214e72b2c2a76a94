### دسته‌های بازارگاه، ویژگی‌های آن‌ها، وضعیت‌ها و واحدها.

create-section-category = دسته و ویژگی‌ها
create-section-others = اطلاعات بیشتر برای خریدار
category-choose = انتخاب دسته…
category-change = تغییر…
category-choose-title = دسته را انتخاب کنید
category-choose-for = دستهٔ { $count } محصول
category-choose-default = دستهٔ محصولاتی که دسته ندارند
category-default-help = برای محصولاتی که نه خودشان دسته دارند و نه پوشه‌شان.
category-default-none = بدون دستهٔ پیش‌فرض
category-find = جستجوی دسته
category-find-hint = بخشی از نام دسته را بنویسید
category-keys = با کلیدهای جهت‌نما و Enter انتخاب کنید. Ctrl+D دسته را به بالای فهرست سنجاق می‌کند.
category-more = برای دیدن دسته‌های دیگر، حروف بیشتری بنویسید.
category-none-found = هیچ دسته‌ای با «{ $query }» پیدا نشد.
category-pin = سنجاق کردن «{ $path }» به بالا
category-unpin = برداشتن سنجاق «{ $path }»
category-loading = در حال دریافت دسته‌ها…
category-load-again = دریافت دوباره
category-outdated = دسته‌ها به‌روز نشدند. این آخرین فهرست دریافت‌شده است.
category-attributes-loading = در حال دریافت ویژگی‌های این دسته…
category-attributes-failed = ویژگی‌های این دسته دریافت نشد: { $why }
category-attributes-skip = ثبت بدون ویژگی‌ها
category-attributes-skipped = محصولات این دسته بدون ویژگی ثبت می‌شوند و شاید { -marketplace } آن‌ها را نپذیرد.
category-choose-option = انتخاب کنید…
category-more-attributes = { $filled ->
    [0] اختیاری ({ $count })
   *[other] اختیاری ({ $count }، { $filled } پرشده)
}
category-suggested = محصول قبلی شما «{ $name }» در دستهٔ «{ $path }» است.
category-use-suggestion = استفاده از این دسته
category-suggestion-short = مانند «{ $name }»: { $title }
category-cell = دسته، { $product }: { $path }
category-cell-none = انتخاب دسته
category-cell-missing = تکمیل «{ $attribute }»
category-properties-cell = ویژگی‌ها، { $product }: { $text }
category-properties-none = بدون ویژگی
category-default-empty = بدون دسته
category-scope = استفاده برای
category-scope-products = { $count ->
    [one] فقط همین محصول
   *[other] فقط همین { $count } محصول
}
category-scope-folder = پوشهٔ «{ $folder }»، این بار و دفعه‌های بعد
category-selected = دسته…
category-properties-selected = ویژگی‌ها…
category-gap-folder = { $count } محصول در «{ $folder }» دسته ندارد
category-gap-none = { $count } محصول دسته ندارد
category-gap-attribute = { $count } محصول در دستهٔ «{ $category }» باید «{ $attribute }» داشته باشد
category-gap-unknown = ویژگی‌های دستهٔ «{ $category }» دریافت نشد ({ $count } محصول)
category-gap-fill = تکمیل…
category-gap-more = و { $count } مورد دیگر
category-details-title = ویژگی‌های { $count } محصول
category-details-apply = اعمال روی { $count } محصول
category-details-different = این محصولات در دسته‌های متفاوتی هستند؛ ویژگی‌هایشان را نمی‌توان با هم تکمیل کرد.
category-details-no-category = ابتدا دسته را انتخاب کنید. ویژگی‌های آن اینجا نمایش داده می‌شود.
category-details-none = این دسته ویژگی دیگری ندارد.

status-published = منتشرشده
status-hidden = پنهان
unit-of-category = { $unit } (معمول)
unit-none = تعیین‌نشده
unit-piece = عددی
unit-kilogram = کیلوگرم
unit-gram = گرم
unit-metre = متر
unit-centimetre = سانتی‌متر
unit-mesghal = مثقال
unit-slice = تکه
unit-litre = لیتر
unit-millilitre = میلی‌لیتر
unit-cc = سی‌سی
unit-ounce = انس
unit-suit-length = قواره
unit-bolt = طاقه
unit-dozen = جین
unit-pair = جفت
unit-pack = بسته
unit-roll-of-cloth = توپ
unit-carton = کارتن
unit-rug = تخته
unit-bottle = بطری
unit-set = دست
unit-bush = بوته
unit-stem = شاخه
unit-bar = قالب
unit-skein = کلاف
unit-tree = اصله
unit-sir = سیر
unit-inch = اینچ
unit-foot = فوت
unit-volume = جلد
unit-millimetre = میلی‌متر
unit-square-metre = مترمربع
unit-roll = رول
unit-soot = سوت
unit-carat = قیراط
