"""ImageBatchReader: which files of a folder, in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.engine.context import CancelFlag
from app.nodes.io.image_batch_reader import ImageBatchReader
from tests.support import mutants
from tests.support.nodes import call, folders, run_context
from tests.support.picture_files import save

if TYPE_CHECKING:
    from pathlib import Path


def read(root: Path, **params: Any) -> dict[str, Any]:
    return call(ImageBatchReader, root, {}, {"directory": "data/images/set", "resize": 4, **params})


@pytest.fixture
def batch(tmp_path: Path) -> torch.Tensor:
    folder = folders(tmp_path).images / "set"
    parts = [save(folder / name, 4, 4, seed=seed) for seed, name in enumerate(["a.png", "b.png", "c.png"])]
    save(folder / "under" / "d.png", 4, 4, seed=8)
    save(folder / "e.bmp", 4, 4, seed=9)
    return torch.stack(parts)


def test_the_files_in_order(tmp_path: Path, batch: torch.Tensor) -> None:
    out = read(tmp_path)
    mutants.check(mutants.equals(batch), out["images"])
    assert (out["count"], out["__log__"]) == (3, "3 of 3 files")


def test_a_limit_a_pattern_a_mode_and_a_size(tmp_path: Path, batch: torch.Tensor) -> None:
    torch.testing.assert_close(read(tmp_path, max_images=2)["images"], batch[:2])
    assert read(tmp_path, pattern="**/*.png")["count"] == 4
    assert read(tmp_path, pattern="*", max_images=9)["count"] == 4
    assert read(tmp_path, mode="RGBA", resize=3)["images"].shape == (3, 4, 3, 3)
    assert read(tmp_path, mode="L", resize=1)["images"].shape == (3, 1, 1, 1)


def test_what_cannot_be_read_is_passed_over_and_told(tmp_path: Path, batch: torch.Tensor) -> None:
    (folders(tmp_path).images / "set" / "aa.png").write_bytes(b"none")
    out = read(tmp_path, max_images=3)
    torch.testing.assert_close(out["images"], batch)
    assert out["__log__"].startswith("3 of 4 files; passed over 1: aa.png cannot be read as a picture")


def test_the_limit_of_pixels(tmp_path: Path, batch: torch.Tensor) -> None:
    save(folders(tmp_path).images / "set" / "aa.png", 30, 30)
    run = run_context(tmp_path, max_image_pixels=899)
    out = call(ImageBatchReader, tmp_path, {}, {"directory": "data/images/set"}, run=run)
    assert out["count"] == 3
    assert "aa.png has 30 x 30 pixels and may have 899" in out["__log__"]


def test_a_stop_is_heard(tmp_path: Path, batch: torch.Tensor) -> None:
    flag = CancelFlag()
    flag.set()
    out = call(
        ImageBatchReader,
        tmp_path,
        {},
        {"directory": "data/images/set"},
        run=run_context(tmp_path, cancel=flag),
    )
    assert out == {"__interrupted__": {}}


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"directory": ""}, "path_empty"),
        ({"directory": "data/none"}, "folder_missing"),
        ({"directory": "data/images/set/a.png"}, "folder_is_file"),
        ({"directory": "../x"}, "path_outside"),
        ({"pattern": "../*.png"}, "pattern_malformed"),
        ({"pattern": "/etc/*"}, "pattern_malformed"),
        ({"pattern": ""}, "pattern_malformed"),
        ({"pattern": "*.gif"}, "images_none"),
        ({"pattern": "under"}, "images_none"),
        ({"resize": 10**8}, "tensor_too_large"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, batch: torch.Tensor, settings: dict[str, Any], code: str) -> None:
    with pytest.raises(NodeError) as caught:
        read(tmp_path, **settings)
    assert caught.value.reason.code == code


def test_a_folder_without_one_good_file_is_named(tmp_path: Path) -> None:
    folder = folders(tmp_path).images / "set"
    folder.mkdir()
    (folder / "a.png").write_bytes(b"none")
    with pytest.raises(NodeError) as caught:
        read(tmp_path)
    assert caught.value.reason.code == "images_unreadable"
    assert caught.value.reason.params["why"].startswith("a.png cannot be read")
