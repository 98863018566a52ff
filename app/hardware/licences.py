"""The packages that the program is made of, with their licences, as their own metadata tells (PEP 566, PEP 639)."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterator, Set
    from email.message import Message

PROGRAM = "codefyui-desktop"
NOT_SHIPPED = frozenset({"test"})
"""Extras that only developers install."""

MAX_NAME = 100
_TEXTS = re.compile(r"(?:licen[sc]e|copying|notice)[^/]*\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Package:
    """One installed package. licence: an SPDX expression or what its makers call it; empty when they say nothing."""

    name: str
    version: str
    licence: str


def packages() -> tuple[Package, ...]:
    """Everything that the installed program needs, itself included, by name. Reads the disk: call it in a thread."""
    found: dict[str, Package] = {}
    waiting = deque([PROGRAM])
    while waiting:
        name = waiting.popleft()
        try:
            installed = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        if _plain(name) in found:
            continue
        found[_plain(name)] = Package(installed.name, installed.version, licence_of(_about(installed)))
        extras = installed.metadata.get_all("Provides-Extra") or () if name == PROGRAM else ()
        waiting.extend(_needed(installed, {"", *extras} - NOT_SHIPPED))
    return tuple(sorted(found.values(), key=lambda one: one.name.lower()))


def text_of(name: str) -> str | None:
    """The licence texts that a package came with, one after the other; None for a package that is not one of ours."""
    if _plain(name) not in {_plain(one.name) for one in packages()}:
        return None
    files = [file for file in metadata.distribution(name).files or () if _TEXTS.search(file.name)]
    texts = []
    for file in files:
        try:
            texts.append(file.read_text("utf-8").strip())
        except (OSError, ValueError):
            continue  # another package was installed over this one, or the text is in no encoding of today
    return "\n\n".join(texts) or licence_of(_about(metadata.distribution(name)))


def licence_of(about: Message) -> str:
    """The expression, else the name, else what the classifiers say; one line."""
    named = about.get("License-Expression") or (about.get("License") or "").strip().partition("\n")[0]
    if named and len(named) <= MAX_NAME and not named.lower().startswith(("unknown", "copyright")):
        return named
    classifiers = [one for one in about.get_all("Classifier") or () if one.startswith("License ::")]
    return ", ".join(one.rpartition(" :: ")[2] for one in classifiers)


def _about(installed: metadata.Distribution) -> Message:
    return cast("Message", installed.metadata)  # what it is in every Python so far; its own type tells less


def _needed(installed: metadata.Distribution, extras: Set[str]) -> Iterator[str]:
    """Names of what it requires, always (the empty extra) or for these. Other conditions are left aside: what they keep
    out is not installed, and so is not found.
    """
    for requirement in installed.requires or ():
        name = re.match(r"[A-Za-z0-9._-]+", requirement)
        condition = re.search(r"extra\s*==\s*['\"]([^'\"]+)['\"]", requirement)
        if name and (condition.group(1) if condition else "") in extras:
            yield name[0]


def _plain(name: str) -> str:
    """One spelling of a package's name (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()
