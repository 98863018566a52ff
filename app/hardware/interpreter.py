"""The interpreter that CODEFYUI_PYTHON names: looked at once, in a process of its own, before any run depends on it."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import signal
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import Refused
from app.core.vocab.reason import reason
from app.hardware.torch_build import TorchBuild

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PROBE_S = 60.0
"""What the look may take: importing torch from a cold disk takes ten seconds and more."""

OLDEST = (3, 10)
"""The oldest Python that the run side's syntax is for."""

FAILED_FOR_S = 10.0
"""How long a failure counts before the next who asks looks again: somebody may be mending it."""

_ANSWER_BYTES = 1024 * 1024
_MARK = b"cdui-probe:"

# understood by every Python there is, so that an old one can say that it is old
_PROBE = """
import sys, json
found = {"version": list(sys.version_info[:3])}
if sys.version_info[:2] >= (3, 10):
    try:
        import torch
        found["torch"] = str(torch.__version__)
        found["cuda"] = getattr(torch.version, "cuda", None)
        found["hip"] = getattr(torch.version, "hip", None)
        found["cards"] = torch.cuda.device_count()
    except BaseException as error:
        found["problem"] = (type(error).__name__ + ": " + str(error))[:300]
sys.stdout.write("\\ncdui-probe:" + json.dumps(found) + "\\n")
sys.stdout.flush()
"""


@dataclass(frozen=True)
class Interpreter:
    """A Python that runs can execute under. path: absolute; cards: how many its torch reaches."""

    path: str
    version: str
    torch: TorchBuild
    cards: int = 0


class NamedInterpreter:
    """Looks at an interpreter when it is first needed and remembers what it saw. Thread-safe; every call may block.

    named: what the setting says, a path or the name of a program. environ: what it is looked at and started with.
    now: monotonic seconds.
    """

    def __init__(
        self, named: str, environ: Mapping[str, str], now: Callable[[], float], probe_s: float = PROBE_S
    ) -> None:
        self.environ = environ
        self._named = named
        self._now = now
        self._probe_s = probe_s
        self._lock = threading.Lock()
        self._found: Interpreter | None = None
        self._refused: Refused | None = None
        self._refused_at = 0.0

    def get(self) -> Interpreter:
        """Raises: Refused python_not_found, python_too_old, python_without_torch, python_probe_failed."""
        with self._lock:
            if self._found is not None:
                return self._found
            if self._refused is not None and self._now() - self._refused_at < FAILED_FOR_S:
                raise self._refused
            try:
                self._found = look(self._named, self.environ, self._probe_s)
            except Refused as error:
                self._refused, self._refused_at = error, self._now()
                raise
            return self._found


def look(named: str, environ: Mapping[str, str], probe_s: float = PROBE_S) -> Interpreter:
    """Start the interpreter and ask it. Raises: as NamedInterpreter.get."""
    path = _path(named, environ.get("PATH"))
    found = _answer(path, environ, probe_s)
    version = ".".join(map(str, found["version"]))
    if tuple(found["version"][:2]) < OLDEST:
        raise Refused(reason("python_too_old", python=path, version=version, needed=".".join(map(str, OLDEST))))
    if "torch" not in found:
        raise Refused(reason("python_without_torch", python=path, problem=str(found.get("problem", ""))[:300]))
    build = TorchBuild(found["torch"], found.get("cuda"), found.get("hip"))
    return Interpreter(path, version, build, int(found.get("cards", 0)))


def _path(named: str, search: str | None) -> str:
    """Links stay: the one in a virtual environment is what makes it that environment."""
    expanded = str(Path(named).expanduser())
    found = shutil.which(expanded, path=search)
    if found is None and not Path(expanded).is_file():
        raise Refused(reason("python_not_found", python=named))
    return os.path.abspath(found or expanded)


def _answer(path: str, environ: Mapping[str, str], probe_s: float) -> dict[str, Any]:
    try:
        process = subprocess.Popen(
            [path, "-c", _PROBE],
            cwd=os.path.abspath(os.sep),  # no stranger's torch.py on the way
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        code = "python_not_found" if error.errno == errno.ENOENT else "python_probe_failed"
        raise Refused(reason(code, python=path, problem=error.strerror or str(error))) from None
    is_late = threading.Event()

    def give_up() -> None:
        is_late.set()
        _end(process)

    timer = threading.Timer(probe_s, give_up)
    timer.name, timer.daemon = "probe-timer", True
    with process:
        timer.start()
        assert process.stdout is not None
        try:
            said = process.stdout.read(_ANSWER_BYTES)
        finally:
            timer.cancel()
            _end(process)
        ended = process.wait()
    problem = f"> {probe_s:g} s" if is_late.is_set() else f"exit {ended}"
    lines = [line for line in said.splitlines() if line.startswith(_MARK)]
    try:
        found = json.loads(lines[-1][len(_MARK) :])
        if isinstance(found, dict) and len(found["version"]) >= 2:
            return found
    except (IndexError, ValueError, KeyError, TypeError):
        pass
    raise Refused(reason("python_probe_failed", python=path, problem=problem))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and whatever it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "nt":
            process.kill()
        elif process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
