"""The whole job with forty products: dropped, priced, refused in part, fixed, and looked at; by mouse, and by keys and hearing alone."""

from accessibility import Role
from blind import BlindUser
from messages import plain, whole_number
from waiting import wait_for

NAME, PRICE = "name cell", "price cell"
COUNT = 40
# The marketplace accepts shorter names than its file says.
MAX_NAME = 19
STRICT = f"[behaviour]\nname_chars = {MAX_NAME}\n"
NAMES = {"en": ("Kilim {}", "Kilim {}, handwoven in Shiraz"), "fa": ("گلیم {}", "گلیم {} دستباف نفیس شیراز")}
# The products with the long names. Those that are refused one after another pause an import.
REFUSED = (4, 17, 33)
IMPORT_SECONDS = 240


class Stock:
    """What the owner has: names from the folders, and prices and stock copied from a spreadsheet."""

    def __init__(self, language):
        short, long = NAMES[language]
        numbers = [f"{number:02}" for number in range(1, COUNT + 1)]
        self.dropped = sorted((long if int(number) in REFUSED else short).format(number) for number in numbers)
        self.shortened = {long.format(f"{number:02}"): short.format(f"{number:02}") for number in REFUSED}
        self.prices = [250_000 + 1_000 * index for index in range(COUNT)]
        self.column = "\n".join(f"{price}\t{1 + index % 7}" for index, price in enumerate(self.prices)) + "\n"

    def expected(self):
        """The products that the shop must contain: name, price and stock."""
        names = [self.shortened.get(name, name) for name in self.dropped]
        return sorted((name, price, 1 + index % 7) for index, (name, price) in enumerate(zip(names, self.prices)))


def found(shop):
    return sorted((plain(product["title"]), product["price"], product["inventory"]) for product in shop.products())


def by_mouse(environment, language):
    """Everything with the mouse, but for the letters of the shorter names."""
    stock = Stock(language)
    with environment.shop(faults=STRICT, name_chars=0) as shop, environment.open(shop, language=language, size=(1100, 760)) as window:
        window.drop([environment.photos(stock.dropped, photos=1)], window.find("import-empty-title"))
        window.find_enabled("import-start-in", count=COUNT)
        window.copy_elsewhere(stock.column)
        window.click(window.find(PRICE, row=1), button=3)
        window.press("edit-paste")
        window.expect_text(stock.prices[0], PRICE, read=whole_number, row=1)
        window.press("import-start-in", count=COUNT)
        wait_for("the end of the import", lambda: window.look("import-ended-incomplete"), IMPORT_SECONDS)
        window.press("import-fix-all", count=len(REFUSED))
        for long, short in stock.shortened.items():
            window.begin_editing("import-fix-field-of", name=long)
            window.keys("ctrl+a")
            window.paste(short)
        window.press("import-retry-all", count=len(REFUSED))
        wait_for("all products", lambda: window.look("import-done-title", count=COUNT), IMPORT_SECONDS)
        window.click(window.find("nav-products"))
        window.find("products-updated")
        # What was created last stands on top.
        newest = plain(list(stock.shortened.values())[-1])
        wait_for("the products", lambda: any(node.role == Role.TABLE_ROW and newest in plain(node.name) for node in window.nodes()))
        assert found(shop) == stock.expected(), found(shop)


def by_hearing(environment, language):
    """The same by keys alone, by somebody who hears only what has the focus."""
    stock = Stock(language)
    with environment.shop(faults=STRICT, name_chars=0) as shop, environment.open(shop, language=language, size=(1100, 760)) as window:
        user = BlindUser(window)
        user.hears("import-title", Role.HEADING)
        window.paste_files([environment.photos(stock.dropped, photos=1)])
        user.hears("import-planned-count", Role.HEADING)
        # The table is one key away.
        window.keys("F6")
        user.hears(NAME, Role.ENTRY, row=1)
        user.goes_to(PRICE, Role.ENTRY, row=1)
        window.paste(stock.column)
        window.expect_text(stock.prices[0], PRICE, read=whole_number, row=1)
        window.keys("ctrl+Return")
        user.hears("import-ended-incomplete", Role.HEADING, seconds=IMPORT_SECONDS)
        user.goes_to("import-fix-all", Role.PUSH_BUTTON, count=len(REFUSED))
        window.keys("Return")
        for index in range(len(REFUSED)):
            user.hears("import-fix-field-of", Role.ENTRY)
            cell = user.said()
            long = next(name for name in stock.shortened if plain(name) in cell.name)
            window.keys("ctrl+a")
            window.paste(stock.shortened[long])
            window.expect_text(plain(stock.shortened[long]), "import-fix-field-of", name=long)
            if index + 1 < len(REFUSED):
                window.keys("Return")
                wait_for("the next cell", lambda: (now := user.said()) and now.name != cell.name)
        user.goes_to("import-retry-all", Role.PUSH_BUTTON, count=len(REFUSED))
        window.keys("Return")
        user.hears("import-done-title", Role.HEADING, seconds=IMPORT_SECONDS, count=COUNT)
        window.keys("ctrl+3")
        user.hears("products-title", Role.HEADING)
        row = user.goes_to_role(Role.TABLE_ROW)
        assert any(name in row.name for name, *_ in stock.expected()), row
        assert found(shop) == stock.expected(), found(shop)
