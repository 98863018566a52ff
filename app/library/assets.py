"""Where the files that come with the program lie: examples, presets and samples. They are read-only."""

from __future__ import annotations

import sys
from pathlib import Path


def assets_folder() -> Path:
    """`assets/` of the checkout, `app/assets` of an installed wheel, or the folder of a frozen bundle."""
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle is not None:
        return Path(bundle) / "assets"
    package = Path(__file__).resolve().parents[1]
    installed = package / "assets"
    return installed if installed.is_dir() else package.parent / "assets"


def examples_folder() -> Path:
    """The example graphs."""
    return assets_folder() / "examples"


def presets_folder() -> Path:
    """The presets that come with the program."""
    return assets_folder() / "presets"


def samples_folder() -> Path:
    """The sample data that `data/samples/...` in a node's params means."""
    return assets_folder() / "samples"


def built_interface() -> Path:
    """The window's built files: within the package, wherever that lies; of a checkout they may not be there."""
    bundle = getattr(sys, "_MEIPASS", None)
    return (Path(bundle) / "app" if bundle is not None else Path(__file__).resolve().parents[1]) / "_ui"
