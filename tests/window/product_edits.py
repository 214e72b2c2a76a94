"""Products of the shop are changed: a selection, one product, and those of a spreadsheet; and what the shop then holds."""

from accessibility import Role
from blind import BlindUser
from waiting import TIMEOUT, wait_for

PRODUCTS = 60
# The program is killed before the first request is answered.
SLOW_BATCHES = '[[rule]]\non = "batch"\nlatency_ms = 8000\n'
# Written by an accounting program: an empty cell, a product that is not in the shop, Persian digits.
SHEET = "شناسه,قیمت\n{first},۲۵۰۰\n{second},\n99999999,3000\n"


def prices(shop):
    return {product["id"]: product["price"] for product in shop.products()}


def product_edits(environment, language):
    """Prices are raised by percent and brought back; a sale in between waits for a decision; a sheet changes what it names."""
    sheet = environment.directory / "prices.csv"
    with environment.shop(products=PRODUCTS) as shop:
        before = prices(shop)
        first, second, third = sorted(before, reverse=True)[:3]
        sheet.write_text(SHEET.format(first=first, second=second), encoding="utf-8")
        with environment.open(shop, language=language, chooses=sheet) as window:
            window.click(window.find("nav-products"))
            window.find("products-updated")
            window.click(row(window, PRODUCTS))
            window.find("products-details")
            window.press("close")
            window.keys("Shift+Down", "Shift+Down")
            window.find("review-selected", count=3)

            window.press("edits-change-selected")
            window.choose("bulk-increase-percent")
            window.click(window.editor("bulk-percent"))
            window.type("8")
            window.press("edits-preview")
            window.find_enabled("edits-send", count=3)
            environment.shoot(window, "preview")
            # A second program is quicker.
            shop.change(second, primary_price=7000)
            window.press("edits-send", count=3)
            window.find("edits-ended", count=2)
            changed = {**before, first: 1080, second: 7000, third: 1080}
            assert prices(shop) == changed, f"{prices(shop)}"

            window.press("edits-decide")
            window.find("edits-three-values")
            environment.shoot(window, "decision")
            window.press("edits-overwrite")
            wait_for("the decision to be carried out", lambda: prices(shop)[second] == 1080)
            window.find("edits-details-none")
            window.press("close")

            window.find("edits-ended", count=3)
            window.press("edits-undo")
            window.press("edits-restore", count=3)
            before[second] = 7000
            wait_for("the values that were replaced", lambda: prices(shop) == before)

            window.press("edits-open")
            window.press("edits-choose-sheet")
            window.find("edits-row-not-found")
            environment.shoot(window, "sheet")
            window.press("edits-send", count=1)
            wait_for("the sheet's price", lambda: prices(shop) == {**before, first: 2500})
            environment.shoot(window, "ended")


def product_edits_by_hearing(environment, language):
    """Prices are raised by percent by keys alone, by somebody who hears only what has the focus."""
    with environment.shop(products=PRODUCTS) as shop:
        before = prices(shop)
        changed = sorted(before, reverse=True)[:3]
        with environment.open(shop, language=language, size=(1100, 760)) as window:
            user = BlindUser(window)
            user.hears("import-title", Role.HEADING)
            window.keys("ctrl+3")
            user.hears("products-title", Role.HEADING)
            window.find("products-updated")
            first = user.goes_to_role(Role.TABLE_ROW)
            assert f"Old product {PRODUCTS}" in first.name, first
            window.keys("space", "shift+Down", "shift+Down")
            window.find("review-selected", count=3)
            user.goes_to("edits-change-selected", Role.PUSH_BUTTON, step="shift+Tab")
            window.keys("Return")
            user.hears("field-with-unit", Role.ENTRY)
            user.goes_to("bulk-set", Role.RADIO_BUTTON, step="shift+Tab")
            user.goes_to("bulk-increase-percent", Role.RADIO_BUTTON, step="Left" if language == "fa" else "Right")
            user.goes_to("bulk-percent", Role.ENTRY)
            window.type("8")
            user.goes_to("edits-preview", Role.PUSH_BUTTON)
            window.keys("Return")
            window.find_enabled("edits-send", count=3)
            heard = user.goes_to_role(Role.TABLE_ROW)
            new = 1080
            assert f"Old product {PRODUCTS}" in heard.name and window.messages.number(new) in heard.name, heard
            user.goes_to("edits-send", Role.PUSH_BUTTON, count=3)
            window.keys("Return")
            window.find("edits-ended", count=3)
            assert prices(shop) == {**before, **{product: new for product in changed}}, f"{prices(shop)}"
            wait_for("one named thing to have the focus", user.said)


