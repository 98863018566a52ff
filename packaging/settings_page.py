"""Writes docs/settings.md from the settings model; `--check` only says whether the page is fresh (exit 1 if not)."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "settings.md"

HEAD = """# Settings

Written from `app/settings.py` by `packaging/settings_page.py`; do not edit by hand.

A setting is an environment variable, or an entry of `settings.json` in the user-data folder (the name in small letters
without `CODEFYUI_`, such as `"max_parallel_nodes": 8`), which is what `PUT /api/settings` writes. The environment wins
over the file, the file over the default. All of them are read once, at start. An empty variable counts as not set. A
value that cannot be used is named and the server does not start.

Relative folders in the environment or the file are taken from the folder the server is started in; default folders lie
in the user-data folder. The user-data folder is `CODEFYUI_USER_DATA_DIR`, else this system's place for such data with
the name `codefyui`. A server that `cdui` or `cdui start`
brings up keeps its queue unless `CODEFYUI_QUEUE_KEEP` or a saved setting says otherwise.
"""


def page() -> str:
    """The page as it should be."""
    sys.path.insert(0, str(ROOT))
    from app.settings import PREFIX, Settings, bound, describe

    parts = [HEAD]
    for name, field in Settings.model_fields.items():
        about = describe(name)
        default = str(field.default) if field.default != "" and str(field.default) != "." else "none"
        facts = [f"default: `{default}`"]
        if about["unit"]:
            facts.append(f"unit: {about['unit']}")
        low, high = bound(name, "ge"), bound(name, "le")
        if low is not None:
            facts.append(f"from {low} to {high}")
        if about["env_only"]:
            facts.append("environment only")
        parts.append(f"## {PREFIX}{name.upper()}\n\n{about['en']} {about['zh-TW']}\n\n{'; '.join(facts)}\n")
    return "\n".join(parts)


def main() -> int:
    """Write the page, or check it."""
    fresh = page()
    if "--check" in sys.argv[1:]:
        return 0 if PAGE.exists() and PAGE.read_text("utf-8") == fresh else 1
    PAGE.write_text(fresh, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
