### The products table: columns, filter, selection and details.

products-columns-help = Choose what the table shows, and in which order. Drag the edge of a heading to change a column’s width.
products-column-earlier = Move { $column } up
products-column-later = Move { $column } down
products-selected-sum = Prices add up to { $prices } · { $stock } in stock
row-selected = Selected
row-not-selected = Not selected
products-copy = Copy for a spreadsheet
products-filter-any-status = Any status
products-filter-status = { $status } ({ $count })
products-filter-out-of-stock = Out of stock ({ $count })
products-filter-wholesale = Wholesale ({ $count })
products-filter-without-photo = Without a photo ({ $count })
products-filter-clear = Clear filter
products-filter-none = No products match the filter.
products-price-from = Price from
products-price-to = to
products-details = Details
products-back = All products
products-like = Create a similar product
products-like-help = The form for a new product isn’t empty. Its contents will be replaced.
products-like-busy = A product is being created from the form. Wait until it’s done.
products-like-replace = Replace
products-variants = Variants
products-variant-count = { $count ->
    [one] { $count } variant
   *[other] { $count } variants
}
products-show-variants = Show the variants of { $name }
products-hide-variants = Hide the variants of { $name }
products-selected-variants = { $products ->
    [0] { $variants ->
        [one] { $variants } variant selected
       *[other] { $variants } variants selected
    }
    [one] { $products } product and { $variants ->
        [one] { $variants } variant selected
       *[other] { $variants } variants selected
    }
   *[other] { $products } products and { $variants ->
        [one] { $variants } variant selected
       *[other] { $variants } variants selected
    }
}{ $hidden ->
    [0] { "" }
   *[other] , { $hidden } not shown
}
shortcut-variants = Show or hide the variants
products-origin = Created from this computer
products-origin-at = On { $at }
products-origin-more = { $count } more
shortcut-select-product = Select the product
shortcut-select-range = Select a range
products-price-least = Lowest price
products-price-greatest = Highest price

## Changing products

edits-change = Change…
edits-change-selected = { $count ->
    [one] Change { $count } product…
   *[other] Change { $count } products…
}
edits-change-selected-variants = Change selected ({ $count })…
edits-open = Change from spreadsheet…
edits-title = Change products
edits-help = To change the price, stock, preparation time, status, or name, select products in the table. Or choose a spreadsheet with a column of SKUs or product IDs: its other columns are the new values, and empty cells change nothing. You’ll see every change before it’s sent.
edits-choose-sheet = Choose spreadsheet…
activity-title = Activity
activity-title-in = Activity in { $shop }
activity-none = Nothing has been created or changed from this computer yet.
activity-open = Open
activity-open-later = The import on the screen comes first: finish it, or discard its review.
activity-example = { $count ->
    [one] { $what } (“{ $product }”: { $change })
   *[other] { $what }, such as “{ $product }”: { $change }
}
activity-undone = { $what }; undone since
activity-back-on = { $what }; back on { $date }
activity-import = { $at }: import, { $outcomes }
edits-run = { $at }: { $count ->
    [one] 1 product changed
   *[other] { $count } products changed
}
edits-run-undo = { $at }: { $count ->
    [one] 1 product restored
   *[other] { $count } products restored
 }
edits-undo = Undo…
edits-redo = Redo changes…
edits-show = Show products
edits-reasons = See reasons
edits-one-title = Change { $name }
edits-sheet-title = Changes from { $name }
edits-sheet-add = Add as new products
edits-undo-title = Restore previous values
edits-preview-title = Review changes
edits-find = Find in names
edits-replace = Replace with
edits-back-in = Days off: put back after … days
edits-back-help = Leave it empty to keep the change. Otherwise the present values come back automatically, at the first start of Vitrine from that day on; you’re asked about what has changed in the meantime.
edits-back-on = Back on { $date }
edits-preview = Review changes
edits-photo = Photo { $number } in your shop
edits-photos-ordered = { $count ->
    [one] { $count } photo
   *[other] { $count } photos, reordered
 }
edits-photos-others = { $count ->
    [one] { $count } photo, replaced
   *[other] { $count } photos, some replaced
 }
