"""Log lines: strict JSON, the run they belong to, and never a secret."""

from __future__ import annotations

import io
import json
import logging
import logging.handlers
from typing import TYPE_CHECKING

import pytest

from app import logs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import ExpectedWarnings

log = logging.getLogger("app.test")


@pytest.fixture
def started(tmp_path: Path) -> Iterator[tuple[Path, io.StringIO]]:
    stream = io.StringIO()
    kept = logs.start(tmp_path, "INFO", as_json=False, stream=stream)
    yield tmp_path / "server.log", stream
    kept.close()


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_a_line_holds_what_was_said_and_for_which_run(started: tuple[Path, io.StringIO]) -> None:
    token = logs.RUN_ID.set("r1")
    log.info("hello %s", "中", extra={"size": 3})
    logs.RUN_ID.reset(token)
    log.info("after")
    first, second = lines(started[0])
    assert {k: first[k] for k in ("level", "logger", "message", "run_id", "size")} == {
        "level": "INFO",
        "logger": "app.test",
        "message": "hello 中",
        "run_id": "r1",
        "size": 3,
    }
    assert "run_id" not in second


def test_lines_stay_lines_and_strict_json(started: tuple[Path, io.StringIO]) -> None:
    log.info("two\nlines", extra={"value": float("nan"), "thing": object()})
    (line,) = lines(started[0])
    assert line["message"] == "two\nlines"
    assert line["value"] == "nan"


def test_a_traceback_is_kept(started: tuple[Path, io.StringIO], expect_warning: ExpectedWarnings) -> None:
    expect_warning("failed")
    try:
        raise ValueError("because")
    except ValueError:
        log.exception("failed")
    assert "ValueError: because" in str(lines(started[0])[0]["traceback"])
    assert "ValueError: because" in started[1].getvalue()


def test_secrets_never_reach_a_line(started: tuple[Path, io.StringIO], expect_warning: ExpectedWarnings) -> None:
    expect_warning("token")
    logs.hide("s3cret-token-value")
    try:
        raise ValueError("in traceback s3cret-token-value")
    except ValueError:
        log.exception("token %s", "s3cret-token-value", extra={"header": {"x": "s3cret-token-value"}})
    finally:
        logs.forget("s3cret-token-value")
    both = started[0].read_text() + started[1].getvalue()
    assert "s3cret" not in both
    assert both.count("***") == 8


def test_with_a_file_the_stream_shows_warnings_only(
    started: tuple[Path, io.StringIO], expect_warning: ExpectedWarnings
) -> None:
    expect_warning("seen")
    log.info("unseen")
    log.warning("seen")
    assert "unseen" not in started[1].getvalue()
    assert started[1].getvalue().endswith("WARNING app.test seen\n")
    assert len(lines(started[0])) == 2


def test_a_folder_that_cannot_be_made_leaves_the_stream(tmp_path: Path, expect_warning: ExpectedWarnings) -> None:
    expect_warning("no log file")
    (tmp_path / "file").write_text("")
    stream = io.StringIO()
    kept = logs.start(tmp_path / "file" / "logs", stream=stream)
    log.info("still heard")
    kept.close()
    assert "still heard" in stream.getvalue()
    assert "no log file" in stream.getvalue()


def test_closing_leaves_the_root_logger_as_it_was(tmp_path: Path) -> None:
    root = logging.getLogger()
    before = (list(root.handlers), root.level)
    logs.start(tmp_path, "DEBUG", stream=io.StringIO()).close()
    assert (list(root.handlers), root.level) == before


def test_a_disk_that_takes_no_more_is_nobody_s_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = io.StringIO()
    kept = logs.start(tmp_path, "INFO", stream=stream)
    (file,) = [h for h in logging.getLogger().handlers if isinstance(h, logging.handlers.RotatingFileHandler)]

    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    assert file.stream is not None
    file.stream.close()
    with monkeypatch.context() as full:
        full.setattr(file, "stream", Full())
        log.info("left out")
        kept.close()
    assert capsys.readouterr().err == ""
    assert not any(isinstance(h, logging.handlers.RotatingFileHandler) for h in logging.getLogger().handlers)
