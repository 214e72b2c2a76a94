### Problems, one for every `domain::Code`: the message says what happened, .cause why, .remedy what to do now.
### Always given: $subject, $expected, $field, $status, $wait; an unknown value is empty, and $has-subject, $has-expected,
### $has-field, $has-status, $has-page, $has-said and $has-wait are "yes" or "no". A quotation of the marketplace’s message is appended to the cause automatically (problem-quotation).

# Replaces $market (inside a sentence) and $Market (at its beginning) if the name is unknown.
problem-unnamed-market = the marketplace
    .start = The marketplace
problem-practice-market = the practice shop
    .start = The practice shop
problem-quotation = Details: “{ $said }”
problem-market-quotation = { $Market } says: “{ $said }”
problem-page-quotation = The page says: “{ $said }”

## Signing in (contract section 7)

problem-invalid_client = { $Market } doesn’t recognize this app
    .cause = The client ID or client secret doesn’t match { $market }’s records.
    .remedy = Compare the client ID in the marketplace settings with the developer panel, enter the client secret again, and sign in again.
problem-redirect_uri_mismatch = The redirect URI doesn’t match
    .cause = { $has-subject ->
        [yes]
            Vitrine sent “{ $subject }”. { $has-expected ->
                [yes] { $Market } has “{ $expected }” on record.
               *[no] { $Market } has a different one on record.
            }
       *[no] The redirect URI Vitrine sent isn’t the one { $market } has on record.
    }
    .remedy = Make the two identical, character for character: protocol, host name, port, path, and trailing slash. Then sign in again.
problem-invalid_grant = The sign-in code isn’t valid anymore
    .cause = A code works only once and only for a short time. This one was already used, has expired, or is wrong.
    .remedy = Start signing in again.
problem-invalid_scope = A requested permission isn’t allowed
    .cause = { $has-subject ->
        [yes] { $Market } doesn’t know these permissions or doesn’t grant them to this app: { $subject }.
       *[no] { $Market } doesn’t grant this app every permission it asked for.
    }
    .remedy = Make the permissions (“scopes”) in the marketplace file match the developer panel, then sign in again.
problem-sign_in_refused = Sign-in was rejected
    .cause = { $Market } ended the sign-in, or access was denied on its page.
    .remedy = Sign in again and allow access on { $market }’s page.
problem-sign_in_unfinished = Sign-in wasn’t completed
    .cause = The browser didn’t return from { $market }’s page in time.
    .remedy = Sign in again and allow access on the page that opens.
problem-sign_in_needed = You’re not signed in
    .cause = There’s no token for this marketplace, or it has expired.
    .remedy = Sign in to continue. Nothing has been lost.
problem-other_account = This import belongs to another account
    .cause = { $has-subject ->
        [yes] “{ $subject }” started it, and only that account can resume it.
       *[no] Another account started it, and only that account can resume it.
    }
    .remedy = Sign in with the account that started it, or start a new import.
problem-market_moved = { $has-expected ->
        [yes] This file sends your shop’s token to { $subject } instead of { $expected }
       *[no] { $has-subject ->
            [yes] This file sends your shop’s token to { $subject }
           *[no] This file sends your shop’s token to other addresses
        }
    }
    .cause = { $has-expected ->
        [yes] It has the name of a marketplace you used before, but another address. Nothing was sent.
       *[no] Vitrine noted no addresses when your token was saved, so it can’t tell whether it belongs there. Nothing was sent.
    }
    .remedy = If you aren’t sure, sign in again: then nothing you saved before is used here. If the marketplace moved and you trust the file, say so, and everything continues here.
problem-market_look_alike = { $has-expected ->
        [yes] This file isn’t for { $market }: it sends your shop’s token to { $subject } instead of { $expected }
       *[no] { $has-subject ->
            [yes] This file isn’t for the practice shop: it sends your shop’s token to { $subject }
           *[no] This file isn’t for the practice shop
        }
    }
    .cause = It has the name of a marketplace that comes with Vitrine, but other addresses. Nothing was sent.
    .remedy = Sign in only if you know who wrote this file. Otherwise choose the marketplace from the list.
problem-no_vendor = This account has no shop
    .cause = You need a shop to add products, and this account doesn’t have one.
    .remedy = Open a shop on { $market }’s website, or sign in with an account that has one.
problem-no_keychain = Your token can’t be stored securely on this computer
    .cause = Vitrine can’t reach { -keychain }, or it isn’t responding.
    .remedy = Stay signed in for this session only, or unlock { -keychain } and try again.
problem-keychain = Couldn’t use { -keychain }
    .cause = It’s locked, or it denied access.
    .remedy = Unlock { -keychain } and try again, or stay signed in for this session only.

## Answers of the marketplace

problem-unauthorized = { $Market } didn’t accept your token
    .cause = The token was mistyped, has expired, or was revoked.
    .remedy = Sign in again with a new token. Waiting products are kept.
problem-forbidden = Your token doesn’t allow this
    .cause = { $has-subject ->
        [yes] Your token is missing the permission “{ $subject }”.
       *[no] Your token is missing a permission this needs.
    }
    .remedy = Sign in again and allow this permission. If you use a pasted token, create one that includes it in the developer panel.
problem-unprocessable = { $has-field ->
    [yes] { $Market } didn’t accept “{ $field }”
   *[no] { $Market } didn’t accept what was sent
}
    .cause = { $has-field ->
        [yes] The value is missing or isn’t allowed.
       *[no] Something is missing or isn’t allowed. { $Market } didn’t say which field.
    }
    .remedy = { $has-field ->
        [yes] Change “{ $field }” and try again.
       *[no] If this is a product, check its name, price, stock, and photos against { $market }’s rules. If you’re signing in, check the client ID, redirect URI, and permissions. Then try again.
    }
