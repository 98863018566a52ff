"""The closed set of options."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.vocab.errors import Refused
from app.core.vocab.reason import LANGUAGES
from app.core.vocab.run import MAX_SEED, ErrorMode, RunOptions
from app.runs.options import parse_name, parse_options, parse_tags, stored_options

EVERY_KEY = {
    "device",
    "seed",
    "deterministic",
    "record_outputs",
    "verbose",
    "weights_persistent",
    "backward_mode",
    "auto_backward",
    "lane",
    "graph_id",
    "error_mode",
    "max_retries",
    "target",
    "provenance",
    "on_disconnect",
}


def test_defaults_are_stored_with_every_key() -> None:
    stored = stored_options(parse_options(None, {}))
    assert stored == {
        "device": "auto",
        "seed": None,
        "deterministic": False,
        "record_outputs": False,
        "verbose": False,
        "weights_persistent": False,
        "backward_mode": False,
        "auto_backward": False,
        "lane": "queued",
        "graph_id": None,
        "error_mode": "fail_fast",
        "max_retries": 0,
        "target": None,
        "provenance": None,
        "on_disconnect": "interrupt",
    }
    assert set(stored) == EVERY_KEY


def test_every_option_is_read() -> None:
    given_options = {
        "device": "cuda:3",
        "seed": MAX_SEED,
        "deterministic": True,
        "record_outputs": True,
        "verbose": True,
        "weights_persistent": True,
        "backward_mode": True,
        "auto_backward": True,
        "lane": "batch",
        "graph_id": "g" * 256,
        "error_mode": "retry",
        "max_retries": 10,
        "target": {"worker": "local"},
        "provenance": "content",
        "on_disconnect": "finish",
    }
    options = parse_options(given_options, {"device": "cpu"})
    assert options.error_mode is ErrorMode.RETRY
    assert stored_options(options) == given_options
    assert parse_options(json.loads(json.dumps(stored_options(options))), {}) == options


@pytest.mark.parametrize(
    ("given_options", "settings", "device", "seed"),
    [
        ({}, {"device": "cuda"}, "cuda", None),
        ({"device": None}, {"device": "mps"}, "mps", None),
        ({"device": "cpu"}, {"device": "cuda"}, "cpu", None),
        ({}, {"device": None, "seed": None}, "auto", None),
        ({}, {"seed": 7}, "auto", 7),
        ({"device": "cpu"}, {"seed": 0}, "cpu", 0),
        ({"seed": 3}, {"seed": 7}, "auto", 3),
        ({"seed": 0}, {"seed": 7}, "auto", 0),
        ({"seed": None}, {"seed": 7}, "auto", None),
        (None, {"seed": 7, "device": "cpu"}, "cpu", 7),
    ],
)
def test_the_settings_of_the_graph_stand_in(given_options: Any, settings: Any, device: str, seed: int | None) -> None:
    options = parse_options(given_options, settings)
    assert (options.device, options.seed) == (device, seed)
    assert parse_options(stored_options(options), settings) == options  # as a requeue reads them


@pytest.mark.parametrize(
    "device",
    ["", "gpu", "CPU", "cuda:", "cuda:01", "cuda:-1", "cuda:99999", "cpu:0", " cpu", 0, ["cpu"], True, "cuda:0\n"],
)
def test_bad_devices(device: Any) -> None:
    for options, settings in (({"device": device}, {}), ({}, {"device": device})):
        with pytest.raises(Refused) as refused:
            parse_options(options, settings)
        assert refused.value.reason.code == "bad_device"


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 10**400, 1.0, float("nan"), float("inf"), True, False, "7", [1]])
def test_bad_seeds(seed: Any) -> None:
    with pytest.raises(Refused) as refused:
        parse_options({"seed": seed}, {})
    assert refused.value.reason.code == "bad_seed"
    assert refused.value.reason.params["maximum"] == MAX_SEED


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("deterministic", 1),
        ("verbose", "true"),
        ("lane", ""),
        ("lane", "x" * 65),
        ("lane", "a\nb"),
        ("graph_id", "x" * 257),
        ("graph_id", 5),
        ("error_mode", "ignore"),
        ("error_mode", 1),
        ("max_retries", -1),
        ("max_retries", 11),
        ("max_retries", True),
        ("max_retries", 2.0),
        ("provenance", "both"),
        ("on_disconnect", ""),
        ("target", "box"),
    ],
)
def test_bad_values_name_the_option(option: str, value: Any) -> None:
    with pytest.raises(Refused) as refused:
        parse_options({option: value}, {})
    assert (refused.value.reason.code, refused.value.reason.params["option"]) == ("bad_option", option)


def test_workers_cannot_be_targeted_yet() -> None:
    for target in ({"worker": "box"}, {"devices": ["cuda:0"]}, {"memory_gib": 3}):
        with pytest.raises(Refused) as refused:
            parse_options({"target": target}, {})
        assert refused.value.reason.code == "target_unavailable"


@pytest.mark.parametrize("given_options", [[], "x", 3, True])
def test_options_that_are_no_object(given_options: Any) -> None:
    with pytest.raises(Refused) as refused:
        parse_options(given_options, {})
    assert refused.value.reason.code == "options_not_object"


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner, max_size=3)
)


@given(st.dictionaries(st.sampled_from(sorted(EVERY_KEY)) | st.text(), _json, max_size=4))
def test_any_options_are_read_or_refused_in_both_languages(given_options: dict[str, Any]) -> None:
    answer = _read(given_options)
    if isinstance(answer, RunOptions):
        assert parse_options(stored_options(answer), {}) == answer
        return
    assert (answer.reason.code == "unknown_option") == bool(set(given_options) - EVERY_KEY)
    for lang in LANGUAGES:
        json.dumps(answer.reason.to_json(lang), allow_nan=False).encode()


def _read(given_options: dict[str, Any]) -> RunOptions | Refused:
    try:
        return parse_options(given_options, {})
    except Refused as refused:
        return refused


@pytest.mark.parametrize(
    ("value", "name"),
    [(None, None), ("", None), ("  ", None), (" a b ", "a b"), ("x" * 64, "x" * 64), ("實驗　一", "實驗　一")],
)
def test_names(value: Any, name: str | None) -> None:
    assert parse_name(value) == name


@pytest.mark.parametrize("value", ["x" * 65, 5, ["a"], True, "a\nb", "a\0b", "\ud800"])
def test_bad_names(value: Any) -> None:
    with pytest.raises(Refused) as refused:
        parse_name(value)
    assert refused.value.reason.code == "bad_name"


def test_tags() -> None:
    assert parse_tags([" a", "b", "a"]) == ["a", "b"]
    for wrong in ("a", ["", "b"], [1], ["x" * 65], [str(n) for n in range(33)], None, {"a": 1}, ["a\u0000"]):
        with pytest.raises(Refused) as refused:
            parse_tags(wrong)
        assert refused.value.reason.code == "bad_tags"


def test_the_usual_device_is_that_of_runs_that_name_none() -> None:
    named, graph = {"device": "cpu"}, {"device": "cuda:1"}
    given = [(None, {}), ({"device": None}, {}), (named, {}), (None, graph), ({"device": "auto"}, graph)]
    assert [parse_options(options, settings, "mps").device for options, settings in given] == [
        "mps",
        "mps",
        "cpu",
        "cuda:1",
        "auto",
    ]
