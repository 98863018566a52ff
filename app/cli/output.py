"""Where a command's lines go: a stdout that may be closed, full or left by its reader; a stderr that never hurts."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import TYPE_CHECKING, Any, TextIO, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

READER_LEFT = 128 + 13
"""The exit code of a command whose reader left: what a shell shows for one that died of SIGPIPE."""


class OutputError(Exception):
    """stdout takes no more. is_reader_gone: a pipe whose reader left, which nobody needs to be told of."""

    def __init__(self, problem: OSError) -> None:
        super().__init__(problem.strerror or str(problem))
        self.is_reader_gone = problem.errno in (errno.EPIPE, errno.ESHUTDOWN)


class _Stream:
    """A text stream that tells its own trouble from everybody else's OSError.

    is_quiet: for stderr. What it does not take is lost, since there is nowhere left to say so.
    """

    def __init__(self, stream: TextIO, *, is_quiet: bool) -> None:
        self._stream = stream
        self._is_quiet = is_quiet

    def write(self, text: str) -> int:
        """Raises: OutputError."""
        with self._trouble():
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Raises: OutputError."""
        with self._trouble():
            self._stream.flush()

    def writelines(self, lines: list[str]) -> None:
        """Raises: OutputError."""
        for line in lines:
            self.write(line)

    @contextlib.contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except OSError as problem:
            if not self._is_quiet:
                raise OutputError(problem) from None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def streams() -> Iterator[None]:
    """Put streams of ours in place of stdout and stderr while the block lasts; closed ones lead to the null device.

    A terminal that cannot show a character shows `?`.
    """
    _fill_closed()
    before = sys.stdout, sys.stderr
    for stream in before:
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="replace")
    sys.stdout, sys.stderr = (cast("TextIO", _Stream(s, is_quiet=s is before[1])) for s in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _fill_closed() -> None:
    """Give closed standard descriptors the null device.

    Otherwise the next file or socket that is opened would get the number, and a stray line would go into it.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            null = os.open(os.devnull, os.O_RDWR)
            if null != number:
                os.dup2(null, number)
                os.close(null)
    if sys.stdout is None:
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115 # None where it was closed
    if sys.stderr is None:
        sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115 # likewise


def give_up_stdout() -> None:
    """Lead stdout to the null device, so that the interpreter does not complain at its end about what is left in it."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
