### The words of the screens: one section each.

## Navigation

app-name = Vitrine
nav-import = Import
nav-create = New product
nav-products = Products
nav-webhooks = Webhooks
nav-settings = Settings
sign-out = Sign out
practice-badge = Practice
drop-here-import = Drop to make products from these
drop-here-create = Drop to add these photos to the product
dismiss = Dismiss
notes-title = Messages
notes-new = { $count ->
    [one] { $count } new message
   *[other] { $count } new messages
}
notes-intro = Since you opened the program, the newest first.
notes-none = Nothing has been told since you opened the program.
notes-clear = Clear the list
notes-saved = The file is saved
happened-times = Happened { $count ->
    [one] once
   *[other] { $count } times
}
no-shop-title = This account has no shop yet
no-shop-body = You are signed in as { $name }, but the marketplace says this account has no shop. Products belong to a shop.
no-shop-remedy = Open a shop on the marketplace's site and come back, or sign in with the account that has one.
missing-scope = Your token does not carry the permission “{ $scope }”

## Login

login-title = Fill your shop from a folder of photos
login-subtitle = Drop photos, look them over, press Start. Every product is in your shop exactly once.
login-practice-title = Practice shop
login-practice-body = A shop inside this program, to try everything. No account, no risk: nothing leaves this computer.
login-practice-action = Open the practice shop
login-own-title = Your marketplace
login-own-body = Choose the market file your marketplace gave you, or enter its addresses. Then sign in with your browser or a token.
login-own-choose = Choose a market file…
login-own-change = Another one…
login-token = Personal access token
login-token-help = Create one in your marketplace's developer panel, with permission to read and write your shop's products. Paste it here.
login-token-show = Show the token
login-token-hide = Hide the token
login-keep = Keep me signed in
login-keep-keychain = In this computer's keychain
login-keep-session = Until I close the program
login-checking = Asking { $market }…
login-browser = Sign in with the browser
login-browser-by-hand = Open the page myself and paste the address back
login-browser-waiting = Sign in in your browser
login-browser-help = Your marketplace's page opens in your browser. Allow access there, and you are signed in here. If no page opens, copy its address into a browser yourself.
login-browser-copy = Copy the page's address
login-browser-paste = Address of the browser's last page
login-browser-paste-help = Only if the browser ends on a page that cannot be shown: paste its whole address here.
login-browser-paste-send = Use this address
login-no-token = Paste your token first

## Products

products-title = Products
products-find = Find
products-find-hint = Name, price, status or code
products-shown = { $shown } of { $total } shown
products-loading = Loading…
products-loading-of = { $done } of { $total } loaded
products-empty-title = Your shop is empty
products-empty-body = Drop a folder of photos and Vitrine makes the products, or create one by hand.
products-empty-import = Import photos
products-empty-create = New product
products-none-title = Nothing found
products-none-body = No product matches “{ $query }”.
products-none-clear = Show all
column-photo = Photo
column-title = Name
column-price = Price
column-status = Status
column-stock = Stock
column-wholesale = Wholesale
column-state = State
column-photos = Photos
column-result = Result
column-source = Source
sort-by = Sort by { $column }
sorted-up = { $column }, smallest first
sorted-down = { $column }, largest first
stock-none = Sold out
wholesale-yes = Wholesale
untitled = Unnamed

## Create

create-title = New product
create-photos-hint = Drop photos here, or
create-photos-choose = Choose photos…
create-photos-paste = Paste
create-photos-limit = At most { $limit }.
create-photo-named = Photo { $place }: { $name }
create-photo-cover = Cover
create-photo-preparing = Getting it ready…
create-photo-sending = { $percent } sent
create-photo-uploaded = Sent
create-photo-failed = Not sent
create-photo-remove = Remove { $name }
create-photo-retry = Send { $name } again
create-photo-earlier = Move { $name } earlier
create-photo-later = Move { $name } later
create-section-words = What it is
create-section-sale = Price and stock
create-section-post = Weight and delivery
field-required = Required
create-send = Create the product
create-sending = Creating…
create-checking = The answer got lost on the way. Checking your shop to see whether the product is there…
create-clear = Clear the form
create-refused = Everything you typed is still here.
create-blocked-fields = Still needed: { $fields }
create-blocked-wrong = To correct first: { $fields }
create-blocked-failed = { $count ->
    [one] A photo was not sent. Try it again or remove it.
   *[other] { $count } photos were not sent. Try them again or remove them.
}
create-blocked-under-way = { $count ->
    [one] Waiting for a photo to be sent.
   *[other] Waiting for { $count } photos to be sent.
}
create-done-title = “{ $name }” is in your shop
create-done-id = Its number there is { $id }.
create-done-no-id = The marketplace did not give its number.
create-done-another = Another one like this
create-done-new = New product
create-done-products = See the products
list-separator = ,{" "}

