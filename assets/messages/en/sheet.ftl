### Spreadsheets: what became of one in an import, its columns, and files made for it.

sheet-row = { $row } ({ $name })
sheet-encoding-assumed = The file doesn’t say which encoding its text has, so Vitrine read it as Windows Arabic (Windows-1256). If names look wrong, save the file as “CSV UTF-8” or as an Excel file.

## In the review

sheet-title = { $name }: { $rows ->
    [one] 1 row
   *[other] { $rows } rows
} · { $used ->
    [one] 1 column used
   *[other] { $used } columns used
}{ $unused ->
    [0] {""}
   *[other] {" "}· { $unused } not used
}
sheet-change = Change columns…
sheet-from-folder = Found in your folder.
sheet-do-not-use = Don’t use it
sheet-rows-without-photos = { $count ->
    [one] 1 row without photos
   *[other] { $count } rows without photos
}
sheet-products-without-row = { $count ->
    [one] 1 product without a row
   *[other] { $count } products without a row
}
sheet-show-in-table = Show these in the table
sheet-found = { $count ->
    [one] There’s a spreadsheet in your folder: { $name }
   *[other] There are { $count } spreadsheets in your folder
}
sheet-use = Use { $name }
sheet-conflicts = { $count ->
    [one] { $count } cell has a different value in { $second } than in { $first }.
   *[other] { $count } cells have different values in { $second } than in { $first }.
}
sheet-conflicts-title = Which spreadsheet’s values should be used?
sheet-conflict = { $name } · { $field }: { $first } · { $second }
sheet-prefer = Use values from { $name }
sheet-preferred = { $count ->
    [one] { $count } cell differs: the value from { $name } is used.
   *[other] { $count } cells differ: the values from { $name } are used.
}
sheet-earlier-choice = Columns are used the way you chose earlier for these headings.
sheet-forget-choice = Forget that choice
sheet-unit-title = Which unit are the prices in?
sheet-unit-question = The spreadsheet says its prices are in { $sheet }, but your marketplace’s prices are in { $shop }.
sheet-unit-example = If you convert them, { $from } becomes { $to }.
sheet-unit-convert = They’re in { $sheet }: convert to { $shop }
sheet-unit-keep = They’re already in { $shop }
sheet-unit-are = They’re in { $unit }
sheet-unit-unsaid = The spreadsheet doesn’t say in which unit its prices are.

## How it was understood

