### واژه‌نامه: product محصول · photo عکس · cover عکس اصلی · shop غرفه · marketplace بازارگاه (‎-marketplace) · import افزودن گروهی · create ثبت · sign in ورود
### (تنها به این معنا) · permission دسترسی · address آدرس · ID شناسه · sheet فایل اکسل یا CSV · terminal ترمینال. دکمه‌ها مصدر یا اسم‌اند، نه فعل امر.
### Problems, one for every `domain::Code`: the message says what happened, .cause why, .remedy what to do now.
### Always given: $subject, $expected, $field, $status, $wait; an unknown value is empty, and $has-subject, $has-expected,
### $has-field, $has-status, $has-said and $has-wait are "yes" or "no". A quotation of the marketplace's message is appended to the cause automatically (problem-quotation).

# Replaces $market (inside a sentence) and $Market (at its beginning) if the name is unknown.
problem-unnamed-market = { -marketplace }
    .start = { -marketplace }
problem-practice-market = غرفهٔ تمرینی
    .start = غرفهٔ تمرینی
problem-quotation = جزئیات: «{ $said }»
problem-market-quotation = پیام { $Market }: «{ $said }»

## Signing in (contract section 7)

problem-invalid_client = { $market } این کلاینت را نمی‌شناسد
    .cause = شناسه یا رمز کلاینت با آنچه در { $market } ثبت شده یکسان نیست.
    .remedy = شناسهٔ کلاینت در تنظیمات { -marketplace } را با پنل توسعه‌دهندگان مقایسه کنید، رمز کلاینت را دوباره وارد کنید و دوباره وارد شوید.
problem-redirect_uri_mismatch = آدرس بازگشت با آدرس ثبت‌شده یکسان نیست
    .cause = { $has-subject ->
        [yes]
            ویترین «{ $subject }» را فرستاد. { $has-expected ->
                [yes] در { $market } «{ $expected }» ثبت شده است.
               *[no] در { $market } آدرس دیگری ثبت شده است.
            }
       *[no] آدرسی که ویترین فرستاد با آدرس ثبت‌شده در { $market } فرق دارد.
    }
    .remedy = دو آدرس باید حرف‌به‌حرف یکسان باشند: پروتکل، نام دامنه، پورت، مسیر و اسلش پایانی. سپس دوباره وارد شوید.
problem-invalid_grant = کد ورود معتبر نیست
    .cause = هر کد فقط یک بار و مدتی کوتاه معتبر است؛ این کد قبلاً استفاده شده، منقضی شده یا درست نیست.
    .remedy = ورود را دوباره شروع کنید.
problem-invalid_scope = یکی از دسترسی‌های درخواستی مجاز نیست
    .cause = { $has-subject ->
        [yes] { $market } این دسترسی‌ها را نمی‌شناسد یا به این کلاینت نمی‌دهد: { $subject }
       *[no] { $market } همهٔ دسترسی‌های درخواستی را به این کلاینت نمی‌دهد.
    }
    .remedy = دسترسی‌های فایل { -marketplace } (scopes) را با پنل توسعه‌دهندگان یکی کنید و دوباره وارد شوید.
problem-sign_in_refused = ورود پذیرفته نشد
    .cause = { $market } ورود را نیمه‌کاره گذاشت، یا دسترسی در صفحهٔ آن تأیید نشد.
    .remedy = دوباره وارد شوید و در صفحهٔ { $market } دسترسی را تأیید کنید.
problem-sign_in_unfinished = ورود کامل نشد
    .cause = مرورگر به‌موقع از صفحهٔ { $market } برنگشت.
    .remedy = دوباره وارد شوید و در صفحه‌ای که باز می‌شود دسترسی را تأیید کنید.
problem-sign_in_needed = وارد نشده‌اید
    .cause = برای این { -marketplace } توکنی ندارید، یا اعتبارش تمام شده است.
    .remedy = وارد شوید؛ کارهای در صف از دست نمی‌روند.
problem-other_account = این افزودن گروهی متعلق به حساب دیگری است
    .cause = { $has-subject ->
        [yes] «{ $subject }» آن را شروع کرده و فقط همان حساب می‌تواند ادامه دهد.
       *[no] حساب دیگری آن را شروع کرده و فقط همان حساب می‌تواند ادامه دهد.
    }
    .remedy = با همان حساب وارد شوید، یا افزودن گروهی جدیدی شروع کنید.
problem-no_vendor = این حساب غرفه ندارد
    .cause = برای ثبت محصول به غرفه نیاز دارید و این حساب غرفه ندارد.
    .remedy = در سایت { $market } غرفه بسازید، یا با حسابی وارد شوید که غرفه دارد.
problem-no_keychain = توکن شما روی این رایانه به‌صورت امن ذخیره نمی‌شود
    .cause = { -keychain } در دسترس نیست یا پاسخ نمی‌دهد.
    .remedy = بدون ذخیره ادامه دهید (تا بستن ویترین)، یا { -keychain } را فعال کنید و دوباره تلاش کنید.
problem-keychain = استفاده از { -keychain } ممکن نشد
    .cause = { -keychain } قفل است یا اجازهٔ دسترسی نداد.
    .remedy = قفل { -keychain } را باز کنید و دوباره تلاش کنید، یا بدون ذخیره ادامه دهید.

## Answers of the marketplace

