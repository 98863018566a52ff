"""What every answer of the server must be like, as checks and hooks that schemathesis loads into its own process."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import schemathesis

from app.core.vocab.reason import WORDS
from tests.support.fuzz_reach import CALL, aim

if TYPE_CHECKING:
    from schemathesis.checks import CheckContext
    from schemathesis.core.transport import Response
    from schemathesis.generation.case import Case
    from schemathesis.hooks import HookContext

_CODE = re.compile(r"[a-z][a-z0-9_]*\Z")
_ENVELOPE = {"status", "run_id", "graph", "app", "version", "device", "outputs", "error", "timing"}


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:
    """Half of the requests are about something that is there."""
    del context
    aim(case, kwargs)


@schemathesis.check
def every_refusal_is_coded(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """{detail: {code, params, text}}, or an envelope; the code is known, documented at its operation, and no fault."""
    del ctx
    assert b"Traceback" not in response.content, "a traceback has left"
    status, method = response.status_code, (response.request.method or "").upper()
    if status < 400 or method == "HEAD":
        return
    body = json.loads(response.content, parse_constant=_no_constant)
    if method == "POST" and case.path == CALL and set(body) == _ENVELOPE:
        code = body["error"]["code"]
        assert body["error"]["message"], "no words"
    else:
        detail = body["detail"]
        code = detail["code"]
        assert set(body) <= {"detail", "problems"}, "another shape"
        assert set(detail) == {"code", "params", "text"}, "another shape"
        assert detail["text"], "no words"
        assert isinstance(detail["params"], dict), "no params"
        assert code in WORDS, f"unknown code {code}"
        assert status < 500 or status in (503, 507), f"{status} {code}"
    assert _CODE.match(code), f"no code: {code}"
    assert code != "internal", "a fault of ours"
    if status not in (404, 405) or code not in ("method_not_allowed", "not_found_path"):
        documented = case.operation.definition.raw.get("x-error-codes", ())
        assert code in documented, f"{status} {code} is not documented at {method} {case.path}"


@schemathesis.check
def every_answer_is_dressed(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """Security headers, and strict JSON wherever JSON is said to be."""
    del ctx, case
    assert response.headers.get("x-content-type-options") == ["nosniff"], "no security headers"
    assert "cache-control" in response.headers, "nothing about caches"
    is_json = response.headers.get("content-type", [""])[0].startswith("application/json")
    if is_json and response.content:
        json.loads(response.content, parse_constant=_no_constant)


@schemathesis.check
def allow_names_what_the_path_takes(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """Allow of a 405 lists the methods of every template that the path fits, which may be more than one."""
    del ctx
    if response.status_code == 405:
        allowed = set(response.headers["allow"][0].split(", "))
        assert {m.upper() for m in case.operation.schema[case.operation.path]} <= allowed
        assert response.request.method not in allowed


def _no_constant(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")
