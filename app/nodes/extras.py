"""Libraries that an installation may lack: the node is there all the same and says what brings them."""

from __future__ import annotations

import importlib
from typing import Any

from app.core.vocab.errors import NodeError

_LIBRARIES = {"sklearn": "scikit-learn", "scipy": "SciPy", "pandas": "pandas"}


def require(module: str, extra: str) -> Any:
    """Import a module of an extra of this distribution. Raises: NodeError extra_missing."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        top = module.partition(".")[0]
        raise NodeError.of(
            "extra_missing",
            library=_LIBRARIES.get(top, top),
            extra=extra,
            command=f'pip install "codefyui-desktop[{extra}]"',
        ) from error
