### Messages of the screens, one section each.

## Navigation

app-name = Vitrine
nav-import = Import
nav-create = New product
nav-products = Products
nav-webhooks = Webhooks
nav-settings = Settings
sign-out = Sign out
practice-badge = Practice
drop-here-import = Drop to import
drop-here-review = Drop to add to your review
drop-here-products = Drop a spreadsheet to change products, or photos to import them
drop-here-create = Drop to add photos to this product
drop-here-dialog = Close what is open first, then drop
dismiss = Dismiss
notifications-title = Notifications
notifications-unread = { $count ->
    [one] { $count } new notification
   *[other] { $count } new notifications
}
notifications-intro = Since you opened Vitrine, newest first
notifications-none = No notifications yet
notifications-clear = Clear all
notifications-page-not-opened = No browser opened. Copy this address into one:
notifications-folder-not-opened = The folder didn’t open. It is here:
notifications-crashed = Vitrine closed unexpectedly last time
notifications-crashed-body = Nothing is lost: what wasn’t finished can be resumed. The details help the developers, contain no tokens, and stay on this computer unless you send them.
notifications-crashed-copy = Copy details
notifications-saved-show = Show in folder
notifications-saved = File saved
notifications-pasted-too-much = { $count ->
    [one] 1 pasted row was left out
   *[other] { $count } pasted rows were left out
}
notifications-pasted-too-much-body = There are no more products below. Add their photos first.
notifications-not-added-known = Nothing added: these photos were added before
notifications-not-added-new-values = { $count ->
    [one] No new photos, but the spreadsheet has new values for 1 product. What’s already in your shop stays as it is: to change it, drop the spreadsheet on Products.
   *[other] No new photos, but the spreadsheet has new values for { $count } products. What’s already in your shop stays as it is: to change it, drop the spreadsheet on Products.
}
notifications-not-added-in-shop = Nothing to create: these products are in your shop already. To change them, drop the spreadsheet on Products.
notifications-not-added-no-photos = Nothing added: there are no photos in it
notifications-not-added-files = { $count ->
    [one] Nothing added: { $names } is neither a photo nor a spreadsheet
   *[other] Nothing added: { $names } are neither photos nor spreadsheets
}
notifications-not-added-dialog = Nothing added: close what is open first, then drop it again
notifications-files-left-out = { $count ->
    [one] { $names } was left out: it’s neither a photo nor a spreadsheet
   *[other] { $names } were left out: they’re neither photos nor spreadsheets
}
files-and-more = { $names } and { $count } more
files-count = { $count ->
    [one] 1 file
   *[other] { $count } files
}
notifications-not-added-nothing-copied = Nothing added: there are no photos on the clipboard
notifications-copied = { $count ->
    [one] 1 product copied
   *[other] { $count } products copied
}
notifications-copied-body = Paste into a spreadsheet.
notifications-found-in-folder = { $count ->
    [one] A new photo or folder was added to the review
   *[other] { $count } new photos or folders were added to the review
}
notifications-waits-in-folder = { $count ->
    [one] A new photo or folder is waiting until you stop typing
   *[other] { $count } new photos or folders are waiting until you stop typing
}
notifications-waits-in-folder-body = Leave the cell, and they are added to the review.
notifications-found-in-folder-body = From the folder Vitrine is watching.
announce-selected = { $count ->
    [0] Nothing selected
   *[other] { $count } selected
}
announce-shown = { $count ->
    [one] 1 product shown
   *[other] { $count } products shown
}
announce-form-blocked = { $count ->
    [one] Not created yet: 1 field is missing or needs a fix
   *[other] Not created yet: { $count } fields are missing or need a fix
}
announce-start-blocked = { $count ->
    [one] Not started: 1 product can’t be sent yet
   *[other] Not started: { $count } products can’t be sent yet
}
announce-still-checking = Not started: the products are still being checked
announce-preview-ready = { $count ->
    [0] The preview is ready: nothing changes
    [one] The preview is ready: 1 product changes
   *[other] The preview is ready: { $count } products change
}
announce-unusable = This value can’t be used: { $rule }
announce-photos = { $count ->
    [one] 1 photo changed
   *[other] { $count } photos changed
}
announce-photos-sent = { $count ->
    [one] 1 photo uploaded
   *[other] { $count } photos uploaded
}
announce-receiving = Receiving has started
announce-not-receiving = Receiving has stopped
announce-undone = Undone
announce-nothing-to-undo = Nothing to undo
announce-redone = Redone
announce-cells = { $count } cells changed
announce-cells-copied = { $count ->
    [one] 1 cell copied
   *[other] { $count } cells copied
}
notifications-replaced = { $count ->
    [one] 1 value was replaced
   *[other] { $count } values were replaced
}
notifications-removed = { $count ->
    [one] Product removed from the review
   *[other] { $count } products removed from the review
}
notifications-photos-removed = { $count ->
    [one] Photo removed from its product
   *[other] { $count } photos removed from their product
}
notifications-import-resumed = { $count ->
    [one] The import of 1 product has resumed
   *[other] The import of { $count } products has resumed
}
notifications-import-resumed-body = It was paused because you left this account.
notifications-review-waits = { $count ->
    [one] 1 product is waiting in your review
   *[other] { $count } products are waiting in your review
}
notifications-review-waits-changed = { $count ->
    [one] 1 product is waiting in your review
   *[other] { $count } products are waiting in your review
}; the files of { $changed } have changed since
review-waits-closed = { $count ->
    [one] 1 product is waiting in your review. Open Vitrine again to continue.
   *[other] { $count } products are waiting in your review. Open Vitrine again to continue.
}
review-kept = Saved: you can close Vitrine and continue later.
notifications-edits-show = Go to products
notifications-merged = Two products were merged into one
undo = Undo
redo = Redo
notifications-repeated = Happened { $count ->
    [one] once
   *[other] { $count } times
}
no-shop-title = This account has no shop yet
no-shop-body = You’re signed in as { $name }, but this account doesn’t have a shop. You need a shop to add products.
no-shop-remedy = Open a shop on your marketplace’s website and come back, or sign in with an account that has one.
missing-scope = Your token is missing the permission “{ $scope }”

## Login

