"""Variables named after nodes."""

from __future__ import annotations

import pytest

from app.export.names import Names, class_name, slug


@pytest.mark.parametrize(
    ("node_id", "name"),
    [
        ("train-loader", "train_loader"),
        ("TrainLoop 2", "train_loop_2"),
        ("lambda", "lambda_2"),
        ("print", "print_2"),
        ("match", "match_2"),
        ("main", "main_2"),
        ("節點", "mat_mul"),
        ("1", "mat_mul"),
        ("node_17", "mat_mul"),
        ("7f9c24e8-3b12-4f6d-9a1c-0d2e4f6a8b0c", "mat_mul"),
        ("a" * 80, "a" * 24),
    ],
)
def test_the_node_id_is_the_name_where_it_says_something(node_id: str, name: str) -> None:
    assert Names(frozenset({"main"})).take(node_id, "MatMul") == name


def test_each_name_is_given_once() -> None:
    names = Names(frozenset())
    assert [names.take(wanted, "x") for wanted in ("a b", "a_b", "a-b", "a_b_2")] == [
        "a_b",
        "a_b_2",
        "a_b_3",
        "a_b_2_2",
    ]


def test_forms() -> None:
    assert [slug("KNN"), slug("LSTMCell"), slug("é"), class_name("digits_net")] == ["knn", "lstm_cell", "", "DigitsNet"]
