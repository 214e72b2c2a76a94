### The products table: columns, filter, selection and details.

products-columns-help = Choose what the table shows, and in which order. Drag the edge of a heading to change a column’s width.
products-column-earlier = Move { $column } up
products-column-later = Move { $column } down
products-selected-sum = Prices add up to { $prices } · { $stock } in stock
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
products-like = New product like this one
products-like-help = The form for a new product is in use. What is in it will be replaced.
products-like-busy = A product is being created from the form. Wait until that has ended.
products-like-replace = Replace
products-origin = Created from this computer
products-origin-at = On { $at }
products-origin-more = { $count ->
    [one] one more
   *[other] { $count } more
}
shortcut-select-product = Select the product
shortcut-select-range = Select a range
products-price-least = Lowest price
products-price-greatest = Highest price

## Changing products

edits-change = Change…
edits-open = Changes…
edits-title = Changes of products
edits-help = Select products in the table to change their price, stock, preparation time, status or name. Or choose a spreadsheet with a column of SKUs or product IDs: its other columns are the new values, and empty cells change nothing. You see every change before it’s sent.
edits-choose-sheet = Choose a spreadsheet…
edits-earlier = Earlier changes
edits-none = You haven’t changed any products from this computer yet.
edits-run = { $at }: { $count ->
    [one] 1 product changed
   *[other] { $count } products changed
}
edits-run-undo = { $at }: { $count ->
    [one] 1 product changed back
   *[other] { $count } products changed back
}
edits-undo = Undo…
edits-show = Show them
edits-one-title = Change { $name }
edits-sheet-title = Changes from { $name }
edits-undo-title = Bring back the old values
edits-preview-title = Check the changes
edits-find = Find in the names
edits-replace = Replace it with
edits-preview = Show the changes
edits-photo = Photo { $number } of the shop
edits-photos-ordered = { $count ->
    [one] { $count } photo
   *[other] { $count } photos, in another order
}
edits-photos-others = { $count ->
    [one] { $count } photo, another one
   *[other] { $count } photos, not all the same
}
edits-photos-unknown = The marketplace doesn’t show all photos of this product, so they can’t be changed here.
edits-check-fields = Check: { $fields }
edits-field-emptied = This text will be removed from the shop.
edits-field-stays = Empty: the shop keeps { $value }.
edits-discard-ask = Discard your changes?
edits-discard-body = What you entered hasn’t been sent yet.
edits-discard-no = Keep editing
edits-discard = Discard changes
edits-reading = Reading these products from your shop…
edits-read = { $read } of { $count } read
edits-retried = The marketplace isn’t answering at the moment. No action needed: Vitrine keeps trying.
edits-nothing = Nothing to change
edits-send = { $count ->
    [one] Change 1 product
   *[other] Change { $count } products
}
edits-back = Back
edits-busy = Other changes are still being sent. Wait until they have ended.
edits-to-change = { $count ->
    [one] 1 product changes.
   *[other] { $count } products change.
}
edits-unusual = { $count ->
    [one] One price becomes at least five times as high or as low. Is it in the right unit?
   *[other] { $count } prices become at least five times as high or as low. Are they in the right unit?
}
edits-moved-meanwhile = { $count ->
    [one] One product was changed in the shop meanwhile. It waits for your decision.
   *[other] { $count } products were changed in the shop meanwhile. They wait for your decision.
}
edits-refused = { $count ->
    [one] One product can’t be changed like this.
   *[other] { $count } products can’t be changed like this.
}
edits-not-found = { $count ->
    [one] One row names a product that isn’t in your shop.
   *[other] { $count } rows name products that aren’t in your shop.
}
edits-equal = { $count ->
    [one] One product has these values already.
   *[other] { $count } products have these values already.
}
edits-row-not-found = There’s no such product in your shop.
edits-running = Changing products: { $done } of { $count }
edits-cancel = Stop
edits-cancelling = Stopping… Waiting for what was already sent.
edits-unfinished = { $count ->
    [one] One change from last time isn’t finished
   *[other] { $count } changes from last time aren’t finished
}
edits-resume = Continue
edits-ended = { $count ->
    [0] No product was changed
    [one] 1 product was changed
   *[other] { $count } products were changed
}
edits-notify-incomplete = { $count ->
    [one] Changes finished: { $count } product wasn’t changed
   *[other] Changes finished: { $count } products weren’t changed
}
edits-moved = { $count ->
    [one] One product was changed in the shop meanwhile, by a sale or by somebody else. You decide which value it gets.
   *[other] { $count } products were changed in the shop meanwhile, by sales or by somebody else. You decide which values they get.
}
edits-failed = { $count ->
    [one] One product couldn’t be changed.
   *[other] { $count } products couldn’t be changed.
}
edits-in-review = { $count ->
    [one] One change waits for the marketplace’s review. Until then buyers see the old value.
   *[other] { $count } changes wait for the marketplace’s review. Until then buyers see the old values.
}
edits-cancelled = { $count ->
    [one] One product stayed as it was.
   *[other] { $count } products stayed as they were.
}
edits-decide = Decide…
edits-decide-help = For each product, keep the value that the shop has now, or use yours.
edits-details-title = Changes that need attention
edits-details-none = Nothing needs your attention any more.
edits-three-values = { $name }: was { $old }, now { $now } in the shop, yours { $new }
edits-keep = Keep the shop’s
edits-overwrite = Use mine
edits-keep-all = Keep the shop’s for all
edits-overwrite-all = Use mine for all
products-in-review = Waiting for the marketplace’s review
products-rejected = The marketplace didn’t accept the new values
edits-row-in-review = Waits for the marketplace’s review
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
products-filter-created = Created on { $date }
products-filter-changed = Last change
products-filter-changed-any = Changed at any time
products-filter-changed-today = Changed today
products-filter-changed-days = Changed in the last { $days } days
products-page = Open in the marketplace
