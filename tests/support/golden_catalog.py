"""The stored hashes of the node catalog. `python -m tests.support.golden_catalog` writes them anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from app.core.vocab.definition import catalog_hash
from app.engine.registry import discover

STORED = Path(__file__).resolve().parents[1] / "golden" / "catalog.json"
RENEW = "python -m tests.support.golden_catalog"


def now() -> dict[str, Any]:
    """The hashes of this tree: {whole, types: {type: hash}}."""
    whole, types = catalog_hash(discover().catalog)
    return {"whole": whole, "types": types}


if __name__ == "__main__":
    STORED.write_text(json.dumps(now(), indent=1) + "\n")
