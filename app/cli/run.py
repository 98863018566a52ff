"""`cdui run`: submits a graph, follows it to its end, and leaves it running when we are told to go."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from app.cli.arguments import Parser, number
from app.cli.client import PATIENCE_S, Plane, PlaneGoneError, PlaneRefusedError
from app.cli.figures import Figures
from app.cli.follow import EventFeed, TimeOverError
from app.cli.graph_file import node_types, read_json
from app.cli.home import user_data_dir
from app.cli.output import OutputError
from app.cli.pace import RealPace
from app.cli.progress import clean, duration, reason_text, seconds, table
from app.cli.screens import choose
from app.cli.server_process import bring_up, wait_gone
from app.cli.words import CliError, say
from app.core.vocab.device import is_device
from app.core.vocab.run import MAX_SEED

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from app.cli.screens import Screen

IDLE_S = 0.5
"""A server that we brought up leaves this long after its last run and request: by itself, so that it never takes a
run with it that somebody else submitted in the meantime."""

REVIVALS = 3
_BRING_UP_TRIES = 3
_NOT_YET = ("target", "devices", "memory_gib", "wait_for_room")


def main(arguments: Sequence[str]) -> int:
    """Exit 0 succeeded or detached; 1 failed, cancelled, interrupted, time over, refused; 2 usage; 130 Ctrl-C."""
    given = _parser().parse_args(arguments)
    for option in _NOT_YET:
        if getattr(given, option) not in (None, False):
            raise CliError("not_available", option="--" + option.replace("_", "-"))
    if (given.graph is None) == (given.follow is None):
        raise CliError("graph_or_follow")
    if given.device is not None and not is_device(given.device):
        raise CliError("bad_device", device=given.device)
    graph = None if given.graph is None else read_json(given.graph)
    plane = Plane(user_data_dir(os.environ), RealPace())
    lent, walk = _Lent(plane), _Walk()
    try:
        if plane.alive() is None:
            lent.bring_up()
        walk.code = _walk(plane, lent, given, graph, walk)
        if walk.is_ended:
            lent.wait_gone()
        return walk.code
    except KeyboardInterrupt:
        if walk.code is None:
            walk.leave()
        return 130 if walk.code is None else walk.code
    except OutputError:
        walk.leave()
        raise


class _Walk:
    """How far a command came; whatever ends it early says from this what becomes of the run.

    run_id: None until the server answered. is_sent: the graph may be on its way. is_ended: the run has its last status.
    code: set once all is shown.
    """

    def __init__(self) -> None:
        self.run_id: str | None = None
        self.is_sent = False
        self.is_ended = False
        self.code: int | None = None

    def leave(self) -> None:
        """Say on stderr how to come back to the run, or to find out whether there is one."""
        if self.run_id is not None:
            print(say("can_follow" if self.is_ended else "goes_on", run_id=self.run_id), file=sys.stderr)
        elif self.is_sent:
            print(say("submit_unknown"), file=sys.stderr)


def _walk(plane: Plane, lent: _Lent, given: argparse.Namespace, graph: Any, walk: _Walk) -> int:
    """From the submission to the last line."""
    deadline = None if given.timeout is None else plane.pace.now() + given.timeout
    if given.follow is not None:
        run_id = str(given.follow)
        graph = plane.insist(f"/api/runs/{run_id}/graph") if _exists(plane, run_id) else None
        walk.run_id = run_id
    else:
        run_id = _submit(plane, lent, {"graph": graph, **_settings(given, graph)}, walk)
    screen = choose(node_types(graph), as_json=given.json)
    if given.detach:
        screen.data({"type": "submitted", "run_id": run_id})
        screen.say_line(say("detached", run_id=run_id))
        return 0
    return _follow(plane, screen, deadline, walk)


class _Lent:
    """The server of this command, where it had to bring one up. It leaves by itself when idle.

    Should it die under the run, it is brought up again, at most REVIVALS times: the run then has its true end, and the
    command need not wait for a server that nobody will start.
    """

    def __init__(self, plane: Plane) -> None:
        self._plane = plane
        self._pid = 0
        self._starts = 0

    def bring_up(self) -> None:
        """Start it, or take the one that another command started at the same moment."""
        server, ours = bring_up(self._plane, ["--port", "0", "--until-idle", str(IDLE_S)])
        self._starts += 1
        self._pid = server.pid if ours else 0
        self._plane.revive = self._revive if ours else None

    def _revive(self) -> None:
        if self._starts <= REVIVALS and wait_gone(self._plane, self._pid, 0):
            self.bring_up()

    def wait_gone(self) -> None:
        """See it off, so that the next command does not meet a server that is about to leave."""
        if self._pid:
            wait_gone(self._plane, self._pid, IDLE_S + 5)


def _parser() -> argparse.ArgumentParser:
    parser = Parser("run", "about_run")
    parser.add_argument("graph", nargs="?", metavar="GRAPH", help=say("help_graph"))
    parser.add_argument("--name", help=say("help_name"))
    parser.add_argument("--device", metavar="D", help=say("help_device"))
    parser.add_argument("--seed", type=number(0, MAX_SEED), metavar="N", help=say("help_seed"))
    parser.add_argument("--deterministic", action="store_true", help=say("help_deterministic"))
    parser.add_argument("--record-outputs", action="store_true", help=say("help_record_outputs"))
    parser.add_argument("--detach", action="store_true", help=say("help_detach"))
    parser.add_argument("--wait", action="store_false", dest="detach", help=say("help_wait"))
    parser.add_argument("--timeout", type=number(0, 1e9, whole=False), metavar="S", help=say("help_timeout"))
    parser.add_argument("--json", action="store_true", help=say("help_json"))
    parser.add_argument("--follow", metavar="RUN", help=say("help_follow"))
    parser.add_argument("--target", metavar="NAME", help=say("help_target"))
    parser.add_argument("--devices", metavar="D,D", help=say("help_target"))
    parser.add_argument("--memory-gib", type=number(0, 1e6, whole=False), metavar="G", help=say("help_target"))
    parser.add_argument("--wait-for-room", action="store_true", help=say("help_target"))
    return parser


def _options(given: argparse.Namespace, graph: Any) -> dict[str, Any]:
    """Run options of a command line. Without --device the graph's own device counts, and without that `auto`."""
    options: dict[str, Any] = {}
    settings = graph.get("settings") if isinstance(graph, dict) else None
    if given.device is not None:
        options["device"] = given.device
    elif not (isinstance(settings, dict) and settings.get("device")):
        options["device"] = "auto"
    if given.seed is not None:
        options["seed"] = given.seed
    for name in ("deterministic", "record_outputs"):
        if getattr(given, name):
            options[name] = True
    return options


