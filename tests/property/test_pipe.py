"""Whatever goes into the pipe comes out equal, however the pipe cuts it."""

from __future__ import annotations

import io
import math
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.child.outbox import Window
from app.core.events.masking import Mask
from app.core.graph import portable
from app.core.graph.prepared import Body, PreparedGraph, PreparedNode, Wire
from app.core.vocab import errors
from app.core.vocab.errors import Bug, CduiError
from app.core.vocab.reason import Reason
from app.core.vocab.run import ErrorMode, Outcome, RunStatus
from app.engine.context import CancelFlag, Folders, RunContext
from app.engine.pipe import answers, lines, messages, orders
from app.engine.sinks import Artifact, MetricPoint
from app.engine.stores import Loan, StoreLimits
from tests.support.nodes import RecordingSinks

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=8)  # lone surrogates too
NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | NUMBERS | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(ANY_TEXT, JSON, max_size=4)
WIRES = st.builds(Wire, ANY_TEXT, ANY_TEXT, ANY_TEXT)
MAYBE = st.none() | ANY_TEXT
NODES = st.builds(
    PreparedNode,
    id=ANY_TEXT,
    type=ANY_TEXT,
    params=OBJECTS,
    wires=st.lists(WIRES, max_size=3).map(tuple),
    container=MAYBE,
    inner_id=MAYBE,
    containers=st.lists(ANY_TEXT, max_size=3).map(tuple),
)
SOME_NODES = st.lists(NODES, max_size=4).map(tuple)
GRAPHS = st.builds(
    PreparedGraph,
    nodes=SOME_NODES,
    bypassed=st.lists(ANY_TEXT, max_size=3).map(tuple),
    settings=OBJECTS,
    name=ANY_TEXT,
    bodies=st.dictionaries(ANY_TEXT, st.builds(Body, ANY_TEXT, SOME_NODES, ANY_TEXT, WIRES), max_size=2),
)


def through(value: Any) -> Any:
    """What the other end of the pipe reads."""
    line = messages.encode("x", value=value)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    return messages.decode(line[:-1])["value"]


@given(GRAPHS)
def test_a_graph_arrives_equal(graph: PreparedGraph) -> None:
    assert portable.from_json(through(portable.to_json(graph))) == graph


def test_the_portable_form_has_every_field_of_a_graph() -> None:
    graph = PreparedGraph((PreparedNode("n", "T", {}),), bodies={"n": Body("p", (), "i", Wire("a", "b", "c"))})
    value = portable.to_json(graph)
    assert set(value) == {one.name for one in fields(PreparedGraph)}
    assert set(value["nodes"][0]) == {one.name for one in fields(PreparedNode)}
    assert set(value["bodies"]["n"]) == {one.name for one in fields(Body)}


def test_every_field_of_a_context_travels_or_is_known_to_stay() -> None:
    named = (*orders.PLAIN, *orders.SHAPED, *orders.LOCAL)
    assert sorted(named) == sorted(one.name for one in fields(RunContext))


PATHS = st.builds(Path, st.text(st.characters(exclude_characters="\0", max_codepoint=0xDCFF), min_size=1, max_size=9))
FOLDERS = st.builds(
    Folders,
    **{one.name: PATHS for one in fields(Folders) if one.name != "own_files"},
    own_files=st.lists(PATHS, max_size=3).map(tuple),
)

ROOT = Path("/x")
A_FOLDERS = Folders(ROOT, ROOT, ROOT, ROOT, ROOT, ROOT, ROOT, ROOT, ROOT)


@given(
    FOLDERS,
    st.sampled_from(ErrorMode),
    OBJECTS,
    st.frozensets(ANY_TEXT, max_size=3),
    st.none() | st.integers(0, 2**32 - 1),
    st.tuples(*[st.booleans()] * 5),
)
def test_a_context_arrives_equal(
    folders: Folders, mode: ErrorMode, inputs: Any, changed: frozenset[str], seed: int | None, flags: Any
) -> None:
    sinks, flag = RecordingSinks(), CancelFlag()
    switches = ("deterministic", "verbose", "backward_mode", "auto_backward", "can_record_artifacts")
    context = RunContext(
        "r", "cuda:1", folders, sinks, flag, seed, error_mode=mode, max_retries=3, max_parallel_nodes=2,
        payload_cap_bytes=999, graph_inputs=inputs, changed_nodes=changed, graph_id="g",
        **dict(zip(switches, flags, strict=True)),
    )  # fmt: skip
    assert orders.context_from_json(through(orders.context_to_json(context)), sinks, flag) == context


@given(st.lists(st.text(max_size=30), max_size=3), st.text(max_size=40))
def test_secret_values_are_masked_there_as_they_are_here(values: list[str], text: str) -> None:
    context = RunContext("r", "cpu", A_FOLDERS, RecordingSinks(), CancelFlag(), mask=Mask(values))
    back = orders.context_from_json(through(orders.context_to_json(context)), context.sinks, context.cancel)
    assert context.mask is not None
    assert back.mask is not None
    assert back.mask.forms == context.mask.forms
    for shown in (text, *values, f"a {values} b"):
        assert back.mask.text(shown) == context.mask.text(shown)


