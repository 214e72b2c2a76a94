### واژه‌نامه: product محصول · photo عکس · cover عکس اصلی · shop غرفه · marketplace بازارگاه · import افزودن گروهی · sign in ورود
### create a product ثبت · command دستور · option گزینه · argument آرگومان · default پیش‌فرض · port پورت · address آدرس.

usage-about = محصولات { -marketplace } را از پوشهٔ عکس‌ها ثبت کنید؛ هر محصول دقیقاً یک بار.
usage-window = بدون دستور، پنجرهٔ ویترین باز می‌شود و هر PATH به افزودن گروهی اضافه می‌شود.
usage-heading = نحوهٔ استفاده:
usage-commands = دستورها
usage-arguments = آرگومان‌ها
usage-options = گزینه‌ها
usage-examples = نمونه‌ها
usage-environment = متغیرهای محیطی
usage-exit = کد خروج
usage-more = برای نمونه‌ها و جزئیات «{ $command } --help» را اجرا کنید.
usage-more-commands = برای راهنمای کامل «{ $command } --help» و برای یک دستور «{ $command } COMMAND --help» را اجرا کنید.
usage-see = برای راهنما «{ $command } --help» را اجرا کنید.

## گروه‌های دستورها

usage-group-start = شروع
usage-group-products = محصولات
usage-group-webhooks = وب‌هوک‌ها
usage-group-developers = برای توسعه‌دهندگان

## دستورها

usage-command-vitrine = { usage-about }
usage-command-demo = باز کردن غرفهٔ تمرینی با عکس‌های نمونه
usage-command-man = نمایش متن صفحهٔ راهنما (man)
usage-command-login = ورود (پیش‌فرض: با مرورگر) و ذخیرهٔ توکن در { -keychain }
usage-command-logout = خروج و حذف توکن
usage-command-whoami = نمایش حساب و غرفه‌ای که با آن وارد شده‌اید
usage-command-products = فهرست همهٔ محصولات غرفه
usage-command-edit = تغییر محصولات غرفه با یک فایل، یا برگرداندن آن
usage-command-discount = دادن یا تمام کردن تخفیف، یا فهرست تخفیف‌های جاری
usage-command-import = ثبت محصول از عکس‌ها
usage-command-resume = ادامهٔ افزودن‌های گروهی ناتمام
usage-command-report = ذخیرهٔ گزارش یک افزودن گروهی (csv یا xlsx)
usage-command-check = مقایسهٔ فایل { -marketplace } با خود { -marketplace }؛ گزارش هیچ نام، شناسه یا توکنی ندارد
usage-command-webhook = مدیریت وب‌هوک‌ها و نمایش رویدادهای دریافتی
usage-command-sheet-template = ذخیرهٔ فایل خالی با عنوان همهٔ ستون‌ها
usage-command-cards = ذخیرهٔ کارت برای چاپ: اگر پیش از عکس‌های هر محصول از کارتش عکس بگیرید، محصولات از هم جدا می‌شوند
usage-command-add = افزودن وب‌هوک
usage-command-listen = نمایش رویدادهای دریافتی روی این رایانه (هر رویداد یک خط JSON)
usage-command-list = فهرست وب‌هوک‌های شما
usage-command-change = تغییر وب‌هوک، یا فعال و غیرفعال کردن آن
usage-command-delete = حذف وب‌هوک
usage-command-log = نمایش تلاش‌های { -marketplace } برای ارسال به یک وب‌هوک
usage-command-events = فهرست رویدادها، همراه با نمونه (با --json)
usage-command-services = فهرست سرویس‌های وب‌هوک شما، یا افزودن یکی
usage-command-join = عضو شدن در وب‌هوک یک نرم‌افزار دیگر
usage-command-try = ارسال یک رویداد از غرفهٔ تمرینی، همین حالا
usage-command-sandbox = اجرای غرفهٔ تمرینی به‌عنوان سرور محلی و نمایش فایل { -marketplace } آن
usage-command-completions = نمایش اسکریپت تکمیل خودکار برای پوستهٔ فرمان (shell)
usage-command-licenses = نمایش مجوز همهٔ بسته‌ها و فونت‌های درون ویترین
usage-command-help = نمایش همین راهنما، یا راهنمای یک دستور

