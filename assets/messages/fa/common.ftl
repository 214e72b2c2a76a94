### Words used everywhere. Keep the order of the keys the same in every language.

## Answers and actions

yes = بله
no = خیر
ok = باشد
cancel = انصراف
close = بستن
save = ذخیره
remove = برداشتن
retry = تلاش دوباره
refresh = تازه‌سازی
copy = کپی
details = جزئیات
unknown = نامعلوم

## The menu of a text field

edit-cut = برش
edit-copy = کپی
edit-paste = چسباندن
edit-select-all = انتخاب همه
edit-undo = واگرد
edit-redo = از نو

## Counting

count-products = { $count } محصول
count-photos = { $count } عکس
count-files = { $count } فایل
of-total = { $done } از { $total }
photo-with-size = { $name } ({ $size })

## Sizes and speeds

size-bytes = { $amount } بایت
size-kilobytes = { $amount } کیلوبایت
size-megabytes = { $amount } مگابایت
size-gigabytes = { $amount } گیگابایت
speed = { $size } در ثانیه
products-a-minute = { $count } محصول در دقیقه

## Time

duration-days = { $amount } روز
duration-hours = { $amount } ساعت
duration-minutes = { $amount } دقیقه
duration-seconds = { $amount } ثانیه
duration-two = { $larger } و { $smaller }
time-left = { $duration } مانده

## Dates. $year is already written out.

date = { $day } { $month } { $year }
date-time = { $date }، ساعت { $time }
month-1 = فروردین
month-2 = اردیبهشت
month-3 = خرداد
month-4 = تیر
month-5 = مرداد
month-6 = شهریور
month-7 = مهر
month-8 = آبان
month-9 = آذر
month-10 = دی
month-11 = بهمن
month-12 = اسفند

## Money. $amount, $rial and $toman are already written out.

money-unit = { $amount } { $unit }
money-rial-toman = { $rial } ریال ({ $toman } تومان)

## صفحهٔ پایان ورود در مرورگر

closing-title = به ویترین برگردید
closing-body = این صفحه را می‌توانید ببندید. برنامه از همین‌جا ادامه می‌دهد.
