"""server.json and session.token as a command reads them: whole and ours, or as if they were not there."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.cli.home import Server, read_server, read_token

if TYPE_CHECKING:
    from pathlib import Path

GOOD = {"url": "http://127.0.0.1:8000", "pid": 12, "version": "1.0", "boot_id": "b"}


def _write(home: Path, text: str) -> None:
    (home / "server.json").write_text(text)
    os.utime(home / "server.json", (5, 1700000000))


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8000", "http://[::1]:80", "http://[fe80::1%eth0]:1", "http://my-pc:1"]
)
def test_what_a_server_writes_is_read(tmp_path: Path, url: str) -> None:
    _write(tmp_path, json.dumps({**GOOD, "url": url, "later": [1]}))
    assert read_server(tmp_path) == Server(url, 12, "1.0", "b", 1700000000.0)


BAD: list[dict[str, Any]] = [
    {"pid": -1},
    {"pid": 0},
    {"pid": 2**31},
    {"pid": 10**40},
    {"pid": True},
    {"pid": 12.0},
    {"pid": "12"},
    {"pid": [12]},
    {"url": 5},
    {"url": "file:///etc/passwd"},
    {"url": "http://h:1/path"},
    {"url": "http://h:1@evil:2"},
    {"url": "http://h\n:1"},
    {"url": "http://ü:1"},
    {"version": None},
    {"version": "1\x1b[31m"},
    {"boot_id": ""},
    {"boot_id": {}},
]


@pytest.mark.parametrize("change", BAD, ids=str)
def test_one_damaged_field_is_no_server(tmp_path: Path, change: dict[str, Any]) -> None:
    _write(tmp_path, json.dumps({**GOOD, **change}))
    assert read_server(tmp_path) is None


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=60, deadline=None
)
@given(
    st.binary(max_size=60)
    | st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=4), max_leaves=8)
    .map(json.dumps)
    .map(str.encode)
)
def test_no_content_raises(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "server.json").write_bytes(content)
    assert read_server(tmp_path) is None


def test_depth_size_and_a_pipe_are_no_server(tmp_path: Path) -> None:
    _write(tmp_path, "[" * 50_000)
    assert read_server(tmp_path) is None
    (tmp_path / "server.json").unlink()
    os.mkfifo(tmp_path / "server.json")
    os.mkfifo(tmp_path / "session.token")
    assert (read_server(tmp_path), read_token(tmp_path)) == (None, "")


@pytest.mark.parametrize(("content", "token"), [("abc_-9\n", "abc_-9"), ("a\nb", ""), ("é", ""), ("", ""), ("a b", "")])
def test_a_token_is_one_word(tmp_path: Path, content: str, token: str) -> None:
    (tmp_path / "session.token").write_text(content)
    assert read_token(tmp_path) == token