problem-unauthorized = { $market } توکن شما را نپذیرفت
    .cause = توکن اشتباه وارد شده، منقضی شده یا باطل شده است.
    .remedy = با توکن جدیدی وارد شوید؛ کارهای در صف از دست نمی‌روند.
problem-forbidden = توکن شما دسترسی لازم برای این کار را ندارد
    .cause = { $has-subject ->
        [yes] توکن شما دسترسی «{ $subject }» را ندارد.
       *[no] توکن شما یکی از دسترسی‌های لازم را ندارد.
    }
    .remedy = با این دسترسی دوباره وارد شوید؛ اگر از توکن استفاده می‌کنید، در پنل توسعه‌دهندگان توکنی با این دسترسی بسازید.
problem-unprocessable = { $has-field ->
    [yes] { $market } «{ $field }» را نپذیرفت
   *[no] { $market } اطلاعات ارسالی را نپذیرفت
}
    .cause = { $has-field ->
        [yes] مقدار این فیلد خالی یا غیرمجاز است.
       *[no] چیزی کم یا غیرمجاز است؛ { $market } نگفته کدام فیلد.
    }
    .remedy = { $has-field ->
        [yes] «{ $field }» را اصلاح کنید و دوباره تلاش کنید.
       *[no] برای محصول، نام، قیمت، موجودی و عکس‌ها را با قوانین { $market } مقایسه کنید؛ برای ورود، شناسهٔ کلاینت، آدرس بازگشت و دسترسی‌ها را. سپس دوباره تلاش کنید.
    }
problem-refused = { $has-field ->
    [yes] { $market } «{ $field }» را رد کرد
   *[no] { $market } درخواست را رد کرد
}
    .cause = { $has-status ->
        [yes] سرور خطای { $status } برگرداند.
       *[no] سرور خطا برگرداند.
    }
    .remedy = { $has-field ->
        [yes] «{ $field }» را اصلاح کنید و دوباره تلاش کنید.
       *[no] آنچه را { $market } نمی‌پذیرد اصلاح کنید و دوباره تلاش کنید. اگر ایرادی نمی‌بینید، با پشتیبانی { $market } تماس بگیرید.
    }
## The same for a product (the advice for its own fields is in names.ftl)

problem-product = { $market } این محصول را نپذیرفت
    .cause = { $has-said ->
        [yes] با یکی از قوانین { $market } سازگار نیست.
       *[no] { $has-status ->
            [yes] { $market } دلیلی نگفته است (خطای { $status }).
           *[no] { $market } دلیلی نگفته است.
        }
    }
    .remedy = نام، قیمت، موجودی و عکس‌ها را با قوانین { $market } مقایسه کنید. اگر ایرادی نمی‌بینید، با پشتیبانی { $market } تماس بگیرید.
problem-product-photo = { $market } عکس «{ $subject }» را نپذیرفت
    .cause = { $has-said ->
        [yes] با یکی از قوانین { $market } برای عکس‌ها سازگار نیست.
       *[no] شاید با قوانین { $market } برای عکس‌ها سازگار نباشد.
    }
problem-product-unknown-field = «{ $field }» در فرم نیست و در فایل { -marketplace }، زیر ⁦[create]⁩، تعیین می‌شود. همان‌جا اصلاحش کنید یا از کسی که فایل را ساخته کمک بگیرید.

# Appended to the remedy where the reply to a new product was lost.
problem-product-nothing-twice = هیچ محصولی دو بار ثبت نمی‌شود: ابتدا غرفه بررسی می‌شود.

## The same for the product list

problem-list = { $market } درخواست فهرست محصولات را رد کرد
    .remedy = بخش ⁦[list]⁩ فایل { -marketplace } را با مستندات { $market } مقایسه کنید، یا از کسی که فایل را ساخته کمک بگیرید.

## Other answers

problem-not_found = مورد درخواستی در { $market } پیدا نشد
    .cause = { $has-subject ->
        [yes] «{ $subject }» حذف شده، یا یکی از آدرس‌های فایل { -marketplace } اشتباه است.
       *[no] حذف شده، یا یکی از آدرس‌های فایل { -marketplace } اشتباه است.
    }
    .remedy = فهرست را به‌روزرسانی کنید. اگر همه‌جا همین‌طور است، آدرس‌های فایل { -marketplace } را بررسی کنید.
problem-payload_too_large = این عکس برای { $market } بیش از حد بزرگ است
    .cause = { $has-subject ->
        [yes] { $market } «{ $subject }» را حتی در کوچک‌ترین اندازه نپذیرفت.
       *[no] عکس بزرگ‌تر از حد مجاز { $market } است.
    }
    .remedy = از عکس دیگری استفاده کنید، یا حد مجاز را از { $market } بپرسید و در فایل { -marketplace } وارد کنید.
problem-too_many_requests = { $market } خواسته سرعت ارسال را کم کنیم
    .cause = در هر بازهٔ زمانی تعداد محدودی درخواست می‌پذیرد.
    .remedy = { $has-wait ->
        [yes] لازم نیست کاری انجام دهید؛ { $wait } دیگر خودکار ادامه می‌یابد.
       *[no] کمی صبر کنید؛ اگر ادامه پیدا نکرد، یک دقیقهٔ دیگر دوباره تلاش کنید.
    }