## گزینه‌ها

usage-option-data-dir = پوشهٔ داده‌های ویترین (یا VITRINE_DATA_DIR) (پیش‌فرض: پوشهٔ معمول سیستم)
usage-option-market = فایل { -marketplace }، یا نام یکی در پوشهٔ داده‌ها (پیش‌فرض: آخرین { -marketplace })
usage-option-language =
    زبان پیام‌ها: en یا fa (پیش‌فرض: زبان سیستم)
    در ترمینالی که فارسی را راست‌به‌چپ نشان نمی‌دهد، پیش‌فرض انگلیسی است
usage-option-color = استفاده از رنگ: auto، always یا never (پیش‌فرض: auto)
usage-option-quiet = فقط نتایج و مشکلات نمایش داده شود
usage-option-verbose = ثبت رخدادها در خروجی خطا؛ برای جزئیات بیشتر تکرار کنید (-vv)
usage-option-no-progress = بدون نوار پیشرفت
usage-option-paths = عکس‌ها یا پوشه‌ها
usage-option-help = نمایش همین راهنما (کامل‌تر با --help)
usage-option-version = نمایش نسخه (کامل‌تر با --version)
usage-option-subcommand = دستوری که راهنمایش نمایش داده شود
usage-option-token-stdin = خواندن توکن دسترسی شخصی از ورودی استاندارد؛ رفرش توکن می‌تواند در خط بعد بیاید
usage-option-browser = ورود با مرورگر (پیش‌فرض)
usage-option-scope = درخواست این دسترسی‌ها، جداشده با ویرگول (پیش‌فرض: دسترسی‌های فایل { -marketplace })
usage-option-moved = { -marketplace } به آدرس‌های این فایل منتقل شده و به آن اعتماد دارید: از ورود ذخیره‌شده همان‌جا استفاده شود
usage-option-client-credentials = ورود با اعتبارنامهٔ کلاینت؛ رمز از VITRINE_CLIENT_SECRET خوانده می‌شود
usage-option-json = خروجی JSON، هر مورد در یک خط
usage-option-csv = خروجی CSV
usage-option-csv-variants = همراه --csv: برای هر تنوع هم یک ردیف
usage-option-refresh = خواندن غرفه و ذخیرهٔ فهرست آن (پیش‌فرض)
usage-option-saved = نمایش آخرین فهرستی که ذخیره شده است، بدون خواندن غرفه
usage-option-find = فقط محصولاتی که نام، کد یا وضعیت آن‌ها این متن را دارد، یا قیمتشان با آن شروع می‌شود
usage-option-status = فقط محصولات با این وضعیت: نام یا شناسهٔ آن
usage-option-in-category = فقط محصولات این دسته و زیردسته‌های آن: شناسه، نام یا پایان مسیر آن
usage-option-min-price = فقط محصولات با این قیمت یا بیشتر
usage-option-max-price = فقط محصولات با این قیمت یا کمتر
usage-option-out-of-stock = فقط محصولات ناموجود
usage-option-wholesale = فقط محصولاتی که عمده فروخته می‌شوند
usage-option-no-photo = فقط محصولات بدون عکس
usage-option-changed-since = فقط محصولاتی که از این تاریخ یا زمان به بعد تغییر کرده‌اند؛ مثلاً 2026-11-20 یا 2026-11-20T08:00:00Z
usage-option-sort = مرتب‌سازی بر اساس این ستون: name، price، stock، status، wholesale، sku یا id (پیش‌فرض: ترتیب غرفه)
usage-option-descending = مرتب‌سازی از زیاد به کم
# The short help shows only the first line.
usage-option-group =
    روش گروه‌بندی عکس‌ها: auto، file، folder، name، time یا likeness (پیش‌فرض: auto)
    auto: هر پوشه یک محصول و هر عکس بیرون از پوشه یک محصول
    file: هر عکس یک محصول
    folder: هر پوشه یک محصول
    name: عکس‌هایی که نامشان فقط در عدد فرق دارد یک محصول
    time: عکس‌هایی که پشت سر هم گرفته شده‌اند یک محصول
    likeness: عکس‌های پشت سر همی که شبیه هم‌اند یک محصول