problem-refused = { $has-field ->
    [yes] { $Market } rejected “{ $field }”
   *[no] { $Market } rejected the request
}
    .cause = { $has-status ->
        [yes] It returned error { $status }.
       *[no] It returned an error.
    }
    .remedy = { $has-field ->
        [yes] Change “{ $field }” and try again.
       *[no] Change what { $market } objects to and try again. If everything looks right, contact { $market }’s support.
    }
## The same for a product (the advice for its own fields is in names.ftl)

problem-product = { $Market } didn’t accept this product
    .cause = { $has-said ->
        [yes] It doesn’t meet one of { $market }’s rules.
       *[no] { $has-status ->
            [yes] { $Market } gave no reason (error { $status }).
           *[no] { $Market } gave no reason.
        }
    }
    .remedy = Compare the name, price, stock, and photos with { $market }’s rules. If everything looks right, contact { $market }’s support.
problem-product-photo = { $Market } didn’t accept the photo “{ $subject }”
    .cause = { $has-said ->
        [yes] It doesn’t meet one of { $market }’s rules for photos.
       *[no] It may not follow { $market }’s rules for photos.
    }
problem-product-unknown-field = “{ $field }” isn’t in the form. It is set in the marketplace file, under [create]. Correct it there, or ask whoever set up the file.

# Appended to the remedy where the reply to a new product was lost.
problem-product-nothing-twice = Nothing is created twice: Vitrine checks your shop first.

## The same for the product list

problem-list = { $Market } rejected the request for your product list
    .remedy = Check the [list] section of the marketplace file against { $market }’s documentation, or ask whoever set up the file.

## Other answers

problem-not_found = Not found on { $market }
    .cause = { $has-subject ->
        [yes] “{ $subject }” was removed, or an address in the marketplace file is wrong.
       *[no] It was removed, or an address in the marketplace file is wrong.
    }
    .remedy = Refresh the list. If this happens everywhere, check the addresses in the marketplace file.
problem-payload_too_large = { $Market } says the photo is too large
    .cause = { $has-subject ->
        [yes] It rejected “{ $subject }” even at the smallest size Vitrine could make.
       *[no] The photo is larger than { $market } accepts.
    }
    .remedy = Use another photo, or ask { $market } for its size limit and set it in the marketplace file.
problem-too_many_requests = { $Market } asked Vitrine to slow down
    .cause = It accepts only a limited number of requests at a time.
    .remedy = { $has-wait ->
        [yes] Wait { $wait }. If nothing happens then, try again.
       *[no] Wait a moment. If nothing happens, try again in a minute.
    }
problem-server_error = { $Market } is having trouble
    .cause = { $has-page ->
        [yes] A web page with error { $status } came instead of a reply. It’s from { $market }’s server or from something in between, such as a firewall or a Wi-Fi sign-in.
       *[no] { $has-status ->
            [yes] Its server returned error { $status }. This isn’t caused by what you sent.
           *[no] Its server failed. This isn’t caused by what you sent.
        }
    }
    .remedy = { $has-page ->
        [yes] Wait a few minutes and try again. If it continues, open any web page in your browser to see whether your network lets you through.
       *[no] Wait a few minutes and try again.
    }
problem-unexpected_answer = { $Market }’s reply couldn’t be read
    .cause = The reply doesn’t match { $market }’s documentation. A Wi-Fi sign-in page may have answered instead.
    .remedy = Open { $market } in your browser to check that you’re online and signed in to the Wi-Fi. If you are, check the addresses in the marketplace file.
problem-file_id_taken = { $has-subject ->
    [yes] “{ $subject }” got the ID of another photo
   *[no] A photo got the ID of another one
}
    .cause = { $Market } answered two different photos with one ID, so this product could show the other’s photo.
    .remedy = Try again later. If it happens again, rename the photo, or ask { $market } for help.
problem-answer_too_large = { $Market }’s reply is too large
    .cause = It sent far more data than expected, so Vitrine stopped reading.
    .remedy = Check the addresses in the marketplace file. If they’re right, contact { $market }’s support.
problem-file_id_unusable = { $Market } gave a photo an ID that products can’t use
    .cause = Products take photos by number, and this ID isn’t a number.
    .remedy = No product was created with this photo. Check the address for photos in the marketplace file, and tell { $market }’s support.
problem-foreign_answer = Something in between answered instead of { $market }
    .cause = { $has-status ->
        [yes] A page or notice came back that isn’t { $market }’s (status { $status }). Firewalls, proxies, filters, and Wi-Fi sign-ins send those. It says nothing about your token or your products.
       *[no] A page or notice came back that isn’t { $market }’s. Firewalls, proxies, filters, and Wi-Fi sign-ins send those. It says nothing about your token or your products.
    }
    .remedy = Open any web page in your browser, and follow a sign-in page or notice if one appears. Otherwise use another network, or turn your VPN off or on. If other pages work, check the addresses in the marketplace file. You don’t need to sign in to { $market } again.
problem-redirect_refused = { $Market } redirected to another address
    .cause = { $has-subject ->
        [yes] It pointed to “{ $subject }”. Vitrine never sends your token to another address, so it didn’t follow.
       *[no] Vitrine never sends your token to another address, so it didn’t follow.
    }
    .remedy = Open any web page in your browser: a Wi-Fi sign-in redirects, too. If { $market } has moved, update its addresses in the marketplace file.

## Connecting to the marketplace

problem-unreachable = { $has-subject ->
    [yes] Couldn’t connect to “{ $subject }”
   *[no] Couldn’t connect to { $market }
}
    .cause = You’re offline, a firewall is blocking the connection, or { $market } is down. Nothing was sent.
    .remedy = Check your internet connection; a Wi-Fi network may ask you to sign in on its own page first. Turn your VPN off, or on if you usually need one, and try again.
