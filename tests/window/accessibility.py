"""The accessibility tree of the window, as a screen reader reads it through AT-SPI."""

import functools

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

from messages import plain

# The software renderer may be slow on a busy machine, but a program that hangs must be noticed.
RESPONSE_TIMEOUT_MS, START_TIMEOUT_MS = 5_000, 15_000
MAX_TEXT = 2_000

Role, State = Atspi.Role, Atspi.StateType


def begin():
    """Call this after the environment names the session bus of the desktop."""
    Atspi.set_timeout(RESPONSE_TIMEOUT_MS, START_TIMEOUT_MS)


class Node:
    """A node of the tree. Find it again after the window has changed."""

    def __init__(self, accessible, depth, row=None):
        self.accessible = accessible
        self.depth = depth
        # The name of the table's row that it is in.
        self.row = row
        self.role = accessible.get_role()

    # Each of these is a call that the window has to answer; most nodes are looked at for their roles only.

    @functools.cached_property
    def name(self):
        try:
            return plain(self.accessible.get_name() or "")
        except GLib.Error:
            return ""

    @functools.cached_property
    def states(self):
        try:
            return self.accessible.get_state_set()
        except GLib.Error:
            return Atspi.StateSet()

    @property
    def focused(self):
        return self.states.contains(State.FOCUSED)

    @property
    def enabled(self):
        return self.states.contains(State.ENABLED)

    @property
    def checked(self):
        return self.states.contains(State.CHECKED)

    @property
    def text(self):
        """The text of an editor or a label."""
        text = self.accessible.get_text_iface()
        if text is None:
            return ""
        try:
            return Atspi.Text.get_text(text, 0, min(Atspi.Text.get_character_count(text), MAX_TEXT))
        except GLib.Error:
            return ""

    @property
    def center(self):
        """The position on the screen in pixels; None if the node is not visible or no longer exists."""
        try:
            bounds = self.accessible.get_extents(Atspi.CoordType.SCREEN)
        except GLib.Error:
            return None
        if bounds.width <= 0 or bounds.height <= 0:
            return None
        return bounds.x + bounds.width // 2, bounds.y + bounds.height // 2

    def __str__(self):
        marks = "".join(f" {word}" for word, is_so in [("focused", self.focused), ("disabled", not self.enabled)] if is_so)
        return f"{self.role.value_nick} {self.name!r} {self.text!r} at {self.center}{marks}"


def application(process_id):
    """The root of a program's tree, or None."""
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        try:
            child = desktop.get_child_at_index(index)
            if child is not None and child.get_process_id() == process_id:
                return child
        except GLib.Error:
            continue
    return None


def walk(accessible, depth=0, row=None):
    """Yields each node, parents first. Skips nodes that disappear meanwhile."""
    try:
        node = Node(accessible, depth, row)
        children = [accessible.get_child_at_index(index) for index in range(accessible.get_child_count())]
    except GLib.Error:
        return
    yield node
    row = node.name if node.role == Role.TABLE_ROW else row
    for child in children:
        if child is not None:
            yield from walk(child, depth + 1, row)
