"""The sample pictures are what packaging/stripes.py draws."""

from __future__ import annotations

import runpy
from pathlib import Path

from PIL import Image

REPO = Path(__file__).resolve().parents[2]


def test_the_pictures_and_their_labels_are_fresh() -> None:
    made = runpy.run_path(str(REPO / "packaging" / "stripes.py"))
    folder = REPO / "assets" / "samples" / "stripes"
    kept = {}
    for file in sorted(folder.glob("*.png")):
        with Image.open(file) as picture:
            assert (picture.mode, picture.size) == ("L", (32, 32))
            kept[file.name] = picture.tobytes()
    assert kept == made["pictures"](), "run packaging/stripes.py"
    assert (folder / "labels.csv").read_text("utf-8") == made["labels"]()
