"""Three ways to show a run: bars on a terminal, plain lines elsewhere, one JSON object a line for programs."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any, Protocol

from app.cli.progress import Bar, BarEnd, Line, Picture, duration
from app.cli.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    from rich.console import Console
    from rich.progress import Progress, TaskID

    from app.cli.progress import Change

PLAIN_BAR_S = 1.0
"""Plain lines about one loop come at most this often, in event time; its last epoch always does."""


class Screen(Protocol):
    """Shows one run. Used as a context; `say_line` is for lines of the command itself."""

    def __enter__(self) -> Screen: ...

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None
    ) -> None: ...

    def event(self, event: Mapping[str, Any]) -> None:
        """Take the next event of the log."""

    def say_line(self, text: str) -> None:
        """Show a line for people."""

    def data(self, row: Mapping[str, Any]) -> None:
        """Print one of the two frames that are not events of the log: submitted, ended."""


class PlainScreen:
    """Lines on stdout, for files, pipes and dumb terminals."""

    def __init__(self, types: Mapping[str, str]) -> None:
        self._picture = Picture(types)
        self._shown: dict[str, float] = {}

    def __enter__(self) -> PlainScreen:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        return None

    def event(self, event: Mapping[str, Any]) -> None:
        """Print what the event changes."""
        for change in self._picture.take(event):
            self._show(change)

    def _show(self, change: Change) -> None:
        if isinstance(change, Line):
            self.say_line(change.text)
        elif isinstance(change, Bar) and (change.kind != "epoch" or change.done == int(change.done)):
            due = change.at_s - self._shown.get(change.node_id, float("-inf")) >= PLAIN_BAR_S
            if due or change.done >= change.total > 0:
                self._shown[change.node_id] = change.at_s
                self.say_line(f"  {'...':<8} {change.label}  {bar_words(change)}")

    def say_line(self, text: str) -> None:
        """Print and flush: whoever reads the pipe reads it now."""
        print(text, flush=True)

    def data(self, row: Mapping[str, Any]) -> None:
        """Nothing: people read the lines."""


class JsonScreen:
    """Events as they are, one object a line; words go to stderr."""

    def __enter__(self) -> JsonScreen:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        return None

    def event(self, event: Mapping[str, Any]) -> None:
        """Print the event."""
        self.data({key: event.get(key) for key in ("cursor", "type", "payload", "ts")})

    def say_line(self, text: str) -> None:
        """To stderr."""
        print(text, file=sys.stderr, flush=True)

    def data(self, row: Mapping[str, Any]) -> None:
        """Print any object."""
        print(json.dumps(row, allow_nan=False), flush=True)


class TerminalScreen:
    """A bar per training loop below the lines. console: where to, by default stdout."""

    def __init__(self, types: Mapping[str, str], console: Console | None = None) -> None:
        from rich.progress import BarColumn, Progress, TextColumn

        self._picture = Picture(types)
        self._tasks: dict[str, TaskID] = {}
        self._is_behind = False  # bars have moved or gone since this screen last had them drawn
        self._progress: Progress = Progress(
            TextColumn("  {task.fields[label]}", markup=False),
            BarColumn(bar_width=30),
            TextColumn("{task.fields[words]}", markup=False),
            transient=True,
            console=console,
        )

    def __enter__(self) -> TerminalScreen:
        self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self._progress.stop()

    def event(self, event: Mapping[str, Any]) -> None:
        """Draw what the event changes."""
        for change in self._picture.take(event):
            if isinstance(change, Line):
                self.say_line(change.text, "red" if change.is_error else None)
            elif isinstance(change, BarEnd):
                if (task := self._tasks.pop(change.node_id, None)) is not None:
                    self._progress.remove_task(task)
                    self._is_behind = True
            else:
                self._draw(change)

    def _draw(self, bar: Bar) -> None:
        words = bar_words(bar)
        if bar.node_id not in self._tasks:
            self._tasks[bar.node_id] = self._progress.add_task(
                "", total=bar.total or None, label=bar.label, words=words
            )
        self._progress.update(self._tasks[bar.node_id], completed=bar.done, total=bar.total or None, words=words)
        self._is_behind = True

    def say_line(self, text: str, style: str | None = None) -> None:
        """Print above the bars, as they are now: rich would draw them below it as they were at its last tick."""
        if self._is_behind:
            self._is_behind = False
            self._progress.refresh()
        self._progress.console.print(text, style=style, markup=False, highlight=False, soft_wrap=True)

    def data(self, row: Mapping[str, Any]) -> None:
        """Nothing: people read the lines."""


def bar_words(bar: Bar) -> str:
    """`epoch 3/10  loss 0.12  1:05 left`, `item 3/40  0:10 left`, `download 3.1 of 9.5 MiB  train-images.gz`."""
    if bar.kind == "download":
        size = say("bar_download", done=f"{bar.done:.1f}", total=f"{bar.total:.1f}" if bar.total else "?")
        return f"{size}  {bar.note}".rstrip()
    words = say("bar_items" if bar.kind == "items" else "bar_epoch", done=int(bar.done), total=int(bar.total))
    left = say("bar_left", time=duration(bar.eta_s)) if bar.eta_s is not None and bar.done < bar.total else ""
    return "  ".join(part for part in (words, bar.note, left) if part)


def choose(types: Mapping[str, str], *, as_json: bool) -> Screen:
    """The screen for where stdout goes."""
    if as_json:
        return JsonScreen()
    if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        return TerminalScreen(types)
    return PlainScreen(types)