sheet-export = This looks like an export from { $shop }.
sheet-export-digikala = Digikala
sheet-export-basalam = Basalam
sheet-unit-place = { $place ->
    [heading] in the heading
    [cells] in the cells
    [column] in a column
    [other-column] in the heading of another column
    [instructions] in its instructions
    [title] above the headings
    [worksheet] in the worksheet’s name
    [file] in the file’s name
   *[note] in a note
}
sheet-unit-said = Prices are in { $unit }, it says { $places }.
sheet-unit-chosen = Prices are in { $unit }, as you said.
sheet-unit-chosen-earlier = Prices are in { $unit }, as you said for an earlier list with these headings.
sheet-unit-differs = The spreadsheet says { $unit } { $places }, but { $other } { $others }.
sheet-unit-thousands = The spreadsheet says { $place } that its prices lack three zeros, but not whether they’re in toman or in rial.
sheet-which-prices = Which column has the prices? { $columns }
sheet-which-stock = Which column has the stock? { $columns }
sheet-price-or-total = Is this the price of one piece, or of all pieces of its row? { $column }
sheet-price-of-one = The price of one piece
sheet-price-of-all = The price of all pieces
sheet-no-headings = The spreadsheet has no headings. Is this what its columns are? { $columns }
sheet-use-columns = Yes, use them
sheet-columns-question = Which columns should be used?
sheet-tables = { $count } tables stand beside each other. All of them were read.
sheet-same-prices = The column “{ $column }” has the same prices in the other unit.
sheet-prices-differ = The column “{ $column }” has other prices in the other unit ({ $count }); rows: { $rows }
sheet-unused = Columns that aren’t used: { $columns }
sheet-no-prices = No price changes: “{ $column }” isn’t read as your price. If it is, name the column “{ column-price }”.
sheet-unpublished = Products that aren’t published in the shop they come from are created, too ({ $count }); rows: { $rows }
sheet-unknown-units = Units that this marketplace doesn’t have are left out ({ $count }); it has عدد, کیلوگرم, گرم, متر, لیتر, بسته, جفت and others. Rows: { $rows }
sheet-photos-by = Photos are found by: { $columns }
sheet-left-out = { $kind ->
    [title] Not products, but titles of groups
    [total] Not products, but totals
    [note] Not products, but notes
    [headings] Not products, but headings
    [hidden] Hidden rows, left out
    [struck_out] Rows whose name is struck out, left out
    [parent] Left out, because the variations are products
    [variant] Further variants, left out
    [joined] Variants of a product above
    [repeated] The same product or variant with the same values once more, left out
    [other_table] Rows of another table below, whose columns are others. Put it on a worksheet of its own
    [without_key] Rows without a product ID or SKU, which change nothing
    [archived] Rows of a worksheet of what is no longer sold, or of examples, left out
   *[continued] Rows that continue the product above
} ({ $count }): { $names }
sheet-keep-rows = { $kind ->
    [title] Titles are products
    [total] Totals are products
    [note] Notes are products
    [hidden] Use hidden rows
    [struck_out] Use struck-out rows
    [repeated] Use repeated rows
    [parent] Use the main products
    [variant] Make each variant a product
    [joined] Make each variant a product
    [archived] Use this worksheet
   *[other] Use these rows
}
sheet-leave-out-rows = Leave those rows out again
sheet-photos-title = Do these numbers name photos?
sheet-unclear-weight = The spreadsheet doesn’t say the unit of its weights, such as { $weight }. Are they in grams or in kilograms?
sheet-weight-grams = In grams
sheet-weight-kilograms = In kilograms
sheet-unclear-number = “{ $number }” can be read in two ways. Does the point or comma in it separate thousands, or is it a decimal point?
sheet-point-thousands = It separates thousands
sheet-point-decimal = It’s a decimal point
sheet-points-thousands = Where it was unclear, points and commas before three digits separate thousands, as you chose.
sheet-points-decimal = Where it was unclear, points and commas before three digits are decimal points, as you chose.
sheet-may-name-photos = The numbers in the column “{ $column }” are also names of photos, such as { $example }. Do they say which photos belong to each row?
sheet-names-photos = Yes, they name the photos
sheet-names-no-photos = No, they’re something else
sheet-crossed-names = { $count ->
    [one] { $names } is the name of one row and the code of another, so photos of this name were given to neither. Add a column that names the photos.
   *[other] { $names } are names of rows and codes of other rows, so photos of these names were given to none of them. Add a column that names the photos.
}
sheet-unclear-photos = Several photos or folders have the name that these rows say, and nothing tells which one is meant, so none was taken ({ $count }): { $texts }. Write the folder before the name, such as red/1.jpg.
sheet-repeated-rows = { $count ->
    [one] { $text } (row { $rows })
   *[other] { $text } (rows { $rows })
}
sheet-repeated = { $what ->
    [code] Several rows have the same code, and each becomes a product of its own ({ $count }): { $texts }
   *[name] Several rows have the same name and no code, and each becomes a product of its own ({ $count }): { $texts }
}
sheet-alone = The size, color and the like of these rows isn’t sent, because their products have no variants ({ $count }): { $rows }
sheet-contradicting = These rows have the same size, color, and the like, but different values, so their product has no variants ({ $count }): { $rows }
sheet-sizes-variants = The columns { $columns } have the stock of each { $property ->
    [color] color, and each color
   *[size] size, and each size
} is a variant.
sheet-sizes-sum = The columns { $columns } have the stock of each { $property ->
    [color] color
   *[size] size
}. A product’s stock is their sum.
sheet-sizes-prices = The columns { $columns } have the price of each { $property ->
    [color] color, and each color
   *[size] size, and each size
} is a variant.
sheet-without-price = Variants without a price, while others of their product have one ({ $count }): { $rows }
sheet-other-of-variants = A product has one weight, description, and category for all its variants. What these rows say of them isn’t used ({ $count }): { $rows }
sheet-several-codes = Cells with several codes, which are left out ({ $count }): { $rows }
sheet-other-prices = Prices that don’t name a unit of their own aren’t used, because of “{ $text }”: a unit that Vitrine doesn’t convert, or the price of several pieces.
sheet-said-of-prices = Your list says “{ $text }”. Nothing was changed for that: the cells are used as they are.
sheet-photos-set-aside = Photos of rows that are left out, and so in no product: { $count }
sheet-other-totals = In these rows, the total in the spreadsheet isn’t the sum of these columns ({ $count }): { $rows }
sheet-stray-quotes = Rows with a stray quotation mark, which may be incomplete ({ $count }): { $rows }
sheet-restored = Another program spoiled the text of these rows (wrong encoding). It was restored ({ $count }): { $rows }
sheet-garbled = The text of these rows is garbled: its letters are lost. Correct it, or save the original as “CSV UTF-8” ({ $count }): { $rows }
sheet-cleaned = { $count ->
    [one] { $count } cell had invisible characters. They were left out.
   *[other] { $count } cells had invisible characters. They were left out.
}
sheet-encoding-western = The file doesn’t say which encoding its text has, so Vitrine read it as Windows Western (Windows-1252). If names look wrong, save the file as “CSV UTF-8” or as an Excel file.
sheet-column-example = { $field }: { $example }
sheet-column-separator = {" · "}