edits-photos-unknown = The marketplace doesn’t show all photos of this product, so they can’t be changed here.
edits-check-fields = Check: { $fields }
edits-field-emptied = This text will be removed from the shop.
edits-field-stays = Empty: the shop keeps { $value }.
edits-discard-ask = Discard your changes?
edits-discard-body = What you entered hasn’t been sent yet.
edits-discard-no = Keep editing
edits-discard = Discard changes
cells-unsent = { $count ->
    [one] 1 change, not sent yet
   *[other] { $count } changes, not sent yet
}
cells-wrong = { $count ->
    [one] 1 can’t be sent as it is
   *[other] { $count } can’t be sent as they are
}
cells-wrong-show = Show it
cells-discarded = { $count ->
    [one] 1 change discarded
   *[other] { $count } changes discarded
}
cells-before = was { $value }
cells-paid = buyers pay { $price }
cells-before-moved = now { $value }
cells-said = { $value }, { $before }, not sent yet
cells-said-wrong = { $text }, not sent. { $rule }
cells-pasted-beyond = { $count ->
    [one] There was no row below for 1 of them.
   *[other] There were no rows below for { $count } of them.
}
cells-pasted-in-variants = { $count ->
    [one] 1 wasn’t pasted, because the product has variants: show them and paste into their rows.
   *[other] { $count } weren’t pasted, because the products have variants: show them and paste into their rows.
}
edits-reading = Reading these products from your shop…
edits-read = { $read } of { $count } read
edits-checked = No action needed. Only what is missing is sent again, and nothing is changed twice.
edits-retried = The marketplace isn’t responding right now. No action needed: Vitrine keeps trying.
edits-nothing = Nothing to change
edits-send = { $count ->
    [one] Change 1 product
   *[other] Change { $count } products
}
edits-restore = { $count ->
    [one] Restore 1 product
   *[other] Restore { $count } products
}
edits-back = Back
edits-busy = Other changes are still being sent. Wait until they’re done.
edits-equal = { $count ->
    [one] 1 product already has these values.
   *[other] { $count } products already have these values.
 }
edits-filter-warnings = Warnings
edits-filter-left-out = Left out
edits-column-field = Change
edits-column-now = Now
edits-column-new = New
edits-column-was = Before
edits-column-shop = In your shop
edits-column-mine = Yours
edits-column-difference = Difference
edits-column-warning = Note
edits-include-all = Include all changes
edits-include = Include { $field } of { $name }
edits-included = Included
edits-leave-out = Leave out
edits-take-in = Include again
edits-difference = { $by } ({ $share })
edits-changed = { $name }: { $new } (was { $old })
edits-total = { $field }, total: { $new } (now { $old }); { $range }
edits-each = { $difference } each
edits-each-share = { $share } each, { $least } to { $greatest }
edits-range = { $least } to { $greatest }
edits-range-shares = { $range } ({ $low } to { $high })
edits-row-unusual = Unusual price
edits-row-unusual-help = The price changes to at least 5 times its old value, or to a fifth or less. Is it in the right unit?
edits-row-unusual-stock = Unusual stock
edits-row-unusual-stock-help = The stock becomes 10,000 or more. Is it a price in the wrong column?
edits-row-stays = Won’t be put back
edits-row-stays-help = Your shop doesn’t say what this product has now, so nothing can be put back on that day. Leave it out, or change it back yourself then.
edits-row-moved = Changed in your shop
edits-row-moved-help = This product has changed in your shop in the meantime. Nothing is replaced without asking: once the other changes are sent, you choose which value to keep.
follow-open = Follow this spreadsheet…
follow-title = Follow { $name }
follow-help = Each time the spreadsheet is saved, Vitrine compares its prices and stock with your shop and shows what differs. Products that aren’t in it stay as they are.
follow-reserve = Keep back
follow-reserve-help = Pieces of each product that are never offered. With 10 in the spreadsheet and 2 kept back, your shop gets 8.
follow-sales = Does the spreadsheet subtract what your shop sells?
follow-sales-unknown = Ask me
follow-sales-counted = Yes
follow-sales-not-counted = No
follow-sends-stock = Send stock without asking where it’s clear
follow-sends-stock-help = Prices, new products, and anything unclear always wait for you.
follow-begin = Follow
follow-stop = Stop following
follow-show = { $count ->
    [one] Show 1 change
   *[other] Show { $count } changes
}
follow-waiting = Following { $name }
follow-comparing = Comparing { $name } with your shop…
follow-in-step = { $name }: your shop is in step
follow-undecided = { $name }: { $count ->
    [one] 1 product is waiting for your decision
   *[other] { $count } products are waiting for your decision
}
follow-saved-at = Saved { $at }
follow-differs = { $name } was saved: { $count ->
    [one] 1 product differs from your shop
   *[other] { $count } products differ from your shop
}
follow-unclear = { $count ->
    [one] 1 row can’t be used
   *[other] { $count } rows can’t be used
}
follow-rows-unclear = { $count ->
    [one] { $name }: 1 row can’t be used
   *[other] { $name }: { $count } rows can’t be used
}
follow-answer = Answer…
follow-show-rows = Show rows
follow-missing = { $name } can’t be found right now
follow-missing-help = Vitrine keeps looking for it. Your shop stays as it is.
follow-asks = { $count ->
    [one] 1 product changed both in the spreadsheet and in your shop, perhaps by a sale. Which value is right? Once the rest is sent, you choose between your shop’s and the proposed one.
   *[other] { $count } products changed both in the spreadsheet and in your shop, perhaps by sales. Which value is right? Once the rest is sent, you choose between your shop’s and the proposed one.
}
follow-held-sold-out = { $count ->
    [one] 1 product would be sold out, so nothing was sent automatically. Is the spreadsheet complete?
   *[other] { $count } products would be sold out together, so nothing was sent automatically. Is the spreadsheet complete?
}
follow-held-older = The spreadsheet is older than the one before, so nothing was sent automatically.
edits-row-not-found = Not in your shop
edits-row-not-found-help = There’s no such product in your shop. Check its SKU or product ID in the spreadsheet.
edits-running = Changing products: { $done } of { $count }
edits-cancel = Stop
edits-cancelling = Stopping… Waiting for what was already sent.
edits-unfinished = { $count ->
    [one] 1 change from last time isn’t finished
   *[other] { $count } changes from last time aren’t finished
 }
