### Messages of the command line.

cli-signed-in = Signed in as { $name }, shop { $shop }.
cli-signed-in-no-shop = Signed in as { $name }. This account has no shop yet. Open one on the marketplace’s website, then sign in again.
cli-sign-in-address = Opening your browser to sign in. If nothing opens, go to:
cli-sign-in-paste = If the browser ends on a page it can’t open, paste that page’s address here:
cli-sign-in-found = The browser signed in as { $name }, { $shop }. Is this your account? (y/n)
cli-sign-in-unconfirmed = The browser signed in as { $name }, { $shop }. This marketplace doesn’t bind a sign-in to this app, so someone else on this computer could have done that. Run “vitrine login” in a terminal, where you can confirm it. Nothing was saved.
cli-no-shop = no shop yet
cli-token-prompt = Paste your token and press Enter (it isn’t shown):
cli-refresh-token-prompt = Refresh token, or only Enter if you have none:
cli-token-ends = This token expires on { $date }.
cli-signed-in-next = Next: vitrine import Photos --dry-run
cli-signed-out = Signed out. The token was deleted from this computer.
cli-ignored = { $count ->
    [one] { $count } other file or folder was left out: no photo or spreadsheet, or one that another program keeps there, or a photo that is there in a better form.
   *[other] { $count } other files and folders were left out: no photos or spreadsheets, ones that other programs keep there, or photos that are there in a better form.
}
cli-planned = { $name } — { $has-price ->
    [yes] price { $price }
   *[no] no price
}, { $count ->
    [0] no photos
    [one] 1 photo
   *[other] { $count } photos
}
cli-planned-in-shop = { $name } — already in your shop
cli-planned-known = { $count ->
    [one] 1 product is already in { $shop } and would be skipped.
   *[other] { $count } products are already in { $shop } and would be skipped.
}
cli-planned-shop = the shop that you imported into from this computer
cli-planned-not-compared = This is without looking at your shop: nothing was imported into it from this computer yet.
cli-planned-problem = {"  "}{ $field }: { $problem }
cli-no-price = { $count ->
    [one] { $count } product has no price.
   *[other] { $count } products have no price.
} Create without a price? (y/n)
cli-slips-high = Prices about 10 times those of the others ({ $count }): { $names }
cli-slips-low = Prices about a tenth of those of the others ({ $count }): { $names }
cli-slips-stock = Stocks of 10,000 or more, which may be prices in the wrong column ({ $count }): { $names }
cli-slips-confirm = Create { $count ->
    [one] this product
   *[other] these { $count } products
} all the same? (y/n)
cli-planned-total = { $count ->
    [0] No product would be created.
    [one] 1 product would be created.
   *[other] { $count } products would be created.
}
cli-planned-blocked = { $count ->
    [one] 1 product would not be: what’s wrong with it is above.
   *[other] { $count } products would not be: what’s wrong with them is above.
}
# $photos is cli-photos, $shop one of the two below.
cli-importing = { $count ->
    [one] Importing 1 product ({ $photos }) into { $shop }
   *[other] Importing { $count } products ({ $photos }) into { $shop }
}
cli-photos = { $count ->
    [one] 1 photo
   *[other] { $count } photos
}
cli-shop-on-market = “{ $shop }” on { $market }
cli-shop = “{ $shop }”
cli-known = { $count ->
    [one] 1 of them is already in your shop and will be skipped.
   *[other] { $count } of them are already in your shop and will be skipped.
}
cli-sharing = { $count ->
    [one] 1 of them has a photo of a product from an earlier import, and would become a separate product: { $pairs }
   *[other] { $count } of them have photos of products from earlier imports, and would become separate products: { $pairs }
 }
cli-sharing-pair = “{ $name }” (in your shop: “{ $with }”)
cli-confirm-count = Create up to { $count } products? They can’t be removed with Vitrine. (y/n)
cli-nothing-created = Nothing was created.
cli-progress = { $done } of { $total } products{ $failed ->
    [0] {""}
   *[other] {" "}({ $failed } failed)
}, { $up } of { $photos } photos{ $left }
cli-progress-left = , { $left } left
cli-product-problem = { $name }: { $problem }. { $cause } { $remedy }

