"""Results of former runs of one canvas, so that a run computes only what has changed.

A result is found by what it was made from: the node's id, type and params, the device, the seed, and the results it
was fed. A fed result is named by a token, which is new whenever the source was computed again with another outcome:
what depends on an unseeded random node, or on one whose entry was pushed out, never goes with an older value of it.

What is handed out may be worked on by other nodes. Containers are therefore copied in and out; of tensors, those
inside modules and objects included, torch counts the changes in place, and an entry that was changed is dropped when
it is asked for. Changes past that count (`.data`, numpy's view of a tensor) and rebound attributes are not seen.

A graph goes through its nodes in the same order each time. Were each new result to push out the one used longest ago,
a graph one node too large would find nothing again: each result would be gone just before it is asked for. A run
therefore never pushes out what it has itself used or stored; what has no room is not kept, nor is what depends on it.
Nodes that run side by side come in another order each time: what found no room once pushes out in the next run only
what was not used in that one either, so that the two do not take turns.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.engine.holdings import Holding, Ledger, isolated, same, survey

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.core.graph.prepared import PreparedNode

MAX_ENTRIES = 256
MAX_BYTES = 1024**3
MAX_REFUSED = 4096
"""Keys remembered of results that found no room: text of 64 letters each."""

_text = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


@dataclass(frozen=True)
class Hit:
    """A stored result. values: the caller's own containers. outputs: as the event said, None for an inner node."""

    token: str
    values: Mapping[str, Any]
    log: str | None
    outputs: Sequence[Mapping[str, Any]] | None


@dataclass(frozen=True)
class _Entry:
    node_id: str
    hit: Hit
    holding: Holding
    versions: tuple[int, ...]
    run: int
    """Number of the run that used it last."""

    @property
    def is_intact(self) -> bool:
        return self.holding.versions() == self.versions


@dataclass(frozen=True)
class Circumstances:
    """What a run adds to every key. seed: the node's own, None in an unseeded run."""

    device: str
    seed: int | None = None
    deterministic: bool = False


def cache_key(
    node: PreparedNode, tokens: Mapping[str, str], around: Circumstances, fingerprint: Any = None
) -> str | None:
    """SHA-256 over what the node's result depends on; None when that cannot be told.

    tokens: of the nodes that have one. fingerprint: JSON, of what the node reads besides its inputs. Which wire leads
    into which port counts; the order of ports does not.
    """
    if any(wire.source not in tokens for wire in node.wires):
        return None
    fed = [[wire.port, wire.source_port, tokens[wire.source]] for wire in sorted(node.wires, key=lambda w: w.port)]
    made_from = {
        "id": node.id,
        "type": node.type,
        "params": dict(node.params),
        "fed": fed,
        "device": around.device,
        "seed": around.seed,
        "deterministic": around.deterministic,
        "fingerprint": fingerprint,
    }
    try:
        text = _text(made_from)
    except (TypeError, ValueError, RecursionError):
        return None
    return hashlib.sha256(text.encode()).hexdigest()


