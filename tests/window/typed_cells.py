"""Prices and stocks are typed straight into the products table, pasted there, kept over a restart, reviewed, sent and undone."""

from product_edits import row
from waiting import TIMEOUT, wait_for

PRODUCTS = 30
# Prices are typed in toman, and sent in rial.
RIAL = 10


def held(shop, sizes):
    """Price and stock of each product or variant, as the shop holds them."""
    if sizes:
        return shop.variants()
    return {product["id"]: (product["price"], product["inventory"]) for product in shop.products()}


def typed_cells(environment, language, size=(1366, 768), sizes=0):
    """Two prices are typed, a block of prices and stocks is pasted below, and all of it is sent after the next start."""
    with environment.shop(products=PRODUCTS, variants=sizes, enters_toman=True) as shop:
        before = held(shop, sizes)
        newest = max(key[0] if sizes else key for key in before)
        rows = sorted(key for key in before if key[0] == newest) if sizes else sorted(before, reverse=True)
        with environment.open(shop, language=language, size=size) as window:
            open_products(window)
            window.click(row(window, PRODUCTS))
            window.press("close" if size[0] > 1000 else "products-back")
            onward = "Left" if language == "fa" else "Right"
            if sizes:
                # The newest is unfolded, and its first variant gets the cursor.
                window.keys(onward, "Down")
            window.keys(*[onward] * 4)
            wait_for("the cell of the price", lambda: window.is_focused("price cell"))
            window.type("345")
            window.find("cells-unsent", count=1)
            window.keys("Return")
            window.type("250.5")
            window.keys("Return")
            # Below: a unit in the cell, one that is left alone, and a text.
            window.paste("۲ هزار تومان\t۴\n\t\n3,100\tmany\n")
            window.find("cells-unsent", count=5)
            window.find("cells-wrong", count=1)
            window.shoot(environment.directory / "typed.png")
        with environment.open(shop, language=language, size=size) as window:
            open_products(window)
            window.find("cells-unsent", count=5)
            window.find("cells-wrong", count=1)
            assert held(shop, sizes) == before, "nothing was sent"
            window.shoot(environment.directory / "restarted.png")
            window.press("edits-preview")
            expected = dict(before)
            first, second, third, _, fifth = rows[:5]
            expected[first] = (345 * RIAL, before[first][1])
            expected[second] = (2505, before[second][1])
            expected[third] = (2000 * RIAL, 4)
            expected[fifth] = (3100 * RIAL, before[fifth][1])
            products = len({key[0] if sizes else key for key in expected if expected[key] != before[key]})
            window.find_enabled("edits-send", count=products)
            window.shoot(environment.directory / "preview.png")
            window.press("edits-send", count=products)
            wait_for("the end", lambda: window.look("edits-ended", count=products), seconds=3 * TIMEOUT)
            assert held(shop, sizes) == expected, differences(held(shop, sizes), expected)
            assert not window.look("cells-unsent", count=5)
            window.find("cells-wrong", count=1)
            window.press("edits-discard")
            window.find("cells-discarded", count=1)
            window.shoot(environment.directory / "sent.png")
            window.press("edits-undo")
            window.find_enabled("edits-restore", count=products)
            window.press("edits-restore", count=products)
            wait_for("what was there before, to the rial", lambda: held(shop, sizes) == before, seconds=3 * TIMEOUT)


def open_products(window):
    window.click(window.find("nav-products"))
    window.find("products-updated")


def differences(found, expected):
    return {key: (found.get(key), expected[key]) for key in expected if found.get(key) != expected[key]}
