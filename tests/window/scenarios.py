"""What a shop owner does in the window, and the products that the shop must contain afterwards.

A scenario gets an `Environment` and raises `AssertionError` if the owner would not get the entered products.
"""

import os
import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from accessibility import Role
from blind import BlindUser
from catalog import products_of_last_time, products_table
from categories import attributes_not_loaded, categories, create_from_folders, filter_and_raise_prices
from clicks import clicks
from crash import crash
from days_off import days_off, hidden_days
from desktop import Desktop
from discounts import discounts
import forty_products
from large_import import large_import
from out_of_sight import out_of_sight
from own_files import price_list, rows_kept, woocommerce
from phone import cards_from_phone, cards_printed, from_phone
from photos import folder_of, photo, size_of
from made_values import made_values
from messages import plain, whole_number
from product_edits import followed_sheet, product_edits, product_edits_by_hearing, product_edits_killed
from remembered import remembered, watched_folder
from shop import PracticeShop
from updates import new_version
from typed_cells import typed_cells
from variants import shirts, variants
from waiting import assert_lasts, wait_for
from webhooks import webhooks, webhooks_managed
from window import Window

NAME, PRICE, STOCK = "name cell", "price cell", "stock cell"
# The time limit for a few frames on a busy machine.
FRAMES_SECONDS = 10
# The time limit for an import of a few products on a busy machine.
IMPORT_SECONDS = 90


@dataclass
class Product:
    """A product to enter. Row 1 is the first row of the table."""

    row: int
    name: str
    price: int
    stock: int

    def as_listed(self):
        return self.name, self.price, self.stock


FOLDERS = ["Blue bowl", "Clay jug", "Red rug"]
TYPED = [Product(1, "Turquoise bowl, large", 250001, 17), Product(2, "Jug no. 2", 98500, 4), Product(3, "Kilim 120 x 80", 12345670, 209)]


