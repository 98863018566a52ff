"""Role switch of the one executable.

Standard library alone at import: every child process that a frozen build spawns enters here again.
"""

from __future__ import annotations

import sys
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

    return dispatch(list(sys.argv[1:] if arguments is None else arguments))


if __name__ == "__main__":
    sys.exit(main())
