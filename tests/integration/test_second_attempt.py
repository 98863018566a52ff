"""A run that had begun when the server was killed, but was not yet stored as begun: it waits, and begins anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.run import Outcome, RunStatus
from tests.support.executors import SteeredExecutor
from tests.support.nodes import folders
from tests.support.runs import GRAPH, ended, serving

if TYPE_CHECKING:
    from pathlib import Path

    from app.runs.executors.base import ExecutionRequest


def says_new(request: ExecutionRequest) -> Outcome:
    request.console("new\n")
    return Outcome(RunStatus.SUCCEEDED)


async def test_what_the_first_attempt_printed_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path, keep_queue=True) as service:
        await service.set_paused(True)
        run_id = (await service.submit(GRAPH, {"device": "cpu"}, None)).run_id
    own = folders(tmp_path).runs / run_id
    (own / "tb").mkdir(parents=True)
    (own / "output.log").write_text("old\n")
    async with serving(tmp_path, SteeredExecutor(says_new), keep_queue=True) as service:
        assert (await service.console(run_id, 0, 100, 0)).text == ""
        await service.set_paused(False)
        await ended(service, run_id)
        assert (await service.console(run_id, 0, 100, 0)).text == "new\n"
    assert not (own / "tb").exists()
