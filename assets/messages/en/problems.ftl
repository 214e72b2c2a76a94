### What went wrong, for every `domain::Code`: the message says what happened, .cause why, .remedy what to do now.
### Always given: $subject, $expected, $field, $status, $wait; what is not known is empty, and $has-subject, $has-expected,
### $has-field, $has-status, $has-said and $has-wait tell ("yes" or "no"). The marketplace's own words follow the cause by themselves (problem-said).

problem-said = Message: “{ $said }”

## Signing in (contract section 7)

problem-invalid_client = The marketplace does not know this program
    .cause = The client id or the client secret is not the one the marketplace has on record.
    .remedy = Compare the client id in the marketplace's settings with the developer panel, enter the client secret anew, and sign in again.
problem-redirect_uri_mismatch = The return address is not the registered one
    .cause = { $has-subject ->
        [yes] This program sent “{ $subject }”. { $has-expected ->
            [yes] Registered with the marketplace is “{ $expected }”.
           *[no] Another address is registered with the marketplace.
        }
       *[no] The address sent by this program differs from the one registered with the marketplace.
    }
    .remedy = Make the two equal to the letter: protocol, name, path, port and the slash at the end. Then sign in again.
problem-invalid_grant = The sign-in code is no longer valid
    .cause = A code works once and for a short time; this one was used before, is too old or is not right.
    .remedy = Start signing in again.
problem-invalid_scope = A permission asked for is not allowed
    .cause = { $has-subject ->
        [yes] The marketplace does not know these or does not give them to this program: { $subject }.
       *[no] The marketplace does not give this program every permission it asked for.
    }
    .remedy = Make the scopes in the market file match those of the developer panel, then sign in again.
problem-sign_in_refused = Signing in was refused
    .cause = The marketplace ended the sign-in, or permission was declined on its page.
    .remedy = Sign in again and allow access on the marketplace's page.
problem-sign_in_unfinished = The sign-in was not finished
    .cause = The browser did not come back from the marketplace's page in time.
    .remedy = Start signing in again, and allow access on the page that opens.
problem-sign_in_needed = You are not signed in
    .cause = There is no token for this marketplace, or it has expired.
    .remedy = Sign in; nothing that waits is lost.
problem-other_account = This import belongs to another account
    .cause = { $has-subject ->
        [yes] It was started by “{ $subject }”, and only that account can continue it.
       *[no] It was started by someone else, and only that account can continue it.
    }
    .remedy = Sign in with the account that started it, or start a new import.
problem-no_vendor = This account has no shop
    .cause = Products belong to a shop, and the marketplace says that this account has none.
    .remedy = Open a shop on the marketplace's site, or sign in with the account that has one.
problem-no_keychain = There is no safe place for your token here
    .cause = This computer offers no keychain, or the keychain does not answer.
    .remedy = Keep the token for this session only, or start your system's keychain and try again.
problem-keychain = The keychain did not do what was asked
    .cause = It is locked, or it refused access.
    .remedy = Unlock the keychain and try again, or keep the token for this session only.

## What the marketplace answered

problem-unauthorized = The marketplace did not accept your token
    .cause = The token is mistyped, has expired or was revoked.
    .remedy = Sign in again with a new token; what waits is kept.
problem-forbidden = Your token may not do this
    .cause = { $has-subject ->
        [yes] The permission “{ $subject }” is missing from your token.
       *[no] Your token lacks a permission that this needs.
    }
    .remedy = Sign in again with this permission; if you paste a token, make one that has it in the developer panel.
problem-unprocessable = { $has-field ->
    [yes] The marketplace did not accept “{ $field }”
   *[no] The marketplace did not accept what was sent
}
    .cause = { $has-field ->
        [yes] The value of this field is missing or not allowed there.
       *[no] Something in it is missing or not allowed there; the marketplace did not name a field.
    }
    .remedy = { $has-field ->
        [yes] Change “{ $field }” and try again.
       *[no] For a product, check name, price, stock and photos against the marketplace's rules; for signing in, the client id, the return address and the permissions. Then try again.
    }
