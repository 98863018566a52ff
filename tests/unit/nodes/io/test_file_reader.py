"""FileReader: text of any encoding, numbers of a CSV file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.io.file_reader import FileReader
from tests.support import mutants
from tests.support.nodes import call, folders

if TYPE_CHECKING:
    from pathlib import Path


def read(root: Path, content: bytes, **params: Any) -> dict[str, Any]:
    (folders(root).files / "a.txt").write_bytes(content)
    return call(FileReader, root, {}, {"path": "a.txt", **params})


@pytest.mark.parametrize(
    ("content", "encoding", "text"),
    [
        ("héllo\r\n世界\r!".encode(), "utf-8", "héllo\n世界\n!"),
        (b"\xef\xbb\xbfmark", "UTF8", "mark"),
        ("繁體".encode("big5"), " big5 ", "繁體"),
        ("ab".encode("utf-16"), "utf-16", "ab"),
        (b"", "utf-8", ""),
    ],
)
def test_text(tmp_path: Path, content: bytes, encoding: str, text: str) -> None:
    out = read(tmp_path, content, encoding=encoding)
    assert out["text"] == text
    assert out["tensor"].shape == (0,)
    assert out["__log__"] == f"{len(text)} characters"


def test_numbers(tmp_path: Path) -> None:
    out = read(tmp_path, b"a;b;c\n1;2.5; -3e2\n\n4;5;nan\n", mode="csv")
    expected = torch.tensor([[1.0, 2.5, -300.0], [4.0, 5.0, float("nan")]])
    torch.testing.assert_close(out["tensor"], expected, equal_nan=True)
    assert out["text"] == "a;b;c\n1;2.5; -3e2\n\n4;5;nan\n"
    assert out["__log__"] == "2 rows, 3 columns"


def test_a_line_ends_at_line_ends_alone(tmp_path: Path) -> None:
    out = read(tmp_path, "a\u2028b,c\n1,2\n".encode(), mode="csv")
    assert out["tensor"].tolist() == [[1.0, 2.0]]


def test_without_a_header_the_first_line_counts(tmp_path: Path) -> None:
    out = read(tmp_path, b"1,2\n3,4", mode="csv", csv_header=False)
    mutants.check(mutants.equals(torch.tensor([[1.0, 2.0], [3.0, 4.0]])), out["tensor"])


@pytest.mark.parametrize(
    ("content", "log"),
    [
        (b"a,b\n1,2\n3,x\n", "line 3 holds 'x', which is no number: no table"),
        (b"a,b\n1,\n", "line 2 holds '', which is no number: no table"),
        (b"a\n1_0\n", "line 2 holds '1_0', which is no number: no table"),
        (b"a,b\n", "no rows"),
        (b"", "no rows"),
    ],
)
def test_a_table_that_is_none_stays_empty(tmp_path: Path, content: bytes, log: str) -> None:
    out = read(tmp_path, content, mode="csv")
    assert (out["tensor"].shape, out["tensor"].dtype, out["__log__"]) == ((0,), torch.float32, log)
    assert out["text"] == content.decode()


@pytest.mark.parametrize(
    ("content", "settings", "code", "params"),
    [
        (b"a\xffb", {}, "text_undecodable", {"path": "a.txt", "encoding": "utf-8", "place": 1}),
        (b"a", {"encoding": "klingon"}, "encoding_unknown", {"encoding": "klingon"}),
        (b"a", {"encoding": "base64"}, "encoding_unknown", {"encoding": "base64"}),
        (b"a", {"encoding": "rot13"}, "encoding_unknown", {"encoding": "rot13"}),
        (b"a", {"encoding": ""}, "encoding_unknown", {"encoding": ""}),
        (b"a", {"encoding": "a\0b"}, "encoding_unknown", {"encoding": "a\\x00b"}),
        (b"a,b\n1\n", {"mode": "csv"}, "csv_ragged", {"path": "a.txt", "line": 2, "found": 1, "wanted": 2}),
        (b'a\n"1', {"mode": "csv"}, "csv_malformed", {"path": "a.txt", "line": 2, "why": "unexpected end of data"}),
        (b"", {"path": ""}, "path_empty", {}),
        (b"", {"path": "../a.txt"}, "path_outside", {"path": "../a.txt"}),
    ],
)
def test_what_is_wrong_is_named(
    tmp_path: Path, content: bytes, settings: dict[str, str], code: str, params: dict[str, Any]
) -> None:
    with pytest.raises(NodeError) as caught:
        read(tmp_path, content, **settings)
    assert (caught.value.reason.code, dict(caught.value.reason.params)) == (code, params)


def test_a_missing_file_and_one_that_cannot_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NodeError) as caught:
        call(FileReader, tmp_path, {}, {"path": "none.txt"})
    assert caught.value.reason.code == "file_missing"
    monkeypatch.setattr("app.nodes.memory.free_bytes", lambda _device: 10)
    with pytest.raises(NodeError) as caught:
        read(tmp_path, b"0123456789")
    assert caught.value.reason.code == "out_of_memory_ahead"