class ExecutionCache:
    """Most recently used results, within a number and a size. Thread-safe.

    When room is needed, results go that the run in progress has not used: first those of the runs longest ago; of the
    same run first an older one of the same node, then the one used last, which a graph asks for last.

    max_bytes: 0 for no limit on size. The owner of a canvas makes one; two canvases never share one.
    """

    def __init__(self, max_entries: int = MAX_ENTRIES, max_bytes: int = MAX_BYTES) -> None:
        self.max_entries = max_entries
        self.max_bytes = max_bytes
        self._lock = threading.Lock()
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._ledger = Ledger()
        self._serial = itertools.count()
        self._runs = itertools.count(1)
        self._refused: OrderedDict[str, int] = OrderedDict()  # key -> the run in which it last found no room

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def bytes(self) -> int:
        """What the entries hold, memory that several of them share counted once."""
        return self._ledger.bytes

    def begin_run(self) -> int:
        """A number for a new run, to be given with all it asks for and stores."""
        return next(self._runs)

    def find(self, key: str, run: int | None = None) -> Hit | None:
        """The result stored under the key; None, and the entry is gone, when it was changed since.

        run: as from begin_run; without one the call counts as a run of its own.
        """
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            if not entry.is_intact:
                self._drop(key)
                return None
            self._entries[key] = replace(entry, run=self.begin_run() if run is None else run)
            self._entries.move_to_end(key)
        hit = entry.hit
        return Hit(hit.token, {port: isolated(value) for port, value in hit.values.items()}, hit.log, hit.outputs)

    def store(
        self,
        key: str,
        node_id: str,
        values: Mapping[str, Any],
        log: str | None = None,
        outputs: Sequence[Mapping[str, Any]] | None = None,
        run: int | None = None,
    ) -> str | None:
        """Keep a result and answer its token; None for one that cannot be kept.

        Not kept: what can be read once only (generators, files), tensors that carry or ask for gradients (a graph can
        be gone through once), inference tensors (torch does not count their changes), what is larger than the limit
        or has too many parts to be looked through, what finds no room beside the results that this run has used.
        """
        holding = survey(values.values())
        versions = holding.versions()
        if versions is None or not _can_be_kept(values, holding) or 0 < self.max_bytes < holding.bytes:
            with self._lock:
                self._drop(key)
            return None
        kept = {port: isolated(value) for port, value in values.items()}
        run = self.begin_run() if run is None else run
        with self._lock:
            token = self._token(key, kept)
            self._drop(key)
            self._ledger.add(holding)
            if not self._make_room(key, node_id, run):
                self._ledger.remove(holding)
                self._refuse(key, run)
                return None
            self._refused.pop(key, None)
            self._entries[key] = _Entry(node_id, Hit(token, kept, log, outputs), holding, versions, run)
        return token

    def drop_node(self, node_id: str) -> None:
        """Forget every result of a node."""
        with self._lock:
            for key in [key for key, entry in self._entries.items() if entry.node_id == node_id]:
                self._drop(key)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()
            self._refused.clear()
            self._ledger = Ledger()

    def _token(self, key: str, values: Mapping[str, Any]) -> str:
        """The old token when the node has given the same again, so that what depends on it stays valid."""
        old = self._entries.get(key)
        if old is not None and old.is_intact and same(dict(old.hit.values), dict(values)):
            return old.hit.token
        return f"{key}.{next(self._serial)}"

    def _make_room(self, key: str, node_id: str, run: int) -> bool:
        """Room for one more entry, whose bytes are counted already; when there is none to be had, all stay."""
        if not self._is_tight():
            return True
        before, used_before = self._entries.copy(), self._refused.get(key, run)
        others = [(other, entry) for other, entry in before.items() if entry.run < used_before]
        dropped: list[_Entry] = []
        while self._is_tight():
            victim = _next_to_go(others, node_id)
            if victim is None:
                self._entries = before
                for entry in dropped:
                    self._ledger.add(entry.holding)
                return False
            others.remove(victim)
            dropped.append(victim[1])
            self._drop(victim[0])
        return True

    def _is_tight(self) -> bool:
        return len(self._entries) >= self.max_entries or 0 < self.max_bytes < self._ledger.bytes

    def _refuse(self, key: str, run: int) -> None:
        self._refused[key] = run
        self._refused.move_to_end(key)
        while len(self._refused) > MAX_REFUSED:
            self._refused.popitem(last=False)

    def _drop(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._ledger.remove(entry.holding)


def _next_to_go(entries: Sequence[tuple[str, _Entry]], node_id: str) -> tuple[str, _Entry] | None:
    """Which of the entries makes room for a new one of the node. entries: the one used last comes last."""
    oldest = min((entry.run for _, entry in entries), default=0)
    among = [(key, entry) for key, entry in entries if entry.run == oldest]
    same_node = [(key, entry) for key, entry in among if entry.node_id == node_id]
    return same_node[0] if same_node else among[-1] if among else None


def _can_be_kept(values: Mapping[str, Any], holding: Holding) -> bool:
    if holding.iterators or not holding.is_whole:
        return False
    # weights inside a model may ask for gradients: they do so anew in each run
    return not any(getattr(value, "requires_grad", False) is True for value in _shallow(values.values())) and not any(
        tensor.grad_fn is not None for tensor in holding.tensors
    )


def _shallow(values: Any) -> list[Any]:
    """The values and what lies in their containers, without entering objects."""
    found: list[Any] = []
    todo = list(values)
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            todo.extend(part.values())
        elif isinstance(part, (list, tuple)):
            todo.extend(part)
        else:
            found.append(part)
    return found
