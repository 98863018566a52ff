"""Role switch of the one executable.

Standard library alone at import: every child process that a frozen build spawns enters here again.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    import os
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Ctrl-C while the first modules load: there is nothing to tidy, and a traceback would tell nobody anything
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

RUN_PROCESS = "run-process"
"""The role of a process that executes runs under this program's own interpreter; started by programs, not by people."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the role that the first argument names and return its exit code.

    arguments: without the program's name; those of the process when None.
    """
    import multiprocessing

    multiprocessing.freeze_support()
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == [RUN_PROCESS]:
        import importlib

        importlib.import_module("agent.child.entry").run()
    from app.cli.dispatch import dispatch

    return dispatch(given, ends_process=arguments is None)


if __name__ == "__main__":
    sys.exit(main())
