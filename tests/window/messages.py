"""The words of the window, by the keys of its message files (Fluent).

Scenarios name what they look for by key, so that they hold in every language and when a wording changes.
"""

import re
from pathlib import Path

FILES = Path(__file__).resolve().parents[2] / "assets" / "messages"
# Isolates and marks that only give text its direction; a screen reader is told names without them.
DIRECTION_MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
LATIN_DIGITS = str.maketrans("۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩", "0123456789" * 2)


def plain(text):
    """Text as it is compared: without direction marks, and with single spaces."""
    return " ".join(DIRECTION_MARKS.sub("", text).split())


def whole_number(text):
    """The number a text shows, in digits of any kind and however its thousands are separated; None when it has none."""
    digits = re.sub(r"\D", "", plain(text).translate(LATIN_DIGITS))
    return int(digits) if digits else None


class Messages:
    """The messages of one language."""

    def __init__(self, language):
        self.language = language
        self.entries = {}
        for file in sorted((FILES / language).glob("*.ftl")):
            self.entries.update(read_entries(file.read_text(encoding="utf-8")))

    def digits(self, number):
        """A small number as this language writes it."""
        text = str(number)
        return text.translate(PERSIAN_DIGITS) if self.language == "fa" else text

    def pattern(self, key, **arguments):
        """What the whole of a message may read. Numbers and texts are given by name; what is not given may be anything."""
        written = {name: self.digits(value) if isinstance(value, int) else value for name, value in arguments.items()}
        return re.compile(self._expression(self.entries[key], written))

    def _expression(self, value, written):
        parts = []
        for placeable, text in split_placeables(value):
            if placeable is None:
                parts.append(r"\s*".join(re.escape(word) for word in re.split(r"\s+", DIRECTION_MARKS.sub("", text))))
            else:
                parts.append(self._placeable(placeable, written))
        return "".join(parts)

    def _placeable(self, placeable, written):
        selector, arrow, variants = placeable.partition("->")
        if arrow:
            return "(?:" + "|".join(self._expression(variant, written) for variant in split_variants(variants)) + ")"
        name = selector.strip()
        if name.startswith('"'):
            return r"\s*"
        if name.startswith("$"):
            return re.escape(plain(written[name[1:]])) if name[1:] in written else ".*"
        return self._expression(self.entries[name], written)


def read_entries(source):
    """The raw value of each message, with its continuation lines."""
    entries, key = {}, None
    for line in source.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if started := re.match(r"(-?[a-zA-Z][\w-]*)\s*=\s*(.*)", line):
            key = started[1]
            entries[key] = started[2]
        elif re.match(r"\s+\.[\w-]+\s*=", line):
            # An attribute; nothing here looks for one.
            key = None
        elif key:
            entries[key] += "\n" + line.strip()
    return entries


def split_placeables(value):
    """Pairs `(None, text)` and `(placeable, "")`, in order; a placeable may hold others."""
    depth, begun = 0, 0
    for at, character in enumerate(value):
        if character == "{":
            if depth == 0:
                yield None, value[begun:at]
                begun = at + 1
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                yield value[begun:at], ""
                begun = at + 1
    yield None, value[begun:]


def split_variants(variants):
    """The values of a selector's variants."""
    return [variant.strip() for variant in re.split(r"(?:^|\n)\s*\*?\[[^\]]*\]", variants)[1:]]
