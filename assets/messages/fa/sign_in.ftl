### Signing in, accounts, and setting up a marketplace.

## Sign-in methods

login-methods = روش ورود
method-token = توکن
method-browser = مرورگر
method-client-credentials = اعتبارنامهٔ کلاینت
login-retry = شروع از نو
login-has-refresh-token = رفرش توکن هم دارم
login-refresh-token = رفرش توکن (Refresh Token)
    .help = اختیاری. با آن، ویترین توکن شما را پس از پایان اعتبار، خودکار تمدید می‌کند.
login-check = بررسی توکن
login-check-help = پیش از ذخیره، می‌بینید توکن متعلق به چه کسی است.
login-browser-open-again = باز کردن دوبارهٔ صفحه
login-browser-paste-wrong = این آدرس مربوط به این ورود نیست. آدرس آخرین صفحهٔ مرورگر را کامل کپی کنید و دوباره وارد کنید.
browser-none = مرورگر باز نشد
    .help = آدرس صفحه را کپی کنید و در هر مرورگری، حتی روی دستگاه دیگر، باز کنید. پس از تأیید دسترسی، آدرس صفحهٔ آخر را کپی کنید و در پایین وارد کنید.
browser-open = باز کردن صفحهٔ ورود
browser-manual-help = صفحهٔ ورود { -marketplace } را باز کنید و دسترسی را تأیید کنید. سپس مرورگر به صفحهٔ دیگری می‌رود که شاید خالی باشد یا خطا نشان دهد؛ آدرس آن را از نوار آدرس کپی کنید و اینجا وارد کنید.
browser-manual-paste = آدرس کامل که «⁦code=⁩» دارد.
browser-help = صفحهٔ ورود { -marketplace } در مرورگر باز می‌شود. دسترسی را تأیید کنید و به اینجا برگردید.
browser-not-set-up = برای ورود با مرورگر، ویترین باید در { -marketplace } ثبت شده باشد. شناسهٔ کلاینت، آدرس بازگشت و صفحهٔ تأیید دسترسی را در تنظیمات { -marketplace } وارد کنید؛ برای ورود با توکن به این‌ها نیازی نیست.

## Errors that stay on the consent page

browser-error = مرورگر خطا نشان می‌دهد
browser-error-address = اگر در خطا redirect_uri_mismatch آمده، در پنل توسعه‌دهندگان دقیقاً همین آدرس بازگشت را ثبت کنید:
browser-error-copy = کپی این آدرس
browser-error-registered = آدرس بازگشت در پنل توسعه‌دهندگان
browser-error-registered-help = آن را از پنل کپی کنید تا تفاوت دو آدرس مشخص شود.
browser-error-same = هر دو آدرس یکسان هستند. آن را در پنل ذخیره کنید و صفحه را دوباره باز کنید.
browser-error-client = اگر در خطا invalid_client آمده، این شناسهٔ کلاینت را با پنل توسعه‌دهندگان مقایسه کنید: { $id }

## Scopes of a token

scopes-title = دسترسی‌های ویترین
scopes-change = تغییر دسترسی‌ها
scopes-other = دسترسی‌های دیگر
scopes-other-help = نام دسترسی‌ها را همان‌طور که در پنل توسعه‌دهندگان آمده، با فاصله از هم وارد کنید؛ * یعنی همهٔ دسترسی‌ها.
scopes-none = حداقل یک دسترسی انتخاب کنید.
scope-refused = { $scope }: { -marketplace } این دسترسی را نمی‌دهد
scope-needed = { $scope }: برای این کار لازم است
scope-everything = همهٔ کارهایی که حساب شما می‌تواند انجام دهد

## The program's own secret

secret = رمز کلاینت (Client Secret)
    .help = در پنل توسعه‌دهندگان، کنار شناسهٔ کلاینت. در { -keychain } ذخیره می‌شود و دیگر نمایش داده نمی‌شود.
secret-save = ذخیرهٔ رمز
secret-saved = رمز کلاینت در { -keychain } ذخیره شده است
secret-not-saved = رمز کلاینت ذخیره نشد
    .help = { -keychain } آن را نپذیرفت. رمز تا بستن ویترین قابل استفاده است و بار بعد دوباره پرسیده می‌شود.
secret-session = رمز کلاینت تا بستن ویترین قابل استفاده است
secret-forget = حذف رمز
secret-use-session = استفاده تا بستن ویترین

## Client credentials

client-credentials-help = برای ارتباط سیستمی بدون دخالت کاربر: ویترین با شناسه و رمز کلاینت خودش وارد می‌شود و همهٔ دسترسی‌ها (*) را درخواست می‌کند. فقط اگر پنل توسعه‌دهندگان خواسته از این روش استفاده کنید.
client-credentials-client = شناسهٔ کلاینت: { $id }
client-credentials-sign-in = ورود با اعتبارنامهٔ کلاینت
client-credentials-no-secret = ابتدا رمز کلاینت را وارد کنید.
client-credentials-not-set-up = ابتدا شناسهٔ کلاینت را از پنل توسعه‌دهندگان در تنظیمات { -marketplace } وارد کنید.

