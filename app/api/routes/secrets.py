"""Secrets that are to be remembered: names go out, values only come in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, SecretStr

from app.api.declare import Call, Model, Table
from app.api.routes.runs import Why  # noqa: TC001 (pydantic reads annotations when it builds a model)
from app.core.vocab.errors import NotFound
from app.vault.secret import MAX_VALUE_BYTES, checked_key, checked_value

if TYPE_CHECKING:
    from app.vault.secret import Entry

table = Table("secrets")

_ERRORS = ("bad_secret_name", "secrets_store_failed", "secrets_store_silent", "secrets_file_unreadable")


class SecretEntry(Model):
    """That a value is remembered. updated_at: ISO-8601 UTC. available: false while it lies in a keyring that cannot be
    read.
    """

    scope: str
    name: str
    updated_at: str
    available: bool


class SecretList(Model):
    """store: where values are kept. why: what keeps the keyring from being used, or null."""

    store: Literal["keyring", "file", "memory"]
    why: Why | None
    entries: list[SecretEntry]


class Remember(Model):
    """The value; it is never given out again."""

    value: Annotated[SecretStr, Field(max_length=MAX_VALUE_BYTES)]


class Forgotten(Model):
    """The value is gone from the store."""

    scope: str
    name: str
    deleted: bool


def _row(entry: Entry, available: bool = True) -> dict[str, Any]:
    return {
        "scope": entry.key.scope,
        "name": entry.key.name,
        "updated_at": entry.updated_at,
        "available": available,
    }


@table.get("/api/secrets", "What is remembered, and where", answer=SecretList, errors=_ERRORS)
async def all_secrets(call: Call[None, None]) -> dict[str, Any]:
    """Names alone, sorted. The first time this asks the keyring, for five seconds at most."""
    found = await call.services.secrets.view()
    entries = [*(_row(entry) for entry in found.entries), *(_row(entry, False) for entry in found.out_of_reach)]
    return {
        "store": found.store,
        "why": found.why.to_json(call.lang) if found.why else None,
        "entries": sorted(entries, key=lambda row: (row["scope"], row["name"])),
    }


@table.get(
    "/api/secrets/{scope}/{name}",
    "Whether something is remembered",
    answer=SecretEntry,
    errors=("secret_not_found", *_ERRORS),
)
async def one_secret(call: Call[None, None]) -> dict[str, Any]:
    """Never the value."""
    key = checked_key(call.path("scope"), call.path("name"))
    found = await call.services.secrets.view()
    for entry in (*found.entries, *found.out_of_reach):
        if entry.key == key:
            return _row(entry, entry in found.entries)
    raise NotFound.of("secret_not_found", scope=key.scope, name=key.name)


@table.put(
    "/api/secrets/{scope}/{name}",
    "Remember a value",
    body=Remember,
    answer=SecretEntry,
    errors=("secret_empty", "secret_too_long", "secrets_full", *_ERRORS),
)
async def remember(call: Call[Remember, None]) -> dict[str, Any]:
    """Over what was remembered before."""
    key = checked_key(call.path("scope"), call.path("name"))
    return _row(await call.services.secrets.put(key, checked_value(call.body.value.get_secret_value())))


@table.delete(
    "/api/secrets/{scope}/{name}",
    "Forget a value",
    answer=Forgotten,
    errors=("secret_not_found", "secret_out_of_reach", *_ERRORS),
)
async def forget(call: Call[None, None]) -> dict[str, Any]:
    """Runs that wait or execute keep theirs."""
    key = checked_key(call.path("scope"), call.path("name"))
    await call.services.secrets.remove(key)
    return {"scope": key.scope, "name": key.name, "deleted": True}