edits-resume = Resume
edits-ended-undo = { $count ->
    [0] No products were restored
    [one] 1 product was restored
   *[other] { $count } products were restored
}
edits-ended = { $count ->
    [0] No products were changed
    [one] 1 product was changed
   *[other] { $count } products were changed
}
edits-notify-incomplete = { $count ->
    [one] Changes finished: { $count } product wasn’t changed
   *[other] Changes finished: { $count } products weren’t changed
}
edits-moved = { $count ->
    [one] 1 product has changed in your shop in the meantime, perhaps through a sale, an undo, or someone else’s edit. Choose which value to keep.
   *[other] { $count } products have changed in your shop in the meantime, perhaps through sales, an undo, or someone else’s edits. Choose which values to keep.
 }
edits-failed = { $count ->
    [one] 1 product couldn’t be changed.
   *[other] { $count } products couldn’t be changed.
 }
edits-in-review = { $count ->
    [one] 1 change is waiting for the marketplace’s approval. Until then, buyers see the old value.
   *[other] { $count } changes are waiting for the marketplace’s approval. Until then, buyers see the old values.
 }
edits-cancelled = { $count ->
    [one] 1 product was left unchanged.
   *[other] { $count } products were left unchanged.
 }
edits-decide = Decide…
edits-decide-again = { $count ->
    [one] A product has changed in your shop once more, and your value wasn’t sent. Decide by the value that it has now.
   *[other] { $count } products have changed in your shop once more, and your values weren’t sent. Decide by the values that they have now.
}
edits-decide-help = For each product, keep the value that the shop has now, or use yours.
edits-details-title = Changes that need attention
edits-details-none = Nothing left to decide.
edits-three-values = { $name }: was { $old }, now { $now } in the shop, yours { $new }
edits-keep = Keep shop value
edits-overwrite = Use my value
edits-keep-all = Keep all shop values
edits-overwrite-all = Use all my values
products-in-review = Waiting for the marketplace’s approval
products-rejected = The marketplace didn’t accept the new values
edits-row-in-review = Waiting for the marketplace’s approval
edits-row-spelled = Changed; this is how the marketplace writes it
products-own-price = Your price
discount-selected = Discount…
discount-title = { $count ->
    [one] Discount of { $count } product
   *[other] Discount of { $count } products
 }
discount-give = Give a discount
discount-end = End discounts
discount-help = Buyers pay that much less than your price. Your price stays as it is: later changes by a percentage are of your price, not of what buyers pay.
discount-end-help = Discounts that run for these products end now, and buyers pay your price again.
discount-all-variants = A discount is always for all variants of a product.
discount-percent = Discount in %
discount-days = Days
discount-ends = Ends on { $date }
discount-preview-title = Review the discount
discount-end-title = End discounts
discount-end-some = End…
discounts-open = Discounts…
discounts-title = Discounts
discounts-none = No discount runs right now.
discounts-none-help = To give one, select products in the table and choose “{ discount-selected }”.
discounts-line = { $discount }: { $count ->
    [one] { $count } product
   *[other] { $count } products
} ({ $names })
overview-open = Overview
overview-title = Your shop at a glance
overview-help = Choose a bar to see its products in the table.
overview-kinds = Stock and photos
overview-out-of-stock = Out of stock
overview-without-photo = Without a photo
overview-wholesale = Wholesale
overview-prices = Prices
overview-range = { $from } to { $to }
overview-days = Created in the last 30 days
overview-days-none = No products.
overview-column = { $of }: { $products }
products-filter-any-category = Any category
products-filter-no-categories = You can’t filter by category here: the marketplace’s list doesn’t include it.
products-filter-category-untold = { $count ->
    [one] { $count } product is missing here because the marketplace doesn’t say its category.
   *[other] { $count } products are missing here because the marketplace doesn’t say their categories.
}
products-filter-time-untold = { $count ->
    [one] { $count } product is missing here because the marketplace doesn’t say when it was last changed.
   *[other] { $count } products are missing here because the marketplace doesn’t say when they were last changed.
}
products-filter-created = Created on { $date }
products-filter-changed = Last change
products-filter-no-times = You can’t filter by last change here: the marketplace’s list doesn’t include it.
products-filter-changed-any = Changed at any time
products-filter-changed-today = Changed today
products-filter-changed-days = Changed in the last { $days } days
products-page = View on the marketplace
