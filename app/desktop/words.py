"""Every word of the window that the page cannot say, since there is no page then: key -> (English, zh-TW)."""

from __future__ import annotations

from typing import Any

from app.cli.words import CliError
from app.cli.words import language as terminal_language
from app.core.vocab.reason import inside

PRODUCT = "CodefyUI Desktop"

WORDS: dict[str, tuple[str, str]] = {
    "away_head": ("The server is not running", "伺服器未執行"),
    "away_text": (
        "Nothing is lost: runs and graphs are on disk. Start it here or with “cdui start”; this page then goes on.",
        "資料都在磁碟上，沒有遺失。請按下方按鈕啟動，或執行「cdui start」；啟動後此頁面會自動繼續。",
    ),
    "crash_head": ("The page of this window stopped", "視窗的頁面已停止運作"),
    "crash_text": (
        "Runs go on. Load it again; edits that were not saved yet are brought back.",
        "執行不受影響。請重新載入，尚未儲存的編輯會還原。",
    ),
    "dialog_folder": ("Choose a folder", "選擇資料夾"),
    "dialog_graphs": ("Graphs", "流程圖檔案"),
    "dialog_open": ("Open a graph file", "開啟流程圖檔案"),
    "dialog_save": ("Save as", "另存新檔"),
    "details": ("Details", "詳細資訊"),
    "fallback": (
        "No window can be shown here: {why}. Opening {url} in the browser instead.",
        "這裡無法顯示視窗：{why}。改在瀏覽器開啟 {url}。",
    ),
    "link_bad": (
        "{link} leads to no place in this program. Links look like cdui://runs/ID.",
        "{link} 並未指向本程式中的任何位置。連結格式如 cdui://runs/ID。",
    ),
    "menu_installed": ("Written: {path}", "已寫入：{path}"),
    "menu_removed": ("Removed: {path}", "已移除：{path}"),
    "menu_none": ("There is no menu entry to remove.", "沒有可移除的選單項目。"),
    "menu_comment": ("Draw PyTorch pipelines and run them", "繪製並執行 PyTorch 流程"),
    "menu_elsewhere": (
        "Menu entries are written on Linux alone so far. Start the program with `cdui`.",
        "目前只在 Linux 上寫入選單項目。請用 `cdui` 啟動程式。",
    ),
    "menu_action": ("install or remove", "install（安裝）或 remove（移除）"),
    "no_display": (
        "There is no display for a window here. Use `cdui --server` to serve in this terminal, or `cdui start`.",
        "這裡沒有可顯示視窗的螢幕。請用 `cdui --server` 在此終端機提供服務，或用 `cdui start`。",
    ),
    "quit_away": (
        "Changes are not saved yet, because the server does not answer. They stay in this window and come back at the "
        "next start. Close it?",
        "伺服器沒有回應，變更尚未儲存。變更會留在此視窗，下次啟動時還原。要關閉嗎？",
    ),
    "quit_runs": (
        "{running} running, {waiting} waiting. They go on in the background; “cdui stop” ends them. Close the window?",
        "{running} 個執行中，{waiting} 個等待中。它們會在背景繼續，「cdui stop」可將其停止。要關閉視窗嗎？",
    ),
    "reload": ("Load again", "重新載入"),
    "retry": ("Start the server", "啟動伺服器"),
    "start_head": ("Starting…", "啟動中…"),
    "tray_away": ("The server is not running", "伺服器未執行"),
    "tray_between": (", ", "、"),
    "tray_idle": ("Nothing is running", "閒置中"),
    "tray_login": ("Start at login", "登入時啟動"),
    "tray_more": ("{count} more…", "還有 {count} 個…"),
    "tray_open": ("Open CodefyUI", "開啟 CodefyUI"),
    "tray_pause": ("Pause queue", "暫停佇列"),
    "tray_paused": ("queue paused", "佇列已暫停"),
    "tray_quit": ("Quit…", "結束…"),
    "tray_resume": ("Resume queue", "恢復佇列"),
    "tray_running": ("{count} running", "{count} 個執行中"),
    "tray_stop": ("Stop {name}", "停止 {name}"),
    "tray_stop_at": ("Stop {name} ({done} of {all})", "停止 {name}（{done}/{all}）"),
    "tray_waiting": ("{count} waiting", "{count} 個等待中"),
    "window_silent": (
        "The window that is open (pid {pid}) does not answer. End it, then start again.",
        "已開啟的視窗（pid {pid}）沒有回應。請先結束它，再重新啟動。",
    ),
    "window_unwritable": (
        "The folder {folder} cannot be used: {why}. Choose another with CODEFYUI_USER_DATA_DIR.",
        "無法使用資料夾 {folder}：{why}。請用 CODEFYUI_USER_DATA_DIR 指定其他資料夾。",
    ),
}


def say(key: str, language: str = "", **params: Any) -> str:
    """The words of a key. language: `en` or `zh-TW`; without one that of the terminal. Raises: KeyError."""
    words = WORDS[key][1 if (language or terminal_language()) == "zh-TW" else 0]
    return words.format(**inside(words, params))


class WindowError(CliError):
    """As CliError, with words of this room."""

    def __init__(self, key: str, exit_code: int = 2, **params: Any) -> None:
        super().__init__("said", exit_code, text=say(key, **params))
        self.key = key
