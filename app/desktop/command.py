"""`cdui`, `cdui FILE.json`, `cdui cdui://...`: the window app. A second start brings the first one's window forward."""

from __future__ import annotations

import logging
import os
import sys
import webbrowser
from typing import TYPE_CHECKING

from app.cli.display import has_display
from app.cli.home import user_data_dir
from app.cli.pace import RealPace
from app.desktop import placement
from app.desktop.instance import HAND_OVER_S, Instance, Request, hand_over, holder_pid
from app.desktop.keeper import Finding, Keeper, page_url
from app.desktop.login import IN_TRAY, login_of
from app.desktop.openings import MOST, BadLinkError, opening_of
from app.desktop.placement import storage_folder
from app.desktop.toolkit import ToolkitMissingError
from app.desktop.words import WindowError, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.cli.pace import Pace
    from app.desktop.openings import Opening
    from app.desktop.toolkit import Toolkit
    from app.desktop.tray import Tray

KEEP_SERVER = "--keep-server"
"""For `cdui start`, whose server stays when the window is closed."""


def main(arguments: Sequence[str]) -> int:
    """Show the window until it is closed; exit 0. Raises: CliError."""
    words = list(arguments)
    keeps_server, in_tray = KEEP_SERVER in words, IN_TRAY in words
    openings = [_opening(word) for word in words if word not in (KEEP_SERVER, IN_TRAY)][:MOST]
    if not has_display(os.environ, sys.platform):
        raise WindowError("no_display")
    home = user_data_dir(os.environ)
    pace = RealPace()
    instance = _claim(home, Request(openings, keeps_server), pace)
    if instance is None:
        return 0
    before = placement.read(home)
    keeper = Keeper(home, pace, before.port, before.boot_id)
    if keeps_server:
        keeper.disown()
    try:
        code = show(instance, keeper, openings, lambda: _toolkit(sys.platform, storage_folder(home)), in_tray=in_tray)
    finally:
        instance.close()
    logging.shutdown()
    sys.stdout.flush()
    os._exit(code)  # a toolkit's threads may crash in an interpreter that ends under them


def _claim(home: Path, request: Request, pace: Pace) -> Instance | None:
    """Become the window, or have the one that there is do what is asked (None). One that is just leaving answers no
    more and makes room in a moment. Raises: WindowError.
    """
    deadline = pace.now() + HAND_OVER_S
    while True:
        try:
            instance = Instance.take(home)
        except OSError as problem:
            raise WindowError("window_unwritable", 1, folder=home, why=problem.strerror or problem) from None
        if instance is not None or hand_over(home, request):
            return instance
        if pace.now() >= deadline:
            raise WindowError("window_silent", 1, pid=holder_pid(home) or "?")
        pace.pause(0.1)


def _opening(word: str) -> Opening:
    try:
        opening = opening_of(word, os.getcwd())
    except BadLinkError:
        raise WindowError("link_bad", link=word[:80]) from None
    if opening.kind == "file":
        from app.cli.graph_file import read_bytes

        read_bytes(word)  # the page says what is wrong inside; that there is no such file is said here
    return opening


def show(
    instance: Instance,
    keeper: Keeper,
    openings: Sequence[Opening],
    make: Callable[[], tuple[Toolkit, Tray]],
    *,
    in_tray: bool = False,
) -> int:
    """Show the window until it is closed, or the browser where there is no toolkit. make: the toolkit and the tray.

    Raises: CliError where there is neither a toolkit nor a server.
    """
    from app.desktop.application import Application

    finding = Finding(keeper)
    try:
        toolkit, tray = make()
        home = keeper.plane.home
        login = login_of(sys.platform, os.environ)
        application = Application(home, toolkit, keeper, instance, tray, placement.read(home), login)
        application.run(openings, finding, in_tray=in_tray)
    except ToolkitMissingError as missing:
        server = finding.result()
        url = page_url(server.url) + next((one.value for one in openings if one.kind == "link"), "")
        print(say("fallback", why=missing.why, url=url), file=sys.stderr)
        webbrowser.open(url)
    return 0


def _toolkit(platform: str, storage: Path) -> tuple[Toolkit, Tray]:
    """The toolkit and the tray of this system, on the main thread. Raises: ToolkitMissingError."""
    if platform in ("win32", "darwin"):
        from app.desktop.pystray_tray import tray_of
        from app.desktop.webview_toolkit import WebviewToolkit

        return WebviewToolkit("edgechromium" if platform == "win32" else "cocoa"), tray_of()
    from app.desktop.menu_entry import ICON
    from app.desktop.qt_toolkit import QtToolkit
    from app.desktop.qt_tray import QtTray

    return QtToolkit(storage), QtTray(ICON)
