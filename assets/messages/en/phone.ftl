## Receiving photos from a phone: the dialog

phone-open = From your phone…
phone-title = Photos from your phone
phone-scan = Point your phone’s camera at this code and open the page that it finds. No app, no account: your phone and this computer only have to be on the same network.
phone-address = Or enter this address in your phone’s browser:
phone-code = QR code with the address for your phone
phone-network = Network
phone-network-wireless = Wi-Fi ({ $address })
phone-network-cable = Network cable ({ $address })
phone-network-other = Another network ({ $address })
phone-network-virtual = Network of another app ({ $address })
phone-network-this-computer = This computer only, to try it out
phone-plain = The photos travel inside your network without encryption, so use a network you trust; only the phone that scanned the code can send, and it sees nothing of your shop.
phone-preparing = Preparing…
phone-connected = { $count ->
    [one] Your phone is connected
   *[other] { $count } phones are connected
}
phone-nothing-yet = Take or choose photos on the phone. Products appear in the table behind this dialog as you finish them.
phone-received = { $photos } received, { $products } in the table
phone-progress = { $done } of { $all } photos received
phone-waiting = { $count ->
    [one] 1 photo isn’t in a product yet. Finish its product on the phone; until then it’s kept, even if you close Vitrine.
   *[other] { $count } photos aren’t in a product yet. Finish their products on the phone; until then they’re kept, even if you close Vitrine.
}
phone-add = Connect another phone
phone-done = Done
phone-idle-title = Receiving has ended
phone-idle-body = No phone has sent anything for 15 minutes. What was received is kept.
phone-again = Start again

## Receiving photos from a phone: the page on the phone

phone-page-title = Send photos to Vitrine
phone-page-connecting = Connecting…
phone-page-language = Language
phone-page-product = This product
phone-page-take = Take a photo
phone-page-choose = Choose photos
phone-page-name = Name
phone-page-price = Price
phone-page-optional = (optional)
phone-page-next = Finish this product
phone-page-roll = These are several products
phone-page-roll-help = For a whole camera roll: Vitrine proposes where each product begins, and you check it on the computer.
phone-page-sending = Sending: { $done } of { $all } photos
phone-page-sent = All photos are on the computer ({ $done })
phone-page-done = Connected. Take or choose photos of your first product.
phone-page-waiting-network = No connection. { $done } of { $all } photos sent; it continues automatically.
phone-page-keep-open = Keep this page open until everything is sent.
phone-page-kept = These photos are on the computer. Finish the product to add it to the table.
phone-page-products = Finished products
phone-page-product-sent = On the computer
phone-page-unnamed = No name
phone-page-photo = Photo { $count }
phone-page-one-photo = 1 photo
phone-page-photos = { $count ->
    [one] 1 photo
   *[other] { $count } photos
}
phone-page-remove = Remove photo { $count }
phone-page-retry = Edit
phone-page-state-waiting = Waiting
phone-page-state-sending = Sending…
phone-page-state-sent = Sent
phone-page-already = A photo that was already sent was left out.
phone-page-not-a-photo = Not a photo Vitrine can read
phone-page-too-large = File too large
phone-page-too-many = Too many photos: finish some products first
phone-page-disk-full = The computer’s disk is full
phone-page-failed = Not sent
phone-page-bad-price = The price isn’t a number
phone-page-bad-name = This name can’t be used
phone-page-ended-title = Not connected
phone-page-ended = The computer no longer receives photos. Open “{ phone-open }” in Vitrine again and scan the new code. What was sent is kept.
phone-page-other-phone = This code was already used. In Vitrine, press “{ phone-add }” and scan the new code.
phone-page-plain = Photos go straight to your computer over your network, without encryption. Use a network you trust.

## Receiving photos from a phone: in a terminal

phone-terminal-scan = Scan this code with your phone’s camera, or open this address on it: { $address }
phone-terminal-end = When all products are here, press Enter. Ctrl+C stops without importing.
phone-terminal-product = { $products } received, { $photos } in all

## Cards

card-separator = Next product
cards-print = Save cards to print…
cards-file-name = Cards
cards-help = Photograph a card before the photos of each product: Vitrine then knows which photos belong together. Products of the review that have no photos yet get a card with name, price, and SKU; otherwise the cards only begin the next product.
cli-cards-saved = { $count ->
    [one] 1 card saved to { $path }
   *[other] { $count } cards saved to { $path }
}
