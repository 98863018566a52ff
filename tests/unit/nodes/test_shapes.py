"""Shapes as people type them, and sizes before anything is made."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from app.core.vocab.errors import NodeError
from app.nodes.shapes import broadcast, parse_shape, refuse_absurd, shape_text

SIZES = st.lists(st.integers(0, 5), max_size=5)


@given(sizes=st.lists(st.integers(0, 10**17), max_size=64))
def test_what_is_written_is_read_back(sizes: list[int]) -> None:
    assert parse_shape("(" + ", ".join(str(size) for size in sizes) + ")") == tuple(sizes)


@given(text=st.text(max_size=20))
def test_any_text_is_a_shape_or_a_refusal(text: str) -> None:
    shape: tuple[int, ...] = ()
    code = "shape_"
    try:
        shape = parse_shape(text, infer=True)
    except NodeError as error:
        code = error.reason.code
    assert code.startswith("shape_")
    assert all(size >= -1 for size in shape)
    assert shape.count(-1) <= 1


@given(a=SIZES, b=SIZES)
def test_broadcasting_is_torchs(a: list[int], b: list[int]) -> None:
    try:
        expected: tuple[int, ...] | None = tuple((torch.empty(a) + torch.empty(b)).shape)
    except RuntimeError:
        expected = None
    assert broadcast(a, b) == expected


def test_shapes_in_words() -> None:
    assert shape_text((2, 3)) == "2 x 3"
    assert shape_text(()) == "one number"


def test_the_limit_is_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.nodes.shapes.free_bytes", lambda device: 8 << 20)
    refuse_absurd((1 << 20,), 8, "cpu")
    with pytest.raises(NodeError) as caught:
        refuse_absurd(((1 << 20) + 1,), 8, "cuda:1")
    assert caught.value.reason.params["device"] == "cuda:1"
