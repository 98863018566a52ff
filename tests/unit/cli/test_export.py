"""`cdui export`: what it writes, and what it leaves alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from app.cli import export
from app.cli.words import CliError
from tests.support.graphs import graph, node

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CODEFYUI_LANG", "en")
    monkeypatch.setenv("CODEFYUI_USER_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("CODEFYUI_PRESETS_DIR", raising=False)


def _file(folder: Path, document: Any) -> str:
    path = folder / "graph.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


SOUND = graph([node("go", "Start"), node("x", "TensorInput")], "go > x")


def test_it_writes_the_file_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "made.py"
    assert export.main([_file(tmp_path, SOUND), "-o", str(out)]) == 0
    assert capsys.readouterr().out == f"Written to {out}.\n"
    compile(out.read_text("utf-8"), "made.py", "exec")
    assert export.main([_file(tmp_path, SOUND)]) == 0
    assert capsys.readouterr().out == out.read_text("utf-8")


def test_a_file_that_is_there_stays_unless_forced(tmp_path: Path) -> None:
    out = tmp_path / "mine.py"
    out.write_text("mine")
    with pytest.raises(CliError) as caught:
        export.main([_file(tmp_path, SOUND), "-o", str(out)])
    assert (caught.value.key, caught.value.exit_code, out.read_text()) == ("export_exists", 2, "mine")
    assert export.main([_file(tmp_path, SOUND), "-o", str(out), "--force"]) == 0
    assert out.read_text().startswith('"""test.')


def test_a_folder_and_a_place_that_is_not_there(tmp_path: Path) -> None:
    for place, key in ((tmp_path, "export_exists"), (tmp_path / "no" / "x.py", "export_unwritable")):
        with pytest.raises(CliError) as caught:
            export.main([_file(tmp_path, SOUND), "-o", str(place), "--force"])
        assert (caught.value.key, caught.value.exit_code) == (key, 2)


def test_problems_are_named_and_nothing_is_written(tmp_path: Path) -> None:
    bad = graph([node("go", "Start"), node("x", "TensorCreate", shape="?")], "go > x")
    for document, code in ((bad, "shape_malformed"), (graph([node("x", "Nothing")]), "unknown_node_type")):
        with pytest.raises(CliError) as caught:
            export.main([_file(tmp_path, document), "-o", str(tmp_path / "x.py")])
        assert (caught.value.key, caught.value.exit_code) == ("export_refused", 1)
        assert f"node x [{code}]" in str(caught.value)
    assert not (tmp_path / "x.py").exists()


def test_warnings_go_to_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reads = graph([node("go", "Start"), node("t", "CSVReader", path="data/a.csv")], "go > t")
    assert export.main([_file(tmp_path, reads)]) == 0
    shown = capsys.readouterr()
    assert "[export_needs_file]" in shown.err
    assert "export_needs_file" not in shown.out
