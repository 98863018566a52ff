"""Reasons of models, training and their files: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "layers_not_json": (
        "The layers are not valid JSON ({message}). Open the layer editor and save it again.",
        "各層的內容不是有效的 JSON（{message}）。請開啟層編輯器並重新儲存。",
    ),
    "layers_bad_shape": ("In the layers, {where} must be {wanted}.", "各層的內容中，{where} 必須是 {wanted}。"),
    "layers_empty": (
        "The model has no layers. Add at least one between Input and Output.",
        "模型沒有任何層。請在 Input 與 Output 之間至少加入一層。",
    ),
    "layers_too_many": (
        "The model has {count} layers; the limit is {limit}.",
        "模型有 {count} 層；上限為 {limit} 層。",
    ),
    "layer_id_taken": (
        "Two layers have the id {layer}. Give each its own.",
        "有兩個層的識別碼都是 {layer}。請讓每一層各有自己的識別碼。",
    ),
    "layer_terminals": (
        "The model needs exactly one {type}, and has {count}.",
        "模型需要恰好一個 {type}，目前有 {count} 個。",
    ),
    "layer_edge_dangling": (
        "The wire {edge} leads to {layer}, which does not exist. Remove the wire or add the layer.",
        "連線 {edge} 通往不存在的 {layer}。請移除連線或加入該層。",
    ),
    "layer_port_unknown": (
        "Layer {layer} has no port {port}. Connect the wire again.",
        "層 {layer} 沒有連接埠 {port}。請重新連線。",
    ),
    "layer_port_unfed": (
        "Port {port} of layer {layer} has no wire. Connect it.",
        "層 {layer} 的連接埠 {port} 沒有連線。請將它連上。",
    ),
    "layer_unfed": (
        "Layer {layer} feeds the Output but gets nothing itself. Connect its input.",
        "層 {layer} 通往 Output，但本身沒有輸入。請連上它的輸入。",
    ),
    "output_unfed": (
        "The Output's port {port} has no wire. Connect it.",
        "Output 的連接埠 {port} 沒有連線。請將它連上。",
    ),
    "layer_cycle": (
        "Layers run in a circle: {layers}. Remove one of these wires.",
        "層之間形成循環：{layers}。請移除其中一條連線。",
    ),
    "layer_unknown": (
        "Layer {layer} has the type {type}, which does not exist. Choose another type.",
        "層 {layer} 的類型 {type} 不存在。請選擇其他類型。",
    ),
    "layer_param_unknown": (
        "Layer {layer} ({type}) has no param {param}. It takes: {allowed}.",
        "層 {layer}（{type}）沒有參數 {param}。可用的參數：{allowed}。",
    ),
    "layer_bad": (
        "Layer {layer} ({type}) cannot be made with these params: {message}. Correct them.",
        "無法以這些參數建立層 {layer}（{type}）：{message}。請修正參數。",
    ),
    "layer_inputs": (
        "Layer {layer} ({type}) takes at most {most} inputs and has {got}. Join them with a merge layer first.",
        "層 {layer}（{type}）最多接受 {most} 個輸入，目前有 {got} 個。請先用合併層將它們合併。",
    ),
    "layer_failed": (
        "Layer {layer} ({type}) cannot take shape {in_shape}: {message}. Change its params or the layer before.",
        "層 {layer}（{type}）無法處理形狀為 {in_shape} 的輸入：{message}。請修改它的參數或前一層。",
    ),
    "layer_width_unfit": (
        "Layer {layer} ({type}) gets shape {in_shape}, in which {found} stands where its {param} says {wanted}. "
        "Set {param} to {found}, or change the layer before.",
        "層 {layer}（{type}）得到形狀 {in_shape}，其中為 {found} 的維度應等於 {param}，而 {param} 是 {wanted}。"
        "請把 {param} 設為 {found}，或修改前一層。",
    ),
    "layer_id_outside": (
        "Layer {layer} ({type}) has a row for each id from 0 to {last}, and gets ids from {least} to {most}. "
        "Set num_embeddings higher, or check the data.",
        "層 {layer}（{type}）只有編號 0 到 {last} 的列，卻得到 {least} 到 {most} 的編號。"
        "請加大 num_embeddings，或檢查資料。",
    ),
    "model_inputs": (
        "The model has {wanted} inputs and was given {got}. Let the data set give as many.",
        "模型有 {wanted} 個輸入，但得到 {got} 個。請讓資料集提供相同的數量。",
    ),
    "model_failed": (
        "The model {model} fails on an input of {input}: {message}. Check its layers against the data.",
        "模型 {model} 無法處理輸入 {input}：{message}。請對照資料檢查各層。",
    ),
    "model_needed": (
        "A model is needed here, not {got}. Connect a model.",
        "這裡需要模型，而不是 {got}。請連接一個模型。",
    ),
    "out_of_memory_ahead": (
        "The {what} would need {wanted} and {free} are free. Make it smaller.",
        "{what} 需要 {wanted}，但只剩 {free}。請縮小它。",
    ),
    "list_not_numbers": (
        "{param} must be numbers separated by commas, not {value}.",
        "{param} 必須是以逗號分隔的數字，而不是 {value}。",
    ),
    "list_wrong_length": (
        "{param} needs {wanted} numbers and has {got}.",
        "{param} 需要 {wanted} 個數字，目前有 {got} 個。",
    ),
    "nothing_to_train": (
        "The model {model} has no weights that can be trained. Add a layer with weights, or unfreeze some.",
        "模型 {model} 沒有可訓練的權重。請加入有權重的層，或解除凍結。",
    ),
    "optimizer_params": (
        "{type} cannot work with these params: {message}. Correct them.",
        "{type} 無法使用這些參數：{message}。請修正參數。",
    ),
    "not_an_optimizer": (
        "An optimizer is needed here, not {got}. Connect an Optimizer.",
        "這裡需要最佳化器，而不是 {got}。請連接 Optimizer。",
    ),
    "optimizer_rebuilt": (
        "The optimizer belonged to another model. A new {type} with the same params was made; its state is lost.",
        "最佳化器屬於另一個模型。已用相同參數建立新的 {type}；原有狀態已捨棄。",
    ),
    "schedule_too_short": (
        "total_steps ({total_steps}) must be greater than warmup_steps ({warmup_steps}).",
        "total_steps（{total_steps}）必須大於 warmup_steps（{warmup_steps}）。",
    ),
    "scheduler_params": (
        "{type} cannot work with these params: {message}. Correct them.",
        "{type} 無法使用這些參數：{message}。請修正參數。",
    ),
    "not_a_scheduler": (
        "A learning-rate schedule is needed here, not {got}. Connect an LRScheduler.",
        "這裡需要學習率排程，而不是 {got}。請連接 LRScheduler。",
    ),
    "scheduler_of_another_optimizer": (
        "The schedule changes another optimizer than the one that trains. Connect both to the same Optimizer.",
        "此排程調整的不是訓練所用的最佳化器。請將兩者連到同一個 Optimizer。",
    ),
    "plateau_needs_epochs": (
        "ReduceLROnPlateau judges whole epochs. Set scheduler_step to epoch, or choose another schedule.",
        "ReduceLROnPlateau 以整個訓練週期的結果來判斷。請將 scheduler_step 設為 epoch，或選擇其他排程。",
    ),
    "schedule_not_replayed": (
        "The state of {type} was not in the checkpoint, so the schedule starts over. Wire it to CheckpointSaver.",
        "檢查點中沒有 {type} 的狀態，因此排程重新開始。請將它連到 CheckpointSaver。",
    ),
    "strategy_unavailable": (
        "The strategy {strategy} cannot be used yet. Choose single.",
        "目前尚無法使用策略 {strategy}。請選擇 single。",
    ),
    "start_epoch_bad": (
        "start_epoch must be a whole number from 0 on, not {value}.",
        "start_epoch 必須是 0 以上的整數，而不是 {value}。",
    ),
    "monitor_unavailable": (
        "{monitor} cannot be watched with {loss} and this data. Set monitor to val_loss.",
        "使用 {loss} 與這些資料時無法觀察 {monitor}。請將 monitor 設為 val_loss。",
    ),
    "early_stopping_without_validation": (
        "Early stopping needs validation data and is off. Connect val_dataloader.",
        "提早停止需要驗證資料，目前未啟用。請連接 val_dataloader。",
    ),
    "loader_bad": (
        "The input {port} must give batches, and is {got}. Connect a DataLoader.",
        "輸入 {port} 必須提供批次，但得到 {got}。請連接 DataLoader。",
    ),
    "loader_empty": (
        "The input {port} gives no batch. Check the data set, or make the batch smaller than it with drop_last on.",
        "輸入 {port} 沒有任何批次。請檢查資料集；若開啟 drop_last，請讓批次小於資料集。",
    ),
    "loss_bad": (
        "A loss function is needed here, not {got}. Connect a Loss.",
        "這裡需要損失函數，而不是 {got}。請連接 Loss。",
    ),
    "dataset_bad": (
        "A data set is needed here, not {got}. Connect a Dataset.",
        "這裡需要資料集，而不是 {got}。請連接 Dataset。",
    ),
    "batch_failed": (
        "Batch {batch} cannot be loaded: {message}. Check the items of the data set.",
        "無法載入第 {batch} 個批次：{message}。請檢查資料集的項目。",
    ),
    "batch_not_pairs": (
        "A batch must be (inputs, targets), and is {got}. Let the data set give pairs.",
        "批次必須是（輸入，目標），但得到 {got}。請讓資料集提供成對的資料。",
    ),
    "loss_failed": (
        "{loss} cannot compare the output {output} with the target {target}: {message}. "
        "Change the model's last layer, the labels or the loss.",
        "{loss} 無法比較輸出 {output} 與目標 {target}：{message}。請修改模型的最後一層、標籤或損失函數。",
    ),
    "labels_outside": (
        "{loss} gets the labels {least} to {most}, and the model's output {output} tells classes from 0 to {last}. "
        "Give the model's last layer one output for each class, or check the labels.",
        "{loss} 得到 {least} 到 {most} 的標籤，而模型的輸出 {output} 只能區分類別 0 到 {last}。"
        "請讓模型最後一層的輸出數等於類別數，或檢查標籤。",
    ),
    "loss_without_gradient": (
        "The loss does not depend on any trainable weight of {model}. Unfreeze a layer on the way to its output.",
        "損失與 {model} 的任何可訓練權重都無關。請解除凍結通往輸出的某一層。",
    ),
    "backward_failed": (
        "The gradient cannot be computed: {message}. Look for a layer that changes its input in place.",
        "無法計算梯度：{message}。請檢查是否有層直接改寫了自己的輸入。",
    ),
    "loss_not_finite": (
        "The loss is not a number from batch {batch} on. Lower the learning rate, clip gradients, or check the data.",
        "從第 {batch} 個批次起，損失不是有效數字。請降低學習率、限制梯度，或檢查資料。",
    ),
    "evaluation_shapes": (
        "The output {output} does not hold one class score per label {target}. Choose a model that classifies.",
        "輸出 {output} 無法對應標籤 {target} 的類別分數。請選擇分類模型。",
    ),
    "precision_unavailable": (
        "{device} cannot compute in {precision}; fp32 is used.",
        "{device} 無法以 {precision} 計算；改用 fp32。",
    ),
    "checkpoint_not_written": (
        "The checkpoint could not be written; training goes on without it. Free some space on the disk.",
        "無法寫入檢查點；訓練會繼續進行。請釋出磁碟空間。",
    ),
    "tensorboard_not_written": (
        "The TensorBoard file cannot be written ({why}); training goes on without it.",
        "無法寫入 TensorBoard 檔案（{why}）；訓練會繼續進行。",
    ),
    "file_damaged": (
        "{path} is damaged or no model file: {message}. Choose another file, or save it again.",
        "{path} 已損壞或不是模型檔案：{message}。請選擇其他檔案，或重新儲存。",
    ),
    "file_unsafe": (
        "{path} asks to run {names}, which is not allowed. Save it again as weights only.",
        "{path} 要求執行 {names}，這是不允許的。請重新儲存為只含權重的檔案。",
    ),
    "file_whole_model": (
        "{path} holds a whole model, not weights alone. Set load_mode to full_model, or save it again with save_mode "
        "state_dict.",
        "{path} 存放的是整個模型，而不只是權重。請把 load_mode 設為 full_model，或以 save_mode state_dict 重新儲存。",
    ),
    "checkpoint_foreign": (
        "{path} is no checkpoint: {missing} is missing or of another kind. Use ModelLoader for plain weights.",
        "{path} 不是檢查點：缺少 {missing} 或類型不符。若只有權重，請使用 ModelLoader。",
    ),
    "weights_mismatch": (
        "{path} does not fit the model. Missing: {missing}; not in the model: {unexpected}; other shapes: {shapes}. "
        "Build the model with which it was saved.",
        "{path} 與模型不符。缺少：{missing}；模型中沒有：{unexpected}；形狀不同：{shapes}。請建立與儲存時相同的模型。",
    ),
    "optimizer_mismatch": (
        "{path} does not fit the {type} optimizer ({what}). Choose the type with which it was saved.",
        "{path} 與最佳化器 {type} 不符（{what}）。請選擇儲存時所用的類型。",
    ),
    "optimizer_step_failed": (
        "The optimizer {type} or its schedule cannot take a step: {message}. "
        "Check their settings; after a resume, resume from another checkpoint.",
        "最佳化器 {type} 或其排程無法更新：{message}。請檢查它們的設定；若是接續執行，請改用其他檢查點。",
    ),
    "resume_state_bad": (
        "The checkpoint's {what} cannot be used: {message}. Resume from another checkpoint.",
        "無法使用檢查點中的 {what}：{message}。請從其他檢查點繼續。",
    ),
    "resume_order_changed": (
        "The data loader is another than the checkpoint's, so epoch {epoch} starts over from its first batch.",
        "資料載入器與建立檢查點時不同，因此第 {epoch} 個訓練週期會從第一個批次重新開始。",
    ),
    "epoch_negative": ("epoch must be 0 or more, not {epoch}.", "epoch 必須是 0 以上，而不是 {epoch}。"),
    "format_mismatch": (
        "safetensors holds weights only. Set save_mode to state_dict, or format to pytorch.",
        "safetensors 只能存放權重。請將 save_mode 設為 state_dict，或將 format 設為 pytorch。",
    ),
    "model_not_saved": (
        "The model holds {names}, which could not be loaded again as a whole. Save it as state_dict.",
        "模型包含 {names}，日後無法整個載入。請儲存為 state_dict。",
    ),
    "weights_foreign": ("{path} holds no weights. Choose another file.", "{path} 沒有權重。請選擇其他檔案。"),
    "model_foreign": (
        "{path} holds no whole model. Set load_mode to state_dict and connect a model.",
        "{path} 沒有完整的模型。請將 load_mode 設為 state_dict，並連接一個模型。",
    ),
}
