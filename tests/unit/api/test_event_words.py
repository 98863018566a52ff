"""Sentences of events in the language of whoever reads them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.api.routes.events import worded
from app.core.vocab.reason import Reason

RETRY = {"node_id": "n", "attempt": 1, "attempts": 2, "error": "boom", "wait_s": 0.5}


def told(payload: Any, lang: str) -> Any:
    return json.loads(worded(json.dumps(payload), lang))


@pytest.mark.parametrize("key", ["text", "error"])
def test_a_sentence_is_put_into_the_language_asked_for_by_its_code(key: str) -> None:
    why = Reason("node_retry", RETRY)
    payload = {"kind": "node_retry", "code": why.code, "params": dict(why.params), key: why.text()}
    assert told(payload, "zh-TW") == {**payload, key: why.text("zh-TW")}
    assert told(payload, "zh-TW")[key] != payload[key]


def test_english_is_what_is_stored_byte_for_byte() -> None:
    text = '{"code": "node_retry",  "params": {}, "text": "x"}'
    assert worded(text, "en") == text


def test_a_reason_within_a_reason_stands_as_its_sentence() -> None:
    inner = {"code": "run_not_found", "params": {"run_id": "r"}, "text": "stored"}
    payload = {"code": "node_retry", "params": {**RETRY, "error": inner}, "text": "x"}
    assert Reason("run_not_found", {"run_id": "r"}).text("zh-TW") in told(payload, "zh-TW")["text"]
    unknown = {**payload, "params": {**RETRY, "error": {**inner, "code": "of_a_later_version"}}}
    assert "stored" in told(unknown, "zh-TW")["text"]


@pytest.mark.parametrize(
    "payload",
    [
        {"code": "of_a_later_version", "params": {}, "text": "as stored"},
        {"code": "node_retry", "params": None, "text": "as stored"},
        {"code": ["node_retry"], "params": {}, "text": "as stored"},
        {"code": "node_retry", "params": {}, "text": None},
        {"outputs": [{"code": "node_retry"}]},
        [{"code": 1}],
        "code",
        None,
    ],
)
def test_whatever_else_stays_as_it_is(payload: Any) -> None:
    assert told(payload, "zh-TW") == payload
