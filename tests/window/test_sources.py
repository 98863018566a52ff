"""The interface's sources: types, units, words, and how much of it a browser has to fetch."""

from __future__ import annotations

import gzip
import json
import re
import runpy
import subprocess
from typing import TYPE_CHECKING, Any

from tests.support.server_process import REPO

if TYPE_CHECKING:
    from pathlib import Path

KIB = 1024
LATIN = {"Worker", "EN", "English", "繁體中文", "CodefyUI Desktop", "Transformer", "MiB", "GiB", "px"}
"""Texts that are the same in both languages."""


def npm(ui: Path, *command: str) -> None:
    done = subprocess.run(["npm", "exec", "--", *command], cwd=ui, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_hold(ui: Path) -> None:
    npm(ui, "tsc", "-p", ".")


def test_units_hold(ui: Path) -> None:
    npm(ui, "vitest", "run")


def test_types_of_the_api_are_those_of_the_routes(ui: Path, repo: Path) -> None:
    made = runpy.run_path(str(repo / "packaging" / "ui_types.py"))["text"]()
    assert (ui / "src" / "api" / "types.gen.ts").read_text("utf-8") == made, "run packaging/ui_types.py"


def leaves(value: dict[str, Any], path: str = "") -> dict[str, str]:
    """Every word by its dotted key."""
    found: dict[str, str] = {}
    for key, item in value.items():
        found |= leaves(item, f"{path}{key}.") if isinstance(item, dict) else {f"{path}{key}": item}
    return found


def words(ui: Path, name: str) -> dict[str, str]:
    return leaves(json.loads((ui / "src" / "words" / f"{name}.json").read_text("utf-8")))


def test_both_languages_have_every_word_with_the_same_places(ui: Path) -> None:
    english, chinese = words(ui, "en"), words(ui, "zh-TW")
    assert list(english) == list(chinese)
    places = re.compile(r"\{\{\w+\}\}")
    assert [k for k in english if sorted(places.findall(english[k])) != sorted(places.findall(chinese[k]))] == []


def test_chinese_is_of_taiwan_and_nothing_was_left_in_english(ui: Path) -> None:
    english, chinese = words(ui, "en"), words(ui, "zh-TW")
    assert {v for k, v in chinese.items() if v == english[k]} <= LATIN
    for text in chinese.values():
        text.encode("big5")  # which has no simplified characters


def test_what_a_browser_fetches_first_stays_within_its_budget(ui: Path, repo: Path) -> None:
    built = repo / "app" / "_ui"
    page = (built / "index.html").read_text("utf-8")
    first = set(re.findall(r'(?:src|href)="/(assets/[^"]+)"', page))
    sizes = {name: len(gzip.compress((built / name).read_bytes(), 9)) for name in first}
    assert sum(size for name, size in sizes.items() if name.endswith(".js")) <= 300 * KIB
    assert sum(size for name, size in sizes.items() if name.endswith(".css")) <= 45 * KIB
    later = [f for f in (built / "assets").glob("*.js") if f"assets/{f.name}" not in first]
    assert [f.name for f in later if len(gzip.compress(f.read_bytes(), 9)) > 80 * KIB] == []
    assert len(first) > 5


def test_no_flow_waits_for_a_promise_that_is_always_true() -> None:
    """Playwright's waitForFunction takes the promise of an async function for a yes: `until` of browser.mjs waits."""
    flows = sorted((REPO / "tests" / "window").rglob("*.mjs"))
    assert flows
    wrong = re.compile(r"waitForFunction\(\s*async\b")
    assert [path.name for path in flows if wrong.search(path.read_text(encoding="utf-8"))] == []


def test_what_the_wheel_carries_of_it_is_within_its_budget(ui: Path, repo: Path) -> None:
    del ui
    sizes = [file.stat().st_size for file in (repo / "app" / "_ui").rglob("*") if file.is_file()]
    assert KIB * 100 < sum(sizes) <= 2048 * KIB


ON_CANVAS = re.compile(r"\.card|\.frame-head|\.note|\.react-flow__attribution")
"""What lies on the canvas is zoomed with it, and has rows of a fixed height."""


def test_text_has_the_size_that_the_person_chose(ui: Path) -> None:
    fixed = []
    for file in sorted((ui / "src").rglob("*.css")):
        for selector, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", file.read_text("utf-8")):
            sizes = re.findall(r"font(?:-size)?: (?:\d+ )?\d+px", rules)
            if sizes and not ON_CANVAS.search(selector):
                fixed.append((file.name, selector.strip(), sizes))
    assert fixed == []


def test_no_two_panels_style_one_class(ui: Path) -> None:
    """Styles of a panel that is fetched later hold everywhere from then on: a class of one panel is of no other."""
    homes: dict[str, set[str]] = {}
    for path in sorted((ui / "src" / "panels").rglob("*.css")):
        text = re.sub(r"/\*.*?\*/|:is\([^()]*\)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors in re.findall(r"([^{}]+)\{", text):
            for one in selectors.split(","):
                if re.fullmatch(r"\.[a-z][\w-]*", one.strip()):
                    homes.setdefault(one.strip(), set()).add(path.relative_to(ui / "src").as_posix())
    assert {name: sorted(where) for name, where in homes.items() if len(where) > 1} == {}
