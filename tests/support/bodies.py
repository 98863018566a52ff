"""What a run of a test does, by name, so that it can be ordered of another process as well as of this one.

This file is loaded as a file of own nodes where a run executes elsewhere: its one node type is `Body`.
"""

from __future__ import annotations

import os
import select
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.graph.prepared import PreparedGraph, PreparedNode
from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.node import Node
from app.engine.registry import Registry
from app.engine.sinks import Artifact, MetricPoint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.engine.context import NodeContext

FILE = Path(__file__).resolve()
WORDS = Text("for tests", "測試用")
PATIENCE_S = 20.0


class Meeting:
    """Where runs of any process say that they are here, and wait until they are let go. Uses two named pipes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        for name in ("here", "go"):
            os.mkfifo(folder / name)
        self._here, self._go = (os.open(folder / name, os.O_RDWR) for name in ("here", "go"))

    def arrived(self, count: int) -> None:
        """Wait until so many have come."""
        for _ in range(count):
            ready, _, _ = select.select([self._here], [], [], PATIENCE_S)
            assert ready, "nobody came"
            os.read(self._here, 1)

    def let_go(self, count: int) -> None:
        """Let so many go on."""
        os.write(self._go, b"." * count)

    def close(self) -> None:
        """Give the descriptors back."""
        os.close(self._here)
        os.close(self._go)


def meet(folder: str) -> None:
    """Say that this run is here, and wait to be let go."""
    with open(Path(folder, "here"), "wb", buffering=0) as here:
        here.write(b".")
    with open(Path(folder, "go"), "rb", buffering=0) as go:
        go.read(1)


def _fails(argument: str, context: NodeContext) -> None:
    raise ValueError(argument)


def _waits_for_its_stop(argument: str, context: NodeContext) -> None:
    assert context.run.cancel.wait(PATIENCE_S), "nobody asked this run to stop"


def _meets(argument: str, context: NodeContext) -> None:
    meet(argument)


def _prints_among_others(argument: str, context: NodeContext) -> None:
    word, before, after = argument.split(" ")
    meet(before)
    print(word)
    meet(after)


def _floods(argument: str, context: NodeContext) -> None:
    for number in range(int(argument)):
        print(f"line {number}")


def _measures(argument: str, context: NodeContext) -> None:
    for step in range(int(argument)):
        context.run.sinks.record_metrics([MetricPoint("loss", step / 4, step, context.node_id)])


def _lingers(argument: str, context: NodeContext) -> None:
    """A thread goes on reporting after the run has ended, until the file is there."""

    def report() -> None:
        step = 0
        while not Path(argument).exists():
            step += 1
            context.run.sinks.record_metrics([MetricPoint("late", 0.0, step, "n")])
            context.run.sinks.emit("node_status", {"node_id": "n", "status": "running"})
        Path(argument).with_suffix(".over").touch()

    threading.Thread(target=report, daemon=True).start()


def _emits(argument: str, context: NodeContext) -> None:
    """Events of these many characters, one after the other."""
    for size in argument.split():
        context.run.sinks.emit("node_status", {"node_id": "n", "status": "progress", "text": "x" * int(size)})


def _reports(argument: str, context: NodeContext) -> None:
    """One of everything, odd values among them."""
    sinks = context.run.sinks
    sinks.emit("node_status", {"node_id": "n", "status": "progress", "odd": [float("nan"), {1: {2}}, b"x", "\ud800"]})
    sinks.record_metrics([MetricPoint("odd", float("inf"), 3, "n"), MetricPoint("even", 2, 4, "n")])
    sinks.record_artifact(Artifact("file", "/x/\udcff.bin", "n", {"why": float("nan")}))
    sinks.warn("device_unavailable", {"code": "device_unavailable", "params": {"wanted": "x"}, "text": "語"})
    print("語 \udcff", end="")


def _dies(argument: str, context: NodeContext) -> None:
    print("last words")
    if argument.isdigit():
        os._exit(int(argument))
    os.kill(os.getpid(), getattr(signal, argument))
    threading.Event().wait(PATIENCE_S)


def _closes_all(argument: str, context: NodeContext) -> None:
    os.closerange(3, 256)


def _forks(argument: str, context: NodeContext) -> None:
    """A fork that lives on must not keep the pipes of a process that is gone."""
    pid = os.fork()
    if pid == 0:
        os.setsid()
        Path(argument).write_text(str(os.getpid()))
        signal.pause()
    while not Path(argument).exists():
        threading.Event().wait(0.005)
    os._exit(5)


def _ignores_its_stop(argument: str, context: NodeContext) -> None:
    meet(argument)
    threading.Event().wait(600)


def _crashes(argument: str, context: NodeContext) -> None:
    import ctypes

    ctypes.string_at(0)


def _spoils_its_streams(argument: str, context: NodeContext) -> None:
    """Everything a node can write to past its console."""
    import subprocess
    import sys

    os.write(1, b'{"say":"outcome","run":1}\n')
    os.write(2, b"native words\n")
    subprocess.run([sys.executable, "-c", "print('from a program')"], check=True)
    assert sys.__stdin__ is not None
    assert sys.__stdin__.read() == ""


def _leaves_a_program_behind(argument: str, context: NodeContext) -> None:
    import subprocess
    import sys

    left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(argument).write_text(str(left.pid))


BODIES: dict[str, Callable[[str, NodeContext], None]] = {
    "gives": lambda argument, context: None,
    "fails": _fails,
    "waits": _waits_for_its_stop,
    "meets": _meets,
    "prints": _prints_among_others,
    "floods": _floods,
    "measures": _measures,
    "reports": _reports,
    "emits": _emits,
    "lingers": _lingers,
    "dies": _dies,
    "closes all": _closes_all,
    "forks": _forks,
    "ignores": _ignores_its_stop,
    "crashes": _crashes,
    "spoils": _spoils_its_streams,
    "leaves": _leaves_a_program_behind,
}


class Body(Node):
    """Does what its param says."""

    SPEC = NodeSpec(
        "Body",
        "Test",
        WORDS,
        "測試",
        outputs=(PortSpec("out", DataType.ANY, WORDS),),
        params=(
            ParamSpec("body", ParamType.STRING, "gives", WORDS),
            ParamSpec("argument", ParamType.STRING, "", WORDS),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        BODIES[params["body"]](params["argument"], context)
        return {"out": params["argument"]}


REGISTRY = Registry({"Body": Body})


def graph(body: str, argument: str = "") -> PreparedGraph:
    """One node that does this."""
    return PreparedGraph((PreparedNode("n", "Body", {"body": body, "argument": argument}),))
