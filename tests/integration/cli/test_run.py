"""`cdui run` as a process against a scripted control plane: what is sent, shown and answered, and what faults do."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.fake_plane import RUN_ID
from tests.support.terminal import written_to

if TYPE_CHECKING:
    from tests.integration.cli.conftest import Desk


def _node(node: str, status: str, *outputs: dict[str, Any], **more: Any) -> list[Any]:
    return ["node_status", {"node_id": node, "status": status, "outputs": list(outputs), **more}]


def _progress(**fields: Any) -> dict[str, Any]:
    return {"output_kind": "progress", "progress": fields}


EVENTS: list[list[Any]] = [
    ["execution_start", {"run_id": RUN_ID}],
    _node("a", "running"),
    _node("a", "completed", {"output_kind": "text", "text": "hello\nmore"}),
    _node("train", "running"),
    _node("train", "progress", _progress(event="config", config={"epochs": 2, "start_epoch": 0})),
    _node("train", "progress", _progress(event="epoch", epoch=1, total_epochs=2, loss=0.5)),
    ["metric", {"points": []}],
    _node("train", "progress", _progress(event="epoch", epoch=2, total_epochs=2, loss=0.25)),
    _node("train", "completed"),
    ["execution_complete", None],
]
DONE = {"events": EVENTS, "final_metrics": {"train_loss": 0.25, "val_accuracy": None}}


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_a_run_is_shown_from_its_id_to_its_figures(desk: Desk) -> None:
    artifacts = [{"id": 1, "kind": "checkpoint", "path": "/data/models/a.pt", "meta": {}}]
    desk.serve(**DONE, artifacts=artifacts)
    done = desk.cdui("run", str(desk.graph))
    assert (done.returncode, done.stderr) == (0, "")
    assert _lines(done.stdout) == [
        f"Run {RUN_ID}",
        "  ok       a      Start           1.0 s  hello",
        "  ...      train  epoch 1/2  loss 0.5  1.0 s left",
        "  ...      train  epoch 2/2  loss 0.25",
        "  ok       train  TrainingLoop    5.0 s",
        "  metric        last value",
        "  train_loss          0.25",
        "  val_accuracy           -",
        "Files it wrote:",
        "  checkpoint   /data/models/a.pt",
        f"Run {RUN_ID} succeeded in 1:05.",
    ]


def test_the_whole_graph_and_the_options_are_sent(desk: Desk) -> None:
    desk.serve(**DONE)
    desk.cdui("run", str(desk.graph), "--seed", "7", "--deterministic", "--record-outputs", "--name", "first")
    [sent] = desk.memory()["submits"]
    assert sent == {
        "graph": json.loads(desk.graph.read_text()),
        "options": {"device": "auto", "seed": 7, "deterministic": True, "record_outputs": True},
        "name": "first",
    }


@pytest.mark.parametrize(("arguments", "device"), [((), None), (("--device", "cuda:1"), "cuda:1")])
def test_the_graphs_own_device_counts_unless_one_is_named(
    desk: Desk, arguments: tuple[str], device: str | None
) -> None:
    desk.graph.write_text(json.dumps({"nodes": [], "settings": {"device": "cpu"}}))
    desk.serve(**DONE)
    desk.cdui("run", str(desk.graph), *arguments)
    assert desk.memory()["submits"][0]["options"].get("device") == device


@pytest.mark.parametrize("status", ["failed", "cancelled", "interrupted"])
def test_a_bad_end_exits_1_and_says_why(desk: Desk, status: str) -> None:
    error = {"code": "none_of_ours", "params": {}, "text": "The reason stands here."}
    desk.serve(events=[["execution_error", {"error": "x"}]], status=status, error=error)
    done = desk.cdui("run", str(desk.graph))
    assert done.returncode == 1
    assert "The reason stands here." in done.stdout


def _json_lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def _assert_whole_log(text: str) -> None:
    first, *events, last = _json_lines(text)
    assert first == {"type": "submitted", "run_id": RUN_ID}
    assert [(e["cursor"], e["type"], e["payload"]) for e in events] == [
        (i, kind, payload) for i, (kind, payload) in enumerate(EVENTS, 1)
    ]
    assert all(set(e) == {"cursor", "type", "payload", "ts"} for e in events)
    assert last == {"type": "ended", "status": "succeeded", "final_metrics": DONE["final_metrics"]}


def test_json_prints_events_and_nothing_else(desk: Desk) -> None:
    desk.serve(**DONE)
    done = desk.cdui("run", str(desk.graph), "--json")
    assert done.returncode == 0
    _assert_whole_log(done.stdout)


def test_repeated_and_missing_events_of_a_page_change_nothing(desk: Desk) -> None:
    desk.serve(**DONE, repeat=3, skip_once=2)
    _assert_whole_log(desk.cdui("run", str(desk.graph), "--json").stdout)


def test_the_log_goes_on_after_the_server_was_killed_and_restarted(desk: Desk) -> None:
    first = desk.serve(**DONE, die_at=4)
    command = desk.popen("run", str(desk.graph), "--json")
    assert first.wait(30) == 9
    desk.serve(**DONE, die_at=4)
    out, _ = command.communicate(timeout=30)
    assert command.returncode == 0
    _assert_whole_log(out)
    assert len(desk.memory()["submits"]) == 1


def test_every_problem_of_a_refused_graph_is_shown(desk: Desk) -> None:
    problems = [
        {"code": "not_ours_a", "params": {}, "text": "First.", "node_id": "n1", "port": "x"},
        {"code": "not_ours_b", "params": {}, "text": "Second.", "node_id": None, "port": None},
    ]
    desk.serve(refuse={"code": "invalid_graph", "params": {"problems": problems}, "text": "no"})
    done = desk.cdui("run", str(desk.graph))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[1:] == [
        "  node n1, port x [not_ours_a]",
        "    First.",
        "  the whole graph [not_ours_b]",
        "    Second.",
    ]


def test_ctrl_c_leaves_the_run_going_and_says_how_to_follow(desk: Desk) -> None:
    server = desk.serve(**DONE, hold_at=3)
    command = desk.popen("run", str(desk.graph))
    assert command.stdout
    assert any("hello" in line for line in iter(command.stdout.readline, ""))
    command.send_signal(signal.SIGINT)
    out, err = command.communicate(timeout=30)
    assert command.returncode == 130
    assert f"cdui run --follow {RUN_ID}" in err
    assert "Traceback" not in err + out
    assert server.poll() is None


def test_the_timeout_ends_the_following_not_the_run(desk: Desk) -> None:
    desk.serve(**DONE, hold_at=3)
    done = desk.cdui("run", str(desk.graph), "--timeout", "0.2")
    assert done.returncode == 1
    assert f"cdui run --follow {RUN_ID}" in done.stdout


def test_detach_gives_the_id_and_does_not_follow(desk: Desk) -> None:
    desk.serve(**DONE)
    done = desk.cdui("run", str(desk.graph), "--detach", "--json")
    assert (done.returncode, _json_lines(done.stdout)) == (0, [{"type": "submitted", "run_id": RUN_ID}])
    assert desk.memory()["cursors"] == []


def test_follow_shows_a_run_from_its_first_event(desk: Desk) -> None:
    desk.serve(**DONE)
    done = desk.cdui("run", "--follow", RUN_ID, "--json")
    assert done.returncode == 0
    _assert_whole_log(done.stdout)
    assert desk.memory()["submits"] == []


@pytest.mark.parametrize("run_id", ["6" * 32, "../health", ""])
def test_follow_names_an_unknown_run(desk: Desk, run_id: str) -> None:
    desk.serve(**DONE)
    done = desk.cdui("run", "--follow", run_id)
    assert done.returncode == 1
    assert "There is no run" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--target", "lab"),
        ("--devices", "cuda:0,cuda:1"),
        ("--memory-gib", "8"),
        ("--wait-for-room",),
    ],
)
def test_what_needs_workers_is_refused_with_a_code(desk: Desk, arguments: tuple[str, ...]) -> None:
    done = desk.cdui("run", str(desk.graph), *arguments)
    assert done.returncode == 2
    assert arguments[0] in done.stderr
    assert "[not_available]" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--seed", "-1"),
        ("--seed", "4294967296"),
        ("--seed", "1.5"),
        ("--timeout", "nan"),
        ("--timeout", "-1"),
        ("--device", "gpu"),
        ("--device", "cuda:01"),
        ("--nonsense",),
        ("--det",),
        ("--follow", "5"),
    ],
)
def test_bad_usage_exits_2_before_anything_is_sent(desk: Desk, arguments: tuple[str, ...]) -> None:
    desk.serve(**DONE)
    done = desk.cdui("run", str(desk.graph), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cdui: ")
    assert "Traceback" not in done.stderr
    assert desk.memory()["submits"] == []


BAD_FILES: dict[str, tuple[bytes | None, int]] = {
    "no file": (None, 2),
    "binary": (b"\x89PNG\x00\x00", 2),
    "html": (b"<html></html>", 1),
    "cut": (b'{"nodes": [', 1),
    "nan": (b'{"nodes": NaN}', 1),
    "not utf-8": (b'{"a": "\xff\xfe"}', 1),
    "deep": (b"[" * 200_000, 1),
    "empty": (b"", 1),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_what_is_no_graph_file_is_named(desk: Desk, kind: str) -> None:
    content, code = BAD_FILES[kind]
    file = desk.root / "bad.json"
    if content is not None:
        file.write_bytes(content)
    done = desk.cdui("run", str(file))
    assert (done.returncode, done.stdout) == (code, "")
    assert str(file) in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_is_named(desk: Desk) -> None:
    done = desk.cdui("run", str(desk.root))
    assert done.returncode == 2
    assert "is a folder" in done.stderr


def test_a_byte_order_mark_is_no_problem(desk: Desk) -> None:
    desk.graph.write_bytes(b"\xef\xbb\xbf" + desk.graph.read_bytes())
    desk.serve(**DONE)
    assert desk.cdui("run", str(desk.graph)).returncode == 0
    assert desk.memory()["submits"][0]["graph"]["keep"] == "me"


def test_words_follow_the_locale(desk: Desk) -> None:
    desk.serve(**DONE)
    done = desk.cdui("run", str(desk.graph), extra={"CODEFYUI_LANG": "", "LANG": "zh_TW.UTF-8", "LC_ALL": ""})
    assert "成功完成" in done.stdout
    assert "succeeded" not in done.stdout
    assert "  完成     a      Start " in done.stdout


def test_a_terminal_has_a_bar_and_keeps_the_lines(desk: Desk) -> None:
    desk.serve(**DONE)
    ours, theirs = os.openpty()
    command = subprocess.Popen(
        [sys.executable, "-m", "app", "run", str(desk.graph)],
        cwd=desk.repo,
        env={**desk.env(), "TERM": "xterm", "COLUMNS": "120"},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
    )
    os.close(theirs)
    text = written_to(ours)
    assert command.wait(30) == 0
    assert "\x1b[?25l" in text  # the cursor is hidden while bars move
    assert text.index("ok       a      Start") < text.index("train_loss")
    assert f"Run {RUN_ID} succeeded in 1:05." in text
