"""What comes back from a run, as JSON and back: its end, its points and files, and errors of our tree."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from app.core.events.strict import clean, dumps
from app.core.vocab import errors
from app.core.vocab.errors import Bug, CduiError
from app.core.vocab.reason import WORDS, Reason
from app.core.vocab.run import Outcome, RunStatus
from app.engine.sinks import Artifact, MetricPoint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_KINDS: Mapping[str, type[CduiError]] = {
    kind.__name__: kind
    for kind in (
        errors.Refused,
        errors.TooLarge,
        errors.NotFound,
        errors.Conflict,
        errors.Unavailable,
        errors.NoRoom,
        errors.NodeError,
        CduiError,
    )
}


def error_to_json(error: BaseException) -> dict[str, Any]:
    """{kind, code, params} of an error of our tree, by its nearest class there; anything else reads as a Bug."""
    if isinstance(error, CduiError):
        kind = next(cls.__name__ for cls in type(error).__mro__ if _KINDS.get(cls.__name__) is cls)
        return {"kind": kind, **_reason_to_json(error.reason)}
    return {"kind": "Bug", "code": "", "params": {"text": f"{type(error).__name__}: {error}"[:2000]}}


def error_from_json(value: Mapping[str, Any]) -> Exception:
    """The error again. Raises: KeyError, TypeError."""
    if value["kind"] == "Bug":
        return Bug(value["params"]["text"])
    return _KINDS[value["kind"]](_reason_from_json(value))


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """The outcome as strict JSON values."""
    return {
        "status": outcome.status.value,
        "error": None if outcome.error is None else _reason_to_json(outcome.error),
        "peak_memory": [clean(dict(one)) for one in outcome.peak_memory],
        "facts": clean(dict(outcome.facts)),
        "outputs": None if outcome.outputs is None else dict(outcome.outputs),
    }


def outcome_from_json(value: Mapping[str, Any]) -> Outcome:
    """The outcome again. Raises: KeyError, TypeError, ValueError."""
    error = value["error"]
    return Outcome(
        RunStatus(value["status"]),
        None if error is None else _reason_from_json(error),
        tuple(value["peak_memory"]),
        value["facts"],
        value["outputs"],
    )


def points_to_json(points: Sequence[MetricPoint]) -> list[list[Any]]:
    """Rows of name, value, step, node; a value that is no number is NaN, a step that is none 0."""
    return [[str(p.name), _number(p.value), _step(p.step), str(p.node_id)] for p in points]


def points_from_json(value: Sequence[Sequence[Any]]) -> list[MetricPoint]:
    """The points again. Raises: TypeError."""
    return [MetricPoint(*row) for row in value]


def artifact_to_json(artifact: Artifact) -> dict[str, Any]:
    """The artifact as JSON values; the path keeps the lone surrogates of a name that is no UTF-8."""
    meta = json.loads(dumps(dict(artifact.meta)))
    return {"kind": artifact.kind, "path": artifact.path, "node_id": artifact.node_id, "meta": meta}


def artifact_from_json(value: Mapping[str, Any]) -> Artifact:
    """The artifact again. Raises: KeyError."""
    return Artifact(value["kind"], value["path"], value["node_id"], value["meta"])


def _reason_to_json(why: Reason) -> dict[str, Any]:
    return {"code": why.code, "params": clean(dict(why.params))}


def _reason_from_json(value: Mapping[str, Any]) -> Reason:
    """Raises: KeyError for a code that has no sentence."""
    WORDS[value["code"]]
    return Reason(value["code"], value["params"])


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _step(value: Any) -> int:
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return 0
