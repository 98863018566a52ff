"""A Secret is said only when asked for; names and values have bounds."""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass

import pytest

from app.core.vocab.errors import Refused
from app.vault.run_values import RunValue
from app.vault.secret import MAX_VALUE_BYTES, Key, Secret, checked_key, checked_value


@dataclass
class _Holder:
    secret: Secret


def test_nothing_shows_it_by_accident() -> None:
    secret = Secret("hunter-two")
    shown = [str(secret), repr(secret), f"{secret}", f"{secret:>5}", f"{secret!s} {secret!r}", repr(_Holder(secret))]
    assert shown == ["***", "***", "***", "  ***", "*** ***", "_Holder(secret=***)"]
    assert repr(RunValue(secret, is_typed=True)) == "RunValue(secret=***, is_typed=True)"
    assert secret.reveal() == "hunter-two"
    assert not hasattr(secret, "__dict__")


def test_it_does_not_leave_as_json_pickle_or_hash() -> None:
    secret = Secret("hunter-two")
    with pytest.raises(TypeError):
        json.dumps(secret)
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(secret)
    with pytest.raises(TypeError):
        hash(secret)


def test_it_equals_another_of_the_same_text() -> None:
    assert Secret("päß") == Secret("päß")
    assert Secret("a") != Secret("b")
    assert Secret("a") != "a"
    assert bool(Secret("a"))
    assert not Secret("")


@pytest.mark.parametrize("scope", ["params", "graph:My graph / 二", "ssh:user@host:22", "s3"])
def test_scopes_that_can_be_used(scope: str) -> None:
    assert checked_key(scope, "n 1/節點.key") == Key(scope, "n 1/節點.key")


@pytest.mark.parametrize(
    ("scope", "name"),
    [
        ("", "a"),
        ("Params", "a"),
        ("params:", "a"),
        ("graph:a\nb", "a"),
        ("graph:" + "x" * 200, "a"),
        ("params", ""),
        ("params", "x" * 301),
        ("params", "a\x00"),
        ("params", "\ud800"),
        ("graph:\ud800", "a"),
    ],
)
def test_names_that_cannot_be_used(scope: str, name: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_key(scope, name)
    assert refused.value.reason.code == "bad_secret_name"


def test_values_are_bounded_in_bytes() -> None:
    assert checked_value("é" * (MAX_VALUE_BYTES // 2)).reveal() == "é" * (MAX_VALUE_BYTES // 2)
    for value, code in (("", "secret_empty"), ("é" * (MAX_VALUE_BYTES // 2) + "a", "secret_too_long")):
        with pytest.raises(Refused) as refused:
            checked_value(value)
        assert refused.value.reason.code == code
