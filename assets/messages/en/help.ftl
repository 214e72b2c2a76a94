### Help, usage errors, completions and the manual page of the command line.

usage-about = Create marketplace products from folders of photos, each exactly once.
usage-window = Run without a command to open the window. Any PATHs are added to the import.
usage-heading = Usage:
usage-commands = Commands
usage-arguments = Arguments
usage-options = Options
usage-examples = Examples
usage-environment = Environment
usage-exit = Exit status
usage-more = Run “{ $command } --help” for examples and details.
usage-more-commands = Run “{ $command } --help” for more, “{ $command } COMMAND --help” for a command.
usage-see = Run “{ $command } --help” for usage.

## Groups of commands

usage-group-start = Get started
usage-group-products = Products
usage-group-webhooks = Webhooks
usage-group-developers = For developers

## Commands

usage-command-vitrine = { usage-about }
usage-command-demo = Open the practice shop with sample photos
usage-command-man = Print the manual page
usage-command-login = Sign in, with the browser by default
usage-command-logout = Sign out and delete the saved token
usage-command-whoami = Show the signed-in account and its shop
usage-command-products = List all products in the shop
usage-command-edit = Change products from a spreadsheet, or undo a change
usage-command-discount = Give a discount, end it, or list the discounts that run
usage-command-import = Create products from photos
usage-command-resume = Resume unfinished imports
usage-command-report = Save what an import did to a .csv or .xlsx file
usage-command-check = Check the marketplace file against the marketplace; the report has no names, IDs, or tokens
usage-command-webhook = Manage webhooks and print incoming events
usage-command-sheet-template = Save an empty spreadsheet with headings for all fields
usage-command-cards = Save cards to print: photographed before a product’s photos, they tell products apart
usage-command-add = Add a webhook
usage-command-listen = Print incoming webhook events as JSON Lines
usage-command-list = List your webhooks
usage-command-change = Change a webhook, or turn it on or off
usage-command-delete = Delete a webhook
usage-command-log = Show what the marketplace tried to deliver to a webhook
usage-command-events = List the events, with samples (--json)
usage-command-services = List your webhook services, or add one
usage-command-join = Add yourself to another app’s webhook
usage-command-try = Have the practice shop deliver an event now
usage-command-sandbox = Run the practice shop as a local server and print its marketplace file
usage-command-completions = Print a completion script for your shell
usage-command-licenses = Print the licenses of all packages and fonts in Vitrine
usage-command-help = Print help for vitrine or a command

## Options

usage-option-data-dir = Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]
usage-option-market = Marketplace file, or the name of one in the data folder [default: the last one used]
usage-option-language =
    Language of messages [default: the system’s] [possible values: en, fa]
    The default is English in a terminal that can’t show Persian from right to left
usage-option-color = When to use color [default: auto] [possible values: auto, always, never]
usage-option-quiet = Print only results and problems
usage-option-verbose = Log to standard error; repeat for more (-vv)
usage-option-no-progress = Don’t show the progress bar
usage-option-paths = Photos or folders
usage-option-help = Print help (more with --help)
usage-option-version = Print version (more with --version)
usage-option-subcommand = Command to describe
usage-option-token-stdin = Read a personal access token from standard input, and a refresh token from the second line if there is one
usage-option-browser = Sign in with the browser (default)
usage-option-scope = Request these permissions, separated by commas [default: those of the marketplace file]
usage-option-moved = The marketplace moved to the addresses in its file, and you trust it: use the saved sign-in there
usage-option-client-credentials = Sign in with client credentials; the secret is read from VITRINE_CLIENT_SECRET
usage-option-json = Print JSON Lines
usage-option-csv = Print CSV
usage-option-csv-variants = With --csv: a row for each variant, too
usage-option-refresh = Read the shop, and save its list (default)
usage-option-saved = Print the last saved list, without reading the shop
usage-option-find = Only products whose name, SKU, or status contains this text, or whose price begins with it
usage-option-status = Only products with this status: its name or ID
usage-option-in-category = Only products in this category or its subcategories: its ID, its name, or the end of its path
usage-option-min-price = Only products at or above this price
usage-option-max-price = Only products at or below this price
usage-option-out-of-stock = Only products that are out of stock
usage-option-wholesale = Only products that are sold wholesale
usage-option-no-photo = Only products without a photo
usage-option-changed-since = Only products that were changed at this date or time, or later, such as 2026-11-20 or 2026-11-20T08:00:00Z
usage-option-sort = Sort by this column [default: the shop’s order] [possible values: name, price, stock, status, wholesale, sku, id]
usage-option-descending = Sort from high to low
# The short help shows only the first line.
usage-option-group =
    How to group photos into products [default: auto] [possible values: auto, file, folder, name, time, likeness]
    auto: one product per folder, and one per photo outside folders
    file: one product per photo
    folder: one product per folder
    name: one product for photos whose names differ only by a number
    time: one product for photos taken soon after each other
    likeness: one product for photos taken one after the other that look alike
