"""Waiting for a condition, never for a time."""

import time

# Longer than anything here takes on a busy machine; only a failing scenario waits so long.
PATIENCE = 30.0
BETWEEN_LOOKS = 0.1


class NeverHappened(AssertionError):
    """A condition did not become true before its deadline."""


def wait_for(what, condition, seconds=PATIENCE):
    """The first truthy value of `condition()`. `what` names it in the failure; a callable is asked only then."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise NeverHappened(f"not within {seconds:g} s: {what() if callable(what) else what}")
        time.sleep(BETWEEN_LOOKS)


def assert_lasts(what, condition, seconds=0.7):
    """That a condition is true, and still is after a moment in which the window draws many frames."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert condition(), f"did not last: {what}"
        time.sleep(BETWEEN_LOOKS)
