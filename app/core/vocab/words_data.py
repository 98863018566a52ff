"""Reasons of files, tensors, tables and data sets: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "path_empty": (
        "No file is named. Type a file name or pick a file.",
        "沒有指定檔案。請輸入檔名或選擇一個檔案。",
    ),
    "path_malformed": (
        "{path} cannot be a file name: it is too long or holds characters that no path may have. Rename the file.",
        "{path} 不能當作檔名：太長，或含有路徑不允許的字元。請把檔案改名。",
    ),
    "path_foreign": (
        "{path} is a Windows path, and this run executes on another system. Use a path of the machine that runs it.",
        "{path} 是 Windows 的路徑，但這次執行在別的系統上。請改用執行那台機器上的路徑。",
    ),
    "path_outside": (
        "{path} climbs out of the data folder with '..'. Use a path below it, or an absolute one.",
        "{path} 用「..」跳出了資料夾 data 的範圍。請改用其下的路徑，或用絕對路徑。",
    ),
    "path_protected": (
        "{path} belongs to the program itself and is closed to graphs. Choose another place, such as data/output.",
        "{path} 屬於程式本身，流程圖不能使用。請選擇其他位置，例如 data/output。",
    ),
    "file_missing": (
        "There is no file {path}. Looked in: {looked}. Upload it, or correct the path.",
        "找不到檔案 {path}。找過的位置：{looked}。請上傳檔案或更正路徑。",
    ),
    "file_is_folder": (
        "{path} is a folder, and a file is needed here. Name a file inside it.",
        "{path} 是資料夾，這裡需要的是檔案。請指定其中的一個檔案。",
    ),
    "file_not_plain": (
        "{path} is a device, a pipe or part of the system, not a file of its own. Name an ordinary file.",
        "{path} 是裝置、管線或系統的一部分，不是一般檔案。請指定一般檔案。",
    ),
    "file_unreadable": (
        "{path} cannot be read: {why}. Check its permissions.",
        "無法讀取 {path}：{why}。請檢查檔案權限。",
    ),
    "file_unwritable": (
        "{path} cannot be written: {why}. Choose another place, or free some room.",
        "無法寫入 {path}：{why}。請換個位置，或騰出空間。",
    ),
    "folder_is_file": (
        "{path} is a file, and a folder is needed here. Name the folder that holds it.",
        "{path} 是檔案，這裡需要的是資料夾。請指定它所在的資料夾。",
    ),
    "shape_malformed": (
        "{shape} is no shape. Write sizes separated by commas, such as 1,4,4.",
        "{shape} 不是形狀。請寫成以逗號分隔的大小，例如 1,4,4。",
    ),
    "shape_negative": (
        "The shape {shape} has a negative size. Use 0 or more in every place.",
        "形狀 {shape} 含有負的大小。每個位置都請用 0 以上的數。",
    ),
    "shape_two_inferred": (
        "The shape {shape} leaves more than one size open. Only one size may be -1.",
        "形狀 {shape} 有兩個以上待推算的大小。只能有一個 -1。",
    ),
    "tensor_too_large": (
        "A tensor of {shape} needs {wanted}, and {device} has {free} free. Make it smaller.",
        "大小為 {shape} 的張量需要 {wanted}，而 {device} 只剩 {free}。請縮小它。",
    ),
    "reshape_count": (
        "A tensor of {found} has {count} items, which do not fill the shape {shape}. Choose sizes whose product fits.",
        "大小為 {found} 的張量共有 {count} 項，排不成形狀 {shape}。請選擇乘積相符的大小。",
    ),
    "not_a_tensor": (
        "Input {port} needs a tensor and got {found}. Connect a node that gives a tensor.",
        "輸入 {port} 需要張量，收到的是 {found}。請接上會輸出張量的節點。",
    ),
    "not_a_list": (
        "Input {port} needs a list and got {found}. Connect a node that gives a list.",
        "輸入 {port} 需要清單，收到的是 {found}。請接上會輸出清單的節點。",
    ),
    "dim_out_of_range": (
        "There is no dimension {dim} in a tensor of {shape}. Use {first} to {last}.",
        "大小為 {shape} 的張量沒有維度 {dim}。可用的範圍是 {first} 到 {last}。",
    ),
    "shapes_differ": (
        "Tensors of {a} and {b} cannot be combined item by item. Make the sizes equal, or 1 where they differ.",
        "大小為 {a} 與 {b} 的張量無法逐項運算。請讓大小相同，或在不同處用 1。",
    ),
    "shapes_do_not_multiply": (
        "{a} and {b} do not multiply. The last size of the first must be the last but one of the second.",
        "大小為 {a} 與 {b} 的矩陣無法相乘。第一個的最後一個大小，須等於第二個的倒數第二個大小。",
    ),
    "values_missing": (
        "The values are empty. Fill in the grid, or choose another way to make the tensor.",
        "沒有填入任何值。請填寫表格，或改用其他方式產生張量。",
    ),
    "values_ragged": (
        "The values are not an even grid of numbers: {found} stands where a number or a row of equal length belongs.",
        "這些值排不成整齊的表格：{found} 的位置應該是數字，或長度相同的一列。",
    ),
    "values_count": (
        "The grid holds {count} values, and the shape {shape} needs {wanted}. Change one of them.",
        "表格中有 {count} 個值，形狀 {shape} 需要 {wanted} 個。請修改其中之一。",
    ),
    "value_out_of_type": (
        "The value {value} does not fit the type {dtype}. Change the value or the type.",
        "{value} 這個值不符合型別 {dtype}。請修改值或型別。",
    ),
    "input_name_malformed": (
        "{name} cannot name an input or output of the graph. Use up to 64 letters, digits and _, no digit first.",
        "{name} 不能當作流程圖輸入或輸出的名稱。請用最多 64 個英文字母、數字或底線，且不以數字開頭。",
    ),
    "input_value_malformed": (
        "The input {name} needs a value of type {type} and got {value}. Correct the value or the type.",
        "輸入 {name} 需要型別 {type} 的值，收到的是 {value}。請更正值或型別。",
    ),
    "extra_missing": (
        "This node needs {library}, which the extra {extra} brings. Install it: {command}",
        "這個節點需要 {library}，由附加套件 {extra} 提供。請安裝：{command}",
    ),
    "table_needed": (
        "Input {port} needs a table of rows and columns and got {shape}. Reshape it first.",
        "輸入 {port} 需要有列與欄的表格，收到的是 {shape}。請先改變形狀。",
    ),
    "tensor_empty": (
        "Input {port} holds no values: it is {shape}. Check the node before it.",
        "輸入 {port} 沒有任何值：大小是 {shape}。請檢查前一個節點。",
    ),
    "values_not_finite": (
        "Input {port} holds {count} values that are not finite numbers, the first at {place}. Fill or remove them.",
        "輸入 {port} 有 {count} 個值不是有限的數，第一個在 {place}。請補值或移除。",
    ),
    "lengths_differ": (
        "{a} has {a_count} and {b} has {b_count}; they must be as many. Check what is connected.",
        "{a} 有 {a_count} 筆，{b} 有 {b_count} 筆，數量必須相同。請檢查連線。",
    ),
    "features_differ": (
        "The known rows have {train} columns and the rows to classify {query}. Give both the same columns.",
        "已知資料有 {train} 欄，要分類的資料有 {query} 欄。請讓兩者的欄相同。",
    ),
    "label_unusable": (
        "Label {label} in row {row} of {port} cannot stand for a class. Use text or numbers.",
        "{port} 第 {row} 列的標籤 {label} 不能代表類別。請用文字或數字。",
    ),
    "split_empty": (
        "With {rows} rows and a test size of {test_size} one part stays empty. Change the size, or give more rows.",
        "資料共 {rows} 列、測試比例 {test_size}，其中一部分會是空的。請修改比例或增加資料。",
    ),
    "split_class_small": (
        "The label {label} stands on one row only and cannot be in both parts. Switch stratify off, or add rows.",
        "標籤 {label} 只有一列，無法同時放進兩部分。請關閉 stratify 或增加資料。",
    ),
    "split_too_few": (
        "The smaller part has {rows} rows for {classes} labels. Switch stratify off, or change the size.",
        "較小的部分只有 {rows} 列，卻有 {classes} 種標籤。請關閉 stratify 或修改比例。",
    ),
    "columns_missing": (
        "Choosing columns by name needs their names. Connect the columns input, or use indices.",
        "依名稱選欄需要欄名。請接上 columns 輸入，或改用位置。",
    ),
    "column_missing": (
        "There is no column {column}. The columns are: {columns}.",
        "沒有 {column} 這一欄。現有的欄：{columns}。請更正名稱。",
    ),
    "column_index_malformed": (
        "{indices} does not say which columns. Write whole numbers separated by commas, such as 0,2.",
        "{indices} 沒有指出是哪些欄。請寫成以逗號分隔的整數，例如 0,2。",
    ),
    "column_index_out_of_range": (
        "There is no column {index} among {count}. Count from 0, or from the end with negative numbers.",
        "共 {count} 欄，沒有第 {index} 欄。請從 0 起算，或用負數由後往前數。",
    ),
    "csv_empty": (
        "{path} is empty. Choose a file with a header and rows.",
        "{path} 是空的。請選擇含有欄名與資料列的檔案。",
    ),
    "csv_no_rows": (
        "{path} has a header and no rows. Add rows, or switch skip_header off if the first line is data.",
        "{path} 只有欄名，沒有資料列。請加入資料；如果第一行就是資料，請關閉 skip_header。",
    ),
    "csv_no_numbers": (
        "{path} has no column of numbers besides the target. Its columns are: {columns}. Choose another file.",
        "{path} 除了目標欄之外沒有數值欄。現有的欄：{columns}。請選擇其他檔案。",
    ),
    "csv_not_utf8": (
        "{path} is not UTF-8 text, about line {line}. Save it again with the encoding UTF-8.",
        "{path} 在第 {line} 行附近不是 UTF-8 文字。請以 UTF-8 編碼重新儲存。",
    ),
    "csv_malformed": (
        "{path} cannot be read as CSV at line {line}: {why}. Check the quotes there.",
        "{path} 第 {line} 行無法當作 CSV 讀取：{why}。請檢查該處的引號。",
    ),
    "csv_row_too_long": (
        "The row of {path} that begins in line {line} has more than {limit} characters. "
        "Check that the file is a CSV file, and that no quotation mark is left open.",
        "{path} 從第 {line} 行開始的那一列超過 {limit} 個字元。請確認這是 CSV 檔案，且引號都有成對。",
    ),
    "csv_ragged": (
        "Line {line} of {path} has {found} cells where the others have {wanted}. Mend that line.",
        "{path} 第 {line} 行有 {found} 格，其他行有 {wanted} 格。請修正該行。",
    ),
    "csv_cell_not_number": (
        "{cell} in column {column}, line {line} of {path} is no number. Correct it, or leave the column out.",
        "{path} 的 {column} 欄在第 {line} 行是 {cell}，不是數字。請更正，或不要讀取該欄。",
    ),
    "download_failed": (
        "{url} could not be downloaded: {why}. Check the network, or put {file} into {folder} by hand.",
        "無法下載 {url}：{why}。請檢查網路，或自行把 {file} 放進 {folder}。",
    ),
    "download_corrupt": (
        "What came from {url} is damaged (MD5 {found}, expected {wanted}). It was removed; run again to load it anew.",
        "從 {url} 下載的內容已損壞（MD5 為 {found}，應為 {wanted}）。檔案已移除，請再執行一次重新下載。",
    ),
    "dataset_file_broken": (
        "{file} cannot be read as part of the data set: {why}. Delete it, and it is downloaded again.",
        "{file} 無法作為資料集讀取：{why}。請刪除它，之後會重新下載。",
    ),
    "transform_not_callable": (
        "Input {port} needs a transform and got {found}. Connect a transform node.",
        "輸入 {port} 需要轉換，收到的是 {found}。請接上轉換節點。",
    ),
    "dataset_unusable": (
        "A data set is needed here, and {found} is none: it must have a length and numbered items. "
        "Connect a Dataset node.",
        "這裡需要資料集，而 {found} 不是：必須有長度並能依編號取項目。請接上資料集節點。",
    ),
    "dataset_empty": (
        "The data set has no items. Check the node before it.",
        "資料集沒有任何項目。請檢查前一個節點。",
    ),
    "loader_no_batches": (
        "With {count} items, batches of {batch_size} and drop_last there is no batch. Make batches smaller.",
        "共 {count} 個項目、每批 {batch_size} 個又捨棄未滿的批次，結果沒有任何批次。請縮小批次。",
    ),
    "workers_too_many": (
        "{count} loader processes are more than this machine can use. Set num_workers to {limit} or fewer.",
        "{count} 個載入行程超過這台機器能用的數量。請把 num_workers 設為 {limit} 以下。",
    ),
    "dataset_not_picklable": (
        "The data set cannot be handed to loader processes: {why}. Set num_workers to 0.",
        "資料集無法交給載入行程：{why}。請把 num_workers 設為 0。",
    ),
}
