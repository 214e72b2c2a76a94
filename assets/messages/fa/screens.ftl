### واژه‌نامه: product محصول · photo عکس · cover عکس اصلی · shop غرفه · marketplace بازار · import افزودن گروهی · sign in ورود
### (تنها به این معنا) · permission اجازه · address نشانی · sheet جدول · terminal ترمینال. دکمه‌ها مصدر یا اسم‌اند، نه فعل امر.
### The words of the screens: one section each.

## Navigation

app-name = ویترین
nav-import = افزودن گروهی
nav-create = محصول جدید
nav-products = محصولات
nav-webhooks = وب‌هوک
nav-settings = تنظیمات
sign-out = خروج
practice-badge = تمرینی
drop-here-import = رها کنید تا از این‌ها محصول ساخته شود
drop-here-create = رها کنید تا این عکس‌ها به محصول اضافه شوند
dismiss = بستن پیام
notes-title = پیام‌ها
notes-new = { $count ->
    [one] { $count } پیام جدید
   *[other] { $count } پیام جدید
}
notes-intro = از زمان باز شدن برنامه، جدیدترین‌ها بالاتر.
notes-none = از زمان باز شدن برنامه پیامی نیامده است.
notes-clear = پاک کردن فهرست
notes-saved = فایل ذخیره شد
happened-times = { $count ->
    [one] یک بار رخ داد
   *[other] { $count } بار رخ داد
}
no-shop-title = این حساب هنوز غرفه ندارد
no-shop-body = با نام { $name } وارد شده‌اید، ولی به گفتهٔ بازار این حساب غرفه ندارد. هر محصول باید در یک غرفه باشد.
no-shop-remedy = در سایت بازار غرفه بسازید و برگردید، یا با حسابی وارد شوید که غرفه دارد.
missing-scope = توکن شما اجازهٔ «{ $scope }» را ندارد

## Login

login-title = غرفه‌تان را از یک پوشه عکس پر کنید
login-subtitle = عکس‌ها را رها کنید، نگاهی بیندازید و «شروع» را بزنید. هر محصول دقیقاً یک بار در غرفهٔ شما ساخته می‌شود.
login-practice-title = غرفهٔ تمرینی
login-practice-body = غرفه‌ای درون همین برنامه، برای امتحان کردن همه چیز. نه حساب می‌خواهد و نه خطری دارد: چیزی از این رایانه بیرون نمی‌رود.
login-practice-action = رفتن به غرفهٔ تمرینی
login-own-title = بازار خودتان
login-own-body = فایلی را که از بازارتان گرفته‌اید انتخاب کنید یا نشانی‌هایش را بنویسید. سپس با مرورگر یا توکن وارد شوید.
login-own-choose = انتخاب فایل بازار…
login-own-change = بازاری دیگر…
login-token = توکن دسترسی شخصی
login-token-help = آن را در پنل توسعه‌دهندگان بازارتان، با اجازهٔ خواندن و نوشتن محصولات غرفه، بسازید و اینجا بچسبانید.
login-token-show = نمایش توکن
login-token-hide = پنهان کردن توکن
login-keep = نگه داشتن ورود
login-keep-keychain = در دسته‌کلید این رایانه
login-keep-session = تا بسته شدن برنامه
login-checking = در حال پرسش از { $market }…
login-browser = ورود با مرورگر
login-browser-by-hand = باز کردن صفحه و چسباندن نشانی به دست خودم
login-browser-waiting = در مرورگر وارد شوید
login-browser-help = صفحهٔ بازار در مرورگر باز می‌شود. آنجا اجازه دهید تا اینجا وارد شوید. اگر صفحه‌ای باز نشد، نشانی آن را کپی کنید و خودتان در مرورگر باز کنید.
login-browser-copy = کپی نشانی صفحه
login-browser-paste = نشانی آخرین صفحهٔ مرورگر
login-browser-paste-help = فقط اگر مرورگر به صفحه‌ای رسید که نمایش داده نمی‌شود: نشانی کامل آن را اینجا بچسبانید.
login-browser-paste-send = ادامه با این نشانی
login-no-token = ابتدا توکن خود را بچسبانید

## Products

products-title = محصولات
products-find = جستجو
products-find-hint = نام، قیمت، وضعیت یا کد
products-shown = نمایش { $shown } از { $total }
products-loading = در حال بارگیری…
products-loading-of = { $done } از { $total } بارگیری شد
products-empty-title = غرفهٔ شما خالی است
products-empty-body = یک پوشه عکس رها کنید تا ویترین محصولات را بسازد، یا خودتان یکی بسازید.
products-empty-import = افزودن عکس‌ها
products-empty-create = محصول جدید
products-none-title = چیزی پیدا نشد
products-none-body = هیچ محصولی با «{ $query }» پیدا نشد.
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
column-source = منبع
sort-by = مرتب‌سازی بر اساس { $column }
sorted-up = { $column }، از کم به زیاد
sorted-down = { $column }، از زیاد به کم
stock-none = ناموجود
wholesale-yes = عمده
untitled = بی‌نام

