"""Standard-library logging: JSON lines in the file, text on a terminal.

Every record carries the run it belongs to (context variable `RUN_ID`), and no secret: a value given to `hide` is
replaced wherever it would stand, in the message, in extra fields and in tracebacks.
"""

from __future__ import annotations

import contextlib
import json
import logging
import logging.handlers
import sys
import threading
import time
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TextIO, cast

from app.core.events.masking import Mask
from app.core.events.strict import clean
from app.private import private_opener

if TYPE_CHECKING:
    from io import TextIOWrapper
    from pathlib import Path

RUN_ID: ContextVar[str | None] = ContextVar("run_id", default=None)
"""The run on whose behalf the current task or thread works."""

FILE_BYTES = 10 * 1024 * 1024
"""Size at which server.log is put aside; five older files are kept."""

_STANDARD = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "run_id", "taskName"}
_SECRETS: dict[str, int] = {}
_GUARD = threading.Lock()
_MASK = Mask(())
"""Made anew at each change, so that whoever formats a line needs no lock."""


def hide(secret: str) -> None:
    """Keep a value out of every log line until `forget` was called as often as this. The shortest are ignored, see
    app.core.events.masking.
    """
    _count(secret, 1)


def forget(secret: str) -> None:
    """Undo one `hide` when the secret has ended."""
    _count(secret, -1)


def _count(secret: str, change: int) -> None:
    global _MASK
    with _GUARD:
        before = _SECRETS.get(secret, 0)
        if before + change > 0:
            _SECRETS[secret] = before + change
        else:
            _SECRETS.pop(secret, None)
        if (secret in _SECRETS) is not (before > 0):
            _MASK = Mask(_SECRETS)


class _Context(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        if not hasattr(record, "run_id"):
            record.run_id = RUN_ID.get()
        return True


def _utc(record: logging.LogRecord) -> str:
    """When the record was made, ISO-8601 UTC with milliseconds."""
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"


class JsonLines(logging.Formatter):
    """One JSON object a line: ts, level, logger, message, run_id when there is one, extra fields, traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Strict JSON whatever the record holds."""
        line: dict[str, Any] = {
            "ts": _utc(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if getattr(record, "run_id", None):
            line["run_id"] = record.run_id  # type: ignore[attr-defined]  # set by _Context
        line.update({k: v for k, v in record.__dict__.items() if k not in _STANDARD and k not in line})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        if _MASK:
            line = {key: _MASK.value(clean(value)) for key, value in line.items()}
        try:
            return json.dumps(line, ensure_ascii=False, default=repr, allow_nan=False)
        except ValueError:
            return json.dumps({k: v if isinstance(v, str) else repr(v) for k, v in line.items()}, ensure_ascii=False)


class Plain(logging.Formatter):
    """`12:03:04 WARNING app.runs message key=value` for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Times are UTC."""
        extra = [f"{k}={v}" for k, v in record.__dict__.items() if k not in _STANDARD]
        run = getattr(record, "run_id", None)
        parts = [_utc(record)[11:19], record.levelname, record.name, record.getMessage(), *extra]
        if run:
            parts.append(f"run_id={run}")
        text = " ".join(parts)
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        return _MASK.text(text)


class _LogFile(logging.handlers.RotatingFileHandler):
    """server.log. What a full disk does not take is left out: the terminal has it, and nobody's work stops for it."""

    def _open(self) -> TextIOWrapper:
        """For this account alone: what a graph said stands in it."""
        kept = open(  # noqa: SIM115 # the handler closes it
            self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors, opener=private_opener
        )
        return cast("TextIOWrapper", kept)

    def handleError(self, record: logging.LogRecord) -> None:  # the library's name
        """Say nothing about a disk that cannot be written; anything else is a fault in the record, and shown."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)

    def close(self) -> None:
        """Text that waits for room is given up."""
        with contextlib.suppress(OSError):
            super().close()


class Logs:
    """Owns the handlers it put on the root logger and takes them off again."""

    def __init__(self, handlers: list[logging.Handler], before: int) -> None:
        self._handlers = handlers
        self._before = before

    def close(self) -> None:
        """Flush and remove; safe to call twice."""
        root = logging.getLogger()
        for handler in self._handlers:
            root.removeHandler(handler)
            handler.close()
        self._handlers = []
        root.setLevel(self._before)


def start(folder: Path | None, level: str = "INFO", as_json: bool = False, stream: TextIO | None = None) -> Logs:
    """Log to `<folder>/server.log` (none without a folder) and to `stream` (stderr by default; only WARNING and above
    when it is no terminal, since the file has the rest).

    A folder that cannot be written leaves the stream alone and says so there; a server without a log is still a server.
    """
    stream = stream or sys.stderr
    root = logging.getLogger()
    handlers: list[logging.Handler] = []
    shown = logging.StreamHandler(stream)
    shown.setFormatter(JsonLines() if as_json else Plain())
    handlers.append(shown)
    trouble: OSError | None = None
    if folder is not None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            kept = _LogFile(
                folder / "server.log", maxBytes=FILE_BYTES, backupCount=5, encoding="utf-8", errors="backslashreplace"
            )
        except OSError as error:
            trouble = error
        else:
            kept.setFormatter(JsonLines())
            handlers.append(kept)
            shown.setLevel(logging.NOTSET if as_json or stream.isatty() else logging.WARNING)
    for handler in handlers:
        handler.addFilter(_Context())
        root.addHandler(handler)
    logs = Logs(handlers, root.level)
    root.setLevel(level)
    if trouble is not None:
        logging.getLogger(__name__).warning("no log file: %s", trouble)
    return logs
