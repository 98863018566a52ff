"""Stop at any batch, in any setting: what is written is exactly a place of the run that was not stopped."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.training import BATCHES, assert_same_weights, loop, make_loader


@settings(max_examples=25, deadline=None, database=None)
@given(
    cuts=st.lists(st.integers(1, 2 * BATCHES), min_size=1, max_size=3),
    accumulate=st.integers(1, 5),
    optimizer=st.sampled_from(["Adam", "SGD", "Rprop"]),
    schedule=st.sampled_from([None, "StepLR", "OneCycleLR"]),
    val_every=st.sampled_from([0, 2, 5]),
    per_step=st.booleans(),
)
def test_stopped_again_and_again(
    cuts: list[int], accumulate: int, optimizer: str, schedule: str | None, val_every: int, per_step: bool
) -> None:
    params = {
        "accumulate_steps": accumulate,
        "val_every_steps": val_every,
        "scheduler_step": "optimizer_step" if per_step else "epoch",
    }
    made: dict[str, Any] = {
        "optimizer": {"type": optimizer},
        "scheduler": {"type": schedule, "step_size": 2, "gamma": 0.5, "total_steps": 9} if schedule else None,
    }
    with TemporaryDirectory() as folder:
        root = Path(folder)
        whole = loop(root / "whole", params, validate=make_loader(seed=8), **made)
        path, last = None, (0, 0)
        for number, cut in enumerate(cuts):
            part = loop(root / str(number), params, validate=make_loader(seed=8), stop_after=cut, resume=path, **made)
            if part.interrupted is None:
                break
            place = (part.interrupted["epoch"], part.interrupted["batch"])
            assert place >= last
            last, path = place, part.interrupted["checkpoint_path"]
            saved = torch.load(path, weights_only=True)
            assert (saved["epoch"], saved["cdui"]["batch"]) == place
            assert saved["cdui"]["batch"] % accumulate == 0 or saved["cdui"]["batch"] == BATCHES
        end = loop(root / "end", params, validate=make_loader(seed=8), resume=path, **made)
        assert end.interrupted is None
        assert_same_weights(end.weights, whole.weights)