## Create

create-title = محصول جدید
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
create-photo-remove = حذف { $name }
create-photo-retry = ارسال دوبارهٔ { $name }
create-photo-earlier = جلوتر بردن { $name }
create-photo-later = عقب‌تر بردن { $name }
create-section-words = معرفی محصول
create-section-sale = قیمت و موجودی
create-section-post = وزن و ارسال
field-required = الزامی
create-send = ساخت محصول
create-sending = در حال ساخت…
create-checking = پاسخ در راه گم شد. در غرفهٔ شما نگاه می‌کنیم که محصول هست یا نه…
create-clear = پاک کردن فرم
create-refused = هرچه نوشته‌اید سر جایش است.
create-blocked-fields = هنوز لازم است: { $fields }
create-blocked-wrong = ابتدا اصلاح کنید: { $fields }
create-blocked-failed = { $count ->
    [one] یک عکس ارسال نشد. دوباره بفرستید یا حذف کنید.
   *[other] { $count } عکس ارسال نشد. دوباره بفرستید یا حذف کنید.
}
create-blocked-under-way = { $count ->
    [one] در انتظار ارسال یک عکس
   *[other] در انتظار ارسال { $count } عکس
}
create-done-title = «{ $name }» در غرفهٔ شماست
create-done-id = شمارهٔ آن { $id } است.
create-done-no-id = بازار شمارهٔ آن را اعلام نکرد.
create-done-another = یکی دیگر مانند این
create-done-new = محصول جدید
create-done-products = دیدن محصولات
list-separator = ،{" "}

## Editing a photo

editor-open = ویرایش { $name }
editor-menu = ویرایش عکس…
editor-title = ویرایش { $name }
editor-opening = در حال باز کردن عکس…
editor-failed = این عکس نمایش داده نمی‌شود و ویرایش آن ممکن نیست. آن را کنار بگذارید یا عکس دیگری انتخاب کنید.
editor-turn-left = چرخش به چپ ( [ )
editor-turn-right = چرخش به راست ( ] )
editor-before = نمایش عکس اصلی
editor-crop = برش
editor-crop-none = همهٔ عکس
editor-crop-free = آزاد
editor-crop-square = مربع
editor-crop-market = { $ratio } برای این بازار
editor-frame = کادر برش: با کلیدهای جهت‌دار جابه‌جا می‌شود و با Shift و همان کلیدها اندازه‌اش تغییر می‌کند
editor-straighten = صاف کردن
editor-brightness = روشنایی
editor-white = پس‌زمینهٔ سفید
editor-white-help = پس‌زمینهٔ یک‌دست کاملاً سفید می‌شود و اگر یک‌دست نباشد، تغییری نمی‌کند. اگر محصول هم‌رنگ پس‌زمینه است، نتیجه را با دقت ببینید.
editor-reset = بازگشت به عکس اصلی
editor-reach = اعمال روی
editor-reach-own = همین عکس
editor-reach-edited = { $count ->
    [one] عکس ویرایش‌شده
   *[other] { $count } عکس ویرایش‌شده
}
editor-reach-product = همهٔ عکس‌های این محصول
editor-reach-covers = عکس اصلی همهٔ محصولات
editor-reach-all = همهٔ عکس‌های همهٔ محصولات
editor-apply = اعمال

## Import

