"""Declares ports and params in one line each; every text comes in both languages of the product."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, ParamSpec, ParamType, PortSpec, Text

if TYPE_CHECKING:
    from collections.abc import Mapping


def port(
    name: str, data_type: DataType, en: str, zh_tw: str, optional: bool = False, media: str | None = None
) -> PortSpec:
    """Declare an input or an output. media: what an output shows to people, image, chart or video."""
    return PortSpec(name, data_type, Text(en, zh_tw), optional, media)


def param(
    name: str,
    param_type: ParamType,
    default: Any,
    en: str,
    zh_tw: str,
    *,
    options: tuple[str, ...] = (),
    at_least: float | None = None,
    at_most: float | None = None,
    visible_when: Mapping[str, Any] | None = None,
    advanced: bool = False,
) -> ParamSpec:
    """Declare a param; bounds are inclusive."""
    return ParamSpec(
        name, param_type, default, Text(en, zh_tw), options, at_least, at_most, dict(visible_when or {}), advanced
    )
