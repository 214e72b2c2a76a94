### واژه‌نامه: product محصول · photo عکس · cover عکس اصلی · shop غرفه · marketplace بازارگاه · import افزودن گروهی · sign in ورود
### (تنها به این معنا) · create a product ثبت · permission دسترسی · address آدرس · terminal ترمینال. دکمه‌ها مصدر یا اسم‌اند، نه فعل امر.
### Messages of the command line.

cli-signed-in = با حساب { $name } وارد شدید: { $shop }.
cli-signed-in-no-shop = با حساب { $name } وارد شدید. این حساب هنوز غرفه ندارد. در سایت { -marketplace } غرفه بسازید و دوباره وارد شوید.
cli-sign-in-address = در صفحه‌ای که در مرورگر باز می‌شود وارد شوید. اگر باز نشد، این آدرس را باز کنید:
cli-sign-in-paste = اگر مرورگر به صفحه‌ای رسید که نمایش داده نمی‌شود، آدرس آن را اینجا وارد کنید:
cli-sign-in-found = مرورگر با حساب { $name } وارد شد: { $shop }. حساب شماست؟ (y = بله، n = خیر)
cli-sign-in-unconfirmed = مرورگر با حساب { $name } وارد شد: { $shop }. این { -marketplace } ورود را به این برنامه گره نمی‌زند و شاید کس دیگری در همین رایانه آن را انجام داده باشد. برای تأیید، «vitrine login» را در یک ترمینال اجرا کنید. چیزی ذخیره نشد.
cli-no-shop = هنوز بدون غرفه
cli-token-prompt = توکن را وارد کنید و Enter را بزنید (نمایش داده نمی‌شود):
cli-refresh-token-prompt = رفرش توکن؛ اگر ندارید فقط Enter را بزنید:
cli-token-ends = این توکن تا { $date } معتبر است.
cli-signed-in-next = قدم بعدی: vitrine import Photos --dry-run
cli-signed-out = خارج شدید. توکن از این رایانه حذف شد.
cli-ignored = { $count } فایل یا پوشهٔ دیگر کنار گذاشته شد: نه عکس و نه فایل اکسل یا CSV، یا چیزی که برنامه‌های دیگر آنجا نگه می‌دارند، یا عکسی که نسخهٔ بهترش هم هست.
cli-planned = { $name } — { $has-price ->
    [yes] قیمت { $price }
   *[no] بدون قیمت
}، { $count ->
    [0] بدون عکس
   *[other] { $count } عکس
}
cli-planned-in-shop = { $name } — از قبل در غرفهٔ شما
cli-planned-known = { $count } محصول از قبل در { $shop } هست و دوباره ثبت نمی‌شود.
cli-planned-shop = غرفه‌ای که از همین رایانه به آن افزوده‌اید
cli-planned-not-compared = این بدون نگاه به غرفهٔ شماست: هنوز از این رایانه چیزی به آن افزوده نشده است.
cli-planned-problem = {"  "}{ $field }: { $problem }
cli-no-price = { $count } محصول قیمت ندارد. بدون قیمت ثبت شود؟ (y = بله، n = خیر)
cli-slips-high = قیمت‌هایی که حدود ده برابر بقیه است ({ $count }): { $names }
cli-slips-low = قیمت‌هایی که حدود یک‌دهم بقیه است ({ $count }): { $names }
cli-slips-stock = موجودی‌های ۱۰٬۰۰۰ یا بیشتر، که شاید قیمت در ستون اشتباه باشد ({ $count }): { $names }
cli-slips-confirm = با این حال { $count } محصول ثبت شود؟ (y = بله، n = خیر)
cli-planned-total = { $count ->
    [0] هیچ محصولی ثبت نخواهد شد.
   *[other] { $count } محصول ثبت خواهد شد.
}
cli-planned-blocked = { $count } محصول ثبت نخواهد شد؛ دلیل آن بالاتر آمده است.
# $photos is cli-photos, $shop one of the two below.
cli-importing = ثبت { $count } محصول ({ $photos }) در { $shop }
cli-photos = { $count } عکس
cli-shop-on-market = غرفهٔ «{ $shop }» در { $market }
cli-shop = «{ $shop }»
cli-known = { $count } محصول از آن‌ها قبلاً در غرفه ثبت شده است و دوباره ثبت نمی‌شود.
cli-sharing = { $count } محصول از آن‌ها با محصولات قبلی عکس مشترک دارد و محصول جداگانه‌ای می‌شود: { $pairs }
cli-sharing-pair = «{ $name }» (در غرفه: «{ $with }»)
cli-confirm-count = حداکثر { $count } محصول ثبت شود؟ با ویترین نمی‌توان آن‌ها را حذف کرد. (y = بله، n = خیر)
cli-nothing-created = محصولی ثبت نشد.
cli-progress = { $done } از { $total } محصول{ $failed ->
    [0] {""}
   *[other] {" "}({ $failed } ناموفق)
}، { $up } از { $photos } عکس{ $left }
cli-progress-left = ، { $left } باقی مانده
cli-product-problem = { $name }: { $problem }. { $cause } { $remedy }

