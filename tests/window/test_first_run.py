"""The first thing that a person does: open, take a template, run it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh-TW", "light")])
def test_a_template_runs_to_its_end(flow: Callable[..., dict[str, Any]], lang: str, scheme: str) -> None:
    seen = flow("first_run", lang_wanted=lang, scheme=scheme)
    assert seen == {"language": lang, "scheme": scheme, "statuses": ["completed", "idle"], "findings": []}
