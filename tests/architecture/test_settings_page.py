"""docs/settings.md is what the settings model says."""

from __future__ import annotations

import runpy
from pathlib import Path

from app.settings import Settings

REPO = Path(__file__).resolve().parents[2]


def test_the_page_is_fresh_and_has_a_heading_for_every_setting() -> None:
    made = runpy.run_path(str(REPO / "packaging" / "settings_page.py"))["page"]()
    kept = (REPO / "docs" / "settings.md").read_text("utf-8")
    assert kept == made, "run packaging/settings_page.py"
    assert [line[3:] for line in kept.splitlines() if line.startswith("## ")] == [
        f"CODEFYUI_{name.upper()}" for name in Settings.model_fields
    ]