usage-option-set =
    تعیین یک فیلد برای محصولاتی که آن را ندارند؛ قابل تکرار
    فیلدها: { $fields }
usage-option-from-phone = ابتدا دریافت عکس‌ها از گوشی‌ای که به همین شبکه وصل است: کد روی صفحه را با گوشی بخوانید
usage-option-template = استفاده از یک قالب غرفه: مقدارهای پیش‌فرض و تغییر قیمت آن؛ «--set» اولویت دارد
usage-option-category = دستهٔ عکس‌های یک پوشه، مثلاً «Rugs/Kilim=302» یا «فرش/گلیم=فرش / گلیم»؛ برای غرفه به خاطر سپرده می‌شود؛ قابل تکرار
usage-option-without-attributes = ثبت محصولات حتی اگر ویژگی‌های دسته خوانده نشده باشد؛ ممکن است پذیرفته نشوند
usage-option-generate-sku = ساخت کد (SKU) برای محصولات بدون کد، تا اگر پاسخی گم شد زودتر پیدا شوند؛ هر پوشه همیشه همان کد را می‌گیرد
usage-option-sheet = خواندن نام‌ها، قیمت‌ها و عکس‌ها از فایل اکسل، CSV یا OpenDocument
usage-option-column = کاربرد یک ستون فایل اکسل یا CSV با عنوان یا حرفش، مثل «B=name»؛ اگر پس از «=» چیزی نباشد، استفاده نمی‌شود؛ می‌شود آن را تکرار کرد
usage-option-point = معنی نقطهٔ پیش از سه رقم در عددهای فایل اکسل یا CSV، مثل 12.000: جداکنندهٔ هزارگان (thousands) یا ممیز (decimal)
usage-option-weight-unit = واحد وزن‌های فایل اکسل یا CSV، اگر در فایل نیامده باشد: گرم (g) یا کیلوگرم (kg)
usage-option-prefer = اگر برگه‌ها دربارهٔ یک محصول فرق دارند، کدام به کار برود: اولی (earlier) یا آخری (later)
usage-option-price-unit = واحد قیمت‌های فایل اکسل یا CSV، برای تبدیل به واحد { -marketplace }: rial، toman، thousand-rial، thousand-toman، million-rial یا million-toman
usage-option-there = این محصول در غرفه هست: نام آن یا شماره‌اش در ‎--json؛ چند بار قابل استفاده است
usage-option-not-there = این محصول در غرفه نیست و ثبت می‌شود؛ چند بار قابل استفاده است
usage-option-results = ذخیرهٔ کپی فایل با نتیجهٔ هر ردیف (csv یا xlsx)
usage-option-dry-run = فقط نمایش محصولات، بدون ارسال
usage-option-again = ثبت محصولات حتی اگر قبلاً ثبت شده باشند
usage-option-yes = پرسیده نشود؛ محصول بدون قیمت و هر تعداد محصول هم ثبت شود
usage-option-run = شمارهٔ افزودن گروهی (پیش‌فرض: آخرین)
usage-option-failed = فقط محصولات ثبت‌نشده، در فایلی که پس از اصلاح به «import --sheet» داده می‌شود
usage-option-edit-sheet = خواندن محصولاتی که باید تغییر کنند (با شناسه یا کد محصول) و مقدارهای جدید آن‌ها از فایل CSV، اکسل یا OpenDocument؛ خانهٔ خالی چیزی را تغییر نمی‌دهد
usage-option-follow = هماهنگ نگه داشتن قیمت و موجودی با این فایل تا زدن Ctrl+C: هر بار که ذخیره شود، تفاوت‌ها با غرفه نمایش داده و پرسیده می‌شود
usage-option-reserve = این تعداد از هر محصول کنار گذاشته می‌شود: غرفه موجودی فایل منهای این عدد را می‌گیرد
usage-option-sales = آیا فروش غرفه از موجودی فایل کم شده است [پیش‌فرض: پرسیدن، جایی که فرق می‌کند]: counted (بله) یا not-counted (نه)
usage-option-send-stock = ارسال موجودی بدون پرسیدن، جایی که منظور فایل روشن است؛ قیمت‌ها همیشه منتظر می‌مانند
usage-option-card-sheet = خواندن محصولات از فایل CSV، اکسل یا OpenDocument؛ هر محصول یک کارت می‌گیرد
usage-option-separators = تعداد کارت‌هایی که فقط شروع محصول بعدی‌اند [پیش‌فرض: ۲۴، اگر فایلی نباشد]
usage-option-undo = برگرداندن مقدارهای قبلی محصولات این تغییر
usage-option-resume = ادامهٔ تغییری که قطع شده است
usage-option-edit-set =
    تغییر یک فیلد در همهٔ محصولات فایل؛ قابل تکرار
    مقدار: مقدار جدید، ‎+8%‎، ‎-5%‎، ‎+20000‎ یا ‎-20000‎؛ برای نام، ‎OLD=>NEW‎ بخشی از آن را جایگزین می‌کند
    فیلدها: { $changeable }