problem-tls = { $has-subject ->
    [yes] Couldn’t connect securely to “{ $subject }”
   *[no] Couldn’t connect securely to { $market }
}
    .cause = Its certificate isn’t valid on this computer, the computer’s clock is wrong, or something in between (a VPN, an antivirus program, or the network) interferes. Nothing was sent.
    .remedy = Check this computer’s date and time, and sign in to the Wi-Fi if it asks you to. Turn your VPN off, or on if you usually need one, or try another network.
problem-timed_out = { $has-subject ->
    [yes] “{ $subject }” took too long to respond
   *[no] { $Market } took too long to respond
}
    .cause = Your connection is slow or { $market } is busy. Your request may have arrived.
    .remedy = Check your internet connection. Turn your VPN off, or on if you usually need one, and try again.
problem-connection_lost = The connection was lost before the reply arrived
    .cause = The network was interrupted. Your request may have arrived.
    .remedy = Check your internet connection. Turn your VPN off, or on if you usually need one, and try again.

## Problems found before anything was sent

problem-invalid_field = { $has-field ->
    [yes] “{ $field }” needs a different value
   *[no] A value can’t be used
}
    .cause = The value isn’t valid.
    .remedy = Change it and try again.
problem-file_unreadable = { $has-subject ->
    [yes] Couldn’t open “{ $subject }”
   *[no] Couldn’t open a file
}
    .cause = It was moved or deleted, is still being copied, isn’t a file, or you don’t have permission to open it.
    .remedy = Check that it’s still there and opens in another app, then add it again.
problem-file_empty = { $has-subject ->
    [yes] “{ $subject }” is empty
   *[no] A file is empty
}
    .cause = The file has no content. It may not have been copied completely.
    .remedy = Copy it again from the original, then add it again.
problem-not_a_photo = { $has-subject ->
    [yes] “{ $subject }” isn’t a photo
   *[no] A file isn’t a photo
}
    .cause = Despite its name, the file doesn’t contain an image.
    .remedy = Remove it, or add the photo itself.
problem-photo_damaged = { $has-subject ->
    [yes] “{ $subject }” is damaged
   *[no] A photo is damaged
}
    .cause = Part of the file is missing. It may not have been copied completely.
    .remedy = Copy it again from the camera or phone, or use another photo.
problem-photo_too_large = { $has-subject ->
    [yes] “{ $subject }” is too large
   *[no] A photo is too large
}
    .cause = It can’t be reduced to { $market }’s limit, or it has more pixels than Vitrine can handle.
    .remedy = Save a smaller version in a photo app and add that.
problem-photo_format_unsupported = { $has-subject ->
    [yes] The format of “{ $subject }” isn’t supported
   *[no] This image format isn’t supported
}
    .cause = Vitrine can’t open AVIF photos, RAW files from cameras, or videos. It opens JPEG, HEIC, PNG, WebP, GIF, BMP, and TIFF.
    .remedy = Save it as JPEG in a photo app and add that.
problem-market_file = { $has-subject ->
    [yes] Couldn’t use the marketplace file “{ $subject }”
   *[no] Couldn’t use the marketplace file
}
    .cause = Something in it is missing, misspelled, or not allowed.
    .remedy = Fix the line shown, then open the file again.
problem-sheet = { $has-subject ->
    [yes] Couldn’t use the spreadsheet “{ $subject }”
   *[no] Couldn’t use the spreadsheet
}
    .cause = It can’t be read as a table.
    .remedy = Save it again in your spreadsheet program, and add it again.
problem-nothing_found = { $has-subject ->
    [yes] No photos found in “{ $subject }”
   *[no] No photos found
}
    .cause = None of the files are images.
    .remedy = Add a folder of photos, or the photos themselves.
problem-no_price = Products without a price: { $subject }
    .cause = Nothing was created. Without a price, { $market } might list products as free or reject them.
    .remedy = Set one for all with --set primary_price=…, fill in the column in your spreadsheet, or add --yes to create them without a price.
problem-sheet_conflict = Worksheets differ about the same product
    .cause = { $has-subject ->
        [yes] In “{ $subject }”, several worksheets have the same product with different values.
       *[no] Several worksheets have the same product with different values.
    }
    .remedy = Add --prefer earlier or --prefer later: whose values count, those of the worksheet that comes first or last.
problem-sheet_columns = { $has-subject ->
    [yes] Which columns of “{ $subject }” should be used?
   *[no] Which columns of the spreadsheet should be used?
 }
    .cause = Nothing was sent. The columns that may be meant are listed above, each with an example.
    .remedy = Add --column HEADING=FIELD, such as --column "Unit price=primary_price"; can be repeated. Instead of the heading, you can write the column’s letter: B=primary_price.
problem-no_column = { $has-subject ->
    [yes] The spreadsheet has no column “{ $subject }”
   *[no] The spreadsheet has no such column
}
    .cause = Nothing was sent. No heading is written like this, or several are, and no column has this letter.
    .remedy = Check --column: write the heading as it is in the spreadsheet, or the column’s letter, as in B=primary_price.
problem-price_unit = { $has-subject ->
    [yes] Which unit are the prices in “{ $subject }” in?
   *[no] Which unit are the prices in the spreadsheet in?
 }
    .cause = Nothing was sent. The spreadsheet and { $market } may use different units, so prices could be 10 or even 10,000 times too high or too low.
    .remedy = Add --price-unit toman or --price-unit rial: the unit of the numbers in the spreadsheet; thousand-toman or million-toman where zeros are left out. They are converted if necessary.
