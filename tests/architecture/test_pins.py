"""packaging/constraints.txt pins, exactly, everything that an installation of ours brings."""

from __future__ import annotations

import importlib.metadata
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

REPO = Path(__file__).resolve().parents[2]
PINS = {
    canonicalize_name(name): version.strip()
    for name, _, version in (
        line.partition("==") for line in (REPO / "packaging/constraints.txt").read_text().split("\n")
    )
    if version
}


def _wanted() -> list[Requirement]:
    project = tomllib.loads((REPO / "pyproject.toml").read_text())["project"]
    extras = [one for extra in project["optional-dependencies"].values() for one in extra]
    return [Requirement(text) for text in [*project["dependencies"], *extras]]


def test_what_an_installation_brings_is_pinned_to_what_is_installed() -> None:
    found: dict[str, str] = {}
    todo = _wanted()
    while todo:
        wanted = todo.pop()
        name = canonicalize_name(wanted.name)
        if name in found or (wanted.marker and not wanted.marker.evaluate({"extra": ""})):
            continue
        there = importlib.metadata.distribution(name)
        # a local part names a build (`+cpu`), not another version
        found[name] = there.version.partition("+")[0]
        for text in there.requires or []:
            needed = Requirement(text)
            extras = wanted.extras or {""}
            if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras):
                needed.marker = None  # it holds; asked again without its extra, it would not
                todo.append(needed)
    assert len(found) > 30
    assert {name: PINS.get(canonicalize_name(name)) for name in found} == found


def test_no_pin_is_loose_or_names_a_place() -> None:
    lines = [line for line in (REPO / "packaging/constraints.txt").read_text().splitlines() if line.strip()]
    assert [line for line in lines if not line.startswith("#") and ("==" not in line or "/" in line)] == []