usage-option-round = گرد کردن نتیجهٔ + و - به مضربی از این عدد
usage-option-overwrite = جایگزینی آنچه در این فاصله در غرفه تغییر کرده است
usage-option-keep = نگه داشتن آنچه در این فاصله در غرفه تغییر کرده است
usage-option-edit-dry-run = نمایش مقدارهای قبلی و جدید، بدون تغییر
usage-option-edit-yes = بدون پرسش، حتی اگر قیمت‌ها تغییر غیرعادی داشته باشند
usage-option-discount-products = شناسهٔ محصولات؛ تخفیف برای همهٔ تنوع‌های محصول است
usage-option-discount-percent = خریدار چند درصد کمتر از قیمت شما می‌پردازد
usage-option-discount-days = برای چند روز
usage-option-discount-end = تخفیف این محصولات تمام شود
usage-option-output = فایل خروجی (csv یا xlsx)؛ اگر وجود داشته باشد جایگزین می‌شود
usage-option-url = آدرس دریافت‌کنندهٔ رویدادها
usage-option-events = شناسه (۱ تا ۹) یا نام رویدادها، جداشده با ویرگول
usage-option-method = متد HTTP: ‏POST، ‏PUT یا PATCH (پیش‌فرض: POST)
usage-option-inactive = افزودن به‌صورت غیرفعال
usage-option-service = استفاده از سرویس وب‌هوک موجود (پیش‌فرض: یکی ساخته می‌شود)
usage-option-header =
    هدری که هر رویداد همراه دارد، به شکل «Name: value»؛ قابل تکرار
    بدون این گزینه، رویدادها توکنی را همراه دارند که «webhook listen» بررسی می‌کند، اگر { -marketplace } بتواند آن را بفرستد
