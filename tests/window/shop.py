"""The practice shop as a separate process. Its products are read over HTTP, without any code of Vitrine."""

import json
import re
import signal
import tomllib
import urllib.request
from collections import Counter

from desktop import stop
from waiting import wait_for

PER_PAGE = 100
# The shop is on this computer, so the proxy of the environment is ignored.
WITHOUT_PROXY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class PracticeShop:
    """`with PracticeShop(desktop, binary, directory) as shop:` starts a new, empty shop."""

    def __init__(
        self, desktop, binary, directory, faults="", required=("name", "photo"), name_chars=None, categories=None, products=0, variants=0, stand_in=None,
        layout="base", enters_toman=False,
    ):
        self.desktop, self.binary, self.required, self.name_chars = desktop, binary, required, name_chars
        # The language of the categories; None: the marketplace has none.
        self.categories = categories
        self.products_at_first = products
        # How many variants each of these has.
        self.variants_at_first = variants
        # The ready-made marketplace file whose addresses are replaced by those of this shop.
        self.stand_in = stand_in
        self.layout, self.enters_toman = layout, enters_toman
        self.printed = directory / "sandbox.toml"
        self.market_file = directory / "market.toml"
        self.faults = directory / "faults.toml"
        self.faults.write_text(faults, encoding="utf-8")

    def __enter__(self):
        with self.printed.open("wb") as out:
            options = ["--faults", self.faults, "--products", self.products_at_first]
            options += ["--categories", self.categories] if self.categories else []
            options += ["--variants", self.variants_at_first] if self.variants_at_first else []
            options += ["--as", self.stand_in] if self.stand_in else []
            options += ["--layout", self.layout]
            self.process = self.desktop.spawn([self.binary, "sandbox", "--port", "0", *options], stdout=out)
        text = wait_for("a market file from the sandbox", self._market_text)
        self.token = re.match(r"# Practice token: (\S+)", text)[1]
        # The market file may require more fields than the practice shop does.
        if not self.categories:
            text = re.sub(r"(?m)^required = .*$", f"required = {json.dumps(self.required)}", text)
        if self.enters_toman:
            text = text.replace("[currency]\n", '[currency]\nenter = "toman"\n')
        if self.name_chars is not None:
            text = re.sub(r"(?m)^name_chars = .*$", f"name_chars = {self.name_chars}", text)
        self.market_file.write_text(text, encoding="utf-8")
        self.market = tomllib.loads(text)
        return self

    def __exit__(self, *_):
        stop(self.process, with_signal=signal.SIGINT)

    def _market_text(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the sandbox exited with status {self.process.returncode}")
        # The keys are printed together, after the comments.
        text = self.printed.read_text(encoding="utf-8")
        return text if "base_url" in text else None

    def _get(self, path, host="base_url", **more):
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json", **more}
        with WITHOUT_PROXY.open(urllib.request.Request(self.market[host] + path, headers=headers), timeout=60) as answer:
            return json.load(answer)

    def change(self, product, **values):
        """Changes a product, as another program would."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", "Accept": "application/json"}
        address = self.market["base_url"] + self.market["edit"]["product"].format(id=product)
        request = urllib.request.Request(address, json.dumps(values).encode(), headers, method="PATCH")
        WITHOUT_PROXY.open(request, timeout=60).close()

    def give_discount(self, product, percent, days):
        """Gives a product a discount, as another program would."""
        vendor = self._get("/v1/users/me")["vendor"]["id"]
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", "Accept": "application/json"}
        body = {"product_filter": {"product_ids": [product]}, "discount_percent": percent, "active_days": days}
        address = self.market["base_url"] + self.market["discounts"]["path"].format(vendor_id=vendor)
        WITHOUT_PROXY.open(urllib.request.Request(address, json.dumps(body).encode(), headers, method="POST"), timeout=60).close()

    def change_variant(self, product, variant, **values):
        """Changes a variant, as another program would."""
        self.change(f"{product}/variations/{variant}", **values)

    def variants(self):
        """Price and stock of each variant in the shop's list, by product and variant."""
        of = lambda product: {(product["id"], one["id"]): (one["primary_price"], one["stock"]) for one in product["variant"]}
        return {key: values for product in self.products() for key, values in of(product).items()}

    def deliver(self, event):
        """Has the practice shop deliver an event, by its number, now."""
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json"}
        address = self.market["webhook_url"] + self.market["webhooks"]["trial"].format(id=event)
        WITHOUT_PROXY.open(urllib.request.Request(address, b"", headers, method="POST"), timeout=60).close()

    def products(self):
        """All products in the shop's list."""
        vendor = self._get("/v1/users/me")["vendor"]["id"]
        found, page = [], 1
        while True:
            data = self._get(f"/v1/vendors/{vendor}/products?page={page}&per_page={PER_PAGE}")["data"]
            found += data
            if len(data) < PER_PAGE:
                return found
            page += 1

    def whole(self, product):
        """All of a product of the list, which may not tell everything."""
        host = "core_url" if self.layout == "core" else "base_url"
        return self._get(self.market["edit"]["product"].format(id=product["id"]), host, Prefer="return=full")

    def photo(self, product):
        """The bytes of a product's cover, as they were uploaded."""
        with WITHOUT_PROXY.open(product["photo"]["original"], timeout=60) as answer:
            return answer.read()

    def product_counts(self):
        """The number of products with each `(name, price, stock)`."""
        return Counter((product["title"], product["price"], product["inventory"]) for product in self.products())
