"""Reasons of the runs rooms: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    # database
    "database_full": (
        "The disk is full, so nothing can be written to {path}. Free some space; waiting work then goes on by itself.",
        "磁碟已滿，無法寫入 {path}。請釋出空間，等候中的資料之後會自動寫入。",
    ),
    "database_locked": (
        "Another program holds the database {path}. Close it (a database viewer, a backup); writing goes on by itself.",
        "另一個程式佔用了資料庫 {path}。請關閉它（例如資料庫檢視器或備份程式），之後會自動繼續寫入。",
    ),
    "database_io": (
        "The system reports an error when the database {path} is written: {message}. Check the disk and its limits.",
        "寫入資料庫 {path} 時系統回報錯誤：{message}。請檢查磁碟與其配額。",
    ),
    "database_readonly": (
        "The database {path} may not be written. Give this account write access to the file and its folder.",
        "資料庫 {path} 不允許寫入。請給予此帳號該檔案與其資料夾的寫入權限。",
    ),
    "database_unopenable": (
        "The database {path} cannot be opened: {message}. Check that this account may use its folder.",
        "無法開啟資料庫 {path}：{message}。請確認資料夾存在，且此帳號有權使用。",
    ),
    "database_corrupt": (
        "The file {path} is damaged or is no database of ours. Move it away to start anew, or restore a copy.",
        "檔案 {path} 已損壞，或不是本程式的資料庫。請將它移開以使用空白資料庫，或還原備份。",
    ),
    "database_broken": (
        "The database {path} refused the work: {message}. Start again; if it stays, keep the log and report it.",
        "資料庫 {path} 拒絕了這項作業：{message}。請重新啟動；若仍發生，請保留記錄並回報。",
    ),
    "database_newer": (
        "This data was written by a later version (schema {found}; this one knows {known}). Use that version or newer.",
        "這些資料由較新的版本寫入（結構 {found}，此版本只認得 {known}）。請改用該版本或更新的版本。",
    ),
    "database_closed": (
        "The server is shutting down and takes nothing more. Start it again and repeat the request.",
        "伺服器正在關閉，不再接受要求。請重新啟動後再試一次。",
    ),
    "database_busy": (
        "The database has {waiting} pieces of work waiting. Try again in a moment.",
        "資料庫目前有 {waiting} 項作業在等候。請稍後再試。",
    ),
    # instance lock
    "folder_in_use": (
        "A server already uses {folder}: process {pid} on {host}. Stop it with `cdui stop` or use another folder.",
        "另一個伺服器已在使用 {folder}：主機 {host} 上的處理程序 {pid}。請用 `cdui stop` 停止它，或改用其他資料夾。",
    ),
    "folder_unusable": (
        "The folder {folder} cannot be used: {message}. Choose a folder that this account may write.",
        "資料夾 {folder} 無法使用：{message}。請選擇此帳號可寫入的資料夾。",
    ),
    # submit
    "invalid_graph": (
        "The graph cannot run. Problems found: {count}. Mend what is listed and submit it again.",
        "這張圖無法執行：共有 {count} 個問題。請修正列出的項目後再提交。",
    ),
    "call_timeout": (
        "The run {run_id} did not end within {seconds} s and was asked to stop. Give it more time in timeout_s, or a "
        "smaller task.",
        "執行 {run_id} 沒有在 {seconds} 秒內結束，已要求停止。請提高 timeout_s，或縮小工作量。",
    ),
    "call_stopped": (
        "The run {run_id} was stopped before it had given its outputs. Call the graph again.",
        "執行 {run_id} 在產生輸出之前就被停止。請重新呼叫流程圖。",
    ),
    "call_input_missing": (
        "The input {name} ({type}) has to be sent. Add it to inputs.",
        "必須送入 {name}（{type}）。請加到 inputs。",
    ),
    "call_input_unknown": (
        "The graph has no input {name}. Its inputs: {known}. Correct the name or leave it out.",
        "流程圖沒有名為 {name} 的輸入。現有的輸入：{known}。請更正名稱或將它移除。",
    ),
    "output_not_produced": (
        "The graph ended without its output {output} (node {node}). Look at the events of the run.",
        "流程圖結束時沒有產生輸出 {output}（節點 {node}）。請查看這次執行的事件。",
    ),
    "options_not_object": (
        "`options` is no JSON object. Send an object, or leave it out.",
        "`options` 不是 JSON 物件。請傳送物件，或省略它。",
    ),
    "unknown_option": (
        "There is no run option `{option}`. Known ones: {known}.",
        "沒有名為 `{option}` 的執行選項。可用的有：{known}。",
    ),
    "bad_option": (
        "The run option `{option}` cannot be {value}. It takes {expected}.",
        "執行選項 `{option}` 不能是 {value}。可接受的值：{expected}。",
    ),
    "bad_device": (
        "`{value}` is no device. Use auto, cpu, cuda, cuda:0, cuda:1 ..., mps or mps:0.",
        "`{value}` 不是裝置名稱。請使用 auto、cpu、cuda、cuda:0、cuda:1……、mps 或 mps:0。",
    ),
    "bad_seed": (
        "The seed cannot be {value}. Use a whole number from 0 to {maximum}, or null for none.",
        "種子不能是 {value}。請使用 0 到 {maximum} 的整數，或以 null 表示不設定。",
    ),
    "bad_name": (
        "This name cannot be used for a run: {problem}. Use text of at most {maximum} characters.",
        "此名稱無法用於執行：{problem}。請使用最多 {maximum} 個字元的文字。",
    ),
    "bad_tags": (
        "These tags cannot be used. Send a list of at most {maximum} texts of 1 to {length} characters.",
        "這些標籤無法使用。請傳送最多 {maximum} 個、每個 1 到 {length} 字元的文字清單。",
    ),
    "bad_keep": (
        "`keep` takes true or false.",
        "`keep` 只接受 true 或 false。",
    ),
    "unknown_change": (
        "A run has no field `{field}` that can be changed. Changeable: name, tags, keep.",
        "執行沒有可變更的欄位 `{field}`。可變更的有：name、tags、keep。",
    ),
    "target_unavailable": (
        "No worker can be targeted yet. Leave `target` out to run on this machine.",
        "目前還無法指定工作機。請省略 `target`，在本機執行。",
    ),
    "interactive_busy": (
        "{limit} canvas runs are going on already. Wait until one ends, or queue this one.",
        "已有 {limit} 個畫布執行正在進行。請等其中一個結束，或改為排入佇列。",
    ),
    "followers_full": (
        "Too many clients follow runs already. Close some windows, then attach again.",
        "跟隨執行的用戶端已達上限。請關閉部分視窗後再重新連接。",
    ),
    "shutting_down": (
        "The server is shutting down and takes no new runs. Submit it again after the next start.",
        "伺服器正在關閉，不接受新的執行。請在下次啟動後再提交。",
    ),
    "queue_full": (
        "{waiting} runs wait already, which is the limit. Cancel some, or submit again later.",
        "已有 {waiting} 個執行在等候，達到上限。請取消部分執行，或稍後再提交。",
    ),
    # reading and changing runs
    "run_not_found": (
        "There is no run {run_id}. It may have been deleted or removed by retention.",
        "找不到執行 {run_id}。它可能已被刪除，或因保留規則而移除。",
    ),
    "run_active": (
        "Run {run_id} has not ended. Cancel it first, then delete it.",
        "執行 {run_id} 尚未結束。請先取消，再刪除。",
    ),
    "unknown_status": (
        "There is no run status `{status}`. Known ones: {known}.",
        "沒有名為 `{status}` 的執行狀態。可用的有：{known}。",
    ),
    "unknown_sort": (
        "Runs cannot be sorted by `{sort}`. Known columns: {known}; put `-` before one for descending order.",
        "無法依 `{sort}` 排序執行。可用的欄位：{known}；在前面加上 `-` 表示遞減。",
    ),
    # why a run waits
    "paused": (
        "The queue is paused. Resume it to let runs start.",
        "佇列已暫停。請恢復佇列，讓執行開始。",
    ),
    "seeded_waits": (
        "A run with a seed executes alone, so it waits until the others have ended ({running} going on).",
        "設有種子的執行必須單獨進行，因此要等目前 {running} 個執行結束。",
    ),
    "seeded_alone": (
        "A run with a seed executes alone, now or next; this one starts after it.",
        "有一個設有種子的執行正在單獨進行或即將開始；此執行會在它之後開始。",
    ),
    # how a run ended, and warnings on its way
    "run_interrupted": (
        "The server stopped before this run had ended. Requeue it to run the same graph again.",
        "伺服器在此執行結束前停止。請重新排入佇列，以再次執行同一張圖。",
    ),
    "graph_unusable_now": (
        "The stored graph cannot run any more with the nodes of this program: {problem}. Open it and mend it.",
        "以此程式目前的節點，已無法執行儲存的圖：{problem}。請開啟並修正它。",
    ),
    "run_internal": (
        "The program itself failed while it ran this graph ({error_type}). Its console says more; please report it.",
        "執行此圖時程式本身發生錯誤（{error_type}）。詳情請見該執行的主控台，並請回報。",
    ),
    "device_missing": (
        "This machine offers no {missing} device, so the run uses {device}.",
        "本機沒有 {missing} 裝置，因此改用 {device} 執行。",
    ),
    "override_ignored": (
        "The queue limit `{entry}` is not understood and was ignored. Write entries such as cuda:0=2.",
        "無法理解佇列上限 `{entry}`，已忽略。請使用如 cuda:0=2 的寫法。",
    ),
}
