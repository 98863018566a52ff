"""MoELayer against a loop over tokens with the same weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch.nn import functional

from app.nodes.transformer.moe_layer import MoELayer
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path

SIZES = {"num_experts": 5, "top_k": 3, "hidden_dim": 4, "expert_hidden_dim": 6, "seed": 9}
OUTPUTS = ("output", "routing_weights", "expert_indices")


def mixture(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Token by token, in the weights' own order of drawing."""
    generator = torch.Generator().manual_seed(9)

    def draw(*shape: int, inputs: int) -> Any:
        return ((torch.rand(shape, generator=generator) * 2 - 1) / inputs**0.5).to(x.dtype)

    router, up, up_bias = draw(5, 4, inputs=4), draw(5, 6, 4, inputs=4), draw(5, 6, inputs=4)
    down, down_bias = draw(5, 4, 6, inputs=6), draw(5, 4, inputs=6)
    outputs, shares, chosen = [], [], []
    for token in x.reshape(-1, 4):
        scores = router @ token
        best = scores.argsort(descending=True)[:3]
        share = scores[best].exp() / scores[best].exp().sum()
        answers = [down[e] @ functional.gelu(up[e] @ token + up_bias[e]) + down_bias[e] for e in best.tolist()]
        outputs.append(sum(weight * answer for weight, answer in zip(share, answers, strict=True)))
        shares.append(share)
        chosen.append(best)
    lead = x.shape[:-1]
    output = torch.stack([torch.as_tensor(item) for item in outputs])
    return output.reshape(*lead, 4), torch.stack(shares).reshape(*lead, 3), torch.stack(chosen).reshape(*lead, 3)


def test_mixes_the_answers_of_the_best_experts(tmp_path: Path) -> None:
    agreement.check(MoELayer, tmp_path, {"x": strided((2, 3, 4))}, SIZES, mixture, OUTPUTS)


def test_a_sequence_gains_a_batch_and_no_token_gives_none(tmp_path: Path) -> None:
    x = random((3, 4))
    out = call(MoELayer, tmp_path, {"x": x}, SIZES)
    for name, want in zip(OUTPUTS, mixture(x[None]), strict=True):
        torch.testing.assert_close(out[name].detach(), want)
    empty = call(MoELayer, tmp_path, {"x": torch.zeros(2, 0, 4)}, SIZES)
    assert [tuple(empty[name].shape) for name in OUTPUTS] == [(2, 0, 4), (2, 0, 3), (2, 0, 3)]


def test_another_seed_is_another_router(tmp_path: Path) -> None:
    x = random((1, 8, 4))
    one, two = (call(MoELayer, tmp_path, {"x": x}, {**SIZES, "seed": seed})["output"] for seed in (1, 2))
    assert not torch.equal(one, two)


@pytest.mark.parametrize(
    ("shape", "params", "code"),
    [
        ((4,), {}, "rank_unfit"),
        ((2, 3), {}, "layer_size_unfit"),
        ((2, 4), {"top_k": 6}, "experts_too_few"),
        ((2, 4), {"expert_hidden_dim": 2**40}, "size_out_of_range"),
        ((2, 4), {"num_experts": 2**31 - 1}, "out_of_memory_ahead"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    assert agreement.refusal(MoELayer, tmp_path, {"x": random(shape)}, {**SIZES, **params}).code == code