usage-option-set =
    Set a field for every product without a value of its own; can be repeated
    Fields: { $fields }
usage-option-from-phone = Receive photos from a phone on the same network first: scan the code that is shown
usage-option-template = Use a template of your shop: its default values and price changes; “--set” takes priority
usage-option-category = Category of the photos in a folder, such as “Rugs/Kilim=302” or “Rugs/Kilim=Rugs / Kilim”; remembered for the shop; can be repeated
usage-option-without-attributes = Create products even if their category’s properties couldn’t be read; the marketplace may reject them
usage-option-generate-sku = Create SKUs for products without one, so that they’re found faster if a reply is lost; a folder always gets the same SKU
usage-option-sheet = Read names, prices, and photos from a CSV, Excel, or OpenDocument file
usage-option-column = What a column of the spreadsheet is used for, by its heading or letter, such as “B=name”; nothing after “=”: not used; can be repeated
usage-option-point = What a point before three digits is in the spreadsheet’s numbers, as in 12.000 [possible values: thousands, decimal]
usage-option-weight-unit = Unit of the weights in the spreadsheet where it names none [possible values: g, kg]
usage-option-prefer = Whose values count where worksheets differ about a product [possible values: earlier, later]
usage-option-price-unit = Unit of the prices in the spreadsheet; they are converted to the marketplace’s [possible values: rial, toman, thousand-rial, thousand-toman, million-rial, million-toman]
usage-option-there = This product is in the shop: its name, or its number from --json; can be repeated
usage-option-not-there = This product isn’t in the shop, and is created; can be repeated
usage-option-results = Save a copy of the spreadsheet with the result of each row (.csv or .xlsx)
usage-option-dry-run = Show what would be created without sending anything
usage-option-again = Create products even if they were already imported
usage-option-yes = Don’t ask: create products without a price, and any number of products
usage-option-run = Number of the import [default: the last one]
usage-option-failed = Only failed products, as a file you can fix and pass to “import --sheet”
usage-option-edit-sheet = Read from a CSV, Excel, or OpenDocument file which products to change, by product ID or SKU, and their new values; an empty cell changes nothing
usage-option-follow = Keep prices and stock in step with this spreadsheet until Ctrl+C: each time it’s saved, show what differs from the shop and ask
usage-option-reserve = Keep back this many pieces of each product: the shop gets the stock in the spreadsheet minus this number
usage-option-sales = Whether the stock in the spreadsheet has what the shop sold taken off [default: ask where it matters] [possible values: counted, not-counted]
usage-option-send-stock = Send stock without asking where it’s clear what the spreadsheet means; prices always wait
usage-option-card-sheet = Read from a CSV, Excel, or OpenDocument file whose products get a card
usage-option-separators = Number of cards that only begin the next product [default: 24 without a spreadsheet]
usage-option-undo = Restore the values from before this change
usage-option-resume = Resume an interrupted change
usage-option-edit-set =
    Change a field of every product in the spreadsheet; can be repeated
    Values: a new value, +8%, -5%, +20000, or -20000; for a name, OLD=>NEW replaces a part
    Fields: { $changeable }
usage-option-round = Round results of + and - to a multiple of this number
usage-option-overwrite = Also overwrite what changed in the shop in the meantime
usage-option-keep = Leave what changed in the shop in the meantime as it is
usage-option-edit-dry-run = Show old and new values without changing anything
usage-option-edit-yes = Don’t ask, even if prices or stocks change unusually much
usage-option-discount-products = Product IDs; a discount is for all variants of a product
usage-option-discount-percent = By how many percent of your price buyers pay less
usage-option-discount-days = For how many days
usage-option-discount-end = End the discounts of these products
usage-option-output = File to write (.csv or .xlsx); replaced if it exists
usage-option-url = URL that receives the events
usage-option-events = Events by ID (1 to 9) or name, separated by commas
usage-option-method = HTTP method of deliveries: POST, PUT, or PATCH [default: POST]
usage-option-inactive = Add the webhook without activating it
usage-option-service = Use an existing webhook service [default: create one]
usage-option-header =
    Header that each delivery carries, as “Name: value”; can be repeated
    Without this option, deliveries carry the token that “webhook listen” checks, where the marketplace can send it
