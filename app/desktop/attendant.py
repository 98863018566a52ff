"""Keeps the tray's menu as things stand, and does what is pressed there.

It looks at the server as any client does; nobody waits for it, and where there is no tray it does not look.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from app.cli.client import PlaneGoneError, PlaneRefusedError
from app.desktop.tray import MOST_RUNS, Running, State, menu_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.cli.client import Plane
    from app.desktop.login import Login
    from app.desktop.tray import Tray

log = logging.getLogger(__name__)

LOOK_S = 2.0
ASK_S = 5.0
_MOST_TOLD = 500
_EVENTS = 12
"""So many events from the end of a run are looked through for how far it is."""


class Attendant:
    """Any thread. window: what the window does for the keys `open`, `runs`, `start`, `quit`, `lost`, for links, and for
    `changed`: runs have begun or ended.
    """

    def __init__(
        self, tray: Tray, plane: Plane, login: Login | None, language: Callable[[], str], window: Callable[[str], None]
    ) -> None:
        self._tray = tray
        self._plane = plane
        self._login = login
        self._language = language
        self._window = window
        self._seen: State | None = None
        self._shown: tuple[State, str] | None = None
        self._look_now = threading.Event()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._attend, name="window-tray", daemon=True)

    def begin(self) -> None:
        """Show the tray, on the main thread before the window is shown, and keep it."""
        self._tray.begin(self.pressed)
        self._tray.show(menu_of(State(at_login=self.at_login()), self._language()))
        self._thread.start()

    def leave(self) -> None:
        """Take it away. Calling twice is fine."""
        if not self._is_over.is_set():
            self._is_over.set()
            self._look_now.set()
            self._tray.leave()

    def ended(self) -> None:
        """Wait until it looks no more, when it hangs on nobody; the window is gone by then."""
        self._thread.join(1.0)

    def pressed(self, key: str) -> None:
        """Something was pressed; at once, on whatever thread."""
        threading.Thread(target=self._do, args=(key,), name="window-pressed", daemon=True).start()

    def actions(self) -> dict[str, Callable[[dict[str, Any]], Any]]:
        """What the page can ask of the tray; see Bridge."""
        return {
            "tray": lambda args: {"there": self._tray.is_there(), "at_login": self.at_login()},
            "set_at_login": lambda args: self.set_at_login(args.get("on") is True),
            "notify": self._notify,
        }

    def _notify(self, args: dict[str, Any]) -> bool:
        """Tell the person by the tray; False where there is none. hash: the place that a press leads to."""
        if not self._tray.is_there():
            return False
        link = args.get("hash")
        key = link if isinstance(link, str) and link.startswith("#/") else "open"
        self._tray.tell(str(args.get("title"))[:_MOST_TOLD], str(args.get("text"))[:_MOST_TOLD], key)
        return True

    def at_login(self) -> bool | None:
        """Whether the program starts at login; None where that cannot be set."""
        return None if self._login is None else self._login.is_on()

    def set_at_login(self, is_on: bool) -> bool | None:
        """Have it start at login, or not; how it is then."""
        if self._login is not None:
            try:
                self._login.set(is_on)
            except OSError as problem:
                log.warning("whether the program starts at login cannot be set: %s", problem)
        self._look_now.set()
        return self.at_login()

    def look(self) -> State:
        """How things stand; a server that does not answer is none."""
        at_login = self.at_login()
        try:
            queue = self._plane.ask("GET", "/api/queue", timeout_s=ASK_S)
            running = [self._running(run) for run in queue["running"][:MOST_RUNS]]
            count, waiting = len(queue["running"]), len(queue["waiting"])
            return State(True, queue["paused"] is True, tuple(running), count, waiting, at_login)
        except (PlaneGoneError, PlaneRefusedError, KeyError, TypeError):
            return State(at_login=at_login)

    def _running(self, run: str) -> Running:
        path = f"/api/runs/{quote(run, safe='')}"
        row = self._plane.ask("GET", path, timeout_s=ASK_S)
        query = {"cursor": max(0, row["last_cursor"] - _EVENTS), "limit": _EVENTS}
        events = self._plane.ask("GET", f"{path}/events", query, timeout_s=ASK_S)["events"]
        done, of = next(filter(None, map(progress_of, reversed(events))), (0, 0))
        return Running(run, row["name"] or row["graph_name"] or run[:8], done, of)

    def _attend(self) -> None:
        while not self._is_over.is_set():
            self._look_now.clear()
            if self._tray.is_there():
                before, now = self._seen, self.look()
                self._seen = now
                self._show(now)
                if before is not None and _runs(before) != _runs(now):
                    self._window("changed")
            self._look_now.wait(LOOK_S)

    def _show(self, state: State) -> None:
        now = (state, self._language())
        if now != self._shown and not self._is_over.is_set():
            self._shown = now
            self._tray.show(menu_of(*now))

    def _do(self, key: str) -> None:
        kind, _, rest = key.partition(":")
        if kind == "login":
            self.set_at_login(not self.at_login())
        elif kind in ("pause", "resume", "stop"):
            path = f"/api/runs/{quote(rest, safe='')}/cancel" if kind == "stop" else f"/api/queue/{kind}"
            with contextlib.suppress(PlaneGoneError, PlaneRefusedError):  # the next look shows how it is
                self._plane.ask("POST", path, timeout_s=ASK_S)
            self._look_now.set()
        else:
            self._window(key)


def _runs(state: State) -> tuple[object, ...]:
    return state.is_up, state.count, state.waiting, [run.id for run in state.running]


def progress_of(event: Mapping[str, Any]) -> tuple[int, int] | None:
    """(done, all) of an event that tells how far a node is: epochs, or items of a list; None for any other."""
    payload = event.get("payload")
    outputs = payload.get("outputs") if isinstance(payload, dict) else None
    for entry in outputs if isinstance(outputs, list) else ():
        told = entry.get("progress") if isinstance(entry, dict) else None
        if not isinstance(told, dict):
            continue
        items = told.get("items")
        pair = (items.get("done"), items.get("total")) if isinstance(items, dict) else _epochs(told)
        done, of = pair
        if isinstance(done, int) and isinstance(of, int) and 0 <= done <= of and of > 0:
            return done, of
    return None


def _epochs(told: Mapping[str, Any]) -> tuple[Any, Any]:
    return told.get("epoch"), told.get("total_epochs")
