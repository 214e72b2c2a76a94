### The report of an import, as a table.

report-source = Source
report-state = Status
products-variant-id = Variant ID
products-variant = Variant
report-product-id = Product ID
report-photo-ids = Photo IDs
report-photo-count = Photo count
report-problem = Problem
report-cause = Cause
report-remedy = What to do
report-added = Added
report-finished = Finished
report-currency = Currency
report-toman-value = Price (toman)
report-problem-full = { $title }. { $cause } { $remedy }

## In the window

report-save = Save report…
report-save-failed = Save failed products…

## Suggested file names

report-file-full = Import report
report-file-failed = Failed products
products-buyers-pay = Buyers pay
products-buyers-pay-in = Buyers pay ({ $unit })
