"""Params: what is taken as what, and what is refused by which name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.core.graph.params import MAX_INT, check_params
from tests.support.catalog import CATALOG, param, spec

NODE = spec(
    "T",
    "",
    "",
    param("i", "int", 1, min_value=0, max_value=10),
    param("free", "int", 0),
    param("f", "float", 0.5, min_value=0.0),
    param("b", "bool", False),
    param("s", "string", "x"),
    param("o", "select", "a", options=("a", "b", "2")),
    param("device", "select", "auto", options=("auto", "cpu")),
    param("file", "model_file", ""),
    param("grid", "tensor_grid", None),
    param("key", "secret", ""),
)

INF = float("inf")


@pytest.mark.parametrize(
    ("name", "given", "taken"),
    [
        ("i", 3, 3), ("i", 3.0, 3), ("i", "3", 3), ("i", " 7 ", 7), ("i", "7.0", 7), ("i", 0, 0), ("i", 10, 10),
        ("free", -MAX_INT, -MAX_INT), ("free", "1e3", 1000),
        ("f", 2, 2.0), ("f", "1e-3", 0.001), ("f", 0, 0.0),
        ("b", True, True), ("b", "false", False), ("b", "TRUE", True), ("b", 1, True), ("b", 0, False),
        ("s", "", ""), ("s", 4, "4"), ("s", 0.5, "0.5"),
        ("o", "b", "b"), ("o", 2, "2"),
        ("device", "cuda:3", "cuda:3"), ("device", "mps", "mps"),
        ("file", "sub\\model.pt", "sub/model.pt"), ("file", "C:\\a\\b.pt", "C:/a/b.pt"), ("file", "a/b.pt", "a/b.pt"),
        ("grid", None, None), ("grid", 3, 3), ("grid", [], []), ("grid", [[1, 2], [3, 4.5]], [[1, 2], [3, 4.5]]),
        ("grid", [[True], [False]], [[True], [False]]), ("grid", [[], []], [[], []]),
        ("key", "sk-1", "sk-1"),
    ],
)  # fmt: skip
def test_taken(name: str, given: Any, taken: Any) -> None:
    checked = check_params(NODE, {name: given}, "n")
    assert (checked.problems, checked.warnings) == ([], [])
    assert checked.params[name] == taken
    assert type(checked.params[name]) is type(taken)
    assert {**checked.params, name: None} == {**NODE.defaults(), name: None}


@pytest.mark.parametrize(
    ("name", "given", "code"),
    [
        ("i", True, "param_wrong_type"), ("i", None, "param_wrong_type"), ("i", 2.5, "param_wrong_type"),
        ("i", "two", "param_wrong_type"), ("i", "1_0", "param_wrong_type"), ("i", [1], "param_wrong_type"),
        ("i", "9" * 5000, "param_wrong_type"), ("i", -1, "param_out_of_range"), ("i", 11, "param_out_of_range"),
        ("i", float("nan"), "param_not_finite"), ("i", "inf", "param_not_finite"),
        ("free", MAX_INT + 1, "param_out_of_range"), ("free", 10**4000, "param_out_of_range"),
        ("free", "1" * 300, "param_out_of_range"),
        ("f", "nan", "param_not_finite"), ("f", -INF, "param_not_finite"), ("f", 10**400, "param_not_finite"),
        ("f", -0.1, "param_out_of_range"), ("f", False, "param_wrong_type"), ("f", {}, "param_wrong_type"),
        ("b", 2, "param_wrong_type"), ("b", "yes", "param_wrong_type"), ("b", 1.0, "param_wrong_type"),
        ("s", ["a"], "param_wrong_type"), ("s", True, "param_wrong_type"), ("s", None, "param_wrong_type"),
        ("s", INF, "param_not_finite"), ("s", 10**4000, "param_out_of_range"),
        ("o", "c", "param_unknown_option"), ("o", None, "param_wrong_type"), ("o", True, "param_wrong_type"),
        ("device", "cuda:01", "param_bad_device"), ("device", "cuda:", "param_bad_device"),
        ("device", "CPU", "param_bad_device"), ("device", "cuda:10000", "param_bad_device"),
        ("file", 3, "param_wrong_type"), ("file", "a\0b", "param_bad_path"), ("key", 3, "param_wrong_type"),
        ("grid", [[1], [2, 3]], "param_ragged_grid"), ("grid", [1, [2]], "param_ragged_grid"),
        ("grid", [None], "param_wrong_type"), ("grid", ["1"], "param_wrong_type"), ("grid", {}, "param_wrong_type"),
        ("grid", [INF], "param_not_finite"), ("grid", [10**30], "param_out_of_range"),
    ],
)  # fmt: skip
def test_refused(name: str, given: Any, code: str) -> None:
    checked = check_params(NODE, {name: given}, "n")
    assert checked.params == NODE.defaults()
    (problem,) = checked.problems
    assert (problem.reason.code, problem.node_id) == (code, "n")
    assert (problem.reason.params["node"], problem.reason.params["param"]) == ("n", name)
    assert len(problem.reason.text()) < 400
    json.dumps(problem.to_json("zh-TW"), allow_nan=False)


def test_seventeen_dimensions_are_too_many() -> None:
    grid: Any = 1
    for _ in range(16):
        grid = [grid]
    assert check_params(NODE, {"grid": grid}).problems == []
    assert check_params(NODE, {"grid": [grid]}).problems[0].reason.code == "param_grid_too_deep"


def test_allowed_values_are_said() -> None:
    def allowed(name: str, given: Any) -> str:
        return str(check_params(NODE, {name: given}).problems[0].reason.params["allowed"])

    assert allowed("i", 99) == "0 .. 10"
    assert allowed("f", -1) == ">= 0"
    assert allowed("o", "z") == "a, b, 2"
    assert allowed("device", "z") == "auto, cpu, cuda, cuda:N, mps, mps:N"


def test_every_problem_of_a_node_is_named() -> None:
    checked = check_params(NODE, {"i": "x", "f": "y", "b": "z"}, "n")
    assert [problem.reason.params["param"] for problem in checked.problems] == ["i", "f", "b"]


def test_unknown_params_are_left_out_with_a_warning() -> None:
    checked = check_params(NODE, {"i": 2, "later": {"x": 1}}, "n")
    assert checked.problems == []
    assert checked.params == {**NODE.defaults(), "i": 2}
    (warning,) = checked.warnings
    assert (warning.reason.code, warning.reason.params["param"]) == ("param_unknown", "later")


def test_every_type_of_the_catalog_takes_its_own_defaults() -> None:
    for each in CATALOG.values():
        checked = check_params(each, each.defaults())
        assert (checked.problems, checked.warnings) == ([], [])
        assert checked.params == each.defaults()
