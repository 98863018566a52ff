"""What a person sees of a run: pure, from events to lines and bars. Times come from the events themselves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

from app.cli.words import language, say
from app.core.vocab.reason import WORDS, Reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MARKS = {
    "completed": "mark_completed",
    "cached": "mark_cached",
    "skipped": "mark_skipped",
    "bypassed": "mark_bypassed",
    "interrupted": "mark_interrupted",
    "error": "mark_error",
}
_TEXT_WIDTH = 100
MIB = 2**20


@dataclass(frozen=True, slots=True)
class Line:
    """A line that stays. is_error: it tells what went wrong."""

    text: str
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """How far one node is.

    kind: `epoch` for a training loop (done, total: epochs, `done` with the batches as its fraction), `items` for what
    goes through a list, or `download` (MiB; total 0 when nobody knows). note: the newest figures, or the file. eta_s:
    seconds to go, None until there is something to reckon from. at_s: event time.
    """

    node_id: str
    label: str
    done: float
    total: float
    note: str
    eta_s: float | None
    at_s: float
    kind: str = "epoch"


@dataclass(frozen=True, slots=True)
class BarEnd:
    """The node of a bar has ended."""

    node_id: str


Change = Line | Bar | BarEnd


def clean(text: object) -> str:
    """Text from a graph or a node without what could steer a terminal."""
    return "".join(c if c.isprintable() else " " for c in str(text))


def width(text: str) -> int:
    """Columns of a terminal that a text takes: Chinese characters take two (UAX 11)."""
    return len(text) if text.isascii() else sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def padded(text: str, columns: int) -> str:
    """The text with blanks up to so many columns."""
    return text + " " * (columns - width(text))


def reason_text(error: Mapping[str, Any] | None) -> str:
    """The sentence of a stored or sent error, in the user's language where the code is one of ours."""
    if not error:
        return ""
    code, params = error.get("code"), error.get("params")
    if isinstance(code, str) and code in WORDS and isinstance(params, dict):
        return clean(Reason(code, params).text(language()))
    return clean(error.get("text") or error.get("error") or code or "")


def seconds(at_utc: object) -> float:
    """Epoch seconds of an ISO-8601 text; 0 for what is none."""
    try:
        return datetime.fromisoformat(str(at_utc)).timestamp()
    except ValueError:
        return 0.0


