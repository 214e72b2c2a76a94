### What the command line says of itself.

usage-about = Fill a marketplace shop from a folder of photos: every product exactly once.
usage-window = Without a command the window opens; PATHs are dropped into its import screen.
usage-heading = Usage:
usage-commands = Commands
usage-arguments = Arguments
usage-options = Options
usage-see = “vitrine --help” tells what can be written.

## Commands

usage-command-vitrine = { usage-about }
usage-command-demo = The window on the practice shop, with sample photos; without a display, the same in the terminal
usage-command-gallery = The window's parts in every state, for whoever works on the program
usage-command-login = Sign in and keep the token in the keychain; in the browser when no way is named
usage-command-logout = Forget the token
usage-command-whoami = Who is signed in, and with which shop
usage-command-products = Every product of the shop
usage-command-import = Turn photos into products
usage-command-resume = Go on with unfinished imports
usage-command-report = What an import did, as a table; nothing is sent
usage-command-webhook = Subscribe to the marketplace's events
usage-command-add = Have events delivered to an address of yours
usage-command-listen = Show what is delivered to this computer, one JSON object a line
usage-command-sandbox = The practice shop alone; prints a market file for it
usage-command-help = Show this, or what one command can do

## Options

usage-option-data-dir = Where everything is kept; else VITRINE_DATA_DIR, else the platform's own place
usage-option-market = The marketplace: a market file, or the name of one in the data directory; else the last one used
usage-option-language = The language of messages, en or fa; else the system's
usage-option-paths = Photos and folders
usage-option-help = Show this
usage-option-version = Show the version
usage-option-subcommand = The command to explain
usage-option-token-stdin = Read a personal access token from standard input; its refresh token may follow on the next line
usage-option-browser = Sign in on the marketplace's page in your browser (the default)
usage-option-client-credentials = Sign the program itself in, with the client secret in VITRINE_CLIENT_SECRET
usage-option-json = One JSON object a line on standard output
usage-option-csv = Comma-separated values
usage-option-group =
    How photos become products:
    auto: a folder of photos is one product, photos by themselves are one each (the default)
    file: every photo is a product
    folder: every folder of photos is a product
    name: photos with the same name and another number are one product
usage-option-set = A value for every product that has none of its own; may be given several times. Fields: { $fields }
usage-option-sheet = Names, prices and photos from a CSV or Excel sheet
usage-option-dry-run = Show what would be created; send nothing
usage-option-again = Create products even where an earlier import made the same ones
usage-option-yes = Don’t ask: create products without a price too
usage-option-run = The number of the import; else the last one
usage-option-failed = Only what failed, as a sheet to mend and give to “import --sheet”
usage-option-output = The file to write, .csv or .xlsx; what is there is replaced
usage-option-url = Where events are delivered
usage-option-events = Event numbers, 1 to 9
usage-option-method = The HTTP method of the deliveries; else POST
usage-option-inactive = Create it switched off
usage-option-service = A webhook service made earlier; without it your own is made
usage-option-port = The port on 127.0.0.1; 0 takes any free one
usage-option-faults = A file of faults to make

## What cannot be read

usage-unknown-option = “{ $option }” is not known.
usage-unknown-command = There is no command “{ $value }”.
usage-meant = Did you mean “{ $suggested }”?
usage-value-missing = “{ $option }” needs a value.
usage-value-refused = “{ $value }” does not fit “{ $option }”.
usage-choices = It may be: { $choices }.
usage-missing = Something is missing: { $option }.
usage-command-missing = Which command?
usage-conflict = “{ $option }” and “{ $other }” cannot be given together.
usage-unreadable = This command cannot be read.
usage-refused-language = The languages are en (English) and fa (فارسی).
usage-refused-output = The name must end in .csv or .xlsx.
usage-refused-delivery = Write the whole address, beginning with https://
usage-refused-set = Write it as FIELD=VALUE.
usage-refused-field = There is no field “{ $name }”; the fields are { $fields }.
