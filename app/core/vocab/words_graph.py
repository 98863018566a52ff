"""Reasons of the graph rooms: code -> (English, zh-TW)."""

from __future__ import annotations

_FILE: dict[str, tuple[str, str]] = {
    "json_empty": (
        "There is nothing here. Choose a graph file that was saved from the editor, or send a document.",
        "內容是空的。請選擇由編輯器儲存的圖檔案，或傳送一份文件。",
    ),
    "json_is_html": (
        "This is a web page, not JSON. Download the file itself instead of the page that shows it.",
        "這是網頁，不是 JSON。請下載檔案本身，而不是顯示該檔案的網頁。",
    ),
    "json_is_markup": (
        "This begins like XML or HTML, not like JSON. Choose a graph file that was saved from the editor.",
        "內容開頭像 XML 或 HTML，而不是 JSON。請選擇由編輯器儲存的圖檔案。",
    ),
    "json_utf16": (
        "The text is encoded as UTF-16. Save it again as UTF-8.",
        "文字使用 UTF-16 編碼。請改用 UTF-8 重新儲存。",
    ),
    "json_binary": (
        "This is binary data, not text. Choose a graph file that was saved from the editor.",
        "內容是二進位資料，不是文字。請選擇由編輯器儲存的圖檔案。",
    ),
    "json_not_utf8": (
        "The text is not valid UTF-8 (at byte {offset}). Save it again as UTF-8.",
        "文字不是有效的 UTF-8（位元組位置 {offset}）。請改用 UTF-8 重新儲存。",
    ),
    "json_malformed": (
        "The text is not valid JSON: see line {line}, column {column}.",
        "文字不是有效的 JSON：請檢查第 {line} 行第 {column} 欄。",
    ),
    "json_key_twice": (
        "The key {key} stands twice in one object. Remove one of the two.",
        "同一個物件中出現兩次名稱 {key}。請移除其中一個。",
    ),
    "json_half_character": (
        "Line {line}, column {column} holds half a character (a lone surrogate). Replace it by a whole one.",
        "第 {line} 行第 {column} 欄只有半個字元（單獨的代理碼）。請改成完整的字元。",
    ),
    "json_bad_number": (
        "{number} is no number that JSON knows. Replace it by a finite number or null.",
        "{number} 不是 JSON 認可的數字。請改成有限的數字或 null。",
    ),
    "json_huge_number": (
        "The text holds an integer with thousands of digits. Replace it by a smaller number.",
        "文字中有一個長達數千位的整數。請改成較小的數字。",
    ),
    "json_too_deep": (
        "Lists and objects lie more than {limit} levels inside one another. Flatten the document.",
        "清單與物件的巢狀層數超過 {limit} 層。請減少巢狀層數。",
    ),
    "graph_not_object": (
        "A graph is a JSON object with a list of nodes; this is a {found}.",
        "圖必須是含有節點清單的 JSON 物件；這裡的內容是 {found}。",
    ),
    "graph_without_nodes": (
        'The document has no "nodes". Choose a graph file that was saved from the editor.',
        "文件中沒有「nodes」。請選擇由編輯器儲存的圖檔案。",
    ),
    "graph_other_format": (
        "This is a workflow of {program}. Its nodes do not exist here; open it there.",
        "這是 {program} 的工作流程，這裡沒有它的節點。請用原本的程式開啟。",
    ),
    "format_version_newer": (
        "The file has format version {version}; this program knows up to {known}. Update before you save it here.",
        "檔案的格式版本是 {version}，此程式只支援到 {known}。請先更新程式再儲存。",
    ),
    "field_wrong_type": (
        "{path} has to be of type {expected}, not {found}.",
        "{path} 的型別必須是 {expected}，不能是 {found}。",
    ),
    "field_missing": (
        "{path} is missing or empty. Give it a text.",
        "缺少 {path} 或其內容為空。請填入文字。",
    ),
    "field_too_long": (
        "{path} is longer than {limit} characters. Shorten it.",
        "{path} 超過 {limit} 個字元。請縮短它。",
    ),
    "field_unknown_value": (
        '{path} is "{given}"; it can be one of: {allowed}.',
        "{path} 是「{given}」；只能是下列其中之一：{allowed}。",
    ),
    "more_problems": (
        "There are {count} more problems. Mend the ones above and check again.",
        "另外還有 {count} 個問題。請先修正上面列出的問題，再檢查一次。",
    ),
}

