"""Photos of many products in nested folders, with a sheet of Persian names and prices; and what the shop must make of them.

Every photo shows its own number as a pattern of squares, which survives resizing and re-encoding. So a photo in the shop tells
from which file it was made.
"""

import csv
import io
from dataclasses import dataclass
from pathlib import Path

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf

DEMO = sorted((Path(__file__).resolve().parents[2] / "assets" / "demo").glob("*.jpg"))
THINGS = ["گلیم دستباف", "کاسهٔ فیروزه‌ای", "گلدان سفالی", "سینی مسی", "کوسن ترمه", "شال پشمی", "سبد حصیری", "لیوان سرامیکی"]
COLORS = ["سرخ", "آبی", "سبز", "زرد", "سفید", "نیلی", "خاکستری"]
PLACES = ["فرش/ایوان", "خانه و آشپزخانه/پذیرایی", "Textiles/2026/Autumn"]
HEADINGS = ["نام", "کد کالا", "قیمت", "موجودی"]
LONGER_SIDES = [480, 640, 900, 1280]
PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
# The pattern has so many squares in each direction, and covers this part of the picture.
SQUARES, FROM, TO = 4, 0.5, 0.9
BLACK, WHITE = 0x000000FF, 0xFFFFFFFF


@dataclass
class Goods:
    """A product of the sheet with its photos, the cover first."""

    sku: str
    name: str
    price: int
    stock: int
    photos: list


def goods(directory, count):
    """Writes photos and sheet of so many products, with one to four photos each, and returns both."""
    root, products, number = directory / "stock", [], 0
    for index in range(count):
        sku = f"VT-{index + 101}"
        files = photo_files(root, index, sku)
        for file in files:
            file.parent.mkdir(parents=True, exist_ok=True)
            numbered_photo(file, number + files.index(file))
        name = f"{THINGS[index % len(THINGS)]} {COLORS[index % len(COLORS)]} {str(index + 1).translate(PERSIAN_DIGITS)}"
        products.append(Goods(sku, name, 100_000 + 1_250 * index, 1 + index % 9, list(range(number, number + len(files)))))
        number += len(files)
    (root / "list.csv").write_text("\ufeff" + sheet_of(products), encoding="utf-8")
    return root, products


def photo_files(root, index, sku):
    """The files of a product, the cover first, in one of the ways in which owners keep photos."""
    place = root / PLACES[index // 4 % len(PLACES)]
    return [
        [place / "singles" / f"{sku}.jpg"],
        [place / "pairs" / f"{sku}_1.jpg", place / "pairs" / f"{sku}_2.png"],
        [place / sku / "cover.jpg", place / sku / "2.jpg", place / sku / "10.jpg"],
        [place / sku / "اصلی.jpg", place / sku / "1.png", place / sku / "2.jpg", place / sku / "10.jpg"],
    ][index % 4]


def sheet_of(products):
    """The sheet in an order of its own. Every second price has Persian digits."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(HEADINGS)
    for index, product in enumerate(reversed(products)):
        price = f"{product.price:,}" if index % 2 else str(product.price).translate(PERSIAN_DIGITS)
        rows.writerow([product.name, product.sku, price, product.stock])
    return text.getvalue()


def numbered_photo(file, number):
    """One of the demo's photos with the number as a pattern."""
    side = LONGER_SIDES[number % len(LONGER_SIDES)]
    shown = GdkPixbuf.Pixbuf.new_from_file_at_scale(str(DEMO[number % len(DEMO)]), side, side, True)
    for bit in range(SQUARES * SQUARES):
        square(shown, bit, 0).fill(WHITE if number >> bit & 1 else BLACK)
    if file.suffix == ".png":
        shown.savev(str(file), "png", [], [])
    else:
        shown.savev(str(file), "jpeg", ["quality"], ["88"])


def number_of(picture):
    """The number that a photo shows."""
    loader = GdkPixbuf.PixbufLoader()
    loader.write(picture)
    loader.close()
    shown = loader.get_pixbuf()
    return sum(1 << bit for bit in range(SQUARES * SQUARES) if is_light(square(shown, bit, 0.25)))


def square(shown, bit, margin):
    """The square of a bit, without a margin that is a share of its side."""
    edge = (TO - FROM) / SQUARES
    width, height = int(edge * shown.get_width()), int(edge * shown.get_height())
    left = int(FROM * shown.get_width()) + bit % SQUARES * width
    top = int(FROM * shown.get_height()) + bit // SQUARES * height
    across, down = int(margin * width), int(margin * height)
    return shown.new_subpixbuf(left + across, top + down, width - 2 * across, height - 2 * down)


def is_light(part):
    one = part.scale_simple(1, 1, GdkPixbuf.InterpType.HYPER)
    return one.get_pixels()[0] > 127
