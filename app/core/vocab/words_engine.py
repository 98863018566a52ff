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
    "gradients_no_start": (
        "There is nothing to compute gradients from: no BackwardOnce node got a value that depends on weights. Put one "
        "behind a layer, or choose the automatic loss.",
        "沒有可計算梯度的起點：沒有 BackwardOnce 節點得到取決於權重的值。請在某一層之後放置一個，或選擇自動損失。",
    ),
    "gradients_failed": (
        "Gradients could not be computed: {error_type}: {message}. Check the nodes between the weights and the "
        "BackwardOnce node; a value they change in place is a usual cause.",
        "無法計算梯度：{error_type}：{message}。請檢查權重與 BackwardOnce 節點之間的節點；就地改變數值是常見的原因。",
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
    "nvml_library_missing": (
        "Cards cannot be listed because the Python package nvidia-ml-py is not installed. Install it to use CUDA.",
        "未安裝 Python 套件 nvidia-ml-py，因此無法列出顯示卡。要使用 CUDA 請安裝它。",
    ),
    "nvml_no_driver": (
        "No NVIDIA driver answers on this machine. Install or load the driver to use a card.",
        "這台機器上沒有回應的 NVIDIA 驅動程式。要使用顯示卡，請安裝或載入驅動程式。",
    ),
    "nvml_no_cards": (
        "The NVIDIA driver lists no card. Check that the card is seated and not reserved for another system.",
        "NVIDIA 驅動程式沒有列出任何顯示卡。請確認顯示卡已裝妥，且未保留給其他系統使用。",
    ),
    "nvml_failed": (
        "The NVIDIA driver answered with an error ({error}). Reload the driver or restart the machine.",
        "NVIDIA 驅動程式回報錯誤（{error}）。請重新載入驅動程式，或重新啟動機器。",
    ),
    "torch_missing_here": (
        "PyTorch is not installed here. Install it to run on a card.",
        "這裡未安裝 PyTorch。要在顯示卡上執行，請先安裝它。",
    ),
    "torch_without_cuda": (
        "The installed PyTorch {version} was built without CUDA. Install a CUDA build to use a card.",
        "已安裝的 PyTorch {version} 不含 CUDA。要使用顯示卡，請安裝支援 CUDA 的版本。",
    ),
    "visible_devices_none": (
        "CUDA_VISIBLE_DEVICES is {value!r} and shows no card of this machine. Unset it or name cards that exist.",
        "CUDA_VISIBLE_DEVICES 為 {value!r}，沒有包含這台機器的任何顯示卡。請取消設定，或填入存在的顯示卡。",
    ),
    "visible_devices_stopped": (
        "CUDA_VISIBLE_DEVICES is {value!r}: {entry!r} is no card or repeats one, so CUDA reads no further. Correct it "
        "to use the other cards.",
        "CUDA_VISIBLE_DEVICES 為 {value!r}：{entry!r} 不是顯示卡或重複了，CUDA 不會再往後讀。"
        "請更正後才能使用其餘的顯示卡。",
    ),
    "device_no_mps": (
        "MPS needs a Mac with Apple silicon and PyTorch. Choose another device.",
        "MPS 需要搭載 Apple 晶片的 Mac 與 PyTorch。請選擇其他裝置。",
    ),
}
