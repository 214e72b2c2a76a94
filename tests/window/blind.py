"""A person who knows only what a screen reader says: the name, the role and the description of what has the focus."""

from accessibility import Role
from waiting import wait_for

# More than any page has.
MAX_STEPS = 150
# The window itself is focused, too, while its contents are.
FRAMES = (Role.FRAME, Role.WINDOW)


class BlindUser:
    """Uses a window by keys alone."""

    def __init__(self, window):
        self.window = window

    def said(self):
        """What has the focus, which must be exactly one thing with a name; None while the focus moves."""
        focused = [node for node in self.window.nodes() if node.focused and node.role not in FRAMES]
        return focused[0] if len(focused) == 1 and focused[0].name else None

    def hears(self, key, role=None, seconds=30, **arguments):
        """Waits until the focus is on something with this name, without pressing a key."""
        heard = None

        def there():
            nonlocal heard
            heard = self.said()
            return heard is not None and self.window.has_name(heard, key, role, **arguments)

        return wait_for(lambda: f"the focus to come to {key} {arguments}: it is on {heard}", there, seconds)

    def goes_to(self, key, role=None, step="Tab", **arguments):
        """Presses a key until the focus is on something with this name."""
        heard = []
        for _ in range(MAX_STEPS):
            here = wait_for(lambda: f"one named thing to have the focus after {heard[-3:]}", self.said)
            if self.window.has_name(here, key, role, **arguments):
                return here
            heard.append((here.role.value_nick, here.name))
            self.window.keys(step)
            self._moved_from(here, heard)
        raise AssertionError(f"{step} did not reach {key} {arguments}, but {heard}")

    def goes_to_role(self, role, step="Tab"):
        """Presses a key until the focus is on something with this role."""
        heard = []
        for _ in range(MAX_STEPS):
            here = wait_for(lambda: f"one named thing to have the focus after {heard[-3:]}", self.said)
            if here.role == role:
                return here
            heard.append((here.role.value_nick, here.name))
            self.window.keys(step)
            self._moved_from(here, heard)
        raise AssertionError(f"{step} did not reach a {role}, but {heard}")

    def _moved_from(self, before, heard):
        def moved():
            now = self.said()
            return now is not None and (now.role, now.name, now.center) != (before.role, before.name, before.center)

        wait_for(lambda: f"the focus to leave {heard[-1]}", moved)