## The columns, in a dialog

sheet-columns-title = Columns in { $name }
sheet-columns-help = Choose what each column is used for. Vitrine remembers it for spreadsheets with the same headings.
sheet-columns-apply = Apply
sheet-price-unit-remedy = Choose the unit of the numbers in the spreadsheet. They are converted if necessary.
sheet-price-unit = Prices in this spreadsheet are in
sheet-no-heading = (no heading)
sheet-not-used = Not used
sheet-property = Size, color and the like (variants)
sheet-photo-name = Name of the photo folder or file
sheet-earlier-import = From an earlier import
sheet-worksheet = { $file }, worksheet “{ $worksheet }”
sheet-unread = Worksheets not read: { $names }. They’re hidden, list orders, have no headings of products, or were left out.
sheet-unread-of-changes = Worksheets that change nothing, because they’re hidden, list orders, or have no product IDs or SKUs with values to change: { $names }
sheet-pictures-taken = { $count ->
    [one] 1 picture from the spreadsheet is now a photo of its row’s product.
   *[other] { $count } pictures from the spreadsheet are now photos of their rows’ products.
}
sheet-pictures-left = Pictures that weren’t taken: { $reasons }.
sheet-pictures-beside = { $count } in no product’s row (such as a logo)
sheet-pictures-spare = { $count } of products that have photos of their own
sheet-pictures-unusable = { $count } that can’t be read as photos, or are too small
sheet-pictures-linked = { $count } that the file only links to
sheet-pictures-grouped = { $count ->
    [one] { $count } that is grouped (ungroup it in the spreadsheet)
   *[other] { $count } that are grouped (ungroup them in the spreadsheet)
}
sheet-pictures-repeated = { $count ->
    [one] { $count } that is the same on most rows (such as a logo)
   *[other] { $count } that are the same on most rows (such as a logo)
}
sheet-pictures-unread = { $count } in an old Excel file (save it as .xlsx, and drop that)
sheet-pictures-too-many = { $count } beyond what one spreadsheet may have
sheet-leave-out = Leave this worksheet out
sheet-read-all = Read all worksheets
sheet-template = Save an empty spreadsheet…
sheet-template-name = Product list

## After the import

sheet-save-results = Save a copy with results
sheet-results-product = Result of
sheet-results-repeated = Left out: repeated
sheet-results-name = { $name } – results

## The row that shows how to fill in the template

sheet-example-name = Example: hand-woven kilim (replace this row)
sheet-example-brief = Red kilim of natural wool
sheet-example-description = Wool, 60 × 90 cm. Wash cold.

## In the terminal

cli-sheet-template-saved = Empty spreadsheet saved to { $path }

cli-sheet = Spreadsheet “{ $path }”: { $rows ->
    [one] 1 row
   *[other] { $rows } rows
}, columns used: { $used }, not used: { $unused }
cli-sheet-conflicts = Worksheets differ ({ $count }): { $names }
cli-sheet-without-photos = Rows without photos ({ $count }): { $names }
cli-sheet-without-row = Products from photos without a row ({ $count }): { $names }
cli-sheet-found = “{ $path }” wasn’t used. To use it, add --sheet.