login-title = Turn a folder of photos into products
login-subtitle = Drop in your photos, review the products, and create them with one click. Each is created exactly once.
login-picture = Each folder of photos becomes one product, named after the folder. A single photo becomes a product, too.
login-picture-carpet = Blue carpet
login-picture-mug = Handmade mug
login-kept = { $count ->
    [one] Your files are kept. Sign in to review { $count } product.
   *[other] Your files are kept. Sign in to review { $count } products.
}
login-kept-reading = Your files are kept. Vitrine is still reading them; sign in to review them.
login-kept-nothing = There were no photos in what you dropped. Drop others, or sign in first.
login-practice-title = Practice shop
login-practice-body = A test shop built into Vitrine. No account, no risk: it runs on your computer.
login-practice-action = Open practice shop
login-own-title = Choose your marketplace
login-own-body = Then sign in to your shop with a token or with your browser.
login-own-choose = Choose marketplace file…
login-own-change = Change marketplace…
login-token-page = Get a token at { $host }
login-token = Personal access token
login-token-help = Create one in your marketplace’s developer panel, with permission to read and write your shop’s products, and paste it here.
login-token-show = Show token
login-token-hide = Hide token
login-save = Stay signed in
login-save-keychain = On this computer
login-save-session = Until I close Vitrine
asked-to-wait = The marketplace asked Vitrine to wait until { $at }. It resumes automatically then.
login-checking = Checking with { $market }…
login-browser = Sign in with your browser
login-market-moved = It moved, and I trust it
login-browser-manual = Sign in manually instead
login-browser-waiting = Continue in your browser
login-browser-help = Your marketplace’s sign-in page has opened in your browser. Allow access there, and you’ll be signed in here. If nothing opened, copy the link and open it yourself.
login-browser-copy = Copy link
login-browser-paste = Address from your browser
login-browser-paste-help = Only if your browser ends on a page it can’t open: copy the full address from the address bar and paste it here.
login-browser-paste-send = Continue
login-no-token = Paste your token first

## Products

products-title = Products
products-search = Search
products-search-hint = Search by name, price, status, or code
products-shown = Showing { $shown } of { $total }
products-loading = Loading…
products-loading-of = Loaded { $done } of { $total }
products-export = Save as spreadsheet…
products-export-waits = The spreadsheet is saved as soon as all products are read
products-title-part = Products (partial)
products-updated = { $products } · whole list read { $at }
products-incomplete = Some products may be missing here
products-incomplete-help = The marketplace didn’t show its whole list. Choose { refresh } to read it again.
products-empty-title = Your shop is empty
products-empty-body = Drop in a folder of photos and Vitrine creates the products, or add one yourself.
products-empty-import = Import photos
products-empty-create = New product
products-none-title = No results
products-none-body = No products match “{ $query }”.
products-none-clear = Clear search
column-photo = Photo
column-title = Name
column-price = Price
column-status = Status
column-stock = Stock
column-wholesale = Wholesale
column-state = Status
column-photos = Photos
column-result = Result
column-source = Source
sort-by = Sort by { $column }
sorted-ascending = Sorted by { $column }, ascending
sorted-descending = Sorted by { $column }, descending
out-of-stock = Out of stock
wholesale-yes = Wholesale
untitled = Untitled

## The photos of a product, below the review’s table

strip-show = Photos of { $name }: { $count }
strip-title = Photos of { $name }
strip-selected = { $count ->
    [one] { $count } photo selected
   *[other] { $count } photos selected
}
strip-hint = Drag a photo to reorder it, or onto another product to move it there.
strip-close = Close the photos
strip-cover-named = Photo { $place }, cover: { $name }
strip-make-cover = Make cover
strip-move = Move to product…
strip-split = Split into a new product
strip-remove = Remove from product
strip-replace = Choose another file…
strip-check-again = Check the file again
strip-merge-above = Merge with the product above
strip-merge-below = Merge with the product below
strip-unusable = { $name } can’t be used: { $why }
strip-move-title = { $count ->
    [one] Which product should the photo go to?
   *[other] Which product should the { $count } photos go to?
}
strip-move-search = Search by name
strip-move-none = No other product has this name.

## Create

create-title = New product
create-photos-when = Photos are uploaded as you add them. Nothing is listed in your shop until you choose “{ create-send }”.
create-photos-hint = Drop photos here, or
create-photos-choose = Choose photos…
create-photos-paste = Paste
create-photos-limit = { $limit ->
    [one] Up to { $limit } photo.
   *[other] Up to { $limit } photos.
}
create-photo-named = Photo { $place }: { $name }
create-photo-cover = Cover
create-photo-preparing = Preparing…
create-photo-sending = Uploading… { $percent }
create-photo-uploaded = Uploaded
create-photo-failed = Upload failed
create-photo-remove = Remove { $name }
create-photo-retry = Upload { $name } again
create-photo-earlier = Move { $name } forward
create-photo-later = Move { $name } back
create-section-basics = Name and price
create-section-texts = About the product
create-section-sale = Sale and status
create-section-shipping = Weight and shipping
field-required = Required
create-send = Create product
create-send-next = Create and add another
create-sending = Creating…
create-checking = No reply from the marketplace. Checking whether the product is already in your shop…
create-clear = Clear form
create-cleared = { $count ->
    [0] The form was cleared
    [one] The form was cleared, with 1 photo
   *[other] The form was cleared, with { $count } photos
}
create-replaced = { $count ->
    [0] What was in the form was replaced
    [one] What was in the form was replaced, with 1 photo
   *[other] What was in the form was replaced, with { $count } photos
}
create-photo-removed = A photo was removed
create-unpriced-back = Back to form
create-unpriced-body = Without a price, the marketplace might list a product as free or reject it.
create-rejected = Nothing you entered was lost.
create-blocked-fields = Still required: { $fields }
create-blocked-wrong = Fix first: { $fields }
create-blocked-failed = { $count ->
    [one] A photo failed to upload. Try again or remove it.
   *[other] { $count } photos failed to upload. Try again or remove them.
}
create-blocked-uploading = { $count ->
    [one] Waiting for a photo to finish uploading
   *[other] Waiting for { $count } photos to finish uploading
}
create-done-title = “{ $name }” is now in your shop
create-done-id = Product ID: { $id }
create-done-no-id = The marketplace didn’t return a product ID.
create-done-keep-texts = Create a similar product
create-done-new = New product
create-done-products = View products
create-done-show = View product
list-separator = ,{" "}

