"""Files and the window: dialogs of the system, downloads, and a file that is dropped."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.support.windows import REPO, until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.windows import Desk

ASK = """
window.asked ??= new Map();
window.answers ??= (addEventListener('cdui', (e) => window.asked.get(e.detail.id ?? 0)?.(e.detail)), 1);
window.ask = (method, args) => new Promise((resolve) => {
  const id = 1000 + Math.floor(Math.random() * 1e6);
  window.asked.set(id, resolve);
  window.pywebview._asyncCallback(JSON.stringify({ id, method, args }), 'cdui');
});
"""
"""The page's own way, at hand for the test."""


def _begin(desk: Desk, call: str) -> None:
    desk.page.evaluate(f"{ASK}; window.got = null; void {call}.then((answer) => {{ window.got = answer; }})")


def _type(desk: Desk, title: str, path: Path) -> None:
    """Answer a dialog of the system with a path."""
    dialog = until(lambda: desk.shown(title), f"the dialog {title}")[0]

    def is_taken() -> bool:
        # a slow machine loses keys before the field has the focus, and the first Return may go to the completion
        desk.x("windowactivate", "--sync", dialog)
        desk.key("ctrl+a")
        desk.x("type", "--delay", 10, path)
        for _ in range(3):
            desk.key("Return")
            if not until(lambda: [desk.shown(title)], "looked")[0]:
                return True
        return False

    until(is_taken, "the dialog is closed")


def test_files_are_chosen_and_saved_by_dialogs_of_the_system(desk: Desk, tmp_path: Path) -> None:
    desk.open()
    graph = tmp_path / "chosen.json"
    graph.write_text('{"nodes": [], "name": "圖"}')
    _begin(desk, "window.ask('choose_open', {})")
    _type(desk, "Open a graph file", graph)
    held = desk.page.wait("window.got")["value"]
    assert (held["name"], held["size"]) == ("chosen.json", 26)
    _begin(desk, f"window.ask('read', {{ id: {held['id']!r}, offset: 0 }})")
    assert desk.page.wait("window.got")["value"] == {"text": graph.read_text(), "next": None}

    _begin(desk, "window.ask('save', { name: 'new.json', text: '{\"圖\": 1}' })")
    _type(desk, "Save as", tmp_path / "saved.json")
    assert desk.page.wait("window.got")["value"] == {"path": str(tmp_path / "saved.json")}
    assert json.loads((tmp_path / "saved.json").read_text()) == {"圖": 1}

    (tmp_path / "folder").mkdir()
    _begin(desk, "window.ask('choose_folder', {})")
    _type(desk, "Choose a folder", tmp_path / "folder")
    assert desk.page.wait("window.got")["value"] == str(tmp_path / "folder")

    _begin(desk, "window.ask('choose_open', {})")
    desk.x("windowactivate", "--sync", until(lambda: desk.shown("Open a graph file"), "the dialog")[0])
    desk.key("Escape")
    assert desk.page.wait("window.got")["value"] is None


def test_a_download_is_saved_where_the_person_says(desk: Desk, tmp_path: Path) -> None:
    desk.open()
    desk.page.evaluate(
        "{ const link = document.createElement('a'); link.download = 'graph.json';"
        "link.href = URL.createObjectURL(new Blob(['x'.repeat(3000000)])); link.click(); }"
    )
    _type(desk, "Save as", tmp_path / "down load.bin")
    until(lambda: (tmp_path / "down load.bin").exists(), "the download")
    until(lambda: (tmp_path / "down load.bin").stat().st_size == 3_000_000, "the whole download")


def test_a_dropped_file_is_opened_wherever_it_falls(desk: Desk, tmp_path: Path) -> None:
    desk.open()
    url = desk.page.evaluate("location.origin")
    graph = json.loads((REPO / "assets/examples/iris-mlp.json").read_text())
    (tmp_path / "dropped.json").write_text(json.dumps({**graph, "name": "Dropped 圖"}))
    source = subprocess.Popen(
        [sys.executable, str(REPO / "tests/support/drag_source.py"), str(tmp_path / "dropped.json")],
        env=desk.environ, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        until(lambda: desk.shown("drag source"), "the source")
        at = desk.corner(desk.shown("drag source")[0])
        to = desk.corner()
        desk.page.evaluate("addEventListener('dragover', () => { window.isOver = true; }, true)")
        desk.x("mousemove", at[0] + 20, at[1] + 20, "mousedown", 1, "mousemove", at[0] + 60, at[1] + 30)
        steps = itertools.count()

        def is_over() -> bool:
            # small steps, as a hand makes them: a window that is jumped into is left again at once
            desk.x("mousemove", to[0] + 120 + next(steps) % 40, to[1] + 500)
            return bool(desk.page.evaluate("window.isOver === true"))

        until(is_over, "the page sees the file come")
        desk.x("mouseup", 1)
        desk.page.wait("document.querySelectorAll('.react-flow__node').length > 3")
        assert "Dropped 圖" in desk.page.evaluate("document.body.innerText")
        assert desk.page.evaluate("location.origin") == url
    finally:
        source.kill()
        source.wait()
