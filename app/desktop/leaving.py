"""How the window is left: nothing is lost that a person did not give up.

The page is asked first, since it knows what is saved and can show what runs; it answers at once how things stand, and
where it asks the person itself, the window waits for no answer: the person's press arrives as a call of its own. A page
that does not answer is no reason to stay: a box of the system asks in its place, and only about runs.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from app.desktop.bridge import event
from app.desktop.keeper import Work
from app.desktop.words import PRODUCT, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.desktop.keeper import Keeper
    from app.desktop.toolkit import Toolkit

ANSWER_S = 4.0
"""How long the page may take to say how things stand; one that hangs is not waited for."""

FREE, ASKING, LEAVING, UNSAVED = "free", "asking", "leaving", "unsaved"
"""What the page answers: nothing would be lost; it asks the person, and quits when they say so; they have said for good
what is to become of runs, and it quits by itself; the server lacks changes and the page cannot ask about them.
"""

KEEP, STOP = "keep", "stop"
"""What becomes of runs."""


class Leaving:
    """Any thread; one question at a time. leave: closes the window, and with True ends the server, if it is ours."""

    def __init__(self, toolkit: Toolkit, keeper: Keeper, leave: Callable[[bool], None]) -> None:
        self._toolkit = toolkit
        self._keeper = keeper
        self._leave = leave
        self._guard = threading.Lock()
        self._asked = 0
        self._answer = ""
        self._is_answered = threading.Event()

    def ask(self, *, has_page: bool, language: str) -> None:
        """Ask what there is to ask, then leave; nothing while it is being asked. Waits: for people, too."""
        if not self._guard.acquire(blocking=False):
            return
        try:
            work = self._keeper.work() if self._keeper.is_ours() else Work(0, 0)
            said = self._of_page(work) if has_page else ""
            if said == LEAVING:
                return
            if said != FREE:
                self._toolkit.show()  # nobody answers a question that they do not see
            if said == ASKING:
                return
            stops = True
            if said == UNSAVED and not self._toolkit.confirm(PRODUCT, say("quit_away", language)):
                return
            if said in ("", UNSAVED) and (work.running or work.waiting):
                counts = {"running": work.running, "waiting": work.waiting}
                if not self._toolkit.confirm(PRODUCT, say("quit_runs", language, **counts)):
                    return
                stops = False
            self._leave(stops)
        finally:
            self._guard.release()

    def answered(self, args: dict[str, Any]) -> None:
        """The page's answer to `closing`; one to an earlier question counts no more."""
        if args.get("asked") == self._asked:
            self._answer = str(args.get("answer"))
            self._is_answered.set()

    def _of_page(self, work: Work) -> str:
        self._asked += 1
        self._answer = ""
        self._is_answered.clear()
        told = {"kind": "closing", "asked": self._asked, "running": work.running, "waiting": work.waiting}
        self._toolkit.run_script(event(told))
        return self._answer if self._is_answered.wait(ANSWER_S) else ""
