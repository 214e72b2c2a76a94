"""Values for all products that are made from what each product has."""

from goods import numbered_photo
from waiting import wait_for
from window import EDITORS

# Name, weight, and price of each product. The last one was never weighed.
PRODUCTS = [("Rug, blue", "900", "1250000"), ("Rug, red", "1450", "1300000"), ("Bowl", "", "450000")]


def made_values(environment, language, size=(1366, 768)):
    """A text and the weight with packaging are typed once, seen for each product in the table, and are what the shop then has."""
    folder = environment.directory / "goods"
    folder.mkdir()
    for number, (name, _, _) in enumerate(PRODUCTS):
        numbered_photo(folder / f"{name}.jpg", number)
    rows = [f'"{name}",{weight},{price},3' for name, weight, price in PRODUCTS]
    (folder / "goods.csv").write_text("\n".join(["name,weight,primary_price,stock", *rows]), encoding="utf-8")
    with environment.shop() as shop, environment.open(shop, language=language, size=size) as window:
        window.drop([folder], window.find("import-empty-title"))
        window.find_enabled("import-start-in", count=len(PRODUCTS))
        window.press("import-defaults")
        # By key: in a small window these are out of sight.
        window.tab_to("field-with-unit", EDITORS, field=window.messages.entries["field-package-weight"])
        window.type("+50")
        window.find("import-packaging", count=50)
        window.tab_to("import-texts-open")
        window.keys("space")
        window.tab_to("field-brief", EDITORS)
        window.type("Handmade, ")
        brief = window.messages.entries["field-brief"]
        for value in ["field-name", "field-weight"]:
            window.tab_to("import-texts-add-name", value=window.messages.entries[value], field=brief)
            window.keys("space")
        environment.shoot(window, "texts")
        window.keys("Escape")
        window.press("import-start-in", count=len(PRODUCTS))
        wait_for("every product in the shop", lambda: len(shop.products()) == len(PRODUCTS))
        made = {whole["title"]: (whole["summary"], whole["packaged_weight"]) for whole in map(shop.whole, shop.products())}
        # A part about a weight that is not known is left out.
        expected = {name: (f"Handmade, {name} {weight}", int(weight) + 50) if weight else ("Handmade", None) for name, weight, _ in PRODUCTS}
        assert made == expected, made