usage-option-webhook = شناسهٔ وب‌هوک
usage-option-event = شناسه (۱ تا ۹) یا نام رویداد
usage-option-changed-method = متد HTTP: ‏POST، ‏PUT یا PATCH
usage-option-activate = فعال کردن وب‌هوک
usage-option-deactivate = غیرفعال کردن وب‌هوک
usage-option-add = افزودن سرویسی با این عنوان (۳ تا ۱۰۰ نویسه)
usage-option-description = توضیح سرویس جدید
usage-option-open = پذیرش رویداد از رایانه‌های دیگر هم، نه فقط از همین رایانه؛ توکن سرویس لازم دارند
usage-option-without-token = رویدادها توکن سرویس نداشته باشند
usage-option-tokenless = پذیرش رویداد بدون توکن سرویس
usage-option-forward = فرستادن هر رویداد به این آدرس (با https یا در همین رایانه)، با تکرار در صورت خطا
usage-option-port = پورت روی 127.0.0.1؛ با ۰ یک پورت آزاد انتخاب می‌شود (پیش‌فرض: { $default })
usage-option-faults = فایل خطاهایی که شبیه‌سازی می‌شوند
usage-option-products = تعداد محصولاتی که غرفه از ابتدا دارد
usage-option-variants = تعداد تنوع‌های هرکدام از آن‌ها
usage-option-categories = شبیه‌سازی { -marketplace }ی با دسته‌بندی، به این زبان: en یا fa
usage-option-layout = چیدمان میزبان‌ها و نسخه‌ها در فایلی که چاپ می‌شود
usage-option-stand-in-for = جانشینی برای { -marketplace } این فایل یا یکی از فایل‌های همراه: همان فایل با آدرس‌های غرفهٔ تمرینی چاپ می‌شود
usage-option-write = یک محصول پنهان هم ثبت و دوباره خوانده شود
usage-option-shell = پوستهٔ فرمان: bash، elvish، fish، powershell یا zsh

## نمونه‌ها: خطی که با # شروع می‌شود دستور بعدی را توضیح می‌دهد

usage-examples-vitrine =
    # امتحان همه‌چیز بدون حساب
    vitrine demo
    # مشاهدهٔ آنچه ثبت خواهد شد
    vitrine import Photos --dry-run
    # ثبت محصول از عکس‌ها، با قیمت و موجودی
    vitrine import Photos --set primary_price=250000 --set stock=3
    # ذخیرهٔ محصولات ثبت‌نشده برای اصلاح
    vitrine report --failed --output failed.csv
usage-examples-login =
    # ورود با مرورگر
    vitrine login
    # وارد کردن توکن دسترسی شخصی، بدون نمایش آن
    vitrine login --token-stdin
    # خواندن توکن از فایل
    vitrine login --token-stdin < token.txt
usage-examples-whoami =
    # حساب و غرفهٔ آن
    vitrine whoami
    # همان برای اسکریپت
    vitrine whoami --json
usage-examples-products =
    # محصولات غرفه
    vitrine products
    # برای اکسل
    vitrine products --csv > products.csv
    # محصولات ناموجود، از گران به ارزان
    vitrine products --out-of-stock --sort price --descending
    # محصولات ارزان‌تر با این متن در نام
    vitrine products --find rug --max-price 500000
usage-examples-import =
    # مشاهدهٔ آنچه ثبت خواهد شد
    vitrine import Photos --dry-run
    # قیمت و موجودی یکسان برای همهٔ محصولات
    vitrine import Photos --set primary_price=250000 --set stock=3
    # هر عکس یک محصول
    vitrine import Photos --group file
    # نام‌ها، قیمت‌ها و عکس‌ها از فایل اکسل
    vitrine import --sheet products.xlsx
    # محصولات ثبت‌نشده، پس از اصلاح فایل
    vitrine import --sheet failed.csv
    # عکس‌ها از گوشی
    vitrine import --from-phone
usage-examples-resume =
    # ادامه از جایی که متوقف شده است
    vitrine resume
    # گفتن این‌که محصولی که ویترین پیدا نکرد در غرفه هست یا نه
    vitrine resume --there "Red mug" --not-there "Blue mug"