problem-refused = { $has-field ->
    [yes] The marketplace refused because of “{ $field }”
   *[no] The marketplace refused the request
}
    .cause = { $has-status ->
        [yes] It answered with error { $status }.
       *[no] It answered with an error.
    }
    .remedy = { $has-field ->
        [yes] Change “{ $field }” and try again.
       *[no] Change what the marketplace objects to and try again. If nothing looks wrong, ask its support.
    }
## The same for a product (the advice for its own fields is in names.ftl)

problem-product = Not accepted by the marketplace
    .cause = { $has-said ->
        [yes] The marketplace gave this reason.
       *[no] { $has-status ->
            [yes] The marketplace gave no reason (error { $status }).
           *[no] The marketplace gave no reason.
        }
    }
    .remedy = Compare the name, price, stock, and photos with the marketplace’s rules. If everything looks right, contact the marketplace’s support.
problem-product-photo = The marketplace did not accept the photo “{ $subject }”
    .cause = { $has-said ->
        [yes] The marketplace gave this reason.
       *[no] It may not follow the marketplace’s rules for photos.
    }
problem-product-unknown-field = “{ $field }” isn’t in the form. It is set in the marketplace file, under [create]. Correct it there, or ask whoever set up the file.

## Other answers

problem-not_found = The marketplace does not have what was asked for
    .cause = { $has-subject ->
        [yes] “{ $subject }” is not there: it was removed, or an address in the market file is wrong.
       *[no] It was removed, or an address in the market file is wrong.
    }
    .remedy = Refresh the list. If this happens everywhere, check the addresses in the market file.
problem-payload_too_large = The marketplace says the photo is too large
    .cause = { $has-subject ->
        [yes] It refused “{ $subject }”, however small we made it.
       *[no] It is larger than the marketplace takes.
    }
    .remedy = Use another photo, or ask the marketplace which size it takes and set that in the market file.
problem-too_many_requests = The marketplace asked us to slow down
    .cause = It accepts only a limited number of requests at a time.
    .remedy = { $has-wait ->
        [yes] Nothing to do: this continues by itself in { $wait }.
       *[no] Wait a little; if it does not continue by itself, try again in a minute.
    }
problem-server_error = The marketplace is having trouble
    .cause = { $has-status ->
        [yes] Its server answered with error { $status }, which is not about what you sent.
       *[no] Its server failed, which is not about what you sent.
    }
    .remedy = Wait a few minutes and try again. Nothing is created twice: the shop is checked first.
problem-unexpected_answer = The marketplace's answer could not be understood
    .cause = It answered something other than its documentation says. Perhaps a network login page came in between.
    .remedy = Open the marketplace in a browser to see whether you are online. If so, check the addresses in the market file.
problem-answer_too_large = The marketplace's answer is too large
    .cause = It sent far more than an answer can hold, so reading was stopped.
    .remedy = Check the addresses in the market file. If they are right, tell the marketplace's support.
problem-redirect_refused = The marketplace sent us elsewhere
    .cause = { $has-subject ->
        [yes] It pointed to “{ $subject }”. Your token is never sent to another place, so this was not followed.
       *[no] It pointed to another address. Your token is never sent to another place, so this was not followed.
    }
    .remedy = If the marketplace has moved, correct its addresses in the market file.

## The way to the marketplace

problem-unreachable = { $has-subject ->
    [yes] “{ $subject }” cannot be reached
   *[no] The marketplace cannot be reached
}
    .cause = You are offline, a firewall is in the way, or the marketplace is down. Nothing was sent.
    .remedy = Check your connection and try again.
problem-tls = { $has-subject ->
    [yes] No secure connection to “{ $subject }”
   *[no] No secure connection to the marketplace
}
    .cause = Its certificate is not valid here, your computer's clock is wrong, or someone is listening in between. Nothing was sent.
    .remedy = Check this computer's date and time, and try another network.
