"""One run process from its start to its end, as the control plane sees it: its pipes, its runs, its questions."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import Unavailable
from app.core.vocab.reason import reason
from app.engine.pipe import answers, lines, messages
from app.runs.executors.inbox import Inbox, Said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.vocab.reason import Reason
    from app.runs.executors.base import ExecutionRequest

log = logging.getLogger(__name__)

TAIL_BYTES = 16 * 1024
"""How much of the process's own stderr is kept for whoever asks why it died."""

DRAIN_S = 2.0
"""How long after its end what it had said may still arrive."""

KILLED_S = 10.0
"""How long a killed process may take to go: one that waits for a dead disk does not hold up the server for ever."""


@dataclass(frozen=True)
class Launch:
    """How to start a process: what to run, and its whole environment."""

    command: tuple[str, ...]
    environ: Mapping[str, str]


@dataclass(frozen=True)
class Patience:
    """Seconds. start: until it takes orders, torch not included. answer: to one question. hang: a process that gives no
    sign of life so long after a run was asked to stop is killed. ask, terminate: the steps of ending it; after them it
    is killed, too.
    """

    start_s: float = 60.0
    answer_s: float = 60.0
    hang_s: float = 30.0
    ask_s: float = 2.0
    terminate_s: float = 2.0


class ProcessGone(Exception):
    """The process has ended; nothing was begun."""


