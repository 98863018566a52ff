"""One user-data folder under a row of servers that are killed, and everything that must hold at each next start."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, Any

from tests.support.chaos_graphs import LINES, chain, flood, training
from tests.support.server_process import WAIT_S
from tests.support.warm_servers import Gone

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.support.warm_servers import Server

TERMINAL = {
    "execution_complete": ("succeeded",),
    "execution_error": ("failed",),
    "execution_stopped": ("interrupted", "cancelled"),
}
FINAL = ("succeeded", "failed", "cancelled", "interrupted")
_PAGE = 500
_PAGES = 4000
"""Pages that a test reads at most before it says that nothing kills this server."""


class Siege:
    """Remembers what was acknowledged and what was read; a new server must never contradict it.

    order: ids as they were acknowledged. seen: events as a reader got them. ends: final statuses that were answered.
    is_open: a case is going on.
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self.order: list[str] = []
        self.seen: dict[str, list[dict[str, Any]]] = {}
        self.ends: dict[str, str] = {}
        self.checked: set[str] = set()
        self.loaded: set[tuple[str, int]] = set()
        self.kills = 0
        self.is_open = False
        self.deepest = 0

    def submit(self, server: Server, graph: dict[str, Any], **options: Any) -> str:
        """Submit; the id counts as acknowledged when the answer arrived. Raises: Gone."""
        run_id = str(server.post("/api/runs", {"graph": graph, "options": {"device": "cpu", **options}})["run_id"])
        self.order.append(run_id)
        self.seen[run_id] = []
        return run_id

    def feed(self, server: Server) -> None:
        """See to it that a training, a flood and a chain run or wait, and that as many wait behind. Raises: Gone."""
        busy = len(self.active())
        for graph in (training(), flood(), chain(), training(), flood(), chain())[busy:]:
            self.submit(server, graph)

    def active(self) -> list[str]:
        """Acknowledged runs whose end nobody has seen."""
        return [run_id for run_id in self.order if run_id not in self.ends and not self._has_end(run_id)]

    def read_until_gone(self, server: Server, events: int | None = None) -> None:
        """Page through every active log, again and again, until the server dies. events: kill it after so many."""
        count = 0
        try:
            self.feed(server)
            for _ in range(_PAGES):
                for run_id in self.active():
                    count += self.read(server, run_id)
                    if events is not None and count >= events:
                        server.kill()
                if len(self.active()) < 5:
                    self.feed(server)
        except Gone:
            assert server.ended() == -9, server.said.read_text()
            self.kills += 1
            return
        raise AssertionError("this point was never reached")

    def saw_a_kill(self, gone: Gone) -> None:
        """A server died before it served; only by the kill that it was armed with."""
        assert gone.args == (-9,)
        self.kills += 1

    def read(self, server: Server, run_id: str) -> int:
        """Read one page; how many events it had. Raises: Gone."""
        cursor = len(self.seen[run_id])
        page = server.get(f"/api/runs/{run_id}/events?cursor={cursor}&wait=0&limit={_PAGE}")
        events = page["events"]
        assert [event["cursor"] for event in events] == list(range(cursor + 1, cursor + 1 + len(events)))
        assert page["cursor"] == cursor + len(events)
        self.seen[run_id] += events
        self.deepest = max(self.deepest, cursor + len(events))
        return len(events)

    def _read_all(self, server: Server, run_id: str) -> None:
        """Read up to where the log ends at the moment; one of a run that goes on grows behind our back."""
        while self.read(server, run_id) == _PAGE:
            pass

    def check(self, server: Server, keeps_queue: bool, keep_last: int) -> None:
        """Everything that must hold at a start after a kill. Raises: AssertionError, Gone."""
        queue = server.get("/api/queue")
        rows = {row["id"]: row for row in server.get("/api/runs?limit=500&sort=created_at")["runs"]}
        self._check_presence(rows, keep_last)
        self._check_queue(queue, rows, keeps_queue)
        for run_id in self.order:
            row = rows[run_id]
            if run_id in self.ends:
                assert (row["status"], row["last_cursor"]) == (self.ends[run_id], len(self.seen[run_id])), row
            else:
                self._check_run(server, run_id, row["status"])
        self._check_folder(server)

    def requeue(self, server: Server, keeps_queue: bool) -> None:
        """Without a kept queue, bring back with one call what never began."""
        lost = [
            run_id
            for run_id in self.order
            if run_id not in self.checked and [event["type"] for event in self.seen[run_id]] == ["execution_stopped"]
        ]
        self.checked.update(run_id for run_id in self.order if run_id in self.ends)
        if keeps_queue or not lost:
            return
        new = server.post("/api/runs/requeue", {"run_ids": lost})["run_ids"]
        assert len(new) == len(set(new)) == len(lost)
        assert not set(new) & set(self.order)
        for old, run_id in zip(lost, new, strict=True):
            assert server.get(f"/api/runs/{run_id}/graph") == server.get(f"/api/runs/{old}/graph")
            self.order.append(run_id)
            self.seen[run_id] = []
        queue = server.get("/api/queue")
        ours = [run_id for run_id in queue["running"] + queue["waiting"] if run_id in new]
        assert ours == [run_id for run_id in new if run_id in ours]

    def check_everything(self, server: Server) -> int:
        """Read every log from its first event again and compare; how many events there are."""
        count = 0
        for run_id in self.order:
            known, self.seen[run_id] = self.seen[run_id], []
            self._read_all(server, run_id)
            assert self.seen[run_id][: len(known)] == known
            count += len(self.seen[run_id])
        return count

    def _check_presence(self, rows: dict[str, Any], keep_last: int) -> None:
        """Only what retention may take is missing: ended runs beyond the newest `keep_last`."""
        self._adopt(rows)
        surplus = set(self.order[: max(0, len(self.order) - keep_last)])
        missing = [run_id for run_id in self.order if run_id not in rows]
        for run_id in missing:
            assert run_id in surplus, f"{run_id} is gone"
            assert run_id in self.ends or self._has_end(run_id), f"{run_id} had not ended, and is gone"
        stale = [run_id for run_id in surplus if run_id in self.ends and run_id in rows]
        assert not stale, f"retention has left {stale}"
        for run_id in missing:
            self.order.remove(run_id)
            self.seen.pop(run_id)
            files = list(self.home.rglob(f"*{run_id}*"))
            kept = int(self.ends.get(run_id) == "interrupted")
            assert len(files) <= kept, f"{files} stay of a run that is gone"
            assert all(path.parent.name in ("periodic", "interrupted") for path in files)

    def _adopt(self, rows: dict[str, Any]) -> None:
        """What was stored although its answer never arrived lives like any other."""
        for run_id in rows:
            if run_id not in self.seen:
                self.seen[run_id] = []
                self.order.append(run_id)

    def _check_queue(self, queue: dict[str, Any], rows: dict[str, Any], keeps_queue: bool) -> None:
        place = {run_id: number for number, run_id in enumerate(self.order)}
        waiting, running = queue["waiting"], queue["running"]
        assert waiting == sorted(waiting, key=place.__getitem__)
        assert not waiting or len(running) == 3
        if keeps_queue:
            assert not waiting or not running or max(map(place.__getitem__, running)) < place[waiting[0]]
        else:
            assert not waiting
            assert not running
        for run_id in self.order:
            if run_id not in waiting and run_id not in running:
                assert rows[run_id]["status"] in FINAL, rows[run_id]

    def _check_run(self, server: Server, run_id: str, status: str) -> None:
        """status: as it was listed a moment ago; what is final stays so."""
        known = list(self.seen[run_id])
        self._read_all(server, run_id)
        log = self.seen[run_id]
        types = [event["type"] for event in log]
        assert [kind for kind in types[:-1] if kind in TERMINAL] == []
        assert log[: len(known)] == known
        assert types.count("execution_start") <= 1
        if not self._has_end(run_id):
            assert status in ("queued", "running"), status
            assert known == [], f"{run_id} ran when the server died and has no end"
            return
        row = server.get(f"/api/runs/{run_id}")
        assert row["status"] in TERMINAL[types[-1]], (row, types[-1])
        assert row["last_cursor"] == len(log)
        assert (row["started_at"] is None) == ("execution_start" not in types)
        if row["status"] == "interrupted":
            assert log[-1]["payload"] == {"reason": "interrupted"}
            assert row["error"]["code"] == "run_interrupted"
        self.ends[run_id] = row["status"]
        self._check_rows(server, run_id, row)

    def _check_rows(self, server: Server, run_id: str, row: dict[str, Any]) -> None:
        """The rows beside an ended log are exactly what the log says."""
        points = _payloads(self.seen[run_id], "metric")
        told = [point for payload in points for point in payload["points"]]
        stored = server.get(f"/api/runs/{run_id}/metrics")["metrics"]
        keys = ("name", "step", "value", "node_id")
        assert Counter(tuple(p[k] for k in keys) for p in told) == Counter(tuple(p[k] for k in keys) for p in stored)
        assert row["final_metrics"] == {point["name"]: point["value"] for point in told}
        told_files = [(a["artifact_id"], a["path"]) for a in _payloads(self.seen[run_id], "artifact")]
        files = server.get(f"/api/runs/{run_id}/artifacts")["artifacts"]
        assert [(file["id"], file["path"]) for file in files] == told_files
        for _, path in told_files:
            assert os.path.isfile(path), f"{path} was reported and is not there"
        printed = server.get(f"/api/runs/{run_id}/console?limit=1000000")["text"]
        assert LINES.startswith(printed), printed[-200:]

    def _check_folder(self, server: Server) -> None:
        with closing(sqlite3.connect(f"file:{self.home / 'codefyui.db'}?mode=ro", uri=True)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        swept_by_s = time.monotonic() + WAIT_S
        while leftovers(self.home, server.pid):
            assert time.monotonic() < swept_by_s, leftovers(self.home, server.pid)
            threading.Event().wait(0.01)
        for path in (self.home / "data" / "models").rglob("*.pt"):
            self._check_checkpoint(path)

    def _check_checkpoint(self, path: Path) -> None:
        """Old or new, but whole: each file that came since the last look loads."""
        from app.nodes._torch.checkpoint_file import read_checkpoint

        try:
            version = (str(path), path.stat().st_ino)
            if version in self.loaded:
                return
            self.loaded.add(version)
            content = read_checkpoint(path)
        except Exception:
            assert not path.exists(), f"{path} is torn"  # retention may have taken it just now
            return
        assert content["model_state_dict"], path

    def _has_end(self, run_id: str) -> bool:
        log = self.seen[run_id]
        return bool(log) and log[-1]["type"] in TERMINAL


def leftovers(home: Path, pid: int) -> list[str]:
    """Half-written files of processes other than the server that runs."""
    hidden = [path for path in home.rglob(".*") if path.is_file() and f".{pid}." not in path.name]
    return sorted(str(path.relative_to(home)) for path in hidden)


def _payloads(log: Iterable[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event["payload"] for event in log if event["type"] == kind]


def dump(siege: Siege) -> str:
    """A siege in one line, for the terminal."""
    return json.dumps({"kills": siege.kills, "runs": len(siege.seen), "ends": dict(Counter(siege.ends.values()))})
