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
        return self._goes(f"{key} {arguments}", lambda here: self.window.has_name(here, key, role, **arguments), step)

    def goes_to_role(self, role, step="Tab"):
        """Presses a key until the focus is on something with this role."""
        return self._goes(f"a {role}", lambda here: here.role == role, step)

    def _goes(self, what, is_there, step):
        heard = []
        here = wait_for("one named thing to have the focus", self.said)
        while not is_there(here):
            heard.append((here.role.value_nick, here.name))
            if len(heard) > MAX_STEPS:
                raise AssertionError(f"{step} did not reach {what}, but {heard}")
            self.window.keys(step)
            here = self._moved_from(here, heard)
        return here

    def _moved_from(self, before, heard):
        """Waits until the focus is elsewhere. Returns what has it."""
        place = before.center

        def moved():
            now = self.said()
            return now if now is not None and (now.role, now.name, now.center) != (before.role, before.name, place) else None

        return wait_for(lambda: f"the focus to leave {heard[-1]}", moved)