## Editing a photo

editor-open = Edit { $name }
editor-menu = Edit photo…
editor-title = Edit { $name }
editor-opening = Opening the photo…
editor-failed = This photo can’t be opened for editing. Remove it or use another one.
editor-rotate-left = Rotate left ( [ )
editor-rotate-right = Rotate right ( ] )
editor-show-original = Show original
editor-crop = Crop
editor-crop-none = No crop
editor-crop-free = Freeform
editor-crop-square = Square
editor-crop-market = { $ratio } (this marketplace)
editor-frame = Crop area. Arrow keys move it; Shift+arrow keys resize it.
editor-straighten = Straighten
editor-brightness = Brightness
editor-white-background = White background
editor-white-background-help = Makes a plain background pure white. Busy backgrounds don’t change. Check the result if your product is nearly as light as the background.
editor-reset = Reset
editor-apply-to = Apply to
editor-apply-to-own = This photo
editor-apply-to-edited = { $count ->
    [one] The edited photo
   *[other] All { $count } edited photos
}
editor-apply-to-product = All photos of this product
editor-apply-to-covers = Cover photos of all products
editor-apply-to-all = All photos in this import
editor-apply = Apply
editor-discard-ask = Discard your edits?
editor-discard-body = { $count ->
    [one] The edit to 1 photo hasn’t been applied yet.
   *[other] The edits to { $count } photos haven’t been applied yet.
}
editor-discard-no = Keep editing
editor-discard = Discard edits

## Import

import-title = Import
import-samples = Try it with sample photos
import-empty-title = Drop photos or folders here
import-empty-body = Each folder of photos becomes one product, and so does each single photo. You can review everything before it’s sent.
import-choose-photos = Choose photos…
import-choose-folder = Choose folder…
import-paste = Paste
import-planning = Scanning files…
import-planning-read = { $count ->
    [one] { $read } of 1 file read
   *[other] { $read } of { $count } files read
}
import-planning-first = The first products; the rest are still being read
import-pasted-name = Pasted photo
import-watch = Watch a folder: new photos become products to review
import-watch-change = Choose another folder…
import-watch-missing = Vitrine can’t open this folder now. It keeps trying.
import-last-failed-title = { $count ->
    [one] 1 product from your last import wasn’t created
   *[other] { $count } products from your last import weren’t created
}
import-last-failed-body = See what went wrong, fix it, and send them again. Products already created stay as they are.
import-last-failed-show = Review and fix
import-unfinished-title = { $count ->
    [one] Your import of 1 product was interrupted
   *[other] Your import of { $count } products was interrupted
}
import-unfinished-body = { $outcomes }.
import-unfinished-check = { $count ->
    [one] { $outcomes }. { $count } got no reply, so Vitrine looks for it in your shop before sending it again.
   *[other] { $outcomes }. { $count } got no reply, so Vitrine looks for them in your shop before sending anything again.
}
import-resume-later = Later
import-resume = Resume
import-left-title = { $count ->
    [one] { $count } product hasn’t been sent yet
   *[other] { $count } products haven’t been sent yet
}
import-left-body = Nothing is lost. Resume to try again.
import-stopped-title = { $count ->
    [one] { $count } product wasn’t sent, because you stopped the import
   *[other] { $count } products weren’t sent, because you stopped the import
}
import-create-again = Create { $count } after all
import-planned-count = { $products } from { $photos }
import-ignored-files = { $count ->
    [one] { $count } other file skipped
   *[other] { $count } other files skipped
}
import-photos-surplus-fix = { $limit ->
    [one] Keep only the first photo
   *[other] Keep the first { $limit } photos
}
import-photos-surplus-help = { $products ->
    [one] 1 product has more photos than this marketplace accepts ({ $limit }).
   *[other] { $products } products have more photos than this marketplace accepts ({ $limit }).
} The others are removed; you can undo this.
import-photos-unusable-fix = { $count ->
    [one] Leave out 1 unusable photo
   *[other] Leave out { $count } unusable photos
}
import-photos-unusable-help = The products are created with their other photos. A product without any other photo is removed. You can undo this.
import-photos-copies-fix = { $count ->
    [one] Remove { $count } repeated photo
   *[other] Remove { $count } repeated photos
}
import-photos-copies-help = These files are identical to another photo of the same product. You can undo this.
import-ignored-why = They’re neither photos nor spreadsheets, or other programs keep them there: recycle bins, small copies, unfinished downloads, RAW photos beside their JPEGs, originals beside their edited copies. Point at a name to see its folder.
import-unusable = { $count ->
    [one] { $count } file can’t be used
   *[other] { $count } files can’t be used
}
import-unusable-add = Add it to the import
import-unusable-rows = { $count ->
    [one] { $count } row of the spreadsheet can’t be used
   *[other] { $count } rows of the spreadsheet can’t be used
}
import-defaults = Values for all products
import-defaults-help = Fills the empty cells of the table. Values you enter in a row take priority.
import-default-value = { $field } { $value }
import-generate-skus = Create SKUs for products without one
import-generate-skus-help = If a reply is lost, the product is found by its SKU right away. You’ll see the SKU (V-…) on your marketplace. The same folder always gets the same one.
import-skus-generated = SKU: created where it’s missing
import-packaging = { $count } g more than each product
import-packaging-help = A number, or a plus sign and a number: “+50” makes each package 50 g heavier than its product.
import-texts-open = Texts for all products
import-texts-help = For products without a text of their own. Words in braces stand for what each product has; the part of a text about something that a product lacks is left out.
import-texts-add = + { $value }
import-texts-add-name = Add { $value } to { $field }
import-texts-nothing = The first product has none of these values, so it gets no text.
import-defaults-last = Use earlier values: { $values }
import-unpriced-title = { $count ->
    [one] { $count } product has no price
   *[other] { $count } products have no price
}
import-unpriced-body = { $count ->
    [one] Without a price, the marketplace might list a product as free or reject it. Enter one, create the others first, or create it as it is.
   *[other] Without a price, the marketplace might list a product as free or reject it. Enter one price for all that have none, create the others first, or create them as they are.
}
import-unpriced-body-all = { $count ->
    [one] Without a price, the marketplace might list a product as free or reject it. Enter one, or create it as it is.
   *[other] Without a price, the marketplace might list a product as free or reject it. Enter one price for all that have none, or create them as they are.
}
import-unpriced-stock = { $count ->
    [one] { $count } product has no stock and would be listed as out of stock.
   *[other] { $count } products have no stock and would be listed as out of stock.
}
import-unpriced-set = Set price and create
import-unpriced-leave-out = Create { $count } with a price
import-unpriced-leave-out-help = { $count ->
    [one] The other product stays in the review, with what you entered.
   *[other] The other { $count } products stay in the review, with what you entered.
}
import-unpriced-back = Back to review
import-unpriced-create = Create without a price
import-unstocked-title = { $count ->
    [one] { $count } product has no stock
   *[other] { $count } products have no stock
}
import-unstocked-body = Others in this list have one. Without a stock, a product would be listed as out of stock. Enter one stock for all that have none, create the others first, or create them as they are.
import-unstocked-set = Set stock and create
import-unstocked-leave-out = Create { $count } with a stock
import-unstocked-create = Create without a stock
review-cell = { $field }, { $product }
review-row = { $row }. { $product }
import-remove-row = Remove { $name }
import-clear = Start over
import-start-count = { $count ->
    [one] Create { $count } product
   *[other] Create { $count } products
 }