problem-no_template = { $has-subject ->
    [yes] Your shop has no template “{ $subject }”
   *[no] Your shop has no such template
}
    .cause = { $has-expected ->
        [yes] Nothing was imported. The templates of this shop are: { $expected }.
       *[no] Nothing was imported. This shop has no templates yet.
    }
    .remedy = Save the template in the window, in the review of an import, or check its name.
problem-no_import = { $has-subject ->
    [yes] Import { $subject } doesn’t exist
   *[no] No imports yet
}
    .cause = Vitrine keeps a record of every import on this computer and can’t find this one.
    .remedy = Leave out the number to use your last import, or check that you’re using the same data folder.
problem-folder_loop = { $has-subject ->
    [yes] The folder “{ $subject }” contains itself
   *[no] A folder contains itself
}
    .cause = A link inside the folder points back to it. Vitrine searched the folder only once.
    .remedy = No action needed. If photos are missing, remove the link.
problem-outside_dropped = { $has-subject ->
    [yes] “{ $subject }” isn’t in the folder you added
   *[no] A file isn’t in the folder you added
}
    .cause = { $has-expected ->
        [yes] It leads to “{ $expected }”, which you didn’t add. Vitrine left it out: a folder or a spreadsheet from someone else could otherwise publish your own files.
       *[no] It leads to a place that you didn’t add. Vitrine left it out: a folder or a spreadsheet from someone else could otherwise publish your own files.
    }
    .remedy = If it belongs in your shop, add that file or folder, too, or copy it into your folder. If not, remove it there.
problem-photo_on_web = { $has-subject ->
    [yes] Photos on the web instead of files, in rows { $subject }
   *[no] Photos on the web instead of files
}
    .cause = { $has-expected ->
        [yes] The spreadsheet names addresses such as “{ $expected }”. Vitrine takes photos from your computer and doesn’t fetch any from the internet, so these products are here without them.
       *[no] The spreadsheet names addresses. Vitrine takes photos from your computer and doesn’t fetch any from the internet, so these products are here without them.
    }
    .remedy = Download the photos into your folder, write their file names into the spreadsheet, and add both again. You can also drop photos onto each product here.
problem-photo_on_other_computer = { $has-subject ->
    [yes] Photos on another computer, in rows { $subject }
   *[no] Photos on another computer
}
    .cause = { $has-expected ->
        [yes] The spreadsheet names paths such as “{ $expected }”, which this computer doesn’t have, so these products are here without them.
       *[no] The spreadsheet names paths that this computer doesn’t have, so these products are here without them.
    }
    .remedy = Copy these photos into your folder and add it: Vitrine finds them by their file names. You can also drop photos onto each product here.
problem-file_elsewhere = { $has-subject ->
    [yes] “{ $subject }” isn’t on this computer yet
   *[no] A file isn’t on this computer yet
}
    .cause = Its folder has only a placeholder: the file itself is still in iCloud, OneDrive, or another cloud, or wasn’t copied completely.
    .remedy = Open its folder, choose “Download Now” or “Always keep on this device” for the file, wait until it’s there, then add the folder again.
problem-file_packed = { $has-subject ->
    [yes] “{ $subject }” is an archive
   *[no] A file is an archive
}
    .cause = Vitrine doesn’t look inside ZIP, RAR, and other archives. Photos in it were left out.
    .remedy = Unpack it in its folder (“Extract all”), then add the folder that it makes.

## This computer

problem-storage = { $has-subject ->
    [yes] Couldn’t save to “{ $subject }”
   *[no] Couldn’t save Vitrine’s data
}
    .cause = The disk is full or read-only, or you don’t have permission to write there.
    .remedy = Free up some space or allow writing, then try again.
problem-storage_damaged = { $has-subject ->
    [yes] “{ $subject }” is damaged
   *[no] Vitrine’s data is damaged
}
    .cause = The file’s contents aren’t what Vitrine wrote. The file is left unchanged.
    .remedy = Restore a backup, or start with another data folder. Check your shop before you import again.
problem-storage_newer = { $has-subject ->
    [yes] “{ $subject }” belongs to a newer Vitrine
   *[no] The data belongs to a newer Vitrine
}
    .cause = A newer version of Vitrine has used this data. Nothing is damaged; this version can’t read it and leaves it unchanged.
    .remedy = { $has-expected ->
        [yes] Install Vitrine { $expected } or newer, and start it again. Don’t restore a backup: products that were created since would be created twice.
       *[no] Install the newest Vitrine, and start it again. Don’t restore a backup: products that were created since would be created twice.
    }
problem-turn_taken = The sign-in is being renewed elsewhere
    .cause = Another window or terminal with Vitrine on this computer has been renewing this sign-in for a while and hasn’t finished.
    .remedy = Close Vitrine’s other windows, then try again. Nothing is lost.
problem-already_running = Vitrine is already open
    .cause = { $has-subject ->
        [yes] Another window is using “{ $subject }”.
       *[no] Another window is using the same data.
    }
    .remedy = Use that window, or close it first.
problem-other_marketplace = These files were meant for another marketplace
    .cause = { $has-subject ->
        [yes] Vitrine was started with “{ $subject }”, but this window is for another marketplace. Nothing was added.
       *[no] Vitrine was started with a different marketplace than the one in this window. Nothing was added.
    }
    .remedy = Switch to that marketplace in this window, then drop the files again.
problem-port_taken = { $has-subject ->
    [yes] Another app is using “{ $subject }”
   *[no] Another app is using the redirect URI
}
    .cause = After sign-in, { $market } sends your browser to this address on your computer, and it’s in use.
    .remedy = Close the other app and try again, or sign in manually and paste the address your browser ends on.
