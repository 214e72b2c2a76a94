### The words of the terminal.

cli-signed-in = Signed in as { $name }, shop { $shop }.
cli-signed-in-no-shop = Signed in as { $name }. This account has no shop yet: open one on the marketplace's site, then sign in again.
cli-sign-in-address = Sign in on the page that opens in your browser. If none opens, open this address:
cli-sign-in-paste = If the browser ends on a page that cannot be shown, paste its address here.
cli-token-ends = This token ends on { $date }. Sign in with a new one before that.
cli-signed-out = Signed out. The token is forgotten.
cli-planned = { $name } — { $count ->
    [one] 1 photo
   *[other] { $count } photos
}
cli-no-price = { $count ->
    [one] { $count } product has no price.
   *[other] { $count } products have no price.
} Create without a price? (y/n)
cli-planned-total = { $count ->
    [one] 1 product would be created.
   *[other] { $count } products would be created.
}
cli-progress = { $done } of { $total }: created { $created }, not created { $failed }, photos { $up } of { $photos }{ $left }
cli-progress-left = , { $left } left
cli-product-problem = { $name }: { $problem }. { $cause } { $remedy }
cli-done = Created { $created }, already there { $skipped }, not created { $failed }, still open { $waiting }.
cli-resume-hint = Nothing is lost: “vitrine resume” continues it.
cli-products-total = { $count ->
    [one] 1 product.
   *[other] { $count } products.
}
cli-report-saved = { $count ->
    [one] 1 product, written to { $path }
   *[other] { $count } products, written to { $path }
}
cli-webhook-added = The webhook was created. { $id }
cli-demo-no-display = There is no display here, so the demo runs in this terminal: sample photos become products of the practice shop.
cli-listening = Listening at { $address }. Ctrl-C stops.
cli-token-in-environment = In a terminal, the token can be given in VITRINE_TOKEN for each command instead.