## Editing a photo

editor-open = Edit { $name }
editor-menu = Edit photo…
editor-title = Edit { $name }
editor-opening = Opening the photo…
editor-failed = This photo cannot be shown, so it cannot be edited. Leave it out, or use another one.
editor-turn-left = Turn left ( [ )
editor-turn-right = Turn right ( ] )
editor-before = Show the original
editor-crop = Crop
editor-crop-none = Whole photo
editor-crop-free = Free
editor-crop-square = Square
editor-crop-market = { $ratio } for this marketplace
editor-frame = Crop frame: arrow keys move it, Shift and arrow keys change its size
editor-straighten = Straighten
editor-brightness = Brightness
editor-white = White background
editor-white-help = A plain background becomes pure white; one that is not plain stays as it is. Look closely where the product is as light as the background.
editor-reset = Back to the original
editor-reach = Apply to
editor-reach-own = This photo
editor-reach-edited = { $count ->
    [one] The edited photo
   *[other] The { $count } edited photos
}
editor-reach-product = All photos of this product
editor-reach-covers = Covers of all products
editor-reach-all = All photos of all products
editor-apply = Apply

## Import

import-title = Import
import-empty-title = Drop photos or folders here
import-empty-body = A folder with photos becomes one product; so does each single photo. You review everything before anything is sent.
import-choose-photos = Choose photos…
import-choose-folder = Choose a folder…
import-paste = Paste
import-planning = Looking through the files…
import-left-failed-title = { $count ->
    [one] One product of the last import was not added
   *[other] { $count } products of the last import were not added
}
import-left-failed-body = Look at what went wrong, mend it and send them again. What was added stays as it is.
import-left-failed-show = Look and mend
import-unfinished-title = { $count ->
    [one] An import of one product was interrupted
   *[other] An import of { $count } products was interrupted
}
import-unfinished-body = { $done } done, { $left } left.
import-unfinished-check = { $count ->
    [one] { $done } done, { $left } left, { $count } to check: its answer got lost, so it is looked for in the shop before it is sent again.
   *[other] { $done } done, { $left } left, { $count } to check: their answers got lost, so they are looked for in the shop before anything is sent again.
}
import-later = Later
import-resume = Continue
import-found = { $products } from { $photos }
import-ignored = { $count ->
    [one] { $count } other file was left out.
   *[other] { $count } other files were left out.
}
import-unusable = { $count ->
    [one] { $count } file cannot be used
   *[other] { $count } files cannot be used
}
import-defaults = For all products
import-defaults-help = Fills empty cells below; what you type in a row takes precedence.
import-default-value = { $field } { $value }
import-defaults-last = Use last time’s values: { $values }
import-unpriced-title = { $count ->
    [one] { $count } product has no price
   *[other] { $count } products have no price
}
import-unpriced-body = Without a price, the marketplace might list them as free or reject them. Enter a price for all of them, leave them out, or create them as they are.
import-unpriced-stock = { $count ->
    [one] { $count } product has no stock and would be listed as out of stock.
   *[other] { $count } products have no stock and would be listed as out of stock.
}
import-unpriced-set = Set price and create
import-unpriced-leave = { $count ->
    [one] Leave them out and create { $count } product
   *[other] Leave them out and create { $count } products
}
import-unpriced-back = Back to review
import-unpriced-create = Create without a price
import-name-of = Name of product { $row }
import-price-of = Price of product { $row }
import-stock-of = Stock of product { $row }
import-remove-row = Take { $name } out
import-add-more = Add more…
import-clear = Start over
import-start-count = { $count ->
    [one] Start: create { $count } product
   *[other] Start: create { $count } products
}
import-again = Create products again that an earlier import made
import-again-help = Normally a folder imported before is recognised and nothing is created twice.
import-incomplete = { $count ->
    [one] { $count } product cannot be sent yet:
   *[other] { $count } products cannot be sent yet:
} { $reasons }
import-still-empty = Not filled in yet: { $fields }
import-field-count = { $field } ({ $count })
import-still-empty-help = The marketplace decides what becomes of products without it: they may cost nothing, be sold out, or be turned away.
import-incomplete-show = Show
import-incomplete-remove = Leave out
import-incomplete-all = Show all
import-nothing-title = No products in this
import-nothing-body = No photos were found in what you dropped.
import-pause = Pause
import-continue = Continue
import-cancel = Cancel
import-cancel-ask = Stop this import for good?
import-cancel-body = What is created stays in your shop. What is already on its way is still followed up. The rest is not sent.
import-cancel-yes = Stop the import
import-cancel-no = Keep importing
import-cancelling = Stopping. What is already on its way is still being followed up.
import-running-title = Creating products
import-paused-title = Paused
import-waiting-title = Waiting
import-done-title = { $count ->
    [one] Done: { $count } product is in your shop
   *[other] Done: { $count } products are in your shop
}
import-ended-some = Finished; not all were created
import-progress = { $done } of { $total }
import-created-of = { $created } of { $total } created
import-skipped-count = { $count ->
    [one] { $count } was already in your shop
   *[other] { $count } were already in your shop
}
import-photos-up = Photos sent: { $done } of { $total }
import-count-created = Created
import-count-skipped = Already there
import-count-failed = Not created
import-count-waiting = Waiting
import-count-person = Need your check
import-count-cancelled = Cancelled
import-filter-all = All
import-new = New import
import-see-products = See the products
import-retry-all = Try { $count } again
import-failed-group = { $count ->
    [one] { $count } product:
   *[other] { $count } products:
} { $title }
import-mend-row = Correct { $name }
import-mend-all = { $count ->
    [one] Correct it
   *[other] Correct all { $count }
}
import-mend-for-all = { $field } for all { $count } products
import-mend-of = { $field } of “{ $name }”
import-mend-now = Now { $value } for all of them
import-mend-differ = They differ now. What you type here is used for all of them.
import-mend-some = Fill in what should be the same for all of them. What you leave empty stays as it is.
import-mend-left = { $count ->
    [one] { $count } product stays here: it was not corrected, or something else in it has to be corrected first.
   *[other] { $count } products stay here: they were not corrected, or something else in them has to be corrected first.
}
import-mend-first = These are the first { $shown } of { $count }. The others come up once these are sent.
import-person-title = Is it in your shop?
import-person-body = The answer for “{ $name }” got lost, and the shop's list does not tell. Please look in your shop.
import-there = It is there
import-not-there = It is not there
import-queued = { $count ->
    [one] { $count } more drop is waiting for this import to end.
   *[other] { $count } more drops are waiting for this import to end.
}
import-product-id = Number { $id }
import-equal-name = The shop already had a product with this name
import-equal-name-help = Before this import the shop had a product with the same name. If they are the same, remove one of them on the marketplace's site.
import-created-no-id = In the shop
import-row-photos = { $up } of { $total }
import-problem-with = { $name }: { $title }

