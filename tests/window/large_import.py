"""A whole stock at once: photos in nested folders with a sheet, a column of prices from a spreadsheet, and the shop afterwards.

A recorder between window and shop notes which photos each product was created with: the shop itself lists covers only.
"""

import json
import re
import threading
from email import message_from_bytes
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from goods import goods, number_of
from messages import whole_number
from waiting import wait_for

NAME, PRICE = "name cell", "price cell"
# Headers that belong to one connection.
HOP = ("connection", "transfer-encoding", "keep-alive", "content-length")


class Recorder:
    """A relay to the shop that keeps the photos uploaded, by file id, and the products created."""

    def __init__(self, shop):
        self.photos, self.created, self.lock = {}, [], threading.Lock()
        self.target = urlsplit(shop.market["base_url"]).netloc
        relay = type("Relay", (Relay,), {"recorder": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), relay)
        self.server.daemon_threads = True
        own = f"127.0.0.1:{self.server.server_address[1]}"
        text = shop.market_file.read_text(encoding="utf-8")
        shop.market_file.write_text(re.sub(r"(?m)^((?:base|upload|core)_url\s*=\s*\"http://)[^/\"]+", rf"\g<1>{own}", text), encoding="utf-8")

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def note(self, path, sent, kind, answer):
        if path.endswith("/files"):
            with self.lock:
                self.photos[int(json.loads(answer)["id"])] = uploaded_file(sent, kind)
        elif path.endswith("/products"):
            with self.lock:
                self.created.append(json.loads(sent))

    def products(self):
        """Of each product created: name, price, stock, and the numbers that its photos show, the cover first."""
        numbers = {file: number_of(photo) for file, photo in self.photos.items()}
        return {
            product["name"]: (product["primary_price"], product["stock"], [numbers[file] for file in product["photos"]])
            for product in self.created
            if product["photos"][0] == product["photo"]
        }


class Relay(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def relay(self):
        sent = self.body()
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
        shop = HTTPConnection(self.recorder.target, timeout=60)
        try:
            shop.request(self.command, self.path, body=sent or None, headers=headers)
            answer = shop.getresponse()
            content = answer.read()
        finally:
            shop.close()
        if self.command == "POST" and answer.status < 300:
            self.recorder.note(urlsplit(self.path).path, sent, self.headers["content-type"], content)
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in HOP:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = relay

    def body(self):
        if self.headers.get("transfer-encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("content-length", 0)))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def log_message(self, *_):
        pass


def uploaded_file(sent, kind):
    """The photo in the form of an upload."""
    form = message_from_bytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + sent)
    return next(part.get_payload(decode=True) for part in form.get_payload() if part.get_filename())


def large_import(environment, language, keyboard):
    """Every product of the sheet is in the shop once, with its own photos in order, the cover first, and with the pasted price."""
    count = environment.products
    root, products = goods(environment.directory, count)
    # The column is copied from a spreadsheet in the order of the sheet.
    ordered = list(reversed(products))
    prices = {product.name: 777_000 + 10 * index for index, product in enumerate(ordered)}
    column = "\n".join(f"{prices[product.name]:,}" for product in ordered) + "\n"
    with environment.shop() as shop, Recorder(shop) as recorder, environment.open(shop, language=language) as window:
        if keyboard:
            window.find("import-empty-title")
            window.paste_files([root])
        else:
            window.drop([root], window.find("import-empty-title"))
        window.find_enabled("import-start-in", count=count)
        paste_prices(window, column, keyboard, prices[ordered[0].name])
        if keyboard:
            window.keys("ctrl+Return")
        else:
            window.press("import-start-in", count=count)
        wait_for("the import to be done", lambda: window.look("import-done-title", count=count), 60 + 3 * count)
        listed = {product["title"]: (product["price"], product["inventory"], number_of(shop.photo(product))) for product in shop.products()}
    expected = {product.name: (prices[product.name], product.stock, product.photos) for product in products}
    compare(expected, recorder.products())
    compare({name: (price, stock, photos[0]) for name, (price, stock, photos) in expected.items()}, listed)


def paste_prices(window, column, keyboard, first):
    if keyboard:
        window.tab_to(PRICE, row=1)
        window.paste(column)
    else:
        window.copy_elsewhere(column)
        window.click(window.find(PRICE, row=1), button=3)
        window.press("edit-paste")
    window.expect_text(first, PRICE, read=whole_number, row=1)


def compare(expected, found):
    missing = [name for name in expected if name not in found]
    more = [name for name in found if name not in expected]
    assert not missing and not more, f"not created: {missing}; not in the sheet: {more}"
    for name, product in expected.items():
        assert found[name] == product, f"{name}: {found[name]} instead of {product}"
