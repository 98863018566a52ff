"""The last value of every metric of a run, told apart by the node that logged it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.cli.progress import clean, figure

if TYPE_CHECKING:
    from collections.abc import Mapping


class Figures:
    """Takes the events of one run; remembers one value per name and node, so it does not grow with the log."""

    def __init__(self) -> None:
        self._last: dict[str, dict[str, Any]] = {}

    def take(self, event: Mapping[str, Any]) -> None:
        """Look at an event; anything but well-formed points is passed over."""
        payload = event.get("payload")
        points = payload.get("points") if event.get("type") == "metric" and isinstance(payload, dict) else None
        for point in points if isinstance(points, list) else []:
            if isinstance(point, dict) and isinstance(point.get("name"), str):
                self._last.setdefault(point["name"], {})[str(point.get("node_id") or "")] = point.get("value")

    def rows(self, final: Mapping[str, Any]) -> list[tuple[str, str]]:
        """(name, value) for a table, by name. A name that several nodes logged has a row for each, with the node.

        final: the run's own final metrics, one value per name; they count where one node alone logged it.
        """
        found = []
        for name in sorted({*final, *self._last}):
            by_node = self._last.get(name, {})
            if len(by_node) > 1:
                found += [(f"{clean(name)} ({clean(node)})", figure(by_node[node])) for node in sorted(by_node)]
            else:
                found.append((clean(name), figure(final.get(name, next(iter(by_node.values()), None)))))
        return found
