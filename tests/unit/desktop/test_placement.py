"""Where the window opens, whatever the file of the last one says and whichever screens are left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desktop.placement import (
    FILE_NAME,
    ZOOMS,
    Left,
    Rect,
    Remembered,
    fit,
    nearest_zoom,
    parse,
    read,
    write,
    zoomed,
)

if TYPE_CHECKING:
    from pathlib import Path

SCREEN = Rect(0, 0, 1920, 1080)
RIGHT = Rect(1920, 0, 2560, 1440)


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    kept = Remembered(Rect(-3, 40, 1200, 700), True, 1.25, "light", "zh-TW", 8123, "abc")
    write(tmp_path, kept)
    assert read(tmp_path) == kept
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"place": 3}', "[" * 5000, "\x00"])
def test_a_file_that_is_none_is_the_first_start(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text)
    assert read(tmp_path) == Remembered()


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"zoom": 1.24}, Remembered(zoom=1.25)),
        ({"zoom": "1.5"}, Remembered()),
        ({"zoom": True}, Remembered()),
        ({"scheme": "light", "language": "zh-CN"}, Remembered(scheme="light")),
        ({"scheme": "pink", "language": "zh-TW"}, Remembered(language="zh-TW")),
        ({"port": 70000, "boot_id": 3}, Remembered()),
        ({"port": True}, Remembered()),
        ({"place": {"x": 1, "y": 2, "width": 0, "height": 5}}, Remembered()),
        ({"place": {"x": 1, "y": 2, "width": 1e9, "height": 5}}, Remembered()),
        ({"place": {"x": 1, "y": 2.7, "width": 3, "height": 5}}, Remembered(place=Rect(1, 2, 3, 5))),
        ({"is_maximized": 1}, Remembered()),
    ],
)
def test_each_field_falls_back_alone(told: dict[str, Any], expected: Remembered) -> None:
    assert parse(told) == expected


@pytest.mark.parametrize(
    ("place", "screens", "expected"),
    [
        (None, [SCREEN], Rect(240, 90, 1440, 900)),
        (None, [], Rect(0, 0, 1440, 900)),
        (Rect(100, 50, 1200, 800), [SCREEN], Rect(100, 50, 1200, 800)),
        (Rect(2000, 50, 1200, 800), [SCREEN, RIGHT], Rect(2000, 50, 1200, 800)),
        # its screen is gone: the middle of the first one, as large as it was
        (Rect(2000, 50, 1200, 800), [SCREEN], Rect(360, 140, 1200, 800)),
        # a bar above the screen cannot be taken hold of
        (Rect(100, -300, 1200, 800), [SCREEN], Rect(360, 140, 1200, 800)),
        (Rect(100, -8, 1200, 800), [SCREEN], Rect(100, 0, 1200, 800)),
        (Rect(1900, 50, 1200, 800), [SCREEN], Rect(360, 140, 1200, 800)),
        (Rect(0, 0, 5000, 3000), [SCREEN], Rect(0, 0, 1920, 1080)),
        (Rect(0, 0, 200, 100), [SCREEN], Rect(0, 0, 1024, 640)),
        (Rect(0, 0, 200, 100), [Rect(0, 0, 800, 600)], Rect(0, 0, 800, 600)),
    ],
)
def test_where_it_opens(place: Rect | None, screens: list[Rect], expected: Rect) -> None:
    assert fit(Remembered(place=place), screens) == expected


_side = st.integers(-5000, 5000)
_rects = st.builds(Rect, _side, _side, st.integers(1, 6000), st.integers(1, 6000))
_screens = st.builds(Rect, _side, _side, st.integers(320, 4000), st.integers(240, 3000))


@given(_rects, st.lists(_screens, min_size=1, max_size=3))
def test_it_can_always_be_taken_hold_of(place: Rect, screens: list[Rect]) -> None:
    found = fit(Remembered(place=place), screens)

    def is_held(screen: Rect) -> bool:
        across = min(found.x + found.width, screen.x + screen.width) - max(found.x, screen.x)
        return across >= 64 and screen.y <= found.y <= screen.y + screen.height - 64

    assert any(is_held(screen) for screen in screens)
    assert any(found.width <= s.width and found.height <= s.height for s in screens)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists, max_leaves=4))
def test_no_file_is_a_trouble(value: Any) -> None:
    parse(dict.fromkeys(("place", "zoom", "scheme", "language", "port", "boot_id", "is_maximized"), value))
    parse({"place": {"x": value, "y": value, "width": value, "height": value}})
    parse(value)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"at_ms": 7.5, "runs": ["a", 3, "b"], "stopped": True}, Left(7, ("a", "b"), True)),
        ({"at_ms": 0, "runs": ["a" * 64, "a" * 65]}, Left(0, ("a" * 64,), False)),
        ({"at_ms": 7, "runs": [str(at) for at in range(200)]}, Left(7, tuple(str(at) for at in range(100)), False)),
        ({"at_ms": 7, "runs": []}, None),
        ({"at_ms": -1, "runs": ["a"]}, None),
        ({"at_ms": 1e16, "runs": ["a"]}, None),
        ({"runs": ["a"]}, None),
        ({"at_ms": True, "runs": ["a"]}, None),
        (["a"], None),
        (None, None),
    ],
)
def test_what_was_left_is_read_or_is_nothing(told: Any, expected: Left | None) -> None:
    assert parse({"left": told}).left == expected


def test_zoom_goes_by_steps_and_stops_at_both_ends() -> None:
    assert zoomed(1.0, 1) == 1.1
    assert zoomed(1.0, -2) == 0.8
    assert zoomed(1.4, 0) == 1.0
    assert zoomed(2.0, 1) == 2.0
    assert zoomed(0.5, -9) == 0.5
    assert [nearest_zoom(z) for z in ZOOMS] == list(ZOOMS)
