"""Rows of the node list."""

from __future__ import annotations

from app.api.catalog import CatalogBytes, row
from app.api.routes.nodes import matches
from tests.support.plane import CATALOG


def test_a_row_has_exactly_the_documented_shape() -> None:
    assert row(CATALOG["Add"], "zh-TW") == {
        "node_name": "Add",
        "name_zh_TW": "相加",
        "category": "Tensor",
        "description": "將兩個張量相加。",
        "inputs": [{"name": "a", "data_type": "TENSOR", "optional": False, "description": "第一個。", "media": None}],
        "outputs": [{"name": "sum", "data_type": "TENSOR", "optional": False, "description": "總和。", "media": None}],
        "params": [
            {
                "name": "alpha",
                "param_type": "float",
                "default": 1.0,
                "options": [],
                "min_value": 0.0,
                "max_value": None,
                "visible_when": {},
                "advanced": False,
                "description": "倍數。",
            }
        ],
        "requires_extra": None,
        "cacheable": True,
        "align_inputs": True,
        "structural_params": [],
        "dynamic_ports": False,
        "provider": "builtin",
    }
    assert row(CATALOG["Add"], "en")["description"] == "Adds two tensors."


def test_bytes_are_made_once_per_language_and_differ() -> None:
    kept = CatalogBytes(CATALOG)
    assert kept.get("en")[0] is kept.get("en")[0]
    assert kept.get("en")[1] != kept.get("zh-TW")[1]


def test_if_none_match() -> None:
    assert matches('"a"', '"a"')
    assert matches('W/"a"', '"a"')
    assert matches('"b", "a"', '"a"')
    assert matches("*", '"a"')
    assert not matches("", '"a"')
    assert not matches('"aa"', '"a"')