@dataclass
class Environment:
    """What every scenario has: a desktop, the program, a separate directory, and a folder for the traces of a failure."""

    desktop: Desktop
    binary: Path
    directory: Path
    failures: Path
    # How many products a large import has.
    products: int = 24

    def shop(self, **options):
        return PracticeShop(self.desktop, self.binary, self.directory, **options)

    def open(self, shop, signed_in=True, **options):
        token = shop.token if signed_in else None
        return Window(self.desktop, self.binary, self.directory, shop.market_file, token=token, failures=self.failures, **options)

    def shoot(self, shown, name):
        """Saves a picture of a window or of a phone's page to be looked at, if somebody wants to."""
        if folder := os.environ.get("VITRINE_TEST_PICTURES"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            shown.shoot(Path(folder) / f"{self.failures.name}-{name}.png")

    def photos(self, names=FOLDERS, **options):
        return folder_of(self.directory, names, **options)


# Shared steps


def sign_in_with_typed_token(window, token):
    window.begin_editing("login-token")
    window.type(token)
    window.press("login-check")
    # There is no keychain here, so the token is stored for this session only.
    window.choose("login-save-session")
    window.press("confirm-continue")


def drop_for_review(window, folder, count):
    zone = window.find("import-empty-title")
    window.drop([folder], zone)
    window.find_enabled("import-start-in", count=count)


def retype(window, text, key, row):
    """Replaces the content of a cell by typing."""
    window.begin_editing(key, row=row)
    window.keys("ctrl+a", "BackSpace")
    window.type(text)
    window.expect_text(text, key, row=row)


def fill_in(window, number, key, row):
    """Types a number into an empty cell."""
    window.expect_text("", key, row=row)
    window.begin_editing(key, row=row)
    window.type(str(number))
    window.expect_text(number, key, read=whole_number, row=row)


def paste_over(window, text, key, row, expected, read=plain):
    """Replaces the content of a cell by pasting."""
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


def assert_contains(shop, products):
    """The shop contains each product once, as it was entered, and no others."""
    expected, found = Counter(product.as_listed() for product in products), shop.product_counts()
    assert found == expected, f"missing in the shop: {dict(expected - found)}; in the shop, but not entered: {dict(found - expected)}"


# The scenarios


def main_job(environment):
    """After a sign-in with a typed token, a dropped folder becomes the products that were typed into the table."""
    with environment.shop() as shop, environment.open(shop, signed_in=False) as window:
        sign_in_with_typed_token(window, shop.token)
        drop_for_review(window, environment.photos(), len(TYPED))
        for product in TYPED:
            type_product(window, product)
        for product in TYPED:
            window.expect_text(product.name, NAME, row=product.row)
            window.expect_text(product.price, PRICE, read=whole_number, row=product.row)
        start_and_wait(window, len(TYPED))
        assert_contains(shop, TYPED)


def only_incomplete(environment):
    """While only incomplete products are shown, every digit reaches the product into which it was typed."""
    with environment.shop(required=["name", "photo", "primary_price", "stock"]) as shop, environment.open(shop) as window:
        window.drop([environment.photos()], window.find("import-empty-title"))
        window.press("import-incomplete-show")
        window.find_enabled("import-incomplete-all")
        expected = [Product(product.row, name, product.price, product.stock) for product, name in zip(TYPED, FOLDERS)]
        for product in expected:
            fill_in(window, product.stock, STOCK, product.row)
            # The first digit completes the product, whose row stays until the price is entered completely.
            fill_in(window, product.price, PRICE, product.row)
        start_and_wait(window, len(expected))
        assert_contains(shop, expected)


def persian(environment):
    """In Persian, names are pasted, and prices can be typed in Latin digits or pasted in Persian digits."""
    typed = Product(1, "کاسهٔ فیروزه‌ای", 250001, 17)
    pasted = Product(2, "گلیم دستباف ۱۲۰×۸۰", 1980500, 4)
    with environment.shop() as shop, environment.open(shop, language="fa") as window:
        drop_for_review(window, environment.photos(["Bowl", "Rug"]), 2)
        for product in (typed, pasted):
            paste_over(window, product.name, NAME, product.row, expected=plain(product.name))
        fill_in(window, typed.price, PRICE, typed.row)
        paste_over(window, "۱٬۹۸۰٬۵۰۰", PRICE, pasted.row, expected=pasted.price, read=whole_number)
        for product in (typed, pasted):
            fill_in(window, product.stock, STOCK, product.row)
        start_and_wait(window, 2)
        assert_contains(shop, [typed, pasted])


# The first product is created alone, before the others, so an import takes at least twice this long.
SLOW = '[[rule]]\non = "create"\nlatency_ms = 12000\n'


def cancel_dialog(environment):
    """The confirmation of Cancel opens with Enter, closes with Escape, opens again, and nothing is cancelled."""
    products = [Product(1, FOLDERS[0], 250001, 17), Product(2, FOLDERS[1], 98500, 4)]
    with environment.shop(faults=SLOW) as shop, environment.open(shop, paths=[environment.photos(FOLDERS[:2])]) as window:
        for product in products:
            for key, number in [(PRICE, product.price), (STOCK, product.stock)]:
                paste_over(window, str(number), key, product.row, expected=number, read=whole_number)
        window.press("import-start-in", count=len(products))
        window.find_enabled("import-cancel")
        window.tab_to("import-cancel", Role.PUSH_BUTTON)
        for _ in range(2):
            window.keys("Return")
            wait_for("the question to open", lambda: asks_to_cancel(window), FRAMES_SECONDS)
            assert_lasts("the question is open", lambda: asks_to_cancel(window))
            window.keys("Escape")
            wait_for("the question to close", lambda: not asks_to_cancel(window), FRAMES_SECONDS)
            wait_for("the focus to return to Cancel", lambda: window.is_focused("import-cancel", Role.PUSH_BUTTON), FRAMES_SECONDS)
        assert not window.look("import-cancelling"), "the import is being cancelled without a confirmation"
        wait_until_done(window, len(products))
        assert_contains(shop, products)


def asks_to_cancel(window):
    return window.look("import-cancel-ask", Role.DIALOG) is not None


def by_keyboard(environment):
    """From the review to the end without a mouse: Tab moves through the table to Start, and Space presses it."""
    with environment.shop() as shop, environment.open(shop, paths=[environment.photos()]) as window:
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
        assert_contains(shop, TYPED)


def quick_keys(environment):
    """Text and Tab that arrive between two frames reach the same fields as with a frame for each."""
    with environment.shop() as shop, environment.open(shop, paths=[environment.photos()]) as window:
        for product in TYPED:
            window.begin_editing(NAME, row=product.row)
            window.keys("ctrl+a", "BackSpace")
            window.expect_text("", NAME, row=product.row)
            window.burst(product.name, str(product.price), str(product.stock))
            window.expect_text(product.name, NAME, row=product.row)
            window.expect_text(product.price, PRICE, read=whole_number, row=product.row)
            window.expect_text(product.stock, STOCK, read=whole_number, row=product.row)
        start_and_wait(window, len(TYPED))
        assert_contains(shop, TYPED)


PHOTOS = Path(__file__).parent.parent.parent / "crates/media/tests/photos"


def phone_photos(environment):
    """HEIC photos of a phone, and a picture pasted into the review, reach the shop as JPEG and PNG, upright and without the place."""
    folder, copied = environment.directory / "phone", environment.directory / "copied.jpg"
    heic = {"Rug": "held.heic", "Bowl": "tiles.heic"}
    for name, file in heic.items():
        (folder / name).mkdir(parents=True)
        shutil.copy(PHOTOS / file, folder / name)
    photo(copied, hue=0.7, light=0.5)
    with environment.shop() as shop, environment.open(shop) as window:
        drop_for_review(window, folder, 2)
        window.paste_picture(copied)
        window.find_enabled("import-start-in", count=3)
        # Products without a price or stock are not questioned if each has one.
        for row in (1, 2, 3):
            fill_in(window, 1000 * row, PRICE, row)
            fill_in(window, row, STOCK, row)
        start_and_wait(window, 3)
        products = {product["title"]: product for product in shop.products()}
        assert set(products) == {*heic, "Pasted photo"}, products.keys()
        for name, product in products.items():
            sent = shop.photo(product)
            assert sent.startswith(b"\xff\xd8\xff" if name in heic else b"\x89PNG"), f"{name}: {sent[:8]}"
            assert b"Parvin" not in sent and b"Exif" not in sent, name
            width, height = size_of(sent)
            assert (width > height) if name in heic else (width == height), f"{name}: {width} x {height}"


def blind(environment, language):
    """The main job by keys alone, by somebody who hears only what has the focus: from the sign-in to signing out."""
    names = ["Bowl", "Jug", "Rug"]
    with environment.shop() as shop, environment.open(shop, signed_in=False, language=language, size=(900, 600)) as window:
        user = BlindUser(window)
        user.hears("login-title", Role.HEADING)
        user.goes_to("login-token", Role.PASSWORD_TEXT)
        window.type("not a token")
        # A second Enter sends nothing.
        window.keys("Return", "Return")
        user.hears("login-token", Role.PASSWORD_TEXT)
        window.keys("ctrl+a")
        window.type(shop.token)
        window.keys("Return")
        user.hears("confirm-title", Role.HEADING)
        # Tab comes to the chosen one of several options; the arrow keys choose another.
        user.goes_to_role(Role.RADIO_BUTTON)
        user.goes_to("login-save-session", Role.RADIO_BUTTON, step="Down")
        window.keys("space")
        user.goes_to("confirm-continue", Role.PUSH_BUTTON)
        window.keys("Return")
        user.hears("import-title", Role.HEADING)
        window.paste_files([environment.photos(names)])
        user.hears("import-planned-count", Role.HEADING)
        for row, name in enumerate(names, start=1):
            user.goes_to(NAME, Role.ENTRY, row=row)
            window.expect_text(name, NAME, row=row)
            for key, number in [(PRICE, 1000 * row), (STOCK, row)]:
                user.goes_to(key, Role.ENTRY, row=row)
                window.type(str(number))
                window.expect_text(number, key, read=whole_number, row=row)
        window.keys("ctrl+Return", "Return")
        user.hears("import-done-title", Role.HEADING, seconds=IMPORT_SECONDS, count=3)
        row = user.goes_to_role(Role.TABLE_ROW)
        assert any(name in row.name for name in names), row
        window.keys("ctrl+3")
        user.hears("products-title", Role.HEADING)
        heard = [user.goes_to_role(Role.TABLE_ROW).name]
        for _ in range(2):
            before = heard[-1]
            window.keys("Down")
            heard.append(wait_for("the next row", lambda: (now := user.said()) and now.name != before and now.name))
        assert all(any(name in row for row in heard) for name in names), heard
        window.keys("F6")
        user.goes_to("account-menu", Role.PUSH_BUTTON)
        window.keys("Return")
        user.goes_to("sign-out", Role.PUSH_BUTTON, step="Down")
        window.keys("Return")
        user.hears("cancel", Role.PUSH_BUTTON)
        user.goes_to("sign-out", Role.PUSH_BUTTON)
        window.keys("Return")
        user.hears("login-title", Role.HEADING)
        assert_contains(shop, [Product(row, name, 1000 * row, row) for row, name in enumerate(names, start=1)])


MARKETPLACE = {"en": "Basalam", "fa": "باسلام"}


def ready_made(environment, language, layout="base"):
    """From a fresh start to products in the shop, which are then filtered and changed: the owner chooses the marketplace by its name, for
    which the practice shop stands in."""
    with environment.shop(categories=language, stand_in="basalam", layout=layout) as shop:
        markets = environment.directory / "data" / "markets"
        markets.mkdir(parents=True)
        shutil.copy(shop.market_file, markets / "basalam.toml")
        options = {"language": language, "failures": environment.failures}
        with Window(environment.desktop, environment.binary, environment.directory, None, **options) as window:
            name = MARKETPLACE[language]
            window.click(wait_for(name, lambda: next((node for node in window.nodes() if node.center and node.name == name), None)))
            sign_in_with_typed_token(window, shop.token)
            window.find("import-empty-title")
            assert any(node.name == name for node in window.nodes()), "the marketplace is named beside the shop"
            create_from_folders(environment, window, shop, language)
            filter_and_raise_prices(window, shop, language)


SCENARIOS = {
    "ready-made": lambda environment: ready_made(environment, "en"),
    "ready-made-persian": lambda environment: ready_made(environment, "fa"),
    "ready-made-core": lambda environment: ready_made(environment, "en", "core"),
    "ready-made-core-persian": lambda environment: ready_made(environment, "fa", "core"),
    "main-job": main_job,
    "only-incomplete": only_incomplete,
    "persian": persian,
    "cancel-dialog": cancel_dialog,
    "by-keyboard": by_keyboard,
    "quick-keys": quick_keys,
    "phone-photos": phone_photos,
    "from-phone": lambda environment: from_phone(environment, "en", reopened=False),
    "cards-from-phone": lambda environment: cards_from_phone(environment, "en"),
    "cards-from-phone-persian": lambda environment: cards_from_phone(environment, "fa"),
    "cards-printed": lambda environment: cards_printed(environment, "en"),
    "cards-printed-persian": lambda environment: cards_printed(environment, "fa"),
    "from-phone-persian": lambda environment: from_phone(environment, "fa", reopened=True),
    "large-import": lambda environment: large_import(environment, "en", keyboard=False),
    "large-import-keys": lambda environment: large_import(environment, "en", keyboard=True),
    "large-import-persian": lambda environment: large_import(environment, "fa", keyboard=False),
    "large-import-persian-keys": lambda environment: large_import(environment, "fa", keyboard=True),
    "watched-folder": lambda environment: watched_folder(environment, "en"),
    "watched-folder-persian": lambda environment: watched_folder(environment, "fa"),
    "remembered": lambda environment: remembered(environment, "en"),
    "remembered-persian": lambda environment: remembered(environment, "fa"),
    "categories": lambda environment: categories(environment, "en"),
    "categories-persian": lambda environment: categories(environment, "fa"),
    "attributes-not-loaded": lambda environment: attributes_not_loaded(environment, "en"),
    "attributes-not-loaded-persian": lambda environment: attributes_not_loaded(environment, "fa"),
    "product-edits": lambda environment: product_edits(environment, "en"),
    "product-edits-blind": lambda environment: product_edits_by_hearing(environment, "en"),
    "product-edits-blind-persian": lambda environment: product_edits_by_hearing(environment, "fa"),
    "forty-products": lambda environment: forty_products.by_mouse(environment, "en"),
    "forty-products-persian": lambda environment: forty_products.by_mouse(environment, "fa"),
    "forty-products-blind": lambda environment: forty_products.by_hearing(environment, "en"),
    "forty-products-blind-persian": lambda environment: forty_products.by_hearing(environment, "fa"),
    "followed-sheet": lambda environment: followed_sheet(environment, "en"),
    "followed-sheet-persian": lambda environment: followed_sheet(environment, "fa", size=(1366, 768)),
    "product-edits-killed": lambda environment: product_edits_killed(environment, "en"),
    "product-edits-persian": lambda environment: product_edits(environment, "fa"),
    "own-price-list": lambda environment: price_list(environment, "en"),
    "own-price-list-persian-small": lambda environment: price_list(environment, "fa", size=(760, 500)),
    "own-rows-kept-persian-dark": lambda environment: rows_kept(environment, "fa"),
    "own-export": lambda environment: woocommerce(environment, "en", size=(760, 500)),
    "own-export-persian": lambda environment: woocommerce(environment, "fa"),
    "made-values": lambda environment: made_values(environment, "en"),
    "made-values-persian-small": lambda environment: made_values(environment, "fa", size=(760, 500)),
    "typed-cells": lambda environment: typed_cells(environment, "en"),
    "typed-cells-persian-small": lambda environment: typed_cells(environment, "fa", size=(760, 500), sizes=6),
    "variants": lambda environment: variants(environment, "en", products=60),
    "variants-persian-small": lambda environment: variants(environment, "fa", size=(760, 500), products=60),
    "shirts": lambda environment: shirts(environment, "en"),
    "shirts-persian-small": lambda environment: shirts(environment, "fa", size=(760, 500)),
    "discounts": lambda environment: discounts(environment, "en"),
    "discounts-persian-small": lambda environment: discounts(environment, "fa", size=(760, 500)),
    "days-off": lambda environment: days_off(environment, "en"),
    "days-off-persian-small": lambda environment: days_off(environment, "fa", size=(760, 500)),
    "hidden-days-persian-small": lambda environment: hidden_days(environment, "fa", size=(760, 500)),
    "products-table": lambda environment: products_table(environment, "en"),
    "products-table-persian": lambda environment: products_table(environment, "fa"),
    "products-of-last-time": lambda environment: products_of_last_time(environment, "en"),
    "new-version": lambda environment: new_version(environment, "en"),
    "new-version-persian": lambda environment: new_version(environment, "fa"),
    "out-of-sight": lambda environment: out_of_sight(environment, "en"),
    "out-of-sight-persian": lambda environment: out_of_sight(environment, "fa"),
    "clicks": lambda environment: clicks(environment, "en"),
    "clicks-persian": lambda environment: clicks(environment, "fa"),
    "webhooks": lambda environment: webhooks(environment, "en"),
    "webhooks-persian": lambda environment: webhooks(environment, "fa"),
    "webhooks-managed": lambda environment: webhooks_managed(environment, "en"),
    "webhooks-managed-persian": lambda environment: webhooks_managed(environment, "fa"),
    "crash": lambda environment: crash(environment, "en"),
    "crash-persian": lambda environment: crash(environment, "fa"),
    "blind": lambda environment: blind(environment, "en"),
    "blind-persian": lambda environment: blind(environment, "fa"),
}
