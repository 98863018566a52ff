"""Kills a process with SIGKILL before each system call of one change to a graph store, one folder per death.

Run as a script: `crash_store.py BASE`. Forks once per death, so that hundreds take seconds. Prints one JSON list of
{scenario, step, call, folder}; the last of each scenario, call null, ended by itself.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.library.graphs import GraphStore

if TYPE_CHECKING:
    from collections.abc import Callable

CALLS = ("open", "write", "fsync", "close", "replace", "unlink", "mkdir")


def document(number: int) -> dict[str, Any]:
    """A document that can be told from every other; long enough to be cut."""
    return {"name": "g", "nodes": [], "edges": [], "number": number, "filler": "x" * 5000}


def _grown(saves: int) -> Callable[[GraphStore], None]:
    def grow(store: GraphStore) -> None:
        for number in range(1, saves + 1):
            store.save("g", document(number))

    return grow


def _edited(store: GraphStore) -> None:
    _grown(2)(store)
    (path,) = [row.file for row in store.list()]
    folder = store.open("g").path.parent
    (folder / path).write_text(json.dumps(document(77)))


SCENARIOS: dict[str, tuple[Callable[[GraphStore], None], Callable[[GraphStore], object]]] = {
    "create": (_grown(0), lambda store: store.save("g", document(1))),
    "replace": (_grown(3), lambda store: store.save("g", document(4))),
    "replace_edited": (_edited, lambda store: store.save("g", document(4))),
    "replace_full": (_grown(50), lambda store: store.save("g", document(51))),
    "rename": (_grown(3), lambda store: store.rename("g", "h")),
    "delete": (_grown(3), lambda store: store.delete("g")),
}


class Killer:
    """Counts the calls of this process and dies before the wanted one; a write dies half done."""

    def __init__(self, wanted: int, told: int) -> None:
        self._left = wanted
        self._told = told
        self._write = os.write

    def arm(self) -> None:
        """Put itself before every call."""
        for name in CALLS:
            setattr(os, name, self._before(name, getattr(os, name)))

    def _before(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            self._left -= 1
            if self._left == 0:
                if name == "write":
                    real(args[0], bytes(args[1])[: len(args[1]) // 2])
                self._write(self._told, name.encode())
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*args, **more)

        return call


def _die_at(step: int, folder: Path, change: Callable[[GraphStore], object]) -> str | None:
    """The call it died before, or None when it lived."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        store = GraphStore(folder)
        Killer(step, write).arm()
        change(store)
        os._exit(0)
    os.close(write)
    _, status = os.waitpid(pid, 0)
    name = os.read(read, 20).decode()
    os.close(read)
    if os.WIFSIGNALED(status):
        return name
    assert os.WEXITSTATUS(status) == 0
    return None


def main(base: Path) -> None:
    """Every scenario at every step."""
    deaths = []
    for scenario, (grow, change) in SCENARIOS.items():
        template = base / scenario / "template"
        grow(GraphStore(template))
        step = 0
        call: str | None = ""
        while call is not None:
            step += 1
            folder = base / scenario / str(step)
            shutil.copytree(template, folder)
            call = _die_at(step, folder, change)
            deaths.append({"scenario": scenario, "step": step, "call": call, "folder": str(folder)})
    print(json.dumps(deaths))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
