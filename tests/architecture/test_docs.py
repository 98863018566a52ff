"""The documents name what the program has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.cli.dispatch import COMMANDS

REPO = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md", "docs/cli.md"])
def test_every_command_is_mentioned(page: str) -> None:
    text = (REPO / page).read_text(encoding="utf-8")
    names = [*(command.name for command in COMMANDS), "--version"]
    assert [name for name in names if not re.search(rf"(?<![\w-]){re.escape(name)}\b", text)] == []


def test_the_first_screen_has_the_two_commands() -> None:
    head = "\n".join((REPO / "README.md").read_text(encoding="utf-8").splitlines()[:12])
    assert "./cdui start" in head
    assert "./cdui test" in head


def test_every_room_is_drawn() -> None:
    text = (REPO / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = [p.name for p in (REPO / "app").iterdir() if (p / "__init__.py").exists()]
    assert [room for room in rooms if not re.search(rf"\b{room}\b", text)] == []


@pytest.mark.parametrize("page", sorted([*REPO.glob("*.md"), *REPO.glob("docs/*.md")]), ids=lambda p: str(p.name))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name}: {target}"
