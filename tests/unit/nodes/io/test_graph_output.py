"""GraphOutput: a name for a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.vocab.errors import NodeError
from app.engine.node import RESULT_KEY
from app.nodes.io.graph_output import GraphOutput
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path


def test_names_its_value(tmp_path: Path) -> None:
    value = object()
    assert RESULT_KEY == "__graph_output__"
    assert call(GraphOutput, tmp_path, {"value": value}, {"name": "score"}) == {"__graph_output__": ("score", value)}


def test_a_malformed_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        call(GraphOutput, tmp_path, {"value": 1}, {"name": "my score"})
    assert caught.value.reason.code == "input_name_malformed"
