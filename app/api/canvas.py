"""What an open canvas says over its socket, and what it is told: actions in, the events of one followed run out.

A socket may also watch all runs: it is told that they have changed, see watching.

The server owns the runs: a socket follows one at a time and can leave it, and closing the socket ends none. What it
does own is the cache of its canvas. Actions are done one after the other; the followed run's events go out beside them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import uuid
from typing import TYPE_CHECKING, Any

from app.aio import collector
from app.aio.tasks import TaskNest
from app.api import frames
from app.api.body import IN_THREAD_BYTES, loads
from app.api.door import DOOR
from app.api.errors import HttpRefusal, internal_reason
from app.api.sockets import Gone
from app.api.watching import RunsWatch
from app.core.vocab import jsonpieces
from app.core.vocab.errors import CduiError, Refused
from app.core.vocab.reason import reason
from app.runs.live import Canvas
from app.runs.options import INTERACTIVE, shown

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from app.api.declare import Call
    from app.api.sockets import Socket
    from app.runs.following import Following
    from app.runs.views import Submitted

log = logging.getLogger(__name__)

OPTIONS: Mapping[str, str] = {
    "device": "device",
    "seed": "seed",
    "deterministic": "deterministic",
    "record_outputs": "record_outputs",
    "verbose_mode": "verbose",
    "graph_id": "graph_id",
    "weights_persistent": "weights_persistent",
    "backward_mode": "backward_mode",
    "auto_backward": "auto_backward",
    "error_mode": "error_mode",
    "max_retries": "max_retries",
}
"""Key of an `execute` message -> run option. Whatever else the message holds belongs to the graph document."""

_SENT = {name: key for key, name in OPTIONS.items()}

_NO_JSON = frozenset({"json_empty", "json_is_html", "json_is_markup", "json_utf16", "json_binary"})
"""Codes of a text that is no JSON at all; their own sentences speak of graph files, which nobody chose here."""

MAX_CHANGED = 100_000
MAX_CURSOR = 2**53
MAX_VERSION = 100


class CanvasSession:
    """One socket's session. canvas_id: of its cache, made here: no client can name the cache of another."""

    def __init__(self, call: Call[Socket, None]) -> None:
        self.canvas_id = uuid.uuid4().hex
        self._socket = call.body
        self._runs = call.services.runs
        self._door = call.request.app[DOOR]
        self._lang = call.lang
        self._nest = TaskNest(f"canvas {self.canvas_id[:8]}")
        self._watch = RunsWatch(self._runs.changes, self._socket, call.services.clock)
        self._followed: Following | None = None
        self._size_bytes = 0

    async def serve(self) -> None:
        """Do what the client asks until it leaves. Raises: Gone."""
        try:
            while True:
                data = await self._socket.receive()
                await self._answer(data)
        finally:
            self._runs.close_canvas(self.canvas_id)  # first: the end of the connection cancels what awaits here
            try:
                await self._watch.stop()
            finally:
                await self._leave()

    async def _answer(self, data: bytes | None) -> None:
        """Do one action; what is wrong with it is told, and the socket stays."""
        try:
            message, action = await self._read(data)
            await ACTIONS[action](self, message)
        except Gone:
            raise
        except CduiError as error:
            await self._refuse("error", error)
        except Exception as error:  # the boundary of an action: logged with an id, the socket and the plane stay up
            await self._refuse("error", HttpRefusal(500, internal_reason(error, "WS", "/ws/execution")))

    async def _read(self, data: bytes | None) -> tuple[dict[str, Any], str]:
        if data is None:
            raise Refused.of("message_not_text")
        self._size_bytes = len(data)
        try:
            if self._size_bytes > IN_THREAD_BYTES:
                with collector.paused():
                    message = await asyncio.to_thread(loads, data)
            else:
                message = loads(data)
        except Refused as error:
            raise Refused.of("message_not_json") if error.reason.code in _NO_JSON else error from None
        action = message.pop("action", None) if isinstance(message, dict) else None
        if not isinstance(action, str):
            raise Refused.of("message_not_object")
        if action not in ACTIONS:
            raise Refused.of("unknown_action", action=shown(action), known=", ".join(ACTIONS))
        return message, action

    async def _execute(self, message: dict[str, Any]) -> None:
        """Submit to the canvas lane, then follow. A refusal is told as the end of a run that never was."""
        options = {name: message.pop(key) for key, name in OPTIONS.items() if key in message}
        try:
            changed = _changed(message.pop("changed_nodes", None))
            canvas = Canvas(self.canvas_id, changed)
            # a submission goes on to its end also when the client leaves meanwhile
            done = await self._door.finish(self._submit(message, {**options, "lane": INTERACTIVE}, canvas))
        except CduiError as error:
            await self._refuse("execution_error", _as_sent(error), rejected=True)
            return
        await self._follow(self._runs.follow(done.run_id, 0), done.status.value)

    async def _submit(self, document: dict[str, Any], options: dict[str, Any], canvas: Canvas) -> Submitted:
        is_big = self._size_bytes > IN_THREAD_BYTES
        try:
            return await self._runs.submit(document, options, None, canvas)
        finally:
            if is_big:
                await asyncio.to_thread(jsonpieces.dismantle, document)

    async def _attach(self, message: dict[str, Any]) -> None:
        """Follow a run from a cursor on; what was followed before is left first."""
        cursor = message.get("cursor", 0)
        if isinstance(cursor, bool) or not isinstance(cursor, int) or not 0 <= cursor <= MAX_CURSOR:
            raise _bad("attach", "cursor", cursor, f"0..{MAX_CURSOR}")
        log_of_run = self._runs.follow(_run_id("attach", message), cursor)
        try:
            status = await log_of_run.status()
        except BaseException:
            log_of_run.close()
            raise
        await self._follow(log_of_run, status.value)

    async def _detach(self, message: dict[str, Any]) -> None:
        del message
        run_id = await self._leave()
        await self._tell("detached", run_id=run_id)

    async def _cancel(self, message: dict[str, Any]) -> None:
        """Stop the run that is named, else the one that is followed."""
        followed = self._followed
        if message.get("run_id") is not None:
            run_id = _run_id("cancel", message)
        elif followed is not None and not followed.is_over:
            run_id = followed.run_id
        else:
            await self._tell("execution_stopped", reason="not_running")
            return
        done = await self._door.finish(self._runs.cancel(run_id))
        await self._tell("cancel_ack", run_id=run_id, status=done.status.value, cancelled=done.cancelled)

    async def _clear_cache(self, message: dict[str, Any]) -> None:
        del message
        await self._runs.ask("clear_canvas", canvas=self.canvas_id)
        await self._tell("cache_cleared")

    async def _watch_runs(self, message: dict[str, Any]) -> None:
        """Tell of changes of all runs, first of those since a version that the client had before."""
        since = message.get("since")
        if since is not None and (not isinstance(since, str) or len(since) > MAX_VERSION):
            raise _bad("watch", "since", since, f"text, <= {MAX_VERSION}")
        await self._watch.start(since)

    async def _unwatch_runs(self, message: dict[str, Any]) -> None:
        del message
        await self._watch.stop()
        await self._tell("unwatched")

    async def _follow(self, log_of_run: Following, status: str) -> None:
        left = await self._leave()
        try:
            if left is not None:
                await self._tell("detached", run_id=left)
            await self._tell("attached", run_id=log_of_run.run_id, cursor=log_of_run.cursor, status=status)
        except BaseException:
            log_of_run.close()
            raise
        self._followed = log_of_run
        self._nest.start(self._pass_on(log_of_run), f"follow {log_of_run.run_id}")

    async def _pass_on(self, log_of_run: Following) -> None:
        """Send the run's events until there are no more. Waits for the client between pages."""
        try:
            with contextlib.suppress(Gone):  # the session's own task is told of it as well
                try:
                    while rows := await log_of_run.page():
                        await self._socket.send(frames.event_frames(log_of_run.run_id, rows))
                except CduiError as error:
                    await self._refuse("error", error, run_id=log_of_run.run_id)
        finally:
            log_of_run.close()
            if self._followed is log_of_run:
                self._followed = None

    async def _leave(self) -> str | None:
        """Follow nothing any more; the id of a run that was followed and had not ended."""
        followed, self._followed = self._followed, None
        await self._nest.cancel()
        if followed is None:
            return None
        followed.close()
        return None if followed.is_over else followed.run_id

    async def _tell(self, kind: str, **fields: Any) -> None:
        await self._socket.send(frames.message(kind, **fields))

    async def _refuse(self, kind: str, error: CduiError, **fields: Any) -> None:
        """error: the sentence, as events of runs have it; code, params and text beside it, as everywhere else."""
        why = error.reason.to_json(self._lang)
        problems = getattr(error, "problems", None)
        if problems is not None:
            fields["problems"] = [problem.to_json(self._lang) for problem in problems]
        await self._tell(kind, error=why["text"], **why, **fields)


