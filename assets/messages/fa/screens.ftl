### واژه‌نامه: product محصول · photo عکس · cover عکس اصلی · shop غرفه · marketplace بازارگاه (‎-marketplace) · import افزودن گروهی · create ثبت · sign in ورود
### (تنها به این معنا) · permission دسترسی · address آدرس · ID شناسه · sheet فایل اکسل یا CSV · terminal ترمینال. دکمه‌ها مصدر یا اسم‌اند، نه فعل امر.
### Messages of the screens, one section each.

## Navigation

app-name = ویترین
nav-import = افزودن گروهی
nav-create = محصول جدید
nav-products = محصولات
nav-webhooks = وب‌هوک‌ها
nav-settings = تنظیمات
sign-out = خروج
practice-badge = تمرینی
drop-here-import = برای ثبت محصول، عکس‌ها را اینجا رها کنید
drop-here-review = برای افزودن به این بررسی، عکس‌ها را اینجا رها کنید
drop-here-products = برای تغییر محصولات، فایل اکسل را و برای ثبت محصول جدید، عکس‌ها را اینجا رها کنید
drop-here-create = برای افزودن به این محصول، عکس‌ها را اینجا رها کنید
drop-here-dialog = ابتدا آنچه باز است را ببندید، سپس رها کنید
dismiss = بستن اعلان
notifications-title = اعلان‌ها
notifications-unread = { $count } اعلان جدید
notifications-intro = از زمان باز شدن ویترین؛ جدیدترین‌ها بالاتر هستند.
notifications-none = اعلانی ندارید.
notifications-clear = پاک کردن فهرست
notifications-page-not-opened = مرورگری باز نشد. این آدرس را در مرورگر وارد کنید:
notifications-folder-not-opened = پوشه باز نشد. جای آن:
notifications-crashed = ویترین دفعهٔ قبل ناگهان بسته شد
notifications-crashed-body = چیزی از دست نرفته و می‌توانید کارهای ناتمام را ادامه دهید. جزئیات به برنامه‌نویسان کمک می‌کند، توکنی در آن نیست و تا خودتان نفرستید، از این رایانه بیرون نمی‌رود.
notifications-crashed-copy = کپی جزئیات
notifications-saved-show = نمایش در پوشه
notifications-saved = فایل ذخیره شد
notifications-pasted-too-much = { $count } ردیف چسبانده نشد
notifications-pasted-too-much-body = پایین‌تر محصول دیگری نیست. ابتدا عکس محصولات بیشتری را اضافه کنید.
notifications-not-added-known = چیزی اضافه نشد: این عکس‌ها قبلاً اضافه شده‌اند
notifications-not-added-new-values = { $count ->
    [one] عکس جدیدی نبود، اما مقدار ۱ محصول در فایل اکسل عوض شده است. محصولی که در غرفه هست تغییر نمی‌کند: برای تغییر آن، فایل اکسل را روی صفحهٔ محصولات رها کنید.
   *[other] عکس جدیدی نبود، اما مقدار { $count } محصول در فایل اکسل عوض شده است. محصولی که در غرفه هست تغییر نمی‌کند: برای تغییر آن، فایل اکسل را روی صفحهٔ محصولات رها کنید.
}
notifications-not-added-in-shop = چیزی برای ثبت نیست: این محصولات در غرفه هستند. برای تغییر آن‌ها، فایل اکسل را روی صفحهٔ محصولات رها کنید.
notifications-not-added-no-photos = چیزی اضافه نشد: عکسی در آن نبود
notifications-not-added-files = { $count ->
    [one] چیزی اضافه نشد: { $names } نه عکس است و نه فایل اکسل
   *[other] چیزی اضافه نشد: { $names } نه عکس‌اند و نه فایل اکسل
}
notifications-not-added-dialog = چیزی اضافه نشد: ابتدا آنچه باز است را ببندید و دوباره رها کنید
notifications-files-left-out = { $count ->
    [one] { $names } کنار گذاشته شد: نه عکس است و نه فایل اکسل
   *[other] { $names } کنار گذاشته شدند: نه عکس‌اند و نه فایل اکسل
}
files-and-more = { $names } و { $count } فایل دیگر
files-count = { $count } فایل
notifications-not-added-nothing-copied = چیزی اضافه نشد: در کلیپ‌بورد عکسی نیست
notifications-copied = { $count } محصول کپی شد
notifications-copied-body = می‌توانید آن‌ها را در اکسل بچسبانید.
notifications-found-in-folder = { $count } عکس یا پوشهٔ جدید به بررسی اضافه شد
notifications-waits-in-folder = { $count } عکس یا پوشهٔ جدید تا پایان تایپ منتظر می‌ماند
notifications-waits-in-folder-body = ویرایش خانهٔ جدول را تمام کنید تا به بررسی اضافه شود.
notifications-found-in-folder-body = از پوشه‌ای که ویترین زیر نظر دارد.
announce-selected = { $count ->
    [0] هیچ محصولی انتخاب نشده
   *[other] { $count } محصول انتخاب شده
}
announce-shown = { $count } محصول نمایش داده می‌شود
announce-form-blocked = هنوز ثبت نشد: { $count } مورد خالی است یا نیاز به اصلاح دارد
announce-start-blocked = شروع نشد: { $count } محصول هنوز قابل ثبت نیست
announce-still-checking = شروع نشد: محصولات هنوز در حال بررسی‌اند
announce-preview-ready = { $count ->
    [0] پیش‌نمایش آماده است: چیزی تغییر نمی‌کند
   *[other] پیش‌نمایش آماده است: { $count } محصول تغییر می‌کند
}
announce-unusable = این مقدار پذیرفته نمی‌شود: { $rule }
announce-photos = { $count } عکس تغییر کرد
announce-photos-sent = { $count } عکس ارسال شد
announce-receiving = دریافت رویدادها شروع شد
announce-not-receiving = دریافت رویدادها متوقف شد
announce-undone = برگردانده شد
announce-nothing-to-undo = چیزی برای برگرداندن نیست
announce-redone = دوباره انجام شد
announce-cells = { $count } خانه تغییر کرد
announce-cells-copied = { $count } خانه کپی شد
notifications-replaced = { $count } مقدار جایگزین شد
notifications-removed = { $count } محصول از بررسی کنار گذاشته شد
notifications-photos-removed = { $count } عکس از محصول حذف شد
notifications-import-resumed = افزودن { $count } محصول ادامه پیدا کرد
notifications-import-resumed-body = چون از این حساب بیرون رفته بودید، موقتاً متوقف شده بود.
notifications-review-waits = { $count } محصول در بررسی منتظر شماست
notifications-review-waits-changed = { $count } محصول در بررسی منتظر شماست؛ از آن زمان فایل‌های { $changed } محصول تغییر کرده است
review-waits-closed = { $count } محصول در بررسی منتظر شماست. برای ادامه، ویترین را دوباره باز کنید.
review-kept = ذخیره شده است: می‌توانید ویترین را ببندید و بعداً ادامه دهید.
notifications-edits-show = رفتن به محصولات
notifications-merged = دو محصول یکی شد
undo = برگرداندن
redo = انجام دوباره
notifications-repeated = { $count ->
    [1] یک بار رخ داد
   *[other] { $count } بار رخ داد
}
no-shop-title = این حساب هنوز غرفه ندارد
no-shop-body = با نام { $name } وارد شده‌اید، ولی این حساب غرفه ندارد. برای ثبت محصول به غرفه نیاز دارید.
no-shop-remedy = در سایت { -marketplace } غرفه بسازید و برگردید، یا با حسابی وارد شوید که غرفه دارد.
missing-scope = توکن شما دسترسی «{ $scope }» را ندارد

## Login

