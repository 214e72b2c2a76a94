### جدول محصولات: ستون‌ها، فیلتر، انتخاب و جزئیات.

products-columns-help = انتخاب کنید جدول چه چیزهایی را و با چه ترتیبی نشان دهد. برای تغییر عرض هر ستون، لبهٔ عنوان آن را بکشید.
products-column-earlier = بالا بردن { $column }
products-column-later = پایین بردن { $column }
products-selected-sum = جمع قیمت‌ها { $prices } · جمع موجودی { $stock }
row-selected = انتخاب‌شده
row-not-selected = انتخاب‌نشده
products-copy = کپی برای اکسل
products-filter-any-status = همهٔ وضعیت‌ها
products-filter-status = { $status } ({ $count })
products-filter-out-of-stock = ناموجود ({ $count })
products-filter-wholesale = فروش عمده ({ $count })
products-filter-without-photo = بدون عکس ({ $count })
products-filter-clear = پاک کردن فیلتر
products-filter-none = هیچ محصولی با این فیلتر پیدا نشد.
products-price-from = قیمت از
products-price-to = تا
products-details = جزئیات
products-back = همهٔ محصولات
products-like = ثبت محصول مشابه
products-like-help = فرم محصول جدید خالی نیست. محتوای آن با این محصول جایگزین می‌شود.
products-like-busy = محصولی از روی فرم در حال ثبت است. تا پایان آن صبر کنید.
products-like-replace = جایگزین کردن
products-variants = تنوع‌ها
products-variant-count = { $count } تنوع
products-show-variants = نمایش تنوع‌های { $name }
products-hide-variants = پنهان کردن تنوع‌های { $name }
products-selected-variants = { $products ->
    [0] { $variants } تنوع انتخاب شده
   *[other] { $products } محصول و { $variants } تنوع انتخاب شده
}{ $hidden ->
    [0] { "" }
   *[other] ، { $hidden } مورد در فهرست دیده نمی‌شود
}
shortcut-variants = نمایش یا پنهان کردن تنوع‌ها
products-origin = ثبت‌شده از این رایانه
products-origin-at = در { $at }
products-origin-more = { $count } عکس دیگر
shortcut-select-product = انتخاب محصول
shortcut-select-range = انتخاب چند ردیف پشت سر هم
products-price-least = کمترین قیمت
products-price-greatest = بیشترین قیمت

## Changing products

