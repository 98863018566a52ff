"""Whatever is changed of a node type changes its hash, no other type's, and the catalog's; sentences in Chinese do not.

Each field of the three specs has a way to change it here. A field that is added has none, and fails.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.vocab.definition import catalog_hash
from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.registry import discover

if TYPE_CHECKING:
    from collections.abc import Callable

ALL = discover().catalog
CATALOG = {name: ALL[name] for name in sorted(ALL)[::12]} | {name: ALL[name] for name in ("TrainingLoop", "Split")}
BEFORE = catalog_hash(CATALOG)

texts = st.text(max_size=6)
sentences = st.builds(Text, texts, texts)
numbers = st.none() | st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False)
values = numbers | texts | st.booleans() | st.lists(texts | numbers, max_size=2)
names = st.lists(texts, max_size=3).map(tuple)
ports = st.builds(PortSpec, texts, st.sampled_from(DataType), sentences, st.booleans(), st.none() | texts)
params = st.builds(ParamSpec, texts, st.sampled_from(ParamType), values, sentences)

PORT: dict[str, st.SearchStrategy[Any]] = {
    "name": texts,
    "data_type": st.sampled_from(DataType),
    "description": sentences,
    "optional": st.booleans(),
    "media": st.none() | texts,
}
PARAM: dict[str, st.SearchStrategy[Any]] = {
    "name": texts,
    "param_type": st.sampled_from(ParamType),
    "default": values,
    "description": sentences,
    "options": names,
    "min_value": numbers,
    "max_value": numbers,
    "visible_when": st.dictionaries(texts, values, max_size=2),
    "advanced": st.booleans(),
}
NODE: dict[str, st.SearchStrategy[Any]] = {
    "name": texts,
    "category": texts,
    "description": sentences,
    "title_zh_tw": texts,
    "inputs": st.lists(ports, max_size=3).map(tuple),
    "outputs": st.lists(ports, max_size=3).map(tuple),
    "params": st.lists(params, max_size=3).map(tuple),
    "cacheable": st.booleans(),
    "align_inputs": st.booleans(),
    "structural_params": names,
    "requires_extra": st.none() | texts,
    "dynamic_ports": st.sampled_from([None, lambda _: ((), ())]),
}


def test_every_field_can_be_changed() -> None:
    for spec, table in ((PortSpec, PORT), (ParamSpec, PARAM), (NodeSpec, NODE)):
        assert [field.name for field in fields(spec)] == list(table)


def english(value: Any) -> Any:
    """What of a field counts: of sentences those in English. Types beside values: 1, 1.0 and True are three things."""
    if isinstance(value, Text):
        return value.en
    if isinstance(value, (PortSpec, ParamSpec)):
        return [english(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, dict):
        return {key: english(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [english(item) for item in value]
    return None if value is None else callable(value) or repr(value)


def check(name: str, before: Any, after: Any, changed: NodeSpec) -> None:
    """The hashes with one type replaced, where what counts of the field is `before` and `after`."""
    now = catalog_hash({**CATALOG, name: changed})
    differing = [other for other in CATALOG if now.types[other] != BEFORE.types[other]]
    assert differing == ([] if english(before) == english(after) else [name])
    assert (now.whole != BEFORE.whole) == bool(differing)


STATIC = sorted(name for name, spec in CATALOG.items() if spec.dynamic_ports is None)


@pytest.mark.parametrize("field", NODE)
@given(st.data())
def test_a_field_of_a_type(field: str, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(STATIC))
    value = data.draw(NODE[field])
    before = getattr(CATALOG[name], field)
    spec = CATALOG[name]
    if field == "dynamic_ports" and value is not None:
        value = _same_ports(spec)
    check(name, before, value, replace(spec, **{field: value}))


def _same_ports(spec: NodeSpec) -> Callable[[Any], Any]:
    return lambda _: (spec.inputs, spec.outputs)


@pytest.mark.parametrize("field", PORT)
@pytest.mark.parametrize("side", ["inputs", "outputs"])
@given(st.data())
def test_a_field_of_a_port(side: str, field: str, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([name for name in STATIC if getattr(CATALOG[name], side)]))
    found = getattr(CATALOG[name], side)
    at = data.draw(st.integers(0, len(found) - 1))
    value = data.draw(PORT[field])
    changed = (*found[:at], replace(found[at], **{field: value}), *found[at + 1 :])
    ends: dict[str, Any] = {side: changed}
    check(name, getattr(found[at], field), value, replace(CATALOG[name], **ends))


@pytest.mark.parametrize("field", PARAM)
@given(st.data())
def test_a_field_of_a_param(field: str, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([name for name in STATIC if CATALOG[name].params]))
    found = CATALOG[name].params
    at = data.draw(st.integers(0, len(found) - 1))
    value = data.draw(PARAM[field])
    changed = (*found[:at], replace(found[at], **{field: value}), *found[at + 1 :])
    check(name, getattr(found[at], field), value, replace(CATALOG[name], params=changed))


@given(st.permutations(sorted(CATALOG)))
def test_the_order_of_types_is_nothing(order: list[str]) -> None:
    assert catalog_hash({name: CATALOG[name] for name in order}) == BEFORE
