### The products table: columns, filter, selection and details.

products-columns-help = Choose what the table shows, and in which order. Drag the edge of a heading to change a column’s width.
products-column-earlier = Move { $column } up
products-column-later = Move { $column } down
products-selected-sum = Prices add up to { $prices } · { $stock } in stock
products-copy = Copy for a spreadsheet
products-filter-any-status = Any status
products-filter-status = { $status } ({ $count })
products-filter-out-of-stock = Out of stock ({ $count })
products-filter-wholesale = Wholesale ({ $count })
products-filter-without-photo = Without a photo ({ $count })
products-filter-clear = Clear filter
products-filter-none = No products match the filter.
products-price-from = Price from
products-price-to = to
products-details = Details
products-back = All products
products-like = New product like this one
products-like-help = The form for a new product is in use. What is in it will be replaced.
products-like-busy = A product is being created from the form. Wait until that has ended.
products-like-replace = Replace
products-origin = Created from this computer
products-origin-at = On { $at }
products-origin-more = { $count ->
    [one] one more
   *[other] { $count } more
}
shortcut-select-product = Select the product
shortcut-select-range = Select a range
products-price-least = Lowest price
products-price-greatest = Highest price