edits-change = تغییر…
edits-change-selected = تغییر { $count } محصول…
edits-change-selected-variants = تغییر { $count } مورد انتخاب‌شده…
edits-open = تغییر با فایل اکسل…
edits-title = تغییر محصولات
edits-help = برای تغییر قیمت، موجودی، زمان آماده‌سازی، وضعیت یا نام، محصولات را در جدول انتخاب کنید. یا یک فایل اکسل یا CSV انتخاب کنید که ستونی از کد محصول (SKU) یا شناسهٔ محصول دارد؛ ستون‌های دیگر آن مقدارهای جدید هستند و خانهٔ خالی چیزی را تغییر نمی‌دهد. همهٔ تغییرات را پیش از ارسال می‌بینید.
edits-choose-sheet = انتخاب فایل اکسل یا CSV…
activity-title = کارهای انجام‌شده
activity-none = هنوز از این رایانه چیزی ثبت یا تغییر داده نشده است.
activity-open = باز کردن
activity-open-later = ابتدا کار فعلی افزودن گروهی را تمام کنید یا فهرست آن را کنار بگذارید.
activity-undone = { $what }؛ بعداً برگردانده شد
activity-import = { $at }: افزودن محصول، { $outcomes }
edits-run = { $at }: { $count } محصول تغییر کرد
edits-run-undo = { $at }: { $count } محصول به مقدار قبلی برگشت
edits-undo = برگرداندن…
edits-redo = انجام دوبارهٔ تغییر…
edits-show = نمایش محصولات
edits-reasons = مشاهدهٔ علت‌ها
edits-one-title = تغییر { $name }
edits-sheet-title = تغییرات { $name }
edits-undo-title = برگرداندن مقدارهای قبلی
edits-preview-title = بررسی تغییرات
edits-find = جستجو در نام‌ها
edits-replace = جایگزین با
edits-preview = بررسی تغییرات
edits-photo = عکس { $number } در غرفه
edits-photos-ordered = { $count } عکس، با ترتیب جدید
edits-photos-others = { $count } عکس، بعضی جدید
edits-photos-unknown = { -marketplace } همهٔ عکس‌های این محصول را نشان نمی‌دهد؛ برای همین اینجا نمی‌توان آن‌ها را تغییر داد.
edits-check-fields = بررسی کنید: { $fields }
edits-field-emptied = این متن از غرفه حذف می‌شود.
edits-field-stays = خالی است؛ در غرفه { $value } می‌ماند.
edits-discard-ask = تغییرات کنار گذاشته شود؟
edits-discard-body = آنچه وارد کرده‌اید هنوز ارسال نشده است.
edits-discard-no = ادامهٔ ویرایش
edits-discard = کنار گذاشتن تغییرات
edits-reading = در حال خواندن این محصولات از غرفه…
edits-read = { $read } از { $count } خوانده شد
edits-retried = { -marketplace } فعلاً پاسخ نمی‌دهد. لازم نیست کاری انجام دهید؛ ویترین دوباره تلاش می‌کند.
edits-nothing = چیزی برای تغییر نیست
edits-send = تغییر { $count } محصول
edits-restore = برگرداندن { $count } محصول
edits-back = بازگشت
edits-busy = تغییرات دیگری هنوز در حال ارسال است. تا پایان ارسال صبر کنید.
edits-equal = { $count } محصول همین مقدارها را دارد.
edits-filter-warnings = هشدارها
edits-filter-left-out = کنار گذاشته‌شده
edits-column-field = تغییر
edits-column-now = فعلی
edits-column-new = جدید
edits-column-was = قبلی
edits-column-shop = در غرفه
edits-column-mine = مقدار شما
edits-column-difference = تفاوت
edits-column-warning = نکته
edits-include-all = انتخاب همهٔ تغییرات
edits-include = { $field } { $name } تغییر کند
edits-included = تغییر می‌کند
edits-leave-out = کنار گذاشتن
edits-take-in = برگرداندن به فهرست
edits-difference = { $by } ({ $share })
edits-total = جمع { $field }: { $new } (قبلاً { $old })؛ { $range }
edits-each = هر کدام { $difference }
edits-each-share = هر کدام { $share }، از { $least } تا { $greatest }
edits-range = از { $least } تا { $greatest }
edits-row-unusual = قیمت غیرعادی
edits-row-unusual-help = قیمت حداقل پنج برابر می‌شود یا به یک‌پنجم می‌رسد. آیا واحد قیمت درست است؟
edits-row-unusual-stock = موجودی غیرعادی
edits-row-unusual-stock-help = موجودی ۱۰٬۰۰۰ یا بیشتر می‌شود. آیا قیمتی در ستون اشتباه است؟
edits-row-moved = در غرفه تغییر کرده
edits-row-moved-help = این محصول در این فاصله در غرفه تغییر کرده است. بدون پرسیدن از شما چیزی جایگزین نمی‌شود؛ پس از ارسال بقیهٔ تغییرات انتخاب می‌کنید کدام مقدار بماند.
follow-open = دنبال کردن این فایل…
follow-title = دنبال کردن { $name }
follow-help = هر بار که فایل ذخیره شود، ویترین قیمت‌ها و موجودی‌های آن را با غرفه مقایسه می‌کند و تفاوت‌ها را نشان می‌دهد. محصولاتی که در آن نیستند، همان‌طور می‌مانند.
follow-reserve = کنار بماند
follow-reserve-help = تعدادی از هر محصول که هرگز عرضه نمی‌شود. با موجودی ۱۰ در فایل و ۲ عدد کنارگذاشته، غرفه ۸ می‌گیرد.
follow-sales = آیا فایل، فروش غرفه را کم می‌کند؟
follow-sales-unknown = از من بپرس
follow-sales-counted = بله
follow-sales-not-counted = نه
follow-sends-stock = ارسال موجودی بدون پرسیدن، جایی که روشن است
follow-sends-stock-help = قیمت‌ها، محصولات جدید و هر چیز ناروشن همیشه منتظر شما می‌مانند.
follow-begin = دنبال کردن
follow-stop = توقف دنبال کردن
follow-show = نمایش { $count } تغییر
follow-waiting = دنبال کردن { $name }
follow-comparing = مقایسهٔ { $name } با غرفه…
follow-in-step = { $name }: غرفه با آن یکی است
follow-undecided = { $name }: { $count } محصول منتظر تصمیم شماست
follow-saved-at = ذخیره‌شده در { $at }
follow-differs = { $name } ذخیره شد: { $count } محصول با غرفه فرق دارد
follow-unclear = { $count } ردیف قابل استفاده نیست
follow-show-rows = نمایش ردیف‌ها
follow-missing = { $name } فعلاً پیدا نمی‌شود
follow-missing-help = ویترین همچنان دنبالش می‌گردد. غرفه همان‌طور می‌ماند.
follow-asks = { $count } محصول هم در فایل و هم در غرفه تغییر کرده است، شاید به خاطر فروش. کدام مقدار درست است؟ پس از ارسال بقیه، میان مقدار غرفه و مقدار پیشنهادی انتخاب می‌کنید.
follow-held-sold-out = { $count } محصول یک‌باره ناموجود می‌شد، پس چیزی خودبه‌خود ارسال نشد. آیا فایل کامل است؟
follow-held-older = این فایل از فایل قبلی قدیمی‌تر است، پس چیزی خودبه‌خود ارسال نشد.
edits-row-not-found = در غرفه نیست
edits-row-not-found-help = چنین محصولی در غرفهٔ شما نیست. کد محصول (SKU) یا شناسهٔ آن را در فایل بررسی کنید.
edits-running = در حال تغییر محصولات: { $done } از { $count }
edits-cancel = لغو
edits-cancelling = در حال لغو. ویترین منتظر نتیجهٔ تغییرات ارسال‌شده است.
edits-unfinished = { $count } تغییر از دفعهٔ قبل ناتمام مانده است
edits-resume = ادامه
edits-ended-undo = { $count ->
    [0] مقدار قبلی هیچ محصولی برنگشت
   *[other] مقدارهای قبلی { $count } محصول برگشت
}
edits-ended = { $count ->
    [0] هیچ محصولی تغییر نکرد
   *[other] { $count } محصول تغییر کرد
}
edits-notify-incomplete = پایان یافت: { $count } محصول تغییر نکرد
edits-moved = { $count } محصول در این فاصله در غرفه تغییر کرده است؛ شاید فروخته شده یا کس دیگری آن را ویرایش کرده است. انتخاب کنید کدام مقدار بماند.
edits-failed = تغییر { $count } محصول انجام نشد.
edits-in-review = { $count } تغییر منتظر تأیید { -marketplace } است. تا آن زمان خریداران مقدار قبلی را می‌بینند.
edits-cancelled = { $count } محصول بدون تغییر ماند.
edits-decide = تصمیم‌گیری…
edits-decide-again = { $count ->
    [one] این محصول دوباره در غرفه تغییر کرده و مقدار شما ارسال نشده است. با توجه به مقدار فعلی آن تصمیم بگیرید.
   *[other] { $count } محصول دوباره در غرفه تغییر کرده‌اند و مقدارهای شما ارسال نشده است. با توجه به مقدار فعلی آن‌ها تصمیم بگیرید.
}
edits-decide-help = برای هر محصول، مقدار فعلی غرفه را نگه دارید یا مقدار خودتان را ثبت کنید.
edits-details-title = تغییراتی که نیاز به بررسی شما دارند
edits-details-none = چیزی برای بررسی نمانده است.
edits-three-values = { $name }: قبلاً { $old }، حالا در غرفه { $now }، مقدار شما { $new }
edits-keep = نگه داشتن مقدار غرفه
edits-overwrite = ثبت مقدار من
edits-keep-all = نگه داشتن همهٔ مقدارهای غرفه
edits-overwrite-all = ثبت همهٔ مقدارهای من
products-in-review = در انتظار تأیید { -marketplace }
products-rejected = { -marketplace } مقدارهای جدید را نپذیرفت
edits-row-in-review = در انتظار تأیید { -marketplace }
edits-row-spelled = تغییر کرد؛ { -marketplace } آن را این‌طور می‌نویسد
overview-open = نمای کلی
overview-title = غرفهٔ شما در یک نگاه
overview-help = یکی از ستون‌های نمودار را انتخاب کنید تا محصولات آن در جدول نمایش داده شود.
overview-kinds = موجودی و عکس
overview-out-of-stock = ناموجود
overview-without-photo = بدون عکس
overview-wholesale = فروش عمده
overview-prices = قیمت‌ها
overview-range = { $from } تا { $to }
overview-days = ثبت‌شده در ۳۰ روز گذشته
overview-days-none = محصولی ثبت نشده است.
overview-column = { $of }: { $products }
products-filter-any-category = همهٔ دسته‌ها
products-filter-no-categories = اینجا نمی‌توان بر اساس دسته فیلتر کرد؛ فهرست { -marketplace } دسته را ندارد.
products-filter-category-untold = { $count } محصول اینجا نیست؛ { -marketplace } دستهٔ آن را نمی‌گوید.
products-filter-time-untold = { $count } محصول اینجا نیست؛ { -marketplace } زمان آخرین تغییر آن را نمی‌گوید.
products-filter-created = ثبت‌شده در { $date }
products-filter-changed = آخرین تغییر
products-filter-no-times = اینجا نمی‌توان بر اساس آخرین تغییر فیلتر کرد؛ فهرست { -marketplace } زمان تغییر را ندارد.
products-filter-changed-any = هر زمان
products-filter-changed-today = امروز تغییر کرده
products-filter-changed-days = در { $days } روز گذشته تغییر کرده
products-page = مشاهده در سایت { -marketplace }
