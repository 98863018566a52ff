"""Texts in cells of a spreadsheet: what CSV files of ours are made of."""

from __future__ import annotations

BOM = "\ufeff"
"""At the beginning of a file it tells a spreadsheet that the text is UTF-8."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def safe(text: str) -> str:
    """The text with a leading apostrophe where a spreadsheet would take it for a formula."""
    return "'" + text if text.startswith(_FORMULA) else text
