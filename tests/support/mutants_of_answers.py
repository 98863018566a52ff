"""Mutants of rows about caches, recorded outputs, remembered secrets, the catalog, scripts and run processes."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.support.mutation import of, wrap

_SCRIPTS = "tests/integration/export/test_example_scripts.py"


@of("EA-039")
def queued_runs_have_a_cache() -> None:
    """All runs share what one canvas keeps."""
    from app.runs import dispatch

    wrap(dispatch, "_loan", lambda loan: lambda run: replace(loan(run), canvas="shared"))


@of("EA-349")
def outputs_outlive_their_server() -> None:
    """What runs gave is found again by the next start."""
    from app.engine.stores import Stores

    kept: list[Any] = []

    def make(init: Any) -> Any:
        def init_and_find(self: Any, *limits: Any) -> None:
            init(self, *limits)
            kept.append(self.outputs)
            self.outputs = kept[0]

        return init_and_find

    wrap(Stores, "__init__", make)


@of("EA-352")
def deleted_outputs_come_back() -> None:
    """A run whose outputs were dropped goes on recording."""
    from app.engine.recorder import RunOutputStore

    def make(delete: Any) -> Any:
        def delete_and_begin(self: Any, run_id: str) -> bool:
            was_there = bool(delete(self, run_id))
            if was_there:
                self._gone.pop(run_id)
                self.begin(run_id)
            return was_there

        return delete_and_begin

    wrap(RunOutputStore, "delete", make)


@of("EA-354")
def figures_stay() -> None:
    """Nobody drops what was computed of a run that is gone."""
    from app.engine.stats_cache import StatsCache

    wrap(StatsCache, "forget", lambda _: lambda self, run_id: None)


@of("EA-392", "RX-197", in_children=True, tests=("tests/integration/test_secret_markers.py",))
def remembered_values_lie_in_a_file_too() -> None:
    """The keyring is not the only place."""
    from app.vault.secrets import Secrets

    def make(put: Any) -> Any:
        async def put_twice(self: Any, key: Any, value: Any) -> Any:
            entry = await put(self, key, value)
            self._index.with_name("remembered.txt").write_text(value.reveal())
            return entry

        return put_twice

    wrap(Secrets, "put", make)


@of("EA-397")
def the_hash_is_over_more_than_is_told() -> None:
    """Something that no route answers counts, too."""
    from app.core.vocab import definition

    wrap(
        definition,
        "type_hash",
        lambda made: lambda spec: definition._sha256([made(spec), [param.description.zh_tw for param in spec.params]]),
    )


@of("EA-398")
def options_are_what_this_machine_has() -> None:
    """Kinds of devices that are not here are left out."""
    from app.compose import rooms
    from app.core.vocab import definition

    def make(describe: Any) -> Any:
        def describe_narrowed(param: Any, lang: str) -> Any:
            if "cuda" not in param.options:
                return describe(param, lang)
            here = {"auto", *(name.partition(":")[0] for name in rooms.Machine().inventory().names())}
            return describe(replace(param, options=tuple(one for one in param.options if one in here)), lang)

        return describe_narrowed

    wrap(definition, "param_definition", make)


@of("DN-006", in_children=True, tests=(f"{_SCRIPTS}::test_the_command_writes_such_a_script_with_no_server",))
def scripts_with_another_seed() -> None:
    """What a script draws is not what the run drew."""
    from app.export import exporter

    wrap(exporter, "Script", lambda made: lambda name, seed, *rest: made(name, (seed or 0) + 1, *rest))


@of("EA-035", in_children=True)
def run_processes_without_the_seed() -> None:
    """An option is lost on the way."""
    from app.engine.pipe import orders

    wrap(orders, "context_from_json", lambda made: lambda *given: replace(made(*given), seed=None))


@of("EA-061", in_children=True)
def run_processes_with_a_cap_of_their_own() -> None:
    """What was sent along is not looked at."""
    from agent.child.pipe_sinks import PipeSinks

    wrap(
        PipeSinks,
        "__init__",
        lambda init: lambda self, number, outbox, window, cap: init(self, number, outbox, window, 131072),
    )


@of("EA-279", in_children=True)
def run_processes_with_the_database() -> None:
    """A run looks something up by itself."""
    from app.engine.pipe import orders

    opened: list[sqlite3.Connection] = []

    def make(made: Any) -> Any:
        def make_and_look(*given: Any) -> Any:
            context = made(*given)
            opened.append(sqlite3.connect(Path(context.folders.data_parent) / "codefyui.db", check_same_thread=False))
            opened[-1].execute("SELECT count(*) FROM exec_runs").fetchone()
            return context

        return make_and_look

    wrap(orders, "context_from_json", make)


@of("RW-359")
def folders_of_runs_stay() -> None:
    """Only checkpoints are deleted."""
    from app.runs import retention

    wrap(retention, "_delete", lambda delete: lambda run_folders, paths: delete([], paths))


@of("RW-361")
def everything_a_run_names_goes_with_it() -> None:
    """Artifacts in the folders of the user are deleted, too."""
    from app.runs import retention

    wrap(retention, "doomed_checkpoints", lambda _: lambda artifacts, *rest: [one.path for one in artifacts])
