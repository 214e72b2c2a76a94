"""Photos from a phone: a real browser the size of a phone sends them through the page into the real window."""

import hashlib
import re
import signal
import subprocess
from collections import Counter

from accessibility import Role
from chromium import Chromium
from photos import GdkPixbuf, photo
from waiting import wait_for

# Twelve products of 40 photos, with names and prices as an owner types them.
NAMES = {
    "en": ["Qashqai kilim", "Blue bowl", "Clay jug", "Copper tray", "Wool scarf", "Tote bag", "Honey jar", "Saffron", "Candle", "Soap", "Vase", "Basket"],
    "fa": ["گلیم قشقایی", "کاسهٔ آبی", "کوزهٔ سفالی", "سینی مسی", "شال پشمی", "کیف پارچه‌ای", "عسل", "زعفران", "شمع", "صابون", "گلدان", "سبد"],
}
PHOTOS = [4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3]
FOLLOW_SECONDS = 120


def typed_price(price, language):
    """The price as it is typed on a phone: with Persian digits on a Persian one."""
    return str(price).translate(str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")) if language == "fa" else str(price)


def address_in(window):
    """The address in the dialog, which is in the code, too."""
    nodes = lambda: (node for node in window.nodes() if node.name.startswith("http://") and "#" in node.name)
    return wait_for("the address for the phone", lambda: next((node.name for node in nodes()), None))


def send_product(phone, files, name, price, language):
    phone.choose_files("#choose", files)
    finish_product(phone, (name, price), language)


def finish_product(phone, product, language):
    name, price = product
    phone.type("#name", name)
    phone.type("#price", typed_price(price, language))
    phone.tap("#next")


def wait_until_sent(phone, count):
    sent = "[...document.querySelectorAll('#products li span:last-child')].filter((state) => state.textContent === text('phone-page-product-sent')).length"
    wait_for(f"{count} products to be on the computer", lambda: phone.evaluate(sent) == count, FOLLOW_SECONDS)


def from_phone(environment, language, reopened):
    """Forty photos become twelve products with names and prices, although the connection is cut and the program is killed
    meanwhile. The page stays open, or is `reopened`."""
    products = [(name, 100000 + 1500 * at) for at, name in enumerate(NAMES[language])]
    folder = environment.directory / "camera"
    folder.mkdir()
    files = []
    for product, count in enumerate(PHOTOS):
        files.append([folder / f"IMG_{1000 + 10 * product + at}.jpg" for at in range(count)])
        for at, file in enumerate(files[-1]):
            photo(file, hue=product / 12 + at / 200, light=0.3 + at * 0.4)
    profile = environment.directory / "chromium"
    with environment.shop() as shop, Chromium(profile, language) as phone:
        with environment.open(shop, language=language) as window:
            window.press("phone-open")
            address = address_in(window)
            environment.shoot(window, "1-invited")
            phone.open(address)
            wait_for("the page to be connected", lambda: not phone.evaluate("document.querySelector('#sending').hidden"))
            assert phone.evaluate("document.documentElement.lang") == language
            assert phone.evaluate("document.documentElement.dir") == ("rtl" if language == "fa" else "ltr")
            assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the phone"
            assert phone.evaluate("location.href").endswith("/"), "the secret is not in the address bar"
            environment.shoot(window, "2-connected-window")
            environment.shoot(phone, "2-connected-page")
            for at in range(5):
                send_product(phone, files[at], *products[at], language)
            wait_until_sent(phone, 5)
            environment.shoot(window, "3-sent-window")
            environment.shoot(phone, "3-sent-page")
            # The connection is cut, and what was chosen meanwhile is sent when it is back.
            phone.go_offline(True)
            for at in range(5, 8):
                send_product(phone, files[at], *products[at], language)
            wait_for("the page to say that it waits", lambda: phone.evaluate("!isConnected"))
            environment.shoot(window, "4-cut-window")
            environment.shoot(phone, "4-cut-page")
            phone.go_offline(False)
            wait_until_sent(phone, 8)
            # These photos are in no product when the program is killed.
            phone.choose_files("#choose", files[8])
            wait_for("the photos to be there", lambda: phone.evaluate("current.photos.length === 3 && current.photos.every((photo) => photo.state === 'sent')"))
            window.process.send_signal(signal.SIGKILL)
            window.process.wait()
            if reopened:
                # As a browser that ran out of memory: what was typed is still there, the photos are on the computer.
                phone.type("#name", products[8][0])
                phone.open("about:blank")
            else:
                finish_product(phone, products[8], language)
                wait_for("the page to say that it waits", lambda: phone.evaluate("!isConnected"))
        with environment.open(shop, language=language) as window:
            window.find("review-add", Role.PUSH_BUTTON)
            window.press("review-add")
            window.press("phone-open")
            phone.open(address_in(window))
            if reopened:
                wait_for("the photos in no product", lambda: phone.evaluate("document.querySelectorAll('#photos li').length") == 3)
                environment.shoot(window, "5-after-the-restart-window")
                environment.shoot(phone, "5-after-the-restart-page")
                phone.type("#price", typed_price(products[8][1], language))
                phone.tap("#next")
            # The page that stayed open goes on with what it had.
            wait_until_sent(phone, 1 if reopened else 9)
            # Photos that were sent before are left out when they are chosen again.
            phone.choose_files("#choose", files[0])
            wait_for("the photos to be left out", lambda: phone.evaluate("current.photos.length === 0"))
            for at in range(9, 12):
                send_product(phone, files[at], *products[at], language)
            wait_until_sent(phone, 4 if reopened else 12)
            window.press("phone-done")
            window.find_enabled("import-start-in", count=12)
            environment.shoot(window, "6-review-window")
            environment.shoot(phone, "6-review-page")
            window.press("import-start-in", count=12)
            wait_for("the import to be done", lambda: window.look("import-done-title", count=12), 90)
            environment.shoot(window, "7-created")
            found = Counter((product["title"], product["price"]) for product in shop.products())
            assert found == Counter(products), f"{found - Counter(products)} instead of {Counter(products) - found}"


# Cards


def printed_codes(pdf):
    """The codes on the sheets, each as its rectangles `(x, y, width, height)` in points with y upwards. Each begins a new path."""
    codes = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf.read_bytes(), re.DOTALL):
        rectangles = []
        for line in stream.decode("ascii", "replace").splitlines():
            *numbers, operator = line.split() or [""]
            if operator == "re":
                rectangles.append(tuple(map(float, numbers)))
            elif operator == "f" and rectangles:
                codes.append(rectangles)
                rectangles = []
            elif operator not in ("", "re"):
                rectangles = []
    return codes