problem-server_error = { $market } موقتاً در دسترس نیست
    .cause = { $has-status ->
        [yes] سرور آن خطای { $status } داد. این خطا به اطلاعات شما مربوط نیست.
       *[no] سرور آن خطا داد. این خطا به اطلاعات شما مربوط نیست.
    }
    .remedy = چند دقیقه صبر کنید و دوباره تلاش کنید.
problem-unexpected_answer = پاسخ { $market } قابل خواندن نبود
    .cause = پاسخ با مستندات { $market } مطابقت ندارد. شاید صفحهٔ ورود به وای‌فای پاسخ داده است.
    .remedy = { $market } را در مرورگر باز کنید تا مطمئن شوید به اینترنت وصل هستید و وای‌فای ورود نمی‌خواهد. اگر وصل هستید، آدرس‌های فایل { -marketplace } را بررسی کنید.
problem-answer_too_large = پاسخ { $market } بیش از حد بزرگ است
    .cause = حجم پاسخ بسیار بیش از حد انتظار بود؛ به همین دلیل خواندن متوقف شد.
    .remedy = آدرس‌های فایل { -marketplace } را بررسی کنید. اگر درست هستند، با پشتیبانی { $market } تماس بگیرید.
problem-redirect_refused = { $market } درخواست را به آدرس دیگری هدایت کرد
    .cause = { $has-subject ->
        [yes] مقصد «{ $subject }» بود. توکن شما هرگز به آدرس دیگری فرستاده نمی‌شود، پس ویترین آن را دنبال نکرد.
       *[no] توکن شما هرگز به آدرس دیگری فرستاده نمی‌شود، پس ویترین آن را دنبال نکرد.
    }
    .remedy = اگر آدرس { $market } عوض شده، آن را در فایل { -marketplace } اصلاح کنید.

## Connecting to the marketplace

problem-unreachable = { $has-subject ->
    [yes] اتصال به «{ $subject }» ممکن نیست
   *[no] اتصال به { $market } ممکن نیست
}
    .cause = اینترنت قطع است، فایروال جلوی اتصال را گرفته، یا { $market } در دسترس نیست. چیزی ارسال نشد.
    .remedy = اتصال اینترنت را بررسی کنید؛ در بعضی شبکه‌های وای‌فای باید ابتدا در صفحهٔ خود شبکه وارد شوید. فیلترشکن (VPN) را خاموش کنید، یا اگر معمولاً با آن وصل می‌شوید، روشن کنید. سپس دوباره تلاش کنید.
problem-tls = { $has-subject ->
    [yes] اتصال امن به «{ $subject }» برقرار نشد
   *[no] اتصال امن به { $market } برقرار نشد
}
    .cause = گواهی امنیتی آن روی این رایانه معتبر نیست، ساعت رایانه اشتباه است، یا چیزی در میان راه (فیلترشکن، آنتی‌ویروس یا شبکه) در اتصال دخالت می‌کند. چیزی ارسال نشد.
    .remedy = تاریخ و ساعت رایانه را بررسی کنید و اگر وای‌فای ورود می‌خواهد، در صفحهٔ آن وارد شوید. فیلترشکن (VPN) را خاموش کنید، یا اگر معمولاً با آن وصل می‌شوید، روشن کنید؛ یا از شبکهٔ دیگری استفاده کنید.
problem-timed_out = { $has-subject ->
    [yes] «{ $subject }» به‌موقع پاسخ نداد
   *[no] { $market } به‌موقع پاسخ نداد
}
    .cause = اتصال کند است یا { $market } شلوغ است. ممکن است درخواست رسیده باشد.
    .remedy = اتصال اینترنت را بررسی کنید. فیلترشکن (VPN) را خاموش کنید، یا اگر معمولاً با آن وصل می‌شوید، روشن کنید. سپس دوباره تلاش کنید.
problem-connection_lost = اتصال پیش از دریافت کامل پاسخ قطع شد
    .cause = شبکه قطع شد. ممکن است درخواست رسیده باشد.
    .remedy = اتصال اینترنت را بررسی کنید. فیلترشکن (VPN) را خاموش کنید، یا اگر معمولاً با آن وصل می‌شوید، روشن کنید. سپس دوباره تلاش کنید.

## Problems found before anything was sent

problem-invalid_field = { $has-field ->
    [yes] مقدار «{ $field }» قابل قبول نیست
   *[no] یکی از مقدارها قابل قبول نیست
}
    .cause = این مقدار معتبر نیست.
    .remedy = آن را اصلاح کنید و دوباره تلاش کنید.
problem-file_unreadable = { $has-subject ->
    [yes] «{ $subject }» باز نشد
   *[no] فایلی باز نشد
}
    .cause = شاید جابه‌جا یا حذف شده، هنوز در حال کپی شدن است، فایل نیست یا اجازهٔ باز کردن آن را ندارید.
    .remedy = مطمئن شوید سر جایش است و در برنامهٔ دیگری باز می‌شود، سپس دوباره اضافه کنید.
problem-file_empty = { $has-subject ->
    [yes] «{ $subject }» خالی است
   *[no] فایلی خالی است
}
    .cause = این فایل محتوایی ندارد؛ شاید کپی ناتمام مانده است.
    .remedy = آن را دوباره از محل اصلی کپی و اضافه کنید.
problem-not_a_photo = { $has-subject ->
    [yes] «{ $subject }» عکس نیست
   *[no] یکی از فایل‌ها عکس نیست
}
    .cause = محتوای این فایل با وجود نامش تصویر نیست.
    .remedy = آن را حذف کنید، یا خود عکس را اضافه کنید.
