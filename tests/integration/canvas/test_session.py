"""A canvas over a real socket to a real server: what it is told, action by action."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.reason import reason
from app.core.vocab.run import RunStatus
from app.runs.views import RunFilter
from tests.support.executors import SteeredExecutor
from tests.support.graphs import graph, node
from tests.support.rawhttp import until
from tests.support.sockets import LAST, Gate, Served, events, served

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.sockets import Canvas

TINY = graph([node("go", "Start"), node("a", "Add", value=1), node("b", "Add", value=2)], "go > a", "a.out > b.in0")
WAITS = graph([node("go", "Start"), node("g", "Gate")], "go > g")
NO_RUN = "0" * 32


async def entered() -> None:
    """Wait until the gate's node executes."""
    assert await asyncio.to_thread(Gate.entered.wait, 20)


async def open_gate_and_follow(canvas: Canvas) -> list[dict[str, Any]]:
    Gate.opened.set()
    return await canvas.until(*LAST)


async def test_execute_is_a_run_on_the_interactive_lane_that_is_followed(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        attached, *log = await canvas.run(TINY)
        run_id = attached["run_id"]
        assert attached == {"type": "attached", "run_id": run_id, "cursor": 0, "status": "running"}
        assert [event["cursor"] for event in log] == list(range(1, len(log) + 1))
        assert {event["run_id"] for event in log} == {run_id}
        assert log[0] == {"type": "execution_start", "run_id": run_id, "cursor": 1}
        assert log[-1] == {"type": "execution_complete", "run_id": run_id, "cursor": len(log)}
        assert [(e["node_id"], e["status"]) for e in log[1:-1]] == [
            ("a", "running"), ("a", "completed"), ("b", "running"), ("b", "completed"),
        ]  # fmt: skip
        row = (await server.runs.get(run_id)).row
        assert (row.options["lane"], row.status.value, row.name) == ("interactive", "succeeded", None)


async def test_socket_and_rest_show_the_same_events_with_the_same_cursors(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        attached, *log = await canvas.run(TINY)
        run_id = attached["run_id"]
        page = (await server.client.get(f"/api/runs/{run_id}/events?limit=2000")).json
        rest = [
            {**(e["payload"] or {}), "type": e["type"], "run_id": run_id, "cursor": e["cursor"]} for e in page["events"]
        ]
        assert events(log) == rest


async def test_options_of_the_message_reach_the_run_and_the_rest_is_the_graph(tmp_path: Path) -> None:
    said = {
        "device": "cpu",
        "seed": 7,
        "deterministic": True,
        "record_outputs": True,
        "verbose_mode": True,
        "graph_id": "tab 1",
        "weights_persistent": True,
        "backward_mode": True,
        "auto_backward": True,
        "error_mode": "retry",
        "max_retries": 3,
    }
    executor = SteeredExecutor()
    async with served(tmp_path, executor=executor) as server, server.canvas() as canvas:
        answer = await canvas.ask("execute", **TINY, **said, changed_nodes=["a"], ui={"zoom": 2})
        run_id = answer["run_id"]
        request = executor.requests[run_id]
        context = request.context
        assert (context.device, context.seed, context.deterministic, context.max_retries) == ("cpu", 7, True, 3)
        assert (context.verbose, context.backward_mode, context.auto_backward) == (True, True, True)
        assert (context.error_mode.value, context.graph_id) == ("retry", "tab 1")
        assert context.changed_nodes == frozenset({"a"})
        assert (request.loan.records_outputs, request.loan.keeps_weights) == (True, True)
        stored = (await server.client.get(f"/api/runs/{run_id}/graph")).json
        assert stored == {**TINY, "ui": {"zoom": 2}}
        executor.end_all()
        assert (await canvas.until(*LAST))[-1]["type"] == "execution_complete"


async def test_device_and_seed_come_from_the_graph_when_the_message_has_none(tmp_path: Path) -> None:
    executor = SteeredExecutor()
    kept = {**TINY, "settings": {"device": "cpu", "seed": 11}}
    async with served(tmp_path, executor=executor, interactive_limit=5) as server, server.canvas() as canvas:
        found = []
        for said in ({}, {"seed": 3, "device": "auto"}, {"seed": None}):
            run_id = (await canvas.ask("execute", **kept, **said))["run_id"]
            row = (await server.runs.get(run_id)).row
            found.append((row.options["device"], row.options["seed"]))
            await canvas.ask("cancel", run_id=run_id)
            executor.end_all()
            await canvas.until(*LAST)
        assert found == [("cpu", 11), ("auto", 3), ("cpu", None)]


async def test_closing_the_socket_ends_no_run(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        async with server.canvas() as canvas:
            run_id = (await canvas.ask("execute", **WAITS))["run_id"]
            await entered()
        await until(lambda: not server.client.server.door.sockets)
        assert (await server.runs.get(run_id)).row.status is RunStatus.RUNNING
        async with server.canvas() as again:
            attached = await again.ask("attach", run_id=run_id, cursor=0)
            assert attached == {"type": "attached", "run_id": run_id, "cursor": 0, "status": "running"}
            assert (await open_gate_and_follow(again))[-1]["type"] == "execution_complete"
        assert (await server.runs.get(run_id)).row.status is RunStatus.SUCCEEDED


async def test_a_graph_that_was_received_runs_although_its_client_has_left(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        async with server.canvas() as canvas:
            await canvas.say("execute", **WAITS)
        await entered()
        assert (await server.runs.list_runs(RunFilter())).total == 1


async def test_another_run_is_followed_instead_and_the_former_goes_on(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        first = (await canvas.ask("execute", **WAITS))["run_id"]
        await entered()
        await canvas.say("execute", **TINY)
        frames = await canvas.until(*LAST)
        at = next(at for at, frame in enumerate(frames) if frame["type"] == "detached")
        assert frames[at] == {"type": "detached", "run_id": first}
        second = frames[at + 1]["run_id"]
        assert second != first
        assert {frame["run_id"] for frame in frames[at + 1 :]} == {second}
        assert (await server.runs.get(first)).row.status is RunStatus.RUNNING


async def test_what_has_ended_is_not_detached_from(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        for _ in range(20):
            frames = await canvas.run(TINY)
            assert frames[0]["type"] == "attached"
        assert await canvas.ask("detach") == {"type": "detached", "run_id": None}


async def test_detach_stops_the_events_and_not_the_run(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        run_id = (await canvas.ask("execute", **WAITS))["run_id"]
        await entered()
        await canvas.say("detach")
        assert (await canvas.until("detached"))[-1] == {"type": "detached", "run_id": run_id}
        Gate.opened.set()
        await until(lambda: server.runs.active_count() == 0)
        assert await canvas.ask("clear_cache") == {"type": "cache_cleared"}  # no event came before it
        assert (await server.runs.get(run_id)).row.status is RunStatus.SUCCEEDED


@pytest.mark.parametrize("action", ["cancel", "stop"])
@pytest.mark.parametrize("is_named", [False, True])
async def test_cancel_stops_the_followed_run_or_the_one_that_is_named(
    tmp_path: Path, action: str, is_named: bool
) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        run_id = (await canvas.ask("execute", **WAITS))["run_id"]
        await entered()
        await canvas.say(action, **({"run_id": run_id} if is_named else {}))
        seen: list[dict[str, Any]] = []
        while len([frame for frame in seen if frame["type"] in ("cancel_ack", "execution_stopped")]) < 2:
            seen.append(await canvas.next())
        [ack] = [frame for frame in seen if frame["type"] == "cancel_ack"]
        assert (ack["run_id"], ack["cancelled"]) == (run_id, True)
        assert [frame["reason"] for frame in seen if frame["type"] == "execution_stopped"] == ["cancelled"]
        again = await canvas.ask("cancel", run_id=run_id)
        assert again == {"type": "cancel_ack", "run_id": run_id, "status": "cancelled", "cancelled": False}


async def test_a_run_of_another_socket_can_be_cancelled_by_its_id(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas, server.canvas() as other:
        run_id = (await canvas.ask("execute", **WAITS))["run_id"]
        await entered()
        ack = await other.ask("cancel", run_id=run_id)
        assert (ack["type"], ack["cancelled"]) == ("cancel_ack", True)
        assert (await canvas.until(*LAST))[-1]["type"] == "execution_stopped"


async def test_there_is_nothing_to_stop(tmp_path: Path) -> None:
    stopped = {"type": "execution_stopped", "reason": "not_running"}
    async with served(tmp_path) as server, server.canvas() as canvas:
        assert await canvas.ask("stop") == stopped
        await canvas.run(TINY)
        assert await canvas.ask("cancel") == stopped


async def test_an_invalid_graph_is_rejected_with_every_problem(tmp_path: Path) -> None:
    broken = graph([node("go", "Start"), node("a", "Nope"), node("b", "Naught")], "go > a", "go > b")
    async with served(tmp_path) as server, server.canvas() as canvas:
        answer = await canvas.ask("execute", **broken)
        assert (answer["type"], answer["rejected"], answer["code"]) == ("execution_error", True, "invalid_graph")
        assert answer["error"] == answer["text"] == reason("invalid_graph", **answer["params"]).text()
        assert {problem["node_id"] for problem in answer["problems"]} == {"a", "b"}
        assert "run_id" not in answer
        assert (await server.runs.list_runs(RunFilter())).total == 0
        assert (await canvas.run(TINY))[-1]["type"] == "execution_complete"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"seed": -1}, "bad_seed"),
        ({"device": "gpu"}, "bad_device"),
        ({"max_retries": 11}, "bad_option"),
        ({"graph_id": ""}, "bad_option"),
        ({"verbose_mode": 1}, "bad_option"),
        ({"changed_nodes": "a"}, "bad_field"),
        ({"changed_nodes": [1]}, "bad_field"),
        ({"nodes": 3}, "invalid_graph"),
    ],
)
async def test_what_cannot_be_executed_is_rejected_and_leaves_no_row(
    tmp_path: Path, said: dict[str, Any], code: str
) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        answer = await canvas.ask("execute", **{**TINY, **said})
        assert (answer["type"], answer["rejected"], answer["code"]) == ("execution_error", True, code)
        assert (await server.runs.list_runs(RunFilter())).total == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "message_not_json"),
        (" \n", "message_not_json"),
        ("{", "json_malformed"),
        ("<html>", "message_not_json"),
        ('{"action": "stop", "action": "stop"}', "json_key_twice"),
        ('{"action": "stop", "n": NaN}', "json_bad_number"),
        ("[" * 100_000, "json_too_deep"),
        ("3", "message_not_object"),
        ("[]", "message_not_object"),
        ("{}", "message_not_object"),
        ('{"action": 3}', "message_not_object"),
        ('{"action": "fly"}', "unknown_action"),
        ('{"action": "attach"}', "run_id_not_text"),
        ('{"action": "attach", "run_id": 3}', "run_id_not_text"),
        ('{"action": "attach", "run_id": "' + NO_RUN + '", "cursor": -1}', "bad_field"),
        ('{"action": "attach", "run_id": "' + NO_RUN + '", "cursor": true}', "bad_field"),
        ('{"action": "attach", "run_id": "' + NO_RUN + '", "cursor": 1.5}', "bad_field"),
        ('{"action": "attach", "run_id": "' + NO_RUN + '"}', "run_not_found"),
        ('{"action": "attach", "run_id": "../../x"}', "run_not_found"),
        ('{"action": "cancel", "run_id": "' + NO_RUN + '"}', "run_not_found"),
        ('{"action": "cancel", "run_id": []}', "run_id_not_text"),
    ],
)
async def test_what_is_wrong_is_told_and_the_socket_stays(tmp_path: Path, text: str, code: str) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        await canvas.socket.send_str(text)
        answer = await canvas.next()
        assert set(answer) == {"type", "error", "code", "params", "text"}
        assert (answer["type"], answer["code"]) == ("error", code)
        assert answer["error"] == answer["text"] == reason(code, **answer["params"]).text()
        assert await canvas.ask("clear_cache") == {"type": "cache_cleared"}


async def test_a_refused_option_has_the_name_that_was_sent(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        for key in ("verbose_mode", "backward_mode", "max_retries"):
            answer = await canvas.ask("execute", **{**TINY, key: "yes"})
            assert (answer["code"], answer["params"]["option"]) == ("bad_option", key)
            assert f"`{key}`" in answer["text"]


async def test_words_about_messages_speak_of_messages(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        for text in ("", "<html>", "<a/>", "PK\x03\x00"):
            await canvas.socket.send_str(text)
            answer = await canvas.next()
            assert (answer["code"], "file" in answer["text"]) == ("message_not_json", False)
        answer = await canvas.ask("attach", run_id=3)
        assert answer["params"] == {"action": "attach", "value": "3"}
        assert "GET /api/runs" in answer["text"]


async def test_refusals_are_in_the_language_of_the_client(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for query, headers in (("&lang=zh-TW", {}), ("", {"Accept-Language": "zh-TW"})):
            async with server.canvas(f"?token={'t' * 43}{query}", headers=headers) as canvas:
                answer = await canvas.ask("fly")
                assert answer["text"] == reason("unknown_action", **answer["params"]).text("zh-TW")
                assert answer["text"] != reason("unknown_action", **answer["params"]).text()


async def test_what_was_followed_stays_followed_when_an_attach_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        run_id = (await canvas.ask("execute", **WAITS))["run_id"]
        await entered()
        await canvas.say("attach", run_id=NO_RUN)
        assert (await canvas.until("error"))[-1]["code"] == "run_not_found"
        last = (await open_gate_and_follow(canvas))[-1]
        assert (last["type"], last["run_id"]) == ("execution_complete", run_id)


async def test_a_fault_of_ours_is_told_by_an_id_and_the_socket_stays(tmp_path: Path, expect_warning: Any) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:

        async def broken(question: str, **params: Any) -> Any:
            raise RuntimeError("inner words")

        server.runs.ask = broken  # type: ignore[method-assign] # the fault
        expect_warning("unexpected error id=")
        answer = await canvas.ask("clear_cache")
        assert (answer["type"], answer["code"]) == ("error", "internal")
        assert "inner words" not in str(answer)
        assert (await canvas.run(TINY))[-1]["type"] == "execution_complete"


async def _full(server: Served, canvas: Canvas, other: Canvas) -> None:
    for one in (canvas, other):
        Gate.entered.clear()
        assert (await one.ask("execute", **WAITS))["status"] == "running"
        await entered()


async def test_more_canvas_runs_than_the_limit_are_refused_and_never_parked(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas, server.canvas() as other:
        await _full(server, canvas, other)
        async with server.canvas() as third:
            answer = await third.ask("execute", **TINY)
            assert (answer["type"], answer["rejected"], answer["code"]) == ("execution_error", True, "interactive_busy")
            assert answer["params"] == {"limit": 2}
            assert (await server.runs.list_runs(RunFilter())).total == 2
            await open_gate_and_follow(canvas)
            await other.until(*LAST)
            assert (await third.run(TINY))[-1]["type"] == "execution_complete"


async def test_of_many_clicks_at_once_as_many_run_as_the_limit_says(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        tries = [server.runs.submit(WAITS, {"lane": "interactive"}, None) for _ in range(9)]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert [getattr(one, "status", None) for one in done].count(RunStatus.RUNNING) == 2
        assert [one.reason.code for one in done if isinstance(one, Exception) and hasattr(one, "reason")] == [
            "interactive_busy"
        ] * 7
        Gate.opened.set()
        await until(lambda: server.runs.active_count() == 0)


async def test_a_run_whose_end_was_told_has_left_its_place(tmp_path: Path) -> None:
    async with served(tmp_path, interactive_limit=1) as server, server.canvas() as canvas:
        for _ in range(50):
            assert (await canvas.run(TINY))[-1]["type"] == "execution_complete"


async def test_a_deleted_run_is_no_longer_followed(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.canvas() as canvas:
        run_id = (await canvas.run(TINY))[0]["run_id"]
        await server.runs.delete([run_id])
        assert (await canvas.ask("attach", run_id=run_id))["code"] == "run_not_found"
