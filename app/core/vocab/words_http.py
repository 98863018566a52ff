"""Reasons of the http rooms: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "host_not_allowed": (
        "This server does not answer to that host name. Use its address, or add it to CODEFYUI_EXTRA_ALLOWED_HOSTS.",
        "此伺服器不接受這個主機名稱。請改用伺服器的位址，或將名稱加入 CODEFYUI_EXTRA_ALLOWED_HOSTS。",
    ),
    "foreign_origin": (
        "Pages of {origin} may not do this. Open the page of this server itself, or add the origin to"
        " CODEFYUI_CORS_ORIGINS.",
        "來自 {origin} 的網頁不得執行此操作。請開啟此伺服器自己的頁面，或將來源加入 CODEFYUI_CORS_ORIGINS。",
    ),
    "token_missing": (
        "This needs the session token in the header X-CodefyUI-Token. Each start writes a new one to session.token.",
        "此操作需要在 X-CodefyUI-Token 標頭中提供工作階段權杖。權杖位於 session.token，每次啟動都會更換。",
    ),
    "token_wrong": (
        "The session token in X-CodefyUI-Token is not the current one. Read session.token again; it changes at every"
        " start.",
        "X-CodefyUI-Token 中的工作階段權杖不是目前有效的權杖。請重新讀取 session.token；每次啟動都會更換。",
    ),
    "body_too_large": (
        "The request body is over the limit of {limit_bytes} bytes. Send less, or raise the limit in the settings.",
        "請求內容超過 {limit_bytes} 位元組的上限。請減少內容，或在設定中提高上限。",
    ),
    "body_too_slow": (
        "The request body did not arrive in time. Check the network and send it again.",
        "請求內容未能及時送達。請檢查網路後重新傳送。",
    ),
    "encoding_not_supported": (
        "A body with Content-Encoding {encoding} is not accepted. Send it uncompressed.",
        "不接受 Content-Encoding 為 {encoding} 的內容。請以未壓縮的形式傳送。",
    ),
    "beyond_loopback": (
        "The server listens on {host}: everyone on that network can read the session token from /api/auth/bootstrap "
        "and with it start runs, which may read and write this account's files. Use --host 127.0.0.1 unless all of "
        "them are trusted.",
        "伺服器監聽 {host}：該網路上的所有人都能從 /api/auth/bootstrap 取得工作階段權杖，並用它開始執行，"
        "進而讀寫此帳號的檔案。除非信任所有人，否則請使用 --host 127.0.0.1。",
    ),
    "invalid_request": (
        "These parts of the request are not as documented: {where}. The documentation is at /openapi.json.",
        "請求中的下列部分不符合文件：{where}。文件位於 /openapi.json。",
    ),
    "not_found_path": (
        "There is nothing at {path}. The paths that exist are listed in /openapi.json.",
        "{path} 不存在。現有路徑列於 /openapi.json。",
    ),
    "not_available": (
        "{path} belongs to a part that this version does not have. Use another way, or a later version.",
        "{path} 屬於此版本尚未提供的部分。請改用其他方式，或使用更新的版本。",
    ),
    "method_not_allowed": (
        "{path} does not take {method}. It takes {allowed}.",
        "{path} 不支援 {method}。支援的方法為 {allowed}。",
    ),
    "bad_http": (
        "The request is not HTTP as this server understands it. Check the client and its proxy.",
        "此請求不是伺服器能理解的 HTTP。請檢查用戶端與其代理伺服器。",
    ),
    "internal": (
        "Something went wrong inside the server (id {id}). The log has the details under that id; please report it.",
        "伺服器內部發生錯誤（編號 {id}）。詳細資訊記錄於記錄檔中的同一編號；請回報此問題。",
    ),
    "websocket_only": (
        "{path} is a WebSocket. Open it with a WebSocket client, not with a plain request.",
        "{path} 是 WebSocket。請以 WebSocket 用戶端開啟，而非一般請求。",
    ),
    "message_not_text": (
        "Binary messages are not understood here. Send JSON as a text message.",
        "此處不接受二進位訊息。請以文字訊息傳送 JSON。",
    ),
    "message_not_object": (
        "A message must be a JSON object with an `action`. Send such an object.",
        "訊息必須是含有 `action` 的 JSON 物件。請傳送這樣的物件。",
    ),
    "message_not_json": (
        "A message must be JSON, and this is empty or something else. Send a JSON object with an `action`.",
        "訊息必須是 JSON，但收到的內容是空的或是其他格式。請傳送含有 `action` 的 JSON 物件。",
    ),
    "run_id_not_text": (
        "`run_id` of the action `{action}` cannot be {value}. Send the id of a run as text, as `attached` and"
        " GET /api/runs tell it.",
        "動作 `{action}` 的 `run_id` 不能是 {value}。請以文字傳送執行的識別碼，"
        "可從 `attached` 訊息與 GET /api/runs 取得。",
    ),
    "unknown_action": (
        "There is no action `{action}`. Known ones: {known}.",
        "沒有名為 `{action}` 的動作。可用的有：{known}。",
    ),
    "bad_field": (
        "`{field}` of the action `{action}` cannot be {value}. It takes {expected}.",
        "動作 `{action}` 的 `{field}` 不能是 {value}。可接受的值：{expected}。",
    ),
    "starting": (
        "The server is still starting. Ask again in a moment.",
        "伺服器仍在啟動中。請稍後再試。",
    ),
    "range_not_satisfiable": (
        "The range {range} is not within this file of {size_bytes} bytes. Ask for a part that is, or for all of it.",
        "範圍 {range} 不在這個 {size_bytes} 位元組的檔案內。請改為要求檔案內的部分，或整個檔案。",
    ),
    "file_changed": (
        "{file} is not as it was when you last looked: If-Match or If-Unmodified-Since names another state. Ask again"
        " without it.",
        "{file} 已經與先前不同：If-Match 或 If-Unmodified-Since 指的是另一個狀態。請移除該標頭後重新要求。",
    ),
    "node_type_not_found": (
        "There is no node type {name}. GET /api/nodes lists those that exist.",
        "沒有 {name} 這個節點類型。GET /api/nodes 會列出現有的類型。",
    ),
    "preset_not_found": ("There is no preset {name}. Check its name.", "沒有 {name} 這個預設組。請檢查名稱。"),
    "artifact_not_found": (
        "Run {run_id} has no artifact {artifact_id}. List its artifacts again.",
        "執行 {run_id} 沒有編號 {artifact_id} 的產出檔案。請重新列出其產出。",
    ),
    "artifact_gone": (
        "The file of artifact {artifact_id} is no longer there. It was moved or deleted.",
        "編號 {artifact_id} 的產出檔案已不存在，可能已被移動或刪除。",
    ),
    "artifact_elsewhere": (
        "Artifact {artifact_id} does not lie in a folder of this server, so it is not served. Look at its path.",
        "編號 {artifact_id} 的產出不在此伺服器的資料夾中，因此不提供下載。請查看其路徑。",
    ),
    "artifact_is_folder": (
        "Artifact {artifact_id} is a folder. Open it at its path on the server.",
        "編號 {artifact_id} 的產出是資料夾。請在伺服器上以其路徑開啟。",
    ),
    "revision_unreadable": (
        "The header If-Match must hold the revision, a whole number. Load the graph again to see it.",
        "If-Match 標頭必須是整數的版次。請重新載入圖以取得版次。",
    ),
    "address_in_use": (
        "Port {port} on {host} is already in use. Stop the other program, or choose another port with --port.",
        "{host} 的連接埠 {port} 已被使用。請停止另一個程式，或以 --port 選擇其他連接埠。",
    ),
    "address_unusable": (
        "The server cannot listen on {host}, port {port}: {problem}. Choose another address with --host.",
        "伺服器無法在 {host} 的連接埠 {port} 上監聽：{problem}。請以 --host 選擇其他位址。",
    ),
    "folder_unwritable": (
        "The folder {folder} cannot be written: {problem}. Change its rights, or choose another with {setting}.",
        "無法寫入資料夾 {folder}：{problem}。請調整其權限，或以 {setting} 選擇其他資料夾。",
    ),
    "settings_file_unreadable": (
        "The settings in {file} cannot be read. Correct the file, or delete it to start from the defaults.",
        "無法讀取 {file} 中的設定。請更正該檔案，或將其刪除以使用預設值。",
    ),
    "setting_unknown": (
        "There is no setting {name}. GET /api/settings lists those that exist.",
        "沒有 {name} 這個設定。GET /api/settings 會列出現有的設定。",
    ),
    "setting_out_of_range": (
        "{name} is {value}, which is outside {low} to {high}. Set a number in that range.",
        "{name} 的值為 {value}，超出 {low} 到 {high} 的範圍。請設定範圍內的數字。",
    ),
    "setting_not_a_number": (
        "{name} is {value}, which is not a whole number. Set one, or remove it.",
        "{name} 的值為 {value}，不是整數。請設定整數，或移除此設定。",
    ),
    "setting_not_a_flag": (
        "{name} is {value}, which is neither 1 nor 0. Set one of the two, or remove it.",
        "{name} 的值為 {value}，既不是 1 也不是 0。請設定其中之一，或移除此設定。",
    ),
    "setting_not_a_choice": (
        "{name} is {value}. Set one of {choices}, or remove it.",
        "{name} 的值為 {value}。請設定為 {choices} 之一，或移除此設定。",
    ),
    "setting_not_a_path": (
        "{name} is {value}, which is not a path. Set one, or remove it.",
        "{name} 的值為 {value}，不是路徑。請設定路徑，或移除此設定。",
    ),
    "setting_not_a_text": (
        "{name} is {value}, which is too long or no text. Set a shorter text, or remove it.",
        "{name} 的值為 {value}，過長或不是文字。請設定較短的文字，或移除此設定。",
    ),
    "setting_bad_text": (
        "{name} holds a control character. Remove that character.",
        "{name} 含有控制字元。請移除該字元。",
    ),
    "setting_from_environment": (
        "{name} is set by an environment variable, which wins. Change the variable and start again.",
        "{name} 由環境變數設定，且環境變數優先。請更改該變數後重新啟動。",
    ),
    "setting_only_environment": (
        "{name} can only be set by its environment variable. Set that and start again.",
        "{name} 只能由環境變數設定。請設定該變數後重新啟動。",
    ),
}