cli-equal-names = غرفه از قبل محصول هم‌نام { $count } محصول را داشت: { $names }. اگر هر دو یک محصول هستند، یکی را در سایت { -marketplace } حذف کنید.
cli-unseen = { $count } محصول بدون شناسه پذیرفته شده و هنوز در فهرست غرفه دیده نمی‌شود. آن را در غرفه بررسی کنید.
cli-done-nothing = محصولی برای ثبت نمانده است.

# What to do next.
cli-other-values-of = { $field } ({ $count }): { $names }
cli-other-values = { $count } محصولی که از قبل در غرفه هست، در فایل‌های شما مقدارهایی جز زمان ثبتش دارد. { $fields }. افزودن گروهی چیزی را در غرفه تغییر نمی‌دهد. برای فرستادن قیمت و موجودی جدید: ⁦vitrine edit --sheet LIST⁩
cli-gone = پیش‌تر ثبت شده‌اند و دیگر در فهرست غرفه نیستند ({ $count }): { $names }. دوباره ثبت نمی‌شوند. برای ثبت دوباره، فقط همین‌ها را در فایل‌هایتان بگذارید و ⁦--again⁩ را اضافه کنید.
cli-failed-hint = برای اصلاح محصولات ثبت‌نشده: vitrine report --failed --output failed.csv
cli-left-of-others = { $count } محصول از افزودن گروهیِ حساب‌های دیگر در صف است. برای ادامهٔ آن، وارد همان حساب شوید.
cli-resume-hint = چیزی از دست نرفته است. برای ادامه، «vitrine resume» را اجرا کنید.
cli-resume-no-question = دربارهٔ «{ $name }» پرسشی نیست، یا چند محصول این نام را دارند. شمارهٔ محصول را از «vitrine resume --json» بردارید.
cli-waiting-paused = برای ادامه، «vitrine resume» را اجرا کنید.
cli-waiting-sign-in = چیزی از دست نرفته است. ابتدا «vitrine login» و سپس «vitrine resume» را اجرا کنید.
cli-waiting-rejections = چند محصول پشت سر هم به همین دلیل رد شدند. پس از رفع آن، «vitrine resume» را اجرا کنید.
cli-waiting-first-differs = تا آن را نبینید چیز دیگری ارسال نمی‌شود. سپس «vitrine resume» را اجرا کنید.
cli-waiting-decision = در غرفهٔ خود بررسی کنید که ثبت شده‌اند یا نه. سپس در پنجرهٔ ویترین پاسخ دهید، یا همین‌جا: «vitrine resume --there NAME» یا «vitrine resume --not-there NAME».
cli-waiting-storage = تا رفع این مشکل چیزی ارسال نمی‌شود. سپس «vitrine resume» را اجرا کنید.