import-start-in = { $count ->
    [one] Create { $count } product in { $shop }
   *[other] Create { $count } products in { $shop }
}
import-start-some = Create { $ready } of { $count }
import-start-some-in = Create { $ready } of { $count } in { $shop }
import-start-some-help = { $count ->
    [one] { $names } stays in the review until it’s ready.
   *[other] { $names } stay in the review until they’re ready.
}
import-start-again = Create { $count }, { $again } of them again
import-start-none = Nothing new to create
import-rest = { $count ->
    [one] { $count } product is waiting in your review
   *[other] { $count } products are waiting in your review
}
import-rest-open = { $count ->
    [one] Continue with { $count } product
   *[other] Continue with { $count } products
}
import-not-ready = Not ready yet: { $names } ({ $reasons })
product-quoted = “{ $name }”
products-and-more = { $names } and { $count } more
import-known-new = { $count } new
import-known-in-shop = { $count } already in your shop
import-known-edited = { $count ->
    [one] your changes to 1 of them won’t be sent
   *[other] your changes to { $count } of them won’t be sent
}
import-known-help = An earlier import created them, so Vitrine skips them. To create them again, select “{ import-again }”.
import-known-changed = { $count ->
    [one] 1 of them was created with another name, price or other values than your files have now. It stays as it is in your shop: to change prices and stocks, drop the list on { nav-products }.
   *[other] { $count } of them were created with other names, prices or other values than your files have now. They stay as they are in your shop: to change prices and stocks, drop the list on { nav-products }.
}
import-known-again = { $count ->
    [one] { $count } product is already in your shop and will be created a second time
   *[other] { $count } products are already in your shop and will be created a second time
}
import-known-unfinished = { $count ->
    [one] 1 of these products is in an interrupted import, too. Unless it was sent already, what you enter here replaces the values entered there.
   *[other] { $count } of these products are in an interrupted import, too. Unless they were sent already, what you enter here replaces the values entered there.
}
import-known-row = In your shop
import-known-row-id = In your shop · ID { $id }
import-known-row-edited = changes here won’t be sent
import-known-locked = Its values aren’t sent, so they can’t be changed here. Change it in { nav-products }, or choose “{ import-again }” in the ⋯ menu.
import-sharing-fix = { $count ->
    [one] Leave out 1 sharing photos…
   *[other] Leave out { $count } sharing photos…
}
import-sharing-help = These products share photos with one you sent before. If you create them, they’ll be separate products. You can undo this.
import-sharing-row = Shares a photo with “{ $name }” in your shop
import-like-sent-fix = { $count ->
    [one] Leave out 1 look-alike…
   *[other] Leave out { $count } look-alikes…
}
import-like-sent-help = These covers look like those of products you sent before. Check whether the products are already in your shop. You can undo this, or create them anyway.
import-like-sent-row = Looks like “{ $name }” in your shop
import-equal-names-fix = Number { $count } duplicate names
import-equal-names-help = Buyers can’t tell products with the same name apart. All but the first get a number. You can undo this, or create them anyway.
import-equal-name-here = Duplicate name
contact-data-found = { $field } contains “{ $text }”. Marketplaces often reject contact details.
import-equal-name-in-shop = Your shop has a product with this name
import-stock-like-price = The stock looks like a price
import-stock-like-price-brief = A price?
import-stocks-clear = { $count ->
    [one] Clear 1 unlikely stock
   *[other] Clear { $count } unlikely stocks
 }
