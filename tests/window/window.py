"""The window of the built program, driven like a person does: with the mouse, single keystrokes, and drags from a file manager."""

import filecmp
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

from accessibility import Role, application, walk
from desktop import stop
from messages import Messages, plain
from waiting import TIMEOUT, TimedOut, wait_for

DATA_SOURCE = Path(__file__).with_name("data_source.py")
EDITORS = (Role.ENTRY, Role.PASSWORD_TEXT, Role.TEXT)
POSITION = (0, 0)
# The position from which files are dragged, beside the window.
SOURCE = (1500, 900)
# The delay between keystrokes. A quick typist takes 100 ms.
KEYSTROKE_MS = 40
MAX_TABS = 120
# A picture is taken when the window has not changed for this long, or after the timeout, because a running import never settles.
STILL_SECONDS, STILL_TIMEOUT = 0.7, 6
# When somebody whose click did nothing clicks again.
SECOND_CLICK_SECONDS = 3


class Window:
    """`with Window(desktop, binary, directory, market_file) as window:`"""

    def __init__(self, desktop, binary, directory, market_file, paths=(), token=None, language="en", size=(1280, 900), failures=None, chooses=None, variables=None):
        self.desktop, self.binary, self.size, self.failures = desktop, binary, size, failures
        self.messages = Messages(language)
        self.log = directory / "vitrine.log"
        market = ["--market", market_file] if market_file else []
        self.arguments = ["--data-dir", directory / "data", "--language", language, *market, *paths]
        self.environment = {"VITRINE_LOG": "vitrine=debug", **({"VITRINE_TOKEN": token} if token else {}), **(variables or {})}
        if chooses:
            self.environment["PATH"] = f"{dialog_that_chooses(directory / 'bin', chooses)}:{os.environ['PATH']}"
        self.clipboard = None

    def __enter__(self):
        with self.log.open("wb") as log:
            self.process = self.desktop.spawn([self.binary, *self.arguments], env=self.environment, stderr=log)
        try:
            self.id = wait_for("the window", self._find_window)
            self._position()
            wait_for("the window in the accessibility tree", lambda: len(list(self.nodes())) > 3)
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise
        return self

    def __exit__(self, failure, *_):
        if failure and self.failures:
            self._save_failure()
        if self.clipboard:
            stop(self.clipboard)
        stop(self.process)

    def _save_failure(self):
        """Saves the screen, the log, and the accessibility tree."""
        self.failures.mkdir(parents=True, exist_ok=True)
        self.desktop.screenshot(self.failures / "screen.png")
        shutil.copy(self.log, self.failures)
        try:
            tree = self.tree()
        except Exception as error:
            # The failure of the scenario is reported; this tree only helps to explain it.
            tree = f"The tree could not be read: {error}"
        (self.failures / "tree.txt").write_text(tree + "\n", encoding="utf-8")

    def _find_window(self):
        self._assert_running()
        return self.desktop.xdotool("search", "--onlyvisible", "--pid", self.process.pid, check=False).rpartition("\n")[-1]

    def _position(self):
        self.desktop.xdotool("windowmove", self.id, *POSITION, "windowsize", self.id, *self.size, "windowactivate", self.id)
        expected = [f"WIDTH={self.size[0]}", f"HEIGHT={self.size[1]}"]

        def settled():
            return set(expected) <= set(self.desktop.xdotool("getwindowgeometry", "--shell", self.id).splitlines())

        wait_for("the window at its size", settled)

    def _assert_running(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the program exited with status {self.process.returncode}")

    # Finding elements

    def nodes(self):
        self._assert_running()
        root = application(self.process.pid)
        return walk(root) if root else iter(())

    def tree(self):
        """The whole accessibility tree, as text."""
        return "\n".join("  " * node.depth + str(node) for node in self.nodes())

    def has_name(self, node, key, role=None, **arguments):
        """Whether the name of a node is this message, and its role is one of `role`, if given. A `row` of the review's table is
        counted from one."""
        roles = role if isinstance(role, tuple) else (role,)
        if "row" in arguments and not (node.row and self.messages.pattern("review-row", **arguments).fullmatch(node.row)):
            return False
        return (role is None or node.role in roles) and bool(self.messages.pattern(key, **arguments).fullmatch(node.name))

    def look(self, key, role=None, **arguments):
        """The first node whose name is this message, or None."""
        return next((node for node in self.nodes() if self.has_name(node, key, role, **arguments)), None)

    def find(self, key, role=None, **arguments):
        """Waits until such a node has a position on the screen."""

        def visible():
            node = self.look(key, role, **arguments)
            return node if node and node.center else None

        return wait_for(f"{key} {arguments or ''} on the screen", visible)

    def find_enabled(self, key, role=Role.PUSH_BUTTON, **arguments):
        """Waits until such a node is enabled. Those behind a dialog are not."""

        def ready():
            named = (node for node in self.nodes() if self.has_name(node, key, role, **arguments))
            return next((node for node in named if node.enabled and node.center), None)

        return wait_for(f"{key} {arguments or ''} to be enabled", ready)

    def focused(self):
        """The node with the focus, which is the window itself if nothing in it has the focus."""
        return next((node for node in self.nodes() if node.focused), None)

    def is_focused(self, key, role=None, **arguments):
        node = self.focused()
        return node is not None and self.has_name(node, key, role, **arguments)

    def shoot(self, file):
        """Saves a picture of the window without its frame, when two in a row are equal or after a timeout."""
        pictures = [file.with_suffix(f".{number}.png") for number in (1, 2)]

        def still():
            for picture in pictures:
                self.desktop.picture(self.id, picture)
                time.sleep(STILL_SECONDS)
            return filecmp.cmp(*pictures, shallow=False)

        try:
            wait_for("the window to be still", still, STILL_TIMEOUT)
        except TimedOut:
            pass
        pictures[0].unlink()
        pictures[1].rename(file)

    # The mouse

    def click(self, node, button=1):
        self.desktop.point_at(*node.center)
        self.desktop.xdotool("click", button)

    def wheel_down(self, x, y):
        self.desktop.point_at(x, y)
        self.desktop.xdotool("click", 5)

    def press(self, key, **arguments):
        """Clicks a button when it is enabled."""
        self.click(self.find_enabled(key, **arguments))

    def press_until_gone(self, key, **arguments):
        """Clicks a button that goes when it is pressed. It is clicked again where it moved under the mouse just after another click."""
        clicked = time.monotonic()
        self.press(key, **arguments)

        def is_gone():
            nonlocal clicked
            there = self.look(key, Role.PUSH_BUTTON, **arguments)
            if there and there.center and time.monotonic() - clicked > SECOND_CLICK_SECONDS:
                clicked = time.monotonic()
                self.click(there)
            return not there

        wait_for(f"{key} {arguments} to go", is_gone)

    def choose(self, key, **arguments):
        """Clicks one of several options."""
        self.click(self.find(key, Role.RADIO_BUTTON, **arguments))
        wait_for(f"{key} chosen", lambda: self.find(key, Role.RADIO_BUTTON, **arguments).checked)

    def press_named(self, name):
        """Clicks the element with a name that no message contains."""
        self.click(self.find_named(name))

    def find_named(self, name):
        """Waits for an element with a name that no message contains."""
        return wait_for(name, lambda: next((node for node in self.nodes() if node.center and node.name == name), None))

    def drop(self, paths, onto):
        """Drags files from a file manager onto a node."""
        source = self._data_source("drag", *SOURCE, *paths)
        x, y = onto.center
        self.desktop.point_at(SOURCE[0] + 20, SOURCE[1] + 20)
        self.desktop.xdotool("mousedown", 1)
        try:
            for step in range(1, 6):
                self.desktop.xdotool("mousemove", SOURCE[0] + 20 - 8 * step, SOURCE[1] + 20 - 8 * step)
            self._expect(source, "begun")
            self._hover(x, y)
        finally:
            self.desktop.xdotool("mouseup", 1)
        self._expect(source, "dropped")

    def _hover(self, x, y):
        """Moves the pointer around a position until the window shows that files may be dropped."""
        nudge = 0

        def accepts_drop():
            nonlocal nudge
            nudge = (nudge + 3) % 30
            self.desktop.xdotool("mousemove", x + nudge, y + nudge)
            return self.look("drop-here-import") or self.look("drop-here-review")

        wait_for("the window to accept the drop", accepts_drop)

    def _data_source(self, *arguments, text=""):
        command = [sys.executable, DATA_SOURCE, *arguments]
        source = self.desktop.spawn(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        source.stdin.write(text.encode())
        source.stdin.close()
        self._expect(source, "ready")
        return source

    @staticmethod
    def _expect(source, event):
        readable, _, _ = select.select([source.stdout], [], [], TIMEOUT)
        received = source.stdout.readline().decode().strip() if readable else ""
        assert received == event, f"the data source reported {received or 'nothing'!r}, not {event!r}"

    # The keyboard

    def keys(self, *names):
        """Presses keys one after another: `Tab`, `ctrl+a`."""
        for name in names:
            self.desktop.xdotool("key", "--clearmodifiers", name)

    def type(self, text):
        """Types ASCII text, with one keystroke per character."""
        assert text.isascii(), f"not on the keyboard, use paste(): {text!r}"
        self.desktop.xdotool("type", "--clearmodifiers", "--delay", KEYSTROKE_MS, "--", text)

    def burst(self, *parts):
        """Types several texts with Tab between them, faster than the window draws."""
        commands = [["type", "--args", 1, "--delay", 1, part] for part in parts]
        self.desktop.xdotool(*sum(([*command, "key", "Tab"] for command in commands[:-1]), []), *commands[-1])

    def copy_elsewhere(self, text):
        """Puts the text on the clipboard from another program."""
        if self.clipboard:
            stop(self.clipboard)
        self.clipboard = self._data_source("clipboard", text=text)

    def copied(self):
        """The text that the window has put on the clipboard."""
        command = [sys.executable, str(DATA_SOURCE), "copied"]
        return subprocess.run(command, env=self.desktop.environment, capture_output=True, check=True, timeout=TIMEOUT).stdout.decode()

    def paste(self, text):
        """Puts the text on the clipboard from another program and presses Ctrl+V."""
        self.copy_elsewhere(text)
        self.keys("ctrl+v")

    def paste_picture(self, path):
        """Pastes a picture that another program holds on the clipboard."""
        if self.clipboard:
            stop(self.clipboard)
        self.clipboard = self._data_source("picture", path)
        self.keys("ctrl+v")

    def paste_files(self, paths):
        """Pastes files that were copied in a file manager."""
        if self.clipboard:
            stop(self.clipboard)
        self.clipboard = self._data_source("files", *paths)
        self.keys("ctrl+v")

    def editor(self, key, **arguments):
        return self.find(key, EDITORS, **arguments)

    def begin_editing(self, key, **arguments):
        """Clicks a field until it has the focus: a click right after a dialog has closed may be taken for a second click on that."""
        clicked = time.monotonic()
        self.click(self.editor(key, **arguments))

        def is_there():
            nonlocal clicked
            if not self.is_focused(key, EDITORS, **arguments) and time.monotonic() - clicked > SECOND_CLICK_SECONDS:
                clicked = time.monotonic()
                self.click(self.editor(key, **arguments))
            return self.is_focused(key, EDITORS, **arguments)

        wait_for(f"the focus in {key} {arguments}", is_there)

    def expect_text(self, expected, key, read=plain, seconds=10, **arguments):
        """Waits until a field contains the expected text."""

        def description():
            return f"{expected!r} in {key} {arguments}: it contains {self.text_of(key, **arguments)!r}, and the focus is in {self.focused()}"

        wait_for(description, lambda: (text := self.text_of(key, **arguments)) is not None and read(text) == expected, seconds)

    def text_of(self, key, **arguments):
        """The text of a field; None if the field does not exist."""
        node = self.look(key, EDITORS, **arguments)
        return None if node is None else node.text

    def tab_to(self, key, role=None, **arguments):
        """Presses Tab until this node has the focus."""
        passed = []
        while len(passed) < MAX_TABS:
            here = self.focused()
            if here and self.has_name(here, key, role, **arguments):
                return
            passed.append(here.name if here else None)
            self.keys("Tab")
            wait_for(f"Tab to move the focus from {here}", lambda: not is_same(self.focused(), here))
        raise AssertionError(f"Tab did not reach {key} {arguments}, but {passed}")


def dialog_that_chooses(folder, path):
    """A folder with a stand-in for the program that shows the system's file dialog. It chooses a path at once."""
    folder.mkdir(exist_ok=True)
    program = folder / "zenity"
    program.write_text(f"#!/bin/sh\nprintf '%s\\n' '{path}'\n", encoding="utf-8")
    program.chmod(0o755)
    return folder


def is_same(node, other):
    """Whether two readings of the tree are of the same node."""
    return (node and (node.role, node.name, node.center)) == (other and (other.role, other.name, other.center))