_SHAPE: dict[str, tuple[str, str]] = {
    "graph_empty": (
        "The graph has no nodes. Add some before running it.",
        "圖中沒有任何節點。請先加入節點再執行。",
    ),
    "no_entry_points": (
        "Nothing says where to begin. Add a Start node and connect its trigger to the first node.",
        "沒有指定從哪裡開始。請加入 Start 節點，並把它的觸發連到第一個節點。",
    ),
    "graph_cycle": (
        "These nodes feed one another in a circle: {path}. Remove one of the edges.",
        "這些節點互相連成迴圈：{path}。請移除其中一條連線。",
    ),
    "graph_too_large": (
        "With its blocks unfolded the graph passes {limit} nodes. Use fewer or smaller blocks; see node {node}.",
        "展開區塊後，圖的節點超過 {limit} 個。請減少或縮小區塊；請檢查節點 {node}。",
    ),
    "duplicate_node_id": (
        '{count} nodes have the id "{node}". Give each one an id of its own.',
        "有 {count} 個節點使用相同的 id「{node}」。請讓每個節點有自己的 id。",
    ),
    "duplicate_flattened_id": (
        'Unfolding the blocks gives two nodes the id "{node}". Rename the node on the canvas or the block.',
        "展開區塊後有兩個節點的 id 都是「{node}」。請重新命名畫布上的節點或區塊。",
    ),
    "edge_dangling": (
        'Edge "{edge}" leads to a node that does not exist: {missing}. Remove it or connect it again.',
        "連線「{edge}」連到不存在的節點：{missing}。請移除或重新連接。",
    ),
    "trigger_not_from_start": (
        "A trigger into {target} comes from {node}, which is no Start node. Triggers begin at a Start node.",
        "通往 {target} 的觸發來自 {node}，但它不是 Start 節點。觸發必須從 Start 節點開始。",
    ),
    "trigger_into_start": (
        "A trigger leads into the Start node {node}. Connect it to the node that should begin.",
        "有觸發連到 Start 節點 {node}。請改連到要開始執行的節點。",
    ),
    "start_edge_is_data": (
        'The edge from the Start node {node} to {target} carries data. Give it the type "trigger".',
        "從 Start 節點 {node} 到 {target} 的連線是資料連線。請把類型改成「trigger」。",
    ),
    "invalid_settings": (
        'The graph\'s setting {setting} is "{given}"; allowed: {allowed}.',
        "圖的設定 {setting} 是「{given}」；允許的值：{allowed}。",
    ),
    "untriggered_input": (
        'The input "{name}" (node {node}) has no trigger, so a call would not start it. Connect a Start node.',
        "輸入「{name}」（節點 {node}）沒有觸發，呼叫圖時不會啟動它。請連接 Start 節點。",
    ),
    "unreachable_output": (
        'The output "{name}" (node {node}) is not among what runs. Connect it to something that a Start node reaches.',
        "輸出「{name}」（節點 {node}）不在會執行的範圍內。請把它連到 Start 節點能到達的部分。",
    ),
    "contract_bad_name": (
        'Node {node}: "{name}" cannot be the name of an input or output. Use letters, digits and _, at most 64, '
        "not beginning with a digit.",
        "節點 {node}：「{name}」不能當作輸入或輸出的名稱。請使用英文字母、數字與 _，最多 64 個字元，且不能以數字開頭。",
    ),
    "contract_duplicate_name": (
        'Nodes {first} and {node} both have the name "{name}". Rename one of them.',
        "節點 {first} 與 {node} 的名稱都是「{name}」。請重新命名其中一個。",
    ),
}

