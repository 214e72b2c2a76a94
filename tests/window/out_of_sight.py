"""What the desktop is told while nobody looks at the window: to stay awake as long as something works, and what has ended."""

import threading
from contextlib import contextmanager

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

from product_edits import row
from waiting import lasts, wait_for

FOLDERS = ["Blue bowl", "Clay jug", "Red rug"]
PRODUCTS = 12
# Long enough to see that the computer is kept awake.
SLOW = '[[rule]]\non = "create"\nlatency_ms = 1500\n[[rule]]\non = "batch"\nlatency_ms = 3000\n'
SERVICES = """<node>
  <interface name="org.freedesktop.Notifications">
    <method name="Notify">
      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
      <arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
      <arg type="u" direction="out"/>
    </method>
  </interface>
  <interface name="org.freedesktop.portal.Inhibit">
    <method name="Inhibit">
      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/>
    </method>
  </interface>
</node>"""


def out_of_sight(environment, language):
    """An import and changes of products keep the computer awake and are announced when they end, but only if the window is hidden."""
    with environment.shop(products=PRODUCTS, faults=SLOW) as shop, desktop_services(environment.desktop) as services:
        folder = environment.photos(FOLDERS)
        with environment.open(shop, language=language) as window:
            assert not services.awake
            window.drop([folder], window.find("import-empty-title"))
            window.press("import-start-in", count=len(FOLDERS))
            window.press("import-unpriced-create")
            wait_for("the computer to be kept awake", lambda: services.awake)
            hide(window)
            wait_for("a notification", lambda: services.said)
            assert window.messages.pattern("import-notify-done", count=len(FOLDERS)).fullmatch(services.said.pop()), services.said
            wait_for("the computer to be left alone", lambda: not services.awake)
            assert len(shop.products()) == PRODUCTS + len(FOLDERS)

            show(window)
            window.click(window.find("nav-products"))
            window.find("products-updated")
            change_prices(window)
            wait_for("the computer to be kept awake", lambda: services.awake)
            window.find("edits-ended", count=2)
            wait_for("the computer to be left alone", lambda: not services.awake)
            assert not services.said, "the person has seen it"

            window.press("edits-undo")
            window.press("edits-restore", count=2)
            wait_for("the computer to be kept awake", lambda: services.awake)
            hide(window)
            wait_for("a notification", lambda: services.said)
            assert window.messages.pattern("edits-ended", count=2).fullmatch(services.said.pop())
            wait_for("the computer to be left alone", lambda: not services.awake)


def change_prices(window):
    """Raises the prices of two products."""
    window.click(row(window, PRODUCTS))
    window.find("products-details")
    window.press("close")
    window.keys("Shift+Down")
    window.find("review-selected", count=2)
    window.press("edits-change-selected")
    window.choose("bulk-increase-percent")
    window.click(window.editor("bulk-percent"))
    window.type("8")
    window.press("edits-preview")
    window.press("edits-send", count=2)


def hide(window):
    window.desktop.xdotool("windowminimize", "--sync", window.id)


def show(window):
    """Nobody clicks while the window manager is still showing the window: it may be active, inactive and active again by then."""
    window.desktop.xdotool("windowactivate", "--sync", window.id)
    wait_for("the window to stay active", lambda: lasts(lambda: window.desktop.xdotool("getactivewindow", check=False) == window.id))


class Services:
    """Takes notifications, and counts the programs that keep the computer awake: each until it closes its connection."""

    def __init__(self):
        self.said, self.awake = [], set()

    def call(self, bus, sender, _path, _interface, method, arguments, invocation):
        if method == "Notify":
            self.said.append(arguments.unpack()[3])
            invocation.return_value(GLib.Variant("(u)", (len(self.said),)))
        else:
            self.awake.add(sender)
            Gio.bus_watch_name_on_connection(bus, sender, Gio.BusNameWatcherFlags.NONE, None, lambda _, name: self.awake.discard(name))
            invocation.return_value(GLib.Variant("(o)", ("/org/freedesktop/portal/desktop/request/1",)))


@contextmanager
def desktop_services(desktop):
    """The desktop's notifications and its portal, on a thread of their own."""
    services, context = Services(), GLib.MainContext()
    loop, ready = GLib.MainLoop(context), threading.Event()

    def serve():
        context.push_thread_default()
        bus = Gio.DBusConnection.new_for_address_sync(
            desktop.environment["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION,
        )
        notifications, portal = Gio.DBusNodeInfo.new_for_xml(SERVICES).interfaces
        bus.register_object("/org/freedesktop/Notifications", notifications, services.call)
        bus.register_object("/org/freedesktop/portal/desktop", portal, services.call)
        for name in ("org.freedesktop.Notifications", "org.freedesktop.portal.Desktop"):
            bus.call_sync(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                GLib.Variant("(su)", (name, 0)), None, 0, -1, None,
            )
        ready.set()
        loop.run()
        bus.close_sync()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    assert ready.wait(10), "the desktop's services did not start"
    try:
        yield services
    finally:
        loop.quit()
        thread.join()
