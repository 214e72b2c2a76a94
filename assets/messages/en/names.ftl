### Names of the things a shop and an import are made of.

## The twelve fields of a product (contract 2.4). `.fix` says what to do when the marketplace does not accept it.

field-name = Name
    .help = What buyers read first. Say what it is, then what sets it apart.
    .fix = Change the name, for example make it shorter or remove phone numbers, links, and unusual characters.
field-photo = Cover photo
    .help = The photo buyers see in lists. The first photo is the cover.
    .fix = Use another photo as the cover photo. For an import, replace the file and import the folder again: nothing is created twice.
field-photos = Photos
    .help = All photos of the product, in the order buyers will see them.
    .fix = Use other photos, or fewer. For an import, change the files and import the folder again: nothing is created twice.
field-brief = Short description
    .help = One or two sentences, shown near the name.
    .fix = Change the short description, for example make it shorter or remove phone numbers and links.
field-description = Description
    .help = Everything a buyer wants to know: material, size, care, what is in the package.
    .fix = Change the description, for example make it shorter or more complete, or remove phone numbers and links.
field-preparation-days = Days to prepare
    .help = How many days you need before you can send it. 0 means the same day.
    .fix = Enter a number of days that the marketplace allows.
field-weight = Weight
    .help = The product alone, in the unit your marketplace uses (usually grams).
    .fix = Enter the weight of the product itself: above 0, in the unit your marketplace uses (usually grams).
field-package-weight = Weight with packing
    .help = The product as it is posted, box included. Delivery cost often follows from it.
    .fix = Enter the weight including packaging. It can’t be below the weight of the product itself.
field-primary-price = Price
    .help = What one piece costs, in the unit your marketplace uses. Digits and separators of any kind will do.
    .help-in = What one piece costs, in { $unit }. Digits and separators of any kind will do.
    .fix = Enter a price above 0 and within the marketplace’s limits. Check the unit and the number of zeros, too.
field-stock = Stock
    .help = How many pieces you can sell now.
    .fix = Enter how many you have for sale: 0 or more, within the marketplace’s limits.
field-sku = Your code (SKU)
    .help = Your own code for this product, if you use one. Buyers need not understand it.
    .fix = Another product may already have this code. Enter another one, or leave it empty.
field-is-wholesale = Sold wholesale
    .help = Turn on if it is sold in bulk to other sellers.
    .fix = Turn it off, or ask the marketplace whether your shop can sell wholesale.

## Where a product of an import stands

state-waiting = Waiting
state-uploading = Sending photos
state-ready = Photos sent
state-creating = Being created
state-checking = Being checked
state-needs-person = Needs your check
state-created = Created
state-skipped = Already there
state-failed = Not created
state-cancelled = Cancelled

## How photos become products

grouping-auto = Automatically
    .help = A folder with photos is one product; photos by themselves are one product each.
grouping-file = Every photo is a product
    .help = Each photo becomes a product of its own, named after its file.
grouping-folder = Every folder is a product
    .help = All photos of a folder belong to one product, named after the folder.
grouping-name = By file name
    .help = Photos whose names differ only in a number at the end, such as mug-1 and mug-2, are one product.

## Webhook events (contract section 6)

event-1 = Chat message received
    .meaning = A buyer wrote to you.
event-2 = Purchase changed
    .meaning = The state of something you bought changed.
event-3 = Sold item changed
    .meaning = The state of something you sold changed.
event-4 = Chat message sent
    .meaning = A message was sent from your account.
event-5 = New sale
    .meaning = Someone bought from your shop.
event-6 = New purchase
    .meaning = You bought something.
event-7 = Parcel changed
    .meaning = The state of a parcel you are sending changed.
event-8 = Product created or changed
    .meaning = A product of your shop was created or edited.
event-9 = Review written or changed
    .meaning = A buyer reviewed a purchase, or changed a review.

## What a token may do (contract section 5)

scope-product-read = See the products of your shop
scope-product-write = Create and change products of your shop
scope-order-read = See what you bought
scope-chat-read = Read your chat messages
scope-parcel-read = See the parcels and sales of your shop

## Where a return address differs from the registered one (contract section 7)

address-sent = This program sends:
address-registered = Registered with the marketplace:
address-differs = Where they differ: { $parts }.
address-part-protocol = the protocol (http or https)
address-part-host = the name after “://”
address-part-port = the port
address-part-path = the path
address-part-closing-slash = the slash at the end
address-part-rest = what follows “?” or “#”
address-part-unseen = a space or an invisible character

## Why an import stands still

waiting-paused = Paused
    .advice = Press Continue to resume.
waiting-pace = The marketplace asked for a pause; continuing in { $wait }
    .advice = Nothing to do: it continues by itself.
waiting-canary = The first product is created alone, to see it appear in the shop
    .advice = Nothing to do: the others follow as soon as it appears there.
waiting-checking = Some answers were lost; the shop is checked again in { $wait }
    .advice = Nothing to do: what is not there is sent again, and nothing is created twice.
waiting-network = { $problem }; trying again in { $wait }
    .advice = Nothing is lost. { $remedy }
waiting-sign-in = Your sign-in has ended
    .advice = Sign in again and the import continues where it stopped.
waiting-refusals = Several products in a row were refused for the same reason
    .advice = { $problem }. { $remedy } Then press Continue.
waiting-person = Some products need your check
    .advice = Look in your shop to see whether they are there, and answer in their rows.
waiting-storage = { $problem }
    .advice = Nothing more is sent until this is fixed. { $remedy }
