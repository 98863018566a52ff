"""Captures what a run prints: stdout, stderr, logging and warnings of node code, told apart by context variable.

While at least one capture is open, sys.stdout and sys.stderr are proxies. Text written in a context that belongs to a
run goes to that run's writer; everything else goes where it always went. Threads that the engine starts belong to
their run; a thread that node code starts by itself has an empty context before Python 3.14, and its output goes to
the real stream, unless the capture was opened for the whole process. Output of native code and of subprocesses
writes to the file descriptor and is not seen here.
"""

from __future__ import annotations

import io
import logging
import sys
import threading
import warnings
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TextIO, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MAX_PENDING = 8192
"""Characters of an unfinished line that are held back."""

_LOG = logging.getLogger(__name__)
_LOG_FORMAT = logging.Formatter("%(levelname)s %(name)s: %(message)s")


class _Console:
    """One run's writer behind a line buffer for each thread, so that lines of parallel nodes do not mix."""

    def __init__(self, writer: Callable[[str], None]) -> None:
        self._writer = writer
        self._lock = threading.RLock()
        self._pending: dict[int, str] = {}
        self._is_passing = False
        self._has_failed = False
        self._is_closed = False

    def write(self, text: str) -> None:
        """Pass on whole lines (a carriage return ends one too: progress bars) and keep the rest."""
        key = threading.get_ident()
        with self._lock:
            text = self._pending.pop(key, "") + text
            end = max(text.rfind("\n"), text.rfind("\r")) + 1
            if len(text) - end > _MAX_PENDING:
                end = len(text)
            if end < len(text):
                self._pending[key] = text[end:]
            if end:
                self._pass_on(text[:end])

    def flush(self) -> None:
        """Pass on this thread's unfinished line."""
        with self._lock:
            rest = self._pending.pop(threading.get_ident(), "")
            if rest:
                self._pass_on(rest)

    def close(self) -> None:
        """Pass on every thread's unfinished line."""
        with self._lock:
            for rest in self._pending.values():
                self._pass_on(rest)
            self._pending.clear()
            self._is_closed = True

    def _pass_on(self, text: str) -> None:
        """Call the writer. What it prints or logs itself is dropped, and its failure is no failure of the node.

        Dropped is also what a thread that outlives its run still prints.
        """
        if self._is_passing or self._is_closed:
            return
        self._is_passing = True
        try:
            self._writer(text)
        except Exception:  # a full disk must not fail the node that printed; said once, in the server's log
            if not self._has_failed:
                self._has_failed = True
                _LOG.warning("console output of a run is lost: its writer failed", exc_info=True)
        finally:
            self._is_passing = False


_current: ContextVar[_Console | None] = ContextVar("run_console", default=None)


class _Bytes(io.RawIOBase):
    """The `buffer` of a proxy: bytes written to it become text."""

    def __init__(self, stream: _Stream) -> None:
        self._stream = stream

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._stream.write(bytes(data).decode("utf-8", "replace"))
        return len(data)

    def flush(self) -> None:
        self._stream.flush()


class _Stream(io.TextIOBase):
    """Stands for sys.stdout or sys.stderr."""

    def __init__(self, real: TextIO | None) -> None:
        self.real = real  # None in a windowed program without a terminal
        self.buffer = _Bytes(self)

    @property
    def encoding(self) -> str:  # type: ignore[override] # the base declares an attribute; ours is computed
        return getattr(self.real, "encoding", None) or "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        console = _console()
        if console is not None:
            console.write(str(text))
        elif self.real is not None:
            self.real.write(text)
        return len(text)

    def flush(self) -> None:
        console = _console()
        if console is not None:
            console.flush()
        elif self.real is not None and not self.real.closed:
            self.real.flush()

    def isatty(self) -> bool:
        return _console() is None and self.real is not None and self.real.isatty()

    def fileno(self) -> int:
        if self.real is None:
            raise io.UnsupportedOperation("fileno")
        return self.real.fileno()

    def reconfigure(self, **changes: Any) -> None:
        """Accepted and without effect: the console is text in UTF-8."""

    def close(self) -> None:
        """Node code that closes stdout must not close the process's."""


class _Proxies:
    """Puts the proxies in place for the first capture and takes them away after the last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open = 0
        self.whole_process: _Console | None = None
        self._undo: list[Callable[[], None]] = []

    def enter(self, console: _Console, whole_process: bool) -> None:
        with self._lock:
            self._open += 1
            if whole_process:
                self.whole_process = console
            if self._open == 1:
                self._undo = [_replace_stream("stdout"), _replace_stream("stderr"), _replace_log(), _replace_warnings()]

    def leave(self, console: _Console) -> None:
        with self._lock:
            self._open -= 1
            if self.whole_process is console:
                self.whole_process = None
            if self._open == 0:
                for undo in reversed(self._undo):
                    undo()
                self._undo = []


_proxies = _Proxies()


@contextmanager
def capture(writer: Callable[[str], None], whole_process: bool = False) -> Iterator[None]:
    """Send what this context prints to `writer` (text, from any thread, whole lines unless flushed) until the end.

    whole_process: also what threads print that belong to no run; for a process that serves one run alone.
    """
    console = _Console(writer)
    _proxies.enter(console, whole_process)
    token = _current.set(console)
    try:
        yield
    finally:
        _current.reset(token)
        _proxies.leave(console)
        console.close()


def write(text: str) -> None:
    """Put text into the console of the current run; without one it goes to the log at level INFO."""
    console = _console()
    if console is None:
        _LOG.info("%s", text.rstrip())
        return
    console.write(text)


def _console() -> _Console | None:
    return _current.get() or _proxies.whole_process


def _replace_stream(name: str) -> Callable[[], None]:
    real: TextIO | None = getattr(sys, name)
    proxy = _Stream(real)
    setattr(sys, name, cast("TextIO", proxy))

    def undo() -> None:
        # somebody may have put a stream of their own on top of ours since
        if getattr(sys, name) is proxy:
            setattr(sys, name, real)

    return undo


def _replace_log() -> Callable[[], None]:
    """Records that node code logs go to the run's console and to no handler of the server.

    A handler or filter on the root logger would not do: handlers are added by others at any time, and each would see
    the record. Our own rooms log as ever.
    """
    real = logging.Logger.callHandlers

    def call_handlers(self: logging.Logger, record: logging.LogRecord) -> None:
        console = _console()
        if console is None or _is_ours(record.name):
            real(self, record)
        else:
            console.write(_LOG_FORMAT.format(record) + "\n")

    logging.Logger.callHandlers = call_handlers  # type: ignore[method-assign] # put back by undo

    def undo() -> None:
        if logging.Logger.callHandlers is call_handlers:
            logging.Logger.callHandlers = real  # type: ignore[method-assign] # as it was

    return undo


def _is_ours(logger_name: str) -> bool:
    room = logger_name.split(".", 2)[:2]
    return room[0] in ("app", "agent") and room[1:] != ["nodes"]


def _replace_warnings() -> Callable[[], None]:
    real = warnings.showwarning

    def show(
        message: Warning | str, category: type[Warning], filename: str, lineno: int, file: Any = None, line: Any = None
    ) -> None:
        console = _console()
        if console is None or file is not None:
            real(message, category, filename, lineno, file, line)
        else:
            console.write(warnings.formatwarning(message, category, filename, lineno, line))

    warnings.showwarning = show

    def undo() -> None:
        if warnings.showwarning is show:
            warnings.showwarning = real

    return undo
