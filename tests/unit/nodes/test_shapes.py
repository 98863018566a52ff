"""Shapes as people type them, and sizes before anything is made."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from app.core.vocab.errors import NodeError
from app.nodes.shapes import broadcast, free_bytes, parse_shape, refuse_absurd, shape_text, size_text

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


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (1023, "1023 bytes"),
        (1024, "1.0 KiB (1024 bytes)"),
        (3 << 29, "1.5 GiB (1610612736 bytes)"),
        (1 << 80, f"1048576.0 EiB ({1 << 80} bytes)"),
    ],
)
def test_sizes_in_words(size: int, text: str) -> None:
    assert size_text(size) == text


def test_shapes_in_words() -> None:
    assert shape_text((2, 3)) == "2 x 3"
    assert shape_text(()) == "one number"


def test_what_is_free_is_less_than_the_machine_has() -> None:
    with open("/proc/meminfo", encoding="ascii") as lines:
        total = int(lines.readline().split()[1]) * 1024
    assert 0 < free_bytes("cpu") < total


def test_without_proc_the_system_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*args: object, **kwargs: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr("app.nodes.shapes.open", gone, raising=False)
    assert 0 < free_bytes("cpu") < 1 << 62


def test_the_limit_is_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.nodes.shapes.free_bytes", lambda device: 8 << 20)
    refuse_absurd((1 << 20,), 8, "cpu")
    with pytest.raises(NodeError) as caught:
        refuse_absurd(((1 << 20) + 1,), 8, "cuda:1")
    assert caught.value.reason.params["device"] == "cuda:1"