_BLOCKS: dict[str, tuple[str, str]] = {
    "bypass_on_container": (
        "Node {node} is a block and cannot be bypassed. Bypass the nodes inside it or remove its edges.",
        "節點 {node} 是區塊，不能略過。請略過區塊內的節點，或移除它的連線。",
    ),
    "bypass_without_match": (
        "Node {node} cannot be bypassed: its output {port} is a {port_type} and it has no such input to pass on.",
        "節點 {node} 不能略過：它的輸出 {port} 是 {port_type}，但沒有同型別的輸入可以轉送。",
    ),
    "preset_holds_subgraph": (
        'Node {node}: the preset "{preset}" holds a subgraph, which presets cannot. Unfold it first.',
        "節點 {node}：預設組合「{preset}」含有子圖，這並不支援。請先展開子圖再建立預設組合。",
    ),
    "unknown_preset": (
        'Node {node}: there is no preset "{preset}", neither in the graph nor installed. Install it.',
        "節點 {node}：圖中與已安裝的項目裡都沒有預設組合「{preset}」。請安裝它。",
    ),
    "unknown_subgraph": (
        'Node {node}: the graph has no subgraph "{subgraph}". Remove the node or bring the definition back.',
        "節點 {node}：圖中沒有子圖「{subgraph}」。請移除此節點或補回定義。",
    ),
    "map_without_preset": (
        "Node {node} has no preset to run for each item. Write the name of an installed preset into subgraph.",
        "節點 {node} 沒有指定要對每一項執行的預設組合。請在 subgraph 填入已安裝的預設組合名稱。",
    ),
    "map_preset_unknown": (
        'Node {node}: no preset "{preset}" is installed{closest:; similar: %s}. Map runs installed presets alone: '
        "install it, or correct the name.",
        "節點 {node}：沒有安裝名為「{preset}」的預設組合{closest:；相近的有：%s}。"
        "Map 只執行已安裝的預設組合：請安裝，或更正名稱。",
    ),
    "map_preset_without_ports": (
        'Node {node}: the preset "{preset}" has an empty list {missing}. Map sends items into its first open input and '
        "takes results from its first open output: make a preset that has both.",
        "節點 {node}：預設組合「{preset}」的 {missing} 是空的。Map 把項目送進第一個開放的輸入，"
        "並從第一個開放的輸出取得結果：請建立兩者都有的預設組合。",
    ),
    "map_without_result": (
        'Node {node}: nothing feeds the first open output of the preset "{preset}", since what did is bypassed. '
        "Take the bypass away in the preset.",
        "節點 {node}：預設組合「{preset}」的第一個開放輸出沒有來源，因為原本的節點已略過。請在預設組合中取消略過。",
    ),
    "map_recursion": (
        "Node {node} runs a preset that it lies in itself: {path}. Choose another preset.",
        "節點 {node} 執行的預設組合包含它自己：{path}。請選擇其他預設組合。",
    ),
    "malformed_preset": (
        'Node {node}: the definition of preset "{preset}" is damaged at {where}. Make the preset again.',
        "節點 {node}：預設組合「{preset}」的定義在 {where} 損壞。請重新建立。",
    ),
    "malformed_subgraph": (
        'Node {node}: the definition of subgraph "{subgraph}" is damaged at {where}. Mend it or make it again.',
        "節點 {node}：子圖「{subgraph}」的定義在 {where} 損壞。請修正或重新建立。",
    ),
    "preset_recursion": (
        "Node {node}: the preset contains itself: {path}. Take it out of its own inside.",
        "節點 {node}：預設組合包含自己：{path}。請從內部移除它自己。",
    ),
    "subgraph_recursion": (
        "Node {node}: the subgraph contains itself: {path}. Take it out of its own inside.",
        "節點 {node}：子圖包含自己：{path}。請從內部移除它自己。",
    ),
    "nesting_too_deep": (
        "Node {node} lies in more than {limit} blocks. Unfold some of them.",
        "節點 {node} 所在的區塊超過 {limit} 層。請展開其中一些區塊。",
    ),
    "port_not_exposed": (
        'Block {node} has no port "{port}" to the outside; it has: {allowed}. Connect one of those.',
        "區塊 {node} 對外沒有連接埠「{port}」；可用的有：{allowed}。請改連到其中一個。",
    ),
    "unknown_inner_node": (
        'Block {node} sets params of "{inner}", which it does not contain. They are ignored.',
        "區塊 {node} 設定了「{inner}」的參數，但其中沒有這個節點。這些設定會被忽略。",
    ),
}