usage-option-webhook = ID of the webhook
usage-option-event = Event by ID (1 to 9) or name
usage-option-changed-method = HTTP method of deliveries: POST, PUT, or PATCH
usage-option-activate = Turn the webhook on
usage-option-deactivate = Turn the webhook off
usage-option-add = Add a service with this title (3 to 100 characters)
usage-option-description = Description of the new service
usage-option-open = Accept events from other computers, too, not just from this one; they need the service token
usage-option-without-token = Let deliveries carry no service token
usage-option-tokenless = Accept events without the service token
usage-option-forward = Pass each event on to this URL (https, or on this computer), with retries
usage-option-port = Port on 127.0.0.1; 0 picks a free one [default: { $default }]
usage-option-faults = File of faults to simulate
usage-option-products = How many products the shop starts with
usage-option-variants = How many variants each of these has
usage-option-categories = Simulate a marketplace with categories, in this language: en or fa
usage-option-layout = Layout of hosts and versions in the printed file
usage-option-stand-in-for = Stand in for the marketplace in this file (or a ready-made one): print the file with the practice shop’s addresses
usage-option-write = Also create one hidden product and read it back
usage-option-shell = Shell to complete in [possible values: bash, elvish, fish, powershell, zsh]

## Examples: a line with # explains the next one

usage-examples-vitrine =
    # Try everything without an account
    vitrine demo
    # See what would be created
    vitrine import Photos --dry-run
    # Create products from photos, with a price and a stock
    vitrine import Photos --set primary_price=250000 --set stock=3
    # Save what failed, to fix it
    vitrine report --failed --output failed.csv
usage-examples-login =
    # Sign in with the browser
    vitrine login
    # Paste a personal access token; it isn’t shown
    vitrine login --token-stdin
    # Read the token from a file
    vitrine login --token-stdin < token.txt
usage-examples-whoami =
    # The account and its shop
    vitrine whoami
    # The same for a script
    vitrine whoami --json
usage-examples-products =
    # The shop’s products
    vitrine products
    # For a spreadsheet
    vitrine products --csv > products.csv
    # What is out of stock, the most expensive first
    vitrine products --out-of-stock --sort price --descending
    # Rugs below a price
    vitrine products --find rug --max-price 500000
usage-examples-import =
    # See what would be created
    vitrine import Photos --dry-run
    # The same price and stock for all products
    vitrine import Photos --set primary_price=250000 --set stock=3
    # One product per photo
    vitrine import Photos --group file
    # Names, prices, and photos from a spreadsheet
    vitrine import --sheet products.xlsx
    # What failed before, after you fixed the file
    vitrine import --sheet failed.csv
    # Photos from your phone
    vitrine import --from-phone
usage-examples-resume =
    # Resume where the last import stopped
    vitrine resume
    # Say whether a product is there that Vitrine couldn’t find
    vitrine resume --there "Red mug" --not-there "Blue mug"
usage-examples-edit =
    # See old and new prices
    vitrine edit --sheet prices.xlsx --dry-run
    # Change what the spreadsheet says
    vitrine edit --sheet prices.xlsx
    # Raise the prices of its products by 8 percent, rounded to 1000
    vitrine edit --sheet prices.xlsx --set primary_price=+8% --round 1000
    # Keep the shop in step with a spreadsheet, with 2 pieces of each kept back
    vitrine edit --follow stock.xlsx --reserve 2
    # Resume after an interruption
    vitrine edit --resume
    # Undo change 3
    vitrine edit --undo 3
usage-examples-discount =
    # See what buyers would pay
    vitrine discount 3001 3002 --percent 20 --days 7 --dry-run
    # Give the discount
    vitrine discount 3001 3002 --percent 20 --days 7
    # The discounts that run
    vitrine discount
    # End one
    vitrine discount 3001 --end
usage-examples-report =
    # The last import
    vitrine report --output report.xlsx
    # An earlier one
    vitrine report --run 3 --output report.xlsx
    # What failed, to fix it and import it again
    vitrine report --failed --output failed.csv
    vitrine import --sheet failed.csv
usage-examples-sheet-template =
    # Fill it in and import it
    vitrine sheet-template --output products.xlsx
    vitrine import Photos --sheet products.xlsx
