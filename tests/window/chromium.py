"""A real Chromium the size of a phone, controlled through chromedriver (W3C WebDriver) without a library."""

import base64
import json
import re
import subprocess
import urllib.error
import urllib.request

from desktop import stop
from waiting import wait_for

WITHOUT_PROXY = urllib.request.build_opener(urllib.request.ProxyHandler({}))
# The key under which WebDriver answers with an element.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Chromium:
    """`with Chromium(directory, "fa") as phone:`"""

    def __init__(self, directory, language, size=(390, 844), dark=False):
        self.directory, self.language, self.size, self.dark = directory, language, size, dark

    def __enter__(self):
        command = ["chromedriver", "--port=0"]
        self.driver = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = next(line for line in self.driver.stdout if "successfully on port" in line)
        port = re.search(r"port (\d+)", line)[1]
        self.session = f"http://127.0.0.1:{port}/session"
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", f"--user-data-dir={self.directory}", f"--lang={self.language}"]
        arguments += ["--force-dark-mode"] if self.dark else []
        width, height = self.size
        emulation = {"deviceMetrics": {"width": width, "height": height, "pixelRatio": 2.0, "touch": True}}
        options = {"args": arguments, "mobileEmulation": emulation, "prefs": {"intl.accept_languages": self.language}}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "unhandledPromptBehavior": "accept"}
        created = self._send("", {"capabilities": {"alwaysMatch": wanted}})
        self.session += "/" + created["sessionId"]
        if self.dark:
            features = [{"name": "prefers-color-scheme", "value": "dark"}]
            self.devtools("Emulation.setEmulatedMedia", features=features)
        return self

    def __exit__(self, *_):
        try:
            self._send("", method="DELETE")
        except (OSError, AssertionError):
            pass
        stop(self.driver)

    def _send(self, path, body=None, method=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.session + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with WITHOUT_PROXY.open(request, timeout=90) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()[:600]}") from error

    def devtools(self, command, **parameters):
        return self._send("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, address):
        self._send("/url", {"url": address})

    def evaluate(self, script):
        return self._send("/execute/sync", {"script": f"return {script}", "args": []})

    def _element(self, selector):
        return self._send("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def tap(self, selector):
        wait_for(f"{selector} to be enabled", lambda: self.evaluate(f"!!document.querySelector('{selector}') && !document.querySelector('{selector}').disabled"))
        self._send(f"/element/{self._element(selector)}/click", {})

    def type(self, selector, text):
        self._send(f"/element/{self._element(selector)}/value", {"text": text})

    def choose_files(self, selector, files):
        self.type(selector, "\n".join(str(file) for file in files))

    def text(self, selector):
        return self.evaluate(f"document.querySelector('{selector}').textContent")

    def go_offline(self, offline):
        """Cuts the connection between browser and server, also of what is being sent."""
        self.devtools("Network.enable")
        self.devtools("Network.emulateNetworkConditions", offline=offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)

    def shoot(self, file):
        file.write_bytes(base64.b64decode(self._send("/screenshot")))
