### Names of domain values: fields, states, events, scopes.

## The fields of a product (contract 2.4). `.fix` says what to do when the marketplace rejects it.

field-name = Name
    .help = The first thing buyers read. Say what the product is, then what makes it special.
    .fix = Change the name: use another one if your shop has it already, make it shorter, or remove phone numbers, links, and unusual characters.
field-photo = Cover photo
    .help = The photo buyers see in search results and lists. The first photo is the cover.
    .fix = Use another photo as the cover photo. For an import, replace the file and import the folder again: nothing is created twice.
field-photos = Photos
    .help = All photos of the product, in the order buyers will see them.
    .fix = Use other photos, or fewer. For an import, change the files and import the folder again: nothing is created twice.
field-brief = Short description
    .help = One or two sentences, shown near the product name.
    .fix = Change the short description, for example make it shorter or remove phone numbers and links.
field-description = Description
    .help = Everything buyers want to know: material, size, care, and what’s in the box.
    .fix = Change the description, for example make it shorter or more complete, or remove phone numbers and links.
field-preparation-days = Preparation time (days)
    .help = How many days you need before you can ship. Enter 0 for same-day shipping.
    .fix = Enter a number of days that the marketplace allows.
field-weight = Weight
    .help = Weight without packaging, in the unit your marketplace uses (usually grams).
    .fix = Enter the weight of the product itself: above 0, in the unit your marketplace uses (usually grams).
field-package-weight = Packaged weight
    .help = Weight as shipped, including the box. Shipping cost is usually based on this.
    .fix = Enter the weight including packaging. It can’t be below the weight of the product itself.
field-primary-price = Price
    .help = Price per item, in the unit your marketplace uses. Persian or Latin digits, with or without thousands separators, such as 250,000.
    .help-in = Price per item, in { $unit }. Persian or Latin digits, with or without thousands separators, such as 250,000.
    .fix = Enter a price above 0 and within the marketplace’s limits. Check the unit and the number of zeros, too.
field-stock = Stock
    .help = How many you have ready to sell.
    .fix = Enter how many you have for sale: 0 or more, within the marketplace’s limits.
field-sku = SKU
    .help = Your own code for this product, if you use one.
    .fix = Another product may already have this code. Enter another one, or leave it empty.
field-is-wholesale = Wholesale
    .help = Turn on if you sell this product in bulk to resellers.
    .fix = Turn it off, or ask the marketplace whether your shop can sell wholesale.
field-category = Category
    .help = The marketplace’s category for this product, such as “Home / Rugs / Kilim”, or its ID.
    .fix = Choose a category without subcategories. If there’s nothing to choose from, ask whoever set up the marketplace file to add the category ID under [create].
field-status = Status
    .help = Whether buyers see the product right away.
    .fix = Choose “{ status-published }” or “{ status-hidden }”. If there’s nothing to choose from, ask whoever set up the marketplace file to add the status ID under [create].
field-product-attribute = Properties
    .help = Details the category requires, such as the material. Enter name=value, separated by semicolons.
    .fix = Use values the category offers.
field-unit-type = Unit
    .help = The unit you sell this product in.
    .fix = Choose another unit, or leave unit and quantity empty.
field-unit-quantity = Quantity per item
    .help = How many of these units are in one item.
    .fix = Enter a whole number, at least 1.
field-keywords = Keywords
    .help = Words that buyers may search for, separated by commas.
    .fix = Remove some keywords, or write them differently.
field-barcode = Barcode
    .help = The number below the bars, if the product has one.
    .fix = Check the number, or leave it empty.
field-packaging-dimensions = Package size
    .help = Length × width × height in centimeters, for example 30×20×10.
    .fix = Enter three whole numbers, or leave it empty.
field-variants = Variants
    .help = Sizes, colors and the like, each with its price and stock, separated by semicolons: Size=L | 250000 | 3. What a variant lacks, it has from the product.
    .fix = Write each variant like Size=L | 250000 | 3, with the same properties in all of them.
field-attributes = Other details
    .help = Any other details. Enter name=value, separated by semicolons.
    .fix = Enter each detail as name=value.

## The states of an imported product

state-waiting = Waiting
state-uploading = Uploading photos
state-ready = Photos uploaded
state-creating = Creating
state-checking = Checking
state-needs-decision = Needs your attention
state-created = Created
state-skipped = Already in shop
state-failed = Not created
state-cancelled = Stopped

# What became of products, joined from the numbers that are not zero.
outcome-created = { $count } created
outcome-skipped = { $count } already in the shop
outcome-failed = { $count } not created
outcome-cancelled = { $count } stopped
outcome-unknown = { $count } unconfirmed
outcome-left = { $count } remaining

## Ways of grouping photos into products

grouping-auto = Automatic
    .help = Each folder of photos becomes one product. Photos outside a folder become one product each.
