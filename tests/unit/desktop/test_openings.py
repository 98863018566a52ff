"""Words of a command line, links of other programs, and what another start hands over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desktop.openings import MOST, BadLinkError, Opening, as_json, from_json, hash_of, is_opening, opening_of


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("cdui://runs", "#/runs"),
        ("cdui:runs", "#/runs"),
        ("cdui:///runs/abc/log", "#/runs/abc/log"),
        ("cdui://runs/abc/log/", "#/runs/abc/log"),
        ("CDUI://settings/general", "#/settings/general"),
        ("cdui://g/My%20graph", "#/g/My%20graph"),
        ("cdui://g/圖", "#/g/%E5%9C%96"),
        ("cdui://g/%E5%9C%96", "#/g/%E5%9C%96"),
    ],
)
def test_links_lead_to_a_place(link: str, expected: str) -> None:
    assert hash_of(link) == expected


@pytest.mark.parametrize(
    "link",
    [
        "cdui://",
        "cdui://nowhere",
        "cdui://runs?x=1",
        "cdui://runs#/settings",
        "cdui://user@runs",
        "cdui://runs:80",
        "cdui://runs/a/b/c",
        "cdui://g/..%2f..%2fetc",
        "cdui://g/%2e%2e",
        "cdui://g/a%0ab",
        "cdui://g/%ff",
        "cdui://g/" + "a" * 3000,
        "cdui://[",
        "https://runs",
        "javascript:alert(1)",
    ],
)
def test_links_that_lead_nowhere_are_refused(link: str) -> None:
    with pytest.raises(BadLinkError):
        hash_of(link)


@given(st.text())
def test_any_link_is_a_plain_address_or_refused(tail: str) -> None:
    try:
        found = hash_of("cdui://" + tail)
    except BadLinkError:
        return
    assert found.startswith("#/")
    assert found.isascii()
    assert not set(found) & set("\"'<>\\` \n\r\x00?")


def test_words_that_open_something() -> None:
    assert [w for w in ("a.json", "A.JSON", "cdui:runs", "CDUI://g/x", "start", "a.jsonl", "") if is_opening(w)] == [
        "a.json", "A.JSON", "cdui:runs", "CDUI://g/x",
    ]  # fmt: skip


def test_files_become_absolute() -> None:
    assert opening_of("b/../g.json", "/home/u") == Opening("file", "/home/u/g.json")
    assert opening_of("/x/g.json", "/home/u") == Opening("file", "/x/g.json")
    assert opening_of("cdui://runs/7", "/home/u") == Opening("link", "#/runs/7")


def test_what_is_handed_over_arrives_and_what_makes_no_sense_does_not() -> None:
    openings = [Opening("file", "/a.json"), Opening("link", "#/runs")]
    assert from_json(as_json(openings)) == openings
    strange = [
        None,
        3,
        {},
        {"kind": "shell", "value": "x"},
        {"kind": "file", "value": 3},
        {"kind": "file", "value": "\0"},
    ]
    assert from_json(strange) == []
    assert from_json({"kind": "file"}) == []
    assert len(from_json(as_json(openings * MOST))) == MOST