def photograph_card(code, file, angle, hue):
    """A photo of a printed card on a table: turned, and a little blurred."""
    left, bottom = min(x for x, *_ in code), min(y for _, y, *_ in code)
    right, top = max(x + wide for x, _, wide, _ in code), max(y + high for _, y, _, high in code)
    scale = 420 / (right - left)
    side = round((right - left) * scale) + 120
    card = file.with_suffix(".png")
    paper = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, side, round((top - bottom) * scale) + 160)
    paper.fill(0xFFFFFFFF)
    for x, y, wide, high in code:
        x0, y0, x1, y1 = (round(edge) for edge in ((x - left) * scale + 60, (top - y - high) * scale + 60, (x + wide - left) * scale + 60, (top - y) * scale + 60))
        paper.new_subpixbuf(x0, y0, max(x1 - x0, 1), max(y1 - y0, 1)).fill(0x000000FF)
    paper.savev(str(card), "png", [], [])
    table = f"hsl({round(hue * 255)},60,120)"
    convert = lambda *arguments: subprocess.run(["convert", *map(str, arguments)], check=True)
    convert("-size", "1600x1200", f"xc:{table}", "(", card, "-background", "none", "-rotate", angle, ")", "-gravity", "center", "-composite", "-blur", "0x2", "-quality", 88, file)
    card.unlink()


# What a failure says about the page.
PHONE_STATE = "JSON.stringify([phase, isConnected, isPumping, notice, allPhotos().map((photo) => `${photo.state} ${photo.why || ''}`)])"


def hold_refusals(phone):
    """From now on the page hears that it is refused only after `releaseRefusals()`."""
    phone.evaluate("""(() => {
        const fetched = window.fetch, released = new Promise((release) => { window.releaseRefusals = release; });
        window.heldRefusals = 0;
        window.fetch = async (...request) => {
            const response = await fetched(...request);
            if (response.status === 401) { window.heldRefusals += 1; await released; }
            return response;
        };
    })()""")


def wait_for_refusal(phone):
    """The page asks with what it had before the restart, and the program has refused that."""

    def is_held():
        phone.evaluate("wake()")
        return phone.evaluate("heldRefusals") > 0

    wait_for("a request of before the restart to be refused", is_held)