## Confirming the account

confirm-title = این غرفهٔ شماست؟
confirm-person = نام:
confirm-username = نام کاربری:
confirm-shop = غرفه:
confirm-market = { -marketplace }:
confirm-no-shop = این حساب هنوز غرفه ندارد: می‌توانید وارد شوید، ولی نمی‌توانید محصول ثبت کنید.
confirm-until = ورود شما تا { $date } معتبر است.
confirm-until-unknown = { -marketplace } مدت اعتبار این ورود را اعلام نمی‌کند.
confirm-expired = اعتبار این توکن ظاهراً تمام شده، ولی { -marketplace } هنوز آن را می‌پذیرد.
confirm-renewable = خودکار تمدید می‌شود.
confirm-continue = بله، ادامه
confirm-session = ادامه بدون ذخیره
confirm-retry-keychain = تلاش دوباره برای ذخیره

## Signing in again for more scopes

reauthorize-title = ورود دوباره با دسترسی‌های بیشتر
reauthorize-body = تا این ورود کامل شود، با حساب فعلی وارد هستید و هیچ کاری از دست نمی‌رود.
reauthorize-token = در پنل توسعه‌دهندگان توکنی بسازید که این دسترسی‌ها را هم داشته باشد: { $scopes }. سپس آن را اینجا وارد کنید.
reauthorize-offer = ورود دوباره با این دسترسی
reauthorize-stay = فعلاً نه

## Accounts

accounts-title = حساب‌ها
accounts-none = حسابی روی این رایانه ذخیره نشده است.
account-name-and-market = { $name }، { $market }
account-last-used = آخرین ورود: { $date }
account-client = کلاینت: { $name }
account-mobile = تلفن: { $number }
account-waiting = { $count } محصول در صف
account-changes = { $count } تغییر در صف
account-current = فعال
market-at-host = { $market } ({ $host })
account-signed-out = خارج‌شده
account-use = انتخاب
account-switch = انتخاب { $name }
account-sign-in = ورود
account-sign-out = خروج از { $name }
account-add = افزودن حساب
account-other-market = انتخاب { -marketplace } دیگر
account-menu = تغییر حساب یا خروج
sign-out-title = از { $name } ({ $market }) خارج می‌شوید؟
sign-out-body = توکن از این رایانه حذف می‌شود.
sign-out-waiting = { $count ->
    [one] { $count } محصول هنوز ثبت نشده است. اگر آن را نگه دارید، با ورود دوباره ادامه می‌یابد.
   *[other] { $count } محصول هنوز ثبت نشده‌اند. اگر آن‌ها را نگه دارید، با ورود دوباره ادامه می‌یابند.
}
sign-out-changes = { $count ->
    [one] تغییر { $count } محصول هنوز انجام نشده است. اگر آن را نگه دارید، با ورود دوباره می‌توانید آن را ادامه دهید.
   *[other] تغییر { $count } محصول هنوز انجام نشده است. اگر آن‌ها را نگه دارید، با ورود دوباره می‌توانید آن‌ها را ادامه دهید.
}
sign-out-review = { $count ->
    [one] ثبت { $count } محصول بررسی‌شده هنوز شروع نشده است. اگر آن را نگه دارید، با ورود دوباره همین‌جا خواهد بود.
   *[other] ثبت { $count } محصول بررسی‌شده هنوز شروع نشده است. اگر آن‌ها را نگه دارید، با ورود دوباره همین‌جا خواهند بود.
}
sign-out-running = افزودن گروهیِ در حال انجام، ابتدا موقتاً متوقف می‌شود.
sign-out-drop-loses = با حذف حساب از ویترین، کارهای ناتمام آن کنار گذاشته می‌شود. غرفه و حساب شما در { -marketplace } همان‌طور می‌مانند.
sign-out-keep = نگه داشتن و خروج
sign-out-drop = خروج و حذف حساب از ویترین
leave-title = یک افزودن گروهی در حال انجام است
leave-body = تا وقتی دوباره این حساب را انتخاب کنید، موقتاً متوقف می‌ماند. محصولات ثبت‌شده در غرفه می‌مانند.
leave-confirm = توقف موقت و تغییر حساب
leave-sign-out-body = موقتاً متوقف می‌شود و وقتی دوباره وارد شوید، ادامه می‌یابد. محصولات ثبت‌شده در غرفه می‌مانند.
leave-sign-out-confirm = توقف موقت و خروج
leave-changes-title = محصولات در حال تغییرند
leave-changes-body = تغییرات موقتاً متوقف می‌شوند و وقتی دوباره وارد این حساب شوید، می‌توانید آن‌ها را ادامه دهید. محصولاتی که تغییر کرده‌اند، مقدار جدید را نگه می‌دارند.
close-body = موقتاً متوقف می‌شود و وقتی دوباره ویترین را باز کنید، می‌توانید آن را ادامه دهید. محصولات ثبت‌شده در غرفه می‌مانند.
close-changes-body = تغییرات موقتاً متوقف می‌شوند و وقتی دوباره ویترین را باز کنید، می‌توانید آن‌ها را ادامه دهید. محصولاتی که تغییر کرده‌اند، مقدار جدید را نگه می‌دارند.
close-keep = باز بماند
close-anyway = بستن ویترین
leave-stay = ماندن در این حساب
leaving-title = یک لحظه…
leaving-body = ویترین منتظر پایان ثبت محصولاتی است که ارسال شده‌اند، تا هیچ‌کدام دو بار ثبت نشود.
leaving-changes-body = ویترین منتظر پاسخ تغییراتی است که ارسال شده‌اند، تا معلوم شود کدام محصولات مقدار جدید دارند.