import-title = افزودن گروهی
import-empty-title = عکس‌ها یا پوشه‌ها را اینجا رها کنید
import-empty-body = هر پوشهٔ عکس یک محصول می‌شود و هر عکس جداگانه هم یک محصول. پیش از ارسال، همه را می‌بینید.
import-choose-photos = انتخاب عکس…
import-choose-folder = انتخاب پوشه…
import-paste = چسباندن
import-planning = در حال بررسی فایل‌ها…
import-left-failed-title = { $count ->
    [one] { $count } محصول در افزودن گروهی پیشین اضافه نشد
   *[other] { $count } محصول در افزودن گروهی پیشین اضافه نشد
}
import-left-failed-body = علت را ببینید، اصلاح کنید و دوباره بفرستید. محصولاتی که اضافه شده‌اند سر جای خود می‌مانند.
import-left-failed-show = دیدن و اصلاح
import-unfinished-title = { $count ->
    [one] افزودن { $count } محصول نیمه‌کاره مانده است
   *[other] افزودن { $count } محصول نیمه‌کاره مانده است
}
import-unfinished-body = { $done } محصول انجام شده و { $left } محصول مانده است.
import-unfinished-check = { $count ->
    [one] { $done } محصول انجام شده، { $left } محصول مانده و { $count } محصول باید بررسی شود: پاسخش نرسید، پس پیش از ارسال دوباره در غرفه دنبالش می‌گردیم.
   *[other] { $done } محصول انجام شده، { $left } محصول مانده و { $count } محصول باید بررسی شود: پاسخشان نرسید، پس پیش از ارسال دوباره در غرفه دنبالشان می‌گردیم.
}
import-later = بعداً
import-resume = ادامه
import-found = { $products } از { $photos }
import-ignored = { $count } فایل دیگر کنار گذاشته شد.
import-unusable = { $count } فایل قابل استفاده نیست
import-defaults = برای همهٔ محصولات
import-defaults-help = جاهای خالی جدول را پر می‌کند؛ آنچه در هر ردیف بنویسید مقدم است.
import-default-value = { $field } { $value }
import-defaults-last = استفاده از مقدارهای دفعهٔ قبل: { $values }
import-unpriced-title = { $count } محصول قیمت ندارد
import-unpriced-body = بازارگاه شاید محصول بدون قیمت را رایگان نشان دهد یا نپذیرد. برای همهٔ آن‌ها یک قیمت بنویسید، کنارشان بگذارید، یا همین‌طور ثبتشان کنید.
import-unpriced-stock = { $count } محصول موجودی ندارد و ناموجود نشان داده می‌شود.
import-unpriced-set = تعیین قیمت و ثبت
import-unpriced-leave = کنار گذاشتن آن‌ها و ثبت { $count } محصول
import-unpriced-back = برگشت به بررسی
import-unpriced-create = ثبت بدون قیمت
import-name-of = نام محصول { $row }
import-price-of = قیمت محصول { $row }
import-stock-of = موجودی محصول { $row }
import-remove-row = کنار گذاشتن { $name }
import-add-more = افزودن…
import-clear = شروع دوباره
import-start-count = شروع: ساخت { $count } محصول
import-again = ساخت دوبارهٔ محصولاتی که قبلاً ساخته شده‌اند
import-again-help = به طور معمول، پوشه‌ای که قبلاً افزوده شده شناخته می‌شود و هیچ محصولی دو بار ساخته نمی‌شود.
import-incomplete = { $count } محصول هنوز آمادهٔ ارسال نیست: { $reasons }
import-still-empty = هنوز خالی: { $fields }
import-field-count = { $field } ({ $count })
import-still-empty-help = تکلیف محصول بدون آن را بازار تعیین می‌کند: شاید رایگان یا ناموجود نشان داده شود، یا پذیرفته نشود.
import-incomplete-show = نمایش
import-incomplete-remove = کنار گذاشتن
import-incomplete-all = نمایش همه
import-nothing-title = محصولی پیدا نشد
import-nothing-body = در آنچه رها کردید عکسی نبود.
import-pause = توقف موقت
import-continue = ادامه
import-cancel = لغو
import-cancel-ask = این افزودن گروهی برای همیشه متوقف شود؟
import-cancel-body = آنچه ساخته شده در غرفه می‌ماند و نتیجهٔ آنچه در راه است روشن می‌شود. بقیه فرستاده نمی‌شود.
import-cancel-yes = توقف همیشگی
import-cancel-no = ادامهٔ کار
import-cancelling = در حال توقف. نتیجهٔ آنچه در راه است روشن می‌شود.
import-running-title = در حال ساخت محصولات
import-paused-title = موقتاً متوقف شده
import-waiting-title = در انتظار
import-done-title = انجام شد: { $count } محصول در غرفهٔ شماست
import-ended-some = پایان یافت؛ همه ساخته نشد
import-progress = { $done } از { $total }
import-created-of = { $created } محصول از { $total } ثبت شد
import-skipped-count = { $count } محصول قبلاً ثبت شده بود
import-photos-up = عکس‌های ارسال‌شده: { $done } از { $total }
import-count-created = ساخته شد
import-count-skipped = از قبل موجود
import-count-failed = ساخته نشد
import-count-waiting = در صف
import-count-person = نیازمند بررسی شما
import-count-cancelled = لغو شد
import-filter-all = همه
import-new = افزودن گروهی جدید
import-see-products = دیدن محصولات
import-retry-all = تلاش دوباره برای { $count } محصول
import-failed-group = { $count } محصول: { $title }
import-mend-row = اصلاح { $name }
import-mend-all = { $count ->
    [one] اصلاح
   *[other] اصلاح هر { $count } محصول
}
import-mend-for-all = { $field } برای هر { $count } محصول
import-mend-of = { $field } برای «{ $name }»
import-mend-now = اکنون برای همه { $value }
import-mend-differ = اکنون یکسان نیستند. آنچه اینجا بنویسید برای همه به کار می‌رود.
import-mend-some = آنچه را باید برای همه یکسان باشد بنویسید. هر چه خالی بماند، تغییر نمی‌کند.
import-mend-left = { $count } محصول اینجا می‌ماند: اصلاح نشده است یا چیز دیگری در آن باید اصلاح شود.
import-mend-first = این‌ها { $shown } محصول نخست از { $count } محصول‌اند. بقیه پس از ارسال این‌ها نشان داده می‌شوند.
import-person-title = آیا این محصول در غرفهٔ شما هست؟
import-person-body = پاسخ «{ $name }» گم شد و از فهرست غرفه معلوم نمی‌شود. لطفاً در غرفهٔ خود نگاه کنید.
import-there = در غرفه هست
import-not-there = در غرفه نیست
import-queued = { $count } مورد دیگر که رها کرده‌اید منتظر پایان این کار است.
import-product-id = شمارهٔ { $id }
import-equal-name = غرفه از قبل محصولی با همین نام داشت
import-equal-name-help = پیش از این کار، محصولی با همین نام در غرفه بود. اگر هر دو یکی هستند، یکی را در سایت بازار از غرفه حذف کنید.
import-created-no-id = در غرفه
import-row-photos = { $up } از { $total }
import-problem-with = { $name }: { $title }

