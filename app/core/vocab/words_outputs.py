"""Reasons of recorded outputs and their answers: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "outputs_not_found": (
        "No outputs of run {run_id} are kept. Run the graph again with recording on; only the newest runs are kept.",
        "沒有保留執行 {run_id} 的輸出。請開啟記錄後重新執行；只會保留最新的幾次執行。",
    ),
    "outputs_too_large": (
        "The outputs of run {run_id} are larger than the {limit} bytes kept for all runs, so they were dropped. Record "
        "a smaller run, or raise the limit in the settings.",
        "執行 {run_id} 的輸出超過所有執行共用的 {limit} 位元組，因此未保留。請記錄較小的執行，或在設定中提高上限。",
    ),
    "output_port_not_found": (
        "Run {run_id} has no output {port} of node {node_id}. Choose one from the list of its outputs.",
        "執行 {run_id} 沒有節點 {node_id} 的輸出 {port}。請從輸出清單中選擇。",
    ),
    "output_not_tensor": (
        "This output is a {type}; only a tensor can be sliced and counted. Ask for it without a slice.",
        "這個輸出是 {type}；只有張量可以切片與統計。請不要帶切片來讀取。",
    ),
    "output_not_real": (
        "Figures are for real numbers; this tensor holds {dtype}. Read its values with a slice instead.",
        "統計僅適用於實數；這個張量的型別是 {dtype}。請改用切片讀取其值。",
    ),
    "output_no_data": (
        "This tensor has a shape and no numbers (device {device}). Compute it on a real device to read it.",
        "這個張量只有形狀而沒有數值（裝置 {device}）。請在實際裝置上計算後再讀取。",
    ),
    "slice_malformed": (
        "{part} is no part of a slice. Write one part per dimension, separated by commas: an index, start:stop:step, "
        "or ... for all dimensions between.",
        "{part} 不是切片的寫法。每個維度寫一段並以逗號分隔：索引、起:迄:步長，或以 ... 代表中間所有維度。",
    ),
    "slice_step_bad": (
        "The step {step} of a slice must be 1 or more. Write a positive step.",
        "切片的步長 {step} 必須大於或等於 1。請填入正的步長。",
    ),
    "slice_too_many_dims": (
        "The slice has {parts} parts and the tensor {dims} dimensions. Leave out the parts that are too many.",
        "切片有 {parts} 段，而張量只有 {dims} 個維度。請去掉多餘的部分。",
    ),
    "slice_index_outside": (
        "Index {index} lies outside dimension {dim}, which has {size} entries. Choose one within it.",
        "索引 {index} 超出第 {dim} 維，該維度有 {size} 個項目。請選擇範圍內的索引。",
    ),
    "slice_too_large": (
        "The slice holds {count} elements, and at most {limit} are answered. Choose a smaller slice.",
        "切片有 {count} 個元素，最多回傳 {limit} 個。請選擇較小的切片。",
    ),
    "max_elements_bad": (
        "max_elements is {wanted}, which is not from 1 to {limit}. Choose a number within.",
        "max_elements 為 {wanted}，不在 1 到 {limit} 之間。請填入範圍內的數字。",
    ),
    "executor_busy": (
        "{waiting} questions about outputs already wait. Ask again in a moment.",
        "已有 {waiting} 個關於輸出的查詢在等待。請稍後再試。",
    ),
    "executor_closed": (
        "The server is stopping and answers no more about outputs. Ask again once it is back.",
        "伺服器正在停止，不再回答關於輸出的查詢。請等它重新啟動後再試。",
    ),
}
