"""The window of the built program, driven as a person does: with the mouse, single key strokes and a file manager's drag."""

import filecmp
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

from accessibility import Role, application, walk
from desktop import stop
from messages import Messages, plain
from waiting import PATIENCE, NeverHappened, wait_for

DATA_SOURCE = Path(__file__).with_name("data_source.py")
EDITORS = (Role.ENTRY, Role.PASSWORD_TEXT, Role.TEXT)
PLACE = (0, 0)
# Where files are dragged from: beside the window.
SOURCE = (1500, 900)
# Between two key strokes; a quick typist takes 100 ms.
STROKE_MS = 40
MOST_TABS = 120
# A picture is taken of what did not change for so long; an import that runs changes all the time.
STILL_SECONDS, STILL_PATIENCE = 0.7, 6


class Window:
    """`with Window(desktop, binary, directory, market_file) as window:`"""

    def __init__(self, desktop, binary, directory, market_file, paths=(), token=None, language="en", size=(1280, 900), failures=None):
        self.desktop, self.binary, self.size, self.failures = desktop, binary, size, failures
        self.messages = Messages(language)
        self.log = directory / "vitrine.log"
        market = ["--market", market_file] if market_file else []
        self.arguments = ["--data-dir", directory / "data", "--language", language, *market, *paths]
        self.environment = {"VITRINE_LOG": "vitrine=debug", **({"VITRINE_TOKEN": token} if token else {})}
        self.clipboard = None

    def __enter__(self):
        with self.log.open("wb") as log:
            self.process = self.desktop.spawn([self.binary, *self.arguments], env=self.environment, stderr=log)
        try:
            self.id = wait_for("the window", self._find_window)
            self._place()
            wait_for("the window in the accessibility tree", lambda: len(list(self.nodes())) > 3)
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise
        return self

    def __exit__(self, failure, *_):
        if failure and self.failures:
            self._leave_behind()
        if self.clipboard:
            stop(self.clipboard)
        stop(self.process)

    def _leave_behind(self):
        """What there was to see when something failed."""
        self.failures.mkdir(parents=True, exist_ok=True)
        self.desktop.screenshot(self.failures / "screen.png")
        shutil.copy(self.log, self.failures)
        try:
            tree = self.tree()
        except Exception as error:
            # What failed before is told; this only helps to see why.
            tree = f"It could not be read: {error}"
        (self.failures / "tree.txt").write_text(tree + "\n", encoding="utf-8")

    def _find_window(self):
        self._assert_runs()
        return self.desktop.xdotool("search", "--onlyvisible", "--pid", self.process.pid, check=False).rpartition("\n")[-1]

    def _place(self):
        self.desktop.xdotool("windowmove", self.id, *PLACE, "windowsize", self.id, *self.size, "windowactivate", self.id)
        expected = [f"WIDTH={self.size[0]}", f"HEIGHT={self.size[1]}"]

        def settled():
            return set(expected) <= set(self.desktop.xdotool("getwindowgeometry", "--shell", self.id).splitlines())

        wait_for("the window at its size", settled)

    def _assert_runs(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the window ended with status {self.process.returncode}")

    # What is there

    def nodes(self):
        self._assert_runs()
        root = application(self.process.pid)
        return walk(root) if root else iter(())

    def tree(self):
        """All that a screen reader is told, as text."""
        return "\n".join("  " * node.depth + str(node) for node in self.nodes())

    def is_called(self, node, key, role=None, **arguments):
        """Whether a node has the name of a message, and one of the roles if any is given."""
        roles = role if isinstance(role, tuple) else (role,)
        return (role is None or node.role in roles) and bool(self.messages.pattern(key, **arguments).fullmatch(node.name))

    def look(self, key, role=None, **arguments):
        """What is there under the name of a message, or None."""
        return next((node for node in self.nodes() if self.is_called(node, key, role, **arguments)), None)

    def find(self, key, role=None, **arguments):
        """The same, waited for until it has a place on the screen."""

        def placed():
            node = self.look(key, role, **arguments)
            return node if node and node.center else None

        return wait_for(f"{key} {arguments or ''} on the screen", placed)

    def find_enabled(self, key, role=Role.PUSH_BUTTON, **arguments):
        """What can be pressed, waited for."""

        def ready():
            node = self.look(key, role, **arguments)
            return node if node and node.enabled and node.center else None

        return wait_for(f"{key} {arguments or ''} to be pressed", ready)

    def focused(self):
        """What has the keyboard: the window itself when nothing in it has."""
        return next((node for node in self.nodes() if node.focused), None)

    def is_focused(self, key, role=None, **arguments):
        node = self.focused()
        return node is not None and self.is_called(node, key, role, **arguments)

    def shoot(self, file):
        """Saves what the window shows, without its frame, once two looks in a row see the same; what goes on moving, as it is."""
        looks = [file.with_suffix(f".{number}.png") for number in (1, 2)]

        def still():
            for look in looks:
                self.desktop.picture(self.id, look)
                time.sleep(STILL_SECONDS)
            return filecmp.cmp(*looks, shallow=False)

        try:
            wait_for("the window to be still", still, STILL_PATIENCE)
        except NeverHappened:
            pass
        looks[1].rename(file)

    # The mouse

    def click(self, node):
        self.desktop.xdotool("mousemove", "--sync", *node.center, "click", 1)

    def press(self, key, **arguments):
        """Clicks a button once it can be pressed."""
        self.click(self.find_enabled(key, **arguments))

    def choose(self, key, **arguments):
        """Clicks one of several options."""
        self.click(self.find(key, Role.RADIO_BUTTON, **arguments))
        wait_for(f"{key} chosen", lambda: self.find(key, Role.RADIO_BUTTON, **arguments).checked)

    def drop(self, paths, onto):
        """Drags files from a file manager onto a node."""
        source = self._data_source("drag", *SOURCE, *paths)
        x, y = onto.center
        self.desktop.xdotool("mousemove", "--sync", SOURCE[0] + 20, SOURCE[1] + 20, "mousedown", 1)
        try:
            for step in range(1, 6):
                self.desktop.xdotool("mousemove", SOURCE[0] + 20 - 8 * step, SOURCE[1] + 20 - 8 * step)
            self._expect(source, "begun")
            self._hover(x, y)
        finally:
            self.desktop.xdotool("mouseup", 1)
        self._expect(source, "dropped")

    def _hover(self, x, y):
        """Moves about over a place until the window says that files may be dropped there."""
        nudge = 0

        def welcome():
            nonlocal nudge
            nudge = (nudge + 3) % 30
            self.desktop.xdotool("mousemove", x + nudge, y + nudge)
            return self.look("drop-here-import")

        wait_for("the window to welcome the files", welcome)

    def _data_source(self, *arguments, text=""):
        command = [sys.executable, DATA_SOURCE, *arguments]
        source = self.desktop.spawn(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        source.stdin.write(text.encode())
        source.stdin.close()
        self._expect(source, "ready")
        return source

    @staticmethod
    def _expect(source, event):
        readable, _, _ = select.select([source.stdout], [], [], PATIENCE)
        told = source.stdout.readline().decode().strip() if readable else ""
        assert told == event, f"the program that offers data told {told or 'nothing'!r}, not {event!r}"

    # The keyboard

    def keys(self, *names):
        """Presses keys, one after the other: `Tab`, `ctrl+a`."""
        for name in names:
            self.desktop.xdotool("key", "--clearmodifiers", name)

    def type(self, text):
        """Each letter as a key stroke of its own, for what the keyboard has."""
        assert text.isascii(), f"pasted, not typed: {text!r}"
        self.desktop.xdotool("type", "--clearmodifiers", "--delay", STROKE_MS, "--", text)

    def burst(self, *parts):
        """Types several texts with Tab between them, all of it before the window has drawn again."""
        commands = [["type", "--args", 1, "--delay", 1, part] for part in parts]
        self.desktop.xdotool(*sum(([*command, "key", "Tab"] for command in commands[:-1]), []), *commands[-1])

    def paste(self, text):
        """Another program puts it on the clipboard, and Ctrl+V fetches it."""
        if self.clipboard:
            stop(self.clipboard)
        self.clipboard = self._data_source("clipboard", text=text)
        self.keys("ctrl+v")

    def editor(self, key, **arguments):
        return self.find(key, EDITORS, **arguments)

    def begin_editing(self, key, **arguments):
        """Clicks into a field; it has the keyboard afterwards."""
        self.click(self.editor(key, **arguments))
        wait_for(f"the keyboard in {key} {arguments}", lambda: self.is_focused(key, EDITORS, **arguments))

    def expect_text(self, expected, key, read=plain, seconds=10, **arguments):
        """Waits until a field holds what it should."""

        def told():
            return f"{expected!r} in {key} {arguments}: it holds {self.text_of(key, **arguments)!r}, and the keyboard is in {self.focused()}"

        wait_for(told, lambda: (text := self.text_of(key, **arguments)) is not None and read(text) == expected, seconds)

    def text_of(self, key, **arguments):
        """What a field holds; None when it is not there."""
        node = self.look(key, EDITORS, **arguments)
        return None if node is None else node.text

    def tab_to(self, key, role=None, **arguments):
        """Presses Tab until something has the keyboard."""
        passed = []
        while len(passed) < MOST_TABS:
            here = self.focused()
            if here and self.is_called(here, key, role, **arguments):
                return
            passed.append(here.name if here else None)
            self.keys("Tab")
            wait_for(f"Tab to lead on from {here}", lambda: not is_same(self.focused(), here))
        raise AssertionError(f"Tab did not lead to {key} {arguments}, but to {passed}")


def is_same(node, other):
    """Whether two readings of the tree show the same place."""
    return (node and (node.role, node.name, node.center)) == (other and (other.role, other.name, other.center))
