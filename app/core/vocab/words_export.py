"""Reasons of the export to Python: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "export_unsupported": (
        "A node of type {type} cannot be written as Python yet. Take it out of the graph, or bypass it.",
        "目前還無法將 {type} 節點寫成 Python。請將它移出圖，或略過它。",
    ),
    "export_value_unsupported": (
        "With {param} = {value} this node cannot be written as Python yet. Choose another value and export again.",
        "此節點的 {param} = {value} 目前還無法寫成 Python。請選擇其他值再重新匯出。",
    ),
    "export_left_out": (
        "Nothing reads what node {node} gives, so the script leaves it out. Connect it if it is needed.",
        "沒有節點使用 {node} 的輸出，因此程式碼略過它。若需要它，請將它接上。",
    ),
    "export_picture_left_out": (
        "The script leaves out the picture of node {node}. Draw it from the values, for example with matplotlib.",
        "程式略過節點 {node} 繪製的圖片。請自行用那些值繪圖，例如使用 matplotlib。",
    ),
    "export_backward_left_out": (
        "The script does not go backward from node {node}, as a run in backward mode does. Add a call of backward().",
        "程式不會像反向模式的執行那樣從節點 {node} 反向計算。如有需要，請自行加入 backward() 呼叫。",
    ),
    "export_option_left_out": (
        "The script leaves out {param}: it does not change the training. Add to the script what you need of it.",
        "程式略過 {param}，因為它不影響訓練。如有需要，請自行加入程式。",
    ),
    "export_port_unsupported": (
        "What goes through the port {port} cannot be written as Python yet. Disconnect it and export again.",
        "經過連接埠 {port} 的內容目前還無法寫成 Python。請中斷該連線，再重新匯出。",
    ),
    "export_needs_file": (
        "The script reads {path} in the folder in which it is started. Put the file there.",
        "程式會從啟動時所在的資料夾讀取 {path}。請把檔案放到該處。",
    ),
}
