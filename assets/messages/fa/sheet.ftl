### واژه‌نامه: product محصول · photo عکس · row ردیف · column ستون · heading عنوان ستون · sheet فایل اکسل یا CSV · shop غرفه.
### Spreadsheets: what became of one in an import, its columns, and files made for it.

sheet-row = ردیف { $row }: { $name }
sheet-encoding-assumed = نوع کدگذاری متن در فایل نیامده است؛ با فرض عربی ویندوز (Windows-1256) خوانده شد. اگر نام‌ها درست نیستند، فایل را با فرمت «CSV UTF-8» یا به‌صورت فایل اکسل ذخیره کنید.

## In the review

sheet-title = { $name }: { $rows } ردیف · { $used } ستون استفاده شد{ $unused ->
    [0] {""}
   *[other] {" "}· { $unused } ستون استفاده نشد
}
sheet-change = تغییر ستون‌ها…
sheet-from-folder = در پوشهٔ شما بود.
sheet-do-not-use = کنار گذاشتن فایل
sheet-rows-without-photos = { $count } ردیف بدون عکس
sheet-products-without-row = { $count } محصول بدون ردیف
sheet-show-in-table = نمایش فقط این‌ها در جدول
sheet-found = { $count ->
    [one] یک فایل اکسل یا CSV در پوشه هست: { $name }
   *[other] { $count } فایل اکسل یا CSV در پوشه هست
}
sheet-use = استفاده از { $name }
sheet-conflicts = { $count } خانه در { $second } مقداری متفاوت با { $first } دارد.
sheet-conflicts-title = مقدارهای کدام فایل اکسل استفاده شود؟
sheet-conflict = { $name } · { $field }: { $first } · { $second }
sheet-prefer = استفاده از مقدارهای { $name }
sheet-preferred = { $count } خانه متفاوت است: مقدارهای { $name } استفاده می‌شود.
sheet-earlier-choice = ستون‌ها همان‌طور استفاده می‌شوند که قبلاً برای این عنوان‌ها انتخاب کرده‌اید.
sheet-forget-choice = حذف انتخاب قبلی
sheet-unit-title = قیمت‌ها به چه واحدی است؟
sheet-unit-question = طبق فایل، قیمت‌ها به { $sheet } است، اما قیمت‌های { -marketplace } شما به { $shop } است.
sheet-unit-example = در صورت تبدیل، { $from } می‌شود { $to }.
sheet-unit-convert = به { $sheet } است؛ تبدیل به { $shop }
sheet-unit-keep = به { $shop } است؛ تبدیل نشود
sheet-unit-are = به { $unit } است
sheet-unit-unsaid = در فایل ننوشته که قیمت‌ها به چه واحدی است.

## How it was understood

