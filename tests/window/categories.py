"""A folder tree at a marketplace that requires categories, properties, and statuses."""

import re

from accessibility import Role
from messages import plain
from photos import photo
from waiting import wait_for

# The names of the folders and of what is typed, and the ids of the categories (crates/sandbox/src/shop/category_data.rs).
WORDS = {
    "en": {"folders": ["Rugs/Kilim/Red kilim", "Rugs/Kilim/Blue kilim", "Kitchen/Mug/White mug", "Various/Silk cushion"],
           "other": "Various", "find": "cush", "kilim": "Kilim", "material": "Material", "wool": "Wool"},
    "fa": {"folders": ["فرش/گلیم/گلیم سرخ", "فرش/گلیم/گلیم آبی", "آشپزخانه/ماگ/ماگ سفید", "متفرقه/کوسن ابریشمی"],
           "other": "متفرقه", "find": "کوسن", "kilim": "گلیم", "material": "جنس", "wool": "پشم"},
}
KILIM, MUG, CUSHION, MATERIAL, WOOL, HIDDEN = 302, 324, 305, 219, 17, 3790


def folder_tree(directory, language):
    root = directory / "stock"
    for index, name in enumerate(WORDS[language]["folders"]):
        (root / name).mkdir(parents=True)
        photo(root / name / "1.jpg", hue=index / 4, light=0.6)
    return root


def categories(environment, language):
    """Categories come from the folders, one folder is given one, a required property is filled in for all, and the shop has it all."""
    with environment.shop(categories=language) as shop, environment.open(shop, language=language) as window:
        create_from_folders(environment, window, shop, language)


def create_from_folders(environment, window, shop, language):
    """What an owner does with a folder tree, from the drop to the products in the shop."""
    words = WORDS[language]
    window.drop([folder_tree(environment.directory, language)], window.find("import-empty-title"))
    window.find("category-gap-attribute", count=2, category=words["kilim"], attribute=words["material"])
    give_folder_a_category(window, words)
    fill_in_material(window, words)
    hide_all(window)
    fill_in_defaults(window)
    window.press("import-start-in", count=4)
    wait_for("the import to be done", lambda: window.look("import-done-title", count=4), 60)
    names = [name.rpartition("/")[-1] for name in words["folders"]]
    kilim = (KILIM, [{"attribute_id": MATERIAL, "selected_values": [WOOL]}], HIDDEN)
    expected = dict(zip(names, [kilim, kilim, (MUG, None, HIDDEN), (CUSHION, None, HIDDEN)]))
    found = {product["title"]: described(shop.whole(product)) for product in shop.products()}
    assert found == expected, found


def fill_in_defaults(window):
    """Types a price, a preparation time and a weight, whose unit is named where the marketplace's file says it."""
    # The days of preparation have a unit in their name, too.
    window.begin_editing("field-with-unit", field=window.messages.entries["field-primary-price"])
    window.type("2500000")
    window.begin_editing("field-preparation-days")
    window.type("3")
    weight = window.messages.entries["field-package-weight"]
    if window.look("field-with-unit", field=weight):
        window.begin_editing("field-with-unit", field=weight)
    else:
        window.begin_editing("field-package-weight")
    window.type("900")


def described(product):
    groups = product.get("attribute_groups")
    attributes = [attribute_sent(attribute) for attribute in groups[0]["attributes"]] if groups else None
    return product["category"]["id"], attributes, product["status"]["value"]


def attribute_sent(attribute):
    """An attribute as it was sent. The public marketplace shows it with its title and those of its options."""
    if "attribute_id" in attribute:
        return attribute
    return {"attribute_id": attribute["id"], "selected_values": [option["id"] for option in attribute["selected_values"]]}


