"""A shop gives discounts to a selection: what buyers will pay is shown first, and what runs is listed and ended."""

from product_edits import row
from waiting import TIMEOUT, wait_for

PRODUCTS, SIZES, RIAL = 8, 2, 10
PERCENT, DAYS = 25, 7
ALLOWED = "[behaviour]\ndiscounts = true\n"


def discounts(environment, language, size=(1366, 768)):
    """A discount is given to a whole shop while somebody else gives another one, its end is seen, and all of them are ended."""
    with environment.shop(products=PRODUCTS, variants=SIZES, faults=ALLOWED, enters_toman=True) as shop:
        for number, (product, variant) in enumerate(sorted(shop.variants())):
            shop.change_variant(product, variant, primary_price=2_500_000 + 40_000 * number)
        prices = shop.variants()
        products = sorted({product for product, _ in prices})
        with environment.open(shop, language=language, size=size) as window:
            window.click(window.find("nav-products"))
            window.find("products-updated")
            window.click(row(window, PRODUCTS))
            window.press("close" if size[0] > 1000 else "products-back")
            window.keys("ctrl+a")
            window.press("discount-selected")
            window.click(window.editor("discount-percent"))
            window.type(str(PERCENT))
            window.click(window.editor("discount-days"))
            window.type(str(DAYS))
            environment.shoot(window, "dialog")
            window.press("edits-preview")
            window.find_enabled("edits-send", count=PRODUCTS)
            environment.shoot(window, "preview")
            # Meanwhile somebody else gives one of them another discount.
            shop.give_discount(products[2], 10, 3)
            window.press("edits-send", count=PRODUCTS)
            wait_for("the end", lambda: window.look("edits-ended", count=PRODUCTS - 1), seconds=3 * TIMEOUT)
            expected = {product: 10 if product == products[2] else PERCENT for product in products}
            assert percents(shop) == expected, percents(shop)
            assert shop.variants() == prices, "the owner's prices stay as they are"
            for product in shop.products():
                for one in product["variant"]:
                    own = prices[product["id"], one["id"]][0]
                    assert one["price"] == own * (100 - expected[product["id"]]) // 100, product
            window.press("edits-decide")
            window.find("edits-three-values")
            environment.shoot(window, "decision")
            window.press("edits-keep")
            window.find("edits-details-none")
            window.press("close")
            window.find("edits-ended", count=PRODUCTS - 1)
            window.press("close")
            window.press("discounts-open")
            both = lambda: sum(window.has_name(node, "discount-end-some") for node in window.nodes()) == 2
            wait_for("both discounts", both)
            environment.shoot(window, "running")
            # Those that end first are first: what somebody else gave, for three days.
            window.press("discount-end-some")
            window.find_enabled("edits-send", count=1)
            environment.shoot(window, "ending")
            window.press("edits-send", count=1)
            expected[products[2]] = 0
            wait_for("its end", lambda: percents(shop) == expected, seconds=3 * TIMEOUT)
            window.find("edits-ended", count=1)
            window.press("close")
            window.press("discounts-open")
            window.press("discount-end-some")
            window.find_enabled("edits-send", count=PRODUCTS - 1)
            window.press("edits-send", count=PRODUCTS - 1)
            wait_for("the end of all", lambda: set(percents(shop).values()) == {0}, seconds=3 * TIMEOUT)
            window.find("edits-ended", count=PRODUCTS - 1)
            environment.shoot(window, "ended")
            assert shop.variants() == prices

def percents(shop):
    of = lambda product: (product["discount"] or {}).get("percent", 0)
    return {product["id"]: of(product) for product in shop.products()}
