"""From events to lines and bars."""

from __future__ import annotations

from typing import Any

import pytest

from app.cli.progress import Bar, BarEnd, Line, Picture, clean, duration, figure, reason_text, table
from app.cli.screens import bar_words


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEFYUI_LANG", "en")


def _event(second: float, status: str, node: str = "t", **more: Any) -> dict[str, Any]:
    whole, part = divmod(second, 1)
    return {
        "type": "node_status",
        "payload": {"node_id": node, "status": status, **more},
        "ts": f"2026-01-01T00:{int(whole) // 60:02}:{int(whole) % 60:02}.{int(part * 1e6):06}+00:00",
    }


def _progress(second: float, **fields: Any) -> dict[str, Any]:
    return _event(second, "progress", outputs=[{"output_kind": "progress", "progress": fields}])


def _picture() -> Picture:
    return Picture({"t": "TrainingLoop"})


def test_a_loop_has_a_bar_with_its_time_to_go() -> None:
    picture = _picture()
    assert picture.take(_event(0, "running")) == []
    assert picture.take(_progress(10, event="config", config={"epochs": 10, "start_epoch": 2})) == []
    [bar] = picture.take(_progress(14, event="batch", epoch=3, batch=1, total_batches=2, loss=0.5))
    # half an epoch of the eight took 4 s
    assert bar == Bar("t", "t", 2.5, 10.0, "loss 0.5", 60.0, bar.at_s if isinstance(bar, Bar) else 0)
    [bar] = picture.take(_progress(18, event="epoch", epoch=3, total_epochs=10, loss=0.5, val_loss=1, lr=0.01))
    assert isinstance(bar, Bar)
    assert (bar.done, bar.eta_s) == (3.0, 56.0)
    assert bar_words(bar) == "epoch 3/10  loss 0.5  val_loss 1  lr 0.01  56 s left"
    assert picture.take(_event(20, "completed"))[0] == BarEnd("t")


def test_the_last_epoch_has_no_time_to_go() -> None:
    picture = _picture()
    picture.take(_progress(0, event="config", config={"epochs": 1}))
    [bar] = picture.take(_progress(2, event="epoch", epoch=1, total_epochs=1))
    assert isinstance(bar, Bar)
    assert bar_words(bar) == "epoch 1/1"


@pytest.mark.parametrize(
    ("status", "mark"),
    [
        ("completed", "ok"),
        ("cached", "cached"),
        ("skipped", "skipped"),
        ("bypassed", "bypassed"),
        ("interrupted", "stopped"),
        ("error", "FAILED"),
    ],
)
def test_each_end_of_a_node_is_one_line(status: str, mark: str) -> None:
    picture = _picture()
    picture.take(_event(1, "running"))
    [line] = picture.take(_event(2.5, status, code="unknown", params={}, text="Why."))
    said = "  Why." if status == "error" else ""
    assert line == Line(f"  {mark:<8} t  TrainingLoop    1.5 s{said}", is_error=status == "error")


@pytest.mark.parametrize(
    "outputs",
    [
        None,
        [],
        [{"output_kind": "progress", "elided": True}],
        [{"output_kind": "progress", "progress": "x"}],
        [{"output_kind": "progress", "progress": {"event": "batch", "epoch": 1}}],
        [{"output_kind": "progress", "progress": {"event": "config", "config": None}}],
        [{"output_kind": "progress", "progress": {"event": "epoch", "epoch": "1", "total_epochs": 3}}],
        ["x"],
    ],
)
def test_elided_and_odd_progress_shows_nothing(outputs: object) -> None:
    assert _picture().take(_event(1, "progress", outputs=outputs)) == []


def test_what_goes_through_a_list_has_a_bar_of_items() -> None:
    picture = Picture({"t": "Map"})
    picture.take(_event(0, "running"))
    [bar] = picture.take(_progress(2, event="batch", items={"done": 10, "total": 40}))
    assert isinstance(bar, Bar)
    assert (bar.kind, bar.done, bar.total, bar.eta_s) == ("items", 10.0, 40.0, 6.0)
    assert bar_words(bar) == "item 10/40  6.0 s left"
    for items in ({"done": 0, "total": 4}, {"done": 5, "total": 4}, {"done": None, "total": 4}, {}):
        assert picture.take(_progress(3, event="batch", items=items)) == []
    ended = picture.take(_event(4, "completed"))
    assert ended[0] == BarEnd("t")


def test_a_download_has_a_bar_of_its_own() -> None:
    picture = _picture()
    sizes = {"received": 3 * 2**20, "total": 12 * 2**20}
    [bar] = picture.take(_progress(1, event="download", file="images\x1b.gz", bytes=sizes))
    assert isinstance(bar, Bar)
    assert (bar.kind, bar.done, bar.total) == ("download", 3.0, 12.0)
    assert bar_words(bar) == "download 3.0 of 12.0 MiB  images .gz"
    [bar] = picture.take(_progress(2, event="download", file="a", bytes={"received": 2**20, "total": None}))
    assert isinstance(bar, Bar)
    assert bar_words(bar) == "download 1.0 of ? MiB  a"
    assert picture.take(_progress(3, event="download", bytes={"received": None})) == []
    assert picture.take(_event(4, "completed"))[0] == BarEnd("t")


def test_a_batch_without_a_known_length_counts_as_none() -> None:
    picture = _picture()
    picture.take(_progress(0, event="config", config={"epochs": 4}))
    [bar] = picture.take(_progress(1, event="batch", epoch=2, batch=5, total_batches=0))
    assert isinstance(bar, Bar)
    assert bar.done == 1.0


def test_warnings_are_lines() -> None:
    event = {"type": "run_warning", "payload": {"kind": "x", "code": "nope", "params": {}, "text": "Mind this."}}
    assert _picture().take(event) == [Line("  warning  Mind this.", is_error=True)]


@pytest.mark.parametrize("kind", ["metric", "artifact", "execution_start", "execution_complete", "of a later version"])
def test_other_events_show_nothing(kind: str) -> None:
    assert _picture().take({"type": kind, "payload": None, "ts": None}) == []


def test_text_from_a_graph_cannot_steer_the_terminal() -> None:
    assert clean("a\x1b[31mb\r\nc\u202ed") == "a [31mb  c d"
    picture = Picture({"n\x1b": "T\x07"})
    [line] = picture.take(_event(1, "completed", node="n\x1b", outputs=[{"output_kind": "text", "text": "\x1b]0;x"}]))
    assert isinstance(line, Line)
    assert line.text.isprintable()


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0.0 s"), (9.94, "9.9 s"), (12.4, "12 s"), (59.6, "1:00"), (65, "1:05"), (3600, "1:00:00"), (-1, "0.0 s")],
)
def test_durations(value: float, shown: str) -> None:
    assert duration(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(None, "-"), (True, "-"), ("x", "-"), (3, "3"), (0.123456789, "0.123457"), (1e-9, "1e-09")]
)
def test_figures(value: object, shown: str) -> None:
    assert figure(value) == shown


def test_reasons_of_other_versions_keep_their_own_text() -> None:
    assert reason_text({"code": "of_a_later_version", "params": {}, "text": "Theirs."}) == "Theirs."
    assert reason_text({"error": "Old shape."}) == "Old shape."
    assert reason_text(None) == ""


def test_tables_align() -> None:
    assert table([("a", "b"), ("long", "1")]) == "  a     b\n  long  1"
