"""Reasons of the engine rooms: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "node_failed": (
        "Node {node_id} ({node_type}) stopped with {error_type}: {message}. The run's console has the full traceback; "
        "check this node's inputs and parameters.",
        "節點 {node_id}（{node_type}）因 {error_type} 而停止：{message}。完整的追蹤訊息在此次執行的主控台；"
        "請檢查這個節點的輸入與參數。",
    ),
    "out_of_memory": (
        "Node {node_id} ({node_type}) ran out of memory on {device} ({digest}). Use a smaller batch size, a smaller "
        "model or a lower precision, or run on a device with more memory.",
        "節點 {node_id}（{node_type}）在 {device} 上記憶體不足（{digest}）。"
        "請改用較小的批次大小、較小的模型或較低的精度，或在記憶體較多的裝置上執行。",
    ),
    "node_result_invalid": (
        "A node of type {node_type} answered with {got} instead of a dictionary of its output ports. "
        "Mend the node's code.",
        "{node_type} 類型的節點回傳了 {got}，而不是以輸出埠為鍵的字典。請修正該節點的程式。",
    ),
    "node_input_missing": (
        "Input {port} of a node of type {node_type} got no value from {source}. Check the node that feeds it, or "
        "connect another one.",
        "{node_type} 類型節點的輸入 {port} 沒有從 {source} 得到值。請檢查供應它的節點，或改接其他節點。",
    ),
    "node_output_unknown": (
        "Node {node_id} ({node_type}) gave outputs that its type does not have ({ports}); they were ignored. Rename "
        "them in the node's code or declare the ports.",
        "節點 {node_id}（{node_type}）給出了其類型所沒有的輸出（{ports}），已予忽略。"
        "請在節點程式中更名，或宣告這些輸出埠。",
    ),
    "node_class_missing": (
        "This program has no node type {node_type}, which node {node_id} needs. Install what provides it, or remove "
        "the node.",
        "此程式沒有節點 {node_id} 所需的節點類型 {node_type}。請安裝提供它的套件，或移除該節點。",
    ),
    "node_retry": (
        "Node {node_id} ({node_type}) failed and is tried again in {seconds} s (retry {attempt} of {max_retries}): "
        "{error}",
        "節點 {node_id}（{node_type}）失敗，將在 {seconds} 秒後重試（第 {attempt} 次，共 {max_retries} 次）：{error}",
    ),
    "device_unavailable": (
        "The device {wanted} is not available here, so {device} is used. Choose another device, or install a PyTorch "
        "build and driver that support it.",
        "這裡無法使用裝置 {wanted}，因此改用 {device}。請選擇其他裝置，或安裝支援它的 PyTorch 版本與驅動程式。",
    ),
    "device_unknown": (
        "{wanted} is no device. Use cpu, auto, cuda, cuda:N or mps.",
        "{wanted} 不是裝置名稱。請使用 cpu、auto、cuda、cuda:N 或 mps。",
    ),
}
