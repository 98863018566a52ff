"""Modules whose weights depend on a seed of their own: drawn from a generator, never from the shared random state."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from app.nodes.memory import refuse_oversize
from app.nodes.windows import setting

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SEEDS = 2**64
_ITEM_BYTES = 4


def rnn_cell(input_size: int, hidden_size: int, nonlinearity: str, seed: int) -> nn.RNNCell:
    """nn.RNNCell with the weights that it has after torch.manual_seed(seed).

    Raises: NodeError size_out_of_range, out_of_memory_ahead.
    """
    sizes = {"input_size": input_size, "hidden_size": hidden_size}
    for name in sizes:
        setting(sizes, name, 1)
    refuse_oversize(hidden_size * (input_size + hidden_size + 2) * _ITEM_BYTES, "RNNCell")
    with torch.device("meta"):
        cell = nn.RNNCell(input_size, hidden_size, nonlinearity=nonlinearity)
    cell = cell.to_empty(device="cpu")
    _fill(cell.parameters(), 1 / math.sqrt(hidden_size), torch.Generator().manual_seed(seed % _SEEDS))
    return cell


class Experts(nn.Module):
    """A router without a bias over experts `down(gelu(up(x)))`; every weight uniform within 1 / sqrt(its inputs).

    The shares of the chosen experts are the softmax of their scores alone (Jiang et al., Mixtral of Experts, 2024).
    """

    def __init__(self, count: int, top_k: int, width: int, inner: int) -> None:
        super().__init__()
        self.top_k = top_k
        self.router = nn.Parameter(torch.empty(count, width))
        self.up = nn.Parameter(torch.empty(count, inner, width))
        self.up_bias = nn.Parameter(torch.empty(count, inner))
        self.down = nn.Parameter(torch.empty(count, width, inner))
        self.down_bias = nn.Parameter(torch.empty(count, width))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """[batch, time, width] to the output of that shape, shares and experts [batch, time, top_k]."""
        scores, chosen = (x @ self.router.T).topk(self.top_k, dim=-1)
        shares = scores.softmax(-1)
        tokens, experts, weights = x.reshape(-1, x.shape[-1]), chosen.reshape(-1, self.top_k), shares.flatten(0, -2)
        output = torch.zeros_like(tokens)
        for expert in sorted(set(experts.flatten().tolist())):
            rows, places = (experts == expert).nonzero(as_tuple=True)
            inner = nn.functional.gelu(tokens[rows] @ self.up[expert].T + self.up_bias[expert])
            answer = inner @ self.down[expert].T + self.down_bias[expert]
            output = output.index_add(0, rows, answer * weights[rows, places, None])
        return output.reshape(x.shape), shares, chosen


def experts(params: Mapping[str, Any]) -> Experts:
    """Make a router and its experts of num_experts, top_k, hidden_dim, expert_hidden_dim and seed.

    Raises: NodeError size_out_of_range, out_of_memory_ahead.
    """
    count, top_k = setting(params, "num_experts", 1), setting(params, "top_k", 1)
    width, inner = setting(params, "hidden_dim", 1), setting(params, "expert_hidden_dim", 1)
    refuse_oversize(count * (width * (2 * inner + 2) + inner) * _ITEM_BYTES, "MoELayer")
    made = Experts(count, top_k, width, inner)
    generator = torch.Generator().manual_seed(params["seed"] % _SEEDS)
    _fill((made.router, made.up, made.up_bias), 1 / math.sqrt(width), generator)
    _fill((made.down, made.down_bias), 1 / math.sqrt(inner), generator)
    return made


def _fill(weights: Iterable[Tensor], bound: float, generator: torch.Generator) -> None:
    for weight in weights:
        nn.init.uniform_(weight, -bound, bound, generator=generator)
