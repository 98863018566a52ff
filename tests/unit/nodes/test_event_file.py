"""Event files are read back by TensorBoard's own reader."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from app.engine.sinks import Artifact
from app.nodes.event_file import EventFile, crc32c, masked_crc
from tests.support.training import loop

if TYPE_CHECKING:
    from pathlib import Path


def read(path: Path) -> dict[str, list[tuple[float, int, float]]]:
    reader = EventAccumulator(str(path), size_guidance={"scalars": 0})
    reader.Reload()
    return {
        tag: [(row.wall_time, row.step, row.value) for row in reader.Scalars(tag)] for tag in reader.Tags()["scalars"]
    }


def test_crc_of_known_inputs() -> None:
    """RFC 3720, appendix B.4."""
    assert crc32c(bytes(32)) == 0x8A9136AA
    assert crc32c(b"\xff" * 32) == 0x62A8AB43
    assert crc32c(bytes(range(32))) == 0x46DD794E
    assert masked_crc(b"") == 0xA282EAD8


def test_scalars_come_back(tmp_path: Path) -> None:
    events = EventFile(tmp_path / "tb", 1_700_000_000.25)
    rows = [
        ("loss", 1.5, 1, 10.5),
        ("loss", -2.25, 300, 11.0),
        ("比率", 1e300, 2**40, 12.0),
        ("nan", math.nan, 0, 13.0),
    ]
    for tag, value, step, wall in rows:
        events.scalar(tag, value, step, wall)
    events.close()
    found = read(tmp_path / "tb")
    assert found["loss"] == [(10.5, 1, 1.5), (11.0, 300, -2.25)]
    assert found["比率"] == [(12.0, 2**40, math.inf)]
    assert math.isnan(found["nan"][0][2])


def test_two_files_in_one_folder_do_not_meet(tmp_path: Path) -> None:
    first, second = EventFile(tmp_path, 5.0), EventFile(tmp_path, 5.0)
    assert first.path != second.path
    first.close()
    second.close()


def test_a_loop_writes_what_it_recorded(tmp_path: Path) -> None:
    ours = loop(tmp_path, {"tensorboard": True, "batch_metrics": True, "log_interval": 5})
    folder = tmp_path / "data" / "runs" / ("0" * 32) / "tb" / "n1"
    (path,) = folder.iterdir()
    assert ours.sinks.artifacts == [Artifact("tensorboard", str(path), "n1")]
    found = read(folder)
    names = {point.name for point in ours.sinks.metrics}
    assert names == {"train_loss", "lr", "train_loss_batch"} == set(found)
    for name in names:
        expected = ours.sinks.series(name)
        assert [step for _, step, _ in found[name]] == [step for step, _ in expected]
        assert [value for _, _, value in found[name]] == pytest.approx([value for _, value in expected], rel=1e-6)


def test_a_file_that_cannot_be_written_costs_only_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Any, *args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(EventFile, "scalar", full)
    ours = loop(tmp_path / "a", {"tensorboard": True})
    assert [(kind, p["params"]) for kind, p in ours.sinks.warnings] == [
        ("tensorboard_not_written", {"why": "No space left on device"})
    ]
    assert len(ours.sinks.series("train_loss")) == 3
    monkeypatch.setattr(EventFile, "__init__", full)
    ours = loop(tmp_path / "b", {"tensorboard": True})
    assert [kind for kind, _ in ours.sinks.warnings] == ["tensorboard_not_written"]
    assert not ours.sinks.artifacts