def leave_whole_but_begun(environment, photo):
    """As if the program had been killed between the last byte of a photo and its note that it has it."""
    content = photo.read_bytes()
    (begun,) = environment.directory.rglob("phone/begun")
    (begun / hashlib.sha256(content).hexdigest()).write_bytes(content)


def cards_from_phone(environment, language):
    """Cards from a spreadsheet, photographed before the photos of their products, make twelve products with names and prices of a
    camera roll of 40 photos, although the program is killed while it is sent. The photos of the cards are in no product."""
    products = [(name, 200000 + 2500 * at) for at, name in enumerate(NAMES[language])]
    sheet = environment.directory / "products.csv"
    lines = ["name,sku,primary_price", *(f"{name},K-{at},{price}" for at, (name, price) in enumerate(products))]
    sheet.write_text("\n".join(lines) + "\n", encoding="utf-8")
    pdf = environment.directory / "cards.pdf"
    command = [environment.binary, "--data-dir", environment.directory / "printing", "cards", "--sheet", sheet, "--output", pdf]
    subprocess.run([str(part) for part in command], check=True, capture_output=True)
    codes = printed_codes(pdf)
    assert len(codes) == 12, f"{len(codes)} cards were printed"
    roll, counts = [], [3, 3, 3, 3] + 8 * [2]
    for at, (code, count) in enumerate(zip(codes, counts)):
        card = environment.directory / f"IMG_{2000 + 10 * at}.jpg"
        photograph_card(code, card, angle=at * 31, hue=at / 12)
        roll.append(card)
        for number in range(count):
            roll.append(environment.directory / f"IMG_{2001 + 10 * at + number}.jpg")
            photo(roll[-1], hue=at / 12 + number / 200, light=0.3 + number * 0.4)
    assert len(roll) == 40
    # As a phone hands over a photo that is only in its cloud.
    empty = environment.directory / "IMG_1999.jpg"
    empty.touch()
    with environment.shop() as shop, Chromium(environment.directory / "chromium", language, dark=True) as phone:
        with environment.open(shop, language=language) as window:
            window.press("phone-open")
            phone.open(address_in(window))
            wait_for("the page to be connected", lambda: not phone.evaluate("document.querySelector('#sending').hidden"))
            phone.choose_files("#choose", [*roll[:-1], empty])
            wait_for("some photos to be there", lambda: phone.evaluate("current.photos.filter((photo) => photo.state === 'sent').length") >= 7)
            window.process.send_signal(signal.SIGKILL)
            window.process.wait()
            phone.choose_files("#choose", roll[-1:])
            wait_for("the page to say that it waits", lambda: phone.evaluate("!isConnected"))
            environment.shoot(phone, "roll-1-killed-page")
            # The page may ask as soon as the program listens again.
            hold_refusals(phone)
        leave_whole_but_begun(environment, roll[-1])
        with environment.open(shop, language=language) as window:
            window.press("phone-open")
            address = address_in(window)
            wait_for_refusal(phone)
            phone.open(address)
            wait_for("the page to be let in again", lambda: phone.evaluate("!secret && isConnected && onComputer.waiting.size > 6"))
            phone.evaluate("releaseRefusals()")
            wait_for(lambda: f"all photos to be there: {phone.evaluate(PHONE_STATE)}", lambda: phone.evaluate("current.photos.filter((photo) => photo.state === 'sent').length") == 40, FOLLOW_SECONDS)
            assert phone.evaluate("current.photos.filter((photo) => photo.why === 'phone-page-not-a-photo').length") == 1, "the empty file"
            phone.tap("#roll")
            wait_until_sent(phone, 1)
            environment.shoot(window, "roll-2-sent-window")
            environment.shoot(phone, "roll-2-sent-page")
            window.press("phone-done")
            window.find_enabled("import-start-in", count=12)
            window.press("import-grouping")
            window.find("import-cards-switch", count=12)
            environment.shoot(window, "roll-3-review")
            window.press("import-start-in", count=12)
            wait_for("the import to be done", lambda: window.look("import-done-title", count=12), 90)
            found = Counter((product["title"], product["price"]) for product in shop.products())
            assert found == Counter(products), f"{found - Counter(products)} instead of {Counter(products) - found}"


# Printing and barcodes


def bars_of_ean(digits):
    """The bars of an EAN-13: the widths of dark and light stripes in turn, beginning with a dark one."""
    left = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"]
    parity = ["AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA"][int(digits[0])]
    half = "".join(left[int(digit)] if kind == "A" else left[int(digit)][::-1] for digit, kind in zip(digits[1:7], parity))
    return "111" + half + "11111" + "".join(left[int(digit)] for digit in digits[7:]) + "111"


