"""The window as a whole: which page it shows, what happens when the server goes or the person leaves.

One thread (`window`) decides everything, one event after the other; the toolkit, the watch over the server, other
starts and calls of the page only put events into its mailbox. What waits for people or processes has threads of its
own and comes back by the mailbox too.

While the program's page is there and the server is not, the page stays: it is edited on, and says itself that the
server is away. Pages of ours (`note`) take its place only where there is no page: at a start, after a crash of the
page, and when a page that was loaded anew did not come.
"""

from __future__ import annotations

import logging
import queue
import threading
from dataclasses import asdict, astuple, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from app.cli.words import CliError
from app.cli.words import language as terminal_language
from app.desktop import placement
from app.desktop.attendant import Attendant
from app.desktop.bridge import Bridge, event
from app.desktop.keeper import Seen, page_url
from app.desktop.leaving import KEEP, STOP, Leaving
from app.desktop.note import GROUNDS, Note
from app.desktop.openings import Opening
from app.desktop.placement import Remembered, zoomed
from app.desktop.toolkit import Spec, Stand
from app.desktop.words import PRODUCT
from app.private import private_subfolder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.desktop.instance import Instance, Request
    from app.desktop.keeper import Finding, Keeper
    from app.desktop.login import Login
    from app.desktop.toolkit import Toolkit
    from app.desktop.tray import Tray

log = logging.getLogger(__name__)

ICON = Path(__file__).with_name("icon.svg")

LOOK_S = 1.0
"""How often is looked whether the server is there."""

LOOK_SOON_S = 0.2
"""The same, while the window waits for it."""

FIRST_PAGE_S = 0.1
"""So long a server that is there may take to be found. One that has to be started takes longer than the toolkit: the
window opens without it then, and both start side by side.
"""


