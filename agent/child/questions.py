"""Questions about what this process keeps, each answered at its own pace."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Any

from app.engine.pipe import answers, messages
from app.engine.stores import Pace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agent.child.outbox import Outbox
    from app.engine.stores import Stores

THREADS = {Pace.QUICK: 1, Pace.READ: 4, Pace.LONG: 1}
"""Questions of each pace that are answered at the same time."""


class Questions:
    """Questions wait for none that takes longer than they do; `put` and `drop` never wait."""

    def __init__(self, stores: Stores, outbox: Outbox) -> None:
        self._stores = stores
        self._outbox = outbox
        self._lock = threading.Lock()
        self._wanted: set[int] = set()
        self._waiting: dict[Pace, queue.SimpleQueue[Mapping[str, Any]]] = {pace: queue.SimpleQueue() for pace in Pace}
        for pace, count in THREADS.items():
            for number in range(count):
                name = f"stores-{pace.value}-{number}"
                threading.Thread(target=self._work, args=(pace,), name=name, daemon=True).start()

    def put(self, question: Mapping[str, Any]) -> None:
        """Have a question answered."""
        with self._lock:
            self._wanted.add(question["id"])
        self._waiting[Pace.QUICK].put(question)

    def drop(self, number: int) -> None:
        """Nobody waits for this answer any more; what takes long leaves off."""
        with self._lock:
            self._wanted.discard(number)

    def _work(self, pace: Pace) -> None:
        while True:
            question = self._waiting[pace].get()
            line = self._line(question, pace)
            if line is not None:
                self._outbox.put(line)

    def _line(self, question: Mapping[str, Any], pace: Pace) -> bytes | None:
        """The answer; None when it is dropped, or handed on to threads of its own pace."""
        number, what, params = question["id"], question["question"], question["params"]
        try:
            if pace is Pace.QUICK and (slower := self._stores.pace(what, params)) is not Pace.QUICK:
                self._waiting[slower].put(question)
                return None
            if self._is_unwanted(number):
                return None
            value = self._stores.answer(what, params, lambda: self._is_unwanted(number))
            line = messages.encode("answer", id=number, value=value)
        except BaseException as error:  # a thread boundary: whoever asked is told
            line = messages.encode("refused", id=number, **answers.error_to_json(error))
        self.drop(number)
        return line

    def _is_unwanted(self, number: int) -> bool:
        return number not in self._wanted