def _exists(plane: Plane, run_id: str) -> bool:
    if not run_id.isalnum():
        raise CliError("run_unknown", run_id=run_id, exit_code=1)
    try:
        plane.insist(f"/api/runs/{run_id}")
    except PlaneRefusedError as refused:
        if refused.status == 404:
            raise CliError("run_unknown", run_id=run_id, exit_code=1) from None
        raise CliError("refused", text=refused.text, code=refused.code, exit_code=1) from None
    return True


def _settings(given: argparse.Namespace, graph: Any) -> dict[str, Any]:
    return {"options": _options(given, graph), **({} if given.name is None else {"name": given.name})}


def _submit(plane: Plane, lent: _Lent, body: dict[str, Any], walk: _Walk) -> str:
    """Hand the graph over, once. Raises: CliError, exit code 1, with every problem the server found."""
    for _ in range(_BRING_UP_TRIES):
        try:
            walk.is_sent = True
            walk.run_id = str(plane.ask("POST", "/api/runs", body=body, timeout_s=PATIENCE_S)["run_id"])
            return walk.run_id
        except PlaneGoneError as gone:
            if gone.sent:
                raise CliError("submit_unknown", exit_code=1) from None
            walk.is_sent = False
            # it left between our look and our call
            if plane.alive() is None:
                lent.bring_up()
        except PlaneRefusedError as refused:
            walk.is_sent = False
            if refused.problems:
                lines = "\n".join(problem_lines(dict(one)) for one in refused.problems)
                raise CliError("graph_refused", count=len(refused.problems), lines=lines, exit_code=1) from None
            raise CliError("refused", text=clean(refused.text), code=refused.code, exit_code=1) from None
    raise CliError("server_lost", seconds=0, exit_code=1)


def problem_lines(problem: dict[str, Any]) -> str:
    """One problem of a graph on two lines: where it is with its code, and the sentence."""
    where = say("at_graph") if problem.get("node_id") is None else say("at_node", node=clean(problem["node_id"]))
    if problem.get("port") is not None:
        where += say("at_port", port=clean(problem["port"]))
    return f"  {where} [{problem.get('code')}]\n    {reason_text(problem)}"


def _follow(plane: Plane, screen: Screen, deadline: float | None, walk: _Walk) -> int:
    run_id, figures = str(walk.run_id), Figures()
    try:
        try:
            screen.__enter__()
            screen.data({"type": "submitted", "run_id": run_id})
            screen.say_line(say("submitted", run_id=run_id))
            for event in EventFeed(plane, run_id, deadline=deadline):
                figures.take(event)
                screen.event(event)
            row = _final_row(plane, run_id)
        finally:
            screen.__exit__(None, None, None)  # also where Ctrl-C came in the middle of entering
        walk.is_ended = True
        _report(plane, row, figures, screen)
    except TimeOverError:
        screen.say_line(say("time_over", run_id=run_id))
        return 1
    except PlaneRefusedError as refused:
        raise CliError("refused", text=refused.text, code=refused.code, exit_code=1) from None
    screen.data({"type": "ended", "status": row["status"], "final_metrics": row.get("final_metrics") or {}})
    return 0 if row["status"] == "succeeded" else 1


def _final_row(plane: Plane, run_id: str) -> dict[str, Any]:
    """The run's row once its status is final: it follows the terminal event within milliseconds."""
    while True:
        row: dict[str, Any] = plane.insist(f"/api/runs/{run_id}")
        if row["status"] not in ("queued", "running", "disconnected"):
            return row
        plane.pace.pause(0.02)


def _report(plane: Plane, row: dict[str, Any], figures: Figures, screen: Screen) -> None:
    """The last lines: how it ended, its metrics, the files it wrote."""
    if rows := figures.rows(row.get("final_metrics") or {}):
        screen.say_line("\n" + table([(say("metric"), say("last_value")), *rows]))
    artifacts = plane.insist(f"/api/runs/{row['id']}/artifacts")["artifacts"]
    if artifacts:
        screen.say_line("\n" + say("files"))
        for one in artifacts:
            screen.say_line(f"  {one['kind']:<12} {clean(one['path'])}")
    took = seconds(row.get("finished_at")) - seconds(row.get("started_at")) if row.get("started_at") else 0.0
    screen.say_line("\n" + say("ended_" + str(row["status"]), time=duration(took), run_id=row["id"]))
    if row.get("error"):
        screen.say_line("  " + reason_text(row["error"]))
