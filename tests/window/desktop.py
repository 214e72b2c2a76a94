"""A separate desktop: display, window manager and accessibility bus, without any other programs."""

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

import accessibility
from waiting import wait_for

SIZE = (1600, 1000)
A11Y_LAUNCHERS = ["/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher"]
# The bus activates no services, so that there is no keychain and no portal, whatever is installed.
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir={directory}</listen>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
"""


def missing_tools():
    """The tools that the desktop needs and that are not installed."""
    missing = [tool for tool in ("Xvfb", "openbox", "dbus-daemon", "xdotool", "import") if not shutil.which(tool)]
    return missing if any(map(os.path.exists, A11Y_LAUNCHERS)) else [*missing, "at-spi-bus-launcher"]


class Desktop:
    """`with Desktop() as desktop:`"""

    def __enter__(self):
        self.home = Path(tempfile.mkdtemp(prefix="vitrine-window-"))
        self.processes = []
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            stop(process)
        shutil.rmtree(self.home, ignore_errors=True)

    def _start(self):
        self.environment = self._environment()
        read, write = os.pipe()
        # Without -noreset, the server would reset, and disconnect all clients, whenever the last client disconnects. Without -r,
        # keys would repeat when a busy machine releases them late.
        screen = ["-noreset", "-r", "-nolisten", "tcp", "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24"]
        self.spawn(["Xvfb", "-displayfd", str(write), *screen], pass_fds=[write])
        os.close(write)
        with open(read, encoding="ascii") as display:
            self.environment["DISPLAY"] = ":" + display.readline().strip()
        config = self.home / "bus.conf"
        config.write_text(BUS.format(directory=self.home / "run"), encoding="ascii")
        bus = self.spawn(["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address=1"], stdout=subprocess.PIPE, text=True)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.spawn(["openbox", "--sm-disable"])
        # Announces a screen reader, because programs provide no tree without one.
        self.spawn([next(filter(os.path.exists, A11Y_LAUNCHERS)), "--launch-immediately", "--a11y=1", "--screen-reader=1"])
        # This process also reads the tree and the display.
        os.environ.update(self.environment)
        self._wait_until_ready()
        accessibility.begin()

    def _environment(self):
        private = {name: self.home / folder for name, folder in [
            ("HOME", "home"), ("XDG_RUNTIME_DIR", "run"), ("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "cache"),
        ]}
        for folder in private.values():
            folder.mkdir(mode=0o700)
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("VITRINE_", "WAYLAND_", "AT_SPI_"))}
        software = {"LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "0"}
        return {**inherited, **{name: str(folder) for name, folder in private.items()}, **software}

    def _wait_until_ready(self):
        wait_for("a window manager", lambda: self.xdotool("get_num_desktops", check=False) != "0")
        bus = Gio.DBusConnection.new_for_address_sync(
            self.environment["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION,
        )
        wait_for("the accessibility bus", lambda: is_accessible(bus))
        bus.close_sync()

    def spawn(self, command, **options):
        """Starts a program on this desktop. It is stopped with the desktop at the latest."""
        options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options}
        process = subprocess.Popen([str(part) for part in command], env={**self.environment, **options.pop("env", {})}, **options)
        self.processes.append(process)
        return process

    def xdotool(self, *arguments, check=True):
        command = ["xdotool", *map(str, arguments)]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=check).stdout.strip()

    def point_at(self, x, y):
        """Moves the pointer, by a pixel and back where it is there already: a window that has just opened does not know of it, and
        xdotool waits 15 seconds for a movement that is none."""
        if self.xdotool("getmouselocation").split()[:2] == [f"x:{x}", f"y:{y}"]:
            self.xdotool("mousemove", x + 1, y)
        self.xdotool("mousemove", "--sync", x, y)

    def picture(self, window, file):
        """Saves a picture of one window, without metadata, so that equal pictures are equal files."""
        command = ["import", "-window", str(window), "-strip", "-define", "png:exclude-chunks=date,time", f"PNG24:{file}"]
        subprocess.run(command, env=self.environment, check=True)

    def screenshot(self, file):
        subprocess.run(["import", "-window", "root", str(file)], env=self.environment, check=False)


def is_accessible(bus):
    """Whether accessibility is enabled for programs."""
    try:
        name = GLib.Variant("(ss)", ("org.a11y.Status", "IsEnabled"))
        answer = bus.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Get", name, None, 0, 5_000, None)
        return answer.unpack()[0]
    except GLib.Error:
        return False


def stop(process, with_signal=signal.SIGTERM, seconds=5):
    """Stops a program with a signal, and kills it if it does not exit."""
    if process.poll() is None:
        process.send_signal(with_signal)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    for stream in (process.stdin, process.stdout):
        if stream:
            stream.close()
