"""A newer version of the program: announced by a server of this computer, and opened in a browser that only notes the address."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

from accessibility import Role
from waiting import wait_for

PAGE = "https://github.com/example/vitrine/releases/tag/v99.0.0"
# What has to be in sight is above the last points of the window.
MARGIN = 80
NOTES = "## News\n\n- **Faster** imports\n- ورود عکس‌ها تا ۳ برابر سریع‌تر شد"


def new_version(environment, language):
    """Nothing is asked before it is turned on; then once, also after a restart. The notes lead to the page of the release."""
    opened, browser = environment.directory / "opened", environment.directory / "browser"
    browser.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$1\" >>'{opened}'\n", encoding="utf-8")
    browser.chmod(0o755)
    with environment.shop() as shop, releases() as (address, asked):
        variables = {"VITRINE_UPDATE_ADDRESS": address, "BROWSER": str(browser)}

        with environment.open(shop, language=language, variables=variables) as window:
            show_updates(window)
            assert not asked, asked
            window.click(window.find("updates-daily", Role.CHECK_BOX))
            window.press("updates-show")
            window.find_named("• Faster imports")
            window.find_named("• ورود عکس‌ها تا ۳ برابر سریع‌تر شد")
            assert not opened.exists()
            window.press("updates-open-page")
            wait_for("the browser", opened.exists)
            assert opened.read_text(encoding="utf-8") == f"{PAGE}\n"
        with environment.open(shop, language=language, variables=variables) as window:
            show_updates(window)
            window.find("updates-show")
        assert asked == ["/latest"], asked


def show_updates(window):
    """Goes to the settings and scrolls to their end."""
    window.click(window.find("nav-settings"))
    window.find("settings-title")
    width, height = window.size
    x = width // 2

    def is_in_sight():
        nonlocal x
        # The pointer has to move each time.
        x += 1
        window.wheel_down(x, height // 2)
        node = window.look("settings-about")
        return node and node.center and node.center[1] < height - MARGIN

    wait_for("the end of the settings", is_in_sight)


@contextmanager
def releases():
    """A server that announces one release. Yields its address and the paths that were requested."""
    asked = []
    body = json.dumps({"tag_name": "v99.0.0", "body": NOTES, "html_url": PAGE}).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/latest", asked
        finally:
            server.shutdown()
