"""Prepares a server none of whose files can grow beyond a page, as on a disk that is full."""

from __future__ import annotations

import resource

PAGE_BYTES = 4096


def prepare() -> None:
    """Called in the server's process before it starts."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (PAGE_BYTES, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