problem-photo_damaged = { $has-subject ->
    [yes] عکس «{ $subject }» خراب است
   *[no] یکی از عکس‌ها خراب است
}
    .cause = بخشی از فایل از بین رفته است؛ شاید کپی ناتمام مانده است.
    .remedy = دوباره از دوربین یا گوشی کپی کنید، یا از عکس دیگری استفاده کنید.
problem-photo_too_large = { $has-subject ->
    [yes] عکس «{ $subject }» بیش از حد بزرگ است
   *[no] یکی از عکس‌ها بیش از حد بزرگ است
}
    .cause = نمی‌توان آن را به حد مجاز { $market } رساند، یا تعداد پیکسل‌هایش بیش از توان ویترین است.
    .remedy = نسخهٔ کوچک‌تری را در یک برنامهٔ ویرایش عکس ذخیره و اضافه کنید.
problem-photo_format_unsupported = { $has-subject ->
    [yes] فرمت «{ $subject }» پشتیبانی نمی‌شود
   *[no] فرمت این تصویر پشتیبانی نمی‌شود
}
    .cause = ویترین عکس‌های AVIF، فایل‌های RAW دوربین و فیلم را باز نمی‌کند. JPEG، HEIC، PNG، WebP، GIF، BMP و TIFF را باز می‌کند.
    .remedy = عکس را در یک برنامهٔ ویرایش عکس با فرمت JPEG ذخیره و دوباره اضافه کنید.
problem-market_file = { $has-subject ->
    [yes] فایل { -marketplace } «{ $subject }» قابل استفاده نیست
   *[no] فایل { -marketplace } قابل استفاده نیست
}
    .cause = چیزی در آن کم، اشتباه یا غیرمجاز است.
    .remedy = خط نشان‌داده‌شده را اصلاح کنید و فایل را دوباره باز کنید.
problem-sheet = { $has-subject ->
    [yes] فایل اکسل یا CSV «{ $subject }» قابل استفاده نیست
   *[no] فایل اکسل یا CSV قابل استفاده نیست
}
    .cause = به‌صورت جدول خوانده نمی‌شود، یا مقداری در آن قابل استفاده نیست.
    .remedy = خانهٔ نشان‌داده‌شده را اصلاح کنید و دوباره تلاش کنید.
problem-nothing_found = { $has-subject ->
    [yes] در «{ $subject }» عکسی پیدا نشد
   *[no] عکسی پیدا نشد
}
    .cause = در بین فایل‌ها تصویری نبود.
    .remedy = پوشهٔ عکس‌ها یا خود عکس‌ها را اضافه کنید.
problem-no_price = محصول بدون قیمت: { $subject }
    .cause = چیزی ثبت نشد. { $market } شاید محصول بدون قیمت را رایگان نشان دهد یا نپذیرد.
    .remedy = با ⁦--set primary_price=…⁩ برای همه قیمت بگذارید، ستون قیمت را در فایل پر کنید، یا برای ثبت بدون قیمت ⁦--yes⁩ را اضافه کنید.
problem-price_unit = { $has-subject ->
    [yes] قیمت‌های «{ $subject }» به تومان است یا ریال؟
   *[no] قیمت‌های فایل به تومان است یا ریال؟
}
    .cause = چیزی ارسال نشد. واحد پول فایل با واحد پول { $market } فرق دارد (تومان و ریال) و قیمت‌ها ممکن است ده برابر یا یک‌دهم شوند.
    .remedy = ⁦--price-unit toman⁩ یا ⁦--price-unit rial⁩ را اضافه کنید: واحد عددهای فایل. در صورت لزوم تبدیل می‌شوند.
problem-no_template = { $has-subject ->
    [yes] غرفهٔ شما قالبی با نام «{ $subject }» ندارد
   *[no] غرفهٔ شما چنین قالبی ندارد
}
    .cause = { $has-expected ->
        [yes] چیزی اضافه نشد. قالب‌های این غرفه: { $expected }.
       *[no] چیزی اضافه نشد. این غرفه هنوز قالبی ندارد.
    }
    .remedy = قالب را در پنجرهٔ ویترین، هنگام بررسی محصولات، ذخیره کنید یا نام آن را بررسی کنید.
problem-no_import = { $has-subject ->
    [yes] افزودن گروهی شمارهٔ { $subject } وجود ندارد
   *[no] هنوز افزودن گروهی انجام نشده است
}
    .cause = ویترین سابقهٔ هر افزودن گروهی را روی این رایانه نگه می‌دارد و این یکی در آن نیست.
    .remedy = برای آخرین مورد، شماره ننویسید؛ یا مطمئن شوید پوشهٔ داده‌ها درست است.
problem-folder_loop = { $has-subject ->
    [yes] پوشهٔ «{ $subject }» داخل خودش است
   *[no] پوشه‌ای داخل خودش است
}
    .cause = پیوندی درون پوشه به خود آن برمی‌گردد. پوشه فقط یک بار بررسی شد.
    .remedy = لازم نیست کاری انجام دهید؛ اگر عکسی کم است، پیوند را حذف کنید.

## This computer

problem-storage = { $has-subject ->
    [yes] ذخیره در «{ $subject }» ممکن نیست
   *[no] ذخیرهٔ داده‌های ویترین ممکن نیست
}
    .cause = دیسک پر یا فقط‌خواندنی است، یا اجازهٔ نوشتن ندارید.
    .remedy = فضا خالی کنید یا اجازهٔ نوشتن بدهید، سپس دوباره تلاش کنید.