sheet-export = به نظر می‌رسد این فایل خروجی { $shop } است.
sheet-export-digikala = Digikala
sheet-export-basalam = باسلام
sheet-unit-place = { $place ->
    [heading] در عنوان ستون
    [cells] در خانه‌ها
    [column] در ستونی جدا
    [other-column] در عنوان ستونی دیگر
    [instructions] در راهنمای آن
    [title] بالای عنوان‌ها
    [worksheet] در نام برگه
    [file] در نام فایل
   *[note] در یک یادداشت
}
sheet-unit-said = قیمت‌ها به { $unit } است؛ { $places } نوشته شده.
sheet-unit-chosen = قیمت‌ها به { $unit } است، همان‌طور که گفتید.
sheet-unit-chosen-earlier = قیمت‌ها به { $unit } است، همان‌طور که برای فهرست قبلی با همین عنوان‌ها گفتید.
sheet-unit-differs = { $places } «{ $unit }» نوشته شده، اما { $others } «{ $other }».
sheet-unit-thousands = { $place } نوشته شده که قیمت‌ها سه صفر کم دارند، ولی نه این‌که به تومان است یا ریال.
sheet-which-prices = قیمت‌ها در کدام ستون است؟ { $columns }
sheet-which-stock = موجودی در کدام ستون است؟ { $columns }
sheet-price-or-total = این قیمتِ یک عدد است یا قیمتِ همهٔ تعدادِ ردیف؟ { $column }
sheet-price-of-one = قیمت یک عدد
sheet-price-of-all = قیمت همهٔ تعداد
sheet-no-headings = این فایل عنوان ستون ندارد. آیا ستون‌ها این‌ها هستند؟ { $columns }
sheet-use-columns = بله، همین‌ها
sheet-columns-question = از کدام ستون‌ها استفاده شود؟
sheet-tables = { $count } جدول کنار هم هست و همه خوانده شد.
sheet-same-prices = ستون «{ $column }» همین قیمت‌ها را با واحد دیگر دارد.
sheet-prices-differ = قیمت‌های ستون «{ $column }» با واحد دیگر، فرق دارد ({ $count })؛ ردیف‌ها: { $rows }
sheet-unused = ستون‌هایی که استفاده نمی‌شود: { $columns }
sheet-no-prices = هیچ قیمتی تغییر نمی‌کند: «{ $column }» به‌عنوان قیمت شما خوانده نمی‌شود. اگر قیمت شماست، نام ستون را «{ column-price }» بگذارید.
sheet-unpublished = محصولاتی که در فروشگاه مبدأ منتشر نشده‌اند هم ثبت می‌شوند ({ $count })؛ ردیف‌ها: { $rows }
sheet-unknown-units = واحدهایی که { -marketplace } ندارد فرستاده نمی‌شود ({ $count })؛ عدد، کیلوگرم، گرم، متر، لیتر، بسته، جفت و مانند این‌ها را دارد. ردیف‌ها: { $rows }
sheet-photos-by = عکس‌ها از روی این ستون پیدا می‌شوند: { $columns }
sheet-left-out = { $kind ->
    [title] محصول نیستند، عنوان گروه‌اند
    [total] محصول نیستند، جمع‌اند
    [note] محصول نیستند، یادداشت‌اند
    [headings] محصول نیستند، عنوان ستون‌اند
    [hidden] ردیف‌های پنهان که کنار گذاشته شد
    [struck_out] ردیف‌هایی که نامشان خط خورده و کنار گذاشته شد
    [parent] کنار گذاشته شد، چون تنوع‌های آن خودشان محصول‌اند
    [variant] تنوع‌های دیگر که کنار گذاشته شد
    [joined] تنوع‌های محصولی در بالا
    [repeated] همان محصول یا تنوع با همان مقدارها که دوباره آمده و کنار گذاشته شد
    [other_table] ردیف‌های جدول دیگری در زیر که ستون‌هایش فرق دارد؛ آن را در برگهٔ جداگانه بگذارید
    [without_key] ردیف‌هایی که شناسهٔ محصول یا کد (SKU) ندارند و چیزی را تغییر نمی‌دهند
    [archived] ردیف‌های برگه‌ای از کالاهایی که دیگر فروخته نمی‌شوند، یا نمونه‌ها، که کنار گذاشته شدند
   *[continued] ردیف‌هایی که ادامهٔ محصول بالا هستند
} ({ $count }): { $names }
sheet-keep-rows = { $kind ->
    [title] عنوان‌ها هم محصول‌اند
    [total] جمع‌ها هم محصول‌اند
    [note] یادداشت‌ها هم محصول‌اند
    [hidden] استفاده از ردیف‌های پنهان
    [struck_out] استفاده از ردیف‌های خط‌خورده
    [repeated] استفاده از ردیف‌های تکراری
    [parent] استفاده از محصول اصلی
    [variant] هر تنوع یک محصول شود
    [joined] هر تنوع یک محصول شود
    [archived] استفاده از این برگه
   *[other] استفاده از این ردیف‌ها
}
sheet-leave-out-rows = کنار گذاشتن دوباره
sheet-photos-title = این عددها نام عکس هستند؟
sheet-unclear-weight = در فایل نیامده که وزن‌ها، مثل { $weight }، به گرم است یا به کیلوگرم. کدام است؟
sheet-weight-grams = به گرم
sheet-weight-kilograms = به کیلوگرم
sheet-unclear-number = «{ $number }» را به دو شکل می‌توان خواند. نقطه یا ویرگول آن جداکنندهٔ هزارگان است یا ممیز؟
sheet-point-thousands = جداکنندهٔ هزارگان است
sheet-point-decimal = ممیز است
sheet-points-thousands = طبق انتخاب شما، نقطه یا ویرگول پیش از سه رقم، هر جا که روشن نبود، جداکنندهٔ هزارگان است.
sheet-points-decimal = طبق انتخاب شما، نقطه یا ویرگول پیش از سه رقم، هر جا که روشن نبود، ممیز است.
sheet-may-name-photos = عددهای ستون «{ $column }» نام عکس هم هستند، مثلاً { $example }. آیا مشخص می‌کنند که کدام عکس‌ها برای هر ردیف است؟
sheet-names-photos = بله، نام عکس‌ها هستند
sheet-names-no-photos = نه، چیز دیگری هستند
sheet-crossed-names = { $names } هم نام یک ردیف است و هم کد ردیفی دیگر؛ برای همین عکس‌های هم‌نام آن به هیچ‌کدام داده نشد. ستونی اضافه کنید که نام عکس‌ها را بگوید.
sheet-unclear-photos = نامی که این ردیف‌ها نوشته‌اند نام چند عکس یا پوشه است و معلوم نیست منظور کدام است؛ برای همین هیچ‌کدام برداشته نشد ({ $count }): { $texts }. نام پوشه را پیش از نام عکس بنویسید، مثلاً red/1.jpg.
sheet-repeated-rows = { $count ->
    [one] { $text } (ردیف { $rows })
   *[other] { $text } (ردیف‌های { $rows })
}
sheet-repeated = { $what ->
    [code] چند ردیف کد یکسان دارند و هرکدام محصولی جدا می‌شود ({ $count }): { $texts }
   *[name] چند ردیف نام یکسان دارند و کد ندارند و هرکدام محصولی جدا می‌شود ({ $count }): { $texts }
}
sheet-alone = سایز، رنگ و مانند آن در این ردیف‌ها ارسال نمی‌شود، چون محصولشان تنوع ندارد ({ $count }): { $rows }
sheet-contradicting = سایز و رنگ این ردیف‌ها یکسان است ولی مقدارهایشان فرق دارد؛ برای همین محصولشان تنوع ندارد ({ $count }): { $rows }
sheet-sizes-variants = ستون‌های { $columns } موجودی هر { $property ->
    [color] رنگ
   *[size] سایز
} هستند و هرکدام یک تنوع است.
sheet-sizes-sum = ستون‌های { $columns } موجودی هر { $property ->
    [color] رنگ
   *[size] سایز
} هستند. موجودی محصول، جمع آن‌هاست.
sheet-sizes-prices = ستون‌های { $columns } قیمت هر { $property ->
    [color] رنگ
   *[size] سایز
} هستند و هرکدام یک تنوع است.
sheet-without-price = تنوع‌های بدون قیمت، در حالی که تنوع‌های دیگر همان محصول قیمت دارند ({ $count }): { $rows }
sheet-other-of-variants = وزن، توضیحات و دستهٔ یک محصول برای همهٔ تنوع‌هایش یکی است. آنچه این ردیف‌ها دربارهٔ آن می‌گویند به کار نمی‌رود ({ $count }): { $rows }
sheet-several-codes = خانه‌هایی با چند کد، که کنار گذاشته شدند ({ $count }): { $rows }
sheet-other-prices = قیمت‌هایی که خودشان واحد ندارند به کار نمی‌روند، چون نوشته شده: «{ $text }». این واحدی است که ویترین تبدیل نمی‌کند، یا قیمت چند عدد با هم.
sheet-said-of-prices = در فهرست شما نوشته شده: «{ $text }». برای آن چیزی تغییر نکرده است و خانه‌ها همان‌طور که هستند به کار می‌روند.
sheet-photos-set-aside = عکسِ ردیف‌هایی که کنار گذاشته شدند و در هیچ محصولی نیست: { $count }
sheet-other-totals = در این ردیف‌ها جمعی که در فایل نوشته شده با جمع این ستون‌ها فرق دارد ({ $count }): { $rows }
sheet-stray-quotes = ردیف‌هایی با علامت نقل‌قول اضافی که شاید ناقص باشند ({ $count }): { $rows }
sheet-restored = متن این ردیف‌ها را برنامهٔ دیگری خراب کرده بود (کدگذاری نادرست). متن بازیابی شد ({ $count }): { $rows }
sheet-garbled = متن این ردیف‌ها ناخواناست و حروف آن از بین رفته. آن را درست کنید، یا فایل اصلی را با فرمت «CSV UTF-8» ذخیره کنید ({ $count }): { $rows }
sheet-cleaned = { $count } خانه نویسهٔ نامرئی داشت که حذف شد.
sheet-encoding-western = نوع کدگذاری متن در فایل نیامده است؛ با فرض غربی ویندوز (Windows-1252) خوانده شد. اگر نام‌ها درست نیستند، فایل را با فرمت «CSV UTF-8» یا به‌صورت فایل اکسل ذخیره کنید.
sheet-column-example = { $field }: { $example }
sheet-column-separator = {" · "}

