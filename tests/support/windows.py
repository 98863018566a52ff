"""A real window under a display of the tests' own: started as people start it, seen and driven through X."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from tests.support.devtools import WAIT_S, Page, environment, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REPO = Path(__file__).resolve().parents[2]
SIZE = "1600x1000x24"
TITLE = "CodefyUI Desktop"


def until(true: Callable[[], Any], what: str, seconds: float = WAIT_S) -> Any:
    """Wait until something outside this process is so; its value."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := true():
            return found
        threading.Event().wait(0.03)
    raise AssertionError(f"never so: {what}")


@contextmanager
def x_display() -> Iterator[str]:
    """An X server and a window manager of our own; what DISPLAY is to be."""
    reader, writer = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", SIZE, "-nolisten", "tcp"],
        pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as server:  # fmt: skip
        os.close(writer)
        with os.fdopen(reader) as said:
            display = ":" + said.readline().strip()
        assert display != ":", "Xvfb did not start"
        environ = {**os.environ, "DISPLAY": display}
        started: list[subprocess.Popen[bytes]] = []

        def is_managed() -> bool:
            # one that was started before the server took anybody has given up
            if not started or started[-1].poll() is not None:
                quiet = subprocess.DEVNULL
                started.append(subprocess.Popen(["openbox"], env=environ, stdout=quiet, stderr=quiet))
            return _has_manager(environ)

        try:
            until(is_managed, "a window manager")
            yield display
        finally:
            for manager in started:
                manager.terminate()
                manager.wait()
            server.terminate()


def _has_manager(environ: dict[str, str]) -> bool:
    asked = subprocess.run(
        ["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], env=environ, capture_output=True, text=True, check=False
    )
    return "window id" in asked.stdout


class Desk:
    """One user with a user-data folder and a display. settings: CODEFYUI_* and others for whatever is started."""

    def __init__(self, home: Path, display: str, **settings: str) -> None:
        self.home = home
        self.port = free_port()
        self.page = Page(self.port)
        self.environ = {
            **environment(self.port),
            "DISPLAY": display,
            "CODEFYUI_USER_DATA_DIR": str(home),
            "CODEFYUI_PORT": "0",
            "CODEFYUI_LANG": "en",
            "OMP_NUM_THREADS": "1",
            "XDG_RUNTIME_DIR": str(home.parent),
            **settings,
        }
        self.window: subprocess.Popen[str] | None = None
        self._family: set[psutil.Process] = set()

    def popen(self, *words: str, **more: str) -> subprocess.Popen[str]:
        """Start `cdui`; the caller sees to its end."""
        return subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-m", "app", *words],
            cwd=REPO,
            env={**self.environ, **more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def cdui(self, *words: str, **more: str) -> tuple[int, str, str]:
        """(exit code, stdout, stderr) of a command that ends by itself."""
        with self.popen(*words, **more) as process:
            out, err = process.communicate(timeout=WAIT_S)
        return process.returncode, out, err

    def open(self, *words: str) -> None:
        """Start the window and wait until the program's page is there and connected."""
        self.window = self.popen(*words)
        self.page.wait("document.querySelector('[data-testid=link][data-status=up]') !== null")
        self.page.wait("window.pywebview !== undefined")

    def server(self) -> dict[str, Any]:
        """What server.json says."""
        found: dict[str, Any] = json.loads((self.home / "server.json").read_text())
        return found

    def x(self, *words: object) -> list[str]:
        """Run xdotool; the words that it answers."""
        done = subprocess.run(
            ["xdotool", *map(str, words)], env=self.environ, capture_output=True, text=True, check=False
        )
        return done.stdout.split()

    def shown(self, title: str = TITLE) -> list[str]:
        """Windows on the screen with this title."""
        return self.x("search", "--onlyvisible", "--name", f"^{title}$")

    def click(self, selector: str) -> None:
        """Press the left button of the mouse in the middle of an element."""
        at = self.page.wait(
            f"(() => {{ const box = document.querySelector({selector!r})?.getBoundingClientRect(); "
            "return box && [box.x + box.width / 2, box.y + box.height / 2].map((at) => at * devicePixelRatio); })()"
        )
        x, y = self.corner()
        self.x("mousemove", x + round(at[0]), y + round(at[1]), "click", 1)

    def corner(self, window: str = "") -> tuple[int, int]:
        """Where the inside of a window, of the program's own if none is named, begins on the screen."""
        # xdotool counts the frame of a window twice
        said = subprocess.run(
            ["xwininfo", "-id", window or self.shown()[0]], env=self.environ, capture_output=True, text=True, check=True
        ).stdout
        x, y = (re.search(rf"Absolute upper-left {axis}: +(-?\d+)", said) for axis in "XY")
        assert x is not None
        assert y is not None
        return int(x[1]), int(y[1])

    def key(self, *keys: str) -> None:
        """Press keys, in the window that has the focus."""
        self.x("key", "--clearmodifiers", *keys)

    def close(self) -> None:
        """Close the window as a person does."""
        self.processes()  # those that have to be gone afterwards
        self.x("windowactivate", "--sync", self.shown()[0])
        self.key("alt+F4")

    def ended(self) -> int:
        """The window's exit code; waits for its end."""
        assert self.window is not None
        self.window.communicate(timeout=WAIT_S)
        return self.window.returncode

    def processes(self) -> dict[int, str]:
        """pid -> command line of every living process that was started for this user-data folder, so far as was seen:
        those of the browser are found below the window, since they write over their own environment.
        """
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if process.environ().get("CODEFYUI_USER_DATA_DIR") == str(self.home):
                    self._family |= {process, *process.children(recursive=True)}
        found = {}
        for process in self._family:
            with contextlib.suppress(psutil.Error):
                if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                    found[process.pid] = " ".join(process.cmdline())
        return found

    def renderer(self) -> int:
        """The process that shows the page: the one that was forked by one of the browser's own."""
        mine = self.processes()
        (pid,) = [pid for pid in mine if "--type=zygote" in mine.get(psutil.Process(pid).ppid(), "")]
        return pid

    def leave(self) -> None:
        """End whatever is left, of this folder alone."""
        self.page.close()
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.window is not None:
            self.window.communicate()


def writing_browser(folder: Path) -> dict[str, str]:
    """Settings for a browser that shows nothing and writes down in `urls` what it is to show."""
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >>"{folder}/urls"\n')
    browser.chmod(0o755)
    return {"BROWSER": str(browser)}
