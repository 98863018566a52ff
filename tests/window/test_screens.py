"""Every screen of the window: readable in both schemes, for everybody, and whole with longer words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support.own_nodes import BREAKER, GIVER, TALKER, put
from tests.support.past_runs import fill
from tests.support.server_process import server as serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.server_process import Running

RUNS = 60


@pytest.fixture
def server(tmp_path: Path, ui: Path) -> Iterator[Running]:
    """A server with a past, and with nodes that give, talk and fail."""
    del ui
    home = tmp_path / "data"
    fill(home / "codefyui.db", RUNS)
    put(home, giver=GIVER, talker=TALKER, breaker=BREAKER)
    with serving(home, CODEFYUI_SECRETS_STORE="memory") as started:
        yield started


SCREENS = {"canvas": 25, "running": 12, "inspector": 13, "runs": 23, "shell": 27}
"""How many a part has, so that none is lost unseen."""


@pytest.mark.parametrize("look", ["looks", "pseudo"])
@pytest.mark.parametrize("part", SCREENS)
def test_every_screen_can_be_read_in_both_schemes_and_has_room_for_longer_words(
    flow: Callable[..., dict[str, Any]], part: str, look: str
) -> None:
    seen = flow("screens", part=part, look=look)
    assert seen["wrong"] == []
    assert len(set(seen["names"])) == len(seen["names"]) == SCREENS[part]
