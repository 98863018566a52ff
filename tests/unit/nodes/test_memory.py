"""What can be allocated: the machine's memory and the limits of control groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.vocab.errors import NodeError
from app.nodes.memory import free_bytes, group_free, refuse_oversize, size_text

if TYPE_CHECKING:
    from pathlib import Path

UNLIMITED = 1 << 62


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (1023, "1023 bytes"),
        (1024, "1.0 KiB (1024 bytes)"),
        (3 << 29, "1.5 GiB (1610612736 bytes)"),
        (1 << 80, f"1048576.0 EiB ({1 << 80} bytes)"),
    ],
)
def test_sizes_in_words(size: int, text: str) -> None:
    assert size_text(size) == text


def test_what_is_free_is_less_than_the_machine_has() -> None:
    with open("/proc/meminfo", encoding="ascii") as lines:
        total = int(lines.readline().split()[1]) * 1024
    assert 0 < free_bytes("cpu") < total


def test_without_proc_the_system_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*args: object, **kwargs: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr("app.nodes.memory.open", gone, raising=False)
    assert 0 < free_bytes("cpu") < 1 << 62


def test_the_refusal_says_both_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.nodes.memory.free_bytes", lambda device: 1 << 20)
    refuse_oversize(1 << 20, "model")
    with pytest.raises(NodeError) as caught:
        refuse_oversize(1 << 21, "model")
    assert caught.value.reason.params == {
        "what": "model",
        "wanted": "2.0 MiB (2097152 bytes)",
        "free": "1.0 MiB (1048576 bytes)",
    }


def group(root: Path, place: str, names: tuple[str, str], limit: str, used: int, stat: str) -> None:
    folder = root / "sys/fs/cgroup" / place
    folder.mkdir(parents=True, exist_ok=True)
    (folder / names[0]).write_text(limit + "\n")
    (folder / names[1]).write_text(f"{used}\n")
    (folder / "memory.stat").write_text(stat)


def member(root: Path, lines: str) -> None:
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/cgroup").write_text(lines)


V2 = ("memory.max", "memory.current")
V1 = ("memory.limit_in_bytes", "memory.usage_in_bytes")


def test_the_tightest_limit_on_the_way_up_counts(tmp_path: Path) -> None:
    member(tmp_path, "0::/user/job\n")
    group(tmp_path, "user/job", V2, "max", 10, "inactive_file 3\n")
    assert group_free(tmp_path) == UNLIMITED
    group(tmp_path, "user", V2, "1000", 400, "anon 100\ninactive_file 50\n")
    assert group_free(tmp_path) == 650
    group(tmp_path, "user/job", V2, "500", 600, "inactive_file 3\n")
    assert group_free(tmp_path) == 0


def test_the_first_version_has_a_tree_of_its_own(tmp_path: Path) -> None:
    member(tmp_path, "5:cpu:/other\n4:memory:/docker/abc\n")
    group(tmp_path, "memory", V1, "2000", 500, "inactive_file 1\ntotal_inactive_file 100\n")
    assert group_free(tmp_path) == 1600


def test_what_cannot_be_read_is_no_limit(tmp_path: Path) -> None:
    assert group_free(tmp_path) == UNLIMITED
    member(tmp_path, "no group\n0::/gone/../x\n")
    group(tmp_path, "x", V2, "much", 5, "")
    assert group_free(tmp_path) == UNLIMITED


def test_a_limit_below_the_machine_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.nodes.memory.group_free", lambda: 4096)
    assert free_bytes("cpu") == 4096
