"""Events of the shop reach the window: a webhook is added, events are received, and the list of products follows them."""

import http.server
import json
import re
import subprocess
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager

from accessibility import Role
from out_of_sight import desktop_services, hide, show
from shop import WITHOUT_PROXY
from waiting import wait_for
from window import EDITORS

PRODUCTS = 3
TOKEN = "sesame"
NEW_PRICE = 7654
SALE, MESSAGE = 5, 1


def webhooks(environment, language):
    """A webhook with a token is added in the window; a change elsewhere and a new product are delivered, and rows follow."""
    with environment.shop(products=PRODUCTS) as shop, environment.open(shop, language=language) as window:
        window.click(window.find("nav-products"))
        window.find("products-updated")
        address = receive(window)
        assert refuses(address, "GET") == 405 and refuses(address, "POST", "wrong") == 401

        subscribe(window, f"{address}/events")
        environment.shoot(window, "subscribe")

        product = max(shop.products(), key=lambda product: product["id"])
        shop.change(product["id"], primary_price=NEW_PRICE)
        window.click(window.find("nav-products"))
        row_with(window, NEW_PRICE)
        environment.shoot(window, "products")

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
        environment.shoot(window, "received")
        shown(window, environment)
        listed(window, environment)

        window.click(window.find("nav-settings"))
        window.choose("settings-theme-dark")
        window.click(window.find("nav-webhooks"))
        environment.shoot(window, "subscriptions-dark")
        window.choose("webhooks-part-receive")
        window.press("receiver-public")
        environment.shoot(window, "received-dark")
        window.press("receiver-stop")
        window.find("receiver-port", Role.ENTRY)
        try:
            refuses(address, "GET")
            raise AssertionError("the receiver still answers after it was stopped")
        except urllib.error.URLError:
            pass


def receive(window, forward=""):
    """Starts the receiver with a token; returns its address. `forward` is where events are passed on to."""
    window.click(window.find("nav-webhooks"))
    window.choose("webhooks-part-receive")
    window.begin_editing("receiver-port")
    window.keys("ctrl+a")
    # Any free port.
    window.type("0")
    window.begin_editing("receiver-token")
    window.type(TOKEN)
    if forward:
        window.begin_editing("receiver-forward")
        window.type(forward)
    window.press("receiver-start")
    window.find("receiver-checks-token")
    names = (node.name for node in window.nodes())
    return next(found[0] for found in (re.search(r"http://127\.0\.0\.1:\d+", name) for name in names) if found)


def subscribe(window, url, events=()):
    """Adds a webhook for changes of products, sales, and these events."""
    window.choose("webhooks-part-subscribe")
    for event in ("event-8", "event-5", *events):
        box = window.find(event, Role.CHECK_BOX)
        if not box.checked:
            window.click(box)
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


def shown(window, environment):
    """A delivery as a whole."""
    window.click(next(node for node in window.nodes() if window.has_name(node, "receiver-open-named")))
    window.find("delivery-tree")
    environment.shoot(window, "tree")
    window.choose("delivery-raw")
    environment.shoot(window, "raw")
    window.press("delivery-copy-curl")
    wait_for("the copied command", lambda: window.copied().startswith("curl -X POST"))
    assert TOKEN not in window.copied()
    window.press("close")


def listed(window, environment):
    """The webhook in the list, its log, and its switch."""
    window.choose("webhooks-part-subscriptions")
    window.click(next(node for node in wait_for_nodes(window, "webhooks-log-named")))
    window.find("webhooks-log-title")
    environment.shoot(window, "log")
    window.press("close")
    active = window.find("webhooks-is-active", Role.CHECK_BOX)
    assert active.checked
    window.click(active)
    wait_for("the webhook to be off", lambda: not window.find("webhooks-is-active", Role.CHECK_BOX).checked)
    environment.shoot(window, "subscriptions")


def wait_for_nodes(window, key):
    return wait_for(key, lambda: [node for node in window.nodes() if node.center and window.has_name(node, key)])


def webhooks_managed(environment, language):
    """A webhook is refused, added, changed, switched and deleted; events are told while the window is hidden, filtered, passed on and
    sent again, and deleted."""
    with (
        environment.shop(products=PRODUCTS) as shop, desktop_services(environment.desktop) as services, own_app() as app,
        environment.open(shop, language=language) as window,
    ):
        address = receive(window, forward=app.address)
        refused(window, environment)
        subscribe(window, f"{address}/events", events=("event-1",))
        to_top(window)
        window.choose("webhooks-part-receive")
        shop.deliver(SALE)
        window.find("receiver-deliveries", count=1)
        assert not services.said, "the person sees it"
        told_out_of_sight(window, shop, services)
        wait_for("the events at the owner's app", lambda: len(app.received) == 3)
        window.find("receiver-forward-done")
        filtered(window, environment)
        replayed(window, app)
        sent_with_curl(window)

        changed(window, environment)
        window.click(window.find("nav-settings"))
        window.choose("settings-theme-dark")
        window.click(window.find("nav-webhooks"))
        environment.shoot(window, "changed-dark")
        deleted(window, environment)
        cleared(window, environment)
        window.press("receiver-token-ask")
        window.find_enabled("cancel")
        window.press("receiver-token-forget")
        window.find("receiver-checks-nothing")
        environment.shoot(window, "forgotten")