def duration(value_s: float) -> str:
    """`0.2 s`, `42 s`, `3:05`, `2:03:05`."""
    if value_s < 10:
        return f"{max(value_s, 0.0):.1f} s"
    whole = round(value_s)
    if whole < 60:
        return f"{whole} s"
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def figure(value: Any) -> str:
    """A number for a table; `-` for none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.6g}"


class Picture:
    """Follows the events of one run. types: node id -> node type, for the lines."""

    def __init__(self, types: Mapping[str, str]) -> None:
        self._types = types
        self._widths = tuple(min(max(map(width, names), default=0), 24) for names in (types, types.values()))
        self._began: dict[str, float] = {}
        self._totals: dict[str, tuple[int, int]] = {}  # node -> (first epoch done before this call, last epoch)
        self._loop_began: dict[str, float] = {}
        self._bars: set[str] = set()

    def take(self, event: Mapping[str, Any]) -> list[Change]:
        """What this event changes on the screen; nothing for one that is not for people."""
        payload = event.get("payload") or {}
        at = seconds(event.get("ts"))
        if event["type"] == "node_status" and payload.get("node_id") is not None:
            return self._node(str(payload["node_id"]), str(payload.get("status")), payload, at)
        if event["type"] == "run_warning":
            text = reason_text(payload) or clean(payload.get("detail") or payload.get("kind") or "")
            return [Line(say("warning_line", text=text), is_error=True)]
        return []

    def _node(self, node: str, status: str, payload: Mapping[str, Any], at: float) -> list[Change]:
        if status == "running":
            self._began[node] = at
            return []
        if status == "progress":
            return self._progress(node, payload, at)
        if status not in _MARKS:
            return []
        took = duration(at - self._began[node]) if node in self._began else ""
        said = reason_text(payload) if status == "error" else _log_text(payload)
        name, kind = clean(node), clean(self._types.get(node, ""))
        columns = f"{padded(name, self._widths[0])}  {padded(kind, self._widths[1])}"
        text = f"  {padded(say(_MARKS[status]), 8)} {columns} {took:>8}  {said}".rstrip()
        ended: list[Change] = [BarEnd(node)] if node in self._bars else []
        self._bars.discard(node)
        return [*ended, Line(text, is_error=status == "error")]

    def _progress(self, node: str, payload: Mapping[str, Any], at: float) -> list[Change]:
        found = _progress_payload(payload)
        kind = found.get("event")
        if kind == "config" and isinstance(config := found.get("config"), dict):
            first, last = config.get("start_epoch"), config.get("epochs")
            if isinstance(last, int):
                self._totals[node] = (first if isinstance(first, int) else 0, last)
                self._loop_began[node] = at
            return []
        if kind == "download" and isinstance(sizes := found.get("bytes"), dict):
            received, total = sizes.get("received"), sizes.get("total")
            if not isinstance(received, int):
                return []
            self._bars.add(node)
            known = total / MIB if isinstance(total, int) else 0.0
            return [Bar(node, clean(node), received / MIB, known, clean(found.get("file", "")), None, at, "download")]
        if isinstance(items := found.get("items"), dict):
            return self._items(node, items.get("done"), items.get("total"), at)
        if isinstance(found.get("total_epochs"), int) and node not in self._totals:
            self._totals[node] = (0, found["total_epochs"])
        if node not in self._totals or not isinstance(found.get("epoch"), int) or kind not in ("epoch", "batch"):
            return []
        self._bars.add(node)
        self._loop_began.setdefault(node, self._began.get(node, at))
        first, last = self._totals[node]
        done = float(found["epoch"])
        if kind == "batch":
            batch, batches = found.get("batch"), found.get("total_batches")
            known = isinstance(batch, int) and isinstance(batches, int) and batches > 0
            done += (min(batch / batches, 1.0) if known else 0.0) - 1.0  # type: ignore[operator] # known: both are ints
        share, spent = done - first, at - self._loop_began[node]
        eta = spent / share * (last - done) if share > 0 and spent > 0 else None
        return [Bar(node, clean(node), max(done, 0.0), float(last), _note(found), eta, at)]

    def _items(self, node: str, done: Any, total: Any, at: float) -> list[Change]:
        if not isinstance(done, int) or not isinstance(total, int) or not 0 < done <= total:
            return []
        self._bars.add(node)
        spent = at - self._began.get(node, at)
        eta = spent / done * (total - done) if spent > 0 else None
        return [Bar(node, clean(node), float(done), float(total), "", eta, at, "items")]


def _progress_payload(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    for entry in payload.get("outputs") or []:
        if isinstance(entry, dict) and isinstance(entry.get("progress"), dict):
            return dict(entry["progress"])
    return {}


def _log_text(payload: Mapping[str, Any]) -> str:
    """The first line of what a node said, cut to fit a line."""
    for entry in payload.get("outputs") or []:
        if isinstance(entry, dict) and isinstance(entry.get("text"), str) and entry["text"].strip():
            text = clean(entry["text"].strip().splitlines()[0])
            return text if len(text) <= _TEXT_WIDTH else text[: _TEXT_WIDTH - 1] + "…"
    return ""


def _note(found: Mapping[str, Any]) -> str:
    names = ("loss", "val_loss", "lr")
    return "  ".join(f"{name} {figure(found[name])}" for name in names if isinstance(found.get(name), int | float))


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as aligned columns, the last one to the right."""
    widths = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [padded(cell, columns) for cell, columns in zip(row[:-1], widths, strict=False)]
        last = " " * (widths[-1] - width(row[-1])) + row[-1]
        lines.append("  " + "  ".join([*cells, last]).rstrip())
    return "\n".join(lines)
