#!/usr/bin/python3
"""Takes the pictures of the README and the guide from the real window. The README.md beside this file lists what it needs.

    tests/window/pictures.py                     all of them, into docs/pictures
    tests/window/pictures.py review failures     only these (`failures` includes `fixing`)

Elements are found by the keys of their messages, so that a new wording needs no change here: run it again, look at the
pictures, and commit them.
"""

import argparse
import csv
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

# Leaves nothing in the project except the pictures.
sys.dont_write_bytecode = True

from run import BUILT, PROJECT

try:
    from accessibility import Role
    from desktop import Desktop, missing_tools
    from shop import PracticeShop
    from waiting import wait_for
    from window import Window
except (ImportError, ValueError) as error:
    sys.exit(f"Missing on this machine: {error}")

PHOTOS = PROJECT / "assets/demo"
# Wide enough for half a page of documentation, and high enough for the rows of the shop.
SIZE = (1120, 760)
COLORS = 192
LANGUAGES = ("en", "fa")
# Every reader of the README and the guide loads the pictures.
MAX_BYTES = 1_500_000


@dataclass(frozen=True)
class Product:
    """A product of the shop in the pictures, with its name in each language."""

    english: str
    persian: str
    price: int
    stock: int
    photos: tuple

    def name(self, language):
        return self.persian if language == "fa" else self.english


PRODUCTS = [
    Product("Qashqai kilim", "گلیم دستباف قشقایی", 48_500_000, 2, ("qashqai-kilim",)),
    Product("Blue ceramic bowl", "کاسهٔ سرامیکی آبی", 2_400_000, 18, ("ceramic-bowl",)),
    Product("Mountain honey", "عسل طبیعی کوهستان", 6_800_000, 40, ("honey",)),
    Product("Saffron threads", "زعفران سرگل", 9_500_000, 65, ("saffron",)),
    Product("Glazed clay vase", "گلدان سفالی لعاب‌دار", 7_200_000, 6, ("vase-1", "vase-2", "vase-3")),
    Product("Engraved copper tray", "سینی مسی قلم‌زنی", 15_900_000, 5, ("copper-tray",)),
    Product("Stoneware mug", "ماگ سفالی", 1_850_000, 32, ("mug-1", "mug-2", "mug-3", "mug-4")),
    Product("Nishapur turquoise necklace", "گردنبند فیروزهٔ نیشابور", 21_000_000, 9, ("necklace",)),
    Product("Wool scarf", "شال پشمی راه‌راه", 5_600_000, 14, ("scarf-1", "scarf-2", "scarf-3")),
    Product("Wicker basket", "سبد حصیری", 3_300_000, 21, ("basket",)),
    Product("Olive oil soap", "صابون زیتون و گل سرخ", 950_000, 120, ("soap",)),
    Product("Kashan carpet", "فرش دستباف کاشان", 185_000_000, 1, ("kashan-carpet-1", "kashan-carpet-2", "kashan-carpet-3")),
    Product("Beeswax candles", "شمع موم عسل", 1_200_000, 55, ("candles",)),
    Product("Felt slippers", "روفرشی نمدی", 4_100_000, 16, ("slippers-1", "slippers-2", "slippers-3")),
    Product("Termeh cushion", "کوسن ترمه", 6_300_000, 11, ("cushion-1", "cushion-2", "cushion-3")),
    Product("Hand-bound notebooks", "دفتر دست‌دوز", 2_750_000, 28, ("notebooks",)),
]

# The marketplace responds to this many creations and uploads, and delays all others until the picture is taken.
CREATED, UPLOADED = 6, 20
HALFWAY = "".join(
    f'[[rule]]\non = "{operation}"\nfrom = {answered + 1}\nlatency_ms = 600000\n'
    for operation, answered in [("create", CREATED), ("upload", UPLOADED)]
)
# The marketplace accepts shorter names than its file says, and so rejects some.
STRICT = "name_chars = 19\n"
REJECTED = 3


