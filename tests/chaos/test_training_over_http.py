"""Training through real servers: the same seed in two of them, and one that was stopped and goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from tests.chaos.test_stop_rules import wait_for
from tests.support.chaos_graphs import training
from tests.support.warm_servers import Server, Warm, killed_at_the_end

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.chaos

EPOCHS = 40
SEED = 7


def train(server: Server, **params: Any) -> str:
    options = {"device": "cpu", "seed": SEED}
    body = {"graph": training(EPOCHS, batch_metrics=True, **params), "options": options}
    return str(server.post("/api/runs", body)["run_id"])


def points(server: Server, run_id: str) -> list[tuple[str, int, float]]:
    found = server.get(f"/api/runs/{run_id}/metrics")["metrics"]
    return [(point["name"], point["step"], point["value"]) for point in found]


def test_the_same_seed_in_two_processes_gives_the_same_metrics(warm: Warm, tmp_path: Path) -> None:
    seen = []
    for home in (tmp_path / "one", tmp_path / "two"):
        with killed_at_the_end(warm.start(home)) as server:
            run_id = train(server)
            wait_for(server, run_id, "execution_complete")
            seen.append(points(server, run_id))
            names = server.get(f"/api/runs/{run_id}/metrics")["names"]
    assert "train_loss" in names
    assert len(seen[0]) > EPOCHS * 6
    assert seen[0] == seen[1]


@pytest.mark.parametrize("how", ["cancel", "signal"])
def test_a_stopped_training_goes_on_to_the_same_weights(warm: Warm, tmp_path: Path, how: str) -> None:
    home = tmp_path / "home"
    models = home / "data" / "models"
    with killed_at_the_end(warm.start(home)) as server:
        whole = train(server, saved_as="data/models/whole.pt")
        wait_for(server, whole, "execution_complete")
        begun = train(server, saved_as="data/models/never.pt")
        wait_for(server, begun, "artifact")
        if how == "cancel":
            assert server.post(f"/api/runs/{begun}/cancel")["cancelled"] is True
            wait_for(server, begun, "execution_stopped")
        server.signal()
        assert server.ended() == 0
    with killed_at_the_end(warm.start(home)) as server:
        row = server.get(f"/api/runs/{begun}")
        assert row["status"] == ("cancelled" if how == "cancel" else "interrupted")
        checkpoint = server.get(f"/api/runs/{begun}/artifacts")["artifacts"][-1]
        assert checkpoint["meta"]["reason"] == "interrupted"
        assert 0 < checkpoint["meta"]["epoch"] < EPOCHS
        rest = train(server, saved_as="data/models/rest.pt", resumed_from=checkpoint["path"])
        wait_for(server, rest, "execution_complete")
        server.signal()
        assert server.ended() == 0
    assert not (models / "never.pt").exists()
    expected = torch.load(models / "whole.pt", weights_only=True)
    got = torch.load(models / "rest.pt", weights_only=True)
    assert list(expected) == list(got) == ["l1.weight", "l1.bias", "l2.weight", "l2.bias"]
    assert all(torch.equal(expected[name], got[name]) for name in expected)
