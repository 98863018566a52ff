"""Payload builders: the keys of each event, and the same bytes in every process."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from app.core.events import builders
from app.core.events.kinds import NodeStatus
from app.core.events.strict import dumps
from app.core.vocab.reason import reason
from tests.support.mock_nodes import port

if TYPE_CHECKING:
    from pathlib import Path

WHY = reason("device_unknown", wanted="tpu")


def test_node_status_has_only_the_keys_it_needs() -> None:
    assert builders.node_status("n", NodeStatus.RUNNING) == {"node_id": "n", "status": "running"}
    assert builders.node_status("n", NodeStatus.ERROR, error=WHY, error_type="NodeError") == {
        "node_id": "n",
        "status": "error",
        "error": WHY.text(),
        "code": "device_unknown",
        "params": {"wanted": "tpu"},
        "error_type": "NodeError",
    }
    assert builders.node_status("n", NodeStatus.PROGRESS, outputs=[], inner_node_id="n/a") == {
        "node_id": "n",
        "status": "progress",
        "inner_node_id": "n/a",
        "outputs": [],
    }


def test_the_other_payloads() -> None:
    assert builders.inner_node_status("c/a", "c", NodeStatus.ERROR, error=WHY) == {
        "node_id": "c/a",
        "container_id": "c",
        "status": "error",
        "error": WHY.text(),
        "code": "device_unknown",
        "params": {"wanted": "tpu"},
    }
    assert builders.metric([("loss", float("nan"), 3, "n"), ("lr", 0.5, 4, "n")]) == {
        "points": [
            {"name": "loss", "value": None, "step": 3, "node_id": "n"},
            {"name": "lr", "value": 0.5, "step": 4, "node_id": "n"},
        ]
    }
    assert builders.artifact(7, "model", "/p", {"a": 1}, "n") == {
        "artifact_id": 7,
        "kind": "model",
        "path": "/p",
        "meta": {"a": 1},
        "node_id": "n",
    }
    assert builders.run_warning("dropped_signals", {"count": 2, "kind": "x"}) == {"kind": "dropped_signals", "count": 2}
    assert builders.execution_start("r") == {"run_id": "r"}
    assert builders.execution_error(WHY) == {"error": WHY.text(), "code": "device_unknown", "params": {"wanted": "tpu"}}
    assert builders.execution_stopped("cancelled") == {"reason": "cancelled"}


@pytest.mark.parametrize(
    ("media", "value", "shown"),
    [
        ("image", "QUJD", {"format": "png", "encoding": "base64", "data": "QUJD"}),
        ("image", b"ABC", {"format": "png", "encoding": "base64", "data": "QUJD"}),
        ("image", {"data": "QUJD", "more": 1}, {"format": "png", "encoding": "base64", "data": "QUJD"}),
        ("image", "", None),
        ("image", 5, None),
        ("chart", {"rows": [1]}, {"rows": [1]}),
        ("chart", "no dict", None),
        ("hologram", {"x": 1}, {"x": 1}),
        ("video", {"path": "a/b.mp4", "fps": 5, "secret": 1}, {"path": "a/b.mp4", "fps": 5}),
        ("video", {"path": "/etc/passwd", "fps": 5}, {"fps": 5}),
        ("video", {"path": "../b.mp4"}, {}),
        ("video", {"path": "a\\..\\..\\b.mp4"}, {}),
        ("video", {"path": "C:\\b.mp4"}, {}),
        ("video", {"path": 5}, {}),
        ("image", None, None),
    ],
)
def test_declared_media_ports_are_shown(media: str, value: Any, shown: Any) -> None:
    entries = builders.outputs((port("out", media=media),), {"out": value})
    expected = [] if shown is None else [{"output_kind": media, "port": "out", media: shown}]
    assert entries[:-1] == expected
    assert entries[-1]["output_kind"] == "tensor_summary"
    assert list(entries[-1]["tensor_summary"]) == ["out"]


def test_a_long_text_is_no_image_unless_its_port_says_so() -> None:
    entries = builders.outputs((port("out"),), {"out": "A" * 500})
    assert [entry["output_kind"] for entry in entries] == ["tensor_summary"]


def test_control_keys_are_not_summarised() -> None:
    [entry] = builders.outputs((), {"__log__": "x", "out": 1})
    assert list(entry["tensor_summary"]) == ["out"]


def test_mined_points_pass_over_what_is_no_finite_number() -> None:
    assert builders.mined_points({"event": "batch", "loss": 1.0}, 4) == (4, {})
    assert builders.mined_points({"loss": 10**400, 5: 1.0, "": 1.0, "ok": 1, "x" * 129: 1.0, "step": True}, 4) == (
        4,
        {"ok": 1.0},
    )
    assert builders.mined_points({"a": np.float32(0.5), "b": np.float64("nan"), "c": np.bool_(True)}, 0) == (
        0,
        {"a": 0.5},
    )
    assert builders.mined_points({"step": -1, "epoch": 2, "a": 1.0}, 0) == (2, {"a": 1.0})


SAME = """
import torch
from app.core.events import builders
from app.core.events.cap import capped_text
from app.core.events.kinds import NodeStatus
from tests.support.mock_nodes import port
values = {"out": torch.arange(6.0).reshape(2, 3) / 7, "o": object(), "s": {"b", "a", "c"}, "l": [1, 2.5]}
outputs = builders.outputs((port("out"),), values, "a line")
print(capped_text(builders.node_status("n", NodeStatus.COMPLETED, outputs=outputs)))
"""


@pytest.mark.req("EA-050")
def test_two_processes_give_the_same_bytes(repo: Path) -> None:
    texts = {
        subprocess.run(
            [sys.executable, "-c", SAME],
            cwd=repo,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    assert b"tensor_summary" in texts.pop()


@pytest.mark.req("EA-049")
def test_builders_know_no_run_service_no_database_and_no_network(repo: Path) -> None:
    allowed = {"app.core.events", "app.core.vocab"}
    for path in sorted((repo / "app" / "core" / "events").glob("*.py")):
        for statement in ast.walk(ast.parse(path.read_text())):
            if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("app"):
                assert ".".join((statement.module or "").split(".")[:3]) in allowed, f"{path.name}: {statement.module}"
    loaded = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, app.core.events.builders; print({'socket','sqlite3','asyncio','torch'} & set(sys.modules))",
        ],
        cwd=repo,
        capture_output=True,
        text=True,
        check=True,
    )
    assert loaded.stdout.strip() == "set()"


def test_payloads_are_strict_json() -> None:
    text = dumps(builders.progress_outputs({"loss": float("nan"), "when": object()}))
    assert text == '[{"output_kind":"progress","progress":{"loss":null,"when":"<object object>"}}]'
