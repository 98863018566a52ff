"""Reasons of pictures, their folders and transforms, and of made-up data sets: code -> (English, zh-TW)."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "image_too_large": (
        "{path} has {width} x {height} pixels and may have {limit} in all. Make it smaller, or raise "
        "CODEFYUI_MAX_IMAGE_PIXELS.",
        "{path} 有 {width} x {height} 個像素，總數上限為 {limit}。請縮小圖片，或調高 CODEFYUI_MAX_IMAGE_PIXELS。",
    ),
    "image_broken": (
        "{path} cannot be read as a picture: {why}. Use a PNG, JPEG, BMP, TIFF, GIF, WebP or PPM file.",
        "{path} 無法當作圖片讀取：{why}。請使用 PNG、JPEG、BMP、TIFF、GIF、WebP 或 PPM 檔案。",
    ),
    "image_shape": (
        "A tensor of {shape} is no picture. Give [C, H, W] with 1 to 4 channels, or a batch of such.",
        "大小為 {shape} 的張量不是圖片。請提供 1 到 4 個色版的 [C, H, W]，或其批次。",
    ),
    "image_not_written": (
        "{format} cannot hold a picture of {width} x {height} pixels. Choose PNG, or make the picture smaller.",
        "{format} 無法存放 {width} x {height} 像素的圖片。請改用 PNG 或縮小圖片。",
    ),
    "folder_missing": (
        "There is no folder {path}. Correct the path, or make the folder.",
        "找不到資料夾 {path}。請更正路徑或建立該資料夾。",
    ),
    "pattern_malformed": (
        "{pattern} cannot choose files. Write a pattern below the folder, such as *.png or **/*.jpg.",
        "{pattern} 不能用來選取檔案。請填資料夾之下的樣式，例如 *.png 或 **/*.jpg。",
    ),
    "images_none": (
        "No file in {path} matches {pattern}. Correct the folder or the pattern.",
        "{path} 中沒有符合 {pattern} 的檔案。請更正資料夾或樣式。",
    ),
    "images_unreadable": (
        "None of the files in {path} can be read. The first: {why}",
        "{path} 中的檔案都無法讀取。第一個的原因：{why}",
    ),
    "transform_needs_picture": (
        "{step} works on pictures and got {found}. Put it before ToTensor.",
        "{step} 處理的是圖片，收到的是 {found}。請把它放在 ToTensor 之前。",
    ),
    "transform_needs_planes": (
        "{step} works on tensors of [C, H, W] and got {found}. Put ToTensor before it, and give it pictures.",
        "{step} 處理的是 [C, H, W] 的張量，收到的是 {found}。請在它之前放 ToTensor，並提供圖片。",
    ),
    "channels_differ": (
        "The transform has {given} numbers and the picture {channels} channels. Give one number, or one for each.",
        "轉換有 {given} 個數字，圖片有 {channels} 個色版。請填一個數字，或每個色版各一個。",
    ),
    "crop_too_large": (
        "A square of {side} pixels cannot be cut from {width} x {height}. Make it smaller, or add padding.",
        "無法從 {width} x {height} 裁出邊長 {side} 的正方形。請縮小邊長或增加 padding。",
    ),
    "padding_too_large": (
        "A padding of {padding} is too much: it must be below {size} here. Make it smaller.",
        "padding {padding} 太大：這裡必須小於 {size}。請縮小它。",
    ),
    "magnitude_beyond_bins": (
        "A magnitude of {magnitude} is off the scale, which ends at {most}. Lower it, or add bins.",
        "強度 {magnitude} 超出範圍，最大為 {most}。請降低強度或增加級數。",
    ),
    "item_failed": (
        "Item {index} of the data set cannot be loaded: {message}. Check it.",
        "無法載入資料集的第 {index} 項：{message}。請檢查該項目。",
    ),
    "item_not_a_pair": (
        "Item {index} of the data set is no pair of input and label: it holds {found}. Use a data set of such pairs.",
        "資料集的第 {index} 項不是一組輸入與標籤：內容是 {found}。請使用成對的資料集。",
    ),
    "classes_none": (
        "{path} holds no folders. Make a folder for each class and put its pictures inside.",
        "{path} 中沒有資料夾。請為每個類別建立資料夾並放入圖片。",
    ),
    "class_empty": (
        "The folder {folder} in {path} holds no pictures. Add some, or remove the folder.",
        "{path} 中的資料夾 {folder} 沒有圖片。請加入圖片或移除該資料夾。",
    ),
    "count_out_of_range": (
        "{param} must be from 1 to {most}, not {value}.",
        "{param} 必須介於 1 與 {most} 之間，而不是 {value}。請修正。",
    ),
    "factor_too_large": (
        "The inner circle must be smaller than the outer one: a factor of {factor} is not below 1. Lower it.",
        "內圈必須小於外圈：factor 為 {factor}，沒有小於 1。請調低。",
    ),
    "centers_too_many": (
        "{count} points cannot make {centers} blobs. Use fewer centers, or more points.",
        "{count} 個點無法分成 {centers} 堆。請減少 centers 或增加點數。",
    ),
}