problem-storage_damaged = { $has-subject ->
    [yes] «{ $subject }» خراب است
   *[no] داده‌های ویترین خراب است
}
    .cause = محتوای این فایل همان چیزی نیست که ویترین ذخیره کرده بود. خود فایل دست‌نخورده مانده است.
    .remedy = نسخهٔ پشتیبان را برگردانید، یا با پوشهٔ دادهٔ دیگری شروع کنید. پیش از افزودن دوباره، غرفهٔ خود را بررسی کنید.
problem-already_running = ویترین از قبل باز است
    .cause = { $has-subject ->
        [yes] پنجرهٔ دیگری از «{ $subject }» استفاده می‌کند.
       *[no] پنجرهٔ دیگری از همین داده‌ها استفاده می‌کند.
    }
    .remedy = از همان پنجره استفاده کنید، یا ابتدا آن را ببندید.
problem-other_marketplace = این فایل‌ها برای { -marketplace } دیگری بود
    .cause = { $has-subject ->
        [yes] ویترین با «{ $subject }» باز شد، ولی این پنجره در { -marketplace } دیگری است. چیزی اضافه نشد.
       *[no] ویترین با { -marketplace } دیگری باز شد. چیزی اضافه نشد.
    }
    .remedy = در همین پنجره به آن { -marketplace } بروید و فایل‌ها را دوباره داخل پنجره بکشید.
problem-port_taken = { $has-subject ->
    [yes] برنامهٔ دیگری از «{ $subject }» استفاده می‌کند
   *[no] برنامهٔ دیگری از آدرس بازگشت استفاده می‌کند
}
    .cause = پس از ورود، { $market } مرورگر را به این آدرس روی رایانهٔ شما برمی‌گرداند، ولی این آدرس آزاد نیست.
    .remedy = برنامهٔ دیگر را ببندید و دوباره تلاش کنید، یا دستی وارد شوید و آدرس آخرین صفحهٔ مرورگر را اینجا وارد کنید.
problem-no_network = این رایانه به هیچ شبکه‌ای وصل نیست
    .cause = گوشی فقط از راه شبکه‌ای به ویترین می‌رسد که هر دو به آن وصل‌اند؛ چنین شبکه‌ای نیست یا قابل استفاده نیست.
    .remedy = رایانه و گوشی را به یک وای‌فای وصل کنید و دوباره تلاش کنید.
problem-ambiguous = { $has-subject ->
    [yes] مشخص نیست «{ $subject }» ثبت شده است یا نه
   *[no] مشخص نیست محصول ثبت شده است یا نه
}
    .cause = پاسخی دریافت نشد و از فهرست غرفه هم مشخص نیست کدام محصول است.
    .remedy = غرفهٔ خود را بررسی کنید و اینجا بگویید محصول هست یا نه.
problem-cancelled = لغو شد
    .cause = پیش از پایان لغو شد.
    .remedy = هر وقت خواستید می‌توانید دوباره شروع کنید.
problem-internal = خطایی در ویترین رخ داد
    .cause = این خطا از ویترین است، نه از شما.
    .remedy = دوباره تلاش کنید. اگر تکرار شد، ویترین را ببندید و دوباره باز کنید و خطا را همراه با آخرین کاری که انجام دادید گزارش کنید.

## Errors of a field's value

field-error-missing = در این { -marketplace } الزامی است.
    .remedy = مقداری وارد کنید.
    .brief = الزامی
field-error-too-long = حداکثر { $limit } کاراکتر؛ این { $length } کاراکتر دارد.
    .remedy = کوتاه‌ترش کنید.
    .brief = خیلی بلند
field-error-too-many = حداکثر { $limit } مورد؛ اینجا { $count } مورد است.
    .remedy = چند مورد را حذف کنید.
    .brief = حداکثر { $limit } مورد
field-error-not-a-whole-number = عدد صحیح وارد کنید.
    .remedy = مثلاً ۲۵۰٬۰۰۰.
    .brief = عدد صحیح
field-error-ambiguous = این عدد را به دو شکل می‌توان خواند.
    .remedy = بدون نقطه و ویرگول وارد کنید، مثلاً ۲۵۰۰۰۰.
    .brief = مبهم
field-error-negative = نباید کمتر از صفر باشد.
    .remedy = صفر یا بیشتر وارد کنید.
    .brief = صفر یا بیشتر
field-error-not-positive = باید بیشتر از صفر باشد.
    .remedy = عددی بیشتر از صفر وارد کنید.
    .brief = بیشتر از صفر
field-error-too-large = این عدد بیش از حد بزرگ است.
    .remedy = بررسی کنید رقم اضافه وارد نکرده باشید.
    .brief = خیلی بزرگ
field-error-not-a-flag = باید بله یا خیر باشد.
    .remedy = بله یا خیر وارد کنید.
    .brief = بله یا خیر
field-error-too-short = { $length } کاراکتر دارد؛ حداقل { $limit } کاراکتر لازم است.
    .remedy = کمی بیشتر بنویسید، یا خالی بگذارید.
    .brief = خیلی کوتاه
field-error-too-small = نباید کمتر از { $min } باشد.
    .remedy = { $min } یا بیشتر وارد کنید.
    .brief = { $min } یا بیشتر
