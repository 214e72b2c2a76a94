"""A shop of clothes: each product is sold in sizes. They are created from one sheet, and all of them become dearer at once."""

from photos import folder_of
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
            environment.shoot(window, "unfolded")
            window.keys("ctrl+a")
            window.press("edits-change-selected")
            window.choose("bulk-increase-percent")
            window.click(window.editor("bulk-percent"))
            window.type("7")
            window.click(window.editor("bulk-rounding"))
            window.type(str(ROUNDED_TO))
            window.press("edits-preview")
            window.find_enabled("edits-send", count=products)
            environment.shoot(window, "preview")
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
            environment.shoot(window, "decision")
            window.press("edits-overwrite")
            after.update({key: (raised(before[key][0]), before[key][1]) for key in before if key[0] == moved[0]})
            wait_for("the decision to be carried out", lambda: shop.variants() == after)
            window.find("edits-details-none")
            window.press("close")
            window.find("edits-ended", count=products)
            window.press("edits-undo")
            window.find_enabled("edits-restore", count=products)
            environment.shoot(window, "undo")
            window.press("edits-restore", count=products)
            before[moved], before[sold] = (9_990_000, before[moved][1]), (before[sold][0], 99)
            wait_for("what was there before, to the rial", lambda: shop.variants() == before, seconds=3 * TIMEOUT)
            environment.shoot(window, "undone")


def differences(found, expected):
    return {key: (found.get(key), expected[key]) for key in expected if found.get(key) != expected[key]}


SHIRTS, LETTERS = 12, ["S", "M", "L", "XL"]
NOTEBOOKS = 701
# Every third product is created without an answer, and each creation takes so long that the program is killed while some are on their way.
LOST_ANSWERS = '[[rule]]\non = "create"\nwhen = "after"\nreset = true\nevery = 3\n[[rule]]\non = "create"\nlatency_ms = 700\n'


def shirts(environment, language, size=(1366, 768)):
    """Twelve shirts in four sizes are created from one sheet with photos, each once, although answers are lost and the program is killed twice."""
    names = [f"پیراهن {number}" if language == "fa" else f"Shirt {number}" for number in range(1, SHIRTS + 1)]
    price = {(name, letter): 2_500_000 + 10_000 * at for name in names for at, letter in enumerate(LETTERS)}
    folder = folder_of(environment.directory, names)
    (folder / "shirts.csv").write_text(sheet_of_shirts(price, language), encoding="utf-8")
    with environment.shop(categories=language, faults=LOST_ANSWERS) as shop:
        with environment.open(shop, language=language, size=size) as window:
            window.drop([folder], window.find("import-empty-title"))
            window.find_enabled("import-start-in", count=SHIRTS)
            environment.shoot(window, "shirts")
            window.press("import-start-in", count=SHIRTS)
            kill_at(window, shop, SHIRTS // 4)
        with environment.open(shop, language=language, size=size) as window:
            window.press("import-resume")
            kill_at(window, shop, SHIRTS // 2)
        with environment.open(shop, language=language, size=size) as window:
            window.press("import-resume")
            wait_for("the end", lambda: window.look("import-done-title", count=SHIRTS), seconds=3 * TIMEOUT)
            environment.shoot(window, "created")
        listed = shop.products()
        assert sorted(product["title"] for product in listed) == sorted(names), [product["title"] for product in listed]
        assert all(len(shop.whole(product)["photos"]) == 2 for product in listed)
        found = {(product["title"], variant["properties"][0]["value"]["title"]): variant for product in listed for variant in product["variant"]}
        assert {key: variant["primary_price"] for key, variant in found.items()} == price, found
        assert all(found[name, letter]["stock"] == at for name in names for at, letter in enumerate(LETTERS)), found


def sheet_of_shirts(prices, language):
    headings = {
        "en": "Name,Size,Price (rial),Stock,Category,Preparation days,Package weight",
        "fa": "نام,سایز,قیمت (ریال),موجودی,دسته‌بندی,زمان آماده‌سازی,وزن بسته",
    }
    rows = [f"{name},{letter},{price},{LETTERS.index(letter)},{NOTEBOOKS},2,400" for (name, letter), price in prices.items()]
    return "\n".join([headings[language], *rows]) + "\n"


def kill_at(window, shop, count):
    """Kills the program as soon as the shop has so many products."""
    wait_for(f"{count} products", lambda: len(shop.products()) >= count, seconds=3 * TIMEOUT)
    window.process.kill()
    window.process.wait()
