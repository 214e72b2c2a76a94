### The gallery of widgets (`vitrine gallery`), for whoever builds a screen.

gallery-title = Gallery of widgets
gallery-buttons = Buttons
gallery-at-rest = At rest
gallery-hovered = Under the pointer
gallery-focused = With the keyboard
gallery-disabled = Not to be used now
gallery-sizes = Sizes
gallery-choices = Choices
gallery-fields = Fields
gallery-empty = Empty
gallery-help = What buyers read first.
gallery-error = Write a whole number, without fractions.
gallery-paragraph = Several lines
gallery-dialog = Dialog
gallery-dialog-open = Open the dialog
gallery-type = Type
gallery-notices = Notices
gallery-toasts = Toasts
gallery-pills = States
gallery-progress = Progress
gallery-table = Table
gallery-zones = Drop zones and empty screens
gallery-icons = Icons
gallery-icons-directed = These point along the line of reading:
gallery-sample-name = Handwoven kilim (red) 120×80
gallery-sample-text = Woven by hand from natural wool in the Shiraz highlands; every piece is a little different. Washable at 30 °C.
