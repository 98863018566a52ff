"""Where no window can be drawn: the browser instead, with one line that says why; without a display not even that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.windows import Desk, writing_browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def alone(tmp_path: Path, ui: None) -> Iterator[Desk]:
    """A user without a display, whose browser writes down what it is to show."""
    del ui
    made = Desk(tmp_path / "home", "", **writing_browser(tmp_path))
    yield made
    made.leave()


def _urls(desk: Desk) -> list[str]:
    file = desk.home.parent / "urls"
    return file.read_text().splitlines() if file.exists() else []


def test_without_a_display_it_says_so_and_starts_nothing(alone: Desk) -> None:
    code, out, err = alone.cdui()
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "cdui --server" in err
    assert not alone.home.exists()
    code, _, err = alone.cdui(CODEFYUI_LANG="zh-TW")
    assert code == 2
    assert "沒有可顯示視窗的螢幕" in err


@pytest.mark.parametrize(
    ("missing", "why"), [("PySide6", "Qt cannot be loaded"), ("webview", "pywebview is not installed")]
)
def test_without_a_toolkit_the_browser_shows_the_page(alone: Desk, missing: str, why: str) -> None:
    stub = alone.home.parent / "stub" / missing
    stub.mkdir(parents=True)
    (stub / "__init__.py").write_text("raise ImportError('none here')\n")
    code, out, err = alone.cdui("cdui://runs", QT_QPA_PLATFORM="offscreen", PYTHONPATH=str(stub.parent))
    url = alone.server()["url"]
    assert (code, out) == (0, "")
    assert err.splitlines() == [
        f"No window can be shown here: {why} (none here). Opening {url}/#/runs in the browser instead."
    ]
    assert _urls(alone) == [f"{url}/#/runs"]
    assert alone.cdui("status")[0] == 0
    assert alone.cdui("stop")[0] == 0


def test_a_display_that_does_not_answer_is_no_display(alone: Desk) -> None:
    code, _, err = alone.cdui(DISPLAY=":9753")
    assert code == 0
    assert "the display :9753 does not answer" in err
    assert _urls(alone) == [alone.server()["url"] + "/"]
    code, _, err = alone.cdui(DISPLAY="", WAYLAND_DISPLAY="wayland-none")
    assert code == 0
    assert "there is no display" in err
    assert alone.cdui("stop")[0] == 0


def test_a_server_that_cannot_come_up_is_said_where_there_is_no_window_to_say_it(alone: Desk) -> None:
    code, _, err = alone.cdui(DISPLAY=":9753", CODEFYUI_PORT="none")
    assert code == 1
    assert "CODEFYUI_PORT" in err
    assert _urls(alone) == []
