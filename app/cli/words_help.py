"""The words of help pages: key -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "about_agent": ("be a worker for another machine (not available yet)", "作為另一部機器的工作端（尚未提供）"),
    "about_desktop": ("put the program into the desktop's menu, or take it out", "將程式加入桌面選單，或移除"),
    "about_export": ("write a graph file as a Python script", "將圖檔案寫成 Python 程式"),
    "about_run": ("run a graph file and follow it to its end", "執行圖檔案並追蹤到結束"),
    "about_server": ("serve in this terminal, without a window", "在此終端機提供服務，不開視窗"),
    "about_start": ("start in the background and print the address", "在背景啟動並顯示網址"),
    "about_status": ("server, queue, runs and devices on one screen", "在一個畫面顯示伺服器、佇列、執行與裝置"),
    "about_stop": ("stop the server that runs in the background", "停止在背景執行的伺服器"),
    "about_test": ("run the checks and tests of this repository", "執行此儲存庫的檢查與測試"),
    "about_validate": ("name every problem of a graph file", "列出圖檔案的所有問題"),
    "about_version": ("print the version", "顯示版本"),
    "about_window": (
        "open the window; with a graph file or a cdui:// link: opens that",
        "開啟視窗；可指定圖檔案或 cdui:// 連結",
    ),
    "help_arguments": ("arguments", "引數"),
    "help_detach": ("submit, print the id, do not wait", "送出後顯示識別碼，不等待"),
    "help_deterministic": ("ask PyTorch for deterministic algorithms", "要求 PyTorch 使用確定性演算法"),
    "help_device": (
        "cpu, auto, cuda[:N] or mps[:N]; without it the graph's own device, else auto",
        "cpu、auto、cuda[:N] 或 mps[:N]；未指定時用圖本身的裝置，否則為 auto",
    ),
    "help_export_force": ("replace a file that is there", "取代已存在的檔案"),
    "help_export_output": ("where to write it; without this it is printed", "寫入的位置；未指定時直接顯示"),
    "help_follow": ("follow a run that was submitted before", "追蹤先前送出的執行"),
    "help_foreground": ("stay in this terminal", "留在此終端機中執行"),
    "help_graph": ("a graph file (JSON)", "圖檔案（JSON）"),
    "help_help": ("show this page", "顯示此說明"),
    "help_host": ("address to listen on, by default 127.0.0.1", "監聽的位址，預設 127.0.0.1"),
    "help_json": (
        "print each event as one JSON object a line, and nothing else on stdout",
        "每個事件輸出一行 JSON 物件，標準輸出不含其他內容",
    ),
    "help_keep_runs": ("leave runs on workers going (not available yet)", "讓工作端上的執行繼續（尚未提供）"),
    "help_name": ("a name for the run, at most 64 characters", "執行的名稱，最多 64 個字元"),
    "help_no_window": ("no window, also where there is a display", "即使有螢幕也不開視窗"),
    "help_now": ("give runs 2 s, then end the server", "給執行 2 秒，之後直接結束伺服器"),
    "help_options": ("options", "選項"),
    "help_port": (
        "port to listen on, by default 8000; 0 takes a free one",
        "監聽的連接埠，預設 8000；0 表示任一空閒埠",
    ),
    "help_project": ("a project folder (not available yet)", "專案資料夾（尚未提供）"),
    "help_record_outputs": ("keep what every node gave, for looking at later", "保留每個節點的輸出，供之後檢視"),
    "help_seed": ("make the run repeatable; it then runs alone", "讓執行可以重現；執行時不與其他執行並行"),
    "help_status_json": ("print the facts as JSON", "以 JSON 輸出"),
    "help_target": ("where on workers to run (not available yet)", "在哪個工作端執行（尚未提供）"),
    "help_timeout": ("follow for S seconds at most; the run itself goes on", "最多追蹤 S 秒；執行本身會繼續"),
    "help_until_idle": (
        "leave when nothing waits or runs and nobody asked for S seconds",
        "沒有等待或進行中的執行，且 S 秒內無人存取時自行離開",
    ),
    "help_validate_json": ("print the problems as JSON", "以 JSON 輸出問題"),
    "help_wait": ("follow the run to its end (the default)", "追蹤執行到結束（預設）"),
    "test_usage": (
        "Usage: cdui test [--all] [--slow] [pytest arguments]\n\n"
        "Without arguments: checks and every suite that this machine can run.\n"
        "With pytest arguments: just those tests.\n"
        "  --all   fail when a suite cannot run here\n"
        "  --slow  also run what is over its share of the time budget",
        "用法：cdui test [--all] [--slow] [pytest 引數]\n\n"
        "不加引數時，執行檢查與此機器能執行的所有測試組；加上 pytest 引數時只執行那些測試。\n"
        "  --all   若有測試組無法在此執行，視為失敗\n"
        "  --slow  也執行超出時間配額的測試",
    ),
    "usage_foot": (
        "`cdui COMMAND --help` tells more about a command.",
        "`cdui COMMAND --help` 會顯示該命令的詳細說明。",
    ),
    "usage_head": (
        "CodefyUI Desktop: draw PyTorch pipelines as graphs, run them, look inside every tensor.",
        "CodefyUI Desktop：把 PyTorch 流程畫成圖、執行它，並檢視每個張量。",
    ),
}
