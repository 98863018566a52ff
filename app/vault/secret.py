"""A secret value that nothing shows by accident, and how remembered ones are called."""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from typing import NoReturn

from app.core.vocab.errors import Refused

HIDDEN = "***"
MAX_VALUE_BYTES = 64 * 1024
"""A private key with its certificates fits; Secret Service was tried with values of this size."""

MAX_SCOPE = 200
MAX_NAME = 300

_SCOPE = re.compile(r"[a-z][a-z0-9_-]*(:.+)?", re.DOTALL)


class Secret:
    """A text that is said only when asked for by `reveal()`: printing, formatting and logging it gives `***`.

    It is neither pickled nor copied into JSON. Equal to another Secret of the same text, compared in constant time.
    """

    __slots__ = ("__value",)

    def __init__(self, value: str) -> None:
        self.__value = value

    def reveal(self) -> str:
        """The value itself."""
        return self.__value

    def __repr__(self) -> str:
        return HIDDEN

    def __str__(self) -> str:
        return HIDDEN

    def __format__(self, spec: str) -> str:
        return format(HIDDEN, spec)

    def __bool__(self) -> bool:
        return bool(self.__value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return hmac.compare_digest(
            self.__value.encode("utf-8", "surrogatepass"), other.__value.encode("utf-8", "surrogatepass")
        )

    __hash__ = None  # type: ignore[assignment] # a hash of a short secret would tell it

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not pickled")


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """What a remembered secret is called. scope: `params`, `graph:<graph name>`; later `s3` and `ssh:<target>`."""

    scope: str
    name: str


@dataclass(frozen=True, slots=True)
class Entry:
    """That something is remembered, without what. updated_at: ISO-8601 UTC."""

    key: Key
    updated_at: str


def checked_key(scope: str, name: str) -> Key:
    """Raises: Refused bad_secret_name for text that is too long, empty, or has characters that no list shows well."""
    if (
        not _SCOPE.fullmatch(scope)
        or len(scope) > MAX_SCOPE
        or not 0 < len(name) <= MAX_NAME
        or not all(ch.isprintable() or ch == "\u3000" for ch in scope + name)
    ):
        raise Refused.of("bad_secret_name", scope_limit=MAX_SCOPE, name_limit=MAX_NAME)
    return Key(scope, name)


def checked_value(value: str) -> Secret:
    """Raises: Refused secret_empty, secret_too_long."""
    if not value:
        raise Refused.of("secret_empty")
    if len(value.encode("utf-8", "surrogatepass")) > MAX_VALUE_BYTES:
        raise Refused.of("secret_too_long", limit=MAX_VALUE_BYTES)
    return Secret(value)
