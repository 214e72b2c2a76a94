## Receiving photos from a phone: the dialog

phone-open = از گوشی…
phone-title = عکس‌ها از گوشی
phone-scan = دوربین گوشی را روبه‌روی این کد بگیرید و صفحه‌ای را که پیدا می‌کند باز کنید. برنامه یا حساب لازم نیست؛ فقط گوشی و این رایانه باید به یک شبکه وصل باشند.
phone-address = یا این آدرس را در مرورگر گوشی وارد کنید:
phone-code = کد QR با آدرس برای گوشی
phone-network = شبکه
phone-network-wireless = وای‌فای ({ $address })
phone-network-cable = کابل شبکه ({ $address })
phone-network-other = شبکهٔ دیگر ({ $address })
phone-network-virtual = شبکهٔ برنامه‌ای دیگر ({ $address })
phone-network-this-computer = فقط همین رایانه، برای امتحان
phone-plain = عکس‌ها داخل شبکهٔ شما بدون رمزنگاری منتقل می‌شوند؛ بنابراین از شبکه‌ای مطمئن استفاده کنید. فقط گوشی‌ای که کد را خوانده است می‌تواند عکس بفرستد و چیزی از غرفه‌تان نمی‌بیند.
phone-preparing = در حال آماده‌سازی…
phone-connected = { $count ->
    [one] گوشی شما وصل است
   *[other] { $count } گوشی وصل است
}
phone-nothing-yet = در گوشی عکس بگیرید یا انتخاب کنید. هر محصولی که کامل کنید به جدول پشت این پنجره اضافه می‌شود.
phone-received = { $photos } دریافت شد، { $products } در جدول
phone-progress = { $done } عکس از { $all } عکس دریافت شد
phone-waiting = { $count } عکس هنوز در هیچ محصولی نیست. محصولش را در گوشی کامل کنید؛ تا آن وقت می‌ماند، حتی اگر ویترین را ببندید.
phone-add = اتصال گوشی دیگر
phone-done = پایان
phone-idle-title = دریافت پایان یافت
phone-idle-body = ۱۵ دقیقه است گوشی‌ای چیزی نفرستاده. هرچه رسیده است می‌ماند.
phone-again = شروع دوباره

## Receiving photos from a phone: the page on the phone

phone-page-title = ارسال عکس به ویترین
phone-page-connecting = در حال اتصال…
phone-page-language = زبان
phone-page-product = این محصول
phone-page-take = گرفتن عکس
phone-page-choose = انتخاب عکس
phone-page-name = نام
phone-page-price = قیمت
phone-page-optional = (اختیاری)
phone-page-next = این محصول کامل شد
phone-page-roll = این‌ها چند محصول‌اند
phone-page-roll-help = برای همهٔ عکس‌های دوربین: ویترین پیشنهاد می‌دهد هر محصول از کجا شروع می‌شود و شما در رایانه بررسی می‌کنید.
phone-page-sending = در حال ارسال: { $done } عکس از { $all } عکس
phone-page-sent = همهٔ عکس‌ها در رایانه است ({ $done })
phone-page-done = وصل شد. از اولین محصول عکس بگیرید یا عکس‌هایش را انتخاب کنید.
phone-page-waiting-network = اتصال قطع است. { $done } عکس از { $all } عکس ارسال شد؛ خودکار ادامه می‌یابد.
phone-page-keep-open = تا پایان ارسال، این صفحه را باز نگه دارید.
phone-page-kept = این عکس‌ها در رایانه است. محصول را کامل کنید تا به جدول اضافه شود.
phone-page-products = محصولات آماده
phone-page-product-sent = در رایانه
phone-page-unnamed = بدون نام
phone-page-photo = عکس { $count }
phone-page-one-photo = ۱ عکس
phone-page-photos = { $count } عکس
phone-page-remove = حذف عکس { $count }
phone-page-retry = ویرایش
phone-page-state-waiting = در انتظار
phone-page-state-sending = در حال ارسال…
phone-page-state-sent = ارسال شد
phone-page-already = عکسی که قبلاً ارسال شده بود کنار گذاشته شد.
phone-page-not-a-photo = عکسی نیست که ویترین بتواند بخواند
phone-page-too-large = فایل خیلی بزرگ است
phone-page-too-many = عکس‌ها زیاد است: اول چند محصول را کامل کنید
phone-page-disk-full = دیسک رایانه پر است
phone-page-failed = ارسال نشد
phone-page-bad-price = قیمت عدد نیست
phone-page-bad-name = این نام قابل استفاده نیست
phone-page-ended-title = اتصال برقرار نیست
phone-page-ended = رایانه دیگر عکس دریافت نمی‌کند. در ویترین دوباره «{ phone-open }» را باز کنید و کد جدید را بخوانید. آنچه ارسال شد می‌ماند.
phone-page-other-phone = این کد قبلاً استفاده شده است. در ویترین «{ phone-add }» را بزنید و کد جدید را بخوانید.
phone-page-plain = عکس‌ها از طریق شبکهٔ شما و بدون رمزنگاری مستقیم به رایانه‌تان می‌رود. از شبکه‌ای مطمئن استفاده کنید.

## Receiving photos from a phone: in a terminal

phone-terminal-scan = این کد را با دوربین گوشی بخوانید یا این آدرس را در گوشی باز کنید: { $address }
phone-terminal-end = وقتی همهٔ محصولات رسید، ⁦Enter⁩ را بزنید. ⁦Ctrl+C⁩ بدون افزودن متوقف می‌کند.
phone-terminal-product = { $products } دریافت شد، در مجموع { $photos }

## Cards

card-separator = محصول بعدی
cards-print = ذخیرهٔ کارت برای چاپ…
cards-file-name = کارت‌ها
cards-help = پیش از عکس‌های هر محصول، از یک کارت عکس بگیرید تا ویترین بداند کدام عکس‌ها برای یک محصول‌اند. محصولاتی که در بررسی هنوز عکس ندارند کارتی با نام، قیمت و SKU می‌گیرند؛ وگرنه کارت‌ها فقط شروع محصول بعدی‌اند.
cli-cards-saved = { $count } کارت در { $path } ذخیره شد
