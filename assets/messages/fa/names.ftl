### واژه‌نامه: product محصول · photo عکس · cover عکس اصلی · shop غرفه · marketplace بازارگاه (‎-marketplace) · import افزودن گروهی · create ثبت · sign in ورود
### (تنها به این معنا) · permission دسترسی · address آدرس · ID شناسه · sheet فایل اکسل یا CSV · terminal ترمینال. دکمه‌ها مصدر یا اسم‌اند، نه فعل امر.
### Names of domain values: fields, states, events, scopes.

## The fields of a product (contract 2.4). `.fix` says what to do when the marketplace rejects it.

field-name = نام
    .help = اولین چیزی که خریدار می‌خواند. بنویسید محصول چیست و چه ویژگی خاصی دارد.
    .fix = نام را اصلاح کنید؛ مثلاً اگر در غرفه هست نام دیگری بگذارید، کوتاه‌ترش کنید یا شمارهٔ تماس، لینک و کاراکترهای نامعمول را حذف کنید.
field-photo = عکس اصلی
    .help = عکسی که خریدار در فهرست‌ها و نتایج جستجو می‌بیند. اولین عکس، عکس اصلی است.
    .fix = عکس دیگری را عکس اصلی کنید. در افزودن گروهی، فایل را عوض کنید و پوشه را دوباره اضافه کنید؛ هیچ محصولی دو بار ثبت نمی‌شود.
field-photos = عکس‌ها
    .help = همهٔ عکس‌های محصول، به ترتیبی که خریدار می‌بیند.
    .fix = از عکس‌های دیگر یا از تعداد کمتری استفاده کنید. در افزودن گروهی، فایل‌ها را عوض کنید و پوشه را دوباره اضافه کنید؛ هیچ محصولی دو بار ثبت نمی‌شود.
field-brief = توضیح کوتاه
    .help = یکی دو جمله که کنار نام محصول نمایش داده می‌شود.
    .fix = توضیح کوتاه را اصلاح کنید؛ مثلاً کوتاه‌ترش کنید یا شمارهٔ تماس و لینک را حذف کنید.
field-description = توضیحات
    .help = هرچه خریدار می‌خواهد بداند: جنس، اندازه، نگهداری و محتوای بسته.
    .fix = توضیحات را اصلاح کنید؛ مثلاً کوتاه‌تر یا کامل‌ترش کنید، یا شمارهٔ تماس و لینک را حذف کنید.
field-preparation-days = زمان آماده‌سازی (روز)
    .help = برای آماده کردن سفارش چند روز زمان لازم دارید؟ صفر یعنی ارسال در همان روز.
    .fix = تعداد روزی را وارد کنید که { -marketplace } مجاز می‌داند.
field-weight = وزن
    .help = وزن محصول بدون بسته‌بندی، به واحد { -marketplace } شما (معمولاً گرم).
    .fix = وزن خود محصول را وارد کنید: بیشتر از صفر و به واحد { -marketplace } (معمولاً گرم).
field-package-weight = وزن با بسته‌بندی
    .help = وزن محصول همراه با بسته‌بندی و کارتن. هزینهٔ ارسال معمولاً بر اساس آن محاسبه می‌شود.
    .fix = وزن محصول همراه با بسته‌بندی را وارد کنید؛ نباید از وزن خود محصول کمتر باشد.
field-primary-price = قیمت
    .help = قیمت هر عدد، به واحد پول { -marketplace } شما. رقم فارسی یا انگلیسی، با یا بدون جداکنندهٔ سه‌رقمی، مثلاً ۲۵۰٬۰۰۰.
    .help-in = قیمت هر عدد به { $unit }. رقم فارسی یا انگلیسی، با یا بدون جداکنندهٔ سه‌رقمی، مثلاً ۲۵۰٬۰۰۰.
    .fix = قیمتی بیشتر از صفر و در محدودهٔ مجاز { -marketplace } وارد کنید. واحد پول و تعداد صفرها را هم بررسی کنید.
