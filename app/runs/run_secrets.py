"""Fills the secret params of graphs that are about to run: what was typed, else what is remembered.

What a graph holds wins. A blank param gets what is remembered for it in this graph (`graph:<name>`, `<node>.<param>`),
else for its kind in any graph (`params`, `<node type>.<param>`). Rows and events never hold a value: a row lists the
places that had one (`execution_facts.secrets_needed`), so that running its graph again can be refused when one is gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.events.masking import Mask
from app.core.graph.secret_values import secret_values, with_secrets
from app.core.vocab.errors import Conflict
from app.core.vocab.reason import reason
from app.vault.run_values import RunValue, RunVault
from app.vault.secret import Key, Secret

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from app.core.graph.prepared import PreparedGraph
    from app.core.graph.secret_values import SecretParam
    from app.core.vocab.nodespec import Catalog
    from app.vault.secrets import Secrets

NEEDED = "secrets_needed"
"""Key of a row's execution facts."""


class SecretsGone(Conflict):
    """A run needs secret values that are neither typed, nor remembered, nor those of a run that goes on."""


@dataclass(frozen=True)
class Filled:
    """A graph with its values in place. values: by place, every one that is not blank."""

    graph: PreparedGraph
    values: Mapping[str, RunValue]

    @property
    def facts(self) -> dict[str, Any]:
        """What the row says about them."""
        return {NEEDED: list(self.values)} if self.values else {}


def needed(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The places that a row lists."""
    listed = facts.get(NEEDED)
    return tuple(str(place) for place in listed) if isinstance(listed, list) else ()


class RunSecrets:
    """Owns the vault of the runs that wait or execute. remembered: None where nothing can be."""

    def __init__(self, catalog: Catalog, remembered: Secrets | None) -> None:
        self.vault = RunVault()
        self._catalog = catalog
        self._remembered = remembered

    async def fill(
        self,
        graph: PreparedGraph,
        places: Collection[str] = (),
        known: Mapping[str, RunValue] | None = None,
        *,
        is_new: bool = True,
    ) -> Filled:
        """Put values into the blank secret params.

        places: those that must have one. known: values of the run itself or, for a new run of its graph (is_new), of
        the run that it repeats: there, what was remembered is looked up anew.
        Raises: SecretsGone; what Secrets.find raises.
        """
        given = secret_values(graph, self._catalog)
        if not given:
            return Filled(graph, {})
        known = known or {}
        put: dict[SecretParam, RunValue] = {}
        open_: list[SecretParam] = []
        for param, value in given.items():
            old = known.get(param.place)
            if value:
                put[param] = RunValue(Secret(value), is_typed=True)
            elif old is not None and (old.is_typed or not is_new):
                put[param] = old
            else:
                open_.append(param)
        found = await self._find(graph.name, open_)
        missing = []
        for param in open_:
            value_found = found.get(param) or known.get(param.place)
            if value_found is not None:
                put[param] = value_found
            elif param.place in places:
                missing.append(param)
        if missing:
            raise gone(missing)
        blank = {param: put[param].secret.reveal() for param in put if not given[param]}
        return Filled(with_secrets(graph, blank), {param.place: put[param] for param in given if param in put})

    async def _find(self, graph_name: str, params: Sequence[SecretParam]) -> dict[SecretParam, RunValue]:
        if self._remembered is None or not params:
            return {}
        found: dict[SecretParam, RunValue] = {}
        special = {p: Key(f"graph:{graph_name}", p.place) for p in params}
        usual = {p: Key("params", p.kind) for p in params}
        for keys in (special, usual):  # what is not needed any more is not asked for, and cannot refuse the run
            rest = {p: key for p, key in keys.items() if p not in found}
            values = await self._remembered.find(rest.values())
            found.update({p: RunValue(values[key], is_typed=False) for p, key in rest.items() if key in values})
        return found

    def mask(self, run_id: str) -> Mask | None:
        """Masks the values of a run in what it reports; None when it has none."""
        return Mask(value.secret.reveal() for value in self.vault.of(run_id).values()) or None


def gone(missing: Sequence[SecretParam]) -> SecretsGone:
    """The refusal that names what is missing."""
    first = missing[0]
    return SecretsGone(
        reason(
            "secrets_gone",
            node_id=first.node_id,
            node_type=first.node_type,
            param=first.param,
            missing=[param.place for param in missing],
        )
    )
