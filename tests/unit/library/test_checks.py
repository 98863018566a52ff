"""Which own node files are tried again, and when: what changed, what somebody asks for, no more."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from app.core.vocab.reason import Reason, reason
from app.engine.live import LiveRegistry
from app.engine.registry import Registry
from app.library import custom_nodes
from app.library.checks import Checks, State
from app.library.custom_nodes import CustomNodes
from tests.unit.library.test_custom_nodes import found, node

if TYPE_CHECKING:
    from pathlib import Path

SLOW = reason("custom_too_slow", seconds=10.0)
BROKEN = reason("custom_import_failed", error_type="ImportError", message="no such library")
STATE = State("a.py", "0" * 64, 5)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files that a process was started for."""
    names: list[str] = []

    def fake(path: Path, seconds: float) -> Reason | None:
        assert seconds == 10
        names.append(path.name)
        return {"slow.py": SLOW, "broken.py": BROKEN}.get(path.name)

    monkeypatch.setattr(custom_nodes, "_try", fake)
    return names


def start(home: Path) -> CustomNodes:
    """As the server makes it."""
    (home / "own").mkdir(exist_ok=True)
    return CustomNodes(home / "own", LiveRegistry(Registry({})), checks=home / "cache" / "checks.json")


def taken(tried: list[str]) -> list[str]:
    """What was tried since the last look."""
    names = sorted(tried)
    tried.clear()
    return names


def write(home: Path, *names: str) -> None:
    for name in names:
        (home / "own" / f"{name}.py").write_text(node(name.title()))


def test_only_what_changed_is_tried_again(tmp_path: Path, tried: list[str]) -> None:
    custom = start(tmp_path)
    write(tmp_path, "slow", "broken", "good")
    custom.reload()
    failures = {"slow.py": "custom_too_slow", "broken.py": "custom_import_failed"}
    assert taken(tried) == ["broken.py", "good.py", "slow.py"]
    write(tmp_path, "more")
    custom.reload()
    assert taken(tried) == ["more.py"]
    assert found(custom) == {**failures, "good.py": ["Good"], "more.py": ["More"]}
    custom.toggle("good.py")
    custom.toggle("good.py.disabled")
    custom.delete("more.py")
    assert taken(tried) == []
    assert found(custom) == {**failures, "good.py": ["Good"]}
    assert custom.row("slow.py").error == SLOW
    # saved again as it was
    os.utime(tmp_path / "own" / "slow.py", ns=(1, 1))
    custom.reload()
    assert taken(tried) == ["slow.py"]
    # saved with other content within one tick of the disk's clock
    stat = (tmp_path / "own" / "slow.py").stat()
    (tmp_path / "own" / "slow.py").write_text(node("Slim"))
    os.utime(tmp_path / "own" / "slow.py", ns=(stat.st_atime_ns, stat.st_mtime_ns))
    custom.reload()
    assert taken(tried) == ["slow.py"]
    custom.reload(again=True)
    assert taken(tried) == ["broken.py", "slow.py"]


def test_a_file_that_was_off_is_tried_when_it_comes_on(tmp_path: Path, tried: list[str]) -> None:
    custom = start(tmp_path)
    write(tmp_path, "broken")
    custom.reload()
    custom.toggle("broken.py")
    assert taken(tried) == ["broken.py"]
    custom.toggle("broken.py.disabled")
    assert taken(tried) == ["broken.py"]


def test_a_start_does_not_wait_again_for_a_slow_file(tmp_path: Path, tried: list[str]) -> None:
    custom = start(tmp_path)
    write(tmp_path, "slow", "broken")
    custom.reload()
    tried.clear()
    again = start(tmp_path)
    again.reload()
    assert taken(tried) == ["broken.py"]
    assert again.row("slow.py").error == SLOW
    again.delete("slow.py")
    write(tmp_path, "good")
    assert json.loads((tmp_path / "cache" / "checks.json").read_text())["slow"] == []


def test_no_process_to_be_had_says_nothing_about_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    custom = start(tmp_path)
    write(tmp_path, "good")

    def none_left(path: Path, seconds: float) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(custom_nodes, "_try", none_left)
    custom.reload()
    assert found(custom) == {"good.py": "custom_import_failed"}
    monkeypatch.setattr(custom_nodes, "_try", lambda path, seconds: None)
    custom.reload()
    assert found(custom) == {"good.py": ["Good"]}


def test_what_is_written_counts_for_one_interpreter_and_an_allowance_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cache" / "checks.json"
    checks = Checks(file, 10)
    checks.failed(STATE, SLOW)
    checks.failed(STATE._replace(name="b.py"), BROKEN)
    checks.keep_only([STATE, STATE._replace(name="b.py")])
    assert (checks.known(STATE), checks.known(STATE._replace(name="b.py"))) == (SLOW, BROKEN)
    assert Checks(file, 10).known(STATE) == SLOW
    assert Checks(file, 10).known(STATE._replace(name="b.py")) is None
    assert Checks(file, 11).known(STATE) is None
    monkeypatch.setattr("sys.executable", "/other/python")
    assert Checks(file, 10).known(STATE) is None


@pytest.mark.parametrize(
    "damage",
    [b"", b"[]", b"5", b"\xff", b"{}", b'{"interpreter": 1}', b"[" * 5000]
    + [b'{"interpreter": "%s", "slow": ' + rows + b"}" for rows in (b"5", b"[5]", b"[[1]]", b'[["a","b","c",1]]')],
)
def test_a_damaged_file_counts_for_nothing(tmp_path: Path, damage: bytes) -> None:
    file = tmp_path / "checks.json"
    own = json.dumps(Checks(None, 10)._interpreter)[1:-1].encode()
    file.write_bytes(damage.replace(b"%s", own))
    checks = Checks(file, 10)
    assert checks.known(STATE) is None
    checks.failed(STATE, SLOW)
    checks.keep_only([STATE])
    assert Checks(file, 10).known(STATE) == SLOW


def test_a_place_that_takes_no_file_costs_the_memory_alone(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    checks = Checks(tmp_path / "file" / "checks.json", 10)
    checks.failed(STATE, SLOW)
    checks.keep_only([STATE])
    assert checks.known(STATE) == SLOW
    checks.keep_only([])
    assert checks.known(STATE) is None
