"""Each kind of expected refusal has its HTTP status."""

from __future__ import annotations

import pytest

from app.api.errors import HttpRefusal, status_of
from app.core.vocab.errors import CduiError, Conflict, NodeError, NotFound, Refused, TooLarge, Unavailable
from app.core.vocab.reason import reason


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (NotFound, 404),
        (Conflict, 409),
        (Unavailable, 503),
        (TooLarge, 413),
        (Refused, 400),
        (NodeError, 400),
        (CduiError, 400),
    ],
)
def test_the_status_of_a_kind(kind: type[CduiError], status: int) -> None:
    assert status_of(kind.of("max_elements_bad", wanted=0, limit=1)) == status


def test_a_refusal_of_http_itself_brings_its_own() -> None:
    assert status_of(HttpRefusal(418, reason("max_elements_bad", wanted=0, limit=1))) == 418
