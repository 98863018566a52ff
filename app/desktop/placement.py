"""Where the window stands: remembered between starts, and only ever on a screen that is there."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, TypeGuard

from app.cli.regular import read_regular
from app.private import write_private

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FILE_NAME = "window-state.json"
SMALLEST = (1024, 640)
"""The least that the interface is made for, pixels; a smaller screen wins."""

USUAL = (1440, 900)
ZOOMS = (0.5, 0.67, 0.75, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
"""The steps of zoom, as browsers have them."""

_GRIP = 64
"""So many pixels of the window's top have to be on a screen in both directions, so that it can be taken hold of."""

_FAR = 100_000
"""No desktop is so large, pixels."""

_BYTES = 65536
_MOST_LEFT = 100
_MOST_ID = 64
_MOST_MS = 1e15


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle of the desktop, in pixels that the toolkit counts in. x, y: of the upper left corner."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Left:
    """Runs that had not ended when the window was left. at_ms: since 1970, by the page's clock. stopped: by choice."""

    at_ms: int
    runs: tuple[str, ...]
    stopped: bool


@dataclass(frozen=True, slots=True)
class Remembered:
    """What the last window leaves to the next. place: not maximized; None before the first close. zoom: 1 is 100 %.

    scheme, language: of the page, for what is shown while there is none. port: of the last server, so that a server
    started anew has the same address; what a page keeps belongs to its address. boot_id: of the server that a window
    brought up and has to end, empty for none. left: until the person has read what became of it.
    """

    place: Rect | None = None
    is_maximized: bool = False
    zoom: float = 1.0
    scheme: str = "dark"
    language: str = ""
    port: int = 0
    boot_id: str = ""
    left: Left | None = None


def storage_folder(home: Path) -> Path:
    """Where pages keep what they keep in a browser."""
    return home / "window"


def read(home: Path) -> Remembered:
    """What the last window left; the defaults for a file that is missing, foreign or torn."""
    try:
        found = json.loads(read_regular(home / FILE_NAME, _BYTES))
    except (OSError, ValueError, RecursionError):
        return Remembered()
    return parse(found)


def write(home: Path, remembered: Remembered) -> None:
    """Keep it, whole or not at all. Raises: OSError."""
    write_private(home / FILE_NAME, asdict(remembered), durable=False)


def parse(value: Any) -> Remembered:
    """Read what a file says, field by field: one that makes no sense falls back alone."""
    if not isinstance(value, dict):
        return Remembered()
    scheme, language, boot_id = value.get("scheme"), value.get("language"), value.get("boot_id")
    zoom, port = value.get("zoom"), value.get("port")
    return Remembered(
        place=_rect(value.get("place")),
        is_maximized=value.get("is_maximized") is True,
        zoom=nearest_zoom(zoom) if _is_number(zoom) else 1.0,
        scheme="light" if scheme == "light" else "dark",
        language=language if language in ("en", "zh-TW") else "",
        port=port if isinstance(port, int) and not isinstance(port, bool) and 0 < port < 65536 else 0,
        boot_id=boot_id if isinstance(boot_id, str) and len(boot_id) <= 200 else "",
        left=left_of(value.get("left")),
    )


def left_of(value: Any) -> Left | None:
    """What a page or a file says about runs that were left; None for what makes no sense, and for no runs."""
    if not isinstance(value, dict) or not isinstance(value.get("runs"), list):
        return None
    runs = tuple(one for one in value["runs"] if isinstance(one, str) and len(one) <= _MOST_ID)[:_MOST_LEFT]
    at_ms = value.get("at_ms")
    if not runs or not _is_number(at_ms) or not 0 <= at_ms < _MOST_MS:
        return None
    return Left(int(at_ms), runs, value.get("stopped") is True)


def nearest_zoom(factor: float) -> float:
    """The step of ZOOMS next to a factor."""
    return min(ZOOMS, key=lambda step: abs(step - factor))


def zoomed(factor: float, steps: int) -> float:
    """One or more steps in (positive) or out; 0 goes back to 100 %."""
    if steps == 0:
        return 1.0
    at = ZOOMS.index(nearest_zoom(factor)) + steps
    return ZOOMS[max(0, min(at, len(ZOOMS) - 1))]


def fit(remembered: Remembered, screens: Sequence[Rect]) -> Rect:
    """Where the window opens: where it was if it can be taken hold of there, else in the middle of the first screen.

    Never larger than its screen, and not below SMALLEST where the screen allows that. Without any screen (a session
    that has none yet): the usual size at the corner.
    """
    if not screens:
        return Rect(0, 0, *USUAL)
    place = remembered.place
    screen = next((s for s in screens if place is not None and _can_be_held(place, s)), None)
    if place is None or screen is None:
        width, height = USUAL if place is None else (place.width, place.height)
        sized = _sized(Rect(0, 0, width, height), screens[0])
        return replace(
            sized,
            x=screens[0].x + (screens[0].width - sized.width) // 2,
            y=screens[0].y + (screens[0].height - sized.height) // 2,
        )
    sized = _sized(place, screen)
    # a window that became narrower may have let go of its screen
    x = min(max(sized.x, screen.x + _GRIP - sized.width), screen.x + screen.width - _GRIP)
    return replace(sized, x=x, y=max(sized.y, screen.y))


def _sized(place: Rect, screen: Rect) -> Rect:
    return replace(
        place,
        width=min(max(place.width, SMALLEST[0]), screen.width),
        height=min(max(place.height, SMALLEST[1]), screen.height),
    )


def _can_be_held(place: Rect, screen: Rect) -> bool:
    across = min(place.x + place.width, screen.x + screen.width) - max(place.x, screen.x)
    # the bar that moves a window is at its top: that it must be seen, not any other part
    return across >= min(_GRIP, screen.width) and screen.y - 8 <= place.y <= screen.y + screen.height - _GRIP


def _rect(value: Any) -> Rect | None:
    if not isinstance(value, dict):
        return None
    found = [value.get(name) for name in ("x", "y", "width", "height")]
    numbers = [int(n) for n in found if _is_number(n) and abs(n) < _FAR]
    if len(numbers) < len(found):
        return None
    x, y, width, height = numbers
    return Rect(x, y, width, height) if width > 0 and height > 0 else None


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
