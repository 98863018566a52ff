"""Every word of the command line, in every language of the product, and the error that carries one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from app.cli.words_help import WORDS as _HELP
from app.core.vocab.reason import inside

if TYPE_CHECKING:
    from collections.abc import Mapping

_WORDS: dict[str, tuple[str, str]] = {
    "agent_not_available": (
        "`cdui agent` comes with workers, which are not built yet. Runs execute on this machine for now.",
        "`cdui agent` 會隨工作端一起推出，目前尚未提供。現在所有執行都在這部機器上進行。",
    ),
    "already_running": ("Already running at {url} (pid {pid}).", "已在 {url} 執行中（pid {pid}）。"),
    "at_graph": ("the whole graph", "整個圖"),
    "at_node": ("node {node}", "節點 {node}"),
    "at_port": (", port {port}", "，連接埠 {port}"),
    "bad_device": (
        "'{device}' is no device. Use cpu, auto, cuda, cuda:N, mps or mps:N.",
        "「{device}」不是有效的裝置。請使用 cpu、auto、cuda、cuda:N、mps 或 mps:N。",
    ),
    "bar_download": ("download {done} of {total} MiB", "下載 {done} / {total} MiB"),
    "bar_epoch": ("epoch {done}/{total}", "訓練週期 {done}/{total}"),
    "bar_items": ("item {done}/{total}", "第 {done}/{total} 項"),
    "bar_left": ("{time} left", "剩餘 {time}"),
    "can_follow": (
        "Run {run_id} has ended. Show it again with: cdui run --follow {run_id}",
        "執行 {run_id} 已經結束。要再次顯示請用：cdui run --follow {run_id}",
    ),
    "detached": (
        "Run {run_id} is on its way. Follow it with: cdui run --follow {run_id}",
        "執行 {run_id} 已送出。要追蹤進度請用：cdui run --follow {run_id}",
    ),
    "ended_cancelled": ("Run {run_id} was cancelled after {time}.", "執行 {run_id} 在 {time} 後被取消。"),
    "ended_failed": ("Run {run_id} failed after {time}.", "執行 {run_id} 在 {time} 後失敗。"),
    "ended_interrupted": (
        "Run {run_id} was interrupted after {time}: its server ended. Submit it again to repeat it.",
        "執行 {run_id} 在 {time} 後中斷，因為伺服器已結束。重新送出即可再執行一次。",
    ),
    "ended_succeeded": ("Run {run_id} succeeded in {time}.", "執行 {run_id} 成功完成，耗時 {time}。"),
    "export_exists": (
        "{path} is there already. Choose another name, or replace a file with --force.",
        "{path} 已經存在。請選擇其他名稱，或用 --force 取代檔案。",
    ),
    "export_refused": (
        "The graph cannot be written as a script. Problems found: {count}\n{lines}",
        "無法將此圖寫成程式，共 {count} 個問題：\n{lines}",
    ),
    "export_unwritable": (
        "{path} cannot be written: {why}. Choose another place.",
        "無法寫入 {path}：{why}。請選擇其他位置。",
    ),
    "exported": ("Written to {path}.", "已寫入 {path}。"),
    "file_is_folder": ("{path} is a folder. Name the graph file in it.", "{path} 是資料夾。請指定其中的圖檔案。"),
    "file_missing": (
        "There is no file {path}. Check the name and the folder.",
        "找不到檔案 {path}。請檢查檔名與資料夾。",
    ),
    "file_not_regular": (
        "{path} is no regular file. Save the graph in a file and name that.",
        "{path} 不是一般檔案。請將圖儲存為檔案，再指定該檔案。",
    ),
    "file_not_json": (
        "{path} is no graph file. {text} [{code}]",
        "{path} 不是圖檔案。{text} [{code}]",
    ),
    "file_too_large": (
        "{path} is larger than {mib} MiB, which is all that a graph may have.",
        "{path} 超過圖檔案的上限 {mib} MiB。",
    ),
    "file_unreadable": ("{path} cannot be read: {why}.", "無法讀取 {path}：{why}。"),
    "files": ("Files it wrote:", "寫出的檔案："),
    "foreign_answer": (
        "What answers at the address in server.json is not this program. Stop it, or start ours with `cdui start`.",
        "server.json 所記位址上的回應者不是本程式。請停止它，或用 `cdui start` 啟動本程式。",
    ),
    "goes_on": (
        "Run {run_id} goes on. Follow it with: cdui run --follow {run_id}",
        "執行 {run_id} 會繼續進行。要追蹤進度請用：cdui run --follow {run_id}",
    ),
    "graph_or_follow": (
        "Give a graph file, or --follow with the id of a run; not both.",
        "請指定圖檔案，或用 --follow 指定執行的識別碼，兩者擇一。",
    ),
    "graph_refused": (
        "The graph cannot run. Problems found: {count}\n{lines}",
        "此圖無法執行，共 {count} 個問題：\n{lines}",
    ),
    "invalid": ("{path}: problems found: {count}.", "{path}：共 {count} 個問題。"),
    "kept": (
        "Running at {url} (pid {pid}). `cdui run` brought it up; from now on it stays.",
        "已在 {url} 執行中（pid {pid}）。它由 `cdui run` 啟動，從現在起會持續執行。",
    ),
    "kept_where_it_is": (
        "It stays at this address: --host and --port count for a server that is started anew.",
        "它會留在這個網址：--host 與 --port 只對新啟動的伺服器有效。",
    ),
    "last_value": ("last value", "最後數值"),
    "log_gap": (
        "The log of run {run_id} leaves out what follows event {cursor}. The run is not touched; please report this.",
        "執行 {run_id} 的記錄在事件 {cursor} 之後有缺漏。執行本身不受影響，請回報此問題。",
    ),
    "mark_bypassed": ("bypassed", "略過"),
    "mark_cached": ("cached", "快取"),
    "mark_completed": ("ok", "完成"),
    "mark_error": ("FAILED", "失敗"),
    "mark_interrupted": ("stopped", "中止"),
    "mark_skipped": ("skipped", "未執行"),
    "metric": ("metric", "指標"),
    "no_words": (
        "The server answered with status {status} and no explanation.",
        "伺服器回應狀態 {status}，沒有說明原因。",
    ),
    "not_a_number": (
        "'{text}' is no number from {lowest} to {highest}",
        "「{text}」不是 {lowest} 到 {highest} 之間的數字",
    ),
    "not_available": (
        "{option} needs a part that is not built yet. Leave it out for now. [not_available]",
        "{option} 需要的功能尚未完成，目前請不要使用。[not_available]",
    ),
    "not_running": ("No server is running.", "目前沒有伺服器在執行。"),
    "output_broken": ("The output could not be written: {why}.", "無法寫出輸出：{why}。"),
    "over": ("over its share: move cases to --slow", "超出配額：請把部分案例移到 --slow"),
    "refused": ("{text} [{code}]", "{text} [{code}]"),
    "run_unknown": (
        "There is no run {run_id}. `cdui status` lists the newest.",
        "沒有執行 {run_id}。`cdui status` 會列出最新的執行。",
    ),
    "said": ("{text}", "{text}"),
    "server_lost": (
        "The server has not answered for {seconds} s. A run that was going goes on, or is kept; see `cdui status`.",
        "伺服器已有 {seconds} 秒沒有回應。進行中的執行會繼續或被保留，請見 `cdui status`。",
    ),
    "share": ("share", "配額"),
    "server_silent": (
        "A server is there (pid {pid}, started {since}) and does not answer. `cdui stop --now` ends it.",
        "有伺服器（pid {pid}，啟動於 {since}），但沒有回應。用 `cdui stop --now` 可將它結束。",
    ),
    "serving": ("Serving at {url} (pid {pid}). Ctrl-C stops.", "正在 {url} 提供服務（pid {pid}）。按 Ctrl-C 停止。"),
    "start_failed": ("The server did not start. It said:\n{tail}", "伺服器無法啟動，訊息如下：\n{tail}"),
    "start_hint": (
        "Run a graph with `cdui run GRAPH`; stop with `cdui stop`. Log: {log}",
        "用 `cdui run GRAPH` 執行圖，用 `cdui stop` 停止。記錄檔：{log}",
    ),
    "start_impossible": (
        "The server cannot be started with the folder {folder}: {why}. Set CODEFYUI_USER_DATA_DIR to another.",
        "無法以資料夾 {folder} 啟動伺服器：{why}。請用 CODEFYUI_USER_DATA_DIR 指定其他資料夾。",
    ),
    "start_silent": ("(nothing)", "（沒有任何訊息）"),
    "start_slow": (
        "The server did not answer within {seconds} s and was ended. See {log}; it said:\n{tail}",
        "伺服器在 {seconds} 秒內沒有回應，已將它結束。請見 {log}，訊息如下：\n{tail}",
    ),
    "started": ("Running at {url} (pid {pid}).", "已在 {url} 啟動（pid {pid}）。"),
    "status_devices": ("Devices  {devices}", "裝置  {devices}"),
    "status_hint": ("Start one with `cdui start`.", "用 `cdui start` 啟動。"),
    "status_is_cancelled": ("cancelled", "已取消"),
    "status_is_disconnected": ("disconnected", "已斷線"),
    "status_is_failed": ("failed", "失敗"),
    "status_is_interrupted": ("interrupted", "中斷"),
    "status_is_queued": ("queued", "等待中"),
    "status_is_running": ("running", "執行中"),
    "status_is_succeeded": ("succeeded", "成功"),
    "status_paused": ("(paused)", "（已暫停）"),
    "status_queue": ("Queue    {running} running, {waiting} waiting", "佇列  {running} 個執行中，{waiting} 個等待中"),
    "status_runs": ("Newest {shown} of {total} runs:", "最新的 {shown} 次執行（共 {total} 次）："),
    "status_server": ("Server   {url}  pid {pid}  version {version}", "伺服器  {url}  pid {pid}  版本 {version}"),
    "step_failed": ("Failed: {name}", "失敗：{name}"),
    "stop_silent": (
        "The server (pid {pid}) does not answer. `cdui stop --now` ends it without asking.",
        "伺服器（pid {pid}）沒有回應。用 `cdui stop --now` 可直接結束它。",
    ),
    "stop_slow": (
        "The server (pid {pid}) has not ended within {seconds} s. `cdui stop --now` ends it at once.",
        "伺服器（pid {pid}）在 {seconds} 秒內沒有結束。用 `cdui stop --now` 可立即結束它。",
    ),
    "stopped": ("Stopped.", "已停止。"),
    "stopping": ("Stopping the server (pid {pid}).", "正在停止伺服器（pid {pid}）。"),
    "submit_unknown": (
        "Sending the graph was cut short. `cdui status` shows whether the run was taken.",
        "送出圖時被中斷。`cdui status` 會顯示該次執行是否已被接受。",
    ),
    "submitted": ("Run {run_id}", "執行 {run_id}"),
    "suite": ("suite", "測試組"),
    "suite_left_out": (
        "Left out, a system package is missing: {suite}. This brings it:",
        "缺少系統套件，未執行：{suite}。請安裝：",
    ),
    "test_no_checkout": (
        "The tests lie in the repository, not in an installed program. Run `./cdui test` in a checkout.",
        "測試只存在於原始碼儲存庫中，安裝後的程式沒有。請在取出的儲存庫中執行 `./cdui test`。",
    ),
    "time_over": (
        "The time given with --timeout is over. Run {run_id} goes on; follow it with: cdui run --follow {run_id}",
        "--timeout 指定的時間已到。執行 {run_id} 會繼續進行，要追蹤請用：cdui run --follow {run_id}",
    ),
    "took": ("took", "耗時"),
    "tool_missing": ("{tool} is not installed. `./cdui test` brings it.", "尚未安裝 {tool}。`./cdui test` 會安裝它。"),
    "unknown_command": ("There is no command '{word}'.", "沒有「{word}」這個命令。"),
    "unknown_command_near": (
        "There is no command '{word}'. Did you mean '{near}'?",
        "沒有「{word}」這個命令。是否要用「{near}」？",
    ),
    "usage_error": ("{message}. See `{command} --help`.", "{message}。請見 `{command} --help`。"),
    "valid": ("{path} can run.", "{path} 可以執行。"),
    "warning_line": ("  warning  {text}", "  警告  {text}"),
}

WORDS: Mapping[str, tuple[str, str]] = {**_WORDS, **_HELP}
"""key -> (English, zh-TW)."""


def language() -> str:
    """`zh-TW` or `en`: CODEFYUI_LANG, else the locale of the terminal."""
    for name in ("CODEFYUI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "zh-TW" if value.replace("-", "_").lower().startswith(("zh_tw", "zh_hant")) else "en"
    return "en"


def say(key: str, **params: Any) -> str:
    """The words of a key in the user's language. Raises: KeyError for a key that is not there."""
    words = WORDS[key][1 if language() == "zh-TW" else 0]
    return words.format(**inside(words, params))


class CliError(Exception):
    """A command cannot go on. Its text is shown to the user in one go; no traceback."""

    def __init__(self, key: str, exit_code: int = 2, **params: Any) -> None:
        super().__init__(say(key, **params))
        self.key = key
        self.exit_code = exit_code
