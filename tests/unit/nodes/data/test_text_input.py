"""TextInput: the text as it was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.nodes.data.text_input import TextInput
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("text", ["", "  two\r\nlines\t", "繁體中文 🙂", "{}", "0"])
def test_gives_the_text_unchanged(tmp_path: Path, text: str) -> None:
    assert call(TextInput, tmp_path, {}, {"value": text}) == {"text": text}


def test_the_default_has_every_letter(tmp_path: Path) -> None:
    assert set(call(TextInput, tmp_path)["text"].lower()) >= set("abcdefghijklmnopqrstuvwxyz")