import-stock-help = A stock of 10,000 or more may be a price in the wrong column. If it’s right, leave it; you can create the products anyway.
import-slip-high = 10 times the others: ÷ 10?
import-slip-low = A tenth of the others: × 10?
import-slip-high-fix = Divide the price of product { $row } by 10
import-slip-low-fix = Multiply the price of product { $row } by 10
import-slips-high-fix = { $count ->
    [one] Divide 1 price by 10
   *[other] Divide { $count } prices by 10
}
import-slips-low-fix = { $count ->
    [one] Multiply 1 price by 10
   *[other] Multiply { $count } prices by 10
}
import-slip-help = About 10 times the other prices, or a tenth. There may be one zero too many or too few, or the price is in toman instead of rial, or the other way round. If it’s right, leave it; you can create the products anyway.
import-again = Create products again, even if already imported
import-again-help = Normally, Vitrine recognizes folders it has already imported and creates nothing twice.
import-incomplete = { $count ->
    [one] { $count } product can’t be sent yet:
   *[other] { $count } products can’t be sent yet:
} { $reasons }
import-empty-fields = Still empty: { $fields }
import-field-count = { $field } ({ $count })
import-empty-fields-help = The marketplace decides what happens without them: products might be listed as free or out of stock, or be rejected.
settle-incomplete-show = Show and fix
import-incomplete-show = Show
import-incomplete-remove = Remove { $count }…
import-remove-ask = { $count ->
    [one] Remove this product from the list?
   *[other] Remove these { $count } products from the list?
}
import-remove-help = Your files and your shop stay as they are. You can undo this.
import-remove-yes = Remove { $count }
import-incomplete-all = Show all
import-nothing-title = No photos found
import-nothing-body = There were no photos in what you dropped.
import-emptied-title = All products were removed from the list
import-emptied-body = They were not created, and your photos are where they were.
import-pause = Pause
import-continue = Resume
import-cancel = Stop import…
import-cancel-ask = Stop this import?
import-cancel-body = Products already created stay in your shop. Vitrine still confirms anything already sent. The rest won’t be created.
import-cancel-yes = Stop import
import-cancel-no = Keep importing
import-cancelling = Stopping… Waiting for products that were already sent.
import-running-title = Creating products
import-running-in = { $count ->
    [one] Creating { $count } product in { $shop }
   *[other] Creating { $count } products in { $shop }
}
import-throughput = Products created per { $seconds } seconds (highest: { $peak })
nav-import-progress = { $done } of { $total } products done
import-notify-done = { $count ->
    [one] Done: { $count } product is in { $shop }
   *[other] Done: { $count } products are in { $shop }
}
import-notify-incomplete = { $count ->
    [one] Import finished: { $count } product wasn’t created
   *[other] Import finished: { $count } products weren’t created
}
import-paused-title = Paused
import-confirming-title = Checking what was created
import-confirming-in = { $count ->
    [one] Checking { $count } product in { $shop }
   *[other] Checking { $count } products in { $shop }
}
import-waiting-title = Waiting
import-waiting-in = { $count ->
    [one] Waiting to create { $count } product in { $shop }
   *[other] Waiting to create { $count } products in { $shop }
}
import-done-title = { $count ->
    [one] Done. { $count } product is in your shop
   *[other] Done. { $count } products are in your shop
}
import-ended-incomplete = Finished, but some products weren’t created
import-ended-asked = { $count ->
    [one] Import finished: { $count } product needs your answer
   *[other] Import finished: { $count } products need your answer
}
import-created-of = { $created } of { $total } created
import-skipped-count = { $count ->
    [one] { $count } was already in your shop
   *[other] { $count } were already in your shop
}
import-photos-uploaded = Photos uploaded: { $done } of { $total }
import-count-created = Created
import-count-skipped = Already in shop
import-count-failed = Not created
import-count-waiting = Waiting
import-unseen = { $count } not in your shop’s list yet
import-count-unknown = Unconfirmed
import-count-needs-decision = Needs your attention
import-count-cancelled = Stopped
import-filter-all = All
import-new = New import
import-see-products = View products
import-retry-all = Try { $count } again
import-retry-replaced = { $count ->
    [one] Try again with the new file
   *[other] Try again with the new files
}
import-failed-group = { $count ->
    [one] { $count } product:
   *[other] { $count } products:
} { $title }
import-failed-one = “{ $name }”: { $title }
import-fix-row = Fix { $name }
import-fix-all = { $count ->
    [one] Fix
   *[other] Fix all { $count }
}
import-fix-for-all = { $field } for all { $count } products
import-fix-field-of = { $field } for “{ $name }”
import-fix-current-value = Currently { $value } for all
import-fix-values-differ = The current values differ. What you enter here replaces all of them.
import-fix-no-field = The marketplace didn’t say which field is wrong. Check each product, or try them all again unchanged.
import-fix-waiting = Also for the { $count ->
    [one] product
   *[other] { $count } products
} waiting with the same { $field ->
    [primary_price] price
   *[other] value
}
import-fix-incomplete = { $count ->
    [one] { $count } product stays in the list because it still needs a fix: { $fields }.
   *[other] { $count } products stay in the list because they still need a fix: { $fields }.
}
import-fix-table = Failed products
import-fix-sent = Sent
import-decision-title = Is this product in your shop?
import-decision-exists = Yes, it’s there
import-decision-missing = No, it isn’t
import-queued-ended = { $count ->
    [one] { $count } more batch is waiting. “{ import-new }” opens it.
   *[other] { $count } more batches are waiting. “{ import-new }” opens them.
}
import-queued = { $count ->
    [one] { $count } more batch is in line. When this import is done, “{ import-new }” opens it.
   *[other] { $count } more batches are in line. When this import is done, “{ import-new }” opens them.
}
import-product-id = ID { $id }
import-equal-name = Your shop already had a product with this name
import-equal-name-help = If both are the same product, delete one on your marketplace’s website.
import-other-values = Created with other values
import-other-values-help = In your files, this isn’t as it was created: { $fields }. An import changes nothing in the shop. To send new prices and stocks, open Products and drop your list there.
import-created-no-id = In your shop
import-row-photos = { $up } of { $total }
import-file-problem = { $name }: { $title }

## How the photos became products, and names by a pattern

import-grouped-folder = { $folders ->
    [one] 1 folder is one product
   *[other] { $folders } folders are one product each
}
import-grouped-same-name = { $folders ->
    [one] The names in the folder differ only in a number: one product
   *[other] { $folders } folders where names differ only in a number: one product each
}
import-grouped-beside-folders = { $photos ->
    [one] 1 photo next to folders: one product
   *[other] { $photos } photos next to folders: one product each
 }
