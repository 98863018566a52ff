"""A toolkit in a process of its own, told what to do by lines of JSON on stdin, telling on stdout what happened.

Run as a script: `fake` or `qt`, and a folder. The contract of toolkits is tried by it, on both alike.
"""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.desktop.placement import Rect
from app.desktop.toolkit import Spec, Stand

if TYPE_CHECKING:
    from app.desktop.toolkit import Toolkit


class Teller:
    """Events, as lines."""

    def __init__(self) -> None:
        self.may_close = False
        self._guard = threading.Lock()

    def tell(self, kind: str, **what: Any) -> None:
        with self._guard:
            print(json.dumps({"kind": kind, **what}), flush=True)

    def started(self) -> None:
        self.tell("started")

    def loaded(self, url: str, ok: bool) -> None:
        if url.startswith("http"):
            self.tell("loaded", url=url, ok=ok)

    def page_ended(self, why: str) -> None:
        self.tell("page_ended")

    def called(self, message: Any) -> None:
        self.tell("called", message=message)

    def closing(self) -> bool:
        self.tell("closing")
        return self.may_close

    def stood(self, stand: Stand) -> None:
        self.tell("stood", zoom=stand.zoom, width=stand.place.width)

    def saved(self, path: str, ok: bool) -> None:
        self.tell("saved", path=path, ok=ok)


def _obey(toolkit: Toolkit, teller: Teller) -> None:
    for line in sys.stdin:
        order = json.loads(line)
        name, args = order["do"], order.get("args", [])
        if name == "may_close":
            teller.may_close = args[0]
        elif name == "press_close":
            press_close(toolkit)
        else:
            getattr(toolkit, name)(*args)
    toolkit.leave()


def press_close(toolkit: Any) -> None:
    """Close the window as its bar's button does."""
    if toolkit.name == "fake":
        toolkit.press_close()
    else:
        toolkit._call(toolkit._view.close)


def main(name: str, folder: Path) -> None:
    """Run one window until stdin ends."""
    toolkit: Toolkit
    if name == "qt":
        from app.desktop.qt_toolkit import QtToolkit

        toolkit = QtToolkit(folder)
    else:
        from tests.support.fake_toolkit import FakeToolkit

        toolkit = FakeToolkit(lambda url: "/missing" not in url)
    teller = Teller()
    threading.Thread(target=_obey, args=(toolkit, teller), daemon=True).start()
    spec = Spec("t", Rect(10, 20, 1100, 700), False, 1.25, "#000000", folder)
    teller.tell("screens", count=len(toolkit.screens()))
    toolkit.run(spec, teller, None)
    teller.tell("ended")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
    sys.stdout.flush()
    import os

    os._exit(0)
