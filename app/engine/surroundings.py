"""What a run was computed with: versions, and switches that change numbers. For whoever wants the same result again."""

from __future__ import annotations

import platform
import sys
from typing import Any

LIBRARIES = ("torch", "numpy", "sklearn", "torchvision")


def facts() -> dict[str, Any]:
    """{environment, numerics} of this process as JSON values; asked for at the end of a run, when its nodes have loaded
    what they need. Nothing is imported: what no node has loaded is left out, and without torch numerics are too.

    environment: python, platform (`Linux x86_64`), and the version of each of LIBRARIES. numerics: threads,
    matmul_precision (highest, high, medium), tf32, cudnn_benchmark, as torch has them.
    """
    found: dict[str, Any] = {"environment": _environment()}
    torch = sys.modules.get("torch")
    if torch is not None:
        found["numerics"] = {
            "threads": torch.get_num_threads(),
            "matmul_precision": torch.get_float32_matmul_precision(),
            "tf32": bool(torch.backends.cuda.matmul.allow_tf32),
            "cudnn_benchmark": bool(torch.backends.cudnn.benchmark),
        }
    return found


def _environment() -> dict[str, str]:
    versions = {name: getattr(sys.modules.get(name), "__version__", None) for name in LIBRARIES}
    return {
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        **{name: str(version) for name, version in versions.items() if version is not None},
    }