usage-examples-edit =
    # مشاهدهٔ قیمت‌های قبلی و جدید
    vitrine edit --sheet prices.xlsx --dry-run
    # تغییر طبق فایل
    vitrine edit --sheet prices.xlsx
    # افزایش ۸ درصدی قیمت محصولات فایل، گردشده به ۱۰۰۰
    vitrine edit --sheet prices.xlsx --set primary_price=+8% --round 1000
    # هماهنگ نگه داشتن غرفه با یک فایل، با کنار گذاشتن ۲ عدد از هر محصول
    vitrine edit --follow stock.xlsx --reserve 2
    # ادامه پس از قطع شدن
    vitrine edit --resume
    # برگرداندن تغییر شمارهٔ ۳
    vitrine edit --undo 3
usage-examples-discount =
    # ببینید خریدار چقدر خواهد پرداخت
    vitrine discount 3001 3002 --percent 20 --days 7 --dry-run
    # تخفیف را بدهید
    vitrine discount 3001 3002 --percent 20 --days 7
    # تخفیف‌های جاری
    vitrine discount
    # یکی را تمام کنید
    vitrine discount 3001 --end
usage-examples-report =
    # آخرین افزودن گروهی
    vitrine report --output report.xlsx
    # یکی از قبلی‌ها
    vitrine report --run 3 --output report.xlsx
    # محصولات ثبت‌نشده، برای اصلاح و ثبت دوباره
    vitrine report --failed --output failed.csv
    vitrine import --sheet failed.csv
usage-examples-sheet-template =
    # پر کردن و افزودن آن
    vitrine sheet-template --output products.xlsx
    vitrine import Photos --sheet products.xlsx
usage-examples-cards =
    # کارت‌هایی که فقط شروع محصول بعدی‌اند
    vitrine cards --output cards.pdf
    # برای هر محصول فایل یک کارت
    vitrine cards --output cards.pdf --sheet products.xlsx
usage-examples-webhook =
    # افزودن وب‌هوک برای رویدادهای ۵ و ۸
    vitrine webhook add --url https://example.com/events --events 5,8
    # نمایش رویدادهایی که به این رایانه می‌رسند
    vitrine webhook listen
usage-examples-add =
    # افزودن وب‌هوک برای رویدادهای ۵ و ۸
    vitrine webhook add --url https://example.com/events --events 5,8
usage-examples-listen =
    # نمایش رویدادهایی که به این رایانه می‌رسند
    vitrine webhook listen --port 8766
usage-examples-sandbox =
    # اجرای غرفهٔ تمرینی و ثبت محصول در آن
    vitrine sandbox > shop.toml
    VITRINE_TOKEN=… vitrine --market shop.toml import Photos
    # آزمایش یک فایل { -marketplace } بدون خود آن: غرفهٔ تمرینی جای آن را می‌گیرد
    vitrine sandbox --as basalam > stand-in.toml
usage-examples-completions =
    # برای bash
    vitrine completions bash > ~/.local/share/bash-completion/completions/vitrine
    # برای zsh، در یکی از پوشه‌های fpath
    vitrine completions zsh > ~/.zfunc/_vitrine
    # برای fish
    vitrine completions fish > ~/.config/fish/completions/vitrine.fish

## متغیرهای محیطی

usage-env-data-dir = پوشهٔ داده‌های ویترین؛ گزینهٔ --data-dir مقدم است
usage-env-token = توکنی که به‌جای توکن ذخیره‌شده استفاده می‌شود
usage-env-client-secret = رمز کلاینت برای «login --browser» و «login --client-credentials»
usage-env-service-token = توکنی که «webhook listen» از هر رویداد می‌خواهد (پیش‌فرض: توکنی که ساخته و ذخیره می‌شود)
usage-env-log = آنچه در خروجی خطا ثبت می‌شود، مانند vitrine=debug؛ بر --verbose مقدم است
usage-env-renderer = روش نمایش پنجره: در ویندوز dx12 یا warp یا glow، در سیستم‌های دیگر glow؛ پیش‌فرض اولین روشی است که کار کند
usage-env-update-address = آدرس آخرین نسخه برای بررسی در پنجره، اگر در تنظیمات روشن باشد: یک آدرس https با پاسخی مانند releases/latest در گیت‌هاب؛ مقدار خالی یعنی هیچ‌جا
usage-env-no-color = با هر مقداری رنگ خاموش می‌شود؛ گزینهٔ --color مقدم است
usage-env-browser = مرورگری که ورود با آن انجام می‌شود

