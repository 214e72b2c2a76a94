### واژه‌نامه: product محصول · photo عکس · cover عکس اصلی · shop غرفه · marketplace بازار · import افزودن گروهی · sign in ورود
### (تنها به این معنا) · permission اجازه · address نشانی · sheet جدول · terminal ترمینال. دکمه‌ها مصدر یا اسم‌اند، نه فعل امر.
### Names of the things a shop and an import are made of.

## The twelve fields of a product (contract 2.4)

field-name = نام
    .help = اولین چیزی که خریدار می‌خواند. بگویید چیست و چه ویژگی‌ای دارد.
field-photo = عکس اصلی
    .help = عکسی که خریدار در فهرست‌ها می‌بیند. اولین عکس، عکس اصلی است.
field-photos = عکس‌ها
    .help = همهٔ عکس‌های محصول، به ترتیبی که خریدار می‌بیند.
field-brief = توضیح کوتاه
    .help = یکی دو جمله که کنار نام دیده می‌شود.
field-description = توضیحات
    .help = هرچه خریدار می‌خواهد بداند: جنس، اندازه، نگهداری و محتوای بسته.
field-preparation-days = زمان آماده‌سازی (روز)
    .help = چند روز طول می‌کشد تا آمادهٔ ارسال شود. صفر یعنی همان روز.
field-weight = وزن
    .help = وزن خود محصول، با واحدی که بازار شما به کار می‌برد (معمولاً گرم).
field-package-weight = وزن با بسته‌بندی
    .help = وزن بستهٔ پستی همراه با جعبه. هزینهٔ ارسال معمولاً از روی آن حساب می‌شود.
field-primary-price = قیمت
    .help = قیمت یک عدد، با واحدی که بازار شما به کار می‌برد. هر نوع رقم و جداکننده‌ای پذیرفته است.
    .help-in = قیمت یک عدد به { $unit }. هر نوع رقم و جداکننده‌ای پذیرفته است.
field-stock = موجودی
    .help = اکنون چند عدد برای فروش دارید.
field-sku = کد شما (SKU)
    .help = کدی که خودتان برای این محصول دارید، اگر دارید. لازم نیست خریدار آن را بفهمد.
field-is-wholesale = فروش عمده
    .help = اگر این محصول را عمده به فروشندگان دیگر می‌فروشید، روشن کنید.

## Where a product of an import stands

state-waiting = در صف
state-uploading = در حال ارسال عکس‌ها
state-ready = عکس‌ها ارسال شد
state-creating = در حال ساخت
state-checking = در حال بررسی
state-needs-person = نیازمند بررسی شما
state-created = ساخته شد
state-skipped = از قبل موجود
state-failed = ساخته نشد
state-cancelled = لغو شد

## How photos become products

grouping-auto = خودکار
    .help = پوشه‌ای که عکس دارد یک محصول است؛ هر عکس جداگانه هم یک محصول.
grouping-file = هر عکس یک محصول
    .help = هر عکس محصولی جداست و نام فایلش را می‌گیرد.
grouping-folder = هر پوشه یک محصول
    .help = همهٔ عکس‌های یک پوشه از آنِ یک محصول است که نام پوشه را می‌گیرد.
grouping-name = بر اساس نام فایل
    .help = عکس‌هایی که نامشان فقط در عدد پایانی فرق دارد، مانند mug-1 و mug-2، یک محصول‌اند.

## Webhook events (contract section 6)

event-1 = دریافت پیام گفتگو
    .meaning = خریداری به شما پیام داد.
event-2 = تغییر در خرید
    .meaning = وضعیت چیزی که خریده‌اید تغییر کرد.
event-3 = تغییر در محصول فروخته‌شده
    .meaning = وضعیت چیزی که فروخته‌اید تغییر کرد.
event-4 = ارسال پیام گفتگو
    .meaning = از حساب شما پیامی فرستاده شد.
event-5 = فروش جدید
    .meaning = کسی از غرفهٔ شما خرید کرد.
event-6 = خرید جدید
    .meaning = شما چیزی خریدید.
event-7 = تغییر در مرسوله
    .meaning = وضعیت مرسوله‌ای که می‌فرستید تغییر کرد.
event-8 = ساخت یا تغییر محصول
    .meaning = محصولی در غرفهٔ شما ساخته یا ویرایش شد.
event-9 = ثبت یا تغییر نظر
    .meaning = خریداری دربارهٔ خریدش نظر داد یا نظرش را تغییر داد.

## What a token may do (contract section 5)

scope-product-read = دیدن محصولات غرفهٔ شما
scope-product-write = ساخت و تغییر محصولات غرفهٔ شما
scope-order-read = دیدن خریدهای شما
scope-chat-read = خواندن پیام‌های گفتگوی شما
scope-parcel-read = دیدن مرسوله‌ها و فروش‌های غرفهٔ شما

## Where a return address differs from the registered one (contract section 7)

address-sent = این برنامه می‌فرستد:
address-registered = ثبت‌شده نزد بازار:
address-differs = تفاوت در: { $parts }.
address-part-protocol = پروتکل (http یا https)
address-part-host = نام پس از «://»
address-part-port = شمارهٔ درگاه
address-part-path = مسیر
address-part-closing-slash = خط کج پایانی
address-part-rest = بخش پس از مسیر (پس از علامت پرسش)
address-part-unseen = یک فاصله یا کاراکتر نامرئی

## Why an import stands still

waiting-paused = موقتاً متوقف شده است
    .advice = برای ادامه، دکمهٔ «ادامه» را بزنید.
waiting-pace = بازار خواست کمی صبر کنیم؛ ادامه تا { $wait } دیگر
    .advice = کاری لازم نیست؛ خودش ادامه می‌دهد.
waiting-canary = اولین محصول به‌تنهایی ساخته می‌شود تا در غرفه دیده شود
    .advice = کاری لازم نیست؛ همین که دیده شد، بقیه هم ساخته می‌شوند.
waiting-checking = پاسخ چند محصول گم شد؛ { $wait } دیگر دوباره غرفه را نگاه می‌کنیم
    .advice = کاری لازم نیست: آنچه نباشد دوباره فرستاده می‌شود و هیچ محصولی دو بار ساخته نمی‌شود.
waiting-network = { $problem }؛ تلاش دوباره تا { $wait } دیگر
    .advice = چیزی از دست نرفته است. { $remedy }
waiting-sign-in = اعتبار ورود شما تمام شده است
    .advice = دوباره وارد شوید تا کار از همان‌جا ادامه یابد.
waiting-refusals = چند محصول پشت سر هم به یک دلیل پذیرفته نشد
    .advice = { $problem }. { $remedy } سپس دکمهٔ «ادامه» را بزنید.
waiting-person = چند محصول نیازمند بررسی شماست
    .advice = در غرفهٔ خود ببینید هستند یا نه و در ردیف هر کدام پاسخ دهید.
waiting-storage = { $problem }
    .advice = تا این درست نشود چیزی فرستاده نمی‌شود. { $remedy }