def refused(window, environment):
    """What the marketplace says of an address that is too long stands at the address."""
    window.choose("webhooks-part-subscribe")
    for event in ("event-8", "event-5"):
        window.click(window.find(event, Role.CHECK_BOX))
    window.tab_to("webhooks-url", EDITORS)
    window.paste("https://hooks.example/" + "a" * 2_100)
    window.press("webhooks-add")
    wait_for("what is said of the address", lambda: any("2083" in node.name for node in window.nodes()))
    environment.shoot(window, "refused")
    window.begin_editing("webhooks-url")
    window.keys("ctrl+a", "Delete")
    wait_for("nothing more said of it", lambda: not any("2083" in node.name for node in window.nodes()))
    to_top(window)


def to_top(window):
    """Scrolls up to the parts of the page."""
    window.click(window.find("nav-settings"))
    window.find("settings-title")
    window.click(window.find("nav-webhooks"))


def told_out_of_sight(window, shop, services):
    hide(window)
    wait_for("the program to know that nobody sees it", lambda: not window.focused())
    for event, key in ((SALE, "webhook-notify-sale"), (MESSAGE, "webhook-notify-message")):
        shop.deliver(event)
        wait_for(key, lambda: services.said)
        assert window.messages.pattern(key).fullmatch(services.said.pop()), services.said
    show(window)
    window.find("receiver-deliveries", count=3)


def filtered(window, environment):
    """Only the message is listed."""
    pick(window, "receiver-filter", "event-1")
    wait_for("one row", lambda: len(rows(window)) == 1)
    environment.shoot(window, "filtered")
    pick(window, "receiver-filter", "receiver-all-events")
    wait_for("three rows", lambda: len(rows(window)) == 3)
    pick(window, "receiver-order", "receiver-oldest-first")
    pick(window, "receiver-order", "receiver-newest-first")


def pick(window, name, option):
    """Chooses from a list that opens below a button."""
    label = window.messages.pattern(name)
    window.click(next(node for node in window.nodes() if node.role == Role.COMBO_BOX and label.match(node.name)))
    window.press(option)


def rows(window):
    return [node for node in window.nodes() if window.has_name(node, "receiver-open-named")]


def replayed(window, app):
    """A delivery is passed on once more."""
    before = list(app.received)
    window.click(rows(window)[0])
    window.press("delivery-replay")
    wait_for("it once more", lambda: len(app.received) == len(before) + 1)
    assert app.received[-1] in before and f"Bearer {TOKEN}" == app.tokens[-1]


def sent_with_curl(window):
    """The copied command works in a shell, once the token is added to it."""
    window.press("delivery-copy-curl")
    wait_for("the copied command", lambda: window.copied().startswith("curl -X POST"))
    command = f"{window.copied()} --noproxy '*' -s -o /dev/null -w '%{{http_code}}'"
    window.press("close")
    run = lambda more: subprocess.run(command + more, shell=True, capture_output=True, text=True, check=True).stdout
    assert run("") == "401"
    assert run(f" -H 'Authorization: Bearer {TOKEN}'") == "200"
    wait_for("the same event, counted", lambda: any(window.has_name(node, "receiver-times", count=2) for node in window.nodes()))
    window.find("receiver-deliveries", count=3)


def changed(window, environment):
    """Another address and other events, in the form."""
    window.choose("webhooks-part-subscriptions")
    window.click(next(node for node in wait_for_nodes(window, "webhooks-edit-named")))
    window.click(window.find("event-6", Role.CHECK_BOX))
    window.tab_to("webhooks-url", EDITORS)
    window.keys("ctrl+a")
    window.type("https://hooks.example/other")
    environment.shoot(window, "changing")
    window.press("webhooks-save")
    window.find("webhooks-edit-named")
    window.find_named("https://hooks.example/other")
    environment.shoot(window, "changed")


def deleted(window, environment):
    button = wait_for_nodes(window, "webhooks-delete-named")[0]
    window.click(button)
    window.find_enabled("webhooks-delete")
    environment.shoot(window, "deleting")
    window.press("cancel")
    window.find_named("https://hooks.example/other")
    window.click(wait_for_nodes(window, "webhooks-delete-named")[0])
    window.find_enabled("webhooks-delete")
    window.press("webhooks-delete")
    window.find("webhooks-none")


def cleared(window, environment):
    """Nothing is deleted without a question."""
    window.choose("webhooks-part-receive")
    window.press("receiver-clear-ask")
    window.find_enabled("cancel")
    environment.shoot(window, "clearing")
    window.press("cancel")
    window.find("receiver-deliveries", count=3)
    window.press("receiver-clear-ask")
    window.find_enabled("cancel")
    window.press("receiver-clear")
    window.find("receiver-nothing")


class OwnApp(http.server.BaseHTTPRequestHandler):
    """Keeps what is passed on."""

    def do_POST(self):
        self.server.received.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.tokens.append(self.headers["Authorization"])
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


@contextmanager
def own_app():
    """The owner's app, to which events are passed on."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), OwnApp) as app:
        app.received, app.tokens, app.address = [], [], f"http://127.0.0.1:{app.server_address[1]}/own"
        thread = threading.Thread(target=app.serve_forever, daemon=True)
        thread.start()
        try:
            yield app
        finally:
            app.shutdown()
            thread.join()