cli-products-id = شناسه
cli-products-total = { $count } محصول.
# $age is the next one, $at a date with a time.
cli-products-saved = این فهرست { $age } پیش خوانده شده است ({ $at }). برای خواندن دوبارهٔ غرفه، گزینهٔ ⁦--saved⁩ را بردارید.
cli-products-age = { $unit ->
    [minutes] { $count ->
        [0] کمتر از یک دقیقه
       *[other] { $count } دقیقه
    }
    [hours] { $count } ساعت
   *[other] { $count } روز
}
cli-products-incomplete = شاید بعضی از محصولات اینجا نباشد: { -marketplace } فهرست خود را کامل نشان نداد. برای خواندن دوباره، دستور را دوباره اجرا کنید.
cli-products-statuses = وضعیت‌های این محصولات: { $statuses }
cli-products-no-categories = فهرست { -marketplace } نمی‌گوید محصولات در چه دسته‌ای هستند.
cli-products-no-times = فهرست { -marketplace } نمی‌گوید محصولات چه زمانی تغییر کرده‌اند.
cli-report-saved = { $count } محصول در { $path } ذخیره شد
cli-webhook-added = وب‌هوک { $id } اضافه شد.
cli-webhook-maybe-added = شاید وب‌هوک ثبت شده باشد. پیش از افزودن دوباره، آن را جستجو کنید: vitrine webhook list
cli-webhook-service-maybe-added = شاید سرویس ثبت شده باشد. پیش از افزودن دوباره، آن را جستجو کنید: vitrine webhook services
cli-webhook-added-no-id = وب‌هوک اضافه شد.
cli-webhook-changed = وب‌هوک تغییر کرد.
cli-webhook-deleted = وب‌هوک حذف شد.
cli-webhook-joined = شما به این وب‌هوک اضافه شدید.
cli-webhook-tried = غرفهٔ تمرینی رویداد را همین حالا به وب‌هوک‌های شما می‌فرستد.
cli-webhook-on = فعال
cli-webhook-off = غیرفعال
cli-webhook-unanswered = بدون پاسخ
cli-webhook-unconfirmed = تأییدنشده
cli-webhook-not-listed = فایل این { -marketplace } نمی‌گوید فهرست وب‌هوک‌ها کجاست. این‌ها با همین برنامه اضافه شده‌اند.
cli-webhook-refused = درخواست‌های ردشده: { $token } با توکن نادرست، { $other } به دلایل دیگر
cli-service-token-saved = توکن سرویس جدید: { $token } (در { -keychain } ذخیره شد؛ «webhook add» آن را در وب‌هوک می‌گذارد و «webhook listen» فقط رویدادهای دارای آن را می‌پذیرد)
cli-service-token-saved-further = توکن سرویس جدید برای این { -marketplace }: { $token } (در { -keychain } ذخیره شد؛ «webhook add» آن را در وب‌هوک می‌گذارد و «webhook listen --market» با فایل همین { -marketplace } فقط رویدادهای دارای آن را می‌پذیرد)
cli-service-token-made = توکن سرویس جدید: { $token } ({ -keychain } در دسترس نیست؛ برای استفادهٔ دوباره، VITRINE_SERVICE_TOKEN را برابر آن تنظیم کنید)
cli-demo-no-display = نمایشگری پیدا نشد؛ نمونه در همین ترمینال اجرا می‌شود: عکس‌های نمونه در غرفهٔ تمرینی ثبت می‌شوند.
cli-listening = در حال دریافت در { $address } (برای توقف Ctrl+C)
cli-market-moved = برای ورود دوباره: vitrine login. اگر آدرس { -marketplace } عوض شده و به فایل اعتماد دارید: vitrine login --moved.
cli-market-moved-question = آیا آدرس { -marketplace } عوض شده و به این فایل اعتماد دارید؟ (y/n)
cli-market-look-alike = اگر با این حال می‌خواهید آنجا وارد شوید: vitrine login.
cli-sign-in-anew-question = با این آدرس‌ها دوباره وارد می‌شوید؟ (y/n)
cli-token-in-environment = در ترمینال می‌توانید توکن را در VITRINE_TOKEN هم بدهید.
cli-results-saved = نتایج در { $path } ذخیره شد.
cli-results-none = افزودن‌های گروهی ناتمام فایل اکسل یا CSV ندارند؛ نتیجه‌ای برای ذخیره نیست.

cli-check-report = گزارش: هیچ نام، شناسه، متن یا توکنی ندارد و می‌توانید آن را برای دیگران بفرستید.
cli-check-summary = { $count ->
    [0] همه‌چیز با فایل { -marketplace } مطابقت دارد.
   *[other] { $count } مورد با فایل { -marketplace } مطابقت ندارد.
 }

## دسته‌ها