login-title = پوشهٔ عکس‌هایتان را به محصولات غرفه تبدیل کنید
login-subtitle = عکس‌ها را داخل پنجره بکشید، محصولات را بررسی کنید و با یک دکمه ثبت کنید. هر محصول دقیقاً یک بار در غرفهٔ شما ثبت می‌شود.
login-picture = هر پوشهٔ عکس یک محصول می‌شود و نام پوشه نام محصول است. عکس تکی هم یک محصول می‌شود.
login-picture-carpet = فرش آبی
login-picture-mug = ماگ دست‌ساز
login-kept = فایل‌هایتان نگه داشته شد. برای بررسی { $count } محصول وارد شوید.
login-kept-reading = فایل‌هایتان نگه داشته شد و در حال خواندن است. برای بررسی وارد شوید.
login-kept-nothing = در فایل‌هایی که اضافه کردید عکسی نبود. عکس‌های دیگری اضافه کنید یا ابتدا وارد شوید.
login-practice-title = غرفهٔ تمرینی
login-practice-body = غرفه‌ای آزمایشی داخل ویترین، برای امتحان همه‌چیز. بدون حساب و بدون خطر: روی همین رایانه کار می‌کند.
login-practice-action = ورود به غرفهٔ تمرینی
login-own-title = { -marketplace } خود را انتخاب کنید
login-own-body = سپس با توکن یا مرورگر وارد غرفهٔ خود شوید.
login-own-choose = انتخاب فایل { -marketplace }…
login-own-change = تغییر { -marketplace }…
login-token-page = دریافت توکن از { $host }
login-token = توکن دسترسی شخصی
login-token-help = در پنل توسعه‌دهندگان { -marketplace }، توکنی با دسترسی خواندن و نوشتن محصولات غرفه بسازید و اینجا وارد کنید.
login-token-show = نمایش توکن
login-token-hide = پنهان کردن توکن
login-save = ذخیرهٔ ورود
login-save-keychain = روی این رایانه
login-save-session = تا بستن ویترین
asked-to-wait = { -marketplace } خواسته است ویترین تا { $at } صبر کند. پس از آن خودکار ادامه پیدا می‌کند.
login-checking = در حال بررسی در { $market }…
login-browser = ورود با مرورگر
login-market-moved = جابه‌جا شده؛ اعتماد دارم
login-browser-manual = ورود دستی
login-browser-waiting = ادامهٔ ورود در مرورگر
login-browser-help = صفحهٔ ورود { -marketplace } در مرورگر باز شده است. آنجا دسترسی را تأیید کنید تا اینجا وارد شوید. اگر صفحه باز نشد، آدرس آن را کپی و در مرورگر باز کنید.
login-browser-copy = کپی آدرس صفحه
login-browser-paste = آدرس آخرین صفحهٔ مرورگر
login-browser-paste-help = فقط اگر مرورگر صفحهٔ آخر را باز نکرد، آدرس کامل آن را از نوار آدرس کپی کنید و اینجا وارد کنید.
login-browser-paste-send = ادامه
login-no-token = ابتدا توکن خود را وارد کنید

## Products

products-title = محصولات
products-search = جستجو
products-search-hint = جستجو بر اساس نام، قیمت، وضعیت یا کد
products-shown = نمایش { $shown } از { $total }
products-loading = در حال دریافت…
products-loading-of = { $done } از { $total } دریافت شد
products-export = ذخیره در فایل اکسل…
products-export-waits = به‌محض خوانده‌شدن همهٔ محصولات، فایل اکسل ذخیره می‌شود
products-title-part = محصولات (ناقص)
products-updated = { $products } · کل فهرست در { $at } خوانده شد
products-incomplete = شاید بعضی از محصولات اینجا نباشند
products-incomplete-help = { -marketplace } همهٔ فهرست را نشان نداد. برای دریافت دوباره، «{ refresh }» را بزنید.
products-empty-title = غرفهٔ شما خالی است
products-empty-body = پوشهٔ عکس‌هایتان را به اینجا بکشید تا ویترین محصولات را ثبت کند، یا خودتان یکی ثبت کنید.
products-empty-import = افزودن عکس
products-empty-create = محصول جدید
products-none-title = نتیجه‌ای پیدا نشد
products-none-body = هیچ محصولی با «{ $query }» مطابقت ندارد.
products-none-clear = پاک کردن جستجو
column-photo = عکس
column-title = نام
column-price = قیمت
column-status = وضعیت
column-stock = موجودی
column-wholesale = فروش عمده
column-state = وضعیت
column-photos = عکس‌ها
column-result = نتیجه
column-source = منبع
sort-by = مرتب‌سازی بر اساس { $column }
sorted-ascending = { $column }، از کم به زیاد
sorted-descending = { $column }، از زیاد به کم
out-of-stock = ناموجود
wholesale-yes = عمده
untitled = بی‌نام

## The photos of a product, below the review’s table

strip-show = عکس‌های { $name }: { $count }
strip-title = عکس‌های { $name }
strip-selected = { $count } عکس انتخاب شده
strip-hint = برای تغییر ترتیب، عکس را بکشید؛ یا روی محصول دیگری رها کنید.
strip-close = بستن عکس‌ها
strip-cover-named = عکس { $place }، عکس اصلی: { $name }
strip-make-cover = انتخاب به‌عنوان عکس اصلی
strip-move = انتقال به محصول دیگر…
strip-split = جدا کردن به‌عنوان محصول جدید
strip-remove = حذف از محصول
strip-replace = انتخاب فایل دیگر…
strip-check-again = بررسی دوبارهٔ فایل
strip-merge-above = یکی کردن با محصول بالایی
strip-merge-below = یکی کردن با محصول پایینی
strip-unusable = { $name } قابل استفاده نیست: { $why }
strip-move-title = { $count ->
    [one] این عکس به کدام محصول برود؟
   *[other] این { $count } عکس به کدام محصول بروند؟
}
strip-move-search = جستجوی نام
strip-move-none = محصول دیگری با این نام نیست.

## Create

create-title = محصول جدید
create-photos-when = عکس‌ها همین که اضافه شوند ارسال می‌شوند. تا «{ create-send }» را نزنید، چیزی در غرفه ثبت نمی‌شود.
create-photos-hint = عکس‌ها را به اینجا بکشید، یا
create-photos-choose = انتخاب عکس…
create-photos-paste = چسباندن
create-photos-limit = حداکثر { $limit } عکس.
create-photo-named = عکس { $place }: { $name }
create-photo-cover = عکس اصلی
create-photo-preparing = در حال آماده‌سازی…
create-photo-sending = در حال ارسال… { $percent }
create-photo-uploaded = ارسال شد
create-photo-failed = ارسال نشد
create-photo-remove = حذف { $name }
create-photo-retry = ارسال دوبارهٔ { $name }
create-photo-earlier = جابه‌جایی { $name } به جلو
create-photo-later = جابه‌جایی { $name } به عقب
create-section-basics = نام و قیمت
create-section-texts = دربارهٔ محصول
create-section-sale = فروش و وضعیت
create-section-shipping = وزن و ارسال
field-required = الزامی
create-send = ثبت محصول
create-send-next = ثبت و محصول بعدی
create-sending = در حال ثبت…
create-checking = پاسخی از { -marketplace } دریافت نشد. ویترین غرفه را بررسی می‌کند تا ببیند محصول ثبت شده است یا نه…
create-clear = پاک کردن فرم
create-cleared = { $count ->
    [0] فرم پاک شد
   *[other] فرم و { $count } عکس آن پاک شد
}
create-replaced = { $count ->
    [0] محصول دیگری جای نوشته‌های فرم را گرفت
   *[other] محصول دیگری جای نوشته‌ها و { $count } عکس فرم را گرفت
}
create-photo-removed = یک عکس حذف شد
create-unpriced-back = بازگشت به فرم
create-unpriced-body = { -marketplace } شاید محصول بدون قیمت را رایگان نشان دهد یا نپذیرد.
create-rejected = اطلاعاتی که وارد کرده‌اید حفظ شده است.
create-blocked-fields = هنوز وارد نشده: { $fields }
create-blocked-wrong = نیاز به اصلاح: { $fields }
create-blocked-failed = { $count ->
    [1] یک عکس ارسال نشد. دوباره تلاش کنید یا آن را حذف کنید.
   *[other] { $count } عکس ارسال نشد. دوباره تلاش کنید یا آن‌ها را حذف کنید.
}
create-blocked-uploading = { $count ->
    [1] در انتظار پایان ارسال یک عکس
   *[other] در انتظار پایان ارسال { $count } عکس
}
create-done-title = «{ $name }» در غرفهٔ شما ثبت شد
create-done-id = شناسهٔ محصول: { $id }
create-done-no-id = { -marketplace } شناسهٔ محصول را اعلام نکرد.
create-done-keep-texts = ثبت محصول مشابه
create-done-new = محصول جدید
create-done-products = مشاهدهٔ محصولات
create-done-show = مشاهدهٔ محصول
list-separator = ،{" "}

