"""Files as owners have them: a bilingual price list in the folder of a network drive, and an export of WooCommerce."""

from goods import numbered_photo
from messages import whole_number
from photos import photo
from waiting import wait_for

RIAL = 10
# Name, price in toman, and stock. Group titles, sums and a note stand between them.
GOODS = [("گلیم دستباف", 250_000, 2), ("جاجیم کوچک", 180_000, 1), ("کاسهٔ سفالی", 90_000, 5), ("کوزهٔ آبی", 120_000, 3)]
PRICE_LIST = """فهرست قیمت بهار,,,
نام کالا,قیمت,موجودی,کد
Product name,Price (Toman),Stock,SKU
(required),(required),(optional),(optional)
فرش‌ها,,,
گلیم دستباف,"۲۵۰٬۰۰۰",2,K-1
جاجیم کوچک,"180,000",1,K-2
جمع فرش‌ها,"430,000",3,
ظرف‌ها,,,
کاسه سفالی,90 هزار,۵ عدد,K-3
کوزه آبی,120000,3,K-4
جمع ظرف‌ها,"210,000",8,
جمع کل,"640,000",11,
قیمت‌ها بدون هزینهٔ ارسال است.,,,
"""
# As network drives, systems and downloads leave them there.
OTHERS = ["@eaDir/1.jpg/SYNOPHOTO_THUMB_M.jpg", "#recycle/Old/1.jpg", "Thumbs.db", ".DS_Store", "half.jpg.part", "lost+found/2.jpg"]

WOOCOMMERCE = """ID,Type,SKU,Name,Published,"Short description",Description,"In stock?",Stock,"Sale price","Regular price",Images,Parent,"Attribute 1 name","Attribute 1 value(s)"
1,simple,M-1,"Mug 60 &times; 90",1,"Two\\nlines","<style>p{color:red}</style><p>Good&nbsp;mug</p>",1,5,90000,120000,https://shop.example/mug-scaled.jpg,,,
2,variable,S-1,Shirt,1,,<p>Cotton</p>,1,,,,https://shop.example/shirt.jpg,,Size,"S, M"
3,variation,S-1-S,"Shirt - S",1,,,1,3,,250000,,S-1,Size,S
4,variation,S-1-M,"Shirt - M",-1,,,0,,,260000,,S-1,Size,M
"""


def price_list(environment, language, size=(1366, 768)):
    """Titles of groups, sums and what a network drive keeps become no products; toman become rial after one question."""
    folder = environment.directory / "shop"
    folder.mkdir()
    for number, (name, _, _) in enumerate(GOODS):
        numbered_photo(folder / f"{name}.jpg", number)
    for other in OTHERS:
        (folder / other).parent.mkdir(parents=True, exist_ok=True)
        (folder / other).write_bytes(b"\xff\xd8\xff\xe0 small")
    (folder / "list.csv").write_text(PRICE_LIST, encoding="utf-8")
    with environment.shop() as shop, environment.open(shop, language=language, size=size) as window:
        window.drop([folder], window.find("import-empty-title"))
        window.find_enabled("import-start-in", count=len(GOODS))
        environment.shoot(window, "price-list")
        window.press("import-start-in", count=len(GOODS))
        toman, rial = (window.messages.entries[unit] for unit in ("unit-toman", "unit-rial"))
        window.find_enabled("sheet-unit-convert", sheet=toman, shop=rial)
        environment.shoot(window, "unit")
        window.press("sheet-unit-convert", sheet=toman, shop=rial)
        window.expect_text(GOODS[0][1] * RIAL, "price cell", read=whole_number, row=1)
        window.press("import-start-in", count=len(GOODS))
        wait_for("every product in the shop", lambda: len(shop.products()) == len(GOODS))
        window.find("import-done-title", count=len(GOODS))
        found = {price: stock for (_, price, stock) in shop.product_counts()}
        assert found == {price * RIAL: stock for _, price, stock in GOODS}, shop.product_counts()


def woocommerce(environment, language, size=(1366, 768)):
    """An export is right without a mapping: the regular price, lines in the place of signs for them, and each variation with its parent's photo."""
    folder = environment.directory / "export"
    folder.mkdir()
    photo(folder / "mug.jpg", hue=0.2, light=0.6)
    photo(folder / "shirt.jpg", hue=0.7, light=0.6)
    (folder / "wc-product-export.csv").write_text(WOOCOMMERCE, encoding="utf-8")
    with environment.shop() as shop, environment.open(shop, language=language, size=size) as window:
        window.drop([folder], window.find("import-empty-title"))
        window.find_enabled("import-start-in", count=3)
        environment.shoot(window, "woocommerce")
        window.press("import-start-in", count=3)
        wait_for("every product in the shop", lambda: len(shop.products()) == 3)
        expected = {("Mug 60 × 90", 120_000, 5): 1, ("Shirt - S", 250_000, 3): 1, ("Shirt - M", 260_000, 0): 1}
        assert shop.product_counts() == expected, shop.product_counts()
        texts = {whole["title"]: (whole["summary"], whole["description"]) for whole in map(shop.whole, shop.products())}
        assert texts["Mug 60 × 90"] == ("Two\nlines", "Good mug"), texts


# A page that a panel calls .xls: what is struck out is no longer sold.
STRUCK_OUT = """<table><tr><td>نام<td>قیمت (ریال)<td>موجودی<tr><td>گلیم دستباف<td>2500000<td>2<tr><td><s>کاسهٔ سفالی</s><td>900000<td>5
<tr style="display:none"><td>کوزهٔ آبی<td>1200000<td>3</table>"""


def rows_kept(environment, language, size=(1366, 768)):
    """In the dark, rows that are struck out or hidden become products by a click, each kind by a button of its own."""
    folder = environment.directory / "list"
    folder.mkdir()
    for number, (name, _, _) in enumerate((GOODS[0], *GOODS[2:])):
        numbered_photo(folder / f"{name}.jpg", number)
    (folder / "list.xls").write_text(STRUCK_OUT, encoding="utf-8")
    with environment.shop() as shop, environment.open(shop, language=language, size=size) as window:
        window.click(window.find("nav-settings"))
        window.choose("settings-theme-dark")
        window.click(window.find("nav-import"))
        window.drop([folder], window.find("import-empty-title"))
        # The other photos are of rows that are left out.
        window.find_enabled("import-start-in", count=1)
        environment.shoot(window, "left-out")
        for kind in ("hidden", "struck_out"):
            window.press_until_gone("sheet-keep-rows", kind=kind)
            environment.shoot(window, kind)
        window.press("import-start-in", count=3)
        wait_for("every product in the shop", lambda: len(shop.products()) == 3)
        assert shop.product_counts() == {(name, price * RIAL, stock): 1 for name, price, stock in (GOODS[0], *GOODS[2:])}, shop.product_counts()
