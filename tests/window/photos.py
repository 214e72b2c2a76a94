"""Photos to drop: a folder of product folders."""

import colorsys

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf

SIDE = 240


def photo(file, hue, light):
    """A picture of two colours, which differs from those of other hues."""
    pixels = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, SIDE, SIDE)
    pixels.fill(rgba(hue, 0.9))
    left, width = int(SIDE * light / 4), SIDE // 3
    pixels.new_subpixbuf(left, int(SIDE * hue / 2), width, SIDE // 2).fill(rgba(hue + 0.5, light))
    pixels.savev(str(file), "jpeg", ["quality"], ["85"])


def size_of(picture):
    """Width and height of an encoded picture."""
    loader = GdkPixbuf.PixbufLoader()
    loader.write(picture)
    loader.close()
    return loader.get_pixbuf().get_width(), loader.get_pixbuf().get_height()


def rgba(hue, light):
    red, green, blue = (round(255 * part) for part in colorsys.hls_to_rgb(hue % 1, light / 2, 0.8))
    return red << 24 | green << 16 | blue << 8 | 0xFF


def folder_of(directory, names, photos=2):
    """A folder that contains one folder of photos for each product."""
    folder = directory / "products"
    for index, name in enumerate(names):
        (folder / name).mkdir(parents=True)
        for place in range(photos):
            photo(folder / name / f"{place + 1}.jpg", hue=index / len(names), light=0.4 + 0.5 * place)
    return folder
