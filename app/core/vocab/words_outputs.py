"""Reasons of recorded outputs and their answers: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "output_too_large": (
        "The output {output} holds {found} elements or characters, and at most {limit} are answered. Give a smaller "
        "value, such as a mean or a slice.",
        "輸出 {output} 有 {found} 個元素或字元，最多回傳 {limit} 個。請輸出較小的值，例如平均或切片。",
    ),
    "unserializable_output": (
        "The output {output} is a {found}, which has no form in JSON. Give numbers, texts, tensors or pictures, and "
        "save models to files.",
        "輸出 {output} 是 {found}，無法以 JSON 表示。請輸出數字、文字、張量或圖片；模型請存成檔案。",
    ),
    "outputs_not_found": (
        "No outputs of run {run_id} are kept here. Run the graph again with record_outputs.",
        "這裡沒有保留執行 {run_id} 的輸出。請以 record_outputs 重新執行。",
    ),
    "outputs_not_recorded": (
        "Run {run_id} was not asked to record its outputs. Run the graph again with record_outputs.",
        "執行 {run_id} 未要求記錄輸出。請以 record_outputs 重新執行。",
    ),
    "outputs_not_yet": (
        "Run {run_id} has not begun, so there are no outputs yet. Ask again once it runs.",
        "執行 {run_id} 尚未開始，因此還沒有輸出。請等它開始執行後再查詢。",
    ),
    "outputs_lost": (
        "Outputs of run {run_id} are not there any more: they lie in the memory of the process that executed it and "
        "end with it, or with the server. If the run ended before its first node, there were none. Run the graph again "
        "with record_outputs.",
        "執行 {run_id} 的輸出已不存在：輸出只存在執行它的行程的記憶體中，該行程或伺服器結束後即消失；"
        "若在第一個節點之前就結束，則從未有輸出。請以 record_outputs 重新執行。",
    ),
    "outputs_evicted": (
        "The outputs of run {run_id} have made room for those of newer runs. Run the graph again with record_outputs, "
        "or raise CODEFYUI_RUN_OUTPUT_STORE_MAX_MB.",
        "執行 {run_id} 的輸出已讓位給較新的執行。請以 record_outputs 重新執行，"
        "或提高 CODEFYUI_RUN_OUTPUT_STORE_MAX_MB。",
    ),
    "outputs_deleted": (
        "The outputs of run {run_id} were deleted. Run the graph again with record_outputs.",
        "執行 {run_id} 的輸出已被刪除。請以 record_outputs 重新執行。",
    ),
    "outputs_too_large": (
        "The outputs of run {run_id} are larger than the {limit} bytes kept for all runs, so they were dropped. Record "
        "a smaller run, or raise CODEFYUI_RUN_OUTPUT_STORE_MAX_MB.",
        "執行 {run_id} 的輸出超過所有執行共用的 {limit} 位元組，因此未保留。請記錄較小的執行，"
        "或提高 CODEFYUI_RUN_OUTPUT_STORE_MAX_MB。",
    ),
    "output_node_not_found": (
        "Run {run_id} has recorded nothing of node {node_id}: the graph has no such node, or it did not complete. "
        "Choose one from the list of the run's outputs.",
        "執行 {run_id} 沒有節點 {node_id} 的任何記錄：圖中沒有這個節點，或它沒有完成。請從此執行的輸出清單中選擇。",
    ),
    "output_not_yet": (
        "Run {run_id} is going on and has no output of node {node_id} so far. Ask again once the node has completed.",
        "執行 {run_id} 仍在進行，目前還沒有節點 {node_id} 的輸出。請等該節點完成後再查詢。",
    ),
    "output_port_not_found": (
        "Node {node_id} of run {run_id} has recorded no output {port}. Choose one from the list of the run's outputs.",
        "執行 {run_id} 的節點 {node_id} 沒有記錄輸出 {port}。請從此執行的輸出清單中選擇。",
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
    "output_no_file": (
        "This output is a {found}, and only tensors, lists, texts and pictures can be downloaded. Save it to a file in "
        "the graph, with a node that writes it.",
        "這個輸出是 {found}，只有張量、清單、文字與圖片可以下載。請在圖中以寫入檔案的節點儲存。",
    ),
    "not_a_picture": (
        "This output is {found}, which is no picture. Choose two axes, or three of which one holds 1, 3 or 4 channels.",
        "這個輸出是 {found}，無法視為圖片。請選擇兩個軸，或三個軸且其中一個為 1、3 或 4 個色版。",
    ),
    "picture_unreadable": (
        "This text cannot be read as a picture: {why}. Give a PNG in base64.",
        "無法將這段文字讀成圖片：{why}。請輸出 base64 編碼的 PNG。",
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
    "sparse_too_large": (
        "This sparse tensor has {count} elements, and at most {limit} are written out. Make it dense in the graph, or "
        "select a part of it there.",
        "這個稀疏張量有 {count} 個元素，最多只會展開 {limit} 個。請在圖中轉為稠密張量，或先選取一部分。",
    ),
    "max_elements_bad": (
        "max_elements is {wanted}, which is not from 1 to {limit}. Choose a number within.",
        "max_elements 為 {wanted}，不在 1 到 {limit} 之間。請填入範圍內的數字。",
    ),
    "question_dropped": (
        "The question was dropped before there was an answer: whoever asked has gone, or the server is stopping. Ask "
        "again.",
        "查詢在得出答案前被取消：提問者已離開，或伺服器正在停止。請重新查詢。",
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
