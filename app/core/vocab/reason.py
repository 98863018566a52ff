"""Reasons: a code, its params, and the sentence a person reads, in every language of the product.

One table for the whole product. A room that needs a new reason adds a row to the `words_*.py` of its topic; raising
takes the code, so no text is written where the refusal happens.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.core.vocab.words_data import WORDS as _DATA
from app.core.vocab.words_engine import WORDS as _ENGINE
from app.core.vocab.words_export import WORDS as _EXPORT
from app.core.vocab.words_files import WORDS as _FILES
from app.core.vocab.words_flow import WORDS as _FLOW
from app.core.vocab.words_graph import WORDS as _GRAPH
from app.core.vocab.words_http import WORDS as _HTTP
from app.core.vocab.words_images import WORDS as _IMAGES
from app.core.vocab.words_layers import WORDS as _LAYERS
from app.core.vocab.words_learners import WORDS as _LEARNERS
from app.core.vocab.words_nodes import WORDS as _NODES
from app.core.vocab.words_outputs import WORDS as _OUTPUTS
from app.core.vocab.words_pictures import WORDS as _PICTURES
from app.core.vocab.words_process import WORDS as _PROCESS
from app.core.vocab.words_runs import WORDS as _RUNS
from app.core.vocab.words_scripts import WORDS as _SCRIPTS
from app.core.vocab.words_secrets import WORDS as _SECRETS
from app.core.vocab.words_tensors import WORDS as _TENSORS
from app.core.vocab.words_training import WORDS as _TRAINING

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "zh-TW")


def _merge(*tables: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    merged: dict[str, tuple[str, str]] = {}
    for table in tables:
        for code, words in table.items():
            if code in merged:
                raise ValueError(f"reason {code} stands in two tables")
            merged[code] = words
    return merged


WORDS: Mapping[str, tuple[str, str]] = _merge(
    _GRAPH,
    _ENGINE,
    _NODES,
    _DATA,
    _RUNS,
    _HTTP,
    _TENSORS,
    _LAYERS,
    _PICTURES,
    _TRAINING,
    _LEARNERS,
    _FLOW,
    _IMAGES,
    _SCRIPTS,
    _FILES,
    _EXPORT,
    _OUTPUTS,
    _SECRETS,
    _PROCESS,
)
"""code -> (English, zh-TW); placeholders are `{param}`."""


def placeholders(text: str) -> frozenset[str]:
    """Names of the params that a sentence mentions."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name)


class _Text(str):
    """A text param. `{hint: (try %s)}` in a sentence is left out as a whole when the text is empty."""

    def __format__(self, spec: str) -> str:
        if "%s" not in spec:
            return super().__format__(spec)
        return spec.replace("%s", self) if self else ""


def _shown(value: Any) -> Any:
    return _Text(value) if type(value) is str else value


_LAST_WORDS = re.compile(r"\{(why|text|message|problem)(?:![rs])?\}(?=[.\u3002])")


def inside(words: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The params as a sentence can hold them: a sentence of its own that one ends with brings no second full stop."""
    last = frozenset(_LAST_WORDS.findall(words))
    return {name: str(value).rstrip(" .\n\u3002") if name in last else value for name, value in params.items()}


@dataclass(frozen=True)
class Reason:
    """Why something was refused, waits or failed. `code` matches [a-z][a-z0-9_]*; `params` are JSON values."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def text(self, lang: str = "en") -> str:
        """The sentence in `lang` (`en` unless it is zh-TW)."""
        words = WORDS[self.code][1 if lang == "zh-TW" else 0]
        params = inside(words, self.params)
        return words.format(**{name: _shown(params.get(name, "")) for name in placeholders(words)})

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """{code, params, text}: the shape of every error that leaves the product."""
        return {"code": self.code, "params": dict(self.params), "text": self.text(lang)}


def reason(code: str, **params: Any) -> Reason:
    """Make a reason of the table. Raises: KeyError for a code or a placeholder that is not there."""
    needed = placeholders(WORDS[code][0])
    missing = needed - params.keys()
    if missing:
        raise KeyError(f"reason {code} needs {sorted(missing)}")
    return Reason(code, params)
