"""Mutants of rows about where runs execute."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.support.mutation import find_quickly, of, wrap


@of("EA-001")
def executes_somewhere_else() -> None:
    """The graph is not called in this process."""
    from app.core.vocab.run import Outcome, RunStatus
    from app.runs.executors import inprocess

    wrap(inprocess, "run_graph", lambda _: lambda graph, context, registry: Outcome(RunStatus.SUCCEEDED))


@of("EA-004", in_children=True)
def database_in_a_process_of_its_own() -> None:
    """Opening the database starts a process, which ends with this one."""
    from app.db.database import Database

    def make(opened: Any) -> Any:
        def open_with_helper(*args: Any) -> Any:
            helper = [sys.executable, "-S", "-c", "import sys; sys.stdin.read()"]
            made = opened(*args)
            made.helper = subprocess.Popen(helper, stdin=subprocess.PIPE)
            return made

        return open_with_helper

    wrap(Database, "open", make)


@of("EA-024")
def two_outcomes() -> None:
    """An execution answers twice."""
    from app.runs.executors.inprocess import InProcessExecutor

    def make(work: Any) -> Any:
        return lambda self, request, registry, done: work(
            self, request, registry, lambda outcome: (done(outcome), done(outcome))
        )

    wrap(InProcessExecutor, "_work", make)


@of("EA-026")
def peak_memory_is_dropped() -> None:
    """The row never hears of it."""
    from app.runs import endings

    wrap(endings, "_row", lambda row: lambda *args: replace(row(*args), peak_memory=()))


@of("EA-272")
def peak_memory_is_called_exact() -> None:
    """As if the run had the card to itself."""
    from app.engine import runner

    wrap(runner, "_peak", lambda peak: lambda device: tuple({**one, "exact": True} for one in peak(device)))


@of("EA-274")
def one_run_at_a_time() -> None:
    """Executions wait for each other, as they would if each needed the process for itself."""
    import threading

    from app.runs.executors.inprocess import InProcessExecutor

    alone = threading.Lock()

    def make(work: Any) -> Any:
        def work_alone(self: Any, request: Any, registry: Any, done: Any) -> None:
            with alone:
                work(self, request, registry, done)

        return work_alone

    wrap(InProcessExecutor, "_work", make)


@of("EA-040", "EA-042")
def every_target_is_here() -> None:
    """A run for a worker executes on this machine."""
    from app.runs import options

    options._PARSERS["target"] = lambda key, value: {"worker": "local"}


@of("EA-129")
def an_empty_target_is_refused() -> None:
    """`{}` is not the same as nothing."""
    from app.core.vocab.errors import Refused
    from app.runs import options

    def parse(key: str, value: Any) -> Any:
        if not value:
            raise Refused.of("target_unavailable")
        return {"worker": "local"}

    options._PARSERS["target"] = parse


@of("EA-132")
def a_budget_here_is_ignored() -> None:
    """memory_gib for this machine is dropped instead of refused."""
    from app.runs import options

    real = options._PARSERS["target"]
    options._PARSERS["target"] = lambda key, value: real(key, {k: v for k, v in value.items() if k != "memory_gib"})


@of("EA-082")
def devices_without_their_number() -> None:
    """The key is the kind alone."""
    from app.core.vocab import device

    def make(resolve: Any) -> Any:
        def resolve_kind(text: str, inventory: Any) -> Any:
            found = resolve(text, inventory)
            return replace(found, device=found.device.partition(":")[0])

        return resolve_kind

    wrap(device, "resolve", make)


@of("EA-084")
def slashes_in_devices() -> None:
    """A grammar that is too wide."""
    from app.core.vocab import device

    device._GRAMMAR = re.compile(r"[a-z0-9:/-]*\Z")
    find_quickly()


@of("DN-015")
def the_agent_imports_the_run_service() -> None:
    """One import too many, and a second way to the engine."""
    lines = {"agent/main.py": "import app.runs.service\n", "app/runs/service.py": "import app.engine.runner\n"}

    def make(read: Any) -> Any:
        def read_more(self: Path, *args: Any, **more: Any) -> str:
            added = [line for end, line in lines.items() if str(self).endswith(end)]
            return "".join([str(read(self, *args, **more)), "\n", *added])

        return read_more

    wrap(Path, "read_text", make)


@of("DN-011")
def training_on_every_card() -> None:
    """Another strategy unless one is chosen."""
    from app.nodes.training.training_loop import TrainingLoop

    params = tuple(replace(one, default="ddp") if one.name == "strategy" else one for one in TrainingLoop.SPEC.params)
    TrainingLoop.SPEC = replace(TrainingLoop.SPEC, params=params)
