"""Reads a graph file from disk for a command: bytes in, JSON out, and words for everything that is no such file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.regular import NotRegularError, read_regular
from app.cli.words import CliError, language

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_BYTES = 64 * 1024 * 1024
"""What the server takes as a body."""


NO_TEXT = "json_binary"
"""The code of a file that is no text at all: like a folder, it was named by mistake, so commands exit 2."""


def read_bytes(path: str) -> bytes:
    """The bytes of a graph file. Raises: CliError, exit code 2, for what cannot be one."""
    try:
        data = read_regular(Path(path), MAX_BYTES + 1)
    except NotRegularError:
        raise CliError("file_not_regular", path=path) from None
    except FileNotFoundError:
        raise CliError("file_missing", path=path) from None
    except IsADirectoryError:
        raise CliError("file_is_folder", path=path) from None
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        raise CliError("file_unreadable", path=path, why=getattr(problem, "strerror", None) or problem) from None
    if len(data) > MAX_BYTES:
        raise CliError("file_too_large", path=path, mib=MAX_BYTES // 2**20)
    return data


def read_json(path: str) -> Any:
    """The JSON value of a graph file, read as the server and `cdui validate` read it.

    Raises: CliError, exit code 2 for what is no text file at all, 1 for a text that is no JSON.
    """
    from app.core.graph.jsontext import read_json as read

    found = read(read_bytes(path))
    if found.refused is not None:
        text, code = found.refused.text(language()), found.refused.code
        raise CliError("file_not_json", path=path, text=text, code=code, exit_code=2 if code == NO_TEXT else 1)
    return found.value


def node_types(graph: Any) -> Mapping[str, str]:
    """node id -> type, of whatever in a document has both; for showing, not for checking."""
    nodes = graph.get("nodes") if isinstance(graph, dict) else None
    found = {}
    for node in nodes if isinstance(nodes, list) else []:
        if isinstance(node, dict) and isinstance(node.get("id"), str) and isinstance(node.get("type"), str):
            found[node["id"]] = node["type"]
    return found
