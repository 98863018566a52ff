"""Reasons of pictures, their folders and transforms: code -> (English, zh-TW)."""

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
}
