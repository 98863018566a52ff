"""Presets, examples and where assets lie."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from app.core.graph.prepare import prepare_value
from app.core.vocab.errors import NotFound, Refused
from app.engine.registry import discover
from app.library import assets
from app.library.examples import Examples
from app.library.presets import PresetStore, installed, read_presets
from tests.support.graphs import graph, node, preset

if TYPE_CHECKING:
    from pathlib import Path


def test_each_preset_of_the_program_can_stand_on_a_canvas() -> None:
    bundled = installed(assets.presets_folder())
    assert list(bundled) == ["Stripe direction", "Training Pipeline"]
    catalog = discover().catalog
    for name, definition in bundled.items():
        cards = [node("go", "Start"), node("in", "GraphInput"), node("card", f"preset:{name}")]
        inputs = [f"in.value > card.{port['name']}" for port in definition["exposed_inputs"]]
        found = prepare_value(graph(cards, "go > in", *inputs), catalog, bundled)
        assert (found.problems, found.warnings) == ((), ())
        params = {inner["id"]: catalog[inner["type"]].defaults() for inner in definition["nodes"]}
        assert all(one["param_name"] in params[one["internal_node"]] for one in definition["exposed_params"])
        text = definition["description"], definition["description_zh_TW"]
        assert text[0].isascii()
        text[1].encode("big5")


def test_a_store_without_a_folder_has_those_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(preset("A", [])))
    store = PresetStore(tmp_path / "none", tmp_path)
    assert list(store()) == ["A"]
    assert store.is_bundled("A")
    assert not store.is_bundled("B")


def test_presets_of_several_folders(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    first = preset("Block", [node("a", "Add")])
    (one / "block.json").write_text(json.dumps(first))
    (two / "again.json").write_text(json.dumps(preset("Block", [])))
    (two / "bad.json").write_text("{")
    (two / "list.json").write_text("[]")
    (two / "nameless.json").write_text('{"nodes": []}')
    (two / "other.json").write_text(json.dumps(preset("Other", [])))
    (two / "readme.txt").write_text("no")
    found = read_presets([one, tmp_path / "missing", two])
    assert list(found.by_name) == ["Block", "Other"]
    assert found.by_name["Block"] == first
    assert [(w.code, w.params["file"]) for w in found.warnings] == [
        ("preset_file_twice", "again.json"),
        ("preset_file_damaged", "bad.json"),
        ("preset_file_damaged", "list.json"),
        ("preset_file_damaged", "nameless.json"),
    ]
    assert [w.params.get("why") for w in found.warnings[1:]] == [
        "json_malformed",
        "graph_not_object",
        "preset_name, nodes",
    ]
    assert dict(installed(str(one))) == {"Block": first}


def test_examples(tmp_path: Path) -> None:
    (tmp_path / "vision").mkdir()
    document = graph(
        [node("a", "Add"), node("n", "note")], name="Digits", description="d", category="Vision", expects={"x": 1}
    )
    (tmp_path / "vision" / "digits.json").write_text(json.dumps(document))
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "plain.json").write_text(json.dumps({"nodes": []}))
    examples = Examples(tmp_path)
    assert examples.list() == [
        {"name": "plain", "description": "", "category": "", "path": "plain.json", "node_count": 0},
        {"name": "Digits", "description": "d", "category": "Vision", "path": "vision/digits.json", "node_count": 1},
    ]
    assert examples.load("vision/digits.json") == document
    for path in ("broken.json", "none.json", "vision", "vision/digits"):
        with pytest.raises(NotFound) as caught:
            examples.load(path)
        assert caught.value.reason.code == "example_not_found"
    with pytest.raises(Refused):
        examples.load("../secret.json")
    assert Examples(tmp_path / "missing").list() == []


def test_assets_lie_in_the_checkout_the_wheel_or_the_bundle(
    repo: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert assets.examples_folder() == repo / "assets" / "examples"
    assert assets.samples_folder() == repo / "assets" / "samples"
    wheel = tmp_path / "site-packages" / "app"
    (wheel / "library").mkdir(parents=True)
    (wheel / "assets").mkdir()
    monkeypatch.setattr(assets, "__file__", str(wheel / "library" / "assets.py"))
    assert assets.assets_folder() == wheel / "assets"
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert assets.assets_folder() == tmp_path / "assets"


def test_examples_speak_the_language_that_is_asked_for(tmp_path: Path) -> None:
    texts = {
        "name": "Flowers",
        "description": "Tell them apart.",
        "description_zh_TW": "分辨花卉。",
        "category_zh_TW": 5,
    }
    (tmp_path / "iris.json").write_text(json.dumps({**texts, "category": "Data", "nodes": [], "edges": []}))
    shown = [{key: row[key] for key in ("name", "description", "category")} for row in Examples(tmp_path).list("zh-TW")]
    assert shown == [{"name": "Flowers", "description": "分辨花卉。", "category": "Data"}]
    assert Examples(tmp_path).list()[0]["description"] == "Tell them apart."


def test_every_example_has_its_name_and_its_words_in_both_languages() -> None:
    english, chinese = (Examples(assets.examples_folder()).list(lang) for lang in ("en", "zh-TW"))
    assert len(english) == len(chinese) >= 12
    same = [
        one["path"]
        for one, two in zip(english, chinese, strict=True)
        for key in ("name", "description")
        if one[key] == two[key]
    ]
    assert same == []