import-grouped-dropped = { $photos ->
    [one] 1 photo on its own: one product
   *[other] { $photos } photos on their own: one product each
}
import-grouped-chosen = { $folders ->
    [one] 1 folder as you chose
   *[other] { $folders } folders as you chose
}
import-grouping = Photo grouping
import-grouping-ask-again = Change
import-grouping-question = { $count } photos in one folder: one product or { $count }?
import-grouping-question-loose = { $count } photos: { $count } products, or do some belong together?
import-unclear-in = In “{ $folder }”: { $reason }
import-unclear-different-names = The file names differ, so these may be different products.
import-unclear-repeated-names = Some names differ only in a number, so a product may have several photos.
import-unclear-names-say-nothing = The file names don’t show which photos belong together.
import-unclear-many-photos = That’s a lot of photos for one product.
import-unclear-loose = Several photos may show the same product.
import-group-as-one = One product
import-group-as-each = { $count } products, one per photo
import-group-by-name = { $count } products by name
import-group-by-time = { $count } products by time taken
import-group-by-likeness = { $count } products by similarity
import-group-by-cards = { $count ->
    [one] 1 product by cards
   *[other] { $count } products by cards
}
import-grouped-cards = { $photos ->
    [one] 1 photo divided by cards
   *[other] { $photos } photos divided by cards
}
boundary-likely = { $known ->
    [yes] Likely a new product: its first photo was taken { $seconds } s after the one before, and looks different or follows a pause. If not, merge it with the one above (Ctrl+M)
   *[no] Likely a new product: its first photo looks different from the one before. If not, merge it with the one above (Ctrl+M)
}
boundary-unsure = { $known ->
    [yes] Perhaps no new product: its first photo was taken only { $seconds } s after the one before. If it belongs to the product above, merge them (Ctrl+M)
   *[no] Perhaps no new product. If it belongs to the product above, merge them (Ctrl+M)
}
import-cards-switch = { $count ->
    [one] Divide “{ $folder }” by its card
   *[other] Divide “{ $folder }” by its { $count } cards
}
import-comparing-photos = Comparing the photos…
import-grouping-for-all = { $count ->
    [one] Do the same for 1 more unclear folder
   *[other] Do the same for { $count } more unclear folders
}
import-name-by-pattern = Name by pattern
import-naming-title = { $count ->
    [one] 1 product has no meaningful name
   *[other] { $count } products have no meaningful names
 }
import-naming-all = { $count ->
    [one] Name the product by a pattern
   *[other] Name all { $count } products by a pattern
}
import-naming-body = Buyers would see names such as “{ $name }”.
import-naming-pattern = Name pattern
import-naming-hint = Rug {"{"}number{"}"}
import-naming-example = For example: { $names }
import-naming-folder-and-number = {"{"}folder{"}"} {"{"}number{"}"}
import-naming-number = {"{"}number{"}"}
import-naming-folder = {"{"}folder{"}"}
import-naming-file = {"{"}file{"}"}
import-naming-add-number = + Number
import-naming-add-folder = + Folder name
import-naming-add-file = + File name
import-naming-apply = { $count ->
    [one] Name the product
   *[other] Name { $count } products
}
import-naming-replaces = { $count ->
    [one] 1 name you entered will be replaced.
   *[other] { $count } names you entered will be replaced.
}
import-naming-decline = Keep the names

## Webhooks

webhooks-title = Webhooks
webhooks-intro = A webhook notifies another app when something happens in your shop. You need one only if you, or a developer working for you, runs such an app.
webhooks-events = Events
webhooks-event-needs = Requires permission: { $words } ({ $scope })
webhooks-url = Webhook URL
webhooks-url-help = Where your app receives events. Starts with https://, or with http:// on this computer
webhooks-url-missing = Enter the webhook URL
webhooks-url-wrong = Enter a URL that starts with https:// or http://
webhooks-method = HTTP method
webhooks-active = Start right away
webhooks-whose = Whose events
webhooks-whose-help = Those of { $name }, who is signed in. For the events of the app itself, switch accounts first and sign in with “{ $method }”.
webhooks-service = Webhook service
webhooks-service-new = Create one for me
webhooks-service-existing = I have a service ID
webhooks-service-id = Service ID
webhooks-service-missing = Enter the service ID
webhooks-service-wrong = The service ID is a whole number
webhooks-events-missing = Select at least one event
webhooks-add = Add webhook
webhooks-adding = Adding…
webhooks-added = Webhook added
webhooks-added-as = Webhook added. Webhook ID: { $id }
webhooks-duplicate-title = You already added this webhook. Add it again?
webhooks-duplicate-body = With two identical webhooks, your app is notified of everything twice.
webhooks-duplicate-unanswered-title = This webhook may have been added already. Add it again?
webhooks-duplicate-confirm = Add again
webhooks-rejected-remedy = Check the events, the webhook URL, and the service ID, then add it again.
webhooks-unanswered-remedy = The marketplace may have added it before the reply was lost. Check the developer panel before you add it again.

## Webhooks: parts of the screen, subscriptions, and the receiver

webhooks-parts = Parts of this page
webhooks-part-subscribe = Add
webhooks-part-subscriptions = Your webhooks
webhooks-part-receive = Receive here
webhooks-token = Service token (optional)
webhooks-token-help = A secret word that the marketplace sends with each event, so that your app can tell real events from fake ones. Leave it empty, and Vitrine makes one and checks it here. If your app has its own word, enter that.
webhooks-carries-token = Events carry a service token (recommended)
webhooks-carries-nothing = Without a token, anyone who knows the address can send fake events there.
webhooks-token-not-taken = This marketplace’s file doesn’t say that webhooks take a service token. If you need one, set it in the developer panel.
webhooks-save = Save changes
webhooks-refresh = Refresh
webhooks-reading = Reading your webhooks…
webhooks-none = You have no webhooks yet. Add one, or receive events on this computer.
webhooks-not-listed = This marketplace’s file doesn’t say where its webhooks are listed. You can see and change them in the developer panel.
webhooks-requested = Added with this app
webhooks-unconfirmed = The marketplace didn’t answer, so it may have added this webhook. Check the developer panel.
webhooks-row = ID { $id } · { $method }
webhooks-is-active = Active
webhooks-log = Deliveries
webhooks-log-named = Deliveries of webhook { $id }
webhooks-edit-named = Change webhook { $id }
webhooks-delete-named = Delete webhook { $id }
webhooks-delete = Delete
webhooks-delete-title = Delete this webhook?
webhooks-delete-body = The marketplace then no longer notifies this URL. You can add it again at any time.
webhooks-log-title = Deliveries of webhook { $id }
webhooks-log-empty = The marketplace hasn’t delivered anything to this webhook yet.
webhooks-log-unanswered = No answer