field-error-above-maximum = نباید بیشتر از { $max } باشد.
    .remedy = { $max } یا کمتر وارد کنید.
    .brief = { $max } یا کمتر
field-error-unknown-choice = «{ $text }» جزو گزینه‌های اینجا نیست.
    .remedy = یکی از گزینه‌های فهرست را انتخاب کنید.
    .brief = در فهرست نیست
field-error-ambiguous-choice = چند دسته به نام «{ $text }» وجود دارد.
    .remedy = دستهٔ بالاتر را هم وارد کنید، مثل «فرش / گلیم»، یا شناسهٔ دسته را وارد کنید.
    .brief = چند دسته با این نام
field-error-not-a-leaf = «{ $text }» خودش زیردسته دارد.
    .remedy = یکی از زیردسته‌هایش را انتخاب کنید.
    .brief = زیردسته دارد
field-error-missing-attribute = در این دسته «{ $title }» الزامی است.
    .remedy = برایش مقداری وارد کنید.
    .brief = ناقص
field-error-attributes-unknown = ویژگی‌های این دسته هنوز دریافت نشده است.
    .remedy = ویژگی‌ها را دوباره دریافت کنید یا محصول را بدون آن‌ها ثبت کنید.
    .brief = هنوز نامعلوم
field-error-not-dimensions = طول × عرض × ارتفاع را وارد کنید.
    .remedy = مثلاً ۳۰×۲۰×۱۰.
    .brief = مثل ۳۰×۲۰×۱۰
field-error-not-pairs = به شکل نام=مقدار وارد کنید.
    .remedy = مثلاً جنس=پشم. چند مورد را با نقطه‌ویرگول جدا کنید.
    .brief = نام=مقدار
field-error-not-computed = نتیجهٔ فرمول در فایل اکسل ذخیره نشده است.
    .remedy = مقدار را همین‌جا وارد کنید، یا فایل را در اکسل باز و ذخیره کنید و دوباره اضافه کنید.
field-error-error-value = این خانه به‌جای مقدار، خطا نشان می‌دهد.
    .remedy = مقدار را همین‌جا وارد کنید، یا فرمول را در فایل اکسل درست و ذخیره کنید و فایل را دوباره اضافه کنید.
    .brief = نتیجه ذخیره نشده
field-error-not-taken = این { -marketplace } چنین فیلدی ندارد.
    .remedy = آن را وارد نکنید.
    .brief = لازم نیست
field-error-no-code = این آدرس کد ورود ندارد.
    .remedy = ابتدا در صفحهٔ { $market } دسترسی را تأیید کنید. سپس آدرس کامل آخرین صفحهٔ مرورگر را وارد کنید که «⁦code=⁩» دارد.
field-error-consent-page = این آدرس خود صفحهٔ ورود { -marketplace } است.
    .remedy = آن را در مرورگر باز کنید و دسترسی را تأیید کنید. سپس آدرس آخرین صفحهٔ مرورگر را وارد کنید.
field-error-other-sign-in = این آدرس مربوط به ورود دیگری است.
    .remedy = در صفحه‌ای که همین حالا باز شد ادامه دهید و آدرس آخرین صفحهٔ مرورگر را وارد کنید.
problem-no_display = پنجره باز نمی‌شود
    .cause = { $has-subject ->
        [yes] پنجره به کتابخانهٔ «{ $subject }» نیاز دارد.
       *[no] نمایشگری نیست، یا درایور گرافیک آن کار نمی‌کند.
    }
    .remedy = { $has-subject ->
        [yes] آن را نصب کنید، یا از دستورهای ترمینال استفاده کنید: «vitrine --help» آن‌ها را نشان می‌دهد.
       *[no] ویترین را در محیط دسکتاپ اجرا و درایور گرافیک آن را به‌روز کنید، یا از دستورهای ترمینال استفاده کنید: «vitrine --help» آن‌ها را نشان می‌دهد.
    }
problem-unknown_renderer = روش نمایش ناشناخته
    .cause = متغیر محیطی VITRINE_RENDERER تعیین می‌کند که پنجره چگونه نمایش داده شود.
    .remedy = آن را اصلاح یا حذف کنید تا ویترین خودش انتخاب کند.
problem-no_dialog = پنجرهٔ انتخاب فایل باز نشد
    .cause = این محیط دسکتاپ چنین پنجره‌ای ندارد.
    .remedy = فایل‌ها را به داخل همین پنجره بکشید. در لینوکس می‌توانید «⁦xdg-desktop-portal⁩» یا «⁦zenity⁩» را نصب کنید.
problem-no_market = { -marketplace }ی انتخاب نشده است
    .cause = { $has-subject ->
        [yes] فایل { -marketplace } «{ $subject }» دیگر سر جایش نیست.
       *[no] { -marketplace }ی معرفی نشده و قبلاً هم روی این رایانه استفاده نشده است.
    }
    .remedy = فایل { -marketplace } را انتخاب کنید؛ در ترمینال آن را با ⁦--market⁩ معرفی کنید، یا نام یک فایل آماده را بنویسید: basalam.

## What exactly is wrong, found by Vitrine itself

