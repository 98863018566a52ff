"""Recorded values as files: NumPy reads what we write, whatever the dtype and however the tensor lies in memory."""

from __future__ import annotations

import base64
import csv
import io
import warnings
from typing import Any

import numpy as np
import pytest
import torch

from app.core.vocab.errors import Refused, TooLarge
from app.engine import portfile
from app.engine.portfile import piece


def whole_file(value: Any, **more: Any) -> bytes:
    body, at = b"", 0
    while True:
        found = piece(value, at, **more)
        body += base64.b64decode(found["data"])
        if found["bytes"] is not None and found["next"] is None:
            assert found["bytes"] == len(body)
        if found["next"] is None:
            return body
        assert found["next"] > at
        at = found["next"]


def loaded(value: Any) -> Any:
    return np.load(io.BytesIO(whole_file(value)), allow_pickle=False)


@pytest.mark.parametrize("dtype", list(portfile.FORMS))
def test_numpy_reads_every_dtype_it_knows_as_it_was(dtype: str) -> None:
    value = torch.tensor([[0, 1, 2], [3, 4, 250 % 127]]).to(getattr(torch, dtype))
    found = loaded(value)
    assert (found.dtype.name, found.shape, found.tolist()) == (dtype, (2, 3), value.tolist())


@pytest.mark.parametrize(
    ("kept", "dtype"), [("bfloat16", "float32"), ("float8_e4m3fn", "float32"), ("complex32", "complex64")]
)
def test_what_npy_has_no_name_for_is_widened_without_loss(kept: str, dtype: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch calls complex32 experimental
        value = torch.tensor([1.5, -0.25, 448.0]).to(getattr(torch, kept))
        assert loaded(value).tolist() == [1.5, -0.25, 448.0]
        assert (loaded(value).dtype.name, piece(value, 0)["dtype"]) == (dtype, dtype)


@pytest.mark.parametrize(
    "value",
    [
        torch.arange(360).reshape(3, 4, 30),
        torch.arange(360).reshape(3, 4, 30).permute(2, 0, 1),
        torch.arange(360).reshape(12, 30)[::5, ::7],
        torch.arange(6.0).reshape(2, 3).requires_grad_() * 2,
        torch.arange(8).reshape(2, 4).to_sparse(),
        torch.tensor([1 + 2j, 3 - 1j]).conj(),
        torch.tensor(7),
        torch.zeros(0, 10**6),
        torch.arange(5).expand(4, 5),
        np.arange(12, dtype=np.int16).reshape(3, 4).T,
    ],
    ids=["plain", "turned", "every other", "with gradient", "sparse", "conj", "scalar", "empty", "expanded", "numpy"],
)
@pytest.mark.parametrize("elements", [1, 7, 10**6])
def test_any_layout_in_pieces_of_any_size(value: Any, elements: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfile, "ELEMENTS", elements)
    plain = value if isinstance(value, np.ndarray) else value.detach().to_dense().resolve_conj().numpy()
    found = loaded(value)
    assert (found.shape, found.tolist()) == (plain.shape, plain.tolist())


def test_numbers_begin_at_a_multiple_of_64_bytes() -> None:
    for shape in ([], [3], [1] * 30, [10**9, 5]):
        head = portfile.npy_head("<f4", shape)
        assert len(head) % 64 == 0
        assert head[:8] == b"\x93NUMPY\x01\x00"


def test_a_tensor_without_numbers_and_one_that_is_too_sparse_are_refused() -> None:
    with pytest.raises(Refused) as caught:
        piece(torch.zeros(2, device="meta"), 0)
    assert caught.value.reason.code == "output_no_data"
    with pytest.raises(TooLarge):
        piece(torch.zeros(2 * 10**6).to_sparse(), 0)
    with pytest.raises(Refused) as caught:
        piece({"a": 1}, 0)
    assert (caught.value.reason.code, caught.value.reason.params) == ("output_no_file", {"found": "dict"})


def test_a_text_is_whole_whatever_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfile, "CHARACTERS", 3)
    assert whole_file("héllo 🌲 世界").decode() == "héllo 🌲 世界"
    assert whole_file("a\ud800").decode() == "a\ufffd"
    assert whole_file("") == b""


def test_lists_are_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfile, "ROWS", 2)

    def table(value: Any) -> list[list[str]]:
        return list(csv.reader(io.StringIO(whole_file(value).decode("utf-8-sig"))))

    assert table([1, 0.1, None, True]) == [["value"], ["1"], ["0.1"], [""], ["True"]]
    assert table([[1, 2], (3,), 4]) == [["0", "1"], ["1", "2"], ["3"], ["4"]]
    assert table([{"a": 1}, {"b": "x", "a": 2}]) == [["a", "b"], ["1", ""], ["2", "x"]]
    assert table(["=1+1", "a,b\nc"]) == [["value"], ["'=1+1"], ["a,b\nc"]]
    assert table([torch.tensor(2.5), np.float32(0.5)]) == [["value"], ["2.5"], ["0.5"]]
    assert table([]) == [["value"]]


def test_a_picture_leaves_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    body = b"\x89PNG\r\n\x1a\nrest"
    found = piece(base64.b64encode(body).decode(), 0, is_picture=True)
    assert (found["suffix"], base64.b64decode(found["data"])) == ("png", body)
    for text in ("no base64!", base64.b64encode(b"<html>").decode()):
        with pytest.raises(Refused) as caught:
            piece(text, 0, is_picture=True)
        assert caught.value.reason.code == "picture_unreadable"
