"""What the page can ask of the window, and what it can not."""

from __future__ import annotations

import json
import re
import webbrowser
from typing import TYPE_CHECKING, Any

import pytest

from app import __version__
from app.desktop.bridge import Bridge, event, file_name
from app.desktop.openings import Opening
from app.desktop.toolkit import Choice, Dialog
from tests.support.fake_toolkit import FakeToolkit

if TYPE_CHECKING:
    from pathlib import Path


def _told(script: str | None) -> Any:
    assert script is not None
    found = re.fullmatch(r"window\.dispatchEvent\(new CustomEvent\('cdui', \{ detail: (.*) \}\)\)", script)
    assert found is not None
    return json.loads(found[1])


class Page:
    """A page beside a window that nobody draws."""

    def __init__(self) -> None:
        self.toolkit = FakeToolkit()
        self.bridge = Bridge(self.toolkit, {"twice": lambda args: args["n"] * 2})

    def ask(self, method: str, **args: Any) -> Any:
        """The value of an answer, or its refusal."""
        told = _told(self.bridge.call({"id": 7, "method": method, "args": args}))
        assert told["id"] == 7
        return told["value"] if "value" in told else told["refusal"]


@pytest.fixture
def page() -> Page:
    return Page()


def test_it_says_who_it_is(page: Page) -> None:
    assert page.ask("hello") == {"version": __version__, "toolkit": "fake"}


@pytest.mark.parametrize("message", [None, 3, [], {}, {"method": 3}, "hello", {"id": 1}])
def test_what_is_no_question_is_not_answered(page: Page, message: Any) -> None:
    assert page.bridge.call(message) is None


def test_a_question_without_an_id_is_done_and_not_answered(page: Page) -> None:
    assert page.bridge.call({"method": "openings"}) is None


def test_an_unknown_method_and_a_failing_one_are_refused(page: Page, expect_warning: Any) -> None:
    assert page.ask("eval", code="1")["code"] == "method_unknown"
    assert page.ask("twice", n=4) == 8
    expect_warning("the page's call twice failed")
    assert page.ask("twice")["code"] == "window_failed"
    assert page.ask("__class__")["code"] == "method_unknown"


def test_openings_are_taken_once_and_read_in_pieces(page: Page, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"nodes": []}')
    page.bridge.put([Opening("file", str(tmp_path / "a.json")), Opening("link", "#/runs")])
    page.bridge.put([Opening("file", str(tmp_path / "none.json"))])
    file, link, gone = page.ask("openings")
    assert link == {"kind": "link", "hash": "#/runs"}
    assert gone["refusal"]["code"] == "file_missing"
    assert (file["kind"], file["name"], file["size"]) == ("file", "a.json", 13)
    assert page.ask("read", id=file["id"], offset=0) == {"text": '{"nodes": []}', "next": None}
    assert page.ask("read", id=file["id"], offset=0)["code"] == "file_gone"
    assert page.ask("read", id=file["id"], offset="0")["code"] == "file_gone"
    assert page.ask("openings") == []


def test_only_a_chosen_file_is_read(page: Page, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    page.toolkit.answers = [str(tmp_path / "a.json"), None, str(tmp_path)]
    page.bridge.language = "zh-TW"
    held = page.ask("choose_open", path="/etc/passwd")
    assert page.ask("read", id=held["id"], offset=0) == {"text": "{}", "next": None}
    assert page.ask("choose_open") is None
    assert page.ask("choose_folder") == str(tmp_path)
    kinds = (("流程圖檔案", "*.json"),)
    assert page.toolkit.done[0] == ("choose", Dialog(Choice.OPEN, "開啟流程圖檔案", kinds=kinds))


def test_a_text_is_saved_where_a_person_says(page: Page, tmp_path: Path) -> None:
    there = tmp_path / "圖.json"
    there.write_text("before")
    page.toolkit.answers = [str(there), None, str(tmp_path / "none" / "x.json")]
    assert page.ask("save", name="../a/b.json", text='{"圖": 1}\n') == {"path": str(there)}
    assert there.read_text(encoding="utf-8") == '{"圖": 1}\n'
    assert page.toolkit.done[0] == ("choose", Dialog(Choice.SAVE, "Save as", name="a b.json"))
    assert page.ask("save", name="x", text="y") is None
    assert page.ask("save", name="x", text="y")["code"] == "file_unwritable"
    assert page.ask("save", name="x", text=None)["code"] == "file_no_text"
    assert [path.name for path in tmp_path.iterdir()] == ["圖.json"]


@pytest.mark.parametrize(
    ("proposed", "name"),
    [
        ("a.json", "a.json"),
        ("a/b\\c:.json", "a b c .json"),
        ("..", "graph.json"),
        ("\n\t", "graph.json"),
        ("x" * 300, "x" * 200),
    ],
)
def test_a_proposed_name_is_a_name_everywhere(proposed: str, name: str) -> None:
    assert file_name(proposed) == name


def test_nothing_but_the_web_is_opened_outside(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def open_(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(webbrowser, "open", open_)
    assert page.ask("open_outside", url="https://example.org/a") is True
    for url in ("file:///etc/passwd", "javascript:1", "cdui://runs", None, "HTTPS//x"):
        assert page.ask("open_outside", url=url) is False
    assert opened == ["https://example.org/a"]


def test_what_is_told_cannot_leave_its_script() -> None:
    script = event({"text": "</script>\u2028'`\n圖"})
    assert script.isascii()
    assert "\n" not in script
    assert _told(script) == {"text": "</script>\u2028'`\n圖"}
