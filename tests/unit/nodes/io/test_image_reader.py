"""ImageReader against the pixels that were saved, and against Pillow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch
from PIL import Image

from app.core.vocab.errors import NodeError
from app.nodes.io.image_reader import ImageReader
from tests.support import mutants
from tests.support.nodes import call, folders, run_context
from tests.support.picture_files import bomb, picture, save

if TYPE_CHECKING:
    from pathlib import Path


def read(root: Path, name: str = "a.png", limit: int = 25_000_000, **params: Any) -> dict[str, Any]:
    return call(ImageReader, root, {}, {"path": name, **params}, run=run_context(root, max_image_pixels=limit))


@pytest.mark.parametrize("name", ["a.png", "a.bmp", "a.tiff", "a.ppm"])
def test_the_pixels_as_they_were_saved(tmp_path: Path, name: str) -> None:
    expected = save(folders(tmp_path).images / name)
    out = read(tmp_path, name)
    mutants.check(mutants.equals(expected), out["tensor"])
    assert out["image"] is out["tensor"]
    assert out["__log__"] == "5 x 4 pixels"


@pytest.mark.parametrize("mode", ["RGB", "L", "RGBA"])
@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("resize", [0, 3])
def test_modes_and_sizes_as_pillow_makes_them(tmp_path: Path, mode: str, channels: int, resize: int) -> None:
    save(folders(tmp_path).images / "a.png", channels=channels)
    own = picture(4, 5, channels).convert(mode)
    own = own.resize((resize, resize), Image.Resampling.BILINEAR) if resize else own
    expected = torch.from_numpy(np.atleast_3d(np.array(own)).copy()).permute(2, 0, 1).float() / 255
    assert expected.shape[0] == {"RGB": 3, "L": 1, "RGBA": 4}[mode]
    mutants.check(mutants.equals(expected), read(tmp_path, mode=mode, resize=resize)["image"])


def test_sixteen_bits_a_channel_become_eight(tmp_path: Path) -> None:
    deep = np.array([[0, 255], [256, 65535]], dtype=np.uint16)
    Image.fromarray(deep).save(folders(tmp_path).images / "a.png")
    expected = torch.tensor([[[0.0, 0.0], [1.0, 255.0]]]) / 255
    torch.testing.assert_close(read(tmp_path, mode="L")["tensor"], expected)


def test_the_limit_of_pixels(tmp_path: Path) -> None:
    save(folders(tmp_path).images / "a.png")
    assert read(tmp_path, limit=20)["image"].shape == (3, 4, 5)
    with pytest.raises(NodeError) as caught:
        read(tmp_path, limit=19)
    assert caught.value.reason.code == "image_too_large"
    assert caught.value.reason.params == {"path": "a.png", "width": 5, "height": 4, "limit": 19}


@pytest.mark.parametrize(("width", "height", "shown"), [(5001, 5000, 5001), (60000, 60000, "?")])
def test_a_file_that_promises_too_much_is_refused_undecoded(
    tmp_path: Path, width: int, height: int, shown: object
) -> None:
    (folders(tmp_path).images / "a.png").write_bytes(bomb(width, height))
    with pytest.raises(NodeError) as caught:
        read(tmp_path)
    assert (caught.value.reason.code, caught.value.reason.params["width"]) == ("image_too_large", shown)
    assert caught.value.reason.params["limit"] == 25_000_000


def test_a_whole_file_of_the_largest_size_is_broken_not_too_large(tmp_path: Path) -> None:
    (folders(tmp_path).images / "a.png").write_bytes(bomb(5000, 5000))
    with pytest.raises(NodeError) as caught:
        read(tmp_path)
    assert caught.value.reason.code == "image_broken"


@pytest.mark.parametrize("content", [b"", b"no picture", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1 1\n"])
def test_what_is_no_picture_is_named(tmp_path: Path, content: bytes) -> None:
    (folders(tmp_path).images / "a.png").write_bytes(content)
    with pytest.raises(NodeError) as caught:
        read(tmp_path)
    assert (caught.value.reason.code, caught.value.reason.params["path"]) == ("image_broken", "a.png")
    assert str(tmp_path) not in caught.value.reason.text()


def test_a_file_that_was_cut_is_named(tmp_path: Path) -> None:
    path = folders(tmp_path).images / "a.png"
    save(path, 60, 60)
    path.write_bytes(path.read_bytes()[:4000])
    with pytest.raises(NodeError) as caught:
        read(tmp_path)
    assert caught.value.reason.code == "image_broken"


@pytest.mark.parametrize(
    ("name", "code"), [("", "path_empty"), ("none.png", "file_missing"), ("../a.png", "path_outside")]
)
def test_paths(tmp_path: Path, name: str, code: str) -> None:
    with pytest.raises(NodeError) as caught:
        read(tmp_path, name)
    assert caught.value.reason.code == code


def test_a_square_that_cannot_fit_is_refused(tmp_path: Path) -> None:
    save(folders(tmp_path).images / "a.png")
    with pytest.raises(NodeError) as caught:
        read(tmp_path, resize=10**9)
    assert caught.value.reason.code == "tensor_too_large"