## Editing a photo

editor-open = ویرایش { $name }
editor-menu = ویرایش عکس…
editor-title = ویرایش { $name }
editor-opening = در حال باز کردن عکس…
editor-failed = این عکس برای ویرایش باز نشد. آن را حذف کنید یا عکس دیگری انتخاب کنید.
editor-rotate-left = چرخش به چپ ( ⁦[⁩ )
editor-rotate-right = چرخش به راست ( ⁦]⁩ )
editor-show-original = نمایش عکس پیش از ویرایش
editor-crop = برش
editor-crop-none = بدون برش
editor-crop-free = آزاد
editor-crop-square = مربع
editor-crop-market = { $ratio } برای این { -marketplace }
editor-frame = کادر برش: کلیدهای جهت‌نما آن را جابه‌جا می‌کنند و با Shift اندازه‌اش را تغییر می‌دهند
editor-straighten = تراز کردن
editor-brightness = روشنایی
editor-white-background = پس‌زمینهٔ سفید
editor-white-background-help = پس‌زمینهٔ ساده را کاملاً سفید می‌کند و پس‌زمینهٔ شلوغ را تغییر نمی‌دهد. اگر رنگ محصول به پس‌زمینه نزدیک است، نتیجه را با دقت ببینید.
editor-reset = بازگشت به حالت اولیه
editor-apply-to = اعمال روی
editor-apply-to-own = همین عکس
editor-apply-to-edited = { $count ->
    [1] عکس ویرایش‌شده
   *[other] هر { $count } عکس ویرایش‌شده
}
editor-apply-to-product = همهٔ عکس‌های این محصول
editor-apply-to-covers = عکس اصلی همهٔ محصولات
editor-apply-to-all = همهٔ عکس‌های این افزودن گروهی
editor-apply = اعمال
editor-discard-ask = ویرایش‌ها کنار گذاشته شود؟
editor-discard-body = { $count ->
    [1] ویرایش یک عکس هنوز اعمال نشده است.
   *[other] ویرایش { $count } عکس هنوز اعمال نشده است.
}
editor-discard-no = ادامهٔ ویرایش
editor-discard = کنار گذاشتن ویرایش‌ها

## Import