## Marketplaces

markets-title = { -marketplace }‌ها
markets-none = { -marketplace }ی اضافه نشده است.
market-accounts = { $count ->
    [0] بدون حساب
   *[other] { $count } حساب
}
market-open = باز کردن
market-open-named = باز کردن { $name }
market-offered = همراه ویترین است، هنوز استفاده نشده
login-ready-made = تنظیمات ویترین برای { $market } از مستندات عمومی گردآوری شده و هنوز با خود { $market } آزمایش نشده است. ابتدا با یکی دو محصول شروع کنید.
market-edit-named = ویرایش { $name }
market-remove-named = حذف { $name }
market-remove = حذف
market-remove-title = «{ $name }» از این رایانه حذف شود؟
market-remove-body = { $count ->
    [0] تنظیمات آن از این رایانه حذف می‌شود. در غرفه چیزی تغییر نمی‌کند.
    [1] از حساب آن خارج می‌شوید و تنظیماتش از این رایانه حذف می‌شود. در غرفه چیزی تغییر نمی‌کند و اگر دوباره اضافه‌اش کنید، چیزی دو بار ثبت نمی‌شود.
   *[other] از { $count } حساب آن خارج می‌شوید و تنظیماتش از این رایانه حذف می‌شود. در غرفه چیزی تغییر نمی‌کند و اگر دوباره اضافه‌اش کنید، چیزی دو بار ثبت نمی‌شود.
}
login-own-other = { -marketplace } دیگری دارید؟ فایلی را که به شما داده‌اند انتخاب کنید یا آدرس‌هایش را وارد کنید:

## The marketplace form

setup-new = وارد کردن آدرس‌ها
setup-edit = ویرایش تنظیمات { -marketplace }
setup-edit-title = تنظیمات { -marketplace }
setup-body = این آدرس‌ها در مستندات توسعه‌دهندگان { -marketplace } شما آمده است. پیش از ورود، اتصال را آزمایش کنید.
setup-name-fixed = نام تغییر نمی‌کند، چون حساب‌ها و افزودن‌های گروهی این رایانه با آن شناخته می‌شوند.
setup-layout = ساختار API
setup-layout-base = یک آدرس (v1)
setup-layout-core = دو آدرس جدا برای هسته و بارگذاری (v3 و v4)
setup-layout-help = در مستندات ببینید: مسیرها یا با v1 روی یک آدرس شروع می‌شوند، یا با v3 و v4 روی دو آدرس.
setup-layout-tables = مسیرهای { $tables } هنوز برای ساختار دیگر است. آن‌ها را در فایل { -marketplace } عوض کنید، وگرنه این بخش‌ها کار نمی‌کنند.
setup-oauth = ورود با مرورگر
setup-oauth-help = فقط اگر در پنل توسعه‌دهندگان کلاینت ساخته‌اید. برای ورود با توکن لازم نیست.
setup-pkce = استفاده از PKCE (روشن بماند، مگر اینکه { -marketplace } نپذیرد)
setup-addresses-changed = { $count ->
    [1] چون آدرس‌ها تغییر می‌کند، از حساب این { -marketplace } خارج می‌شوید. توکن آن هرگز به آدرس دیگری فرستاده نمی‌شود.
   *[other] چون آدرس‌ها تغییر می‌کند، از { $count } حساب این { -marketplace } خارج می‌شوید. توکن‌های آن‌ها هرگز به آدرس دیگری فرستاده نمی‌شود.
}
setup-not-ready = موارد الزامی را پر و موارد مشخص‌شده را اصلاح کنید، سپس آزمایش یا ذخیره کنید.
setup-save = ذخیره و ورود
setup-test = آزمایش اتصال
market-name = نام
    .help = نامی که با آن این { -marketplace } را بشناسید.
