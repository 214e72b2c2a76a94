"""What a shop owner does in the window, from the drop to what the shop holds afterwards.

A scenario is given a `Stage` and raises `AssertionError` when an owner would not get what was done.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from accessibility import Role
from desktop import Desktop
from goods import folder_of
from messages import plain, whole_number
from shop import PracticeShop
from waiting import assert_lasts, wait_for
from window import Window

NAME, PRICE, STOCK = "import-name-of", "import-price-of", "import-stock-of"
# A few frames on a busy machine.
SHOWN_SECONDS = 10
# An import of a handful of products on a busy machine.
IMPORT_SECONDS = 90


@dataclass
class Product:
    """A product as it is typed in: row 1 is the first of the table."""

    row: int
    name: str
    price: int
    stock: int

    def as_held(self):
        return self.name, self.price, self.stock


FOLDERS = ["Blue bowl", "Clay jug", "Red rug"]
TYPED = [Product(1, "Turquoise bowl, large", 250001, 17), Product(2, "Jug no. 2", 98500, 4), Product(3, "Kilim 120 x 80", 12345670, 209)]


@dataclass
class Stage:
    """What every scenario has: a desktop, the program, a directory of its own, and where a failure leaves what was seen."""

    desktop: Desktop
    binary: Path
    directory: Path
    failures: Path

    def shop(self, **options):
        return PracticeShop(self.desktop, self.binary, self.directory, **options)

    def open(self, shop, signed_in=True, **options):
        token = shop.token if signed_in else None
        return Window(self.desktop, self.binary, self.directory, shop.market_file, token=token, failures=self.failures, **options)

    def goods(self, names=FOLDERS, **options):
        return folder_of(self.directory, names, **options)


# What several of them do


def sign_in_with_typed_token(window, token):
    window.begin_editing("login-token")
    window.type(token)
    window.press("login-check")
    # Nobody offers a keychain here, so it is kept for this session.
    window.choose("login-save-session")
    window.press("confirm-continue")


def drop_for_review(window, folder, count):
    zone = window.find("import-empty-title")
    window.drop([folder], zone)
    window.find_enabled("import-start-in", count=count)


def retype(window, text, key, row):
    """Replaces what a cell holds, key by key."""
    window.begin_editing(key, row=row)
    window.keys("ctrl+a", "BackSpace")
    window.type(text)
    window.expect_text(text, key, row=row)


def fill_in(window, number, key, row):
    """Types a number into a cell that is empty."""
    window.expect_text("", key, row=row)
    window.begin_editing(key, row=row)
    window.type(str(number))
    window.expect_text(number, key, read=whole_number, row=row)


def paste_over(window, text, key, row, expected, read=plain):
    """Replaces what a cell holds by a paste."""
    window.begin_editing(key, row=row)
    window.keys("ctrl+a", "BackSpace")
    window.paste(text)
    window.expect_text(expected, key, read=read, row=row)


def type_product(window, product):
    retype(window, product.name, NAME, product.row)
    fill_in(window, product.price, PRICE, product.row)
    fill_in(window, product.stock, STOCK, product.row)


def start_and_wait(window, count):
    window.press("import-start-in", count=count)
    wait_until_done(window, count)


def wait_until_done(window, count):
    wait_for(f"the import of {count} products to be done", lambda: window.look("import-done-title", count=count), IMPORT_SECONDS)


def assert_holds(shop, products):
    """The shop has each of them as it was typed, once, and nothing else."""
    expected, found = Counter(product.as_held() for product in products), shop.holds()
    assert found == expected, f"missing in the shop: {dict(expected - found)}; there and not typed: {dict(found - expected)}"


# The scenarios


def main_job(stage):
    """Signed in by typing the token, a dropped folder becomes the products that were typed into the table."""
    with stage.shop() as shop, stage.open(shop, signed_in=False) as window:
        sign_in_with_typed_token(window, shop.token)
        drop_for_review(window, stage.goods(), len(TYPED))
        for product in TYPED:
            type_product(window, product)
        for product in TYPED:
            window.expect_text(product.name, NAME, row=product.row)
            window.expect_text(product.price, PRICE, read=whole_number, row=product.row)
        start_and_wait(window, len(TYPED))
        assert_holds(shop, TYPED)


def only_incomplete(stage):
    """With only incomplete products shown, every digit lands in the product it was typed into."""
    with stage.shop(required=["name", "photo", "primary_price", "stock"]) as shop, stage.open(shop) as window:
        window.drop([stage.goods()], window.find("import-empty-title"))
        window.press("import-incomplete-show")
        window.find_enabled("import-incomplete-all")
        kept = [Product(product.row, name, product.price, product.stock) for product, name in zip(TYPED, FOLDERS)]
        for product in kept:
            fill_in(window, product.stock, STOCK, product.row)
            # Its first digit completes the product, which stays where it is until the whole price is there.
            fill_in(window, product.price, PRICE, product.row)
        start_and_wait(window, len(kept))
        assert_holds(shop, kept)


def persian(stage):
    """In Persian, names are pasted, and prices typed in Latin digits or pasted in Persian ones mean the same."""
    typed = Product(1, "کاسهٔ فیروزه‌ای", 250001, 17)
    pasted = Product(2, "گلیم دستباف ۱۲۰×۸۰", 1980500, 4)
    with stage.shop() as shop, stage.open(shop, language="fa") as window:
        drop_for_review(window, stage.goods(["Bowl", "Rug"]), 2)
        for product in (typed, pasted):
            paste_over(window, product.name, NAME, product.row, expected=plain(product.name))
        fill_in(window, typed.price, PRICE, typed.row)
        paste_over(window, "۱٬۹۸۰٬۵۰۰", PRICE, pasted.row, expected=pasted.price, read=whole_number)
        for product in (typed, pasted):
            fill_in(window, product.stock, STOCK, product.row)
        start_and_wait(window, 2)
        assert_holds(shop, [typed, pasted])


# The first product is created alone, and the others behind it: a run takes twice this long at least.
SLOW = '[[rule]]\non = "create"\nlatency_ms = 12000\n'


def cancel_dialog(stage):
    """The question before an import is cancelled opens with Enter, closes with Escape, opens again, and nothing is cancelled."""
    products = [Product(1, FOLDERS[0], 250001, 17), Product(2, FOLDERS[1], 98500, 4)]
    with stage.shop(faults=SLOW) as shop, stage.open(shop, paths=[stage.goods(FOLDERS[:2])]) as window:
        for product in products:
            for key, number in [(PRICE, product.price), (STOCK, product.stock)]:
                paste_over(window, str(number), key, product.row, expected=number, read=whole_number)
        window.press("import-start-in", count=len(products))
        window.find_enabled("import-cancel")
        window.tab_to("import-cancel", Role.PUSH_BUTTON)
        for _ in range(2):
            window.keys("Return")
            wait_for("the question to open", lambda: asks_to_cancel(window), SHOWN_SECONDS)
            assert_lasts("the question is open", lambda: asks_to_cancel(window))
            window.keys("Escape")
            wait_for("the question to close", lambda: not asks_to_cancel(window), SHOWN_SECONDS)
            wait_for("the keyboard back on Cancel", lambda: window.is_focused("import-cancel", Role.PUSH_BUTTON), SHOWN_SECONDS)
        assert not window.look("import-cancelling"), "the import is being cancelled, and nobody confirmed it"
        wait_until_done(window, len(products))
        assert_holds(shop, products)


def asks_to_cancel(window):
    return window.look("import-cancel-ask", Role.DIALOG) is not None


def by_keyboard(stage):
    """From the review to the end without a mouse: Tab leads through the table, to Start, and starts it."""
    with stage.shop() as shop, stage.open(shop, paths=[stage.goods()]) as window:
        window.find_enabled("import-start-in", count=len(TYPED))
        for product in TYPED:
            window.tab_to(NAME, row=product.row)
            window.keys("ctrl+a", "BackSpace")
            window.type(product.name)
            window.expect_text(product.name, NAME, row=product.row)
            for key, number in [(PRICE, product.price), (STOCK, product.stock)]:
                window.tab_to(key, row=product.row)
                window.type(str(number))
                window.expect_text(number, key, read=whole_number, row=product.row)
        window.tab_to("import-start-in", Role.PUSH_BUTTON, count=len(TYPED))
        window.keys("space")
        wait_until_done(window, len(TYPED))
        assert_holds(shop, TYPED)


def quick_keys(stage):
    """Text and Tab that arrive between two pictures land where they would if each was drawn."""
    with stage.shop() as shop, stage.open(shop, paths=[stage.goods()]) as window:
        for product in TYPED:
            window.begin_editing(NAME, row=product.row)
            window.keys("ctrl+a", "BackSpace")
            window.expect_text("", NAME, row=product.row)
            window.burst(product.name, str(product.price), str(product.stock))
            window.expect_text(product.name, NAME, row=product.row)
            window.expect_text(product.price, PRICE, read=whole_number, row=product.row)
            window.expect_text(product.stock, STOCK, read=whole_number, row=product.row)
        start_and_wait(window, len(TYPED))
        assert_holds(shop, TYPED)


SCENARIOS = {
    "main-job": main_job,
    "only-incomplete": only_incomplete,
    "persian": persian,
    "cancel-dialog": cancel_dialog,
    "by-keyboard": by_keyboard,
    "quick-keys": quick_keys,
}
