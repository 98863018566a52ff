"""Secrets leave every copy, wherever in a document they lie."""

from __future__ import annotations

import json

from app.core.graph.secrets import blank_secrets
from tests.support.catalog import CATALOG
from tests.support.graphs import graph, node, preset, subgraph

CHAT = node("c", "LLMChat", openai_api_key="sk-mark", prompt="hello")


def test_everywhere() -> None:
    card = node("card", "preset:P")
    card["data"]["internalParams"] = {"c": {"openai_api_key": "sk-mark", "prompt": "mine"}}
    stranger = node("other", "preset:Elsewhere")
    stranger["data"]["internalParams"] = {"c": {"openai_api_key": "sk-mark", "prompt": "mine"}}
    document = graph(
        [CHAT, card, stranger], presets=[preset("P", [CHAT])], subgraphs=[subgraph("S", [CHAT])], ui={"keep": [1]}
    )
    text = json.dumps(document)
    blanked = blank_secrets(document, CATALOG)
    assert "sk-mark" not in json.dumps(blanked)
    assert json.dumps(blanked) == text.replace("sk-mark", "")
    assert json.dumps(document) == text


def test_without_secrets_it_is_the_same_object() -> None:
    document = graph([node("a", "Add", alpha=1), node("c", "LLMChat", openai_api_key="")])
    assert blank_secrets(document, CATALOG) is document
    assert blank_secrets([1], CATALOG) == [1]
