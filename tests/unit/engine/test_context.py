"""The flag that asks a run to stop."""

from __future__ import annotations

import threading

from app.engine.context import CancelFlag


class _Looked(threading.Event):
    """Lets another thread try to set the flag between the look and the set of the first."""

    def __init__(self, meanwhile: threading.Thread, over: threading.Event) -> None:
        super().__init__()
        self._meanwhile, self._over = meanwhile, over

    def is_set(self) -> bool:
        if self._meanwhile.ident is None:
            self._meanwhile.start()
            self._over.wait(0.3)  # longer than a set without a lock needs; with one, the thread waits for us
            return False
        return super().is_set()


def test_a_reason_that_was_set_is_not_replaced_by_another_thread() -> None:
    flag, over = CancelFlag(), threading.Event()
    seen: list[str] = []

    def second() -> None:
        flag.set("interrupted")
        seen.append(flag.why)
        over.set()

    thread = threading.Thread(target=second)
    flag._event = _Looked(thread, over)
    flag.set("cancelled")
    thread.join()
    assert [*seen, flag.why] == ["cancelled", "cancelled"]
    assert flag.is_set()