field-stock = موجودی
    .help = تعدادی که همین حالا آمادهٔ فروش دارید.
    .fix = تعداد موجود برای فروش را وارد کنید: صفر یا بیشتر و در محدودهٔ مجاز { -marketplace }.
field-sku = کد محصول (SKU)
    .help = کدی که خودتان برای این محصول دارید (اختیاری).
    .fix = شاید محصول دیگری همین کد را دارد. کد دیگری وارد کنید یا آن را خالی بگذارید.
field-is-wholesale = فروش عمده
    .help = اگر این محصول را به‌صورت عمده می‌فروشید، این گزینه را فعال کنید.
    .fix = این گزینه را غیرفعال کنید، یا از { -marketplace } بپرسید که غرفهٔ شما می‌تواند عمده بفروشد یا نه.
field-category = دسته
    .help = دستهٔ محصول در { -marketplace }، مثلاً «خانه / فرش / گلیم»، یا شناسهٔ آن.
    .fix = دسته‌ای را انتخاب کنید که زیردسته ندارد. اگر گزینه‌ای برای انتخاب نیست، از کسی که فایل { -marketplace } را ساخته بخواهید شناسهٔ دسته را زیر ⁦[create]⁩ اضافه کند.
field-status = وضعیت
    .help = خریداران محصول را از همان ابتدا ببینند یا نه.
    .fix = «{ status-published }» یا «{ status-hidden }» را انتخاب کنید. اگر گزینه‌ای برای انتخاب نیست، از کسی که فایل { -marketplace } را ساخته بخواهید شناسهٔ وضعیت را زیر ⁦[create]⁩ اضافه کند.
field-product-attribute = ویژگی‌ها
    .help = ویژگی‌هایی که این دسته لازم دارد، مثل جنس. به شکل نام=مقدار وارد کنید و با نقطه‌ویرگول جدا کنید.
    .fix = از گزینه‌های همین دسته استفاده کنید.
field-unit-type = واحد فروش
    .help = واحدی که محصول را با آن می‌فروشید.
    .fix = واحد دیگری انتخاب کنید، یا واحد و مقدار را خالی بگذارید.
field-unit-quantity = مقدار در هر عدد
    .help = هر عدد از محصول شامل چند واحد است.
    .fix = عدد صحیح ۱ یا بیشتر وارد کنید.
field-keywords = کلیدواژه‌ها
    .help = کلمه‌هایی که خریداران جستجو می‌کنند؛ با ویرگول از هم جدا کنید.
    .fix = چند کلیدواژه را حذف کنید یا به شکل دیگری وارد کنید.
field-barcode = بارکد
    .help = شمارهٔ زیر بارکد، اگر محصول بارکد دارد.
    .fix = شماره را بررسی کنید یا آن را خالی بگذارید.
field-packaging-dimensions = اندازهٔ بسته
    .help = طول × عرض × ارتفاع به سانتی‌متر، مثلاً ۳۰×۲۰×۱۰.
    .fix = سه عدد صحیح وارد کنید، یا خالی بگذارید.
field-variants = تنوع‌ها
    .help = سایز، رنگ و مانند آن، هرکدام با قیمت و موجودی خود؛ با نقطه‌ویرگول از هم جدا کنید: سایز=بزرگ | ۲۵۰٬۰۰۰ | ۳. هرچه یک تنوع نداشته باشد، از خود محصول می‌گیرد.
    .fix = هر تنوع را به شکل سایز=بزرگ | ۲۵۰٬۰۰۰ | ۳ بنویسید و برای همه ویژگی‌های یکسان بیاورید.
field-attributes = جزئیات دیگر
    .help = جزئیات دیگر، به شکل نام=مقدار؛ با نقطه‌ویرگول از هم جدا کنید.
    .fix = هر مورد را به شکل نام=مقدار وارد کنید.

## The states of an imported product

state-waiting = در صف
state-uploading = در حال ارسال عکس‌ها
state-ready = عکس‌ها ارسال شد
state-creating = در حال ثبت
state-checking = در حال بررسی
state-needs-decision = نیاز به بررسی شما
state-created = ثبت شد
state-skipped = قبلاً ثبت شده
state-failed = ثبت نشد
state-cancelled = لغو شد

