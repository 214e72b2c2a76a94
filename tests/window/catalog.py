"""The shop's products while its list cannot be read."""

from waiting import wait_for

# Two pages of products, and an empty one.
LIST_IS_REFUSED_LATER = '[[rule]]\non = "list"\nfrom = 4\nstatus = 403\n'
PRODUCTS = 150


def products_of_last_time(environment, language):
    """The products that were read in an earlier session are shown, with the time, when the list is refused."""
    with environment.shop(products=PRODUCTS, faults=LIST_IS_REFUSED_LATER) as shop:
        for session in ("first", "second"):
            with environment.open(shop, language=language) as window:
                window.click(window.find("nav-products"))
                window.find("products-updated")
                wait_for("a product", lambda: next((node for node in window.nodes() if f"Old product {PRODUCTS}" in node.name), None))
                problem = window.look("retry")
                assert bool(problem) == (session == "second"), f"the list is refused in the {session} session: {problem}"
                environment.shoot(window, session)


def products_table(environment, language):
    """Products are filtered, selected with the mouse and with keys, copied, and looked at in detail; columns are chosen."""
    with environment.shop(products=PRODUCTS) as shop, environment.open(shop, language=language) as window:
        window.click(window.find("nav-products"))
        window.find("products-updated")
        last = wait_for("a product", lambda: next((node for node in window.nodes() if f"Old product {PRODUCTS}" in node.name), None))
        window.click(last)
        window.find("products-details")
        window.press("close")
        window.keys("Down", "shift+Down", "shift+Down")
        window.find("review-selected", count=3)
        window.press("filter-show")
        window.find("products-price-least")
        window.press("review-columns")
        window.click(window.find("report-product-id"))
        window.press("close")
        environment.shoot(window, "selected")
        window.begin_editing("products-search")
        window.type("120")
        wait_for("the other rows to go", lambda: not any("Old product 119" in node.name for node in window.nodes()))
        window.find("review-selected-hidden", count=3, hidden=3)
