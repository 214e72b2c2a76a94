### Words used everywhere. Keep the order of the keys the same in every language.

# Where tokens are kept. windows.ftl has the name of it there.
-keychain = the system keychain

## Answers and actions

yes = Yes
no = No
cancel = Cancel
close = Close
retry = Try again
refresh = Refresh
details = Details

## The menu of a text field

edit-cut = Cut
edit-copy = Copy
edit-paste = Paste
edit-select-all = Select all

## Counting

count-products = { $count ->
    [one] { $count } product
   *[other] { $count } products
}
count-photos = { $count ->
    [one] { $count } photo
   *[other] { $count } photos
}

## The changes made to a photo before upload

photo-edited = edited
photo-rotated = rotated
photo-location-removed = location removed
photo-camera-data-removed = camera data removed
photo-resized = resized from { $from } to { $to }
    .short = { $from } to { $to }
photo-converted = converted from { $from } to { $to }
    .short = { $from } to { $to }
photo-file-size = file size from { $from } to { $to }
    .short = { $from } to { $to }
photo-max-file-size = file size from { $from } to { $most } or less
    .short = { $from } to { $most } or less
photo-changes-made = Changes made: { $what }
photo-changes-made-none = Sent unchanged
photo-changes-planned = Changes before upload: { $what }
photo-changes-planned-none = Will be sent unchanged
photo-name-with-changes = { $name }. { $what }
photo-rejected = Can’t be used
photo-same = Same photo as “{ $name }”
photo-similar = Similar to the photo of “{ $name }”

## Sizes and speeds

size-bytes = { $amount } { $amount ->
    [one] byte
   *[other] bytes
}
size-kilobytes = { $amount } kB
size-megabytes = { $amount } MB
size-gigabytes = { $amount } GB
speed = { $size }/s
products-per-minute = { $count ->
    [one] { $count } product/min
   *[other] { $count } products/min
}

# The units of a marketplace's weights, as in field-with-unit.
weight-gram = g
weight-kilogram = kg

## Time

duration-days = { $amount ->
    [one] { $amount } day
   *[other] { $amount } days
}
duration-hours = { $amount } h
duration-minutes = { $amount } min
duration-seconds = { $amount } s
duration-two = { $larger } { $smaller }
time-left = { $duration } left

## Dates. $year is already written out.

date = { $day } { $month } { $year }
date-time = { $date }, { $time }
time-of-day = { $time }
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December

## Money. $amount is already written out; $money and $beside are made of these.

unit-rial = rial
unit-toman = toman
unit-thousand-rial = thousand rial
unit-thousand-toman = thousand toman
unit-million-rial = million rial
unit-million-toman = million toman
money = { $amount } { $unit }
money-with-equivalent = { $money } ({ $beside })
field-of-variant = { $field } ({ $variant })
field-with-unit = { $field } ({ $unit })

## The page that the browser shows when a sign-in is complete

closing-title = Return to Vitrine
closing-body = You can close this page. Vitrine takes it from here.
