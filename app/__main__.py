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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the role that the first argument names and return its exit code.

    arguments: without the program's name; those of the process when None.
    """
    import multiprocessing

    multiprocessing.freeze_support()
    from app.cli.dispatch import dispatch

    return dispatch(list(sys.argv[1:] if arguments is None else arguments), ends_process=arguments is None)


if __name__ == "__main__":
    sys.exit(main())