## Webhooks

webhooks-title = وب‌هوک
webhooks-intro = وب‌هوک به برنامه‌ای از شما خبر می‌دهد که در غرفه‌تان چه رخ داده است. فقط وقتی لازم است که خودتان، یا کسی برای شما، چنین برنامه‌ای داشته باشد.
webhooks-events = چه زمانی خبر داده شود
webhooks-event-needs = اجازهٔ لازم: { $scope }
webhooks-url = نشانی گیرنده
webhooks-url-help = جایی که برنامهٔ شما گوش می‌دهد؛ با https:// شروع می‌شود
webhooks-url-missing = نشانی برنامه‌تان را بنویسید
webhooks-url-wrong = این نشانی وب نیست. نشانی وب با https:// یا http:// شروع می‌شود
webhooks-method = روش ارسال
webhooks-active = شروع از همین حالا
webhooks-service = سرویس وب‌هوک
webhooks-service-mine = ساخت سرویس جدید
webhooks-service-known = شمارهٔ سرویس را دارم
webhooks-service-id = شمارهٔ سرویس
webhooks-service-missing = شمارهٔ سرویس را بنویسید
webhooks-events-missing = دست‌کم یک رویداد را انتخاب کنید
webhooks-add = افزودن وب‌هوک
webhooks-adding = در حال افزودن…
webhooks-added = وب‌هوک اضافه شد
webhooks-added-as = وب‌هوک اضافه شد. شناسهٔ وب‌هوک: { $id }
webhooks-again-title = این وب‌هوک را قبلاً اضافه کرده‌اید. دوباره اضافه شود؟
webhooks-again-body = با دو وب‌هوک یکسان، هر رویداد دو بار به نرم‌افزار شما خبر داده می‌شود.
webhooks-again-unanswered-title = شاید این وب‌هوک قبلاً اضافه شده باشد. دوباره اضافه شود؟
webhooks-again-confirm = افزودن دوباره
webhooks-refused-remedy = رویدادها، آدرس وب‌هوک و شناسهٔ سرویس را بررسی کنید و دوباره اضافه کنید.
webhooks-unanswered-remedy = پاسخی دریافت نشد و شاید وب‌هوک اضافه شده باشد. پیش از افزودن دوباره، پنل توسعه‌دهندگان را بررسی کنید.

## Settings

settings-title = تنظیمات
settings-language = زبان
settings-language-system = مانند سیستم
settings-theme = ظاهر
settings-theme-system = مانند سیستم
settings-theme-light = روشن
settings-theme-dark = تیره
settings-pictures = تصویرهای کوچک
settings-pictures-size = { $size } روی این رایانه نگه‌داری شده است
settings-pictures-none = چیزی روی این رایانه نگه‌داری نشده است
settings-pictures-measuring = در حال بررسی حجم…
settings-pictures-clear = پاک کردن
settings-pictures-help = نسخه‌های کوچکی از عکس‌هایتان تا بار بعد بی‌درنگ نمایش داده شوند. اطلاعات مکان و دوربین در آن‌ها نیست و به خود عکس‌ها دست زده نمی‌شود.
settings-about = درباره
settings-version = ویترین، نسخهٔ { $version }
settings-about-body = غرفه‌تان در بازار را از یک پوشه عکس پر می‌کند: هر محصول دقیقاً یک بار. نرم‌افزار آزاد، با مجوز MIT یا Apache-2.0.
settings-font = نوشته‌ها با قلم وزیرمتن (SIL Open Font License).
