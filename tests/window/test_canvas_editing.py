"""The canvas as an editor: pieces, frames, notes, wires; with the mouse and with the keyboard, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(("lang", "written", "name"), [("en", "Everything", "Steps"), ("zh-TW", "全部", "步驟")])
def test_pieces_are_copied_framed_and_moved(
    flow: Callable[..., dict[str, Any]], lang: str, written: str, name: str
) -> None:
    seen = flow("canvas_pieces", lang_wanted=lang, scheme="dark" if lang == "en" else "light")
    assert seen == {
        "before": {"nodes": 11, "wires": 14},
        "pasted": {"nodes": 12, "wires": 14},
        "withInputs": {"nodes": 13, "wires": 19},
        "undone": {"nodes": 11, "wires": 14},
        "there": {"nodes": 11, "wires": 14},
        "written": [written, "One\nTwo"],
        "dragged": True,
        "aligned": [0, True, True],
        "named": [name],
        "focused": "optimizer",
        "moved": [8, 24],
        "back": [0, 0],
        "everything": [13, 13],
        "along": [24, 0],
        "findings": [],
    }


WIRES = {
    "en": (
        "DATASET cannot go into MODEL",
        "This wire would close a loop",
        "SequentialModel model to {to}, {at} of 3. Arrows go on, Enter connects.",
        "Dataset dataset to TrainingLoop grad_scaler_state, 4 of 4. Arrows go on, Enter connects.",
    ),
    "zh-TW": (
        "DATASET 不能接到 MODEL",
        "這條連線會形成迴圈",
        "SequentialModel model 到 {to}，第 {at} 個，共 3 個。方向鍵切換，Enter 連接。",
        "Dataset dataset 到 TrainingLoop grad_scaler_state，第 4 個，共 4 個。方向鍵切換，Enter 連接。",
    ),
}


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_wires_are_drawn_refused_moved_and_cut(flow: Callable[..., dict[str, Any]], lang: str) -> None:
    seen = flow("canvas_wires", lang_wanted=lang, scheme="light" if lang == "en" else "dark")
    refused, cycle, offer, last = WIRES[lang]
    assert seen == {
        "start": 14,
        "refused": refused,
        "dim": "no",
        "cycle": cycle,
        "marked": 1,
        "unchanged": True,
        "pulled": None,
        "escaped": True,
        "isBack": True,
        "offered": [offer.format(to="Print value", at=1), offer.format(to="TrainingLoop lr_scheduler", at=2)],
        "last": last,
        "joined": 15,
        "findings": [],
    }


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_menus_lines_layout_and_runs_up_to_a_node(flow: Callable[..., dict[str, Any]], lang: str) -> None:
    seen = flow("canvas_menus", lang_wanted=lang, scheme="dark" if lang == "en" else "light")
    assert seen == {
        "rows": [
            "run.to_here",
            "connect.start",
            "edit.cut",
            "edit.copy",
            "edit.duplicate",
            "edit.rename",
            "edit.bypass",
            "edit.frame",
            "edit.make_subgraph",
            "edit.save_preset",
            "edit.delete",
        ],
        "arranged": True,
        "colour": "var(--loss_fn)",
        "ran": ["CSVReader", "Print"],
        "findings": [],
    }


SAID = {
    "en": [
        "pack:Strange is now Activation in 1 node. Does not fit and goes: token and width.Undo",
        "x.zip is neither a graph nor a file that a node reads. "
        "Drop a .json graph, a table, a text, an image or a model.",
        "bad.json is no JSON file. Choose a graph file.",
        "list.json holds no graph. Choose a graph file.",
        "large.json is larger than 50 MiB, which no graph is.",
        "What was copied last is not made of nodes. Copy some on a canvas, then paste again.",
    ],
    "zh-TW": [
        "1 個節點的 pack:Strange 已改為 Activation。 不符合而移除：token和width。復原",
        "x.zip 不是流程圖，也不是節點能讀取的檔案。請放入 .json 流程圖、表格、文字、圖片或模型檔。",
        "bad.json 不是 JSON 檔案。請選擇流程圖檔案。",
        "list.json 不含流程圖。請選擇流程圖檔案。",
        "large.json 超過 50 MiB，不可能是流程圖。",
        "上次複製的內容不是節點。請先在畫布上複製節點，再貼上。",
    ],
}
LABELS = {
    "en": [
        "Start, not run, 0 inputs connected",
        "CSVReader, not run, 0 inputs connected",
        "pack:Strange, not run, 1 input connected",
        "Print, not run, 1 input connected",
    ],
    "zh-TW": [
        "Start，未執行，已連接 0 個輸入",
        "CSVReader，未執行，已連接 0 個輸入",
        "pack:Strange，未執行，已連接 1 個輸入",
        "Print，未執行，已連接 1 個輸入",
    ],
}


@pytest.mark.parametrize("lang", ["en", "zh-TW"])
def test_what_comes_from_outside_is_taken_in_or_answered(flow: Callable[..., dict[str, Any]], lang: str) -> None:
    seen = flow("canvas_files", lang_wanted=lang, scheme="light" if lang == "en" else "dark")
    assert seen == {
        "wires": 3,
        "shown": ["width3"],
        "labels": LABELS[lang],
        "own": ["node-a", "node-a-2"],
        "copied": False,
        "replaced": [3, False, "true"],
        "path": "table.csv",
        "second": "table-2.csv",
        "said": SAID[lang],
        "findings": [],
    }