def product_edits_killed(environment, language):
    """The program is killed while changes are sent; the next session offers to continue, and each price is raised once."""
    with environment.shop(products=PRODUCTS, faults=SLOW_BATCHES) as shop:
        with environment.open(shop, language=language) as window:
            window.click(window.find("nav-products"))
            window.find("products-updated")
            window.click(row(window, PRODUCTS))
            window.press("close")
            window.keys("ctrl+a")
            window.press("edits-change-selected")
            window.choose("bulk-increase-percent")
            window.click(window.editor("bulk-percent"))
            window.type("8")
            window.press("edits-preview")
            window.press("edits-send", count=PRODUCTS)
            window.find("edits-running")
            window.process.kill()
            window.process.wait()
        with environment.open(shop, language=language) as window:
            window.click(window.find("nav-products"))
            window.find("edits-unfinished", count=PRODUCTS)
            window.press("edits-resume")
            # What was sent before the kill may take effect for half a minute, and nobody may set another price before.
            wait_for("the end", lambda: window.look("edits-ended", count=PRODUCTS), seconds=2 * TIMEOUT)
            assert set(prices(shop).values()) == {1080}, f"{prices(shop)}"


def stocks(shop):
    return {product["id"]: product["inventory"] for product in shop.products()}


def followed_sheet(environment, language, size=(1280, 900)):
    """A sheet is followed; thirty stocks of it change while five products sell; it is away for a while; the following ends."""
    sheet = environment.directory / "stock.csv"

    def save(values):
        # As spreadsheet programs do: beside it, and then in its place.
        beside = sheet.with_suffix(".tmp")
        beside.write_text("id,stock\n" + "".join(f"{id},{stock}\n" for id, stock in values.items()), encoding="utf-8")
        beside.replace(sheet)

    with environment.shop(products=40) as shop:
        ids = sorted(stocks(shop))
        for id in ids:
            shop.change(id, stock=10)
        save({id: 10 for id in ids})
        with environment.open(shop, language=language, chooses=sheet, size=size) as window:
            window.click(window.find("nav-products"))
            window.find("products-updated")
            window.press("edits-open")
            window.press("edits-choose-sheet")
            window.press("follow-open")
            window.find("follow-help")
            environment.shoot(window, "follow")
            window.press("follow-begin")
            window.find("follow-in-step", name=sheet.name)
            environment.shoot(window, "in-step")

            for id in ids[:5]:
                shop.change(id, stock=8)
            save({id: 12 if place < 30 else 10 for place, id in enumerate(ids)})
            window.find("follow-differs", name=sheet.name, count=30)
            environment.shoot(window, "differs")
            window.press("follow-show", count=30)
            window.find_enabled("edits-send", count=30)
            window.find("follow-asks", count=5)
            environment.shoot(window, "asks")
            window.press("edits-send", count=30)
            window.press("edits-decide")
            window.find("edits-three-values")
            window.find("follow-undecided", name=sheet.name, count=5)
            environment.shoot(window, "decision")
            expected = {id: 8 if place < 5 else 12 if place < 30 else 10 for place, id in enumerate(ids)}
            assert stocks(shop) == expected, f"{stocks(shop)}"
            window.press("edits-overwrite-all")
            expected.update({id: 10 for id in ids[:5]})
            wait_for("the decision to be carried out", lambda: stocks(shop) == expected)
            window.press("close")
            window.find("follow-in-step", name=sheet.name)

            sheet.rename(sheet.with_suffix(".aside"))
            window.find("follow-missing", name=sheet.name)
            environment.shoot(window, "missing")
            sheet.with_suffix(".aside").rename(sheet)
            window.find("follow-in-step", name=sheet.name)
            shop.change(ids[0], stock=3)
        with environment.open(shop, language=language, size=size) as window:
            window.click(window.find("nav-products"))
            # It goes on where it was: what sold is not brought back by the same sheet.
            window.find("follow-in-step", name=sheet.name)
            window.press("follow-stop")
            wait_for("the end", lambda: not window.look("follow-in-step", name=sheet.name))
        assert stocks(shop) == {**expected, ids[0]: 3}, f"{stocks(shop)}"


def row(window, number):
    """The name of a product in its row. A click on its price or its stock goes into that cell."""
    is_name = lambda node: node.role == Role.LABEL and node.name == f"Old product {number}"
    return wait_for("a product", lambda: next((node for node in window.nodes() if is_name(node)), None))