problem-port_refused = { $has-subject ->
    [yes] This computer doesn’t let Vitrine use port “{ $subject }”
   *[no] This computer doesn’t let Vitrine use the port
}
    .cause = No other app is in the way. Systems keep some ports for themselves: Linux and macOS those below 1024, and Windows ranges that it reserves.
    .remedy = Choose another port, such as 8765. For a sign-in, register a redirect URI with it, or sign in manually and paste the address your browser ends on.
problem-no_network = This computer isn’t on a network
    .cause = Your phone can only reach Vitrine over a network that both are on, and there is none or it can’t be used.
    .remedy = Check that the computer and the phone are connected to the same Wi-Fi, then try again.
problem-ambiguous = { $has-subject ->
    [yes] Vitrine can’t tell whether “{ $subject }” was created
   *[no] Vitrine can’t tell whether the product was created
}
    .cause = No reply arrived, and the product list doesn’t show which product it is.
    .remedy = Check your shop, then tell Vitrine whether the product is there.
problem-not_listed = { $has-subject ->
    [yes] “{ $subject }” was accepted, but isn’t in your product list
   *[no] The product was accepted, but isn’t in your product list
}
    .cause = { $Market } took the request, and its product list still doesn’t show the product. It may be hidden, waiting for approval, or never created.
    .remedy = Check your shop, then tell Vitrine whether the product is there. Until then, it isn’t sent again.
problem-listed_twice = { $has-subject ->
    [yes] “{ $subject }” is in your shop twice
   *[no] A product is in your shop twice
}
    .cause = Two products in your list have this name and this photo, and Vitrine sent it once. Perhaps something on the way to { $market } repeats requests.
    .remedy = Look at both in your shop. If they are the same product, remove one of them. If it happens to each product, don’t continue, and ask { $market } for help.
problem-not_as_sent = { $has-subject ->
    [yes] { $field } of the first product: “{ $expected }” was sent, “{ $subject }” is in your shop
   *[no] The first product isn’t in your shop as it was sent
}
    .cause = Vitrine creates the first product of a shop alone and reads it back, because a mistake would be in all others too.
    .remedy = Check this product in your shop before the others are created. Continue if it’s right, for example because it was just sold. Otherwise, cancel and correct the products or the marketplace file.
problem-cancelled = Stopped
    .cause = It was stopped before it was done.
    .remedy = You can start it again at any time.
problem-internal = Something went wrong in Vitrine
    .cause = This is a bug in Vitrine, not something you did.
    .remedy = Try again. If it keeps happening, restart Vitrine and report the problem, including what you did last.

## Errors of a field’s value

field-error-missing = Required by this marketplace.
    .remedy = Enter a value.
    .brief = Required
field-error-too-long = At most { $limit } characters; this has { $length }.
    .remedy = Shorten it.
    .brief = Too long
field-error-too-many = At most { $limit } items; there are { $count }.
    .remedy = Remove some.
    .brief = At most { $limit }
field-error-not-a-whole-number = Enter a whole number.
    .remedy = For example, 12.
    .brief = Whole number
field-error-ambiguous = This number can be read in two ways.
    .remedy = Leave out points and commas, for example 250000.
    .brief = Unclear
field-error-negative = Can’t be less than 0.
    .remedy = Enter 0 or more.
    .brief = 0 or more
field-error-not-positive = Must be more than 0.
    .remedy = Enter a number above 0.
    .brief = More than 0
field-error-too-large = This number is too large.
    .remedy = Check for extra digits.
    .brief = Too large
field-error-not-a-flag = Must be yes or no.
    .remedy = Enter yes or no.
    .brief = Yes or no
field-error-too-short = { $length ->
    [one] { $length } character
   *[other] { $length } characters
}; at least { $limit } are needed.
    .remedy = Write a little more, or leave it empty.
    .brief = Too short
field-error-too-small = Must be at least { $min }.
    .remedy = Enter { $min } or more.
    .brief = { $min } or more
field-error-above-maximum = Must be at most { $max }.
    .remedy = Enter { $max } or less.
    .brief = { $max } or less
field-error-unknown-choice = “{ $text }” isn’t one of the choices here.
    .remedy = Choose one from the list.
    .brief = Not in the list
field-error-ambiguous-choice = Several categories are called “{ $text }”.
    .remedy = Add the category above it, as in “Rugs / Kilim”, or enter its ID.
    .brief = Several match
field-error-not-a-leaf = “{ $text }” has subcategories.
    .remedy = Choose one of its subcategories.
    .brief = Too general
field-error-missing-attribute = “{ $title }” is required in this category.
    .remedy = Enter a value for it.
    .brief = Incomplete
field-error-unit-unknown = The unit of the spreadsheet’s prices isn’t known yet. Choose it first.
field-error-attributes-unknown = This category’s properties aren’t loaded yet.
    .remedy = Load its properties again, or create the product without them.
    .brief = Not loaded yet
field-error-not-dimensions = Enter length × width × height.
    .remedy = For example, 30×20×10.
    .brief = Like 30×20×10
field-error-not-pairs = Enter name=value.
    .remedy = For example, Material=Wool. Separate several with semicolons.
    .brief = name=value
field-error-not-variants = Enter variants of one product, with the same properties.
    .remedy = For example, Size=L | 250000 | 3; Size=M | 240000 | 5.
    .brief = Like Size=L | 250000 | 3
field-error-repeated-variant = The variant “{ $text }” is there twice.
    .remedy = Remove one of the two, or give it another size, color, or whatever sets your variants apart.
    .brief = Variant twice
field-error-variants-without = Some variants have none: { $text }.
    .remedy = Enter a value for each of them.
    .brief = Not for each variant
field-error-not-computed = The formula’s result isn’t saved in your spreadsheet.
    .remedy = Type the value here, or open the file in your spreadsheet program, save it, and drop it again.
    .brief = No result saved
