"""What the review takes from elsewhere: photos saved into a watched folder, and templates and columns of an earlier session."""

import time

from accessibility import Role
from messages import plain, whole_number
from photos import photo
from waiting import wait_for
from window import EDITORS

NAME, PRICE, STOCK = "name cell", "price cell", "stock cell"
# The folder is looked at every five seconds, and a photo counts when it is the same at two looks.
LOOKS_SECONDS = 12
# The height of the list of a column's uses, without its edges.
LIST_HEIGHT = 250


def watched_folder(environment, language):
    """A photo that is saved into the chosen folder becomes a product to review, without another click."""
    folder = environment.directory / "From the phone"
    folder.mkdir()
    photo(folder / "Old bowl.jpg", hue=0.1, light=0.5)
    with environment.shop() as shop, environment.open(shop, language=language, chooses=folder) as window:
        window.click(window.find("import-watch", Role.CHECK_BOX))
        window.find_enabled("import-watch-change")
        saved = []

        def found():
            # What was there at the first look is not new, and nobody sees when that was.
            if not saved or time.monotonic() - saved[-1] > LOOKS_SECONDS:
                saved.append(time.monotonic())
                photo(folder / f"New jug {len(saved)}.jpg", hue=len(saved) / 7, light=0.6)
            return window.look(NAME, row=1)

        wait_for("the new photo among the products", found, 5 * LOOKS_SECONDS)
        name = plain(window.text_of(NAME, row=1))
        assert name.startswith("New jug"), name
        typed_meanwhile(window, folder)


def typed_meanwhile(window, folder):
    """Another photo comes while a price is typed: the price is whole, and the photo is added once nobody types."""
    products = len(list(folder.glob("New jug*")))
    window.begin_editing(PRICE, row=1)
    window.type("1250")
    photo(folder / "Silk rug.jpg", hue=0.9, light=0.4)
    wait_for("what is said of it", lambda: window.look("notifications-waits-in-folder", count=1), 5 * LOOKS_SECONDS)
    window.type("004")
    assert window.is_focused(PRICE, EDITORS, row=1), window.focused()
    window.keys("Tab")
    window.expect_text(1_250_004, PRICE, read=whole_number, row=1)
    assert not window.look(NAME, row=products + 1), "somebody still types"
    window.click(window.find("review-columns"))
    # A dialog that is not there yet would not be closed.
    window.find("review-columns-help")
    window.keys("Escape")
    wait_for("the photo among the products", lambda: window.look(NAME, row=products + 1), 5 * LOOKS_SECONDS)
    window.expect_text(1_250_004, PRICE, read=whole_number, row=1)


def remembered(environment, language):
    """After a restart, a sheet with the same headings is read as it was chosen, and a saved template fills in its values."""
    folder, heading = environment.directory / "goods", "Catalogue amount"
    for name in ("Bowl", "Jug"):
        (folder / name).mkdir(parents=True)
        photo(folder / name / "1.jpg", hue=0.3 if name == "Jug" else 0.8, light=0.6)
    (folder / "list.csv").write_text(f"name,{heading}\nBowl,5000\nJug,7000\n", encoding="utf-8")
    with environment.shop() as shop:
        with environment.open(shop, paths=[folder], language=language) as window:
            use_column(window, heading)
            save_template(window, "Autumn")
        with environment.open(shop, language=language) as window:
            # The saved review is offered with the same window; a new drop is what is of interest.
            window.press("review-more")
            window.press("import-clear")
            window.drop([folder], window.find("import-empty-title"))
            window.expect_text(5000, PRICE, read=whole_number, row=1)
            window.expect_text("", STOCK, row=1)
            window.press("templates-open")
            window.press_named("Autumn")
            window.press("templates-use", name="Autumn")
            window.press("import-start-in", count=2)
            wait_for("the import to be done", lambda: window.look("import-done-title", count=2), 60)
        assert shop.product_counts() == {("Bowl", 5000, 7): 1, ("Jug", 7000, 7): 1}, shop.product_counts()


def use_column(window, heading):
    """Says that the column of an unknown heading is the price."""
    window.press("sheet-use")
    window.press("sheet-change")
    columns = lambda: (node for node in window.nodes() if node.role == Role.COMBO_BOX and node.name.startswith(heading))
    column = wait_for(f"the column {heading}", lambda: next(columns(), None))
    window.click(column)
    window.find_enabled("field-primary-price")
    below = column.center[1] + LIST_HEIGHT

    def in_sight():
        window.wheel_down(column.center[0], below - LIST_HEIGHT // 2)
        return window.find("field-primary-price", Role.PUSH_BUTTON).center[1] < below

    wait_for("the price in the list", in_sight)
    window.press("field-primary-price")
    window.press("sheet-columns-apply")
    window.expect_text(5000, PRICE, read=whole_number, row=1)


def save_template(window, name):
    if not window.look("field-stock", Role.ENTRY):
        window.press("import-defaults")
    window.begin_editing("field-stock")
    window.type("7")
    window.press("templates-open")
    window.press("templates-save-as")
    window.begin_editing("templates-name")
    window.type(name)
    window.press("templates-save")
    window.find_named(name)
    window.press("close")
