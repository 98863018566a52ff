"""Content-Disposition of downloads (RFC 6266, RFC 8187): every file name survives the way to the user's disk."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote

_ATTR = "!#$&+-.^_`|~"


def attachment(name: str) -> str:
    """`attachment` with an ASCII name for old clients and, where that differs, the real one as filename*."""
    clean = "".join(c for c in name if unicodedata.category(c) not in ("Cc", "Cs")) or "download"
    plain = unicodedata.normalize("NFKD", clean).encode("ascii", "ignore").decode()
    # a quoted pair is legal, but browsers disagree on it: the fallback does without quotes, backslashes and percents
    plain = "".join("_" if c in '"\\%/' else c for c in plain).strip() or "download"
    value = f'attachment; filename="{plain}"'
    return value if plain == clean else f"{value}; filename*=UTF-8''{quote(clean, safe=_ATTR)}"
