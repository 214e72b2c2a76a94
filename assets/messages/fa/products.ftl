### جدول محصولات: ستون‌ها، فیلتر، انتخاب و جزئیات.

products-columns-help = انتخاب کنید جدول چه چیزهایی را و با چه ترتیبی نشان دهد. برای تغییر عرض هر ستون، لبهٔ عنوان آن را بکشید.
products-column-earlier = بالا بردن { $column }
products-column-later = پایین بردن { $column }
products-selected-sum = جمع قیمت‌ها { $prices } · جمع موجودی { $stock }
products-copy = کپی برای اکسل
products-filter-any-status = هر وضعیتی
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
products-like = محصول جدید مثل این
products-like-help = فرم محصول جدید خالی نیست. محتوای آن با این محصول جایگزین می‌شود.
products-like-busy = محصولی از روی فرم در حال ثبت است. تا پایان آن صبر کنید.
products-like-replace = جایگزین شود
products-origin = ثبت‌شده از این رایانه
products-origin-at = در { $at }
products-origin-more = { $count } عکس دیگر
shortcut-select-product = انتخاب محصول
shortcut-select-range = انتخاب چند ردیف پشت سر هم
products-price-least = کمترین قیمت
products-price-greatest = بیشترین قیمت

## Changing products

edits-change = تغییر…
edits-open = تغییرها…
edits-title = تغییر محصول‌ها
edits-help = برای تغییر قیمت، موجودی، زمان آماده‌سازی، وضعیت یا نام، محصول‌ها را در جدول انتخاب کنید. یا فایل جدولی انتخاب کنید که ستونی از کد محصول (SKU) یا شناسهٔ محصول دارد: ستون‌های دیگرش مقدارهای تازه‌اند و خانهٔ خالی چیزی را تغییر نمی‌دهد. همهٔ تغییرها را پیش از ارسال می‌بینید.
edits-choose-sheet = انتخاب فایل جدول…
edits-earlier = تغییرهای قبلی
edits-none = هنوز از این رایانه محصولی را تغییر نداده‌اید.
edits-run = { $at }: { $count } محصول تغییر کرد
edits-run-undo = { $at }: { $count } محصول به مقدار قبلی برگشت
edits-undo = برگرداندن…
edits-show = نمایش آن‌ها
edits-one-title = تغییر { $name }
edits-sheet-title = تغییرهای { $name }
edits-undo-title = برگرداندن مقدارهای قبلی
edits-preview-title = بررسی تغییرها
edits-find = جستجو در نام‌ها
edits-replace = جایگزین شود با
edits-preview = نمایش تغییرها
edits-reading = در حال خواندن این محصول‌ها از غرفه…
edits-read = { $read } از { $count } خوانده شد
edits-nothing = چیزی برای تغییر نیست
edits-send = تغییر { $count } محصول
edits-back = بازگشت
edits-busy = تغییرهای دیگری هنوز در حال ارسال است. تا پایان آن صبر کنید.
edits-to-change = { $count } محصول تغییر می‌کند.
edits-unusual = { $count } قیمت دست‌کم پنج برابر بیشتر یا کمتر می‌شود. آیا واحد قیمت درست است؟
edits-moved-meanwhile = { $count } محصول در این میان در غرفه تغییر کرده و منتظر تصمیم شماست.
edits-refused = { $count } محصول را نمی‌توان این‌طور تغییر داد.
edits-not-found = { $count } ردیف نام محصولی را دارد که در غرفهٔ شما نیست.
edits-equal = { $count } محصول همین مقدارها را دارد.
edits-row-not-found = چنین محصولی در غرفهٔ شما نیست.
edits-running = در حال تغییر محصول‌ها: { $done } از { $count }
edits-cancel = توقف
edits-cancelling = در حال توقف. منتظر نتیجهٔ تغییرهای ارسال‌شده هستیم.
edits-unfinished = { $count } تغییر از دفعهٔ قبل ناتمام مانده است
edits-resume = ادامه
edits-ended = { $count ->
    [0] هیچ محصولی تغییر نکرد
   *[other] { $count } محصول تغییر کرد
}
edits-moved = { $count } محصول در این میان در غرفه تغییر کرده است، با فروش یا به دست دیگری. شما تصمیم می‌گیرید کدام مقدار بماند.
edits-failed = { $count } محصول تغییر نکرد.
edits-in-review = { $count } تغییر منتظر تأیید { -marketplace } است. تا آن زمان خریداران مقدار قبلی را می‌بینند.
edits-cancelled = { $count } محصول همان‌طور که بود ماند.
edits-decide = تصمیم‌گیری…
edits-decide-help = برای هر محصول، مقدار کنونی غرفه را نگه دارید یا مقدار خودتان را به کار ببرید.
edits-details-title = تغییرهایی که باید ببینید
edits-details-none = چیزی برای بررسی نمانده است.
edits-three-values = { $name }: قبلاً { $old }، اکنون در غرفه { $now }، مقدار شما { $new }
edits-keep = مقدار غرفه بماند
edits-overwrite = مقدار من
edits-keep-all = برای همه مقدار غرفه بماند
edits-overwrite-all = برای همه مقدار من
edits-row-in-review = منتظر تأیید { -marketplace }
