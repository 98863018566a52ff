"""Brings a file from the web into a folder: resumed after a cut, checked, and in place only when it is whole."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TIMEOUT_S = 30.0
"""How long a server may be silent."""

ATTEMPTS = 4
"""How often a cut transfer is taken up again before it is given up."""

_CHUNK = 1 << 16
_REPORT_EVERY = 1 << 20
_RENAMES_CLOSED_FILES = os.name == "nt"  # elsewhere the new name is given while the lock is still held


class Stopped(Exception):
    """The run was asked to stop; what has arrived lies in the `.part` file and serves the next try."""


def fetch(
    url: str,
    path: Path,
    md5: str | None,
    progress: Callable[[dict[str, Any]], None],
    wait: Callable[[float], bool],
) -> None:
    """Download `url` to `path`, unless another run has done so meanwhile.

    md5: the published digest of the whole file, None to check its length alone. progress: takes {event: "download",
    file, bytes: {received, total}} about every MiB; total is None where the server does not say; the numbers are
    nested so that they do not count as metrics. wait: sleeps up to so many seconds and answers True when the run was
    asked to stop.
    Raises: Stopped; NodeError download_failed, download_corrupt, file_unwritable.
    """
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        while not path.exists():
            with part.open("ab") as out, _alone(out, wait):
                if not os.fstat(out.fileno()).st_nlink or path.exists():  # another run has failed or finished
                    continue
                _complete(url, out, path, progress, wait)
                _refuse_corrupt(url, out, part, md5)
                os.fsync(out.fileno())
                if not _RENAMES_CLOSED_FILES:
                    os.replace(part, path)
            if _RENAMES_CLOSED_FILES:
                os.replace(part, path)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise NodeError.of("file_unwritable", path=str(path), why=why) from error


def _complete(
    url: str, out: IO[bytes], path: Path, progress: Callable[[dict[str, Any]], None], wait: Callable[[float], bool]
) -> None:
    """Append to `out` until the file is whole; a cut connection is taken up where it broke."""
    import http.client  # the network's modules cost more to load than all nodes together
    import ssl
    import urllib.error

    why = ""
    for attempt in range(ATTEMPTS):
        if wait(0.2 * attempt):
            raise Stopped
        try:
            _transfer(url, out, path.name, progress, wait)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code == 416:  # more is here than there: begin again
                out.truncate(0)
            elif error.code < 500:
                raise _failed(url, path, f"HTTP {error.code}") from error
            why = f"HTTP {error.code}"
        except urllib.error.URLError as error:
            why = _network_words(error.reason)
        except (TimeoutError, ConnectionError, http.client.HTTPException, ssl.SSLError) as error:
            why = _network_words(error)
        except _WebPage as error:
            raise _failed(url, path, "the answer is a web page, not the file") from error
        else:
            return
    raise _failed(url, path, why)


class _WebPage(Exception):
    """A login page or an error page stood where the file should be."""


def _transfer(
    url: str, out: IO[bytes], name: str, progress: Callable[[dict[str, Any]], None], wait: Callable[[float], bool]
) -> None:
    import urllib.request

    have = out.seek(0, os.SEEK_END)
    request = urllib.request.Request(url, headers={"User-Agent": "codefyui-desktop"})
    if have:
        request.add_header("Range", f"bytes={have}-")
    with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
        if answer.headers.get_content_type() == "text/html":
            raise _WebPage
        if have and not (answer.headers.get("Content-Range") or "").startswith(f"bytes {have}-"):
            out.truncate(0)
            have = 0
        length = answer.headers.get("Content-Length")
        total = have + int(length) if length and length.isdigit() else None
        reported = -_REPORT_EVERY
        while chunk := answer.read1(_CHUNK):
            out.write(chunk)
            have += len(chunk)
            if have - reported >= _REPORT_EVERY or have == total:
                progress({"event": "download", "file": name, "bytes": {"received": have, "total": total}})
                reported = have
            if wait(0):
                raise Stopped
        out.flush()
        if total is not None and have < total:
            raise ConnectionError("the connection ended early")


def _refuse_corrupt(url: str, out: IO[bytes], part: Path, md5: str | None) -> None:
    import hashlib

    if md5 is None:
        return
    digest = hashlib.md5(usedforsecurity=False)
    with part.open("rb") as data:
        while chunk := data.read(1 << 20):
            digest.update(chunk)
    if digest.hexdigest() != md5:
        out.truncate(0)
        with suppress(PermissionError):  # Windows keeps the name of an open file
            part.unlink()
        raise NodeError.of("download_corrupt", url=url, found=digest.hexdigest(), wanted=md5)


@contextmanager
def _alone(out: IO[bytes], wait: Callable[[float], bool]) -> Iterator[None]:
    """Hold the `.part` file until it is closed; waits while another run, also one of another process, holds it."""
    try:
        import fcntl
    except ImportError:  # Windows: the rename fails while another run writes, and says so
        yield
        return
    while True:
        try:
            fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if wait(0.2):
                raise Stopped from None
        else:
            break
    yield


def _failed(url: str, path: Path, why: str) -> NodeError:
    error = NodeError.of("download_failed", url=url, folder=str(path.parent), file=path.name, why=why)
    assert isinstance(error, NodeError)  # of() makes its own class
    return error


def _network_words(reason: object) -> str:
    if isinstance(reason, TimeoutError):
        return f"no answer for {TIMEOUT_S:g} seconds"
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror
    return str(reason) or type(reason).__name__
