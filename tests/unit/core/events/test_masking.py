"""Secret values become `***` in whatever form they stand in a text, and nothing else changes."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.events.cap import capped_text
from app.core.events.masking import Mask

KEY = 'sk-0123 "4\\5/六'


@pytest.mark.parametrize(
    "written",
    [KEY, json.dumps(KEY), json.dumps(KEY, ensure_ascii=False), repr(KEY), ascii(KEY), f"x?key={quote_plus(KEY)}&y=1"],
)
def test_every_usual_form_is_masked(written: str) -> None:
    masked = Mask([KEY]).text(f"before {written} after")
    assert masked.startswith("before ")
    assert masked.endswith(" after")
    assert "***" in masked
    assert "0123" not in masked


def test_lines_of_a_long_value_are_masked_one_by_one() -> None:
    pem = "-----BEGIN KEY-----\nMIIEvQIBADANBg\nshort\n-----END KEY-----\n"
    assert Mask([pem]).text("got MIIEvQIBADANBg here, and short") == "got *** here, and short"
    assert Mask([pem]).text(f"[{pem}]") == "[***]"


def test_short_values_and_other_texts_are_left_alone() -> None:
    assert Mask(["abc", ""]).text("abc") == "abc"
    assert not Mask(["abc", ""])
    assert Mask(["abcd"])
    assert Mask(["abcd"]).text("abc abcd abcde") == "abc *** ***e"


def test_of_two_values_the_longer_goes_first() -> None:
    assert Mask(["token", "token-longer"]).text("token-longer token") == "*** ***"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("the key is sk-012345", "the key is ***"),
        ("the key is sk-012345…", "the key is ***…"),
        ("the key is sk-012345… [cut]", "the key is ***… [cut]"),
        ("it said sk-012345…. Look at the console", "it said ***…. Look at the console"),
        ("the key is sk-01", "the key is sk-01"),
        ("sk-012345 and more", "sk-012345 and more"),
        ("['sk-012', '3456789']", "['***', '3456789']"),
        ("{'a': b'sk-0123', 'b': \"sk-01234\"}", "{'a': b'***', 'b': \"***\"}"),
        ('{\\"a\\": \\"sk-01234\\"}', '{\\"a\\": \\"***\\"}'),
        ("Client(key=sk-01234...)", "Client(key=***...)"),
        ("sk-01 'sk-01' sk-012345 then", "sk-01 'sk-01' sk-012345 then"),
        ("sk-sk-0123'", "sk-***'"),
    ],
)
def test_a_value_cut_off_at_the_end_is_masked_from_six_characters_on(text: str, masked: str) -> None:
    assert Mask(["sk-0123456789"]).text(text) == masked


def test_a_part_before_a_quote_that_the_value_has_itself_is_masked_too() -> None:
    mask = Mask(["""my-key's "secret" part"""])
    assert mask.text("['my-key', 'rest']") == "['***', 'rest']"
    assert mask.text("""["my-key's ", 'x']""") == """["***", 'x']"""


def test_of_parts_of_two_values_that_overlap_none_is_left() -> None:
    mask = Mask(["one-two-thr", "two-three-four-five"])
    assert mask.text("'one-two-thr' 'one-two-th'") == "'***' '***'"
    assert mask.text("one-two-three") == "***ee"
    assert Mask(["abcdefghijkl+", "ghijklmnopqrstuvw"]).text("abcdefghijkl") == "***"
    two = Mask(["abcdefghijkl'+", "ghijkl'mnopqrstuvw"])
    assert two.text("'abcdefghijkl'mnopqr' and 'mnopqr'") == "'***' and 'mnopqr'"


@pytest.mark.parametrize("key", [KEY, "it's-a-key", "節-key'\"-\\節"])
@pytest.mark.parametrize("around", ["{}", "it's {}", 'say "{}"', 'it\'s "{}"'])
def test_bytes_and_texts_within_others_are_masked_in_their_repr(key: str, around: str) -> None:
    text = around.format(key)
    for written in (repr(text), repr(text.encode()), repr([{"k": text.encode()}])):
        masked = Mask([key]).text(written)
        assert "***" in masked
        assert "key" not in masked.replace("it's-a-key", "\0") or "sk-" in masked
        assert masked.count("***") == 1


def test_a_long_text_of_half_values_is_looked_through_in_little_work() -> None:
    mask = Mask(["a" * 60_000 + "b"])
    assert mask.text("a" * 900_000 + "'") == "a" * 840_000 + "***'"
    assert Mask(["sk-proj-0123"]).text("'sk-pro'" * 100_000) == "'***'" * 100_000


def test_a_payload_keeps_ids_and_words_of_ours() -> None:
    mask = Mask(["running", "node-1"])
    payload = {
        "node_id": "node-1",
        "status": "running",
        "error": "node-1 was running",
        "params": {"running": ["node-1", 5, None, True]},
        "outputs": [{"output_kind": "text", "port": "node-1", "text": "running"}, "node-1"],
    }
    assert mask.payload(payload) == {
        "node_id": "node-1",
        "status": "running",
        "error": "*** was ***",
        "params": {"***": ["***", 5, None, True]},
        "outputs": [{"output_kind": "text", "port": "node-1", "text": "***"}, "***"],
    }
    assert payload["error"] == "node-1 was running"
    assert mask.payload(None) is None


class _Client:
    def __repr__(self) -> str:
        return "Client(key=hunter-two)"


def test_objects_and_bytes_are_masked_as_the_log_would_write_them() -> None:
    masked = Mask(["hunter-two"]).payload({"a": _Client(), "b": b"hunter-two", "c": {"hunter-two"}})
    assert masked == {"a": "Client(key=***)", "b": "b'***'", "c": ["***"]}


def test_values_of_other_types_pass_as_they_are() -> None:
    mask, other = Mask(["hunter-two"]), object()
    assert mask.value(other) is other
    assert mask.value(("hunter-two", [b"hunter-two"], 7)) == ("***", [b"hunter-two"], 7)


def test_a_mask_does_not_tell_what_it_masks() -> None:
    assert "hunter" not in repr(Mask(["hunter-two"]))


_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=8,
)


def _planted(value: Any, secret: str) -> Any:
    if isinstance(value, str):
        return value + secret + value
    if isinstance(value, list):
        return [_planted(item, secret) for item in value]
    if isinstance(value, dict):
        return {key + secret: _planted(item, secret) for key, item in value.items()}
    return value


@given(_JSON, st.text(st.characters(exclude_categories=["Cs"]), min_size=8, max_size=20).filter(str.strip))
def test_no_event_text_holds_the_value_whatever_it_is_and_stays_json(value: Any, secret: str) -> None:
    text = capped_text(Mask([secret]).payload({"error": _planted(value, secret)}), 100_000)
    read = json.loads(text)

    def texts(item: Any) -> Any:
        if isinstance(item, str):
            yield item
        for child in item.values() if isinstance(item, dict) else item if isinstance(item, list) else ():
            yield from texts(child)
        yield from item if isinstance(item, dict) else ()

    if "***" not in secret and not set(secret) <= {"*"}:
        assert [found for found in texts(read) if secret in found.replace("***", "\0")] == []