market-base = آدرس API
    .help = همهٔ درخواست‌ها به این آدرس می‌روند؛ مسیرهایی که با ⁦/v1⁩ شروع می‌شوند به آن اضافه می‌شوند.
market-core = آدرس هسته
    .help = برای حساب‌ها و محصولات؛ مسیرهایی که با ⁦/v3⁩ و ⁦/v4⁩ شروع می‌شوند به آن اضافه می‌شوند.
market-upload = آدرس بارگذاری عکس
    .help = برای عکس‌ها؛ ⁦/v3/files⁩ به آن اضافه می‌شود.
market-auth = آدرس ورود
    .help = برای بررسی و صدور توکن؛ ⁦/whoami⁩ و ⁦/oauth/token⁩ به آن اضافه می‌شود.
market-sso = صفحهٔ تأیید دسترسی
    .help = صفحه‌ای در مرورگر که در آن دسترسی را تأیید می‌کنید.
market-webhook = آدرس API وب‌هوک
    .help = برای ثبت وب‌هوک؛ ⁦/v1/webhooks⁩ به آن اضافه می‌شود.
market-client-id = شناسهٔ کلاینت (Client ID)
    .help = آن را از پنل توسعه‌دهندگان کپی کنید.
market-redirect = آدرس بازگشت (Redirect URI)
    .help = دقیقاً همان که ثبت شده، مثل ⁦http://127.0.0.1:8765/callback⁩. بهتر است پورت کمتر از ۴۹۱۵۲ باشد.
market-scopes = دسترسی‌های درخواستی
    .help = با فاصله از هم جدا کنید. در هر ورود قابل تغییر است.
market-exchange = سرور تبادل توکن
    .help = اختیاری. سرور خودتان که رمز کلاینت را نگه می‌دارد.
entry-missing = الزامی است.
entry-invalid-address = آدرسی وارد کنید که با ⁦https://⁩ شروع شود.
entry-not-https = برای امنیت توکن، آدرس باید با ⁦https://⁩ شروع شود.
entry-user-name = نام کاربری و گذرواژه را از آدرس حذف کنید.
entry-fragment = ⁦#⁩ و هرچه پس از آن آمده را حذف کنید.
entry-query = علامت پرسش و هرچه پس از آن آمده را حذف کنید؛ مسیرها به این آدرس اضافه می‌شوند.

## Testing the addresses

test-running = در حال آزمایش آدرس‌ها…
test-passed = همهٔ آدرس‌ها درست کار می‌کنند
test-failed = { $count } آدرس هنوز کار نمی‌کند
test-reached = متصل شد
test-port-free = این رایانه می‌تواند پاسخ مرورگر را دریافت کند.
test-port-taken = برنامهٔ دیگری از این پورت استفاده می‌کند و پاسخ مرورگر نمی‌رسد. آن را ببندید، یا آدرس بازگشتی با پورت دیگر ثبت کنید.
test-port-refused = این رایانه اجازهٔ استفاده از این پورت را به برنامه‌ها نمی‌دهد. آدرس بازگشتی با پورت دیگری ثبت کنید، مثلاً ۸۷۶۵.
test-no-host = این میزبان پیدا نشد. املای آدرس و اتصال اینترنت را بررسی کنید؛ شاید فیلترشکن (VPN) باید خاموش (یا روشن) باشد.
test-no-answer = میزبان وجود دارد ولی پاسخ نمی‌دهد. پورت و فیلترشکن (VPN) را بررسی کنید؛ شاید سرویس خاموش یا مسدود است.
test-tls = اتصال امن برقرار نشد: { $said }. آدرس و تاریخ و ساعت این رایانه را بررسی کنید یا فیلترشکن (VPN) را خاموش کنید.
test-timed-out = پاسخی دریافت نشد. آدرس و فیلترشکن (VPN) را بررسی کنید و دوباره تلاش کنید.
test-web-page = این آدرس یک وب‌سایت است، نه API. آدرس را از مستندات توسعه‌دهندگان بردارید. شاید هم صفحهٔ ورود به وای‌فای پاسخ داده است.
test-not-found = سرور پاسخ می‌دهد، ولی در این آدرس چیزی نیست (۴۰۴). آن را با مستندات توسعه‌دهندگان مقایسه کنید؛ شاید بخشی از مسیر کم یا اشتباه است.
test-server-error = سرور خطا داد (خطای { $status }). بعداً دوباره تلاش کنید.
test-redirected = سرور به { $said } هدایت می‌کند. اگر این آدرس متعلق به { -marketplace } شماست، همان را وارد کنید.
test-connection-broken = اتصال قطع شد: { $said }. دوباره تلاش کنید.
