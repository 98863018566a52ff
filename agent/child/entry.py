"""Entry of a process that executes runs: makes its pipes private, then imports main by name.

Started as a file, by whatever interpreter is to execute, with orders on stdin and answers on stdout. Both are moved
out of the way before anything else is imported: what nodes and libraries print, read or hand on to programs of their
own never meets them. After this stdin is empty, and stdout is stderr.
"""

from __future__ import annotations

import faulthandler
import importlib
import os
import sys


def private_pipes() -> tuple[int, int]:
    """(where orders come from, where answers go), which no program started from here inherits."""
    orders, answers = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    if hasattr(os, "register_at_fork"):  # a fork that lives on must not keep the pipes open after this process
        os.register_at_fork(after_in_child=lambda: _forget(orders, answers))
    return orders, answers


def _forget(*descriptors: int) -> None:
    for descriptor in descriptors:
        try:
            os.close(descriptor)
        except OSError:  # node code has closed whatever it found
            continue


def run() -> None:
    """Serve orders until the pipe ends. Never returns."""
    orders, answers = private_pipes()
    faulthandler.enable(all_threads=False)  # the others wait for orders
    importlib.import_module("agent.child.main").serve(orders, answers)


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    # the folder of this file is no place to import from; the one that holds `agent` and `app` is
    sys.path[:] = [os.path.dirname(os.path.dirname(here)), *(at for at in sys.path if os.path.abspath(at) != here)]
    run()
