"""The settings over the link: what each may be, is, and comes from. They hold at the next start."""

from arbiter import settings
from arbiter.service.requests import Refused, choice

# Read by boot.py before anything of /lib: what the device keeps could not be obeyed.
ONLY_IN_THE_FILE = ("SEALED",)

_KEYS = tuple([setting.key for setting in settings.SETTINGS])


class Preferences:
    """``filed`` are the values of settings.toml, without what was set on the device."""

    def __init__(self, filed: dict, kept) -> None:
        self._filed = filed
        self._kept = kept
        self.answers = {"settings": self._list, "setting": self._tell, "set": self._set}

    def _list(self, message):  # noqa: ARG002 - it asks for nothing more
        return (("keys", _KEYS),)

    def _tell(self, message):
        return self._described(choice(message, "key", _KEYS))

    def _set(self, message):
        """A value of null gives the key back to the file."""
        key = choice(message, "key", _KEYS)
        if "value" not in message:
            raise Refused("value is missing: null gives the key back to settings.toml")
        value = message["value"]
        problem = value is not None and settings.check(key, value)
        if key in ONLY_IN_THE_FILE:
            problem = "%s can be set in settings.toml only" % key
        if problem:
            raise Refused(problem)
        self._kept.put("settings", key, value)
        return self._described(key)

    def _described(self, key):
        setting = settings.SETTINGS[_KEYS.index(key)]
        changes = self._kept.part("settings")
        value = changes.get(key, self._filed[key])
        source = "default" if value == setting.default else "file"
        return (
            ("key", key),
            ("value", value),
            ("from", "device" if key in changes else source),
            ("default", setting.default),
            ("allowed", setting.allowed),
            ("unit", setting.unit),
            ("meaning", setting.meaning),
        )
