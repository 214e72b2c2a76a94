### واژه‌نامه: product محصول · photo عکس · cover عکس اصلی · shop غرفه · marketplace بازار · import افزودن گروهی · sign in ورود

usage-about = غرفهٔ خود را از یک پوشه عکس پر کنید: هر محصول دقیقاً یک بار.
usage-window = بدون دستور، پنجرهٔ برنامه باز می‌شود و هر PATH به صفحهٔ افزودن گروهی می‌رود.
usage-heading = شیوهٔ نوشتن:
usage-commands = دستورها
usage-arguments = ورودی‌ها
usage-options = گزینه‌ها
usage-see = «vitrine --help» می‌گوید چه می‌توان نوشت.

## دستورها

usage-command-vitrine = { usage-about }
usage-command-demo = پنجرهٔ غرفهٔ تمرینی با عکس‌های نمونه؛ بدون نمایشگر، همان در ترمینال
usage-command-gallery = اجزای پنجره در همهٔ حالت‌ها، برای سازندگان برنامه
usage-command-login = ورود و نگه‌داری توکن در دسته‌کلید این رایانه؛ اگر راهی نام نبرید، با مرورگر
usage-command-logout = خروج و پاک کردن توکن
usage-command-whoami = چه کسی و با کدام غرفه وارد شده است
usage-command-products = همهٔ محصولات غرفه
usage-command-import = ساخت محصول از عکس‌ها
usage-command-resume = ادامهٔ افزودن‌های ناتمام
usage-command-report = جدول آنچه یک افزودن گروهی انجام داد؛ چیزی فرستاده نمی‌شود
usage-command-webhook = دریافت رویدادهای بازار
usage-command-add = رویدادها به نشانی شما فرستاده شوند
usage-command-listen = نمایش آنچه به این رایانه می‌رسد، هر رویداد در یک خط JSON
usage-command-sandbox = فقط غرفهٔ تمرینی؛ فایل بازار آن را چاپ می‌کند
usage-command-help = نمایش همین راهنما، یا راهنمای یک دستور

## گزینه‌ها

usage-option-data-dir = محل نگه‌داری همه چیز؛ اگر ندهید VITRINE_DATA_DIR، وگرنه جای معمول سیستم
usage-option-market = بازار: یک فایل بازار، یا نام یکی در پوشهٔ داده‌ها؛ اگر ندهید آخرین بازار
usage-option-language = زبان پیام‌ها، en یا fa؛ اگر ندهید زبان سیستم
usage-option-paths = عکس‌ها و پوشه‌ها
usage-option-help = نمایش همین راهنما
usage-option-version = نمایش نسخهٔ برنامه
usage-option-subcommand = دستوری که توضیح داده شود
usage-option-token-stdin = خواندن توکن دسترسی شخصی از ورودی استاندارد؛ توکن تازه‌سازی می‌تواند در خط بعد بیاید
usage-option-browser = ورود در صفحهٔ بازار با مرورگر شما (راه معمول)
usage-option-client-credentials = ورود خود برنامه، با رمز برنامه در VITRINE_CLIENT_SECRET
usage-option-json = هر مورد در یک خط JSON در خروجی استاندارد
usage-option-csv = مقدارهای جداشده با ویرگول (CSV)
usage-option-group =
    عکس‌ها چگونه محصول می‌شوند:
    auto: هر پوشه یک محصول، و هر عکس تنها یک محصول (راه معمول)
    file: هر عکس یک محصول
    folder: هر پوشه یک محصول
    name: عکس‌های هم‌نام با شماره‌های گوناگون یک محصول
usage-option-set = مقداری برای هر محصولی که خودش آن را ندارد؛ چند بار می‌توان داد. فیلدها: { $fields }
usage-option-sheet = نام‌ها، قیمت‌ها و عکس‌ها از یک جدول CSV یا اکسل
usage-option-dry-run = فقط نمایش آنچه ساخته می‌شود؛ چیزی فرستاده نمی‌شود
usage-option-again = ساخت دوبارهٔ محصولاتی که قبلاً ساخته شده‌اند
usage-option-yes = بدون پرسش: محصول بدون قیمت هم ثبت شود
usage-option-run = شمارهٔ افزودن گروهی؛ اگر ندهید آخرین آن‌ها
usage-option-failed = فقط ناموفق‌ها، در جدولی که پس از اصلاح به «import --sheet» داده می‌شود
usage-option-output = فایلی که نوشته می‌شود، با پسوند csv یا xlsx؛ اگر باشد جایگزین می‌شود
usage-option-url = نشانی دریافت رویدادها
usage-option-events = شماره‌های رویدادها، ۱ تا ۹
usage-option-method = روش HTTP برای فرستادن؛ اگر ندهید POST
usage-option-inactive = خاموش ساخته شود
usage-option-service = سرویس وب‌هوکی که قبلاً ساخته شده؛ اگر ندهید یکی برای شما ساخته می‌شود
usage-option-port = پورت روی 127.0.0.1؛ با ۰ هر پورت آزادی برداشته می‌شود
usage-option-faults = فایلی از خطاهایی که باید رخ دهد

## آنچه خوانده نمی‌شود

usage-unknown-option = «{ $option }» شناخته نیست.
usage-unknown-command = دستوری به نام «{ $value }» نیست.
usage-meant = منظورتان «{ $suggested }» بود؟
usage-value-missing = «{ $option }» مقدار می‌خواهد.
usage-value-refused = «{ $value }» برای «{ $option }» درست نیست.
usage-choices = می‌تواند این‌ها باشد: { $choices }.
usage-missing = این‌ها نوشته نشده است: { $option }.
usage-command-missing = کدام دستور؟
usage-conflict = «{ $option }» و «{ $other }» با هم نمی‌آیند.
usage-unreadable = این دستور خوانده نمی‌شود.
usage-refused-language = زبان‌ها en (English) و fa (فارسی) هستند.
usage-refused-output = پسوند فایل باید csv یا xlsx باشد.
usage-refused-delivery = نشانی را کامل بنویسید، با https:// در آغاز.
usage-refused-set = آن را به شکل FIELD=VALUE بنویسید.
usage-refused-field = فیلدی به نام «{ $name }» نیست؛ فیلدها این‌ها هستند: { $fields }.
