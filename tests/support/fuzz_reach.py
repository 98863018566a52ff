"""Lets half of the made-up requests name something that is there: past the first refusal lies the rest of a route.

Things to be read keep: what is deleted, renamed or called off has names of its own, each for one time.
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from schemathesis.generation.case import Case

KNOWN = "CDUI_FUZZ_KNOWN"
"""Environment variable: the JSON file that `tests.support.fuzzing` wrote for this process."""

CALL = "/api/graph/run/{name}"
RANGES = ("bytes=0-1", "bytes=-5", "bytes=5-", "bytes=9999999-", "bytes=a-b", "bytes=0-0,2-3", "items=0-1")
TAGS = ('"1"', "*", 'W/"1"', '"nothing"', "1", '"')
UPLOADS = {
    "/api/models/upload": "uploaded.bin",
    "/api/images/upload": "uploaded.png",
    "/api/files/upload": "表 1.csv",
    "/api/custom-nodes/upload": "uploaded.py",
}
LONGEST_WAIT_S = 0.2


def aim(case: Case[Any], kwargs: dict[str, Any]) -> None:
    """Change a request before it is sent; every bit of a checksum of it decides one question, so a seed says all."""
    draw = zlib.crc32(repr((case.method, case.path, case.path_parameters, case.query, case.headers)).encode())
    _soon(case)
    names = _names(case) if draw & 1 else None
    if names:
        case.path_parameters.update({k: v for k, v in names.items() if k in case.path_parameters})
    if case.headers and draw & 2:
        for name, some in (("Range", RANGES), ("If-Match", TAGS), ("If-None-Match", TAGS)):
            if name in case.headers:
                case.headers[name] = some[draw // 8 % len(some)]
    if case.meta is None or not case.meta.generation.mode.is_negative:
        _body(case, kwargs, draw)
    _spare(case)


def _spare(case: Case[Any]) -> None:
    """schemathesis learns names from answers: what is read from beginning to end is neither deleted nor replaced."""
    kept = _known()["kept"]
    if case.method in ("PUT", "DELETE"):
        for name, value in case.path_parameters.items():
            if value in kept:
                case.path_parameters[name] = "spare"
    if case.path in ("/api/graph/save", "/api/graph/rename", "/api/custom-nodes/toggle") and isinstance(
        case.body, dict
    ):
        for name, value in case.body.items():
            if isinstance(value, str) and value.removesuffix(".json") in kept:
                case.body[name] = "spare"


def _soon(case: Case[Any]) -> None:
    """Long polls and called graphs end soon."""
    wait = (case.query or {}).get("wait")
    if _number(wait) > LONGEST_WAIT_S and _number(wait) <= 60:
        case.query["wait"] = LONGEST_WAIT_S
    if case.path == CALL and isinstance(case.body, dict) and _number(case.body.get("timeout_s", 300)) > 1:
        case.body["timeout_s"] = 1


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return 0.0


def _names(case: Case[Any]) -> dict[str, str] | None:
    known, path = _known(), case.path
    if case.method == "DELETE" or path == "/api/runs/{run_id}/cancel":
        return {k: _once(v) for k, v in known["doomed"].get(path, {}).items()} or None
    for start, names in known["there"].items():
        if path.startswith(start):
            return dict(names)
    return None


def _body(case: Case[Any], kwargs: dict[str, Any], draw: int) -> None:
    known = _known()
    if case.method != "POST" or not isinstance(case.body, dict) or not draw & 4:
        return
    if case.path in UPLOADS:
        content: Any = case.body.get("file", b"")
        data = content if isinstance(content, bytes) else str(content).encode("utf-8", "replace")
        kwargs["files"] = {"file": (UPLOADS[case.path], data)}
    elif case.path == "/api/runs":
        case.body.update(graph=known["graph"], options=None)
    elif case.path == CALL:
        case.body.update(inputs={"n": draw % 100}, device=None)
    elif case.path == "/api/runs/requeue":
        case.body["run_ids"] = known["runs"][:1]
    elif case.path == "/api/runs/delete":
        case.body["run_ids"] = [_once(known["deleted"])]
    elif case.path == "/api/graph/rename":
        case.body.update({"from": _once(known["renamed"]), "to": f"renamed {draw}"})
    elif case.path == "/api/custom-nodes/toggle":
        case.body["filename"] = known["toggled"] = _other(known["toggled"])
    elif case.path == "/api/presets/create":
        case.body.update({k: known["graph"][k] for k in ("nodes", "edges")}, name=f"preset {draw}")


def _other(filename: str) -> str:
    return filename.removesuffix(".disabled") if filename.endswith(".disabled") else filename + ".disabled"


def _once(names: list[str]) -> str:
    """The next of them; the last stays, and is gone by then."""
    return names.pop(0) if len(names) > 1 else names[0]


_READ: dict[str, Any] = {}


def _known() -> dict[str, Any]:
    if not _READ:
        _READ.update(json.loads(Path(os.environ[KNOWN]).read_text()))
    return _READ
