"""Every example as a document: it is sound, can be read in both languages, lies well, and survives being saved."""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from app.core.graph.prepare import prepare_value
from app.engine.registry import discover
from app.library.assets import examples_folder, presets_folder
from app.library.examples import Examples
from app.library.presets import installed
from tests.support.plane import make, serving

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = examples_folder()
PATHS = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.json"))
CARD = (240, 160)
"""Width and height in pixels that each card has to itself."""

Box = tuple[str, float, float, float, float]


def example(path: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FOLDER / path).read_text("utf-8"))
    return document


def notes(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [node for node in document["nodes"] if node["type"] == "note"]


def box(node: dict[str, Any]) -> Box:
    data, place = node["data"], node["position"]
    is_note = node["type"] == "note"
    width, height = (data["noteWidth"], data["noteHeight"]) if is_note else CARD
    return node["id"], place["x"], place["y"], place["x"] + width, place["y"] + height


def overlap(a: Box, b: Box) -> bool:
    return a[1] < b[3] and b[1] < a[3] and a[2] < b[4] and b[2] < a[4]


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_wrong_with_it(path: str) -> None:
    document = example(path)
    prepared = prepare_value(document, discover().catalog, installed(presets_folder()))
    assert prepared.problems == ()
    assert prepared.warnings == ()
    assert prepared.graph is not None
    drawn = {node["id"] for node in document["nodes"] if node["type"] not in ("note", "Start")}
    assert {node.id for node in prepared.graph.nodes} >= drawn  # no card is left over as a draft


@pytest.mark.parametrize("path", PATHS)
def test_no_card_lies_on_another(path: str) -> None:
    boxes = [box(node) for node in example(path)["nodes"]]
    assert [(a[0], b[0]) for a, b in combinations(boxes, 2) if overlap(a, b)] == []


@pytest.mark.parametrize("path", PATHS)
def test_wires_run_to_the_right(path: str) -> None:
    document = example(path)
    x = {node["id"]: node["position"]["x"] for node in document["nodes"]}
    assert [edge["id"] for edge in document["edges"] if x[edge["source"]] >= x[edge["target"]]] == []


@pytest.mark.parametrize("path", PATHS)
def test_it_can_be_read_in_both_languages(path: str) -> None:
    document = example(path)
    pairs = [(document["description"], document["description_zh_TW"])]
    pairs += [(note["data"]["noteContent"], note["data"]["noteContent_zh_TW"]) for note in notes(document)]
    for english, chinese in pairs:
        assert english.isascii()
        assert not chinese.isascii()
        chinese.encode("big5")  # which has no simplified characters
        assert english.count("\n") == chinese.count("\n")


def test_what_the_newer_ones_show_is_told_in_a_note() -> None:
    plain = {"digits-cnn.json", "iris-mlp.json", "knn-vs-tree.json", "resume.json"}
    assert [path for path in PATHS if path not in plain and not notes(example(path))] == []


@pytest.mark.parametrize("path", PATHS)
def test_it_is_written_as_saved_graphs_are(path: str) -> None:
    text = (FOLDER / path).read_text("utf-8")
    assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"


async def test_each_is_listed_loaded_saved_and_loaded_again_unchanged(tmp_path: Path) -> None:
    async with serving(make(tmp_path, examples=Examples(FOLDER))) as client:
        rows = {row["path"]: row for row in (await client.get("/api/examples/list")).json}
        assert list(rows) == PATHS
        for path, row in rows.items():
            document = example(path)
            cards = len(document["nodes"]) - len(notes(document))
            told = [document[key] for key in ("name", "description", "category")]
            assert [row["name"], row["description"], row["category"], row["node_count"]] == [*told, cards]
            loaded = (await client.get("/api/examples/load", params={"path": path})).json
            assert loaded == document
            saved = await client.post("/api/graph/save", {**loaded, "file": path})
            assert saved.json["file"] == path
            assert (await client.get(f"/api/graph/load/{path}")).json == document
