"""Reasons about the interpreter that runs execute under, and about its process: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "torch_missing": (
        "This program has no PyTorch of its own, so it cannot run graphs. Set CODEFYUI_PYTHON to a Python that has "
        "PyTorch, such as /home/me/venv/bin/python, and start again; or use a build that brings it.",
        "此程式本身不含 PyTorch，因此無法執行圖。請將 CODEFYUI_PYTHON 設為裝有 PyTorch 的 Python"
        "（例如 /home/me/venv/bin/python）並重新啟動，或改用內含 PyTorch 的版本。",
    ),
    "python_not_found": (
        "CODEFYUI_PYTHON names {python}, and there is no such program. Give the full path of a Python interpreter.",
        "CODEFYUI_PYTHON 指定的 {python} 不存在。請填入 Python 直譯器的完整路徑。",
    ),
    "python_too_old": (
        "{python} is Python {version}; runs need {needed} or later. Set CODEFYUI_PYTHON to a newer one.",
        "{python} 是 Python {version}，而執行需要 {needed} 以上的版本。請將 CODEFYUI_PYTHON 設為較新的版本。",
    ),
    "python_without_torch": (
        "PyTorch cannot be imported by {python}: {problem}. Install it there, or set CODEFYUI_PYTHON to a Python that "
        "has it.",
        "{python} 無法匯入 PyTorch：{problem}。請在該環境安裝 PyTorch，或將 CODEFYUI_PYTHON 設為裝有它的 Python。",
    ),
    "python_probe_failed": (
        "{python} does not answer as a Python interpreter does: {problem}. Try it in a terminal, and correct "
        "CODEFYUI_PYTHON.",
        "{python} 的回應不像 Python 直譯器：{problem}。請先在終端機測試，並修正 CODEFYUI_PYTHON。",
    ),
    "python_sees_no_card": (
        "The PyTorch {version} of {python} reaches no card, though the driver lists one. Install a PyTorch build that "
        "fits the driver.",
        "驅動程式列出了顯示卡，但 {python} 的 PyTorch {version} 無法使用。請安裝符合驅動程式的 PyTorch 版本。",
    ),
    "local_process_died": (
        "The process that executes the runs of this machine ended ({how}). What it kept, such as recorded outputs, "
        "cached results and weights, is gone. Run again; the next run starts a new one. If it was killed for memory, "
        "use less of it.",
        "負責在本機執行的處理程序已結束（{how}）。它保留的內容，例如記錄的輸出、快取結果與權重，都已消失。"
        "請再執行一次，下次執行會啟動新的處理程序。若是因記憶體不足而被終止，請減少記憶體用量。",
    ),
    "local_process_unstartable": (
        "The process that executes runs could not be started: {problem}. Check CODEFYUI_PYTHON and the free memory, "
        "then run again.",
        "無法啟動負責執行的處理程序：{problem}。請檢查 CODEFYUI_PYTHON 與可用記憶體，然後再執行一次。",
    ),
    "local_process_silent": (
        "The process that executes runs has not answered for {seconds:g} s. Ask again; if it stays silent, stop the "
        "server and start it again.",
        "負責執行的處理程序已有 {seconds:g} 秒沒有回應。請再試一次；若仍無回應，請停止並重新啟動伺服器。",
    ),
}
