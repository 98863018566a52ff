"""Writes ui/src/api/types.gen.ts from the routes' own models; `--check` only says whether it is fresh (exit 1 if not).

A JSON Schema here is what pydantic makes of our models, so this reads that dialect and refuses any other.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "ui" / "src" / "api" / "types.gen.ts"

HEAD = """// Written from the routes' models by packaging/ui_types.py; do not edit by hand.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
"""
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def type_of(schema: dict[str, Any]) -> str:
    """The TypeScript type of a schema. Raises: ValueError for a keyword that is not of the dialect."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema or "const" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(type_of(one) for one in schema[key]))
    kind = schema.get("type")
    if kind is None:
        return "Json"
    if kind == "array":
        item = type_of(schema.get("items", {}))
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind == "object":
        return _object(schema)
    if kind in _PLAIN:
        return _PLAIN[kind]
    raise ValueError(f"no TypeScript type for {schema}")


def _object(schema: dict[str, Any]) -> str:
    more = schema.get("additionalProperties", "properties" not in schema)
    if "properties" not in schema:
        return f"Record<string, {type_of(more) if isinstance(more, dict) else 'Json'}>"
    required = set(schema.get("required", ()))
    fields = [
        f"  {_key(name)}{'' if name in required else '?'}: {type_of(one)};"
        for name, one in schema["properties"].items()
    ]
    return "{\n" + "\n".join(fields) + "\n}"


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def text() -> str:
    """The file as it should be."""
    sys.path.insert(0, str(ROOT))
    from app.api.openapi import document_bytes
    from app.api.routes import ROUTES

    document = json.loads(document_bytes(ROUTES, "0"))
    schemas = document["components"]["schemas"]
    parts = [HEAD]
    for name in sorted(schemas):
        about = str(schemas[name].get("description", "")).split("\n\n")[0].replace("\n", " ")
        made = type_of(schemas[name])
        body = f"export interface {name} {made}" if made.startswith("{\n") else f"export type {name} = {made};"
        parts.append(f"/** {about} */\n{body}\n" if about else f"{body}\n")
    frames = document["paths"]["/ws/execution"]["get"]["x-frames"]
    parts.append(f"/** What `/ws/execution` says. */\nexport type Frame = {' | '.join(map(type_of, frames))};\n")
    return "\n".join(parts)


def main() -> int:
    """Write the file, or check it."""
    fresh = text()
    if "--check" in sys.argv[1:]:
        return 0 if FILE.exists() and FILE.read_text("utf-8") == fresh else 1
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(fresh, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
