"""The closed set of run options: what a submission may say, and what each word of it means."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app.core.vocab.device import is_device
from app.core.vocab.errors import Refused
from app.core.vocab.jsonpieces import is_big
from app.core.vocab.run import MAX_SEED, ErrorMode, RunOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_NAME = 64
MAX_LANE = 64
MAX_GRAPH_ID = 256
MAX_RETRIES = 10
MAX_TAGS = 32
MAX_TAG = 64

INTERACTIVE = "interactive"

_SHOWN = 60


def parse_options(given: Any, settings: Mapping[str, Any], usual: str = "auto") -> RunOptions:
    """Check the options of a submission; what is left out gets its default.

    settings: of the graph; its `device` and `seed` stand in for those left out. None means left out, but for `seed`,
    where it asks for a run without one. usual: the device where neither names one.
    Raises: Refused with options_not_object, unknown_option, bad_device, bad_seed, bad_option, target_unavailable.
    """
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise Refused.of("options_not_object")
    unknown = min((str(key) for key in given if key not in _PARSERS), default=None)
    if unknown is not None:
        raise Refused.of("unknown_option", option=shown(unknown), known=", ".join(_PARSERS))
    fields = {key: _PARSERS[key](key, value) for key, value in given.items() if value is not None}
    if "device" not in fields and settings.get("device") is not None:
        fields["device"] = _device("device", settings["device"])
    fields.setdefault("device", usual)
    if "seed" not in given and settings.get("seed") is not None:
        fields["seed"] = _seed("seed", settings["seed"])
    return RunOptions(**fields)


def stored_options(options: RunOptions) -> dict[str, Any]:
    """Every key with its value, as JSON values; parse_options reads it back to equal options."""
    return {**asdict(options), "error_mode": options.error_mode.value}


def parse_name(value: Any) -> str | None:
    """Surrounding blanks go, an empty name is None. Raises: Refused(bad_name)."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise Refused.of("bad_name", problem=type(value).__name__, maximum=MAX_NAME)
    name = value.strip()
    if len(name) > MAX_NAME:
        raise Refused.of("bad_name", problem=f"{len(name)} > {MAX_NAME}", maximum=MAX_NAME)
    if not is_storable(name):
        raise Refused.of("bad_name", problem=shown(name), maximum=MAX_NAME)
    return name or None


def parse_tags(value: Any) -> list[str]:
    """Blanks around tags go, repeats too. Raises: Refused(bad_tags)."""
    wrong = Refused.of("bad_tags", maximum=MAX_TAGS, length=MAX_TAG)
    if not isinstance(value, (list, tuple)) or not all(isinstance(tag, str) for tag in value):
        raise wrong
    tags = list(dict.fromkeys(tag.strip() for tag in value))
    if len(tags) > MAX_TAGS or not all(0 < len(tag) <= MAX_TAG and is_storable(tag) for tag in tags):
        raise wrong
    return tags


def parse_changes(changes: Mapping[str, Any]) -> dict[str, Any]:
    """What may be changed of a stored run: name, tags, keep. Raises: Refused, also for any other field."""
    checked: dict[str, Any] = {}
    for field, value in changes.items():
        if field == "name":
            checked["name"] = parse_name(value)
        elif field == "tags":
            checked["tags"] = parse_tags(value)
        elif field == "keep":
            if not isinstance(value, bool):
                raise Refused.of("bad_keep")
            checked["keep"] = value
        else:
            raise Refused.of("unknown_change", field=ascii(field[:60]).strip("'\""))
    return checked


def is_storable(text: str) -> bool:
    """False for text with control characters or lone surrogates, which no list and no database shows well."""
    return all(ch.isprintable() or ch == "\u3000" for ch in text)


def _device(key: str, value: Any) -> str:
    del key
    if not isinstance(value, str) or not is_device(value):
        raise Refused.of("bad_device", value=shown(value))
    return value


def _seed(key: str, value: Any) -> int:
    del key
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_SEED:
        raise Refused.of("bad_seed", value=shown(value), maximum=MAX_SEED)
    return int(value)


def _boolean(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _bad(key, value, "true, false")
    return value


def _text(limit: int) -> Callable[[str, Any], str]:
    def parse(key: str, value: Any) -> str:
        if not isinstance(value, str) or not 0 < len(value) <= limit or not is_storable(value):
            raise _bad(key, value, f"text[1..{limit}]")
        return value

    return parse


def _one_of(*words: str) -> Callable[[str, Any], str]:
    def parse(key: str, value: Any) -> str:
        if not isinstance(value, str) or value not in words:
            raise _bad(key, value, ", ".join(words))
        return value

    return parse


def _error_mode(key: str, value: Any) -> ErrorMode:
    return ErrorMode(_one_of(*(mode.value for mode in ErrorMode))(key, value))


def _retries(key: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_RETRIES:
        raise _bad(key, value, f"0..{MAX_RETRIES}")
    return int(value)


def _target(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _bad(key, value, "{worker, devices, memory_gib}")
    if len(value) <= 1 and set(value) <= {"worker"} and value.get("worker") in (None, "local"):
        return {"worker": "local"}
    raise Refused.of("target_unavailable")


def _bad(key: str, value: Any, expected: str) -> Refused:
    refused = Refused.of("bad_option", option=key, value=shown(value), expected=expected)
    assert isinstance(refused, Refused)
    return refused


def shown(value: Any) -> str:
    """A short printable form for a sentence; never raises."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 256:
        return f"int[{value.bit_length()} bit]"
    if isinstance(value, dict | list | tuple) and is_big(value, _SHOWN):
        return f"{type(value).__name__}[{len(value)}]"
    text = {None: "null", True: "true", False: "false"}.get(value) if _is_word(value) else None
    if text is None:
        text = value if isinstance(value, str) else repr(value)
    text = "".join(ch if ch.isprintable() else "?" for ch in text[: _SHOWN + 1])
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def _is_word(value: Any) -> bool:
    return value is None or isinstance(value, bool)


_PARSERS: dict[str, Callable[[str, Any], Any]] = {
    "device": _device,
    "seed": _seed,
    "deterministic": _boolean,
    "record_outputs": _boolean,
    "verbose": _boolean,
    "weights_persistent": _boolean,
    "backward_mode": _boolean,
    "auto_backward": _boolean,
    "lane": _text(MAX_LANE),
    "graph_id": _text(MAX_GRAPH_ID),
    "error_mode": _error_mode,
    "max_retries": _retries,
    "target": _target,
    "provenance": _one_of("identity", "content"),
    "on_disconnect": _one_of("interrupt", "finish"),
}