# What became of products, joined from the numbers that are not zero.
outcome-created = { $count } ثبت شد
outcome-skipped = { $count } قبلاً ثبت شده
outcome-failed = { $count } ثبت نشد
outcome-cancelled = { $count } لغو شد
outcome-unknown = { $count } تأییدنشده
outcome-left = { $count } باقی مانده

## Ways of grouping photos into products

grouping-auto = خودکار
    .help = هر پوشهٔ عکس یک محصول می‌شود و هر عکسِ بیرون از پوشه هم یک محصول.
grouping-file = هر عکس یک محصول
    .help = هر عکس یک محصول جداگانه می‌شود و نام فایل را می‌گیرد.
grouping-folder = هر پوشه یک محصول
    .help = همهٔ عکس‌های هر پوشه یک محصول می‌شوند و محصول نام پوشه را می‌گیرد.
grouping-name = بر اساس نام فایل
    .help = عکس‌هایی که نامشان فقط در عدد پایانی فرق دارد، مثل گلیم-۱ و گلیم-۲، یک محصول می‌شوند.
grouping-time = بر اساس زمان عکس‌برداری
    .help = عکس‌هایی از هر پوشه که پشت سر هم گرفته شده‌اند یک محصول می‌شوند. با هر وقفهٔ طولانی، محصول بعدی شروع می‌شود.
grouping-likeness = بر اساس شباهت
    .help = عکس‌های هر پوشه که پشت سر هم گرفته شده‌اند و ظاهراً یک محصول را نشان می‌دهند، یک محصول می‌شوند. ویترین رنگ و شکل عکس‌ها را مقایسه می‌کند؛ نتیجه را بررسی کنید.
grouping-cards = بر اساس کارت
    .help = عکس یک کارت ویترین، یا عکسی که فقط بارکد دارد، شروع یک محصول جدید است. عکس‌های بعدی متعلق به همان محصول‌اند و نام، قیمت و SKU کارت را می‌گیرد. عکس خود کارت‌ها ارسال نمی‌شود.

## Webhook events (contract section 6)

event-1 = پیام جدید در گفتگو
    .meaning = خریداری به شما پیام داده است.
event-2 = تغییر وضعیت خرید
    .meaning = وضعیت یکی از خریدهای شما تغییر کرده است.
event-3 = تغییر وضعیت فروش
    .meaning = وضعیت یکی از فروش‌های شما تغییر کرده است.
event-4 = ارسال پیام در گفتگو
    .meaning = پیامی از حساب شما ارسال شده است.
event-5 = فروش جدید
    .meaning = کسی از غرفهٔ شما خرید کرده است.
event-6 = خرید جدید
    .meaning = شما خریدی انجام داده‌اید.
event-7 = تغییر وضعیت مرسوله
    .meaning = وضعیت مرسوله‌ای که ارسال کرده‌اید تغییر کرده است.
event-8 = ثبت یا ویرایش محصول
    .meaning = محصولی در غرفهٔ شما ثبت یا ویرایش شده است.
event-9 = ثبت یا ویرایش نظر
    .meaning = خریداری نظری ثبت کرده یا نظرش را ویرایش کرده است.

## Scopes of a token (contract section 5)

scope-product-read = مشاهدهٔ محصولات غرفهٔ شما
scope-product-write = ثبت و ویرایش محصولات غرفهٔ شما
scope-order-read = مشاهدهٔ خریدهای شما
scope-chat-read = خواندن پیام‌های گفتگوی شما
scope-parcel-read = مشاهدهٔ فروش‌ها و مرسوله‌های غرفهٔ شما

## Differences between a redirect address and the registered one (contract section 7)