@given(st.builds(Loan, MAYBE, st.booleans(), st.booleans()), st.builds(StoreLimits, *[st.integers(0, 2**50)] * 3))
def test_loans_and_limits_arrive_equal(loan: Loan, limits: StoreLimits) -> None:
    assert orders.loan_from_json(through(orders.loan_to_json(loan))) == loan
    assert orders.limits_from_json(through(orders.limits_to_json(limits))) == limits


STRICT: st.SearchStrategy[Any] = st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text("aé語", max_size=5)
FACTS = st.dictionaries(st.text("ab", max_size=3), STRICT, max_size=3)


@given(st.sampled_from(RunStatus), st.none() | st.builds(Reason, st.just("seeded_alone"), FACTS),
       st.lists(FACTS, max_size=2).map(tuple), FACTS, st.none() | OBJECTS)  # fmt: skip
def test_an_outcome_arrives_equal(status: RunStatus, why: Reason | None, peak: Any, facts: Any, outputs: Any) -> None:
    outcome = Outcome(status, why, peak, facts, outputs)
    assert answers.outcome_from_json(through(answers.outcome_to_json(outcome))) == outcome


KINDS = [errors.Refused, errors.TooLarge, errors.NotFound, errors.Conflict, errors.Unavailable, errors.NoRoom,
         errors.NodeError, CduiError]  # fmt: skip


@given(st.sampled_from(KINDS), FACTS)
def test_an_error_of_ours_arrives_as_what_it_was(kind: type[CduiError], params: Any) -> None:
    error = kind(Reason("paused", params))
    back = answers.error_from_json(through(answers.error_to_json(error)))
    assert type(back) is kind
    assert isinstance(back, CduiError)
    assert back.reason == error.reason


def test_a_class_of_elsewhere_arrives_as_its_nearest_and_anything_else_as_a_bug() -> None:
    class Special(errors.Conflict):
        pass

    back = answers.error_from_json(through(answers.error_to_json(Special(Reason("paused")))))
    assert type(back) is errors.Conflict
    broken = answers.error_from_json(through(answers.error_to_json(MemoryError("no \ud800 room"))))
    assert type(broken) is Bug
    assert str(broken) == "MemoryError: no \ud800 room"


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_an_artifact_keeps_the_bytes_of_its_name(kind: str, path: str, node_id: str) -> None:
    artifact = Artifact(kind, path, node_id, {"n": 1})
    assert answers.artifact_from_json(through(answers.artifact_to_json(artifact))) == artifact


def test_points_keep_infinities_and_what_is_no_number_is_nan() -> None:
    points = [MetricPoint("a", value, step, "n") for value, step in [(math.inf, 1), (1.5, 2), ("x", "y"), (2, 2.0)]]  # type: ignore[arg-type] # what nodes of others report
    back = answers.points_from_json(through(answers.points_to_json(points)))
    assert [(point.name, point.step, point.node_id) for point in back] == [("a", n, "n") for n in (1, 2, 0, 2)]
    assert [point.value for point in back[:2]] == [math.inf, 1.5]
    assert math.isnan(back[2].value)
    assert back[3].value == 2.0


@given(st.lists(st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")), max_size=8), st.integers(1, 30),
       st.binary(max_size=5).map(lambda rest: rest.replace(b"\n", b"")))  # fmt: skip
def test_lines_are_the_same_however_the_pipe_cuts_them(whole: list[bytes], cut: int, rest: bytes) -> None:
    stream = io.BytesIO(b"".join(line + b"\n" for line in whole) + rest)
    assert [line for batch in lines.batches(lambda size: stream.read(min(size, cut))) for line in batch] == whole


def test_a_line_without_end_is_given_up_before_it_is_built() -> None:
    given_out = iter([b"ok\n", *[b"x" * 100] * 100])
    batches = lines.batches(lambda size: next(given_out), limit=1000)
    assert next(batches) == [b"ok"]
    with pytest.raises(lines.LineTooLong):
        next(batches)
    assert len(list(given_out)) == 100 - 11


@pytest.mark.parametrize("line", [b"", b"no", b"[]", b'{"a":1}', b'{"say":1}', b"\xff", b"[" * 100_000, b'{"say":"x"'])
def test_what_is_no_message_is_garbled(line: bytes) -> None:
    with pytest.raises(messages.Garbled):
        messages.decode(line)


@given(st.lists(st.integers(1, 500), min_size=1, max_size=30))
def test_whoever_acknowledges_a_quarter_of_a_window_at_a_time_lets_every_line_pass(sizes: list[int]) -> None:
    window, owed = Window(100), 0
    for size in sizes:
        window.add(size)
        owed += size  # dealt with at once, and told as the other end tells it
        if owed >= 25:
            window.give(owed)
            owed = 0
        window.wait()  # would wait for ever if a line could wait for itself
