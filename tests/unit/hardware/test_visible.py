"""CUDA_VISIBLE_DEVICES, read as CUDA reads it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.hardware.nvml import Card
from app.hardware.visible import Visible, parse, select

A, B = "GPU-aaaa1111-0000-0000-0000-000000000000", "GPU-aaab2222-0000-0000-0000-000000000000"
M = "MIG-cccc3333-0000-0000-0000-000000000000"
CARDS = (Card(0, A, "a"), Card(0, M, "m", is_mig=True), Card(1, B, "b"), Card(2, None, "c"))


@pytest.mark.parametrize(
    ("text", "entries", "stopped_at"),
    [
        (None, None, None),
        ("", (), None),
        ("  ", (), None),
        ("0", (0,), None),
        ("1,0", (1, 0), None),
        (" 0 , 1 ", (0, 1), None),
        (A, (A,), None),
        ("GPU-aaaa", ("GPU-aaaa",), None),
        (f"{A},{B}", (A, B), None),
        (M, (M,), None),
        (f"{M},MIG-dddd", (M,), None),
        ("MIG-GPU-aaaa/1/0", ("MIG-GPU-aaaa/1/0",), None),
        ("-1", (), "-1"),
        ("0,-1,1", (0,), "-1"),
        ("0,,1", (0,), ""),
        ("NoDevFiles", (), "NoDevFiles"),
        ("0,0", (), "0"),
        (f"0,{A}", (0,), A),
        (f"{A},0", (A,), "0"),
        ("0x1", (), "0x1"),
        ("٣", (), "٣"),
        ("9" * 50, (), "9" * 50),
    ],
)
def test_the_table(text: str | None, entries: Any, stopped_at: str | None) -> None:
    assert parse(text) == Visible(entries, stopped_at)


@given(st.text(max_size=60) | st.text("0123456789,- GPUMIGabc", max_size=60))
def test_any_text_is_read_without_an_error(text: str) -> None:
    found = parse(text)
    assert found.entries is not None
    assert len(set(found.entries)) == len(found.entries)
    select(found, CARDS)


@pytest.mark.parametrize(
    ("text", "indices"),
    [
        (None, [(0, False), (1, False), (2, False)]),
        ("", []),
        ("1,0", [(1, False), (0, False)]),
        ("2,7,0", [(2, False)]),
        (B, [(1, False)]),
        (B.upper().replace("GPU", "GPU"), [(1, False)]),
        ("GPU-aaab", [(1, False)]),
        ("GPU-aaa", []),
        ("GPU-ffff,GPU-aaab", []),
        ("GPU-aaab,GPU-aaab2", []),
        (M, [(0, True)]),
        ("MIG-eeee", []),
    ],
)
def test_the_cards_a_run_will_see(text: str | None, indices: list[tuple[int, bool]]) -> None:
    assert [(card.index, card.is_mig) for card in select(parse(text), CARDS)] == indices
