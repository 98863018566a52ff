"""The corpus of broken graph files through `cdui validate`: the problems that every other way in names."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from app.cli import validate
from app.cli.words import CliError
from app.engine import registry
from tests.support.catalog import CATALOG
from tests.support.corpus import FOLDER, Broken, large, small

if TYPE_CHECKING:
    from pathlib import Path


class _Registry:
    catalog = CATALOG


@pytest.fixture(autouse=True)
def _typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The node types that the corpus was written for, and no presets of whoever runs the tests."""
    monkeypatch.setattr(registry, "discover", _Registry)
    monkeypatch.setenv("CODEFYUI_USER_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("CODEFYUI_PRESETS_DIR", raising=False)


def _code(broken: Broken) -> int:
    return 2 if ["json_binary", None] in broken.problems else 1


@pytest.mark.parametrize("broken", small(), ids=lambda broken: str(broken.name))
def test_each_broken_file_has_its_problems(broken: Broken, capsys: pytest.CaptureFixture[str]) -> None:
    assert validate.main([str(FOLDER / "graphs" / broken.name), "--json"]) == _code(broken)
    found = json.loads(capsys.readouterr().out)
    assert found["valid"] is False
    assert [[issue["code"], issue["node_id"]] for issue in found["issues"]] == broken.problems


def test_the_large_ones_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for broken in large():
        file = tmp_path / "large.json"
        file.write_bytes(broken.data)
        assert validate.main([str(file)]) == 1
        shown = capsys.readouterr().out
        assert shown.count("\n    ") == len(broken.problems), broken.name
        assert all(f"[{code}]" in shown for code, _ in broken.problems)


def test_a_file_over_the_cap_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as out:
        out.truncate(64 * 2**20 + 1)
    with pytest.raises(CliError) as caught:
        validate.main([str(file)])
    assert (caught.value.key, caught.value.exit_code) == ("file_too_large", 2)