class Application:
    """Events of the toolkit, see there. Made and run on the main thread."""

    def __init__(
        self,
        home: Path,
        toolkit: Toolkit,
        keeper: Keeper,
        instance: Instance,
        tray: Tray,
        remembered: Remembered,
        login: Login | None = None,
    ) -> None:
        self._home = home
        self._toolkit = toolkit
        self._keeper = keeper
        self._instance = instance
        self._tray = tray
        self._remembered = remembered
        self._mailbox: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._attendant = Attendant(tray, keeper.plane, login, self._language, self._of_tray)
        self._is_hidden = False
        self._bridge = Bridge(
            toolkit,
            {
                **self._attendant.actions(),
                "look": self._page_looks,
                "retry": self._retry,
                "start_server": self._start_server,
                "zoom": self._zoom,
                "may_close": lambda args: self._leaving.answered(args),
                "quit": self._quit,
                "meanwhile": lambda args: asdict(self._remembered.left) if self._remembered.left else None,
                "meanwhile_read": lambda args: self._post(lambda: self._keep(left=None)),
            },
        )
        self._bridge.language = remembered.language
        self._over = threading.Event()
        self._shown = ""  # the address of the program's page; empty while there is none
        self._wanted = ""  # the address that is being loaded
        self._note: Note | None = None
        self._is_page_there = False
        self._leaving = Leaving(toolkit, keeper, lambda stop: self._leave(stop=stop))
        self._is_busy = threading.Event()  # a start of the server is going on
        self._has_left = False
        self._decider: threading.Thread | None = None
        self._hash = ""  # where in the program the page was

    def run(self, openings: Sequence[Opening], finding: Finding, *, in_tray: bool = False) -> None:
        """Show the window until it is closed; with `in_tray` once the tray asks for it. Raises: ToolkitMissingError."""
        self._attendant.begin()
        self._is_hidden = in_tray and self._tray.is_there()
        self._bridge.put(list(openings))
        self._instance.listen(lambda request: self._post(lambda: self._asked(request)))
        server = finding.within(FIRST_PAGE_S)
        self._wanted = page_url(server.url) if server is not None else ""
        if server is None:
            self._start(finding.result)
        storage = placement.storage_folder(self._home)
        private_subfolder(storage)
        spec = Spec(
            title=PRODUCT,
            place=placement.fit(self._remembered, self._toolkit.screens()),
            is_maximized=self._remembered.is_maximized,
            zoom=self._remembered.zoom,
            ground=GROUNDS[self._remembered.scheme],
            storage=storage,
            language=self._language(),
            icon=ICON,
            is_hidden=self._is_hidden,
        )
        self._toolkit.run(spec, self, self._wanted or None)
        self._over.set()
        if not self._has_left and not any(astuple(self._keeper.work())):  # Ctrl-C: nobody was asked
            self._keeper.stop()
        self._attendant.leave()
        self._attendant.ended()
        self._mailbox.put(None)
        if self._decider is not None:
            self._decider.join(2.0)  # what it keeps of the window is written by then

    # --- what the toolkit tells, on its threads ---------------------------------------------------------------------

    def started(self) -> None:
        """See Events."""
        self._decider = threading.Thread(target=self._decide, name="window", daemon=True)
        self._decider.start()
        threading.Thread(target=self._watch, name="window-watch", daemon=True).start()

    def loaded(self, url: str, ok: bool) -> None:
        """See Events."""
        self._post(lambda: self._came(url, ok))

    def page_ended(self, why: str) -> None:
        """See Events."""
        log.warning("the page's process ended: %s", why)
        self._post(lambda: self._show_note(Note("crash", why)))

    def called(self, message: Any) -> None:
        """See Events."""
        self._aside(lambda: self._answer(message))

    def closing(self) -> bool:
        """See Events."""
        if self._tray.is_there():
            self._post(self._hide)
        else:
            self._post(self._ask_to_close)
        return False

    def stood(self, stand: Stand) -> None:
        """See Events."""
        self._post(lambda: self._keep(place=stand.place, is_maximized=stand.is_maximized, zoom=stand.zoom))

    def saved(self, path: str, ok: bool) -> None:
        """See Events."""
        self._post(lambda: self._toolkit.run_script(event({"kind": "saved", "path": path, "ok": ok})))

    # --- the one thread that decides --------------------------------------------------------------------------------

    def _post(self, work: Callable[[], None]) -> None:
        self._mailbox.put(work)

    def _decide(self) -> None:
        while (work := self._mailbox.get()) is not None:
            try:
                work()
            except Exception:
                log.exception("the window could not do something")

    def _seen(self, seen: Seen) -> None:
        """One look at the server."""
        if self._note is not None and self._note.kind == "crash":
            return  # loading by itself what has just crashed could go on for ever
        if seen.url is not None:
            if self._origin(seen.url) not in (self._origin(self._shown), self._origin(self._wanted)):
                self._load(seen.url)
        elif seen.has_crashed:
            self._start(self._keeper.revive)
        elif not self._shown and not self._wanted and not self._is_busy.is_set():
            self._show_note(Note("away"))

    def _load(self, url: str) -> None:
        self._wanted = url
        self._note = None
        self._toolkit.load(url + self._hash)

    def _came(self, url: str, ok: bool) -> None:
        if self._origin(url) is None:
            return  # one of our own notes
        self._wanted = ""
        if ok:
            self._shown, self._note = url, None
            return
        self._shown = ""
        self._show_note(Note("away"))

    def _show_note(self, note: Note) -> None:
        if note == self._note:
            return
        self._note, self._wanted = note, ""
        if note.kind != "start":
            self._shown = ""
        self._toolkit.show_html(note.page(self._remembered.scheme, self._remembered.language))

    def _asked(self, request: Request) -> None:
        """Another start wants this window."""
        if request.keeps_server:
            self._keeper.disown()
            self._keep()
        self._show(request.openings)

    def _keep(self, **changed: Any) -> None:
        """Remember something, on disk as well: a window may be killed."""
        now = replace(self._remembered, **changed, port=self._keeper.port or self._remembered.port)
        now = replace(now, boot_id=self._keeper.owned)
        if now != self._remembered:
            self._remembered = now
            try:
                placement.write(self._home, now)
            except OSError as problem:
                log.warning("the window's state cannot be kept: %s", problem)

    # --- the server -------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        wait_s = 0.0
        while not self._over.wait(wait_s):
            seen = self._keeper.look()
            self._post(lambda seen=seen: self._seen(seen))  # type: ignore[misc] # bound now, not at the call
            wait_s = LOOK_S if seen.url is not None and self._shown else LOOK_SOON_S

    def _start(self, bring_up: Callable[[], Any]) -> None:
        """Have the server started; one start at a time."""
        if self._is_busy.is_set():
            return
        self._is_busy.set()
        if not self._shown:
            self._show_note(Note("start"))

        def work() -> None:
            details = ""
            try:
                server = bring_up()
            except CliError as problem:
                server, details = None, str(problem)
            finally:
                self._is_busy.clear()
            if server is not None:
                self._post(self._keep)
                self._post(lambda: self._seen(Seen(page_url(server.url))))
            elif not self._shown:
                self._post(lambda: self._show_note(Note("away", details)))

        self._aside(work)

    # --- what the page asks -----------------------------------------------------------------------------------------

    def _answer(self, message: Any) -> None:
        script = self._bridge.call(message)
        if script is not None:
            self._toolkit.run_script(script)

    def _page_looks(self, args: dict[str, Any]) -> None:
        """How the page looks, for what is shown while there is none; and a sign that it is there."""
        told = placement.parse({"scheme": args.get("scheme"), "language": args.get("language")})
        where = args.get("hash")
        self._is_page_there = True
        self._hash = where if isinstance(where, str) and where.startswith("#") else ""
        if told.language != self._bridge.language:
            self._bridge.language = told.language
            self._toolkit.set_language(told.language)
        self._post(lambda: self._keep(scheme=told.scheme, language=told.language))

    def _retry(self, args: dict[str, Any]) -> None:
        """Start the server, or load the page again."""

        def again() -> None:
            self._note = None
            self._start(self._keeper.find_or_start)

        self._post(again)

    def _start_server(self, args: dict[str, Any]) -> str | None:
        """For a page that goes on without a server: start one, and say what is wrong where that fails."""
        try:
            self._keeper.find_or_start()
        except CliError as problem:
            return str(problem)
        return None

    def _zoom(self, args: dict[str, Any]) -> float:
        steps = args.get("steps")
        factor = zoomed(self._remembered.zoom, steps if isinstance(steps, int) else 0)
        self._toolkit.set_zoom(factor)
        self._post(lambda: self._keep(zoom=factor))
        return factor

    # --- leaving ----------------------------------------------------------------------------------------------------

    def _ask_to_close(self) -> None:
        has_page = bool(self._shown) and self._is_page_there
        self._aside(lambda: self._leaving.ask(has_page=has_page, language=self._remembered.language))

    def _quit(self, args: dict[str, Any]) -> None:
        """The person quits by the page. choice: `keep` or `stop`, of a person who was asked; the page asks otherwise.
        left: what the next start can tell about.
        """
        if args.get("choice") not in (KEEP, STOP):
            self._post(self._ask_to_close)
            return
        left = placement.left_of(args.get("left"))

        def go() -> None:
            self._keep(left=left)
            self._aside(lambda: self._leave(stop=args["choice"] == STOP))

        self._post(go)

    def _leave(self, *, stop: bool) -> None:
        """Close; with `stop` the server that a window brought up ends too, once the window is off the screen."""
        self._has_left = True
        self._toolkit.hide()
        self._attendant.leave()
        self._instance.close()  # a start that comes now waits for us to be gone
        if stop:
            self._keeper.stop()
        self._toolkit.leave()

    # --- the tray ---------------------------------------------------------------------------------------------------

    def _of_tray(self, key: str) -> None:
        """What was pressed in the tray that concerns the window. `lost`: the desktop has taken its tray away."""
        if key == "quit":
            self._post(self._ask_to_close)
        elif key == "changed":
            self._post(lambda: self._toolkit.run_script(event({"kind": "runs"})))
        elif key == "start":
            self._post(lambda: self._start(self._keeper.find_or_start))
        elif key != "lost" or self._is_hidden:
            link = {"open": "", "lost": "", "runs": "#/runs"}.get(key, key)
            self._post(lambda: self._show([Opening("link", link)] if link else []))

    def _show(self, openings: Sequence[Opening]) -> None:
        self._bridge.put(list(openings))
        self._is_hidden = False
        self._toolkit.show()
        if openings:
            self._toolkit.run_script(event({"kind": "openings"}))

    def _hide(self) -> None:
        self._is_hidden = True
        self._toolkit.hide()

    # --- small things -----------------------------------------------------------------------------------------------

    def _language(self) -> str:
        return self._remembered.language or terminal_language()

    @staticmethod
    def _origin(url: str) -> str | None:
        parts = urlsplit(url)
        return parts.netloc if parts.scheme == "http" else None

    @staticmethod
    def _aside(work: Callable[[], None]) -> None:
        threading.Thread(target=work, name="window-aside", daemon=True).start()