import-title = افزودن گروهی
import-samples = امتحان با عکس‌های نمونه
import-empty-title = عکس‌ها یا پوشه‌ها را به اینجا بکشید
import-empty-body = هر پوشهٔ عکس یک محصول می‌شود و هر عکس جداگانه هم یک محصول. پیش از ثبت، همه را بررسی می‌کنید.
import-choose-photos = انتخاب عکس…
import-choose-folder = انتخاب پوشه…
import-paste = چسباندن
import-planning = در حال خواندن فایل‌ها…
import-planning-read = { $read } فایل از { $count } فایل خوانده شد
import-planning-first = اولین محصولات؛ بقیه در حال خواندن است
import-pasted-name = عکس چسبانده‌شده
import-watch = زیر نظر گرفتن پوشه: عکس‌های جدید آن برای بررسی اضافه می‌شوند
import-watch-change = انتخاب پوشهٔ دیگر…
import-watch-missing = این پوشه فعلاً باز نمی‌شود. ویترین دوباره تلاش می‌کند.
import-last-failed-title = { $count } محصول در افزودن گروهی قبلی ثبت نشد
import-last-failed-body = علت را ببینید، اصلاح کنید و دوباره ثبت کنید. محصولات ثبت‌شده تغییری نمی‌کنند.
import-last-failed-show = مشاهده و اصلاح
import-unfinished-title = افزودن { $count } محصول ناتمام مانده است
import-unfinished-body = { $outcomes }.
import-unfinished-check = { $count ->
    [one] { $outcomes }. { $count } محصول نیاز به بررسی دارد: پاسخی دریافت نشد؛ ویترین پیش از ارسال دوباره غرفه را بررسی می‌کند.
   *[other] { $outcomes }. { $count } محصول نیاز به بررسی دارند: پاسخی دریافت نشد؛ ویترین پیش از ارسال دوباره غرفه را بررسی می‌کند.
}
import-resume-later = بعداً
import-resume = ادامه
import-left-title = { $count } محصول هنوز ارسال نشده است
import-left-body = این محصولات ذخیره شده‌اند. برای تلاش دوباره، ادامه دهید.
import-stopped-title = { $count } محصول ارسال نشد، چون افزودن گروهی را لغو کردید
import-create-again = ثبت این { $count } محصول
import-planned-count = { $products } از { $photos }
import-ignored-files = { $count } فایل دیگر نادیده گرفته شد
import-photos-surplus-fix = نگه داشتن { $limit } عکس اول
import-photos-surplus-help = { $products } محصول بیش از { $limit } عکسی دارد که این { -marketplace } می‌پذیرد. بقیه کنار گذاشته می‌شوند؛ می‌توانید این تغییر را برگردانید.
import-photos-unusable-fix = حذف { $count } عکس غیر قابل استفاده
import-photos-unusable-help = محصولات با بقیهٔ عکس‌هایشان ثبت می‌شوند. محصولی که عکس دیگری ندارد از فهرست حذف می‌شود. می‌توانید این تغییر را برگردانید.
import-photos-copies-fix = حذف { $count } عکس تکراری
import-photos-copies-help = این فایل‌ها کپی عکس دیگری از همان محصول هستند. می‌توانید این تغییر را برگردانید.
import-ignored-why = نه عکس هستند و نه فایل اکسل یا CSV، یا برنامه‌های دیگر آنجا نگه می‌دارند: سطل بازیافت، نسخه‌های کوچک، دانلودهای ناتمام، عکس‌های RAW که JPEG آن‌ها هم هست، اصل عکس‌هایی که نسخهٔ ویرایش‌شده‌شان هم هست. برای دیدن پوشه، نشانگر را روی نام ببرید.
import-unusable = { $count } فایل قابل استفاده نیست
import-unusable-add = افزودن به فهرست
import-unusable-rows = { $count } ردیف فایل قابل استفاده نیست
import-defaults = مقدار پیش‌فرض همهٔ محصولات
import-defaults-help = خانه‌های خالی جدول را پر می‌کند؛ مقدار هر ردیف اولویت دارد.
import-default-value = { $field } { $value }
import-generate-skus = ساخت کد برای محصولات بدون کد (SKU)
import-generate-skus-help = اگر پاسخی نرسد، محصول فوراً با کدش پیدا می‌شود. این کد (⁦V-…⁩) را در پنل غرفه هم می‌بینید. هر پوشه همیشه همان کد را می‌گیرد.
import-skus-generated = کد (SKU): برای محصولات بدون کد ساخته می‌شود
import-packaging = { $count } گرم بیشتر از وزن هر محصول
import-packaging-help = یک عدد، یا علامت به‌علاوه و یک عدد: «+۵۰» وزن هر بسته را ۵۰ گرم بیشتر از وزن محصول می‌کند.
import-texts-open = متن برای همهٔ محصولات
import-texts-help = برای محصول‌هایی که خودشان متن ندارند. کلمه‌های میان آکولاد جای مقدار هر محصول‌اند؛ بخشی از متن که دربارهٔ چیزی باشد که محصول ندارد، حذف می‌شود.
import-texts-add = + { $value }
import-texts-add-name = افزودن { $value } به { $field }
import-texts-nothing = محصول اول مقداری را که این متن دربارهٔ آن است ندارد و متنی نمی‌گیرد.
import-defaults-last = مقدارهای قبلی: { $values }
import-unpriced-title = { $count } محصول قیمت ندارد
import-unpriced-body = { $count ->
    [one] { -marketplace } شاید محصول بدون قیمت را رایگان نشان دهد یا نپذیرد. قیمتش را وارد کنید، اول بقیه را ثبت کنید، یا همین‌طور ثبتش کنید.
   *[other] { -marketplace } شاید محصول بدون قیمت را رایگان نشان دهد یا نپذیرد. برای همهٔ محصولات بدون قیمت یک قیمت وارد کنید، اول بقیه را ثبت کنید، یا همین‌طور ثبتشان کنید.
}
import-unpriced-body-all = { $count ->
    [one] { -marketplace } شاید محصول بدون قیمت را رایگان نشان دهد یا نپذیرد. قیمتش را وارد کنید، یا همین‌طور ثبتش کنید.
   *[other] { -marketplace } شاید محصول بدون قیمت را رایگان نشان دهد یا نپذیرد. برای همهٔ محصولات بدون قیمت یک قیمت وارد کنید، یا همین‌طور ثبتشان کنید.
}
import-unpriced-stock = { $count } محصول موجودی ندارد و ناموجود نشان داده می‌شود.
import-unpriced-set = تعیین قیمت و ثبت
import-unpriced-leave-out = ثبت { $count } محصول قیمت‌دار
import-unpriced-leave-out-help = { $count } محصول دیگر، با هرچه وارد کرده‌اید، در بررسی می‌ماند.
import-unpriced-back = بازگشت به بررسی
import-unpriced-create = ثبت بدون قیمت
import-unstocked-title = { $count } محصول موجودی ندارد
import-unstocked-body = بقیهٔ محصولات این فهرست موجودی دارند. محصول بدون موجودی ناموجود نشان داده می‌شود. برای همهٔ محصولات بدون موجودی یک عدد وارد کنید، اول بقیه را ثبت کنید، یا همین‌طور ثبتشان کنید.
import-unstocked-set = تعیین موجودی و ثبت
import-unstocked-leave-out = ثبت { $count } محصولِ دارای موجودی
import-unstocked-create = ثبت بدون موجودی
review-cell = { $field }، { $product }
review-row = { $row }. { $product }
import-remove-row = حذف { $name } از فهرست
import-clear = شروع از نو
import-start-count = ثبت { $count } محصول
import-start-in = ثبت { $count } محصول در { $shop }
import-start-some = ثبت { $ready } از { $count } محصول
import-start-some-in = ثبت { $ready } از { $count } محصول در { $shop }
import-start-some-help = { $names } تا کامل شدن در همین بررسی می‌ماند.
import-rest = { $count } محصول در بررسی منتظر است
import-rest-open = ادامه با { $count } محصول
import-not-ready = هنوز کامل نیست: { $names } ({ $reasons })
product-quoted = «{ $name }»
products-and-more = { $names } و { $count } محصول دیگر
import-start-again = ثبت { $count } محصول، { $again } تا دوباره
import-start-none = محصول جدیدی برای ثبت نیست
import-known-new = { $count } محصول جدید
import-known-in-shop = { $count } محصول از قبل در غرفه
import-known-edited = تغییرات شما در { $count } محصول از آن‌ها ارسال نمی‌شود
import-known-help = این محصولات قبلاً ثبت شده‌اند و ویترین دوباره ثبتشان نمی‌کند. اگر می‌خواهید دوباره ثبت شوند، «{ import-again }» را انتخاب کنید.
import-known-changed = { $count } محصول از آن‌ها با نام، قیمت یا مقدارهای دیگری ثبت شده که با فایل‌های شما فرق دارد. در غرفه همان‌طور می‌ماند: برای تغییر قیمت و موجودی، فهرست را روی «{ nav-products }» رها کنید.
import-known-again = { $count } محصول از قبل در غرفه هست و دوباره ثبت می‌شود
import-known-unfinished = { $count } محصول از این‌ها در یک افزودن گروهیِ ناتمام هم هست. اگر هنوز ارسال نشده باشد، آنچه اینجا وارد می‌کنید جای مقدارهای آنجا را می‌گیرد.
import-known-row = در غرفهٔ شما
import-known-row-id = در غرفهٔ شما · شناسه { $id }
import-known-row-edited = تغییرات ارسال نمی‌شود
import-known-locked = مقدارهایش ارسال نمی‌شود و اینجا تغییر نمی‌کند. آن را در «{ nav-products }» تغییر دهید، یا در منوی ⋯ گزینهٔ «{ import-again }» را انتخاب کنید.
import-sharing-fix = حذف { $count } محصول با عکس مشترک…
import-sharing-help = این محصولات با محصولی که قبلاً ثبت کرده‌اید عکس مشترک دارند. اگر ادامه دهید، محصول جداگانه‌ای ثبت می‌شود. می‌توانید این تغییر را برگردانید.
import-sharing-row = با «{ $name }» در غرفه عکس مشترک دارد
import-like-sent-fix = حذف { $count } محصول شبیه قبلی‌ها…
import-like-sent-help = این عکس‌ها شبیه عکس اصلی محصولاتی است که قبلاً ثبت کرده‌اید. بررسی کنید که این محصولات از قبل در غرفه نباشند. می‌توانید این تغییر را برگردانید یا همین‌طور ادامه دهید.
import-like-sent-row = شبیه «{ $name }» در غرفه
import-equal-names-fix = شماره‌گذاری { $count } محصول هم‌نام
import-equal-names-help = خریدار محصولات هم‌نام را از هم تشخیص نمی‌دهد. به‌جز اولی، بقیه شماره می‌گیرند. می‌توانید این تغییر را برگردانید یا همین‌طور ادامه دهید.
import-equal-name-here = نام تکراری
contact-data-found = { $field } شامل «{ $text }» است. { -marketplace } معمولاً اطلاعات تماس را نمی‌پذیرد.
import-equal-name-in-shop = محصولی با همین نام در غرفه هست
import-stock-like-price = موجودی شبیه قیمت است
import-stock-like-price-brief = قیمت است؟
import-stocks-clear = پاک کردن { $count } موجودی بعید
import-stock-help = موجودی ۱۰٬۰۰۰ یا بیشتر شاید قیمتی در ستون اشتباه باشد. اگر درست است، تغییرش ندهید؛ می‌توانید ادامه دهید.
import-slip-high = ۱۰ برابر بقیه: تقسیم بر ۱۰؟
import-slip-low = یک‌دهم بقیه: ضرب در ۱۰؟
import-slip-high-fix = تقسیم قیمت محصول { $row } بر ۱۰
import-slip-low-fix = ضرب قیمت محصول { $row } در ۱۰
import-slips-high-fix = تقسیم { $count } قیمت بر ۱۰
import-slips-low-fix = ضرب { $count } قیمت در ۱۰
import-slip-help = حدود ۱۰ برابر یا یک‌دهم قیمت‌های دیگر. شاید یک صفر کم یا زیاد است، یا قیمت به تومان وارد شده است به‌جای ریال، یا برعکس. اگر درست است، تغییرش ندهید؛ می‌توانید ادامه دهید.
import-again = ثبت دوبارهٔ محصولاتی که قبلاً ثبت شده‌اند
import-again-help = ویترین در حالت عادی پوشه‌هایی را که قبلاً اضافه شده‌اند می‌شناسد و هیچ محصولی را دو بار ثبت نمی‌کند.
import-incomplete = { $count } محصول هنوز قابل ثبت نیست؛ نیاز به تکمیل یا اصلاح: { $reasons }
import-empty-fields = هنوز خالی: { $fields }
import-field-count = { $field } ({ $count })
import-empty-fields-help = { -marketplace } تصمیم می‌گیرد با محصول بدون این مقدار چه کند: شاید رایگان یا ناموجود نمایش داده شود، یا رد شود.
settle-incomplete-show = نمایش و اصلاح
import-incomplete-show = نمایش
import-incomplete-remove = حذف { $count } محصول از فهرست…
import-remove-ask = این { $count } محصول از فهرست حذف شود؟
import-remove-help = فایل‌ها و غرفهٔ شما تغییری نمی‌کند. می‌توانید این تغییر را برگردانید.
import-remove-yes = حذف { $count } محصول
import-incomplete-all = نمایش همه
import-nothing-title = عکسی پیدا نشد
import-nothing-body = در فایل‌هایی که اضافه کردید عکسی نبود.
import-emptied-title = همهٔ محصولات از فهرست حذف شد
import-emptied-body = آن‌ها ثبت نشدند و عکس‌هایتان سر جایشان هستند.
import-pause = توقف موقت
import-continue = ادامه
import-cancel = لغو…
import-cancel-ask = این افزودن گروهی لغو شود؟
import-cancel-body = محصولات ثبت‌شده در غرفه می‌مانند و نتیجهٔ محصولات در حال ثبت مشخص می‌شود. بقیه ثبت نمی‌شوند.
import-cancel-yes = لغو افزودن گروهی
import-cancel-no = ادامهٔ ثبت محصولات
import-cancelling = در حال لغو. ویترین منتظر نتیجهٔ محصولات در حال ثبت است.
import-running-title = در حال ثبت محصولات
import-running-in = ثبت { $count } محصول در { $shop }
import-throughput = محصول ثبت‌شده در هر { $seconds } ثانیه؛ بیشترین: { $peak }
nav-import-progress = { $done } از { $total } محصول انجام شد
import-notify-done = انجام شد: { $count } محصول در { $shop } است
import-notify-incomplete = پایان یافت: { $count } محصول ثبت نشد
import-paused-title = موقتاً متوقف شده
import-confirming-title = بررسی محصولات ثبت‌شده
import-confirming-in = بررسی { $count } محصول در { $shop }
import-waiting-title = در انتظار
import-waiting-in = در انتظار ثبت { $count } محصول در { $shop }
import-done-title = انجام شد: { $count } محصول در غرفهٔ شماست
import-ended-incomplete = پایان یافت؛ بعضی از محصولات ثبت نشدند
import-ended-asked = پایان یافت: { $count } محصول منتظر پاسخ شماست
import-created-of = { $created } محصول از { $total } ثبت شد
import-skipped-count = { $count } محصول قبلاً ثبت شده بود
import-photos-uploaded = عکس‌های ارسال‌شده: { $done } از { $total }
import-count-created = ثبت شد
import-count-skipped = قبلاً ثبت شده
import-count-failed = ثبت نشد
import-count-waiting = در صف
import-unseen = { $count } محصول هنوز در فهرست غرفه نیست
import-count-unknown = تأییدنشده
import-count-needs-decision = نیاز به بررسی شما
import-count-cancelled = لغو شد
import-filter-all = همه
import-new = افزودن گروهی جدید
import-see-products = مشاهدهٔ محصولات
import-retry-all = تلاش دوباره ({ $count })
import-retry-replaced = تلاش با فایل جدید
import-failed-group = { $count } محصول: { $title }
import-failed-one = «{ $name }»: { $title }
import-fix-row = اصلاح { $name }
import-fix-all = { $count ->
    [one] اصلاح
   *[other] اصلاح هر { $count } محصول
}
import-fix-for-all = { $field } برای هر { $count } محصول
import-fix-field-of = { $field } برای «{ $name }»
import-fix-current-value = مقدار فعلی همه: { $value }
import-fix-values-differ = مقدارهای فعلی یکسان نیستند. آنچه اینجا وارد کنید برای همه اعمال می‌شود.
import-fix-no-field = { -marketplace } نگفته است ایراد در کدام بخش است. هر محصول را جداگانه بررسی کنید یا همه را بدون تغییر دوباره ارسال کنید.
import-fix-waiting = همچنین برای { $count } محصول در انتظار با { $field ->
    [primary_price] همین قیمت
   *[other] همین مقدار
}
import-fix-incomplete = { $count } محصول در فهرست می‌ماند، چون هنوز نیاز به اصلاح دارد: { $fields }.
import-fix-table = محصولات ناموفق
import-fix-sent = ارسال‌شده
import-decision-title = آیا این محصول در غرفهٔ شما هست؟
import-decision-exists = بله، هست
import-decision-missing = خیر، نیست
import-queued-ended = { $count } مورد دیگر که اضافه کرده‌اید منتظر است؛ «{ import-new }» آن را باز می‌کند.
import-queued = { $count } مورد دیگر که اضافه کرده‌اید در صف است؛ پس از پایان این کار، «{ import-new }» آن را باز می‌کند.
import-product-id = شناسه: { $id }
import-equal-name = غرفه از قبل محصولی با همین نام داشت
import-equal-name-help = اگر هر دو یک محصول هستند، یکی را در سایت { -marketplace } حذف کنید.
import-other-values = با مقدارهای دیگری ثبت شده
import-other-values-help = در فایل‌های شما این‌ها با زمان ثبتش فرق دارد: { $fields }. افزودن گروهی چیزی را در غرفه تغییر نمی‌دهد. برای فرستادن قیمت‌ها و موجودی‌های جدید، صفحهٔ محصولات را باز کنید و فهرست را آن‌جا رها کنید.
import-created-no-id = در غرفه
import-row-photos = { $up } از { $total }
import-file-problem = { $name }: { $title }

