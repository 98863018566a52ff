"""Reasons of scripts that people write: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "script_too_long": (
        "The script has {count} characters and may have {limit}. Shorten it.",
        "程式有 {count} 個字元，上限為 {limit}。請縮短。",
    ),
    "script_syntax": (
        "Line {line} of the script is no valid Python: {message}. Correct it.",
        "程式第 {line} 行不是有效的 Python：{message}。請修正。",
    ),
    "script_no_run": (
        "The script does not define run. Write a function run(inputs, params).",
        "程式沒有定義 run。請寫一個函式 run(inputs, params)。",
    ),
    "script_import_refused": (
        "Line {line} of the script imports {module}, which scripts may not. They may import: {allowed}.",
        "程式第 {line} 行匯入了 {module}，這是不允許的。可匯入：{allowed}。",
    ),
    "script_name_refused": (
        "Line {line} of the script uses {name}, which scripts do not have. Read and write files with nodes instead.",
        "程式第 {line} 行用了 {name}，程式中不能使用。讀寫檔案請改用節點。",
    ),
    "script_failed": (
        "Line {line} of the script: {error_type}: {message}. Correct the script, or what is connected.",
        "程式第 {line} 行：{error_type}：{message}。請修正程式或輸入。",
    ),
    "script_types_malformed": (
        "{types} does not name port types. Write types separated by commas, from: {allowed}.",
        "{types} 不是連接埠的型別。請填以逗號分隔的型別，可用：{allowed}。",
    ),
}