class RunProcess:
    """Starts at once. Thread-safe. Whoever makes one calls `end`; it also ends by itself with this process.

    Raises: Unavailable local_process_unstartable when the system starts no such program.
    """

    def __init__(self, launch: Launch, limits: Mapping[str, Any], hang_s: float = Patience.hang_s) -> None:
        try:
            self._process = subprocess.Popen(
                launch.command,
                env=dict(launch.environ),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is for the control plane; and all that it starts can be ended with it
            )
        except OSError as error:
            raise Unavailable.of("local_process_unstartable", problem=error.strerror or str(error)) from None
        self.gone = threading.Event()
        self._ready = threading.Event()
        self._said_all = threading.Event()
        self._heard_all = threading.Event()
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._runs: dict[int, Inbox] = {}
        self._questions: dict[int, Future[Any]] = {}
        self._why: Reason | None = None
        self._is_over = False
        self._wrong = ""
        self._hang_s = hang_s
        self._tail = b""
        self._orders: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._orders.put(messages.encode("hello", limits=limits))
        try:
            for work, name in ((self._reap, "end"), (self._read, "in"), (self._keep_tail, "err"), (self._write, "out")):
                threading.Thread(target=work, name=f"run-process-{name}", daemon=True).start()
        except RuntimeError as error:  # no more threads to be had
            self._signal("SIGKILL")
            raise Unavailable.of("local_process_unstartable", problem=str(error)) from None

    @property
    def pid(self) -> int:
        """Of the process that was started."""
        return self._process.pid

    def wait_ready(self, timeout_s: float) -> None:
        """Block until it takes orders. Raises: Unavailable local_process_unstartable; it is killed then."""
        if self._ready.wait(timeout_s) and self._why is None:
            return
        problem = self._said_last() if self.gone.is_set() else f"> {timeout_s:g} s"
        self._signal("SIGKILL")
        raise Unavailable.of("local_process_unstartable", problem=problem)

    def begin(self, request: ExecutionRequest, order: Mapping[str, Any]) -> Inbox:
        """Order a run; what becomes of it arrives in the inbox. Raises: ProcessGone; nothing was ordered then."""
        number = next(self._numbers)
        line = messages.encode("start", run=number, **order)
        inbox = Inbox(
            request,
            lambda size: self._orders.put(messages.encode("took", run=number, bytes=size)),
            lambda why: self._orders.put(messages.encode("stop", run=number, why=why)),
        )
        with self._lock:
            if self._is_over:
                raise ProcessGone
            if not self._runs:
                self._tail = b""  # what was written for runs that have ended is of no use to this one
            self._runs[number] = inbox
        self._orders.put(line)
        flag = request.context.cancel
        flag.on_set(lambda: self._stop(number, flag.why))
        return inbox

    def _stop(self, number: int, why: str) -> None:
        """Ask a run to stop. A process that hangs never hears it, and the run would never end: it must give a sign."""
        self._orders.put(messages.encode("stop", run=number, why=why))
        with self._lock:
            if number not in self._runs:
                return
        sign = self.ask("figures", {})
        timer = threading.Timer(self._hang_s, self._end_hung, [sign])
        timer.name, timer.daemon = "run-process-sign", True
        with contextlib.suppress(RuntimeError):  # no more threads to be had: nobody watches
            timer.start()
        sign.add_done_callback(lambda _: timer.cancel())

    def _end_hung(self, sign: Future[Any]) -> None:
        if not sign.done():
            self._wrong = f"no sign of life for {self._hang_s:g} s"
            self._signal("SIGKILL")

    def ask(self, question: str, params: Mapping[str, Any]) -> Future[Any]:
        """The answer to come: a value, or what the stores raise; Unavailable local_process_died when it ends first."""
        number = next(self._numbers)
        answer: Future[Any] = Future()
        with self._lock:
            if self._why is not None:
                answer.set_exception(Unavailable(self._why))
                return answer
            self._questions[number] = answer
        answer.add_done_callback(lambda done: self._dropped(number) if done.cancelled() else None)
        self._orders.put(messages.encode("ask", id=number, question=question, params=params))
        return answer

    def _dropped(self, number: int) -> None:
        """Whoever asked has left."""
        with self._lock:
            self._questions.pop(number, None)
        self._orders.put(messages.encode("drop", id=number))

    def waiting(self) -> int:
        """Questions that wait for their answer."""
        with self._lock:
            return len(self._questions)

    def end(self, patience: Patience) -> None:
        """Ask, terminate, kill: the process and all it started are gone when this returns. Twice is fine."""
        self._orders.put(messages.encode("bye"))
        for seconds, then in ((patience.ask_s, "SIGTERM"), (patience.terminate_s, "SIGKILL")):
            if self.gone.wait(seconds):
                return
            self._signal(then)
        if not self.gone.wait(KILLED_S):
            log.warning("the run process %d does not end although it was killed", self.pid)

    def _signal(self, name: str) -> None:
        """Send a signal to the process and everything that it started, as long as its id is its own."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if self._process.returncode is not None:
                return
            if os.name == "nt":
                self._process.kill()
            else:
                os.killpg(self._process.pid, getattr(signal, name))

    def _write(self) -> None:
        """Orders on their way; after the end of the process they go nowhere."""
        pipe = self._process.stdin
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError), pipe:
            while (line := self._orders.get()) is not None:
                left = memoryview(line)
                while left:
                    left = left[os.write(pipe.fileno(), left) :]

    def _read(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        try:
            for batch in lines.batches(partial(os.read, pipe.fileno())):
                self._sort(batch)
        except (OSError, ValueError, KeyError, TypeError) as error:  # whatever it says from here on has no meaning
            log.info("the run process was not understood", exc_info=error)
            self._wrong = "protocol error"
        finally:
            self._said_all.set()
            self._signal("SIGKILL")  # without its pipe it is of no use to anybody
            pipe.close()

    def _sort(self, batch: list[bytes]) -> None:
        """Give each run its messages, neighbours together; answer what was asked."""
        runs: dict[int, list[Said]] = {}
        for line in batch:
            message = messages.decode(line)
            number = message.get("run")
            if number is not None:
                runs.setdefault(number, []).append((message, len(line) + 1))
            else:
                self._about_itself(message)
        for number, said in runs.items():
            is_over = any(message["say"] == "outcome" for message, _ in said)
            with self._lock:
                inbox = self._runs.pop(number, None) if is_over else self._runs.get(number)
            if inbox is not None:  # a thread that outlives its run has nothing to say any more
                inbox.put(said)

    def _about_itself(self, message: Mapping[str, Any]) -> None:
        say = message["say"]
        if say in ("answer", "refused"):
            with self._lock:
                answer = self._questions.pop(message["id"], None)
            if answer is None or not answer.set_running_or_notify_cancel():
                return
            if say == "answer":
                answer.set_result(message["value"])
            else:
                answer.set_exception(answers.error_from_json(message))
        elif say == "log":
            logging.getLogger(message["logger"]).log(message["level"], "%s", message["text"])
        elif say == "ready":
            log.info("run process ready", extra={"child": message["pid"], "python": message["python"]})
            self._ready.set()
        else:
            raise KeyError(say)

    def _keep_tail(self) -> None:
        """Pass on what libraries write past Python, and keep the end of it."""
        pipe = self._process.stderr
        assert pipe is not None
        with pipe:
            while data := os.read(pipe.fileno(), 65536):
                self._tail = (self._tail + data)[-TAIL_BYTES:]
                with contextlib.suppress(OSError, ValueError, AttributeError):  # no terminal, or a closed one
                    sys.stderr.buffer.write(data)
                    sys.stderr.flush()
        self._heard_all.set()

    def _reap(self) -> None:
        """Wait for the end, end what it left behind, and tell everybody who still waits."""
        if hasattr(os, "waitid"):
            os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
            self._signal("SIGKILL")  # its id is not given to another before it is waited for
        code = self._process.wait()
        self._is_over = True
        self._said_all.wait(DRAIN_S)
        self._heard_all.wait(DRAIN_S)
        self._orders.put(None)
        why = reason("local_process_died", how=self._wrong or _how(code))
        with self._lock:
            self._why = why
            runs, self._runs = self._runs, {}
            questions, self._questions = self._questions, {}
        log.info("run process ended", extra={"child": self._process.pid, "how": why.params["how"], "runs": len(runs)})
        for inbox in runs.values():
            inbox.lost(why, self._tail.decode("utf-8", "replace"))
        for answer in questions.values():
            if answer.set_running_or_notify_cancel():
                answer.set_exception(Unavailable(why))
        self.gone.set()
        self._ready.set()

    def _said_last(self) -> str:
        said = self._tail.decode("utf-8", "replace").strip()
        return said.rpartition("\n")[2][:300] or str((self._why or reason("executor_closed")).params.get("how", ""))


def _how(code: int) -> str:
    """How a process ended, in words that need no translation."""
    if code < 0:
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
    return f"exit {code}"