grouping-file = One product per photo
    .help = Each photo becomes its own product, named after the file.
grouping-folder = One product per folder
    .help = All photos in a folder become one product, named after the folder.
grouping-name = By file name
    .help = Photos whose names differ only by a number at the end, such as mug-1 and mug-2, become one product.
grouping-time = By time taken
    .help = Photos in a folder that were taken soon after each other become one product. A longer pause starts the next one.
grouping-likeness = By similarity
    .help = Photos in a folder that were taken one after the other and seem to show the same thing become one product. Vitrine compares their colors and shapes, so check the result.
grouping-cards = By cards
    .help = A photo of a Vitrine card, or of nothing but a barcode, starts a new product. The photos that follow belong to it, and it takes the card’s name, price, and SKU. The photos of cards aren’t sent.

## Webhook events (contract section 6)

event-1 = New chat message
    .meaning = A buyer sent you a message.
event-2 = Purchase updated
    .meaning = The status of something you bought changed.
event-3 = Sale updated
    .meaning = The status of something you sold changed.
event-4 = Chat message sent
    .meaning = A message was sent from your account.
event-5 = New sale
    .meaning = Someone bought something from your shop.
event-6 = New purchase
    .meaning = You bought something.
event-7 = Parcel updated
    .meaning = The status of a parcel you’re sending changed.
event-8 = Product created or updated
    .meaning = A product in your shop was created or edited.
event-9 = Review added or edited
    .meaning = A buyer reviewed a purchase or edited a review.

## Scopes of a token (contract section 5)

scope-product-read = View your shop’s products
scope-product-write = Create and edit your shop’s products
scope-order-read = View your purchases
scope-chat-read = Read your chat messages
scope-parcel-read = View your shop’s sales and parcels

## Differences between a redirect address and the registered one (contract section 7)

address-sent = Vitrine sends:
address-registered = Registered with the marketplace:
address-differs = They differ in: { $parts }.
address-part-protocol = the protocol (http or https)
address-part-host = the host name (after “://”)
address-part-port = the port
address-part-path = the path
address-part-closing-slash = the slash at the end
address-part-rest = the part after “?” or “#”
address-part-unseen = a space or an invisible character

## Why an import waits

waiting-paused = Paused
    .advice = Choose { import-continue } to continue.
# .reason is spoken when it begins; .next is only written, because it changes each second.
waiting-pace = { waiting-pace.reason }. { waiting-pace.next }
    .reason = The marketplace asked Vitrine to slow down
    .next = Resuming in { $wait }
    .advice = No action needed. Vitrine resumes automatically.
waiting-own-pace = { waiting-own-pace.reason }. { waiting-own-pace.next }
    .reason = Vitrine keeps to the pace set for this marketplace
    .next = The next product is sent in { $wait }
    .advice = No action needed.
waiting-canary = Creating the first product on its own to make sure it appears in your shop
    .advice = No action needed. The rest follow as soon as it appears, or after about a minute.
waiting-checking = { waiting-checking.reason }. { waiting-checking.next }
    .reason = Not all replies arrived
    .next = Checking your shop again in { $wait }
    .advice = No action needed. Anything missing is sent again, and nothing is created twice.
waiting-checking-now = { waiting-checking-now.reason }. { waiting-checking-now.next }
    .reason = { waiting-checking.reason }
    .next = Checking your shop now
    .advice = { waiting-checking.advice }
waiting-confirming = { waiting-confirming.reason }. { waiting-confirming.next }
    .reason = Everything was sent
    .next = Looking for it in your shop in { $wait }
    .advice = No action needed. Vitrine checks that your shop shows what was created.
waiting-network = { waiting-network.reason }. { waiting-network.next }
    .reason = { $problem }
    .next = Trying again in { $wait }
    .advice = Nothing has been lost. { $remedy }
waiting-network-now = { $problem }. Trying again now
    .advice = { waiting-network.advice }
waiting-sign-in = Your session has expired
    .advice = Sign in again, and the import resumes where it stopped.
waiting-rejections = Several products in a row were rejected for the same reason
    .advice = { $problem }. { $remedy } Then choose { import-continue }.
waiting-first-differs = { $problem }
    .advice = { $cause } { $remedy }
waiting-decision = Already in your shop, or not?
    .advice = Look on the marketplace’s website, then answer in each row that asks.
# Beside the reason why the others wait.
waiting-answers = Are some of these products already in your shop? Look for them on the marketplace’s website, then answer in their rows.
waiting-storage = { $problem }
    .advice = Nothing more will be sent until this is fixed. { $remedy }
field-discount = Discount
    .help = By how much less than your price buyers pay, and for how many days.
    .fix = Enter another percentage or another number of days.
discount-none = None
discount-until = { $percent } until { $date }
discount-for = { $percent } for { $days ->
    [one] { $days } day
   *[other] { $days } days
}
