"""Split against joining again, and its ports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.tensor.split import Split
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(
    ("chunks", "dim", "sizes"), [(1, 0, [7]), (2, 0, [4, 3]), (3, 0, [3, 3, 1]), (4, -1, [2, 2, 2]), (32, 1, [1, 1, 1])]
)
def test_cuts_into_even_pieces_in_order(
    tmp_path: Path, kind: torch.dtype, chunks: int, dim: int, sizes: list[int]
) -> None:
    value = strided((7, 3, 6), kind)
    out = call(Split, tmp_path, {"tensor": value}, {"chunks": chunks, "dim": dim})
    assert list(out) == [f"chunk_{number}" for number in range(len(sizes))]
    assert [piece.shape[dim] for piece in out.values()] == sizes
    assert torch.equal(torch.cat(list(out.values()), dim), value)


def test_gradient_and_mutants(tmp_path: Path) -> None:
    agreement.check(
        Split,
        tmp_path,
        {"tensor": strided((3, 5), torch.float64)},
        {"chunks": 2, "dim": 1},
        lambda x: (x[:, :3], x[:, 3:]),
        outputs=("chunk_0", "chunk_1"),
    )


@pytest.mark.parametrize(("chunks", "count"), [(1, 1), (2, 2), (5, 5), (32, 32), (99, 32), (-1, 1)])
def test_has_a_port_for_each_piece(chunks: int, count: int) -> None:
    inputs, outputs = Split.SPEC.ports({"chunks": chunks, "dim": 0})
    assert [port.name for port in inputs] == ["tensor"]
    assert [port.name for port in outputs] == [f"chunk_{number}" for number in range(count)]


def test_the_ports_at_default_are_those_of_the_spec() -> None:
    assert Split.SPEC.ports(Split.SPEC.defaults()) == (Split.SPEC.inputs, Split.SPEC.outputs)


def test_no_items_give_empty_pieces(tmp_path: Path) -> None:
    out = call(Split, tmp_path, {"tensor": torch.zeros(0, 3)}, {"chunks": 3})
    assert [tuple(piece.shape) for piece in out.values()] == [(0, 3)] * 3


def test_one_number_and_a_missing_dimension_are_refused(tmp_path: Path) -> None:
    assert agreement.refusal(Split, tmp_path, {"tensor": 3.0}).code == "rank_unfit"
    assert agreement.refusal(Split, tmp_path, {"tensor": random((3,))}, {"dim": 1}).code == "dim_out_of_range"
