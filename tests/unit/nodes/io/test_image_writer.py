"""ImageWriter: what Pillow reads back is what was written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from PIL import Image

from app.core.vocab.errors import NodeError
from app.nodes.io.image_reader import ImageReader
from app.nodes.io.image_writer import ImageWriter
from tests.support import mutants
from tests.support.nodes import RecordingSinks, call, run_context
from tests.support.picture_files import pixels


def write(root: Path, image: Any, sinks: RecordingSinks | None = None, **params: Any) -> Path:
    out = call(ImageWriter, root, {"image": image}, params, run=run_context(root, sinks))
    return Path(out["path"])


@pytest.mark.parametrize("file_format", ["PNG", "BMP", "TIFF"])
@pytest.mark.parametrize("channels", [1, 3])
def test_is_read_back_as_it_was(tmp_path: Path, file_format: str, channels: int) -> None:
    value = pixels(4, 5, channels).permute(2, 0, 1).float() / 255
    path = write(tmp_path, value, format=file_format)
    mode = "L" if channels == 1 else "RGB"
    out = call(ImageReader, tmp_path, {}, {"path": str(path), "mode": mode})
    mutants.check(mutants.equals(value), out["tensor"])


def test_transparency_is_kept_where_the_format_has_it(tmp_path: Path) -> None:
    value = pixels(4, 5, 4).permute(2, 0, 1)
    with Image.open(write(tmp_path, value)) as made:
        assert made.mode == "RGBA"
        assert np.array_equal(np.array(made), pixels(4, 5, 4).numpy())
    with Image.open(write(tmp_path, value, format="BMP")) as made:
        assert np.array_equal(np.array(made), pixels(4, 5, 4).numpy()[:, :, :3])
    with Image.open(write(tmp_path, value[:2], format="JPEG")) as made:
        assert (made.format, made.mode, made.size) == ("JPEG", "L", (5, 4))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (torch.tensor([[0.0, 1.0, 2.0, -1.0]]), [0, 255, 255, 0]),
        (torch.tensor([[0.5, 0.498, float("nan"), float("inf")]]), [128, 127, 0, 255]),
        (torch.tensor([[0, 7, 300, -4]]), [0, 7, 255, 0]),
        (torch.tensor([[True, False, True, True]]), [255, 0, 255, 255]),
        (torch.tensor([[[1.0]], [[0.0]]])[:, None][:1].expand(1, 1, 1, 4), [255] * 4),
        (torch.tensor([[0.2, 0.4, 0.6, 0.8]], dtype=torch.float64, requires_grad=True), [51, 102, 153, 204]),
    ],
)
def test_values_become_bytes(tmp_path: Path, value: torch.Tensor, expected: list[int]) -> None:
    with Image.open(write(tmp_path, value)) as made:
        assert np.array(made).reshape(-1).tolist() == expected


def test_of_a_batch_the_first(tmp_path: Path) -> None:
    batch = torch.stack([torch.zeros(3, 2, 2), torch.ones(3, 2, 2)])
    with Image.open(write(tmp_path, batch)) as made:
        assert np.array(made).max() == 0


@pytest.mark.parametrize(
    ("name", "file_format", "below"),
    [
        ("output.png", "JPEG", "data/output/output.jpg"),
        ("a.JPEG", "JPEG", "data/output/a.JPEG"),
        ("data/x/a.tif", "TIFF", "data/x/a.tif"),
        ("v1.2", "PNG", "data/output/v1.2.png"),
        ("a.png", "BMP", "data/output/a.bmp"),
    ],
)
def test_the_ending_follows_the_format(tmp_path: Path, name: str, file_format: str, below: str) -> None:
    sinks = RecordingSinks()
    path = write(tmp_path, torch.ones(3, 2, 4), sinks, path=name, format=file_format)
    assert path == tmp_path / below
    assert path.is_file()
    (artifact,) = sinks.artifacts
    assert (artifact.kind, artifact.path, artifact.node_id) == ("image", str(path), "n1")
    assert artifact.meta == {"format": file_format, "width": 4, "height": 2}


def test_a_side_that_the_format_cannot_hold_is_named(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        write(tmp_path, torch.zeros(1, 1, 70_000), format="JPEG")
    assert caught.value.reason.code == "image_not_written"
    assert caught.value.reason.params == {"format": "JPEG", "width": 70_000, "height": 1}
    assert not list((tmp_path / "data" / "output").iterdir())


@pytest.mark.parametrize(
    ("image", "name", "code"),
    [
        (torch.ones(5, 2, 2), "a.png", "image_shape"),
        (torch.ones(2), "a.png", "image_shape"),
        (torch.ones(3, 0, 2), "a.png", "image_shape"),
        (torch.ones(0, 3, 2, 2), "a.png", "image_shape"),
        (torch.ones(1, 2, 2, dtype=torch.complex64), "a.png", "image_shape"),
        ("x", "a.png", "not_a_tensor"),
        (torch.ones(1, 2, 2), "", "path_empty"),
        (torch.ones(1, 2, 2), "../a.png", "path_outside"),
        (torch.ones(1, 2, 2), "data/graphs/a.png", "path_protected"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, image: Any, name: str, code: str) -> None:
    with pytest.raises(NodeError) as caught:
        write(tmp_path, image, path=name)
    assert caught.value.reason.code == code
    assert not list((tmp_path / "data" / "output").iterdir())
