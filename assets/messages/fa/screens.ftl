### The words of the screens: one section each.

## Navigation

app-name = ویترین
nav-import = ورود گروهی
nav-create = محصول تازه
nav-products = محصولات
nav-webhooks = وب‌هوک
nav-settings = تنظیمات
sign-out = خروج
practice-badge = تمرینی
drop-here-import = رها کنید تا از این‌ها محصول ساخته شود
drop-here-create = رها کنید تا این عکس‌ها به محصول افزوده شود
dismiss = بستن پیام
happened-times = { $count ->
    [one] یک بار رخ داد
   *[other] { $count } بار رخ داد
}
no-shop-title = این حساب هنوز غرفه ندارد
no-shop-body = با نام { $name } وارد شده‌اید، ولی بازار می‌گوید این حساب غرفه ندارد. هر محصول باید در غرفه‌ای باشد.
no-shop-remedy = در سایت بازار غرفه بسازید و برگردید، یا با حسابی وارد شوید که غرفه دارد.
missing-scope = توکن شما اجازهٔ «{ $scope }» را ندارد. { $meaning }

## Login

login-title = غرفه‌تان را از یک پوشه عکس پر کنید
login-subtitle = عکس‌ها را رها کنید، نگاهی بیندازید و شروع را بزنید. هر محصول درست یک بار در غرفهٔ شما ساخته می‌شود.
login-practice-title = غرفهٔ تمرینی
login-practice-body = غرفه‌ای درون همین برنامه برای آزمودن همه چیز. نه حساب می‌خواهد و نه خطری دارد: چیزی از این رایانه بیرون نمی‌رود.
login-practice-action = ورود به غرفهٔ تمرینی
login-own-title = بازار خودتان
login-own-body = فایل بازاری را که از بازارتان گرفته‌اید باز کنید یا نشانی‌هایش را بنویسید. سپس با توکن یا مرورگر وارد شوید.
login-own-choose = انتخاب فایل بازار…
login-own-change = بازاری دیگر…
login-token = توکن دسترسی شخصی
login-token-help = آن را در پنل توسعه‌دهندگان بازارتان بسازید، با اجازهٔ خواندن و نوشتن محصولات غرفه، و اینجا بچسبانید.
login-token-show = نمایش توکن
login-token-hide = پنهان کردن توکن
login-keep = مرا به یاد بسپار
login-keep-keychain = در دسته‌کلید این رایانه
login-keep-session = تا بستن برنامه
login-checking = پرسش از { $market }…
login-browser = ورود با مرورگر
login-browser-by-hand = خودم صفحه را باز می‌کنم و نشانی را می‌چسبانم
login-browser-waiting = در مرورگر وارد شوید
login-browser-help = صفحهٔ بازار در مرورگر باز می‌شود. آنجا اجازه دهید تا اینجا وارد شوید. اگر صفحه‌ای باز نشد، نشانی‌اش را کپی و خودتان در مرورگر باز کنید.
login-browser-copy = کپی نشانی صفحه
login-browser-paste = نشانی‌ای که مرورگر به آن رسید
login-browser-paste-help = تنها اگر مرورگر به صفحه‌ای رسید که نشان داده نمی‌شود: نشانی کامل آن را اینجا بچسبانید.
login-browser-paste-send = همین نشانی
login-no-token = نخست توکن خود را بچسبانید

## Products

products-title = محصولات
products-find = جستجو
products-find-hint = نام، قیمت، وضعیت یا کد
products-shown = { $shown } از { $total } نمایش داده شده
products-loading = در حال بارگیری…
products-loading-of = { $done } از { $total } بارگیری شد
products-empty-title = غرفهٔ شما خالی است
products-empty-body = یک پوشه عکس رها کنید تا ویترین محصولات را بسازد، یا یکی را خودتان بنویسید.
products-empty-import = ورود عکس‌ها
products-empty-create = محصول تازه
products-none-title = چیزی پیدا نشد
products-none-body = هیچ محصولی با «{ $query }» جور نیست.
products-none-clear = نمایش همه
column-photo = عکس
column-title = نام
column-price = قیمت
column-status = وضعیت
column-stock = موجودی
column-wholesale = عمده
column-state = وضعیت
column-photos = عکس‌ها
column-result = نتیجه
column-source = از
sort-by = مرتب‌سازی بر پایهٔ { $column }
sorted-up = { $column }، از کم به زیاد
sorted-down = { $column }، از زیاد به کم
stock-none = ناموجود
wholesale-yes = عمده
untitled = بی‌نام

## Create

