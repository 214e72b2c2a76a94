### Templates: default values and a rule for prices, saved under a name for one shop.

templates-list = Templates
templates-open = Templates…
templates-title = Templates for { $shop }
templates-none = No templates for this shop yet. A template saves your default values and price changes for next time.
templates-use = Use “{ $name }”
templates-rename = Rename
templates-rename-apply = Save name
templates-delete = Delete
templates-deleted = “{ $name }” was deleted.
templates-save-as = Save as a template…
templates-save-title = Save as a template
templates-save = Save
templates-replace = Replace
templates-save-values = This template will save: { $values }
templates-save-no-values = No default values are filled in, so the template only changes prices.
templates-name = Name
templates-name-taken = A template with this name already exists. Choose another name, or replace it.
templates-nothing = This template doesn’t change anything here.
templates-more-prices = { $count ->
    [one] and { $count } more price
   *[other] and { $count } more prices
}
templates-invalid = { $count ->
    [one] { $count } price stays as it is: the result wouldn’t be a valid price.
   *[other] { $count } prices stay as they are: the result wouldn’t be a valid price.
}

## What a template does to prices

templates-rule = Prices of the products
templates-rule-none = Don’t change
templates-rule-help = Changes the prices of the spreadsheet and those you entered. The default price stays as it is.
templates-rule-increase = Prices go up by { $by }
templates-rule-decrease = Prices go down by { $by }
templates-rule-increase-percent = Prices go up by { $by }%
templates-rule-decrease-percent = Prices go down by { $by }%
templates-rule-rounded = { $rule }, rounded to a multiple of { $to }
