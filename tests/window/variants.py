"""A shop of clothes: each product is sold in sizes, and all of them become dearer at once."""

from product_edits import row
from waiting import TIMEOUT, wait_for

PRODUCTS, SIZES = 500, 4
# Prices are typed in toman, and sent in rial.
ROUNDED_TO, RIAL = 1_000, 10


def raised(price):
    """7 % more, rounded to 1,000 toman, both in rial."""
    step = ROUNDED_TO * RIAL
    return (price * 107 + step * 50) // (step * 100) * step


def variants(environment, language, size=(1366, 768), products=PRODUCTS):
    """All variants of a shop are raised by percent; what somebody else changed meanwhile is asked about; and everything is undone."""
    with environment.shop(products=products, variants=SIZES, enters_toman=True) as shop:
        for number, (product, variant) in enumerate(sorted(shop.variants())):
            shop.change_variant(product, variant, primary_price=2_500_000 + 1_230 * number, stock=number % 7)
        before = shop.variants()
        assert len(before) == products * SIZES
        with environment.open(shop, language=language, size=size) as window:
            window.click(window.find("nav-products"))
            window.find("products-updated")
            window.click(row(window, products))
            window.press("close" if size[0] > 1000 else "products-back")
            window.keys("Left" if language == "fa" else "Right")
            window.shoot(environment.directory / "unfolded.png")
            window.keys("ctrl+a")
            window.press("edits-change-selected")
            window.choose("bulk-increase-percent")
            window.click(window.editor("bulk-percent"))
            window.type("7")
            window.click(window.editor("bulk-rounding"))
            window.type(str(ROUNDED_TO))
            window.press("edits-preview")
            window.find_enabled("edits-send", count=products)
            window.shoot(environment.directory / "preview.png")
            # Meanwhile somebody else sets a price, and sells a piece of another variant.
            (moved, sold) = sorted(before)[5], sorted(before)[10]
            shop.change_variant(*moved, primary_price=9_990_000)
            shop.change_variant(*sold, stock=99)
            window.press("edits-send", count=products)
            wait_for("the end", lambda: window.look("edits-ended", count=products - 1), seconds=3 * TIMEOUT)
            after = {key: (raised(price), stock) for key, (price, stock) in before.items()}
            # Of a product that waits for a decision nothing was sent.
            after.update({key: before[key] for key in before if key[0] == moved[0]})
            after[moved], after[sold] = (9_990_000, before[moved][1]), (after[sold][0], 99)
            assert shop.variants() == after, differences(shop.variants(), after)
            window.press("edits-decide")
            window.find("edits-three-values")
            window.shoot(environment.directory / "decision.png")
            window.press("edits-overwrite")
            after.update({key: (raised(before[key][0]), before[key][1]) for key in before if key[0] == moved[0]})
            wait_for("the decision to be carried out", lambda: shop.variants() == after)
            window.find("edits-details-none")
            window.press("close")
            window.find("edits-ended", count=products)
            window.press("edits-undo")
            window.find_enabled("edits-restore", count=products)
            window.shoot(environment.directory / "undo.png")
            window.press("edits-restore", count=products)
            before[moved], before[sold] = (9_990_000, before[moved][1]), (before[sold][0], 99)
            wait_for("what was there before, to the rial", lambda: shop.variants() == before, seconds=3 * TIMEOUT)
            window.shoot(environment.directory / "undone.png")


def differences(found, expected):
    return {key: (found.get(key), expected[key]) for key in expected if found.get(key) != expected[key]}