field-error-error-value = The cell shows an error instead of a value.
    .remedy = Type the value here, or correct the formula in your spreadsheet, save it, and drop it again.
    .brief = Shows an error
field-error-garbled = Letters of this text are lost: the file has question marks or other signs in their place.
    .remedy = Type it here, or save the original again as an Excel file or as “CSV UTF-8”, and drop that.
    .brief = Letters lost
field-error-digits-lost = A spreadsheet program shortened this number, and its last digits are lost.
    .remedy = Type the whole number here. Or format its column as text in your spreadsheet, correct it, save it, and drop it again.
    .brief = Digits lost
field-error-weight-unit = This weight may be in grams or in kilograms.
    .remedy = Type it in grams. Or name the unit in the heading, such as “Weight (kg)”.
    .brief = Grams or kilograms?
field-error-range = This is a range, not one number.
    .remedy = Enter one number.
    .brief = Not one number
field-error-on-request = The spreadsheet has words here instead of a price.
    .remedy = Enter a price. A product can’t be created without one.
    .brief = No price
field-error-several-numbers = There are several numbers here.
    .remedy = Enter one number.
    .brief = Several numbers
field-error-shifted = This row of the spreadsheet has more cells than there are headings, so its values may stand in the wrong columns.
    .remedy = Type the value here. Or put text and numbers that contain a comma in quotation marks in the file, and drop it again.
    .brief = Wrong column?
field-error-no-unit = Prices of this column are in different units, and this one names none.
    .remedy = Type the price here, or write its unit into the cell.
    .brief = Unit?
field-error-other-unit = This is in a unit that Vitrine doesn’t convert.
    .remedy = Type it here, converted.
    .brief = Other unit
field-error-of-several = The spreadsheet says this is the price of a dozen, a carton, or another unit of several pieces.
    .remedy = Type the price of one piece here.
    .brief = Price of several
field-error-phone-number = This looks like the number of a telephone or a bank card.
    .remedy = Type the right number here.
    .brief = Telephone or card
field-error-shared-stock = The spreadsheet has one number for several products together.
    .remedy = Type how many of this product there are.
    .brief = How many of these?
field-error-approximate = The spreadsheet says “about”, so this isn’t the exact number.
    .remedy = Enter the exact number.
    .brief = Not exact
field-error-hidden-value = The number format of this cell hides its value in your spreadsheet program.
    .remedy = If the value counts, type it here.
    .brief = Hidden there
field-error-added = This is added to another number, such as what a size costs more.
    .remedy = Type the whole number here.
    .brief = Added
field-error-leads-out = One of its photos isn’t in the folder you added.
    .remedy = Add that file or folder, too, or remove the photo.
field-error-damaged-photo = One of its photos is damaged.
    .remedy = Use another photo, or remove this one.
    .brief = Damaged photo
field-error-unusable-photo = One of its photos can’t be used.
    .remedy = Use another photo, or remove this one.
field-error-not-taken = This marketplace has no such field.
    .remedy = Leave it out.
    .brief = Not used here
field-error-no-code = This address doesn’t contain a sign-in code.
    .remedy = Allow access on { $market }’s page first. Then paste the full address of the page your browser ends on; it contains “code=”.
field-error-consent-page = This is the address of the sign-in page itself.
    .remedy = Open it in your browser and allow access. Then paste the address of the page your browser ends on.
field-error-other-sign-in = This address is from a different sign-in.
    .remedy = Use the page that just opened, and paste the address your browser ends on.
problem-no_display = Couldn’t open a window
    .cause = { $has-subject ->
        [yes] The window needs the library “{ $subject }”.
       *[no] There’s no display, or its graphics driver doesn’t work.
    }
    .remedy = { $has-subject ->
        [yes] Install it, or use the terminal commands: “vitrine --help” lists them.
       *[no] Start Vitrine on a desktop and update its graphics driver, or use the terminal commands: “vitrine --help” lists them.
    }
problem-unknown_renderer = Unknown renderer
    .cause = The environment variable VITRINE_RENDERER says how the window is drawn.
    .remedy = Correct it, or remove it to let Vitrine choose.
problem-no_dialog = Couldn’t open the file chooser
    .cause = This desktop doesn’t provide one.
    .remedy = Drag files into this window instead. On Linux, you can install “xdg-desktop-portal” or “zenity” to get one.
problem-no_market = No marketplace selected
    .cause = { $has-subject ->
        [yes] The marketplace file of “{ $subject }” isn’t where it was.
       *[no] None was given, and none has been used on this computer before.
    }
    .remedy = Choose a marketplace file. In a terminal, use --market with a file, or with the name of a ready-made one: basalam.

## What exactly is wrong, found by Vitrine itself

