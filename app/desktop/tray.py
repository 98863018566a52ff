"""A tray: a mark of the program that stays when the window is hidden, with a menu.

What the menu holds is made from values alone (`menu_of`), so that every system shows the same and the page can, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from app.desktop.words import PRODUCT, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST_RUNS = 6
"""Runs that have a row of their own."""

_MOST_NAME = 40


@dataclass(frozen=True, slots=True)
class Running:
    """A run that executes. done, all: epochs or items, 0 of 0 where it does not say."""

    id: str
    name: str
    done: int = 0
    all: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """What there is to show. running: the first MOST_RUNS of `count`. at_login: None where it cannot be set here."""

    is_up: bool = False
    is_paused: bool = False
    running: Sequence[Running] = ()
    count: int = 0
    waiting: int = 0
    at_login: bool | None = None


class Kind(Enum):
    """What a row of a menu is."""

    TEXT = "text"
    ACTION = "action"
    SWITCH = "switch"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Row:
    """key: what `pressed` is called with. is_on: of a SWITCH."""

    kind: Kind
    text: str = ""
    key: str = ""
    is_on: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """tip: shown while the pointer rests on the mark."""

    tip: str
    rows: Sequence[Row]


class Tray(Protocol):
    """Made before the window is shown, on the main thread. Any thread may call it; nothing of it waits."""

    def begin(self, pressed: Callable[[str], None]) -> None:
        """Show the mark. pressed: told the key of a row; `open` for a press on the mark itself, the key of `tell` for
        one on what it tells, `lost` when the desktop takes its tray away.
        """

    def is_there(self) -> bool:
        """Say whether a person can see and use it now. Without one a hidden window would be lost for ever."""

    def show(self, menu: Menu) -> None:
        """Have this menu from now on."""

    def tell(self, title: str, text: str, key: str) -> None:
        """Tell the person something where they are."""

    def leave(self) -> None:
        """Take it away; the program ends."""


class NoTray:
    """A desktop without one: the window asks before it closes instead of hiding, and the page has the menu."""

    def begin(self, pressed: Callable[[str], None]) -> None:
        """See Tray."""

    def is_there(self) -> bool:
        """See Tray."""
        return False

    def show(self, menu: Menu) -> None:
        """See Tray."""

    def tell(self, title: str, text: str, key: str) -> None:
        """See Tray."""

    def leave(self) -> None:
        """See Tray."""


def menu_of(state: State, language: str) -> Menu:
    """The menu: how things stand, the window, the queue, each run with its Stop, then what concerns the program."""
    status = _status(state, language)
    line = Row(Kind.LINE)
    rows = [Row(Kind.TEXT, status), line, Row(Kind.ACTION, say("tray_open", language), "open")]
    if state.is_up:
        held = "resume" if state.is_paused else "pause"
        rows.append(Row(Kind.ACTION, say(f"tray_{held}", language), held))
    else:
        rows.append(Row(Kind.ACTION, say("retry", language), "start"))
    if state.running:
        rows.append(line)
    for run in state.running[:MOST_RUNS]:
        name = run.name if len(run.name) <= _MOST_NAME else run.name[: _MOST_NAME - 1] + "…"
        key = "tray_stop_at" if run.all else "tray_stop"
        rows.append(Row(Kind.ACTION, say(key, language, name=name, done=run.done, all=run.all), f"stop:{run.id}"))
    if state.count > len(state.running[:MOST_RUNS]) > 0:
        more = state.count - len(state.running[:MOST_RUNS])
        rows.append(Row(Kind.ACTION, say("tray_more", language, count=more), "runs"))
    rows.append(line)
    if state.at_login is not None:
        rows.append(Row(Kind.SWITCH, say("tray_login", language), "login", state.at_login))
    rows.append(Row(Kind.ACTION, say("tray_quit", language), "quit"))
    return Menu(f"{PRODUCT}: {status}" if (language or "en") == "en" else f"{PRODUCT}：{status}", rows)


def _status(state: State, language: str) -> str:
    if not state.is_up:
        return say("tray_away", language)
    parts = []
    if state.count:
        parts.append(say("tray_running", language, count=state.count))
    if state.waiting:
        parts.append(say("tray_waiting", language, count=state.waiting))
    if state.is_paused:
        parts.append(say("tray_paused", language))
    return say("tray_between", language).join(parts) or say("tray_idle", language)
