"""Data sets from the web: what is there is read as the node reads it, what is not is downloaded and compared."""

from __future__ import annotations

import hashlib
import io
import tarfile
from typing import TYPE_CHECKING, Any

import pytest

from app.nodes.data.sources import SOURCES
from tests.support.fileserver import serving
from tests.support.image_sets import made_files
from tests.support.script_cases import check, dataset
from tests.support.scripts import script_of, style_faults

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize("split", ["train", "test"])
@pytest.mark.parametrize("name", sorted(SOURCES))
def test_downloaded_sets_are_read_as_the_node_reads_them(
    name: str, split: str, tmp_path: Path, run_here: Callable[[str], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = SOURCES[name]
    files, _ = made_files(name)
    for root in (tmp_path / "run", tmp_path):
        place = root / "data" / source.folder
        place.mkdir(parents=True)
        for file, content in files.items():
            if not source.is_archive:
                (place / file).write_bytes(content)
                continue
            with tarfile.open(fileobj=io.BytesIO(content)) as archive:
                archive.extractall(root / "data", filter="data")
    monkeypatch.chdir(tmp_path)
    plain = dataset("Dataset", [], name=name, split=split)
    turned = dataset("Dataset", [("RandomHorizontalFlip", {}), ("ToTensorTransform", {})], name=name, split=split)
    for document in (plain, turned):
        check(document, tmp_path / "run", run_here)
        script = script_of(document, seed=3)
        assert style_faults(script) == "", script


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_files_that_are_missing_are_downloaded_and_compared(
    name: str, tmp_path: Path, run_here: Callable[[str], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = SOURCES[name]
    monkeypatch.chdir(tmp_path)
    with serving() as server:
        server.files, wanted = made_files(name)
        script = script_of(dataset("Dataset", [], name=name, split="test")).replace(source.base, server.url)
        with pytest.raises(ValueError, match="another file than the one that was published"):
            run_here(script)
        for file, digest in source.digests.items():
            if file in server.files:
                script = script.replace(str(digest), hashlib.md5(server.files[file]).hexdigest())
        labels = [wanted["test"][1][place] for place in (2, 0, 1)]
        assert run_here(script)["labels ="] == labels
        server.files.clear()
        assert run_here(script)["labels ="] == labels  # they are there now
