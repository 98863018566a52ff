"""What every toolkit promises, tried on the stand-in of the unit tests and on Qt itself, which draws to memory here."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.devtools import WAIT_S, environment, free_port
from tests.support.windows import REPO, until, writing_browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = b"""<!doctype html><title>contract</title><script src="/page.js"></script>"""
SCRIPT = b"""
const say = (value) => window.pywebview._asyncCallback(JSON.stringify(value), 'cdui');
addEventListener('cdui', ({ detail }) => say({ heard: detail }));
addEventListener('pywebviewready', () => say('ready'));
"""
POLICY = "default-src 'self'; script-src 'self'"
"""As the program's own page has it, as to scripts."""


class Pages(BaseHTTPRequestHandler):
    """One page under the policy."""

    def do_GET(self) -> None:
        """The standard library's name for it."""
        is_script = self.path.startswith("/page.js")
        body = SCRIPT if is_script else PAGE
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if is_script else "text/html")
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 # the standard library's name
        """Nothing."""


class Host:
    """A toolkit in its own process. told: everything it has said so far."""

    def __init__(self, process: subprocess.Popen[str], base: str) -> None:
        self.process = process
        self.base = base
        self.told: list[dict[str, Any]] = []
        self._lines: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def do(self, name: str, *args: Any) -> None:
        """Have it do something."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": name, "args": args}) + "\n")
        self.process.stdin.flush()

    def wait(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next line of this kind with these fields."""
        (line,) = self.wait_all({"kind": kind, **fields})
        return line

    def wait_all(self, *wanted: dict[str, Any]) -> list[dict[str, Any]]:
        """The next line with each of these fields, whichever comes first: a page calls while it is still loading."""
        left, found = list(wanted), []
        while left:
            line = self._lines.get(timeout=WAIT_S)
            assert line is not None, f"it ended before {left}: {self.told}"
            self.told.append(line)
            for one in left:
                if one.items() <= line.items():
                    left.remove(one)
                    found.append(line)
                    break
        return found

    def end(self) -> None:
        """Let it leave."""
        self.process.communicate(timeout=WAIT_S) if self.process.poll() is not None else self._leave()
        self._reader.join(WAIT_S)

    def _leave(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(WAIT_S)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(json.loads(line))
        self._lines.put(None)


@pytest.fixture(params=["fake", "qt"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    pages = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    serving = threading.Thread(target=pages.serve_forever)
    serving.start()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.toolkit_host", request.param, str(tmp_path)],
        cwd=REPO, env={**environment(free_port()), "QT_QPA_PLATFORM": "offscreen", **writing_browser(tmp_path)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    made = Host(process, f"http://127.0.0.1:{pages.server_port}")
    try:
        made.wait("started")
        yield made
    finally:
        made.end()
        pages.shutdown()
        pages.server_close()
        serving.join()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()


def test_pages_come_or_are_said_not_to(host: Host) -> None:
    assert host.told[0] == {"kind": "screens", "count": 1}
    host.do("load", host.base + "/")
    host.wait("loaded", url=host.base + "/", ok=True)
    host.do("load", f"http://127.0.0.1:{free_port()}/missing")
    assert host.wait("loaded")["ok"] is False
    host.do("show_html", "<p>ours")
    host.do("load", host.base + "/again")
    host.wait("loaded", url=host.base + "/again", ok=True)


def test_closing_is_asked_and_leaving_is_not(host: Host) -> None:
    host.do("press_close")
    host.wait("closing")
    host.do("hide")
    host.do("show")
    host.do("press_close")
    host.wait("closing")
    host.do("leave")
    host.wait("ended")
    assert [line["kind"] for line in host.told].count("closing") == 2


def test_a_window_that_may_close_ends(host: Host) -> None:
    host.do("may_close", True)
    host.do("press_close")
    host.wait("closing")
    host.wait("ended")


@pytest.mark.parametrize("host", ["qt"], indirect=True)
def test_page_and_window_talk_under_the_policy(host: Host) -> None:
    host.do("load", host.base + "/")
    host.wait("called", message="ready")
    host.do("run_script", "window.dispatchEvent(new CustomEvent('cdui', { detail: { text: '\\u2028圖' } }))")
    host.wait("called", message={"heard": {"text": "\u2028圖"}})
    host.do("run_script", "say('x'.repeat(3000000))")
    assert len(host.wait("called")["message"]) == 3_000_000


@pytest.mark.parametrize("host", ["qt"], indirect=True)
def test_zoom_is_taken_told_and_kept_over_pages(host: Host) -> None:
    host.do("load", host.base + "/")
    host.wait("stood", zoom=1.25, width=1100)
    host.do("set_zoom", 1.5)
    host.wait("stood", zoom=1.5)
    host.do("load", host.base + "/other")
    host.wait("called", message="ready")
    host.do("run_script", "say(devicePixelRatio)")
    host.wait("called", message=1.5)


@pytest.mark.parametrize("host", ["qt"], indirect=True)
def test_no_page_of_others_comes_into_the_window(host: Host, tmp_path: Path) -> None:
    host.do("load", host.base + "/")
    host.wait("called", message="ready")
    other = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    serving = threading.Thread(target=other.serve_forever)
    serving.start()
    try:
        there = f"http://127.0.0.1:{other.server_port}/"
        host.do("run_script", f"location.href = '{there}'")
        host.do("run_script", "location.href = '/inside'")
        loaded = {"kind": "loaded", "url": host.base + "/inside", "ok": True}
        host.wait_all(loaded, {"kind": "called", "message": "ready"})
        assert not [line for line in host.told if str(line.get("url", "")).startswith(there) and line["ok"]]
        # pressed by a person it is shown by the browser, which here writes down what it is to show
        host.do(
            "run_script", f"document.body.innerHTML = '<a href=\"{there}\">x</a>'; document.querySelector('a').click()"
        )
        until(lambda: (tmp_path / "urls").exists(), "the browser was asked")
        assert (tmp_path / "urls").read_text() == there + "\n"
    finally:
        other.shutdown()
        other.server_close()
        serving.join()
