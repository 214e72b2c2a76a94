### واژه‌نامه: product محصول · photo عکس · cover عکس اصلی · shop غرفه · marketplace بازارگاه (‎-marketplace) · import افزودن گروهی · create ثبت · sign in ورود
### (تنها به این معنا) · permission دسترسی · address آدرس · ID شناسه · sheet فایل اکسل یا CSV · terminal ترمینال. دکمه‌ها مصدر یا اسم‌اند، نه فعل امر.
### The report of an import, as a table.

report-source = منبع
report-state = وضعیت
products-variant-id = شناسهٔ تنوع
products-variant = تنوع
report-product-id = شناسهٔ محصول
report-photo-ids = شناسهٔ عکس‌ها
report-photo-count = تعداد عکس‌ها
report-problem = مشکل
report-cause = علت
report-remedy = راه‌حل
report-added = زمان افزودن
report-finished = زمان پایان
report-currency = واحد پول
report-toman-value = قیمت (تومان)
report-problem-full = { $title }. { $cause } { $remedy }

## In the window

report-save = ذخیرهٔ گزارش…
report-save-failed = ذخیرهٔ محصولات ثبت‌نشده…

## Suggested file names

report-file-full = گزارش افزودن گروهی
report-file-failed = محصولات ثبت‌نشده
products-buyers-pay = پرداختی خریدار
products-buyers-pay-in = پرداختی خریدار ({ $unit })
