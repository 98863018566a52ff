"""Reasons of the classical learners: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "one_class": (
        "Every known row carries the label {label}, so nothing can be told apart. Give rows of two labels or more.",
        "所有已知資料列的標籤都是 {label}，沒有可區分的類別。請提供至少兩種標籤的資料列。",
    ),
    "learner_failed": (
        "{learner} cannot learn from these rows: {message}. Normalize them, or change its params.",
        "{learner} 無法從這些資料列學習：{message}。請先正規化資料，或修改參數。",
    ),
    "param_not_positive": (
        "{param} must be more than 0, not {value}.",
        "{param} 必須大於 0，而不是 {value}。請修正。",
    ),
    "gamma_malformed": (
        "{gamma} is no gamma. Write scale, auto, or a number above 0.",
        "{gamma} 不能當作 gamma。請填 scale、auto，或大於 0 的數字。",
    ),
    "hidden_sizes_malformed": (
        "{sizes} does not say how large the hidden layers are. Write whole numbers above 0, such as 16,16.",
        "{sizes} 沒有說明隱藏層的大小。請寫成大於 0 的整數並以逗號分隔，例如 16,16。",
    ),
    "forest_too_large": (
        "{count} trees are more than a forest may have. Use {limit} or fewer.",
        "{count} 棵樹超過森林的上限。請用 {limit} 棵以下。",
    ),
    "targets_not_a_column": (
        "y_train needs one value for each row and got {shape}. Choose one column.",
        "y_train 需要每列一個值，收到的大小是 {shape}。請只選一欄。",
    ),
}
