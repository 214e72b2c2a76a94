### Categories of the marketplace, their properties, statuses and units.

create-section-category = Category and properties
create-section-others = More details for buyers
variants-help = Sizes, colors and the like, each with its price, stock and code. What a variant lacks, it has from the product. Several values in a cell, separated by commas, become a variant for each combination; cells of a spreadsheet can be pasted.
variants-size = Size
variants-color = Color
variants-name-of = Name of property { $number }
variants-cell = { $column }, variant { $row }
variants-remove = Remove variant { $row }
variants-add = Add variant
variants-add-property = Add property
variants-combine = Make every combination
category-choose = Choose category…
category-change = Change…
category-choose-title = Choose a category
category-choose-for = Category of { $count ->
    [one] { $count } product
   *[other] { $count } products
}
category-choose-default = Category for products without one
category-default-help = For products without a category, whose folder has none either.
category-default-none = No default category
category-find = Find a category
category-find-hint = Type part of a category’s name
category-keys = Choose with the arrow keys and Enter. Ctrl+D pins a category to the top.
category-more = Type more letters to see other categories.
category-none-found = No category matches “{ $query }”.
category-pin = Pin “{ $path }” to the top
category-unpin = Unpin “{ $path }”
category-loading = Loading categories…
category-load-again = Load again
category-outdated = The categories couldn’t be updated. This is the last known list.
category-attributes-loading = Loading the properties of this category…
category-attributes-failed = Couldn’t load the properties of this category: { $why }
category-attributes-skip = Create without them
category-attributes-skipped = Products in this category are created without their properties. The marketplace may reject them.
category-choose-option = Choose…
category-more-attributes = { $filled ->
    [0] Optional ({ $count })
   *[other] Optional ({ $count }, { $filled } filled)
}
category-suggested = Your earlier product “{ $name }” is in “{ $path }”.
category-use-suggestion = Use this category
category-suggestion-short = Like “{ $name }”: { $title }
category-cell = Category, { $product }: { $path }
category-cell-none = Choose…
category-cell-missing = Fill in “{ $attribute }”
category-properties-cell = Properties, { $product }: { $text }
category-properties-none = None
category-default-empty = None
category-scope = Use it for
category-scope-products = { $count ->
    [one] Only this product
   *[other] Only these { $count } products
}
category-scope-folder = Folder “{ $folder }” ({ $count }), now and next time
category-scope-inside = { $count ->
    [one] Also for 1 other product in “{ $folder }” and its sub-folders
   *[other] Also for { $count } other products in “{ $folder }” and its sub-folders
}
category-selected = Category…
category-properties-selected = Properties…
category-gap-folder = { $count ->
    [one] { $count } product in “{ $folder }” needs a category
   *[other] { $count } products in “{ $folder }” need a category
}
category-gap-none = { $count ->
    [one] { $count } product needs a category
   *[other] { $count } products need a category
}
category-gap-attribute = { $count ->
    [one] { $count } product in “{ $category }” needs “{ $attribute }”
   *[other] { $count } products in “{ $category }” need “{ $attribute }”
}
category-gap-unknown = { $count ->
    [one] Couldn’t load the properties of “{ $category }” ({ $count } product)
   *[other] Couldn’t load the properties of “{ $category }” ({ $count } products)
 }
category-gap-fill = Fill in…
category-gap-more = { $count ->
    [one] and { $count } more
   *[other] and { $count } more
}
category-details-title = Properties of { $count ->
    [one] { $count } product
   *[other] { $count } products
}
category-details-apply = Apply to { $count ->
    [one] { $count } product
   *[other] { $count } products
}
category-details-different = These products are in different categories, so their properties can’t be filled in together.
category-details-no-category = Choose a category first. Its properties appear here.
category-details-change = Change category…
category-details-none = This category has no other properties.

status-published = Published
status-hidden = Hidden
unit-of-category = { $unit } (usual)
unit-none = Not set
unit-piece = Piece
unit-kilogram = Kilogram
unit-gram = Gram
unit-metre = Meter
unit-centimetre = Centimeter
unit-mesghal = Mesghal
unit-slice = Slice
unit-litre = Liter
unit-millilitre = Milliliter
unit-cc = cc
unit-ounce = Ounce
unit-suit-length = Cut of cloth (ghavareh)
unit-bolt = Bolt of cloth
unit-dozen = Dozen
unit-pair = Pair
unit-pack = Pack
unit-roll-of-cloth = Roll of cloth
unit-carton = Carton
unit-rug = Rug (takhteh)
unit-bottle = Bottle
unit-set = Set
unit-bush = Bush
unit-stem = Stem
unit-bar = Bar
unit-skein = Skein
unit-tree = Tree
unit-sir = Sir (about 75 g)
unit-inch = Inch
unit-foot = Foot
unit-volume = Volume (book)
unit-millimetre = Millimeter
unit-square-metre = Square meter
unit-roll = Roll
unit-soot = Soot (gold weight)
unit-carat = Carat