usage-examples-cards =
    # Cards that only say that the next product begins
    vitrine cards --output cards.pdf
    # A card for each product of a spreadsheet
    vitrine cards --output cards.pdf --sheet products.xlsx
usage-examples-webhook =
    # Add a webhook for events 5 and 8
    vitrine webhook add --url https://example.com/events --events 5,8
    # Show events that reach this computer
    vitrine webhook listen
usage-examples-add =
    # Add a webhook for events 5 and 8
    vitrine webhook add --url https://example.com/events --events 5,8
usage-examples-listen =
    # Show events that reach this computer
    vitrine webhook listen --port 8766
usage-examples-sandbox =
    # Run the practice shop, and import into it
    vitrine sandbox > shop.toml
    VITRINE_TOKEN=… vitrine --market shop.toml import Photos
    # Try a marketplace file without its marketplace: the practice shop stands in
    vitrine sandbox --as basalam > stand-in.toml
usage-examples-completions =
    # For bash
    vitrine completions bash > ~/.local/share/bash-completion/completions/vitrine
    # For zsh, in a folder of your fpath
    vitrine completions zsh > ~/.zfunc/_vitrine
    # For fish
    vitrine completions fish > ~/.config/fish/completions/vitrine.fish

## Environment

usage-env-data-dir = Where Vitrine keeps its data; --data-dir takes precedence
usage-env-token = Token to use instead of the saved one
usage-env-client-secret = Client secret for “login --browser” and “login --client-credentials”
usage-env-service-token = Token that “webhook listen” requires of every event [default: one that is made and saved]
usage-env-log = What to log to standard error, for example vitrine=debug; takes precedence over --verbose
usage-env-renderer = How to draw the window: dx12, warp, or glow on Windows, else glow; by default the first that works
usage-env-update-address = Where the window looks for the latest release, if allowed in the settings: an https address that answers like GitHub’s releases/latest; empty for nowhere
usage-env-no-color = Any value turns off color; --color takes precedence
usage-env-browser = Browser to sign in with

## Exit status

usage-exit-0 = Everything done
usage-exit-1 = Some products weren’t created or changed
usage-exit-2 = Invalid usage or input, or you answered no to a question
usage-exit-3 = Sign-in needed; the import is on hold, nothing is lost
usage-exit-4 = Stopped, also with Ctrl+C (130 isn’t used); can be resumed

## Version

usage-version-commit = Commit: { $commit }
usage-version-date = Date: { $date }
usage-version-target = Built for: { $target }

## The manual page

usage-man-manual = User Commands
usage-man-name = NAME
usage-man-synopsis = SYNOPSIS
usage-man-description = DESCRIPTION
usage-man-commands = COMMANDS
usage-man-options = OPTIONS
usage-man-environment = ENVIRONMENT
usage-man-exit = EXIT STATUS
usage-man-examples = EXAMPLES
usage-man-purpose = create online shop products from folders of photos

## Usage errors

usage-unknown-option = Unknown option “{ $option }”.
usage-file-like-option = A file in this folder is called “{ $value }”, so the * in your command was read as an option. Put ./ before the *, as in ./*, or rename the file.
usage-unknown-command = Unknown command “{ $value }”.
usage-no-such-path = “{ $value }” is neither a command nor a file or folder.
usage-did-you-mean = Did you mean “{ $suggested }”?
usage-missing-value = Option “{ $option }” needs a value.
usage-invalid-value = Invalid value “{ $value }” for “{ $option }”.
usage-choices = Possible values: { $choices }.
usage-missing-argument = Missing: { $option }.
usage-command-missing = Missing command.
usage-conflict = “{ $option }” can’t be used with “{ $other }”.
usage-error-other = Invalid command line.
usage-invalid-language = Supported languages: en (English), fa (فارسی).
usage-invalid-time = Enter a date such as 2026-11-20, or a time such as 2026-11-20T08:00:00Z.
usage-invalid-number = Enter a number without a fraction.
usage-invalid-output = The file name must end with .csv or .xlsx.
usage-invalid-event = Events: { $events }.
usage-invalid-url = Enter a full URL, starting with https://
usage-invalid-forward = Enter a URL that starts with https://, or one on this computer, such as http://127.0.0.1:3000
usage-invalid-column = Use the form HEADING=FIELD, or HEADING= for a column that isn’t used.
usage-invalid-set = Use the form FIELD=VALUE.
usage-invalid-folder-category = Use the form FOLDER=CATEGORY.
usage-unknown-field = Unknown field “{ $name }”. Fields: { $fields }.
