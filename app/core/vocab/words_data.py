"""Reasons of files, tensors, tables and data sets: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "path_empty": (
        "No file is named. Type a file name or pick a file.",
        "沒有指定檔案。請輸入檔名或選擇一個檔案。",
    ),
    "path_malformed": (
        "{path} cannot be a file name: it is too long or holds characters that no path may have. Rename the file.",
        "{path} 不能當作檔名：太長，或含有路徑不允許的字元。請把檔案改名。",
    ),
    "path_foreign": (
        "{path} is a Windows path, and this run executes on another system. Use a path of the machine that runs it.",
        "{path} 是 Windows 的路徑，但這次執行在別的系統上。請改用執行那台機器上的路徑。",
    ),
    "path_outside": (
        "{path} climbs out of the data folder with '..'. Use a path below it, or an absolute one.",
        "{path} 用「..」跳出了資料夾 data 的範圍。請改用其下的路徑，或用絕對路徑。",
    ),
    "path_protected": (
        "{path} belongs to the program itself and is closed to graphs. Choose another place, such as data/output.",
        "{path} 屬於程式本身，流程圖不能使用。請選擇其他位置，例如 data/output。",
    ),
    "file_missing": (
        "There is no file {path}. Looked in: {looked}. Upload it, or correct the path.",
        "找不到檔案 {path}。找過的位置：{looked}。請上傳檔案或更正路徑。",
    ),
    "file_is_folder": (
        "{path} is a folder, and a file is needed here. Name a file inside it.",
        "{path} 是資料夾，這裡需要的是檔案。請指定其中的一個檔案。",
    ),
    "file_not_plain": (
        "{path} is a device or a pipe, not a file with contents of its own. Name an ordinary file.",
        "{path} 是裝置或管線，不是一般檔案。請指定一般檔案。",
    ),
    "file_unreadable": (
        "{path} cannot be read: {why}. Check its permissions.",
        "無法讀取 {path}：{why}。請檢查檔案權限。",
    ),
    "file_unwritable": (
        "{path} cannot be written: {why}. Choose another place, or free some room.",
        "無法寫入 {path}：{why}。請換個位置，或騰出空間。",
    ),
    "folder_is_file": (
        "{path} is a file, and a folder is needed here. Name the folder that holds it.",
        "{path} 是檔案，這裡需要的是資料夾。請指定它所在的資料夾。",
    ),
}
