"""Sentences about secret values: remembering them, and runs that need some."""

WORDS: dict[str, tuple[str, str]] = {
    "secrets_gone": (
        "Node {node_id} needs a value for its secret param {param}, and the one it had is no longer there. Enter it in"
        " the graph and submit that, or have it remembered and requeue the run.",
        "節點 {node_id} 的機密參數 {param} 需要一個值，而原有的值已不存在。請在圖中輸入後重新提交，"
        "或先讓程式記住該值，再將執行重新排入佇列。",
    ),
    "bad_secret_name": (
        "This is no name for a secret. A scope is `params` or the like, or `graph:` and a graph's name, up to"
        " {scope_limit} characters; a name has 1 to {name_limit} printable characters.",
        "這不是可用的機密名稱。範圍為 `params` 之類的字詞，或 `graph:` 加上圖的名稱，最多 {scope_limit} 個字元；"
        "名稱須為 1 到 {name_limit} 個可顯示的字元。",
    ),
    "secret_empty": (
        "An empty text is no secret. To forget one, delete it.",
        "空白文字不是機密值。若要忘記某個值，請將它刪除。",
    ),
    "secret_too_long": (
        "A secret may have {limit} bytes in UTF-8. Keep longer ones in a file and give its path.",
        "機密值最多 {limit} 位元組（UTF-8）。更長的內容請放在檔案中，並改為提供路徑。",
    ),
    "secret_not_found": (
        "Nothing is remembered as {name} in {scope}. Look at the list for what is.",
        "{scope} 中沒有記住名為 {name} 的值。請查看清單。",
    ),
    "secrets_full": (
        "{limit} secrets are remembered, which is the most there can be. Delete some first.",
        "已記住 {limit} 個機密值，達到上限。請先刪除一部分。",
    ),
    "secrets_store_failed": (
        "The store of secrets ({store}) did not do it: {problem}. Nothing else was changed. Try again; if it stays so,"
        " look whether the keyring or the disk works.",
        "機密值的儲存位置（{store}）未能完成：{problem}。其他內容沒有變更。請再試一次；若仍失敗，請檢查鑰匙圈或磁碟。",
    ),
    "secrets_store_silent": (
        "The store of secrets has not answered within {seconds} s. If the system asks for a password to unlock the"
        " keyring, enter it and try again.",
        "機密值的儲存位置在 {seconds} 秒內沒有回應。若系統要求輸入密碼以解鎖鑰匙圈，請輸入後再試一次。",
    ),
    "secrets_file_unreadable": (
        "{file} cannot be read ({why}), and is left as it is. Mend it or move it away.",
        "無法讀取 {file}（{why}），檔案維持原狀。請修正或移走它。",
    ),
    "secret_out_of_reach": (
        "{name} of {scope} is remembered in the keyring of this system, which cannot be used now ({why}). Unlock it and"
        " try again, or enter the value in the graph.",
        "{scope} 的 {name} 記在本系統的鑰匙圈中，目前無法使用（{why}）。請解鎖後再試一次，或在圖中輸入該值。",
    ),
    "keyring_absent": (
        "This system offers no keyring, so secrets are kept in memory until the server stops. Set"
        " CODEFYUI_SECRETS_STORE=file to keep them in a file that only this account can read.",
        "本系統沒有可用的鑰匙圈，因此機密值只保留在記憶體中，直到伺服器停止。設定 CODEFYUI_SECRETS_STORE=file"
        " 可將它們存入只有此帳號能讀取的檔案。",
    ),
    "keyring_locked": (
        "The keyring is locked, so secrets are kept in memory until the server stops. Unlock it; it is tried again"
        " after half a minute.",
        "鑰匙圈已鎖定，因此機密值只保留在記憶體中，直到伺服器停止。請將它解鎖；半分鐘後會再試一次。",
    ),
    "keyring_silent": (
        "The keyring has not answered, so secrets are kept in memory for now. If the system asks for a password, enter"
        " it; the keyring is tried again after that.",
        "鑰匙圈沒有回應，因此機密值暫時保留在記憶體中。若系統要求輸入密碼，請輸入；之後會再試一次。",
    ),
    "keyring_failed": (
        "The keyring cannot be used ({problem}), so secrets are kept in memory until the server stops. It is tried"
        " again after half a minute.",
        "無法使用鑰匙圈（{problem}），因此機密值只保留在記憶體中，直到伺服器停止。半分鐘後會再試一次。",
    ),
}
