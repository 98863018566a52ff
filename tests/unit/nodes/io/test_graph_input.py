"""GraphInput: what is sent, else the default, as the declared type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import NodeError
from app.nodes.io.graph_input import GraphInput, converted, json_default, spelled
from tests.support.nodes import call, run_context

if TYPE_CHECKING:
    from pathlib import Path


def default(root: Path, kind: str, text: str, **params: Any) -> Any:
    return call(GraphInput, root, {}, {"type": kind, "default": text, **params})["value"]


def sent(root: Path, kind: str, value: Any) -> Any:
    run = run_context(root, graph_inputs={"input": value})
    return call(GraphInput, root, {}, {"type": kind, "default": "unused"}, run=run)["value"]


def exactly(got: Any, wanted: Any) -> bool:
    return type(got) is type(wanted) and got == wanted


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("string", "", ""),
        ("string", " 5 ", " 5 "),
        ("image", "aGk=", "aGk="),
        ("number", "2.5", 2.5),
        ("number", " -3 ", -3),
        ("number", "1e3", 1000.0),
        ("integer", "42", 42),
        ("integer", "4e2", 400),
        ("boolean", "true", True),
        ("boolean", " No ", False),
        ("json", '{"a": [1, null]}', {"a": [1, None]}),
        ("json", "3", 3),
    ],
)
def test_a_default_is_read_as_its_type(tmp_path: Path, kind: str, text: str, value: Any) -> None:
    assert exactly(default(tmp_path, kind, text), value)


@pytest.mark.parametrize(
    ("kind", "value", "given"),
    [
        ("string", "x", "x"),
        ("string", 7, "7"),
        ("number", 7, 7),
        ("number", "7.5", 7.5),
        ("integer", 7.0, 7),
        ("integer", "7", 7),
        ("boolean", False, False),
        ("boolean", "on", True),
        ("json", [1, {"a": None}], [1, {"a": None}]),
        ("json", "text", "text"),
    ],
)
def test_a_value_sent_wins_and_is_converted(tmp_path: Path, kind: str, value: Any, given: Any) -> None:
    assert exactly(sent(tmp_path, kind, value), given)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("number", "seven"),
        ("number", ""),
        ("number", "nan"),
        ("number", "1_000.5"),
        ("number", "1e400"),
        ("number", float("inf")),
        ("number", True),
        ("number", None),
        ("number", [1]),
        ("number", 10**400),
        ("integer", "9" * 5000),
        ("integer", 7.5),
        ("integer", "7.5"),
        ("boolean", 1),
        ("boolean", "maybe"),
        ("string", None),
        ("string", {"a": 1}),
        ("string", True),
        ("image", 5),
    ],
)
def test_a_value_of_another_type_is_named(tmp_path: Path, kind: str, value: Any) -> None:
    with pytest.raises(NodeError) as caught:
        sent(tmp_path, kind, value)
    reason = caught.value.reason
    assert reason.code == "input_value_malformed"
    assert (reason.params["name"], reason.params["type"]) == ("input", kind)
    assert len(reason.params["value"]) < 100


@pytest.mark.parametrize("text", ["", "{", "NaN", "[Infinity]", "[" * 100000])
def test_a_default_that_is_no_json_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(NodeError) as caught:
        default(tmp_path, "json", text)
    assert caught.value.reason.code == "input_value_malformed"


@pytest.mark.parametrize(
    ("kind", "value"), [("number", None), ("integer", None), ("boolean", None), ("json", None), ("string", "")]
)
def test_an_optional_input_without_a_default(tmp_path: Path, kind: str, value: Any) -> None:
    assert exactly(default(tmp_path, kind, "", required=False), value)


def test_null_can_be_sent_as_json(tmp_path: Path) -> None:
    assert sent(tmp_path, "json", None) is None


@pytest.mark.parametrize("name", ["", "1a", "a-b", "a" * 65, "名", "a\n"])
def test_names(tmp_path: Path, name: str) -> None:
    with pytest.raises(NodeError) as caught:
        call(GraphInput, tmp_path, {}, {"name": name})
    assert caught.value.reason.code == "input_name_malformed"


def test_the_longest_name(tmp_path: Path) -> None:
    name = "_" + "a" * 63
    run = run_context(tmp_path, graph_inputs={name: "x", "input": "y"})
    assert call(GraphInput, tmp_path, {}, {"name": name}, run=run) == {"value": "x"}


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("string", "", ""),
        ("string", "true", "true"),
        ("string", 7, "7"),
        ("image", "aGk=", "aGk="),
        ("number", 0.1, "0.1"),
        ("number", -0.0, "-0.0"),
        ("number", 1e300, "1e+300"),
        ("number", 2, "2"),
        ("number", " 2.50 ", "2.5"),
        ("integer", 7.0, "7"),
        ("integer", 10**30, str(10**30)),
        ("boolean", True, "true"),
        ("boolean", "off", "false"),
        ("json", None, "null"),
        ("json", {"a": ["x", 1.5, None]}, '{"a": ["x", 1.5, null]}'),
        ("json", "text", '"text"'),
    ],
)
def test_a_value_written_as_a_default_is_the_same_value(tmp_path: Path, kind: str, value: Any, text: str) -> None:
    assert spelled(value, kind, "x") == text
    assert exactly(default(tmp_path, kind, text, required=False), converted(value, kind, "x"))
    assert kind != "json" or json_default(text, "x") == value


@pytest.mark.parametrize(
    ("kind", "value"),
    [("number", "two"), ("boolean", 2), ("image", 1), ("integer", 10**5000)],
    ids=["word", "two", "number", "huge"],
)
def test_what_is_not_of_its_type_cannot_be_written(kind: str, value: Any) -> None:
    with pytest.raises(NodeError) as caught:
        spelled(value, kind, "x")
    assert caught.value.reason.code == "input_value_malformed"