_NODES: dict[str, tuple[str, str]] = {
    "unknown_node_type": (
        'Node {node}: the type "{node_type}" is not installed here{closest: (similar: %s)}. Install what brings it or '
        "choose another.",
        "節點 {node}：這裡沒有安裝類型「{node_type}」{closest:（相近的有：%s）}。請安裝提供它的套件或改用其他類型。",
    ),
    "plugin_type_guessed": (
        'Node {node}: "{node_type}" is taken as {chosen}. Write the full name to be sure.',
        "節點 {node}：「{node_type}」視為 {chosen}。請寫出完整名稱以避免混淆。",
    ),
    "input_not_fed": (
        "Node {node} ({node_type}) needs a {port_type} at its input {port}. Connect one.",
        "節點 {node}（{node_type}）的輸入 {port} 需要 {port_type}。請連接一個。",
    ),
    "unknown_input_port": (
        'Node {node} has no input "{port}"; it has: {allowed}. Connect the edge again.',
        "節點 {node} 沒有輸入「{port}」；可用的有：{allowed}。請重新連接。",
    ),
    "unknown_output_port": (
        'Node {node} has no output "{port}"; it has: {allowed}. Connect the edge again.',
        "節點 {node} 沒有輸出「{port}」；可用的有：{allowed}。請重新連接。",
    ),
    "type_mismatch": (
        "Input {port} of {node} takes a {port_type}, but {source_port} of {source} gives a {source_type}. "
        "Connect a matching output.",
        "{node} 的輸入 {port} 需要 {port_type}，但 {source} 的 {source_port} 是 {source_type}。請改接型別相符的輸出。",
    ),
    "several_writers": (
        "Several edges lead to input {port} of {node}. The last one, from {used}, counts; {unused} is not used.",
        "有多條連線通往 {node} 的輸入 {port}。只採用最後一條（來自 {used}）；{unused} 不會使用。",
    ),
}

_PARAMS: dict[str, tuple[str, str]] = {
    "param_wrong_type": (
        'Node {node}: param {param} has to be of type {expected}; it is "{given}".',
        "節點 {node}：參數 {param} 的型別必須是 {expected}，目前是「{given}」。",
    ),
    "param_not_finite": (
        'Node {node}: param {param} has to be a finite number; it is "{given}".',
        "節點 {node}：參數 {param} 必須是有限的數字，目前是「{given}」。",
    ),
    "param_out_of_range": (
        "Node {node}: param {param} is {given}; allowed: {allowed}.",
        "節點 {node}：參數 {param} 是 {given}；允許的範圍：{allowed}。",
    ),
    "param_unknown_option": (
        'Node {node}: param {param} is "{given}"; choose one of: {allowed}.',
        "節點 {node}：參數 {param} 是「{given}」；請選擇下列其中之一：{allowed}。",
    ),
    "param_bad_device": (
        'Node {node}: param {param} is "{given}", which names no device; allowed: {allowed}.',
        "節點 {node}：參數 {param} 是「{given}」，不是有效的裝置；允許的值：{allowed}。",
    ),
    "param_bad_path": (
        "Node {node}: param {param} holds a character that no path can have. Type the path again.",
        "節點 {node}：參數 {param} 含有路徑不允許的字元。請重新輸入路徑。",
    ),
    "param_ragged_grid": (
        "Node {node}: the lists of param {param} are not all of one length. Make every row equally long.",
        "節點 {node}：參數 {param} 的清單長度不一致。請讓每一列的長度相同。",
    ),
    "param_grid_too_deep": (
        "Node {node}: param {param} has more than {limit} dimensions. Use fewer.",
        "節點 {node}：參數 {param} 的維度超過 {limit}。請減少維度。",
    ),
    "param_unknown": (
        'Node {node}: {node_type} has no param "{param}". It is ignored.',
        "節點 {node}：{node_type} 沒有參數「{param}」。此設定會被忽略。",
    ),
}