ACTIONS: Mapping[str, Callable[[CanvasSession, dict[str, Any]], Awaitable[None]]] = {
    "execute": CanvasSession._execute,
    "attach": CanvasSession._attach,
    "detach": CanvasSession._detach,
    "cancel": CanvasSession._cancel,
    "stop": CanvasSession._cancel,
    "clear_cache": CanvasSession._clear_cache,
    "watch": CanvasSession._watch_runs,
    "unwatch": CanvasSession._unwatch_runs,
}


def _changed(value: Any) -> frozenset[str]:
    """Ids of nodes to compute whatever the cache holds. Raises: Refused."""
    if value is None:
        return frozenset()
    if not isinstance(value, list) or len(value) > MAX_CHANGED or not all(isinstance(one, str) for one in value):
        raise _bad("execute", "changed_nodes", value, f"[node_id, ...], <= {MAX_CHANGED}")
    return frozenset(value)


def _run_id(action: str, message: Mapping[str, Any]) -> str:
    value = message.get("run_id")
    if not isinstance(value, str):
        raise Refused(reason("run_id_not_text", action=action, value=shown(value)))
    return value


def _as_sent(error: CduiError) -> CduiError:
    """A refused option under the name that the message has for it."""
    why = error.reason
    if why.code != "bad_option":
        return error
    option = str(why.params["option"])
    return Refused(reason(why.code, **{**why.params, "option": _SENT.get(option, option)}))


def _bad(action: str, field: str, value: Any, expected: str) -> CduiError:
    return Refused(reason("bad_field", action=action, field=field, value=shown(value), expected=expected))
