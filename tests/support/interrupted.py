"""Runs a command line and gets Ctrl-C at its N-th step; a step is an audit event of the interpreter (PEP 578): an
import, a file opened, a connection, a request, a compiled regular expression.

    python tests/support/interrupted.py N STEPS_FILE WORDS...

N 0: no signal, and STEPS_FILE gets the number of steps. N -1: while the interpreter ends.
"""

from __future__ import annotations

import atexit
import os
import runpy
import signal
import sys

AT = int(sys.argv[1])
STEPS = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
sys.argv[1:] = sys.argv[3:]
_count = 0
_is_on = False


def _step(event: str, arguments: object) -> None:
    global _count
    if not _is_on or event == "os.kill":
        return
    _count += 1
    if _count == AT:
        os.kill(os.getpid(), signal.SIGINT)
    elif AT == 0:
        os.pwrite(STEPS, f"{_count}\n".encode(), 0)


def _begin(event: str, arguments: tuple[object, ...]) -> None:
    """Counting begins with the first module that __main__ loads after its own guard stands."""
    global _is_on
    if event == "import" and arguments[0] == "app.cli" and not _is_on:
        _is_on = True


if AT == -1:
    atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
sys.path.insert(0, os.getcwd())
sys.addaudithook(_begin)
sys.addaudithook(_step)
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("app", run_name="__main__", alter_sys=True)
