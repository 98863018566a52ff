"""Chinese, composed as people compose it: by an input method, in whatever field of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.support.own_nodes import put
from tests.support.secret_traces import TELLER

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.server_process import Running


def test_keys_of_an_input_method_are_its_own_and_its_word_is_one_step_in_every_field(
    flow: Callable[..., dict[str, Any]], server: Running
) -> None:
    put(server.home, teller=TELLER)
    status, answer = server.ask("POST", "/api/nodes/reload")
    assert status == 200, answer
    seen = flow("ime")
    assert seen == {"touched": [], "steps": [True, True], "saved": ["圖名", "列印", "新名字"]}