## How the photos became products, and names by a pattern

import-grouped-folder = { $folders ->
    [1] یک پوشه، یک محصول
   *[other] { $folders } پوشه، هر کدام یک محصول
}
import-grouped-same-name = { $folders ->
    [1] نام عکس‌های پوشه فقط در عدد فرق دارد: یک محصول
   *[other] { $folders } پوشه که نام عکس‌هایشان فقط در عدد فرق دارد: هر کدام یک محصول
}
import-grouped-beside-folders = { $photos ->
    [1] یک عکس کنار پوشه‌هاست: یک محصول
   *[other] { $photos } عکس کنار پوشه‌ها: هر کدام یک محصول
}
import-grouped-dropped = { $photos ->
    [1] یک عکس تکی: یک محصول
   *[other] { $photos } عکس تکی: هر کدام یک محصول
}
import-grouped-chosen = { $folders } پوشه به انتخاب شما
import-grouping = گروه‌بندی عکس‌ها
import-grouping-ask-again = تغییر
import-grouping-question = { $count } عکس در یک پوشه: یک محصول یا { $count } محصول؟
import-grouping-question-loose = { $count } عکس: { $count } محصول، یا بعضی از آن‌ها متعلق به یک محصول‌اند؟
import-unclear-in = پوشهٔ «{ $folder }»: { $reason }
import-unclear-different-names = نام فایل‌ها با هم فرق دارد؛ شاید هر عکس محصول دیگری باشد.
import-unclear-repeated-names = نام بعضی از فایل‌ها فقط در عدد فرق دارد؛ شاید هر محصول چند عکس داشته باشد.
import-unclear-names-say-nothing = از نام فایل‌ها معلوم نیست کدام عکس‌ها متعلق به یک محصول‌اند.
import-unclear-many-photos = این تعداد عکس برای یک محصول زیاد است.
import-unclear-loose = شاید چند عکس متعلق به یک محصول باشند.
import-group-as-one = یک محصول
import-group-as-each = { $count } محصول، هر عکس یکی
import-group-by-name = { $count } محصول بر اساس نام فایل
import-group-by-time = { $count } محصول بر اساس زمان
import-group-by-likeness = { $count } محصول بر اساس شباهت
import-group-by-cards = { $count } محصول بر اساس کارت
import-grouped-cards = { $photos } عکس بر اساس کارت‌ها
boundary-likely = { $known ->
    [yes] احتمالاً محصول جدید: اولین عکس آن { $seconds } ثانیه پس از عکس قبلی گرفته شده و متفاوت است یا پس از وقفه. اگر نه، با ⁦Ctrl+M⁩ آن را با محصول بالا یکی کنید
   *[no] احتمالاً محصول جدید: اولین عکس آن با عکس قبلی فرق دارد. اگر نه، با ⁦Ctrl+M⁩ آن را با محصول بالا یکی کنید
}
boundary-unsure = { $known ->
    [yes] شاید محصول جدیدی نباشد: اولین عکس آن فقط { $seconds } ثانیه پس از عکس قبلی گرفته شده است. اگر متعلق به محصول بالاست، با ⁦Ctrl+M⁩ یکی کنید
   *[no] شاید محصول جدیدی نباشد. اگر متعلق به محصول بالاست، با ⁦Ctrl+M⁩ یکی کنید
}
import-cards-switch = تقسیم «{ $folder }» بر اساس { $count } کارت آن
import-comparing-photos = در حال مقایسهٔ عکس‌ها…
import-grouping-for-all = همین کار برای { $count } پوشهٔ نامشخص دیگر
import-name-by-pattern = نام‌گذاری با الگو
import-naming-title = { $count } محصول نام مناسبی ندارد
import-naming-all = نام‌گذاری همهٔ { $count } محصول با الگو
import-naming-body = خریداران نام‌هایی مانند «{ $name }» می‌بینند.
import-naming-pattern = الگوی نام
import-naming-hint = گلیم {"{"}شماره{"}"}
import-naming-example = نمونه: { $names }
import-naming-folder-and-number = {"{"}پوشه{"}"} {"{"}شماره{"}"}
import-naming-number = {"{"}شماره{"}"}
import-naming-folder = {"{"}پوشه{"}"}
import-naming-file = {"{"}فایل{"}"}
import-naming-add-number = + شماره
import-naming-add-folder = + نام پوشه
import-naming-add-file = + نام فایل
import-naming-apply = نام‌گذاری { $count } محصول
import-naming-replaces = { $count } نامی که وارد کرده‌اید جایگزین می‌شود.
import-naming-decline = نگه داشتن نام‌ها

