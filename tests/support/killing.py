"""Real control planes that die by SIGKILL at a named point of the program, forked from one warm process.

Run as a script it is that process: it imports what a server and a training run need, forks one server for each line on
stdin and answers on stdout. So a start costs a tenth of a second although every one is a process of its own. A point is
`before:NAME#N` or `after:NAME#N`: the N-th call of the function with this dotted name. The product knows nothing of it.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import itertools
import json
import os
import runpy
import signal
import sys
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

WARM = ("torch", "numpy", "sklearn.datasets", "PIL.Image", "app.cli.serve", "app.compose.serve", "app.nodes")
NODES = "tests.support.chaos_nodes"


def die() -> None:
    """End this process as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


def arm(point: str) -> None:
    """Put a death before or after a function of the program. Raises: AttributeError when there is no such function."""
    when, _, rest = point.partition(":")
    name, _, number = rest.partition("#")
    calls, wanted = itertools.count(1), int(number or 1)
    owner, attribute = _owner(name)
    raw = inspect.getattr_static(owner, attribute)
    real = raw.__func__ if isinstance(raw, (classmethod, staticmethod)) else raw
    wrapped = _wrapped(real, when == "before", lambda: next(calls) == wanted)
    setattr(owner, attribute, type(raw)(wrapped) if isinstance(raw, (classmethod, staticmethod)) else wrapped)


def _wrapped(real: Callable[..., Any], is_before: bool, is_due: Callable[[], bool]) -> Callable[..., Any]:
    if inspect.iscoroutinefunction(real):

        @functools.wraps(real)
        async def later(*args: Any, **more: Any) -> Any:
            due = is_due()
            if due and is_before:
                die()
            answer = await real(*args, **more)
            if due:
                die()
            return answer

        return later

    @functools.wraps(real)
    def now(*args: Any, **more: Any) -> Any:
        due = is_due()
        if due and is_before:
            die()
        answer = real(*args, **more)
        if due:
            die()
        return answer

    return now


def _owner(name: str) -> tuple[Any, str]:
    """Whose attribute the function is. A library that a module uses (`app.x.os.replace`) is copied for that module."""
    parts = name.split(".")
    depth = len(parts) - 1
    while True:
        try:
            owner: Any = importlib.import_module(".".join(parts[:depth]))
            break
        except ModuleNotFoundError:
            depth -= 1
    for part in parts[depth:-1]:
        inner = getattr(owner, part)
        if isinstance(inner, types.ModuleType):
            private = types.ModuleType(inner.__name__)
            private.__dict__.update(inner.__dict__)
            setattr(owner, part, private)
            inner = private
        owner = inner
    return owner, parts[-1]


def add_nodes() -> None:
    """Let the server's registry also have the node types of tests.support.chaos_nodes."""
    from app.compose import rooms
    from app.engine import registry

    def discover() -> registry.Registry:
        own, extra = registry.discover(), importlib.import_module(NODES).TYPES
        classes = {name: own.node_class(name) for name in own.catalog}
        return registry.Registry({**classes, **extra})

    vars(rooms)["discover"] = discover


def _serve(order: dict[str, Any]) -> None:
    """In the fork: become the server. Never returns."""
    null, said = os.open(os.devnull, os.O_RDONLY), os.open(order["said"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(null, 0)
    os.dup2(said, 1)
    os.dup2(said, 2)
    os.environ.clear()
    os.environ.update(order["environ"])
    add_nodes()
    for module in order["prepare"]:
        importlib.import_module(module).prepare()
    for point in order["points"]:
        arm(point)
    sys.argv = ["app", *order["arguments"]]
    runpy.run_module("app", run_name="__main__", alter_sys=True)
    sys.exit(0)


def main() -> None:
    """Orders, one JSON line each: {start: {...}} -> {pid}; {poll: pid} -> {code}, null while it lives."""
    for name in (*WARM, NODES):
        importlib.import_module(name)
    from app.engine.registry import discover

    discover()
    print(json.dumps({"ready": True}), flush=True)
    while line := sys.stdin.readline():
        order = json.loads(line)
        if "start" in order:
            pid = os.fork()
            if pid == 0:
                _serve(order["start"])
            print(json.dumps({"pid": pid}), flush=True)
        else:
            found, status = os.waitpid(order["poll"], os.WNOHANG)
            print(json.dumps({"code": os.waitstatus_to_exitcode(status) if found else None}), flush=True)


if __name__ == "__main__":
    main()