# Code 128 with the digits 000102: the start, three pairs, the check and the stop.
BARS_OF_CODE_128 = "211232" + "212222" + "222122" + "222221" + "221312" + "2331112"


def photograph_bars(bars, file, angle, hue):
    """A photo of a package that shows hardly more than its barcode."""
    scale = max(1, 900 // sum(map(int, bars)))
    wide = scale * sum(map(int, bars))
    label = file.with_suffix(".png")
    paper = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, wide + 160, 420)
    paper.fill(0xFFFFFFFF)
    x = 80
    for at, bar in enumerate(bars):
        if at % 2 == 0:
            paper.new_subpixbuf(x, 60, int(bar) * scale, 300).fill(0x000000FF)
        x += int(bar) * scale
    paper.savev(str(label), "png", [], [])
    convert = ["convert", "-size", "1600x1200", f"xc:hsl({round(hue * 255)},60,120)", "(", label, "-background", "none", "-rotate", angle, ")"]
    subprocess.run([str(part) for part in [*convert, "-gravity", "center", "-composite", "-blur", "0x1", "-quality", 88, file]], check=True)
    label.unlink()


def cards_printed(environment, language):
    """Cards are printed from the window, first to divide photos, then for the products of a spreadsheet that have none. Photographed
    cards and barcodes divide the photos of a folder, until the owner switches that off. All of it in the dark."""
    pdf, roll = environment.directory / "cards.pdf", environment.directory / "roll"
    sheet = environment.directory / "products.csv"
    named = list(zip(NAMES[language][:2], (250000, 480000)))
    lines = ["name,sku,primary_price", *(f"{name},P-{at},{price}" for at, (name, price) in enumerate(named))]
    sheet.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with environment.shop() as shop, environment.open(shop, language=language, chooses=pdf) as window:
        window.click(window.find("nav-settings"))
        window.choose("settings-theme-dark")
        window.click(window.find("nav-import"))
        window.press("phone-open")
        address_in(window)
        environment.shoot(window, "dark-1-invited")
        window.press("cards-print")
        separators = wait_for("the separators", lambda: pdf.exists() and printed_codes(pdf))
        assert len(separators) == 24, f"{len(separators)} cards"
        environment.shoot(window, "dark-2-saved")
        window.press("phone-done")

        window.drop([sheet], window.find("import-empty-title"))
        window.find("review-add", Role.PUSH_BUTTON)
        environment.shoot(window, "dark-3-sheet")
        pdf.unlink()
        window.press("review-add")
        window.press("phone-open")
        address_in(window)
        window.press("cards-print")
        cards = wait_for("the cards", lambda: pdf.exists() and printed_codes(pdf))
        assert len(cards) == 2, f"{len(cards)} cards"
        environment.shoot(window, "dark-4-cards")
        window.press("phone-done")

        roll.mkdir()
        photograph_card(separators[0], roll / "IMG_3000.jpg", angle=17, hue=0.1)
        photograph_bars(bars_of_ean("6260123456786"), roll / "IMG_3010.jpg", angle=4, hue=0.4)
        photograph_bars(BARS_OF_CODE_128, roll / "IMG_3020.jpg", angle=93, hue=0.7)
        photograph_card(cards[1], roll / "IMG_3030.jpg", angle=200, hue=0.9)
        for at in range(4):
            for number in (1, 2):
                photo(roll / f"IMG_{3000 + 10 * at + number}.jpg", hue=at / 4 + number / 200, light=0.3 + number * 0.4)
        window.drop([roll], window.find("nav-import"))
        wait_for("the cards to be found", lambda: window.look("import-group-by-cards", count=4), FOLLOW_SECONDS)
        environment.shoot(window, "dark-5-roll")
        window.press("import-group-by-cards", count=4)
        # The card of the spreadsheet's second product gave it its photos; the first one has none.
        window.find("import-start-some-in", count=5)
        environment.shoot(window, "dark-6-divided")
        window.press("import-grouping")
        window.click(window.find("import-cards-switch", Role.CHECK_BOX, count=4))
        wait_for("the photos divided otherwise", lambda: not window.find("import-cards-switch", Role.CHECK_BOX, count=4).checked)
        window.find("import-start-some-in", count=14)
        environment.shoot(window, "dark-7-off")
        window.click(window.find("import-cards-switch", Role.CHECK_BOX, count=4))
        window.find("import-start-some-in", count=5)