## Webhooks

webhooks-title = وب‌هوک‌ها
webhooks-intro = وب‌هوک، رویدادهای غرفه را به نرم‌افزار دیگری خبر می‌دهد. فقط وقتی لازم است که خودتان یا توسعه‌دهندهٔ شما چنین نرم‌افزاری داشته باشید.
webhooks-events = رویدادها
webhooks-event-needs = دسترسی لازم: { $words } ({ $scope })
webhooks-url = آدرس وب‌هوک
webhooks-url-help = آدرسی که نرم‌افزار شما رویدادها را در آن دریافت می‌کند؛ با ⁦https://⁩ شروع می‌شود، یا برای همین رایانه با ⁦http://⁩
webhooks-url-missing = آدرس وب‌هوک را وارد کنید
webhooks-url-wrong = آدرس باید با ⁦https://⁩ یا ⁦http://⁩ شروع شود
webhooks-method = متد HTTP
webhooks-active = فعال از همین حالا
webhooks-whose = رویدادهای چه کسی
webhooks-whose-help = رویدادهای { $name } که وارد شده است. برای رویدادهای خود برنامه، اول حساب را عوض کنید و با «{ $method }» وارد شوید.
webhooks-service = سرویس وب‌هوک
webhooks-service-new = ساخت سرویس جدید
webhooks-service-existing = شناسهٔ سرویس را دارم
webhooks-service-id = شناسهٔ سرویس
webhooks-service-missing = شناسهٔ سرویس را وارد کنید
webhooks-service-wrong = شناسهٔ سرویس یک عدد صحیح است
webhooks-events-missing = حداقل یک رویداد انتخاب کنید
webhooks-add = افزودن وب‌هوک
webhooks-adding = در حال افزودن…
webhooks-added = وب‌هوک اضافه شد
webhooks-added-as = وب‌هوک اضافه شد. شناسهٔ وب‌هوک: { $id }
webhooks-duplicate-title = این وب‌هوک را قبلاً اضافه کرده‌اید. دوباره اضافه شود؟
webhooks-duplicate-body = با دو وب‌هوک یکسان، هر رویداد دو بار به نرم‌افزار شما خبر داده می‌شود.
webhooks-duplicate-unanswered-title = شاید این وب‌هوک قبلاً اضافه شده باشد. دوباره اضافه شود؟
webhooks-duplicate-confirm = افزودن دوباره
webhooks-rejected-remedy = رویدادها، آدرس وب‌هوک و شناسهٔ سرویس را بررسی کنید و دوباره اضافه کنید.
webhooks-unanswered-remedy = پاسخی دریافت نشد و شاید وب‌هوک اضافه شده باشد. پیش از افزودن دوباره، پنل توسعه‌دهندگان را بررسی کنید.

## وب‌هوک‌ها: بخش‌های صفحه، فهرست و دریافت

webhooks-parts = بخش‌های این صفحه
webhooks-part-subscribe = افزودن
webhooks-part-subscriptions = وب‌هوک‌های شما
webhooks-part-receive = دریافت در اینجا
webhooks-token = توکن سرویس (اختیاری)
webhooks-token-help = کلمه‌ای مخفی که { -marketplace } همراه هر رویداد می‌فرستد تا رویداد واقعی از ساختگی شناخته شود. اگر خالی بماند، ویترین یکی می‌سازد و همین‌جا بررسی می‌کند. اگر نرم‌افزار شما کلمهٔ خودش را دارد، همان را وارد کنید.
webhooks-carries-token = رویدادها توکن سرویس داشته باشند (توصیه می‌شود)
webhooks-carries-nothing = بدون توکن، هر کسی که آدرس را بداند می‌تواند رویداد ساختگی به آن بفرستد.
webhooks-token-not-taken = فایل این { -marketplace } نمی‌گوید که وب‌هوک کلمهٔ مخفی می‌پذیرد. اگر لازم است، آن را در پنل توسعه‌دهندگان وارد کنید.
webhooks-save = ذخیرهٔ تغییرات
webhooks-refresh = به‌روزرسانی
webhooks-reading = در حال خواندن وب‌هوک‌ها…
webhooks-none = هنوز وب‌هوکی ندارید. یکی اضافه کنید، یا رویدادها را روی همین رایانه دریافت کنید.
webhooks-not-listed = فایل این { -marketplace } نمی‌گوید فهرست وب‌هوک‌ها کجاست. آن‌ها را در پنل توسعه‌دهندگان ببینید و تغییر دهید.
webhooks-requested = اضافه‌شده با ویترین
webhooks-unconfirmed = پاسخی دریافت نشد و شاید این وب‌هوک اضافه شده باشد. پنل توسعه‌دهندگان را بررسی کنید.
webhooks-row = شناسه { $id } · { $method }
webhooks-is-active = فعال
webhooks-log = ارسال‌ها
webhooks-log-named = ارسال‌های وب‌هوک { $id }
webhooks-edit-named = تغییر وب‌هوک { $id }
webhooks-delete-named = حذف وب‌هوک { $id }
webhooks-delete = حذف
webhooks-delete-title = این وب‌هوک حذف شود؟
webhooks-delete-body = از آن پس { -marketplace } به این آدرس خبر نمی‌دهد. هر وقت بخواهید می‌توانید دوباره آن را اضافه کنید.
webhooks-log-title = ارسال‌های وب‌هوک { $id }
webhooks-log-empty = { -marketplace } هنوز چیزی به این وب‌هوک نفرستاده است.
webhooks-log-unanswered = بدون پاسخ

receiver-intro = رویدادها را همان لحظه ببینید، حتی پیش از آن‌که نرم‌افزاری برایشان داشته باشید. ویترین آن‌ها را روی همین رایانه دریافت و ذخیره می‌کند و در پایین نشان می‌دهد. محصول ثبت‌شده یا تغییرکرده در فهرست محصولات شما هم به‌روز می‌شود.
receiver-start = شروع دریافت
receiver-stop = توقف دریافت
receiver-starting = در حال شروع…
receiver-on = در حال دریافت در { $address }
receiver-copy-address = کپی آدرس
receiver-checks-token = فقط رویدادهایی پذیرفته می‌شوند که توکن سرویس شما را دارند.
receiver-checks-nothing = رویدادها بدون توکن سرویس پذیرفته می‌شوند؛ هر برنامه‌ای در این رایانه می‌تواند رویداد ساختگی بفرستد.
receiver-token-made = توکن سرویس جدید: { $token }
receiver-copy-token = کپی توکن
receiver-token-ask = حذف توکن…
receiver-token-forget = حذف توکن
receiver-token-title = توکن سرویس حذف شود؟
receiver-token-body = از آن پس هر برنامه‌ای روی این رایانه می‌تواند رویداد ساختگی بفرستد و پذیرفته می‌شود. وب‌هوک‌هایی که این توکن را دارند آن را نگه می‌دارند.
receiver-forwards = رویدادها به { $address } هم فرستاده می‌شوند
receiver-token-unsaved = { -keychain } در دسترس نیست؛ توکن فقط تا وقتی دریافت را متوقف نکنید به کار می‌رود.
receiver-refused = ردشده: { $token } با توکن نادرست، { $other } به دلایل دیگر
receiver-port = پورت
receiver-port-help = معمولاً ۸۷۶۶ مناسب است، مگر آن‌که برنامهٔ دیگری از آن استفاده کند
receiver-port-wrong = عددی از ۰ تا ۶۵۵۳۵ وارد کنید
receiver-token = توکن سرویس
receiver-token-help = رویدادی که این کلمه را نداشته باشد رد می‌شود. در { -keychain } نگهداری می‌شود. اگر خالی بماند، از توکن ذخیره‌شده استفاده می‌شود؛ اگر توکنی ذخیره نشده باشد و { -marketplace } بتواند آن را بفرستد، ویترین یکی می‌سازد و در وب‌هوک‌هایی که اضافه می‌کنید می‌گذارد.
receiver-forward = فرستادن رویدادها به (اختیاری)
receiver-forward-help = آدرس نرم‌افزار شما. هر رویداد به آنجا هم فرستاده می‌شود و اگر پاسخی نیاید، دوباره. توکن سرویس فقط به نرم‌افزارهای همین رایانه فرستاده می‌شود.
receiver-forward-wrong = آدرسی وارد کنید که با ⁦https://⁩ شروع شود یا در همین رایانه باشد؛ رویدادها اطلاعات خریداران شما را دارند
receiver-open = پذیرش رویداد از رایانه‌های دیگر هم
receiver-open-warning = در این حالت هر کسی در شبکهٔ شما می‌تواند به این رایانه رویداد بفرستد. این فقط با توکن سرویس ممکن است.

