"""The texts of the window, by the keys of the message files (Fluent).

Scenarios find elements by key, so that they work in every language and after a change of wording.
"""

import re
from pathlib import Path

FILES = Path(__file__).resolve().parents[2] / "assets" / "messages"
CELLS = {"name cell": "field-name", "price cell": "field-primary-price", "stock cell": "field-stock"}
# Isolates and marks that only set the direction of text. Accessible names do not contain them.
DIRECTION_MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
LATIN_DIGITS = str.maketrans("۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩", "0123456789" * 2)


def plain(text):
    """The text for comparisons: without direction marks, and with single spaces."""
    return " ".join(DIRECTION_MARKS.sub("", text).split())


def whole_number(text):
    """The number in a text, with any kind of digits and separators; None if there is none."""
    digits = re.sub(r"\D", "", plain(text).translate(LATIN_DIGITS))
    return int(digits) if digits else None


class Messages:
    """The messages of one language."""

    def __init__(self, language):
        self.language = language
        self.entries = {}
        for file in sorted((FILES / language).glob("*.ftl")):
            self.entries.update(read_entries(file.read_text(encoding="utf-8")))
        # The cells of the review's table, of any product, with or without a unit.
        for cell, field in CELLS.items():
            self.entries[cell] = self.entries["review-cell"].replace("{ $field }", "{ " + field + " }{ $unit }")

    def digits(self, number):
        """A small number as this language writes it."""
        text = str(number)
        return text.translate(PERSIAN_DIGITS) if self.language == "fa" else text

    def number(self, number):
        """A number with separators as this language writes it."""
        text = f"{number:,}"
        return text.replace(",", "٬").translate(PERSIAN_DIGITS) if self.language == "fa" else text

    def pattern(self, key, **arguments):
        """A pattern that matches the whole message. Arguments are numbers or texts by name; others may be anything."""
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
            named = split_variants(variants)
            # A kind has a variant of its own; a number may have any.
            kind = written.get(selector.strip().removeprefix("$"))
            chosen = [named[kind]] if kind in named else named.values()
            return "(?:" + "|".join(self._expression(variant, written) for variant in chosen) + ")"
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
            # Attributes are not needed here.
            key = None
        elif key:
            entries[key] += "\n" + line.strip()
    return entries


def split_placeables(value):
    """Yields pairs `(None, text)` and `(placeable, "")` in order. A placeable may contain others."""
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
    """The values of a selector's variants by their names."""
    parts = re.split(r"(?:^|\n)\s*\*?\[([^\]]*)\]", variants)[1:]
    return {name: value.strip() for name, value in zip(parts[::2], parts[1::2])}
