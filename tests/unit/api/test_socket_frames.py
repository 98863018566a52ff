"""Frames of the canvas socket as models: they describe what is sent. Sockets of tests hold every frame to them."""

from __future__ import annotations

from typing import Any, get_args

from app.api.socket_frames import EVENTS, FRAMES, NodeStatusFrame, RunWarningFrame
from app.core.events import builders, kinds
from app.core.vocab.reason import reason


def _type(model: Any) -> str:
    (name,) = get_args(model.model_fields["type"].annotation)
    return str(name)


def test_every_type_of_event_has_its_frame() -> None:
    assert sorted(map(_type, EVENTS)) == sorted(kind.value for kind in kinds.EventType)
    assert len(set(map(_type, FRAMES))) == len(FRAMES)


def test_every_status_of_a_node_can_be_said() -> None:
    assert get_args(NodeStatusFrame.model_fields["status"].annotation) == tuple(one.value for one in kinds.NodeStatus)


def test_what_the_engine_says_of_a_node_is_what_the_frame_has() -> None:
    why = reason("shutting_down")
    payload = builders.node_status(
        "n", kinds.NodeStatus.ERROR, error=why, error_type="ValueError", inner_node_id="n/i", outputs=[]
    )
    frame = NodeStatusFrame.model_validate({"type": "node_status", "run_id": "r", "cursor": 1, **payload})
    assert (frame.code, frame.error_type, frame.inner_node_id) == ("shutting_down", "ValueError", "n/i")
    told = builders.run_warning("dropped_signals", {"count": 3, "detail": "late"})
    warning = RunWarningFrame.model_validate({"type": "run_warning", "run_id": "r", "cursor": 1, **told})
    assert (warning.kind, warning.code) == ("dropped_signals", "")
