"""A shop takes days off: its products need more days until a day, and get their own back by themselves."""

import sqlite3

from product_edits import row
from waiting import TIMEOUT, wait_for

PRODUCTS, MORE, DAYS = 6, 5, 10


def days_off(environment, language, size=(1366, 768)):
    """Preparation takes longer for ten days; when they have passed, the next start puts each product's own number back."""
    with environment.shop(products=PRODUCTS) as shop:
        products = [product["id"] for product in shop.products()]
        for place, product in enumerate(products):
            shop.change(product, preparation_days=1 + place % 3)
        before = days(shop)
        with environment.open(shop, language=language, size=size) as window:
            window.click(window.find("nav-products"))
            window.find("products-updated")
            window.click(row(window, PRODUCTS))
            window.press("close" if size[0] > 1000 else "products-back")
            window.keys("ctrl+a")
            window.press("edits-change-selected")
            window.choose("field-preparation-days")
            window.choose("bulk-increase")
            window.click(window.editor("field-preparation-days"))
            window.type(str(MORE))
            window.click(window.editor("edits-back-in"))
            window.type(str(DAYS))
            environment.shoot(window, "off-dialog")
            window.press("edits-preview")
            window.find_enabled("edits-send", count=PRODUCTS)
            window.press("edits-send", count=PRODUCTS)
            wait_for("the end", lambda: window.look("edits-ended", count=PRODUCTS), seconds=3 * TIMEOUT)
            assert days(shop) == {product: number + MORE for product, number in before.items()}
        pass_by(environment)
        # Meanwhile somebody else changed one of them.
        shop.change(products[0], preparation_days=20)
        with environment.open(shop, language=language, size=size) as window:
            expected = {**before, products[0]: 20}
            wait_for("their own days", lambda: days(shop) == expected, seconds=3 * TIMEOUT)
            window.click(window.find("nav-products"))
            wait_for("the end", lambda: window.look("edits-ended-undo", count=PRODUCTS - 1), seconds=3 * TIMEOUT)
            window.find("edits-moved", count=1)
            environment.shoot(window, "off-back")
            assert days(shop) == expected


def days(shop):
    return {product["id"]: shop.whole(product)["preparation_day"] for product in shop.products()}


def pass_by(environment):
    """The day comes: it is moved to the past, as the clock of a computer is not a test's to turn."""
    db = sqlite3.connect(environment.directory / "data" / "vitrine.db")
    changed = db.execute("UPDATE edit_run SET back_on = '2020-01-01' WHERE back_on IS NOT NULL").rowcount
    db.commit()
    db.close()
    assert changed == 1, changed


def hidden_days(environment, language, size=(1366, 768)):
    """Products are hidden for ten days; when they have passed, the next start shows them again."""
    with environment.shop(products=PRODUCTS, categories=language) as shop:
        before = statuses(shop)
        with environment.open(shop, language=language, size=size) as window:
            window.click(window.find("nav-products"))
            window.find("products-updated")
            window.click(row(window, PRODUCTS))
            window.press("close" if size[0] > 1000 else "products-back")
            window.keys("ctrl+a")
            window.press("edits-change-selected")
            window.choose("field-status")
            window.choose("status-hidden")
            window.click(window.editor("edits-back-in"))
            window.type(str(DAYS))
            environment.shoot(window, "hidden-dialog")
            window.press("edits-preview")
            window.find_enabled("edits-send", count=PRODUCTS)
            environment.shoot(window, "hidden-preview")
            window.press("edits-send", count=PRODUCTS)
            wait_for("the end", lambda: window.look("edits-ended", count=PRODUCTS), seconds=3 * TIMEOUT)
            assert not set(statuses(shop).items()) & set(before.items()), statuses(shop)
        pass_by(environment)
        with environment.open(shop, language=language, size=size) as window:
            wait_for("their own status", lambda: statuses(shop) == before, seconds=3 * TIMEOUT)


def statuses(shop):
    return {product["id"]: product["status"]["value"] for product in shop.products()}