receiver-public = رویدادها چطور می‌رسند
receiver-public-why = { -marketplace } فقط به آدرس‌های اینترنتی دسترسی دارد و رایانهٔ شما معمولاً چنین آدرسی ندارد. دو راه هست:
receiver-public-tunnel = ۱. تونل. یک برنامهٔ تونل به انتخاب خود را اجرا کنید، مثل cloudflared، ‏ngrok یا ⁦ssh -R⁩، و از آن بخواهید همه‌چیز را به آدرس بالا برساند. آدرسی به شما می‌دهد که با ⁦https://⁩ شروع می‌شود. با همان آدرس یک وب‌هوک اضافه کنید.
receiver-public-server = ۲. یک سرور کوچک. وب‌هوکی با آدرس سرور اضافه کنید تا سرور هر رویداد را بفرستد: از طریق تونل، یا به ویترینی که آنجا با دستور ⁦vitrine webhook listen⁩ اجرا می‌شود. نمونهٔ آن در راهنما هست.
receiver-public-token = در هر دو راه، هر کسی که آدرس را بداند می‌تواند به آن بفرستد. توکن سرویس رویداد واقعی را از ساختگی جدا می‌کند: ویترین آن را در وب‌هوک‌هایی که اینجا اضافه می‌کنید می‌گذارد. در جاهای دیگر همان توکن را تعیین کنید.

receiver-practice = در غرفهٔ تمرینی می‌توانید هر رویدادی را همین حالا بفرستید.
receiver-practice-first = اول با آدرس بالا یک وب‌هوک اضافه کنید.
receiver-practice-event = رویداد
receiver-practice-send = ارسال
receiver-practice-sent = فرستاده شد

receiver-deliveries = { $count ->
    [1000] جدیدترین { $count } رویداد
   *[other] { $count } رویداد دریافت شد
}
receiver-all-events = همهٔ رویدادها
receiver-filter = نمایش
receiver-order = ترتیب
receiver-newest-first = اول جدیدترین
receiver-oldest-first = اول قدیمی‌ترین
receiver-clear-ask = حذف همه…
receiver-clear = حذف همه
receiver-clear-title = همهٔ رویدادهای دریافت‌شده حذف شوند؟
receiver-clear-body = { $count ->
    [1000] رویدادها، حتی قدیمی‌ترهایی که نشان داده نمی‌شوند، بعد از حذف برنمی‌گردند. وب‌هوک‌های شما می‌مانند و رویدادهای جدید مثل قبل دریافت می‌شوند.
   *[other] این { $count } رویداد بعد از حذف برنمی‌گردند. وب‌هوک‌های شما می‌مانند و رویدادهای جدید مثل قبل دریافت می‌شوند.
}
receiver-nothing = هنوز چیزی دریافت نشده است.
receiver-unknown-event = رویداد ناشناس
receiver-times = { $name } ({ $count } بار)
receiver-row = { $at } · ⁦{ $method } { $path }⁩ · { $size }
receiver-show = نمایش
receiver-open-named = نمایش { $name }، شمارهٔ { $id }
receiver-forward-waiting = در حال فرستادن
receiver-forward-done = فرستاده شد
receiver-forward-failed = فرستاده نشد

delivery-at = دریافت: { $at }
delivery-at-times = { $count } بار دریافت شد، اولین بار { $at }، آخرین بار { $last }
delivery-form = نما
delivery-tree = درختی
delivery-raw = خام
delivery-copy = کپی
delivery-copy-curl = کپی به شکل curl (لینوکس، مک)
delivery-copy-cmd = کپی ⁦curl (cmd)⁩
delivery-copy-powershell = کپی برای PowerShell
delivery-replay = فرستادن دوباره
delivery-not-json = این JSON نیست و به شکل متن نمایش داده می‌شود.
delivery-cut = بقیه نمایش داده نمی‌شود. برای دیدن همه، آن را کپی کنید.

webhook-notify-sale = فروش جدید در { $shop }
webhook-notify-message = پیام جدید برای { $shop }

## Settings

settings-title = تنظیمات
settings-language = زبان
settings-language-system = پیش‌فرض سیستم
settings-theme = ظاهر
settings-theme-system = پیش‌فرض سیستم
settings-theme-light = روشن
settings-theme-dark = تیره
settings-pictures = پیش‌نمایش عکس‌ها
settings-pictures-size = { $size } روی این رایانه
settings-pictures-none = پیش‌نمایشی ذخیره نشده است
settings-pictures-measuring = در حال محاسبهٔ حجم…
settings-pictures-clear = پاک کردن پیش‌نمایش‌ها
settings-pictures-help = نسخه‌های کوچکی از عکس‌های شما که نمایش بعدی را سریع می‌کنند. اطلاعات مکان و دوربین در آن‌ها نیست و عکس‌های اصلی هرگز تغییر نمی‌کنند.
settings-about = دربارهٔ ویترین
settings-version = ویترین، نسخهٔ { $version }
settings-about-body = عکس‌های شما را به محصولات غرفه تبدیل می‌کند: هر محصول دقیقاً یک بار. نرم‌افزار آزاد با مجوز MIT یا Apache-2.0.
settings-font = فونت: وزیرمتن (SIL Open Font License)

## Newer versions of Vitrine

updates-title = نسخهٔ جدید
updates-daily = هر روز نسخهٔ جدید بررسی شود
updates-help = ویترین آخرین نسخه را از { $host } می‌پرسد. چیزی دربارهٔ شما یا غرفه‌تان فرستاده نمی‌شود و چیزی دانلود یا نصب نمی‌شود.
updates-check = بررسی نسخه
updates-checking = در حال بررسی…
updates-never = هنوز بررسی نشده است
updates-current = آخرین نسخهٔ ویترین را دارید. آخرین بررسی: { $at }
updates-checked = آخرین بررسی: { $at }
updates-no-answer = بررسی نشد: { $host } پاسخ نداد. اتصال اینترنت و فیلترشکن (VPN) را بررسی کنید.
updates-unexpected-answer = بررسی نشد: پاسخ { $host } قابل استفاده نبود. بعداً دوباره تلاش کنید.
updates-available = نسخهٔ { $version } منتشر شده است
updates-own-version = نسخهٔ شما { $version } است.
updates-no-notes = این نسخه توضیحی ندارد.
updates-show = مشاهدهٔ تغییرات
updates-open-page = باز کردن صفحهٔ دانلود

## The review's table

