"""Proves that a comparison can fail: a zeroed and a shuffled output must not pass it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

if TYPE_CHECKING:
    from collections.abc import Callable


def check(compare: Callable[[torch.Tensor], None], output: torch.Tensor) -> None:
    """Run `compare` on the output, then on two mutants of it that it must refuse with AssertionError.

    The output needs at least two different values, else a mutant may be the output itself.
    """
    compare(output)
    flat = output.detach().reshape(-1)
    shuffled = flat.roll(1).reshape(output.shape)
    if torch.equal(shuffled, output.detach()):
        shuffled = flat.flip(0).reshape(output.shape)
    for mutant in (torch.zeros_like(output), shuffled):
        assert not torch.equal(mutant, output.detach()), "the case cannot tell a mutant from the output"
        with pytest.raises(AssertionError):
            compare(mutant)


def equals(expected: torch.Tensor) -> Callable[[torch.Tensor], None]:
    """A comparison with `expected`: shape, dtype and every value (rounding of the last bits aside)."""

    def compare(actual: torch.Tensor) -> None:
        torch.testing.assert_close(actual, expected)

    return compare
