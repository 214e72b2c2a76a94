### The report of an import, as a table.

report-source = Made from
report-state = What became of it
report-product-id = Product number
report-photo-ids = Photo numbers
report-photo-count = How many photos
report-problem = Problem
report-cause = Why
report-remedy = What to do
report-added = Added
report-settled = Settled
report-currency = Currency
report-beside = In toman
report-problem-whole = { $title }. { $cause } { $remedy }

## In the window

report-save = Save a report…
report-save-failed = Save the failed ones…

## Names proposed for the files

report-file-whole = Import report
report-file-failed = Products that failed
