"""Events of the shop reach the window: a webhook is added, events are received, and the list of products follows them."""

import json
import re
import urllib.error
import urllib.request

from accessibility import Role
from shop import WITHOUT_PROXY
from waiting import wait_for
from window import EDITORS

PRODUCTS = 3
TOKEN = "sesame"
NEW_PRICE = 7654


def webhooks(environment, language):
    """A webhook with a token is added in the window; a change elsewhere and a new product are delivered, and rows follow."""
    pictures = environment.failures.parent / f"webhooks-{language}"
    pictures.mkdir(parents=True, exist_ok=True)
    with environment.shop(products=PRODUCTS) as shop, environment.open(shop, language=language) as window:
        window.click(window.find("nav-products"))
        window.find("products-updated")
        address = receive(window)
        assert refuses(address, "GET") == 405 and refuses(address, "POST", "wrong") == 401

        subscribe(window, f"{address}/events")
        window.shoot(pictures / "subscribe.png")

        product = max(shop.products(), key=lambda product: product["id"])
        shop.change(product["id"], primary_price=NEW_PRICE)
        window.click(window.find("nav-products"))
        row_with(window, NEW_PRICE)
        window.shoot(pictures / "products.png")

        window.click(window.find("nav-import"))
        drop(environment, window)
        window.press("import-start-in", count=1)
        window.press("import-unpriced-create")
        window.find("import-done-title", count=1)
        window.click(window.find("nav-webhooks"))
        window.choose("webhooks-part-receive")
        window.find("receiver-deliveries", count=2)

        window.press("receiver-practice-send")
        window.find("receiver-deliveries", count=3)
        window.shoot(pictures / "received.png")
        shown(window, pictures)
        listed(window, pictures)

        window.click(window.find("nav-settings"))
        window.choose("settings-theme-dark")
        window.click(window.find("nav-webhooks"))
        window.shoot(pictures / "subscriptions-dark.png")
        window.choose("webhooks-part-receive")
        window.press("receiver-public")
        window.shoot(pictures / "received-dark.png")
        window.press("receiver-stop")
        window.find("receiver-port", Role.ENTRY)
        try:
            refuses(address, "GET")
            raise AssertionError("the receiver still answers after it was stopped")
        except urllib.error.URLError:
            pass


def receive(window):
    """Starts the receiver with a token; returns its address."""
    window.click(window.find("nav-webhooks"))
    window.choose("webhooks-part-receive")
    window.begin_editing("receiver-port")
    window.keys("ctrl+a")
    # Any free port.
    window.type("0")
    window.begin_editing("receiver-token")
    window.type(TOKEN)
    window.press("receiver-start")
    window.find("receiver-checks-token")
    names = (node.name for node in window.nodes())
    return next(found[0] for found in (re.search(r"http://127\.0\.0\.1:\d+", name) for name in names) if found)


def subscribe(window, url):
    window.choose("webhooks-part-subscribe")
    for event in ("event-8", "event-5"):
        window.click(window.find(event, Role.CHECK_BOX))
    # They are below what a window of this size shows.
    window.tab_to("webhooks-url", EDITORS)
    window.type(url)
    window.tab_to("webhooks-token", EDITORS)
    window.type(TOKEN)
    window.press("webhooks-add")
    window.find("webhooks-added-as")


def refuses(address, method, token=None):
    """The status with which a request is refused."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    body = json.dumps({"event_id": 5}).encode() if method == "POST" else None
    try:
        WITHOUT_PROXY.open(urllib.request.Request(address, body, headers, method=method), timeout=20).close()
    except urllib.error.HTTPError as error:
        return error.code
    return None


def row_with(window, price):
    """Waits for a row with this price, in the digits of the language."""
    digits = str.maketrans("۰۱۲۳۴۵۶۷۸۹", "0123456789")

    def found():
        plain = (re.sub(r"[^0-9]", "", node.name.translate(digits)) for node in window.nodes())
        return any(str(price) in text for text in plain)

    wait_for(f"a product at {price}", found)


def drop(environment, window):
    folder = environment.photos(["Blue bowl"])
    window.drop([folder], window.find("import-empty-title"))
    window.find_enabled("import-start-in", count=1)


def shown(window, pictures):
    """A delivery as a whole."""
    window.click(next(node for node in window.nodes() if window.has_name(node, "receiver-open-named")))
    window.find("delivery-tree")
    window.shoot(pictures / "tree.png")
    window.choose("delivery-raw")
    window.shoot(pictures / "raw.png")
    window.press("delivery-copy-curl")
    wait_for("the copied command", lambda: window.copied().startswith("curl -X POST"))
    assert TOKEN not in window.copied()
    window.press("close")


def listed(window, pictures):
    """The webhook in the list, its log, and its switch."""
    window.choose("webhooks-part-subscriptions")
    window.click(next(node for node in wait_for_nodes(window, "webhooks-log-named")))
    window.find("webhooks-log-title")
    window.shoot(pictures / "log.png")
    window.press("close")
    active = window.find("webhooks-is-active", Role.CHECK_BOX)
    assert active.checked
    window.click(active)
    wait_for("the webhook to be off", lambda: not window.find("webhooks-is-active", Role.CHECK_BOX).checked)
    window.shoot(pictures / "subscriptions.png")


def wait_for_nodes(window, key):
    return wait_for(key, lambda: [node for node in window.nodes() if node.center and window.has_name(node, key)])
