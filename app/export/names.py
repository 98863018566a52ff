"""Names for what a script holds: those that the canvas has, as far as Python allows them."""

from __future__ import annotations

import builtins
import keyword
import re

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_GENERATED = re.compile(
    r"(?:.*_)?[0-9a-f]{8}_[0-9a-f]{4}_[0-9a-f]{4}_[0-9a-f]{4}_[0-9a-f]{12}|(?:dnd)?node_?[0-9_]*|n?[0-9_]+"
)
_LONGEST = 24
_TAKEN = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins)})


class Names:
    """Hands out names, each once. taken: what the script uses for itself."""

    def __init__(self, taken: frozenset[str]) -> None:
        self._used = set(_TAKEN | taken)

    def take(self, wanted: str, otherwise: str) -> str:
        """A name after `wanted`, or after `otherwise` where that one says nothing; a number keeps names apart."""
        name = slug(wanted)
        if not name or _GENERATED.fullmatch(name):
            name = slug(otherwise) or "part"
        return self._free(name, "_")

    def take_class(self, wanted: str) -> str:
        """A name for a class, after that of a variable."""
        return self._free(class_name(wanted), "")

    def _free(self, name: str, before_number: str) -> str:
        free, number = name, 1
        while free in self._used:
            number += 1
            free = f"{name}{before_number}{number}"
        self._used.add(free)
        return free


def slug(text: str) -> str:
    """`TrainLoop 2` becomes `train_loop_2`; empty where no ASCII letter is left to begin with."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", text)
    plain = re.sub(r"[^a-z0-9]+", "_", spaced.lower()).strip("_")[:_LONGEST].strip("_")
    return plain if _WORD.fullmatch(plain) else ""


def class_name(text: str) -> str:
    """`train_loop` becomes `TrainLoop`."""
    return "".join(step.capitalize() for step in text.split("_"))