address-sent = ویترین می‌فرستد:
address-registered = ثبت‌شده در { -marketplace }:
address-differs = محل تفاوت: { $parts }.
address-part-protocol = پروتکل (http یا https)
address-part-host = نام دامنه (پس از «⁦://⁩»)
address-part-port = پورت
address-part-path = مسیر
address-part-closing-slash = اسلش (/) پایانی
address-part-rest = بخش پس از علامت پرسش یا #
address-part-unseen = یک فاصله یا کاراکتر نامرئی

## Why an import waits

waiting-paused = موقتاً متوقف شده است
    .advice = برای ادامه، دکمهٔ «{ import-continue }» را بزنید.
# .reason is spoken when it begins; .next is only written, because it changes each second.
waiting-pace = { waiting-pace.reason }؛ { waiting-pace.next }
    .reason = { -marketplace } خواسته است ویترین آهسته‌تر پیش برود
    .next = { $wait } دیگر ادامه می‌یابد
    .advice = لازم نیست کاری انجام دهید؛ خودکار ادامه می‌یابد.
waiting-own-pace = { waiting-own-pace.reason }؛ { waiting-own-pace.next }
    .reason = ویترین با سرعت تعیین‌شده برای { -marketplace } پیش می‌رود
    .next = محصول بعدی { $wait } دیگر ارسال می‌شود
    .advice = لازم نیست کاری انجام دهید.
waiting-canary = ابتدا فقط یک محصول ثبت می‌شود تا ویترین از نمایش آن در غرفه مطمئن شود
    .advice = لازم نیست کاری انجام دهید؛ پس از نمایش آن، یا پس از حدود یک دقیقه، بقیه هم ثبت می‌شوند.
waiting-checking = { waiting-checking.reason }؛ { waiting-checking.next }
    .reason = پاسخ همهٔ محصولات نرسید
    .next = ویترین { $wait } دیگر دوباره غرفه را بررسی می‌کند
    .advice = لازم نیست کاری انجام دهید: هر محصولی که در غرفه نباشد دوباره ارسال می‌شود و هیچ محصولی دو بار ثبت نمی‌شود.
waiting-checking-now = { waiting-checking-now.reason }؛ { waiting-checking-now.next }
    .reason = { waiting-checking.reason }
    .next = غرفه در حال بررسی است
    .advice = { waiting-checking.advice }
waiting-confirming = { waiting-confirming.reason }؛ { waiting-confirming.next }
    .reason = همه‌چیز ارسال شد
    .next = ویترین { $wait } دیگر آن را در غرفه جستجو می‌کند
    .advice = لازم نیست کاری انجام دهید: ویترین بررسی می‌کند که آنچه ثبت شده در غرفه دیده می‌شود.
waiting-network = { waiting-network.reason }؛ { waiting-network.next }
    .reason = { $problem }
    .next = { $wait } دیگر دوباره تلاش می‌شود
    .advice = چیزی از دست نرفته است. { $remedy }
waiting-network-now = { $problem }؛ در حال تلاش دوباره
    .advice = { waiting-network.advice }
waiting-sign-in = مهلت ورود شما تمام شده است
    .advice = دوباره وارد شوید تا کار از همان‌جا ادامه پیدا کند.
waiting-rejections = چند محصول پشت سر هم به یک دلیل رد شدند
    .advice = { $problem }. { $remedy } سپس دکمهٔ «{ import-continue }» را بزنید.
waiting-first-differs = { $problem }
    .advice = { $cause } { $remedy }
waiting-decision = در غرفهٔ شما ثبت شده یا نه؟
    .advice = در سایت { -marketplace } بررسی کنید و در هر ردیفی که می‌پرسد پاسخ دهید.
# Beside the reason why the others wait.
waiting-answers = آیا بعضی از این محصولات در غرفهٔ شما هستند؟ آن‌ها را در سایت { -marketplace } پیدا کنید و در ردیف هر کدام پاسخ دهید.
waiting-storage = { $problem }
    .advice = تا این مشکل برطرف نشود چیزی ارسال نمی‌شود. { $remedy }
field-discount = تخفیف
    .help = خریدار چقدر کمتر از قیمت شما می‌پردازد، و برای چند روز.
    .fix = درصد یا تعداد روز دیگری وارد کنید.
discount-none = ندارد
discount-until = { $percent } تا { $date }
discount-for = { $percent } برای { $days } روز
