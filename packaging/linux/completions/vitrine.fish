# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_vitrine_global_optspecs
    string join \n data-dir= m/market= language= color= q/quiet v/verbose no-progress h/help V/version
end

function __fish_vitrine_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_vitrine_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_vitrine_using_subcommand
    set -l cmd (__fish_vitrine_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c vitrine -n "__fish_vitrine_needs_command" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_needs_command" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_needs_command" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_needs_command" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_needs_command" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_needs_command" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_needs_command" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_needs_command" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_needs_command" -s V -l version -d 'Print version (more with --version)'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "demo" -d 'Open the practice shop with sample photos'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "login" -d 'Sign in, with the browser by default'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "logout" -d 'Sign out and delete the saved token'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "whoami" -d 'Show the signed-in account and its shop'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "products" -d 'List all products in the shop'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "import" -d 'Create products from photos'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "edit" -d 'Change products from a spreadsheet, or undo a change'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "discount" -d 'Give a discount, end it, or list the discounts that run'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "resume" -d 'Resume unfinished imports'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "report" -d 'Save what an import did to a .csv or .xlsx file'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "check" -d 'Check the marketplace file against the marketplace; the report has no names, IDs, or tokens'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "cards" -d 'Save cards to print: photographed before a product’s photos, they tell products apart'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "sheet-template" -d 'Save an empty spreadsheet with headings for all fields'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "webhook" -d 'Manage webhooks and print incoming events'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "sandbox" -d 'Run the practice shop as a local server and print its marketplace file'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "completions" -d 'Print a completion script for your shell'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "licenses" -d 'Print the licenses of all packages and fonts in Vitrine'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "man" -d 'Print the manual page'
complete -c vitrine -n "__fish_vitrine_needs_command" -a "help" -d 'Print help for vitrine or a command'
complete -c vitrine -n "__fish_vitrine_using_subcommand demo" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand demo" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand demo" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand demo" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand demo" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand demo" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand demo" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand demo" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -l scope -d 'Request these permissions, separated by commas [default: those of the marketplace file]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -l token-stdin -d 'Read a personal access token from standard input, and a refresh token from the second line if there is one'
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -l browser -d 'Sign in with the browser (default)'
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -l client-credentials -d 'Sign in with client credentials; the secret is read from VITRINE_CLIENT_SECRET'
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -l moved -d 'The marketplace moved to the addresses in its file, and you trust it: use the saved sign-in there'
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand login" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand logout" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand logout" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand logout" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand logout" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand logout" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand logout" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand logout" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand logout" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand whoami" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand whoami" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand whoami" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand whoami" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand whoami" -l json -d 'Print JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand whoami" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand whoami" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand whoami" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand whoami" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l find -d 'Only products whose name, SKU, or status contains this text, or whose price begins with it' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l status -d 'Only products with this status: its name or ID' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l category -d 'Only products in this category or its subcategories: its ID, its name, or the end of its path' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l min-price -d 'Only products at or above this price' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l max-price -d 'Only products at or below this price' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l changed-since -d 'Only products that were changed at this date or time, or later, such as 2026-11-20 or 2026-11-20T08:00:00Z' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l sort -d 'Sort by this column [default: the shop’s order] [possible values: name, price, stock, status, wholesale, sku, id]' -r -f -a "name\t''
price\t''
stock\t''
status\t''
wholesale\t''
sku\t''
id\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l json -d 'Print JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l csv -d 'Print CSV'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l variants -d 'With --csv: a row for each variant, too'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l refresh -d 'Read the shop, and save its list (default)'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l saved -d 'Print the last saved list, without reading the shop'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l out-of-stock -d 'Only products that are out of stock'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l wholesale -d 'Only products that are sold wholesale'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l no-photo -d 'Only products without a photo'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l descending -d 'Sort from high to low'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand products" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l group -d 'How to group photos into products [default: auto] [possible values: auto, file, folder, name, time, likeness]' -r -f -a "auto\t''
file\t''
folder\t''
name\t''
time\t''
likeness\t''
cards\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l set -d 'Set a field for every product without a value of its own; can be repeated' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l template -d 'Use a template of your shop: its default values and price changes; “--set” takes priority' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l category -d 'Category of the photos in a folder, such as “Rugs/Kilim=302” or “Rugs/Kilim=Rugs / Kilim”; remembered for the shop; can be repeated' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l sheet -d 'Read names, prices, and photos from a CSV, Excel, or OpenDocument file' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l price-unit -d 'Unit of the prices in the spreadsheet; they are converted to the marketplace’s [possible values: rial, toman, thousand-rial, thousand-toman, million-rial, million-toman]' -r -f -a "rial\t''
toman\t''
thousand-rial\t''
thousand-toman\t''
million-rial\t''
million-toman\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l column -d 'What a column of the spreadsheet is used for, by its heading or letter, such as “B=name”; nothing after “=”: not used; can be repeated' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l point -d 'What a point before three digits is in the spreadsheet’s numbers, as in 12.000 [possible values: thousands, decimal]' -r -f -a "thousands\t''
decimal\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l weight-unit -d 'Unit of the weights in the spreadsheet where it names none [possible values: g, kg]' -r -f -a "g\t''
kg\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l prefer -d 'Whose values count where worksheets differ about a product [possible values: earlier, later]' -r -f -a "earlier\t''
later\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l results -d 'Save a copy of the spreadsheet with the result of each row (.csv or .xlsx)' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l from-phone -d 'Receive photos from a phone on the same network first: scan the code that is shown'
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l without-attributes -d 'Create products even if their category’s properties couldn’t be read; the marketplace may reject them'
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l generate-sku -d 'Create SKUs for products without one, so that they’re found faster if a reply is lost; a folder always gets the same SKU'
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -s n -l dry-run -d 'Show what would be created without sending anything'
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l again -d 'Create products even if they were already imported'
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l yes -d 'Don’t ask: create products without a price, and any number of products'
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l json -d 'Print JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand import" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l sheet -d 'Read from a CSV, Excel, or OpenDocument file which products to change, by product ID or SKU, and their new values; an empty cell changes nothing' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l undo -d 'Restore the values from before this change' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l set -d 'Change a field of every product in the spreadsheet; can be repeated' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l round -d 'Round results of + and - to a multiple of this number' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l follow -d 'Keep prices and stock in step with this spreadsheet until Ctrl+C: each time it’s saved, show what differs from the shop and ask' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l reserve -d 'Keep back this many pieces of each product: the shop gets the stock in the spreadsheet minus this number' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l sales -d 'Whether the stock in the spreadsheet has what the shop sold taken off [default: ask where it matters] [possible values: counted, not-counted]' -r -f -a "counted\t''
not-counted\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l price-unit -d 'Unit of the prices in the spreadsheet; they are converted to the marketplace’s [possible values: rial, toman, thousand-rial, thousand-toman, million-rial, million-toman]' -r -f -a "rial\t''
toman\t''
thousand-rial\t''
thousand-toman\t''
million-rial\t''
million-toman\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l column -d 'What a column of the spreadsheet is used for, by its heading or letter, such as “B=name”; nothing after “=”: not used; can be repeated' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l resume -d 'Resume an interrupted change'
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l send-stock -d 'Send stock without asking where it’s clear what the spreadsheet means; prices always wait'
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l overwrite -d 'Also overwrite what changed in the shop in the meantime'
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l keep -d 'Leave what changed in the shop in the meantime as it is'
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -s n -l dry-run -d 'Show old and new values without changing anything'
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l yes -d 'Don’t ask, even if prices or stocks change unusually much'
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l json -d 'Print JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand edit" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -l percent -d 'By how many percent of your price buyers pay less' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -l days -d 'For how many days' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -l end -d 'End the discounts of these products'
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -s n -l dry-run -d 'Show old and new values without changing anything'
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -l yes -d 'Don’t ask, even if prices or stocks change unusually much'
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -l json -d 'Print JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand discount" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -l there -d 'This product is in the shop: its name, or its number from --json; can be repeated' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -l not-there -d 'This product isn’t in the shop, and is created; can be repeated' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -l results -d 'Save a copy of the spreadsheet with the result of each row (.csv or .xlsx)' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -l without-attributes -d 'Create products even if their category’s properties couldn’t be read; the marketplace may reject them'
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -l json -d 'Print JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand resume" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand report" -l run -d 'Number of the import [default: the last one]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand report" -s o -l output -d 'File to write (.csv or .xlsx); replaced if it exists' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand report" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand report" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand report" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand report" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand report" -l failed -d 'Only failed products, as a file you can fix and pass to “import --sheet”'
complete -c vitrine -n "__fish_vitrine_using_subcommand report" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand report" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand report" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand report" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand check" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand check" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand check" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand check" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand check" -l write -d 'Also create one hidden product and read it back'
complete -c vitrine -n "__fish_vitrine_using_subcommand check" -l json -d 'Print JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand check" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand check" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand check" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand check" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -s o -l output -d 'File to write (.csv or .xlsx); replaced if it exists' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -l sheet -d 'Read from a CSV, Excel, or OpenDocument file whose products get a card' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -l price-unit -d 'Unit of the prices in the spreadsheet; they are converted to the marketplace’s [possible values: rial, toman, thousand-rial, thousand-toman, million-rial, million-toman]' -r -f -a "rial\t''
toman\t''
thousand-rial\t''
thousand-toman\t''
million-rial\t''
million-toman\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -l column -d 'What a column of the spreadsheet is used for, by its heading or letter, such as “B=name”; nothing after “=”: not used; can be repeated' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -l separators -d 'Number of cards that only begin the next product [default: 24 without a spreadsheet]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand cards" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand sheet-template" -s o -l output -d 'File to write (.csv or .xlsx); replaced if it exists' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand sheet-template" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand sheet-template" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand sheet-template" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand sheet-template" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand sheet-template" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand sheet-template" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand sheet-template" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand sheet-template" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -f -a "add" -d 'Add a webhook'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -f -a "list" -d 'List your webhooks'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -f -a "change" -d 'Change a webhook, or turn it on or off'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -f -a "delete" -d 'Delete a webhook'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -f -a "log" -d 'Show what the marketplace tried to deliver to a webhook'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -f -a "events" -d 'List the events, with samples (--json)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -f -a "services" -d 'List your webhook services, or add one'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -f -a "join" -d 'Add yourself to another app’s webhook'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -f -a "try" -d 'Have the practice shop deliver an event now'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -f -a "listen" -d 'Print incoming webhook events as JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and not __fish_seen_subcommand_from add list change delete log events services join try listen help" -f -a "help" -d 'Print help for vitrine or a command'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -l url -d 'URL that receives the events' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -l events -d 'Events by ID (1 to 9) or name, separated by commas' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -l method -d 'HTTP method of deliveries: POST, PUT, or PATCH [default: POST]' -r -f -a "POST\t''
PUT\t''
PATCH\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -l service -d 'Use an existing webhook service [default: create one]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -l header -d 'Header that each delivery carries, as “Name: value”; can be repeated' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -l inactive -d 'Add the webhook without activating it'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -l without-token -d 'Let deliveries carry no service token'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from add" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from list" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from list" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from list" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from list" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from list" -l json -d 'Print JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from list" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from list" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -l url -d 'URL that receives the events' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -l events -d 'Events by ID (1 to 9) or name, separated by commas' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -l method -d 'HTTP method of deliveries: POST, PUT, or PATCH' -r -f -a "POST\t''
PUT\t''
PATCH\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -l header -d 'Header that each delivery carries, as “Name: value”; can be repeated' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -l activate -d 'Turn the webhook on'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -l deactivate -d 'Turn the webhook off'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from change" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from delete" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from delete" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from delete" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from delete" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from delete" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from delete" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from delete" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from delete" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from log" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from log" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from log" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from log" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from log" -l json -d 'Print JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from log" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from log" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from log" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from log" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from events" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from events" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from events" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from events" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from events" -l json -d 'Print JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from events" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from events" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from events" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from events" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from services" -l add -d 'Add a service with this title (3 to 100 characters)' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from services" -l description -d 'Description of the new service' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from services" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from services" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from services" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from services" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from services" -l json -d 'Print JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from services" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from services" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from services" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from services" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from join" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from join" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from join" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from join" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from join" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from join" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from join" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from join" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from try" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from try" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from try" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from try" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from try" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from try" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from try" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from try" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from listen" -l port -d 'Port on 127.0.0.1; 0 picks a free one [default: 8766]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from listen" -l forward -d 'Pass each event on to this URL (https, or on this computer), with retries' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from listen" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from listen" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from listen" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from listen" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from listen" -l open -d 'Accept events from other computers, too, not just from this one; they need the service token'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from listen" -l without-token -d 'Accept events without the service token'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from listen" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from listen" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from listen" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from listen" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from help" -f -a "add" -d 'Add a webhook'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from help" -f -a "list" -d 'List your webhooks'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from help" -f -a "change" -d 'Change a webhook, or turn it on or off'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from help" -f -a "delete" -d 'Delete a webhook'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from help" -f -a "log" -d 'Show what the marketplace tried to deliver to a webhook'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from help" -f -a "events" -d 'List the events, with samples (--json)'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from help" -f -a "services" -d 'List your webhook services, or add one'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from help" -f -a "join" -d 'Add yourself to another app’s webhook'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from help" -f -a "try" -d 'Have the practice shop deliver an event now'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from help" -f -a "listen" -d 'Print incoming webhook events as JSON Lines'
complete -c vitrine -n "__fish_vitrine_using_subcommand webhook; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print help for vitrine or a command'
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -l port -d 'Port on 127.0.0.1; 0 picks a free one [default: 0]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -l faults -d 'File of faults to simulate' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -l categories -d 'Simulate a marketplace with categories, in this language: en or fa' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -l products -d 'How many products the shop starts with' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -l variants -d 'How many variants each of these has' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -l as -d 'Stand in for the marketplace in this file (or a ready-made one): print the file with the practice shop’s addresses' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -l layout -d 'Layout of hosts and versions in the printed file' -r -f -a "base\t''
core\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand sandbox" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand completions" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand completions" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand completions" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand completions" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand completions" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand completions" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand completions" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand completions" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand licenses" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand licenses" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand licenses" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand licenses" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand licenses" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand licenses" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand licenses" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand licenses" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand man" -l data-dir -d 'Where Vitrine keeps its data [env: VITRINE_DATA_DIR] [default: the system’s app data folder]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand man" -s m -l market -d 'Marketplace file, or the name of one in the data folder [default: the last one used]' -r -F
complete -c vitrine -n "__fish_vitrine_using_subcommand man" -l language -d 'Language of messages [default: the system’s] [possible values: en, fa]' -r
complete -c vitrine -n "__fish_vitrine_using_subcommand man" -l color -d 'When to use color [default: auto] [possible values: auto, always, never]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c vitrine -n "__fish_vitrine_using_subcommand man" -s q -l quiet -d 'Print only results and problems'
complete -c vitrine -n "__fish_vitrine_using_subcommand man" -s v -l verbose -d 'Log to standard error; repeat for more (-vv)'
complete -c vitrine -n "__fish_vitrine_using_subcommand man" -l no-progress -d 'Don’t show the progress bar'
complete -c vitrine -n "__fish_vitrine_using_subcommand man" -s h -l help -d 'Print help (more with --help)'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "demo" -d 'Open the practice shop with sample photos'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "login" -d 'Sign in, with the browser by default'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "logout" -d 'Sign out and delete the saved token'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "whoami" -d 'Show the signed-in account and its shop'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "products" -d 'List all products in the shop'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "import" -d 'Create products from photos'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "edit" -d 'Change products from a spreadsheet, or undo a change'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "discount" -d 'Give a discount, end it, or list the discounts that run'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "resume" -d 'Resume unfinished imports'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "report" -d 'Save what an import did to a .csv or .xlsx file'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "check" -d 'Check the marketplace file against the marketplace; the report has no names, IDs, or tokens'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "cards" -d 'Save cards to print: photographed before a product’s photos, they tell products apart'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "sheet-template" -d 'Save an empty spreadsheet with headings for all fields'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "webhook" -d 'Manage webhooks and print incoming events'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "sandbox" -d 'Run the practice shop as a local server and print its marketplace file'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "completions" -d 'Print a completion script for your shell'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "licenses" -d 'Print the licenses of all packages and fonts in Vitrine'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "man" -d 'Print the manual page'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and not __fish_seen_subcommand_from demo login logout whoami products import edit discount resume report check cards sheet-template webhook sandbox completions licenses man help" -f -a "help" -d 'Print help for vitrine or a command'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and __fish_seen_subcommand_from webhook" -f -a "add" -d 'Add a webhook'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and __fish_seen_subcommand_from webhook" -f -a "list" -d 'List your webhooks'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and __fish_seen_subcommand_from webhook" -f -a "change" -d 'Change a webhook, or turn it on or off'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and __fish_seen_subcommand_from webhook" -f -a "delete" -d 'Delete a webhook'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and __fish_seen_subcommand_from webhook" -f -a "log" -d 'Show what the marketplace tried to deliver to a webhook'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and __fish_seen_subcommand_from webhook" -f -a "events" -d 'List the events, with samples (--json)'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and __fish_seen_subcommand_from webhook" -f -a "services" -d 'List your webhook services, or add one'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and __fish_seen_subcommand_from webhook" -f -a "join" -d 'Add yourself to another app’s webhook'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and __fish_seen_subcommand_from webhook" -f -a "try" -d 'Have the practice shop deliver an event now'
complete -c vitrine -n "__fish_vitrine_using_subcommand help; and __fish_seen_subcommand_from webhook" -f -a "listen" -d 'Print incoming webhook events as JSON Lines'