review-find = جستجو در این محصولات
review-find-hint = جستجو
filter-show = فیلتر
review-filter-all = همه
review-filter-incomplete = نیاز به تکمیل
review-filter-ready = آماده
review-filter-known = در غرفهٔ شما
review-filter-changed = فایل تغییر کرده
review-filter-contact = دارای اطلاعات تماس
review-filter-without-photos = بدون عکس
review-filter-without-row = بدون ردیف در فایل
review-none-found = محصولی با «{ $query }» پیدا نشد.
review-add = افزودن
review-more = بیشتر
# Some words of import-grouping, import-name-by-pattern, and import-defaults, for small windows.
review-grouping = گروه‌بندی
review-names = نام‌گذاری
review-defaults = پیش‌فرض
review-sheet = فایل اکسل
review-sheet-none-help = فایل اکسل یا CSV که همراه عکس‌ها رها شود نام، قیمت و بقیهٔ مقدارها را پر می‌کند. هر ردیف با نام، به عکس‌های خودش وصل می‌شود.
review-defaults-title = برای همهٔ محصولات
review-part = { $part }: { $state }
review-rows = ارتفاع ردیف‌ها
review-rows-comfortable = بلند
review-rows-compact = کوتاه
review-state-new = جدید
review-state-needs = نیاز به { $field }
review-state-damaged = عکس خراب
review-state-unusable = عکس قابل استفاده نیست
review-state-values = نیاز به { $count } مقدار
review-state-check = اصلاح { $field }
review-state-stock = بررسی موجودی
review-state-maybe-in-shop = در غرفه؟
review-state-same-name = نام تکراری
review-state-contact = اطلاعات تماس
review-state-same-photo = عکس تکراری
review-state-similar-photo = عکس مشابه
review-state-likely = احتمالاً جدید
review-state-unsure = جدید نیست؟
settle-title = کارهای باقی‌مانده
settle-close = بستن پنل
settle-count = { $count ->
    [0] کاری باقی نمانده
   *[other] { $count } کار باقی‌مانده
}
settle-settled = انجام شد: { $thing }
settle-grouping = عکس‌های هر محصول
settle-sheet-question = پرسش دربارهٔ فایل اکسل
settle-incomplete = محصولات ناقص
settle-categories = دسته‌ها
settle-names = محصولات بدون نام مناسب
settle-sheet = تطبیق ردیف‌ها و عکس‌ها
settle-unusable = فایل‌های غیرقابل استفاده
settle-unfinished = افزودن گروهی ناتمام
settle-findings = اشتباه‌های احتمالی
settle-photo-data = { $count } عکس: اطلاعات مکان و دوربین پیش از ارسال حذف می‌شود
settle-empty = قیمت‌ها و موجودی‌های خالی
review-columns = ستون‌ها
review-columns-title = ستون‌ها
review-columns-help = ستون‌های جدول را انتخاب کنید. برای تغییر عرض هر ستون، لبهٔ عنوان آن را بکشید.
review-columns-usual = بازگشت به حالت اولیه
review-select-all = انتخاب همه
review-select-row = انتخاب { $name }
review-selected = { $count } محصول انتخاب شده
review-selected-hidden = { $count } محصول انتخاب شده، { $hidden } محصول در فهرست دیده نمی‌شود
review-select-none = لغو انتخاب
review-white-background = پس‌زمینهٔ سفید
review-turn-right = چرخش عکس‌ها به راست
review-remove-selected = حذف انتخاب‌شده‌ها
review-bulk-open = تغییر گروهی…
bulk-field = چه چیزی تغییر کند
bulk-operation = چگونه تغییر کند
bulk-title = تغییر { $count } محصول
bulk-title-variants = { $count ->
    [0] تغییر { $variants } تنوع
   *[other] تغییر { $count } محصول و { $variants } تنوع
}
bulk-set = برابر با
bulk-increase = افزایش
bulk-decrease = کاهش
bulk-increase-percent = افزایش درصدی
bulk-decrease-percent = کاهش درصدی
bulk-percent = درصد
bulk-rounding = گرد کردن به مضربی از (اختیاری)
bulk-apply = اعمال روی { $count } محصول
bulk-apply-none = اعمال
bulk-change = { $name }: { $new } (اکنون { $old })
bulk-nothing-yet = مقداری وارد کنید تا تغییرات را ببینید.
bulk-unchanged = { $count } محصول تغییری نمی‌کند.

## Keyboard shortcuts and the list of all actions

guide-title = راهنما
guide-guide = راهنمای ویترین
guide-news = تغییرات جدید
guide-part = دربارهٔ
guide-report = گزارش مشکل…
guide-report-ready = جزئیات گزارش مشکل آماده است
guide-report-body = آن را کپی کنید، در پیامی به کسی که ویترین را به شما داده است بچسبانید و بنویسید چه کردید و چه شد. توکن در آن نیست و تا خودتان نفرستید، چیزی ارسال نمی‌شود.
guide-report-form = کاری که کردم:
    اتفاقی که افتاد:
    انتظاری که داشتم:
guide-report-folder = ویترین داده‌هایش را در { $folder } نگه می‌دارد.
guide-data-folder = پوشهٔ داده‌ها
shortcuts-title = میان‌برهای صفحه‌کلید
shortcuts-everywhere = همه‌جا
shortcuts-tables = در جدول‌ها
shortcuts-review = هنگام بررسی محصولات
shortcuts-categories = هنگام انتخاب دسته
shortcuts-photos = روی عکس‌های محصول
shortcuts-editor = در ویرایشگر عکس
shortcut-overview = راهنما و میان‌برهای صفحه‌کلید
shortcut-palette = جستجوی کارها
shortcut-create-next = ثبت محصول و شروع محصول بعدی
shortcut-main = شروع افزودن گروهی، یا ثبت آنچه وارد کرده‌اید
shortcut-find = جستجو در این فهرست
shortcut-refresh = به‌روزرسانی محصولات
shortcut-next-region = رفتن به بخش بعدی پنجره
shortcut-previous-region = رفتن به بخش قبلی پنجره
shortcut-zoom = بزرگ‌نمایی، کوچک‌نمایی یا اندازهٔ معمول
shortcut-scroll = جابه‌جا کردن صفحه
shortcut-paste = چسباندن عکس
shortcut-quit = بستن ویترین
shortcut-row = رفتن به ردیف بعدی یا قبلی
shortcut-cell = رفتن به خانهٔ بعدی یا قبلی ردیف
shortcut-row-ends = رفتن به اولین یا آخرین خانهٔ ردیف
shortcut-ends = رفتن به اولین یا آخرین ردیف
shortcut-cell-below = رفتن به خانهٔ پایین
shortcut-cell-edit = ویرایش متن خانه
shortcut-cell-range = انتخاب چند خانه
shortcut-fill-down = تکرار مقدار بالا در خانه‌های انتخاب‌شده
shortcut-merge-up = یکی کردن محصول با محصول بالا
shortcut-split-product = محصول جدید از این عکس به بعد
shortcut-select-row = انتخاب ردیف‌های خانه‌های انتخاب‌شده
shortcut-select-all = انتخاب همهٔ محصولات
shortcut-leave-table = برگرداندن مقدار قبلی، بعد بیرون رفتن از جدول
shortcut-choose-category = استفاده از دستهٔ انتخاب‌شده در فهرست
shortcut-pin-category = سنجاق کردن دستهٔ انتخاب‌شده به بالای فهرست
shortcut-move-photo = جابه‌جا کردن عکس
shortcut-select-photo = افزودن عکس به انتخاب‌شده‌ها
shortcut-rotate = چرخاندن به چپ یا راست
shortcut-move-frame = جابه‌جا کردن کادر برش
shortcut-resize-frame = تغییر اندازهٔ کادر برش
palette-open = جستجو در کارها و راهنما
palette-title = جستجوی کارها
palette-find = می‌خواهید چه کار کنید؟
palette-none = چیزی پیدا نشد. کلمهٔ دیگری را امتحان کنید.
palette-start = شروع افزودن گروهی
palette-activity = کارهای انجام‌شده و برگرداندن تغییرات
palette-light = ظاهر روشن
palette-dark = ظاهر تیره
palette-system-theme = ظاهر پیش‌فرض سیستم
palette-english = تغییر زبان به انگلیسی
palette-persian = تغییر زبان به فارسی
settings-zoom = اندازهٔ نوشته‌ها و دکمه‌ها
settings-prices = قیمت‌ها در { $market }
settings-prices-toman = تومان
settings-prices-rial = ریال
settings-prices-both = ریال، و تومان کنار آن
settings-prices-help = واحدی که اینجا قیمت‌ها را با آن می‌نویسید و می‌خوانید. به { -marketplace } همیشه ریال فرستاده می‌شود و هیچ قیمتی تغییر نمی‌کند.

## The system’s file dialogs

dialog-photos = انتخاب عکس
dialog-photo = انتخاب یک عکس
dialog-folders = انتخاب پوشه‌های عکس
dialog-watched-folder = انتخاب پوشهٔ زیر نظر
dialog-sheet = انتخاب فایل اکسل یا CSV
dialog-market-file = انتخاب فایل { -marketplace }
dialog-save = ذخیره با نام
