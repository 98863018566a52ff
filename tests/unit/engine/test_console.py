"""Each run's own output, and everybody else's."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import warnings
from contextvars import copy_context
from typing import TYPE_CHECKING, Any

from app.engine import console
from app.engine.runner import run_graph
from tests.support.mock_nodes import MOCKS, PATIENCE_S, graph, node, print_lines
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_what_a_run_prints_goes_to_its_writer_and_the_rest_to_the_real_stream(
    capsys: pytest.CaptureFixture[str],
) -> None:
    real = sys.stdout, sys.stderr
    lines: list[str] = []
    outside = threading.Thread(target=lambda: print("outside"))
    with console.capture(lines.append):
        print("a", 1)
        print("oops", file=sys.stderr)
        outside.start()
        outside.join()
    print("after")
    assert lines == ["a 1\n", "oops\n"]
    assert capsys.readouterr().out == "outside\nafter\n"
    assert (sys.stdout, sys.stderr) == real


def test_two_runs_at_once_do_not_mix(tmp_path: Path) -> None:
    together = threading.Barrier(2)
    texts: dict[str, list[str]] = {"x": [], "y": []}

    def talk(name: str) -> Any:
        def do(inputs: dict[str, Any], context: Any) -> Any:
            together.wait(PATIENCE_S)
            for number in range(200):
                print(name, number)
            return {"out": 1}

        return do

    def run(name: str) -> None:
        with console.capture(texts[name].append):
            run_graph(graph(node("n", talk(name))), run_context(tmp_path), MOCKS)

    threads = [threading.Thread(target=run, args=(name,)) for name in "xy"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    for name in "xy":
        assert "".join(texts[name]) == "".join(f"{name} {number}\n" for number in range(200))
    assert not isinstance(sys.stdout, console._Stream)


def test_parallel_nodes_of_one_run_print_whole_lines(tmp_path: Path) -> None:
    pieces: list[str] = []
    together = threading.Barrier(3)

    def talk(name: str) -> Any:
        def do(inputs: dict[str, Any], context: Any) -> Any:
            together.wait(PATIENCE_S)
            for _ in range(300):
                print(name, name, name)
            return {"out": 1}

        return do

    with console.capture(pieces.append):
        run_graph(graph(*(node(n, talk(n)) for n in "abc")), run_context(tmp_path, max_parallel_nodes=3), MOCKS)
    lines = "".join(pieces).splitlines()
    assert sorted(set(lines)) == ["a a a", "b b b", "c c c"]
    assert len(lines) == 900


def test_carriage_returns_and_flushes_pass_on_at_once_and_the_rest_at_the_end() -> None:
    pieces: list[str] = []
    with console.capture(pieces.append):
        sys.stdout.write("\r 10%")
        assert pieces == ["\r"]
        sys.stdout.flush()
        assert pieces == ["\r", " 10%"]
        sys.stdout.write("\r 20%\r 30%")
        assert pieces[2:] == ["\r 20%\r"]
        sys.stdout.write("!" * 9000)
        assert pieces[3:] == [" 30%" + "!" * 9000]
        sys.stdout.write("tail")
    assert pieces[4:] == ["tail"]


def test_bytes_terminals_and_closing() -> None:
    pieces: list[str] = []
    with console.capture(pieces.append):
        sys.stdout.buffer.write("né\n".encode())
        assert not sys.stdout.isatty()
        stream: Any = sys.stdout
        stream.close()
        stream.reconfigure(line_buffering=True)
        print("still open")
        assert sys.stdout.encoding.lower().replace("-", "") == "utf8"
    assert pieces == ["né\n", "still open\n"]


def test_a_writer_that_fails_or_prints_harms_no_node(expect_warning: Any) -> None:
    expect_warning("its writer failed")
    calls: list[str] = []

    def writer(text: str) -> None:
        calls.append(text)
        print("from the writer")
        logging.getLogger("some.library").warning("from the writer")
        raise OSError("disk full")

    with console.capture(writer):
        print("one")
        print("two")
    assert calls == ["one\n", "two\n"]


def test_a_thread_that_outlives_its_run_is_not_heard_any_more() -> None:
    pieces: list[str] = []
    with console.capture(lambda text: None):
        with console.capture(pieces.append):
            late = copy_context()
            print("in time")
        late.run(print, "too late")
    assert pieces == ["in time\n"]


def test_log_records_and_warnings_of_node_code_stay_in_the_run() -> None:
    pieces: list[str] = []
    with console.capture(pieces.append):
        # a WARNING that reached the root logger's handlers would fail this test (tests/conftest.py)
        logging.getLogger("some.library").warning("weights %s", "odd")
        logging.getLogger("app.nodes.training").error("own nodes count as node code")
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning("deprecated thing", UserWarning, "file.py", 3)
    assert pieces[:2] == [
        "WARNING some.library: weights odd\n",
        "ERROR app.nodes.training: own nodes count as node code\n",
    ]
    assert "UserWarning: deprecated thing" in "".join(pieces[2:])


def test_our_own_log_goes_where_it_always_goes(expect_warning: Any) -> None:
    expect_warning("from the engine")
    pieces: list[str] = []
    with console.capture(pieces.append):
        logging.getLogger("app.engine.x").warning("from the engine")
    assert pieces == []
    assert logging.Logger.callHandlers.__qualname__ == "Logger.callHandlers"


def test_a_thread_of_the_node_itself_is_caught_only_for_a_whole_process(capsys: pytest.CaptureFixture[str]) -> None:
    def in_thread(text: str) -> None:
        thread = threading.Thread(target=print, args=(text,))
        thread.start()
        thread.join()

    pieces: list[str] = []
    with console.capture(pieces.append):
        in_thread("lost")
        thread = threading.Thread(target=copy_context().run, args=(print, "kept"))
        thread.start()
        thread.join()
    assert pieces == ["kept\n"]
    with console.capture(pieces.append, whole_process=True):
        in_thread("found")
    in_thread("outside")
    assert pieces == ["kept\n", "found\n"]
    assert capsys.readouterr().out == "lost\noutside\n"


def test_overlapping_captures_end_in_any_order() -> None:
    real = sys.stdout
    texts: tuple[list[str], list[str]] = ([], [])
    captures = [console.capture(text.append) for text in texts]
    contexts = [copy_context(), copy_context()]
    for context, capture in zip(contexts, captures, strict=True):
        context.run(capture.__enter__)
    contexts[0].run(captures[0].__exit__, None, None, None)
    assert sys.stdout is not real
    contexts[1].run(print, "still caught")
    contexts[1].run(captures[1].__exit__, None, None, None)
    assert sys.stdout is real
    assert texts == ([], ["still caught\n"])


def test_after_its_capture_a_context_prints_to_the_real_stream_even_while_others_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pieces: list[str] = []
    other, capture = copy_context(), console.capture(pieces.append)
    other.run(capture.__enter__)
    with console.capture(pieces.append):
        print("mine")
    print("the server's")
    other.run(capture.__exit__, None, None, None)
    assert pieces == ["mine\n"]
    assert capsys.readouterr().out == "the server's\n"


def test_print_lines_of_a_failing_run_come_before_the_traceback(tmp_path: Path) -> None:
    pieces: list[str] = []

    def fails(inputs: dict[str, Any], context: Any) -> Any:
        print("almost")
        raise ValueError("there")

    with console.capture(pieces.append):
        run_graph(
            graph(node("a", print_lines("one", "two")), node("b", fails, ("a",))),
            run_context(tmp_path, RecordingSinks()),
            MOCKS,
        )
    text = "".join(pieces)
    assert text.startswith("one\ntwo\nalmost\nTraceback")
    assert 'File "' in text
    assert "app/engine" not in text


def test_without_a_terminal_at_all_nothing_breaks(repo: Path) -> None:
    code = (
        "import sys; sys.stdout = sys.stderr = None\n"
        "from app.engine import console\n"
        "lines = []\n"
        "with console.capture(lines.append):\n"
        "    print('inside')\n"
        "    console._current.set(None); print('to nobody'); sys.stdout.flush(); assert not sys.stdout.isatty()\n"
        "assert lines == ['inside\\n'] and sys.stdout is None, lines\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=repo, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
