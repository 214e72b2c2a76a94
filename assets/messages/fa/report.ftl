### واژه‌نامه: product محصول · photo عکس · cover عکس اصلی · shop غرفه · marketplace بازار · import افزودن گروهی · sign in ورود
### (تنها به این معنا) · permission اجازه · address نشانی · sheet جدول · terminal ترمینال. دکمه‌ها مصدر یا اسم‌اند، نه فعل امر.
### The report of an import, as a table.

report-source = ساخته‌شده از
report-state = نتیجه
report-product-id = شمارهٔ محصول
report-photo-ids = شمارهٔ عکس‌ها
report-photo-count = تعداد عکس‌ها
report-problem = مشکل
report-cause = علت
report-remedy = چه باید کرد
report-added = زمان افزودن
report-settled = زمان پایان
report-currency = واحد پول
report-beside = به تومان
report-problem-whole = { $title }. { $cause } { $remedy }

## In the window

report-save = ذخیرهٔ گزارش…
report-save-failed = ذخیرهٔ ساخته‌نشده‌ها…

## Names proposed for the files

report-file-whole = گزارش افزودن گروهی
report-file-failed = محصولات ساخته‌نشده
