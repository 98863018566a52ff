"""What a node raised, in words."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np
import pytest
import torch

from app.core.graph.prepared import PreparedNode
from app.engine import console
from app.engine.failures import MAX_MESSAGE, Failure, failure_of

NODE = PreparedNode("n", "T", {})


def _failure(raising: Any, device: str = "cpu") -> Failure:
    try:
        raising()
    except BaseException as error:
        return failure_of(error, NODE, device)
    raise AssertionError("nothing was raised")


def _raise(error: BaseException) -> Any:
    def raising() -> None:
        raise error

    return raising


@pytest.mark.parametrize(
    ("error", "device", "where"),
    [
        (torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has ..."), "cuda:0", "cuda:0"),
        (RuntimeError("CUDA error: out of memory"), "cuda:1", "cuda:1"),
        (RuntimeError("MPS backend out of memory (MPS allocated: 5 GB)"), "mps:0", "mps:0"),
        (
            RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`"),
            "cuda:0",
            "cuda:0",
        ),
        (MemoryError(), "cuda:0", "cpu"),
    ],
)
def test_memory_that_ran_out_has_its_own_code(error: BaseException, device: str, where: str) -> None:
    failure = _failure(_raise(error), device)
    assert failure.reason.code == "out_of_memory"
    assert failure.reason.params["device"] == where
    assert failure.reason.params["node_id"] == "n"
    assert not failure.can_retry


def test_a_real_allocation_that_cannot_be_had_is_out_of_memory() -> None:
    failure = _failure(lambda: torch.empty(1 << 60))
    assert (failure.reason.code, failure.reason.params["device"]) == ("out_of_memory", "cpu")
    assert failure.reason.params["digest"] == "requested=4294967296.00GiB"
    numpy = _failure(lambda: np.zeros(1 << 59))
    assert (numpy.reason.code, numpy.reason.params["digest"]) == ("out_of_memory", "requested=4.00 EiB")


def test_words_about_memory_alone_are_an_ordinary_failure() -> None:
    failure = _failure(_raise(ValueError("I ran out of memory for names")))
    assert failure.reason.code == "node_failed"
    assert failure.can_retry


def test_long_and_odd_messages_are_cut_and_kept_encodable() -> None:
    class Odd(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no text")

    long = _failure(_raise(ValueError("x" * 10_000))).reason.params["message"]
    assert len(long) == MAX_MESSAGE
    assert long.endswith("…")
    assert _failure(_raise(Odd())).reason.params["message"] == ""
    assert _failure(_raise(ValueError("a\ud800b"))).reason.params["message"] == "a\ufffdb"


def test_the_traceback_goes_to_the_console_and_not_to_the_reason() -> None:
    lines: list[str] = []
    with console.capture(lines.append):
        failure = _failure(_raise(ValueError("bad shape")))
    text = "".join(lines)
    assert "Traceback (most recent call last)" in text
    assert "in raising" in text
    assert text.endswith("ValueError: bad shape\n")
    assert "Traceback" not in failure.reason.text()


def test_a_failure_keeps_nothing_of_the_node_s_frames_alive() -> None:
    class Big:
        pass

    held: list[weakref.ref[Big]] = []

    def raising() -> None:
        big = Big()
        held.append(weakref.ref(big))
        raise ValueError("x")

    try:
        raising()
    except ValueError as error:
        failure_of(error, NODE, "cpu")
        assert held[0]() is None
