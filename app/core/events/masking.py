"""Takes secret values out of what a run reports: payloads, errors, metric names, console text.

A node may print its key, raise it in an exception, or give it as its output. What the control plane writes down of a
run shows `***` instead, in the forms in which a value usually turns up: as it is, as JSON, `repr` and URLs write it,
line by line, as bytes, and cut off at the end of a text or before a quote. It is a net under mistakes, not a sandbox:
a node that means to tell (in base64, letter by letter) can.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

from app.core.events.strict import clean, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MASK = "***"

MIN_LENGTH = 4
"""Shorter values are left alone: masking every `a` would make all texts unreadable and tell the value all the same."""

MIN_LINE = 8
"""Lines of a longer value (a private key) are masked one by one from this length on."""

MIN_PART = 6
"""A beginning of a value is masked from this length on where a text ends, was cut off, or has a quote."""

_END = re.compile(r"…|\.\.\.|\\*['\"]")
"""Where a text may end before its last character: every text that is shortened here has `…` where something is left
out, others write three dots; what `repr` and JSON write of a shorter text has a quote behind, escaped when nested."""

_PLAIN = frozenset(
    ("node_id", "inner_node_id", "container_id", "run_id", "status", "code", "kind", "reason", "output_kind", "port")
)
"""Words of ours and ids, which people find nodes and texts by."""


class Mask:
    """Masks these values. Thread-safe; one is made for each run that has secrets."""

    def __init__(self, values: Iterable[str]) -> None:
        self._set({form for value in values for form in _forms(value)})

    @classmethod
    def of_forms(cls, forms: Iterable[str]) -> Mask:
        """The mask that has these `forms`, in another process."""
        made = cls(())
        made._set(set(forms))
        return made

    @property
    def forms(self) -> tuple[str, ...]:
        """What is masked, for a process that executes the run; as secret as the values."""
        return tuple(self._forms)

    def _set(self, forms: set[str]) -> None:
        self._forms = sorted(forms, key=lambda form: (-len(form), form))
        self._pattern = re.compile("|".join(map(re.escape, self._forms))) if self._forms else None
        self._longer = sorted(form for form in forms if len(form) > MIN_PART)
        self._heads = sorted({form[:MIN_PART] for form in self._longer})
        self._head = re.compile("|".join(map(re.escape, self._heads)))

    def __bool__(self) -> bool:
        return self._pattern is not None

    def __repr__(self) -> str:
        return f"<Mask of {len(self._forms)} forms>"

    def text(self, text: str) -> str:
        """The text without the values; where it ends, was cut off or has a quote, the beginning of one goes too."""
        if self._pattern is None or not text:
            return text
        return self._without_beginnings(self._pattern.sub(MASK, text))

    def _without_beginnings(self, text: str) -> str:
        """The text with each beginning masked that is MIN_PART long or longer and has an end behind it."""
        if not any(head in text for head in self._heads):
            return text
        longest, kept, end = max(map(len, self._longer)), 0, -1
        parts: list[str] = []
        found = self._head.search(text)
        while found is not None and kept < len(text):
            start = found.start()
            # where two beginnings overlap, the second counts if it goes on beyond what is masked
            least = max(start + MIN_PART, kept + 1)
            end = end if end >= least else _next_end(text, least)
            if end - start > longest:
                # what begins here stops before the next end: go on where a value would reach that
                found = self._head.search(text, end - longest)
                continue
            stop = kept
            while stop < end and self._is_beginning(text[start:end]):
                stop, end = end, _next_end(text, end + 1)
            if stop > kept:
                parts += [text[kept:start], MASK] if start >= kept else []
                kept = stop
            found = self._head.search(text, start + 1)
        return "".join((*parts, text[kept:]))

    def _is_beginning(self, part: str) -> bool:
        at = bisect_left(self._longer, part)
        return at < len(self._longer) and self._longer[at].startswith(part)

    def unfinished(self, text: str) -> int | None:
        """Where the text ends with at least MIN_PART characters of a value's beginning; None when it does not."""
        starts = [start for form in self._forms if (start := _partial(text, form)) is not None]
        return min(starts, default=None)

    def value(self, value: Any) -> Any:
        """The same with every text in it masked, in dicts, lists and tuples. What needs no change is shared."""
        if self._pattern is None:
            return value
        if isinstance(value, str):
            return self.text(value)
        if type(value) is dict:
            return {self.value(key): self.value(item) for key, item in value.items()}
        if type(value) is list or type(value) is tuple:
            return type(value)(self.value(item) for item in value)
        return value

    def payload(self, payload: Mapping[str, Any] | None) -> dict[str, Any] | None:
        """An event payload, or a stored reason, as strict JSON holds it and without the values.

        Keys at its top and those of `outputs` entries are ours and stay.
        """
        if payload is None or self._pattern is None:
            return None if payload is None else dict(payload)
        cleaned = clean(dict(payload))
        return {
            key: self._outputs(item) if key == "outputs" else self._kept(key, item) for key, item in cleaned.items()
        }

    def _outputs(self, entries: Any) -> Any:
        if not isinstance(entries, list):
            return self.value(entries)
        return [
            {key: self._kept(key, item) for key, item in entry.items()}
            if isinstance(entry, dict)
            else self.value(entry)
            for entry in entries
        ]

    def _kept(self, key: str, value: Any) -> Any:
        return value if key in _PLAIN and isinstance(value, str) else self.value(value)


def _forms(value: str) -> set[str]:
    """How a value may stand in a text."""
    value = whole(value)
    bare = [value, value.strip(), *(line.strip() for line in value.splitlines() if len(line.strip()) >= MIN_LINE)]
    written = {
        form
        for text in bare
        for form in (
            text,
            json.dumps(text)[1:-1],
            json.dumps(text, ensure_ascii=False)[1:-1],
            ascii(text)[1:-1],
            *_reprs(text),
            quote(text, safe=""),
            quote(text),
            quote_plus(text),
        )
    }
    return {form for form in written if len(form) >= MIN_LENGTH}


def _reprs(text: str) -> tuple[str, ...]:
    """As `repr` writes the text and its UTF-8, alone and within one that has double quotes: then `'` is escaped."""
    data = text.encode()
    return repr(text)[1:-1], repr('"' + text)[2:-1], repr(data)[2:-1], repr(b'"' + data)[3:-1]


def _next_end(text: str, start: int) -> int:
    found = _END.search(text, start)
    return len(text) if found is None else found.start()


def _partial(text: str, form: str) -> int | None:
    """The first place from which the rest of the text is a beginning of the form, MIN_PART long or longer."""
    if len(form) <= MIN_PART:
        return None
    head = form[:MIN_PART]
    start = text.find(head, max(0, len(text) - len(form) + 1))
    while start != -1:
        if form.startswith(text[start:]):
            return start
        start = text.find(head, start + 1)
    return None
