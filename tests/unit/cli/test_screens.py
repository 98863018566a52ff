"""What stands on a terminal while a run is shown."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from app.cli.screens import TerminalScreen
from tests.support.terminal import Terminal

TYPES = {"load": "Dataset", "train": "TrainingLoop"}


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEFYUI_LANG", "en")


def shown(*events: dict[str, Any]) -> Terminal:
    """The terminal after these events; nothing is drawn but what they cause, and the first and the last picture."""
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, width=100, legacy_windows=False)
    with TerminalScreen(TYPES, console) as screen:
        for event in events:
            screen.event(event)
    return Terminal(written.getvalue())


def status(node: str, name: str, **progress: Any) -> dict[str, Any]:
    outputs = [{"output_kind": "progress", "progress": progress}] if progress else []
    return {
        "type": "node_status",
        "payload": {"node_id": node, "status": name, "outputs": outputs},
        "ts": "2026-01-01T00:00:00+00:00",
    }


def epochs(first: int, last: int) -> list[dict[str, Any]]:
    return [
        status("train", "progress", event="epoch", epoch=epoch, total_epochs=30) for epoch in range(first, last + 1)
    ]


def bars(frame: list[str]) -> list[str]:
    return [row for row in frame if "epoch" in row]


def test_a_bar_is_gone_before_the_line_of_its_node_comes() -> None:
    terminal = shown(*epochs(1, 30), status("train", "completed"), status("load", "completed"))
    assert terminal.frames[-1] == ["  ok       train  TrainingLoop", "  ok       load   Dataset"]
    assert any(bars(frame) for frame in terminal.frames)
    after = [frame for frame in terminal.frames if any("ok" in row for row in frame)]
    assert [bars(frame) for frame in after] == [[]] * len(after)


def test_a_line_stands_above_the_bar_as_it_is_now() -> None:
    terminal = shown(*epochs(1, 21), status("load", "completed"))
    after = [frame for frame in terminal.frames if len(frame) == 2]
    assert after
    assert {frame[0] for frame in after} == {"  ok       load   Dataset"}
    assert all("epoch 21/30" in frame[1] for frame in after)
    assert terminal.frames[-1] == ["  ok       load   Dataset"]