## Webhooks

webhooks-title = Webhooks
webhooks-intro = A webhook tells a program of yours when something happens in your shop. You need one only if you, or someone who works for you, runs such a program.
webhooks-events = When to send
webhooks-event-needs = Needs permission: { $scope }
webhooks-url = Address to send to
webhooks-url-help = Where your program listens, beginning with https://
webhooks-url-missing = Type the address your program listens at
webhooks-url-wrong = This is not a web address. It begins with https:// or http://
webhooks-method = Method
webhooks-active = Start right away
webhooks-service = Webhook service
webhooks-service-mine = Create one for me
webhooks-service-known = I have a service number
webhooks-service-id = Service number
webhooks-service-missing = Type the service number
webhooks-events-missing = Choose at least one event
webhooks-add = Add the webhook
webhooks-adding = Adding…
webhooks-added = Webhook added
webhooks-added-as = Webhook added. Webhook ID: { $id }
webhooks-again-title = You already added this webhook. Add it again?
webhooks-again-body = With two equal webhooks, your app is notified twice of everything.
webhooks-again-unanswered-title = This webhook may have been added already. Add it again?
webhooks-again-confirm = Add again
webhooks-refused-remedy = Check the events, the webhook URL, and the service ID, then add it again.
webhooks-unanswered-remedy = The marketplace may have added it before the reply was lost. Check the developer panel before you add it again.

## Settings

settings-title = Settings
settings-language = Language
settings-language-system = Same as system
settings-theme = Appearance
settings-theme-system = Same as system
settings-theme-light = Light
settings-theme-dark = Dark
settings-pictures = Small pictures
settings-pictures-size = { $size } kept on this computer
settings-pictures-none = None kept on this computer
settings-pictures-measuring = Looking how much is kept…
settings-pictures-clear = Clear
settings-pictures-help = Small copies of your photos, so that they show at once next time. They hold no place or camera data. Your photos themselves are never touched.
settings-about = About
settings-version = Vitrine, version { $version }
settings-about-body = Fills a marketplace shop from a folder of photos: every product exactly once. Free software, MIT or Apache-2.0.
settings-font = Text is set in Vazirmatn (SIL Open Font License).
