"""Reasons of dimensions and of what tensors hold: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "dims_malformed": (
        "{text} names no dimensions. Write whole numbers separated by commas in {param}, such as 0,2.",
        "{text} 沒有指出維度。請在 {param} 填入以逗號分隔的整數，例如 0,2。",
    ),
    "dim_twice": (
        "{text} names dimension {dim} of a tensor of {shape} twice. Name each one once.",
        "{text} 把大小為 {shape} 的張量的維度 {dim} 寫了兩次。每個維度請只寫一次。",
    ),
    "dims_not_all": (
        "{text} does not name every dimension of a tensor of {shape}. Write {count} numbers, from 0 to {last}.",
        "{text} 沒有列出大小為 {shape} 的張量的所有維度。請寫出 {count} 個數字，從 0 到 {last}。",
    ),
    "dim_empty": (
        "Dimension {dim} of a tensor of {shape} has no items to compare. Choose another dimension.",
        "大小為 {shape} 的張量在維度 {dim} 沒有可比較的項目。請選擇其他維度。",
    ),
    "stack_shapes_differ": (
        "Tensors of {a} and {b} cannot be stacked: both must have one and the same shape. Reshape one of them.",
        "大小為 {a} 與 {b} 的張量無法堆疊：兩者的形狀必須完全相同。請改變其中一個的形狀。",
    ),
    "concat_shapes_differ": (
        "Tensors of {a} and {b} cannot be joined along dimension {dim}: all their other sizes must be equal.",
        "大小為 {a} 與 {b} 的張量無法沿維度 {dim} 相接：其餘各維度的大小都必須相同。請調整其中一個。",
    ),
    "rank_unfit": (
        "Input {port} needs a tensor of {wanted} dimensions and got {shape}. Reshape it, or add or drop dimensions.",
        "輸入 {port} 需要 {wanted} 維的張量，收到的大小是 {shape}。請改變形狀，或增減維度。",
    ),
    "complex_unfit": (
        "Input {port} holds complex numbers, and this node works on real ones. Pass their real part or size instead.",
        "輸入 {port} 含有複數，而這個節點只處理實數。請改傳實部或絕對值。",
    ),
}