cli-equal-names = { $count ->
    [one] Your shop already had a product with the same name as 1 of these: { $names }. If both are the same product, delete one on your marketplace’s website.
   *[other] Your shop already had products with the same names as { $count } of these: { $names }. Where both are the same product, delete one on your marketplace’s website.
}
cli-unseen = { $count ->
    [one] 1 product was accepted without an ID, and your shop’s list doesn’t show it so far. Look for it in your shop.
   *[other] { $count } products were accepted without an ID, and your shop’s list doesn’t show them so far. Look for them in your shop.
}
cli-done-nothing = Nothing left to import.

# What to do next.
cli-other-values = { $count ->
    [one] 1 product that is already in the shop has other values in your files than when it was created.
   *[other] { $count } products that are already in the shop have other values in your files than when they were created.
} { $fields }. An import changes nothing in the shop. To send new prices and stocks: vitrine edit --sheet LIST
cli-other-values-of = { $field } ({ $count }): { $names }
cli-gone = Created before, and no longer in your shop’s list ({ $count }): { $names }. They aren’t created again. To do that, leave only them in your files and add --again.
cli-failed-hint = To fix what failed: vitrine report --failed --output failed.csv
cli-left-of-others = { $count ->
    [one] 1 product of another account’s import is waiting. Sign in to that account to resume it.
   *[other] { $count } products of other accounts’ imports are waiting. Sign in to those accounts to resume them.
}
cli-resume-hint = Nothing is lost. To resume, run “vitrine resume”.
cli-resume-no-question = Nothing is asked about “{ $name }”, or several products have this name. Use the product’s number from “vitrine resume --json”.
cli-waiting-paused = To resume, run “vitrine resume”.
cli-waiting-sign-in = Nothing is lost. Run “vitrine login”, then “vitrine resume”.
cli-waiting-rejections = Several products in a row were rejected for this reason. Once it’s fixed, run “vitrine resume”.
cli-waiting-first-differs = Nothing more is sent until you’ve looked at it. Then run “vitrine resume”.
cli-waiting-decision = Check in your shop whether they’re there. Then say it in Vitrine’s window, or here: “vitrine resume --there NAME” or “vitrine resume --not-there NAME”.
cli-waiting-storage = Nothing more is sent until this is fixed. Then run “vitrine resume”.

cli-products-id = ID
cli-products-total = { $count ->
    [one] 1 product.
   *[other] { $count } products.
}
# $age is the next one, $at a date with a time.
cli-products-saved = This list was read { $age } ago ({ $at }). To read the shop again, leave out --saved.
cli-products-age = { $unit ->
    [minutes] { $count ->
        [0] less than a minute
        [one] 1 minute
       *[other] { $count } minutes
    }
    [hours] { $count } hours
   *[other] { $count } days
}
cli-products-incomplete = Some products may be missing: the marketplace didn’t show its whole list. To read it again, run the command again.
cli-products-statuses = Statuses of these products: { $statuses }
cli-products-no-categories = The marketplace’s list doesn’t say which categories the products are in.
cli-products-no-times = The marketplace’s list doesn’t say when products were changed.
cli-report-saved = { $count ->
    [one] Wrote 1 product to { $path }
   *[other] Wrote { $count } products to { $path }
}
cli-webhook-added = Webhook { $id } added.
cli-webhook-maybe-added = The webhook may have been added. Before you add it again, look for it: vitrine webhook list
cli-webhook-service-maybe-added = The service may have been added. Before you add it again, look for it: vitrine webhook services
cli-webhook-added-no-id = Webhook added.
cli-webhook-changed = Webhook changed.
cli-webhook-deleted = Webhook deleted.
cli-webhook-joined = You were added to the webhook.
cli-webhook-tried = The practice shop delivers the event to your webhooks now.
cli-webhook-on = on
cli-webhook-off = off
cli-webhook-unanswered = no answer
cli-webhook-unconfirmed = not confirmed
cli-webhook-not-listed = This marketplace’s file doesn’t say where its webhooks are listed. These were added with this app.
cli-webhook-refused = Rejected requests: { $token } with a wrong token, { $other } for other reasons
cli-service-token-saved = New service token: { $token } (saved in the system keychain; “webhook add” puts it into webhooks, “webhook listen” accepts only events with it)
cli-service-token-saved-further = New service token for this marketplace: { $token } (saved in the system keychain; “webhook add” puts it into webhooks, “webhook listen --market” with the file of this marketplace accepts only events with it)
cli-service-token-made = New service token: { $token } (the system keychain can’t be reached; to use this token again, set VITRINE_SERVICE_TOKEN to it)
cli-demo-no-display = No display found. Running the demo in this terminal: sample photos become products in the practice shop.
cli-listening = Listening on { $address } (press Ctrl+C to stop)
cli-market-moved = To sign in again: vitrine login. If the marketplace moved and you trust the file: vitrine login --moved.
cli-market-moved-question = Did the marketplace move, and do you trust this file? (y/n)
cli-market-look-alike = To sign in there nevertheless: vitrine login.
cli-sign-in-anew-question = Sign in again at these addresses? (y/n)
cli-token-in-environment = In a terminal, you can also set VITRINE_TOKEN.
cli-results-saved = The results are in { $path }.
cli-results-none = The unfinished imports have no spreadsheet, so there are no results to save.

