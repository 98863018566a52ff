"""The one tree of errors. Expected refusals carry a Reason; Bug means that our own invariant broke."""

from __future__ import annotations

from typing import Any

from app.core.vocab.reason import Reason, reason


class CduiError(Exception):
    """Base of everything this product raises on purpose."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why.text())
        self.reason = why

    @classmethod
    def of(cls, code: str, **params: Any) -> CduiError:
        """Make the error from a code of the reason table."""
        return cls(reason(code, **params))


class Refused(CduiError):
    """The request cannot be served as it is; asking again unchanged gives the same answer."""


class TooLarge(Refused):
    """What was asked for is more than is answered at once; less of it can be had."""


class NotFound(CduiError):
    """What was named does not exist."""


class Conflict(CduiError):
    """The state has moved on: a name is taken, a revision is old, a run is still active."""


class Unavailable(CduiError):
    """It cannot be done now and may be possible later."""


class NoRoom(CduiError):
    """The disk cannot hold what was sent."""


class NodeError(CduiError):
    """A node cannot do its work with these inputs and params; the run fails with this reason."""


class Bug(Exception):
    """An invariant of ours broke. Never a user's fault."""
