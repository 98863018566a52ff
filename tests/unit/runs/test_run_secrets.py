"""Where a run's secret values come from, in which order, and what is refused when one is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.graph.prepared import PreparedGraph, PreparedNode
from app.core.vocab.errors import Unavailable
from app.runs.run_secrets import RunSecrets, SecretsGone, needed
from app.vault.run_values import RunValue
from app.vault.secret import Key, Secret
from app.vault.stores import MemoryStore
from tests.support.catalog import CATALOG
from tests.support.clock import ManualClock

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from app.vault.secrets import Secrets

OPENAI, ANTHROPIC = "openai_api_key", "anthropic_api_key"


def _graph(**openai: str) -> PreparedGraph:
    nodes = tuple(
        PreparedNode(name, "LLMChat", {OPENAI: value, ANTHROPIC: "", "prompt": "p"}) for name, value in openai.items()
    )
    return PreparedGraph(nodes, name="talk")


def _values(graph: PreparedGraph) -> dict[str, str]:
    return {node.id: node.params[OPENAI] for node in graph.nodes}


async def _remembering(folder: Path, **kept: str) -> Secrets:
    from app.vault.secrets import Secrets

    secrets = Secrets(folder, "memory", ManualClock(), lambda index: MemoryStore())
    for name, value in kept.items():
        scope, _, rest = name.partition("__")
        key = Key("params", rest) if scope == "any" else Key("graph:talk", rest)
        await secrets.put(Key(key.scope, key.name.replace("__", ".")), Secret(value))
    return secrets


async def test_what_is_typed_wins_then_this_graph_then_any(tmp_path: Path) -> None:
    kept = await _remembering(
        tmp_path, any__LLMChat__openai_api_key="any", here__a__openai_api_key="a", here__b__openai_api_key="b"
    )
    filled = await RunSecrets(CATALOG, kept).fill(_graph(a="typed", b="", c=""))
    assert _values(filled.graph) == {"a": "typed", "b": "b", "c": "any"}
    assert filled.values == {
        f"a.{OPENAI}": RunValue(Secret("typed"), is_typed=True),
        f"b.{OPENAI}": RunValue(Secret("b"), is_typed=False),
        f"c.{OPENAI}": RunValue(Secret("any"), is_typed=False),
    }
    assert filled.facts == {"secrets_needed": [f"a.{OPENAI}", f"b.{OPENAI}", f"c.{OPENAI}"]}
    assert needed(filled.facts) == (f"a.{OPENAI}", f"b.{OPENAI}", f"c.{OPENAI}")


async def test_a_blank_that_nobody_remembers_stays_blank() -> None:
    graph = _graph(a="")
    filled = await RunSecrets(CATALOG, None).fill(graph)
    assert (filled.graph, filled.values, filled.facts) == (graph, {}, {})
    assert filled.graph is graph


async def test_a_needed_one_that_is_gone_is_refused_by_name() -> None:
    with pytest.raises(SecretsGone) as refused:
        await RunSecrets(CATALOG, None).fill(_graph(a="", b="", c="x"), [f"b.{OPENAI}", f"a.{OPENAI}", f"c.{OPENAI}"])
    assert refused.value.reason.to_json()["params"] == {
        "node_id": "a",
        "node_type": "LLMChat",
        "param": OPENAI,
        "missing": [f"a.{OPENAI}", f"b.{OPENAI}"],
    }


async def test_a_place_that_is_no_secret_any_more_is_not_needed() -> None:
    graph = PreparedGraph((PreparedNode("a", "Add", {}),))
    assert (await RunSecrets(CATALOG, None).fill(graph, ["a.key"])).graph is graph


KNOWN = {
    f"a.{OPENAI}": RunValue(Secret("typed once"), is_typed=True),
    f"b.{OPENAI}": RunValue(Secret("old"), is_typed=False),
}


@pytest.mark.parametrize(
    ("is_new", "expected"), [(True, {"a": "typed once", "b": "new"}), (False, {"a": "typed once", "b": "old"})]
)
async def test_a_run_keeps_its_values_and_its_repetition_looks_remembered_ones_up_anew(
    tmp_path: Path, is_new: bool, expected: Mapping[str, str]
) -> None:
    kept = await _remembering(tmp_path, any__LLMChat__openai_api_key="new")
    filled = await RunSecrets(CATALOG, kept).fill(_graph(a="", b=""), list(KNOWN), KNOWN, is_new=is_new)
    assert _values(filled.graph) == expected


async def test_a_repetition_of_a_run_that_goes_on_has_its_forgotten_values_too() -> None:
    filled = await RunSecrets(CATALOG, None).fill(_graph(a="", b=""), list(KNOWN), KNOWN)
    assert _values(filled.graph) == {"a": "typed once", "b": "old"}


async def test_a_keyring_that_cannot_be_read_refuses_instead_of_running_blank(tmp_path: Path) -> None:
    from app.vault.secrets import Secrets

    class Broken(Secrets):
        async def find(self, wanted: object) -> Mapping[Key, Secret]:
            raise Unavailable.of("secrets_store_silent", seconds=5)

    secrets = Broken(tmp_path, "memory", ManualClock(), lambda index: MemoryStore())
    with pytest.raises(Unavailable):
        await RunSecrets(CATALOG, secrets).fill(_graph(a=""))
    assert _values((await RunSecrets(CATALOG, secrets).fill(_graph())).graph) == {}


async def test_a_value_that_is_not_needed_cannot_refuse_a_run(tmp_path: Path) -> None:
    from app.vault.secrets import Secrets

    class Locked(Secrets):
        async def find(self, wanted: Iterable[Key]) -> Mapping[Key, Secret]:
            keys = list(wanted)
            if any(key.scope == "params" for key in keys):
                raise Unavailable.of("secret_out_of_reach", scope="params", name="x", why="keyring_locked")
            return {key: Secret("here") for key in keys if key.name == f"a.{OPENAI}"}

    secrets = Locked(tmp_path, "memory", ManualClock(), lambda index: MemoryStore())
    graph = PreparedGraph((PreparedNode("a", "LLMChat", {OPENAI: "", ANTHROPIC: "typed"}),), name="talk")
    assert _values((await RunSecrets(CATALOG, secrets).fill(graph)).graph) == {"a": "here"}
    with pytest.raises(Unavailable):
        await RunSecrets(CATALOG, secrets).fill(_graph(b=""))


def test_facts_of_another_version_need_nothing() -> None:
    assert needed({}) == ()
    assert needed({"secrets_needed": True}) == ()


async def test_the_mask_of_a_run_is_of_its_values() -> None:
    secrets = RunSecrets(CATALOG, None)
    assert secrets.mask("r") is None
    secrets.vault.put("r", {"a.key": RunValue(Secret("hunter-two"), is_typed=True)})
    mask = secrets.mask("r")
    assert mask is not None
    assert mask.text("a hunter-two") == "a ***"
    secrets.vault.drop("r")
