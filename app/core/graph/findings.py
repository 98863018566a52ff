"""Collects what the steps of a preparation find, and decides at the end what stops a run and what is only said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph.parse import MAX_PROBLEMS
from app.core.graph.prepared import Problem
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


class Findings:
    """Problems, warnings, and findings that wait until it is known which nodes will run. Order is kept.

    Reasons get `node` and `port` among their params by themselves. spoiled: (node, input port) pairs that lost their
    edge to a problem already named, so that nobody also calls them unfed.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self.spoiled: set[tuple[str, str]] = set()
        self._waiting: list[tuple[tuple[str, ...], Problem]] = []

    def problem(self, code: str, node_id: str | None = None, port: str | None = None, **params: Any) -> None:
        """Something that keeps the graph from running."""
        _add(self.problems, code, node_id, port, params)

    def warning(self, code: str, node_id: str | None = None, port: str | None = None, **params: Any) -> None:
        """Something a person should know that stops nothing."""
        _add(self.warnings, code, node_id, port, params)

    def if_running(
        self, about: tuple[str, ...], code: str, node_id: str | None = None, port: str | None = None, **params: Any
    ) -> None:
        """A problem if any node or card of `about` will run, a warning else: drafts stop nobody."""
        self._waiting.append((about, _problem(code, node_id, port, params)))

    def settle(self, running: AbstractSet[str]) -> None:
        """Decide what waits. running: ids of nodes and of the cards around them."""
        for about, problem in self._waiting:
            (self.problems if not running.isdisjoint(about) else self.warnings).append(problem)
        self._waiting.clear()


def _add(found: list[Problem], code: str, node_id: str | None, port: str | None, params: dict[str, Any]) -> None:
    """Append a finding; one that nobody will be told, since too many are there, is only counted."""
    found.append(_problem(code, node_id, port, params) if len(found) < MAX_PROBLEMS else found[-1])


def _problem(code: str, node_id: str | None, port: str | None, params: dict[str, Any]) -> Problem:
    if port is not None:
        params = {"port": port, **params}
    if node_id is not None:
        params = {"node": node_id, **params}
    return Problem(reason(code, **params), node_id, port)
