"""No secret that preparation would give to a node stays in a blanked copy, and nothing else is changed by blanking."""

from __future__ import annotations

import itertools
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.graph.prepare import prepare_value
from app.core.graph.secrets import blank_secrets
from tests.support.catalog import CATALOG, param, spec
from tests.support.graphs import graph, node

KEY = "openai_api_key"
TYPES = {**CATALOG, "Plain": spec("Plain", "", "", param(KEY, "string", ""))}
"""`Plain` has a param of the same name that is no secret."""

IDS = "abc"
PARAMS = st.dictionaries(st.sampled_from([KEY, "prompt"]), st.just("?"))
OVERRIDES = st.dictionaries(st.sampled_from([*IDS, "nobody"]), PARAMS)
PLACES = st.fixed_dictionaries({}, optional={"params": PARAMS, "internalParams": OVERRIDES})


def nodes(*types: str) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Nodes a, b, c of these types, with params and overrides beside the type, under `data`, or in both places."""
    one = st.builds(
        lambda kind, beside, data: {"type": kind, **beside, **data},
        st.sampled_from(types),
        PLACES,
        st.fixed_dictionaries({}, optional={"data": PLACES}),
    )
    return st.lists(one, max_size=3).map(lambda made: [{"id": IDS[at], **item} for at, item in enumerate(made)])


def definitions(key: str, **inside: tuple[str, ...]) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Definitions by name, some of them twice or not at all."""
    return st.lists(
        st.sampled_from(sorted(inside)).flatmap(
            lambda name: st.fixed_dictionaries({key: st.just(name), "nodes": nodes(*inside[name])})
        ),
        max_size=4,
    )


PLAIN = ("LLMChat", "Plain")
PRESETS = definitions("preset_name", a=(*PLAIN, "preset:b"), b=PLAIN)
SUBGRAPHS = definitions("id", a=(*PLAIN, "subgraph:b", "preset:a", "preset:b"), b=(*PLAIN, "preset:a"))


def numbered(value: Any, numbers: itertools.count[int]) -> Any:
    """The same with each `?` replaced by a text that is found nowhere else."""
    if isinstance(value, dict):
        return {key: numbered(item, numbers) for key, item in value.items()}
    if isinstance(value, list):
        return [numbered(item, numbers) for item in value]
    return f"<{next(numbers)}>" if value == "?" else value


@st.composite
def documents(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """(a graph whose every canvas node runs, installed presets)."""
    canvas = draw(nodes(*PLAIN, "preset:a", "preset:b", "subgraph:a", "subgraph:b"))
    numbers = itertools.count()
    presets, installed, subgraphs = draw(PRESETS), draw(PRESETS), draw(SUBGRAPHS)
    document = graph(
        [node("go", "Start"), node("z", "Plain"), *canvas],
        "go > z",
        *(f"go > {item['id']}" for item in canvas),
        presets=presets,
        subgraphs=subgraphs,
    )
    return numbered(document, numbers), {item["preset_name"]: numbered(item, numbers) for item in installed}


def differences(before: Any, after: Any, key: str = "") -> list[tuple[str, Any]]:
    """(key, value now) of every leaf that differs."""
    if type(before) is type(after) and isinstance(before, dict) and before.keys() == after.keys():
        return [found for name, item in before.items() for found in differences(item, after[name], name)]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [found for old, new in zip(before, after, strict=True) for found in differences(old, new, key)]
    return [] if before == after else [(key, after)]


@settings(max_examples=400)
@given(documents())
def test_no_given_secret_survives_and_nothing_else_changes(made: tuple[dict[str, Any], dict[str, Any]]) -> None:
    document, installed = made
    text = json.dumps(document)
    blanked = blank_secrets(document, TYPES, installed)
    assert json.dumps(document) == text
    assert blank_secrets(blanked, TYPES, installed) is blanked
    assert set(differences(document, blanked)) <= {(KEY, "")}
    left = json.dumps(blanked)
    before, after = prepare_value(document, TYPES, installed), prepare_value(blanked, TYPES, installed)
    assert [problem.reason.code for problem in before.problems] == [problem.reason.code for problem in after.problems]
    if before.graph is None or after.graph is None:
        assert {problem.reason.code for problem in before.problems} <= {"unknown_preset", "unknown_subgraph"}
        return
    for was, now in zip(before.graph.nodes, after.graph.nodes, strict=True):
        assert now.id == was.id
        if was.type == "LLMChat":
            assert not was.params[KEY] or was.params[KEY] not in left or _is_installed(was.params[KEY], installed)
            own = {**was.params, KEY: now.params[KEY]}
            assert now.params == own
            assert not now.params[KEY] or _is_installed(now.params[KEY], installed)
        else:
            assert now.params == was.params


def _is_installed(value: str, installed: dict[str, Any]) -> bool:
    """True for a value that came from an installed preset, which is no part of the document."""
    return value in json.dumps(installed)


def test_the_cases_that_got_away() -> None:
    """A preset in a preset with overrides beside its type, two presets of one name, overrides of cards."""
    chat = {"id": "x", "type": "LLMChat", "params": {}}
    over = {"internalParams": {"x": {KEY: "sk-mark", "prompt": "kept"}}}
    card = {"id": "card", "type": "preset:P", "data": over}
    inner = {"preset_name": "Q", "nodes": [chat]}
    for document in (
        graph(
            [node("c", "preset:P")],
            presets=[inner, {"preset_name": "P", "nodes": [{"id": "q", "type": "preset:Q", "params": {}, **over}]}],
        ),
        graph([card], presets=[{"preset_name": "P", "nodes": [chat]}, {"preset_name": "P", "nodes": []}]),
        graph([card], presets=[inner, {"preset_name": "P", "nodes": [{**chat, "type": "preset:Q"}]}]),
        graph([{**card, "type": "subgraph:S"}], subgraphs=[{"id": "S", "nodes": [chat]}]),
        graph([{**card, "type": "preset:Nowhere"}]),
    ):
        assert json.dumps(blank_secrets(document, TYPES)) == json.dumps(document).replace("sk-mark", "")


def test_a_param_of_that_name_that_is_no_secret_stays() -> None:
    """Also where the definition is an installed one."""
    card = {"id": "card", "type": "preset:P", "data": {"internalParams": {"x": {KEY: "a column"}}}}
    definition = {"preset_name": "P", "nodes": [{"id": "x", "type": "Plain", "params": {KEY: "another"}}]}
    embedded, installed = graph([card], presets=[definition]), graph([card])
    assert blank_secrets(embedded, TYPES) is embedded
    assert blank_secrets(installed, TYPES, {"P": definition}) is installed
