"""Which torch is installed and what it was built for, looked up without importing it."""

from __future__ import annotations

import ast
import importlib.metadata
import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path

_NAMES = ("__version__", "cuda", "hip")


@dataclass(frozen=True)
class TorchBuild:
    """version: as torch says it. cuda, hip: the toolkit's version, None in a build without."""

    version: str
    cuda: str | None = None
    hip: str | None = None


def look_up() -> TorchBuild | None:
    """The torch that `import torch` would give here; None when there is none."""
    try:
        spec = importlib.util.find_spec("torch")
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    for folder in spec.submodule_search_locations or ():
        try:
            return parse(Path(folder, "version.py").read_text("utf-8"))
        except (OSError, ValueError):
            continue  # a frozen build keeps its modules elsewhere
    return _of_metadata()


def parse(source: str) -> TorchBuild:
    """Read torch/version.py. Raises: ValueError (SyntaxError, UnicodeError are such) when it holds no version."""
    found: dict[str, str | None] = {}
    try:
        statements = ast.parse(source).body
    except SyntaxError as error:
        raise ValueError("not Python") from error
    for statement in statements:
        targets = [statement.target] if isinstance(statement, ast.AnnAssign) else getattr(statement, "targets", [])
        value = getattr(statement, "value", None)
        for target in targets:
            if isinstance(target, ast.Name) and target.id in _NAMES and isinstance(value, ast.Constant):
                found[target.id] = None if value.value is None else str(value.value)
    version = found.get("__version__")
    if not version:
        raise ValueError("no version")
    return TorchBuild(version, found.get("cuda"), found.get("hip"))


def _of_metadata() -> TorchBuild | None:
    try:
        version = importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return None
    cuda = re.search(r"\+cu(\d+)(\d)\Z", version)
    return TorchBuild(version, f"{cuda[1]}.{cuda[2]}" if cuda else None)