create-title = محصول تازه
create-photos-hint = عکس‌ها را اینجا رها کنید، یا
create-photos-choose = انتخاب عکس…
create-photos-paste = چسباندن
create-photos-limit = حداکثر { $limit } عکس.
create-photo-named = عکس { $place }: { $name }
create-photo-cover = عکس اصلی
create-photo-preparing = در حال آماده‌سازی…
create-photo-sending = { $percent } ارسال شد
create-photo-uploaded = ارسال شد
create-photo-failed = ارسال نشد
create-photo-remove = برداشتن { $name }
create-photo-retry = ارسال دوبارهٔ { $name }
create-photo-earlier = جلوتر بردن { $name }
create-photo-later = عقب‌تر بردن { $name }
create-section-words = معرفی محصول
create-section-sale = قیمت و موجودی
create-section-post = وزن و ارسال
field-required = لازم
create-send = ساخت محصول
create-sending = در حال ساخت…
create-checking = پاسخ در راه گم شد. در غرفهٔ شما نگاه می‌کنیم که محصول هست یا نه…
create-clear = خالی کردن فرم
create-refused = هرچه نوشته‌اید سر جایش است.
create-blocked-fields = هنوز لازم است: { $fields }
create-blocked-wrong = نخست درست کنید: { $fields }
create-blocked-failed = { $count ->
    [one] یک عکس ارسال نشد. دوباره بفرستید یا بردارید.
   *[other] { $count } عکس ارسال نشد. دوباره بفرستید یا بردارید.
}
create-blocked-under-way = { $count ->
    [one] منتظر ارسال یک عکس.
   *[other] منتظر ارسال { $count } عکس.
}
create-done-title = «{ $name }» در غرفهٔ شماست
create-done-id = شمارهٔ آن { $id } است.
create-done-no-id = بازار شمارهٔ آن را نگفت.
create-done-another = یکی دیگر مانند این
create-done-new = محصول تازه
create-done-products = دیدن محصولات
list-separator = ،{" "}

## Import