diagnostic-at-line = Line { $line }, column { $column }: { $what }
diagnostic-at-row = Row { $row }: { $what }
diagnostic-syntax = This isn’t valid TOML. Details: “{ $said }”
diagnostic-wrong-type = This key needs a different type of value. Details: “{ $said }”
diagnostic-not-a-ratio = “{ $text }” isn’t a ratio. Enter width and height with a colon, such as "3:4".
diagnostic-unknown-key = The key “{ $key }” isn’t known. Allowed here: { $allowed }.
diagnostic-missing-key = The key “{ $key }” is missing.
diagnostic-missing-key-of-layout = The key “{ $key }” is missing. The layout chosen in the file needs it.
diagnostic-not-allowed = “{ $value }” isn’t allowed here. Allowed: { $allowed }.
diagnostic-empty = This value can’t be empty.
diagnostic-out-of-range = Enter a number from { $min } to { $max }.
diagnostic-not-one-scope = A scope is one word. List several as ["a", "b"].
diagnostic-unit = Enter rial, toman, or a currency name or symbol of up to { $limit } characters, such as €.
diagnostic-toman-without-rial = toman_beside and enter only work where prices are in rial: unit = "rial".
diagnostic-not-a-path = Enter a path that begins with a slash, such as /v1/categories.
diagnostic-not-a-page-address = It needs an http or https address with {"{"}id{"}"} in place of the product ID.
diagnostic-path-without-id = The path needs {"{"}id{"}"} in place of the category ID.
diagnostic-not-a-plain-value = “{ $key }” takes text, a number, true or false, or a list of these.
diagnostic-cell-value = “{ $text }”.
diagnostic-not-text = This isn’t a text file. Save it in your spreadsheet program as an Excel file or as “CSV UTF-8”.
diagnostic-formula-without-value = The cell has a formula, but its result isn’t saved in the file. Open the file in your spreadsheet program, save it, and drop it again.
diagnostic-error-value = The cell shows the error { $text }. Correct its formula in your spreadsheet program, save the file, and drop it again.
diagnostic-named-by-sheet = The spreadsheet names it.
diagnostic-sheet-protected = A password protects the file. Open it in your spreadsheet program, save a copy without the password, and drop that.
diagnostic-numbers-file = This is a Numbers file. In Numbers, choose File > Export To > Excel, and drop the new file.
diagnostic-table-turned = Its products are in columns, with their fields below each other. Each product needs a row: copy the table, choose Paste Special > Transpose in your spreadsheet program, save, and drop the file again.
diagnostic-pivot-table = It’s a summary (pivot table) of another list. Add the list that it was made from.
diagnostic-no-rows = No row of it names a product. Fill in a row for each product below the headings, save the file, and drop it again.
diagnostic-text-document = This is a text document, such as Word’s. Copy its table into a spreadsheet, save it, and drop that.
diagnostic-pdf = This is a PDF file, which has no cells. Ask whoever made it for the Excel file, or copy its table into a spreadsheet, save it, and drop that.
diagnostic-google-sheet = This file is only a link to a Google spreadsheet. Open it in your browser, choose File > Download > Microsoft Excel, and drop the downloaded file.
diagnostic-data-file = This file (JSON or XML) is made for programs and isn’t a spreadsheet. Where you got it, choose Excel or CSV instead, and drop that.
diagnostic-web-archive = This file is a saved web page. Open it in your spreadsheet program, save it as an Excel file, and drop that.
diagnostic-reader-ended = The file is damaged or far too large to read. Nothing else is affected. Copy the products into a new spreadsheet and drop that.
diagnostic-reader-not-started = Vitrine couldn’t start its spreadsheet reader. Close Vitrine, open it again, and drop the file once more.
diagnostic-reader-too-slow = Reading the file took longer than { $seconds } seconds. Copy the products into a new spreadsheet and drop that.
diagnostic-photo-not-found = There’s no photo with this name among the dropped photos or next to the spreadsheet.
diagnostic-no-table = There’s no table in the file.
diagnostic-too-many-cells = The spreadsheet has more than { $limit } cells, counting the empty ones before the last filled cell of each row. Delete the columns and rows after your products, save the file, and drop it again.
diagnostic-sheet-too-large = The file is larger than { $limit }. Make its pictures smaller (in Excel: Picture Format, Compress Pictures), or copy the products into several spreadsheets.
diagnostic-unpacks-too-large = The file unpacks to more than { $limit }. Copy the products into a new spreadsheet and drop that.
diagnostic-file-too-large = The file is { $size }, far too large for a marketplace file.
diagnostic-redirect-not-local = The redirect URI must point to this computer and include a port, for example http://127.0.0.1:8765/callback.
diagnostic-keychain-entry-damaged = The saved sign-in is damaged. Sign in again to replace it.
diagnostic-keychain-entry-ambiguous = There are several entries for the same account in { -keychain }. Delete them there, then sign in again.
diagnostic-read-only = The file is read-only.
diagnostic-name-not-unicode = Its name contains characters that can’t be read. Rename the file.
diagnostic-no-home = This user account has no home folder. Choose a data folder with --data-dir.
diagnostic-missing-library = It isn’t installed. On Debian and Ubuntu, it’s in the package “{ $package }”.
diagnostic-other-process = Its process ID is { $pid }.
diagnostic-no-answer = There was no response within { $seconds } seconds.
diagnostic-certificate-expired = The certificate has expired.
diagnostic-certificate-not-yet-valid = The certificate isn’t valid yet. This computer’s clock may be wrong.
diagnostic-certificate-untrusted = This computer doesn’t trust the certificate’s issuer.
diagnostic-certificate-for-other-host = The certificate belongs to another address.

## Changing products

problem-no_editing = Vitrine can’t change products on { $market } yet
    .cause = The marketplace file doesn’t say how products are changed there.
    .remedy = Change them on the marketplace’s website, or ask whoever set up the marketplace file to add an [edit] table.
problem-no_key_column = The spreadsheet doesn’t identify the products
    .cause = It has no column with product IDs or SKUs.
    .remedy = Add a column named “Product ID” or “SKU”. “{ products-export }” writes both.
problem-no_changes = Nothing to change
    .cause = The spreadsheet has no column for a name, price, stock, preparation time, or status, and no --set option was given.
    .remedy = Add such a column, or use --set.
problem-id_and_sku = The row names two products
    .cause = { $has-subject ->
        [yes] The ID or SKU in this row is of one product, and “{ $subject }” of another one.
       *[no] The ID in this row is of one product, and the SKU of another one.
    }
    .remedy = Correct one of them, or remove it. If some columns were sorted without the others, open the list again as it was.
