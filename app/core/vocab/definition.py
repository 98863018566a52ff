"""A node type as others see it: what GET /api/nodes answers, and one hash that tells two catalogs apart."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from app.core.vocab.nodespec import Catalog, NodeSpec, ParamSpec, PortSpec, Text


def definition(spec: NodeSpec, lang: str) -> dict[str, Any]:
    """One node type with its texts in `lang` (`zh-TW`, else English); ports as they are at the default params.

    `dynamic_ports` says that other params can give other ports.
    """
    inputs, outputs = spec.ports(spec.defaults())
    return {
        "node_name": spec.name,
        "name_zh_TW": spec.title_zh_tw,
        "category": spec.category,
        "description": _pick(spec.description, lang),
        "inputs": [_port(port, lang) for port in inputs],
        "outputs": [_port(port, lang) for port in outputs],
        "params": [param_definition(param, lang) for param in spec.params],
        "requires_extra": spec.requires_extra,
        "cacheable": spec.cacheable,
        "align_inputs": spec.align_inputs,
        "structural_params": list(spec.structural_params),
        "dynamic_ports": spec.dynamic_ports is not None,
    }


def param_definition(param: ParamSpec, lang: str) -> dict[str, Any]:
    """A param as the node catalog and the definitions of presets describe it; options as declared."""
    return {
        "name": param.name,
        "param_type": param.param_type.value,
        "default": param.default,
        "options": list(param.options),
        "min_value": param.min_value,
        "max_value": param.max_value,
        "visible_when": dict(param.visible_when),
        "advanced": param.advanced,
        "description": _pick(param.description, lang),
    }


class CatalogHash(NamedTuple):
    """SHA-256 in hex. whole: over all types; two machines with the same one run the same graphs. types: of each."""

    whole: str
    types: dict[str, str]


def catalog_hash(catalog: Catalog) -> CatalogHash:
    """Hash every node type and the whole catalog; the same on every machine, in every process and order.

    The whole is over `{type: hash}`. Raises: TypeError, ValueError for a default that JSON cannot hold.
    """
    types = {name: type_hash(catalog[name]) for name in sorted(catalog)}
    return CatalogHash(_sha256(types), types)


def type_hash(spec: NodeSpec) -> str:
    """SHA-256 of one node type: its English definition, as GET /api/nodes answers it without `provider`.

    Of the texts in Chinese only the title counts, since it is part of the English definition too: a sentence that was
    put better must not part two machines. Whose file the type comes from does not count either.
    """
    return _sha256(definition(spec, "en"))


def _sha256(value: Any) -> str:
    """Over canonical JSON: sorted keys, no blanks, all beyond ASCII escaped."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _port(port: PortSpec, lang: str) -> dict[str, Any]:
    return {
        "name": port.name,
        "data_type": port.data_type.value,
        "optional": port.optional,
        "description": _pick(port.description, lang),
        "media": port.media,
    }


def _pick(text: Text, lang: str) -> str:
    return text.zh_tw if lang == "zh-TW" else text.en
