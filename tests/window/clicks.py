"""Hands that click faster than they look, and menus after something else was closed."""

from accessibility import Role
from product_edits import row
from waiting import assert_lasts, wait_for
from window import EDITORS

PRODUCTS = 40
# Between the clicks of a double click, in milliseconds.
CLICK_DELAY = 120


def clicks(environment, language):
    """A double click that closes a dialog presses nothing behind it, a later click does; a menu opens after Escape and a drop."""
    with environment.shop(products=PRODUCTS) as shop, environment.open(shop, language=language) as window:
        folder = environment.photos(["Blue bowl"])
        menu_after(window, lambda: window.keys("Escape"))
        window.drop([folder], window.find("import-empty-title"))
        menu_after(window, lambda: window.find("import-start-in", count=1))
        window.press("account-menu")
        window.find("account-other-market")
        window.keys("Escape")
        window.drop([environment.photos(["Clay jug"])], window.find("import-start-in", count=1))
        menu_after(window, lambda: window.find("import-start-in", count=2))

        window.click(window.find("nav-products"))
        window.find("products-updated")
        row(window, PRODUCTS)
        for times in (2, 3):
            open_notifications(window)
            close = window.find_enabled("close")
            window.desktop.point_at(*close.center)
            window.desktop.xdotool("click", "--repeat", times, "--delay", CLICK_DELAY, 1)
            wait_for("the dialog to close", lambda: not window.look("notifications-title", Role.DIALOG))
            assert_lasts("no product is opened", lambda: not window.look("products-details") and not is_in_cell(window))
            window.desktop.xdotool("click", 1)
            wait_for("the click to be heard", lambda: window.look("products-details") or is_in_cell(window))
            if window.look("products-details"):
                window.press("close")
            else:
                window.keys("Escape")
            wait_for("it to be closed", lambda: not window.look("products-details") and not is_in_cell(window))


def is_in_cell(window):
    """Whether a price or a stock of the table has the focus: what lies behind the dialog is one of them, or the rest of the row."""
    focused = window.focused()
    return bool(focused and focused.role in EDITORS and "Old product" in focused.name)


def open_notifications(window):
    window.press("notifications-title")
    wait_for("the notifications", lambda: window.look("notifications-title", Role.DIALOG))


def menu_after(window, something):
    """The menu of the accounts opens, and Escape closes it."""
    something()
    # A hand passes other places on its way. The window does not hear of a pointer that is put to the very pixel where it was before a drag.
    window.desktop.point_at(600, 600)
    window.press("account-menu")
    window.find("account-other-market")
    window.keys("Escape")
    wait_for("the menu to close", lambda: not window.look("account-other-market"))