diagnostic-at-line = خط { $line }، ستون { $column }: { $what }
diagnostic-at-row = ردیف { $row }: { $what }
diagnostic-syntax = این خط با دستور زبان TOML سازگار نیست. جزئیات: «{ $said }»
diagnostic-wrong-type = نوع این مقدار درست نیست. جزئیات: «{ $said }»
diagnostic-not-a-ratio = «{ $text }» نسبت ابعاد نیست. عرض و ارتفاع را با دونقطه وارد کنید، مثلاً ⁦"3:4"⁩.
diagnostic-unknown-key = کلید «{ $key }» شناخته‌شده نیست. کلیدهای مجاز: { $allowed }.
diagnostic-missing-key = کلید «{ $key }» در فایل نیست.
diagnostic-missing-key-of-layout = کلید «{ $key }» در فایل نیست. ساختاری (layout) که در فایل انتخاب شده به آن نیاز دارد.
diagnostic-not-allowed = «{ $value }» اینجا مجاز نیست. مقدارهای مجاز: { $allowed }.
diagnostic-empty = این مقدار نباید خالی باشد.
diagnostic-out-of-range = عددی از { $min } تا { $max } وارد کنید.
diagnostic-not-one-scope = هر دسترسی یک کلمه است. چند دسترسی را این‌طور بنویسید: ⁦["a", "b"]⁩.
diagnostic-unit = ⁦rial⁩ یا ⁦toman⁩ یا نام یا نشانهٔ واحد پول را وارد کنید، مثلاً €؛ حداکثر { $limit } کاراکتر.
diagnostic-toman-without-rial = ⁦toman_beside⁩ فقط وقتی کار می‌کند که قیمت‌ها به ریال باشد: ⁦unit = "rial"⁩.
diagnostic-not-a-path = مسیری وارد کنید که با / شروع شود، مثل ⁦/v1/categories⁩.
diagnostic-not-a-page-address = اینجا آدرسی لازم است که با http یا https شروع شود و به‌جای شناسهٔ محصول {"{"}id{"}"} داشته باشد.
diagnostic-path-without-id = مسیر باید به‌جای شناسهٔ دسته {"{"}id{"}"} داشته باشد.
diagnostic-not-a-plain-value = مقدار «{ $key }» باید متن، عدد، ⁦true⁩ یا ⁦false⁩، یا فهرستی از این‌ها باشد.
diagnostic-cell-value = «{ $text }».
diagnostic-not-utf8 = فایل با UTF-8 ذخیره نشده است (بایت { $byte }). آن را در اکسل یا برنامه‌ای مشابه، با فرمت «CSV UTF-8» یا به‌صورت فایل اکسل ذخیره کنید.
diagnostic-not-text = این فایل متنی نیست. آن را به‌صورت فایل اکسل یا با فرمت «CSV UTF-8» ذخیره کنید.
diagnostic-formula-without-value = این خانه فرمول دارد، اما نتیجهٔ آن در فایل ذخیره نشده است. فایل را در اکسل یا برنامه‌ای مشابه باز و ذخیره کنید و دوباره اضافه کنید.
diagnostic-error-value = این خانه خطای { $text } را نشان می‌دهد. فرمولش را در اکسل یا برنامه‌ای مشابه درست و فایل را ذخیره کنید و دوباره اضافه کنید.
diagnostic-photo-not-found = عکسی با این نام نه در میان عکس‌های اضافه‌شده هست و نه کنار فایل اکسل یا CSV.
diagnostic-no-table = در این فایل جدولی نیست.
diagnostic-too-many-cells = این فایل بیش از { $limit } خانه دارد (خانه‌های خالی پیش از آخرین خانهٔ پر هر ردیف هم شمرده شده‌اند). ستون‌ها و ردیف‌های بعد از محصولات را حذف کنید، فایل را ذخیره کنید و دوباره اضافه کنید.
diagnostic-sheet-too-large = حجم فایل بیش از { $limit } است. محصولات را در فایلی جداگانه کپی کنید و آن را اضافه کنید.
diagnostic-unpacks-too-large = این فایل فشرده است و بازشدهٔ آن بیش از { $limit } می‌شود. محصولات را در فایلی جداگانه کپی کنید و آن را اضافه کنید.
diagnostic-file-too-large = حجم فایل { $size } است؛ این حجم برای فایل { -marketplace } بیش از حد زیاد است.
diagnostic-redirect-not-local = آدرس بازگشت باید روی همین رایانه باشد و پورت داشته باشد، مثل ⁦http://127.0.0.1:8765/callback⁩.
diagnostic-keychain-entry-damaged = ورود ذخیره‌شده خراب است. برای جایگزین کردن آن دوباره وارد شوید.
diagnostic-keychain-entry-ambiguous = در { -keychain } چند مورد برای همین حساب هست. آن‌ها را همان‌جا حذف کنید و دوباره وارد شوید.
diagnostic-read-only = فایل فقط‌خواندنی است.
diagnostic-newer-version = این فایل را نسخهٔ جدیدتری از ویترین ساخته است.
diagnostic-name-not-unicode = نام فایل کاراکترهای ناخوانا دارد. نام آن را عوض کنید.
diagnostic-no-home = این کاربر پوشهٔ شخصی (home) ندارد. پوشهٔ داده‌ها را با ⁦--data-dir⁩ مشخص کنید.
diagnostic-missing-library = این کتابخانه نصب نیست. در دبیان و اوبونتو در بستهٔ «{ $package }» است.
diagnostic-other-process = شناسهٔ فرایند (PID): { $pid }.
diagnostic-no-answer = پس از { $seconds } ثانیه پاسخی دریافت نشد.
diagnostic-certificate-expired = گواهی امنیتی منقضی شده است.
diagnostic-certificate-not-yet-valid = گواهی امنیتی هنوز معتبر نیست. شاید ساعت رایانه درست نباشد.
diagnostic-certificate-untrusted = این رایانه صادرکنندهٔ گواهی امنیتی را نمی‌شناسد.
diagnostic-certificate-for-other-host = گواهی امنیتی برای آدرس دیگری است.