def filter_and_raise_prices(window, shop, language):
    """Of all products those of one category are shown, and the price of each is raised."""
    words = WORDS[language]
    before = {product["id"]: product["price"] for product in shop.products()}
    window.click(window.find("nav-products"))
    window.find("products-updated")
    window.press("filter-show")
    unfiltered = window.messages.pattern("products-filter-any-category").pattern
    choice = wait_for("the choice of the category", lambda: named(window, lambda name: re.search(f": {unfiltered}$", name)))
    window.click(choice)
    counted = rf"{words['kilim']} \({window.messages.digits(2)}\)$"
    window.click(wait_for("the category with its products", lambda: named(window, lambda name: re.search(counted, name))))
    shown = window.messages.pattern("products-shown", shown=2, total=4)
    wait_for("two of four products", lambda: named(window, shown.match))
    window.click(wait_for("a product", lambda: named(window, lambda name: words["folders"][0].rpartition("/")[-1] in name)))
    window.find("products-details")
    window.press("close")
    window.keys("ctrl+a")
    window.find("review-selected", count=2)
    window.press("edits-change-selected")
    window.choose("bulk-increase-percent")
    window.click(window.editor("bulk-percent"))
    window.type("8")
    window.press("edits-preview")
    window.press("edits-send", count=2)
    window.find("edits-ended", count=2)
    kilims = {product["id"] for product in shop.products() if shop.whole(product)["category"]["id"] == KILIM}
    expected = {id: 2700000 if id in kilims else price for id, price in before.items()}
    found = {product["id"]: product["price"] for product in shop.products()}
    assert len(kilims) == 2 and found == expected, found


def named(window, is_name):
    return next((node for node in window.nodes() if node.center and is_name(plain(node.name))), None)


def give_folder_a_category(window, words):
    window.find("category-gap-folder", count=1, folder=words["other"])
    window.press("category-choose")
    window.find("category-find", role=Role.ENTRY)
    # Not every keyboard has Persian letters.
    window.paste(words["find"])
    window.expect_text(words["find"], "category-find")
    window.keys("Return")
    wait_for("the folder's category", lambda: not window.look("category-gap-folder", count=1, folder=words["other"]))


def fill_in_material(window, words):
    window.press("category-gap-fill")
    title = f"{words['material']}: "
    choice = wait_for("the choice of the material", lambda: next((node for node in window.nodes() if node.name.startswith(title) and node.center), None))
    window.click(choice)
    option = wait_for("the option", lambda: next((node for node in window.nodes() if node.name == words["wool"] and node.center), None))
    window.click(option)
    window.press("category-details-apply", count=2)
    wait_for("the property", lambda: not window.look("category-gap-attribute", count=2, category=words["kilim"], attribute=words["material"]))


def hide_all(window):
    window.click(window.find("review-select-all", role=Role.CHECK_BOX))
    window.press("category-properties-selected")
    window.choose("status-hidden")
    window.press("category-details-apply", count=4)
    wait_for("the focus back at its button", lambda: window.is_focused("category-properties-selected"))


# The tree is the first request for categories. Those after it fail for a while: each attempt at the attributes of two categories.
ATTRIBUTES_FAIL = """
[[rule]]
on     = "categories"
from   = 2
to     = 7
status = 503
"""


def attributes_not_loaded(environment, language):
    """What a category asks for could not be read: its products wait until it is read again, or the owner does without it."""
    words = WORDS[language]
    with environment.shop(categories=language, faults=ATTRIBUTES_FAIL) as shop, environment.open(shop, language=language) as window:
        window.drop([folder_tree(environment.directory, language)], window.find("import-empty-title"))
        unknown = {"count": 2, "category": words["kilim"]}
        window.find("category-gap-unknown", **unknown)
        give_folder_a_category(window, words)
        window.press("import-defaults")
        fill_in_defaults(window)
        assert not window.look("import-start-in", count=4).enabled, "products of a category that was not read wait"
        # Starting too early leads to what is to be settled.
        window.press("import-defaults")
        window.keys("ctrl+Return")
        read_attributes_again(window, unknown, words)
        fill_in_material(window, words)
        do_without_attributes(window)
        window.press("import-start-in", count=4)
        wait_for("the import to be done", lambda: window.look("import-done-title", count=4), 60)
        found = sorted(product["category"]["id"] for product in shop.products())
        assert found == sorted([KILIM, KILIM, MUG, CUSHION]), found


def read_attributes_again(window, unknown, words):
    """Presses Try again until the marketplace answers."""

    def is_read():
        if window.look("category-gap-attribute", count=2, category=words["kilim"], attribute=words["material"]):
            return True
        button = window.look("retry", Role.PUSH_BUTTON)
        if button and button.center and window.look("category-gap-unknown", **unknown):
            window.click(button)
        return False

    wait_for("what the category asks for", is_read, 60)


def do_without_attributes(window):
    """For the categories that were not read until now, the owner decides."""

    def is_decided():
        button = window.look("category-attributes-skip", Role.PUSH_BUTTON)
        if button and button.center:
            window.click(button)
        return (start := window.look("import-start-in", count=4)) and start.enabled

    wait_for("all products ready", is_decided, 60)