class Pictures:
    """Takes pictures of the window in one language."""

    def __init__(self, desktop, program, directory, language, into):
        self.desktop, self.program, self.directory, self.language, self.into = desktop, program, directory, language, into

    def shop(self, behaviour="", faults="", **options):
        """A shop that speaks the language of the picture."""
        if self.language == "fa":
            behaviour += "persian = true\n"
        return PracticeShop(self.desktop, self.program, self.directory, faults=f"[behaviour]\n{behaviour}{faults}", **options)

    def open(self, shop=None, size=SIZE, **options):
        # The traces of a failure are beside those of the scenarios.
        failures = BUILT / "window" / f"picture-{self.language}"
        market_file, token = (shop.market_file, shop.token) if shop else (None, None)
        options = {"token": token, "language": self.language, "size": size, "failures": failures, **options}
        return Window(self.desktop, self.program, self.directory, market_file, **options)

    def spreadsheet(self, products=PRODUCTS):
        """Writes a spreadsheet with names, prices and photos, so that nothing has to be typed."""
        folder = self.directory / "goods"
        folder.mkdir()
        for product in products:
            for photo in product.photos:
                shutil.copy(PHOTOS / f"{photo}.jpg", folder)
        sheet = folder / "products.csv"
        with sheet.open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file)
            table.writerow(["name", "primary_price", "stock", "photos"])
            for product in products:
                photos = "|".join(f"{photo}.jpg" for photo in product.photos)
                table.writerow([product.name(self.language), product.price, product.stock, photos])
        return sheet

    def take(self, window, name):
        """Saves a picture of the window when it does not change any more."""
        raw = self.directory / "window.png"
        # Outside of the window, so that the pointer hovers over nothing.
        self.desktop.point_at(SIZE[0] + 200, SIZE[1] + 200)
        window.shoot(raw)
        picture = self.into / f"{name}-{self.language}.png"
        reduce = ["convert", raw, "+dither", "-colors", COLORS, "-strip", f"PNG8:{picture}"]
        subprocess.run([str(part) for part in reduce], check=True)
        subprocess.run(["optipng", "-quiet", "-o4", str(picture)], check=True)
        print(f"{picture.stat().st_size:8d}  {picture.name}", flush=True)


# The pictures


def sign_in(pictures):
    """The first screen that a new owner sees."""
    with pictures.open() as window:
        window.find("login-title")
        pictures.take(window, "sign-in")


def review(pictures):
    """The review of dropped photos, before Start."""
    with pictures.shop() as shop, pictures.open(shop, paths=[pictures.spreadsheet()]) as window:
        window.find_enabled("import-start-in", count=len(PRODUCTS))
        pictures.take(window, "review")


def editor(pictures):
    """A photo being edited."""
    with pictures.shop() as shop, pictures.open(shop, paths=[pictures.spreadsheet()]) as window:
        window.find_enabled("import-start-in", count=len(PRODUCTS))
        # The planned changes to the photo follow its name.
        opens = window.messages.pattern("editor-open", name=PRODUCTS[0].name(pictures.language))
        window.click(first(window, lambda node: node.center and opens.match(node.name)))
        window.find("editor-reset")
        pictures.take(window, "editor")


def first(window, fits):
    """Waits for the first node that fits."""
    return wait_for("a matching node", lambda: next((node for node in window.nodes() if fits(node)), None))


def running(pictures):
    """An import that is running."""
    with pictures.shop(faults=HALFWAY) as shop, pictures.open(shop, paths=[pictures.spreadsheet()]) as window:
        window.press("import-start-in", count=len(PRODUCTS))
        wait_for("some products in the shop", lambda: len(shop.products()) >= CREATED)
        wait_for("their rows", lambda: window.look("import-created-of", created=CREATED))
        pictures.take(window, "running")


def failures(pictures):
    """Rejected products, grouped by cause, and the dialog that fixes all of them."""
    with pictures.shop(behaviour=STRICT, name_chars=0) as shop, pictures.open(shop, paths=[pictures.spreadsheet()]) as window:
        window.press("import-start-in", count=len(PRODUCTS))
        window.find("import-ended-incomplete")
        pictures.take(window, "failures")
        window.press("import-fix-all", count=REJECTED)
        first(window, lambda node: node.role == Role.DIALOG)
        pictures.take(window, "fixing")


PICTURES = {"sign-in": sign_in, "review": review, "editor": editor, "running": running, "failures": failures}


def main():
    parser = argparse.ArgumentParser(description="Takes the pictures of the README and the guide from the real window.")
    parser.add_argument("pictures", nargs="*", metavar="PICTURE", help=f"the pictures to take ({', '.join(PICTURES)}; default: all)")
    parser.add_argument("--program", type=Path, default=BUILT / "debug/vitrine", help="the built program")
    parser.add_argument("--into", type=Path, default=PROJECT / "docs/pictures", help="the folder for the pictures")
    chosen = parser.parse_args()
    if missing := [*missing_tools(), *(tool for tool in ("convert", "optipng") if not shutil.which(tool))]:
        return f"Missing on this machine: {', '.join(missing)}"
    if unknown := set(chosen.pictures) - set(PICTURES):
        return f"There is no picture {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}."
    program, into = chosen.program.resolve(), chosen.into.resolve()
    if not program.exists():
        return f"{program} is not built: cargo build"
    into.mkdir(parents=True, exist_ok=True)
    with Desktop() as desktop:
        for name in chosen.pictures or PICTURES:
            for language in LANGUAGES:
                with tempfile.TemporaryDirectory(prefix="vitrine-picture-") as directory:
                    PICTURES[name](Pictures(desktop, program, Path(directory), language, into))
    size = sum(file.stat().st_size for file in into.iterdir())
    print(f"{size:8d}  in total, of at most {MAX_BYTES}")
    return 0 if size <= MAX_BYTES else "The pictures are too large in total."


if __name__ == "__main__":
    sys.exit(main())
