"""Makes the chain of a transform node, and the pixels of what comes out of it."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch
from PIL import Image

from app.core.vocab.errors import NodeError
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path

    from app.engine.node import Node


def chain(node: type[Node], root: Path, before: Any = None, **params: Any) -> Any:
    """The chain that a node gives, sent through pickle as to a loader worker."""
    inputs = {} if before is None else {"transform": before}
    return pickle.loads(pickle.dumps(call(node, root, inputs, params)["transform"]))


def planes(shown: Any) -> torch.Tensor:
    """The bytes of a picture as int64 [C, H, W], so that they can be subtracted."""
    assert isinstance(shown, Image.Image)
    return torch.from_numpy(np.atleast_3d(np.array(shown)).astype(np.int64)).permute(2, 0, 1)


def seeded(step: Any, item: Any, seed: int = 0) -> Any:
    """The item after the step, with torch's generator set to a seed."""
    torch.manual_seed(seed)
    return step(item)


def check_step(node: type[Node], root: Path, item: Any) -> None:
    """What holds for every step: it comes after what is connected, the seed decides, and only torch is asked."""
    seen: list[Any] = []

    def before(given: Any) -> Any:
        seen.append(given)
        return given

    made = call(node, root, {"transform": before})["transform"]
    assert made.steps[0] is before
    first, second = seeded(made, item), seeded(made, item)
    assert seen == [item, item]
    assert _bytes(first) == _bytes(second)
    with pytest.raises(NodeError) as caught:
        call(node, root, {"transform": "resize"})
    assert (caught.value.reason.code, caught.value.reason.params) == (
        "transform_not_callable",
        {"port": "transform", "found": "str"},
    )


def refused(step: Any, item: Any) -> tuple[str, dict[str, Any]]:
    """(code, params) of the refusal of an item."""
    with pytest.raises(NodeError) as caught:
        step(item)
    return caught.value.reason.code, dict(caught.value.reason.params)


def _bytes(value: Any) -> bytes:
    return bytes(value.tobytes()) if isinstance(value, Image.Image) else value.numpy().tobytes()