## Changing products

problem-no_editing = ویترین هنوز نمی‌تواند محصولات { $market } را تغییر دهد
    .cause = در فایل { -marketplace } نیامده است که محصولات چطور تغییر می‌کنند.
    .remedy = آن‌ها را در سایت { -marketplace } تغییر دهید، یا از کسی که فایل { -marketplace } را ساخته بخواهید جدول ⁦[edit]⁩ را اضافه کند.
problem-no_key_column = معلوم نیست فایل دربارهٔ کدام محصولات است
    .cause = ستونی با شناسهٔ محصول یا کد محصول ندارد.
    .remedy = ستونی با نام «شناسهٔ محصول» یا «کد محصول» اضافه کنید. «{ products-export }» هر دو را می‌نویسد.
problem-no_changes = چیزی برای تغییر نیست
    .cause = فایل ستونی برای نام، قیمت، موجودی، زمان آماده‌سازی یا وضعیت ندارد و گزینهٔ ⁦--set⁩ هم نیامده است.
    .remedy = چنین ستونی اضافه کنید یا از ⁦--set⁩ استفاده کنید.
problem-several_products = چند محصول یک کد دارند
    .cause = { $has-subject ->
        [yes] ویترین نمی‌تواند تشخیص دهد منظور از «{ $subject }» کدام است.
       *[no] ویترین نمی‌تواند تشخیص دهد منظور کدام است.
    }
    .remedy = در این ردیف از شناسهٔ محصول استفاده کنید.
problem-repeated_row = یک محصول دو بار در فایل آمده است
    .cause = ردیف دیگری پیش از این، برای همین محصول است.
    .remedy = فقط یکی از ردیف‌ها را نگه دارید.
problem-not_in_shop = در غرفه نیست
    .cause = هیچ محصولی در غرفه این شناسه یا کد را ندارد، یا حذف شده است.
    .remedy = شناسه یا کد را بررسی کنید.
problem-has_variants = این محصول تنوع دارد
    .cause = هر تنوع قیمت و موجودی خود را دارد و ویترین هنوز آن‌ها را تغییر نمی‌دهد.
    .remedy = آن‌ها را در سایت { $market } تغییر دهید.
problem-own_price_unknown = قیمت اصلی شما مشخص نیست
    .cause = { $Market } فقط قیمتی را نشان می‌دهد که خریدار می‌پردازد. اگر تخفیف داشته باشد، کمتر از قیمت شماست.
    .remedy = به‌جای آن، قیمت جدید را به عدد وارد کنید.
problem-no_old_value = این را نمی‌توان برگرداند
    .cause = { $has-field ->
        [yes] «{ $field }» قبلاً خالی بود و نمی‌توان دوباره آن را خالی کرد.
       *[no] محصول قبلاً مقداری نداشت و نمی‌تواند دوباره بدون مقدار باشد.
    }
    .remedy = محصول همان‌طور که هست می‌ماند. می‌توانید مقدار دیگری وارد کنید.
problem-not_applied = تغییر اعمال نشد
    .cause = { $Market } تغییر را پذیرفت، اما محصول هنوز مقدارهای قبلی را دارد.
    .remedy = چند دقیقه صبر کنید و محصول را در { $market } بررسی کنید. اگر هنوز مقدار قبلی را دارد، تغییر را دوباره انجام دهید.
problem-change_unconfirmed = معلوم نیست تغییر اعمال شده است یا نه
    .cause = تغییر ارسال شد، اما پس از آن محصول خوانده نشد.
    .remedy = محصول را در { $market } بررسی کنید. اگر هنوز مقدار قبلی را دارد، تغییر را دوباره انجام دهید.
problem-no_edit_run = { $has-subject ->
    [yes] تغییر شمارهٔ { $subject } وجود ندارد
   *[no] هنوز تغییری انجام نشده است
}
    .cause = ویترین سابقهٔ هر تغییر را روی این رایانه نگه می‌دارد و این یکی برای این غرفه در آن نیست.
    .remedy = شماره را بررسی کنید.
problem-edit_unfinished = { $has-subject ->
    [yes] تغییر شمارهٔ { $subject } تمام نشده است
   *[no] تغییر قبلی تمام نشده است
 }
    .cause = وسط کار قطع شده است. تغییر دوم ممکن است همان محصولات را دو بار تغییر دهد.
    .remedy = ابتدا آن را ادامه دهید یا لغو کنید. در ترمینال: ⁦vitrine edit --resume⁩
problem-unusual_prices = تغییر غیرعادی قیمت: { $subject }
    .cause = چیزی تغییر نکرد. این قیمت‌ها حداقل پنج برابر یا حداکثر یک‌پنجم می‌شوند. شاید به واحد دیگری باشند یا رقمی جا افتاده باشد.
    .remedy = آن‌ها را با ⁦--dry-run⁩ بررسی کنید. اگر درست‌اند، ⁦--yes⁩ را اضافه کنید.
