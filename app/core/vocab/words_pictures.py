"""Reasons of nodes that draw: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "nothing_to_draw": (
        "Input {port} holds no finite number, so there is nothing to draw. Check the node before it.",
        "輸入 {port} 沒有任何有限的數，無法畫圖。請檢查前一個節點。",
    ),
    "columns_unfit": (
        "Input {port} needs {wanted} columns and has {found}. Choose columns first, for example with ColumnSelector.",
        "輸入 {port} 需要 {wanted} 欄，目前有 {found} 欄。請先選欄，例如使用 ColumnSelector。",
    ),
    "model_cannot_predict": (
        "{found} has no predict(), which this picture needs. Connect a model that was fitted on two columns.",
        "{found} 沒有 predict()，無法畫出這張圖。請接上以兩欄資料訓練好的模型。",
    ),
    "predict_failed": (
        "{model} cannot predict rows of 2 columns: {message}. Connect a model that was fitted on two columns.",
        "{model} 無法預測兩欄的資料：{message}。請接上以兩欄資料訓練好的模型。",
    ),
}
