"""Device strings: what is one, and the one form that names a queue."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.vocab.device import Inventory, Resolved, is_device, resolve

CARDS = Inventory(cuda=2, current_cuda=1)
MAC = Inventory(mps=True)


@pytest.mark.req("EA-082")
@pytest.mark.parametrize(
    ("asked", "inventory", "found"),
    [
        ("cpu", CARDS, Resolved("cpu")),
        ("cuda", CARDS, Resolved("cuda:1")),
        ("cuda:0", CARDS, Resolved("cuda:0")),
        ("cuda:7", CARDS, Resolved("cuda:1")),
        ("cuda", MAC, Resolved("cpu", missing="cuda")),
        ("mps", MAC, Resolved("mps:0")),
        ("mps:3", MAC, Resolved("mps:0")),
        ("mps:0", CARDS, Resolved("cpu", missing="mps")),
        ("auto", CARDS, Resolved("cuda:1")),
        ("auto", MAC, Resolved("mps:0")),
        ("auto", Inventory(), Resolved("cpu")),
    ],
)
def test_every_device_has_one_canonical_form_here(asked: str, inventory: Inventory, found: Resolved) -> None:
    assert resolve(asked, inventory) == found
    assert resolve(found.device, inventory) == Resolved(found.device)


words = st.sampled_from(["cpu", "auto", "cuda", "cuda:0", "cuda:12", "mps", "mps:0", "", ":", "gpu-box"])


@pytest.mark.req("EA-084")
@given(words, words | st.text(max_size=5))
def test_nothing_with_a_slash_is_a_device(before: str, after: str) -> None:
    """So `<worker>/<device>`, the key of a worker's queue, is never the key of a local one."""
    assert not is_device(f"{before}/{after}")
    with pytest.raises(ValueError, match="/"):
        resolve(f"{before}/{after}", CARDS)


@pytest.mark.parametrize("text", ["", "CPU", "cpu:0", "cuda:", "cuda:01", "cuda:-1", "cuda:10000", "auto:0", "cpu\n"])
def test_what_is_no_device(text: str) -> None:
    assert not is_device(text)
