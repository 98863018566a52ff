"""Reasons of people's files, presets and own nodes: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "file_not_found": (
        "There is no file {file} here. List the files again; it may have been renamed or deleted.",
        "這裡沒有檔案 {file}。請重新列出檔案；它可能已被改名或刪除。",
    ),
    "file_type_refused": (
        "{file} is not of a type that is kept here. Files here end with {allowed}.",
        "這裡不存放 {file} 這種類型的檔案。可接受的副檔名為 {allowed}。",
    ),
    "file_exists": (
        "There is already a file {file} with other content. Choose another name, or upload with overwrite=true to"
        " replace it.",
        "已有名為 {file} 但內容不同的檔案。請改用其他名稱，或以 overwrite=true 上傳來取代。",
    ),
    "file_case_clash": (
        "{file} differs from the existing {existing} only in upper and lower case; some systems cannot tell the two"
        " apart. Choose another name, or delete {existing} first.",
        "{file} 與現有的 {existing} 只有大小寫不同，部分系統無法區分兩者。請改用其他名稱，或先刪除 {existing}。",
    ),
    "disk_full": (
        "The disk is full, so {file} was not stored. Make room and try again; nothing of it was left behind.",
        "磁碟空間已滿，因此未儲存 {file}。請騰出空間後再試一次；不會留下任何殘餘內容。",
    ),
    "upload_too_large": (
        "The file is over the limit of {limit_bytes} bytes. Send a smaller one, or raise CODEFYUI_MAX_UPLOAD_SIZE.",
        "檔案超過 {limit_bytes} 位元組的上限。請上傳較小的檔案，或提高 CODEFYUI_MAX_UPLOAD_SIZE。",
    ),
    "upload_not_form": (
        "An upload is a multipart/form-data body with a part called file that has a file name. Send it like that.",
        "上傳內容必須是 multipart/form-data，且含有名為 file 並帶有檔名的部分。請以這種形式傳送。",
    ),
    "upload_broken": (
        "The upload is damaged: {problem}. Check the network and send it again; nothing of it was kept.",
        "上傳內容已損壞：{problem}。請檢查網路後重新傳送；不會保留任何部分。",
    ),
    "custom_syntax": (
        "Line {line} is not valid Python: {message}. Correct the file and upload it again.",
        "第 {line} 行不是有效的 Python：{message}。請更正檔案後重新上傳。",
    ),
    "custom_import_failed": (
        "Loading the file raised {error_type}: {message}. Correct the file, or install what it needs, and reload.",
        "載入檔案時發生 {error_type}：{message}。請更正檔案或安裝所需的套件，然後重新載入。",
    ),
    "custom_exits": (
        "The file ends the program when it is loaded. Take the call that does so out of it.",
        "載入此檔案會使程式結束。請移除造成結束的呼叫。",
    ),
    "custom_too_slow": (
        "Loading the file took longer than {seconds} seconds and was ended. Move the work into execute(), and reload.",
        "載入此檔案超過 {seconds} 秒，已中止。請將該工作移到 execute() 中，然後重新載入。",
    ),
    "custom_no_node": (
        "The file defines no node: no class that is derived from Node and has a SPEC. See docs/custom-nodes.md.",
        "檔案中沒有定義節點：沒有繼承 Node 且具有 SPEC 的類別。請參閱 docs/custom-nodes.md。",
    ),
    "custom_bad_spec": (
        "The SPEC of {node_class} cannot be used: {problem}. Correct it; docs/custom-nodes.md has an example.",
        "{node_class} 的 SPEC 無法使用：{problem}。請更正；docs/custom-nodes.md 中有範例。",
    ),
    "custom_duplicate_type": (
        "The node type {node_type} is already defined by {other}. Give yours another name.",
        "節點類型 {node_type} 已由 {other} 定義。請改用其他名稱。",
    ),
    "custom_name_reserved": (
        "{file} begins with two underscores; such names are Python's own. Choose another name.",
        "{file} 以兩個底線開頭，這類名稱保留給 Python。請改用其他名稱。",
    ),
    "preset_exists": (
        "There is already a preset called {preset}, or one whose file would have the same name. Choose another name.",
        "已有名為 {preset} 的預設組，或檔名會相同的預設組。請改用其他名稱。",
    ),
    "preset_bundled": (
        "The preset {preset} came with the program and cannot be deleted. Save one of your own under the same name to "
        "use it instead.",
        "預設組 {preset} 是隨程式提供的，無法刪除。若要改用自己的版本，請以相同名稱儲存一個。",
    ),
    "preset_without_nodes": (
        "There are no nodes to make a preset of; notes and Start nodes do not count. Draw some first.",
        "沒有可製成預設組的節點；附註與 Start 節點不計入。請先加入節點。",
    ),
    "preset_of_cards": (
        "Node {node} is a block or a preset itself, and a preset cannot hold one. Open it up first.",
        "節點 {node} 本身是區塊或預設組，而預設組不能包含它們。請先將其展開。",
    ),
    "preset_without_ports": (
        "Every port is connected, so nothing could be connected to this preset. Leave at least one port open.",
        "所有連接埠都已連接，因此無法再連接這個預設組。請至少保留一個未連接的連接埠。",
    ),
}