receiver-intro = See events as they arrive, before you have an app for them. Vitrine receives them on this computer, saves them, and shows them below. When a product is created or changed, your product list is refreshed, too.
receiver-start = Start receiving
receiver-stop = Stop receiving
receiver-starting = Starting…
receiver-on = Receiving at { $address }
receiver-copy-address = Copy address
receiver-checks-token = Only events with your service token are accepted.
receiver-checks-nothing = Events are accepted without a service token: any program on this computer can send fake ones.
receiver-token-made = New service token: { $token }
receiver-copy-token = Copy token
receiver-token-ask = Delete the token…
receiver-token-forget = Delete the token
receiver-token-title = Delete the service token?
receiver-token-body = From then on, any program on this computer can send fake events, and they are accepted. Webhooks that carry this token keep it.
receiver-forwards = Events are passed on to { $address }
receiver-token-unsaved = The system keychain can’t be reached, so the token is used only until you stop receiving.
receiver-refused = Rejected: { $token } with a wrong service token, { $other } for other reasons
receiver-port = Port
receiver-port-help = 8766 is fine unless another app uses it
receiver-port-wrong = Enter a number from 0 to 65535
receiver-token = Service token
receiver-token-help = Events without this word are rejected. It is kept in the system keychain. Leave this empty to use the saved one; if there is none, Vitrine makes one where the marketplace can send it, and puts it into the webhooks that you add.
receiver-forward = Pass events on to (optional)
receiver-forward-help = The address of your app. Each event is sent there, too, and again if your app doesn’t answer. The service token is sent only to apps on this computer.
receiver-forward-wrong = Enter an address that starts with https://, or one on this computer: events contain your buyers’ data
receiver-open = Also accept events from other computers
receiver-open-warning = Everyone in your network can then send to this computer. It works only with a service token.

receiver-public = How events get here
receiver-public-why = The marketplace can only reach addresses on the internet, and your computer usually has none. There are two ways around that:
receiver-public-tunnel = 1. A tunnel. Start a tunnel program of your choice, such as cloudflared, ngrok, or “ssh -R”, and tell it to pass everything to the address above. It gives you an address that starts with https://. Add a webhook with that address.
receiver-public-server = 2. A small server of yours. Add a webhook with the server’s address, and let the server pass each event on: through a tunnel, or to a Vitrine that runs “vitrine webhook listen” there. The guide has an example.
receiver-public-token = Either way, anyone who knows the address can send to it. The service token tells real events from fake ones: Vitrine puts it into webhooks that you add here. Elsewhere, set the same one.

receiver-practice = In the practice shop, you can have any event delivered now.
receiver-practice-first = First add a webhook with the address above.
receiver-practice-event = Event
receiver-practice-send = Deliver now
receiver-practice-sent = On its way

# 1,000 are shown; more may be kept.
receiver-deliveries = { $count ->
    [1000] The newest { $count } events
    [one] 1 event received
   *[other] { $count } events received
}
receiver-all-events = All events
receiver-filter = Show
receiver-order = Order
receiver-newest-first = Newest first
receiver-oldest-first = Oldest first
receiver-clear-ask = Delete all…
receiver-clear = Delete all
receiver-clear-title = Delete all received events?
receiver-clear-body = { $count ->
    [1000] The events, also older ones that aren’t shown, can’t be brought back. Your webhooks stay, and new events are received as before.
    [one] The event can’t be brought back. Your webhooks stay, and new events are received as before.
   *[other] The { $count } events can’t be brought back. Your webhooks stay, and new events are received as before.
}
receiver-nothing = Nothing received yet.
receiver-unknown-event = Unknown event
receiver-times = { $name } ({ $count } times)
receiver-row = { $at } · { $method } { $path } · { $size }
receiver-show = Show
receiver-open-named = Show { $name }, number { $id }
receiver-forward-waiting = Being passed on
receiver-forward-done = Passed on
receiver-forward-failed = Not passed on

delivery-at = Received { $at }
delivery-at-times = Received { $count } times, first { $at }, last { $last }
delivery-form = View
delivery-tree = Tree
delivery-raw = Raw
delivery-copy = Copy
delivery-copy-curl = Copy as curl (Linux, macOS)
delivery-copy-cmd = Copy as curl (Windows cmd)
delivery-copy-powershell = Copy for PowerShell
delivery-replay = Pass on again
delivery-not-json = This isn’t JSON. It is shown as text.
delivery-cut = The rest isn’t shown. Copy it to see everything.

webhook-notify-sale = New sale in { $shop }
webhook-notify-message = New chat message for { $shop }

## Settings

settings-title = Settings
settings-language = Language
settings-language-system = System default
settings-theme = Appearance
settings-theme-system = System default
settings-theme-light = Light
settings-theme-dark = Dark
settings-pictures = Thumbnails
settings-pictures-size = { $size } on this computer
settings-pictures-none = No thumbnails stored
settings-pictures-measuring = Calculating size…
settings-pictures-clear = Clear thumbnails
settings-pictures-help = Small copies of your photos that make them open instantly next time. They contain no location or camera data. Your original photos are never changed.
settings-about = About
settings-version = Vitrine { $version }
settings-about-body = Turns folders of photos into marketplace products, each exactly once. Free software under the MIT or Apache 2.0 license.
settings-font = Typeface: Vazirmatn (SIL Open Font License)

## Newer versions of Vitrine

updates-title = Updates
updates-daily = Check for a new version once a day
updates-help = Vitrine asks { $host } for the latest version. It sends nothing about you or your shop, and doesn’t download or install anything.
updates-check = Check now
updates-checking = Checking…
updates-never = Not checked yet
updates-current = Vitrine is up to date. Last checked: { $at }
updates-checked = Last checked: { $at }
updates-no-answer = Couldn’t check: { $host } didn’t reply. Check your internet connection and your VPN.
updates-unexpected-answer = Couldn’t check: { $host } sent no usable reply. Try again later.
updates-available = Version { $version } is available
updates-own-version = You have version { $version }.
updates-no-notes = There are no notes for this version.
updates-show = See what’s new
updates-open-page = Open download page

## The review's table

