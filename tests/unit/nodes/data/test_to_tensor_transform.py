"""ToTensorTransform: pixels and bytes from 0 to 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from PIL import Image

from app.nodes.data.to_tensor_transform import ToTensorTransform
from tests.support import mutants
from tests.support.picture_files import picture, pixels
from tests.support.transforms import chain, check_step, refused

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("channels", [1, 3, 4])
def test_pictures(tmp_path: Path, channels: int) -> None:
    check_step(ToTensorTransform, tmp_path, picture(3, 4))
    made = chain(ToTensorTransform, tmp_path)(picture(3, 4, channels))
    mutants.check(mutants.equals(pixels(3, 4, channels).permute(2, 0, 1).float() / 255), made)
    assert made.is_contiguous()


def test_other_kinds_of_pictures(tmp_path: Path) -> None:
    step = chain(ToTensorTransform, tmp_path)
    assert step(Image.new("1", (2, 1), 1)).tolist() == [[[1.0, 1.0]]]
    assert step(picture(2, 2).convert("P")).shape == (3, 2, 2)
    deep = Image.fromarray(np.array([[0, 65535]], dtype=np.uint16))
    assert step(deep).tolist() == [[[0.0, 1.0]]]


def test_tensors(tmp_path: Path) -> None:
    step = chain(ToTensorTransform, tmp_path)
    assert step(torch.tensor([0, 51, 255], dtype=torch.uint8)).tolist() == pytest.approx([0.0, 0.2, 1.0])
    value = torch.tensor([2.0, -1.0])
    assert step(value) is value
    assert refused(step, "x") == ("transform_needs_picture", {"step": "ToTensor", "found": "str"})
