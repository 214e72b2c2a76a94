### گزارش یک ورود، به شکل جدول.

report-source = ساخته‌شده از
report-state = سرانجام
report-product-id = شمارهٔ محصول
report-photo-ids = شمارهٔ عکس‌ها
report-photo-count = تعداد عکس‌ها
report-problem = مشکل
report-cause = چرا
report-remedy = چه باید کرد
report-added = زمان افزودن
report-settled = زمان پایان
report-problem-whole = { $title }. { $cause } { $remedy }

## در پنجره

report-save = ذخیرهٔ گزارش…
report-save-failed = ذخیرهٔ ساخته‌نشده‌ها…

## نام‌های پیشنهادی پرونده‌ها

report-file-whole = گزارش ورود
report-file-failed = محصول‌های ساخته‌نشده
