"""What argparse says, by its own English sentence -> zh-TW. The placeholders are argparse's."""

from __future__ import annotations

WORDS: dict[str, str] = {
    "argument %(argument_name)s: %(message)s": "引數 %(argument_name)s：%(message)s",
    "expected %s argument": "需要 %s 個值",
    "expected %s arguments": "需要 %s 個值",
    "expected at least one argument": "至少需要一個值",
    "expected at most one argument": "最多只能有一個值",
    "expected one argument": "需要一個值",
    "ignored explicit argument %r": "不接受值 %r",
    "invalid %(type)s value: %(value)r": "%(value)r 不是有效的 %(type)s",
    "invalid choice: %(value)r (choose from %(choices)s)": "%(value)r 不在選項之中（可用：%(choices)s）",
    "not allowed with argument %s": "不能與引數 %s 一起使用",
    "one of the arguments %s is required": "必須指定其中一個引數：%s",
    "the following arguments are required: %s": "缺少必要的引數：%s",
    "unrecognized arguments: %s": "無法辨識的引數：%s",
    "usage: ": "用法：",
}