cli-check-report = Report. It contains no names, IDs, texts, or tokens, so you can send it to others.
cli-check-summary = { $count ->
    [0] Everything matches the marketplace file.
    [one] { $count } step doesn’t match the marketplace file.
   *[other] { $count } steps don’t match the marketplace file.
}

## Categories

cli-category = { $category }: { $count }
cli-category-none = Without a category: { $count }
cli-categories-unread = The categories aren’t known before the first sign-in, so none are shown.
cli-categories-outdated = The categories couldn’t be read again, so older ones are used.
cli-attributes-unread = { $count ->
    [one] { $count } product
   *[other] { $count } products
} in “{ $category }”: this category’s properties couldn’t be read.
cli-attributes-needed = Nothing was sent. Try again, or create these products without properties: --without-attributes
cli-resume-attributes-needed = These products are on hold. Try again, or create them without properties: vitrine resume --without-attributes
cli-attributes-unknown = The properties of some categories haven’t been read yet, so they aren’t checked here.
cli-contact-data = “{ $name }” contains “{ $text }”. Marketplaces often reject contact details.

## Changing products

cli-edit-change = { $name } ({ $id }): { $changes }
cli-edit-field = { $known ->
    [yes] { $field } from { $old } to { $new }
   *[no] { $field } to { $new }
}
cli-edit-row = Row { $row } ({ $key })
cli-edit-row-moved = { $name }: { $field } was { $old }, is now { $now } in your shop, and should become { $new }.
cli-edit-row-spelled = { $name }: { $field } is changed. The marketplace writes { $new } as { $now }.
cli-edit-begins = { $count ->
    [one] Changing 1 product in { $shop }
   *[other] Changing { $count } products in { $shop }
 }
cli-edit-confirm = Change { $count } products? (y/n)
cli-edit-confirm-unusual = { $count ->
    [one] 1 product gets a price at least 5 times its old one, or a fifth of it or less, or a stock of 10,000 or more. Change it? (y/n)
   *[other] { $count } products get a price at least 5 times their old one, or a fifth of it or less, or a stock of 10,000 or more. Change them? (y/n)
 }
cli-edit-nothing-changed = Nothing was changed.
cli-edit-progress = { $done } of { $total } products{ $left }
cli-edit-to-change = { $count } to change
cli-edit-equal = { $count } already up to date
cli-edit-refused = { $count } can’t be changed
cli-edit-not-found = { $count } not in the shop
cli-edit-moved = { $count } changed in your shop in the meantime
cli-edit-changed = { $count } changed
cli-edit-failed = { $count } not changed
cli-edit-in-review = { $count } waiting for approval
cli-edit-nothing = Nothing to change.
cli-edit-resume-hint = Nothing is lost. To resume, run “vitrine edit --resume”.
cli-edit-waiting-sign-in = Nothing is lost. Run “vitrine login”, then “vitrine edit --resume”.
cli-edit-moved-hint = Products that changed in your shop in the meantime were left alone. To overwrite them, run “vitrine edit --resume --overwrite”; to keep them, “vitrine edit --resume --keep”.
cli-edit-undo-hint = To undo this, run “vitrine edit --undo { $run }”.
cli-follow-begins = Following “{ $name }”: each time it’s saved, Vitrine compares it with your shop. Press Ctrl+C to stop.
cli-follow-in-step = Your shop is in step with the spreadsheet saved { $at }.
cli-follow-missing = The spreadsheet can’t be found right now. Vitrine keeps looking for it.
cli-follow-sends = { $count ->
    [one] Sending the stock of 1 product, as you allowed.
   *[other] Sending the stock of { $count } products, as you allowed.
}
cli-follow-saved-again = The spreadsheet was saved again in the meantime.
cli-follow-nothing-sent = Nothing was sent.
cli-follow-overwrite = Use the proposed values all the same? (y/n)