review-find = Find in these products
review-find-hint = Find
filter-show = Filter
review-filter-all = All
review-filter-incomplete = Incomplete
review-filter-ready = Ready
review-filter-known = In your shop
review-filter-changed = Files changed
review-filter-contact = With contact details
review-filter-without-photos = Without photos
review-filter-without-row = Not in the spreadsheet
review-none-found = No products match “{ $query }”.
review-add = Add
review-more = More
# Some words of import-grouping, import-name-by-pattern, and import-defaults, for small windows.
review-grouping = Grouping
review-names = Name
review-defaults = Values
review-sheet = Spreadsheet
review-sheet-none-help = A spreadsheet dropped with the photos fills in names, prices, and everything else. Each row is matched with the photos by name.
review-defaults-title = For all products
review-part = { $part }: { $state }
review-rows = Row height
review-rows-comfortable = Comfortable
review-rows-compact = Compact
review-state-new = New
review-state-needs = Needs { $field }
review-state-damaged = Damaged photo
review-state-unusable = Photo can’t be used
review-state-values = { $count ->
    [one] Needs 1 value
   *[other] Needs { $count } values
}
review-state-check = Check { $field }
review-state-stock = Check stock
review-state-maybe-in-shop = In shop?
review-state-same-name = Same name
review-state-contact = Contact info
review-state-same-photo = Same photo
review-state-similar-photo = Similar photo
review-state-likely = Likely new
review-state-unsure = Not new?
settle-title = Things to settle
settle-close = Close the panel
settle-count = { $count ->
    [0] Nothing left to settle
    [one] { $count } thing to settle
   *[other] { $count } things to settle
}
settle-settled = Done: { $thing }
settle-grouping = Photo grouping
settle-sheet-question = Spreadsheet question
settle-incomplete = Incomplete products
settle-categories = Categories
settle-names = Product names
settle-sheet = Rows and photos to match
settle-unusable = Files that can’t be used
settle-unfinished = Unfinished import
settle-findings = Possible mistakes
settle-photo-data = { $count ->
    [one] { $count } photo: location and camera data are removed before upload
   *[other] { $count } photos: location and camera data are removed before upload
}
settle-empty = Empty prices and stock
review-columns = Columns
review-columns-title = Columns
review-columns-help = Choose what the table shows. Drag the edge of a heading to change a column’s width.
review-columns-usual = Reset to default
review-select-all = Select all
review-select-row = Select { $name }
review-selected = { $count } selected
review-selected-hidden = { $count } selected, { $hidden } not shown
review-select-none = Clear selection
review-white-background = White background
review-turn-right = Rotate photos right
review-remove-selected = Remove selected
review-bulk-open = Change…
bulk-field = What to change
bulk-operation = How to change it
bulk-title = { $count ->
    [one] Change { $count } product
   *[other] Change { $count } products
}
bulk-title-variants = { $count ->
    [0] { $variants ->
        [one] Change { $variants } variant
       *[other] Change { $variants } variants
    }
    [one] Change { $count } product and { $variants ->
        [one] { $variants } variant
       *[other] { $variants } variants
    }
   *[other] Change { $count } products and { $variants ->
        [one] { $variants } variant
       *[other] { $variants } variants
    }
}
bulk-set = Set to
bulk-increase = Increase by
bulk-decrease = Decrease by
bulk-increase-percent = Increase by %
bulk-decrease-percent = Decrease by %
bulk-percent = Percent
bulk-rounding = Round to a multiple of (optional)
bulk-apply = { $count ->
    [one] Apply to { $count } product
   *[other] Apply to { $count } products
}
bulk-apply-none = Apply
bulk-change = { $name }: { $new } (now { $old })
bulk-nothing-yet = Enter a value to see what changes.
bulk-unchanged = { $count ->
    [one] { $count } product stays as it is.
   *[other] { $count } products stay as they are.
}

## Keyboard shortcuts and the list of all actions

guide-title = Help
guide-guide = Guide
guide-news = What’s new
guide-part = About
guide-report = Report a problem…
guide-report-ready = The details of your problem report are ready
guide-report-body = Copy them, paste them into a message to the person you got Vitrine from, and add what you did and what happened. They contain no tokens, and nothing is sent unless you send it.
guide-report-form = What I did:
    What happened:
    What I expected:
guide-report-folder = Vitrine keeps its data in { $folder }.
guide-data-folder = Data folder
shortcuts-title = Keyboard shortcuts
shortcuts-everywhere = Everywhere
shortcuts-tables = In tables
shortcuts-review = While reviewing products
shortcuts-categories = While choosing a category
shortcuts-photos = On a product’s photos
shortcuts-editor = In the photo editor
shortcut-overview = Help and keyboard shortcuts
shortcut-palette = Find any action
shortcut-create-next = Create the product and add another
shortcut-main = Start the import, or create what you’ve entered
shortcut-find = Search this list
shortcut-refresh = Refresh the products
shortcut-next-region = Go to the next part of the window
shortcut-previous-region = Go to the previous part of the window
shortcut-zoom = Zoom in, zoom out, or return to normal size
shortcut-scroll = Scroll the page
shortcut-paste = Paste photos
shortcut-quit = Close Vitrine
shortcut-row = Go to the next or previous row
shortcut-cell = Go to the next or previous cell of the row
shortcut-row-ends = Go to the first or last cell of the row
shortcut-ends = Go to the first or last row
shortcut-cell-below = Go to the cell below
shortcut-cell-edit = Edit the text of the cell
shortcut-cell-range = Select several cells
shortcut-fill-down = Copy the top value into the selected cells
shortcut-merge-up = Merge the product with the one above
shortcut-split-product = New product from this photo on
shortcut-select-row = Select the rows of the selected cells
shortcut-select-all = Select all products
shortcut-leave-table = Restore the cell’s value, then leave the table
shortcut-choose-category = Choose the selected category
shortcut-pin-category = Pin the selected category to the top
shortcut-move-photo = Move the photo
shortcut-select-photo = Add the photo to the selection
shortcut-rotate = Rotate left or right
shortcut-move-frame = Move the crop
shortcut-resize-frame = Resize the crop
palette-open = Search actions and help
palette-title = Find an action
palette-find = What do you want to do?
palette-none = Nothing found. Try another word.
palette-start = Start the import
palette-activity = Activity: see and undo what was done
palette-light = Light colors
palette-dark = Dark colors
palette-system-theme = System colors
palette-english = Switch to English
palette-persian = Switch to Persian
settings-zoom = Size of text and buttons
settings-prices = Prices on { $market }
settings-prices-toman = Toman
settings-prices-rial = Rial
settings-prices-both = Rial, with toman beside
settings-prices-help = The unit in which you type and read prices here. The marketplace always gets rial, and no price changes.

## The system’s file dialogs

dialog-photos = Choose photos
dialog-photo = Choose a photo
dialog-folders = Choose folders with photos
dialog-watched-folder = Choose the folder to watch
dialog-sheet = Choose a spreadsheet
dialog-market-file = Choose a marketplace file
dialog-save = Save as
