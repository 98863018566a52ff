"""The one table from errors to HTTP status, and the one shape they leave in: {"detail": {code, params, text}}."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, Any

from app.api.answers import answer
from app.core.vocab.errors import CduiError, Conflict, NoRoom, NotFound, Refused, TooLarge, Unavailable
from app.core.vocab.reason import Reason, reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from aiohttp import web

log = logging.getLogger(__name__)

_STATUS: tuple[tuple[type[CduiError], int], ...] = (
    (NotFound, 404),
    (Conflict, 409),
    (Unavailable, 503),
    (NoRoom, 507),
    (TooLarge, 413),
    (Refused, 400),
    (CduiError, 400),
)


class HttpRefusal(CduiError):
    """A refusal that belongs to HTTP itself. status: 4xx or 5xx; headers: to send along."""

    def __init__(self, status: int, why: Reason, headers: dict[str, str] | None = None) -> None:
        super().__init__(why)
        self.status = status
        self.headers = headers or {}


def status_of(error: CduiError) -> int:
    """The HTTP status of an error of the tree."""
    if isinstance(error, HttpRefusal):
        return error.status
    return next(status for kind, status in _STATUS if isinstance(error, kind))


def refusal(error: CduiError, lang: str) -> web.Response:
    """The response of an expected refusal. Problems of a graph stand in the params and beside the detail."""
    detail = error.reason.to_json(lang)
    body: dict[str, Any] = {"detail": detail}
    problems: Sequence[Any] | None = getattr(error, "problems", None)
    if problems is not None:
        listed = [problem.to_json(lang) for problem in problems]
        detail["params"]["problems"] = listed
        body["problems"] = listed
    response = answer(body, status_of(error))
    if isinstance(error, HttpRefusal):
        response.headers.update(error.headers)
    return response


QUIET_HEADER = "X-CodefyUI-Quiet"
STATUS_HEADER = "X-CodefyUI-Status"


def quiet(asked: Mapping[str, str], response: web.Response, error: CduiError) -> web.Response:
    """The same answer with status 200 and the true one in a header, for a page that asks for it so.

    A browser writes every 4xx into its console as an error. A name that is taken, a graph that is gone, a save that
    comes second belong to a day's work: what stands there in red is to be a fault. What HTTP itself refuses stays.
    """
    status = response.status
    if QUIET_HEADER in asked and status < 500 and not isinstance(error, HttpRefusal):
        response.set_status(200)
        response.headers[STATUS_HEADER] = str(status)
    return response


def internal(error: BaseException, method: str, path: str, lang: str) -> web.Response:
    """The 500 of a fault of ours."""
    return answer({"detail": internal_reason(error, method, path).to_json(lang)}, 500)


def internal_reason(error: BaseException, method: str, path: str) -> Reason:
    """What a client is told of a fault of ours: an id under which the log has the traceback, which never leaves."""
    mark = secrets.token_hex(6)
    log.error("unexpected error id=%s %s %s", mark, method, path, exc_info=error)
    return reason("internal", id=mark)