problem-timed_out = { $has-subject ->
    [yes] “{ $subject }” took too long to answer
   *[no] The marketplace took too long to answer
}
    .cause = The connection is slow or the marketplace is busy. What was sent may have arrived.
    .remedy = Try again. Nothing is created twice: the shop is checked first.
problem-connection_lost = The connection broke before the answer was complete
    .cause = The network was interrupted. What was sent may have arrived.
    .remedy = Try again. Nothing is created twice: the shop is checked first.

## Found before anything was sent

problem-invalid_field = { $has-field ->
    [yes] “{ $field }” cannot be sent as it is
   *[no] A value cannot be sent as it is
}
    .cause = Its value is not usable.
    .remedy = Correct it and try again.
problem-file_unreadable = { $has-subject ->
    [yes] “{ $subject }” cannot be read
   *[no] A file cannot be read
}
    .cause = It was moved or deleted, is still being copied, is no file (an empty folder, say), or you have no permission to open it.
    .remedy = Check that it is there and opens in another program, then add it again.
problem-file_empty = { $has-subject ->
    [yes] “{ $subject }” is empty
   *[no] A file is empty
}
    .cause = The file has no content; perhaps copying it was interrupted.
    .remedy = Copy it again from its original place, then add it again.
problem-not_a_photo = { $has-subject ->
    [yes] “{ $subject }” is not a photo
   *[no] A file is not a photo
}
    .cause = Its content is not a picture, whatever its name says.
    .remedy = Leave it out, or add the photo itself.
problem-photo_damaged = { $has-subject ->
    [yes] The photo “{ $subject }” is damaged
   *[no] A photo is damaged
}
    .cause = Part of it is missing or broken; perhaps copying it was interrupted.
    .remedy = Copy it again from the camera or phone, or use another photo.
problem-photo_too_large = { $has-subject ->
    [yes] The photo “{ $subject }” is too large
   *[no] A photo is too large
}
    .cause = It cannot be made small enough for the marketplace's limit, or has more pixels than this program can handle.
    .remedy = Save it smaller in a photo program and add it again.
problem-photo_format_unsupported = { $has-subject ->
    [yes] The picture format of “{ $subject }” is not supported
   *[no] This picture format is not supported
}
    .cause = HEIC and AVIF pictures of phones, and RAW files of cameras, cannot be read here. Photos can be JPEG, PNG, WebP, GIF, BMP or TIFF.
    .remedy = Export it as JPEG in a photo program, or set your phone to take JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible), and add it again.
problem-market_file = { $has-subject ->
    [yes] The market file “{ $subject }” cannot be used
   *[no] The market file cannot be used
}
    .cause = Something in it is missing, misspelt or not allowed.
    .remedy = Correct the place named, then open the file again.
problem-sheet = { $has-subject ->
    [yes] The sheet “{ $subject }” cannot be used
   *[no] The sheet cannot be used
}
    .cause = It cannot be read as a table, or a value in it is not usable.
    .remedy = Correct the place named and try again.
problem-nothing_found = { $has-subject ->
    [yes] No photos were found in “{ $subject }”
   *[no] No photos were found
}
    .cause = There is no picture file in what was added.
    .remedy = Add a folder with photos, or the photos themselves.
problem-no_price = Products without a price: { $subject }
    .cause = Nothing was created. Without a price, the marketplace might list products as free or reject them.
    .remedy = Set one for all with --set primary_price=…, fill in the column in your sheet, or add --yes to create them without a price.
problem-no_import = { $has-subject ->
    [yes] There is no import { $subject }
   *[no] Nothing has been imported yet
}
    .cause = This computer keeps a record of each import, and has none of this one.
    .remedy = Leave the number out for the last import, or check that the data folder is the one you imported with.