import-title = ورود گروهی
import-empty-title = عکس‌ها یا پوشه‌ها را اینجا رها کنید
import-empty-body = هر پوشهٔ عکس یک محصول می‌شود و هر عکس تنها هم یک محصول. پیش از ارسال همه را می‌بینید.
import-choose-photos = انتخاب عکس…
import-choose-folder = انتخاب پوشه…
import-paste = چسباندن
import-planning = در حال بررسی فایل‌ها…
import-unfinished-title = ورود قبلی ناتمام است
import-unfinished-body = { $waiting ->
    [one] { $waiting } محصول هنوز در صف است و { $created } محصول ساخته شده.
   *[other] { $waiting } محصول هنوز در صف است و { $created } محصول ساخته شده.
}
import-unfinished-check = { $count ->
    [one] پاسخ { $count } محصول گم شد؛ پیش از ارسال، در غرفه دنبال آن می‌گردیم.
   *[other] پاسخ { $count } محصول گم شد؛ پیش از ارسال، در غرفه دنبال آن‌ها می‌گردیم.
}
import-resume = ادامه بده
import-found = { $products } از { $photos }
import-ignored = { $count ->
    [one] { $count } فایل دیگر کنار گذاشته شد.
   *[other] { $count } فایل دیگر کنار گذاشته شد.
}
import-unusable = { $count ->
    [one] { $count } فایل به کار نمی‌آید
   *[other] { $count } فایل به کار نمی‌آید
}
import-defaults = برای همهٔ محصولات
import-defaults-help = جاهای خالی پایین را پر می‌کند. آنچه در هر ردیف بنویسید مقدم است.
import-name-of = نام محصول { $row }
import-price-of = قیمت محصول { $row }
import-stock-of = موجودی محصول { $row }
import-remove-row = کنار گذاشتن { $name }
import-add-more = افزودن…
import-clear = از نو
import-start-count = { $count ->
    [one] شروع: ساخت { $count } محصول
   *[other] شروع: ساخت { $count } محصول
}
import-again = آنچه ورود قبلی ساخته، دوباره بساز
import-again-help = پوشه‌ای که پیش‌تر وارد شده شناخته می‌شود و چیزی دو بار ساخته نمی‌شود.
import-incomplete = { $count ->
    [one] { $count } محصول هنوز فرستادنی نیست:
   *[other] { $count } محصول هنوز فرستادنی نیست:
} { $reasons }
import-incomplete-show = نمایش
import-incomplete-remove = کنار بگذار
import-incomplete-all = نمایش همه
import-nothing-title = محصولی در این‌ها نیست
import-nothing-body = در آنچه رها کردید عکسی پیدا نشد.
import-pause = مکث
import-continue = ادامه
import-cancel = لغو
import-cancel-ask = این ورود برای همیشه متوقف شود؟
import-cancel-body = آنچه ساخته شده در غرفه می‌ماند. آنچه در راه است سرانجام می‌گیرد. بقیه فرستاده نمی‌شود.
import-cancel-yes = توقف ورود
import-cancel-no = ادامهٔ ورود
import-cancelling = در حال توقف. آنچه در راه است سرانجام می‌گیرد.
import-running-title = در حال ساخت محصولات
import-paused-title = مکث
import-waiting-title = در انتظار
import-done-title = { $count ->
    [one] انجام شد: { $count } محصول در غرفهٔ شماست
   *[other] انجام شد: { $count } محصول در غرفهٔ شماست
}
import-ended-some = پایان یافت، ولی همه در غرفهٔ شما نیست
import-progress = { $done } از { $total }
import-photos-up = عکس‌های ارسال‌شده: { $done } از { $total }
import-count-created = ساخته شد
import-count-skipped = از پیش هست
import-count-failed = ساخته نشد
import-count-waiting = در صف
import-count-person = نیازمند نگاه شما
import-count-cancelled = لغو شد
import-filter-all = همه
import-new = ورود تازه
import-see-products = دیدن محصولات
import-retry-all = { $count ->
    [one] تلاش دوباره برای { $count } محصول
   *[other] تلاش دوباره برای { $count } محصول
}
import-failed-group = { $count ->
    [one] { $count } محصول:
   *[other] { $count } محصول:
} { $title }
import-mend-row = درست کردن { $name }
import-person-title = آیا در غرفهٔ شما هست؟
import-person-body = پاسخ «{ $name }» گم شد و فهرست غرفه آن را روشن نمی‌کند. در غرفهٔ خود نگاه کنید.
import-there = آنجا هست
import-not-there = آنجا نیست
import-queued = { $count ->
    [one] { $count } مورد رهاشدهٔ دیگر منتظر پایان این ورود است.
   *[other] { $count } مورد رهاشدهٔ دیگر منتظر پایان این ورود است.
}
import-product-id = شمارهٔ { $id }
import-equal-name = غرفه از پیش محصولی با این نام داشت
import-equal-name-help = پیش از این، محصولی با همین نام در غرفه بود. اگر هر دو یکی هستند، یکی را در سایت بازار از غرفه بردارید.
import-created-no-id = در غرفه
import-row-photos = { $up } از { $total }
import-problem-with = { $name }: { $title }

## Webhooks

webhooks-title = وب‌هوک
webhooks-intro = وب‌هوک به برنامه‌ای از شما خبر می‌دهد که در غرفه‌تان چه رخ داده است. تنها وقتی لازم است که خودتان یا کسی برای شما چنین برنامه‌ای داشته باشد.
webhooks-events = خبر بده وقتی
webhooks-event-needs = اجازهٔ لازم: { $scope }
webhooks-url = نشانی گیرنده
webhooks-url-help = جایی که برنامهٔ شما گوش می‌دهد؛ با https:// آغاز می‌شود
webhooks-url-missing = نشانی برنامه‌تان را بنویسید
webhooks-url-wrong = این نشانی وب نیست. نشانی با https:// یا http:// آغاز می‌شود
webhooks-method = روش خبر دادن
webhooks-active = از همین حالا
webhooks-service = سرویس وب‌هوک
webhooks-service-mine = یکی برایم بساز
webhooks-service-known = شمارهٔ سرویس دارم
webhooks-service-id = شمارهٔ سرویس
webhooks-service-missing = شمارهٔ سرویس را بنویسید
webhooks-events-missing = دست‌کم یک رویداد را برگزینید
webhooks-add = افزودن وب‌هوک
webhooks-adding = در حال افزودن…
webhooks-added = وب‌هوک برپا شد
webhooks-added-id = شمارهٔ آن { $id } است.

## Settings

settings-title = تنظیمات
settings-language = زبان
settings-language-system = مانند رایانه
settings-theme = ظاهر
settings-theme-system = مانند رایانه
settings-theme-light = روشن
settings-theme-dark = تیره
settings-about = درباره
settings-version = ویترین { $version }
settings-about-body = غرفهٔ بازار را از یک پوشه عکس پر می‌کند: هر محصول درست یک بار. نرم‌افزار آزاد، MIT یا Apache-2.0.
settings-font = نوشته‌ها با قلم وزیرمتن (SIL Open Font License).
