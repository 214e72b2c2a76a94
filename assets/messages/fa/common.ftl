### واژه‌نامه: product محصول · photo عکس · cover عکس اصلی · shop غرفه · marketplace بازارگاه (‎-marketplace) · import افزودن گروهی · create ثبت · sign in ورود
### (تنها به این معنا) · permission دسترسی · address آدرس · ID شناسه · sheet فایل اکسل یا CSV · terminal ترمینال. دکمه‌ها مصدر یا اسم‌اند، نه فعل امر.
### Words used everywhere. Keep the order of the keys the same in every language.

# One word for it everywhere: change it here. Where the marketplace is known, problems name it (problems.ftl, $market).
-marketplace = بازارگاه
# Where tokens are kept. windows.ftl has the name of it there.
-keychain = محل امن رمزهای سیستم

## Answers and actions

yes = بله
no = خیر
cancel = انصراف
close = بستن
retry = تلاش دوباره
refresh = به‌روزرسانی
details = جزئیات

## The menu of a text field

edit-cut = بریدن
edit-copy = کپی
edit-paste = چسباندن
edit-select-all = انتخاب همه

## Counting

count-products = { $count } محصول
count-photos = { $count } عکس

## The changes made to a photo before upload

photo-edited = ویرایش‌شده
photo-rotated = چرخانده‌شده
photo-location-removed = بدون اطلاعات مکان
photo-camera-data-removed = بدون اطلاعات دوربین
photo-resized = تغییر ابعاد از { $from } به { $to }
    .short = از { $from } به { $to }
photo-converted = تبدیل از { $from } به { $to }
    .short = از { $from } به { $to }
photo-file-size = تغییر حجم از { $from } به { $to }
    .short = از { $from } به { $to }
photo-max-file-size = تغییر حجم از { $from } به حداکثر { $most }
    .short = از { $from } به حداکثر { $most }
photo-changes-made = تغییرات انجام‌شده: { $what }
photo-changes-made-none = بدون تغییر ارسال شد
photo-changes-planned = تغییرات پیش از ارسال: { $what }
photo-changes-planned-none = بدون تغییر ارسال می‌شود
photo-name-with-changes = { $name }. { $what }
photo-rejected = قابل استفاده نیست
photo-same = همان عکس «{ $name }»
photo-similar = مشابه عکس «{ $name }»

## Sizes and speeds

size-bytes = { $amount } بایت
size-kilobytes = { $amount } کیلوبایت
size-megabytes = { $amount } مگابایت
size-gigabytes = { $amount } گیگابایت
speed = { $size } در ثانیه
products-per-minute = { $count } محصول در دقیقه

# The units of a marketplace's weights, as in field-with-unit.
weight-gram = گرم
weight-kilogram = کیلوگرم

## Time

duration-days = { $amount } روز
duration-hours = { $amount } ساعت
duration-minutes = { $amount } دقیقه
duration-seconds = { $amount } ثانیه
duration-two = { $larger } و { $smaller }
time-left = { $duration } باقی مانده

## Dates. $year is already written out.

date = { $day } { $month } { $year }
date-time = { $date }، ساعت { $time }
time-of-day = ساعت { $time }
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

## Money. $amount is already written out; $money and $beside are made of these.

unit-rial = ریال
unit-toman = تومان
unit-thousand-rial = هزار ریال
unit-thousand-toman = هزار تومان
unit-million-rial = میلیون ریال
unit-million-toman = میلیون تومان
money = { $amount } { $unit }
money-with-equivalent = { $money } ({ $beside })
field-of-variant = { $field } ({ $variant })
field-with-unit = { $field } ({ $unit })

## The page that the browser shows when a sign-in is complete

closing-title = به ویترین برگردید
closing-body = می‌توانید این صفحه را ببندید. ادامهٔ کار در ویترین است.