_LIBRARY: dict[str, tuple[str, str]] = {
    "name_empty": (
        "The name is empty. Type one.",
        "名稱是空的。請輸入名稱。",
    ),
    "name_has_characters": (
        '"{name}" cannot be a file name because of: {characters}. Choose a name without these.',
        "「{name}」不能當作檔案名稱，因為含有：{characters}。請改用不含這些字元的名稱。",
    ),
    "name_too_long": (
        '"{name}" is longer than {limit} bytes. Choose a shorter name.',
        "「{name}」超過 {limit} 個位元組。請改用較短的名稱。",
    ),
    "name_ends_badly": (
        '"{name}" ends with a dot or a space, which not every system allows. Remove it.',
        "「{name}」以句點或空格結尾，並非所有系統都支援。請移除結尾的字元。",
    ),
    "name_is_device": (
        '"{name}" is a device on Windows and cannot be a file name. Choose another name.',
        "「{name}」在 Windows 上是裝置名稱，不能當作檔案名稱。請改用其他名稱。",
    ),
    "path_leaves_folder": (
        '"{path}" leads out of its folder. Give a path inside it.',
        "「{path}」指向資料夾之外。請使用資料夾內的路徑。",
    ),
    "file_not_written": (
        "{file} could not be written ({why}). Check free space and permissions, then try again.",
        "無法寫入 {file}（{why}）。請檢查可用空間與權限，然後再試一次。",
    ),
    "file_not_read": (
        "{file} could not be read ({why}). Check its permissions.",
        "無法讀取 {file}（{why}）。請檢查檔案權限。",
    ),
    "graph_not_found": (
        'There is no saved graph "{name}". Look at the list of saved graphs.',
        "沒有已儲存的圖「{name}」。請查看已儲存的圖清單。",
    ),
    "graph_version_not_found": (
        "{file} has no version {revision} any more. Look at the list of its versions.",
        "{file} 已經沒有版本 {revision}。請查看版本清單。",
    ),
    "graph_unreadable": (
        "{file} cannot be read as a graph ({why}). Mend it in a text editor or go back to an earlier version.",
        "無法將 {file} 讀取為圖（{why}）。請用文字編輯器修正，或還原到較早的版本。",
    ),
    "graph_exists": (
        '"{name}" would be saved as {file}, which exists already. Choose another name or overwrite it.',
        "「{name}」會儲存為 {file}，但該檔案已經存在。請改用其他名稱或覆寫它。",
    ),
    "revision_conflict": (
        "{file} has been changed since you opened it: it is at revision {revision}, not {given}. Load it again or save "
        "under another name.",
        "{file} 在你開啟之後已經變更：目前是修訂 {revision}，不是 {given}。請重新載入，或以其他名稱儲存。",
    ),
    "example_not_found": (
        'There is no example "{path}". Look at the list of examples.',
        "沒有範例「{path}」。請查看範例清單。",
    ),
    "preset_file_damaged": (
        "The preset file {file} cannot be used ({why}). Mend or remove it.",
        "無法使用預設組合檔案 {file}（{why}）。請修正或移除它。",
    ),
    "preset_file_twice": (
        'The preset file {file} is ignored: another one is already named "{preset}". Rename one of them.',
        "已忽略預設組合檔案 {file}：已有另一個名為「{preset}」。請重新命名其中一個。",
    ),
}

WORDS: dict[str, tuple[str, str]] = {**_FILE, **_SHAPE, **_BLOCKS, **_NODES, **_PARAMS, **_LIBRARY}