cli-category = { $category }: { $count }
cli-category-none = بدون دسته: { $count }
cli-categories-unread = دسته‌ها پس از اولین ورود خوانده می‌شوند؛ فعلاً دسته‌ای نمایش داده نمی‌شود.
cli-categories-outdated = دسته‌ها دوباره خوانده نشدند؛ از نسخهٔ قبلی استفاده می‌شود.
cli-attributes-unread = { $count } محصول در «{ $category }»: ویژگی‌های این دسته خوانده نشد.
cli-attributes-needed = چیزی ارسال نشد. دوباره تلاش کنید، یا این محصولات را بدون ویژگی ثبت کنید: ⁦--without-attributes⁩
cli-resume-attributes-needed = این محصولات منتظر می‌مانند. دوباره تلاش کنید، یا آن‌ها را بدون ویژگی ثبت کنید: ⁦vitrine resume --without-attributes⁩
cli-attributes-unknown = ویژگی‌های بعضی از دسته‌ها هنوز خوانده نشده است، پس اینجا بررسی نمی‌شود.
cli-contact-data = «{ $name }» شامل «{ $text }» است. { -marketplace } معمولاً اطلاعات تماس را نمی‌پذیرد.

## تغییر محصولات

cli-edit-change = { $name } ({ $id }): { $changes }
cli-edit-field = { $known ->
    [yes] { $field } از { $old } به { $new }
   *[no] { $field } به { $new }
}
cli-edit-row = ردیف { $row } ({ $key })
cli-edit-row-moved = { $name }: { $field } { $old } بود، حالا در غرفه { $now } است و قرار بود { $new } شود.
cli-edit-row-spelled = { $name }: { $field } تغییر کرد. { -marketplace } به‌جای { $new } می‌نویسد { $now }.
cli-edit-begins = تغییر { $count } محصول در { $shop }
cli-edit-confirm = { $count } محصول تغییر کند؟ (y = بله، n = خیر)
cli-edit-confirm-unusual = قیمت { $count } محصول حداقل پنج برابر می‌شود یا به یک‌پنجم می‌رسد، یا موجودی آن ۱۰٬۰۰۰ یا بیشتر می‌شود. تغییر کند؟ (y = بله، n = خیر)
cli-edit-nothing-changed = چیزی تغییر نکرد.
cli-edit-progress = { $done } از { $total } محصول{ $left }
cli-edit-to-change = { $count } تغییر می‌کند
cli-edit-equal = { $count } بدون نیاز به تغییر
cli-edit-refused = { $count } قابل تغییر نیست
cli-edit-not-found = { $count } در غرفه نیست
cli-edit-moved = { $count } در این فاصله در غرفه تغییر کرده است
cli-edit-changed = { $count } تغییر کرد
cli-edit-failed = { $count } تغییر نکرد
cli-edit-in-review = { $count } در انتظار تأیید
cli-edit-nothing = چیزی برای تغییر نیست.
cli-edit-resume-hint = چیزی از دست نرفته است. برای ادامه، «vitrine edit --resume» را اجرا کنید.
cli-edit-waiting-sign-in = چیزی از دست نرفته است. ابتدا «vitrine login» و سپس «vitrine edit --resume» را اجرا کنید.
cli-edit-moved-hint = محصولاتی که در این فاصله در غرفه تغییر کرده‌اند، دست نخوردند. برای جایگزینی آن‌ها «vitrine edit --resume --overwrite» و برای نگه داشتنشان «vitrine edit --resume --keep» را اجرا کنید.
cli-edit-undo-hint = برای برگرداندن این تغییر، «vitrine edit --undo { $run }» را اجرا کنید.
cli-follow-begins = «{ $name }» دنبال می‌شود: هر بار که ذخیره شود، ویترین آن را با غرفه مقایسه می‌کند. برای توقف، Ctrl+C را بزنید.
cli-follow-in-step = غرفه با فایلی که { $at } ذخیره شده، یکی است.
cli-follow-missing = فایل فعلاً پیدا نمی‌شود. ویترین همچنان دنبالش می‌گردد.
cli-follow-sends = همان‌طور که اجازه داده‌اید، موجودی { $count } محصول ارسال می‌شود.
cli-follow-saved-again = فایل در این فاصله دوباره ذخیره شد.
cli-follow-nothing-sent = چیزی ارسال نشد.
cli-follow-overwrite = با این حال مقدارهای پیشنهادی ارسال شوند؟ (y/n)
