"""Reasons of nodes that are layers of a network: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "size_out_of_range": (
        "{param} is {value}; it must lie between {least} and {most}. Change it.",
        "{param} 是 {value}，必須介於 {least} 與 {most} 之間。請修改。",
    ),
    "layer_params_bad": (
        "{type} cannot be made with these params: {message}. Correct them.",
        "無法以這些參數建立 {type}：{message}。請修正參數。",
    ),
    "layer_size_unfit": (
        "Dimension {dim} of input {port} ({shape}) has the size {found}, and {param} is {wanted}. "
        "Set {param} to {found}, or change the node before.",
        "輸入 {port}（{shape}）的維度 {dim} 大小為 {found}，而 {param} 是 {wanted}。"
        "請把 {param} 設為 {found}，或修改前一個節點。",
    ),
    "layer_input_failed": (
        "{type} cannot take an input of {shape}: {message}. Change its params or the node before.",
        "{type} 無法處理大小為 {shape} 的輸入：{message}。請修改它的參數或前一個節點。",
    ),
    "trailing_unfit": (
        "The last sizes of input {port} ({shape}) are not {wanted}. Set {param} to them, or change the node before.",
        "輸入 {port}（{shape}）最後幾個維度的大小不是 {wanted}。請據此設定 {param}，或修改前一個節點。",
    ),
    "sizes_disagree": (
        "Dimension {dim} is {a_size} in {a} and {b_size} in {b}; they must be equal. Check what is connected.",
        "維度 {dim} 在 {a} 的大小為 {a_size}，在 {b} 為 {b_size}，兩者必須相同。請檢查連線。",
    ),
    "window_unfit": (
        "A window of {kernel} does not fit an input of {shape} with a padding of {padding}. Make the window smaller, "
        "or the input or padding larger.",
        "大小為 {kernel} 的視窗放不進大小為 {shape}、填補 {padding} 的輸入。請縮小視窗，或加大輸入或填補。",
    ),
    "padding_unfit": (
        "A padding of {padding} is more than half of a window of {kernel}. Make the padding smaller.",
        "填補 {padding} 超過視窗大小 {kernel} 的一半。請減少填補。",
    ),
    "output_padding_unfit": (
        "output_padding is {found}; it must be smaller than the stride, {stride}. Change one of them.",
        "output_padding 是 {found}，必須小於 stride（{stride}）。請修改其中之一。",
    ),
    "kernel_unfit": (
        "A kernel of {shape} does not fit an input with {channels} channels. Give [k, k], [1, 1, k, k] or "
        "[{channels}, 1, k, k].",
        "大小為 {shape} 的卷積核不適用於 {channels} 個通道的輸入。"
        "請提供 [k, k]、[1, 1, k, k] 或 [{channels}, 1, k, k]。",
    ),
    "ids_not_whole": (
        "Input {port} needs whole numbers that name rows of the table, and holds {value}. Round it first.",
        "輸入 {port} 需要代表表格列號的整數，卻含有 {value}。請先取整數。",
    ),
    "id_out_of_range": (
        "Input {port} holds the id {value}, and the table has the rows 0 to {last}. Set num_embeddings higher, "
        "or check the ids.",
        "輸入 {port} 含有編號 {value}，而表格只有第 0 到 {last} 列。請加大 num_embeddings，或檢查編號。",
    ),
    "experts_too_few": (
        "top_k is {top_k}, and there are {num_experts} experts. Make top_k smaller, or add experts.",
        "top_k 是 {top_k}，但只有 {num_experts} 個專家。請減少 top_k 或增加專家。",
    ),
}