problem-folder_loop = { $has-subject ->
    [yes] The folder “{ $subject }” contains itself
   *[no] A folder contains itself
}
    .cause = A link inside it leads back to it, so it would never end. It was searched once.
    .remedy = Nothing is needed, unless photos are missing: then remove the link.

## This computer

problem-storage = { $has-subject ->
    [yes] “{ $subject }” cannot be written
   *[no] The program's data cannot be written
}
    .cause = The disk is full or write-protected, or permission is missing.
    .remedy = Free some space or allow writing, then continue.
problem-storage_damaged = { $has-subject ->
    [yes] “{ $subject }” is damaged
   *[no] The program's data is damaged
}
    .cause = The file is not as this program left it. It is kept untouched.
    .remedy = Put back a copy of it, or start with another data folder. Check your shop before importing again.
problem-already_running = The program is open already
    .cause = { $has-subject ->
        [yes] Another window works with “{ $subject }”.
       *[no] Another window works with the same data.
    }
    .remedy = Use that window, or close it first.
problem-port_taken = { $has-subject ->
    [yes] Another program uses “{ $subject }”
   *[no] Another program uses the return address
}
    .cause = The marketplace has to bring you back to this address on this computer, and it is taken.
    .remedy = Close the other program and try again, or paste the address your browser ends up at.
problem-ambiguous = { $has-subject ->
    [yes] It is not certain whether “{ $subject }” was created
   *[no] It is not certain whether the product was created
}
    .cause = The answer was lost, and the shop's list does not tell it apart from others.
    .remedy = Look in your shop, then say here whether it is there.
problem-cancelled = This was cancelled
    .cause = It was stopped before it was done.
    .remedy = Start it again when you like.
problem-internal = Something went wrong inside this program
    .cause = This is the program's fault, not yours.
    .remedy = Try again. If it happens again, restart the program and report it, with what you did last.

## What is wrong with a field's value

field-error-missing = It is empty, and this marketplace needs it.
    .remedy = Fill it in.
field-error-too-long = { $length ->
    [one] It has { $length } character
   *[other] It has { $length } characters
}; at most { $limit } are allowed.
    .remedy = Make it shorter.
field-error-too-many = There are { $count }; at most { $limit } are allowed.
    .remedy = Remove some.
field-error-not-a-whole-number = This is not a whole number.
    .remedy = Write digits only, for example 250,000.
field-error-ambiguous = It is not clear which number is meant.
    .remedy = Write the digits without points or commas, for example 250000.
field-error-negative = It is below zero.
    .remedy = Write 0 or more.
field-error-not-positive = A price must be more than zero.
    .remedy = Write the price.
field-error-too-large = This number is too large.
    .remedy = Check whether there are too many digits.
field-error-not-a-flag = This is neither yes nor no.
    .remedy = Write yes or no.
field-error-no-code = There is no sign-in code in this address.
    .remedy = Allow access on the marketplace's page first. Then paste the whole address of the page the browser ended at; it has “code=” in it.
field-error-consent-page = This is the address of the marketplace's sign-in page.
    .remedy = Open it in the browser and allow access there. Then paste the address of the page the browser ends at.
field-error-other-sign-in = This address belongs to another sign-in, not to this one.
    .remedy = Use the page that was opened just now, and paste the address the browser ends at.
problem-no_display = The window cannot be opened
    .cause = There is no display, or it offers no OpenGL.
    .remedy = Start it on a desktop, or use the commands in the terminal: “vitrine --help” lists them.
problem-no_dialog = The window for choosing files did not open
    .cause = This desktop has none to offer.
    .remedy = Drag the files into this window instead. On Linux, installing “xdg-desktop-portal” or “zenity” brings it.
problem-no_market = No marketplace is chosen
    .cause = { $has-subject ->
        [yes] The market file of “{ $subject }” is no longer where it was.
       *[no] None was named, and none was used on this computer before.
    }
    .remedy = Choose a market file; in a terminal, name it with --market.
