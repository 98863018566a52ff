"""Starts the standard library's own helper processes once, before a test counts what it leaves behind."""

from __future__ import annotations

import multiprocessing.forkserver
import multiprocessing.resource_tracker
import sys

import pytest

from app.nodes._torch.loading import worker_context


@pytest.fixture(scope="session", autouse=True)
def _helpers_of_multiprocessing() -> None:
    worker_context()
    multiprocessing.resource_tracker.ensure_running()
    if sys.platform.startswith("linux"):
        multiprocessing.forkserver.ensure_running()
