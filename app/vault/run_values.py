"""Values of the secret params of runs, from their submission to their end; in memory and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app import logs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.vault.secret import Secret


@dataclass(frozen=True, slots=True)
class RunValue:
    """One value. is_typed: it came in the graph; else it was remembered."""

    secret: Secret
    is_typed: bool


class RunVault:
    """By run and place (`<node id>.<param>`). Used on the loop alone. While a run is here its values are in no log."""

    def __init__(self) -> None:
        self._runs: dict[str, dict[str, RunValue]] = {}

    def __len__(self) -> int:
        return len(self._runs)

    def put(self, run_id: str, values: Mapping[str, RunValue]) -> None:
        """Keep the values of a run, instead of those it had."""
        self.drop(run_id)
        if values:
            self._runs[run_id] = dict(values)
            for value in values.values():
                logs.hide(value.secret.reveal())

    def of(self, run_id: str) -> Mapping[str, RunValue]:
        """Values by place; none for a run that has none, or has ended."""
        return self._runs.get(run_id, {})

    def drop(self, run_id: str) -> None:
        """Forget what a run had; for one that is not here nothing happens."""
        for value in self._runs.pop(run_id, {}).values():
            logs.forget(value.secret.reveal())