problem-several_products = Several products or variants have the same SKU
    .cause = { $has-subject ->
        [yes] Vitrine can’t tell which of them “{ $subject }” means.
       *[no] Vitrine can’t tell which of them is meant.
    }
    .remedy = Use the product ID in this row.
problem-several_names = Several products have the same name
    .cause = { $has-subject ->
        [yes] Vitrine can’t tell which of them “{ $subject }” means.
       *[no] Vitrine can’t tell which of them is meant.
    }
    .remedy = Use the product ID or a SKU in this row.
problem-variant_not_found = The product has no such variant
    .cause = { $has-subject ->
        [yes] No variant has the properties of “{ $subject }”. It may have been deleted, or its size, color or the like renamed on { $market }.
       *[no] No variant has the properties in this row. It may have been deleted, or its size, color or the like renamed on { $market }.
    }
    .remedy = Compare the row with the variants of the product in the table.
problem-repeated_row = The same product or variant is in the spreadsheet twice
    .cause = Another row is for the same one. Where their values differ, none of them is sent.
    .remedy = Keep one of the rows.
problem-in_other_list = Another spreadsheet is followed for this product
    .cause = { $has-subject ->
        [yes] “{ $subject }” gives its price or stock, too.
       *[no] It gives its price or stock, too.
    }
    .remedy = Keep the product in one of the spreadsheets, or stop following one of them.
problem-not_in_shop = Not in the shop
    .cause = No product in the shop has this ID or SKU, or it was removed.
    .remedy = Check the ID or SKU.
problem-has_variants = This product has variants
    .cause = Each variant has a price and stock of its own, which Vitrine can’t change on { $market }.
    .remedy = Change them on { $market }’s website.
problem-which_variant = It isn’t clear which variant is meant
    .cause = This product is sold in variants, such as sizes or colors. Each has a price and stock of its own.
    .remedy = Use the SKU of a variant in each row, or columns such as Size and Color; or select the product in the table to change its variants.
problem-variant_gone = This variant no longer exists
    .cause = { $has-subject ->
        [yes] The product no longer has the variant “{ $subject }”. It may have been deleted or renamed on { $market }.
       *[no] The product no longer has this variant. It may have been deleted or renamed on { $market }.
    }
    .remedy = Refresh the products and try again.
problem-own_price_unknown = Your own price isn’t known
    .cause = { $Market } shows only what buyers pay for this product. With a discount, that is less than your price.
    .remedy = Set the new price as a number instead.
problem-no_old_value = This can’t be undone
    .cause = { $has-field ->
        [yes] “{ $field }” was empty before, and it can’t be emptied again.
       *[no] The product had no value before, and it can’t be without one again.
    }
    .remedy = The product stays as it is. You can enter another value.
problem-still_in_review = The change isn’t in your shop
    .cause = { $has-field ->
        [yes] “{ $field }” is waiting for a review by { $market }, or was rejected there.
       *[no] It is waiting for a review by { $market }, or was rejected there.
    }
    .remedy = Wait until it has been reviewed. If it’s approved, undo it then.
problem-not_applied = The change didn’t take effect
    .cause = { $Market } accepted the change, but the product still has its old values.
    .remedy = Wait a few minutes and check the product on { $market }. If the old values are still there, make the change again.
problem-change_unconfirmed = It isn’t known whether the change took effect
    .cause = The change was sent, but the product couldn’t be read afterwards, or shows only a part of it.
    .remedy = Check the product on { $market }. If the old values are still there, make the change again.
problem-no_edit_run = { $has-subject ->
    [yes] Change no. { $subject } doesn’t exist
   *[no] No changes yet
 }
    .cause = Vitrine keeps a record of every change on this computer and can’t find this one for this shop.
    .remedy = Check the number.
problem-edit_unfinished = { $has-subject ->
    [yes] Change no. { $subject } isn’t finished
   *[no] An earlier change isn’t finished
 }
    .cause = It was interrupted. A second one could change the same products twice.
    .remedy = Resume or stop it first. In a terminal: vitrine edit --resume
problem-unusual_prices = Unusually large changes: { $subject }
    .cause = Nothing was changed. Prices would become at least 5 times as high, or a fifth or less, or a stock would become 10,000 or more. A price may be in another unit or in the wrong column, or a digit may be missing.
    .remedy = Check them with --dry-run. If they’re right, add --yes.
problem-photos_in_shop = Products with photos of products in your shop: { $subject }
    .cause = Each would become a separate product. Nothing was sent.
    .remedy = If they are new products all the same, add --yes. If not, leave them out, or change the products in your shop instead.
problem-unusual_values = Products with an unusual price or stock: { $subject }
    .cause = Nothing was sent. Their price is about 10 times those of the others or a tenth of them, or their stock is 10,000 or more. A price may have a zero too many or too few, or be in the wrong column.
    .remedy = Check them with --dry-run. If they’re right, add --yes.
problem-already_discounted = Already discounted
    .cause = A discount runs for this product.
    .remedy = You can end that discount first, or leave this product as it is.
problem-not_for_sale = Not for sale
    .cause = This product is hidden in your shop, so nobody can buy it.
    .remedy = You can publish it first, or leave it without a discount.
problem-discount_unknown = It isn’t known whether a discount runs
    .cause = { $Market } doesn’t show the discounts of this product, so nothing would prove that it changed.
    .remedy = You can give or end the discount on the marketplace’s website.
problem-no_discounts = Vitrine can’t give discounts on { $market } yet
    .cause = The marketplace file doesn’t say how discounts are given there.
    .remedy = Use the marketplace’s website, or ask whoever set up the marketplace file to add a [discounts] table.
problem-discount_ended = The discount that ended doesn’t come back
    .cause = For how many more days it would have run isn’t known.
    .remedy = You can give a new discount instead.