## کد خروج

usage-exit-0 = همه‌چیز انجام شد
usage-exit-1 = بعضی از محصولات ثبت نشدند یا تغییر نکردند
usage-exit-2 = دستور یا ورودی نادرست، یا پاسخ منفی به یک پرسش
usage-exit-3 = ورود لازم است؛ افزودن گروهی منتظر می‌ماند و چیزی از دست نمی‌رود
usage-exit-4 = متوقف شد، با Ctrl+C هم (۱۳۰ استفاده نمی‌شود)؛ قابل ادامه است

## نسخه

usage-version-commit = کامیت: { $commit }
usage-version-date = تاریخ: { $date }
usage-version-target = ساخته‌شده برای: { $target }

## صفحهٔ راهنما (man)

usage-man-manual = دستورهای کاربر
usage-man-name = نام
usage-man-synopsis = خلاصه
usage-man-description = توضیح
usage-man-commands = دستورها
usage-man-options = گزینه‌ها
usage-man-environment = متغیرهای محیطی
usage-man-exit = کد خروج
usage-man-examples = نمونه‌ها
usage-man-purpose = ثبت محصولات غرفه (فروشگاه اینترنتی) از پوشهٔ عکس‌ها

## آنچه خوانده نمی‌شود

usage-unknown-option = گزینهٔ «{ $option }» شناخته‌شده نیست.
usage-file-like-option = نام یکی از فایل‌های این پوشه «{ $value }» است و * در دستور شما آن را مانند یک گزینه داده است. پیش از * یک ‎./‎ بگذارید، مانند ‎./*‎، یا نام فایل را عوض کنید.
usage-unknown-command = دستور «{ $value }» وجود ندارد.
usage-no-such-path = «{ $value }» نه دستور است و نه فایل یا پوشه‌ای در اینجا.
usage-did-you-mean = منظورتان «{ $suggested }» بود؟
usage-missing-value = گزینهٔ «{ $option }» به مقدار نیاز دارد.
usage-invalid-value = مقدار «{ $value }» برای «{ $option }» معتبر نیست.
usage-choices = مقدارهای مجاز: { $choices }.
usage-missing-argument = وارد نشده: { $option }.
usage-command-missing = دستوری وارد نشده است.
usage-conflict = «{ $option }» را نمی‌توان همراه «{ $other }» استفاده کرد.
usage-error-other = دستور نامعتبر است.
usage-invalid-language = زبان‌های پشتیبانی‌شده: en (English) و fa (فارسی).
usage-invalid-time = تاریخ (مثلاً 2026-11-20) یا زمان (مثلاً 2026-11-20T08:00:00Z) را وارد کنید.
usage-invalid-number = عددی بدون اعشار وارد کنید.
usage-invalid-output = پسوند فایل باید csv یا xlsx باشد.
usage-invalid-event = رویدادها: { $events }.
usage-invalid-url = آدرس کامل را وارد کنید؛ با https:// شروع می‌شود.
usage-invalid-forward = آدرسی وارد کنید که با https:// شروع شود یا در همین رایانه باشد، مانند http://127.0.0.1:3000
usage-invalid-column = به شکل «عنوان=فیلد» بنویسید؛ برای ستونی که استفاده نمی‌شود، «عنوان=».
usage-invalid-set = آن را به شکل FIELD=VALUE وارد کنید.
usage-invalid-folder-category = آن را به شکل FOLDER=CATEGORY وارد کنید.
usage-unknown-field = فیلد «{ $name }» وجود ندارد. فیلدها: { $fields }.
