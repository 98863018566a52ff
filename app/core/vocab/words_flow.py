"""Reasons of nodes that choose, fold and pass on: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "selector_unusable": (
        "The selector must be a number and is {found}. Connect a number from 0 on.",
        "selector 必須是數字，收到的是 {found}。請接上 0 以上的數字。",
    ),
    "input_unfed": (
        "Input {port} has no value. Connect a node to it.",
        "輸入 {port} 沒有值。請接上節點。",
    ),
    "list_empty": (
        "Input {port} is an empty list. Check the node before it.",
        "輸入 {port} 是空的清單。請檢查前一個節點。",
    ),
    "items_not_numbers": (
        "Item {place} is {found} and cannot be computed with. Choose first or last, or give numbers and tensors.",
        "第 {place} 項是 {found}，無法計算。請改用 first 或 last，或提供數字與張量。",
    ),
    "items_differ": (
        "Item {place} has the size {found} and the first one {first}. Give items of one size.",
        "第 {place} 項的大小是 {found}，第一項是 {first}。請提供大小相同的項目。",
    ),
    "items_not_ordered": (
        "Complex numbers have no {operation}. Choose another operation.",
        "複數沒有 {operation}。請選擇其他運算。",
    ),
    "map_item_failed": (
        "Item {place} (counted from 0) could not be computed, at node {inner}: {problem}",
        "第 {place} 項（從 0 起算）在節點 {inner} 無法計算：{problem}",
    ),
    "map_result_missing": (
        "Item {place} (counted from 0) has no result: node {inner} gave nothing at {port}. Choose another preset.",
        "第 {place} 項（從 0 起算）沒有結果：節點 {inner} 的 {port} 沒有輸出。請選擇其他預設組合。",
    ),
    "map_unprepared": (
        "Node {node} was started without the preset that it runs. Start the graph again.",
        "節點 {node} 啟動時沒有取得要執行的預設組合。請重新執行流程圖。",
    ),
    "row_index_malformed": (
        "{indices} does not say which rows. Write whole numbers separated by commas, such as 0,2.",
        "{indices} 沒有指出是哪些列。請寫成以逗號分隔的整數，例如 0,2。",
    ),
    "row_index_out_of_range": (
        "There is no row {index} among {count}. Count from 0, or from the end with negative numbers.",
        "共 {count} 列，沒有第 {index} 列。請從 0 起算，或用負數由後往前數。",
    ),
    "row_names_missing": (
        "Choosing rows by name needs their labels. Connect the labels input, or use indices.",
        "依名稱選列需要標籤。請接上 labels 輸入，或改用位置。",
    ),
    "row_missing": (
        "No row carries the label {name}. Among the labels are: {labels}. Correct the name.",
        "沒有標籤為 {name} 的列。現有標籤包括：{labels}。請更正名稱。",
    ),
    "output_not_a_tensor": (
        "{model} gives {found} and no tensor. Connect a model whose output is a tensor.",
        "{model} 輸出的是 {found}，不是張量。請接上輸出為張量的模型。",
    ),
    "encoding_unknown": (
        "There is no text encoding {encoding}. Write utf-8, big5, or another name that Python knows.",
        "沒有名為 {encoding} 的文字編碼。請填 utf-8、big5 或其他 Python 支援的名稱。",
    ),
    "text_undecodable": (
        "{path} is no {encoding} text: byte {place} does not fit. Choose the encoding with which it was saved.",
        "{path} 不是 {encoding} 編碼的文字：第 {place} 個位元組不符。請選擇儲存時所用的編碼。",
    ),
}
