"""Where a node gets the module that it works with."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.vocab.nodespec import NodeSpec
    from app.engine.context import NodeContext


def structure_of(spec: NodeSpec, params: Mapping[str, Any]) -> str:
    """SHA-256 over the node's type and the params that its module is built from."""
    built_from = {name: params[name] for name in spec.structural_params}
    text = json.dumps([spec.name, built_from], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def module_for(context: NodeContext, spec: NodeSpec, params: Mapping[str, Any], build: Callable[[], Any]) -> Any:
    """The module a node is to work with in this call: the kept one where the run lends a store, else a new one.

    A run that captures gradients captures those of its weights. Raises: whatever build raises.
    """
    run = context.run
    if run.weights is None or run.graph_id is None:
        module = build()
    else:
        module = run.weights.module(run.graph_id, context.node_id, structure_of(spec, params), build)
    if run.gradients is not None:
        run.gradients.watch_module(context.node_id, module)
    return module
