"""Lines leave whole and in order, and a run that is ahead waits."""

from __future__ import annotations

import threading

from agent.child.outbox import Outbox, Window


class _Pipe:
    """Takes a few bytes at a time."""

    def __init__(self, at_once: int = 10**6) -> None:
        self.got = b""
        self.calls = 0
        self._at_once = at_once
        self.open = threading.Event()
        self.open.set()

    def write(self, data: bytes | memoryview) -> int:
        assert self.open.wait(20)
        self.calls += 1
        piece = bytes(data[: self._at_once])
        self.got += piece
        return len(piece)


def _gone() -> None:
    raise AssertionError("the reader is there")


def test_what_is_put_now_is_written_when_put_returns_with_all_before_it() -> None:
    pipe = _Pipe(at_once=3)
    outbox = Outbox(pipe.write, _gone)
    pipe.open.clear()
    outbox.add(b"waits 1\n")
    outbox.add(b"waits 2\n")
    pipe.open.set()
    outbox.put(b"now\n")
    assert pipe.got == b"waits 1\nwaits 2\nnow\n"
    outbox.close()


def test_what_can_wait_leaves_by_itself() -> None:
    written = threading.Event()

    def write(data: bytes | memoryview) -> int:
        written.set()
        return len(data)

    outbox = Outbox(write, _gone)
    outbox.later(lambda: outbox.add(b"x\n"))
    assert written.wait(20)
    outbox.close()


def test_a_close_calls_and_writes_what_waits() -> None:
    pipe = _Pipe()
    outbox = Outbox(pipe.write, _gone)
    outbox.add(b"x\n")
    outbox.later(lambda: outbox.add(b"y\n"))
    outbox.close()
    assert pipe.got == b"x\ny\n"


def test_lines_of_many_threads_stay_whole_and_each_thread_s_in_order() -> None:
    pipe = _Pipe(at_once=7)
    outbox = Outbox(pipe.write, _gone)

    def put(name: int) -> None:
        for number in range(200):
            line = f"{name} {number}\n".encode()
            if number % 3:
                outbox.add(line)
                outbox.wake()
            else:
                outbox.put(line)

    threads = [threading.Thread(target=put, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    outbox.close()
    lines = [tuple(map(int, line.split())) for line in pipe.got.decode().splitlines()]
    for name in range(4):
        assert [number for who, number in lines if who == name] == list(range(200))
    assert len(lines) == 800


def test_a_reader_that_is_gone_is_told_of_once_per_try() -> None:
    gone: list[int] = []

    def write(data: bytes | memoryview) -> int:
        raise BrokenPipeError

    outbox = Outbox(write, lambda: gone.append(1))
    outbox.put(b"x\n")
    assert gone == [1]
    outbox.close()


def test_a_window_holds_who_is_ahead_until_enough_is_dealt_with() -> None:
    window = Window(100)
    window.add(80)
    window.wait()
    window.add(30)
    through = threading.Event()

    def more() -> None:
        window.wait()
        through.set()

    thread = threading.Thread(target=more)
    thread.start()
    window.give(9)
    assert not through.wait(0.05)
    window.give(1)
    assert through.wait(20)
    thread.join()
