"""Waiting for a condition, never for a fixed time."""

import time

# Longer than anything here takes on a busy machine. Only a failing scenario waits this long.
TIMEOUT = 30.0
POLL_SECONDS = 0.1
# Where a look takes long, as much time again is left to the window, which answers it.
PAUSE_PER_LOOK = 1.0


class TimedOut(AssertionError):
    """A condition did not become true before its deadline."""


def wait_for(what, condition, seconds=TIMEOUT):
    """Returns the first truthy value of `condition()`. `what` describes it in the failure; a callable is called only then."""
    deadline = time.monotonic() + seconds
    while True:
        began = time.monotonic()
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise TimedOut(f"timed out after {seconds:g} s waiting for: {what() if callable(what) else what}")
        time.sleep(max(POLL_SECONDS, PAUSE_PER_LOOK * (time.monotonic() - began)))


def lasts(condition, seconds=0.7):
    """Whether a condition stays true for a moment in which the window draws many frames."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not condition():
            return False
        time.sleep(POLL_SECONDS)
    return True


def assert_lasts(what, condition, seconds=0.7):
    """Asserts that a condition stays true for a moment in which the window draws many frames."""
    assert lasts(condition, seconds), f"no longer true: {what}"