## The columns, in a dialog

sheet-columns-title = ستون‌های { $name }
sheet-columns-help = مشخص کنید هر ستون برای چیست. ویترین آن را برای فایل‌هایی با همین عنوان‌ها به خاطر می‌سپارد.
sheet-columns-apply = اعمال
sheet-price-unit-remedy = واحد عددهای فایل را انتخاب کنید. اگر لازم باشد تبدیل می‌شوند.
sheet-price-unit = واحد قیمت‌ها در این فایل
sheet-no-heading = (بدون عنوان)
sheet-not-used = استفاده نشود
sheet-property = سایز، رنگ و مانند آن (تنوع)
sheet-photo-name = نام پوشه یا فایل عکس
sheet-earlier-import = از افزودن گروهی قبلی
sheet-worksheet = { $file }، برگهٔ «{ $worksheet }»
sheet-unread = برگه‌های خوانده‌نشده: { $names }. این‌ها پنهان‌اند، فهرست سفارش‌اند، عنوان ستون‌های محصول ندارند یا کنار گذاشته شده‌اند.
sheet-unread-of-changes = برگه‌هایی که چیزی را تغییر نمی‌دهند، چون پنهان‌اند، فهرست سفارش‌اند یا شناسهٔ محصول یا کد (SKU) همراه با مقدار ندارند: { $names }
sheet-pictures-taken = { $count } عکس از داخل فایل برداشته شد و عکس محصول همان ردیف است.
sheet-pictures-left = عکس‌هایی که برداشته نشدند: { $reasons }.
sheet-pictures-beside = { $count } عکس در ردیف هیچ محصولی نیست (مثل لوگو)
sheet-pictures-spare = { $count } عکس برای محصولی است که خودش عکس دارد
sheet-pictures-unusable = { $count } مورد عکس خوانا نیست یا خیلی کوچک است
sheet-pictures-linked = { $count } عکس داخل فایل نیست و فقط پیوند آن هست
sheet-pictures-grouped = { $count } عکس گروه شده‌اند (در فایل اکسل از گروه درآورید)
sheet-pictures-repeated = { $count } عکس در بیشتر ردیف‌ها یکسان است (مثل لوگو)
sheet-pictures-unread = { $count } عکس در فایل اکسل قدیمی است (با فرمت xlsx ذخیره و آن را اضافه کنید)
sheet-pictures-too-many = { $count } عکس بیش از حد مجاز یک فایل است
sheet-leave-out = این برگه خوانده نشود
sheet-read-all = همهٔ برگه‌ها خوانده شوند
sheet-template = ذخیرهٔ فایل نمونه…
sheet-template-name = فهرست محصولات

## After the import

sheet-save-results = ذخیرهٔ نتایج در کپی فایل
sheet-results-product = نتیجهٔ
sheet-results-repeated = کنار گذاشته شد: تکراری
sheet-results-name = { $name } – نتایج

## The row that shows how to fill in the template

sheet-example-name = نمونه: گلیم دستباف (این ردیف را عوض کنید)
sheet-example-brief = گلیم قرمز از پشم طبیعی
sheet-example-description = پشم، ۶۰ × ۹۰ سانتی‌متر. با آب سرد شسته شود.

## In the terminal

cli-sheet-template-saved = فایل نمونه در { $path } ذخیره شد

cli-sheet = فایل «{ $path }»: { $rows } ردیف، ستون‌های استفاده‌شده: { $used }، استفاده‌نشده: { $unused }
cli-sheet-conflicts = تفاوت برگه‌ها ({ $count }): { $names }
cli-sheet-without-photos = ردیف‌های بدون عکس ({ $count }): { $names }
cli-sheet-without-row = محصولات عکس‌دار بدون ردیف ({ $count }): { $names }
cli-sheet-found = «{ $path }» استفاده نشد. برای استفاده از آن --sheet را اضافه کنید.
